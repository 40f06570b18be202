//! What a household would be surprised by otherwise: for how many is cooked, what is only a guess, what nobody buys.

use chabudai_app_kondate::design::SET_SERVINGS;
use chabudai_app_kondate::error::KondateError;
use chabudai_app_kondate::model::{RecipeId, Slot};
use chabudai_app_kondate::service::BatchInput;

use crate::world::{World, batch_input, day, on_both};

#[tokio::test]
async fn a_set_is_planned_for_as_many_as_usual() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let curry = w.recipe("カレー", 4, &["玉ねぎ 2個"]).await;
        let soup = w.recipe("みそ汁", 2, &["豆腐 1丁"]).await;
        let set = w.set("今週", &[curry, soup]).await;
        let planned = async |servings| {
            let plan = service.replace(mei, &set, Slot::Current, servings).await.unwrap().plan;
            plan.items.iter().map(|dish| dish.servings).collect::<Vec<_>>()
        };
        assert_eq!(planned(None).await, [None, None], "as each recipe says, where nobody has said");
        assert_eq!(planned(Some(3)).await, [Some(3), Some(3)], "for all dishes at once");
        w.costs(&SET_SERVINGS, 0, service.cook_usually_for(mei, Some(5))).await.unwrap();
        w.took_every_step("AP-118");
        assert_eq!(planned(None).await, [Some(5), Some(5)], "as many as usual");
        assert_eq!(planned(Some(2)).await, [Some(2), Some(2)], "what somebody says goes before that");
        service.cook_usually_for(mei, None).await.unwrap();
        assert_eq!(planned(None).await, [None, None]);
        for wrong in [0, 100] {
            assert!(matches!(service.cook_usually_for(mei, Some(wrong)).await, Err(KondateError::Invalid { .. })), "{wrong}");
            assert!(matches!(service.replace(mei, &set, Slot::Current, Some(wrong)).await, Err(KondateError::Invalid { .. })), "{wrong}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_dish_that_nobody_planned_joins_the_plan_once() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let curry = w.recipe("カレー", 4, &["玉ねぎ 2個"]).await;
        let soup = w.recipe("みそ汁", 2, &["豆腐 1丁"]).await;
        assert_eq!(service.add_dish(mei, &soup, None).await, Err(KondateError::NotFound("plan")), "there is nothing to join");
        let set = w.set("今週", &[curry]).await;
        let plan = service.apply(mei, &set, Slot::Current).await.unwrap();
        let joined = service.add_dish(mei, &soup, Some(3)).await.unwrap();
        assert_eq!((joined.plan.items.len(), joined.plan.items[1].servings), (2, Some(3)));
        assert_eq!(joined.plan.applied_at, plan.applied_at, "ticks stay with the plan");
        let again = service.add_dish(mei, &soup, Some(3)).await.unwrap();
        assert_eq!((again.plan.items.len(), again.before.len()), (2, 0), "pressed twice it is there once");
        let gone = RecipeId::new("gone").unwrap();
        assert_eq!(service.add_dish(mei, &gone, None).await, Err(KondateError::NotFound("recipe")));
        // Cooked, it may be cooked once more; and it can be undone.
        service.cook(mei, &joined.plan.items[1].id).await.unwrap();
        let more = service.add_dish(mei, &soup, None).await.unwrap();
        assert_eq!(more.plan.items.len(), 3);
        service.put_back(mei, &more.before).await.unwrap();
        assert_eq!(service.plan(&mei.kitchen).await.unwrap().0.unwrap().items.len(), 2);
        for id in ["nikujaga", "shogayaki"] {
            service.add_dish(mei, &RecipeId::new(id).unwrap(), None).await.unwrap();
        }
        for title in ["a", "b", "c"] {
            let one = w.recipe(title, 2, &["卵 1個"]).await;
            service.add_dish(mei, &one, None).await.unwrap();
        }
        let eighth = w.recipe("d", 2, &["卵 1個"]).await;
        assert!(matches!(service.add_dish(mei, &eighth, None).await, Err(KondateError::Invalid { .. })), "a set has seven at most");
    })
    .await;
}

#[tokio::test]
async fn a_day_that_nobody_said_is_a_guess() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let milk = service.add_batch(mei, &batch_input("牛乳", "1", "本"), None).await.unwrap();
        assert!(milk.best_before.is_some() && milk.best_before_guessed);
        let said = BatchInput { best_before: Some(Some(day("2026-11-30"))), ..batch_input("卵", "10", "個") };
        let eggs = service.add_batch(mei, &said, None).await.unwrap();
        assert!(!eggs.best_before_guessed, "what is on the package is no guess");
        let read = BatchInput { best_before: Some(Some(day("2026-11-19"))), ..BatchInput::default() };
        assert!(!service.edit_batch(mei, &milk.item_id, &read, None).await.unwrap().best_before_guessed);
        // Opened, it is good for less long, and nobody has said how long.
        let opened = BatchInput { opened_at: Some(Some(day("2026-11-15"))), ..BatchInput::default() };
        let far = BatchInput { best_before: Some(Some(day("2027-11-19"))), ..BatchInput::default() };
        service.edit_batch(mei, &milk.item_id, &far, None).await.unwrap();
        assert!(service.edit_batch(mei, &milk.item_id, &opened, None).await.unwrap().best_before_guessed);
        service.delete_batch(mei, &milk.item_id).await.unwrap();
        assert!(service.restore_batch(mei, &milk.item_id).await.unwrap().best_before_guessed, "it comes back as it was");
        // What was bought keeps as long as its food.
        let soup = w.recipe("みそ汁", 2, &["豆腐 1丁"]).await;
        let set = w.set("今週", &[soup]).await;
        service.apply(mei, &set, Slot::Current).await.unwrap();
        w.tick_all().await;
        service.shopping_done(mei).await.unwrap();
        let tofu = service.fridge(mei).await.unwrap().into_iter().find(|batch| batch.name == "豆腐").unwrap();
        assert!(tofu.best_before.is_some() && tofu.best_before_guessed);
    })
    .await;
}

#[tokio::test]
async fn what_is_at_home_is_added_up_and_not_bought() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let soup = w.recipe("みそ汁", 2, &["だし汁 400ml", "乾燥わかめ 5g", "しょうゆ 小さじ1", "塩 少々"]).await;
        let bowl = w.recipe("親子丼", 2, &["ご飯 2杯", "だし 100ml", "醤油 大さじ1", "塩 少々", "鶏もも肉 1枚"]).await;
        let set = w.set("今週", &[soup, bowl]).await;
        service.apply(mei, &set, Slot::Current).await.unwrap();
        assert_eq!(w.lines().await, ["鶏もも肉 1枚"], "nobody buys dashi or cooked rice");
        let pantry: Vec<_> = w.list().await.pantry.iter().map(|line| format!("{} {}", line.name, line.amounts.join("+"))).collect();
        assert_eq!(pantry, ["だし汁 500ml", "乾燥わかめ 5g", "しょうゆ 大さじ1と1/3", "塩 少々", "ご飯 2杯"]);
        // For twice as many, twice as much; 少々 stays what it is.
        service.replace(mei, &set, Slot::Current, Some(4)).await.unwrap();
        let pantry: Vec<_> = w.list().await.pantry.iter().map(|line| format!("{} {}", line.name, line.amounts.join("+"))).collect();
        assert_eq!(pantry, ["だし汁 1000ml", "乾燥わかめ 10g", "しょうゆ 大さじ2と2/3", "塩 少々", "ご飯 4杯"]);
    })
    .await;
}

#[tokio::test]
async fn only_what_may_be_open_is_taken_back() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let may_be_open = async || {
            let (kitchen, _) = service.who_is_here(&mei.kitchen).await.unwrap();
            kitchen.may_be_open(w.db().clock().now().0)
        };
        assert!(!may_be_open().await, "nobody was invited");
        service.invite(&mei.kitchen, &mei.person, "めい").await.unwrap();
        assert!(may_be_open().await);
        service.revoke_invitations(&mei.kitchen, &mei.person).await.unwrap();
        assert!(!may_be_open().await, "it was taken back");
        service.invite(&mei.kitchen, &mei.person, "めい").await.unwrap();
        w.wait(7 * 24 * 60 * 60 + 1);
        assert!(!may_be_open().await, "its week is over");
    })
    .await;
}
