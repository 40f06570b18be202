//! Joining: the first account of a house, an invitation, an open house with a code to one's address, or the operator's hand.

use chabudai_kernel::op::{Transact, Write};
use chabudai_kernel::part::Word;
use chabudai_web::people::Role;

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
use crate::secret::Token;

/// How long the link is good for that an empty house prints, in seconds. The next start prints another one.
const SETUP_GOOD_FOR: i64 = 24 * 60 * 60;

/// What somebody brings who wants to join.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry<'a> {
    /// Nothing.
    Nothing,
    /// The link that an empty house prints when it starts.
    Setup(&'a str),
    /// An invitation.
    Invitation(&'a str),
}

/// What became of somebody's wish to join.
#[derive(Debug)]
pub enum Joining<T: People> {
    /// A code is on its way to their address, or would be: nobody learns from this whether it is known.
    CodeSent(Sent),
    /// They are in.
    In(Box<SignedIn<T>>),
}

/// Where the first account joins the other writes: behind the guard of the address, the person and what opens the account.
const AT_FOUNDER: usize = 3;

impl<T: People> Service<T> {
    /// Whether nobody is here yet.
    pub async fn is_empty(&self) -> Result<bool> {
        let mut cursor = None;
        loop {
            // An index that lags may still name somebody who is gone.
            let listed = self.repo.everybody(10, cursor.as_deref()).await?;
            if !listed.items.is_empty() {
                return Ok(false);
            }
            cursor = listed.next;
            if cursor.is_none() {
                return Ok(true);
            }
        }
    }

    /// Whether somebody may join without being invited: the house is open, or nobody is in it yet.
    pub async fn may_join(&self) -> Result<bool> {
        Ok(self.policy.sign_up || self.is_empty().await?)
    }

    /// The secret of a link that lets one person found an empty house. It is good for a day, and for one.
    pub async fn make_setup(&self) -> Result<Token> {
        // The newest link alone is good: a house that was started twice printed two.
        self.repo.forget_codes(&[setup()]).await?;
        let token = Token::random();
        self.keep(setup(), token.reveal(), VerificationData::default(), SETUP_GOOD_FOR).await?;
        Ok(token)
    }

    /// Somebody wants to join. Who founds the house or was invited is in at once. In an open house nothing is made until they type the code that
    /// is sent to their address; somebody who has joined already gets another letter and the same answer.
    pub async fn ask_to_join(&self, name: &str, email: &str, password: &str, entry: Entry<'_>, here: &Here) -> Result<Joining<T>> {
        let now = self.base.now().0.as_second();
        let by = match entry {
            Entry::Invitation(text) => Some((Role::Member, self.invitation(text)?)),
            _ if self.is_empty().await? => {
                let brought = match entry {
                    Entry::Setup(text) => Some(repo::use_setup::<T>(&setup(), &self.pepper.seal(setup().as_str(), text), now)),
                    _ if here.is_this_machine => None,
                    _ => return Err(IdentityError::Own(IdentityReason::SetupNeeded)),
                };
                Some((Role::Operator, brought.into_iter().collect()))
            }
            _ if !self.policy.sign_up => return Err(IdentityError::Own(IdentityReason::SignUpClosed)),
            _ => None,
        };
        let (name, email) = (name_of(name)?, email::parse(email)?);
        let password = Password::new(password, email.as_str())?;
        // Hashed in any case: the time that it takes tells nobody whether the address is known.
        let hash = password::hash(password).await?;
        if let Some((role, more)) = by {
            // Who founds the house vouches for themselves; who was invited has yet to show that the address is theirs.
            let person = self.make(name, &email, hash, role, more, role == Role::Operator).await?;
            return Ok(Joining::In(Box::new(self.open(person, None, here).await?)));
        }
        if self.repo.by_email(&email).await?.is_some() {
            return self.send_instead(Purpose::Join, &email, About::JoinedAlready).await.map(Joining::CodeSent);
        }
        let data = VerificationData { name: Some(name.to_owned()), password_hash: Some(hash), ..VerificationData::default() };
        self.send_code(Purpose::Join, &email, data).await.map(Joining::CodeSent)
    }

    /// Here is the code: the person is made and signed in. Of two at once with one address, one is let in.
    pub async fn join(&self, email: &str, code: &str, here: &Here) -> Result<SignedIn<T>> {
        let email = email::parse(email)?;
        // Asked again: a house may have been closed since.
        if !self.policy.sign_up {
            return Err(IdentityError::Own(IdentityReason::SignUpClosed));
        }
        if self.is_empty().await? {
            return Err(IdentityError::Own(IdentityReason::SetupNeeded));
        }
        let data = self.use_code(Purpose::Join, &email, code, here).await?;
        let (Some(name), Some(hash)) = (data.name, data.password_hash) else { return Err(IdentityError::Own(IdentityReason::WrongCode)) };
        let person = self.make(&name, &email, hash, Role::Member, Vec::new(), true).await?;
        self.open(person, None, here).await
    }

    /// The operator lets somebody in, from the command line. Whoever is first looks after the house.
    pub async fn add(&self, name: &str, email: &str, password: &str) -> Result<Profile<T>> {
        let (name, email) = (name_of(name)?, email::parse(email)?);
        let hash = password::hash(Password::new(password, email.as_str())?).await?;
        if self.is_empty().await? {
            match self.make(name, &email, hash.clone(), Role::Operator, Vec::new(), true).await {
                // Somebody else was first.
                Err(IdentityError::Own(IdentityReason::SignUpClosed)) => {}
                made => return made,
            }
        }
        self.make(name, &email, hash, Role::Member, Vec::new(), true).await
    }

    /// Makes somebody, together with what lets them in: all of it or nothing.
    async fn make(&self, name: &str, email: &Word, hash: String, role: Role, brought: Vec<Write>, is_verified: bool) -> Result<Profile<T>> {
        let mut person = self.person(name, email, is_verified);
        let account = self.account(&person.user_id, &password_provider(), None, Some(hash));
        if role == Role::Operator {
            person.data.role = Word::new(role.as_str());
        }
        let mut writes = repo::join(&person, &account, None);
        if role == Role::Operator {
            writes.push(repo::found(&person));
        }
        writes.extend(brought);
        let own = |reason| Err(IdentityError::Own(reason));
        match self.repo.db().run(Patterns::<T>::JOIN).commit(Transact::of(writes)).await {
            Err(error) if role == Role::Operator && error.condition_failed_at(AT_FOUNDER) => own(IdentityReason::SignUpClosed),
            // Before the address: who has no link that is good learns nothing of who lives here.
            Err(error) if (AT_FOUNDER..=AT_FOUNDER + 1).any(|at| error.condition_failed_at(at)) => own(IdentityReason::LinkUsed),
            Err(error) if error.condition_failed_at(0) => own(IdentityReason::EmailTaken),
            Err(error) if error.is_stale_read() => Err(IdentityError::Busy),
            other => Ok(other.map(|()| person)?),
        }
    }

    /// Sees to it that somebody looks after the house: where nobody does, who has lived here longest.
    pub async fn settle_operator(&self) -> Result<()> {
        let (mut oldest, mut cursor): (Option<Profile<T>>, _) = (None, None);
        loop {
            let mut listed = self.repo.everybody(100, cursor.as_deref()).await?;
            // Who leaves looks after nothing any more.
            listed.items.retain(|person| person.data.leaving_at.is_none());
            if listed.items.iter().any(|person| person.data.role() == Role::Operator) {
                return Ok(());
            }
            oldest = oldest.into_iter().chain(listed.items).min_by_key(|person| (person.created_at, person.user_id.clone()));
            cursor = listed.next;
            if cursor.is_none() {
                break;
            }
        }
        if let Some(oldest) = oldest {
            self.repo.set_role(&oldest.user_id, Role::Operator).await?;
        }
        Ok(())
    }
}

/// Under what the link is kept that an empty house prints.
fn setup() -> Word {
    Word::new("setup").expect("a word")
}
