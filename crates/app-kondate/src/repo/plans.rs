//! The two slots, and the log of what was cooked.

use std::collections::BTreeSet;

use chabudai_kernel::db::{Db, Run};
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Check, Delete, Get, Put, Query, Update, Write};
use chabudai_kernel::part::IsoDay;

use super::version_is;
use crate::design::{BATCH_OF_READS, DAY, MAIN_TABLE, MONTH};
use crate::error::Result;
use crate::model::{CookLog, DishId, Kitchen, KitchenId, Moment, Plan, Recipe, RecipeId, Slot};

/// AP-401 and AP-405: both slots; a slot that is empty has no item.
pub async fn both(run: Run<'_>, kitchen: &KitchenId) -> Result<(Option<Plan>, Option<Plan>)> {
    let rows = Query::table(&MAIN_TABLE, Plan::PK.of((kitchen.clone(),))).range(Plan::SK.starting(()));
    let plans: Vec<Plan> = run.all(rows.consistent()).await?;
    let of = |slot| plans.iter().find(|plan| plan.slot == slot).cloned();
    Ok((of(Slot::Current), of(Slot::Next)))
}

/// One slot.
pub async fn get(run: Run<'_>, kitchen: &KitchenId, slot: Slot) -> Result<Option<Plan>> {
    Ok(run.get(Get::new(&MAIN_TABLE, Plan::key(kitchen.clone(), slot)).consistent()).await?)
}

/// The write that fills a slot, if it still holds what was read.
pub fn fill(plan: &Plan, before: Option<&Plan>) -> Put {
    match before {
        Some(before) => Put::of(plan).only_if(version_is(before.version)),
        None => Put::of(plan).if_absent(),
    }
}

/// The write of a change within a slot: once more written.
pub fn rewrite(plan: &Plan) -> Put {
    Put::of(&Plan { version: plan.version + 1, ..plan.clone() }).only_if(version_is(plan.version))
}

/// AP-405, the write: the slot holds nothing, if it still held what was read.
pub fn empty_of(plan: &Plan) -> Delete {
    Delete::new(&MAIN_TABLE, Plan::key(plan.kitchen.clone(), plan.slot)).only_if(version_is(plan.version))
}

/// AP-406, the writes: nothing is being cooked, if it still is what was read; and the kitchen remembers when that plan began, so that the next
/// one is later and none of its ticks is taken for one of the other.
pub fn empty_current(plan: &Plan) -> [Write; 2] {
    let remembered = Update::of::<Kitchen>(Kitchen::key(plan.kitchen.clone()))
        .set("lastAppliedAt", plan.applied_at.to_string())
        .set("lastVersion", plan.version);
    [empty_of(plan).into(), remembered.if_exists().into()]
}

/// The write that goes only if the last plan that the slot was emptied of is this one, as it was then.
pub fn last_emptied_is(kitchen: &KitchenId, version: u64) -> Check {
    Check { table: &MAIN_TABLE, key: Kitchen::key(kitchen.clone()), condition: attr("lastVersion").eq(version) }
}

chabudai_kernel::one_of! {
    /// What a plan is put back from.
    pub Kept { Recipe, CookLog }
}

/// AP-409: the recipes and the logs of dishes, as many of them as there are.
pub async fn recipes_and_logs(
    run: Run<'_>,
    kitchen: &KitchenId,
    recipes: impl Iterator<Item = RecipeId>,
    logs: impl Iterator<Item = (IsoDay, DishId)>,
) -> Result<(Vec<Recipe>, Vec<CookLog>)> {
    let recipes: BTreeSet<RecipeId> = recipes.collect();
    let recipes = recipes.into_iter().map(|id| (&MAIN_TABLE, Recipe::key(kitchen.clone(), id)));
    let logs = logs.map(|(day, id)| (&MAIN_TABLE, CookLog::key(kitchen.clone(), day, id)));
    let keys: Vec<_> = recipes.chain(logs).collect();
    let (mut recipes, mut logs) = (Vec::new(), Vec::new());
    for found in run.batch_get::<Kept>(keys, BATCH_OF_READS, true).await? {
        match found {
            Kept::Recipe(recipe) => recipes.push(recipe),
            Kept::CookLog(log) => logs.push(log),
        }
    }
    Ok((recipes, logs))
}

/// AP-409, the write that goes only if a log is still there, or still not, as it was read.
pub fn log_is_as_read(kitchen: &KitchenId, (day, id): (IsoDay, &DishId), logs: &[CookLog]) -> Check {
    let is_there = logs.iter().any(|log| log.date == day && log.log_id == *id);
    let condition = if is_there { attr("PK").exists() } else { attr("PK").absent() };
    Check { table: &MAIN_TABLE, key: CookLog::key(kitchen.clone(), day, id.clone()), condition }
}

/// The write that goes only if the slot was not emptied since the kitchen was read.
pub fn nothing_was_emptied_since(kitchen: &KitchenId, last: Option<Moment>) -> Check {
    let same = last.map_or_else(|| attr("lastAppliedAt").absent(), |last| attr("lastAppliedAt").eq(last.to_string()));
    Check { table: &MAIN_TABLE, key: Kitchen::key(kitchen.clone()), condition: attr("PK").exists().and(same) }
}

/// AP-403, the write: a dish was cooked, once.
pub fn log(log: &CookLog) -> Put {
    Put::of(log).if_absent()
}

/// AP-803: a log.
pub async fn logged(run: Run<'_>, kitchen: &KitchenId, date: IsoDay, id: &DishId) -> Result<Option<CookLog>> {
    Ok(run.get(Get::new(&MAIN_TABLE, CookLog::key(kitchen.clone(), date, id.clone())).consistent()).await?)
}

/// AP-803, the write: it was not cooked.
pub fn unlog(log: &CookLog) -> Delete {
    Delete::new(&MAIN_TABLE, CookLog::key(log.kitchen.clone(), log.date, log.log_id.clone())).if_exists()
}

fn logs(kitchen: &KitchenId, from: IsoDay, to: IsoDay) -> Query {
    Query::table(&MAIN_TABLE, CookLog::PK.of((kitchen.clone(),))).range(CookLog::SK.between((from,), (to,)))
}

/// AP-801: the logs of a month, or of any days.
pub async fn between(db: &Db, kitchen: &KitchenId, from: IsoDay, to: IsoDay) -> Result<Vec<CookLog>> {
    logs_between(db.run(&MONTH), kitchen, from, to).await
}

/// The same, on the account of the pattern that asks.
pub async fn logs_between(run: Run<'_>, kitchen: &KitchenId, from: IsoDay, to: IsoDay) -> Result<Vec<CookLog>> {
    Ok(run.all(logs(kitchen, from, to)).await?)
}

/// AP-802: the logs of a day.
pub async fn day(db: &Db, kitchen: &KitchenId, date: IsoDay) -> Result<Vec<CookLog>> {
    let query = Query::table(&MAIN_TABLE, CookLog::PK.of((kitchen.clone(),))).range(CookLog::SK.starting((date,)));
    Ok(db.run(&DAY).all(query.consistent()).await?)
}
