//! Use cases that decide something. Reads that decide nothing go straight to the repo.
//!
//! What may happen once, or so often at most, is a condition of the write that does it; a write that builds on a read holds only while what
//! was read is there, and is tried again while it is not.

mod accounts; // staff: joining, changing, leaving
mod articles; // columns
mod check; // the operator's look
mod companies; // companies and contracts
mod composer; // recipes without a model
mod copies; // every copy as its source is
mod digests; // telling beyond the inbox
mod favorites; // favourites, and the home page
mod flyers; // flyers
mod leaving; // everything of somebody, given out or forgotten
mod letters; // what is sent by mail
mod notices; // telling of a flyer
mod password; // bcrypt, away from the threads that answer
mod people; // registering, signing in, the house
mod profile; // what somebody says of themselves
mod recipes; // recipes, sharing, the ranking
mod staff; // staff: signing in
mod stores; // stores
mod tokens; // access and refresh tokens
mod tries; // guessing is made slow

use std::hash::{BuildHasher as _, Hash, RandomState};
use std::sync::Arc;

use chabudai_kernel::db::Db;
use chabudai_kernel::ids::{Ids, Ulids};
use chabudai_kernel::once::Once;
use chabudai_kernel::op::Write;
use chabudai_kernel::part::IsoDay;
use chabudai_kernel::seal::{Seal, digest};
use chabudai_kernel::service::Base;
use chabudai_kernel::uuid::{Builder, Uuid};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

pub use accounts::{AccountEdit, AccountInput};
pub use articles::ArticleInput;
pub use check::{Checked, Finding, check, mend};
pub use companies::CompanyInput;
pub use composer::{Chef, Cookbook, Cooked, WithModel, compose};
pub use digests::{Courier, Delivered, Told};
pub use favorites::HomeStore;
pub use flyers::{FlyerInput, ItemInput};
pub use letters::{Letter, LetterKind, Letters};
pub use people::{Comer, SignedIn};
pub use profile::ProfileInput;
pub use staff::Staff;
pub use stores::StoreInput;
pub use tokens::Pair;

use crate::error::{ChirashiError, ChirashiReason, Result};
use crate::model::{Action, Admin, AuditEntry, CompanyId, Decision, Moment, Target, changed, decide};
use crate::repo;

/// Writers of one row queue up here; rows that share a queue merely wait for each other.
const QUEUES: usize = 256;

/// What an operator decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Whether anybody may register. A house is closed, a service for everybody is open.
    pub registration: bool,
    /// How long what staff did is kept, in days.
    pub audit_days: u32,
    /// What a password costs to hash: each step doubles it.
    pub bcrypt_cost: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { registration: false, audit_days: 400, bcrypt_cost: 12 }
    }
}

/// The use cases of Chirashi Kitchen.
#[derive(Clone)]
pub struct Service {
    base: Base,
    ulids: Arc<Ulids>,
    hasher: RandomState,
    queues: Arc<Vec<tokio::sync::Mutex<()>>>,
    settings: Settings,
    tokens: Arc<tokens::Tokens>,
    /// Names that lead nowhere: of tries, of codes, of whoever shares something.
    pseudonyms: Seal,
    letters: Option<Arc<dyn Letters>>,
    chef: Arc<dyn Chef>,
}

impl Service {
    /// The use cases over the app's data. What they sign and seal with is made from the secret of the house that the data knows.
    pub fn new(db: Db, ids: Arc<dyn Ids>) -> Self {
        let secret = db.seal(b"chirashi secret 1").seal(b"", b"service");
        let secret = secret.as_bytes();
        Self {
            pseudonyms: Seal::new(b"chirashi pseudonyms 1", secret),
            tokens: Arc::new(tokens::Tokens::new(secret)),
            base: Base::new(db, ids),
            ulids: Arc::default(),
            hasher: RandomState::new(),
            queues: Arc::new((0..QUEUES).map(|_| tokio::sync::Mutex::new(())).collect()),
            settings: Settings::default(),
            letters: None,
            chef: Arc::new(Cookbook),
        }
    }

    /// The same as an operator wants it.
    pub fn set(self, settings: Settings) -> Self {
        Self { settings, ..self }
    }

    /// The same with somebody who carries letters to any address. Without, nobody registers and no password is reset.
    pub fn with_letters(self, letters: Arc<dyn Letters>) -> Self {
        Self { letters: Some(letters), ..self }
    }

    /// The same with somebody else who cooks.
    pub fn with_chef(self, chef: Arc<dyn Chef>) -> Self {
        Self { chef, ..self }
    }

    /// The data, for reads that decide nothing.
    pub fn db(&self) -> &Db {
        &self.base.db
    }

    /// Now.
    pub fn now(&self) -> Moment {
        Moment::of_millis(self.base.now_millis().0)
    }

    /// The day in Japan.
    pub fn today(&self) -> IsoDay {
        self.now().day()
    }

    /// One writer of the same row at a time in this process: they would only get in each other's way. Writers in other processes are met by
    /// the conditions.
    async fn queue(&self, of: impl Hash) -> tokio::sync::MutexGuard<'_, ()> {
        let at = self.hasher.hash_one(of) as usize % QUEUES;
        self.queues[at].lock().await
    }

    /// A fresh id; for a request that may be sent again, always the same one. What it makes is put only if it is absent, so that the second
    /// finds what the first has made.
    fn id_for(&self, what: &str, by: &str, once: Option<&Once>) -> Uuid {
        let Some(once) = once else { return self.base.uuid() };
        let sealed = self.pseudonyms.seal(what.as_bytes(), format!("{by}#{}#{}", once.key, once.request).as_bytes());
        let bytes: [u8; 16] = Sha256::digest(sealed.as_bytes())[..16].try_into().expect("sixteen of thirty-two");
        Builder::from_random_bytes(bytes).into_uuid()
    }

    /// A name that nobody can trace back, always the same for the same.
    fn pseudonym(&self, what: &str, of: &str) -> chabudai_kernel::part::Word {
        let sealed = self.pseudonyms.seal(what.as_bytes(), of.as_bytes());
        chabudai_kernel::part::Word::new(digest(sealed.as_bytes())).expect("a digest is a word")
    }

    /// Whether somebody of the staff may do this to somebody's data. What is not theirs is not there.
    fn allow(staff: &Staff, action: Action, target: Target, what: &'static str) -> Result<()> {
        match decide(staff.doer(), action, target) {
            Decision::Allowed => Ok(()),
            Decision::Forbidden => Err(ChirashiReason::NotAllowed.into()),
            Decision::NotThere => Err(ChirashiError::NotFound(what)),
        }
    }

    /// The same for a list, which goes straight to the repo.
    pub fn may(&self, staff: &Staff, action: Action, target: Target, what: &'static str) -> Result<()> {
        Self::allow(staff, action, target, what)
    }

    /// What stands in the log of an action, in its transaction.
    fn audited<T: Serialize>(
        &self,
        admin: &Admin,
        action: &str,
        subject: impl Into<Subject>,
        company: Option<CompanyId>,
        (before, after): (Option<&T>, Option<&T>),
    ) -> Write {
        let now = self.now();
        let (before, after) = changed(before, after);
        let entry = AuditEntry {
            day: now.day(),
            entry_id: self.ulids.next(&*self.base.ids, now.millis()),
            at: now,
            admin_id: admin.admin_id,
            admin_name: admin.name.clone(),
            role: admin.role,
            action: action.to_owned(),
            subject: subject.into().0,
            company_id: company,
            before,
            after,
            ttl: now.seconds() + i64::from(self.settings.audit_days) * 24 * 60 * 60,
        };
        repo::audit::note(&entry).into()
    }
}

/// What an action was done to, as the log names it.
struct Subject(String);

impl<T: std::fmt::Display> From<T> for Subject {
    fn from(id: T) -> Self {
        Self(id.to_string())
    }
}

/// A client that builds on what it has seen has seen what is there.
fn is_seen(seen: Option<Moment>, updated_at: Moment) -> Result<()> {
    if seen.is_none_or(|seen| seen == updated_at) { Ok(()) } else { Err(ChirashiReason::Stale.into()) }
}

/// Somebody else has changed what a client had seen: it is not tried again, since the client has to look first.
fn settle<T>(outcome: Result<T>, seen: Option<Moment>) -> Result<T> {
    match outcome {
        Err(ChirashiError::Busy) if seen.is_some() => Err(ChirashiReason::Stale.into()),
        other => other,
    }
}
