//! What a day shows: a mark with a shape of its own, a drop for bleeding, and both in words.

use chabudai_web::ui::Ui;
use jiff::civil::Date;

use crate::model::{Log, newest_by_day};
use crate::regimen::{Day, Entry, Phase, Regimen};
use crate::service::DayHistory;

/// What a day is marked with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// A pill was taken.
    Taken,
    /// Somebody said that none was.
    NotTaken,
    /// A pause.
    Rest,
    /// A pause that is yet to come.
    Planned,
    /// A pill was to be taken, and nothing was logged.
    Missed,
    /// Nothing to tell.
    Blank,
}

impl Mark {
    /// Its icon, its class, and its message.
    pub(super) const ALL: [Self; 5] = [Self::Taken, Self::NotTaken, Self::Rest, Self::Planned, Self::Missed];

    /// The icon; none for nothing.
    pub(super) fn icon(&self) -> &'static str {
        match self {
            Self::Taken => "check",
            Self::NotTaken => "close",
            Self::Rest | Self::Planned => "pause",
            Self::Missed => "missed",
            Self::Blank => "",
        }
    }

    /// The class, for its colour and its edge.
    pub(super) fn class(&self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::NotTaken => "not-taken",
            Self::Rest => "rest",
            Self::Planned => "planned",
            Self::Missed => "missed",
            Self::Blank => "blank",
        }
    }

    /// The message.
    pub(super) fn title(&self) -> &'static str {
        match self {
            Self::Taken => "okusuri-taken",
            Self::NotTaken => "okusuri-not-taken",
            Self::Rest => "okusuri-rest",
            Self::Planned => "okusuri-planned-rest",
            Self::Missed => "okusuri-missed",
            Self::Blank => "okusuri-not-logged",
        }
    }
}

/// A day with what it shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Marked {
    /// The calendar day.
    pub(super) date: Date,
    /// Its mark.
    pub(super) mark: Mark,
    /// What its newest log says.
    pub(super) entry: Option<Entry>,
    /// What it was for.
    pub(super) phase: Option<Phase>,
    /// It is today.
    pub(super) is_today: bool,
    /// It is yet to come.
    pub(super) is_ahead: bool,
}

impl Marked {
    /// There was bleeding.
    pub(super) fn has_bleeding(&self) -> bool {
        self.entry.is_some_and(|entry| entry.bleeding)
    }

    /// In words: the mark, and whether there was bleeding if anything was logged.
    pub(super) fn says(&self, ui: &Ui) -> String {
        // Only today can still be logged today.
        let is_past = self.mark == Mark::Blank && !self.is_today && !self.is_ahead;
        let mark = ui.t(if is_past { "okusuri-missed" } else { self.mark.title() });
        match self.entry {
            Some(entry) => format!("{mark} · {}", ui.t(if entry.bleeding { "okusuri-bleeding" } else { "okusuri-no-bleeding" })),
            None => mark.into_owned(),
        }
    }
}

/// Looks up days in what somebody has history.
pub(super) struct Marks<'a> {
    history: &'a DayHistory,
    /// The newest log of each day.
    logs: Vec<&'a Log>,
    planned: Option<(Date, Date)>,
}

impl<'a> Marks<'a> {
    pub(super) fn of(history: &'a DayHistory, regimen: &Regimen) -> Self {
        Self { history, logs: newest_by_day(&history.logs), planned: planned(history, regimen) }
    }

    /// The newest log of a day.
    pub(super) fn log(&self, date: Date) -> Option<&'a Log> {
        self.logs.binary_search_by_key(&date, |log| log.date.0).ok().map(|at| self.logs[at])
    }

    /// A day with what it shows.
    pub(super) fn day(&self, date: Date) -> Marked {
        let today = self.history.today.0;
        let known = self.history.timeline.day(date);
        let entry = self.log(date).map(Log::entry);
        let mark = match (known, entry) {
            (Some(day), _) => self.mark(day),
            // A log of before the regimen that the days are counted by.
            (None, Some(entry)) => taken(entry.taken.unwrap_or(true)),
            (None, None) if self.planned.is_some_and(|(first, last)| date > today && (first..=last).contains(&date)) => Mark::Planned,
            (None, None) => Mark::Blank,
        };
        Marked { date, mark, entry, phase: known.map(|day| day.phase), is_today: date == today, is_ahead: date > today }
    }

    fn mark(&self, day: &Day) -> Mark {
        let is_settled = day.date < self.history.today.0 && self.logs.first().is_some_and(|first| day.date > first.date.0);
        match (day.phase, day.entry) {
            (Phase::Resting(_), _) if !day.is_taken() => Mark::Rest,
            (_, Some(_)) => taken(day.is_taken()),
            (Phase::Taking(_), None) if is_settled => Mark::Missed,
            (_, None) => Mark::Blank,
        }
    }
}

fn taken(is_taken: bool) -> Mark {
    if is_taken { Mark::Taken } else { Mark::NotTaken }
}

/// The pause that is certain to come, or that goes on: its first and its last day from tomorrow on.
fn planned(history: &DayHistory, regimen: &Regimen) -> Option<(Date, Date)> {
    let tomorrow = history.today.0.tomorrow().ok()?;
    if let Some(resume) = history.status.resume_on {
        return resume.yesterday().ok().map(|last| (tomorrow, last));
    }
    let first = history.status.next_rest.filter(|rest| !rest.at_the_latest)?.from;
    let span = jiff::Span::new().try_days(regimen.rest_days.saturating_sub(1)).ok()?;
    let last = first.checked_add(span).ok()?;
    Some((first, last))
}

#[cfg(test)]
mod tests {
    use chabudai_kernel::part::{IsoDay, UtcSeconds, Word};
    use jiff::civil::date;

    use super::*;
    use crate::model::{Kind, LogData, entries};
    use crate::regimen::{status, timeline};

    /// Logs of November 2026 as `day: bleeding, taken`, seen on the 20th.
    fn history(regimen: Regimen, logged: &[(i8, bool, Option<bool>)]) -> DayHistory {
        let now = UtcSeconds(jiff::Timestamp::UNIX_EPOCH);
        let logs: Vec<Log> = logged
            .iter()
            .map(|(day, has_bleeding, taken)| Log {
                user_id: Word::new("hana").unwrap(),
                id: Word::new("1").unwrap(),
                kind: Kind::MedicationLog,
                date: IsoDay(date(2026, 11, *day)),
                data: LogData { id: None, has_bleeding: *has_bleeding, taken: *taken, note: None, created_at: now, updated_at: now },
                created_at: now,
                updated_at: now,
            })
            .collect();
        let today = date(2026, 11, 20);
        let entries = entries(&logs);
        let (timeline, status) = (timeline(&[regimen], &entries, today), status(&[regimen], &entries, today.at(12, 0, 0, 0)));
        DayHistory { logs, timeline, status, today: IsoDay(today) }
    }

    #[test]
    fn every_day_has_one_mark() {
        let cyclic = Regimen { max_days: 3, min_days: 3, rest_days: 2, ..Regimen::CYCLIC_24_4 }.from(date(2026, 11, 10));
        let history = history(cyclic, &[(8, true, None), (10, false, None), (12, true, Some(false)), (13, true, None), (15, false, None)]);
        let marks = Marks::of(&history, &cyclic);
        let of = |day: i8| (marks.day(date(2026, 11, day)).mark, marks.day(date(2026, 11, day)).has_bleeding());
        assert_eq!(of(8), (Mark::Taken, true), "a log of before the regimen");
        assert_eq!(of(9), (Mark::Blank, false));
        assert_eq!(of(10), (Mark::Taken, false));
        assert_eq!(of(11), (Mark::Missed, false));
        assert_eq!(of(12), (Mark::NotTaken, true));
        assert_eq!(of(13), (Mark::Rest, true), "bleeding is logged in a pause too");
        assert_eq!(of(14), (Mark::Rest, false));
        // 15 to 17 are taken, 18 and 19 are a pause, and today is a first day again.
        assert_eq!((of(16).0, of(18).0, of(20).0), (Mark::Missed, Mark::Rest, Mark::Blank));
        assert_eq!((of(22).0, of(23).0, of(24).0, of(25).0), (Mark::Blank, Mark::Planned, Mark::Planned, Mark::Blank));
        assert!(marks.day(date(2026, 11, 20)).is_today && marks.day(date(2026, 11, 21)).is_ahead);
    }

    #[test]
    fn a_pause_that_goes_on_is_seen_to_its_end() {
        let cyclic = Regimen::CYCLIC_24_4.from(date(2026, 10, 26));
        let history = history(cyclic, &[(1, false, None), (8, false, None), (15, false, None)]);
        let marks = Marks::of(&history, &cyclic);
        let of = |day: i8| marks.day(date(2026, 11, day)).mark;
        assert_eq!((of(19), of(20), of(21), of(22), of(23)), (Mark::Rest, Mark::Rest, Mark::Planned, Mark::Planned, Mark::Blank));
    }
}
