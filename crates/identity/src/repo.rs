//! One function per access pattern, and named writes that the service collects and commits once.

mod devices;
mod passkeys;
mod program_tokens;

use std::marker::PhantomData;

use chabudai_kernel::db::{Db, Listed, Run};
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::op::{BatchWrite, Check, Delete, Get, Put, Query, Transact, Update, Write, key_of};
use chabudai_kernel::packed::Item;
use chabudai_kernel::part::{UtcSeconds, Word};
use chabudai_kernel::store::StoreError;
use chabudai_kernel::value::Value;
use chabudai_web::people::Role;

use crate::error::{IdentityError, IdentityReason, Result};
use crate::leaving::Leaving;
use crate::model::{
    Account, EmailGuard, HouseGuard, Invitation, Kind, OauthGuard, Passkey, Profile, PushDevice, Session, Tries, UserId, Verification,
};
use crate::patterns::Patterns;
use crate::people::People;
use crate::service::SignedIn;

pub use self::passkeys::{Challenge, Outcome, WayIn};

/// The items of one app's people.
#[derive(Clone)]
pub struct Repo<T> {
    db: Db,
    of: PhantomData<T>,
}

impl<T: People> Repo<T> {
    /// Over an app's data.
    pub fn new(db: Db) -> Self {
        Self { db, of: PhantomData }
    }

    /// The data.
    pub fn db(&self) -> &Db {
        &self.db
    }

    /// ID-01, to be answered step by step.
    pub fn signed_in(&self) -> Run<'_> {
        self.db.run(Patterns::<T>::SIGNED_IN)
    }

    /// ID-01, first step: the session of a token's hash, as the index has it. Nothing may be decided by it.
    pub async fn hint(&self, run: Run<'_>, token: &Word) -> Result<Option<(UserId, Word)>> {
        let query = Query::index(T::TABLE, T::TOKEN_INDEX, Session::<T>::Token.of(token)).limit(2);
        let (items, _) = run.page::<Item>(&query).await?;
        let key = |item: &Item, name: &str, prefix: &str| {
            let text = item.view().get(name).and_then(chabudai_kernel::packed::ValueRef::as_str)?;
            text.strip_prefix(prefix).and_then(Word::new)
        };
        Ok(items.first().and_then(|item| Some((key(item, "PK", "USER#")?, key(item, "SK", "SESSION#")?))))
    }

    /// ID-01: a session, with every write that was acknowledged.
    pub async fn session(&self, run: Run<'_>, user: &UserId, session: &Word) -> Result<Option<Session<T>>> {
        let get = Get::new(T::TABLE, Session::<T>::key(user.clone(), session.clone())).consistent();
        Ok(run.get(get).await?)
    }

    /// ID-02: who has this address, with every write that was acknowledged.
    pub async fn by_email(&self, email: &Word) -> Result<Option<UserId>> {
        let get = Get::new(T::TABLE, EmailGuard::<T>::key(email.clone())).consistent();
        let guard: Option<EmailGuard<T>> = self.db.run(Patterns::<T>::FIND_BY_EMAIL).get(get).await?;
        Ok(guard.map(|guard| guard.user_id))
    }

    /// ID-03: who has this address, by the index.
    pub async fn by_email_index(&self, email: &Word) -> Result<Vec<Profile<T>>> {
        let query = Query::index(T::TABLE, T::EMAIL_INDEX, Profile::<T>::Email.of(email));
        let found: Vec<Profile<T>> = self.db.run(Patterns::<T>::BY_EMAIL_INDEX).all(query).await?;
        if found.len() > 1 {
            tracing::error!(people = found.len(), "one address belongs to several people");
        }
        Ok(found)
    }

    /// ID-04: who is this account at a provider.
    pub async fn by_account(&self, provider: &Word, subject: &Word) -> Result<Option<UserId>> {
        let get = Get::new(T::TABLE, OauthGuard::<T>::key(provider.clone(), subject.clone())).consistent();
        let guard: Option<OauthGuard<T>> = self.db.run(Patterns::<T>::FIND_BY_ACCOUNT).get(get).await?;
        Ok(guard.map(|guard| guard.user_id))
    }

    /// ID-01, last step: whose session it is.
    pub async fn person_of(&self, run: Run<'_>, session: &Session<T>) -> Result<Option<Profile<T>>> {
        let get = Get::new(T::TABLE, Profile::<T>::key(session.user_id.clone())).consistent();
        Ok(run.get(get).await?)
    }

    /// ID-05: a person.
    pub async fn person(&self, user: &UserId) -> Result<Option<Profile<T>>> {
        let get = Get::new(T::TABLE, Profile::<T>::key(user.clone())).consistent();
        Ok(self.db.run(Patterns::<T>::PERSON).get(get).await?)
    }

    /// ID-06: what opens a person's account.
    pub async fn account(&self, user: &UserId, provider: &Word) -> Result<Option<Account<T>>> {
        let get = Get::new(T::TABLE, Account::<T>::key(user.clone(), provider.clone())).consistent();
        Ok(self.db.run(Patterns::<T>::ACCOUNT_OF).get(get).await?)
    }

    /// ID-21: by what a person may sign in.
    pub async fn accounts(&self, user: &UserId) -> Result<Vec<Account<T>>> {
        let query = Query::table(T::TABLE, Account::<T>::PK.of((user.clone(),))).range(Account::<T>::SK.starting(())).consistent();
        Ok(self.db.run(Patterns::<T>::ACCOUNTS).all(query).await?)
    }

    /// ID-09: a new session. By a password, only if it is still the one that was typed: whoever has another since has ended all sessions.
    pub async fn sign_in(&self, session: &Session<T>, by: Option<&Account<T>>) -> Result<bool> {
        let mut writes = vec![Put::of(session).if_absent().into()];
        writes.push(match by {
            Some(account) => Check {
                table: T::TABLE,
                key: Account::<T>::key(account.user_id.clone(), account.provider_id.clone()),
                condition: has_password(account.data.password_hash.as_deref()),
            }
            .into(),
            None => in_its_epoch(session),
        });
        Ok(self.db.run(Patterns::<T>::SIGN_IN).attempt(Transact::of(writes), &[1]).await?)
    }

    /// ID-10: a person's sessions, oldest first, those that have ended included.
    pub async fn sessions(&self, user: &UserId) -> Result<Vec<Session<T>>> {
        let query = Query::table(T::TABLE, Session::<T>::PK.of((user.clone(),))).range(Session::<T>::SK.starting(())).consistent();
        Ok(self.db.run(Patterns::<T>::SESSIONS).all(query).await?)
    }

    /// ID-46: every session ends at once, but perhaps for one, and perhaps every token of a program. What is left of them is cleared away later.
    pub async fn end_sessions(&self, user: &UserId, ends: &Ends) -> Result<bool> {
        let writes = std::iter::once(ends.of_person::<T>(user)).chain(ends.besides::<T>(user));
        Ok(self.db.run(Patterns::<T>::END_SESSIONS).attempt(Transact::of(writes), &[0, 1]).await?)
    }

    /// ID-11: a session ends, and with it what is sent to the devices that were registered on it. One that is not there has ended already.
    pub async fn sign_out(&self, user: &UserId, session: &Word, devices: &[(Word, Word)]) -> Result<()> {
        let delete = Delete::new(T::TABLE, Session::<T>::key(user.clone(), session.clone()));
        let device = |(platform, device): &(Word, Word)| {
            Write::from(Delete::new(T::TABLE, PushDevice::<T>::key(user.clone(), platform.clone(), device.clone())))
        };
        let run = self.db.run(Patterns::<T>::SIGN_OUT);
        if devices.is_empty() {
            return Ok(run.commit_one(delete).await?);
        }
        Ok(run.commit(Transact::of(std::iter::once(delete.into()).chain(devices.iter().map(device)))).await?)
    }

    /// ID-11: a session ends and another one takes its place on the same browser, with what is sent there.
    pub async fn hand_over(&self, user: &UserId, session: &Word, after: &Word, devices: &[(Word, Word)]) -> Result<()> {
        let delete = Delete::new(T::TABLE, Session::<T>::key(user.clone(), session.clone()));
        let run = self.db.run(Patterns::<T>::SIGN_OUT);
        if devices.is_empty() {
            return Ok(run.commit_one(delete).await?);
        }
        let device = |(platform, device): &(Word, Word)| {
            let key = PushDevice::<T>::key(user.clone(), platform.clone(), device.clone());
            Write::from(Update::of::<PushDevice<T>>(key).set(attr("Data").dot("sessionId"), after.as_str()).if_exists())
        };
        Ok(run.commit(Transact::of(std::iter::once(delete.into()).chain(devices.iter().map(device)))).await?)
    }

    /// ID-12: a session ends later. One that was revoked meanwhile stays revoked.
    pub async fn prolong(&self, session: &Session<T>, until: UtcSeconds, now: UtcSeconds) -> Result<bool> {
        let update = Update::of::<Session<T>>(Session::<T>::key(session.user_id.clone(), session.session_id.clone()))
            .set("TTL", until.0.as_second())
            .set("UpdatedAt", now.to_string())
            .set(attr("Data").dot("expiresAt"), until.to_string())
            .set(attr("Data").dot("updatedAt"), now.to_string())
            .if_exists();
        Ok(self.db.run(Patterns::<T>::PROLONG).attempt_one(update).await?)
    }

    /// ID-25: somebody has just shown on this session that it is they. One that was revoked meanwhile stays revoked.
    pub async fn set_proven(&self, session: &Session<T>, now: UtcSeconds) -> Result<bool> {
        Ok(self.db.run(Patterns::<T>::PROVE).attempt_one(proven(session, now)).await?)
    }

    /// ID-13: a code was sent.
    pub async fn keep_code(&self, verification: &Verification<T>) -> Result<()> {
        Ok(self.db.run(Patterns::<T>::SEND_CODE).commit_one(Put::of(verification)).await?)
    }

    /// ID-14: how often something was tried in vain.
    pub async fn tries(&self, identifier: &Word) -> Result<Option<Tries<T>>> {
        let get = Get::new(T::TABLE, Tries::<T>::key(identifier.clone())).consistent();
        Ok(self.db.run(Patterns::<T>::TRY).get(get).await?)
    }

    /// ID-14: once more, if nobody else was in between. Answers how often by now.
    pub async fn count_try(&self, identifier: &Word, known: Option<&Tries<T>>, now: i64, forgotten: i64) -> Result<u64> {
        let unchanged =
            known.map_or_else(|| attr("Count").absent(), |known| attr("Count").eq(known.count).and(attr("Last").eq(known.last)));
        let update = once_more::<T>(identifier, now, forgotten);
        let after: Option<Tries<T>> = self.db.run(Patterns::<T>::TRY).write(update.only_if(unchanged).returning_new()).await?;
        Ok(after.map_or(1, |tries| tries.count))
    }

    /// ID-14: once more, if it was not so often yet.
    pub async fn count_up_to(&self, identifier: &Word, most: u64, now: i64, forgotten: i64) -> Result<bool> {
        let update = once_more::<T>(identifier, now, forgotten);
        Ok(self.db.run(Patterns::<T>::TRY).attempt_one(update.only_if(attr("Count").absent().or(attr("Count").lt(most)))).await?)
    }

    /// ID-14: this once, and for so many seconds not again. Of several at once, one may.
    /// It is remembered for `kept` seconds.
    pub async fn only_now_and_then(&self, identifier: &Word, now: i64, seconds: i64, kept: i64) -> Result<bool> {
        let update = once_more::<T>(identifier, now, now.saturating_add(kept))
            // A clock that was put back keeps nobody from it.
            .only_if(attr("Last").absent().or(attr("Last").le(now.saturating_sub(seconds))).or(attr("Last").gt(now)));
        Ok(self.db.run(Patterns::<T>::TRY).attempt_one(update).await?)
    }

    /// ID-14: it was not in vain.
    pub async fn forget_tries(&self, identifier: &Word) -> Result<()> {
        let delete = Delete::new(T::TABLE, Tries::<T>::key(identifier.clone()));
        Ok(self.db.run(Patterns::<T>::TRY).commit_one(delete).await?)
    }

    /// ID-15: a code is used, by whoever comes first. One that has ended is not there.
    pub async fn use_code(&self, identifier: &Word, value: &Word, now: i64) -> Result<Option<Verification<T>>> {
        let delete = Delete::new(T::TABLE, Verification::<T>::key(identifier.clone(), value.clone()));
        let delete = delete.only_if(attr("PK").exists().and(attr("TTL").gt(now))).returning_old();
        match self.db.run(Patterns::<T>::USE_CODE).write(delete).await {
            Err(error) if error.condition_failed_at(0) => Ok(None),
            other => Ok(other?),
        }
    }

    /// ID-16: another password, in place of the one before and of no other. `sent_to` is the address to which a code for it went: it has to be
    /// the person's still. Somebody who was forgotten meanwhile stays forgotten.
    /// With the password before ends every session that is not to stay.
    pub async fn change_password(&self, account: &Account<T>, before: Option<&str>, sent_to: Option<&Word>, ends: &Ends) -> Result<bool> {
        let put = Put::of(account).only_if(has_password(before));
        let mut writes = vec![put.into(), ends.of_person::<T>(&account.user_id)];
        writes.extend(sent_to.map(|email| {
            let key = EmailGuard::<T>::key(email.clone());
            Write::from(Check { table: T::TABLE, key, condition: attr("UserID").eq(account.user_id.as_str()) })
        }));
        writes.extend(ends.besides::<T>(&account.user_id));
        let conditions: Vec<usize> = (0..writes.len()).collect();
        Ok(self.db.run(Patterns::<T>::CHANGE_PASSWORD).attempt(Transact::of(writes), &conditions).await?)
    }

    /// ID-18: everything that is kept of a person, as it stands.
    pub async fn everything(&self, user: &UserId) -> Result<Vec<Item>> {
        let query = Query::table(T::TABLE, Profile::<T>::PK.of((user.clone(),))).consistent();
        Ok(self.db.run(Patterns::<T>::EVERYTHING).all(query).await?)
    }

    /// ID-18: forgets items.
    pub async fn forget(&self, writes: Vec<BatchWrite>) -> Result<()> {
        Ok(self.db.run(Patterns::<T>::EVERYTHING).batch_write(writes).await?)
    }

    /// ID-24: forgets every code of these identifiers, and how often they were tried.
    pub async fn forget_codes(&self, identifiers: &[Word]) -> Result<()> {
        let run = self.db.run(Patterns::<T>::CODES_OF);
        let mut keys = Vec::new();
        for identifier in identifiers {
            let query = Query::table(T::TABLE, Verification::<T>::PK.of((identifier.clone(),))).consistent();
            let items: Vec<Item> = run.all(query).await?;
            keys.extend(items.iter().filter_map(|item| key_of(T::TABLE, item.view())));
        }
        if keys.is_empty() {
            return Ok(());
        }
        Ok(run.batch_write(keys.into_iter().map(|key| BatchWrite::Delete(T::TABLE, key)).collect()).await?)
    }

    /// ID-19: people, a page at a time, for the operator.
    pub async fn everybody(&self, limit: u32, cursor: Option<&str>) -> Result<Listed<Profile<T>>> {
        let run = self.db.run(Patterns::<T>::EVERYBODY);
        let query = Query::index(T::TABLE, T::TYPE_INDEX, Profile::<T>::Type.of(&Kind::User));
        let listed = run.list::<Item>(query, limit, cursor, limit).await.map_err(|error| match error {
            chabudai_kernel::db::ListError::Cursor(_) => IdentityError::NotFound("page"),
            chabudai_kernel::db::ListError::Store(error) => error.into(),
        })?;
        let keys = listed.items.iter().filter_map(|item| key_of(T::TABLE, item.view()));
        let mut people: Vec<Profile<T>> = run.batch_get(keys.map(|key| (T::TABLE, key)).collect(), 100, true).await?;
        people.sort_by_key(|person| person.created_at);
        Ok(Listed { items: people, next: listed.next })
    }

    /// ID-20: another role. It is the house's word and no change of the person's own, so that it has no date. Somebody who was forgotten meanwhile
    /// stays forgotten.
    pub async fn set_role(&self, user: &UserId, role: Role) -> Result<bool> {
        let update = Update::of::<Profile<T>>(Profile::<T>::key(user.clone())).set(attr("Data").dot("role"), role.as_str()).if_exists();
        Ok(self.db.run(Patterns::<T>::SET_PROFILE_TEXT).attempt_one(update).await?)
    }

    /// ID-20: an address is known to be theirs, if it still is.
    pub async fn set_verified(&self, user: &UserId, email: &Word) -> Result<bool> {
        let update = Update::of::<Profile<T>>(Profile::<T>::key(user.clone())).set(attr("Data").dot("emailVerified"), true);
        Ok(self.db.run(Patterns::<T>::SET_PROFILE_TEXT).attempt_one(update.only_if(attr("Email").eq(email.as_str()))).await?)
    }

    /// ID-29: who founded the house.
    pub async fn founder(&self) -> Result<Option<UserId>> {
        let guard: Option<HouseGuard<T>> =
            self.db.run(Patterns::<T>::FOUNDER).get(Get::new(T::TABLE, HouseGuard::<T>::key(founder())).consistent()).await?;
        Ok(guard.map(|guard| guard.user_id))
    }

    /// ID-41: everybody who leaves.
    pub async fn leaving(&self) -> Result<Vec<Leaving<T>>> {
        let run = self.db.run(Patterns::<T>::LEAVING_NOW);
        let query = Query::index(T::TABLE, T::TYPE_INDEX, Leaving::<T>::Type.of(&Kind::Leaving));
        let items: Vec<Item> = run.all(query).await?;
        let keys: Vec<_> = items.iter().filter_map(|item| key_of(T::TABLE, item.view())).map(|key| (T::TABLE, key)).collect();
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let most = keys.len();
        Ok(run.batch_get(keys, most, true).await?)
    }

    /// ID-42: somebody is forgotten, but by these apps, which nobody has opened.
    pub async fn has_left(&self, user: &UserId, left: &[Word]) -> Result<()> {
        let (run, key) = (self.db.run(Patterns::<T>::HAS_LEFT), Leaving::<T>::key(user.clone()));
        if left.is_empty() {
            return Ok(run.commit_one(Delete::new(T::TABLE, key)).await?);
        }
        let apps: Vec<Value> = left.iter().map(|app| app.as_str().into()).collect();
        // Somebody else may have opened them meanwhile, and be done.
        let update = Update::of::<Leaving<T>>(key).set(attr("Data").dot("apps"), apps).if_exists();
        run.attempt_one(update).await?;
        Ok(())
    }

    /// ID-26: an invitation is given out, if its slot is free, and if it was not given out before by the same request.
    pub async fn invite(&self, invitation: &Invitation<T>, by: Option<&SignedIn<T>>, once: Option<&Verification<T>>) -> Result<Kept> {
        let mut writes = vec![Put::of(invitation).if_absent().into()];
        match by {
            Some(found) => writes.extend(is_still(found)),
            None => writes.push(is_there::<T>(&invitation.user_id)),
        }
        let guard = writes.len();
        writes.extend(once.map(made_once));
        Kept::of(self.db.run(Patterns::<T>::INVITE).commit(Transact::of(writes)).await, guard)
    }

    /// ID-27: the invitations that somebody has given out.
    pub async fn invitations(&self, user: &UserId) -> Result<Vec<Invitation<T>>> {
        let query = Query::table(T::TABLE, Invitation::<T>::PK.of((user.clone(),))).range(Invitation::<T>::SK.starting(())).consistent();
        Ok(self.db.run(Patterns::<T>::INVITATIONS).all(query).await?)
    }

    /// ID-28: an invitation lets nobody in any more. Another one that has taken its slot since stays.
    pub async fn withdraw(&self, invitation: &Invitation<T>) -> Result<bool> {
        let delete = Delete::new(T::TABLE, Invitation::<T>::key(invitation.user_id.clone(), invitation.slot.clone()));
        let delete = delete.only_if(attr("Secret").eq(invitation.secret.as_str()));
        Ok(self.db.run(Patterns::<T>::WITHDRAW).attempt_one(delete).await?)
    }

    /// ID-20: another picture. Somebody who was forgotten meanwhile stays forgotten.
    pub async fn set_picture(&self, user: &UserId, picture: &str, now: UtcSeconds) -> Result<bool> {
        self.set_profile_text(user, "image", picture, now).await
    }

    /// ID-20: another name. Somebody who was forgotten meanwhile stays forgotten.
    pub async fn rename(&self, user: &UserId, name: &str, now: UtcSeconds) -> Result<bool> {
        self.set_profile_text(user, "name", name, now).await
    }

    async fn set_profile_text(&self, user: &UserId, what: &'static str, text: &str, now: UtcSeconds) -> Result<bool> {
        let update = Update::of::<Profile<T>>(Profile::<T>::key(user.clone()))
            .set("UpdatedAt", now.to_string())
            .set(attr("Data").dot(what), text)
            .set(attr("Data").dot("updatedAt"), now.to_string())
            .if_exists();
        Ok(self.db.run(Patterns::<T>::SET_PROFILE_TEXT).attempt_one(update).await?)
    }
}

/// What became of something that is made once, in one of a few places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// It is kept.
    Yes,
    /// The place was taken by another one.
    PlaceTaken,
    /// The same request has made it before.
    MadeBefore,
}

impl Kept {
    /// By the answer of a transaction whose first write is the thing, with the guard of the request after those that say who may.
    fn of(committed: std::result::Result<(), StoreError>, guard: usize) -> Result<Self> {
        match committed {
            Ok(()) => Ok(Self::Yes),
            // First of all: where a repeated request meets what it made, the place is taken as well.
            Err(error) if error.condition_failed_at(guard) => Ok(Self::MadeBefore),
            // Whoever asked was signed out meanwhile, or has left.
            Err(error) if (1..guard).any(|at| error.condition_failed_at(at)) => Err(IdentityError::Own(IdentityReason::NotSignedIn)),
            Err(error) if error.condition_failed_at(0) => Ok(Self::PlaceTaken),
            Err(error) => Err(error.into()),
        }
    }
}

/// The write that lets a request make something once.
fn made_once<T: People>(guard: &Verification<T>) -> Write {
    Put::of(guard).if_absent().into()
}

/// It was just shown on this session who it is, if it has not ended.
fn proven<T: People>(session: &Session<T>, now: UtcSeconds) -> Update {
    Update::of::<Session<T>>(Session::<T>::key(session.user_id.clone(), session.session_id.clone()))
        .set("UpdatedAt", now.to_string())
        .set(attr("Data").dot("provenAt"), now.to_string())
        .set(attr("Data").dot("updatedAt"), now.to_string())
        .if_exists()
}

/// The writes of somebody who is new: the person, the guard of the address, and what opens the account.
pub fn join<T: People>(person: &Profile<T>, account: &Account<T>, provider: Option<&OauthGuard<T>>) -> Vec<Write> {
    let guard = EmailGuard::<T> { email: person.email.clone(), user_id: person.user_id.clone(), of: PhantomData };
    let mut writes: Vec<Write> =
        vec![Put::of(&guard).if_absent().into(), Put::of(person).if_absent().into(), Put::of(account).if_absent().into()];
    writes.extend(provider.map(|guard| Write::from(Put::of(guard).if_absent())));
    writes
}

/// The write of the one who founds a house, if nobody else has.
pub fn found<T: People>(person: &Profile<T>) -> Write {
    Put::of(&HouseGuard::<T> { what: founder(), user_id: person.user_id.clone(), of: PhantomData }).if_absent().into()
}

fn founder() -> Word {
    Word::new("founder").expect("a word")
}

/// The write that uses the link which an empty house prints.
pub fn use_setup<T: People>(identifier: &Word, value: &Word, now: i64) -> Write {
    let delete = Delete::new(T::TABLE, Verification::<T>::key(identifier.clone(), value.clone()));
    delete.only_if(attr("PK").exists().and(attr("TTL").gt(now))).into()
}

/// The write that uses an invitation.
pub fn use_invitation<T: People>(inviter: &UserId, slot: &Word, secret: &Word, now: i64) -> Write {
    let delete = Delete::new(T::TABLE, Invitation::<T>::key(inviter.clone(), slot.clone()));
    delete.only_if(attr("Secret").eq(secret.as_str()).and(attr("TTL").gt(now))).into()
}

/// The writes of an account at a provider that is somebody's from now on. Of two of one provider at once, one is.
pub fn link<T: People>(account: &Account<T>, guard: &OauthGuard<T>, person: &Profile<T>) -> Vec<Write> {
    let still = in_epoch::<T>(&person.user_id, person.data.session_epoch.as_ref());
    vec![Put::of(guard).if_absent().into(), Put::of(account).if_absent().into(), still]
}

/// One more of something that is counted, at this moment, and forgotten then.
fn once_more<T: People>(identifier: &Word, now: i64, forgotten: i64) -> Update {
    Update::raw(T::TABLE, Tries::<T>::key(identifier.clone())).add("Count", 1).set("Last", now).set("TTL", forgotten)
}

/// The account has this password, as it is kept, or none.
fn has_password(hash: Option<&str>) -> Condition {
    let path = attr("Data").dot("passwordHash");
    hash.map_or_else(|| path.clone().absent(), |hash| path.clone().eq(hash))
}

/// Nothing is written of somebody who is forgotten, or is about to be.
fn is_there<T: People>(user: &UserId) -> Write {
    Check { table: T::TABLE, key: Profile::<T>::key(user.clone()), condition: lives_here() }.into()
}

fn lives_here() -> Condition {
    attr("PK").exists().and(attr("Data").dot("leavingAt").absent())
}

/// The same, and nobody has signed them out since they were read, here or everywhere: what a request began before that opens nothing after it.
fn is_still<T: People>(found: &SignedIn<T>) -> [Write; 2] {
    let (user, session) = (&found.person.user_id, &found.session.session_id);
    let key = Session::<T>::key(user.clone(), session.clone());
    let is_in = Check { table: T::TABLE, key, condition: attr("PK").exists() };
    [in_epoch::<T>(user, found.person.data.session_epoch.as_ref()), is_in.into()]
}

/// The same for a session that is about to begin.
fn in_its_epoch<T: People>(session: &Session<T>) -> Write {
    in_epoch::<T>(&session.user_id, session.data.epoch.as_ref())
}

fn in_epoch<T: People>(user: &UserId, epoch: Option<&Word>) -> Write {
    Check { table: T::TABLE, key: Profile::<T>::key(user.clone()), condition: lives_here().and(is_epoch(epoch)) }.into()
}

fn is_epoch(epoch: Option<&Word>) -> Condition {
    let path = attr("Data").dot("sessionEpoch");
    epoch.map_or_else(|| path.clone().absent(), |epoch| path.clone().eq(epoch.as_str()))
}

/// All sessions of somebody end at once, and with them what is sent to the devices that were registered on them.
#[derive(Clone, Debug)]
pub struct Ends {
    /// The epoch that begins.
    pub epoch: Word,
    /// Who asks for it, and goes on in the new epoch. Where nobody does, tokens of programs end too: whoever was in the account may have made one.
    pub by: Option<Asker>,
    /// The platforms and names of the devices that nothing is sent to any more.
    pub devices: Vec<(Word, Word)>,
}

/// Whoever asks on a session.
#[derive(Clone, Debug)]
pub struct Asker {
    /// The session.
    pub session: Word,
    /// The epoch in which it was found to be good. Somebody who was signed out since ends nobody else's sessions.
    pub epoch: Option<Word>,
}

impl Ends {
    fn of_person<T: People>(&self, user: &UserId) -> Write {
        let update = Update::of::<Profile<T>>(Profile::<T>::key(user.clone()));
        self.on(update).only_if(self.may()).into()
    }

    /// What changes on the person.
    fn on(&self, update: Update) -> Update {
        let update = update.set(attr("Data").dot("sessionEpoch"), self.epoch.as_str());
        if self.by.is_none() { update.set(attr("Data").dot("programEpoch"), self.epoch.as_str()) } else { update }
    }

    /// On which condition.
    fn may(&self) -> Condition {
        match &self.by {
            Some(by) => lives_here().and(is_epoch(by.epoch.as_ref())),
            None => attr("PK").exists(),
        }
    }

    /// What goes along with it.
    fn besides<T: People>(&self, user: &UserId) -> Vec<Write> {
        let stays = self.by.as_ref().map(|by| {
            let key = Session::<T>::key(user.clone(), by.session.clone());
            Write::from(Update::of::<Session<T>>(key).set(attr("Data").dot("epoch"), self.epoch.as_str()).if_exists())
        });
        let device = |(platform, device): &(Word, Word)| {
            Write::from(Delete::new(T::TABLE, PushDevice::<T>::key(user.clone(), platform.clone(), device.clone())))
        };
        stays.into_iter().chain(self.devices.iter().map(device)).collect()
    }
}

/// The writes of an account at a provider that is not somebody's any more, if it still is.
pub fn unlink<T: People>(account: &Account<T>, stays: WayIn<'_, T>) -> Vec<Write> {
    let key = Account::<T>::key(account.user_id.clone(), account.provider_id.clone());
    let id = account.data.account_id.clone().unwrap_or_default();
    let delete = Delete::new(T::TABLE, key).only_if(attr("Data").dot("accountId").eq(id));
    [Write::from(delete), stays.check()].into_iter().chain(guard_of(account)).collect()
}

/// Frees an account at a provider, where it is one and is this person's.
fn guard_of<T: People>(account: &Account<T>) -> Option<Write> {
    let subject = account.data.account_id.as_deref().and_then(Word::new)?;
    let key = OauthGuard::<T>::key(account.provider_id.clone(), subject);
    Some(Delete::new(T::TABLE, key).only_if(attr("PK").absent().or(attr("UserID").eq(account.user_id.as_str()))).into())
}

/// The writes of the mark of somebody who leaves. Somebody who is not there cannot.
pub fn mark<T: People>(leaving: &Leaving<T>) -> Vec<Write> {
    let person = Update::of::<Profile<T>>(Profile::<T>::key(leaving.user_id.clone()))
        .set(attr("Data").dot("leavingAt"), leaving.created_at.to_string())
        .if_exists();
    vec![Put::of(leaving).into(), person.into()]
}

/// The writes of the end of a person: with them go their guards and what opens their account, all at once or not at all. A guard without
/// its person would keep an address from everybody for ever.
pub fn end<T: People>(person: Option<&Profile<T>>, accounts: &[Account<T>], passkeys: &[Passkey<T>], is_founder: bool) -> Vec<Write> {
    let mut writes = Vec::new();
    if let Some(person) = person {
        let key = Profile::<T>::key(person.user_id.clone());
        // Whoever moves to another address at this moment takes another guard.
        writes.push(Delete::new(T::TABLE, key).only_if(attr("Email").eq(person.email.as_str())).into());
        let is_theirs = attr("PK").absent().or(attr("UserID").eq(person.user_id.as_str()));
        writes.push(Delete::new(T::TABLE, EmailGuard::<T>::key(person.email.clone())).only_if(is_theirs.clone()).into());
        if is_founder {
            // A house that is empty again can be founded again.
            writes.push(Delete::new(T::TABLE, HouseGuard::<T>::key(founder())).only_if(is_theirs).into());
        }
    }
    for account in accounts {
        writes.push(Delete::new(T::TABLE, Account::<T>::key(account.user_id.clone(), account.provider_id.clone())).into());
        writes.extend(guard_of(account));
    }
    writes.extend(passkeys.iter().flat_map(passkeys::forget_passkey));
    writes
}

/// The writes of another address: the guards are swapped, and the person follows.
pub fn move_to<T: People>(person: &Profile<T>, email: &Word, now: UtcSeconds, ends: &Ends) -> Vec<Write> {
    let guard = EmailGuard::<T> { email: email.clone(), user_id: person.user_id.clone(), of: PhantomData };
    let old = Delete::new(T::TABLE, EmailGuard::<T>::key(person.email.clone())).only_if(attr("UserID").eq(person.user_id.as_str()));
    let update = Update::of::<Profile<T>>(Profile::<T>::key(person.user_id.clone()))
        .set("Email", email.as_str())
        .set("UpdatedAt", now.to_string())
        .set(attr("Data").dot("email"), email.as_str())
        .set(attr("Data").dot("emailVerified"), true)
        .set(attr("Data").dot("updatedAt"), now.to_string())
        .only_if(attr("Email").eq(person.email.as_str()).and(ends.may()));
    let writes = vec![Put::of(&guard).if_absent().into(), old.into(), ends.on(update).into()];
    writes.into_iter().chain(ends.besides::<T>(&person.user_id)).collect()
}
