//! What a day is to say from now on, by one tap that counts once however often it arrives.

use chabudai_kernel::once::Once;
use chabudai_kernel::op::Transact;
use chabudai_kernel::part::{IsoDay, UtcSeconds};
use jiff::SignedDuration;
use jiff::civil::Date;

use super::logs::checked;
use super::{NewLog, Person, Service};
use crate::design::{CORRECT_LOG, LOG_DAY};
use crate::error::Result;
use crate::model::{Log, LogData, first_log_id, newest_by_day};
use crate::repo::idempotency;
use crate::repo::logs::{self, Correction};

/// A day that says something now.
#[derive(Clone, PartialEq, Debug)]
pub struct DayChange {
    /// What is logged of it.
    pub log: Log,
    /// What was logged before; nothing where it is the day's first log.
    pub before: Option<Log>,
}

impl DayChange {
    /// Whether it says anything that it did not say before.
    pub fn is_change(&self) -> bool {
        self.before.as_ref().is_none_or(|before| !has_same_content(&before.data, &self.log.data))
    }
}

fn has_same_content(one: &LogData, other: &LogData) -> bool {
    (one.has_bleeding, one.taken, &one.note) == (other.has_bleeding, other.taken, &other.note)
}

impl Service {
    /// What a day is to say: its newest log is corrected, or a first one is made. What is not said of a first one is no.
    ///
    /// A tap that arrives again is answered with what is there and changes nothing, whatever was said since. Only where nothing is there
    /// any more, because it was taken back, does it count again.
    pub async fn set_day(&self, person: &Person, day: Date, change: &Correction, once: &Once) -> Result<DayChange> {
        let day = self.loggable(person, day)?;
        let change = checked(change)?;
        self.base.persist(|| self.try_set_day(person, day, &change, once)).await
    }

    async fn try_set_day(&self, person: &Person, day: IsoDay, change: &Correction, once: &Once) -> Result<DayChange> {
        // In this order: a tap that was answered has its log, unless that was taken back since.
        let given = idempotency::given(&self.base.db, &person.user_id, &once.key).await?;
        let known = logs::days(&self.base.db, &person.user_id, Some(day), Some(day)).await?;
        match (newest_by_day(&known).pop(), given) {
            (None, given) => self.first_of(person, day, change, once, given.is_none()).await,
            (Some(log), Some(given)) => Ok(replayed(log, &given.answer)),
            (Some(before), None) => self.correct_once(before, change, once).await,
        }
    }

    /// Of several who find the day empty one makes its log, and the others find that.
    async fn first_of(&self, person: &Person, day: IsoDay, change: &Correction, once: &Once, is_new: bool) -> Result<DayChange> {
        let new = NewLog {
            has_bleeding: change.has_bleeding.unwrap_or_default(),
            date: Some(day.0),
            taken: change.taken.apply(None),
            note: change.note.clone().apply(None),
        };
        let log = self.prepared(person, &new, first_log_id(day))?;
        let mut writes = vec![logs::create(&log).into()];
        if is_new {
            writes.push(idempotency::keep(once, &log, self.base.db.clock().now().0).into());
        }
        self.base.db.run(&LOG_DAY).commit(Transact::of(writes)).await?;
        Ok(DayChange { log, before: None })
    }

    /// Corrects what was read, together with the answer to the tap.
    async fn correct_once(&self, before: &Log, change: &Correction, once: &Once) -> Result<DayChange> {
        // Later than what it corrects, even within a second: that tells the answer of a correction from that of a first log.
        let next = before.updated_at.0.saturating_add(SignedDuration::from_secs(1)).map_or(before.updated_at, UtcSeconds);
        let now = self.base.now().max(next);
        let log = Log { data: change.apply(&before.data, now), updated_at: now, ..before.clone() };
        let kept = idempotency::keep(once, &log, self.base.db.clock().now().0);
        let writes = [logs::correct_as_read(before, change, now).into(), kept.into()];
        self.base.db.run(&CORRECT_LOG).commit(Transact::of(writes)).await?;
        Ok(DayChange { log, before: Some(before.clone()) })
    }
}

/// What a tap that arrives again is answered with: what is there. If that is still the first log which it made, there was nothing before;
/// otherwise nothing is said to have changed, so that nothing offers to take back what others said.
fn replayed(log: &Log, given: &Log) -> DayChange {
    let is_first = given.data.created_at == given.data.updated_at;
    let is_its_own = log.id == given.id && log.data == given.data;
    DayChange { log: log.clone(), before: (!(is_first && is_its_own)).then(|| log.clone()) }
}
