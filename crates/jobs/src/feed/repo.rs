//! One function per access pattern.

use chabudai_kernel::db::Db;
use chabudai_kernel::design::AccessPattern;
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Check, Delete, Get, Put, Query, Transact, Write};
use chabudai_kernel::part::Word;
use chabudai_kernel::store::StoreError;

use super::model::{FeedState, Parked};
use crate::design::{FEED_STANDS, FEED_WENT_ON, JOBS_TABLE, PARK, PARKED, UNPARK};

/// JOB-06: how far the house has come, with every write that was acknowledged.
pub async fn state(db: &Db, feed: &Word) -> Result<Option<FeedState>, StoreError> {
    db.run(&FEED_STANDS).get(Get::new(&JOBS_TABLE, FeedState::key(feed.clone())).consistent()).await
}

/// JOB-07: the house has come so far. Whether nobody else has written since `version`; 0 for the first time.
pub async fn save(db: &Db, state: &FeedState, version: u64) -> Result<bool, StoreError> {
    let put = Put::of(state);
    let put = if version == 0 { put.if_absent() } else { put.only_if(attr("version").eq(version)) };
    match db.run(&FEED_WENT_ON).commit_one(put).await {
        Err(error) if error.condition_failed_at(0) => Ok(false),
        other => other.map(|()| true),
    }
}

/// JOB-08: the keys that wait.
pub async fn parked(db: &Db, feed: &Word) -> Result<Vec<Parked>, StoreError> {
    db.run(&PARKED).all(Query::table(&JOBS_TABLE, Parked::PK.of((feed.clone(),))).consistent()).await
}

/// JOB-09: a key has to wait, or goes on waiting. Whether this server is still the one that reads.
pub async fn park(db: &Db, parked: &Parked, version: u64) -> Result<bool, StoreError> {
    fenced(db, &PARK, Put::of(parked).into(), &parked.feed, version).await
}

/// JOB-10: it waits no longer. Whether this server is still the one that reads.
pub async fn unpark(db: &Db, parked: &Parked, version: u64) -> Result<bool, StoreError> {
    let key = Parked::key(parked.feed.clone(), parked.consumer.clone(), parked.of.clone());
    fenced(db, &UNPARK, Delete::new(&JOBS_TABLE, key).into(), &parked.feed, version).await
}

/// A write of whoever reads the feed, and of nobody who has lost it without knowing.
async fn fenced(db: &Db, pattern: &'static AccessPattern, write: Write, feed: &Word, version: u64) -> Result<bool, StoreError> {
    let check = Check { table: &JOBS_TABLE, key: FeedState::key(feed.clone()), condition: attr("version").eq(version) };
    match db.run(pattern).commit(Transact::of([write, check.into()])).await {
        Err(error) if error.condition_failed_at(1) => Ok(false),
        other => other.map(|()| true),
    }
}
