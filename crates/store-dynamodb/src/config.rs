//! Where DynamoDB is, and who we are to it.

use std::fmt;
use std::time::Duration;

use aws_config::BehaviorVersion;
use aws_config::retry::RetryConfig;
use aws_config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{Credentials, Region, SharedHttpClient};
use aws_smithy_http_client::Builder;
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use aws_smithy_http_client::tls::{Provider, TlsContext, TrustStore};
use rustls_pki_types::CertificateDer;
use rustls_pki_types::pem::PemObject as _;

/// How to reach DynamoDB. What is not set comes from the standard AWS chain: environment, profile, container or instance role.
#[derive(Clone)]
pub struct Config {
    pub(crate) endpoint: Option<String>,
    region: Option<String>,
    keys: Option<Keys>,
    authority: Option<Vec<u8>>,
    request_timeout: Duration,
    pub(crate) prefix: String,
    pub(crate) attempts: u32,
    pub(crate) tables_timeout: Duration,
}

/// What was given as a certificate is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no certificate in PEM here")]
pub struct NotACertificate;

#[derive(Clone)]
struct Keys {
    access_key: String,
    secret_key: String,
    session_token: Option<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            endpoint: None,
            region: None,
            keys: None,
            authority: None,
            request_timeout: Duration::from_secs(5),
            prefix: String::new(),
            attempts: 3,
            tables_timeout: Duration::from_hours(1),
        }
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("endpoint", &self.endpoint)
            .field("region", &self.region)
            // The access key says whose account it is; the secret stays out of every log.
            .field("access_key", &self.keys.as_ref().map(|keys| &keys.access_key))
            .field("request_timeout", &self.request_timeout)
            .field("prefix", &self.prefix)
            .field("attempts", &self.attempts)
            .field("tables_timeout", &self.tables_timeout)
            .finish_non_exhaustive()
    }
}

impl Config {
    /// Everything from the standard AWS chain, tables without a prefix.
    pub fn new() -> Self {
        Self::default()
    }

    /// The address of something that speaks DynamoDB's protocol, such as `http://127.0.0.1:8000`.
    pub fn endpoint(mut self, url: impl Into<String>) -> Self {
        self.endpoint = Some(url.into());
        self
    }

    /// The region, such as `ap-northeast-1`.
    pub fn region(mut self, region: impl Into<String>) -> Self {
        self.region = Some(region.into());
        self
    }

    /// An access key and its secret, in place of the standard chain.
    pub fn keys(mut self, access_key: impl Into<String>, secret_key: impl Into<String>) -> Self {
        self.keys = Some(Keys { access_key: access_key.into(), secret_key: secret_key.into(), session_token: None });
        self
    }

    /// The session token that goes with a temporary access key. Without [`Config::keys`] it says nothing.
    pub fn session_token(mut self, token: impl Into<String>) -> Self {
        if let Some(keys) = &mut self.keys {
            keys.session_token = Some(token.into());
        }
        self
    }

    /// The certificate, in PEM, of an authority that is trusted beside those of the system: an engine of one's own is seldom signed by them.
    pub fn authority(mut self, pem: impl Into<Vec<u8>>) -> Result<Self, NotACertificate> {
        let pem = pem.into();
        // The client would only say so at the first request, and by a panic.
        if !is_certificate(&pem) {
            return Err(NotACertificate);
        }
        self.authority = Some(pem);
        Ok(self)
    }

    /// What stands before every table's name, so that several installations share an account.
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// How long one request may take; 5 seconds unless said otherwise.
    pub fn request_timeout(mut self, timeout: Duration) -> Self {
        self.request_timeout = timeout;
        self
    }

    /// How often a request is sent at most while the store is throttled, or cannot be reached; 3 times unless said otherwise. A write
    /// that may have happened is never sent again.
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts.max(1);
        self
    }

    /// How long to wait for a table or an index to become ready; an hour unless said otherwise, as an index is filled from what is there.
    pub fn tables_timeout(mut self, timeout: Duration) -> Self {
        self.tables_timeout = timeout;
        self
    }

    /// A client of the tables, and one of their streams.
    pub(crate) async fn clients(&self) -> (Client, aws_sdk_dynamodbstreams::Client) {
        let timeouts = TimeoutConfig::builder().operation_timeout(self.request_timeout).build();
        // The SDK would send a write again after a lost answer: a counter would count twice, and a conditional write that has happened
        // would report that its condition failed. `send` repeats what is safe to repeat, and counts it.
        let mut loader = aws_config::defaults(BehaviorVersion::latest()).timeout_config(timeouts).retry_config(RetryConfig::disabled());
        // An emulator asks for a region and does not care which. Without one, the chain would look for an EC2 instance around it.
        let fallback = self.endpoint.as_ref().map(|_| "us-east-1".to_owned());
        if let Some(region) = self.region.clone().or(fallback) {
            loader = loader.region(Region::new(region));
        }
        if let Some(endpoint) = &self.endpoint {
            loader = loader.endpoint_url(endpoint);
        }
        if let Some(Keys { access_key, secret_key, session_token }) = self.keys.clone() {
            loader = loader.credentials_provider(Credentials::new(access_key, secret_key, session_token, None, "settings"));
        }
        if let Some(pem) = &self.authority {
            loader = loader.http_client(trusting(pem.clone()));
        }
        let settings = loader.load().await;
        (Client::new(&settings), aws_sdk_dynamodbstreams::Client::new(&settings))
    }
}

/// Whether there is at least one certificate, and none that is broken.
fn is_certificate(pem: &[u8]) -> bool {
    let mut found = CertificateDer::pem_slice_iter(pem).peekable();
    found.peek().is_some() && found.all(|one| one.is_ok())
}

/// An HTTP client that also trusts this authority.
fn trusting(pem: Vec<u8>) -> SharedHttpClient {
    let trust = TrustStore::empty().with_native_roots(true).with_pem_certificate(pem);
    let context = TlsContext::builder().with_trust_store(trust).build().expect("a trust store is all that a context needs");
    Builder::new().tls_provider(Provider::Rustls(CryptoMode::AwsLc)).tls_context(context).build_https()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secret_stays_out_of_logs() {
        let shown = format!("{:?}", Config::new().keys("AKIA-1", "top-secret").session_token("also-secret"));
        assert!(shown.contains("AKIA-1") && !shown.contains("secret"), "{shown}");
    }
}
