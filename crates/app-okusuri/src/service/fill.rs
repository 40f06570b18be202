//! Days that were not logged, filled in together: all of them in one transaction, or none.

use chabudai_kernel::once::Once;
use chabudai_kernel::op::{Transact, Write};
use chabudai_kernel::part::{IsoDay, Word};
use jiff::ToSpan as _;
use jiff::civil::Date;

use super::{NewLog, Person, Service};
use crate::design::{FILL_DAYS, MOST_FILLED, UNFILL_DAYS};
use crate::error::{OkusuriError, Result};
use crate::model::{Filled, Log, entries, first_log_id};
use crate::regimen::{TAKEN, first_day, unlogged};
use crate::repo::{idempotency, logs};

/// Days of a time that could be filled in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unlogged {
    /// The first day of that time.
    pub from: IsoDay,
    /// The last.
    pub to: IsoDay,
    /// The days without a log, without those of a pause.
    pub days: Vec<IsoDay>,
}

fn refused<T>(field: &'static str, code: &'static str, message: &'static str) -> Result<T> {
    Err(OkusuriError::Invalid { field, code, message })
}

const TOO_MANY: &str = "At most 92 days are filled in at once.";

impl Service {
    /// Days of a time on which nothing was logged: until yesterday, since today is not over. Without a time, the last three months of those
    /// that can be filled in since the regimen began or something was logged first.
    pub async fn unlogged(&self, person: &Person, from: Option<Date>, to: Option<Date>) -> Result<Unlogged> {
        let logs = logs::days(&self.base.db, &person.user_id, None, None).await?;
        let (regimens, entries) = (person.data.own.regimens(), entries(&logs));
        let today = self.today(person).0;
        let yesterday = today.yesterday().unwrap_or(today);
        let a_while_before = |to: Date| to.saturating_sub((MOST_FILLED as i64 - 1).days());
        let first = first_day(&regimens, &entries);
        let to = match (from, to) {
            (_, Some(to)) => to,
            (Some(_), None) => yesterday,
            (None, None) => {
                let all = first.map(|first| unlogged(&regimens, &entries, first, yesterday));
                all.and_then(|all| all.last().copied()).unwrap_or(yesterday)
            }
        };
        let from = from.unwrap_or_else(|| first.unwrap_or(to).max(a_while_before(to)).min(to));
        if to > yesterday {
            return refused("to", "okusuri.fill_until_yesterday", "Days until yesterday can be filled in.");
        }
        if from > to {
            return refused("from", "okusuri.period", "A period goes from the earlier to the later day.");
        }
        self.loggable(person, from)?;
        if from < a_while_before(to) {
            return refused("from", "okusuri.too_many_days", TOO_MANY);
        }
        let days = unlogged(&regimens, &entries, from, to).into_iter().map(IsoDay).collect();
        Ok(Unlogged { from: IsoDay(from), to: IsoDay(to), days })
    }

    /// A pill was taken on these days too. A day that has a log keeps it: that there is none is a condition of the write, since the first log
    /// of a day always has the id of that day. Sent again with its key, it is answered as before and records nothing, also if it was taken
    /// back since.
    pub async fn fill(&self, person: &Person, days: &[Date], once: Option<&Once>) -> Result<Filled> {
        let mut wanted = days.iter().map(|day| self.loggable(person, *day)).collect::<Result<Vec<IsoDay>>>()?;
        wanted.sort_unstable();
        wanted.dedup();
        let (Some(first), Some(last)) = (wanted.first().copied(), wanted.last().copied()) else {
            return refused("days", "okusuri.no_date", "Choose a day.");
        };
        if wanted.len() > MOST_FILLED {
            return refused("days", "okusuri.too_many_days", TOO_MANY);
        }
        self.base
            .persist(|| async {
                // In this order: if another of the same was first, its days are not read without its answer.
                let known = logs::days(&self.base.db, &person.user_id, Some(first), Some(last)).await?;
                if let Some(once) = once
                    && let Some(given) = idempotency::filled(&self.base.db, &person.user_id, &once.key).await?
                {
                    return once.replay(given);
                }
                let is_logged = |day: &IsoDay| known.binary_search_by_key(day, |log| log.date).is_ok();
                let days: Vec<IsoDay> = wanted.iter().copied().filter(|day| !is_logged(day)).collect();
                let filled = days.iter().map(|day| self.taken_on(person, *day)).collect::<Result<Vec<Log>>>()?;
                let Some(of_the_first) = filled.first() else { return Ok(Filled { days, at: self.base.now() }) };
                let at = of_the_first.updated_at;
                let mut writes: Vec<Write> = filled.iter().map(|log| logs::create(log).into()).collect();
                if let Some(once) = once {
                    let now = self.base.db.clock().now().0;
                    writes.push(idempotency::keep_filled(once, of_the_first, &days, now).into());
                }
                self.base.db.run(&FILL_DAYS).commit(Transact::of(writes)).await?;
                Ok(Filled { days, at })
            })
            .await
    }

    fn taken_on(&self, person: &Person, day: IsoDay) -> Result<Log> {
        let new = NewLog { has_bleeding: TAKEN.bleeding, date: Some(day.0), taken: TAKEN.taken, note: None };
        self.prepared(person, &new, first_log_id(day))
    }

    /// Takes back what was filled in under a key, but for what was said of a day since. Answers the days that have no log any more.
    pub async fn unfill(&self, person: &Person, key: &Word) -> Result<Vec<IsoDay>> {
        let given = idempotency::filled(&self.base.db, &person.user_id, key).await?.ok_or(OkusuriError::NotFound("log"))?.answer;
        let (Some(first), Some(last)) = (given.days.first().copied(), given.days.last().copied()) else {
            return Err(OkusuriError::NotFound("log"));
        };
        self.base
            .persist(|| async {
                let known = logs::days(&self.base.db, &person.user_id, Some(first), Some(last)).await?;
                let is_as_filled = |log: &&Log| {
                    given.days.contains(&log.date)
                        && log.id == first_log_id(log.date)
                        && (log.created_at, log.updated_at) == (given.at, given.at)
                };
                let ours: Vec<&Log> = known.iter().filter(is_as_filled).collect();
                if !ours.is_empty() {
                    let writes = ours.iter().map(|log| logs::remove_as_read(log).into());
                    self.base.db.run(&UNFILL_DAYS).commit(Transact::of(writes.collect::<Vec<Write>>())).await?;
                }
                Ok(ours.iter().map(|log| log.date).collect())
            })
            .await
    }
}
