//! The rule of the system that people came from, kept so that the two can be compared: it forgets a pause as soon as a day without
//! bleeding is logged, and it counts the pause from the first day of bleeding.

use jiff::Unit;
use jiff::civil::{Date, DateTime};

use super::status::after;
use super::{Entry, Regimen, Status};

/// A run of bleeding as that system sees it: from the newest day back; a gap begins the count anew at the older day.
fn run(entries: &[(Date, Entry)]) -> (u32, Option<Date>) {
    let (mut count, mut first) = (0, None::<Date>);
    for (date, entry) in entries.iter().rev() {
        if !entry.bleeding {
            break;
        }
        let follows = first.is_some_and(|later| date.tomorrow().is_ok_and(|next| next == later));
        count = if follows { count + 1 } else { 1 };
        first = Some(*date);
    }
    (count, first)
}

/// Where somebody is at a local time.
pub(super) fn status(regimen: &Regimen, entries: &[(Date, Entry)], now: DateTime) -> Status {
    let today = now.date();
    let known = &entries[..entries.partition_point(|(date, _)| *date <= today)];
    let (bleeding, first) = run(known);
    let rest = regimen.rest_days;
    let ends = first.filter(|_| bleeding >= regimen.bleed_trigger).and_then(|first| after(first, rest));
    let ends = ends.map(|last| last.at(23, 59, 59, 0)).filter(|ends| now < *ends);
    let left = ends.map_or(0, |ends| days_left(now, ends));
    let today_logged = known.last().is_some_and(|(date, _)| *date == today);
    let streak = if ends.is_some() { 0 } else { streak(known, today, today_logged, rest, regimen.bleed_trigger) };
    Status {
        current_streak: streak,
        cycle_day: ends.is_none().then_some(if today_logged { streak.max(1) } else { streak + 1 }),
        today_logged,
        is_rest_period: ends.is_some(),
        rest_days_left: left,
        consecutive_bleeding_days: bleeding,
        has_lapsed: false,
        resume_on: ends.and_then(|ends| ends.date().tomorrow().ok()),
        next_rest: None,
        missed: Vec::new(),
    }
}

fn days_left(now: DateTime, ends: DateTime) -> u32 {
    let seconds = now.until((Unit::Second, ends)).map_or(0, |left| left.get_seconds());
    u32::try_from(seconds.max(0)).unwrap_or(u32::MAX).div_ceil(24 * 60 * 60)
}

/// Days in a row back from today, or from yesterday while today is not logged, and not further than the pause of the third day of
/// bleeding from the newest on, whether those days touch each other or not.
fn streak(entries: &[(Date, Entry)], today: Date, today_logged: bool, rest: u32, trigger: u32) -> u32 {
    let third = entries.iter().rev().filter(|(_, entry)| entry.bleeding).nth(trigger.saturating_sub(1) as usize);
    let pause_ends = third.and_then(|(date, _)| after(*date, rest));
    let Some(mut expected) = (if today_logged { Some(today) } else { today.yesterday().ok() }) else { return 0 };
    let mut count = 0;
    for (date, _) in entries.iter().rev() {
        if *date != expected || pause_ends.is_some_and(|ends| *date <= ends) {
            break;
        }
        count += 1;
        let Ok(before) = expected.yesterday() else { break };
        expected = before;
    }
    count
}
