//! Passkeys.

use std::marker::PhantomData;

use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{Check, Delete, Get, Put, Query, Transact, Update, Write};
use chabudai_kernel::part::{UtcSeconds, Word};
use chabudai_kernel::store::StoreError;

use super::{Repo, in_its_epoch, is_still};
use crate::error::Result;
use crate::model::{Account, Passkey, PasskeyGuard, Session, UserId, Verification};
use crate::patterns::Patterns;
use crate::people::People;
use crate::service::SignedIn;

/// Where a challenge is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Challenge {
    /// What it is for.
    pub identifier: Word,
    /// The challenge under the server's key, together with the browser that it was given to.
    pub value: Word,
}

/// What became of an answer to a challenge. All of it is one write: whoever comes second has nothing left to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It is done.
    Done,
    /// The challenge was used, has ended, or was another's.
    Ended,
    /// The passkey is another one by now, or its counter went backwards: a copy of it may be about.
    Another,
    /// The passkey is somebody's already.
    Taken,
    /// The slot is taken by another one.
    NoRoom,
    /// The person, or their session, is gone.
    Gone,
}

impl Outcome {
    /// What each action means, where its condition failed.
    fn of(committed: std::result::Result<(), StoreError>, actions: &[Self]) -> Result<Self> {
        match committed {
            Ok(()) => Ok(Self::Done),
            Err(error) => {
                let failed = actions.iter().enumerate().find(|(at, _)| error.condition_failed_at(*at));
                failed.map_or_else(|| Err(error.clone().into()), |(_, outcome)| Ok(*outcome))
            }
        }
    }
}

impl<T: People> Repo<T> {
    /// ID-34: a passkey is somebody's from now on, if its slot is free and it is nobody's yet.
    pub async fn add_passkey(&self, passkey: &Passkey<T>, by: &SignedIn<T>, challenge: &Challenge, now: i64) -> Result<Outcome> {
        let guard = PasskeyGuard::<T> {
            credential: passkey.data.id.clone(),
            user_id: passkey.user_id.clone(),
            slot: passkey.slot.clone(),
            of: PhantomData,
        };
        let writes = vec![used::<T>(challenge, now), Put::of(&guard).if_absent().into(), Put::of(passkey).if_absent().into()];
        let writes = writes.into_iter().chain(is_still(by));
        let committed = self.db.run(Patterns::<T>::ADD_PASSKEY).commit(Transact::of(writes)).await;
        Outcome::of(committed, &[Outcome::Ended, Outcome::Taken, Outcome::NoRoom, Outcome::Gone, Outcome::Gone])
    }

    /// ID-35: whose passkey this is, and what it is checked by, with every write that was acknowledged.
    pub async fn by_passkey(&self, credential: &Word) -> Result<Option<Passkey<T>>> {
        let run = self.db.run(Patterns::<T>::FIND_BY_PASSKEY);
        let guard: Option<PasskeyGuard<T>> = run.get(Get::new(T::TABLE, PasskeyGuard::<T>::key(credential.clone())).consistent()).await?;
        let Some(guard) = guard else { return Ok(None) };
        let passkey: Option<Passkey<T>> = run.get(Get::new(T::TABLE, Passkey::<T>::key(guard.user_id, guard.slot)).consistent()).await?;
        Ok(passkey.filter(|passkey| passkey.data.id == *credential))
    }

    /// ID-36: a new session by a passkey.
    pub async fn sign_in_by_passkey(
        &self,
        session: &Session<T>,
        passkey: &Passkey<T>,
        sign_count: u32,
        challenge: &Challenge,
        now: UtcSeconds,
    ) -> Result<Outcome> {
        let writes = vec![
            used::<T>(challenge, now.0.as_second()),
            counted(passkey, sign_count, now).into(),
            in_its_epoch(session),
            Put::of(session).if_absent().into(),
        ];
        let committed = self.db.run(Patterns::<T>::USE_PASSKEY).commit(Transact::of(writes)).await;
        Outcome::of(committed, &[Outcome::Ended, Outcome::Another, Outcome::Gone])
    }

    /// ID-36: somebody has just shown on this session, by a passkey, that it is they.
    pub async fn prove_by_passkey(
        &self,
        session: &Session<T>,
        passkey: &Passkey<T>,
        sign_count: u32,
        challenge: &Challenge,
        now: UtcSeconds,
    ) -> Result<Outcome> {
        let writes =
            vec![used::<T>(challenge, now.0.as_second()), counted(passkey, sign_count, now).into(), super::proven(session, now).into()];
        let committed = self.db.run(Patterns::<T>::USE_PASSKEY).commit(Transact::of(writes)).await;
        Outcome::of(committed, &[Outcome::Ended, Outcome::Another, Outcome::Gone])
    }

    /// ID-37: a person's passkeys, by their slots.
    pub async fn passkeys(&self, user: &UserId) -> Result<Vec<Passkey<T>>> {
        let query = Query::table(T::TABLE, Passkey::<T>::PK.of((user.clone(),))).range(Passkey::<T>::SK.starting(())).consistent();
        Ok(self.db.run(Patterns::<T>::PASSKEYS).all(query).await?)
    }

    /// ID-38: a passkey is called something else, if it is still that one.
    pub async fn rename_passkey(&self, passkey: &Passkey<T>, name: &str, now: UtcSeconds) -> Result<bool> {
        let update = Update::of::<Passkey<T>>(key_of(passkey))
            .set("UpdatedAt", now.to_string())
            .set(attr("Data").dot("name"), name)
            .set(attr("Data").dot("updatedAt"), now.to_string())
            .only_if(is_it(passkey));
        Ok(self.db.run(Patterns::<T>::RENAME_PASSKEY).attempt_one(update).await?)
    }

    /// ID-39: a passkey opens nothing any more, if another way in stays.
    pub async fn remove_passkey(&self, passkey: &Passkey<T>, stays: WayIn<'_, T>) -> Result<()> {
        let mut writes = forget_passkey(passkey);
        writes.push(stays.check());
        Ok(self.db.run(Patterns::<T>::REMOVE_PASSKEY).commit(Transact::of(writes)).await?)
    }
}

/// Another way in, which has to be there still when one is taken away: two that are taken away at once would be the last two.
#[derive(Clone, Copy, Debug)]
pub enum WayIn<'a, T: People> {
    /// A password, or an account at a provider.
    Account(&'a Account<T>),
    /// A passkey.
    Passkey(&'a Passkey<T>),
}

impl<'a, T: People> WayIn<'a, T> {
    /// One of what somebody has, but not this one. What is looked at most is what changes least.
    pub fn but(accounts: &'a [Account<T>], passkeys: &'a [Passkey<T>], account: Option<&Word>, slot: Option<&Word>) -> Option<Self> {
        let account = accounts.iter().find(|other| Some(&other.provider_id) != account).map(Self::Account);
        account.or_else(|| passkeys.iter().find(|other| Some(&other.slot) != slot).map(Self::Passkey))
    }

    pub(super) fn check(self) -> Write {
        let (key, condition) = match self {
            Self::Account(account) => (Account::<T>::key(account.user_id.clone(), account.provider_id.clone()), attr("PK").exists()),
            Self::Passkey(passkey) => (key_of(passkey), is_it(passkey)),
        };
        Check { table: T::TABLE, key, condition }.into()
    }
}

fn key_of<T: People>(passkey: &Passkey<T>) -> ItemKey {
    Passkey::<T>::key(passkey.user_id.clone(), passkey.slot.clone())
}

/// The slot has this very passkey.
fn is_it<T: People>(passkey: &Passkey<T>) -> Condition {
    attr("Data").dot("id").eq(passkey.data.id.as_str())
}

/// The write that uses a challenge.
fn used<T: People>(challenge: &Challenge, now: i64) -> Write {
    let delete = Delete::new(T::TABLE, Verification::<T>::key(challenge.identifier.clone(), challenge.value.clone()));
    delete.only_if(attr("PK").exists().and(attr("TTL").gt(now))).into()
}

/// The passkey has signed so often by now. Who has a copy of it would have signed as often as its owner has: a counter that does not go on
/// is refused, unless it never counts.
fn counted<T: People>(passkey: &Passkey<T>, sign_count: u32, now: UtcSeconds) -> Update {
    let before = attr("Data").dot("signCount");
    let goes_on = if sign_count == 0 { before.eq(0) } else { before.lt(sign_count) };
    Update::of::<Passkey<T>>(key_of(passkey))
        .set("UpdatedAt", now.to_string())
        .set(attr("Data").dot("signCount"), sign_count)
        .set(attr("Data").dot("lastUsedAt"), now.to_string())
        .set(attr("Data").dot("updatedAt"), now.to_string())
        .only_if(is_it(passkey).and(goes_on))
}

/// The writes that take a passkey away, if it is still there, and free its guard.
pub(super) fn forget_passkey<T: People>(passkey: &Passkey<T>) -> Vec<Write> {
    let is_theirs = attr("PK").absent().or(attr("UserID").eq(passkey.user_id.as_str()));
    vec![
        Delete::new(T::TABLE, key_of(passkey)).only_if(is_it(passkey)).into(),
        Delete::new(T::TABLE, PasskeyGuard::<T>::key(passkey.data.id.clone())).only_if(is_theirs).into(),
    ]
}
