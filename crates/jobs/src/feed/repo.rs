//! One function per access pattern.

use chabudai_kernel::db::Db;
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Delete, Get, Put, Query};
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

/// JOB-09: a key has to wait, or goes on waiting.
pub async fn park(db: &Db, parked: &Parked) -> Result<(), StoreError> {
    db.run(&PARK).commit_one(Put::of(parked)).await
}

/// JOB-10: it waits no longer.
pub async fn unpark(db: &Db, parked: &Parked) -> Result<(), StoreError> {
    let key = Parked::key(parked.feed.clone(), parked.consumer.clone(), parked.of.clone());
    db.run(&UNPARK).commit_one(Delete::new(&JOBS_TABLE, key)).await
}
