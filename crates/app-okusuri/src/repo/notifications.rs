//! The setting of reminders, and the devices that they reach.

use chabudai_identity::model::UserId;
use chabudai_kernel::db::Db;
use chabudai_kernel::op::{Delete, Put, Query, Transact};
use chabudai_kernel::part::Word;

use crate::design::{FORGET_DEVICE, NOTIFICATIONS, OKUSURI_TABLE, REGISTER_DEVICE, SET_REMINDER};
use crate::error::Result;
use crate::model::{Device, Setting};

chabudai_kernel::one_of! {
    /// What stands below a platform.
    Kept { Setting, Device }
}

/// How somebody is reminded, and where.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Notifications {
    /// When and how.
    pub setting: Option<Setting>,
    /// The devices.
    pub devices: Vec<Device>,
}

/// OK-10: the setting and the devices of a platform.
pub async fn of(db: &Db, user: &UserId, platform: &Word) -> Result<Notifications> {
    let query = Query::table(&OKUSURI_TABLE, Setting::PK.of((user.clone(),))).range(Setting::SK.starting((platform.clone(),))).consistent();
    let mut out = Notifications::default();
    for kept in db.run(&NOTIFICATIONS).all::<Kept>(query).await? {
        match kept {
            // A platform whose name only begins like this one is another platform.
            Kept::Setting(setting) if setting.platform == *platform => out.setting = Some(setting),
            Kept::Device(device) if device.platform == *platform => out.devices.push(device),
            Kept::Setting(_) | Kept::Device(_) => {}
        }
    }
    Ok(out)
}

/// OK-11: when and how, from now on.
pub async fn set(db: &Db, setting: &Setting) -> Result<()> {
    Ok(db.run(&SET_REMINDER).commit_one(Put::of(setting)).await?)
}

/// OK-12: a device more, or one that has new keys.
pub async fn register(db: &Db, setting: &Setting, device: &Device) -> Result<()> {
    Ok(db.run(&REGISTER_DEVICE).commit(Transact::of([Put::of(setting).into(), Put::of(device).into()])).await?)
}

/// OK-13: a device less. One that is gone already is no error: it may have unsubscribed by itself.
pub async fn forget(db: &Db, user: &UserId, platform: &Word, device: &Word) -> Result<()> {
    let delete = Delete::new(&OKUSURI_TABLE, Device::key(user.clone(), platform.clone(), device.clone()));
    Ok(db.run(&FORGET_DEVICE).commit_one(delete).await?)
}
