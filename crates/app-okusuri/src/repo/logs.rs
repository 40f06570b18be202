//! What was logged.

use chabudai_identity::model::UserId;
use chabudai_kernel::db::{Db, Listed, Paging};
use chabudai_kernel::expr::{Path, attr};
use chabudai_kernel::op::{Delete, Get, Put, Query, Update};
use chabudai_kernel::part::{IsoDay, UtcSeconds, Word};
use chabudai_kernel::value::Value;

use crate::design::{CORRECT_LOG, DAYS, DELETE_LOG, LIST_LOGS, LOG_BY_NUMBER, LOG_DAY, LOOK_BACK, OKUSURI_TABLE, ONE_LOG, USER_INDEX};
use crate::error::Result;
use crate::model::{Change, Log, LogData};

/// What is changed about a log. What is `None` stays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Correction {
    /// There was bleeding.
    pub has_bleeding: Option<bool>,
    /// Whether a pill was taken.
    pub taken: Change<bool>,
    /// What else there is to say.
    pub note: Change<String>,
}

impl Correction {
    /// What is said after it.
    pub fn apply(&self, before: &LogData, now: UtcSeconds) -> LogData {
        LogData {
            has_bleeding: self.has_bleeding.unwrap_or(before.has_bleeding),
            taken: self.taken.apply(before.taken),
            note: self.note.clone().apply(before.note.clone()),
            updated_at: now,
            ..before.clone()
        }
    }
}

fn in_days(query: Query, from: Option<IsoDay>, to: Option<IsoDay>) -> Query {
    match (from, to) {
        (Some(from), Some(to)) => query.range(Log::SK.between((from,), (to,))),
        (Some(from), None) => query.range(Log::SK.from((from,))),
        (None, Some(to)) => query.range(Log::SK.until((to,))),
        (None, None) => query.range(Log::SK.starting(())),
    }
}

fn of(user: &UserId) -> Query {
    Query::table(&OKUSURI_TABLE, Log::PK.of((user.clone(),))).consistent()
}

/// OK-02: logs of a time, a page at a time.
pub async fn list(db: &Db, user: &UserId, from: Option<IsoDay>, to: Option<IsoDay>, page: Paging<'_>) -> Result<Listed<Log>> {
    let query = in_days(of(user), from, to).direction(page.backward);
    Ok(db.run(&LIST_LOGS).list(query, page.limit, page.cursor, page.limit).await?)
}

/// OK-03: one log.
pub async fn one(db: &Db, user: &UserId, day: IsoDay, id: &Word) -> Result<Option<Log>> {
    let get = Get::new(&OKUSURI_TABLE, Log::key(user.clone(), day, id.clone())).consistent();
    Ok(db.run(&ONE_LOG).get(get).await?)
}

/// OK-04: the log that had a number before it was moved here.
pub async fn by_number(db: &Db, user: &UserId, number: u64) -> Result<Option<Log>> {
    let query = in_days(of(user), None, None).filter(attr("Data").dot("id").eq(number));
    Ok(db.run(&LOG_BY_NUMBER).all::<Log>(query).await?.pop())
}

/// OK-07: every log from a day on, by day, with every write that was acknowledged.
pub async fn days(db: &Db, user: &UserId, from: Option<IsoDay>, to: Option<IsoDay>) -> Result<Vec<Log>> {
    Ok(db.run(&DAYS).all(in_days(of(user), from, to)).await?)
}

/// OK-08: every log of a time, by day, through the index.
pub async fn look_back(db: &Db, user: &UserId, from: Option<IsoDay>, to: Option<IsoDay>) -> Result<Vec<Log>> {
    let query = Query::index(&OKUSURI_TABLE, &USER_INDEX, Log::UserID.of(user));
    Ok(db.run(&LOOK_BACK).all(in_days(query, from, to)).await?)
}

/// OK-01, the write.
pub fn create(log: &Log) -> Put {
    Put::of(log).if_absent()
}

/// OK-01: a log that nobody repeats, or one that is put back.
pub async fn put(db: &Db, log: &Log) -> Result<bool> {
    match db.run(&LOG_DAY).commit_one(create(log)).await {
        Err(error) if error.condition_failed_at(0) => Ok(false),
        other => Ok(other.map(|()| true)?),
    }
}

fn correction(user: &UserId, day: IsoDay, id: &Word, change: &Correction, now: UtcSeconds) -> Update {
    let data = |name: &'static str| attr("Data").dot(name);
    let mut update = Update::of::<Log>(Log::key(user.clone(), day, id.clone()))
        .set("UpdatedAt", now.to_string())
        .set(data("updatedAt"), now.to_string());
    if let Some(bleeding) = change.has_bleeding {
        update = update.set(data("hasBleeding"), bleeding);
    }
    update = match change.taken {
        Change::Keep => update,
        Change::Set(taken) => update.set(data("taken"), taken),
        Change::Clear => update.remove(data("taken")),
    };
    update = match &change.note {
        Change::Keep => update,
        Change::Set(note) => update.set(data("note"), note.as_str()),
        Change::Clear => update.remove(data("note")),
    };
    update.if_exists()
}

/// OK-05, the write: what is said of a day is another thing now, if it is still what was read.
pub fn correct_as_read(read: &Log, change: &Correction, now: UtcSeconds) -> Update {
    let data = |name: &'static str| attr("Data").dot(name);
    let still = |path: Path, value: Option<Value>| match value {
        Some(value) => path.eq(value),
        None => path.absent(),
    };
    let is_as_read = attr("UpdatedAt")
        .eq(read.updated_at.to_string())
        .and(data("hasBleeding").eq(read.data.has_bleeding))
        .and(still(data("taken"), read.data.taken.map(Value::from)))
        .and(still(data("note"), read.data.note.clone().map(Value::from)));
    correction(&read.user_id, read.date, &read.id, change, now).only_if(is_as_read)
}

/// OK-05: what is said of a day is another thing now.
pub async fn correct(db: &Db, user: &UserId, day: IsoDay, id: &Word, change: &Correction, now: UtcSeconds) -> Result<Option<Log>> {
    let update = correction(user, day, id, change, now);
    match db.run(&CORRECT_LOG).write(update.returning_new()).await {
        Err(error) if error.condition_failed_at(0) => Ok(None),
        other => Ok(other?),
    }
}

/// OK-23, the write: the log is gone, if nothing was said since it was read.
pub fn remove_as_read(read: &Log) -> Delete {
    Delete::new(&OKUSURI_TABLE, Log::key(read.user_id.clone(), read.date, read.id.clone()))
        .if_exists()
        .only_if(attr("UpdatedAt").eq(read.updated_at.to_string()))
}

/// OK-06: the log is gone; what it said is the answer. With a time, only if it was last said then.
pub async fn delete(db: &Db, user: &UserId, day: IsoDay, id: &Word, said_at: Option<UtcSeconds>) -> Result<Option<Log>> {
    let delete = Delete::new(&OKUSURI_TABLE, Log::key(user.clone(), day, id.clone())).if_exists().returning_old();
    let delete = match said_at {
        Some(at) => delete.only_if(attr("UpdatedAt").eq(at.to_string())),
        None => delete,
    };
    match db.run(&DELETE_LOG).write(delete).await {
        Err(error) if error.condition_failed_at(0) => Ok(None),
        other => Ok(other?),
    }
}
