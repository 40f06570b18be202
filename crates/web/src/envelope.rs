//! Answers in an envelope: `{data}` for what was asked for, `{error: {code, message, details}}` for what went wrong.
//!
//! An API that was designed before this house may promise it. Then everything below its prefix answers so, also what no handler of it sees: a
//! token that is missing, a body that is too large, an address that is not there.

use axum::body::Body as Bytes;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

use crate::output::Json;
use crate::problem::Problem;

/// What was asked for, in its envelope.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "{T}Data")]
pub struct Data<T> {
    /// What was asked for.
    pub data: T,
}

impl<T: Serialize> IntoResponse for Data<T> {
    fn into_response(self) -> Response {
        Json(self).into_response()
    }
}

/// A page of a list, within its envelope.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "{T}Page")]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    /// The items.
    pub items: Vec<T>,
    /// Send it as `cursor` for the next page; null at the end.
    #[schemars(with = "Option<crate::list::Cursor>")]
    pub next_cursor: Option<String>,
    /// Whether anything follows.
    pub has_more: bool,
}

impl<T> Page<T> {
    /// A page, and where the next one begins.
    pub fn of(items: Vec<T>, next_cursor: Option<String>) -> Self {
        Self { has_more: next_cursor.is_some(), items, next_cursor }
    }

    /// A list that is whole.
    pub fn whole(items: Vec<T>) -> Self {
        Self::of(items, None)
    }
}

/// What went wrong, in its envelope.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ErrorEnvelope")]
pub(crate) struct Failure<'a> {
    error: Error<'a>,
}

/// What went wrong.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "EnvelopeError")]
struct Error<'a> {
    /// The kind, by the status.
    #[schemars(extend("enum" = KINDS))]
    code: &'static str,
    /// The stable code of the house, which says exactly what.
    reason: &'a str,
    /// The sentence.
    message: &'a str,
    /// The fields to blame.
    details: Vec<Detail<'a>>,
}

/// A field to blame.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "EnvelopeDetail")]
struct Detail<'a> {
    /// As the client named it.
    field: &'a str,
    /// The sentence.
    message: &'a str,
}

const KINDS: [&str; 11] = [
    "INVALID_REQUEST",
    "UNAUTHORIZED",
    "FORBIDDEN",
    "NOT_FOUND",
    "CONFLICT",
    "VALIDATION_ERROR",
    "RATE_LIMITED",
    "INTERNAL_ERROR",
    // Of imports, which are refused with the status of a request that cannot be read.
    "IMPORT_FETCH_FAILED",
    "IMPORT_PARSE_FAILED",
    "IMPORT_TIMEOUT",
];

/// What could be read and breaks a rule of the app is not what could not be read: the one is 422, the other 400.
fn status_of(problem: &Problem) -> StatusCode {
    let is_a_rule = problem.status == StatusCode::BAD_REQUEST && !problem.code.starts_with("http.") && problem.kind.is_none();
    if is_a_rule { StatusCode::UNPROCESSABLE_ENTITY } else { problem.status }
}

fn kind_of(status: StatusCode) -> &'static str {
    match status.as_u16() {
        401 => "UNAUTHORIZED",
        403 => "FORBIDDEN",
        404 => "NOT_FOUND",
        409 => "CONFLICT",
        422 => "VALIDATION_ERROR",
        429 => "RATE_LIMITED",
        500.. => "INTERNAL_ERROR",
        _ => "INVALID_REQUEST",
    }
}

/// Whether an address is below a prefix such as `/kondate/v1`.
pub(crate) fn is_below(prefix: &str, path: &str) -> bool {
    path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Puts a problem that is on its way out into the envelope. Everything else of the answer stays: when to try again, how to sign in, its id.
pub(crate) fn enclosed(response: Response) -> Response {
    let Some(problem) = response.extensions().get::<Problem>().cloned() else { return response };
    let status = status_of(&problem);
    let details = problem.field.as_deref().map(|field| Detail { field, message: &problem.detail }).into_iter().collect();
    let failure = Failure {
        error: Error { code: problem.kind.unwrap_or_else(|| kind_of(status)), reason: problem.code, message: &problem.detail, details },
    };
    let body = serde_json::to_string(&failure).expect("a problem is plain text");
    let (mut parts, _) = response.into_parts();
    parts.status = status;
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Response::from_parts(parts, Bytes::from(body))
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt as _;
    use serde_json::{Value, json};

    use super::*;

    async fn told(problem: Problem) -> (u16, Value) {
        let response = enclosed(problem.into_response());
        assert_eq!(response.headers()[header::CONTENT_TYPE], "application/json");
        let status = response.status().as_u16();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        (status, serde_json::from_slice(&bytes).unwrap())
    }

    #[tokio::test]
    async fn what_breaks_a_rule_is_told_from_what_cannot_be_read() {
        let (status, body) = told(Problem::of_field("kondate.title", "title", "A title has 1 to 80 characters.")).await;
        let details = json!([{ "field": "title", "message": "A title has 1 to 80 characters." }]);
        let error = json!({
            "code": "VALIDATION_ERROR", "reason": "kondate.title", "message": "A title has 1 to 80 characters.", "details": details,
        });
        assert_eq!((status, body), (422, json!({ "error": error })));
        let (status, body) = told(Problem::of_field("http.invalid_field", "title", "Expected a string.")).await;
        assert_eq!((status, &body["error"]["code"]), (400, &json!("INVALID_REQUEST")));
        let (status, body) = told(Problem::not_found()).await;
        assert_eq!((status, &body["error"]["code"], &body["error"]["details"]), (404, &json!("NOT_FOUND"), &json!([])));
    }

    #[tokio::test]
    async fn what_else_the_answer_says_stays() {
        let problem = Problem { retry_after: Some(7), ..Problem::new(StatusCode::TOO_MANY_REQUESTS, "http.too_many_requests", "Slower.") };
        assert_eq!(enclosed(problem.into_response()).headers()[header::RETRY_AFTER], "7");
        let out = enclosed(Problem::new(StatusCode::UNAUTHORIZED, "identity.not_signed_in", "Please sign in.").into_response());
        assert_eq!(
            (out.status(), &out.headers()[header::WWW_AUTHENTICATE]),
            (StatusCode::UNAUTHORIZED, &HeaderValue::from_static("Bearer"))
        );
        let fine = enclosed("fine".into_response());
        assert_eq!(fine.into_body().collect().await.unwrap().to_bytes(), "fine");
    }

    #[test]
    fn a_prefix_ends_where_a_part_of_the_address_ends() {
        for (path, is) in [("/kondate/v1", true), ("/kondate/v1/plan", true), ("/kondate/v12", false), ("/kondate", false)] {
            assert_eq!(is_below("/kondate/v1", path), is, "{path}");
        }
    }
}
