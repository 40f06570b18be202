//! Where somebody is today.

use jiff::civil::{Date, DateTime};

use super::timeline::{Day, Entry, Phase, Timeline, timeline};
use super::{Kind, Regimen, legacy};

/// How far back a missed day is still worth telling.
const MISSED_WITHIN: usize = 7;

/// Where somebody is today.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Status {
    /// Days in a row on which a pill was taken; today counts once it is logged.
    pub current_streak: u32,
    /// Which day of the cycle today is, or would be with a log; nothing in a pause.
    pub cycle_day: Option<u32>,
    /// Today is logged.
    pub today_logged: bool,
    /// Today is a day of a pause.
    pub is_rest_period: bool,
    /// Days of the pause that are left, today included.
    pub rest_days_left: u32,
    /// Days of bleeding in a row, until today or yesterday.
    pub consecutive_bleeding_days: u32,
    /// Nothing was logged for so long that the next log begins anew.
    pub has_lapsed: bool,
    /// The day after the pause.
    pub resume_on: Option<Date>,
    /// The pause that comes next.
    pub next_rest: Option<NextRest>,
    /// Days of this cycle, of the last seven, on which a pill was to be taken and nothing was logged.
    pub missed: Vec<Date>,
}

/// A pause that comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextRest {
    /// Its first day.
    pub from: Date,
    /// It may come earlier.
    pub at_the_latest: bool,
}

/// Where somebody is at a local time, by their regimens (the oldest first) and what they logged (by day, the oldest first).
pub fn status(regimens: &[Regimen], entries: &[(Date, Entry)], now: DateTime) -> Status {
    match regimens.last() {
        Some(current) if current.kind == Kind::Legacy => legacy::status(current, entries, now),
        Some(current) => of(current, &timeline(regimens, entries, now.date()), now.date()),
        None => Status::default(),
    }
}

/// Where somebody is on the last day of a timeline.
fn of(regimen: &Regimen, timeline: &Timeline, today: Date) -> Status {
    // Nothing is logged, or the regimen begins later: the first log will be the first day.
    let Some(last) = timeline.days.last().filter(|day| day.date == today) else {
        return Status { cycle_day: Some(1), ..Status::default() };
    };
    let (resting, left) = if let Phase::Resting(left) = last.phase { (true, left) } else { (false, 0) };
    let cycle_day = match last.phase {
        Phase::Taking(day) => Some(day),
        Phase::Resting(_) => None,
        Phase::Lapsed => Some(1),
    };
    Status {
        current_streak: if resting { 0 } else { back(&timeline.days, |day| day.is_due() && day.is_taken()) },
        cycle_day,
        today_logged: last.entry.is_some(),
        is_rest_period: resting,
        rest_days_left: left,
        consecutive_bleeding_days: back(&timeline.days, Day::has_bleeding),
        has_lapsed: last.phase == Phase::Lapsed,
        resume_on: if resting { after(today, left) } else { None },
        next_rest: cycle_day.and_then(|day| next_rest(regimen, timeline, today, day)),
        missed: missed(&timeline.days),
    }
}

/// How many days in a row are so, back from the last; a last day without a log is passed over.
fn back(days: &[Day], is_so: impl Fn(&Day) -> bool) -> u32 {
    let pending = days.last().is_some_and(|today| today.entry.is_none());
    days.iter().rev().skip(usize::from(pending)).take_while(|day| is_so(day)).count() as u32
}

/// So many days later, as long as the calendar goes.
pub(super) fn after(date: Date, days: u32) -> Option<Date> {
    jiff::Span::new().try_days(days).and_then(|span| date.checked_add(span)).ok()
}

fn next_rest(regimen: &Regimen, timeline: &Timeline, today: Date, cycle_day: u32) -> Option<NextRest> {
    if matches!(timeline.next, Some(Phase::Resting(_))) {
        return after(today, 1).map(|from| NextRest { from, at_the_latest: false });
    }
    let longest = regimen.longest()?;
    let from = after(today, longest.saturating_sub(cycle_day) + 1)?;
    Some(NextRest { from, at_the_latest: regimen.trigger().is_some() })
}

fn missed(days: &[Day]) -> Vec<Date> {
    let mut out = Vec::new();
    // Today may still be logged; days before the cycle began are of no more help.
    for day in days.iter().rev().skip(1).take(MISSED_WITHIN) {
        match day.phase {
            Phase::Taking(nth) => {
                if day.entry.is_none() {
                    out.push(day.date);
                }
                if nth == 1 {
                    break;
                }
            }
            Phase::Resting(_) | Phase::Lapsed => break,
        }
    }
    // Before the very first log nothing was missed that anybody knew of.
    let first_log = days.iter().find(|day| day.entry.is_some()).map(|day| day.date);
    out.retain(|date| first_log.is_some_and(|first| *date > first));
    out.reverse();
    out
}
