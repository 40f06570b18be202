//! One request at the server, tried again where that is safe.

use std::time::Duration;

use chabudai_outward::LazyClient;
use reqwest::{Response, StatusCode, header};
use serde_json::Value;
use tokio::time::Instant;

use crate::error::AiError;

/// How often a server that is busy is asked.
const TRIES: u32 = 3;
/// The pause before the second try; the third comes after twice as long.
const PAUSE: Duration = Duration::from_millis(400);
/// A server that wants to be left alone for longer than this is busy.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(5);
/// How long a server may be silent in the middle of an answer.
const SILENCE: Duration = Duration::from_mins(1);

/// Where the server is, and by what it knows us.
pub(crate) struct Client {
    http: LazyClient,
    address: String,
    key: Option<String>,
}

impl Client {
    pub(crate) fn new(address: &str, key: Option<String>) -> Self {
        // There is no limit to the whole of an answer: a long one that goes on is a good one.
        let http = LazyClient::new(|builder| builder.connect_timeout(CONNECT).read_timeout(SILENCE));
        Self { http, address: format!("{}/chat/completions", address.trim_end_matches('/')), key }
    }

    /// Asks until the server begins to answer. Nothing was said so far, so asking again repeats nothing.
    ///
    /// `sent` becomes true as soon as the server may have read the question: a question that it sent away, or that never reached it, costs
    /// nothing, and one that it failed over has been read.
    pub(crate) async fn post(&self, body: &Value, until: Instant, sent: &mut bool) -> Result<Response, AiError> {
        let mut tried = 0;
        let mut was_read = false;
        loop {
            tried += 1;
            // Whoever does not wait for the end does not know how far it came.
            *sent = true;
            let (error, pause) = match tokio::time::timeout_at(until, self.send(body)).await.map_err(|_| AiError::TooSlow)? {
                Ok(response) if response.status().is_success() => return Ok(response),
                Ok(response) => {
                    let (status, pause) = (response.status(), retry_after(&response));
                    was_read |= status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE;
                    *sent = was_read;
                    if !is_passing(status) {
                        return Err(AiError::Status(status.as_u16()));
                    }
                    (AiError::Busy { retry_after: pause }, pause)
                }
                Err(Failed::NotSent) => {
                    *sent = was_read;
                    (AiError::Unreachable, None)
                }
                Err(Failed::TooSlow) => {
                    was_read = true;
                    (AiError::TooSlow, None)
                }
                Err(Failed::Broken) => {
                    was_read = true;
                    (AiError::Unreachable, None)
                }
            };
            // Not all at the same moment: others were sent away too.
            let pause = pause.unwrap_or(PAUSE * tried).min(2 * LONGEST_PAUSE).mul_f64(1.0 + fastrand::f64() / 4.0);
            if tried == TRIES || pause > LONGEST_PAUSE || Instant::now() + pause >= until {
                return Err(error);
            }
            tokio::time::sleep(pause).await;
        }
    }

    async fn send(&self, body: &Value) -> Result<Response, Failed> {
        let mut request = self
            .http
            .get()
            .await
            // Without certificates nobody can be trusted. It was said at the start.
            .map_err(|_| Failed::NotSent)?
            .post(&self.address)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT, "text/event-stream")
            .body(body.to_string());
        if let Some(key) = &self.key {
            request = request.bearer_auth(key);
        }
        request.send().await.map_err(|error| match (error.is_connect(), error.is_timeout()) {
            (true, _) => Failed::NotSent,
            (false, true) => Failed::TooSlow,
            (false, false) => Failed::Broken,
        })
    }
}

/// Why nothing came back.
enum Failed {
    /// There was no connection.
    NotSent,
    TooSlow,
    Broken,
}

/// Whether it may be gone in a moment.
fn is_passing(status: StatusCode) -> bool {
    status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error()
}

/// When the server wants to be asked again, in seconds; a date is rare, and then it is our own guess.
fn retry_after(response: &Response) -> Option<Duration> {
    let text = response.headers().get(header::RETRY_AFTER)?.to_str().ok()?;
    text.trim().parse().ok().map(Duration::from_secs)
}
