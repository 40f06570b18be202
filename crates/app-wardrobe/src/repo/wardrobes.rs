//! The wardrobe itself.

use chabudai_kernel::db::{Db, Run};
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Get, Put, Update};

use super::kept::is_at;
use crate::design::{BATCH, KNOWN_HERE, OPEN_WARDROBE, RENAME_WARDROBE, WARDROBE_TABLE};
use crate::error::{Result, WardrobeError};
use crate::model::{Wardrobe, WardrobeId};
use crate::name::Name;

/// AP-01, the write: a new wardrobe.
pub fn create(wardrobe: &Wardrobe) -> Put {
    Put::of(wardrobe).if_absent()
}

/// AP-02: the wardrobe of an address, whether or not the address still opens it.
pub async fn open(db: &Db, wardrobe: WardrobeId) -> Result<Option<Wardrobe>> {
    current(db.run(&OPEN_WARDROBE), wardrobe).await
}

/// The same, on the account of the pattern that asks.
pub async fn current(run: Run<'_>, wardrobe: WardrobeId) -> Result<Option<Wardrobe>> {
    Ok(run.get(Get::new(&WARDROBE_TABLE, Wardrobe::key(wardrobe)).consistent()).await?)
}

/// AP-40: the wardrobes of some addresses, in no order, whether or not these still open them.
pub async fn known(db: &Db, ids: impl Iterator<Item = WardrobeId>) -> Result<Vec<Wardrobe>> {
    let keys = ids.map(|id| (&WARDROBE_TABLE, Wardrobe::key(id))).collect();
    Ok(db.run(&KNOWN_HERE).batch_get(keys, BATCH, true).await?)
}

/// AP-34, the write: at another address from now on, if it is still at the one it was read at.
pub fn readdress(before: &Wardrobe, hash: String) -> Update {
    Update::of::<Wardrobe>(Wardrobe::key(before.wardrobe_id))
        .set("addressHash", hash)
        .only_if(is_at(before.address_hash.as_deref()))
        .only_if(attr("deletedAt").absent())
}

/// AP-23: another name.
pub async fn rename(db: &Db, wardrobe: WardrobeId, name: &Name) -> Result<()> {
    let update = Update::of::<Wardrobe>(Wardrobe::key(wardrobe)).set("name", name.as_str()).if_exists();
    match db.run(&RENAME_WARDROBE).commit_one(update).await {
        Err(error) if error.condition_failed_at(0) => Err(WardrobeError::NotFound("wardrobe")),
        other => Ok(other?),
    }
}
