//! What a day is to say from now on, by one tap that counts once however often it arrives.

use jiff::civil::Date;

use super::{NewLog, Person, Service};
use crate::error::Result;
use crate::model::{Log, LogData, PublicId, newest_by_day};
use crate::repo::idempotency::{self, Once};
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
    pub async fn set_day(&self, person: &Person, day: Date, change: &Correction, once: &Once) -> Result<DayChange> {
        let day = self.loggable(person, day)?;
        let new = NewLog {
            has_bleeding: change.has_bleeding.unwrap_or_default(),
            date: Some(day.0),
            taken: change.taken.apply(None),
            note: change.note.clone().apply(None),
        };
        // In this order: a tap that was answered has its log, unless that was taken back since.
        let given = idempotency::given(&self.db, &person.user_id, &once.key).await?;
        let known = logs::days(&self.db, &person.user_id, Some(day), Some(day)).await?;
        let made = |log| DayChange { log, before: None };
        match (newest_by_day(&known).pop(), given) {
            (None, None) => self.log(person, &new, Some(once)).await.map(made),
            // The same page was sent before, and what it made was taken back since.
            (None, Some(_)) => self.log(person, &new, None).await.map(made),
            // The same tap again.
            (Some(log), Some(given)) if log.id == given.log_id && has_same_content(&log.data, &given.data) => Ok(made(log.clone())),
            (Some(before), _) => {
                let log = self.correct(person, &PublicId::At(day, before.id.clone()), change).await?;
                Ok(DayChange { log, before: Some(before.clone()) })
            }
        }
    }
}
