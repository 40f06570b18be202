//! Which addresses may be asked at all.

use url::{Host, Url};

use super::address::is_public;
use super::error::FetchError;

/// It names no host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a host is a name or an address, with a port or without: recipes.lan, 10.0.0.5:8080, [::1]:8080")]
pub struct NotAHost;

/// What may be fetched: the public internet, on the ports of the web, and what the operator allows besides.
#[derive(Debug, Clone, Default)]
pub struct Policy {
    allowed: Vec<(String, Option<u16>)>,
}

impl Policy {
    /// The public internet alone.
    pub fn public() -> Self {
        Self::default()
    }

    /// Allows a host by its name or address: `printer.lan` on the ports of the web, `printer.lan:8080` on that port alone, `[::1]:8080`.
    pub fn allow(mut self, host: &str) -> Result<Self, NotAHost> {
        let host = host.trim().to_ascii_lowercase();
        let (name, port) = match host.rsplit_once(':') {
            // The colons of an IPv6 address are within its brackets.
            Some((name, port)) if !port.contains(']') => {
                let number = port.parse().ok().filter(|number| *number != 0).ok_or(NotAHost)?;
                (name.to_owned(), Some(number))
            }
            _ => (host, None),
        };
        let name = name.trim_end_matches('.');
        // As addresses have it, so that it can ever be one of theirs.
        let is_host = Host::parse(name).is_ok_and(|parsed| parsed.to_string() == name);
        if !is_host {
            return Err(NotAHost);
        }
        self.allowed.push((name.to_owned(), port));
        Ok(self)
    }

    /// Whether an address may be asked because the operator allows its host. Otherwise it has to be of the public internet: an address in
    /// numbers is judged here, because a client never looks it up, and a name when it is looked up.
    pub(super) fn check(&self, url: &Url) -> Result<bool, FetchError> {
        if !matches!(url.scheme(), "http" | "https") || !url.username().is_empty() || url.password().is_some() {
            return Err(FetchError::NotAnAddress);
        }
        // All spellings of an address (decimal, octal, hexadecimal, with parts left out) are the same after parsing.
        let host = url.host().ok_or(FetchError::NotAnAddress)?;
        let port = url.port_or_known_default().ok_or(FetchError::NotAnAddress)?;
        let is_web = matches!(port, 80 | 443);
        let name = host.to_string().to_ascii_lowercase();
        let name = name.trim_end_matches('.');
        if self.allowed.iter().any(|(allowed, on)| allowed == name && on.map_or(is_web, |on| on == port)) {
            return Ok(true);
        }
        let may = match host {
            Host::Ipv4(address) => is_public(address.into()),
            Host::Ipv6(address) => is_public(address.into()),
            Host::Domain(_) => name != "localhost" && !name.ends_with(".localhost"),
        };
        // Other ports of public machines are blocked, too: mail, databases, whatever trusts what this machine says.
        if may && is_web { Ok(false) } else { Err(FetchError::Blocked) }
    }
}
