//! A week from an empty kitchen to "all cooked", with the exact list and the exact fridge after each step.

use chabudai_app_kondate::error::{KondateError, KondateReason};
use chabudai_app_kondate::model::Slot;
use chabudai_app_kondate::repo::plans;
use chabudai_app_kondate::service::{LineInput, StapleInput};

use crate::world::{World, day, on_both};

#[tokio::test]
async fn a_week_from_an_empty_kitchen_to_all_cooked() {
    on_both(async |w: World| {
        let nothing = Vec::<String>::new();
        assert_eq!((w.lines().await, w.fridge().await), (nothing.clone(), nothing.clone()));
        let curry = w.recipe("カレー", 4, &["玉ねぎ 2個", "にんじん 1本", "豚こま切れ肉 300g", "塩 少々"]).await;
        let stew = w.recipe("肉じゃが", 2, &["玉ねぎ 1個", "じゃがいも 3個", "豚こま切れ肉 200g", "しょうゆ 大さじ2", "水 200ml"]).await;
        let soup = w.recipe("みそ汁", 2, &["絹ごし豆腐 1丁", "みそ 大さじ2"]).await;
        let week = w.set("今週", &[curry.clone(), stew.clone(), soup.clone()]).await;

        // The plan makes the list: the same food of two dishes is one line, spoons and water are none.
        let plan = w.service.apply(&w.mei, &week, Slot::Current).await.unwrap();
        assert_eq!(w.lines().await, ["玉ねぎ 3個", "にんじん 1本", "じゃがいも 3個", "絹ごし豆腐 1丁", "豚こま切れ肉 500g"]);
        let pantry: Vec<_> = w.list().await.pantry.iter().map(|line| format!("{} {}", line.name, line.amounts.join("+"))).collect();
        assert_eq!(pantry, ["塩 少々", "しょうゆ 大さじ2", "みそ 大さじ2"]);

        // For four instead of two: the list follows.
        let stew_dish = plan.items[1].id.clone();
        let plan = w.service.change_dish(&w.mei, Slot::Current, &stew_dish, Some(4), None).await.unwrap();
        assert_eq!(w.lines().await, ["玉ねぎ 4個", "にんじん 1本", "じゃがいも 6個", "絹ごし豆腐 1丁", "豚こま切れ肉 700g"]);

        // What is in the fridge is not bought; somebody writes a line of their own.
        w.stock("たまねぎ", "1", "個").await;
        w.stock("豚こま切れ肉", "0.2", "kg").await;
        let milk = LineInput { name: "牛乳".to_owned(), quantity: Some("1".to_owned()), unit: Some("本".to_owned()), note: None };
        let milk = w.service.add_line(&w.mei, &milk, None).await.unwrap();
        assert_eq!(w.lines().await, ["玉ねぎ 3個", "にんじん 1本", "じゃがいも 6個", "絹ごし豆腐 1丁", "豚こま切れ肉 500g", "牛乳 1本"]);

        // In the shop: ticked lines sink.
        let list = w.list().await;
        for line in list.lines.iter().filter(|line| ["玉ねぎ", "牛乳"].contains(&line.name.as_str())) {
            w.service.tick(&w.mei, &line.id).await.unwrap();
            w.service.tick(&w.mei, &line.id).await.unwrap();
        }
        assert_eq!(
            w.lines().await,
            ["にんじん 1本", "じゃがいも 6個", "絹ごし豆腐 1丁", "豚こま切れ肉 500g", "玉ねぎ 3個 ✓", "牛乳 1本 ✓"]
        );
        // More is needed after it was ticked: the difference is a line of its own.
        w.service.change_dish(&w.mei, Slot::Current, &stew_dish, Some(6), None).await.unwrap();
        assert_eq!(
            w.lines().await,
            ["玉ねぎ 1個", "にんじん 1本", "じゃがいも 9個", "絹ごし豆腐 1丁", "豚こま切れ肉 700g", "玉ねぎ 3個 ✓", "牛乳 1本 ✓"]
        );
        w.service.change_dish(&w.mei, Slot::Current, &stew_dish, Some(4), None).await.unwrap();
        // One is not in the basket after all, and back in it again.
        w.service.untick(&w.mei, &milk.item_id).await.unwrap();
        assert!(w.lines().await.contains(&"牛乳 1本".to_owned()));
        w.tick_all().await;
        assert!(w.lines().await.iter().all(|line| line.ends_with('✓')));

        // Back at home, twice: nothing comes twice.
        assert_eq!(w.service.shopping_done(&w.mei).await.unwrap().moved_to_fridge, 6);
        // A tap that was on its way when the shopping was done buys nothing again.
        for line in list.lines.iter().filter(|line| line.name == "玉ねぎ") {
            w.service.tick(&w.mei, &line.id).await.unwrap();
        }
        assert_eq!(w.service.shopping_done(&w.mei).await.unwrap().moved_to_fridge, 0);
        assert_eq!(w.lines().await, nothing);
        let mut fridge = w.fridge().await;
        fridge.sort();
        assert_eq!(
            fridge,
            [
                "じゃがいも 6個",
                "たまねぎ 1個",
                "にんじん 1本",
                "牛乳 1本",
                "玉ねぎ 3個",
                "絹ごし豆腐 1丁",
                "豚こま切れ肉 0.2kg",
                "豚こま切れ肉 500g"
            ]
        );

        // Cooked in any order, the oldest first: the onion that was there before goes first.
        let plan = w.cook(&plan, "肉じゃが").await;
        let mut fridge = w.fridge().await;
        fridge.sort();
        assert_eq!(fridge, ["にんじん 1本", "牛乳 1本", "玉ねぎ 2個", "絹ごし豆腐 1丁", "豚こま切れ肉 300g"]);
        assert_eq!(w.lines().await, nothing, "what is cooked asks for nothing any more");
        // Said again, nothing is taken again.
        w.cook(&plan, "肉じゃが").await;
        w.service.uncook(&w.mei, &stew_dish).await.unwrap();
        let plan = w.cook(&plan, "肉じゃが").await;
        assert_eq!(w.fridge().await.len(), 5);
        assert_eq!(plans::day(w.db(), &w.mei.kitchen, day("2026-11-15")).await.unwrap().len(), 1);

        let plan = w.cook(&plan, "みそ汁").await;
        assert!(!plan.is_all_cooked());
        let plan = w.cook(&plan, "カレー").await;
        assert!(plan.is_all_cooked());
        assert_eq!(w.fridge().await, ["牛乳 1本"]);
        let logs = plans::between(w.db(), &w.mei.kitchen, day("2026-11-01"), day("2026-11-30")).await.unwrap();
        let mut logged: Vec<_> = logs.iter().map(|log| (log.recipe_title.as_str(), log.servings)).collect();
        logged.sort_unstable();
        assert_eq!(logged, [("みそ汁", Some(2)), ("カレー", Some(4)), ("肉じゃが", Some(4))]);

        // It was never cooked: the fridge has it back, and the list does not ask for it.
        let tofu = logs.iter().find(|log| log.recipe_title == "みそ汁").unwrap();
        w.service.delete_log(&w.mei, tofu.date, &tofu.log_id).await.unwrap();
        let mut fridge = w.fridge().await;
        fridge.sort();
        assert_eq!((fridge, w.lines().await), (vec!["牛乳 1本".to_owned(), "絹ごし豆腐 1丁".to_owned()], nothing.clone()));
        let (current, _) = w.service.plan(&w.mei.kitchen).await.unwrap();
        w.cook(&current.unwrap(), "みそ汁").await;
        assert_eq!(w.fridge().await, ["牛乳 1本"]);

        // On to the next set; without one there is nothing to go on to.
        assert_eq!(w.service.advance(&w.mei, None).await, Err(KondateError::Own(KondateReason::NothingNext)));
        let next = w.set("来週", &[soup]).await;
        w.service.apply(&w.mei, &next, Slot::Next).await.unwrap();
        assert_eq!(w.lines().await, nothing, "the next set asks for nothing yet");
        let current = w.service.advance(&w.mei, None).await.unwrap().plan;
        assert_eq!((current.set_title.as_str(), current.is_all_cooked()), ("来週", false));
        assert_eq!(w.lines().await, ["絹ごし豆腐 1丁"]);
        assert_eq!(w.service.plan(&w.mei.kitchen).await.unwrap().1, None);
        w.service.empty(&w.mei, Slot::Current, None).await.unwrap();
        w.service.empty(&w.mei, Slot::Current, None).await.unwrap();
        assert_eq!(w.lines().await, nothing);
        w.is_in_order().await;
    })
    .await;
}

/// The ticks of a week belong to it: they are not those of the next one, and a late tap meets nothing.
#[tokio::test]
async fn a_late_tick_never_meets_the_next_week() {
    on_both(async |w: World| {
        let soup = w.recipe("みそ汁", 2, &["絹ごし豆腐 1丁", "わかめ 半分"]).await;
        let week = w.set("今週", &[soup]).await;
        w.service.apply(&w.mei, &week, Slot::Current).await.unwrap();
        let old = w.list().await;
        assert_eq!(old.lines.len(), 2);
        w.service.tick(&w.mei, &old.lines[0].id).await.unwrap();
        // The same set again, within the same second.
        w.service.apply(&w.mei, &week, Slot::Next).await.unwrap();
        w.service.advance(&w.mei, None).await.unwrap();
        assert!(w.list().await.lines.iter().all(|line| !line.checked), "{:?}", w.lines().await);
        assert_eq!(w.service.tick(&w.mei, &old.lines[1].id).await, Err(KondateError::NotFound("line")));
        // A tick of a plan that is over brings nothing home, and is gone then.
        assert_eq!(w.service.shopping_done(&w.mei).await.unwrap().moved_to_fridge, 0);
        assert!(w.items().await.iter().all(|item| !item["SK"].as_str().unwrap().starts_with("SHOPPING#")));
        // A line that nobody wants this time is not there, until it is wanted.
        let line = w.list().await.lines[0].id.clone();
        w.service.dismiss(&w.mei, &line).await.unwrap();
        assert_eq!(w.lines().await.len(), 1);
        w.service.untick(&w.mei, &line).await.unwrap();
        assert_eq!(w.lines().await.len(), 2);
        w.is_in_order().await;
    })
    .await;
}

/// A staple comes back onto the list when there is less than its minimum; what is counted otherwise is told and not subtracted.
#[tokio::test]
async fn staples_units_and_texts() {
    on_both(async |w: World| {
        w.service
            .set_staple(&w.mei, &StapleInput { name: "米".to_owned(), quantity: Some("2".to_owned()), unit: Some("kg".to_owned()) })
            .await
            .unwrap();
        assert_eq!(w.lines().await, ["米 2kg"]);
        w.stock("お米", "500", "g").await;
        assert_eq!(w.lines().await, ["米 3/2kg"]);
        w.stock("お米", "5", "kg").await;
        assert_eq!(w.lines().await, Vec::<String>::new());
        // Grams and pieces of one food come together, about.
        let salad = w.recipe("サラダ", 2, &["玉ねぎ 100g", "玉ねぎ 1個", "トマト 2個", "謎の実 3つぶ"]).await;
        let set = w.set("今日", &[salad]).await;
        w.service.apply(&w.mei, &set, Slot::Current).await.unwrap();
        w.stock("謎の実", "1", "袋").await;
        let list = w.list().await;
        let onion = list.lines.iter().find(|line| line.name == "玉ねぎ").unwrap();
        assert_eq!((onion.quantity.as_deref(), onion.unit.as_deref(), onion.about), (Some("3/2"), Some("個"), true));
        let at_home: Vec<_> = list.at_home.iter().map(|one| (one.name.as_str(), one.quantity.as_str(), one.unit.as_deref())).collect();
        assert_eq!(at_home, [("謎の実", "1", Some("袋"))]);
        assert!(list.lines.iter().any(|line| line.name == "謎の実" && line.unit.as_deref() == Some("粒")));
        w.is_in_order().await;
    })
    .await;
}
