//! One's own account: another password, another address, everything that is known, and the end of it.

use std::time::Duration;

use chabudai_kernel::clock::retry_stale_reads;
use chabudai_kernel::entity::{Entity as _, is_of_kind};
use chabudai_kernel::op::{BatchWrite, Transact, key_of};
use chabudai_kernel::part::Word;
use chabudai_kernel::store::StoreError;
use serde_json::{Value, json};

use super::codes::{Purpose, Sent};
use super::tries::sign_in_tries;
use super::{About, Letter, Service, name_of, password_provider};
use crate::email;
use crate::error::{IdentityError, IdentityReason, Result};
use crate::model::{Account, Profile, UserId, VerificationData};
use crate::password::{self, Password};
use crate::patterns::Patterns;
use crate::people::People;
use crate::repo;

/// How long others may get in between.
const PATIENCE: Duration = Duration::from_secs(5);

impl<T: People> Service<T> {
    /// Somebody has forgotten their password. Whether the address is known is told by the letter alone.
    pub async fn ask_to_reset(&self, email: &str) -> Result<Sent> {
        let email = email::parse(email)?;
        if let Some(user) = self.repo.by_email(&email).await? {
            let data = VerificationData { user_id: Some(user), ..VerificationData::default() };
            return self.send_code(Purpose::Reset, &email, data).await;
        }
        if self.may_send(Purpose::Reset, &email).await? {
            self.post.send(Letter { to: email, about: About::NobodyHere });
        }
        Ok(Sent)
    }

    /// Here is the code: the password is another one, and every device is signed out.
    pub async fn reset(&self, email: &str, code: &str, password: &str) -> Result<()> {
        let email = email::parse(email)?;
        // A password that will not do must not cost the code.
        let password = Password::new(password, email.as_str())?;
        let data = self.use_code(Purpose::Reset, &email, code).await?;
        let user = data.user_id.ok_or(IdentityError::Own(IdentityReason::WrongCode))?;
        let hash = password::hash(password).await?;
        if !self.set_password(&user, hash).await? {
            return Err(IdentityError::Own(IdentityReason::WrongCode));
        }
        self.repo.forget_tries(&sign_in_tries(&email)).await?;
        self.post.send(Letter { to: email, about: About::PasswordChanged });
        self.revoke_all(&user, None).await.map(drop)
    }

    /// Another password, by somebody who knows the one before; the other devices are signed out.
    pub async fn change_password(&self, person: &Profile<T>, before: &str, after: &str, here: &Word) -> Result<()> {
        let new = Password::new(after, person.email.as_str()).map_err(|error| match error {
            IdentityError::Invalid { code, message, .. } => IdentityError::Invalid { field: "newPassword", code, message },
            other => other,
        })?;
        self.prove(person, before).await?;
        if !self.set_password(&person.user_id, password::hash(new).await?).await? {
            return Err(IdentityError::Own(IdentityReason::NotSignedIn));
        }
        self.post.send(Letter { to: person.email.clone(), about: About::PasswordChanged });
        self.revoke_all(&person.user_id, Some(here)).await.map(drop)
    }

    /// The operator gives somebody another password; every device is signed out.
    pub async fn give_password(&self, email: &str, password: &str) -> Result<()> {
        let email = email::parse(email)?;
        let hash = password::hash(Password::new(password, email.as_str())?).await?;
        let user = self.repo.by_email(&email).await?.ok_or(IdentityError::NotFound("person"))?;
        if !self.set_password(&user, hash).await? {
            return Err(IdentityError::NotFound("person"));
        }
        self.revoke_all(&user, None).await.map(drop)
    }

    /// Not of somebody who was forgotten meanwhile.
    async fn set_password(&self, user: &UserId, hash: String) -> Result<bool> {
        let before = self.repo.account(user, &password_provider()).await?;
        let mut account = self.account(user, &password_provider(), None, Some(hash));
        if let Some(before) = before {
            (account.created_at, account.data.created_at) = (before.created_at, before.data.created_at);
        }
        self.repo.change_password(&account).await
    }

    /// Whether somebody has a password at all. Who signs in by a provider may have none.
    pub async fn has_password(&self, user: &UserId) -> Result<bool> {
        let account = self.repo.account(user, &password_provider()).await?;
        Ok(account.is_some_and(|account| account.data.password_hash.is_some()))
    }

    /// Whether somebody knows their own password, with the same patience as at sign-in.
    pub async fn prove(&self, person: &Profile<T>, password: &str) -> Result<()> {
        let identifier = sign_in_tries(&person.email);
        self.may_try(&identifier).await?;
        let account = self.repo.account(&person.user_id, &password_provider()).await?;
        if password::is_right(Password::typed(password), account.and_then(|account| account.data.password_hash)).await? {
            return Ok(());
        }
        self.in_vain(&identifier).await?;
        Err(IdentityError::Own(IdentityReason::WrongPassword))
    }

    /// Somebody has another address: a code goes there.
    pub async fn ask_to_move(&self, person: &Profile<T>, email: &str) -> Result<Sent> {
        let email = email::parse(email)?;
        if self.repo.by_email(&email).await?.is_some() {
            if self.may_send(Purpose::Move, &email).await? {
                self.post.send(Letter { to: email, about: About::JoinedAlready });
            }
            return Ok(Sent);
        }
        let data = VerificationData { user_id: Some(person.user_id.clone()), ..VerificationData::default() };
        self.send_code(Purpose::Move, &email, data).await
    }

    /// Here is the code that went to the other address.
    pub async fn move_to(&self, person: &Profile<T>, email: &str, code: &str) -> Result<()> {
        let email = email::parse(email)?;
        let data = self.use_code(Purpose::Move, &email, code).await?;
        if data.user_id.as_ref() != Some(&person.user_id) {
            return Err(IdentityError::Own(IdentityReason::WrongCode));
        }
        self.commit_guarded(Patterns::<T>::CHANGE_EMAIL, repo::move_to(person, &email, self.base.now())).await?;
        self.post.send(Letter { to: person.email.clone(), about: About::EmailChanged { to: email } });
        Ok(())
    }

    /// Everything that is kept of a person, the app's own items included, without what opens doors.
    pub async fn export(&self, user: &UserId) -> Result<Value> {
        let mut items = Vec::new();
        for item in self.repo.everything(user).await? {
            let mut value: Value = item.view().decode().map_err(StoreError::from)?;
            if let Some(item) = value.as_object_mut() {
                for hidden in ["Token", "TTL"] {
                    item.remove(hidden);
                }
                if let Some(data) = item.get_mut("Data").and_then(Value::as_object_mut) {
                    for hidden in T::SECRETS.iter().chain(&["passwordHash"]) {
                        data.remove(*hidden);
                    }
                }
            }
            items.push(value);
        }
        Ok(json!({ "format": 1, "items": items }))
    }

    /// Forgets a person. Their sessions and everything that the app keeps go first; the person, the guards of their addresses and what
    /// opens their account go last and together. Wherever this is cut off, the person is there to be forgotten again, or all of it is gone.
    pub async fn delete(&self, user: &UserId) -> Result<()> {
        let clock = self.repo.db().clock();
        let is_known = retry_stale_reads(clock, PATIENCE, || self.try_delete(user)).await?;
        // What was written meanwhile by a request that began before.
        let late = retry_stale_reads(clock, PATIENCE, || self.try_delete(user)).await?;
        if is_known || late { Ok(()) } else { Err(IdentityError::NotFound("person")) }
    }

    /// Whether there was anything to forget.
    async fn try_delete(&self, user: &UserId) -> Result<bool> {
        let (mut person, mut accounts, mut rest) = (None, Vec::new(), Vec::new());
        for item in self.repo.everything(user).await? {
            let view = item.view();
            if is_of_kind(&Profile::<T>::DESIGN, view) {
                person = Some(Profile::<T>::from_item(view).map_err(StoreError::from)?);
            } else if is_of_kind(&Account::<T>::DESIGN, view) {
                accounts.push(Account::<T>::from_item(view).map_err(StoreError::from)?);
            } else {
                rest.extend(key_of(T::TABLE, view));
            }
        }
        let last = repo::end(person.as_ref(), &accounts);
        let is_there = !last.is_empty() || !rest.is_empty();
        if !rest.is_empty() {
            self.repo.forget(rest.into_iter().map(|key| BatchWrite::Delete(T::TABLE, key)).collect()).await?;
        }
        if let Some(person) = &person {
            let mut codes = vec![sign_in_tries(&person.email)];
            codes.extend(Purpose::ALL.into_iter().flat_map(|purpose| [purpose.identifier(&person.email), purpose.sending(&person.email)]));
            self.repo.forget_codes(&codes).await?;
        }
        if !last.is_empty() {
            self.repo.db().run(Patterns::<T>::END).commit(Transact::of(last)).await?;
        }
        Ok(is_there)
    }

    /// What somebody is called from now on.
    pub async fn rename(&self, user: &UserId, name: &str) -> Result<()> {
        let renamed = self.repo.rename(user, name_of(name)?, self.base.now()).await?;
        if renamed { Ok(()) } else { Err(IdentityError::NotFound("person")) }
    }
}
