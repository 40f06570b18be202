//! Which addresses a message may go to. Devices name their push service themselves, so whoever may add a device could otherwise make this
//! server call at any address in its own network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::Url;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// Which addresses a message may go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reach {
    /// Public addresses, by TLS.
    #[default]
    Public,
    /// This machine as well, there without TLS too: for tests, and for a push service beside this server.
    Local,
    /// Private networks as well, by TLS: for a house with a push service of its own.
    Anywhere,
}

impl Reach {
    /// Whether messages go to this address.
    pub(crate) fn allows(self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        match self {
            Self::Public => is_public(address),
            Self::Local => is_public(address) || address.is_loopback(),
            Self::Anywhere => !address.is_unspecified() && !address.is_multicast() && address != IpAddr::V4(Ipv4Addr::BROADCAST),
        }
    }

    /// Whether messages go to this URL, as far as that can be told before its name is resolved.
    pub(crate) fn allows_url(self, url: &Url) -> bool {
        let host = url.host_str().unwrap_or_default();
        let address = host.trim_matches(['[', ']']).parse::<IpAddr>().ok();
        let is_here = host == "localhost" || address.is_some_and(|address| address.to_canonical().is_loopback());
        let nobody_listens = url.scheme() == "https" || (url.scheme() == "http" && is_here && self != Self::Public);
        nobody_listens && address.is_none_or(|address| self.allows(address))
    }
}

/// Whether an address belongs to somebody on the Internet. What IANA has set aside for anything else is not public.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    // This network, and from 224 on multicast, reserved and broadcast; shared by a provider's customers; for protocols; for benchmarks.
    let set_aside = matches!(address.octets(), [0 | 224..=255, ..] | [100, 64..=127, ..] | [192, 0, 0, _] | [198, 18..=19, ..]);
    !(set_aside || address.is_loopback() || address.is_private() || address.is_link_local() || address.is_documentation())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        // NAT64: an IPv4 address, as a network without IPv4 writes it.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => is_public_v4(Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low))),
        // Within global unicast: protocols' own (Teredo among them), documentation twice, and 6to4, which would lead to any IPv4 address.
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] | [0x2002, ..] => false,
        // What is not global unicast has no place on the Internet: loopback, unique-local, link-local, multicast.
        [first, ..] => (0x2000..=0x3fff).contains(&first),
    }
}

/// Resolves names as the system does, and keeps back what is out of reach. Since this is the answer that the connection is made with, a
/// name cannot be one thing when it is looked at and another when it is used.
pub(crate) struct WithinReach(pub(crate) Reach);

impl Resolve for WithinReach {
    fn resolve(&self, name: Name) -> Resolving {
        let reach = self.0;
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            let nothing_found = found.is_empty();
            let allowed: Vec<SocketAddr> = found.into_iter().filter(|address| reach.allows(address.ip())).collect();
            if allowed.is_empty() && !nothing_found {
                return Err(NothingWithinReach.into());
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}

/// A name leads only to addresses that are out of reach.
#[derive(Debug, thiserror::Error)]
#[error("the name leads only to addresses that nothing is sent to")]
pub(crate) struct NothingWithinReach;

impl NothingWithinReach {
    /// Whether this is why a request failed. The client wraps what its resolver says a few times over.
    pub(crate) fn caused(error: &reqwest::Error) -> bool {
        let first: &(dyn std::error::Error + 'static) = error;
        std::iter::successors(Some(first), |error| error.source()).any(<dyn std::error::Error>::is::<Self>)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOT_PUBLIC: [&str; 34] = [
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "100.64.0.1",
        "100.127.255.254",
        "127.0.0.1",
        "127.8.8.8",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.0.2.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.51.100.7",
        "203.0.113.9",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "3fff::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "ff02::1",
    ];

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn by_default_only_the_internet_is_reached() {
        for text in NOT_PUBLIC {
            assert!(!Reach::Public.allows(address(text)), "{text}");
        }
        for text in ["1.1.1.1", "100.63.255.255", "100.128.0.1", "172.32.0.1", "223.255.255.254", "2a00:1450:4001::1", "64:ff9b::808:808"] {
            assert!(Reach::Public.allows(address(text)), "{text}");
        }
        assert_eq!(Reach::default(), Reach::Public);
    }

    #[test]
    fn local_adds_this_machine_and_nothing_else() {
        let loopback = ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"];
        for text in NOT_PUBLIC {
            assert_eq!(Reach::Local.allows(address(text)), loopback.contains(&text), "{text}");
        }
    }

    #[test]
    fn anywhere_is_every_single_machine() {
        let nobody = ["0.0.0.0", "::", "224.0.0.1", "255.255.255.255", "ff02::1"];
        for text in NOT_PUBLIC {
            assert_eq!(Reach::Anywhere.allows(address(text)), !nobody.contains(&text), "{text}");
        }
    }

    #[test]
    fn an_address_in_a_url_is_seen_through_its_disguises() {
        let hidden = ["https://127.0.0.1/", "https://2130706433/", "https://0x7f.1/", "https://017700000001/", "https://127.0.0.1./"];
        for text in hidden.into_iter().chain(["https://[::1]/", "https://[::ffff:127.0.0.1]/"]) {
            let url = Url::parse(text).unwrap();
            assert!(!Reach::Public.allows_url(&url), "{text}");
            assert!(Reach::Local.allows_url(&url), "{text}");
        }
    }

    #[test]
    fn without_tls_only_this_machine_is_reached() {
        for (text, local) in [
            ("http://127.0.0.1:8080/", true),
            ("http://localhost/", true),
            ("http://[::1]/", true),
            ("http://192.168.0.2/", false),
            ("http://push.example/", false),
        ] {
            let url = Url::parse(text).unwrap();
            assert!(!Reach::Public.allows_url(&url), "{text}");
            assert_eq!(Reach::Local.allows_url(&url), local, "{text}");
            assert_eq!(Reach::Anywhere.allows_url(&url), local, "{text}");
        }
    }

    #[tokio::test]
    async fn a_name_of_this_machine_is_out_of_reach_by_default() {
        let resolve = async |reach: Reach| WithinReach(reach).resolve("localhost".parse().unwrap()).await;
        let refused = resolve(Reach::Public).await.err().unwrap();
        assert!(refused.is::<NothingWithinReach>(), "{refused}");
        let found: Vec<SocketAddr> = resolve(Reach::Local).await.unwrap().collect();
        assert!(!found.is_empty() && found.iter().all(|address| address.ip().is_loopback()), "{found:?}");
    }
}
