//! Wardrobes that were deleted, and what is left of them.

use chabudai_kernel::db::{Db, Run};
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{BatchWrite, Delete, Put, Query, Transact, Update, key_of};
use chabudai_kernel::packed::Item;
use chabudai_kernel::part::Millis;

use super::kept::is_at;
use crate::design::{DUE_DELETIONS, WARDROBE_TABLE};
use crate::error::Result;
use crate::model::{Deletion, Wardrobe};

fn of(wardrobe: &Wardrobe, deleted_at: Millis) -> Deletion {
    Deletion { deleted_at, wardrobe_id: wardrobe.wardrobe_id }
}

/// AP-35, the writes: from now on it is deleted.
pub fn mark(wardrobe: &Wardrobe, now: Millis) -> Transact {
    let mark = Update::of::<Wardrobe>(Wardrobe::key(wardrobe.wardrobe_id))
        .set("deletedAt", now.0)
        .only_if(is_at(wardrobe.address_hash.as_deref()))
        .only_if(attr("deletedAt").absent());
    Transact::of([mark.into(), Put::of(&of(wardrobe, now)).into()])
}

/// AP-36, the writes: it is not, unless its removal has begun.
pub fn unmark(wardrobe: &Wardrobe, deleted_at: Millis) -> Transact {
    let back = Update::of::<Wardrobe>(Wardrobe::key(wardrobe.wardrobe_id))
        .remove("deletedAt")
        .only_if(attr("deletedAt").eq(deleted_at.0))
        .only_if(attr("removing").absent());
    let deletion = of(wardrobe, deleted_at);
    Transact::of([back.into(), Delete::new(&WARDROBE_TABLE, Deletion::key(deletion.deleted_at, deletion.wardrobe_id)).into()])
}

/// AP-37: what was deleted up to a moment, the first first.
pub async fn until(db: &Db, moment: Millis) -> Result<Vec<Deletion>> {
    Ok(db
        .run(&DUE_DELETIONS)
        .all(Query::table(&WARDROBE_TABLE, Deletion::PK.of(())).range(Deletion::SK.until((moment,))).consistent())
        .await?)
}

/// AP-38, the first write: its removal begins, or goes on. False if it was undone in time.
pub async fn claim(run: Run<'_>, deletion: &Deletion) -> Result<bool> {
    let claim = Update::of::<Wardrobe>(Wardrobe::key(deletion.wardrobe_id))
        .set("removing", true)
        .only_if(attr("deletedAt").eq(deletion.deleted_at.0));
    match run.commit_one(claim).await {
        Ok(()) => Ok(true),
        Err(error) if error.condition_failed_at(0) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// AP-38: some items go.
pub async fn remove(run: Run<'_>, items: &[Item]) -> Result<()> {
    let keys = items.iter().filter_map(|item| key_of(&WARDROBE_TABLE, item.view()));
    Ok(run.batch_write(keys.map(|key| BatchWrite::Delete(&WARDROBE_TABLE, key)).collect()).await?)
}

/// AP-38, the last write: nothing is left of it.
pub async fn end(run: Run<'_>, deletion: &Deletion) -> Result<()> {
    let wardrobe = Delete::new(&WARDROBE_TABLE, Wardrobe::key(deletion.wardrobe_id)).only_if(attr("removing").eq(true));
    let mark = Delete::new(&WARDROBE_TABLE, Deletion::key(deletion.deleted_at, deletion.wardrobe_id));
    match run.commit(Transact::of([wardrobe.into(), mark.into()])).await {
        // Another server that thought it its own was first.
        Err(error) if error.condition_failed_at(0) => Ok(()),
        other => Ok(other?),
    }
}
