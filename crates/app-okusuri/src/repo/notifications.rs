//! The settings of reminders.

use chabudai_identity::model::UserId;
use chabudai_kernel::db::Db;
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Get, Put, Query, Transact, Update, Write};
use chabudai_kernel::part::Word;

use crate::design::{NOTIFICATIONS, OKUSURI_TABLE, REGISTERED, SET_REMINDER};
use crate::error::Result;
use crate::model::{Kind, Registrations, Setting};

/// How somebody is reminded on a platform.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Settings {
    /// When and how.
    pub setting: Option<Setting>,
    /// Settings of other platforms.
    pub others: usize,
}

/// OK-10: the setting of a platform, and how many there are of others.
pub async fn of(db: &Db, user: &UserId, platform: &Word) -> Result<Settings> {
    let query = Query::table(&OKUSURI_TABLE, Setting::PK.of((user.clone(),)))
        .range(Setting::SK.starting(()))
        .filter(attr("Type").eq(Kind::NotificationSetting.as_str()))
        .consistent();
    let (own, others): (Vec<Setting>, Vec<Setting>) =
        db.run(&NOTIFICATIONS).all::<Setting>(query).await?.into_iter().partition(|setting| setting.platform == *platform);
    Ok(Settings { setting: own.into_iter().next(), others: others.len() })
}

/// When and how, from now on: a first setting, or what differs from the one before. What else is kept of it stays.
pub fn setting(before: Option<&Setting>, after: &Setting) -> Write {
    let Some(before) = before else { return Put::of(after).if_absent().into() };
    let data = |name: &'static str| attr("Data").dot(name);
    let mut update = Update::of::<Setting>(Setting::key(after.user_id.clone(), after.platform.clone()))
        .set("UpdatedAt", after.updated_at.to_string())
        .set(data("updatedAt"), after.data.updated_at.to_string());
    let (old, new) = (&before.data, &after.data);
    if old.is_enabled != new.is_enabled {
        update = update.set(data("isEnabled"), new.is_enabled);
    }
    if old.time != new.time {
        update = update.set(data("time"), new.time.to_string());
    }
    if old.timezone != new.timezone {
        update = update.set_or_remove(data("timezone"), new.timezone.clone());
    }
    if old.is_discreet != new.is_discreet {
        update = update.set(data("isDiscreet"), new.is_discreet);
    }
    if old.language != new.language {
        update = update.set(data("language"), new.language.as_str());
    }
    update.if_exists().into()
}

/// OK-21: how often a platform was added so far. To be read before the list that one is added to.
pub async fn registered(db: &Db, user: &UserId) -> Result<u64> {
    let get = Get::new(&OKUSURI_TABLE, Registrations::key(user.clone())).consistent();
    let found: Option<Registrations> = db.run(&REGISTERED).get(get).await?;
    Ok(found.map_or(0, |registrations| registrations.count))
}

/// Once more, if nobody else has added anything since.
pub fn one_more(user: &UserId, so_far: u64) -> Write {
    let put = Put::of(&Registrations { user_id: user.clone(), count: so_far + 1 });
    if so_far == 0 { put.if_absent().into() } else { put.only_if(attr("Count").eq(so_far)).into() }
}

/// OK-11: when and how, from now on; a first setting together with what counts it.
pub async fn set(db: &Db, setting: Write, counted: Option<Write>) -> Result<()> {
    let run = db.run(&SET_REMINDER);
    match counted {
        Some(counted) => run.commit(Transact::of([setting, counted])).await?,
        None => run.commit_one(setting).await?,
    }
    Ok(())
}
