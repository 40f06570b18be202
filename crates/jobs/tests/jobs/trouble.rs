//! What fails is tried again, later each time, and keeps nothing else waiting.

use std::time::Duration;

use chabudai_jobs::model::delay;
use chabudai_jobs::{Done, Failed, Job, Outcome, Run, Schedule};

use crate::world::{DONE, Deeds, HOUR, LEASE, NAME, World, on_both, outcomes};

fn locked() -> Outcome {
    Outcome::Failed(Failed::because("the shelf is locked"))
}

#[test]
fn delays_grow_and_are_bounded() {
    let delays: Vec<u64> = (1..=10).map(|failures| delay(failures).as_secs()).collect();
    assert_eq!(delays, [30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
    assert_eq!(delay(u32::MAX), HOUR);
}

#[tokio::test]
async fn a_failed_run_is_tried_again_with_growing_delays() {
    on_both(async |w: World| {
        let deeds = Deeds::quick();
        deeds.fail(3);
        let daily = deeds.job(Schedule::Every(24 * HOUR));
        let runner = w.runner(&daily);
        for failures in 1..=3 {
            let tick = runner.tick().await.unwrap();
            assert_eq!((outcomes(&tick.ended), tick.next), (vec![&locked()], w.clock.moment() + delay(failures)));
            w.clock.advance(delay(failures).saturating_sub(Duration::from_millis(1)));
            assert_eq!(runner.tick().await.unwrap().ended, [], "not before the delay is over, and on no server");
            assert_eq!(w.runner(&daily).tick().await.unwrap().ended, []);
            w.clock.advance(Duration::from_millis(1));
        }
        assert_eq!(outcomes(&runner.tick().await.unwrap().ended), [&DONE]);
        let runs = deeds.runs();
        assert!(runs.iter().all(|run| run.due == runs[0].due && run.since.is_none()), "{runs:?}");
        let state = w.state().await;
        assert_eq!((state.failures, state.retry_at), (0, None));
        assert_eq!(runner.tick().await.unwrap().ended, []);
    })
    .await;
}

#[tokio::test]
async fn a_failure_does_not_keep_the_next_due_time_waiting() {
    on_both(async |w: World| {
        let deeds = Deeds::quick();
        let runner = w.runner(&deeds.hourly());
        runner.tick().await.unwrap();
        w.clock.advance(HOUR);
        deeds.fail(8);
        let mut tries = 0;
        while tries < 8 {
            let tick = runner.tick().await.unwrap();
            tries += tick.ended.len();
            w.clock.advance(tick.next.duration_since(w.clock.moment()).try_into().unwrap());
        }
        let runs = deeds.runs();
        let hours: std::collections::BTreeSet<_> = runs[1..].iter().map(|run| run.due).collect();
        assert!(hours.len() > 1, "the delays are longer than an hour by now, and each hour was tried when it struck: {runs:?}");
        assert!(runs[1..].iter().all(|run| run.since == Some(runs[0].now)), "nothing was done since: {runs:?}");
        assert_eq!(outcomes(&runner.tick().await.unwrap().ended), [&DONE]);
        assert_eq!(deeds.runs()[9].since, Some(runs[0].now));
    })
    .await;
}

#[tokio::test]
async fn a_panic_is_a_failure() {
    on_both(async |w: World| {
        async fn panics(_: Run) -> Result<Done, Failed> {
            panic!("on purpose")
        }
        let runner = w.runner(&Job::new(NAME, Schedule::Every(HOUR), LEASE, panics));
        assert_eq!(outcomes(&runner.tick().await.unwrap().ended), [&Outcome::Failed(Failed::because("it panicked"))]);
        assert_eq!(w.state().await.failures, 1);
    })
    .await;
}

#[tokio::test]
async fn work_that_hangs_is_given_up() {
    on_both(async |w: World| {
        let deeds = Deeds::slow();
        let runner = w.runner(&deeds.hourly().at_most(5 * LEASE));
        let ended = w.let_time_pass(LEASE / 3, async { runner.tick().await.unwrap().ended }).await;
        assert_eq!(outcomes(&ended), [&Outcome::Failed(Failed::because("it took too long"))]);
    })
    .await;
}

#[tokio::test]
async fn gauges_tell_what_happened() {
    on_both(async |w: World| {
        let deeds = Deeds::quick();
        let runner = w.runner(&deeds.hourly());
        let read = || runner.readings().next().expect("there is a job");
        assert_eq!((read().last_success, read().pending), (None, None), "nobody looked yet");
        let first = w.clock.moment();
        runner.tick().await.unwrap();
        assert_eq!((read().runs, read().things_done, read().things_failed), ([1, 0, 0, 0], 2, 1));
        assert_eq!((read().last_success, read().pending), (Some(first), Some(first + HOUR / 2)));
        w.clock.advance(HOUR);
        deeds.fail(1);
        runner.tick().await.unwrap();
        assert_eq!((read().runs, read().last_success), ([1, 1, 0, 0], Some(first)));
        assert_eq!(read().pending, Some(first + HOUR / 2), "due since the hour struck");
        // Another server knows the same of what is common to all.
        let other = w.runner(&deeds.hourly());
        other.states().await.unwrap();
        let others = other.readings().next().unwrap();
        assert_eq!((others.runs, others.last_success, others.pending), ([0; 4], read().last_success, read().pending));
    })
    .await;
}

/// The renewal of a lease gets no answer. The work goes on behind the end of the lease, beside that of whoever took over.
#[tokio::test]
async fn a_renewal_without_an_answer_ends_the_work() {
    on_both(async |w: World| {
        let deeds = Deeds::slow();
        let job = deeds.hourly();
        // It looks, it claims, and then its way to the table is blocked.
        let blocked = chabudai_test_stores::Dying::after(w.store(), 2, false);
        let one = chabudai_jobs::Runner::new(w.db_over(blocked), &chabudai_test_stores::RandomIds, vec![job.clone()]).unwrap();
        let first = tokio::spawn({
            let one = one.clone();
            async move { one.tick().await }
        });
        deeds.begun(1).await;
        for _ in 0..9 {
            w.clock.advance(LEASE / 3);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let other = w.runner(&job);
        let second = tokio::spawn(async move { other.tick().await });
        deeds.begun(2).await;
        // Three leases have passed: what the first did does not count, and it has stopped.
        let lost = || one.readings().next().unwrap().runs[2];
        let patience = std::time::Instant::now() + Duration::from_secs(5);
        while lost() == 0 && std::time::Instant::now() < patience {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(lost(), 1, "both work on {}", w.name);
        first.abort();
        deeds.let_one_go();
        deeds.let_one_go();
        second.await.unwrap().unwrap();
    })
    .await;
}
