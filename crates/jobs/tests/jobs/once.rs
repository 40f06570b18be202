//! One server at a time, crashes, and what was missed.

use std::time::Duration;

use chabudai_jobs::design::RENEW;
use chabudai_jobs::runner::{NamedTwice, Which};
use chabudai_jobs::{Outcome, Runner, Schedule};
use chabudai_kernel::ids::CountingIds;
use chabudai_kernel::part::Millis;
use jiff::tz::TimeZone;

use crate::world::{DONE, Deeds, HOUR, LEASE, MORNING, World, on_both, outcomes, until};

#[tokio::test(flavor = "multi_thread")]
async fn of_ten_servers_one_does_it() {
    on_both(async |w: World| {
        let deeds = Deeds::quick();
        let job = deeds.hourly();
        for round in 1..=5 {
            let race: Vec<_> = (0..10)
                .map(|_| {
                    let runner = w.runner(&job);
                    tokio::spawn(async move { runner.tick().await.unwrap().ended })
                })
                .collect();
            let mut ended = Vec::new();
            for one in race {
                ended.extend(one.await.unwrap());
            }
            assert_eq!(outcomes(&ended), [&DONE], "round {round} on {}", w.name);
            assert_eq!(deeds.runs().len(), round);
            w.clock.advance(HOUR);
        }
    })
    .await;
}

#[tokio::test]
async fn a_first_run_is_at_once_and_the_next_when_it_is_due() {
    on_both(async |w: World| {
        let deeds = Deeds::quick();
        let runner = w.runner(&deeds.hourly());
        let tick = runner.tick().await.unwrap();
        let strike = w.clock.moment() + HOUR / 2;
        assert_eq!((outcomes(&tick.ended), tick.next), (vec![&DONE], strike));
        let first = deeds.runs()[0];
        assert_eq!((first.due, first.since, first.now), (strike - HOUR, None, w.clock.moment()));
        w.clock.advance((HOUR / 2).saturating_sub(Duration::from_millis(1)));
        let tick = runner.tick().await.unwrap();
        assert_eq!((outcomes(&tick.ended), tick.next), (vec![], strike));
        w.clock.advance(Duration::from_millis(1));
        runner.tick().await.unwrap();
        let second = deeds.runs()[1];
        assert_eq!((second.due, second.since, second.now), (strike, Some(first.now), strike));
    })
    .await;
}

#[tokio::test]
async fn what_was_missed_is_done_once() {
    on_both(async |w: World| {
        let zone = TimeZone::get("Asia/Tokyo").unwrap();
        let evening = Schedule::DailyAt { time: jiff::civil::time(21, 30, 0, 0), zone };
        for schedule in [Schedule::Every(HOUR), evening] {
            let deeds = Deeds::quick();
            let job = deeds.job(schedule.clone());
            let before = w.clock.moment();
            w.runner(&job).run(Which::Forced(job.name()), std::future::pending()).await.unwrap();
            w.clock.advance(72 * HOUR);
            let runner = w.runner(&job);
            assert_eq!(outcomes(&runner.tick().await.unwrap().ended), [&DONE]);
            let caught_up = deeds.runs()[1];
            assert_eq!((caught_up.since, caught_up.due), (Some(before), schedule.latest(w.clock.moment()).unwrap()));
            assert_eq!(outcomes(&runner.tick().await.unwrap().ended), [&DONE; 0], "once, not once for each that was missed");
        }
    })
    .await;
}

#[tokio::test]
async fn a_crash_is_taken_over_after_the_lease_and_not_before() {
    on_both(async |w: World| {
        let stuck = Deeds::slow();
        let crashing = w.runner(&stuck.hourly());
        let run = tokio::spawn(async move { crashing.tick().await });
        stuck.begun(1).await;
        run.abort();
        assert!(run.await.unwrap_err().is_cancelled());

        let deeds = Deeds::quick();
        let other = w.runner(&deeds.hourly());
        assert_eq!(outcomes(&other.tick().await.unwrap().ended), [&DONE; 0]);
        w.clock.advance(LEASE.saturating_sub(Duration::from_millis(1)));
        assert_eq!(outcomes(&other.tick().await.unwrap().ended), [&DONE; 0]);
        w.clock.advance(Duration::from_millis(1));
        assert_eq!(outcomes(&other.tick().await.unwrap().ended), [&DONE]);
        assert_eq!(deeds.runs()[0].since, None, "what was cut off was not done");
        assert_eq!(w.state().await.fence, 2);
    })
    .await;
}

#[tokio::test]
async fn an_old_owner_cannot_finish_what_was_taken_over() {
    on_both(async |w: World| {
        let old = Deeds::slow();
        let (suspended, _clock) = w.suspended(&old.hourly());
        let run = tokio::spawn(async move { suspended.tick().await.unwrap().ended });
        old.begun(1).await;

        w.clock.advance(LEASE);
        let deeds = Deeds::quick();
        assert_eq!(outcomes(&w.runner(&deeds.hourly()).tick().await.unwrap().ended), [&DONE]);
        let taken_over = w.state().await;
        old.let_one_go();
        assert_eq!(outcomes(&run.await.unwrap()), [&Outcome::Lost]);
        assert_eq!(w.state().await, taken_over);
        assert_eq!(taken_over.last_done, Some(Millis(MORNING + LEASE.as_millis() as u64)));
    })
    .await;
}

#[tokio::test]
async fn an_old_owner_stops_when_it_learns_of_it() {
    on_both(async |w: World| {
        let old = Deeds::slow();
        let (suspended, its_clock) = w.suspended(&old.hourly());
        let run = tokio::spawn(async move { suspended.tick().await.unwrap().ended });
        old.begun(1).await;
        w.clock.advance(LEASE);
        w.runner(&Deeds::quick().hourly()).tick().await.unwrap();
        // The machine wakes up: its next sign of life is refused, and the work is dropped in the middle.
        let mut run = run;
        let ended = loop {
            its_clock.advance(LEASE / 3);
            if let Ok(ended) = tokio::time::timeout(Duration::from_millis(20), &mut run).await {
                break ended.unwrap();
            }
        };
        assert_eq!(outcomes(&ended), [&Outcome::Lost]);
    })
    .await;
}

#[tokio::test]
async fn a_long_run_keeps_its_lease() {
    on_both(async |w: World| {
        let deeds = Deeds::slow();
        let runner = w.runner(&deeds.hourly());
        let run = tokio::spawn(async move { runner.tick().await.unwrap().ended });
        deeds.begun(1).await;
        let other = w.runner(&Deeds::quick().hourly());
        for renewals in 1..=9 {
            w.clock.advance(LEASE / 3);
            until(|| w.db.meters().of(&RENEW).read().spent.requests >= renewals && w.clock.wakes_somebody_within(LEASE / 3)).await;
            assert_eq!(outcomes(&other.tick().await.unwrap().ended), [&DONE; 0], "after {renewals} renewals");
        }
        deeds.let_one_go();
        assert_eq!(outcomes(&run.await.unwrap()), [&DONE]);
        assert_eq!(w.state().await.fence, 1);
    })
    .await;
}

#[tokio::test]
async fn one_job_is_asked_for_by_its_name() {
    on_both(async |w: World| {
        let deeds = Deeds::quick();
        let job = deeds.hourly();
        let runner = w.runner(&job);
        let run = async |which: Which<'_>| runner.run(which, std::future::pending()).await.unwrap().ended;
        assert_eq!(outcomes(&run(Which::DueOne("pantry.other")).await), [&DONE; 0]);
        assert_eq!(outcomes(&run(Which::DueOne(job.name())).await), [&DONE]);
        assert_eq!(outcomes(&run(Which::DueOne(job.name())).await), [&DONE; 0], "it is not due");
        assert_eq!(outcomes(&run(Which::Forced(job.name())).await), [&DONE], "and is done although");
        let twice = Runner::new(w.db.clone(), &CountingIds::default(), vec![job.clone(), job.clone()]);
        assert_eq!(twice.err(), Some(NamedTwice(job.name())));
    })
    .await;
}
