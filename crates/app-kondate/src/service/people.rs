//! What Kondate keeps of a person beside the house: a picture, and what they want to be told.

use chabudai_kernel::op::{Get, Update};
use chabudai_kernel::value::Attributes;

use super::Service;
use super::recipes::{check_address, trimmed};
use crate::design::{EDIT_PROFILE, MAIN_TABLE, NOTICE_SETTINGS, PROFILE_OF};
use crate::error::Result;
use crate::model::{NoticeCategories, NotificationSettings, PersonId, Profile};

/// What changes of what somebody wants to be told. What is not named stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoticeChange {
    /// Whether devices are reached.
    pub push_enabled: Option<bool>,
    /// About what.
    pub categories: Option<NoticeCategories>,
}

impl Service {
    /// What is kept of somebody; nothing of who has never come.
    pub async fn profile(&self, person: &PersonId) -> Result<Option<Profile>> {
        let get = Get::new(&MAIN_TABLE, Profile::key(person.clone())).consistent();
        Ok(self.base.db.run(&PROFILE_OF).get(get).await?)
    }

    /// Somebody has another picture, or none.
    pub async fn set_avatar(&self, person: &PersonId, address: Option<String>) -> Result<()> {
        let address = trimmed(address);
        check_address("avatarUrl", address.as_deref())?;
        let update = Update::of::<Profile>(Profile::key(person.clone())).set("updatedAt", self.now().to_string());
        let update = match address {
            Some(address) => update.set("avatarUrl", address),
            None => update.remove("avatarUrl"),
        };
        Ok(self.base.db.run(&EDIT_PROFILE).commit_one(update).await?)
    }

    /// What somebody wants to be told: nothing on their devices, until they say so.
    pub async fn notice_settings(&self, person: &PersonId) -> Result<NotificationSettings> {
        let get = Get::new(&MAIN_TABLE, NotificationSettings::key(person.clone())).consistent();
        let kept: Option<NotificationSettings> = self.base.db.run(&NOTICE_SETTINGS).get(get).await?;
        Ok(kept.unwrap_or_else(|| NotificationSettings {
            person: person.clone(),
            push_enabled: false,
            categories: None,
            last_read_at: None,
            soon_told_on: None,
            soon_told_at: None,
            soon_not_before: None,
        }))
    }

    /// Somebody wants to be told something else.
    pub async fn change_notices(&self, person: &PersonId, change: NoticeChange) -> Result<()> {
        let mut update = Update::of::<NotificationSettings>(NotificationSettings::key(person.clone()));
        update = match change.push_enabled {
            Some(true) => update
                .set("pushEnabled", true)
                .set("GSI1PK", NotificationSettings::GSI1PK.text(&()))
                .set("GSI1SK", NotificationSettings::GSI1SK.text(&(person.clone(),))),
            Some(false) => update.set("pushEnabled", false).remove("GSI1PK").remove("GSI1SK"),
            None => update,
        };
        if let Some(NoticeCategories { news, personal }) = change.categories {
            update = update.set("categories", Attributes::from([("news".into(), news.into()), ("personal".into(), personal.into())]));
        }
        if change == NoticeChange::default() {
            return Ok(());
        }
        Ok(self.base.db.run(&NOTICE_SETTINGS).commit_one(update).await?)
    }
}
