//! Fetching what somebody names. A server stands where its operator's other machines are, so an address from outside must never lead to one
//! of them: not by its spelling, not by a name, not by a redirect, not by a name that changes its mind.

mod address;
mod body;
mod error;
mod names;
mod policy;

use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, LOCATION};
use reqwest::{Response, StatusCode};
use url::Url;

use crate::client::LazyClient;

pub use address::is_public;
pub use error::FetchError;
pub use names::{Lookup, SystemLookup};
pub use policy::{NotAHost, Policy};

use body::Body;
use names::{Blocked, PublicNames};

/// How often an address may lead to another.
const MOST_REDIRECTS: usize = 3;

/// What is fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accept {
    /// A page, or a text that a program reads.
    Page,
    /// A picture.
    Picture,
}

/// What was fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// Where it was in the end.
    pub final_url: String,
    /// What the server says it is.
    pub content_type: Option<String>,
    /// All of it, unpacked.
    pub body: Vec<u8>,
}

/// Fetches what somebody names, from the public internet alone.
#[derive(Debug)]
pub struct Guarded {
    policy: Policy,
    /// For everything: it connects to public addresses alone.
    public: LazyClient,
    /// For hosts that the operator allows, whatever their addresses are.
    allowed: LazyClient,
}

impl Guarded {
    /// By the names of the system.
    pub fn new(policy: Policy) -> Self {
        Self::with_lookup(policy, Arc::new(SystemLookup))
    }

    /// By names of one's own.
    pub fn with_lookup(policy: Policy, lookup: Arc<dyn Lookup>) -> Self {
        let client = |names: PublicNames| {
            let names = Arc::new(names);
            LazyClient::new(move |client| {
                // A proxy would look up the name once more, by itself. A connection that is kept was checked by the name of another call.
                client.no_proxy().dns_resolver(names.clone()).pool_max_idle_per_host(0)
            })
        };
        Self { policy, public: client(PublicNames::new(lookup.clone())), allowed: client(PublicNames::any(lookup)) }
    }

    /// Fetches a page or a picture of at most so many bytes. The deadline is for everything: names, redirects, and the last byte.
    pub async fn get(&self, url: &str, max_bytes: usize, deadline: Duration, accept: Accept) -> Result<Fetched, FetchError> {
        tokio::time::timeout(deadline, self.fetch(url, max_bytes, accept)).await.unwrap_or(Err(FetchError::TooSlow))
    }

    async fn fetch(&self, url: &str, max_bytes: usize, accept: Accept) -> Result<Fetched, FetchError> {
        let mut url = Url::parse(url.trim()).map_err(|_| FetchError::NotAnAddress)?;
        for _ in 0..=MOST_REDIRECTS {
            let response = self.ask(&url, accept).await?;
            match redirect(&response, &url)? {
                Some(next) => url = next,
                None => return read(response, &url, max_bytes, accept).await,
            }
        }
        Err(FetchError::TooManyRedirects)
    }

    async fn ask(&self, url: &Url, accept: Accept) -> Result<Response, FetchError> {
        let client = if self.policy.check(url)? { &self.allowed } else { &self.public };
        let client = client.get().await.map_err(|_| FetchError::Unreachable)?;
        let wanted = match accept {
            Accept::Page => "text/html,application/xhtml+xml,application/ld+json;q=0.9,text/plain;q=0.5",
            Accept::Picture => "image/avif,image/webp,image/png,image/jpeg,image/*;q=0.8",
        };
        let request = client.get(url.clone()).header(ACCEPT, wanted).header(ACCEPT_ENCODING, "gzip");
        request.send().await.map_err(|error| if was_blocked(&error) { FetchError::Blocked } else { FetchError::Unreachable })
    }
}

/// Whether it was our own filter of names that refused.
fn was_blocked(error: &reqwest::Error) -> bool {
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        if cause.is::<Blocked>() {
            return true;
        }
        source = cause.source();
    }
    false
}

fn redirect(response: &Response, from: &Url) -> Result<Option<Url>, FetchError> {
    let moved = [
        StatusCode::MOVED_PERMANENTLY,
        StatusCode::FOUND,
        StatusCode::SEE_OTHER,
        StatusCode::TEMPORARY_REDIRECT,
        StatusCode::PERMANENT_REDIRECT,
    ];
    if !moved.contains(&response.status()) {
        return Ok(None);
    }
    let to = response.headers().get(LOCATION).and_then(|to| to.to_str().ok()).and_then(|to| from.join(to).ok());
    to.map(Some).ok_or(FetchError::Status(response.status().as_u16()))
}

async fn read(mut response: Response, url: &Url, max_bytes: usize, accept: Accept) -> Result<Fetched, FetchError> {
    if !response.status().is_success() {
        return Err(FetchError::Status(response.status().as_u16()));
    }
    let header =
        |name| response.headers().get(name).and_then(|value: &reqwest::header::HeaderValue| value.to_str().ok()).map(str::to_owned);
    let content_type = header(CONTENT_TYPE);
    if !fits(content_type.as_deref(), accept) {
        return Err(FetchError::WrongKind);
    }
    let mut body = match header(CONTENT_ENCODING).map(|encoding| encoding.trim().to_ascii_lowercase()).as_deref() {
        None | Some("" | "identity") => Body::plain(max_bytes),
        Some("gzip" | "x-gzip") => Body::gzip(max_bytes),
        // It was not asked for.
        Some(_) => return Err(FetchError::WrongKind),
    };
    while let Some(chunk) = response.chunk().await.map_err(|_| FetchError::Unreachable)? {
        body.push(&chunk)?;
    }
    Ok(Fetched { final_url: url.to_string(), content_type, body: body.finish()? })
}

/// Whether it is what was asked for. A page of a server that does not say what it sends may be one.
fn fits(content_type: Option<&str>, accept: Accept) -> bool {
    let kind = content_type.unwrap_or_default().split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match accept {
        Accept::Page => matches!(
            kind.as_str(),
            "" | "text/html"
                | "application/xhtml+xml"
                | "text/plain"
                | "application/json"
                | "application/ld+json"
                | "application/xml"
                | "text/xml"
        ),
        Accept::Picture => kind.starts_with("image/"),
    }
}
