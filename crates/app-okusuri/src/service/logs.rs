//! Logging a day, correcting it, deleting it, putting it back.

use chabudai_kernel::once::Once;
use chabudai_kernel::op::Transact;
use chabudai_kernel::part::{IsoDay, UtcSeconds, Word};
use chabudai_kernel::store::StoreError;
use jiff::civil::Date;

use super::{Person, Service};
use crate::design::LOG_DAY;
use crate::error::{OkusuriError, Result};
use crate::model::{Change, Kind, LONGEST_NOTE, Log, LogData, PublicId, first_log_id};
use crate::repo::idempotency;
use crate::repo::logs::{self, Correction};

/// A day to be logged.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewLog {
    /// There was bleeding.
    pub has_bleeding: bool,
    /// Which day; today, unless it is given.
    pub date: Option<Date>,
    /// Whether a pill was taken, if that is said.
    pub taken: Option<bool>,
    /// What else there is to say.
    pub note: Option<String>,
}

/// A note without blanks around it; nothing is no note.
fn note(text: &str) -> Result<Option<String>> {
    let refused = |code, message| Err(OkusuriError::Invalid { field: "note", code, message });
    if text.chars().count() > LONGEST_NOTE {
        refused("okusuri.note_too_long", "A note has 300 characters at most.")
    } else if text.chars().any(|c| c.is_control() && c != '\n' && c != '\r') {
        refused("okusuri.note_control", "A note is made of visible characters.")
    } else {
        let text = text.trim();
        Ok((!text.is_empty()).then(|| text.replace('\r', "")))
    }
}

/// A correction whose note will do.
pub(super) fn checked(change: &Correction) -> Result<Correction> {
    let note = match &change.note {
        Change::Set(text) => Change::to(note(text)?),
        other => other.clone(),
    };
    Ok(Correction { note, ..change.clone() })
}

impl Service {
    /// Logs a day. Several logs of one day are kept; the newest counts. The first has the id of the day, so that for whoever fills in days
    /// without a log it is a condition of the write that there is none.
    pub async fn log(&self, person: &Person, new: &NewLog, once: Option<&Once>) -> Result<Log> {
        let first = self.prepared(person, new, first_log_id(self.day_of(person, new)?))?;
        let another = Log { id: self.base.fresh_id(), ..first.clone() };
        let Some(once) = once else {
            for log in [first, another] {
                if logs::put(&self.base.db, &log).await? {
                    return Ok(log);
                }
            }
            return Err(OkusuriError::Busy);
        };
        // Two of the same at once: whoever was second finds the answer of the first.
        self.base
            .persist(|| async {
                if let Some(given) = idempotency::given(&self.base.db, &person.user_id, &once.key).await? {
                    return once.replay(given);
                }
                match self.log_once(&first, once).await {
                    Err(error) if error.condition_failed_at(0) => Ok(self.log_once(&another, once).await.map(|()| another.clone())?),
                    other => Ok(other.map(|()| first.clone())?),
                }
            })
            .await
    }

    /// A log, together with the answer to the request that made it.
    async fn log_once(&self, log: &Log, once: &Once) -> std::result::Result<(), StoreError> {
        let writes = [logs::create(log).into(), idempotency::keep(once, log, self.base.db.clock().now().0).into()];
        self.base.db.run(&LOG_DAY).commit(Transact::of(writes)).await
    }

    fn day_of(&self, person: &Person, new: &NewLog) -> Result<IsoDay> {
        new.date.map_or_else(|| Ok(self.today(person)), |day| self.loggable(person, day))
    }

    pub(super) fn prepared(&self, person: &Person, new: &NewLog, id: Word) -> Result<Log> {
        let day = self.day_of(person, new)?;
        let now = self.base.now();
        let data = LogData {
            id: None,
            has_bleeding: new.has_bleeding,
            taken: new.taken,
            note: new.note.as_deref().map(note).transpose()?.flatten(),
            created_at: now,
            updated_at: now,
        };
        let user_id = person.user_id.clone();
        Ok(Log { user_id, id, kind: Kind::MedicationLog, date: day, data, created_at: now, updated_at: now })
    }

    /// One log.
    pub async fn find(&self, person: &Person, id: &PublicId) -> Result<Log> {
        let found = match id {
            PublicId::At(day, id) => logs::one(&self.base.db, &person.user_id, *day, id).await?,
            PublicId::Number(number) => logs::by_number(&self.base.db, &person.user_id, *number).await?,
        };
        found.ok_or(OkusuriError::NotFound("log"))
    }

    /// Where a log is: an id says it, a number has to be looked for.
    async fn place(&self, person: &Person, id: &PublicId) -> Result<(IsoDay, Word)> {
        match id {
            PublicId::At(day, id) => Ok((*day, id.clone())),
            PublicId::Number(_) => self.find(person, id).await.map(|log| (log.date, log.id)),
        }
    }

    /// What is said of a day is another thing now.
    pub async fn correct(&self, person: &Person, id: &PublicId, change: &Correction) -> Result<Log> {
        let change = checked(change)?;
        let (day, id) = self.place(person, id).await?;
        let after = logs::correct(&self.base.db, &person.user_id, day, &id, &change, self.base.now()).await?;
        after.ok_or(OkusuriError::NotFound("log"))
    }

    /// It was not so at all. Answers what was logged, so that it can be put back.
    pub async fn delete(&self, person: &Person, id: &PublicId) -> Result<Log> {
        let (day, id) = self.place(person, id).await?;
        logs::delete(&self.base.db, &person.user_id, day, &id, None).await?.ok_or(OkusuriError::NotFound("log"))
    }

    /// A log is taken back, if nothing was said since the time that it was said: what somebody said later is not taken back with it.
    pub async fn take_back(&self, person: &Person, day: IsoDay, id: &Word, said_at: UtcSeconds) -> Result<Log> {
        logs::delete(&self.base.db, &person.user_id, day, id, Some(said_at)).await?.ok_or(OkusuriError::NotFound("log"))
    }

    /// A log that was deleted by mistake is there again, as it was.
    pub async fn put_back(&self, person: &Person, log: &Log) -> Result<()> {
        if log.user_id != person.user_id {
            return Err(OkusuriError::NotFound("log"));
        }
        // It comes from outside again, so it is looked at again.
        self.loggable(person, log.date.0)?;
        log.data.note.as_deref().map(note).transpose()?;
        // One that is there already was put back before.
        logs::put(&self.base.db, log).await.map(drop)
    }
}
