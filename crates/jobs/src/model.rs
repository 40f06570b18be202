//! How a job stands, as an item, and the rules that say whose turn it is. No I/O.

use std::time::Duration;

use chabudai_kernel::entity;
use chabudai_kernel::part::{Millis, Word};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::design::JOBS_TABLE;
use crate::schedule::Schedule;

chabudai_kernel::text_enum! {
    /// How the last run ended.
    pub LastOutcome { Done = "done", Failed = "failed" }
}

/// How a job stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JobState {
    /// Its name, in the key.
    #[serde(skip_serializing)]
    pub name: Word,
    /// How often it was claimed. Whoever claims it has the next number, and only the highest number may write.
    #[serde(default)]
    pub fence: u64,
    /// Which server is at it, by a name that it made up when it started.
    pub owner: Option<Word>,
    /// Until when the owner keeps others away.
    pub lease_until: Option<Millis>,
    /// The latest due time that was tried to its end, well or not.
    pub last_due: Option<Millis>,
    /// When a run last began.
    pub last_started: Option<Millis>,
    /// When the last run that was done began.
    pub last_done: Option<Millis>,
    /// How the last run ended.
    pub last_outcome: Option<LastOutcome>,
    /// How many runs in a row have failed.
    #[serde(default)]
    pub failures: u32,
    /// When a failed run is tried again.
    pub retry_at: Option<Millis>,
}

entity! {
    /// How a job stands.
    JobState in JOBS_TABLE, at most 2048 bytes {
        name: Word = name from SK,
    }
    key(name) {
        PK = "JOBS";
        SK = "JOB#" name;
    }
    fields {
        "fence": N;
        "owner": S optional;
        "leaseUntil": N optional;
        "lastDue": N optional;
        "lastStarted": N optional;
        "lastDone": N optional;
        "lastOutcome": S optional;
        "failures": N;
        "retryAt": N optional;
    }
}

/// Why a job may be claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// This due time was not tried to its end yet.
    Due,
    /// It failed, and the delay is over.
    Retry,
    /// Somebody wants it now.
    Forced,
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// It is to be done.
    Now {
        /// For this due time.
        due: Timestamp,
        /// Why.
        reason: Reason,
    },
    /// Somebody is at it.
    Held {
        /// Until then at least.
        until: Timestamp,
    },
    /// Nothing to do.
    Later {
        /// Until then; `None` where the calendar ends.
        at: Option<Timestamp>,
    },
}

/// Milliseconds as they stand in the item.
pub(crate) fn millis(moment: Timestamp) -> Millis {
    Millis(u64::try_from(moment.as_millisecond()).unwrap_or(0))
}

/// A moment out of the item. What no calendar holds is taken as its end.
pub(crate) fn moment(millis: Millis) -> Timestamp {
    i64::try_from(millis.0).ok().and_then(|millis| Timestamp::from_millisecond(millis).ok()).unwrap_or(Timestamp::MAX)
}

impl JobState {
    /// Whose turn it is with a job, by how it stands; `None` is a job that nobody ever touched, which is due at once.
    pub fn turn(state: Option<&Self>, schedule: &Schedule, now: Timestamp) -> Turn {
        if let Some(until) = state.and_then(|state| state.held(now)) {
            return Turn::Held { until };
        }
        let last_due = state.and_then(|state| state.last_due).map(moment);
        let next = schedule.next(now);
        match (schedule.latest(now), last_due) {
            (Some(due), None) => Turn::Now { due, reason: Reason::Due },
            (Some(due), Some(last)) if last < due => Turn::Now { due, reason: Reason::Due },
            (_, Some(due)) => match state.and_then(Self::retry) {
                Some(at) if at <= now => Turn::Now { due, reason: Reason::Retry },
                Some(at) => Turn::Later { at: Some(next.map_or(at, |next| next.min(at))) },
                None => Turn::Later { at: next },
            },
            (None, None) => Turn::Later { at: next },
        }
    }

    /// Until when somebody is at it.
    pub fn held(&self, now: Timestamp) -> Option<Timestamp> {
        self.lease_until.map(moment).filter(|until| *until > now)
    }

    fn retry(&self) -> Option<Timestamp> {
        self.retry_at.filter(|_| self.last_outcome == Some(LastOutcome::Failed)).map(moment)
    }

    /// Since when it is due without being done, or when it will be due next. For the metrics and for people.
    pub fn pending(state: Option<&Self>, schedule: &Schedule, now: Timestamp) -> Option<Timestamp> {
        let last_due = state.and_then(|state| state.last_due).map(moment);
        match last_due {
            Some(due) if state.is_some_and(|state| state.last_outcome == Some(LastOutcome::Failed)) => Some(due),
            Some(due) => schedule.next(due.min(now)),
            None => schedule.latest(now).or_else(|| schedule.next(now)),
        }
    }
}

/// How long to wait after so many failures in a row: half a minute, doubling, an hour at most.
pub fn delay(failures: u32) -> Duration {
    let doublings = failures.saturating_sub(1).min(7);
    Duration::from_secs(30 << doublings).min(Duration::from_hours(1))
}
