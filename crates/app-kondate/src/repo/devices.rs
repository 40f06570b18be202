//! Which of somebody's devices tell them things.

use chabudai_kernel::db::{Db, Run};
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Delete, Get, Put, Query, Transact, Update, Write};
use chabudai_kernel::part::Word;

use crate::design::{GSI1, MAIN_TABLE, MY_DEVICES};
use crate::error::Result;
use crate::model::{NotificationSettings, PersonId, Platform, PushToken, TokenOwner};

/// AP-1210: on which devices somebody is told.
pub async fn of(db: &Db, person: &PersonId) -> Result<Vec<PushToken>> {
    let query = Query::table(&MAIN_TABLE, PushToken::PK.of((person.clone(),))).range(PushToken::SK.starting(()));
    Ok(db.run(&MY_DEVICES).all(query.consistent()).await?)
}

/// AP-1204: whom a device tells.
pub async fn owner(run: Run<'_>, hash: &Word) -> Result<Option<TokenOwner>> {
    Ok(run.get(Get::new(&MAIN_TABLE, TokenOwner::key(hash.clone())).consistent()).await?)
}

/// AP-1204: the rows of a device, whosever they are; those of the last moment may be missing.
pub async fn rows(run: Run<'_>, hash: &Word) -> Result<Vec<PushToken>> {
    Ok(run.all(Query::index(&MAIN_TABLE, &GSI1, PushToken::GSI1PK.of((hash.clone(),)))).await?)
}

/// The rows that somebody can have of a device.
fn rows_of(person: &PersonId, hash: &Word) -> impl Iterator<Item = Delete> {
    Platform::ALL.iter().map(move |platform| {
        let platform = Word::new(platform.as_str()).expect("a platform is a word");
        Delete::new(&MAIN_TABLE, PushToken::key(person.clone(), platform, hash.clone()))
    })
}

fn chosen(person: &PersonId) -> Update {
    Update::of::<NotificationSettings>(NotificationSettings::key(person.clone())).set("devicesChosen", true)
}

/// AP-1204, the writes: the device tells this person from now on, and none of the others; and only those that were named do, from now on, if that
/// was all of them. Fails if somebody else has taken it over meanwhile.
pub fn reach(row: &PushToken, before: Option<&PersonId>, others: &[PersonId], is_chosen: bool) -> Transact {
    let guard = TokenOwner { token_hash: row.token_hash.clone(), owner_id: row.person.clone() };
    let guard = match before {
        Some(before) => Put::of(&guard).only_if(attr("ownerId").eq(before.as_str())),
        None => Put::of(&guard).if_absent(),
    };
    let gone = others.iter().flat_map(|other| rows_of(other, &row.token_hash)).map(Write::from);
    let chosen = is_chosen.then(|| chosen(&row.person).into());
    Transact::of([guard.into(), Put::of(row).into()].into_iter().chain(chosen).chain(gone))
}

/// AP-1205, the writes: it tells this person nothing any more.
pub fn forget(person: &PersonId, hash: &Word) -> Transact {
    Transact::of(rows_of(person, hash).map(Write::from).chain([chosen(person).into()]))
}

/// AP-1205, AP-1305, the write: it tells nobody, if it told this person.
pub fn free(person: &PersonId, hash: &Word) -> Delete {
    Delete::new(&MAIN_TABLE, TokenOwner::key(hash.clone())).only_if(attr("ownerId").eq(person.as_str()))
}
