//! The same at once, through two servers: nothing keeps them apart but the store.

use std::collections::BTreeMap;
use std::future::Future;

use chabudai_app_kondate::error::{KondateError, KondateReason};
use chabudai_app_kondate::model::{MOST_MEMBERS, Slot, read_amount};
use chabudai_app_kondate::service::{LineInput, Service};
use chabudai_food::Amount;

use crate::world::{AT_ONCE, World, at_once, cook, on_both, person};

/// Tries again where others were in the way for as long as the server tried, as people do.
async fn patiently<F: Future<Output = Result<(), KondateError>>>(work: impl Fn() -> F) -> Result<(), KondateError> {
    for _ in 0..20 {
        match work().await {
            Err(KondateError::Busy) => {}
            other => return other,
        }
    }
    Err(KondateError::Busy)
}

/// 64 tasks of two people tick, cook, write and come home at once: stock is never below nothing, no line is lost, no log is there twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_members_at_once() {
    on_both(async |w: World| {
        let curry = w.recipe("カレー", 4, &["玉ねぎ 2個", "にんじん 1本", "豚こま切れ肉 300g"]).await;
        let stew = w.recipe("肉じゃが", 2, &["玉ねぎ 1個", "じゃがいも 3個", "豚こま切れ肉 200g"]).await;
        // The first two take from the same batches; the others share nothing but the plan.
        let tofu = w.recipe("冷奴", 2, &["絹ごし豆腐 1丁"]).await;
        let egg = w.recipe("目玉焼き", 2, &["卵 2個"]).await;
        let week = w.set("今週", &[curry, stew, tofu, egg]).await;
        let plan = w.service.apply(&w.mei, &week, Slot::Current).await.unwrap();
        w.stock("玉ねぎ", "10", "個").await;
        w.stock("豚こま切れ肉", "1", "kg").await;
        let invitation = w.service.invite(&w.mei.kitchen, &w.mei.person, "めい").await.unwrap();
        w.service.accept(&invitation.secret, &person("sora"), "そら").await.unwrap();
        let cooks = [w.mei.clone(), cook("sora", w.mei.kitchen.clone())];
        let dishes: Vec<_> = plan.items.iter().map(|dish| dish.id.clone()).collect();
        let lines: Vec<_> = w.list().await.lines.iter().map(|line| line.id.clone()).collect();
        assert_eq!(lines.len(), 4, "carrots, potatoes, tofu and eggs are missing");
        let outcomes = at_once(&w.two(), |service: Service, nth| {
            let (cook, dishes, lines) = (cooks[nth % 2].clone(), dishes.clone(), lines.clone());
            let work = move || {
                let (service, cook, dishes, lines) = (service.clone(), cook.clone(), dishes.clone(), lines.clone());
                async move {
                    // Each server does each of these, to each of the four, at the same time.
                    let which = (nth / 8 + nth) % 4;
                    match nth / 2 % 4 {
                        0 => service.cook(&cook, &dishes[which]).await.map(drop),
                        1 => match service.tick(&cook, &lines[which]).await {
                            // The dish that needed it is on the table by now, or it is at home.
                            Err(KondateError::NotFound("line")) => Ok(()),
                            other => other,
                        },
                        2 => service.shopping_done(&cook).await.map(drop),
                        _ => {
                            let line = LineInput { name: format!("品{nth:02}"), ..LineInput::default() };
                            service.add_line(&cook, &line, None).await.map(drop)
                        }
                    }
                }
            };
            patiently(work)
        })
        .await;
        assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?} on {}", w.name);
        let items = w.items().await;
        let of = |prefix: &str| items.iter().filter(|item| item["SK"].as_str().unwrap().starts_with(prefix)).collect::<Vec<_>>();
        // No log twice: four dishes were cooked.
        assert_eq!(of("COOKLOG#").len(), 4, "on {}", w.name);
        // No line lost: every one that somebody wrote is there.
        let written = of("SHOPPING#").into_iter().filter(|item| item["source"] == "manual").count();
        assert_eq!(written, AT_ONCE / 4, "on {}", w.name);
        // Never below nothing, and exactly as much less as the logs say.
        let mut left: BTreeMap<&str, Amount> = BTreeMap::new();
        for batch in of("FRIDGE#") {
            let amount = read_amount(batch["quantity"].as_str().unwrap()).expect("a number that is not below nothing");
            let sum = left.entry(batch["name"].as_str().unwrap()).or_insert(Amount::ZERO);
            *sum = sum.checked_add(amount).unwrap();
        }
        // Whatever was ticked came home once.
        for name in ["にんじん", "じゃがいも", "絹ごし豆腐", "卵"] {
            let bought = of("FRIDGE#").into_iter().filter(|batch| batch["name"] == name).count();
            assert!(bought <= 1, "{name} was bought {bought} times on {}", w.name);
        }
        // A curry and a stew: three onions of ten, half a kilo of one.
        assert_eq!(left["玉ねぎ"], Amount::whole(7), "on {}", w.name);
        assert_eq!(left["豚こま切れ肉"], Amount::HALF, "on {}", w.name);
        let (current, _) = w.service.plan(&w.mei.kitchen).await.unwrap();
        assert!(current.unwrap().is_all_cooked(), "no mark is lost on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

/// Everything ticked goes home once, however many say that they are back.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn shopping_is_done_once() {
    on_both(async |w: World| {
        for nth in 0..60 {
            let line = LineInput { name: format!("品{nth:02}"), quantity: Some("1".to_owned()), ..LineInput::default() };
            w.service.add_line(&w.mei, &line, None).await.unwrap();
        }
        w.tick_all().await;
        let mei = w.mei.clone();
        let outcomes = at_once(&w.two(), |service: Service, _| {
            let mei = mei.clone();
            async move { service.shopping_done(&mei).await.map(|done| done.moved_to_fridge) }
        })
        .await;
        let moved: usize = outcomes.into_iter().map(|moved| moved.expect("everybody is back")).sum();
        assert_eq!((moved, w.fridge().await.len(), w.lines().await.len()), (60, 60, 0), "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

/// 64 people with an invitation each: eight places, one of them the owner's.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_kitchen_has_eight_places() {
    on_both(async |w: World| {
        let mut secrets = Vec::new();
        for _ in 0..AT_ONCE {
            secrets.push(w.service.invite(&w.mei.kitchen, &w.mei.person, "めい").await.unwrap().secret);
        }
        let outcomes = at_once(&w.two(), |service: Service, nth| {
            let secret = secrets[nth].clone();
            async move { service.accept(&secret, &person(&format!("guest{nth}")), "客").await }
        })
        .await;
        let came = outcomes.iter().filter(|outcome| outcome.is_ok()).count() as u64;
        let full = |outcome: &&Result<_, KondateError>| **outcome == Err(KondateError::Own(KondateReason::KitchenFull));
        assert_eq!(came, MOST_MEMBERS - 1, "on {}", w.name);
        assert_eq!(outcomes.iter().filter(full).count() as u64, AT_ONCE as u64 - came, "{outcomes:?} on {}", w.name);
        let (kitchen, members) = w.service.who_is_here(&w.mei.kitchen).await.unwrap();
        assert_eq!((kitchen.members, members.len() as u64), (MOST_MEMBERS, MOST_MEMBERS));
        w.is_in_order().await;
    })
    .await;
}

/// One link, 64 people: it works once.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_link_works_once() {
    on_both(async |w: World| {
        let secret = w.service.invite(&w.mei.kitchen, &w.mei.person, "めい").await.unwrap().secret;
        let outcomes = at_once(&w.two(), |service: Service, nth| {
            let secret = secret.clone();
            async move { service.accept(&secret, &person(&format!("guest{nth}")), "客").await }
        })
        .await;
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{outcomes:?} on {}", w.name);
        assert_eq!(w.service.who_is_here(&w.mei.kitchen).await.unwrap().1.len(), 2);
        assert!(!format!("{:?}", w.items().await).contains(&secret), "the link itself is kept nowhere");
        w.is_in_order().await;
    })
    .await;
}

/// Whoever opens Kondate on 64 devices at once has one kitchen.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_first_kitchen_is_founded_once() {
    on_both(async |w: World| {
        let outcomes = at_once(&w.two(), |service: Service, _| async move { service.enter(&person("new"), "新", None).await }).await;
        for outcome in outcomes {
            assert_eq!(outcome.expect("a kitchen").kitchen_id.as_str(), "user_new", "on {}", w.name);
        }
        assert_eq!(w.service.kitchens(&person("new"), "新").await.unwrap().len(), 1);
        w.is_in_order().await;
    })
    .await;
}
