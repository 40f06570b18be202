//! `Idempotency-Key`: a request that may be sent again without doing its work twice.

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_kernel::part::Word;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use crate::input::{json_bytes, parse};
use crate::people::AskedBy;
use crate::problem::Problem;

/// The header.
pub const HEADER: &str = "idempotency-key";
/// The longest key.
pub(crate) const LONGEST: usize = 128;
/// Visible ASCII, as a regular expression: without `#`, which parts keys.
pub(crate) const PATTERN: &str = "^[!\"$-~]+$";

/// A JSON body, and the key under which its answer is kept if the client sent one.
#[derive(Clone, Debug)]
pub struct Repeatable<T> {
    /// The body.
    pub body: T,
    /// The client's key and a digest of what it asked.
    pub key: Option<(Word, String)>,
    /// Whose request it is, where [`Caller`](crate::people::Caller) was asked before.
    pub by: Option<Word>,
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Repeatable<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let key = key_of(request.headers())?;
        let by = request.extensions().get::<AskedBy>().map(|AskedBy(person)| person.clone());
        let mut digest = Sha256::new();
        // The address belongs to the request: the same key for another thing is another request.
        digest.update(request.method().as_str());
        digest.update(request.uri().path());
        let bytes = json_bytes(request, state).await?;
        digest.update(&bytes);
        let digest = URL_SAFE_NO_PAD.encode(digest.finalize());
        Ok(Self { body: parse(&bytes)?, key: key.map(|key| (key, digest)), by })
    }
}

/// The key of a request without a body, if the client sent one.
#[derive(Clone, Debug)]
pub struct RepeatKey(pub Option<Word>);

impl<S: Send + Sync> FromRequestParts<S> for RepeatKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        key_of(&parts.headers).map(Self)
    }
}

fn key_of(headers: &HeaderMap) -> Result<Option<Word>, Problem> {
    let Some(value) = headers.get(HEADER) else { return Ok(None) };
    let text = value.to_str().ok().filter(|text| text.len() <= LONGEST && text.bytes().all(|b| b.is_ascii_graphic()));
    match text.and_then(Word::new) {
        Some(key) => Ok(Some(key)),
        None => Err(Problem {
            field: Some("Idempotency-Key".to_owned()),
            ..Problem::new(
                StatusCode::BAD_REQUEST,
                "http.idempotency_key",
                "An Idempotency-Key has 1 to 128 visible ASCII characters other than #.",
            )
        }),
    }
}
