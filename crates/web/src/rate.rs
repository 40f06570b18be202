//! How often one address, or the owner of one thing, may ask.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

use crate::problem::Problem;

/// Requests a second, with bursts of ten times as many. `None`: no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Per address.
    pub per_address: Option<NonZeroU32>,
    /// Per owner.
    pub per_owner: Option<NonZeroU32>,
}

/// One limiter for a kind of key.
pub struct Limiter<K: Hash + Eq + Clone>(Option<Arc<Kept<K>>>);

struct Kept<K: Hash + Eq + Clone> {
    limiter: DefaultKeyedRateLimiter<K>,
    /// When keys were last forgotten.
    swept: Mutex<Instant>,
}

impl<K: Hash + Eq + Clone> Clone for Limiter<K> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<K: Hash + Eq + Clone> std::fmt::Debug for Limiter<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "Limiter(on)" } else { "Limiter(off)" })
    }
}

/// When this many keys are known, those that are not in use are forgotten.
const MOST_KEYS: usize = 100_000;
/// And that at most this often.
const SWEEP_EVERY: Duration = Duration::from_secs(10);

impl<K: Hash + Eq + Clone> Limiter<K> {
    /// A limiter of so many requests a second.
    pub fn new(per_second: Option<NonZeroU32>) -> Self {
        Self(per_second.map(|rate| {
            let burst = rate.saturating_mul(NonZeroU32::new(10).expect("ten is not zero"));
            let limiter = DefaultKeyedRateLimiter::keyed(Quota::per_second(rate).allow_burst(burst));
            Arc::new(Kept { limiter, swept: Mutex::new(Instant::now()) })
        }))
    }

    /// Lets one request of this key pass, or says when to come again.
    pub fn pass(&self, key: &K) -> Result<(), Problem> {
        self.pass_many(key, 1)
    }

    /// Like [`Limiter::pass`], for a request that counts as several.
    pub fn pass_many(&self, key: &K, weight: u32) -> Result<(), Problem> {
        let Some(Kept { limiter, swept }) = self.0.as_deref() else { return Ok(()) };
        // By time and by one request, not by each: whoever sends many keys must not make everybody walk over all of them.
        if limiter.len() > MOST_KEYS
            && let Ok(mut swept) = swept.try_lock()
            && swept.elapsed() > SWEEP_EVERY
        {
            limiter.retain_recent();
            *swept = Instant::now();
        }
        let weight = NonZeroU32::new(weight).expect("a request counts for one at least");
        match limiter.check_key_n(key, weight) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(later)) => Err(slow_down(later.wait_time_from(DefaultClock::default().now()).as_secs() + 1)),
            Err(_) => Err(slow_down(1)),
        }
    }
}

/// Too many at once: when to come again.
pub(crate) fn slow_down(seconds: u64) -> Problem {
    let detail = "Too many requests. Please wait a moment.";
    Problem { retry_after: Some(seconds), ..Problem::new(StatusCode::TOO_MANY_REQUESTS, "http.too_many_requests", detail) }
}

/// The address that counts: a household on IPv6 has a whole /64, so its parts count as one.
pub fn counted(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(six) => match six.to_ipv4_mapped() {
            Some(four) => IpAddr::V4(four),
            None => IpAddr::V6((six.to_bits() & !u128::from(u64::MAX)).into()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_then_it_slows_down() {
        let limiter = Limiter::new(NonZeroU32::new(1));
        assert!((0..10).all(|_| limiter.pass(&"a").is_ok()));
        let problem = limiter.pass(&"a").unwrap_err();
        assert_eq!((problem.status.as_u16(), problem.code), (429, "http.too_many_requests"));
        assert!(problem.retry_after.is_some());
        assert!(limiter.pass(&"b").is_ok(), "another key has its own burst");
        assert!((0..1000).all(|_| Limiter::new(None).pass(&"a").is_ok()));
    }

    #[test]
    fn a_house_on_ipv6_is_one_address() {
        let count = |text: &str| counted(text.parse().unwrap());
        assert_eq!(count("2001:db8::1"), count("2001:db8::ffff:2"));
        assert_ne!(count("2001:db8::1"), count("2001:db8:0:1::1"));
        assert_eq!(count("::ffff:192.0.2.7"), count("192.0.2.7"));
    }
}
