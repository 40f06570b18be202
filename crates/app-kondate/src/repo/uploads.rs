//! Pictures that no recipe shows.

use chabudai_app::pictures::utc_day;
use chabudai_kernel::db::Db;
use chabudai_kernel::expr::attr;
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{Delete, Put, Query, Transact, Update};
use chabudai_kernel::part::{Day, IsoDay, Millis};
use chabudai_media::PictureId;

use crate::design::{MAIN_TABLE, UNSHOWN_PICTURES};
use crate::error::Result;
use crate::model::{Kitchen, KitchenId, MOST_PICTURES_A_DAY, PersonId, Upload, word};

/// AP-210, the writes: a picture was taken in, if its kitchen has not had enough today. The number begins anew with the first of a day.
pub fn note(upload: &Upload, is_first: bool) -> Transact {
    let today = IsoDay(upload.day.0).to_string();
    let kitchen = Update::of::<Kitchen>(Kitchen::key(upload.kitchen_id.clone()));
    let counted = if is_first {
        let another_day = attr("PK").exists().and(attr("pictureDay").absent().or(attr("pictureDay").ne(today.as_str())));
        kitchen.set("pictureDay", today).set("pictures", 1).only_if(another_day)
    } else {
        kitchen.add("pictures", 1).only_if(attr("pictureDay").eq(today).and(attr("pictures").lt(MOST_PICTURES_A_DAY)))
    };
    Transact::of([counted.into(), Put::of(upload).if_absent().into()])
}

/// The write that gives a picture back to whoever cleans up.
pub fn let_go(upload: &Upload) -> Put {
    Put::of(upload)
}

/// The write by which a recipe takes a picture of its own kitchen; fails if there is none such, or if it is taken, or being removed.
pub fn take(picture: PictureId, kitchen: &KitchenId) -> Delete {
    taken(picture).only_if(attr("kitchenId").eq(kitchen.as_str()))
}

/// The write by which somebody takes a picture that they have taken in for themselves; fails likewise.
pub fn take_by(picture: PictureId, person: &PersonId) -> Delete {
    taken(picture).only_if(attr("personId").eq(person.as_str()))
}

fn taken(picture: PictureId) -> Delete {
    let made = Millis(u64::try_from(picture.made().0).unwrap_or_default() * 1000);
    Delete::new(&MAIN_TABLE, Upload::key(utc_day(made), word(picture))).only_if(attr("removing").absent())
}

/// The write by which a recipe keeps the picture that it had in the bin; fails if that is being removed.
pub fn keep(upload: &Upload) -> Delete {
    Delete::new(&MAIN_TABLE, key_of(upload)).only_if(attr("removing").absent())
}

/// AP-1309: what nothing shows since a day.
pub async fn of_day(db: &Db, day: Day) -> Result<Vec<Upload>> {
    Ok(db.run(&UNSHOWN_PICTURES).all(Query::table(&MAIN_TABLE, Upload::PK.of((day,)))).await?)
}

/// AP-1309, the first write: claims a picture for removal, so that no recipe takes it any more. The note stays until the picture is really
/// gone, and whoever comes after a crash finds it. False when a recipe took it in the meantime.
pub async fn claim(db: &Db, upload: &Upload) -> Result<bool> {
    let claim = Update::of::<Upload>(key_of(upload)).set("removing", true).if_exists();
    Ok(db.run(&UNSHOWN_PICTURES).attempt_one(claim).await?)
}

/// AP-1309, the last write: the picture is gone.
pub async fn forget(db: &Db, upload: &Upload) -> Result<()> {
    Ok(db.run(&UNSHOWN_PICTURES).commit_one(Delete::new(&MAIN_TABLE, key_of(upload))).await?)
}

/// Where a note stands.
pub fn key_of(upload: &Upload) -> ItemKey {
    Upload::key(upload.day, upload.picture.clone())
}
