//! A house on either store, with clocks that stand until they are moved.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chabudai_jobs::design::{DESIGN, JOBS_TABLE};
use chabudai_jobs::model::JobState;
use chabudai_jobs::{Done, Ended, Failed, Job, Outcome, Run, Runner, Schedule, repo};
use chabudai_kernel::clock::{Clock, FixedClock};
use chabudai_kernel::db::Db;
use chabudai_kernel::design::{AccessPattern, Table, text};
use chabudai_kernel::store::Store;
pub(crate) use chabudai_test_stores::MORNING;
use chabudai_test_stores::{RandomIds, TestStore, both, costs};
use jiff::Timestamp;
use tokio::sync::{Semaphore, watch};

pub(crate) const HOUR: Duration = Duration::from_hours(1);
pub(crate) const LEASE: Duration = Duration::from_mins(1);
pub(crate) const NAME: &str = "pantry.count";

/// What others keep copies of.
pub(crate) static PANTRY: Table =
    Table { name: "pantry", hash: text("PK"), range: Some(text("SK")), indexes: &[], ttl: None, feed: true, about: "Jars." };

static TABLES: &[&Table] = &[&JOBS_TABLE, &PANTRY];

/// Runs a test on both stores, one after the other.
pub(crate) async fn on_both<F: Future<Output = ()>>(test: impl Fn(World) -> F) {
    for place in both(TABLES).await {
        println!("on {}", place.name);
        test(World::over(place)).await;
    }
}

/// A clock that is moved by hand: whoever sleeps sleeps until it was moved far enough.
pub(crate) struct HandClock {
    time: FixedClock,
    moved: watch::Sender<()>,
    /// Until when the sleepers sleep.
    sleepers: Mutex<Vec<Duration>>,
}

/// Somebody sleeps for as long as this is there.
struct Asleep<'a> {
    clock: &'a HandClock,
    until: Duration,
}

impl Drop for Asleep<'_> {
    fn drop(&mut self) {
        let mut sleepers = self.clock.sleepers.lock().unwrap();
        let at = sleepers.iter().position(|until| *until == self.until).expect("it was noted when it began");
        sleepers.swap_remove(at);
    }
}

impl HandClock {
    fn new() -> Arc<Self> {
        Arc::new(Self { time: FixedClock::at_millis(MORNING), moved: watch::Sender::new(()), sleepers: Mutex::default() })
    }

    pub(crate) fn advance(&self, time: Duration) {
        self.time.advance(time);
        self.moved.send_replace(());
    }

    /// Somebody is woken by the next step of so much time.
    pub(crate) fn wakes_somebody_within(&self, step: Duration) -> bool {
        let now = self.elapsed();
        self.sleepers.lock().unwrap().iter().any(|until| (now < *until) && (*until <= now + step))
    }

    pub(crate) fn moment(&self) -> Timestamp {
        Timestamp::from_millisecond(self.now_millis() as i64).unwrap()
    }
}

impl Clock for HandClock {
    fn now_millis(&self) -> u64 {
        self.time.now_millis()
    }

    fn elapsed(&self) -> Duration {
        self.time.elapsed()
    }

    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let until = self.elapsed() + time;
        let mut moved = self.moved.subscribe();
        self.sleepers.lock().unwrap().push(until);
        let asleep = Asleep { clock: self, until };
        Box::pin(async move {
            let _asleep = asleep;
            while self.elapsed() < until {
                moved.changed().await.expect("the clock outlives its sleepers");
            }
        })
    }
}

pub(crate) struct World {
    pub(crate) name: &'static str,
    pub(crate) db: Db,
    pub(crate) clock: Arc<HandClock>,
    place: TestStore,
}

impl World {
    fn over(place: TestStore) -> Self {
        let clock = HandClock::new();
        let db = Db::new(&DESIGN, place.store.clone(), clock.clone(), b"");
        Self { name: place.name, db, clock, place }
    }

    pub(crate) fn store(&self) -> Arc<dyn Store> {
        self.place.store.clone()
    }

    /// The house's data through another store, which is somehow in between.
    pub(crate) fn db_over(&self, store: Arc<dyn Store>) -> Db {
        Db::new(&DESIGN, store, self.clock.clone(), b"")
    }

    /// A server with the world's clock.
    pub(crate) fn runner(&self, job: &Job) -> Runner {
        Runner::new(self.db.clone(), &RandomIds, vec![job.clone()]).expect("one job has one name")
    }

    /// A server with a clock of its own, which stands: as if the machine were suspended.
    pub(crate) fn suspended(&self, job: &Job) -> (Runner, Arc<HandClock>) {
        let clock = HandClock::new();
        let db = Db::new(&DESIGN, self.place.store.clone(), clock.clone(), b"");
        (Runner::new(db, &RandomIds, vec![job.clone()]).expect("one job has one name"), clock)
    }

    /// Lets time go by in steps until the work is over, each step only when it wakes somebody: however slow the machine is, no lease runs out
    /// while its renewal is under way.
    pub(crate) async fn let_time_pass<R>(&self, step: Duration, work: impl Future<Output = R>) -> R {
        let mut work = std::pin::pin!(work);
        loop {
            tokio::select! {
                biased;
                out = &mut work => return out,
                () = tokio::time::sleep(Duration::from_millis(1)) => if self.clock.wakes_somebody_within(step) {
                    self.clock.advance(step);
                },
            }
        }
    }

    /// How the job stands.
    pub(crate) async fn state(&self) -> JobState {
        repo::how_jobs_stand(&self.db).await.unwrap().pop().expect("the job was touched")
    }

    /// The pattern is asked so often and costs what it declares.
    pub(crate) async fn costs<R>(&self, pattern: &'static AccessPattern, work: impl Future<Output = R>) -> R {
        let (out, calls) = costs(&self.db, self.name, pattern, 1, work).await;
        assert_eq!(calls, 1, "{} is asked once on {}", pattern.id, self.name);
        out
    }
}

/// What a job of a test is to do, and what it was told.
#[derive(Clone)]
pub(crate) struct Deeds {
    runs: Arc<Mutex<Vec<Run>>>,
    /// As often as a run may end.
    gate: Arc<Semaphore>,
    /// How many of the next runs fail.
    failing: Arc<AtomicUsize>,
}

impl Deeds {
    /// Runs end at once.
    pub(crate) fn quick() -> Self {
        Self { runs: Arc::default(), gate: Arc::new(Semaphore::new(1_000_000)), failing: Arc::default() }
    }

    /// Runs end when they are let go.
    pub(crate) fn slow() -> Self {
        Self { gate: Arc::new(Semaphore::new(0)), ..Self::quick() }
    }

    pub(crate) fn let_one_go(&self) {
        self.gate.add_permits(1);
    }

    pub(crate) fn fail(&self, times: usize) {
        self.failing.store(times, SeqCst);
    }

    /// What the runs that began were told.
    pub(crate) fn runs(&self) -> Vec<Run> {
        self.runs.lock().unwrap().clone()
    }

    /// A job that does it.
    pub(crate) fn job(&self, schedule: Schedule) -> Job {
        let deeds = self.clone();
        Job::new(NAME, schedule, LEASE, move |run| {
            let deeds = deeds.clone();
            async move {
                deeds.runs.lock().unwrap().push(run);
                deeds.gate.acquire().await.expect("the gate is never closed").forget();
                let fails = deeds.failing.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)).is_ok();
                if fails { Err(Failed::because("the shelf is locked")) } else { Ok(Done { done: 2, failed: 1 }) }
            }
        })
    }

    pub(crate) fn hourly(&self) -> Job {
        self.job(Schedule::Every(HOUR))
    }

    /// Waits until so many runs have begun.
    pub(crate) async fn begun(&self, count: usize) {
        until(|| self.runs().len() >= count).await;
    }
}

/// Waits until something is so. A test that waits in vain is ended by whoever runs the tests.
pub(crate) async fn until(mut is_so: impl FnMut() -> bool) {
    while !is_so() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

pub(crate) fn outcomes(ended: &[Ended]) -> Vec<&Outcome> {
    ended.iter().map(|ended| &ended.outcome).collect()
}

pub(crate) const DONE: Outcome = Outcome::Done(Done { done: 2, failed: 1 });
