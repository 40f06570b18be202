//! A runner that goes on until it is told to stop.

use std::time::Duration;

use chabudai_jobs::Runner;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::world::{DONE, Deeds, HOUR, LEASE, World, on_both, outcomes, until};

const TIME_TO_FINISH: Duration = Duration::from_secs(30);

fn serve(runner: &Runner) -> (oneshot::Sender<()>, JoinHandle<()>) {
    let (stop, stopped) = oneshot::channel();
    let runner = runner.clone();
    (stop, tokio::spawn(async move { runner.serve(async { drop(stopped.await) }, TIME_TO_FINISH).await }))
}

#[tokio::test]
async fn it_runs_at_every_due_time() {
    on_both(async |w: World| {
        let deeds = Deeds::quick();
        let runner = w.runner(&deeds.hourly());
        let (stop, serving) = serve(&runner);
        for hours in 1..=3 {
            until(|| runner.readings().next().is_some_and(|reading| reading.runs[0] == hours)).await;
            // Minute by minute, because nobody sleeps longer; until the next one has begun.
            w.let_time_pass(Duration::from_mins(1), deeds.begun(deeds.runs().len() + 1)).await;
        }
        stop.send(()).unwrap();
        serving.await.unwrap();
        let runs = deeds.runs();
        assert!(runs.windows(2).all(|pair| pair[1].due == pair[0].due + HOUR && pair[1].since == Some(pair[0].now)), "{runs:?}");
    })
    .await;
}

#[tokio::test]
async fn what_is_under_way_may_finish() {
    on_both(async |w: World| {
        let deeds = Deeds::slow();
        let runner = w.runner(&deeds.hourly());
        let (stop, serving) = serve(&runner);
        deeds.begun(1).await;
        stop.send(()).unwrap();
        deeds.let_one_go();
        serving.await.unwrap();
        assert_eq!(runner.readings().next().unwrap().runs, [1, 0, 0, 0]);
        assert_eq!(w.state().await.lease_until, None);
    })
    .await;
}

#[tokio::test]
async fn what_does_not_finish_is_given_back() {
    on_both(async |w: World| {
        let deeds = Deeds::slow();
        let runner = w.runner(&deeds.hourly());
        let (stop, serving) = serve(&runner);
        deeds.begun(1).await;
        stop.send(()).unwrap();
        w.let_time_pass(LEASE / 3, serving).await.unwrap();
        assert_eq!(runner.readings().next().unwrap().runs, [0, 0, 0, 1]);
        let next = Deeds::quick();
        assert_eq!(outcomes(&w.runner(&next.hourly()).tick().await.unwrap().ended), [&DONE], "the next server goes on at once");
        assert_eq!(next.runs()[0].since, None);
    })
    .await;
}
