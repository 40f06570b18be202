//! One request at Stripe, tried again under the same idempotency key where that may help.

use std::time::Duration;

use chabudai_outward::LazyClient;
use reqwest::{Method, RequestBuilder, Response, StatusCode, header};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::time::Instant;

use crate::error::{MISSING, PaymentError};
use crate::form::Form;
use crate::payments::{STRIPE_VERSION, Settings};

/// How often the same is asked.
const TRIES: u32 = 3;
/// The pause before the second try; the third comes after twice as long.
const PAUSE: Duration = Duration::from_millis(300);
/// More than any object here has; what is longer is read no further.
const LARGEST_ANSWER: usize = 1024 * 1024;

/// How long things may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// A connection.
    pub connect: Duration,
    /// One try.
    pub each: Duration,
    /// All tries: a bit less than what a request of somebody who waits may take.
    pub whole: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connect: Duration::from_secs(5), each: Duration::from_secs(15), whole: Duration::from_secs(25) }
    }
}

/// A request, as it is sent each time.
pub(crate) struct Call<'a> {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) form: Form,
    /// By what Stripe knows it again; on every POST.
    pub(crate) idempotency: Option<&'a str>,
}

/// Where Stripe is, and by what it knows us.
pub(crate) struct Client {
    http: LazyClient,
    address: String,
    key: String,
    limits: Limits,
}

impl Client {
    pub(crate) fn new(settings: &Settings, limits: Limits) -> Self {
        let http = LazyClient::new(move |builder| builder.connect_timeout(limits.connect).timeout(limits.each));
        Self { http, address: settings.address.trim_end_matches('/').to_owned(), key: settings.key.clone(), limits }
    }

    /// Asks until there is an answer. Also how often it was asked once more.
    pub(crate) async fn ask<T: DeserializeOwned>(&self, call: &Call<'_>) -> (Result<T, PaymentError>, u64) {
        let until = Instant::now() + self.limits.whole;
        let mut tried = 0;
        loop {
            tried += 1;
            let outcome = match tokio::time::timeout_at(until, self.once(call)).await {
                Ok(outcome) => outcome,
                Err(_) => Err(Failed { error: PaymentError::Unreachable, again: false }),
            };
            let Failed { error, again } = match outcome {
                Ok(value) => return (Ok(value), u64::from(tried - 1)),
                Err(failed) => failed,
            };
            // Not all at the same moment: others were sent away too.
            let pause = (PAUSE * tried).mul_f64(1.0 + fastrand::f64() / 4.0);
            if !again || tried == TRIES || Instant::now() + pause >= until {
                return (Err(error), u64::from(tried - 1));
            }
            tokio::time::sleep(pause).await;
        }
    }

    async fn once<T: DeserializeOwned>(&self, call: &Call<'_>) -> Result<T, Failed> {
        let broken = |_| Failed { error: PaymentError::Unreachable, again: true };
        let response = self.request(call).await?.send().await.map_err(broken)?;
        let (status, should_retry) = (response.status(), should_retry(&response));
        let body = read(response).await?;
        if status.is_success() {
            // It was done, and asking again would give the same.
            return serde_json::from_slice(&body).map_err(|_| Failed { error: PaymentError::Unreadable, again: false });
        }
        let error = refusal(status, &body);
        // A lock, too many requests, or something broke: the key makes sure that a second try does nothing twice.
        let passing = matches!(status.as_u16(), 409 | 429) || status.is_server_error();
        Err(Failed { error, again: should_retry.unwrap_or(passing) })
    }

    async fn request(&self, call: &Call<'_>) -> Result<RequestBuilder, Failed> {
        // Without certificates nobody can be trusted. It was said at the start.
        let http = self.http.get().await.map_err(|_| Failed { error: PaymentError::Unreachable, again: false })?;
        let mut address = format!("{}{}", self.address, call.path);
        let encoded = call.form.encoded();
        if call.method == Method::GET && !encoded.is_empty() {
            address = format!("{address}?{encoded}");
        }
        let mut request = http.request(call.method.clone(), address).bearer_auth(&self.key).header("stripe-version", STRIPE_VERSION);
        if let Some(key) = call.idempotency {
            request = request.header("idempotency-key", key);
        }
        if call.method != Method::GET {
            request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded").body(encoded);
        }
        Ok(request)
    }
}

/// Why there is no answer, and whether to ask again.
struct Failed {
    error: PaymentError,
    again: bool,
}

/// What Stripe itself says of trying again.
fn should_retry(response: &Response) -> Option<bool> {
    match response.headers().get("stripe-should-retry")?.to_str().ok()? {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

async fn read(mut response: Response) -> Result<Vec<u8>, Failed> {
    let mut body = Vec::new();
    while let Some(part) = response.chunk().await.map_err(|_| Failed { error: PaymentError::Unreachable, again: true })? {
        if body.len() + part.len() > LARGEST_ANSWER {
            return Err(Failed { error: PaymentError::Unreadable, again: false });
        }
        body.extend_from_slice(&part);
    }
    Ok(body)
}

#[derive(Deserialize)]
struct Refusal {
    error: RefusalBody,
}

#[derive(Deserialize)]
struct RefusalBody {
    #[serde(rename = "type")]
    kind: Option<String>,
    code: Option<String>,
    decline_code: Option<String>,
    param: Option<String>,
}

/// What a status and Stripe's own words come to. Its message may hold what was sent, and is not kept.
fn refusal(status: StatusCode, body: &[u8]) -> PaymentError {
    match status.as_u16() {
        401 | 403 => return PaymentError::Unauthorized,
        409 | 429 => return PaymentError::Busy,
        500.. => return PaymentError::Unreachable,
        _ => {}
    }
    let Ok(Refusal { error }) = serde_json::from_slice(body) else { return PaymentError::Unreadable };
    // What the address names is gone. What a parameter names is another thing, and the refusal says which.
    if status == StatusCode::NOT_FOUND && error.code.as_deref().is_none_or(|code| code == MISSING) {
        return PaymentError::Gone;
    }
    if error.kind.as_deref() == Some("card_error") {
        let code = error.decline_code.or(error.code).unwrap_or_else(|| "card_declined".to_owned());
        return PaymentError::Declined { code };
    }
    let code = error.code.or(error.kind).unwrap_or_else(|| status.as_u16().to_string());
    PaymentError::Invalid { code, param: error.param }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_known_by_its_type_and_code() {
        let is = |status: u16, body: &str| refusal(StatusCode::from_u16(status).unwrap(), body.as_bytes());
        let declined = |code: &str| PaymentError::Declined { code: code.to_owned() };
        let invalid = |code: &str, param: Option<&str>| PaymentError::Invalid { code: code.to_owned(), param: param.map(str::to_owned) };
        let card = r#"{"error":{"type":"card_error","code":"card_declined","decline_code":"insufficient_funds","message":"no"}}"#;
        assert_eq!(is(402, card), declined("insufficient_funds"));
        assert_eq!(is(402, r#"{"error":{"type":"card_error","code":"expired_card"}}"#), declined("expired_card"));
        assert_eq!(is(402, r#"{"error":{"type":"card_error"}}"#), declined("card_declined"));
        let unknown = r#"{"error":{"type":"invalid_request_error","code":"parameter_unknown","param":"colour"}}"#;
        assert_eq!(is(400, unknown), invalid("parameter_unknown", Some("colour")));
        assert_eq!(is(400, r#"{"error":{"type":"idempotency_error"}}"#), invalid("idempotency_error", None));
        assert_eq!(is(404, r#"{"error":{"type":"invalid_request_error","code":"resource_missing"}}"#), PaymentError::Gone);
        let missing = is(400, r#"{"error":{"code":"resource_missing","param":"customer"}}"#);
        assert_eq!(missing, invalid("resource_missing", Some("customer")));
        assert!(
            missing.is_missing("customer")
                && !missing.is_missing("transfer_data[destination]")
                && !PaymentError::Gone.is_missing("customer")
        );
        assert_eq!(is(400, "<html>"), PaymentError::Unreadable);
        assert_eq!(is(302, ""), PaymentError::Unreadable);
        assert_eq!((is(401, ""), is(403, "")), (PaymentError::Unauthorized, PaymentError::Unauthorized));
        assert_eq!((is(409, ""), is(429, "")), (PaymentError::Busy, PaymentError::Busy));
        assert_eq!((is(500, ""), is(503, card)), (PaymentError::Unreachable, PaymentError::Unreachable));
    }
}
