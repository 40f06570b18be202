//! Every day since the beginning, and what it was.

use jiff::civil::Date;

use super::Regimen;

/// What was logged of a day: the newest of its logs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// There was bleeding.
    pub bleeding: bool,
    /// Whether a pill was taken, where that was said.
    pub taken: Option<bool>,
}

/// What a day is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// A pill is taken; it is this day of the cycle.
    Taking(u32),
    /// A pause; so many days of it are left, this one included.
    Resting(u32),
    /// Nothing was logged for so long that the next log begins anew.
    Lapsed,
}

/// A day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Day {
    /// The calendar day.
    pub date: Date,
    /// What it was for.
    pub phase: Phase,
    /// What was logged of it.
    pub entry: Option<Entry>,
    /// Something was logged by then. Who says since when, and begins to log later, has missed nothing before.
    pub has_begun: bool,
}

impl Day {
    /// A pill was taken: as it was said, or else on every logged day that is not of a pause.
    pub fn is_taken(&self) -> bool {
        self.entry.is_some_and(|entry| entry.taken.unwrap_or(!matches!(self.phase, Phase::Resting(_))))
    }

    /// A pill was to be taken, by somebody who logs.
    pub fn is_due(&self) -> bool {
        self.has_begun && matches!(self.phase, Phase::Taking(_))
    }

    /// There was bleeding.
    pub fn has_bleeding(&self) -> bool {
        self.entry.is_some_and(|entry| entry.bleeding)
    }
}

/// Every day from the first to the last that was asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Timeline {
    /// The days, the oldest first, without a gap.
    pub days: Vec<Day>,
    /// What the day after the last is for, as far as it is known by now.
    pub(super) next: Option<Phase>,
}

/// What the next day is for, and what it depends on.
struct Fold {
    regimen: Regimen,
    next: Phase,
    /// Days without a log in a row, since the last log or pause.
    unlogged: u32,
    has_logged: bool,
    /// The same, under this regimen or one before.
    has_begun: bool,
    /// Days of bleeding in a row that count towards a pause.
    run: u32,
}

impl Fold {
    fn new(regimen: Regimen) -> Self {
        Self { regimen, next: Phase::Taking(1), unlogged: 0, has_logged: false, has_begun: false, run: 0 }
    }

    /// Days before the first log do not count: whoever says since when, but begins to log later, has not stopped in between.
    fn has_lapsed(&self) -> bool {
        let after = self.regimen.restart_after;
        after > 0 && self.has_logged && self.unlogged >= after
    }

    fn day(&mut self, date: Date, entry: Option<Entry>) -> Day {
        let phase = match (self.next, entry) {
            (Phase::Taking(_), Some(_)) if self.has_lapsed() => Phase::Taking(1),
            (Phase::Taking(_), None) if self.has_lapsed() => Phase::Lapsed,
            (next, _) => next,
        };
        match phase {
            Phase::Taking(day) => self.took(day, entry),
            Phase::Resting(left) => self.next = if left > 1 { Phase::Resting(left - 1) } else { Phase::Taking(1) },
            Phase::Lapsed => {}
        }
        self.has_logged |= entry.is_some();
        self.has_begun |= entry.is_some();
        // A pause is no gap, and what was missed before it is not in a row with what is missed after it.
        let is_gap = self.has_logged && entry.is_none() && !matches!(phase, Phase::Resting(_));
        self.unlogged = if is_gap { self.unlogged + 1 } else { 0 };
        Day { date, phase, entry, has_begun: self.has_begun }
    }

    fn took(&mut self, day: u32, entry: Option<Entry>) {
        let rest = Phase::Resting(self.regimen.rest_days);
        self.next = Phase::Taking(day + 1);
        if let Some((first, wanted)) = self.regimen.trigger() {
            self.run = if day >= first && entry.is_some_and(|entry| entry.bleeding) { self.run + 1 } else { 0 };
            if self.run >= wanted {
                self.next = rest;
            }
        }
        if self.regimen.longest().is_some_and(|longest| day >= longest) {
            self.next = rest;
        }
        if self.next == rest {
            self.run = 0;
        }
    }
}

/// Every day until the last one, by the regimens of somebody (the oldest first) and what they logged (by day, the oldest first).
pub fn timeline(regimens: &[Regimen], entries: &[(Date, Entry)], last: Date) -> Timeline {
    let Some(first) = first_day(regimens, entries) else { return Timeline::default() };
    let mut out = Timeline::default();
    let mut ahead = entries.iter().skip_while(|(date, _)| *date < first).peekable();
    let mut coming = regimens.iter().skip(1).peekable();
    let mut fold = Fold::new(regimens[0]);
    let mut date = first;
    while date <= last {
        while let Some(regimen) = coming.next_if(|regimen| regimen.effective_from.is_some_and(|from| from.0 <= date)) {
            fold = Fold { has_begun: fold.has_begun, ..Fold::new(*regimen) };
        }
        let entry = ahead.next_if(|(logged, _)| *logged == date).map(|(_, entry)| *entry);
        out.days.push(fold.day(date, entry));
        let Ok(tomorrow) = date.tomorrow() else { break };
        date = tomorrow;
    }
    out.next = Some(fold.next);
    out
}

/// Where the days begin: with the first regimen, or with the first log where that has no date, unless the next one begins before.
pub fn first_day(regimens: &[Regimen], entries: &[(Date, Entry)]) -> Option<Date> {
    let begins = |at: usize| regimens.get(at).and_then(|regimen| regimen.effective_from).map(|day| day.0);
    let logged = entries.first().map(|(date, _)| *date);
    begins(0).or_else(|| [logged, begins(1)].into_iter().flatten().min()).filter(|_| !regimens.is_empty())
}

impl Timeline {
    /// One day.
    pub fn day(&self, date: Date) -> Option<&Day> {
        self.days.binary_search_by_key(&date, |day| day.date).ok().map(|at| &self.days[at])
    }
}
