//! Where a provider's endpoints are and by which keys it signs: fetched when somebody needs it, and kept for an hour.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use chabudai_kernel::clock::Clock;
use jsonwebtoken::jwk::Jwk;
use reqwest::Url;
use serde::Deserialize;
use tokio::sync::Mutex;

use super::http::{self, Http};
use super::{Provider, claims};
use crate::error::{IdentityError, IdentityReason, Result};

/// How long what was fetched is kept.
const KEPT: Duration = Duration::from_hours(1);
/// A key that nobody knows is looked for again, but not more often than this: anybody can make one up.
const AGAIN_AFTER: Duration = Duration::from_mins(1);
/// After a failure everybody who waited gets the same answer, instead of waiting for a failure of their own.
const FAILED_FOR: Duration = Duration::from_secs(2);

/// Where a provider's endpoints are.
pub(super) struct Doors {
    /// Where people show who they are.
    pub(super) authorize: Url,
    /// Where a code becomes an id token.
    pub(super) token: Url,
    /// Where the keys are.
    jwks: Url,
    /// Where more is said of somebody.
    pub(super) userinfo: Option<Url>,
    /// The secret goes into the form instead of the header.
    pub(super) secret_in_form: bool,
}

/// The description, by the names of OpenID Connect Discovery.
#[derive(Deserialize)]
struct Described {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    userinfo_endpoint: Option<String>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Keys {
    keys: Vec<serde_json::Value>,
}

/// What is known of one provider by now.
#[derive(Default)]
pub(super) struct Met {
    endpoints: Cached<Doors>,
    keys: Cached<Vec<Jwk>>,
}

impl Met {
    /// The endpoints.
    pub(super) async fn endpoints(&self, provider: &Provider, http: &Http, clock: &dyn Clock) -> Result<Arc<Doors>> {
        self.endpoints.get(clock, KEPT, || find(provider, http)).await
    }

    /// The key by which a token says it was signed. One that is not known yet is asked for, as keys change now and then.
    pub(super) async fn key(&self, kid: Option<&str>, provider: &Provider, http: &Http, clock: &dyn Clock) -> Result<Option<Jwk>> {
        let endpoints = self.endpoints(provider, http, clock).await?;
        let keys = self.keys.get(clock, KEPT, || keys(provider, &endpoints, http)).await?;
        if let Some(key) = claims::choose(&keys, kid) {
            return Ok(Some(key.clone()));
        }
        let keys = self.keys.get(clock, AGAIN_AFTER, || self::keys(provider, &endpoints, http)).await?;
        Ok(claims::choose(&keys, kid).cloned())
    }
}

async fn find(provider: &Provider, http: &Http) -> Result<Doors> {
    let useless = |why: &'static str| {
        tracing::error!(provider = %provider.id, why, "a provider's description cannot be used");
        IdentityError::Own(IdentityReason::ProviderUnavailable)
    };
    let base = provider.issuer.trim_end_matches('/');
    let url = Url::parse(&format!("{base}/.well-known/openid-configuration")).map_err(|_| useless("the issuer is no address"))?;
    let answer = http.get(&url, None).await?;
    if !answer.is_good() {
        return Err(useless("there is none"));
    }
    let described: Described = answer.json().ok_or_else(|| useless("it is not complete"))?;
    if described.issuer != provider.issuer {
        return Err(useless("it is of another issuer"));
    }
    // A provider out in the world has no endpoint on this machine.
    let here_too = http::is_here(&url);
    let endpoint = |text: &str| {
        Url::parse(text).ok().filter(|url| http::is_private(url, here_too)).ok_or_else(|| useless("a endpoint is not private"))
    };
    // What is not said is `client_secret_basic`.
    let offers =
        |method: &str| described.token_endpoint_auth_methods_supported.as_ref().is_some_and(|all| all.iter().any(|one| one == method));
    Ok(Doors {
        authorize: endpoint(&described.authorization_endpoint)?,
        token: endpoint(&described.token_endpoint)?,
        jwks: endpoint(&described.jwks_uri)?,
        userinfo: described.userinfo_endpoint.as_deref().map(endpoint).transpose()?,
        secret_in_form: offers("client_secret_post") && !offers("client_secret_basic"),
    })
}

async fn keys(provider: &Provider, endpoints: &Doors, http: &Http) -> Result<Vec<Jwk>> {
    let answer = http.get(&endpoints.jwks, None).await?;
    let Some(found) = answer.json::<Keys>().filter(|_| answer.is_good()) else {
        tracing::error!(provider = %provider.id, status = answer.status, "a provider's keys cannot be read");
        return Err(IdentityError::Own(IdentityReason::ProviderUnavailable));
    };
    // One key of a kind that is not known here does not spoil the others.
    Ok(found.keys.into_iter().filter_map(|key| serde_json::from_value(key).ok()).collect())
}

/// Something that is fetched by one while the others wait.
struct Cached<T>(Mutex<Slot<T>>);

struct Slot<T> {
    kept: Option<(Duration, Arc<T>)>,
    failed: Option<(Duration, IdentityError)>,
}

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Self(Mutex::new(Slot { kept: None, failed: None }))
    }
}

impl<T> Cached<T> {
    /// What is kept, if it is not older than that; otherwise what is fetched now.
    async fn get<F: Future<Output = Result<T>>>(&self, clock: &dyn Clock, at_most: Duration, fetch: impl FnOnce() -> F) -> Result<Arc<T>> {
        let mut slot = self.0.lock().await;
        let is_within = |since: Duration, span: Duration| clock.elapsed().saturating_sub(since) < span;
        if let Some((_, value)) = slot.kept.as_ref().filter(|(since, _)| is_within(*since, at_most)) {
            return Ok(value.clone());
        }
        if let Some((_, error)) = slot.failed.as_ref().filter(|(since, _)| is_within(*since, FAILED_FOR)) {
            return Err(error.clone());
        }
        match fetch().await {
            Ok(value) => {
                let value = Arc::new(value);
                *slot = Slot { kept: Some((clock.elapsed(), value.clone())), failed: None };
                Ok(value)
            }
            Err(error) => {
                slot.failed = Some((clock.elapsed(), error.clone()));
                Err(error)
            }
        }
    }
}
