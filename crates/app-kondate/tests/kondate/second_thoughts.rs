//! What the pages undo and change: a slot as it was, a line written otherwise, a staple and a shop that are there again; and what is answered to the
//! same operation again.

use chabudai_app_kondate::design::{APPLY_SET, BATCH_MADE, CHANGE_LINE, LINE_MADE};
use chabudai_app_kondate::error::{KondateError, KondateReason};
use chabudai_app_kondate::model::{Plan, Slot};
use chabudai_app_kondate::repo::shelf;
use chabudai_app_kondate::service::{LineInput, PlanBefore, Service, StapleInput};
use chabudai_food::Aisle;
use chabudai_kernel::once::Once;
use chabudai_kernel::part::Word;

use crate::world::{World, at_once, batch_input, on_both};

fn shown(plan: &Plan) -> Vec<String> {
    plan.items.iter().map(|dish| format!("{}{}", dish.title, if dish.is_cooked { "!" } else { "" })).collect()
}

/// The way of an undo: through the fields of a form.
fn through_a_form(plan: &Plan) -> PlanBefore {
    let fields = PlanBefore::of(plan).fields();
    let of = |name: &str| fields.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str());
    let dishes = fields.iter().filter(|(name, _)| name == "dish").map(|(_, value)| value.as_str());
    PlanBefore::read(of("set"), of("title"), of("at"), dishes).unwrap()
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
        let before = through_a_form(&plan);

        // Emptied by mistake: the dishes, what was cooked of them and the ticks of the list are back. A recipe in the bin is still its dish.
        service.empty(mei, Slot::Current, None).await.unwrap();
        service.delete_recipe(mei, &curry).await.unwrap();
        let back = w.costs(&APPLY_SET, 0, service.put_back(mei, Slot::Current, &before, None)).await.unwrap();
        assert_eq!((shown(&back), back.applied_at), (shown(&plan), plan.applied_at));
        assert_eq!((w.lines().await, w.fridge().await), (list, fridge.clone()));
        // It was cooked before, so that cooking it again takes nothing and logs nothing.
        let uncooked = service.uncook(mei, &back.items[0].id).await.unwrap();
        w.cook(&uncooked, "カレー").await;
        assert_eq!(w.fridge().await, fridge);
        // Twice is once: by now the slot is not as it was left.
        assert_eq!(service.put_back(mei, Slot::Current, &before, None).await, Err(KondateReason::Stale.into()));

        // Another set by mistake: undone as long as nobody has gone on with it.
        service.restore_recipe(mei, &curry).await.unwrap();
        let other = w.set("来週", &[curry]).await;
        let (current, _) = service.plan(&mei.kitchen).await.unwrap();
        let before = through_a_form(&current.unwrap());
        let instead = service.apply(mei, &other, Slot::Current).await.unwrap();
        let back = service.put_back(mei, Slot::Current, &before, Some(instead.version)).await.unwrap();
        assert_eq!(shown(&back), ["カレー!", "みそ汁"]);
        let instead = service.apply(mei, &other, Slot::Current).await.unwrap();
        w.cook(&instead, "カレー").await;
        assert_eq!(service.put_back(mei, Slot::Current, &before, Some(instead.version)).await, Err(KondateReason::Stale.into()));
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
