//! So many and no more: limits are conditions of the write, however many add the last one at once and through however many servers.

use std::future::Future;

use chabudai_app_kondate::error::{KondateError, KondateReason};
use chabudai_app_kondate::model::{Bounded, RecipeId, RecipeStep};
use chabudai_app_kondate::repo::kitchens;
use chabudai_app_kondate::service::{Begins, Cook, LineInput, OwnFoodInput, Service, Sought, StapleInput};
use chabudai_kernel::once::Once;
use chabudai_kernel::part::Word;

use crate::world::{AT_ONCE, World, at_once, batch_input, on_both};

/// There is room for three more; 64 add one each, through two servers.
async fn three_more<F: Future<Output = Result<(), KondateError>> + Send + 'static>(
    w: &World,
    what: Bounded,
    prefix: &str,
    add: impl Fn(Service, Cook, usize) -> F,
) {
    w.meddle(kitchens::count_anyway(&w.mei.kitchen, what, what.most().cast_signed() - 3)).await;
    let outcomes = at_once(&w.two(), |service, nth| add(service, w.mei.clone(), nth)).await;
    let added = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
    let full = outcomes.iter().filter(|outcome| **outcome == Err(KondateReason::Full.into())).count();
    assert_eq!((added, full), (3, AT_ONCE - 3), "{what:?} on {}: {outcomes:?}", w.name);
    let kept = w.items().await.iter().filter(|item| item["SK"].as_str().is_some_and(|key| key.starts_with(prefix))).count();
    assert_eq!(kept, 3, "{what:?} on {}", w.name);
}

async fn patiently<T, F: Future<Output = Result<T, KondateError>>>(work: impl Fn() -> F) -> Result<(), KondateError> {
    for _ in 0..40 {
        match work().await {
            Err(KondateError::Busy) => {}
            other => return other.map(drop),
        }
    }
    Err(KondateError::Busy)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn lines() {
    on_both(async |w: World| {
        three_more(&w, Bounded::Lines, "SHOPPING#", |service, mei, nth| async move {
            let input = LineInput { name: format!("品{nth}"), ..LineInput::default() };
            patiently(|| service.add_line(&mei, &input, None)).await
        })
        .await;
        // What goes makes room.
        let line = w.list().await.lines[0].id.clone();
        w.service.remove_line(&w.mei, &line).await.unwrap();
        w.service.add_line(&w.mei, &LineInput { name: "卵".to_owned(), ..LineInput::default() }, None).await.unwrap();
        assert_eq!(
            w.service.add_line(&w.mei, &LineInput { name: "米".to_owned(), ..LineInput::default() }, None).await,
            Err(KondateReason::Full.into())
        );
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn batches() {
    on_both(async |w: World| {
        three_more(&w, Bounded::Batches, "FRIDGE#", |service, mei, nth| async move {
            let input = batch_input(&format!("品{nth}"), "1", "個");
            patiently(|| service.add_batch(&mei, &input, None)).await
        })
        .await;
        // What is deleted makes room, and cannot come back into a full fridge.
        let gone = w.service.fridge(&w.mei).await.unwrap()[0].item_id.clone();
        w.service.delete_batch(&w.mei, &gone).await.unwrap();
        w.service.add_batch(&w.mei, &batch_input("卵", "1", "個"), None).await.unwrap();
        assert_eq!(w.service.restore_batch(&w.mei, &gone).await, Err(KondateReason::Full.into()));
        // Nor is anything brought home into one.
        let line = w.service.add_line(&w.mei, &LineInput { name: "米".to_owned(), ..LineInput::default() }, None).await.unwrap();
        w.service.tick(&w.mei, &line.item_id).await.unwrap();
        assert_eq!(w.service.shopping_done(&w.mei).await, Err(KondateReason::Full.into()));
        assert!(w.list().await.line(&line.item_id).is_some_and(|line| line.checked), "it is still in the basket");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn staples() {
    on_both(async |w: World| {
        // Of foods that the table knows, so that none has to be made first.
        let names: Vec<String> =
            chabudai_food::food::foods().iter().take(AT_ONCE).filter_map(|food| food.names().next()).map(str::to_owned).collect();
        three_more(&w, Bounded::Staples, "STAPLE#", |service, mei, nth| {
            let input = StapleInput { name: names[nth].clone(), ..StapleInput::default() };
            async move { patiently(|| service.set_staple(&mei, &input)).await }
        })
        .await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn own_foods() {
    on_both(async |w: World| {
        three_more(&w, Bounded::Foods, "FOOD#", |service, mei, nth| async move {
            let input = OwnFoodInput { name: format!("謎の実{nth}"), ..OwnFoodInput::default() };
            patiently(|| service.set_own_food(&mei, &input)).await
        })
        .await;
    })
    .await;
}

/// The same one 64 times is one, and counts once.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_same_counts_once() {
    on_both(async |w: World| {
        let mei = w.mei.clone();
        let outcomes = at_once(&w.two(), |service: Service, nth| {
            let mei = mei.clone();
            async move {
                let food = OwnFoodInput { name: "謎の実".to_owned(), ..OwnFoodInput::default() };
                let staple = StapleInput { name: "米".to_owned(), ..StapleInput::default() };
                let once = Once::of_client(&Word::new("key").unwrap(), "the same".to_owned());
                let line = LineInput { name: "卵".to_owned(), ..LineInput::default() };
                match nth % 3 {
                    0 => patiently(|| service.set_own_food(&mei, &food)).await,
                    1 => patiently(|| service.set_staple(&mei, &staple)).await,
                    _ => patiently(|| service.add_line(&mei, &line, Some(&once))).await,
                }
            }
        })
        .await;
        assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?} on {}", w.name);
        let kitchen = w.service.who_is_here(&w.mei.kitchen).await.unwrap().0;
        assert_eq!((kitchen.foods, kitchen.staples, kitchen.lines), (1, 1, 1), "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

/// A large book is looked at a part at a time, without the bodies of its recipes; the answer says where to go on, and in the end everything was
/// looked at once.
#[tokio::test]
async fn a_large_book_is_searched_in_parts() {
    on_both(async |w: World| {
        let oldest = w.recipe("いちばん古いカレー", 2, &["玉ねぎ 1個"]).await;
        let long = "あ".repeat(1_000);
        for nth in 0..100 {
            let mut input = crate::world::recipe_input(&format!("品{nth:03}"), 2, &["卵 1個"]);
            input.steps = Some((1..=30).map(|order| RecipeStep { order, text: long.clone(), timer_minutes: None }).collect());
            w.service.add_recipe(&w.mei, &input, None).await.unwrap();
        }
        let sought = Sought::new(Some("古いかれー"), None);
        let (mut from, mut pages, mut found) = (Begins::Start, 0, Vec::new());
        loop {
            let page = w.service.find_recipes(&w.mei, &sought, from, 20).await.unwrap();
            pages += 1;
            found.extend(page.items);
            match page.next {
                Some(next) => from = next,
                None => break,
            }
        }
        assert_eq!(found.iter().map(|recipe| &recipe.recipe_id).collect::<Vec<&RecipeId>>(), [&oldest], "on {}", w.name);
        assert!(pages >= 2 && found[0].ingredients.is_empty(), "{pages} pages on {}", w.name);
        // Page by page nothing is there twice, and the starters come last.
        let (mut from, mut ids) = (Begins::Start, Vec::new());
        let all = Sought::new(Some("品0"), None);
        loop {
            let page = w.service.find_recipes(&w.mei, &all, from, 7).await.unwrap();
            assert!(page.items.len() <= 7);
            ids.extend(page.items.into_iter().map(|recipe| recipe.title));
            match page.next {
                Some(next) => from = next,
                None => break,
            }
        }
        let expected: Vec<String> = (0..100).rev().map(|nth| format!("品{nth:03}")).collect();
        assert_eq!(ids, expected, "on {}", w.name);
    })
    .await;
}
