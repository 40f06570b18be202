//! The two slots, and the log of what was cooked.

use chabudai_kernel::db::{Db, Run};
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Check, Delete, Get, Put, Query, Transact, Update};
use chabudai_kernel::part::IsoDay;

use super::version_is;
use crate::design::{DAY, MAIN_TABLE, MONTH};
use crate::error::Result;
use crate::model::{CookLog, DishId, Kitchen, KitchenId, Moment, Plan, Slot};

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
pub fn empty_current(plan: &Plan) -> Transact {
    let remembered = Update::of::<Kitchen>(Kitchen::key(plan.kitchen.clone())).set("lastAppliedAt", plan.applied_at.to_string());
    Transact::of([empty_of(plan).into(), remembered.if_exists().into()])
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
