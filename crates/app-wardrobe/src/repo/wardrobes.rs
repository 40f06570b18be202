//! The wardrobe itself.

use chabudai_kernel::db::Db;
use chabudai_kernel::op::{Put, Update};

use crate::design::{OPEN_WARDROBE, RENAME_WARDROBE};
use crate::error::{Result, WardrobeError};
use crate::model::{Wardrobe, WardrobeId};
use crate::name::Name;

/// AP-01, the write: a new wardrobe.
pub fn create(wardrobe: &Wardrobe) -> Put {
    Put::of(wardrobe).if_absent()
}

/// AP-02: the wardrobe at this address.
pub async fn open(db: &Db, wardrobe: WardrobeId) -> Result<Option<Wardrobe>> {
    Ok(db.run(&OPEN_WARDROBE).entity(Wardrobe::key(wardrobe)).await?)
}

/// AP-23: another name.
pub async fn rename(db: &Db, wardrobe: WardrobeId, name: &Name) -> Result<()> {
    let update = Update::of::<Wardrobe>(Wardrobe::key(wardrobe)).set("name", name.as_str()).if_exists();
    match db.run(&RENAME_WARDROBE).commit_one(update).await {
        Err(error) if error.condition_failed_at(0) => Err(WardrobeError::NotFound("wardrobe")),
        other => Ok(other?),
    }
}
