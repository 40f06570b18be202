//! How many connections there are at once, in all and from one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use chabudai_web::proxies::TrustedProxies;
use chabudai_web::rate::counted;

/// Descriptors that are not for connections: databases, pictures, what the house asks of others.
const OTHER_DESCRIPTORS: usize = 256;
/// How often the log says that the house is full.
const SAID_EVERY: Duration = Duration::from_secs(10);

/// At most so many connections.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    /// In all.
    pub(crate) in_all: usize,
    /// From one address, or from one network of an IPv6 household.
    pub(crate) per_address: usize,
    /// Proxies bring everybody's connections: only those in all are counted.
    pub(crate) trusted_proxies: TrustedProxies,
}

impl Bounds {
    /// Nothing is bounded.
    pub(crate) fn none() -> Self {
        Self { in_all: usize::MAX, per_address: usize::MAX, trusted_proxies: TrustedProxies::default() }
    }
}

/// As many connections as wanted, or as many as the descriptors of this process are enough for. The limit of the shell is raised as far as it may
/// be.
pub(crate) fn within_descriptors(wanted: usize) -> usize {
    let descriptors = raised_limit().unwrap_or(usize::MAX);
    let possible = descriptors.saturating_sub(OTHER_DESCRIPTORS).max(16);
    if possible < wanted {
        tracing::warn!(descriptors, connections = possible, "fewer connections than wanted: raise the limit of open files (ulimit -n)");
    }
    wanted.min(possible)
}

#[cfg(unix)]
fn raised_limit() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let (now, most) = (limit.current?, limit.maximum.unwrap_or(u64::MAX).min(65_536));
    if now < most && setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum: limit.maximum }).is_ok() {
        return usize::try_from(most).ok();
    }
    usize::try_from(now).ok()
}

#[cfg(not(unix))]
fn raised_limit() -> Option<usize> {
    None
}

/// Why a connection is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refused {
    /// Its address has as many as it may.
    Address,
    /// There are as many as there may be.
    House,
}

/// The connections that there are.
pub(crate) struct Counted {
    bounds: Bounds,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    in_all: usize,
    by_address: HashMap<IpAddr, usize>,
    said: Option<Instant>,
}

/// A connection that was taken; it counts until this is dropped.
pub(crate) struct Place {
    counted: Arc<Counted>,
    address: Option<IpAddr>,
}

impl Counted {
    pub(crate) fn new(bounds: Bounds) -> Arc<Self> {
        Arc::new(Self { bounds, open: Mutex::default() })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_proxy(&self, peer: IpAddr) -> bool {
        self.bounds.trusted_proxies.contain(peer)
    }

    /// Takes a connection, if it may be.
    pub(crate) fn admit(self: &Arc<Self>, peer: IpAddr) -> Result<Place, Refused> {
        let address = (!self.is_proxy(peer)).then(|| counted(peer.to_canonical()));
        let mut open = self.open();
        if open.in_all >= self.bounds.in_all {
            return Err(Refused::House);
        }
        if let Some(address) = address {
            let of_address = open.by_address.entry(address).or_default();
            if *of_address >= self.bounds.per_address {
                return Err(Refused::Address);
            }
            *of_address += 1;
        }
        open.in_all += 1;
        drop(open);
        Ok(Place { counted: self.clone(), address })
    }

    /// Says so, and not for every connection that is refused.
    pub(crate) fn warn_that_it_is_full(&self) {
        let mut open = self.open();
        if open.said.is_none_or(|said| said.elapsed() > SAID_EVERY) {
            open.said = Some(Instant::now());
            tracing::warn!(connections = open.in_all, "the house is full: no more connections are taken");
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.counted.open();
        open.in_all -= 1;
        if let Some(address) = self.address
            && let Some(of_address) = open.by_address.get_mut(&address)
        {
            *of_address -= 1;
            if *of_address == 0 {
                open.by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_address_has_its_share_and_a_proxy_more() {
        let counted = Counted::new(Bounds { in_all: 6, per_address: 2, trusted_proxies: [ip("10.0.0.1")].into_iter().collect() });
        let first = counted.admit(ip("192.0.2.1")).ok().unwrap();
        // The same address, written as IPv6 has it.
        let second = counted.admit(ip("::ffff:192.0.2.1")).ok().unwrap();
        assert_eq!(counted.admit(ip("192.0.2.1")).err(), Some(Refused::Address));
        let _others: Vec<Place> = (0..3).map(|_| counted.admit(ip("::ffff:10.0.0.1")).ok().unwrap()).collect();
        let last = counted.admit(ip("192.0.2.2")).ok().unwrap();
        assert_eq!(counted.admit(ip("192.0.2.3")).err(), Some(Refused::House));
        drop((first, last));
        let _again = counted.admit(ip("192.0.2.1")).ok().unwrap();
        assert_eq!(counted.admit(ip("192.0.2.1")).err(), Some(Refused::Address));
        drop(second);
        assert!(counted.admit(ip("192.0.2.1")).is_ok());
    }

    #[test]
    fn who_is_gone_is_forgotten() {
        let counted = Counted::new(Bounds { in_all: 10, per_address: 1, trusted_proxies: TrustedProxies::default() });
        for n in 0..100u8 {
            drop(counted.admit(IpAddr::from([192, 0, 2, n])));
        }
        assert!(counted.open().by_address.is_empty());
        assert_eq!(counted.open().in_all, 0);
    }
}
