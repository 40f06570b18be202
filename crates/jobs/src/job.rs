//! A job: what is to be done, when, and how long its lease is.

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use chabudai_kernel::part::Word;
use futures::future::BoxFuture;
use jiff::Timestamp;

use crate::schedule::Schedule;

/// What a run is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The due time that this run is for: the latest one, however many were missed.
    pub due: Timestamp,
    /// The `now` of the last run that was done, if there ever was one. What happened between that and `now` is this run's business, so
    /// that runs neither leave a gap nor overlap; a run that failed, or that nobody finished, moves it nowhere.
    pub since: Option<Timestamp>,
    /// When this run began.
    pub now: Timestamp,
}

/// How much a run did. Numbers only: they go out to the metrics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Done {
    /// Things that were done.
    pub done: u64,
    /// Things that failed although the run as a whole did not, and that nobody needs to try again at once.
    pub failed: u64,
}

/// Why a run is to be tried again. It goes into the log, so it says nothing about anybody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    why: String,
}

impl Failed {
    /// With a reason for the log.
    pub fn because(why: impl fmt::Display) -> Self {
        Self { why: why.to_string() }
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

type Work = Arc<dyn Fn(Run) -> BoxFuture<'static, Result<Done, Failed>> + Send + Sync>;

/// Something that is due again and again.
///
/// ```
/// use std::time::Duration;
///
/// use chabudai_jobs::{Done, Failed, Job, Run, Schedule};
/// use jiff::{SignedDuration, Timestamp};
///
/// async fn close_jars(from: Timestamp, to: Timestamp) -> Result<u64, String> {
///     Ok((to.as_second() - from.as_second()) as u64 / 60)
/// }
///
/// let job = Job::new("pantry.close-jars", Schedule::Every(Duration::from_mins(5)), Duration::from_mins(1), |run: Run| async move {
///     // Everything since the last run that was done; the first one ever begins with the last five minutes.
///     let from = run.since.unwrap_or(run.now - SignedDuration::from_mins(5));
///     let closed = close_jars(from, run.now).await.map_err(Failed::because)?;
///     Ok(Done { done: closed, failed: 0 })
/// });
/// # let now: Timestamp = "2026-11-15T08:31:00Z".parse().unwrap();
/// # let run = Run { due: job.schedule().latest(now).unwrap(), since: None, now };
/// # assert_eq!(futures::executor::block_on(job.work(run)), Ok(Done { done: 5, failed: 0 }));
/// ```
#[derive(Clone)]
pub struct Job {
    pub(crate) key: Word,
    name: &'static str,
    pub(crate) schedule: Schedule,
    pub(crate) lease: Duration,
    pub(crate) at_most: Duration,
    /// It is not waited for when the server stops.
    pub(crate) ends_with_server: bool,
    pub(crate) work: Work,
}

impl Job {
    /// A job. Its name is that of its app and what it does, such as `wardrobe.sweep-pictures`.
    ///
    /// The lease is how long a server that died keeps others from taking over. A run that lives renews it, so it need not be as long as
    /// the work takes; it is to be well above the difference between the servers' clocks.
    pub fn new<F>(name: &'static str, schedule: Schedule, lease: Duration, work: impl Fn(Run) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<Done, Failed>> + Send + 'static,
    {
        let key = Word::new(name).expect("the name of a job is written in the program, as a word without #");
        let work: Work = Arc::new(move |run| Box::pin(work(run)));
        Self {
            key,
            name,
            schedule,
            lease: lease.max(Duration::from_secs(1)),
            at_most: Duration::from_hours(1),
            ends_with_server: false,
            work,
        }
    }

    /// The longest that a run may take, an hour unless said: work that hangs would otherwise renew its lease for ever.
    pub fn at_most(mut self, time: Duration) -> Self {
        self.at_most = time;
        self
    }

    /// It goes on for as long as it is let, and can be cut off anywhere: a server that stops gives it back at once and does not wait for it.
    pub fn ends_with_server(mut self) -> Self {
        self.ends_with_server = true;
        self
    }

    /// The name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// When it is due.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Does the work once, without a lease and without a record. For tests of the work.
    pub async fn work(&self, run: Run) -> Result<Done, Failed> {
        (self.work)(run).await
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job")
            .field("name", &self.name)
            .field("schedule", &self.schedule)
            .field("lease", &self.lease)
            .finish_non_exhaustive()
    }
}
