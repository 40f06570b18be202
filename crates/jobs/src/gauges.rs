//! What the metrics tell about each job: counts since the start of this server, and what the table says for all of them.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use jiff::Timestamp;

use crate::model::{millis, moment};
use crate::runner::Outcome;
use chabudai_kernel::part::Millis;

/// The gauges of one job. Zero milliseconds stand for "never".
#[derive(Debug, Default)]
pub(crate) struct Gauges {
    runs: [AtomicU64; OUTCOMES.len()],
    nanos: AtomicU64,
    things_done: AtomicU64,
    things_failed: AtomicU64,
    last_success: AtomicU64,
    pending: AtomicU64,
}

/// How a run can end, as the metrics call it.
pub const OUTCOMES: [&str; 4] = ["done", "failed", "lost", "given-back"];

/// What the gauges of one job show.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reading {
    /// The job.
    pub job: &'static str,
    /// How many runs of this server ended so, in the order of [`OUTCOMES`].
    pub runs: [u64; OUTCOMES.len()],
    /// How long they took together.
    pub time: Duration,
    /// Things that were done.
    pub things_done: u64,
    /// Things that failed within runs that were done.
    pub things_failed: u64,
    /// When the last run that was done began, on whichever server.
    pub last_success: Option<Timestamp>,
    /// Since when the job is due without being done, or when it will be due; `None` before the first look.
    pub pending: Option<Timestamp>,
}

impl Gauges {
    pub(crate) fn ended(&self, outcome: &Outcome, time: Duration) {
        let at = match outcome {
            Outcome::Done(done) => {
                self.things_done.fetch_add(done.done, Relaxed);
                self.things_failed.fetch_add(done.failed, Relaxed);
                0
            }
            Outcome::Failed(_) => 1,
            Outcome::Lost => 2,
            Outcome::GivenBack => 3,
        };
        self.runs[at].fetch_add(1, Relaxed);
        self.nanos.fetch_add(time.as_nanos() as u64, Relaxed);
    }

    /// Notes what the table says.
    pub(crate) fn stands(&self, last_success: Option<Millis>, pending: Option<Timestamp>) {
        self.last_success.store(last_success.map_or(0, |at| at.0), Relaxed);
        self.pending.store(pending.map_or(0, |at| millis(at).0), Relaxed);
    }

    pub(crate) fn read(&self, job: &'static str) -> Reading {
        let at = |gauge: &AtomicU64| Some(Millis(gauge.load(Relaxed))).filter(|at| at.0 > 0).map(moment);
        Reading {
            job,
            runs: std::array::from_fn(|outcome| self.runs[outcome].load(Relaxed)),
            time: Duration::from_nanos(self.nanos.load(Relaxed)),
            things_done: self.things_done.load(Relaxed),
            things_failed: self.things_failed.load(Relaxed),
            last_success: at(&self.last_success),
            pending: at(&self.pending),
        }
    }
}
