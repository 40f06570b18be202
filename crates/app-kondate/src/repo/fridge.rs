//! What is in the fridge, what has left it, and the foods of a kitchen's own.

use chabudai_kernel::db::{Db, Run};
use chabudai_kernel::op::{Delete, Get, Put, Query, Update};
use chabudai_kernel::part::UtcSeconds;

use super::{from_to, version_is};
use crate::design::{DELETED_BATCHES, FRIDGE, MAIN_TABLE};
use crate::error::Result;
use crate::larder::{Foods, Portion};
use crate::model::{Batch, BatchId, DeletedBatch, KitchenId, MOST_DELETED, Moment, OwnFood};

chabudai_kernel::one_of! {
    /// What is read of a fridge together.
    pub FridgeRow { OwnFood, Batch }
}

/// AP-601: what is in the fridge, and the foods that the kitchen knows.
pub async fn fridge(db: &Db, kitchen: &KitchenId) -> Result<(Foods, Vec<Batch>)> {
    stock(db.run(&FRIDGE), kitchen).await
}

/// The same, on the account of the pattern that asks. Batches that are empty and not swept yet are among them.
pub async fn stock(run: Run<'_>, kitchen: &KitchenId) -> Result<(Foods, Vec<Batch>)> {
    let range = from_to(OwnFood::SK.from(()), Batch::SK.from(()));
    let rows = run.all(Query::table(&MAIN_TABLE, Batch::PK.of((kitchen.clone(),))).range(range).consistent()).await?;
    let (mut own, mut batches) = (Vec::new(), Vec::new());
    for row in rows {
        match row {
            FridgeRow::OwnFood(food) => own.push(food),
            FridgeRow::Batch(batch) => batches.push(batch),
        }
    }
    Ok((Foods::with(own), batches))
}

/// AP-603 and AP-604: one batch.
pub async fn batch(run: Run<'_>, kitchen: &KitchenId, id: &BatchId) -> Result<Option<Batch>> {
    Ok(run.get(Get::new(&MAIN_TABLE, Batch::key(kitchen.clone(), id.clone())).consistent()).await?)
}

/// The write of a new batch. One that is there is not made again.
pub fn add(batch: &Batch) -> Put {
    Put::of(batch).if_absent()
}

/// The write of a batch as it is now, if nobody has written it since.
pub fn rewrite(batch: &Batch) -> Put {
    Put::of(&Batch { version: batch.version + 1, ..batch.clone() }).only_if(version_is(batch.version))
}

/// AP-403, the write: less is left of it.
pub fn take(portion: &Portion<'_>, now: Moment) -> Update {
    let batch = portion.batch;
    let update = Update::of::<Batch>(Batch::key(batch.kitchen.clone(), batch.item_id.clone()))
        .set("quantity", portion.left.to_string())
        .set("updatedAt", now.to_string())
        .set("version", batch.version + 1)
        .only_if(version_is(batch.version));
    if portion.left.is_zero() { update.set("emptiedAt", now.to_string()) } else { update }
}

/// AP-514, the write: a batch was never brought home, if nobody has touched it since.
pub fn unmake(batch: &Batch) -> Delete {
    Delete::new(&MAIN_TABLE, Batch::key(batch.kitchen.clone(), batch.item_id.clone())).only_if(version_is(batch.version))
}

/// The writes by which a batch leaves the fridge: both or none.
pub fn leave(batch: &Batch, now: UtcSeconds) -> (Delete, Put) {
    (unmake(batch), Put::of(&DeletedBatch::of(batch.clone(), now)).if_absent())
}

/// AP-605: what has left since a moment, the last first.
pub async fn deleted(db: &Db, kitchen: &KitchenId, since: UtcSeconds) -> Result<Vec<DeletedBatch>> {
    deleted_since(db.run(&DELETED_BATCHES), kitchen, since).await
}

/// The same, on the account of the pattern that asks. However much has left, so much of it is read.
pub async fn deleted_since(run: Run<'_>, kitchen: &KitchenId, since: UtcSeconds) -> Result<Vec<DeletedBatch>> {
    let query = Query::table(&MAIN_TABLE, DeletedBatch::PK.of((kitchen.clone(),))).range(DeletedBatch::SK.from((since,)));
    Ok(run.list(query.backward().consistent(), MOST_DELETED, None, MOST_DELETED + 1).await?.items)
}

/// AP-606, the writes: it is in the fridge again.
pub fn restore(deleted: &DeletedBatch, now: Moment) -> (Delete, Put) {
    let key = DeletedBatch::key(deleted.kitchen.clone(), deleted.deleted_at, deleted.item_id.clone());
    (Delete::new(&MAIN_TABLE, key).if_exists(), Put::of(&deleted.clone().back(now)).if_absent())
}
