//! The rules of taking and pausing, by the vectors of the brief and over random histories.

use chabudai_app_okusuri::regimen::insight::{adherence, bleeding_runs, cycles, longest_streak, rests};
use chabudai_app_okusuri::regimen::{Day, Entry, Kind, NextRest, Phase, Regimen, Status, status, timeline};
use jiff::ToSpan as _;
use jiff::civil::{Date, DateTime, date};
use proptest::prelude::*;

const FIRST: Date = date(2026, 1, 1);

fn on(day: i64) -> Date {
    // Day 1 is the first.
    FIRST.checked_add((day - 1).days()).unwrap()
}

fn noon(date: Date) -> DateTime {
    date.at(12, 0, 0, 0)
}

/// Every day from the first to the last logged, with bleeding on some.
fn logged(last: i64, bleeding: impl Fn(i64) -> bool) -> Vec<(Date, Entry)> {
    (1..=last).map(|day| (on(day), Entry { bleeding: bleeding(day), taken: None })).collect()
}

fn without(mut entries: Vec<(Date, Entry)>, days: &[i64]) -> Vec<(Date, Entry)> {
    entries.retain(|(date, _)| !days.iter().any(|day| on(*day) == *date));
    entries
}

fn flexible(entries: &[(Date, Entry)], day: i64) -> Status {
    status(&[Regimen::FLEXIBLE], entries, noon(on(day)))
}

#[test]
fn before_the_first_log_today_would_be_day_one() {
    let fresh = flexible(&[], 1);
    assert_eq!(fresh, Status { cycle_day: Some(1), ..Status::default() });
    let first = flexible(&logged(1, |_| false), 1);
    assert_eq!((first.current_streak, first.cycle_day, first.today_logged), (1, Some(1), true));
}

#[test]
fn three_days_of_bleeding_from_day_25_on_bring_four_days_of_pause() {
    let entries = logged(33, |day| day >= 31);
    let third = flexible(&entries, 33);
    assert!(!third.is_rest_period, "the third day itself is still taken");
    assert_eq!((third.cycle_day, third.current_streak, third.consecutive_bleeding_days), (Some(33), 33, 3));
    assert_eq!(third.next_rest, Some(NextRest { from: on(34), at_the_latest: false }));
    for (day, left) in [(34, 4), (35, 3), (36, 2), (37, 1)] {
        for log_in_pause in [None, Some(false), Some(true)] {
            let mut entries = entries.clone();
            entries.extend((34..=day).filter_map(|day| log_in_pause.map(|bleeding| (on(day), Entry { bleeding, taken: None }))));
            let paused = flexible(&entries, day);
            assert_eq!((paused.is_rest_period, paused.rest_days_left, paused.cycle_day), (true, left, None), "{day} {log_in_pause:?}");
            assert_eq!((paused.current_streak, paused.resume_on), (0, Some(on(38))), "{day} {log_in_pause:?}");
        }
    }
    let after = flexible(&entries, 38);
    assert_eq!((after.is_rest_period, after.cycle_day, after.current_streak, after.rest_days_left), (false, Some(1), 0, 0));
    let mut entries = entries;
    entries.push((on(38), Entry { bleeding: false, taken: None }));
    assert_eq!((flexible(&entries, 38).cycle_day, flexible(&entries, 38).current_streak), (Some(1), 1));
}

#[test]
fn bleeding_before_day_25_changes_nothing() {
    for (first, last, pauses) in [(22, 24, false), (23, 25, false), (24, 26, false), (25, 27, true), (23, 27, true)] {
        let entries = logged(last, |day| (first..=last).contains(&day));
        assert_eq!(flexible(&entries, last + 1).is_rest_period, pauses, "{first} to {last}");
    }
    // Three days, but not in a row.
    let entries = logged(40, |day| [30, 31, 33, 35, 36].contains(&day));
    assert!(timeline(&[Regimen::FLEXIBLE], &entries, on(40)).days.iter().all(Day::is_due));
    // A day without a log is not a day of bleeding.
    let entries = without(logged(33, |day| day >= 30), &[32]);
    assert!(!flexible(&entries, 34).is_rest_period);
}

#[test]
fn after_day_120_there_is_a_pause_in_any_case() {
    let entries = logged(120, |_| false);
    let last = flexible(&entries, 120);
    assert_eq!((last.cycle_day, last.next_rest), (Some(120), Some(NextRest { from: on(121), at_the_latest: false })));
    assert_eq!(flexible(&entries, 121).rest_days_left, 4);
    assert_eq!(flexible(&entries, 125).cycle_day, Some(1));
    let early = flexible(&logged(10, |_| false), 10);
    assert_eq!(early.next_rest, Some(NextRest { from: on(121), at_the_latest: true }));
}

#[test]
fn a_missed_day_ends_the_streak_and_not_the_cycle() {
    let entries = without(logged(20, |_| false), &[15]);
    let now = flexible(&entries, 20);
    assert_eq!((now.current_streak, now.cycle_day), (5, Some(20)));
    assert_eq!(now.missed, [on(15)]);
    // Today may still be logged, so yesterday carries the streak.
    assert_eq!(flexible(&logged(20, |_| false), 21).current_streak, 20);
    assert_eq!(flexible(&logged(20, |_| false), 22).current_streak, 0);
    assert_eq!(flexible(&logged(20, |_| false), 22).missed, [on(21)]);
    // A week back is still worth telling, and no more.
    assert_eq!(flexible(&without(logged(20, |_| false), &[13]), 20).missed, [on(13)], "seven days ago");
    assert_eq!(flexible(&without(logged(20, |_| false), &[12]), 20).missed, [] as [Date; 0], "eight days ago");
    assert_eq!(flexible(&without(logged(19, |_| false), &[12, 13]), 20).missed, [on(13)], "whether or not today is logged");
}

#[test]
fn who_says_that_nothing_was_taken_has_not_taken_it() {
    let mut entries = logged(20, |_| false);
    entries[14].1.taken = Some(false);
    assert_eq!(flexible(&entries, 20).current_streak, 5);
    entries[19].1.taken = Some(false);
    assert_eq!(flexible(&entries, 20).current_streak, 0);
    assert!(flexible(&entries, 20).today_logged);
}

#[test]
fn after_a_week_without_a_log_the_next_one_begins_anew() {
    let entries = logged(10, |_| false);
    for (day, lapsed) in [(17, false), (18, true), (60, true)] {
        let now = flexible(&entries, day);
        assert_eq!(now.has_lapsed, lapsed, "{day}");
        assert_eq!(now.cycle_day, Some(if lapsed { 1 } else { day as u32 }), "{day}");
    }
    let again = |day: i64| {
        let mut entries = entries.clone();
        entries.push((on(day), Entry { bleeding: false, taken: None }));
        flexible(&entries, day).cycle_day
    };
    assert_eq!(again(17), Some(17), "six days without");
    assert_eq!(again(18), Some(1), "seven days without");
    let never = Regimen { restart_after: 0, ..Regimen::FLEXIBLE };
    assert_eq!(status(&[never], &entries, noon(on(60))).cycle_day, Some(60));
    // Days of a pause are not missed days.
    let entries = without(logged(38, |day| (31..=33).contains(&day)), &[34, 35, 36, 37, 38]);
    assert_eq!(flexible(&entries, 44).cycle_day, Some(7));
    assert!(!flexible(&entries, 44).has_lapsed && flexible(&entries, 45).has_lapsed);
    // What is missed before a pause is not in a row with what is missed after it: three and four are not seven.
    let regimen = Regimen::CYCLIC_21_7.from(on(1));
    let entries = without(logged(33, |_| false), &[19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32]);
    assert_eq!(status(&[regimen], &entries, noon(on(33))).cycle_day, Some(5));
}

#[test]
fn who_says_since_when_need_not_have_logged_since_then() {
    let since = Regimen::FLEXIBLE.from(on(1));
    let entries = [(on(20), Entry { bleeding: false, taken: None })];
    let now = status(&[since], &entries, noon(on(20)));
    assert_eq!((now.cycle_day, now.current_streak), (Some(20), 1));
    assert_eq!(now.missed, [] as [Date; 0], "nothing is missed before the first log");
    assert_eq!(status(&[since], &[], noon(on(5))).cycle_day, Some(5));
    assert_eq!(status(&[Regimen::FLEXIBLE.from(on(9))], &[], noon(on(5))).cycle_day, Some(1), "it begins later");
}

#[test]
fn the_calendar_decides_in_cyclic_regimens() {
    for (regimen, active, rest) in [(Regimen::CYCLIC_24_4, 24, 4), (Regimen::CYCLIC_21_7, 21, 7)] {
        let regimen = regimen.from(on(1));
        let entries = logged(100, |day| day % 5 < 3);
        for day in 1..=100 {
            let now = status(&[regimen], &entries, noon(on(day)));
            let within = (day - 1) % (active + rest) + 1;
            let expected = (within <= active).then_some(within as u32);
            assert_eq!(now.cycle_day, expected, "{active}/{rest} on {day}");
            assert_eq!(
                now.rest_days_left,
                if within > active { (active + rest - within + 1) as u32 } else { 0 },
                "{active}/{rest} on {day}"
            );
        }
    }
}

#[test]
fn a_calendar_begins_on_its_own_day_whatever_was_before() {
    // Somebody who never said since when, and then follows a calendar that began before their first log.
    let regimens = [Regimen::FLEXIBLE, Regimen::CYCLIC_21_7.from(on(1))];
    assert_eq!(status(&regimens, &[], noon(on(10))).cycle_day, Some(10));
    let entries = [(on(8), Entry { bleeding: false, taken: None })];
    assert_eq!(status(&regimens, &entries, noon(on(10))).cycle_day, Some(10));
    assert_eq!(timeline(&[], &entries, on(10)).days, []);
}

#[test]
fn continuous_has_no_pause() {
    let entries = logged(400, |day| day % 2 == 0 || day > 300);
    let now = status(&[Regimen::CONTINUOUS], &entries, noon(on(400)));
    assert_eq!((now.cycle_day, now.is_rest_period, now.next_rest), (Some(400), false, None));
    assert_eq!(now.consecutive_bleeding_days, 101);
}

#[test]
fn who_has_not_chosen_is_told_of_no_pause() {
    // What would bring a pause in every other regimen: a long time, and bleeding in a row.
    let entries = logged(200, |day| day > 150);
    let now = status(&[Regimen::UNDECIDED], &entries, noon(on(200)));
    assert_eq!((now.cycle_day, now.is_rest_period, now.next_rest), (Some(200), false, None));
    assert!(timeline(&[Regimen::UNDECIDED], &entries, on(200)).days.iter().all(Day::is_due));
}

#[test]
fn another_regimen_leaves_earlier_days_as_they_were() {
    let entries = logged(60, |_| false);
    let regimens = [Regimen::CYCLIC_21_7.from(on(1)), Regimen::FLEXIBLE.from(on(31))];
    let days = timeline(&regimens, &entries, on(60));
    assert_eq!(days.day(on(22)).unwrap().phase, Phase::Resting(7));
    assert_eq!(days.day(on(29)).unwrap().phase, Phase::Taking(1));
    assert_eq!(days.day(on(31)).unwrap().phase, Phase::Taking(1));
    let now = status(&regimens, &entries, noon(on(60)));
    assert_eq!((now.cycle_day, now.current_streak), (Some(30), 32), "the streak goes back to the last pause");
}

#[test]
fn the_old_rule_gives_what_the_old_system_gave() {
    let legacy = |entries: &[(Date, Entry)], at: DateTime| status(&[Regimen::LEGACY], entries, at);
    let evening = |day: i64| on(day).at(21, 50, 0, 0);
    assert_eq!(legacy(&logged(10, |_| false), evening(10)).current_streak, 10);
    assert_eq!(legacy(&logged(10, |_| false), on(11).at(7, 0, 0, 0)).current_streak, 10);
    assert_eq!(legacy(&logged(10, |_| false), evening(12)).current_streak, 0);
    // D is day 31.
    let three = logged(33, |day| day >= 31);
    let paused = |at: DateTime| {
        let now = legacy(&three, at);
        (now.is_rest_period, now.rest_days_left, now.current_streak)
    };
    assert_eq!(paused(evening(33)), (true, 3, 0));
    assert_eq!(paused(noon(on(34))), (true, 2, 0));
    assert_eq!(paused(noon(on(35))), (true, 1, 0));
    assert_eq!(paused(noon(on(36))), (false, 0, 0));
    let cancelled = legacy(&logged(34, |day| (31..=33).contains(&day)), evening(34));
    assert_eq!((cancelled.is_rest_period, cancelled.current_streak), (false, 0));
    // The first day that counts again is D+5.
    for (day, streak) in [(35, 0), (36, 1), (37, 2)] {
        let entries = logged(day, |day| (31..=33).contains(&day));
        assert_eq!(legacy(&entries, evening(day)).current_streak, streak, "{day}");
    }
    let still = legacy(&logged(36, |day| day >= 31), evening(36));
    assert_eq!((still.is_rest_period, still.consecutive_bleeding_days), (false, 6));
    assert_eq!(legacy(&three, evening(47)).consecutive_bleeding_days, 3, "an old run is told as if it were now");
}

#[test]
fn a_year_tells_how_it_went() {
    let entries = without(logged(80, |day| (31..=33).contains(&day) || day == 50), &[10, 60]);
    let days = timeline(&[Regimen::FLEXIBLE], &entries, on(81)).days;
    let adherence = adherence(&days, on(81));
    assert_eq!((adherence.taken, adherence.due, adherence.percent()), (74, 76, Some(97)), "four days of pause, today still open");
    let cycles = cycles(&days);
    assert_eq!(cycles.len(), 2);
    assert_eq!((cycles[0].first, cycles[0].last, cycles[0].bleeding, cycles[0].rest, cycles[0].due), (on(1), on(37), 3, 4, 33));
    assert_eq!((cycles[1].first, cycles[1].bleeding, cycles[1].taken), (on(38), 1, 42));
    assert_eq!(longest_streak(&days, on(81)), 23 + 22, "the pause does not break it");
    assert_eq!(bleeding_runs(&days).iter().map(|run| (run.first, run.days)).collect::<Vec<_>>(), [(on(31), 3), (on(50), 1)]);
    assert_eq!(rests(&days).iter().map(|rest| (rest.first, rest.last, rest.days)).collect::<Vec<_>>(), [(on(34), on(37), 4)]);
    assert_eq!(adherence_of_nothing(), None);
}

fn adherence_of_nothing() -> Option<u32> {
    adherence(&[], FIRST).percent()
}

#[test]
fn numbers_that_make_no_sense_are_named() {
    for preset in [Regimen::FLEXIBLE, Regimen::CYCLIC_24_4, Regimen::CYCLIC_21_7, Regimen::CONTINUOUS, Regimen::LEGACY] {
        assert_eq!(preset.fault(), None, "{preset:?}");
    }
    for (field, wrong) in [
        ("restDays", Regimen { rest_days: 0, ..Regimen::FLEXIBLE }),
        ("restDays", Regimen { rest_days: 29, ..Regimen::CYCLIC_21_7 }),
        ("maxDays", Regimen { max_days: 0, ..Regimen::CYCLIC_24_4 }),
        ("maxDays", Regimen { max_days: 366, ..Regimen::FLEXIBLE }),
        ("minDays", Regimen { min_days: 121, ..Regimen::FLEXIBLE }),
        ("bleedTrigger", Regimen { bleed_trigger: 0, ..Regimen::FLEXIBLE }),
        ("restDays", Regimen { rest_days: u32::MAX, ..Regimen::LEGACY }),
        ("bleedTrigger", Regimen { bleed_trigger: 0, ..Regimen::LEGACY }),
        ("restartAfter", Regimen { restart_after: 61, ..Regimen::CONTINUOUS }),
    ] {
        assert_eq!(wrong.fault().map(|(named, _)| named), Some(field), "{wrong:?}");
    }
}

#[test]
fn no_number_breaks_the_engine() {
    // Whatever may stand in a store: a status is an answer, never a fault.
    let most = Regimen { min_days: u32::MAX - 1, max_days: u32::MAX, bleed_trigger: 1, rest_days: u32::MAX, ..Regimen::LEGACY };
    for kind in Kind::ALL {
        let regimen = Regimen { kind: *kind, ..most };
        let now = status(&[regimen], &logged(40, |day| day > 30), noon(on(40)));
        assert!(now.today_logged, "{kind}");
    }
}

fn histories() -> impl Strategy<Value = Vec<(Date, Entry)>> {
    let day = prop_oneof![
        3 => Just(None),
        12 => (prop::bool::weighted(0.3), prop_oneof![8 => Just(None), 1 => Just(Some(true)), 1 => Just(Some(false))])
            .prop_map(|(bleeding, taken)| Some(Entry { bleeding, taken })),
    ];
    prop::collection::vec(day, 1..420).prop_map(|days| {
        let dated = days.into_iter().zip(1..).filter_map(|(entry, day)| entry.map(|entry| (on(day), entry)));
        dated.collect()
    })
}

fn regimens() -> impl Strategy<Value = Regimen> {
    let kind = prop::sample::select(Kind::ALL.to_vec());
    (kind, 1u32..40, 0u32..100, 1u32..6, 1u32..10, 0u32..20).prop_map(|(kind, min_days, more, bleed_trigger, rest_days, restart_after)| {
        Regimen { kind, min_days, max_days: min_days + more, bleed_trigger, rest_days, effective_from: None, restart_after }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// No pause is longer than the regimen's, no cycle longer than its longest, and a pause follows only on what calls for one.
    #[test]
    fn days_keep_to_the_regimen(regimen in regimens(), entries in histories()) {
        let days = timeline(&[regimen], &entries, on(450)).days;
        for pair in days.windows(2) {
            prop_assert_eq!(pair[0].date.tomorrow().unwrap(), pair[1].date);
            match (pair[0].phase, pair[1].phase) {
                (Phase::Taking(a), Phase::Taking(b)) => prop_assert!(b == a + 1 || b == 1 && pair[1].entry.is_some()),
                (Phase::Taking(day), Phase::Resting(left)) => {
                    prop_assert_eq!(left, regimen.rest_days);
                    let bled = pair[0].has_bleeding() && day >= regimen.min_days + regimen.bleed_trigger;
                    let called_for = match regimen.kind {
                        Kind::Flexible => bled || day == regimen.max_days,
                        Kind::Cyclic => day == regimen.max_days,
                        Kind::Continuous | Kind::Legacy | Kind::Undecided => false,
                    };
                    prop_assert!(called_for, "{:?}", pair);
                }
                (Phase::Resting(a), Phase::Resting(b)) => prop_assert_eq!(b, a - 1),
                (Phase::Resting(left), Phase::Taking(day)) => prop_assert_eq!((left, day), (1, 1)),
                (Phase::Taking(_), Phase::Lapsed) => prop_assert!(regimen.restart_after > 0 && pair[1].entry.is_none()),
                (Phase::Lapsed, Phase::Taking(day)) => prop_assert!(day == 1 && pair[1].entry.is_some()),
                (Phase::Lapsed, Phase::Lapsed) => prop_assert!(pair[1].entry.is_none()),
                (Phase::Resting(_), Phase::Lapsed) => prop_assert!(regimen.restart_after > 0 && pair[1].entry.is_none()),
                (Phase::Lapsed, Phase::Resting(_)) => prop_assert!(false, "a pause follows on taking"),
            }
            if let (Phase::Taking(day), Kind::Flexible | Kind::Cyclic) = (pair[0].phase, regimen.kind) {
                prop_assert!(day <= regimen.max_days);
            }
        }
    }

    /// What comes later changes nothing of what was: the days until a date are the same, whenever one looks.
    #[test]
    fn the_past_stays(regimen in regimens(), entries in histories(), cut in 1i64..450) {
        let all = timeline(&[regimen], &entries, on(450)).days;
        let known: Vec<_> = entries.iter().copied().filter(|(date, _)| *date <= on(cut)).collect();
        let then = timeline(&[regimen], &known, on(cut)).days;
        prop_assert_eq!(&all[..then.len().min(all.len())], &then[..]);
    }

    /// The status is what the timeline says of its last day, and its numbers hold together.
    #[test]
    fn the_status_holds_together(regimen in regimens(), entries in histories(), day in 1i64..450) {
        let known: Vec<_> = entries.into_iter().filter(|(date, _)| *date <= on(day)).collect();
        let now = status(&[regimen], &known, noon(on(day)));
        prop_assert_eq!(now.is_rest_period, now.rest_days_left > 0);
        prop_assert_eq!(now.is_rest_period, now.cycle_day.is_none());
        prop_assert_eq!(now.is_rest_period, now.resume_on.is_some());
        prop_assert!(now.rest_days_left <= regimen.rest_days + 1);
        prop_assert!(!(now.is_rest_period && now.current_streak > 0));
        prop_assert!(now.current_streak as usize <= known.len() && now.consecutive_bleeding_days as usize <= known.len());
        prop_assert_eq!(now.today_logged, known.last().is_some_and(|(date, _)| *date == on(day)));
        if let Some(resume) = now.resume_on {
            prop_assert_eq!(on(day).checked_add(i64::from(now.rest_days_left).days()).unwrap(), resume);
        }
    }
}
