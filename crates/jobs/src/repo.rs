//! One function per access pattern.

use std::time::Duration;

use chabudai_kernel::db::Db;
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::op::{Query, Update};
use chabudai_kernel::part::Word;
use chabudai_kernel::store::StoreError;
use jiff::Timestamp;

use crate::design::{CLAIM, GIVE_BACK, HOW_JOBS_STAND, JOBS_TABLE, RENEW, SETTLE};
use crate::model::{JobState, LastOutcome, Reason, delay, millis};

/// A claim: which job, and the number under which it may be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The job.
    pub job: Word,
    /// The due time.
    pub due: Timestamp,
    /// When the run began.
    pub now: Timestamp,
    /// The number of the claim.
    pub fence: u64,
    /// The failures in a row before this run.
    pub failures: u32,
}

/// What a claim is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish<'a> {
    /// The job.
    pub job: &'a Word,
    /// The due time.
    pub due: Timestamp,
    /// Why it may be claimed.
    pub reason: Reason,
    /// Who claims it.
    pub owner: &'a Word,
    /// The time by the claimer's clock.
    pub now: Timestamp,
    /// For how long.
    pub lease: Duration,
}

/// JOB-01: how every job stands that was ever touched, with every write that was acknowledged.
pub async fn how_jobs_stand(db: &Db) -> Result<Vec<JobState>, StoreError> {
    let query = Query::table(&JOBS_TABLE, JobState::PK.of(())).range(JobState::SK.starting(())).consistent();
    db.run(&HOW_JOBS_STAND).all(query).await
}

/// JOB-02: claims a job. `None`: somebody else was first, or is at it.
pub async fn claim(db: &Db, wish: Wish<'_>) -> Result<Option<(Claim, JobState)>, StoreError> {
    let now = millis(wish.now).0;
    let update = Update::of::<JobState>(JobState::key(wish.job.clone()))
        .add("fence", 1)
        .set("owner", wish.owner.as_str())
        .set("leaseUntil", now + wish.lease.as_millis() as u64)
        .set("lastStarted", now)
        .only_if(attr("leaseUntil").absent().or(attr("leaseUntil").le(now)));
    let update = match may_be_done(wish.reason, millis(wish.due).0, now) {
        Some(condition) => update.only_if(condition),
        None => update,
    };
    match db.run(&CLAIM).write::<JobState>(update.returning_new()).await {
        Err(error) if error.condition_failed_at(0) => Ok(None),
        other => Ok(other?.map(|state| {
            let claim = Claim { job: wish.job.clone(), due: wish.due, now: wish.now, fence: state.fence, failures: state.failures };
            (claim, state)
        })),
    }
}

fn may_be_done(reason: Reason, due: u64, now: u64) -> Option<Condition> {
    match reason {
        Reason::Due => Some(attr("lastDue").absent().or(attr("lastDue").lt(due))),
        Reason::Retry => {
            let failed = attr("lastOutcome").eq(LastOutcome::Failed.as_str());
            Some(attr("lastDue").eq(due).and(failed).and(attr("retryAt").le(now)))
        }
        Reason::Forced => None,
    }
}

/// JOB-03: keeps others away for another lease. Whether the claim still holds.
pub async fn renew(db: &Db, claim: &Claim, until: Timestamp) -> Result<bool, StoreError> {
    // A request that was on its way when the work ended may arrive after the record of that, and must not close the door again.
    let update = ours(claim).set("leaseUntil", millis(until).0).only_if(attr("owner").exists());
    held(db.run(&RENEW).commit_one(update).await)
}

/// JOB-04: it is done. Whether the claim still held, and so whether that counts.
pub async fn settle_done(db: &Db, claim: &Claim) -> Result<bool, StoreError> {
    let update = let_go(ours(claim))
        .set("lastDue", millis(claim.due).0)
        .set("lastOutcome", LastOutcome::Done.as_str())
        .set("lastDone", millis(claim.now).0)
        .set("failures", 0)
        .remove("retryAt");
    held(db.run(&SETTLE).commit_one(update).await)
}

/// JOB-04: it failed, and is tried again later. Whether the claim still held.
pub async fn settle_failed(db: &Db, claim: &Claim, now: Timestamp) -> Result<bool, StoreError> {
    let failures = claim.failures.saturating_add(1);
    let update = let_go(ours(claim))
        .set("lastDue", millis(claim.due).0)
        .set("lastOutcome", LastOutcome::Failed.as_str())
        .set("failures", failures)
        .set("retryAt", millis(now).0 + delay(failures).as_millis() as u64);
    held(db.run(&SETTLE).commit_one(update).await)
}

/// JOB-05: gives the lease back, as if the run had never begun. Whether the claim still held.
pub async fn give_back(db: &Db, claim: &Claim) -> Result<bool, StoreError> {
    held(db.run(&GIVE_BACK).commit_one(let_go(ours(claim))).await)
}

/// A change that only the holder of the highest number may make.
fn ours(claim: &Claim) -> Update {
    Update::of::<JobState>(JobState::key(claim.job.clone())).only_if(attr("fence").eq(claim.fence))
}

fn let_go(update: Update) -> Update {
    update.remove("leaseUntil").remove("owner")
}

fn held(outcome: Result<(), StoreError>) -> Result<bool, StoreError> {
    match outcome {
        Err(error) if error.condition_failed_at(0) => Ok(false),
        other => other.map(|()| true),
    }
}
