//! Which addresses are of the public internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address is one of the public internet: by the registries of special addresses of IANA, whatever could lead to a machine next to
/// this one, or to this one itself, is none.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = match (a, b, c) {
        // This network, private, loopback, private.
        (0 | 10 | 127, _, _)
        // Shared between a provider and its customers (CGNAT).
        | (100, 64..=127, _)
        // Link-local: the metadata of machines in a cloud.
        | (169, 254, _)
        | (172, 16..=31, _)
        // Protocol assignments, documentation, the old relays of 6to4.
        | (192, 0, 0 | 2) | (192, 88, 99) | (192, 168, _)
        // Benchmarks, documentation.
        | (198, 18 | 19, _) | (198, 51, 100) | (203, 0, 113) => true,
        // Multicast, reserved, broadcast.
        _ => a >= 224,
    };
    !special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    // Addresses for everybody are in 2000::/3 alone. So loopback, unspecified, link-local, unique local and multicast ones are out, and those
    // that carry an IPv4 address: mapped, compatible, NAT64.
    let global = a & 0xe000 == 0x2000;
    // Protocol assignments (Teredo, benchmarks, ORCHID) and documentation; 6to4, which carries an IPv4 address; documentation again.
    let special = matches!((a, b), (0x2001, 0..=0x01ff | 0x0db8) | (0x2002, _) | (0x3fff, 0..=0x0fff));
    global && !special
}
