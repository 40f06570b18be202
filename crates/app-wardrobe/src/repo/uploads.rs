//! Pictures that no garment shows.

use chabudai_kernel::db::Db;
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Delete, Put, Query, Update};
use chabudai_kernel::part::{Day, Word};

use crate::design::{TAKE_IN_PICTURE, UNSHOWN_PICTURES, WARDROBE_TABLE};
use crate::error::Result;
use crate::model::{Upload, WardrobeId};

/// AP-26: a picture was taken in.
pub async fn note(db: &Db, upload: &Upload) -> Result<()> {
    Ok(db.run(&TAKE_IN_PICTURE).commit_one(Put::of(upload)).await?)
}

/// The write that gives a picture back to the sweeper.
pub fn let_go(upload: &Upload) -> Put {
    Put::of(upload)
}

/// The write by which a garment takes a picture of its own wardrobe; fails if there is none such, or if it is taken, or being removed.
pub fn take(day: Day, picture: Word, wardrobe: WardrobeId) -> Delete {
    Delete::new(&WARDROBE_TABLE, Upload::key(day, picture))
        .only_if(attr("wardrobeId").eq(wardrobe.to_string()))
        .only_if(attr("removing").absent())
}

/// AP-27: what was let go of on a day.
pub async fn of_day(db: &Db, day: Day) -> Result<Vec<Upload>> {
    Ok(db.run(&UNSHOWN_PICTURES).all(Query::table(&WARDROBE_TABLE, Upload::PK.of((day,)))).await?)
}

/// AP-27, the first write: claims a picture for removal, so that no garment takes it any more. The note stays until the picture is
/// really gone, and whoever comes after a crash finds it. False when a garment took it in the meantime.
pub async fn claim(db: &Db, upload: &Upload) -> Result<bool> {
    let claim = Update::of::<Upload>(Upload::key(upload.day, upload.picture.clone())).set("removing", true).if_exists();
    match db.run(&UNSHOWN_PICTURES).commit_one(claim).await {
        Ok(()) => Ok(true),
        Err(error) if error.condition_failed_at(0) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// AP-27, the last write: the picture is gone.
pub async fn forget(db: &Db, upload: &Upload) -> Result<()> {
    let delete = Delete::new(&WARDROBE_TABLE, Upload::key(upload.day, upload.picture.clone()));
    Ok(db.run(&UNSHOWN_PICTURES).commit_one(delete).await?)
}
