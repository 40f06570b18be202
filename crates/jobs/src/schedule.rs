//! When something is due. Every server computes the same times, so none of them is ever written down beforehand.

use std::fmt;
use std::time::Duration;

use jiff::civil::{Date, Time};
use jiff::tz::{AmbiguousOffset, TimeZone};
use jiff::{SignedDuration, Span, Timestamp};

/// When a job is due.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// At every multiple of this time since 1970, so that several servers agree. Less than a second counts as a second.
    Every(Duration),
    /// Once a day at a local time. Where the clocks are put forward over it, at the next moment that exists; where it exists twice, the
    /// first time.
    DailyAt {
        /// The local time.
        time: Time,
        /// The time zone in which the local time is meant.
        zone: TimeZone,
    },
}

impl Schedule {
    /// The latest due time that is not after a moment.
    pub fn latest(&self, now: Timestamp) -> Option<Timestamp> {
        match self {
            Self::Every(time) => aligned(*time, now),
            Self::DailyAt { time, zone } => around(now, *time, zone).rfind(|due| *due <= now),
        }
    }

    /// The first due time after a moment.
    pub fn next(&self, now: Timestamp) -> Option<Timestamp> {
        match self {
            Self::Every(time) => aligned(*time, now)?.checked_add(SignedDuration::from_millis(step(*time))).ok(),
            Self::DailyAt { time, zone } => around(now, *time, zone).find(|due| *due > now),
        }
    }
}

fn step(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX).max(1000)
}

fn aligned(time: Duration, now: Timestamp) -> Option<Timestamp> {
    let step = step(time);
    Timestamp::from_millisecond(now.as_millisecond().div_euclid(step) * step).ok()
}

/// The due times of the days around a moment, in order. Two days on either side, because a zone that moves across the date line leaves
/// a whole day out.
fn around(now: Timestamp, time: Time, zone: &TimeZone) -> impl DoubleEndedIterator<Item = Timestamp> {
    let today = now.to_zoned(zone.clone()).date();
    (-2..=2).filter_map(move |days| today.checked_add(Span::new().days(days)).ok()).filter_map(move |day| on(day, time, zone))
}

/// The due time of a day.
fn on(day: Date, time: Time, zone: &TimeZone) -> Option<Timestamp> {
    let local = zone.to_ambiguous_timestamp(day.to_datetime(time));
    match local.offset() {
        AmbiguousOffset::Unambiguous { .. } | AmbiguousOffset::Fold { .. } => local.earlier().ok(),
        // Taken with the later offset, the time lies before the change; the change itself is the next moment that exists.
        AmbiguousOffset::Gap { .. } => zone.following(local.earlier().ok()?).next().map(|change| change.timestamp()),
    }
}

/// In words: `every 5m`, `daily at 21:30 Asia/Tokyo`.
impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Every(time) => write!(f, "every {:#}", SignedDuration::from_millis(step(*time))),
            Self::DailyAt { time, zone } => {
                write!(f, "daily at {} {}", time.strftime("%H:%M"), zone.iana_name().unwrap_or("local time"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::time;
    use proptest::prelude::*;

    use super::*;

    fn daily(time: Time, zone: &str) -> Schedule {
        Schedule::DailyAt { time, zone: TimeZone::get(zone).unwrap() }
    }

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    /// The due times from one moment on, by asking for the next again and again.
    fn from(schedule: &Schedule, begin: &str, count: usize) -> Vec<String> {
        std::iter::successors(schedule.next(at(begin)), |due| schedule.next(*due)).take(count).map(|due| due.to_string()).collect()
    }

    #[test]
    fn intervals_are_aligned_to_the_epoch() {
        let five = Schedule::Every(Duration::from_mins(5));
        assert_eq!(five.latest(at("2026-11-15T08:34:59.999Z")), Some(at("2026-11-15T08:30:00Z")));
        assert_eq!(five.next(at("2026-11-15T08:34:59.999Z")), Some(at("2026-11-15T08:35:00Z")));
        assert_eq!(five.latest(at("2026-11-15T08:35:00Z")), Some(at("2026-11-15T08:35:00Z")), "due the moment it strikes");
        assert_eq!(five.next(at("2026-11-15T08:35:00Z")), Some(at("2026-11-15T08:40:00Z")));
        let week = Schedule::Every(Duration::from_hours(24 * 7));
        assert_eq!(week.latest(at("2026-11-15T00:00:00Z")), Some(at("2026-11-12T00:00:00Z")), "1970 began on a Thursday");
        assert_eq!(Schedule::Every(Duration::ZERO).next(at("2026-11-15T00:00:00Z")), Some(at("2026-11-15T00:00:01Z")));
    }

    #[test]
    fn a_time_that_is_left_out_is_made_up_at_the_change() {
        // New York: 02:00 becomes 03:00 on 8 March 2026.
        let night = daily(time(2, 30, 0, 0), "America/New_York");
        assert_eq!(from(&night, "2026-03-07T00:00:00Z", 3), ["2026-03-07T07:30:00Z", "2026-03-08T07:00:00Z", "2026-03-09T06:30:00Z"]);
        // Berlin: 02:00 becomes 03:00 on 29 March 2026.
        let night = daily(time(2, 0, 0, 0), "Europe/Berlin");
        assert_eq!(from(&night, "2026-03-28T00:00:00Z", 3), ["2026-03-28T01:00:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z"]);
        let night = daily(time(2, 59, 59, 0), "Europe/Berlin");
        assert_eq!(from(&night, "2026-03-29T00:00:00Z", 2), ["2026-03-29T01:00:00Z", "2026-03-30T00:59:59Z"]);
        // Samoa left out 30 December 2011 altogether.
        let noon = daily(time(12, 0, 0, 0), "Pacific/Apia");
        assert_eq!(from(&noon, "2011-12-29T12:00:00Z", 3), ["2011-12-29T22:00:00Z", "2011-12-30T10:00:00Z", "2011-12-30T22:00:00Z"]);
    }

    #[test]
    fn a_time_that_exists_twice_is_due_once() {
        let night = daily(time(1, 30, 0, 0), "America/New_York");
        assert_eq!(from(&night, "2026-10-31T12:00:00Z", 2), ["2026-11-01T05:30:00Z", "2026-11-02T06:30:00Z"]);
        // The second half past one of that night is no due time.
        assert_eq!(night.latest(at("2026-11-01T06:30:00Z")), Some(at("2026-11-01T05:30:00Z")));
        let night = daily(time(2, 30, 0, 0), "Europe/Berlin");
        assert_eq!(from(&night, "2026-10-24T12:00:00Z", 2), ["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"]);
    }

    #[test]
    fn where_clocks_are_left_alone_a_day_is_a_day() {
        let evening = daily(time(21, 30, 0, 0), "Asia/Tokyo");
        let due = from(&evening, "2025-12-31T13:00:00Z", 365);
        assert_eq!((due[0].as_str(), due[364].as_str()), ("2026-01-01T12:30:00Z", "2026-12-31T12:30:00Z"));
        assert_eq!(evening.to_string(), "daily at 21:30 Asia/Tokyo");
        assert_eq!(Schedule::Every(Duration::from_mins(5)).to_string(), "every 5m");
        assert_eq!(Schedule::Every(Duration::from_hours(1)).to_string(), "every 1h");
    }

    proptest! {
        #[test]
        fn the_next_time_is_after_now_and_at_the_local_time(
            seconds in 946_684_800_i64..4_102_444_800,
            minute in 0_i32..1440,
            zone in prop::sample::select(vec!["America/New_York", "Europe/Berlin", "Asia/Tokyo", "Australia/Lord_Howe", "Asia/Tehran", "Pacific/Apia"]),
        ) {
            let wanted = Time::midnight() + Span::new().minutes(minute);
            let schedule = daily(wanted, zone);
            let now = Timestamp::from_second(seconds).unwrap();
            let (latest, next) = (schedule.latest(now).unwrap(), schedule.next(now).unwrap());
            prop_assert!(latest <= now && now < next, "{latest} {now} {next}");
            prop_assert_eq!(schedule.latest(next), Some(next));
            prop_assert_eq!(schedule.next(latest), Some(next), "nothing is due in between");
            prop_assert!(next.duration_since(latest) <= SignedDuration::from_hours(26), "no day goes without");
            let zone = TimeZone::get(zone).unwrap();
            for due in [latest, next] {
                let local = due.to_zoned(zone.clone()).datetime();
                if local.time() != wanted {
                    // Only because the clocks were put forward over it at that very moment.
                    let before = (due - SignedDuration::from_millis(1)).to_zoned(zone.clone()).datetime();
                    let skipped = local.date().to_datetime(wanted);
                    let left_out = before < skipped && skipped < local;
                    let day_before = skipped.checked_sub(Span::new().days(1)).unwrap();
                    prop_assert!(left_out || (before < day_before && day_before < local), "{before} {wanted} {local}");
                }
            }
        }

        #[test]
        fn intervals_are_multiples(seconds in 0_i64..4_102_444_800, every in 1_u64..1_000_000) {
            let schedule = Schedule::Every(Duration::from_secs(every));
            let now = Timestamp::from_second(seconds).unwrap();
            let (latest, next) = (schedule.latest(now).unwrap(), schedule.next(now).unwrap());
            prop_assert!(latest <= now && now < next);
            prop_assert_eq!(latest.as_second() % every as i64, 0);
            prop_assert_eq!(next.as_second() - latest.as_second(), every as i64);
        }
    }
}
