//! One test per access pattern: the answer, and what it costs.

use std::time::Duration;

use chabudai_jobs::design::{CLAIM, GIVE_BACK, HOW_JOBS_STAND, RENEW, SETTLE};
use chabudai_jobs::model::{LastOutcome, Reason};
use chabudai_jobs::repo::{self, Claim, Wish};
use chabudai_kernel::part::{Millis, Word};

use crate::world::{HOUR, LEASE, MORNING, NAME, World, on_both};

fn job() -> Word {
    Word::new(NAME).unwrap()
}

fn lease_millis() -> u64 {
    LEASE.as_millis() as u64
}

/// Claims the job now, for the due time half an hour before the morning.
async fn claim(w: &World, reason: Reason) -> Option<Claim> {
    let (job, owner, now) = (job(), Word::new("us").unwrap(), w.clock.moment());
    let due = jiff::Timestamp::from_millisecond(MORNING as i64).unwrap() - HOUR / 2;
    let wish = Wish { job: &job, due, reason, owner: &owner, now, lease: LEASE };
    w.costs(&CLAIM, repo::claim(&w.db, wish)).await.unwrap().map(|(claim, _)| claim)
}

#[tokio::test]
async fn job_01_how_jobs_stand() {
    on_both(async |w: World| {
        assert!(w.costs(&HOW_JOBS_STAND, repo::how_jobs_stand(&w.db)).await.unwrap().is_empty());
        for name in ["z.last", "a.first", "m.middle"] {
            let (job, owner, now) = (Word::new(name).unwrap(), Word::new("us").unwrap(), w.clock.moment());
            let wish = Wish { job: &job, due: now, reason: Reason::Due, owner: &owner, now, lease: LEASE };
            repo::claim(&w.db, wish).await.unwrap().expect("nobody else wants it");
        }
        let states = w.costs(&HOW_JOBS_STAND, repo::how_jobs_stand(&w.db)).await.unwrap();
        assert_eq!(states.iter().map(|state| state.name.as_str()).collect::<Vec<_>>(), ["a.first", "m.middle", "z.last"]);
    })
    .await;
}

#[tokio::test]
async fn job_02_claim() {
    on_both(async |w: World| {
        let first = claim(&w, Reason::Due).await.expect("nobody is at it");
        assert_eq!((first.fence, first.failures), (1, 0));
        let state = w.state().await;
        assert_eq!((state.lease_until, state.last_started), (Some(Millis(MORNING + lease_millis())), Some(Millis(MORNING))));
        assert_eq!((state.owner, state.last_due, state.last_done), (Word::new("us"), None, None));
        for reason in [Reason::Due, Reason::Retry, Reason::Forced] {
            assert_eq!(claim(&w, reason).await, None, "not while somebody is at it, not even if {reason:?}");
        }
        w.clock.advance(LEASE);
        assert_eq!(claim(&w, Reason::Due).await.map(|claim| claim.fence), Some(2), "the lease is over");
    })
    .await;
}

#[tokio::test]
async fn job_03_renew() {
    on_both(async |w: World| {
        let first = claim(&w, Reason::Due).await.unwrap();
        let until = w.clock.moment() + 2 * LEASE;
        assert!(w.costs(&RENEW, repo::renew(&w.db, &first, until)).await.unwrap());
        w.clock.advance(LEASE);
        assert_eq!(claim(&w, Reason::Due).await, None);
        w.clock.advance(LEASE);
        let second = claim(&w, Reason::Due).await.unwrap();
        assert!(!w.costs(&RENEW, repo::renew(&w.db, &first, until + HOUR)).await.unwrap(), "it is somebody else's");
        assert!(repo::settle_done(&w.db, &second).await.unwrap());
        assert!(!repo::renew(&w.db, &second, until + HOUR).await.unwrap(), "a late renewal opens nothing again");
        assert_eq!(w.state().await.lease_until, None);
    })
    .await;
}

#[tokio::test]
async fn job_04_settle() {
    on_both(async |w: World| {
        let first = claim(&w, Reason::Due).await.unwrap();
        assert!(w.costs(&SETTLE, repo::settle_done(&w.db, &first)).await.unwrap());
        let state = w.state().await;
        assert_eq!((state.last_outcome, state.last_done), (Some(LastOutcome::Done), Some(Millis(MORNING))));
        assert_eq!((state.last_due, state.lease_until, state.owner), (Some(Millis(MORNING - 1_800_000)), None, None));
        assert_eq!(claim(&w, Reason::Due).await, None, "it is done");
        assert_eq!(claim(&w, Reason::Retry).await, None, "and did not fail");

        let forced = claim(&w, Reason::Forced).await.expect("somebody wants it");
        assert!(w.costs(&SETTLE, repo::settle_failed(&w.db, &forced, w.clock.moment())).await.unwrap());
        let state = w.state().await;
        assert_eq!((state.last_outcome, state.failures), (Some(LastOutcome::Failed), 1));
        assert_eq!((state.retry_at, state.last_done), (Some(Millis(MORNING + 30_000)), Some(Millis(MORNING))));
        assert!(!w.costs(&SETTLE, repo::settle_done(&w.db, &first)).await.unwrap(), "an old claim says nothing any more");
        assert_eq!(w.state().await, state);

        assert_eq!(claim(&w, Reason::Retry).await, None, "not before the delay is over");
        w.clock.advance(Duration::from_secs(30));
        assert_eq!(claim(&w, Reason::Due).await, None, "its due time is over");
        let retried = claim(&w, Reason::Retry).await.expect("now it is");
        assert_eq!(retried.failures, 1);
    })
    .await;
}

#[tokio::test]
async fn job_05_give_back() {
    on_both(async |w: World| {
        let first = claim(&w, Reason::Due).await.unwrap();
        assert!(w.costs(&GIVE_BACK, repo::give_back(&w.db, &first)).await.unwrap());
        let second = claim(&w, Reason::Due).await.expect("at once");
        assert!(!w.costs(&GIVE_BACK, repo::give_back(&w.db, &first)).await.unwrap());
        assert!(repo::settle_done(&w.db, &second).await.unwrap());
    })
    .await;
}
