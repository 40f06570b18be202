//! A small client: five seconds of patience, answers of a bounded size, no redirects, and nothing that others could listen to.

use std::net::IpAddr;
use std::time::Duration;

use chabudai_outward::LazyClient;
use reqwest::{Client, RequestBuilder, Url};
use serde::de::DeserializeOwned;

use crate::error::{IdentityError, IdentityReason, Result};

/// How long a provider may take to answer: somebody is waiting.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest answer. The largest lists of keys have some twenty kilobytes.
const LONGEST: usize = 256 * 1024;

/// Whether nobody can listen on the way: by TLS, or without leaving this machine where that is allowed.
pub(super) fn is_private(url: &Url, here_too: bool) -> bool {
    let by_name = url.username().is_empty() && url.password().is_none() && url.has_host();
    by_name && (url.scheme() == "https" || (here_too && url.scheme() == "http" && is_here(url)))
}

/// Whether an address is this machine.
pub(super) fn is_here(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    host == "localhost" || host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// What came back.
pub(super) struct Answer {
    /// The HTTP status.
    pub(super) status: u16,
    body: Vec<u8>,
}

impl Answer {
    /// Whether it is what was asked for.
    pub(super) fn is_good(&self) -> bool {
        self.status == 200
    }

    /// The body, as JSON.
    pub(super) fn json<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_slice(&self.body).ok()
    }
}

/// The clients, made when they are first needed.
pub(super) struct Http {
    outward: LazyClient,
    here: LazyClient,
}

impl Default for Http {
    fn default() -> Self {
        // A proxy knows the way out, but not the way to this machine.
        Self {
            outward: LazyClient::new(|client| client.timeout(PATIENCE).https_only(true)),
            here: LazyClient::new(|client| client.timeout(PATIENCE).no_proxy()),
        }
    }
}

impl Http {
    /// Fetches something.
    pub(super) async fn get(&self, url: &Url, bearer: Option<&str>) -> Result<Answer> {
        let request = self.client(url).await?.get(url.clone());
        send(match bearer {
            Some(token) => request.bearer_auth(token),
            None => request,
        })
        .await
    }

    /// Sends a form.
    pub(super) async fn post(&self, url: &Url, form: String, basic: Option<(String, String)>) -> Result<Answer> {
        let request = self.client(url).await?.post(url.clone()).header("content-type", "application/x-www-form-urlencoded").body(form);
        send(match basic {
            Some((name, password)) => request.basic_auth(name, Some(password)),
            None => request,
        })
        .await
    }

    async fn client(&self, url: &Url) -> Result<&Client> {
        let client = if is_here(url) { &self.here } else { &self.outward };
        client.get().await.map_err(|error| {
            tracing::error!(error = &error as &dyn std::error::Error, "no provider can be asked: TLS cannot be set up");
            IdentityError::Own(IdentityReason::ProviderUnavailable)
        })
    }
}

async fn send(request: RequestBuilder) -> Result<Answer> {
    let unavailable = |error: reqwest::Error| {
        let error = error.without_url();
        tracing::warn!(is_timeout = error.is_timeout(), is_connect = error.is_connect(), "a provider cannot be reached");
        IdentityError::Own(IdentityReason::ProviderUnavailable)
    };
    let mut response = request.header("accept", "application/json").send().await.map_err(unavailable)?;
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(unavailable)? {
        if body.len() + chunk.len() > LONGEST {
            tracing::warn!(longest = LONGEST, "a provider's answer is too long");
            return Err(IdentityError::Own(IdentityReason::ProviderUnavailable));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Answer { status: response.status().as_u16(), body })
}
