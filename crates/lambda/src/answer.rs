//! An HTTP answer as Lambda gives it back.

use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http_body_util::BodyExt as _;
use serde_json::{Map, Value, json};

use crate::event::Payload;

/// The most that Lambda gives back at once: six megabytes of JSON.
pub const MOST_BYTES: usize = 6 * 1024 * 1024;

/// What only concerns one connection, or what API Gateway says by itself.
const OF_THE_CONNECTION: [HeaderName; 4] =
    [header::CONNECTION, header::CONTENT_LENGTH, header::TRANSFER_ENCODING, HeaderName::from_static("keep-alive")];

/// An answer that is whole.
#[derive(Debug)]
pub struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    /// Waits until an answer is whole. One that never ends is ended before it begins: Lambda gives nothing back until a function is done. 204
    /// tells a browser's `EventSource` not to come back.
    pub async fn of(response: Response) -> Self {
        if is_event_stream(response.headers()) {
            return Self::no_events();
        }
        let (head, body) = response.into_parts();
        match body.collect().await {
            Ok(body) => Self { status: head.status, headers: head.headers, body: body.to_bytes().into() },
            Err(_) => Self::problem(StatusCode::BAD_GATEWAY, "lambda.broken_off", "The answer broke off."),
        }
    }

    /// There are no events here.
    pub(crate) fn no_events() -> Self {
        Self { status: StatusCode::NO_CONTENT, headers: HeaderMap::new(), body: Vec::new() }
    }

    /// A refusal of ours, where the house was not asked.
    pub(crate) fn problem(status: StatusCode, code: &str, detail: &str) -> Self {
        let body = json!({ "type": "about:blank", "status": status.as_u16(), "code": code, "detail": detail });
        let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, "application/problem+json".parse().expect("a plain value"))]);
        Self { status, headers, body: body.to_string().into_bytes() }
    }

    /// As this payload has it.
    pub fn into_payload(self, payload: Payload) -> Value {
        let bytes = self.body.len();
        let value = self.spelled(payload);
        // Escaping makes a text longer, base64 by a third: what is far from the limit need not be measured.
        if bytes < MOST_BYTES / 8 || value.to_string().len() < MOST_BYTES {
            return value;
        }
        let detail = "This answer is larger than what AWS Lambda can give.";
        Self::problem(StatusCode::INTERNAL_SERVER_ERROR, "lambda.too_large", detail).spelled(payload)
    }

    fn spelled(self, payload: Payload) -> Value {
        let mut headers = self.headers;
        for name in OF_THE_CONNECTION {
            headers.remove(name);
        }
        // What is packed is no text, even where its bytes happen to be one.
        let text = if headers.contains_key(header::CONTENT_ENCODING) {
            Err(self.body)
        } else {
            String::from_utf8(self.body).map_err(std::string::FromUtf8Error::into_bytes)
        };
        let (body, is_base64) = match text {
            Ok(text) => (text, false),
            Err(bytes) => (STANDARD.encode(bytes), true),
        };
        let mut answer = json!({ "statusCode": self.status.as_u16(), "isBase64Encoded": is_base64, "body": body });
        let texts = |name: &HeaderName| -> Vec<String> {
            headers.get_all(name).iter().map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()).collect()
        };
        match payload {
            Payload::V1 => {
                let all: Map<_, _> = headers.keys().map(|name| (name.to_string(), json!(texts(name)))).collect();
                answer["multiValueHeaders"] = all.into();
            }
            Payload::V2 => {
                // It has one value for each header; cookies are the only ones that a comma cannot join.
                answer["cookies"] = json!(texts(&header::SET_COOKIE));
                let others = headers.keys().filter(|name| **name != header::SET_COOKIE);
                answer["headers"] = others.map(|name| (name.to_string(), json!(texts(name).join(", ")))).collect::<Map<_, _>>().into();
            }
        }
        answer
    }
}

/// Whether an answer goes on and on.
fn is_event_stream(headers: &HeaderMap) -> bool {
    names_events(headers, &header::CONTENT_TYPE)
}

/// Whether a header names server-sent events.
pub(crate) fn names_events(headers: &HeaderMap, name: &HeaderName) -> bool {
    headers.get(name).is_some_and(|value| value.as_bytes().to_ascii_lowercase().starts_with(b"text/event-stream"))
}
