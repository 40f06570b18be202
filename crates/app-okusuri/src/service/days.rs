//! Where somebody is, and what their days tell.

use chabudai_kernel::part::IsoDay;
use jiff::civil::DateTime;

use super::{Person, Service};
use crate::error::Result;
use crate::model::{Log, entries};
use crate::regimen::{Status, Timeline, status, timeline};
use crate::repo::logs;

/// Everything that somebody has logged, and what it comes to.
#[derive(Clone, PartialEq, Debug)]
pub struct DayHistory {
    /// Every log, by day.
    pub logs: Vec<Log>,
    /// Every day until today.
    pub timeline: Timeline,
    /// Today.
    pub status: Status,
    /// Which day that is.
    pub today: IsoDay,
}

impl Service {
    /// Where somebody is today.
    pub async fn status(&self, person: &Person) -> Result<Status> {
        self.status_at(person, self.now_in(&person.data.own.zone())).await
    }

    /// Where somebody was at a local time.
    async fn status_at(&self, person: &Person, at: DateTime) -> Result<Status> {
        let regimens = person.data.own.regimens();
        let from = regimens.first().and_then(|regimen| regimen.effective_from);
        let logs = logs::days(&self.base.db, &person.user_id, from, None).await?;
        Ok(status(&regimens, &entries(&logs), at))
    }

    /// Where somebody was on a day, or is if it is today: at its end, where it has ended.
    pub(super) async fn status_on(&self, person: &Person, day: IsoDay) -> Result<Status> {
        let now = self.now_in(&person.data.own.zone());
        self.status_at(person, if day.0 == now.date() { now } else { day.0.at(23, 59, 59, 0) }).await
    }

    /// Everything that somebody has logged: ten years are less than a page of the store.
    pub async fn history(&self, person: &Person) -> Result<DayHistory> {
        let logs = logs::days(&self.base.db, &person.user_id, None, None).await?;
        Ok(self.of(person, logs))
    }

    /// The same for a report, which nobody writes to a moment before.
    pub async fn history_for_report(&self, person: &Person) -> Result<DayHistory> {
        let logs = logs::look_back(&self.base.db, &person.user_id, None, None).await?;
        Ok(self.of(person, logs))
    }

    fn of(&self, person: &Person, logs: Vec<Log>) -> DayHistory {
        let (regimens, now) = (person.data.own.regimens(), self.now_in(&person.data.own.zone()));
        let entries = entries(&logs);
        let (timeline, status) = (timeline(&regimens, &entries, now.date()), status(&regimens, &entries, now));
        DayHistory { logs, timeline, status, today: IsoDay(now.date()) }
    }
}
