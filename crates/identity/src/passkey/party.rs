//! Who asks for a passkey: the house, by the address that people open it at. A passkey made for one address is of no use at another.

use reqwest::Url;

/// The relying party.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RelyingParty {
    id: String,
    origin: String,
}

impl RelyingParty {
    /// The house at this address; none where browsers know no passkeys: without https, unless it is this machine's `localhost`, and at a bare
    /// IP address.
    pub fn at(url: &str) -> Option<Self> {
        let url = Url::parse(url).ok()?;
        let id = url.domain()?.trim_end_matches('.').to_owned();
        let is_secure = url.scheme() == "https" || (url.scheme() == "http" && id == "localhost");
        (is_secure && !id.is_empty()).then(|| Self { id, origin: url.origin().ascii_serialization() })
    }

    /// The domain that passkeys are made for.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The origin of the pages, as browsers write it.
    pub fn origin(&self) -> &str {
        &self.origin
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_house_has_passkeys_where_browsers_do() {
        for (url, id, origin) in [
            ("https://house.example.org", "house.example.org", "https://house.example.org"),
            ("https://House.Example.org:443/chabudai", "house.example.org", "https://house.example.org"),
            ("https://house.example.org:8443/", "house.example.org", "https://house.example.org:8443"),
            ("http://localhost:8080", "localhost", "http://localhost:8080"),
            ("http://LOCALHOST", "localhost", "http://localhost"),
            ("https://家.example.org", "xn--h4tv6d.example.org", ""),
        ] {
            let party = RelyingParty::at(url).unwrap_or_else(|| panic!("{url}"));
            if origin.is_empty() {
                assert!(party.id().starts_with("xn--") && party.origin().contains(party.id()), "{party:?}");
            } else {
                assert_eq!((party.id(), party.origin()), (id, origin));
            }
        }
        for url in [
            "http://house.example.org",
            "http://127.0.0.1:8080",
            "https://192.168.1.20",
            "https://[::1]:8080",
            "http://localhost.example.org",
            "ftp://localhost",
            "house.example.org",
            "http://",
            "",
        ] {
            assert_eq!(RelyingParty::at(url), None, "{url}");
        }
    }
}
