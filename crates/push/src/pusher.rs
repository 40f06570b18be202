//! One client for all push services.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use aws_lc_rs::error::Unspecified;
use chabudai_outward::LazyClient;
use jiff::Timestamp;
use jiff::fmt::rfc2822;
use reqwest::Response;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, RETRY_AFTER};

use crate::error::{NoTls, PushError};
use crate::message::Message;
use crate::reach::{NothingWithinReach, Reach, WithinReach};
use crate::seal::{padded_length, seal};
use crate::subscription::Subscription;
use crate::vapid::{Statements, Vapid};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(5);
/// How long a message may take altogether.
const PATIENCE: Duration = Duration::from_secs(15);
/// How much of an answer's body is taken, and how long that may take: an answer that has ended leaves its connection to the next message.
const TAKEN: usize = 4096;
const TAKEN_WITHIN: Duration = Duration::from_secs(1);
/// The longest that anything waits in a push service; Google's refuses more.
const LONGEST_TTL: Duration = Duration::from_hours(24 * 28);
/// The longest that a push service can put us off.
const LONGEST_WAIT: Duration = Duration::from_hours(24);

/// Sends messages to devices. Cheap to clone: the clones share connections and signatures.
#[derive(Clone)]
pub struct Pusher {
    /// Made for the first message: most houses start more often than they remind somebody.
    client: Arc<LazyClient>,
    statements: Arc<Statements>,
    reach: Reach,
    patience: Duration,
}

impl Pusher {
    /// A pusher that signs with this key pair and sends within this reach.
    pub fn new(vapid: Vapid, reach: Reach) -> Result<Self, NoTls> {
        chabudai_outward::check().map_err(NoTls)?;
        let client = LazyClient::new(move |client| {
            client
                .connect_timeout(CONNECT)
                // A proxy would resolve names itself, and what is out of reach would be its decision.
                .no_proxy()
                .dns_resolver(Arc::new(WithinReach(reach)))
                .https_only(reach == Reach::Public)
        });
        Ok(Self { client: Arc::new(client), statements: Arc::new(Statements::new(vapid)), reach, patience: PATIENCE })
    }

    /// With another time that a message may take altogether, instead of 15 seconds.
    pub fn patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// The key that browsers subscribe with.
    pub fn public_key(&self) -> &str {
        self.statements.vapid().public_key()
    }

    /// Where messages may go: what subscriptions are checked against.
    pub fn reach(&self) -> Reach {
        self.reach
    }

    /// Hands a message to the device's push service. That it was taken does not say that the device will see it.
    pub async fn send(&self, to: &Subscription, message: &Message<'_>) -> Result<(), PushError> {
        // The subscription may have been kept since a time when the reach was wider.
        if !self.reach.allows_url(to.url()) {
            return Err(PushError::OutOfReach);
        }
        let padded = padded_length(message.body.len()).ok_or(PushError::TooLong)?;
        let sealed = seal(message.body, padded, &to.recipient()).map_err(unsealed)?;
        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        let statement = self.statements.to(&to.origin(), now.as_secs()).map_err(unsealed)?;
        let client = self.client.get().await.map_err(|error| not_set_up(&error))?;
        let mut request = client
            .post(to.url().clone())
            .timeout(self.patience)
            .header(AUTHORIZATION, statement)
            .header(CONTENT_ENCODING, "aes128gcm")
            .header(CONTENT_TYPE, "application/octet-stream")
            .header("ttl", message.ttl.min(LONGEST_TTL).as_secs())
            .header("urgency", message.urgency.as_str());
        if let Some(topic) = message.topic {
            request = request.header("topic", to.topic(topic));
        }
        let answer = request.body(sealed).send().await.map_err(|error| not_reached(&error))?;
        let outcome = read_status(answer.status().as_u16(), answer.headers());
        take(answer).await;
        if let Err(PushError::Refused(status)) = outcome {
            tracing::warn!(status, "a push service refuses a message");
        }
        outcome
    }
}

impl std::fmt::Debug for Pusher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pusher").field("public_key", &self.public_key()).field("reach", &self.reach).finish_non_exhaustive()
    }
}

/// Keys and points were checked when they came in, so this is a machine out of memory or randomness.
fn unsealed(_: Unspecified) -> PushError {
    tracing::error!("a message to a device cannot be sealed or signed");
    PushError::Later(None)
}

/// The certificates were there when the server started, and are of no use now.
fn not_set_up(error: &chabudai_outward::NoTls) -> PushError {
    tracing::error!(error = error as &dyn std::error::Error, "no push service can be reached: TLS cannot be set up");
    PushError::Later(None)
}

fn not_reached(error: &reqwest::Error) -> PushError {
    if NothingWithinReach::caused(error) {
        tracing::warn!("a push service's name leads to addresses that nothing is sent to");
        return PushError::OutOfReach;
    }
    // The error itself would name the endpoint.
    tracing::warn!(is_timeout = error.is_timeout(), is_connect = error.is_connect(), "a push service cannot be reached");
    PushError::Later(None)
}

/// What an answer says. Its body is for people, and may repeat what nobody is to read in a log.
fn read_status(status: u16, headers: &HeaderMap) -> Result<(), PushError> {
    match status {
        200..=299 => Ok(()),
        404 | 410 => Err(PushError::Gone),
        408 | 429 | 500.. => {
            let after = headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok());
            Err(PushError::Later(after.and_then(|text| read_wait(text, Timestamp::now()))))
        }
        _ => Err(PushError::Refused(status)),
    }
}

/// How long `Retry-After` means: seconds, or a date.
fn read_wait(text: &str, now: Timestamp) -> Option<Duration> {
    let text = text.trim();
    let wait = if text.starts_with(|first: char| first.is_ascii_digit()) {
        // More seconds than a number holds are a long time, too.
        text.bytes().all(|digit| digit.is_ascii_digit()).then(|| Duration::from_secs(text.parse().unwrap_or(u64::MAX)))?
    } else {
        let then = rfc2822::DateTimeParser::new().parse_timestamp(text).ok()?;
        // A moment that has passed is no time to wait.
        Duration::try_from(now.duration_until(then)).unwrap_or_default()
    };
    Some(wait.min(LONGEST_WAIT))
}

/// Takes what little there is of a body.
async fn take(mut answer: Response) {
    let read = async {
        let mut taken = 0;
        while let Ok(Some(chunk)) = answer.chunk().await {
            taken += chunk.len();
            if taken > TAKEN {
                break;
            }
        }
    };
    // Whether it ended or not, the status has told everything.
    let _ = tokio::time::timeout(TAKEN_WITHIN, read).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_is_read_in_both_ways_and_bounded() {
        let now: Timestamp = "2026-11-20T07:00:00Z".parse().unwrap();
        let seconds = |text| read_wait(text, now).map(|wait| wait.as_secs());
        assert_eq!(seconds("120"), Some(120));
        assert_eq!(seconds(" 0 "), Some(0));
        assert_eq!(seconds("Fri, 20 Nov 2026 07:01:30 GMT"), Some(90));
        assert_eq!(seconds("Fri, 20 Nov 2026 06:00:00 GMT"), Some(0));
        assert_eq!(seconds("86401"), Some(86_400));
        assert_eq!(seconds("99999999999999999999999"), Some(86_400));
        assert_eq!(seconds("Sat, 20 Nov 2027 07:00:00 GMT"), Some(86_400));
        for nonsense in ["", "soon", "-5", "12.5", "12 s"] {
            assert_eq!(seconds(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn every_status_says_what_to_do() {
        let read = |status| read_status(status, &HeaderMap::new());
        for status in [200, 201, 202, 204] {
            assert_eq!(read(status), Ok(()), "{status}");
        }
        for status in [404, 410] {
            assert_eq!(read(status), Err(PushError::Gone), "{status}");
        }
        for status in [408, 429, 500, 502, 503, 504, 599] {
            assert_eq!(read(status), Err(PushError::Later(None)), "{status}");
        }
        for status in [301, 307, 400, 401, 403, 405, 413] {
            assert_eq!(read(status), Err(PushError::Refused(status)), "{status}");
        }
    }
}
