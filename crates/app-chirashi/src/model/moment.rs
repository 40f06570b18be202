//! Moments and days, each with one spelling: what is a sort key sorts as time does.

use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::part::{IsoDay, KeyPart};
use jiff::{Span, Timestamp};

/// A moment, `2026-11-15T08:30:00.000Z`. What was written to the second only is read, too.
///
/// To the millisecond, because `updatedAt` tells one state of a row from the next: see [`Moment::following`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Moment(Timestamp);

impl Moment {
    /// The moment of a Unix millisecond.
    pub fn of_millis(millis: u64) -> Self {
        Self(i64::try_from(millis).ok().and_then(|millis| Timestamp::from_millisecond(millis).ok()).unwrap_or(Timestamp::MAX))
    }

    /// The Unix millisecond.
    pub fn millis(self) -> u64 {
        u64::try_from(self.0.as_millisecond()).unwrap_or_default()
    }

    /// The Unix second.
    pub fn seconds(self) -> i64 {
        self.0.as_second()
    }

    /// The moment of a write to a row that was last written at this one: now, or a millisecond later than before. Two states of a row never
    /// have the same, however many writes there are at once and whatever their clocks say.
    pub fn following(self, now: Self) -> Self {
        now.max(Self::of_millis(self.millis() + 1))
    }

    /// The condition that an attribute is this moment.
    pub fn is(self, attribute: &'static str) -> Condition {
        let same = attr(attribute).eq(self.to_string());
        if self.millis().is_multiple_of(1_000) {
            same.or(attr(attribute).eq(self.0.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()))
        } else {
            same
        }
    }

    /// The day in Japan.
    pub fn day(self) -> IsoDay {
        IsoDay(TOKYO.to_datetime(self.0).date())
    }

    /// The hour in Japan, from 0 to 23.
    pub fn hour(self) -> u32 {
        TOKYO.to_datetime(self.0).hour().unsigned_abs().into()
    }
}

/// Stores, flyers and contracts are of Japan: so are their days.
const TOKYO: jiff::tz::Offset = jiff::tz::offset(9);

/// The moment at which an hour of a day begins in Japan.
pub fn at_hour(day: IsoDay, hour: i8) -> Moment {
    Moment(day.0.at(hour, 0, 0, 0).to_zoned(TOKYO.to_time_zone()).map_or(Timestamp::MAX, |zoned| zoned.timestamp()))
}

/// The day so many days later; the same where there is none.
pub fn days_later(day: IsoDay, days: i64) -> IsoDay {
    day.0.checked_add(Span::new().days(days)).map_or(day, IsoDay)
}

/// How many days lie between two, the second included.
pub fn days_between(from: IsoDay, to: IsoDay) -> i64 {
    from.0.until(to.0).map_or(0, |span| i64::from(span.get_days()))
}

impl KeyPart for Moment {
    const FORMAT: &'static str = "yyyy-mm-ddThh:mm:ss.sssZ";

    fn write(&self, out: &mut String) {
        use std::fmt::Write as _;
        write!(out, "{}", self.0.strftime("%Y-%m-%dT%H:%M:%S.%3fZ")).expect("a string takes every text");
    }

    fn parse(text: &str) -> Option<Self> {
        let is_spelled_so = (text.len() == 24 || text.len() == 20) && text.ends_with('Z');
        if is_spelled_so { text.parse().ok().map(Self) } else { None }
    }
}

chabudai_kernel::spelled_as_in_keys_outside!(Moment);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_has_one_spelling_and_reads_the_short_one() {
        let moment = Moment::of_millis(1_794_699_000_000);
        assert_eq!(moment.to_string(), "2026-11-14T23:30:00.000Z");
        assert_eq!("2026-11-14T23:30:00Z".parse(), Ok(moment));
        assert!("2026-11-14T23:30:00+00:00".parse::<Moment>().is_err());
        assert_eq!((moment.day().to_string().as_str(), moment.hour()), ("2026-11-15", 8));
        assert_eq!(at_hour(moment.day(), 8).millis(), moment.millis() - 30 * 60 * 1_000);
    }

    #[test]
    fn what_follows_is_later_whatever_the_clock_says() {
        let moment = Moment::of_millis(1_000_000);
        assert_eq!(moment.following(Moment::of_millis(2_000_000)).millis(), 2_000_000);
        assert_eq!(moment.following(moment).millis(), 1_000_001);
        assert_eq!(moment.following(Moment::of_millis(5)).millis(), 1_000_001);
    }

    #[test]
    fn days_are_counted_across_months() {
        let day = |text: &str| text.parse::<IsoDay>().unwrap();
        assert_eq!(days_between(day("2026-11-15"), day("2027-01-15")), 61);
        assert_eq!(days_later(day("2026-11-15"), -62), day("2026-09-14"));
    }
}
