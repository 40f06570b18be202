//! Lines of the shopping list, and what they are computed from.

use std::collections::HashMap;

use chabudai_food::{Aisle, Language};
use chabudai_kernel::db::{Db, Run};
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::op::{Delete, Get, Put, Query, Update};

use super::{fridge, from_to, plans};
use crate::design::{BATCH_OF_READS, LINE_MADE, MAIN_TABLE, SHOPPING_LIST};
use crate::error::Result;
use crate::list::{Read, ShoppingList, compute};
use crate::model::{
    AisleOrder, BOUGHT_FOR, BatchId, KitchenId, Line, LineId, Moment, PersonId, Plan, Recipe, RecipeId, Slot, Source, Staple,
};
use crate::official;

chabudai_kernel::one_of! {
    /// What is read of a list together.
    pub ListRow { Line, Staple }
}

chabudai_kernel::one_of! {
    /// What a list needs by key.
    pub Needed { Recipe, AisleOrder }
}

/// AP-501: the list, as one walks through this shop.
pub async fn list(db: &Db, kitchen: &KitchenId, shop: &chabudai_kernel::part::Word, language: Language) -> Result<ShoppingList> {
    Ok(compute(&read(db.run(&SHOPPING_LIST), kitchen, Some(shop), language).await?))
}

/// What a list is computed from: four requests, whatever is on it.
pub async fn read(run: Run<'_>, kitchen: &KitchenId, shop: Option<&chabudai_kernel::part::Word>, language: Language) -> Result<Read> {
    let plan = plans::get(run, kitchen, Slot::Current).await?;
    let (recipes, way) = recipes_and_way(run, kitchen, plan.as_ref(), shop, language).await?;
    let (foods, batches) = fridge::stock(run, kitchen).await?;
    let (lines, staples) = rows(run, kitchen).await?;
    Ok(Read { plan, recipes, foods, batches, lines, staples, way })
}

async fn recipes_and_way(
    run: Run<'_>,
    kitchen: &KitchenId,
    plan: Option<&Plan>,
    shop: Option<&chabudai_kernel::part::Word>,
    language: Language,
) -> Result<(HashMap<RecipeId, Recipe>, Vec<Aisle>)> {
    let (mut recipes, mut way, mut keys) = (HashMap::new(), Vec::new(), Vec::new());
    for dish in plan.iter().flat_map(|plan| &plan.items).filter(|dish| !dish.is_cooked) {
        if let Some(starter) = official::recipe(&dish.recipe_id, language) {
            recipes.insert(dish.recipe_id.clone(), starter.clone());
        } else {
            let owner = dish.owner_id.clone().unwrap_or_else(|| kitchen.clone());
            keys.push((&MAIN_TABLE, Recipe::key(owner, dish.recipe_id.clone())));
        }
    }
    keys.extend(shop.map(|shop| (&MAIN_TABLE, AisleOrder::key(kitchen.clone(), shop.clone()))));
    for found in run.batch_get::<Needed>(keys, BATCH_OF_READS, true).await? {
        match found {
            Needed::Recipe(recipe) => drop(recipes.insert(recipe.recipe_id.clone(), recipe)),
            Needed::AisleOrder(order) => way = order.aisles.iter().filter_map(|aisle| Aisle::from_id(aisle)).collect(),
        }
    }
    Ok((recipes, way))
}

/// Lines and staples.
pub async fn rows(run: Run<'_>, kitchen: &KitchenId) -> Result<(Vec<Line>, Vec<Staple>)> {
    let range = from_to(Line::SK.from(()), Staple::SK.from(()));
    let rows = run.all(Query::table(&MAIN_TABLE, Line::PK.of((kitchen.clone(),))).range(range).consistent()).await?;
    let (mut lines, mut staples) = (Vec::new(), Vec::new());
    for row in rows {
        match row {
            ListRow::Line(line) => lines.push(line),
            ListRow::Staple(staple) => staples.push(staple),
        }
    }
    Ok((lines, staples))
}

/// The write of a line, or of a tick that nobody has made yet.
pub fn add(line: &Line) -> Put {
    Put::of(line).if_absent()
}

/// AP-513: one line.
pub async fn line(db: &Db, kitchen: &KitchenId, id: &LineId) -> Result<Option<Line>> {
    Ok(db.run(&LINE_MADE).get(Get::new(&MAIN_TABLE, Line::key(kitchen.clone(), id.clone())).consistent()).await?)
}

/// AP-503, the write: a line that somebody wrote is in the basket. The batch that it becomes is made up once.
pub fn tick(kitchen: &KitchenId, id: &LineId, batch: &BatchId, by: &PersonId, now: Moment) -> Update {
    Update::of::<Line>(Line::key(kitchen.clone(), id.clone()))
        .set("checked", true)
        .set_if_absent("fridgeItemId", batch.as_str())
        .set("checkedBy", by.as_str())
        .set("updatedAt", now.to_string())
        .only_if(is_to_buy())
}

/// AP-504, the write: it is not in the basket.
pub fn untick(kitchen: &KitchenId, id: &LineId, now: Moment) -> Update {
    Update::of::<Line>(Line::key(kitchen.clone(), id.clone()))
        .set("checked", false)
        .remove("checkedBy")
        .set("updatedAt", now.to_string())
        .only_if(is_to_buy())
}

/// It is there, and what it asks for is not at home yet.
fn is_to_buy() -> Condition {
    attr("PK").exists().and(attr("boughtAt").absent())
}

/// The same, of what somebody wrote.
fn is_written() -> Condition {
    attr("source").eq(Source::Manual.as_str()).and(attr("boughtAt").absent())
}

/// AP-504, the write: what had happened to a line of the plan has not.
pub fn forget_tick(kitchen: &KitchenId, id: &LineId) -> Delete {
    Delete::new(&MAIN_TABLE, Line::key(kitchen.clone(), id.clone())).only_if(is_to_buy())
}

/// AP-505, the write: a line that somebody wrote goes.
pub fn remove(kitchen: &KitchenId, id: &LineId) -> Delete {
    Delete::new(&MAIN_TABLE, Line::key(kitchen.clone(), id.clone())).only_if(is_written())
}

/// AP-512, the write: a line that somebody wrote says something else. What food it is follows from its name.
pub fn change(kitchen: &KitchenId, id: &LineId, name: &str, words: [(&'static str, Option<String>); 3], now: Moment) -> Update {
    let update = Update::of::<Line>(Line::key(kitchen.clone(), id.clone()))
        .set("name", name)
        .set("updatedAt", now.to_string())
        .remove("foodId")
        .only_if(is_written());
    words.into_iter().fold(update, |update, (attribute, word)| match word {
        Some(word) => update.set(attribute, word),
        None => update.remove(attribute),
    })
}

/// AP-506, the write: a line is done with, if it is still in the basket. What somebody wrote goes a day later, so that it can be undone; the tick
/// of a line of the plan stays, for the same line could be ticked again by a tap that was on its way.
pub fn bought(line: &Line, now: Moment) -> Update {
    let key = Line::key(line.kitchen.clone(), line.item_id.clone());
    // What was read is what goes into the fridge: a line that says something else by now is read again.
    let same = |attribute: &'static str, read: Option<&String>| {
        read.map_or_else(|| attr(attribute).absent(), |read| attr(attribute).eq(read.as_str()))
    };
    let mut as_read = attr("checked").eq(true).and(attr("boughtAt").absent());
    if line.source == Source::Manual {
        as_read = as_read.and(attr("name").eq(line.name.as_str())).and(same("note", line.note.as_ref()));
        as_read = as_read.and(same("quantity", line.quantity.as_ref())).and(same("unit", line.unit.as_ref()));
    }
    let update = Update::of::<Line>(key).set("boughtAt", now.to_string()).only_if(as_read);
    match line.source {
        Source::Manual => update.set("ttl", now.seconds() + BOUGHT_FOR),
        Source::Auto => update,
    }
}

/// AP-514, the write: a line is in the basket and not at home, if it was bought then.
pub fn not_bought(line: &Line, bought_at: Moment) -> Update {
    let key = Line::key(line.kitchen.clone(), line.item_id.clone());
    let update = Update::of::<Line>(key).remove("boughtAt").only_if(attr("boughtAt").eq(bought_at.to_string()));
    match line.source {
        Source::Manual => update.remove("ttl"),
        Source::Auto => update,
    }
}

/// AP-506, the write: the tick of a plan that is over goes, if it is older than the plan that is there; one of no plan, if it was made before.
/// Moments are written to the second and compare as they are spelled.
pub fn forget(line: &Line, applied_at: Moment) -> Delete {
    let of_none = attr("appliedAt").absent().and(attr("createdAt").lt(applied_at.to_string()));
    let is_over = attr("source").eq(Source::Auto.as_str()).and(attr("appliedAt").lt(applied_at.to_string()).or(of_none));
    Delete::new(&MAIN_TABLE, Line::key(line.kitchen.clone(), line.item_id.clone())).only_if(is_over)
}
