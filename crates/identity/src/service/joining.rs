//! Joining: by a code to one's address, or by the operator's hand.

use chabudai_kernel::part::Word;

use super::codes::{Purpose, Sent};
use super::sessions::{Here, SignedIn};
use super::{About, Service, name_of, password_provider};
use crate::email;
use crate::error::{IdentityError, IdentityReason, Result};
use crate::model::{Profile, VerificationData};
use crate::password::{self, Password};
use crate::patterns::Patterns;
use crate::people::People;
use crate::repo;

impl<T: People> Service<T> {
    /// Whether nobody is here yet: then whoever comes first may join, even if nobody else may.
    pub async fn is_empty(&self) -> Result<bool> {
        Ok(self.repo.everybody(1, None).await?.items.is_empty())
    }

    /// Whether somebody may join by themselves at this moment.
    pub async fn may_join(&self) -> Result<bool> {
        Ok(self.policy.sign_up || self.is_empty().await?)
    }

    /// Somebody wants to join. Nothing is made until they type the code that is sent to their address; somebody who has joined already
    /// gets another letter and the same answer.
    pub async fn ask_to_join(&self, name: &str, email: &str, password: &str) -> Result<Sent> {
        if !self.may_join().await? {
            return Err(IdentityError::Own(IdentityReason::SignUpClosed));
        }
        let (name, email) = (name_of(name)?, email::parse(email)?);
        let password = Password::new(password, email.as_str())?;
        // Hashed in any case: the time that it takes tells nobody whether the address is known.
        let hash = password::hash(password).await?;
        if self.repo.by_email(&email).await?.is_some() {
            return self.send_instead(Purpose::Join, &email, About::JoinedAlready).await;
        }
        let data = VerificationData { name: Some(name.to_owned()), password_hash: Some(hash), ..VerificationData::default() };
        self.send_code(Purpose::Join, &email, data).await
    }

    /// Here is the code: the person is made and signed in. Of two at once with one address, one is let in.
    pub async fn join(&self, email: &str, code: &str, here: &Here) -> Result<SignedIn<T>> {
        let email = email::parse(email)?;
        // Asked again: a house may have been closed since, or have got its first person.
        if !self.may_join().await? {
            return Err(IdentityError::Own(IdentityReason::SignUpClosed));
        }
        let data = self.use_code(Purpose::Join, &email, code, here).await?;
        let (Some(name), Some(hash)) = (data.name, data.password_hash) else { return Err(IdentityError::Own(IdentityReason::WrongCode)) };
        let person = self.make(&name, &email, hash).await?;
        self.open(person, None, here).await
    }

    /// The operator lets somebody in.
    pub async fn add(&self, name: &str, email: &str, password: &str) -> Result<Profile<T>> {
        let (name, email) = (name_of(name)?, email::parse(email)?);
        let hash = password::hash(Password::new(password, email.as_str())?).await?;
        self.make(name, &email, hash).await
    }

    async fn make(&self, name: &str, email: &Word, hash: String) -> Result<Profile<T>> {
        let person = self.person(name, email, true);
        let account = self.account(&person.user_id, &password_provider(), None, Some(hash));
        self.commit_guarded(Patterns::<T>::JOIN, repo::join(&person, &account, None)).await?;
        Ok(person)
    }
}
