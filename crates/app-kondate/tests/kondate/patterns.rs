//! A test per access pattern of a kitchen: it is answered, costs what it declares, and takes every step that it declares.

use chabudai_app_kondate::design::{
    ADD_BATCH, ADD_LINE, ADD_RECIPE, ADD_SET, ADVANCE, APPLY_SET, CATEGORIES, CHANGE_CATEGORIES, CHANGE_DISH, COOK, DAY, DELETE_BATCH,
    DELETE_LOG, DELETE_RECIPE, DELETE_SET, DELETED_BATCHES, EDIT_BATCH, EDIT_PROFILE, EDIT_RECIPE, EDIT_SET, EMPTY_SLOT, FRIDGE,
    GET_RECIPE, GET_SET, LIST_RECIPES, LIST_SETS, MONTH, NOTICE_SETTINGS, PROFILE_OF, READ_PLAN, RECIPES_BY_ID, REMOVE_LINE, REPLAY,
    RESTORE_BATCH, SEARCH_RECIPES, SEARCH_SETS, SET_OWN_FOOD, SET_STAPLE, SET_WAY, SHOPPING_DONE, SHOPPING_LIST, STAPLES, SUGGEST,
    SWEEP_FRIDGE, TICK, UNCOOK, UNTICK, WAYS_THROUGH_SHOPS,
};
use chabudai_app_kondate::error::{KondateError, KondateReason};
use chabudai_app_kondate::model::{NoticeCategories, Order, RecipeId, Scope, SetId, Slot};
use chabudai_app_kondate::repo::{book, plans, shelf};
use chabudai_app_kondate::service::{
    Avatar, BatchInput, CategoryChange, LineInput, NoticeChange, Offer, OwnFoodInput, RecipeInput, SetInput, StapleInput, Target,
};
use chabudai_food::Aisle;
use chabudai_kernel::db::Paging;
use chabudai_kernel::once::Once;
use chabudai_kernel::part::Word;

use crate::world::{World, batch_input, day, on_both, recipe_input};

const NEWEST: Paging<'_> = Paging { limit: 2, cursor: None, backward: true };

fn once(key: &str, request: &str) -> Once {
    Once::of_client(&Word::new(key).unwrap(), request.to_owned())
}

fn line(name: &str) -> LineInput {
    LineInput { name: name.to_owned(), ..LineInput::default() }
}

#[tokio::test]
async fn recipes() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let input = recipe_input("カレー", 4, &["玉ねぎ 2個", "塩 少々"]);
        let again = once("k1", "digest");
        let curry = w.costs(&ADD_RECIPE, 0, service.add_recipe(mei, &input, Some(&again))).await.unwrap();
        // Sent again, it is the same one; something else under the same name is refused.
        assert_eq!(w.costs(&REPLAY, 0, service.add_recipe(mei, &input, Some(&again))).await.unwrap(), curry);
        assert_eq!(service.add_recipe(mei, &input, Some(&once("k1", "other"))).await, Err(KondateError::KeyReused));
        w.took_every_step("AP-203");
        w.took_every_step("AP-1301");
        let stew = w.recipe("肉じゃが", 2, &["じゃがいも 3個"]).await;
        let soup = w.recipe("みそ汁", 2, &["豆腐 1丁"]).await;
        assert_eq!(w.costs(&GET_RECIPE, 0, service.recipe(mei, &curry.recipe_id)).await.unwrap(), curry);
        w.took_every_step("AP-202");
        // Newest first, page by page.
        let page = w.costs(&LIST_RECIPES, 1, book::list_recipes(w.db(), &mei.kitchen, NEWEST)).await.unwrap();
        let ids = |recipes: &[chabudai_app_kondate::model::Recipe]| recipes.iter().map(|one| one.recipe_id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(&page.items), [soup.clone(), stew.clone()]);
        let rest = book::list_recipes(w.db(), &mei.kitchen, Paging { cursor: page.next.as_deref(), ..NEWEST }).await.unwrap();
        assert_eq!((ids(&rest.items), rest.next), (vec![curry.recipe_id.clone()], None));
        w.took_every_step("AP-201");
        // An edit builds on what was seen.
        let renamed = RecipeInput { title: Some(" 夏カレー ".to_owned()), ..RecipeInput::default() };
        let after = w.costs(&EDIT_RECIPE, 0, service.edit_recipe(mei, &curry.recipe_id, &renamed, Some(curry.version))).await.unwrap();
        assert_eq!((after.title.as_str(), after.version), ("夏カレー", curry.version + 1));
        let stale = service.edit_recipe(mei, &curry.recipe_id, &renamed, Some(curry.version)).await;
        assert_eq!(stale, Err(KondateReason::Stale.into()));
        let starter = RecipeId::new("nikujaga").unwrap();
        assert_eq!(service.edit_recipe(mei, &starter, &renamed, None).await, Err(KondateReason::NotYours.into()));
        // Into the bin and out of it.
        w.costs(&DELETE_RECIPE, 0, service.delete_recipe(mei, &stew)).await.unwrap();
        service.delete_recipe(mei, &stew).await.unwrap();
        assert_eq!(service.recipe(mei, &stew).await, Err(KondateError::NotFound("recipe")));
        assert_eq!(w.costs(&SEARCH_RECIPES, 1, book::look_at_recipes(w.db(), &mei.kitchen, None)).await.unwrap().items.len(), 2);
        service.restore_recipe(mei, &stew).await.unwrap();
        assert_eq!(book::look_at_recipes(w.db(), &mei.kitchen, None).await.unwrap().items.len(), 3);
        assert_eq!(service.who_is_here(&mei.kitchen).await.unwrap().0.recipes, 3);
        w.took_every_step("AP-206");
        let wanted = [starter, stew.clone(), RecipeId::new("gone").unwrap(), stew.clone()];
        let found = w.costs(&RECIPES_BY_ID, 0, service.recipes(mei, &wanted)).await.unwrap();
        assert_eq!(found.iter().map(|recipe| recipe.title.as_str()).collect::<Vec<_>>(), ["肉じゃが", "肉じゃが", "肉じゃが"]);
        let theirs = w.saved_of_another("よその卵焼き").await;
        let found = w.costs(&RECIPES_BY_ID, 0, service.recipes(mei, &[theirs, stew])).await.unwrap();
        assert_eq!(found.iter().map(|recipe| recipe.title.as_str()).collect::<Vec<_>>(), ["よその卵焼き", "肉じゃが"]);
        w.took_every_step("AP-207");
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn sets() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let curry = w.recipe("カレー", 4, &["玉ねぎ 2個"]).await;
        let input =
            SetInput { title: Some("今週".to_owned()), recipe_ids: Some(vec![curry.clone(), curry.clone()]), ..SetInput::default() };
        let again = once("s1", "digest");
        let set = w.costs(&ADD_SET, 0, service.add_set(mei, &input, Some(&again))).await.unwrap();
        assert_eq!(service.add_set(mei, &input, Some(&again)).await.unwrap(), set);
        for dishes in [vec![], vec![curry.clone(); 8], vec![RecipeId::new("gone").unwrap()]] {
            let refused = service.add_set(mei, &SetInput { recipe_ids: Some(dishes), ..input.clone() }, None).await;
            assert!(matches!(refused, Err(KondateError::Invalid { field: "recipeIds", .. })), "{refused:?}");
        }
        let theirs = w.saved_of_another("よその卵焼き").await;
        let with_theirs = SetInput { recipe_ids: Some(vec![curry.clone(), theirs]), ..input.clone() };
        let mixed = w.costs(&ADD_SET, 0, service.add_set(mei, &with_theirs, None)).await.unwrap();
        w.took_every_step("AP-303");
        service.edit_set(mei, &mixed.set_id, &with_theirs, None).await.unwrap();
        service.delete_set(mei, &mixed.set_id).await.unwrap();
        assert_eq!(w.costs(&GET_SET, 0, service.set(mei, &set.set_id)).await.unwrap(), set);
        w.took_every_step("AP-302");
        let more = SetInput { recipe_ids: Some(vec![curry.clone()]), ..SetInput::default() };
        let after = w.costs(&EDIT_SET, 0, service.edit_set(mei, &set.set_id, &more, Some(set.version))).await.unwrap();
        assert_eq!((after.recipe_ids.len(), after.title.as_str()), (1, "今週"));
        assert_eq!(service.edit_set(mei, &set.set_id, &more, Some(set.version)).await, Err(KondateReason::Stale.into()));
        let retitled = SetInput { title: Some("今週".to_owned()), ..SetInput::default() };
        let after = service.edit_set(mei, &set.set_id, &retitled, Some(after.version)).await.unwrap();
        let target = Target::Set(set.set_id.clone());
        service.publish(mei, "めい", &target, Offer::FREE).await.unwrap();
        let after = w.costs(&EDIT_SET, 0, service.edit_set(mei, &set.set_id, &retitled, Some(after.version + 1))).await.unwrap();
        w.took_every_step("AP-304");
        assert_eq!(w.costs(&LIST_SETS, 1, book::list_sets(w.db(), &mei.kitchen, NEWEST)).await.unwrap().items, [after]);
        w.took_every_step("AP-301");
        w.costs(&DELETE_SET, 0, service.delete_set(mei, &set.set_id)).await.unwrap();
        assert_eq!(service.set(mei, &set.set_id).await, Err(KondateError::NotFound("set")));
        service.restore_set(mei, &set.set_id).await.unwrap();
        assert!(service.set(mei, &set.set_id).await.is_ok());
        w.took_every_step("AP-305");
        assert_eq!(
            w.costs(&SEARCH_SETS, 1, book::look_at_sets_in(w.db(), &mei.kitchen, None, Order::Newest)).await.unwrap().items.len(),
            1
        );
        w.took_every_step("AP-307");
        // Starters are read and not written.
        let starter = SetId::new("weekday").unwrap();
        assert_eq!(service.set(mei, &starter).await.unwrap().recipe_ids.len(), 7);
        assert_eq!(service.delete_set(mei, &starter).await, Err(KondateReason::NotYours.into()));
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn the_plan() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let curry = w.recipe("カレー", 4, &["玉ねぎ 2個"]).await;
        let soup = w.recipe("みそ汁", 2, &["豆腐 1丁"]).await;
        let set = w.set("今週", &[curry.clone(), soup.clone()]).await;
        w.costs(&APPLY_SET, 0, service.apply(mei, &set, Slot::Current)).await.unwrap();
        w.clock.advance(std::time::Duration::from_mins(1));
        let plan = w.costs(&APPLY_SET, 0, service.apply(mei, &set, Slot::Current)).await.unwrap();
        let theirs = w.saved_of_another("よその卵焼き").await;
        let mixed = w.set("よそから", std::slice::from_ref(&theirs)).await;
        w.costs(&APPLY_SET, 0, service.apply(mei, &mixed, Slot::Next)).await.unwrap();
        service.empty(mei, Slot::Next, None).await.unwrap();
        w.took_every_step("AP-402");
        w.stock("玉ねぎ", "2", "個").await;
        let cooked = w.costs(&COOK, 0, service.cook(mei, &plan.items[0].id)).await.unwrap();
        assert!(cooked.items[0].is_cooked && cooked.version > plan.version);
        w.costs(&UNCOOK, 0, service.uncook(mei, &plan.items[0].id)).await.unwrap();
        w.took_every_step("AP-404");
        w.costs(&COOK, 0, service.cook(mei, &plan.items[0].id)).await.unwrap();
        w.took_every_step("AP-403");
        // A day later what is empty leaves the fridge, with the next dish.
        w.wait(25 * 60 * 60);
        w.costs(&SWEEP_FRIDGE, 0, service.cook(mei, &plan.items[1].id)).await.unwrap();
        assert_eq!(service.deleted_batches(mei).await.unwrap().len(), 1);
        w.took_every_step("AP-607");
        // It comes back as a new one, if it was never cooked.
        w.costs(&DELETE_LOG, 0, service.delete_log(mei, day("2026-11-15"), &plan.items[0].id)).await.unwrap();
        assert_eq!(w.fridge().await, ["玉ねぎ 2個"]);
        w.took_every_step("AP-803");
        assert_eq!(service.cook(mei, &"01ARZ3NDEKTSV4RRFFQ69G5FAV".parse().unwrap()).await, Err(KondateError::NotFound("dish")));
        // Another dish in its place, for more.
        let starter = RecipeId::new("nikujaga").unwrap();
        let swapped = service.change_dish(mei, Slot::Current, &plan.items[0].id, Some(6), Some(&starter)).await.unwrap();
        assert_eq!((swapped.items[0].title.as_str(), swapped.items[0].servings), ("肉じゃが", Some(6)));
        w.costs(&CHANGE_DISH, 0, service.change_dish(mei, Slot::Current, &swapped.items[0].id, None, Some(&curry))).await.unwrap();
        w.took_every_step("AP-407");
        // A starter needs no row.
        let next = service.apply(mei, &SetId::new("quick").unwrap(), Slot::Next).await.unwrap();
        let (current, waiting) = w.costs(&READ_PLAN, 0, service.plan(&mei.kitchen)).await.unwrap();
        assert_eq!((current.unwrap().items.len(), waiting.as_ref()), (2, Some(&next)));
        w.took_every_step("AP-401");
        w.costs(&ADVANCE, 0, service.advance(mei, None)).await.unwrap();
        w.costs(&EMPTY_SLOT, 0, service.empty(mei, Slot::Current, None)).await.unwrap();
        service.apply(mei, &set, Slot::Next).await.unwrap();
        w.costs(&ADVANCE, 0, service.advance(mei, None)).await.unwrap();
        w.took_every_step("AP-405");
        service.apply(mei, &set, Slot::Next).await.unwrap();
        w.costs(&EMPTY_SLOT, 0, service.empty(mei, Slot::Next, None)).await.unwrap();
        w.costs(&EMPTY_SLOT, 0, service.empty(mei, Slot::Current, None)).await.unwrap();
        w.took_every_step("AP-406");
        // A slot that was emptied and filled again is not the one before, whoever still has that in hand.
        let again = service.apply(mei, &set, Slot::Current).await.unwrap();
        assert!(again.version > swapped.version + 10);
        // What is planned already is not suggested.
        let suggestions = w.costs(&SUGGEST, 0, service.suggest(mei)).await.unwrap();
        assert!(suggestions.len() == 3 && suggestions.iter().all(|one| one.set_id != set), "{suggestions:?}");
        service.empty(mei, Slot::Current, None).await.unwrap();
        let suggestions = service.suggest(mei).await.unwrap();
        assert_eq!((suggestions.len(), suggestions[0].title.as_str()), (3, "今週"));
        assert_eq!((suggestions[0].usable, suggestions[0].of), (1, 2));
        w.took_every_step("AP-408");
        // The log by month and by day.
        let month = plans::between(w.db(), &mei.kitchen, day("2026-11-01"), day("2026-11-30"));
        assert_eq!(w.costs(&MONTH, 1, month).await.unwrap().len(), 1);
        assert_eq!(w.costs(&DAY, 0, plans::day(w.db(), &mei.kitchen, day("2026-11-15"))).await.unwrap().len(), 1);
        w.took_every_step("AP-801");
        w.took_every_step("AP-802");
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn shopping() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let curry = w.recipe("カレー", 4, &["玉ねぎ 2個", "にんじん 1本"]).await;
        let set = w.set("今週", &[curry]).await;
        service.apply(mei, &set, Slot::Current).await.unwrap();
        let list = w.costs(&SHOPPING_LIST, 0, service.list(mei, None)).await.unwrap();
        assert_eq!(list.lines.len(), 2);
        w.took_every_step("AP-501");
        let milk = w.costs(&ADD_LINE, 0, service.add_line(mei, &line("牛乳"), None)).await.unwrap();
        let again = once("l1", "digest");
        let eggs = w.costs(&ADD_LINE, 0, service.add_line(mei, &line("卵"), Some(&again))).await.unwrap();
        assert_eq!(service.add_line(mei, &line("卵"), Some(&again)).await.unwrap().item_id, eggs.item_id);
        assert_eq!(w.lines().await.len(), 4);
        w.took_every_step("AP-502");
        w.costs(&TICK, 0, service.tick(mei, &milk.item_id)).await.unwrap();
        w.costs(&TICK, 0, service.tick(mei, &list.lines[0].id)).await.unwrap();
        w.took_every_step("AP-503");
        w.costs(&UNTICK, 0, service.untick(mei, &milk.item_id)).await.unwrap();
        w.costs(&UNTICK, 0, service.untick(mei, &list.lines[0].id)).await.unwrap();
        assert!(w.list().await.lines.iter().all(|line| !line.checked));
        w.took_every_step("AP-504");
        w.costs(&REMOVE_LINE, 0, service.remove_line(mei, &eggs.item_id)).await.unwrap();
        assert_eq!(service.remove_line(mei, &eggs.item_id).await, Err(KondateError::NotFound("line")));
        w.took_every_step("AP-505");
        // One tick of a plan that is over, and three of this one.
        service.tick(mei, &list.lines[0].id).await.unwrap();
        w.clock.advance(std::time::Duration::from_mins(1));
        service.apply(mei, &set, Slot::Current).await.unwrap();
        w.tick_all().await;
        let done = w.costs(&SHOPPING_DONE, 2, service.shopping_done(mei)).await.unwrap();
        assert_eq!(done.moved_to_fridge, 3);
        w.took_every_step("AP-506");
        // Each keeps as long as its food does.
        let fridge = service.fridge(mei).await.unwrap();
        assert!(fridge.iter().all(|batch| batch.best_before.is_some()), "{fridge:?}");
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn staples_ways_and_own_foods() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let rice = StapleInput { name: "米".to_owned(), quantity: Some("2".to_owned()), unit: Some("kg".to_owned()) };
        let rice = w.costs(&SET_STAPLE, 0, service.set_staple(mei, &rice)).await.unwrap();
        let more = StapleInput { name: "米".to_owned(), quantity: Some("3".to_owned()), unit: Some("kg".to_owned()) };
        assert_eq!(w.costs(&SET_STAPLE, 0, service.set_staple(mei, &more)).await.unwrap().food_id, rice.food_id);
        let odd = StapleInput { name: "謎の実".to_owned(), ..StapleInput::default() };
        service.set_staple(mei, &odd).await.unwrap();
        assert_eq!(w.costs(&STAPLES, 0, shelf::staples(w.db(), &mei.kitchen)).await.unwrap().len(), 2);
        w.costs(&SET_STAPLE, 0, service.remove_staple(mei, &rice.food_id)).await.unwrap();
        w.took_every_step("AP-507");
        w.took_every_step("AP-508");
        // A food of its own is in its aisle, and keeps as long as the kitchen says.
        let known = OwnFoodInput { name: "謎の実".to_owned(), aisle: Some(Aisle::Fruit), keeps_days: Some(3) };
        let known = w.costs(&SET_OWN_FOOD, 0, service.set_own_food(mei, &known)).await.unwrap();
        let list = w.list().await;
        assert_eq!((list.lines.len(), list.lines[0].aisle), (1, Some(Aisle::Fruit)));
        assert_eq!(w.stock("謎の実", "1", "個").await.best_before, Some(day("2026-11-18")));
        w.costs(&SET_OWN_FOOD, 0, service.remove_own_food(mei, &known.food_id)).await.unwrap();
        let other = OwnFoodInput { name: "別の謎の実".to_owned(), ..OwnFoodInput::default() };
        w.costs(&SET_OWN_FOOD, 0, service.set_own_food(mei, &other)).await.unwrap();
        w.took_every_step("AP-511");
        // The way through a shop is the household's.
        service.add_line(mei, &line("牛乳"), None).await.unwrap();
        service.add_line(mei, &line("玉ねぎ"), None).await.unwrap();
        let shop = Word::new("まるまる屋").unwrap();
        w.costs(&SET_WAY, 0, service.set_way(mei, &shop, &[Aisle::Bread])).await.unwrap();
        w.costs(&SET_WAY, 0, service.set_way(mei, &shop, &[Aisle::Dairy, Aisle::Vegetables])).await.unwrap();
        let names = async |shop: Option<&Word>| {
            let list = service.list(mei, shop).await.unwrap();
            list.lines.iter().filter(|line| line.aisle.is_some()).map(|line| line.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!((names(Some(&shop)).await.join(" "), names(None).await.join(" ")), ("牛乳 玉ねぎ".to_owned(), "玉ねぎ 牛乳".to_owned()));
        assert_eq!(w.costs(&WAYS_THROUGH_SHOPS, 0, shelf::ways(w.db(), &mei.kitchen)).await.unwrap().len(), 1);
        w.costs(&SET_WAY, 0, service.set_way(mei, &shop, &[])).await.unwrap();
        assert_eq!(names(Some(&shop)).await.join(" "), "玉ねぎ 牛乳");
        w.took_every_step("AP-509");
        w.took_every_step("AP-510");
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn the_fridge() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let eggs = w.costs(&ADD_BATCH, 0, service.add_batch(mei, &batch_input("卵", "10", "個"), None)).await.unwrap();
        let again = once("f1", "digest");
        let milk = w.costs(&ADD_BATCH, 0, service.add_batch(mei, &batch_input("牛乳", "1", "本"), Some(&again))).await.unwrap();
        assert_eq!(service.add_batch(mei, &batch_input("牛乳", "1", "本"), Some(&again)).await.unwrap().item_id, milk.item_id);
        w.took_every_step("AP-602");
        assert_eq!(w.costs(&FRIDGE, 1, service.fridge(mei)).await.unwrap().len(), 2);
        w.took_every_step("AP-601");
        // What is open is good for less long.
        let opened = BatchInput { opened_at: Some(Some(day("2026-11-15"))), ..BatchInput::default() };
        let open = w.costs(&EDIT_BATCH, 0, service.edit_batch(mei, &milk.item_id, &opened, Some(milk.version))).await.unwrap();
        assert!(open.best_before < milk.best_before, "{:?} {:?}", open.best_before, milk.best_before);
        assert_eq!(service.edit_batch(mei, &milk.item_id, &opened, Some(milk.version)).await, Err(KondateReason::Stale.into()));
        let negative = BatchInput { quantity: Some(Some("-1".to_owned())), ..BatchInput::default() };
        assert!(matches!(service.edit_batch(mei, &milk.item_id, &negative, None).await, Err(KondateError::Invalid { .. })));
        w.took_every_step("AP-603");
        // Gone, and back with everything it had.
        w.wait(60);
        w.costs(&DELETE_BATCH, 0, service.delete_batch(mei, &milk.item_id)).await.unwrap();
        w.wait(60);
        service.delete_batch(mei, &eggs.item_id).await.unwrap();
        w.took_every_step("AP-604");
        let deleted = w.costs(&DELETED_BATCHES, 1, service.deleted_batches(mei)).await.unwrap();
        assert_eq!(deleted.iter().map(|batch| batch.name.as_str()).collect::<Vec<_>>(), ["卵", "牛乳"]);
        w.took_every_step("AP-605");
        let back = w.costs(&RESTORE_BATCH, 1, service.restore_batch(mei, &milk.item_id)).await.unwrap();
        assert_eq!((&back.item_id, back.best_before, back.opened_at), (&milk.item_id, open.best_before, open.opened_at));
        // Whoever asks again, for the answer was lost, is told the same.
        assert_eq!(w.costs(&RESTORE_BATCH, 1, service.restore_batch(mei, &milk.item_id)).await.as_ref(), Ok(&back));
        w.took_every_step("AP-606");
        // After thirty days it is gone, whether or not the store has swept it.
        w.wait(30 * 24 * 60 * 60);
        assert_eq!(service.restore_batch(mei, &eggs.item_id).await, Err(KondateError::NotFound("item")));
        assert_eq!(service.deleted_batches(mei).await.unwrap(), []);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn categories() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let names = async || {
            let all = service.categories(mei, Scope::Book).await.unwrap();
            all.iter().map(|one| format!("{}{}", one.tag_name, if one.is_hidden { "-" } else { "" })).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(w.costs(&CATEGORIES, 0, names()).await, "和食 洋食 中華 時短 韓国 エスニック スイーツ");
        w.took_every_step("AP-701");
        // Eight tabs are seen, "all" among them: the ninth is hidden, and cannot be shown until another one is.
        let ninth = service.add_category(mei, Scope::Book, "鍋", None).await.unwrap();
        assert_eq!(names().await, "和食 洋食 中華 時短 韓国 エスニック スイーツ 鍋-");
        let shown = CategoryChange { is_hidden: Some(false), ..CategoryChange::default() };
        assert_eq!(service.change_category(mei, Scope::Book, &ninth.category_id, &shown).await, Err(KondateReason::TooManyTabs.into()));
        service.delete_category(mei, Scope::Book, &ninth.category_id).await.unwrap();
        let sweets = "sweets".parse().unwrap();
        let hidden = CategoryChange { is_hidden: Some(true), ..CategoryChange::default() };
        w.costs(&CHANGE_CATEGORIES, 0, service.change_category(mei, Scope::Book, &sweets, &hidden)).await.unwrap();
        let hotpot = service.add_category(mei, Scope::Book, " 鍋 ", None).await.unwrap();
        assert_eq!(names().await, "和食 洋食 中華 時短 韓国 エスニック スイーツ- 鍋");
        let first = CategoryChange { order: Some(1), ..CategoryChange::default() };
        service.change_category(mei, Scope::Book, &hotpot.category_id, &first).await.unwrap();
        assert_eq!(names().await, "鍋 和食 洋食 中華 時短 韓国 エスニック スイーツ-");
        let renamed = CategoryChange { tag_name: Some("和食".to_owned()), ..CategoryChange::default() };
        assert_eq!(
            service.change_category(mei, Scope::Book, &hotpot.category_id, &renamed).await,
            Err(KondateReason::CategoryTwice.into())
        );
        assert_eq!(service.delete_category(mei, Scope::Book, &sweets).await, Err(KondateReason::DefaultCategory.into()));
        service.delete_category(mei, Scope::Book, &hotpot.category_id).await.unwrap();
        assert_eq!(names().await, "和食 洋食 中華 時短 韓国 エスニック スイーツ-");
        w.took_every_step("AP-702");
        assert_eq!(service.categories(mei, Scope::Catalog).await.unwrap().len(), 7, "the catalog has its own");
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn what_is_kept_of_a_person() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei.person, &w.service);
        assert_eq!(w.costs(&PROFILE_OF, 0, service.profile(mei)).await.unwrap().map(|profile| profile.kitchens), Some(1));
        w.took_every_step("AP-112");
        let picture = "https://example.org/mei.jpg".to_owned();
        w.costs(&EDIT_PROFILE, 0, service.set_avatar(mei, &Avatar::Address(picture.clone()))).await.unwrap();
        assert_eq!(service.profile(mei).await.unwrap().unwrap().avatar_url, Some(picture));
        service.set_avatar(mei, &Avatar::Nothing).await.unwrap();
        assert_eq!(service.profile(mei).await.unwrap().unwrap().avatar_url, None);
        for no_address in ["javascript:alert(1)", "data:image/png;base64,x", "//example.org", "https://", "https://a b", "http://["] {
            let refused = service.set_avatar(mei, &Avatar::Address(no_address.to_owned())).await.unwrap_err();
            assert_eq!((refused.code(), refused.field()), ("kondate.address", Some("avatarUrl")), "{no_address}");
        }
        // Nobody is told anything on their devices until they say so.
        assert!(!w.costs(&NOTICE_SETTINGS, 0, service.notice_settings(mei)).await.unwrap().push_enabled);
        let personal = NoticeChange { categories: Some(NoticeCategories { news: false, personal: true }), ..NoticeChange::default() };
        w.costs(&NOTICE_SETTINGS, 0, service.change_notices(mei, personal)).await.unwrap();
        assert!(!service.notice_settings(mei).await.unwrap().push_enabled);
        service.change_notices(mei, NoticeChange { push_enabled: Some(true), ..NoticeChange::default() }).await.unwrap();
        let settings = service.notice_settings(mei).await.unwrap();
        assert_eq!((settings.push_enabled, settings.categories), (true, Some(NoticeCategories { news: false, personal: true })));
        w.took_every_step("AP-1206");
    })
    .await;
}
