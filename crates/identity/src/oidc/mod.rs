//! Signing in by an account at a provider: OpenID Connect, by the code flow with PKCE.
//!
//! What is asked of a provider is who somebody is. Its tokens are looked at once and kept nowhere.

mod claims; // what a provider says of somebody, and whether it may be believed
mod discovery; // where a provider's endpoints are and by which keys it signs
mod exchange; // the way there, and the way back
mod http; // a small client: short patience, small answers

use std::fmt;
use std::sync::Arc;

use chabudai_kernel::part::Word;
use reqwest::Url;

use crate::error::{IdentityError, IdentityReason, Result};
use crate::model::PASSWORD;

pub(crate) use claims::Visitor;
pub(crate) use exchange::Attempt;

/// A provider that the operator trusts to say who somebody is.
#[derive(Clone)]
pub struct Provider {
    id: Word,
    name: String,
    issuer: String,
    client_id: String,
    client_secret: Option<String>,
}

/// Why a provider cannot be used as it was configured.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConfigError {
    /// The id stands in keys and addresses.
    #[error("the id of a provider is 1 to 32 of a-z, 0-9 and -, and neither \"password\" nor \"passkey\": {0:?}")]
    Id(String),
    /// Two have one id.
    #[error("two providers are called {0:?}")]
    Twice(String),
    /// The issuer is no address, or one that others could listen to.
    #[error("the issuer of {0:?} is https://…, or http:// on this machine, without ? and #")]
    Issuer(String),
    /// Without it nobody there knows who is asking.
    #[error("the provider {0:?} has no client id")]
    ClientId(String),
}

impl Provider {
    /// A provider by its issuer, which is where its description is found. The id stands in people's accounts: it stays as it is. A
    /// client without a secret is a public one; PKCE protects both.
    pub fn new(id: &str, name: &str, issuer: &str, client_id: &str, client_secret: Option<&str>) -> std::result::Result<Self, ConfigError> {
        let is_plain = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
        let fits = id.len() <= 32 && id.bytes().all(is_plain) && id != PASSWORD && id != "passkey";
        let word = Word::new(id).filter(|_| fits).ok_or_else(|| ConfigError::Id(id.to_owned()))?;
        let url = Url::parse(issuer).ok().filter(|url| http::is_private(url, true));
        if url.is_none_or(|url| url.query().is_some() || url.fragment().is_some()) {
            return Err(ConfigError::Issuer(id.to_owned()));
        }
        if client_id.is_empty() {
            return Err(ConfigError::ClientId(id.to_owned()));
        }
        let client_secret = client_secret.filter(|secret| !secret.is_empty()).map(str::to_owned);
        let name = if name.trim().is_empty() { id } else { name.trim() };
        Ok(Self { id: word, name: name.to_owned(), issuer: issuer.to_owned(), client_id: client_id.to_owned(), client_secret })
    }

    /// Google.
    pub fn google(client_id: &str, client_secret: &str) -> std::result::Result<Self, ConfigError> {
        Self::new("google", "Google", "https://accounts.google.com", client_id, Some(client_secret))
    }

    /// What it is called in keys and addresses.
    pub fn id(&self) -> &Word {
        &self.id
    }

    /// What people call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Who it says it is.
    pub fn issuer(&self) -> &str {
        &self.issuer
    }
}

impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Provider").field("id", &self.id).field("issuer", &self.issuer).finish_non_exhaustive()
    }
}

/// The providers of a house, and what is known of them. Nothing is fetched before somebody wants to sign in by one.
#[derive(Clone, Default)]
pub struct Providers(Arc<Known>);

#[derive(Default)]
struct Known {
    list: Vec<Provider>,
    met: Vec<discovery::Met>,
    http: http::Http,
}

impl fmt::Debug for Providers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.list.fmt(f)
    }
}

impl Providers {
    /// These, in the order in which they are shown.
    pub fn new(list: Vec<Provider>) -> std::result::Result<Self, ConfigError> {
        for (at, provider) in list.iter().enumerate() {
            if list[..at].iter().any(|before| before.id == provider.id) {
                return Err(ConfigError::Twice(provider.id.to_string()));
            }
        }
        let met = list.iter().map(|_| discovery::Met::default()).collect();
        Ok(Self(Arc::new(Known { list, met, http: http::Http::default() })))
    }

    /// All of them.
    pub fn list(&self) -> &[Provider] {
        &self.0.list
    }

    /// The way to one of them.
    pub(crate) fn to(&self, id: &str) -> Result<exchange::Way<'_>> {
        let at = self
            .0
            .list
            .iter()
            .position(|provider| provider.id.as_str() == id)
            .ok_or(IdentityError::Own(IdentityReason::ProviderUnknown))?;
        Ok(exchange::Way { provider: &self.0.list[at], met: &self.0.met[at], http: &self.0.http })
    }
}

/// A sign-in at a provider that was begun.
#[derive(Clone)]
pub struct Begun {
    /// Where the browser goes.
    pub url: String,
    /// What the browser keeps until it is back, and what the address that it comes back to has to say: the two are the same, or
    /// somebody was sent here with another's sign-in.
    pub state: String,
}

impl fmt::Debug for Begun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Begun(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(id: &str, issuer: &str) -> Option<ConfigError> {
        Provider::new(id, "", issuer, "client", None).err()
    }

    #[test]
    fn a_provider_is_looked_at_before_it_is_used() {
        assert_eq!(code("home", "https://id.example.org/realms/home"), None);
        assert_eq!(code("home", "http://127.0.0.1:8080"), None);
        assert_eq!(code("home", "http://[::1]:8080/"), None);
        assert_eq!(code("home", "http://localhost:8080"), None);
        for issuer in
            ["", "id.example.org", "http://id.example.org", "http://localhost.example.org", "https://a@example.org", "ftp://localhost"]
        {
            assert_eq!(code("home", issuer), Some(ConfigError::Issuer("home".to_owned())), "{issuer}");
        }
        assert_eq!(code("home", "https://example.org?a=b"), Some(ConfigError::Issuer("home".to_owned())));
        for id in ["", "password", "passkey", "Google", "a#b", "a/b", &"a".repeat(33)] {
            assert_eq!(code(id, "https://example.org"), Some(ConfigError::Id(id.to_owned())));
        }
        let google = Provider::google("client", "a secret").unwrap();
        assert_eq!(Providers::new(vec![google.clone(), google]).unwrap_err(), ConfigError::Twice("google".to_owned()));
    }

    #[test]
    fn a_secret_is_printed_nowhere() {
        let providers = Providers::new(vec![Provider::google("client", "a secret").unwrap()]).unwrap();
        let begun = Begun { url: "https://example.org?state=hidden".to_owned(), state: "hidden".to_owned() };
        let printed = format!("{providers:?} {begun:?}");
        assert!(printed.contains("google") && !printed.contains("secret") && !printed.contains("hidden"), "{printed}");
    }
}
