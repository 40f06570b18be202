//! What the pages undo and change: slots as they were, shopping that was not done, a line written otherwise, a staple and a shop that are there
//! again; and what is answered to the same operation again.

use chabudai_app_kondate::design::{BATCH_MADE, CHANGE_LINE, LINE_MADE, PUT_BACK, SHOPPING_DONE, SHOPPING_NOT_DONE};
use chabudai_app_kondate::error::{KondateError, KondateReason};
use chabudai_app_kondate::model::{Bounded, MOST_BATCHES, Plan, SetId, Slot};
use chabudai_app_kondate::repo::{kitchens, lines, shelf};
use chabudai_app_kondate::service::{LineInput, Service, SlotBefore, StapleInput};
use chabudai_food::Aisle;
use chabudai_kernel::once::Once;
use chabudai_kernel::part::Word;

use crate::world::{World, at_once, batch_input, on_both};

fn shown(plan: &Plan) -> Vec<String> {
    plan.items.iter().map(|dish| format!("{}{}", dish.title, if dish.is_cooked { "!" } else { "" })).collect()
}

/// The way of an undo: through the fields of a form.
fn through_a_form(slots: &[SlotBefore]) -> Vec<SlotBefore> {
    let fields: Vec<_> = slots.iter().flat_map(SlotBefore::fields).collect();
    let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    SlotBefore::read_all(&fields).unwrap()
}

fn current(before: Option<&Plan>, left: Option<&Plan>) -> Vec<SlotBefore> {
    through_a_form(&[SlotBefore::new(Slot::Current, before, left)])
}

async fn cooking(w: &World) -> Plan {
    w.service.plan(&w.mei.kitchen).await.unwrap().0.unwrap()
}

const STALE: KondateError = KondateError::Own(KondateReason::Stale);

/// A form that was sent twice: the second time changes nothing, so that the undo of the first leads back to what was there before it.
#[tokio::test]
async fn the_same_tap_twice_is_one() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let (quick, autumn) = (SetId::new("quick").unwrap(), SetId::new("autumn").unwrap());
        let put = async |set: &SetId| service.replace(mei, set, Slot::Current, None).await.unwrap();
        put(&quick).await;
        w.clock.advance(std::time::Duration::from_mins(1));
        let first = put(&autumn).await;
        let again = put(&autumn).await;
        assert_eq!((again.plan, again.before), (first.plan.clone(), Vec::new()), "on {}", w.name);
        service.put_back(mei, &first.before).await.unwrap();
        assert_eq!(service.plan(&mei.kitchen).await.unwrap().0.unwrap().set_id, Some(quick));
        // Later it is meant, and so it is when something was done meanwhile.
        let first = put(&autumn).await;
        service.cook(mei, &first.plan.items[0].id).await.unwrap();
        assert_eq!(put(&autumn).await.before.len(), 1);
        w.clock.advance(std::time::Duration::from_mins(1));
        assert_eq!(put(&autumn).await.before.len(), 1);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn a_slot_is_what_it_was() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let curry = w.recipe("カレー", 4, &["玉ねぎ 2個"]).await;
        let soup = w.recipe("みそ汁", 2, &["豆腐 1丁"]).await;
        let set = w.set("今週", &[curry.clone(), soup]).await;
        w.stock("玉ねぎ", "5", "個").await;
        let plan = service.apply(mei, &set, Slot::Current).await.unwrap();
        w.tick_all().await;
        let plan = w.cook(&plan, "カレー").await;
        let (list, fridge) = (w.lines().await, w.fridge().await);
        let before = current(Some(&plan), None);

        // Emptied by mistake: the dishes, what was cooked of them and the ticks of the list are back. A recipe in the bin is still its dish.
        service.empty(mei, Slot::Current, None).await.unwrap();
        service.delete_recipe(mei, &curry).await.unwrap();
        w.costs(&PUT_BACK, 0, service.put_back(mei, &before)).await.unwrap();
        let back = cooking(&w).await;
        assert_eq!((shown(&back), back.applied_at), (shown(&plan), plan.applied_at));
        assert_eq!((w.lines().await, w.fridge().await), (list, fridge.clone()));
        // It was cooked before, so that cooking it again takes nothing and logs nothing.
        let uncooked = service.uncook(mei, &back.items[0].id).await.unwrap();
        w.cook(&uncooked, "カレー").await;
        assert_eq!(w.fridge().await, fridge);
        // Twice is once: by now the slot is not as it was left.
        assert_eq!(service.put_back(mei, &before).await, Err(STALE));

        // Another set by mistake: undone as long as nobody has gone on with it.
        service.restore_recipe(mei, &curry).await.unwrap();
        let other = w.set("来週", &[curry]).await;
        let was = cooking(&w).await;
        let instead = service.apply(mei, &other, Slot::Current).await.unwrap();
        service.put_back(mei, &current(Some(&was), Some(&instead))).await.unwrap();
        assert_eq!(shown(&cooking(&w).await), ["カレー!", "みそ汁"]);
        let instead = service.apply(mei, &other, Slot::Current).await.unwrap();
        w.cook(&instead, "カレー").await;
        assert_eq!(service.put_back(mei, &current(Some(&was), Some(&instead))).await, Err(STALE));
        w.is_in_order().await;
    })
    .await;
}

/// An undo that comes after others have gone on undoes its own write or nothing: a log that was written or deleted meanwhile stays as it is.
#[tokio::test]
async fn an_undo_knows_what_was_cooked_meanwhile() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let curry = w.recipe("カレー", 4, &["玉ねぎ 2個"]).await;
        let set = w.set("今週", &[curry]).await;
        w.stock("玉ねぎ", "5", "個").await;
        let plan = service.apply(mei, &set, Slot::Current).await.unwrap();
        let first = current(Some(&plan), None);
        service.empty(mei, Slot::Current, None).await.unwrap();
        // Somebody undoes it, cooks, and empties the slot again: the first undo, pressed now, would put back a dish that is not cooked.
        service.put_back(mei, &first).await.unwrap();
        let cooked = w.cook(&cooking(&w).await, "カレー").await;
        service.empty(mei, Slot::Current, None).await.unwrap();
        assert_eq!(service.put_back(mei, &first).await, Err(STALE));
        assert_eq!(w.fridge().await, ["玉ねぎ 3個"]);
        // Its log is deleted while the slot is empty, which gives back what it took: the dish that comes back is still to be cooked.
        let second = current(Some(&cooked), None);
        service.delete_log(mei, cooked.items[0].logged_on.unwrap(), &cooked.items[0].id).await.unwrap();
        service.put_back(mei, &second).await.unwrap();
        let back = cooking(&w).await;
        assert_eq!((shown(&back), back.items[0].logged_on), (vec!["カレー".to_owned()], None));
        w.cook(&back, "カレー").await;
        assert_eq!(w.fridge().await, ["玉ねぎ 3個"]);
        w.is_in_order().await;
    })
    .await;
}

/// Going on to the next set is undone as a whole: what was being cooked is being cooked, and the next set is the next again.
#[tokio::test]
async fn going_on_is_undone_in_both_slots() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let curry = w.recipe("カレー", 4, &["玉ねぎ 2個"]).await;
        let soup = w.recipe("みそ汁", 2, &["豆腐 1丁"]).await;
        let (now, next) = (w.set("今週", &[curry]).await, w.set("来週", &[soup]).await);
        // Nothing was being cooked.
        service.apply(mei, &next, Slot::Next).await.unwrap();
        let undo = through_a_form(&service.advance(mei, None).await.unwrap().before);
        w.costs(&PUT_BACK, 0, service.put_back(mei, &undo)).await.unwrap();
        let (current, again) = service.plan(&mei.kitchen).await.unwrap();
        assert_eq!((current, again.map(|plan| plan.set_title)), (None, Some("来週".to_owned())));
        // Something was, and one dish of it is on the table.
        let plan = service.apply(mei, &now, Slot::Current).await.unwrap();
        let plan = w.cook(&plan, "カレー").await;
        let undo = through_a_form(&service.advance(mei, None).await.unwrap().before);
        service.put_back(mei, &undo).await.unwrap();
        let (current, again) = service.plan(&mei.kitchen).await.unwrap();
        let current = current.unwrap();
        assert_eq!((shown(&current), current.applied_at), (vec!["カレー!".to_owned()], plan.applied_at));
        assert_eq!(again.map(|plan| plan.set_title), Some("来週".to_owned()));
        assert_eq!(service.put_back(mei, &undo).await, Err(STALE), "twice is once");
        // Somebody has planned the week after next meanwhile: neither slot is touched.
        let undo = through_a_form(&service.advance(mei, None).await.unwrap().before);
        service.apply(mei, &now, Slot::Next).await.unwrap();
        assert_eq!(service.put_back(mei, &undo).await, Err(STALE));
        let (current, next) = service.plan(&mei.kitchen).await.unwrap();
        assert_eq!((current.unwrap().set_title.as_str(), next.unwrap().set_title.as_str()), ("来週", "今週"));
        w.is_in_order().await;
        w.took_every_step("AP-409");
    })
    .await;
}

/// What was brought home by mistake is in the basket again, but for what somebody has touched since.
#[tokio::test]
async fn the_shopping_was_not_done() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let curry = w.recipe("カレー", 4, &["玉ねぎ 2個", "にんじん 1本"]).await;
        let set = w.set("今週", &[curry]).await;
        service.apply(mei, &set, Slot::Current).await.unwrap();
        let line = |name: &str| LineInput { name: name.to_owned(), ..LineInput::default() };
        for name in ["電池", "牛乳"] {
            service.add_line(mei, &line(name), None).await.unwrap();
        }
        w.tick_all().await;
        let basket = w.lines().await;
        let done = service.shopping_done(mei).await.unwrap();
        assert_eq!((done.moved_to_fridge, done.no_room_for, w.lines().await.len()), (4, 0, 0));
        // What is at home is neither ticked, changed nor removed any more.
        let rows = lines::rows(w.db().run(&SHOPPING_DONE), &mei.kitchen).await.unwrap().0;
        let bought = rows.iter().find(|row| row.name == "電池").unwrap();
        assert_eq!(service.tick(mei, &bought.item_id).await, Err(KondateError::NotFound("line")));
        assert_eq!(service.remove_line(mei, &bought.item_id).await, Err(KondateError::NotFound("line")));
        assert_eq!(service.change_line(mei, &bought.item_id, &line("肉")).await, Err(KondateError::NotFound("line")));
        assert_eq!(w.costs(&SHOPPING_NOT_DONE, 1, service.shopping_not_done(mei, done.at.unwrap())).await, Ok(4));
        assert_eq!((w.lines().await, w.fridge().await.len()), (basket, 0));
        w.took_every_step("AP-514");
        assert_eq!(service.shopping_not_done(mei, done.at.unwrap()).await, Ok(0), "twice is once");
        w.is_in_order().await;
        // Two of the same second are two, and each is undone by itself.
        let first = service.shopping_done(mei).await.unwrap();
        let bread = service.add_line(mei, &line("パン"), None).await.unwrap();
        service.tick(mei, &bread.item_id).await.unwrap();
        let second = service.shopping_done(mei).await.unwrap();
        assert_eq!(service.shopping_done(mei).await.unwrap().at, None, "nothing is undone by what moved nothing");
        assert_eq!(service.shopping_not_done(mei, second.at.unwrap()).await, Ok(1));
        assert_eq!(service.shopping_not_done(mei, first.at.unwrap()).await, Ok(4));
        service.remove_line(mei, &bread.item_id).await.unwrap();
        // Once more, and the milk is drunk: it stays where it is.
        w.clock.advance(std::time::Duration::from_secs(5));
        let done = service.shopping_done(mei).await.unwrap();
        let milk = service.fridge(mei).await.unwrap().into_iter().find(|batch| batch.name == "牛乳").unwrap();
        service.edit_batch(mei, &milk.item_id, &batch_input("牛乳", "1", "口"), None).await.unwrap();
        assert_eq!(service.shopping_not_done(mei, done.at.unwrap()).await, Ok(3));
        assert_eq!(w.fridge().await, ["牛乳 1口"]);
        w.is_in_order().await;
        // A day later there is nothing to undo of what somebody wrote.
        w.clock.advance(std::time::Duration::from_secs(5));
        let done = service.shopping_done(mei).await.unwrap();
        w.clock.advance(std::time::Duration::from_secs(24 * 60 * 60 + 1));
        assert_eq!(service.shopping_not_done(mei, done.at.unwrap()).await, Ok(2));
        w.is_in_order().await;
    })
    .await;
}

/// What the fridge has no room for stays in the basket, and is told.
#[tokio::test]
async fn a_full_fridge_takes_what_it_has_room_for() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        for name in ["電池", "牛乳", "卵", "米", "茶"] {
            service.add_line(mei, &LineInput { name: name.to_owned(), ..LineInput::default() }, None).await.unwrap();
        }
        w.tick_all().await;
        let almost_full = (MOST_BATCHES - 3).cast_signed();
        w.meddle(kitchens::count_anyway(&mei.kitchen, Bounded::Batches, almost_full)).await;
        let done = service.shopping_done(mei).await.unwrap();
        assert_eq!((done.moved_to_fridge, done.no_room_for), (3, 2));
        assert_eq!((w.lines().await.len(), w.fridge().await.len()), (2, 3));
        assert_eq!(service.shopping_done(mei).await, Err(KondateReason::Full.into()), "there is room for none of them");
        w.meddle(kitchens::count_anyway(&mei.kitchen, Bounded::Batches, -almost_full)).await;
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn a_line_says_something_else() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let input = |name: &str, quantity: Option<&str>, note: Option<&str>| LineInput {
            name: name.to_owned(),
            quantity: quantity.map(str::to_owned),
            unit: None,
            note: note.map(str::to_owned),
        };
        let line = service.add_line(mei, &input("牛乳", Some("1"), Some("低脂肪")), None).await.unwrap();
        service.tick(mei, &line.item_id).await.unwrap();
        w.costs(&CHANGE_LINE, 0, service.change_line(mei, &line.item_id, &input(" 豆乳 ", Some("2"), None))).await.unwrap();
        let list = w.list().await;
        let changed = list.line(&line.item_id).unwrap();
        assert_eq!((changed.name.as_str(), changed.quantity.as_deref(), changed.note.as_deref()), ("豆乳", Some("2"), None));
        assert!(changed.checked, "it is still in the basket");
        w.took_every_step("AP-512");
        let empty = service.change_line(mei, &line.item_id, &input(" ", None, None)).await;
        assert!(matches!(empty, Err(KondateError::Invalid { field: "name", .. })), "{empty:?}");
        // What the plan makes follows from the plan, and what is gone is gone.
        let recipe = w.recipe("みそ汁", 2, &["豆腐 1丁"]).await;
        let set = w.set("今週", &[recipe]).await;
        service.apply(mei, &set, Slot::Current).await.unwrap();
        let planned = w.list().await.lines.iter().find(|line| line.name == "豆腐").unwrap().id.clone();
        service.tick(mei, &planned).await.unwrap();
        let told = service.change_line(mei, &planned, &input("肉", None, None)).await;
        assert_eq!(told, Err(KondateError::NotFound("line")));
        service.remove_line(mei, &line.item_id).await.unwrap();
        assert_eq!(service.change_line(mei, &line.item_id, &input("卵", None, None)).await, Err(KondateError::NotFound("line")));
        w.is_in_order().await;
    })
    .await;
}

/// An undo acts if things are as what it undoes has left them; twice is once.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_is_there_again_overwrites_nothing() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let rice =
            |quantity: &str| StapleInput { name: "米".to_owned(), quantity: Some(quantity.to_owned()), unit: Some("kg".to_owned()) };
        let set = service.set_staple(mei, &rice("2")).await.unwrap();
        w.wait(60);
        // Saying how much leaves since when it is so.
        assert_eq!(service.set_staple(mei, &rice("3")).await.unwrap().created_at, set.created_at);
        service.remove_staple(mei, &set.food_id).await.unwrap();
        for _ in 0..2 {
            assert_eq!(service.put_staple_back(mei, &rice("3")).await.unwrap().quantity.as_deref(), Some("3"), "on {}", w.name);
        }
        service.remove_staple(mei, &set.food_id).await.unwrap();
        service.set_staple(mei, &rice("10")).await.unwrap();
        assert_eq!(service.put_staple_back(mei, &rice("3")).await, Err(KondateReason::Stale.into()), "on {}", w.name);
        assert_eq!(shelf::staples(w.db(), &mei.kitchen).await.unwrap()[0].quantity.as_deref(), Some("10"), "on {}", w.name);

        let shop = Word::new("角の店").unwrap();
        let aisles = async || shelf::ways(w.db(), &mei.kitchen).await.unwrap()[0].aisles.clone();
        service.set_way(mei, &shop, &[Aisle::Meat, Aisle::Fish]).await.unwrap();
        service.set_way(mei, &shop, &[]).await.unwrap();
        for _ in 0..2 {
            service.put_way_back(mei, &shop, &[Aisle::Meat, Aisle::Fish]).await.unwrap();
            assert_eq!(aisles().await, ["meat", "fish"], "on {}", w.name);
        }
        service.set_way(mei, &shop, &[]).await.unwrap();
        service.set_way(mei, &shop, &[Aisle::Bread]).await.unwrap();
        assert_eq!(service.put_way_back(mei, &shop, &[Aisle::Meat]).await, Err(KondateReason::Stale.into()), "on {}", w.name);
        assert_eq!(aisles().await, ["bread"], "on {}", w.name);

        // However many undo and set at once, through two servers: nobody who was told that it is as they said is overwritten by an undo.
        service.set_way(mei, &shop, &[]).await.unwrap();
        service.remove_staple(mei, &set.food_id).await.unwrap();
        let cook = mei.clone();
        let outcomes = at_once(&w.two(), |service: Service, nth| {
            let (mei, shop, rice) = (cook.clone(), shop.clone(), rice(if nth == 7 { "99" } else { "3" }));
            async move {
                loop {
                    let outcome = match nth {
                        7 => service.set_way(&mei, &shop, &[Aisle::Rice]).await.and(service.set_staple(&mei, &rice).await.map(drop)),
                        _ if nth % 2 == 0 => service.put_way_back(&mei, &shop, &[Aisle::Meat]).await,
                        _ => service.put_staple_back(&mei, &rice).await.map(drop),
                    };
                    match outcome {
                        Err(KondateError::Busy) => {}
                        other => return other,
                    }
                }
            }
        })
        .await;
        let stale: Result<(), KondateError> = Err(KondateReason::Stale.into());
        assert!(outcomes[7].is_ok() && outcomes.iter().all(|outcome| outcome.is_ok() || *outcome == stale), "{outcomes:?} on {}", w.name);
        assert_eq!(aisles().await, ["rice"], "on {}", w.name);
        assert_eq!(shelf::staples(w.db(), &mei.kitchen).await.unwrap()[0].quantity.as_deref(), Some("99"), "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn the_same_operation_again_is_answered_in_one_more_read() {
    on_both(async |w: World| {
        let once = Once::of_client(&Word::new("key").unwrap(), "the same".to_owned());
        let milk = batch_input("牛乳", "1", "本");
        let made = w.service.add_batch(&w.mei, &milk, Some(&once)).await.unwrap();
        assert_eq!(w.costs(&BATCH_MADE, 0, w.service.add_batch(&w.mei, &milk, Some(&once))).await.as_ref(), Ok(&made), "on {}", w.name);
        w.took_every_step("AP-608");
        let once = Once::of_client(&Word::new("other").unwrap(), "the same".to_owned());
        let eggs = LineInput { name: "卵".to_owned(), ..LineInput::default() };
        let made = w.service.add_line(&w.mei, &eggs, Some(&once)).await.unwrap();
        assert_eq!(w.costs(&LINE_MADE, 0, w.service.add_line(&w.mei, &eggs, Some(&once))).await.as_ref(), Ok(&made), "on {}", w.name);
        w.took_every_step("AP-513");
    })
    .await;
}

/// What is undone is what the write itself replaced, and not what somebody saw a moment before.
#[tokio::test]
async fn an_undo_brings_back_what_was_replaced() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let curry = w.recipe("カレー", 4, &["玉ねぎ 2個"]).await;
        let soup = w.recipe("みそ汁", 2, &["豆腐 1丁"]).await;
        let (of_curry, of_soup) = (std::slice::from_ref(&curry), std::slice::from_ref(&soup));
        let [a, b, c] = [w.set("A", of_curry).await, w.set("B", of_soup).await, w.set("C", of_curry).await];
        service.apply(mei, &a, Slot::Current).await.unwrap();
        service.apply(mei, &c, Slot::Current).await.unwrap();
        let undo = through_a_form(&service.replace(mei, &b, Slot::Current, None).await.unwrap().before);
        service.put_back(mei, &undo).await.unwrap();
        assert_eq!(cooking(&w).await.set_title, "C");
        // Another dish in the place of one that was cooked for six, and back: the same dish, for six, with its log.
        let plan = service.change_dish(mei, Slot::Current, &cooking(&w).await.items[0].id, Some(6), None).await.unwrap();
        w.stock("玉ねぎ", "9", "個").await;
        let cooked = w.cook(&plan, "カレー").await;
        let dish = &cooked.items[0];
        service.uncook(mei, &dish.id).await.unwrap();
        let swapped = service.swap(mei, Slot::Current, &dish.id, None, Some(&soup)).await.unwrap();
        assert_eq!((swapped.plan.items[0].title.as_str(), swapped.plan.items[0].servings), ("みそ汁", Some(6)), "as many sit at the table");
        service.put_back(mei, &through_a_form(&swapped.before)).await.unwrap();
        let back = cooking(&w).await;
        assert_eq!((&back.items[0].id, back.items[0].servings, back.items[0].logged_on), (&dish.id, Some(6), dish.logged_on));
        let fridge = w.fridge().await;
        w.cook(&back, "カレー").await;
        assert_eq!(w.fridge().await, fridge, "it takes nothing a second time");
        w.is_in_order().await;
    })
    .await;
}
