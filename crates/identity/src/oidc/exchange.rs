//! The way there, and the way back: a code becomes somebody.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_kernel::clock::Clock;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::Provider;
use super::claims::{self, About, Claims, Visitor};
use super::discovery::{Doors, Met};
use super::http::Http;
use crate::error::{IdentityError, IdentityReason, Result};
use crate::secret::Token;

/// What is asked for: who somebody is, what they are called, and where they get their mail.
const SCOPES: &str = "openid profile email";
/// The longest code that is passed on.
const LONGEST_CODE: usize = 4_096;

/// What ties the way there to the way back: 32 random bytes each.
pub(crate) struct Attempt {
    /// Goes there and back, and stays with the browser.
    pub(crate) state: String,
    /// Stays here until the code is shown: whoever has stolen the code does not have this.
    pub(crate) verifier: String,
    /// Goes there and comes back inside the token.
    pub(crate) nonce: String,
}

impl Attempt {
    /// A fresh one.
    pub(crate) fn fresh() -> Self {
        let fresh = || Token::random().reveal().to_owned();
        Self { state: fresh(), verifier: fresh(), nonce: fresh() }
    }
}

/// What the token's endpoint answers. The tokens end with this value.
#[derive(Deserialize)]
struct Tokens {
    id_token: String,
    access_token: Option<String>,
}

#[derive(Deserialize)]
struct Refusal {
    error: String,
}

/// The way to one provider.
pub(crate) struct Way<'p> {
    /// The provider.
    pub(crate) provider: &'p Provider,
    pub(super) met: &'p Met,
    pub(super) http: &'p Http,
}

impl Way<'_> {
    /// Where the browser goes.
    pub(crate) async fn there(&self, attempt: &Attempt, redirect_uri: &str, clock: &dyn Clock) -> Result<String> {
        let mut url = self.met.endpoints(self.provider, self.http, clock).await?.authorize.clone();
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(attempt.verifier.as_bytes()));
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.provider.client_id)
            .append_pair("redirect_uri", redirect_uri)
            .append_pair("scope", SCOPES)
            .append_pair("state", &attempt.state)
            .append_pair("nonce", &attempt.nonce)
            .append_pair("code_challenge", &challenge)
            .append_pair("code_challenge_method", "S256");
        Ok(url.into())
    }

    /// Who came back.
    pub(crate) async fn back(&self, verifier: &str, nonce: &str, code: &str, redirect_uri: &str, clock: &dyn Clock) -> Result<Visitor> {
        if code.is_empty() || code.len() > LONGEST_CODE {
            return Err(IdentityError::Own(IdentityReason::ProviderAnswer));
        }
        let endpoints = self.met.endpoints(self.provider, self.http, clock).await?;
        let tokens = self.tokens(&endpoints, verifier, code, redirect_uri).await?;
        let claims = self.signed(&tokens.id_token, clock).await?;
        if let Some(why) = claims.refused(&self.provider.issuer, &self.provider.client_id, nonce, clock.now().0) {
            return Err(self.refuse(why));
        }
        let about = self.more(&endpoints, claims.about, tokens.access_token.as_deref()).await?;
        about.visitor().ok_or_else(|| self.refuse("who it is cannot stand in a key"))
    }

    async fn tokens(&self, endpoints: &Doors, verifier: &str, code: &str, redirect_uri: &str) -> Result<Tokens> {
        let (form, basic) = self.form(endpoints, verifier, code, redirect_uri);
        let answer = self.http.post(&endpoints.token, form, basic).await?;
        if answer.is_good() {
            return answer.json().ok_or_else(|| self.refuse("there is no id token in it"));
        }
        match answer.json::<Refusal>().map(|refusal| refusal.error).as_deref() {
            Some("invalid_grant") => Err(self.refuse("the code is not good")),
            refusal => {
                // A code is the visitor's; everything else is between the operator and the provider. What else the answer says stays out
                // of the log: it may quote the request.
                let is_client = matches!(refusal, Some("invalid_client" | "unauthorized_client"));
                tracing::error!(provider = %self.provider.id, status = answer.status, is_client, "a provider gives no token");
                Err(IdentityError::Own(IdentityReason::ProviderUnavailable))
            }
        }
    }

    /// What is sent for a token: the form, and the name and password of the header.
    fn form(&self, endpoints: &Doors, verifier: &str, code: &str, redirect_uri: &str) -> (String, Option<(String, String)>) {
        let Provider { client_id, client_secret, .. } = self.provider;
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("grant_type", "authorization_code").append_pair("code", code);
        form.append_pair("redirect_uri", redirect_uri).append_pair("code_verifier", verifier);
        let basic = match client_secret {
            // Both are encoded before they are joined by a colon: RFC 6749, section 2.3.1.
            Some(secret) if !endpoints.secret_in_form => Some((encoded(client_id), encoded(secret))),
            secret => {
                form.append_pair("client_id", client_id);
                form.extend_pairs(secret.iter().map(|secret| ("client_secret", secret)));
                None
            }
        };
        (form.finish(), basic)
    }

    async fn signed(&self, token: &str, clock: &dyn Clock) -> Result<Claims> {
        let header = jsonwebtoken::decode_header(token).map_err(|_| self.refuse("it is no signed token"))?;
        let key = self.met.key(header.kid.as_deref(), self.provider, self.http, clock).await?;
        let key = key.ok_or_else(|| self.refuse("nobody knows the key"))?;
        claims::signed(token, &key).ok_or_else(|| self.refuse("the signature is wrong"))
    }

    /// Some providers say in the token only who it is, and the address at another endpoint.
    async fn more(&self, endpoints: &Doors, about: About, access: Option<&str>) -> Result<About> {
        let (None, Some(url), Some(access)) = (&about.email, &endpoints.userinfo, access) else { return Ok(about) };
        let answer = self.http.get(url, Some(access)).await?;
        let more: Option<About> = answer.json().filter(|_| answer.is_good());
        let more = more.ok_or_else(|| self.refuse("it says nothing more of somebody"))?;
        if more.sub == about.sub { Ok(more) } else { Err(self.refuse("it speaks of somebody else")) }
    }

    /// The operator learns why, the visitor does not.
    fn refuse(&self, why: &'static str) -> IdentityError {
        tracing::warn!(provider = %self.provider.id, why, "a provider's answer is refused");
        IdentityError::Own(IdentityReason::ProviderAnswer)
    }
}

fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}
