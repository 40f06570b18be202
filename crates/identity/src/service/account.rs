//! One's own account: another password, another address, everything that is known, and the end of it.

use std::time::Duration;

use chabudai_kernel::clock::retry_stale_reads;
use chabudai_kernel::entity::{Entity as _, is_of_kind};
use chabudai_kernel::op::{BatchWrite, Transact, key_of};
use chabudai_kernel::part::Word;
use chabudai_kernel::seal::digest;
use chabudai_kernel::store::StoreError;
use chabudai_web::people::Role;
use serde_json::{Value, json};

use super::codes::{Purpose, Sent};
use super::once::made_by;
use super::{About, Here, Letter, Service, SignedIn, name_of, password_provider};
use crate::email;
use crate::error::{IdentityError, IdentityReason, Result};
use crate::model::{Account, Passkey, Profile, UserId, VerificationData};
use crate::password::{self, Password};
use crate::patterns::Patterns;
use crate::people::People;
use crate::repo::{self, WayIn};

/// How long others may get in between.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// A password as it is kept, so that another one is told from it and nothing else is.
fn fingerprint<T: People>(account: &Account<T>) -> Option<String> {
    account.data.password_hash.as_ref().map(|hash| digest(hash.as_bytes()))
}

/// Carries something out to its end, also where whoever asked for it is gone by then: a connection that is lost must not leave a new password and
/// the old sessions.
pub(super) async fn to_the_end<R: Send + 'static>(work: impl Future<Output = Result<R>> + Send + 'static) -> Result<R> {
    tokio::spawn(work).await.unwrap_or(Err(IdentityError::Busy))
}

impl<T: People> Service<T> {
    /// Somebody has forgotten their password. Whether the address is known is told by the letter alone.
    pub async fn ask_to_reset(&self, email: &str) -> Result<Sent> {
        let email = email::parse(email)?;
        let user = self.repo.by_email(&email).await?;
        // Of nobody, too: who is known is not to be told from who is not by how long it takes.
        let somebody = user.clone().unwrap_or_else(|| self.base.fresh_id());
        let of_password = self.repo.account(&somebody, &password_provider()).await?.and_then(|account| fingerprint(&account));
        match user {
            Some(user) => {
                let data = VerificationData { user_id: Some(user), of_password, ..VerificationData::default() };
                self.send_code(Purpose::Reset, &email, data).await
            }
            None => self.send_instead(Purpose::Reset, &email, About::NobodyHere).await,
        }
    }

    /// Here is the code: the password is another one, and every device is signed out. A code dies with what it was asked for: it changes no
    /// password but the one that was forgotten, and none of somebody who has another address now.
    pub async fn reset(&self, email: &str, code: &str, password: &str, here: &Here) -> Result<()> {
        let email = email::parse(email)?;
        // A password that will not do must not cost the code.
        let password = Password::new(password, email.as_str())?;
        let wrong = || IdentityError::Own(IdentityReason::WrongCode);
        let data = self.use_code(Purpose::Reset, &email, code, here).await?;
        let user = data.user_id.ok_or_else(wrong)?;
        let before = self.repo.account(&user, &password_provider()).await?;
        if before.as_ref().and_then(fingerprint) != data.of_password {
            return Err(wrong());
        }
        let hash = password::hash(password).await?;
        let (service, here) = (self.clone(), here.clone());
        to_the_end(async move {
            if !service.set_password(&user, before.as_ref(), hash, Some(&email), None).await? {
                return Err(IdentityError::Own(IdentityReason::WrongCode));
            }
            service.show_address(&user, &email).await?;
            service.forget(&service.sign_ins(&email, &here)).await?;
            service.post.send(Letter { to: email, about: About::PasswordChanged });
            service.clear_away(&user, None).await.map(drop)
        })
        .await
    }

    /// Somebody has read a code at their address: it is theirs. Where that was not known before, whoever made the account may have been somebody
    /// else, so that what they connected to it opens it no longer.
    pub(super) async fn show_address(&self, user: &UserId, email: &Word) -> Result<()> {
        let person = self.repo.person(user).await?;
        if person.is_none_or(|person| person.data.email_verified) {
            return Ok(());
        }
        let accounts = self.repo.accounts(user).await?;
        if let Some(password) = accounts.iter().find(|account| account.data.password_hash.is_some()).map(WayIn::Account) {
            for passkey in self.repo.passkeys(user).await? {
                self.repo.remove_passkey(&passkey, password).await?;
            }
            for account in accounts.iter().filter(|account| account.data.account_id.is_some()) {
                self.repo.db().run(Patterns::<T>::UNLINK).commit(Transact::of(repo::unlink(account, password))).await?;
            }
        }
        self.repo.set_verified(user, email).await.map(drop)
    }

    /// Another password, by somebody who knows the one before; the other devices are signed out.
    pub async fn change_password(&self, person: &Profile<T>, before: &str, after: &str, here: &Word) -> Result<()> {
        let new = Password::new(after, person.email.as_str()).map_err(|error| match error {
            IdentityError::Invalid { code, message, .. } => IdentityError::Invalid { field: "newPassword", code, message },
            other => other,
        })?;
        let account = self.prove(person, before).await?;
        let hash = password::hash(new).await?;
        let (service, person, here) = (self.clone(), person.clone(), here.clone());
        let (user, to) = (person.user_id.clone(), person.email.clone());
        to_the_end(async move {
            // Somebody else, with the same password, was faster.
            if !service.set_password(&user, account.as_ref(), hash, None, Some((&person, &here))).await? {
                return Err(IdentityError::Own(IdentityReason::WrongPassword));
            }
            service.post.send(Letter { to, about: About::PasswordChanged });
            service.clear_away(&user, Some(&here)).await.map(drop)
        })
        .await
    }

    /// The operator gives somebody another password; every device is signed out.
    pub async fn give_password(&self, email: &str, password: &str) -> Result<()> {
        let email = email::parse(email)?;
        let hash = password::hash(Password::new(password, email.as_str())?).await?;
        let user = self.repo.by_email(&email).await?.ok_or(IdentityError::NotFound("person"))?;
        let before = self.repo.account(&user, &password_provider()).await?;
        if !self.set_password(&user, before.as_ref(), hash, None, None).await? {
            return Err(IdentityError::NotFound("person"));
        }
        self.clear_away(&user, None).await.map(drop)
    }

    /// In place of the password before, and of no other. Not of somebody who was forgotten meanwhile, nor of somebody who is not to be reached
    /// any more at the address that a code was sent to.
    /// With it ends every session but perhaps for one, in the same write.
    async fn set_password(
        &self,
        user: &UserId,
        before: Option<&Account<T>>,
        hash: String,
        sent_to: Option<&Word>,
        stays: Option<(&Profile<T>, &Word)>,
    ) -> Result<bool> {
        let mut account = self.account(user, &password_provider(), None, Some(hash));
        if let Some(before) = before {
            (account.created_at, account.data.created_at) = (before.created_at, before.data.created_at);
        }
        let before = before.and_then(|before| before.data.password_hash.as_deref());
        let ends = self.ends(user, stays).await?;
        self.repo.change_password(&account, before, sent_to, &ends).await
    }

    /// Whether somebody has a password at all. Who signs in by a provider may have none.
    pub async fn has_password(&self, user: &UserId) -> Result<bool> {
        let account = self.repo.account(user, &password_provider()).await?;
        Ok(account.is_some_and(|account| account.data.password_hash.is_some()))
    }

    /// Whether somebody who is signed in knows their own password; what opens their account, then. Their tries are their own: nobody else's
    /// keep them from it.
    pub async fn prove(&self, person: &Profile<T>, password: &str) -> Result<Option<Account<T>>> {
        let account = self.repo.account(&person.user_id, &password_provider()).await?;
        self.prove_against(person, account.as_ref(), password).await?;
        Ok(account)
    }

    /// The same, where it was read already what opens their account.
    pub(super) async fn prove_against(&self, person: &Profile<T>, account: Option<&Account<T>>, password: &str) -> Result<()> {
        let tries = self.proofs(&person.user_id);
        self.count_try(&tries).await?;
        let hash = account.and_then(|account| account.data.password_hash.clone());
        if !password::is_right(Password::typed(password), hash).await? {
            return Err(IdentityError::Own(IdentityReason::WrongPassword));
        }
        self.forget(&tries).await
    }

    /// Somebody has another address: a code goes there.
    pub async fn ask_to_move(&self, person: &Profile<T>, email: &str) -> Result<Sent> {
        let email = email::parse(email)?;
        if self.repo.by_email(&email).await?.is_some() {
            return self.send_instead(Purpose::Move, &email, About::JoinedAlready).await;
        }
        let data = VerificationData { user_id: Some(person.user_id.clone()), ..VerificationData::default() };
        self.send_code(Purpose::Move, &email, data).await
    }

    /// Here is the code that went to the other address. The other devices are signed out.
    pub async fn move_to(&self, person: &Profile<T>, session: &Word, email: &str, code: &str, here: &Here) -> Result<()> {
        let email = email::parse(email)?;
        let data = self.use_code(Purpose::Move, &email, code, here).await?;
        if data.user_id.as_ref() != Some(&person.user_id) {
            return Err(IdentityError::Own(IdentityReason::WrongCode));
        }
        let (service, person, session) = (self.clone(), person.clone(), session.clone());
        to_the_end(async move {
            let ends = service.ends(&person.user_id, Some((&person, &session))).await?;
            service.commit_guarded(Patterns::<T>::CHANGE_EMAIL, repo::move_to(&person, &email, service.base.now(), &ends)).await?;
            service.post.send(Letter { to: person.email.clone(), about: About::EmailChanged { to: email } });
            service.clear_away(&person.user_id, Some(&session)).await.map(drop)
        })
        .await
    }

    /// Everything that is kept of a person, by the house and by every app, without what opens doors. It wants a fresh proof, and they are told.
    pub async fn export(&self, found: &SignedIn<T>) -> Result<Value> {
        self.require_proof(found)?;
        let mut items = Vec::new();
        for item in self.repo.everything(&found.person.user_id).await? {
            let mut value: Value = item.view().decode().map_err(StoreError::from)?;
            if let Some(item) = value.as_object_mut() {
                for hidden in ["Token", "Secret", "TTL"] {
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
        let apps = self.known_to_apps(&found.person.user_id).await?;
        self.post.send(Letter { to: found.person.email.clone(), about: About::Exported });
        Ok(json!({ "format": 1, "items": items, "apps": apps }))
    }

    /// Forgets the person. Their sessions and everything that the app keeps go first; the person, the guards of their addresses and what
    /// opens their account go last and together. Wherever this is cut off, the person is there to be forgotten again, or all of it is gone.
    pub(super) async fn forget_person(&self, user: &UserId) -> Result<()> {
        let clock = self.repo.db().clock();
        retry_stale_reads(clock, PATIENCE, || self.try_delete(user)).await?;
        // What was written meanwhile by a request that began before.
        retry_stale_reads(clock, PATIENCE, || self.try_delete(user)).await
    }

    async fn try_delete(&self, user: &UserId) -> Result<()> {
        let (mut person, mut accounts, mut passkeys, mut rest) = (None, Vec::new(), Vec::new(), Vec::new());
        for item in self.repo.everything(user).await? {
            let view = item.view();
            if is_of_kind(&Profile::<T>::DESIGN, view) {
                person = Some(Profile::<T>::from_item(view).map_err(StoreError::from)?);
            } else if is_of_kind(&Account::<T>::DESIGN, view) {
                accounts.push(Account::<T>::from_item(view).map_err(StoreError::from)?);
            } else if is_of_kind(&Passkey::<T>::DESIGN, view) {
                passkeys.push(Passkey::<T>::from_item(view).map_err(StoreError::from)?);
            } else {
                rest.extend(key_of(T::TABLE, view));
            }
        }
        let is_founder = match &person {
            Some(_) => self.repo.founder().await?.as_ref() == Some(user),
            None => false,
        };
        let last = repo::end(person.as_ref(), &accounts, &passkeys, is_founder);
        if !rest.is_empty() {
            self.repo.forget(rest.into_iter().map(|key| BatchWrite::Delete(T::TABLE, key)).collect()).await?;
        }
        if let Some(person) = &person {
            let codes = Purpose::ALL.into_iter().flat_map(|purpose| [purpose.identifier(&person.email), purpose.sending(&person.email)]);
            self.repo.forget_codes(&codes.chain([made_by(user)]).collect::<Vec<_>>()).await?;
        }
        if !last.is_empty() {
            self.repo.db().run(Patterns::<T>::END).commit(Transact::of(last)).await?;
        }
        Ok(())
    }

    /// What somebody may do from now on.
    pub async fn give_role(&self, user: &UserId, role: Role) -> Result<()> {
        if !self.repo.set_role(user, role).await? {
            return Err(IdentityError::NotFound("person"));
        }
        // A house in which nobody was left to look after it has somebody at once.
        self.settle_operator().await
    }

    /// What somebody is called from now on.
    pub async fn rename(&self, user: &UserId, name: &str) -> Result<()> {
        let renamed = self.repo.rename(user, name_of(name)?, self.base.now()).await?;
        if renamed { Ok(()) } else { Err(IdentityError::NotFound("person")) }
    }
}
