//! What somebody says of themselves, and how they want to be told.

use super::password::{self, Password};
use super::{Service, is_seen, settle};
use crate::design::EDIT_USER;
use crate::error::{ChirashiError, ChirashiReason, Result};
use crate::model::{Frequency, Moment, Prefecture, User, UserId, text};
use crate::repo::{current, people};

/// What changes; what is not named stays.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ProfileInput {
    /// What they are called.
    pub name: Option<String>,
    /// How often they are told.
    pub notification_frequency: Option<Option<Frequency>>,
    /// Where they live.
    pub prefecture: Option<Option<Prefecture>>,
}

impl Service {
    /// Somebody changes what is known of them.
    pub async fn edit_profile(&self, id: UserId, input: &ProfileInput, seen: Option<Moment>) -> Result<User> {
        let name = input.name.as_deref().map(|name| text::NAME.keep(name)).transpose()?;
        let _queue = self.queue(id).await;
        let outcome = self
            .base
            .persist(|| async {
                let run = self.base.db.run(&EDIT_USER);
                let before: User = current(run, User::key(&id)).await?.ok_or(ChirashiError::NotFound("user"))?;
                is_seen(seen, before.updated_at)?;
                let mut after = before.clone();
                if let Some(name) = &name {
                    after.name.clone_from(name);
                }
                if let Some(frequency) = input.notification_frequency {
                    after.notification_frequency = frequency;
                }
                if let Some(prefecture) = input.prefecture {
                    after.prefecture = prefecture;
                }
                after.updated_at = before.updated_at.following(self.now());
                run.commit_one(people::edit(&before, &after)).await?;
                Ok(after)
            })
            .await;
        settle(outcome, seen)
    }

    /// Somebody chooses another password. All sessions end, this one too.
    pub async fn change_password(&self, id: UserId, old: &str, new: &str, from: &str) -> Result<()> {
        let counted = self.tries_for("change-password", &id.to_string(), from);
        self.count_try(&counted).await?;
        let user = people::user(&self.base.db, id).await?.ok_or(ChirashiError::NotFound("user"))?;
        let email = user.email.as_ref().map_or("", |email| email.as_str());
        let password = Password::new(new, email)?;
        if !password::is_right(Password::typed(old), user.password_hash.clone(), self.settings.bcrypt_cost).await? {
            return Err(ChirashiReason::WrongSignIn.into());
        }
        self.forget_tries(&counted).await?;
        let hash = password::hash(password, self.settings.bcrypt_cost).await?;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&EDIT_USER);
                let now: User = current(run, User::key(&id)).await?.ok_or(ChirashiError::NotFound("user"))?;
                if now.token_epoch != user.token_epoch {
                    return Err(ChirashiReason::WrongSignIn.into());
                }
                Ok(run.commit_one(people::set_password(&now, &hash, now.updated_at.following(self.now()))).await?)
            })
            .await
    }
}
