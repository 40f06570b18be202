//! The proxies before the house.

use std::net::IpAddr;
use std::sync::Arc;

/// Proxies of ours: what they say of a request's origin is believed, and the connections that they bring are everybody's.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrustedProxies(Arc<[IpAddr]>);

impl FromIterator<IpAddr> for TrustedProxies {
    fn from_iter<I: IntoIterator<Item = IpAddr>>(addresses: I) -> Self {
        // IPv4 within IPv6 is IPv4, however the operator or the system writes it.
        Self(addresses.into_iter().map(|address| address.to_canonical()).collect())
    }
}

impl TrustedProxies {
    /// Whether this is one of them.
    pub fn contain(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_is_known_however_it_is_written() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let proxies = TrustedProxies::from_iter([ip("10.0.0.1"), ip("::ffff:10.0.0.2"), ip("2001:db8::1")]);
        for known in ["10.0.0.1", "::ffff:10.0.0.1", "10.0.0.2", "::ffff:a00:2", "2001:db8:0::1"] {
            assert!(proxies.contain(ip(known)), "{known}");
        }
        for other in ["10.0.0.3", "::10.0.0.1", "2001:db8::2", "127.0.0.1"] {
            assert!(!proxies.contain(ip(other)), "{other}");
        }
        assert!(!TrustedProxies::default().contain(ip("127.0.0.1")));
    }
}
