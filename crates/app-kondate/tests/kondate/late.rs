//! What comes late: it meets nothing of the week after, and takes nothing away from it.

use chabudai_app_kondate::design::SHOPPING_DONE;
use chabudai_app_kondate::error::{KondateError, KondateReason};
use chabudai_app_kondate::model::{Moment, Slot};
use chabudai_app_kondate::repo::lines;
use chabudai_app_kondate::service::{BatchInput, LineInput, OwnFoodInput, Service, StapleInput};
use chabudai_kernel::clock::Clock as _;
use chabudai_kernel::op::Delete;
use chabudai_kernel::part::UtcSeconds;

use crate::world::{World, at_once, batch_input, on_both};

/// Somebody empties what they see while somebody else has gone on: the week that is cooked now stays.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn emptying_meets_only_what_was_seen() {
    on_both(async |w: World| {
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
        let (week, after) = (w.set("今週", std::slice::from_ref(&curry)).await, w.set("来週", &[curry]).await);
        let seen = w.service.apply(&w.mei, &week, Slot::Current).await.unwrap();
        w.service.apply(&w.mei, &after, Slot::Next).await.unwrap();
        w.service.advance(&w.mei, None).await.unwrap();
        let late = w.service.empty(&w.mei, Slot::Current, Some(seen.applied_at)).await;
        assert_eq!(late, Err(KondateReason::Stale.into()), "on {}", w.name);
        assert_eq!(w.service.plan(&w.mei.kitchen).await.unwrap().0.unwrap().set_title, "来週");

        // The same at once, through two servers: many say that this week is over, in either way.
        let seen = w.service.apply(&w.mei, &week, Slot::Current).await.unwrap().applied_at;
        w.service.apply(&w.mei, &after, Slot::Next).await.unwrap();
        let mei = w.mei.clone();
        let outcomes = at_once(&w.two(), |service: Service, nth| {
            let mei = mei.clone();
            async move {
                for _ in 0..40 {
                    let outcome = match nth % 4 {
                        0 => service.advance(&mei, None).await.map(drop),
                        _ => service.empty(&mei, Slot::Current, Some(seen)).await,
                    };
                    match outcome {
                        Err(KondateError::Busy) => {}
                        other => return other,
                    }
                }
                Err(KondateError::Busy)
            }
        })
        .await;
        let is_told = |outcome: &Result<(), KondateError>| {
            [Ok(()), Err(KondateReason::Stale.into()), Err(KondateReason::NothingNext.into())].contains(outcome)
        };
        assert!(outcomes.iter().all(is_told), "{outcomes:?} on {}", w.name);
        let (current, next) = w.service.plan(&w.mei.kitchen).await.unwrap();
        assert_eq!((current.map(|plan| plan.set_title), next), (Some("来週".to_owned()), None), "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

/// A slot that is emptied and filled again within a second holds another plan: no tick of the one before is one of its own.
#[tokio::test]
async fn two_plans_of_a_second_have_no_tick_in_common() {
    on_both(async |w: World| {
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
        let set = w.set("今週", &[curry]).await;
        let first = w.service.apply(&w.mei, &set, Slot::Current).await.unwrap();
        w.tick_all().await;
        assert_eq!(w.lines().await, ["玉ねぎ 1個 ✓"]);
        w.service.empty(&w.mei, Slot::Current, None).await.unwrap();
        let again = w.service.apply(&w.mei, &set, Slot::Current).await.unwrap();
        assert!(again.applied_at > first.applied_at, "on {}", w.name);
        assert_eq!(w.lines().await, ["玉ねぎ 1個"], "on {}", w.name);
        // By way of the next slot, too.
        w.tick_all().await;
        w.service.apply(&w.mei, &set, Slot::Next).await.unwrap();
        w.service.empty(&w.mei, Slot::Current, None).await.unwrap();
        assert!(w.service.advance(&w.mei, None).await.unwrap().plan.applied_at > again.applied_at);
        assert_eq!(w.lines().await, ["玉ねぎ 1個"], "on {}", w.name);
    })
    .await;
}

/// "Shopping done" takes away ticks of plans that are over, and no other: not those of a plan that was put there after it had looked, nor those of
/// staples where there is no plan.
#[tokio::test]
async fn shopping_done_forgets_only_what_is_over() {
    on_both(async |w: World| {
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
        let set = w.set("今週", &[curry]).await;
        let ticks = async || {
            let mut ticks = w.items().await;
            ticks.retain(|item| item["SK"].as_str().unwrap().starts_with("SHOPPING#"));
            ticks.len()
        };
        // A staple is ticked where nothing is planned, and a plan that is over has left a tick.
        w.service.apply(&w.mei, &set, Slot::Current).await.unwrap();
        w.tick_all().await;
        w.service.empty(&w.mei, Slot::Current, None).await.unwrap();
        w.service.set_staple(&w.mei, &StapleInput { name: "米".to_owned(), ..StapleInput::default() }).await.unwrap();
        w.tick_all().await;
        assert_eq!(ticks().await, 2, "on {}", w.name);
        assert_eq!(w.service.shopping_done(&w.mei).await.unwrap().moved_to_fridge, 1, "the rice is at home");
        assert_eq!(ticks().await, 2, "what was bought is remembered until something else is planned; on {}", w.name);

        // Whoever looked before this plan was there deletes none of its ticks.
        w.wait(60);
        let plan = w.service.apply(&w.mei, &set, Slot::Current).await.unwrap();
        w.tick_all().await;
        let read = lines::rows(w.db().run(&SHOPPING_DONE), &w.mei.kitchen).await.unwrap().0;
        let tick = read.iter().find(|line| line.applied_at == Some(plan.applied_at)).expect("a tick of this plan");
        let before = Moment::from(UtcSeconds(plan.applied_at.0.saturating_sub(jiff::SignedDuration::from_secs(1)).unwrap()));
        for seen in [before, plan.applied_at] {
            let forgotten = w.db().run(&SHOPPING_DONE).attempt_one(lines::forget(tick, seen)).await.unwrap();
            assert!(!forgotten, "a tick of {} is not older than {seen} on {}", plan.applied_at, w.name);
        }
        // Now both others are over: the one of the plan before, and the one of no plan.
        assert_eq!(w.service.shopping_done(&w.mei).await.unwrap().moved_to_fridge, 1);
        assert_eq!(ticks().await, 1, "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

/// A food that the kitchen calls its own and the table knows as well is one food: recipes, the fridge, the list and the staples agree on it,
/// whichever was written down first.
#[tokio::test]
async fn an_own_food_of_a_known_name_meets_its_stock() {
    on_both(async |w: World| {
        let before = w.recipe("カレー", 2, &["玉ねぎ 2個"]).await;
        w.stock("玉ねぎ", "1", "個").await;
        let own = OwnFoodInput { name: "玉ねぎ".to_owned(), keeps_days: Some(5), ..OwnFoodInput::default() };
        w.service.set_own_food(&w.mei, &own).await.unwrap();
        let kept = w.stock("玉ねぎ", "2", "個").await;
        assert_eq!(kept.best_before, Some(crate::world::day("2026-11-20")), "it keeps as long as the kitchen says");
        let after = w.recipe("シチュー", 2, &["玉ねぎ 1個"]).await;
        let set = w.set("今週", &[before, after]).await;
        let plan = w.service.apply(&w.mei, &set, Slot::Current).await.unwrap();
        assert!(w.lines().await.is_empty(), "three are needed and three are there: {:?} on {}", w.lines().await, w.name);
        w.cook(&plan, "カレー").await;
        assert_eq!(w.fridge().await, ["玉ねぎ 1個"], "the dish takes from both; on {}", w.name);
        // An edited batch is still what it was.
        let left = w.service.fridge(&w.mei).await.unwrap()[0].item_id.clone();
        let renamed = BatchInput { name: Some("たまねぎ".to_owned()), ..BatchInput::default() };
        w.service.edit_batch(&w.mei, &left, &renamed, None).await.unwrap();
        assert!(w.lines().await.is_empty(), "{:?} on {}", w.lines().await, w.name);
        w.service.set_staple(&w.mei, &StapleInput { name: "玉ねぎ".to_owned(), ..StapleInput::default() }).await.unwrap();
        assert_eq!(w.lines().await, ["玉ねぎ 1個"], "one for the dish, one that should always be there; on {}", w.name);

        // One that only the kitchen knows keeps its name through an edit as well.
        let odd = OwnFoodInput { name: "謎の実".to_owned(), keeps_days: Some(3), ..OwnFoodInput::default() };
        let odd = w.service.set_own_food(&w.mei, &odd).await.unwrap();
        let batch = w.service.add_batch(&w.mei, &batch_input("よそ", "1", "個"), None).await.unwrap();
        let renamed = BatchInput { name: Some("謎の実".to_owned()), ..BatchInput::default() };
        let batch = w.service.edit_batch(&w.mei, &batch.item_id, &renamed, None).await.unwrap();
        assert_eq!(batch.food_id.as_deref(), Some(odd.food_id.as_str()), "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

/// A plan that is gone from under a dish that is being cooked takes nothing along.
#[tokio::test]
async fn a_plan_that_was_removed_elsewhere_is_no_plan() {
    on_both(async |w: World| {
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
        let set = w.set("今週", &[curry]).await;
        let plan = w.service.apply(&w.mei, &set, Slot::Current).await.unwrap();
        w.meddle(Delete::new(
            &chabudai_app_kondate::design::MAIN_TABLE,
            chabudai_app_kondate::model::Plan::key(w.mei.kitchen.clone(), Slot::Current),
        ))
        .await;
        assert_eq!(w.service.cook(&w.mei, &plan.items[0].id).await, Err(KondateError::NotFound("dish")));
        assert_eq!(w.service.empty(&w.mei, Slot::Current, Some(plan.applied_at)).await, Ok(()));
    })
    .await;
}

/// What was written otherwise while the shopping was being done goes into the fridge as it says, or stays in the basket.
#[tokio::test]
async fn what_is_brought_home_is_what_the_line_says() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let milk = |quantity: &str| LineInput { name: "牛乳".to_owned(), quantity: Some(quantity.to_owned()), ..LineInput::default() };
        let line = service.add_line(mei, &milk("1"), None).await.unwrap();
        service.tick(mei, &line.item_id).await.unwrap();
        let read = lines::rows(w.db().run(&SHOPPING_DONE), &mei.kitchen).await.unwrap().0;
        service.change_line(mei, &line.item_id, &milk("2")).await.unwrap();
        let late = w.store.write(&lines::bought(&read[0], read[0].created_at.unwrap()).into(), w.clock.now()).await;
        assert!(late.is_err(), "somebody has changed it since");
        service.shopping_done(mei).await.unwrap();
        assert_eq!(w.fridge().await, ["牛乳 2"]);
        w.is_in_order().await;
    })
    .await;
}

/// One ticks what another one does not want: whoever is told that it is so finds it so.
#[tokio::test]
async fn a_tick_and_its_opposite() {
    on_both(async |w: World| {
        for round in 0..6 {
            let recipe = w.recipe(&format!("料理{round}"), 2, &[&format!("具{round} 1個")]).await;
            let set = w.set("今週", &[recipe]).await;
            w.wait(1);
            w.service.apply(&w.mei, &set, Slot::Current).await.unwrap();
            let id = w.list().await.lines.iter().find(|line| !line.checked).unwrap().id.clone();
            let [one, other] = w.two();
            let (ticked, dismissed) = tokio::join!(one.tick(&w.mei, &id), other.dismiss(&w.mei, &id));
            let list = w.list().await;
            let is_in_basket = list.line(&id).is_some_and(|line| line.checked);
            assert!(ticked.is_ok() != dismissed.is_ok(), "{ticked:?} and {dismissed:?} on {}", w.name);
            assert_eq!(is_in_basket, ticked.is_ok(), "on {}", w.name);
        }
        w.is_in_order().await;
    })
    .await;
}
