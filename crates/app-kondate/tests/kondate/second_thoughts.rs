//! What the pages undo and change: a slot as it was, a line written otherwise.

use chabudai_app_kondate::design::{APPLY_SET, CHANGE_LINE};
use chabudai_app_kondate::error::{KondateError, KondateReason};
use chabudai_app_kondate::model::{Plan, Slot};
use chabudai_app_kondate::service::{LineInput, PlanBefore};

use crate::world::{World, on_both};

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
