//! Days that were not logged, and on which a pill was to be taken.

use jiff::ToSpan as _;
use jiff::civil::Date;

use super::timeline::{Entry, Phase, timeline};
use super::{Regimen, TAKEN};

/// The days of a time without a log, as far as a pill was to be taken on them: a pause has none to log.
///
/// Where the pauses are depends on what is logged, so they are looked for as if all of these days were: somebody who fills them in has not
/// stopped in between. Days before the first regimen began are left out.
pub fn unlogged(regimens: &[Regimen], entries: &[(Date, Entry)], from: Date, to: Date) -> Vec<Date> {
    let began = regimens.first().and_then(|regimen| regimen.effective_from);
    let from = began.map_or(from, |began| from.max(began.0));
    let is_logged = |date: &Date| entries.binary_search_by_key(date, |(logged, _)| *logged).is_ok();
    let missing: Vec<Date> = from.series(1.day()).take_while(|date| *date <= to).filter(|date| !is_logged(date)).collect();
    let mut filled: Vec<(Date, Entry)> = entries.iter().copied().chain(missing.iter().map(|date| (*date, TAKEN))).collect();
    filled.sort_unstable_by_key(|(date, _)| *date);
    let supposed = timeline(regimens, &filled, to);
    let is_rest = |date: &Date| supposed.day(*date).is_some_and(|day| matches!(day.phase, Phase::Resting(_)));
    missing.into_iter().filter(|date| !is_rest(date)).collect()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn november(day: i8) -> Date {
        date(2026, 11, day)
    }

    #[test]
    fn logged_days_and_days_of_a_pause_are_left_out() {
        let regimens = [Regimen::CYCLIC_21_7.from(date(2026, 10, 1))];
        let entries = [(date(2026, 10, 3), TAKEN), (november(16), TAKEN)];
        let days = unlogged(&regimens, &entries, date(2026, 10, 1), november(15));
        assert_eq!(days.len(), 31 + 15 - 7 - 1, "seven days of pause, and one that is logged");
        let rest = date(2026, 10, 22)..=date(2026, 10, 28);
        assert!(!days.iter().any(|day| rest.contains(day) || *day == date(2026, 10, 3)));
        assert_eq!((days.first(), days.last()), (Some(&date(2026, 10, 1)), Some(&november(15))));
    }

    #[test]
    fn who_has_stopped_long_ago_may_say_that_it_was_taken_all_the_time() {
        let regimens = [Regimen::FLEXIBLE];
        let entries = [(november(1), TAKEN)];
        assert_eq!(unlogged(&regimens, &entries, november(1), november(30)).len(), 29, "none of them is lapsed once it is filled in");
        assert_eq!(unlogged(&regimens, &[], november(1), november(3)), [november(1), november(2), november(3)]);
    }

    #[test]
    fn nothing_is_filled_in_before_the_regimen_begins() {
        let regimens = [Regimen::CONTINUOUS.from(november(10))];
        assert_eq!(unlogged(&regimens, &[], november(1), november(11)), [november(10), november(11)]);
        assert_eq!(unlogged(&regimens, &[], november(12), november(11)), []);
    }
}
