//! People, their guards and sessions.

use chabudai_kernel::db::{Db, Run};
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::op::{Delete, Get, Put, Query, Update};
use chabudai_kernel::part::Word;
use chabudai_kernel::uuid::Uuid;

use super::{current, texts};
use crate::design::{EMAIL_INDEX, ENTER_BY_HOUSE, FIND_SIGN_IN, USER_BY_EMAIL, USER_BY_ID, USERS, WHO_ASKS};
use crate::error::Result;
use crate::model::{CodePurpose, EmailGuard, Frequency, HouseGuard, MailCode, Moment, Prefecture, Session, Tries, User, UserId};

/// How many codes somebody may try.
pub const MOST_CODES: u64 = 5;

chabudai_kernel::one_of! {
    /// A session and whose it is.
    pub Asker { Session, User }
}

/// CH-01: somebody.
pub async fn user(db: &Db, id: UserId) -> Result<Option<User>> {
    current(db.run(&USER_BY_ID), User::key(&id)).await
}

/// CH-02: whose address it is. Nobody's costs the same.
pub async fn find_sign_in(db: &Db, email: &Word) -> Result<Option<User>> {
    let run = db.run(&FIND_SIGN_IN);
    let guard: Option<EmailGuard> = current(run, EmailGuard::key(email.clone())).await?;
    let owner = guard.as_ref().map_or_else(|| UserId::new(Uuid::nil()), |guard| guard.owner);
    let user: Option<User> = current(run, User::key(&owner)).await?;
    Ok(user.filter(|_| guard.is_some()))
}

/// CH-03: who has an address, by the index.
pub async fn by_email(db: &Db, email: &Word) -> Result<Option<User>> {
    let query = Query::index(&USERS, &EMAIL_INDEX, User::email.of(&Some(email.clone()))).limit(2);
    let (users, _) = db.run(&USER_BY_EMAIL).page(&query).await?;
    Ok(users.into_iter().next())
}

/// CH-07: who somebody of the house is here.
pub async fn by_house(db: &Db, person: &Word) -> Result<Option<User>> {
    let run = db.run(&ENTER_BY_HOUSE);
    let guard: Option<HouseGuard> = current(run, HouseGuard::key(person.clone())).await?;
    match guard {
        Some(guard) => current(run, User::key(&guard.owner)).await,
        None => Ok(None),
    }
}

/// CH-11: whose session it is.
pub async fn who_asks(db: &Db, family: &Word, owner: UserId) -> Result<(Option<Session>, Option<User>)> {
    session_and_user(db.run(&WHO_ASKS), family, owner).await
}

/// CH-11, CH-12: a session and whom it names.
pub async fn session_and_user(run: Run<'_>, family: &Word, owner: UserId) -> Result<(Option<Session>, Option<User>)> {
    let keys = vec![(&USERS, Session::key(family.clone())), (&USERS, User::key(&owner))];
    let (mut session, mut user) = (None, None);
    for row in run.batch_get(keys, 100, true).await? {
        match row {
            Asker::Session(found) => session = Some(found),
            Asker::User(found) => user = Some(found),
        }
    }
    Ok((session, user))
}

/// CH-05, CH-08, the write: somebody new.
pub fn create(user: &User) -> Put {
    Put::of(user).if_absent()
}

/// CH-05, CH-08, the write: the address is theirs, if it is nobody's.
pub fn take_email(email: &Word, owner: UserId) -> Put {
    Put::of(&EmailGuard { email: email.clone(), owner }).if_absent()
}

/// CH-08, CH-09, the write: somebody of the house is this one here, if they are nobody yet.
pub fn link(person: &Word, owner: UserId) -> Put {
    Put::of(&HouseGuard { person_id: person.clone(), owner }).if_absent()
}

/// CH-04, the write: a code was sent. It takes the place of the one before.
pub fn send_code(code: &MailCode) -> Put {
    Put::of(code)
}

/// CH-05, CH-06, the write: a code is tried, if there is one and it was not tried too often.
pub fn try_code(purpose: CodePurpose, address: &Word) -> Update {
    Update::of::<MailCode>(MailCode::key(purpose, address.clone()))
        .add("tries", 1)
        .only_if(attr("codeHash").exists().and(attr("tries").lt(MOST_CODES)))
        .returning_new()
}

/// CH-05, CH-06, the write: a code was used. It is used once.
pub fn use_code(code: &MailCode) -> Delete {
    let key = MailCode::key(code.purpose, code.address.clone());
    Delete::new(&USERS, key).only_if(attr("codeHash").eq(code.code_hash.as_str()))
}

/// What was read of somebody is what is there.
pub fn is_unchanged(user: &User) -> Condition {
    user.updated_at.is("updatedAt")
}

fn of(id: UserId) -> Update {
    Update::of::<User>(User::key(&id))
}

/// CH-14, the write: name, times and place as they are now.
pub fn edit(before: &User, after: &User) -> Update {
    of(before.user_id)
        .set("name", after.name.as_str())
        .set_or_remove("notificationFrequency", after.notification_frequency.map(Frequency::as_str))
        .set_or_remove("prefecture", after.prefecture.map(Prefecture::as_str))
        .set("updatedAt", after.updated_at.to_string())
        .only_if(is_unchanged(before))
}

/// CH-06, CH-14, the write: another password, and all sessions end.
pub fn set_password(before: &User, hash: &str, at: Moment) -> Update {
    of(before.user_id)
        .set("passwordHash", hash)
        .set("tokenEpoch", before.token_epoch + 1)
        .set("updatedAt", at.to_string())
        .only_if(is_unchanged(before))
}

/// CH-09, the write: an account is somebody's of the house, if it is nobody's of it.
pub fn join(user: &User, person: &Word, at: Moment) -> Update {
    of(user.user_id)
        .set("personId", person.as_str())
        .set("updatedAt", at.to_string())
        .only_if(is_unchanged(user).and(attr("personId").absent()))
}

/// CH-82, CH-83, CH-123, the write: favourites once more, beside the rows that are the truth.
pub fn set_favorites(before: &User, favorites: &[crate::model::StoreId], at: Moment) -> Update {
    of(before.user_id).set("favoriteStoreIds", texts(favorites)).set("updatedAt", at.to_string()).only_if(is_unchanged(before))
}

/// CH-10, the write: a session begins.
pub fn begin_session(session: &Session) -> Put {
    Put::of(session).if_absent()
}

/// CH-10, the write: where somebody is signed in, if the password that was checked is still theirs.
pub fn set_families(user: &User, families: &[Word]) -> Update {
    let same = attr("sessionFamilies").eq(texts(&user.session_families));
    of(user.user_id).set("sessionFamilies", texts(families)).only_if(attr("tokenEpoch").eq(user.token_epoch).and(same))
}

/// CH-12, the write: the next token, if this one is the current one.
pub fn rotate(session: &Session, next: &Word, ttl: i64) -> Update {
    Update::of::<Session>(Session::key(session.family.clone()))
        .set("tokenHash", next.as_str())
        .set("lastTokenHash", session.token_hash.as_str())
        .set("ttl", ttl)
        .only_if(attr("tokenHash").eq(session.token_hash.as_str()))
}

/// CH-10, CH-12, CH-13, the write: a session ends.
pub fn end_session(family: &Word) -> Delete {
    Delete::new(&USERS, Session::key(family.clone()))
}

/// CH-15: tries in vain so far.
pub async fn tries(run: Run<'_>, of: &Word) -> Result<Option<Tries>> {
    Ok(run.get(Get::new(&USERS, Tries::key(of.clone())).consistent()).await?)
}

/// CH-15, the write: one more, if nobody has counted one meanwhile.
pub fn count_try(known: Option<&Tries>, next: &Tries) -> Put {
    let put = Put::of(next);
    match known {
        Some(known) => put.only_if(attr("count").eq(known.count).and(attr("last").eq(known.last))),
        None => put.if_absent(),
    }
}

/// CH-16, the write: nothing was in vain.
pub fn forget_tries(of: &Word) -> Delete {
    Delete::new(&USERS, Tries::key(of.clone()))
}

/// CH-17, the writes that end it: the row, and the guards that are its own.
pub fn forget(user: &User) -> Vec<chabudai_kernel::op::Write> {
    let mine = || attr("owner").absent().or(attr("owner").eq(user.user_id.to_string()));
    let mut writes = vec![Delete::new(&USERS, User::key(&user.user_id)).only_if(is_unchanged(user)).into()];
    if let Some(email) = &user.email {
        writes.push(Delete::new(&USERS, EmailGuard::key(email.clone())).only_if(mine()).into());
    }
    if let Some(person) = &user.person_id {
        writes.push(Delete::new(&USERS, HouseGuard::key(person.clone())).only_if(mine()).into());
    }
    writes
}
