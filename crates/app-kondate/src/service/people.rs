//! What Kondate keeps of a person beside the house: a picture, and what they want to be told.

use std::collections::HashMap;

use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Get, Transact, Update, Write};
use chabudai_kernel::value::Attributes;
use chabudai_media::PictureId;

use super::Service;
use super::recipes::{check_address, trimmed};
use crate::design::{EDIT_PROFILE, FACES, MAIN_TABLE, NOTICE_SETTINGS, PROFILE_OF};
use crate::error::{KondateError, Result};
use crate::model::{
    KitchenId, MOST_MEMBERS, Member, NoticeCategories, NotificationSettings, PersonId, Profile, Upload, address_of, picture_at,
};
use crate::repo::uploads;

/// What somebody is to look like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Avatar {
    /// A picture that they have taken in.
    Picture(PictureId),
    /// A picture somewhere on the web.
    Address(String),
    /// None.
    Nothing,
}

/// What changes of what somebody wants to be told. What is not named stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoticeChange {
    /// Whether devices are reached.
    pub push_enabled: Option<bool>,
    /// About what.
    pub categories: Option<NoticeCategories>,
}

/// No such picture was taken in by this person, or it is shown already.
pub(crate) const NO_SUCH_AVATAR: KondateError = KondateError::Invalid {
    field: "avatarKey",
    code: "kondate.no_such_avatar",
    message: "Upload the picture yourself first; each picture is for one person.",
};

impl Service {
    /// What is kept of somebody; nothing of who has never come.
    pub async fn profile(&self, person: &PersonId) -> Result<Option<Profile>> {
        let get = Get::new(&MAIN_TABLE, Profile::key(person.clone())).consistent();
        Ok(self.base.db.run(&PROFILE_OF).get(get).await?)
    }

    /// Somebody has another picture, or none. One that was taken in belongs to whoever took it in, and to nothing else; the one before it is
    /// noted as shown by nothing.
    pub async fn set_avatar(&self, person: &PersonId, avatar: &Avatar) -> Result<()> {
        let address = match avatar {
            Avatar::Picture(picture) => Some(address_of(*picture)),
            Avatar::Address(address) => trimmed(Some(address.clone())),
            Avatar::Nothing => None,
        };
        check_address("avatarUrl", address.as_deref().filter(|address| picture_at(address).is_none()))?;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&EDIT_PROFILE);
                let get = Get::new(&MAIN_TABLE, Profile::key(person.clone())).consistent();
                let known = run.get::<Profile>(get.clone()).await?;
                let is_known = known.is_some();
                let before = known.and_then(|profile| profile.avatar_url);
                if before == address {
                    return Ok(());
                }
                let begins = address.as_deref().and_then(picture_at);
                if begins.is_some() && !matches!(avatar, Avatar::Picture(_)) {
                    return Err(NO_SUCH_AVATAR);
                }
                let update = Update::of::<Profile>(Profile::key(person.clone())).set("updatedAt", self.now().to_string());
                let update = match &address {
                    Some(address) => update.set("avatarUrl", address.as_str()),
                    None => update.remove("avatarUrl"),
                };
                let update = match &before {
                    Some(before) => update.only_if(attr("avatarUrl").eq(before.as_str())),
                    None => update.only_if(attr("avatarUrl").absent()),
                };
                // Whoever was forgotten meanwhile is not remembered by this.
                let update = if is_known { update.only_if(attr("PK").exists()) } else { update };
                let ends = before.as_deref().and_then(picture_at);
                let begins = begins.map(|picture| Write::from(uploads::take_by(picture, person)));
                let can_fail = begins.is_some();
                let ends = ends.map(|picture| Write::from(uploads::let_go(&self.no_face_any_more(picture, person))));
                let writes = begins.into_iter().chain([update.into()]).chain(ends);
                match run.commit(Transact::of(writes)).await {
                    Err(error) if can_fail && error.condition_failed_at(0) => {
                        // The same tap twice: the other one has taken it.
                        let now = run.get::<Profile>(get).await?.and_then(|profile| profile.avatar_url);
                        if now == address { Ok(()) } else { Err(NO_SUCH_AVATAR) }
                    }
                    other => Ok(other?),
                }
            })
            .await
    }

    /// The note of a picture of somebody that nothing shows any more. A person's first kitchen has their own id.
    pub(super) fn no_face_any_more(&self, picture: PictureId, person: &PersonId) -> Upload {
        Upload::since(picture, KitchenId::first_of(person), Some(person.clone()), self.base.now_millis())
    }

    /// What these people look like, of whom a picture was taken in.
    pub async fn faces(&self, members: &[Member]) -> Result<HashMap<PersonId, PictureId>> {
        let keys = members.iter().map(|member| (&MAIN_TABLE, Profile::key(member.person_id.clone()))).collect();
        let found: Vec<Profile> = self.base.db.run(&FACES).batch_get(keys, MOST_MEMBERS as usize, false).await?;
        Ok(found.into_iter().filter_map(|profile| Some((profile.person, picture_at(&profile.avatar_url?)?))).collect())
    }

    /// What somebody wants to be told: nothing on their devices, until they say so.
    pub async fn notice_settings(&self, person: &PersonId) -> Result<NotificationSettings> {
        let get = Get::new(&MAIN_TABLE, NotificationSettings::key(person.clone())).consistent();
        let kept: Option<NotificationSettings> = self.base.db.run(&NOTICE_SETTINGS).get(get).await?;
        Ok(kept.unwrap_or_else(|| NotificationSettings::unsaid(person.clone())))
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
