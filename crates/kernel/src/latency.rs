//! How long the store took to answer: a histogram that is written from everywhere at once, and the quantiles that it gives.
//!
//! What is timed is one store request, not one call of a pattern. A [`Run`](crate::db::Run) is copied, handed on and returned as its
//! caller likes, so nothing marks where a call ends; and how many requests a call makes is the pattern's declared cost, so that one
//! request is what remains to be known.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The first bucket begins at 2^10 ns, a microsecond. What was faster counts there.
const FIRST_OCTAVE: u32 = 10;
/// The last bucket ends at 2^36 ns, 69 seconds. What was slower counts there.
const OCTAVES: u32 = 26;
/// Every doubling is cut into 2^4 equal steps: a bucket is 1/16 of its lower bound wide at most, so its middle is off by 1/32 at most.
const STEP_BITS: u32 = 4;
const STEPS: usize = 1 << STEP_BITS;
const BUCKETS: usize = OCTAVES as usize * STEPS;

/// The times of one pattern as they come in: 3.3 kB, two additions a time, and no lock.
#[derive(Debug)]
pub(crate) struct Histogram {
    buckets: [AtomicU64; BUCKETS],
    nanos: AtomicU64,
}

impl Default for Histogram {
    fn default() -> Self {
        Self { buckets: [const { AtomicU64::new(0) }; BUCKETS], nanos: AtomicU64::new(0) }
    }
}

impl Histogram {
    pub(crate) fn record(&self, time: Duration) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.buckets[bucket(nanos)].fetch_add(1, Relaxed);
        self.nanos.fetch_add(nanos, Relaxed);
    }

    pub(crate) fn read(&self) -> Latency {
        Latency {
            buckets: self.buckets.iter().map(|count| count.load(Relaxed)).collect(),
            total: Duration::from_nanos(self.nanos.load(Relaxed)),
        }
    }
}

fn bucket(nanos: u64) -> usize {
    let nanos = nanos.clamp(1 << FIRST_OCTAVE, (1 << (FIRST_OCTAVE + OCTAVES)) - 1);
    let octave = nanos.ilog2();
    let step = (nanos >> (octave - STEP_BITS)) as usize % STEPS;
    (octave - FIRST_OCTAVE) as usize * STEPS + step
}

fn middle(bucket: usize) -> Duration {
    let width = 1 << (bucket / STEPS + (FIRST_OCTAVE - STEP_BITS) as usize);
    Duration::from_nanos((STEPS + bucket % STEPS) as u64 * width + width / 2)
}

/// How long one store request of a pattern took, over many of them.
///
/// Every request counts: a refused or failed one, since its caller waited as well, and one that the caller gave up, with the time until
/// then, since it is the slowest that a timeout cuts off. Pauses between the tries of a batch are not the store's and do not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Latency {
    buckets: Vec<u64>,
    total: Duration,
}

impl Latency {
    /// How many requests were timed.
    pub fn count(&self) -> u64 {
        self.buckets.iter().sum()
    }

    /// How long they took together.
    pub fn total(&self) -> Duration {
        self.total
    }

    /// The time within which this share of the requests was answered: 0.5 is the median. It is off by 3 % at most between a microsecond
    /// and a minute; what lies beyond shows as just that. `None` without a request.
    pub fn quantile(&self, share: f64) -> Option<Duration> {
        let rank = ((share * self.count() as f64).ceil() as u64).max(1);
        let mut seen = 0;
        let found = self.buckets.iter().position(|count| {
            seen += count;
            seen >= rank
        });
        // A share above 1 asks for more than there is.
        found.or_else(|| self.buckets.iter().rposition(|count| *count > 0)).map(middle)
    }

    /// How many requests took less than each of these times, which double from 2 µs to 34 s.
    pub fn below(&self) -> impl Iterator<Item = (Duration, u64)> {
        // The last octave also holds what was slower, so nothing is said about its end.
        let octaves = self.buckets.chunks(STEPS).take(OCTAVES as usize - 1).zip(FIRST_OCTAVE + 1..);
        octaves.scan(0, |below, (counts, end)| {
            *below += counts.iter().sum::<u64>();
            Some((Duration::from_nanos(1 << end), *below))
        })
    }

    /// What came in since an earlier reading.
    pub fn since(&self, earlier: &Self) -> Self {
        Self {
            buckets: self.buckets.iter().zip(&earlier.buckets).map(|(now, then)| now - then).collect(),
            total: self.total.saturating_sub(earlier.total),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(times: impl IntoIterator<Item = Duration>) -> Latency {
        let histogram = Histogram::default();
        times.into_iter().for_each(|time| histogram.record(time));
        histogram.read()
    }

    #[track_caller]
    fn near(found: Option<Duration>, expected: Duration) {
        let found = found.expect("something was timed");
        let error = found.as_secs_f64() / expected.as_secs_f64() - 1.0;
        assert!(error.abs() <= 1.0 / 32.0, "{found:?} is {:.1} % off {expected:?}", error * 100.0);
    }

    #[test]
    fn a_quantile_is_near_the_truth() {
        let millis = of((1..=1000).map(Duration::from_millis));
        near(millis.quantile(0.5), Duration::from_millis(500));
        near(millis.quantile(0.99), Duration::from_millis(990));
        near(millis.quantile(0.0), Duration::from_millis(1));
        near(millis.quantile(1.0), Duration::from_secs(1));
        near(millis.quantile(7.0), Duration::from_secs(1));
        assert_eq!((millis.count(), millis.total()), (1000, Duration::from_millis(500_500)));

        let mostly_fast = of((0..1000).map(|at| if at % 100 == 7 { Duration::from_secs(2) } else { Duration::from_micros(40) }));
        near(mostly_fast.quantile(0.5), Duration::from_micros(40));
        near(mostly_fast.quantile(0.99), Duration::from_micros(40));
        near(mostly_fast.quantile(0.991), Duration::from_secs(2));
    }

    #[test]
    fn every_time_from_a_microsecond_to_a_minute_is_known() {
        let mut nanos = 1 << FIRST_OCTAVE;
        let mut last = 0;
        while nanos <= 60_000_000_000 {
            near(of([Duration::from_nanos(nanos)]).quantile(0.5), Duration::from_nanos(nanos));
            assert!(bucket(nanos) >= last, "longer is never sooner: {nanos}");
            last = bucket(nanos);
            nanos += nanos / 50;
        }
        near(of([Duration::from_micros(1)]).quantile(0.5), Duration::from_nanos(1 << FIRST_OCTAVE));
        assert_eq!((bucket(1 << FIRST_OCTAVE), bucket((1 << (FIRST_OCTAVE + OCTAVES)) - 1)), (0, BUCKETS - 1));
    }

    #[test]
    fn without_a_request_there_is_no_quantile() {
        let none = of([]);
        assert_eq!((none.quantile(0.5), none.quantile(1.0), none.count(), none.total()), (None, None, 0, Duration::ZERO));
        assert!(none.below().all(|(_, count)| count == 0));
    }

    #[test]
    fn what_is_beyond_the_ends_counts_at_the_ends() {
        let fast = of([Duration::ZERO, Duration::from_nanos(1)]);
        near(fast.quantile(1.0), Duration::from_nanos(1 << FIRST_OCTAVE));
        assert_eq!(fast.below().next(), Some((Duration::from_nanos(2048), 2)));

        let slow = of([Duration::from_secs(100), Duration::from_hours(24)]);
        assert!(slow.quantile(0.0).is_some_and(|time| time > Duration::from_mins(1)));
        assert_eq!(slow.quantile(0.0), slow.quantile(1.0));
        assert_eq!((slow.count(), slow.total()), (2, Duration::from_secs(86_500)));
        assert_eq!(slow.below().last(), Some((Duration::from_nanos(1 << 35), 0)), "longer than every bound");
        assert_eq!(of([Duration::MAX]).count(), 1);
    }

    #[test]
    fn bounds_count_all_below_them() {
        let times = of([3, 3, 5, 70_000].map(Duration::from_micros));
        let bounds: Vec<_> = times.below().collect();
        assert_eq!(bounds.len(), OCTAVES as usize - 1);
        assert_eq!(bounds[..4].iter().map(|(_, count)| *count).collect::<Vec<_>>(), [0, 2, 3, 3]);
        assert_eq!(bounds.last().map(|(_, count)| *count), Some(4));
        assert!(bounds.windows(2).all(|pair| pair[0].0 * 2 == pair[1].0 && pair[0].1 <= pair[1].1));
    }

    #[test]
    fn two_readings_tell_what_came_between() {
        let histogram = Histogram::default();
        (0..10).for_each(|_| histogram.record(Duration::from_secs(1)));
        let before = histogram.read();
        (0..3).for_each(|_| histogram.record(Duration::from_millis(2)));
        let between = histogram.read().since(&before);
        assert_eq!((between.count(), between.total()), (3, Duration::from_millis(6)));
        near(between.quantile(0.99), Duration::from_millis(2));
    }

    #[test]
    fn nothing_is_lost_when_many_write_at_once() {
        let histogram = Histogram::default();
        std::thread::scope(|scope| {
            for thread in 1..=8 {
                let histogram = &histogram;
                scope.spawn(move || (0..10_000).for_each(|_| histogram.record(Duration::from_micros(10 * thread))));
            }
        });
        let times = histogram.read();
        assert_eq!((times.count(), times.total()), (80_000, Duration::from_micros(360) * 10_000));
        near(times.quantile(0.5), Duration::from_micros(40));
    }
}
