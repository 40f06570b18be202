//! Errors as `application/problem+json` (RFC 9457): a sentence for people, a stable code for programs, the field to blame.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chabudai_kernel::codes;
use chabudai_kernel::error::{AppError, OwnReason};
use serde::Serialize;

use crate::kept::Kept;

/// The codes of what every app can say, in the name of all.
const COMMON: [&str; 6] = codes!("app").all();

/// What went wrong with a request.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// The status.
    pub status: StatusCode,
    /// The stable code, such as `wardrobe.not_found`.
    pub code: &'static str,
    /// The sentence.
    pub detail: String,
    /// The kind that the envelope of an API says, where its design has one beyond those that follow from the status.
    pub kind: Option<&'static str>,
    /// The field to blame, as the client named it.
    pub field: Option<String>,
    /// In how many seconds to try again.
    pub retry_after: Option<u64>,
    /// Where its page leads, by path, and the message on the button; the front page otherwise.
    pub leads: Option<Box<(String, &'static str)>>,
    /// The form that was not carried out, for whoever sent it.
    pub kept: Option<Box<Kept>>,
}

/// The form in which a problem leaves.
#[derive(Serialize, schemars::JsonSchema)]
#[schemars(rename = "Problem")]
#[serde(rename_all = "camelCase")]
pub(crate) struct Body<'a> {
    /// Always `about:blank`: the code says it all.
    #[serde(rename = "type")]
    kind: &'a str,
    /// The status in words.
    title: &'a str,
    /// The status.
    status: u16,
    /// The stable code.
    code: &'a str,
    /// The sentence.
    detail: &'a str,
    /// The field to blame.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
}

impl Problem {
    /// A problem without a field.
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self { status, code, detail: detail.into(), kind: None, field: None, retry_after: None, leads: None, kept: None }
    }

    /// A problem with one field of the input.
    pub fn of_field(code: &'static str, field: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { field: Some(field.into()), ..Self::new(StatusCode::BAD_REQUEST, code, detail) }
    }

    /// The id of the message that says it in the visitor's language. What every app can say, all say in the same words.
    pub fn message(&self) -> String {
        let id = |code: &str| format!("error-{}", code.replace('.', "-"));
        match self.code.split_once('.') {
            Some((app, what)) if !["http", "media"].contains(&app) => {
                let common = COMMON.into_iter().find(|common| common.split_once('.').is_some_and(|(_, of_all)| of_all == what));
                id(common.unwrap_or(self.code))
            }
            _ => id(self.code),
        }
    }

    /// Whether it is about what somebody entered, and so belongs into the form: not about us, nor about how often they ask.
    pub fn is_about_input(&self) -> bool {
        self.status.is_client_error() && self.code != "http.too_many_requests"
    }

    /// There is nothing here.
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "http.not_found", "There is nothing here.")
    }
}

/// What a use case answers instead of its result, by what its error says of itself. What the store says is for the log, not for the client.
impl<Own: OwnReason> From<AppError<Own>> for Problem {
    fn from(error: AppError<Own>) -> Self {
        let detail = match &error {
            AppError::Store(inner) => {
                tracing::warn!(error = %inner, "the store failed");
                "Something went wrong on our side. Please try again.".to_owned()
            }
            told => told.to_string(),
        };
        Self {
            field: error.field().map(str::to_owned),
            retry_after: error.retry_after(),
            ..Self::new(StatusCode::from_u16(error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), error.code(), detail)
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = Body {
            kind: "about:blank",
            title: self.status.canonical_reason().unwrap_or("Problem"),
            status: self.status.as_u16(),
            code: self.code,
            detail: &self.detail,
            field: self.field.as_deref(),
        };
        let text = serde_json::to_string(&body).expect("a problem is plain text");
        let mut response = (self.status, [(header::CONTENT_TYPE, "application/problem+json")], text).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        // For the log line, which must not read the body.
        response.headers_mut().insert(CODE_FOR_LOG, HeaderValue::from_static(self.code));
        // For whoever makes a page of it.
        response.extensions_mut().insert(self);
        response
    }
}

/// Carries the code to the log; taken off before the response leaves.
pub(crate) const CODE_FOR_LOG: HeaderName = HeaderName::from_static("x-chabudai-code");
