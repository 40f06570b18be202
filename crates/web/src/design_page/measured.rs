//! What the patterns have really cost: numbers as people read them, and as they are drawn.

use std::time::Duration;

use chabudai_kernel::design::Cost;
use chabudai_kernel::latency::Latency;
use chabudai_kernel::meter::Reading;

use crate::text::grouped;

/// A hundred steps to a tenfold, from a microsecond to ten seconds. The scale is the same for every pattern, every store and every day,
/// so that two bars can be compared wherever they stand.
const STEPS: u32 = 100;
const LENGTH: u32 = 7 * STEPS;

/// What stands along the scale, a tenfold apart.
pub(super) const TICKS: [&str; 8] = ["1 µs", "10", "100", "1 ms", "10", "100", "1 s", "10"];

/// Where a time stands on the scale. What is beyond its ends stands at them.
fn place(time: Duration) -> u32 {
    let micros = time.as_secs_f64() * 1e6;
    ((micros.max(1.0).log10() * f64::from(STEPS)).round() as u32).min(LENGTH)
}

/// A time in two digits or three; a meter is not more exact than that.
pub(super) fn took(time: Duration) -> String {
    let mut value = time.as_secs_f64() * 1e6;
    let written = |value: f64, unit: &str| {
        let digits = usize::from(value < 9.95);
        format!("{value:.digits$}\u{a0}{unit}")
    };
    for unit in ["µs", "ms"] {
        // What would be written as a thousand is one of the next unit.
        if value < 999.5 {
            return written(value, unit);
        }
        value /= 1000.0;
    }
    written(value, "s")
}

/// A number with at most so many decimals, and none that say nothing.
fn decimal(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let (whole, rest) = (grouped(whole.parse().unwrap_or(i64::MAX)), rest.trim_end_matches('0'));
    if rest.is_empty() { whole } else { format!("{whole}.{rest}") }
}

/// So many for each call. What is too little to be written is not nothing.
fn each(total: f64, calls: u64) -> String {
    let rate = total / calls.max(1) as f64;
    if rate > 0.0 && rate < 0.005 { "<\u{a0}0.01".to_owned() } else { decimal(rate, 2) }
}

/// What one pattern, or all of them, have cost since the start.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Measured {
    pub(super) calls: u64,
    requests: u64,
    pub(super) errors: u64,
    read: f64,
    write: f64,
    /// The median and the slowest of a hundred.
    times: Option<(Duration, Duration)>,
    /// The part of all calls.
    share: f64,
    /// Whether it took more requests than the design declares.
    pub(super) is_over: bool,
}

impl Measured {
    pub(super) fn of(cost: &Cost, reading: &Reading, times: &Latency) -> Self {
        let requests = u64::from(reading.spent.requests);
        Self {
            calls: reading.calls,
            requests,
            errors: reading.errors,
            read: reading.spent.read_units,
            write: reading.spent.write_units,
            times: times.quantile(0.5).zip(times.quantile(0.99)),
            share: 0.0,
            // A call that is under way has not made all its requests yet, so only more than declared says something.
            is_over: match cost {
                Cost::Exactly(most) | Cost::AtMost(most) => requests > reading.calls * u64::from(*most),
                Cost::Formula { .. } => false,
            },
        }
    }

    /// All of them together.
    pub(super) fn sum<'a>(all: impl Iterator<Item = &'a Self>) -> Self {
        all.fold(Self::default(), |sum, one| Self {
            calls: sum.calls + one.calls,
            requests: sum.requests + one.requests,
            errors: sum.errors + one.errors,
            read: sum.read + one.read,
            write: sum.write + one.write,
            is_over: sum.is_over || one.is_over,
            ..sum
        })
    }

    /// As a part of so many calls.
    pub(super) fn among(self, all: u64) -> Self {
        Self { share: self.calls as f64 / all.max(1) as f64, ..self }
    }

    pub(super) fn requests(&self) -> String {
        decimal(self.requests as f64, 0)
    }

    pub(super) fn requests_each(&self) -> String {
        each(self.requests as f64, self.calls)
    }

    pub(super) fn read(&self) -> String {
        decimal(self.read, 1)
    }

    pub(super) fn read_each(&self) -> String {
        each(self.read, self.calls)
    }

    pub(super) fn write(&self) -> String {
        decimal(self.write, 1)
    }

    pub(super) fn write_each(&self) -> String {
        each(self.write, self.calls)
    }

    pub(super) fn median(&self) -> Option<String> {
        self.times.map(|(median, _)| took(median))
    }

    pub(super) fn slowest(&self) -> Option<String> {
        self.times.map(|(_, slowest)| took(slowest))
    }

    /// The bar from the median to the slowest of a hundred: where it begins and how long it is. A bar is never too short to be seen.
    pub(super) fn bar(&self) -> Option<(u32, u32)> {
        const LEAST: u32 = 6;
        let (median, slowest) = self.times?;
        let begin = place(median).min(LENGTH - LEAST);
        Some((begin, place(slowest).saturating_sub(begin).max(LEAST)))
    }

    /// The part of all calls in thousandths, for a bar.
    pub(super) fn per_mille(&self) -> u32 {
        (self.share * 1000.0).round() as u32
    }

    /// The part of all calls in words.
    pub(super) fn percent(&self) -> String {
        if self.share > 0.0 && self.share < 0.01 { "<\u{a0}1\u{a0}%".to_owned() } else { format!("{:.0}\u{a0}%", self.share * 100.0) }
    }

    /// How much of the colour a pattern gets in an overview: 0 for one that was never asked, 4 for a fifth of all calls and more.
    pub(super) fn warmth(&self) -> u8 {
        match self.share {
            share if share <= 0.0 => 0,
            share if share < 0.01 => 1,
            share if share < 0.05 => 2,
            share if share < 0.2 => 3,
            _ => 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_written_in_its_own_unit() {
        for (nanos, text) in [
            (1_040, "1.0 µs"),
            (9_940, "9.9 µs"),
            (9_960, "10 µs"),
            (147_200, "147 µs"),
            (999_400, "999 µs"),
            (999_600, "1.0 ms"),
            (12_345_678, "12 ms"),
            (999_499_999, "999 ms"),
            (999_600_000, "1.0 s"),
            (68_000_000_000, "68 s"),
        ] {
            assert_eq!(took(Duration::from_nanos(nanos)).replace('\u{a0}', " "), text);
        }
    }

    #[test]
    fn every_tenfold_is_as_long_as_the_next() {
        let at = |micros| place(Duration::from_micros(micros));
        assert_eq!([1, 10, 100, 1_000, 1_000_000, 10_000_000].map(at), [0, 100, 200, 300, 600, 700]);
        assert_eq!((at(2), at(20)), (30, 130));
        assert_eq!((at(0), at(60_000_000)), (0, 700), "what is beyond stands at the end");
        assert_eq!(TICKS.len() as u32, LENGTH / STEPS + 1);
    }

    #[test]
    fn a_bar_stays_on_the_scale_and_can_be_seen() {
        let bar = |median, slowest| {
            let times = Some((Duration::from_micros(median), Duration::from_micros(slowest)));
            Measured { times, ..Measured::default() }.bar().unwrap()
        };
        assert_eq!(bar(10, 1_000), (100, 200));
        assert_eq!(bar(10, 10), (100, 6));
        assert_eq!(bar(60_000_000, 60_000_000), (694, 6));
        assert_eq!(Measured::default().bar(), None);
    }

    #[test]
    fn decimals_are_written_where_they_say_something() {
        for (value, places, text) in
            [(0.0, 2, "0"), (1.0, 2, "1"), (1.5, 2, "1.5"), (0.125, 1, "0.1"), (1234.5, 1, "1,234.5"), (12.996, 2, "13")]
        {
            assert_eq!(decimal(value, places), text);
        }
        assert_eq!((each(1.0, 3), each(1.0, 1000), each(0.0, 0)), ("0.33".into(), "<\u{a0}0.01".into(), "0".into()));
    }

    #[test]
    fn shares_are_of_all_calls() {
        let of = |calls| Measured { calls, ..Measured::default() };
        let all = [of(990), of(9), of(1), of(0)];
        let sum = Measured::sum(all.iter());
        let shares = all.map(|one| one.among(sum.calls));
        assert_eq!(shares.map(|one| one.per_mille()), [990, 9, 1, 0]);
        assert_eq!(shares.map(|one| one.percent().replace('\u{a0}', " ")), ["99 %", "< 1 %", "< 1 %", "0 %"]);
        assert_eq!(shares.map(|one| one.warmth()), [4, 1, 1, 0]);
        assert_eq!(of(0).among(0).warmth(), 0);
    }

    #[test]
    fn only_more_than_declared_is_said() {
        static DESIGN: chabudai_kernel::design::Design = chabudai_kernel::design::Design {
            app: "test",
            about: "",
            environment: None,
            tables: &[],
            entities: &[],
            patterns: &[&ONE],
            routes: &[],
        };
        static ONE: chabudai_kernel::design::AccessPattern =
            chabudai_kernel::design::AccessPattern { id: "AP-01", question: "", steps: &[], cost: Cost::Exactly(1) };
        let times = chabudai_kernel::meter::Meters::new(&DESIGN).of(&ONE).latency();
        let over = |cost: Cost, calls, requests| {
            let spent = chabudai_kernel::store::Spent { requests, ..Default::default() };
            Measured::of(&cost, &Reading { calls, errors: 0, spent }, &times).is_over
        };
        assert_eq!((over(Cost::Exactly(2), 5, 10), over(Cost::Exactly(2), 5, 9), over(Cost::Exactly(2), 5, 11)), (false, false, true));
        assert_eq!((over(Cost::AtMost(3), 1, 3), over(Cost::AtMost(3), 1, 4)), (false, true));
        assert!(!over(Cost::Formula { words: "1 per page", requests: |pages| pages }, 1, 9));
    }
}
