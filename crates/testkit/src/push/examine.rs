//! What a push service looks at before it takes a message, and more: the standards in full, where real services are lenient.

use std::time::{Duration, SystemTime};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::Deserialize;

use super::keys::Keys;
use super::{Device, Received};
use crate::wire::Request;

/// Why a message is not taken: the status, and a sentence.
pub(super) type Complaint = (u16, String);

#[derive(Deserialize)]
struct Claims {
    exp: u64,
    sub: String,
}

/// Looks at a message for this device. `origin` is the push service's own; `expected` is the key that the device has subscribed with.
pub(super) fn examine(
    request: &Request,
    origin: &str,
    device: &Device,
    keys: &Keys,
    expected: Option<&str>,
) -> Result<Received, Complaint> {
    let no = |status: u16, why: &str| Err((status, why.to_owned()));
    if request.method != "POST" {
        return no(405, "messages are posted");
    }
    let public_key = examine_sender(request.header("authorization"), origin)?;
    if expected.is_some_and(|expected| expected != public_key) {
        return no(403, "the device has subscribed with another server's key");
    }
    let Some(ttl) = request.header("ttl").and_then(|ttl| ttl.parse().ok()) else {
        return no(400, "TTL is not a number of seconds");
    };
    let urgency = request.header("urgency").unwrap_or("normal");
    if !["very-low", "low", "normal", "high"].contains(&urgency) {
        return no(400, "there is no such urgency");
    }
    let topic = request.header("topic");
    let fits =
        |topic: &str| topic.len() <= 32 && topic.bytes().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, b'-' | b'_'));
    if topic.is_some_and(|topic| !fits(topic)) {
        return no(400, "the topic is not at most 32 characters of base64url");
    }
    if request.header("content-encoding") != Some("aes128gcm") {
        return no(415, "the content is not encoded as aes128gcm");
    }
    if request.body.len() > 4096 {
        return no(413, "the message is longer than 4096 bytes");
    }
    let body = keys.open(&request.body).map_err(|why| (400, format!("the device cannot open it: {why}")))?;
    Ok(Received {
        device: device.clone(),
        body,
        ttl: Duration::from_secs(ttl),
        urgency: urgency.to_owned(),
        topic: topic.map(str::to_owned),
        sealed_length: request.body.len(),
        public_key,
    })
}

/// RFC 8292: a token that is signed with the key beside it, for this push service, for a day at most. Gives the key.
fn examine_sender(authorization: Option<&str>, origin: &str) -> Result<String, Complaint> {
    let no = |status: u16, why: &str| (status, why.to_owned());
    let stated = authorization.and_then(|value| value.strip_prefix("vapid ")).ok_or_else(|| no(401, "nobody says who sends"))?;
    let part = |name: &str| stated.split(',').find_map(|part| part.trim().strip_prefix(name)?.strip_prefix('='));
    let (Some(token), Some(public_key)) = (part("t"), part("k")) else {
        return Err(no(401, "the token or the key is missing"));
    };
    let point = BASE64_URL_SAFE_NO_PAD.decode(public_key).ok().filter(|point| point.len() == 65 && point[0] == 4);
    let point = point.ok_or_else(|| no(401, "the key is no uncompressed point"))?;
    let [x, y] = [&point[1..33], &point[33..]].map(|half| BASE64_URL_SAFE_NO_PAD.encode(half));
    let key = DecodingKey::from_ec_components(&x, &y).map_err(|error| (401, error.to_string()))?;

    let mut validation = Validation::new(Algorithm::ES256);
    validation.leeway = 0;
    validation.set_audience(&[origin]);
    validation.set_required_spec_claims(&["aud", "exp", "sub"]);
    let token =
        jsonwebtoken::decode::<Claims>(token, &key, &validation).map_err(|error| (403, format!("the token is not good: {error}")))?;
    let a_day_on = (SystemTime::now() + Duration::from_hours(24)).duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    if token.header.typ.as_deref() != Some("JWT") || token.claims.exp > a_day_on.as_secs() {
        return Err(no(403, "the token is of another kind, or holds for more than a day"));
    }
    if !token.claims.sub.starts_with("mailto:") && !token.claims.sub.starts_with("https:") {
        return Err(no(403, "the sender cannot be written to"));
    }
    Ok(public_key.to_owned())
}
