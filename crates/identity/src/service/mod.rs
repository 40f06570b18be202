//! Use cases that decide something.

mod account;
mod codes;
mod invitations;
mod joining;
mod leaving;
mod once;
mod passkeys;
mod program_tokens;
mod proof;
mod provider;
mod sessions;
mod tries;

use std::marker::PhantomData;
use std::sync::Arc;

use chabudai_kernel::ids::Ids;
use chabudai_kernel::op::{Transact, Write};
use chabudai_kernel::part::{UtcSeconds, Word};
use chabudai_kernel::service::Base;
use chabudai_web::line::{Line, NotALine};

use crate::error::{IdentityError, IdentityReason, Result};
use crate::model::{Account, AccountData, Kind, Profile, ProfileData, UserId};
use crate::oidc::Providers;
use crate::repo::Repo;
use crate::secret::Pepper;

pub use crate::letter::{About, Letter, Post};
pub use codes::{CODE_GOOD_FOR, Purpose, Sent};
pub use invitations::INVITATION_GOOD_FOR;
pub use joining::{Entry, Joining};
pub use leaving::KnowsPeople;
pub use passkeys::Place;
pub use program_tokens::{LONGEST_DAYS, LONGEST_TOKEN_NAME, MOST_TOKENS, MadeToken, NewToken, Program};
pub use proof::FRESH_FOR;
pub use sessions::{Here, SignedIn};

use crate::people::People;

/// How a house lets people in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Anybody may join by themselves. Otherwise people come by invitation.
    pub sign_up: bool,
}

/// The use cases over one app's people.
pub struct Service<T> {
    repo: Repo<T>,
    base: Base,
    pepper: Pepper,
    policy: Policy,
    post: Arc<dyn Post>,
    providers: Providers,
    apps: Arc<[KnowsPeople]>,
    of: PhantomData<T>,
}

impl<T: People> Clone for Service<T> {
    fn clone(&self) -> Self {
        let Self { repo, base, pepper, policy, post, providers, apps, of } = self;
        let (repo, base, pepper, post, providers) = (repo.clone(), base.clone(), pepper.clone(), post.clone(), providers.clone());
        Self { repo, base, pepper, policy: *policy, post, providers, apps: apps.clone(), of: *of }
    }
}

impl<T: People> Service<T> {
    /// The use cases over an app's data.
    pub fn new(repo: Repo<T>, ids: Arc<dyn Ids>, pepper: Pepper, policy: Policy, post: Arc<dyn Post>) -> Self {
        let base = Base::new(repo.db().clone(), ids);
        Self { repo, base, pepper, policy, post, providers: Providers::default(), apps: Arc::default(), of: PhantomData }
    }

    /// The items, for reads that decide nothing.
    pub fn repo(&self) -> &Repo<T> {
        &self.repo
    }

    /// The time, by the clock of this house.
    pub fn now(&self) -> UtcSeconds {
        self.base.now()
    }

    fn person(&self, name: &str, email: &Word, verified: bool) -> Profile<T> {
        let now = self.base.now();
        let data = ProfileData {
            name: name.to_owned(),
            email: email.clone(),
            email_verified: verified,
            image: None,
            created_at: now,
            updated_at: now,
            role: None,
            language: None,
            leaving_at: None,
            session_epoch: None,
            program_epoch: None,
            own: T::Own::default(),
        };
        let user_id = self.base.fresh_id();
        Profile { user_id, kind: Kind::User, email: email.clone(), data, created_at: now, updated_at: now, of: PhantomData }
    }

    fn account(&self, user: &UserId, provider: &Word, account_id: Option<String>, password_hash: Option<String>) -> Account<T> {
        let now = self.base.now();
        let data = AccountData { provider_id: provider.clone(), account_id, password_hash, created_at: now, updated_at: now };
        let (user_id, provider_id) = (user.clone(), provider.clone());
        Account { user_id, provider_id, kind: Kind::Account, data, created_at: now, updated_at: now, of: PhantomData }
    }

    /// Commits; the first write is a guard, and a guard that stands already means that somebody was first.
    async fn commit_guarded(&self, pattern: &'static chabudai_kernel::design::AccessPattern, writes: Vec<Write>) -> Result<()> {
        match self.repo.db().run(pattern).commit(Transact::of(writes)).await {
            Err(error) if error.condition_failed_at(0) => Err(IdentityError::Own(IdentityReason::EmailTaken)),
            Err(error) if error.is_stale_read() => Err(IdentityError::Busy),
            other => Ok(other?),
        }
    }
}

/// A name that people can call somebody by.
pub fn name_of(text: &str) -> Result<&str> {
    let refused = |code, message| Err(IdentityError::Invalid { field: "name", code, message });
    match Line::<LONGEST_NAME>::read(text) {
        Ok(name) => Ok(name),
        Err(NotALine::Empty) => refused("identity.name_empty", "Say what you are called."),
        Err(NotALine::Control) => refused("identity.name_control", "A name is one line of visible characters."),
        Err(NotALine::TooLong) => refused("identity.name_too_long", "A name has 60 characters at most."),
    }
}

/// The longest name of a person, in characters.
pub const LONGEST_NAME: usize = 60;

/// The provider of passwords.
pub(crate) fn password_provider() -> Word {
    Word::new(crate::model::PASSWORD).expect("a word")
}
