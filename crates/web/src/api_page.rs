//! The page that shows the API: one file, no outside host.

use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse as _, Response};
use base64::Engine as _;
use sha2::{Digest as _, Sha256};

const PAGE: &str = include_str!("api_page.html");

/// The page. Its one script and one style sheet are allowed by their hashes, and nothing else is.
pub fn page() -> Response {
    let mut response = Html(PAGE).into_response();
    let policy = format!(
        "default-src 'none'; connect-src 'self'; script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        hash_of("<script type=\"module\">", "</script>"),
        hash_of("<style>", "</style>"),
    );
    let policy = HeaderValue::from_str(&policy).expect("hashes are plain text");
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

fn hash_of(open: &str, close: &str) -> String {
    let start = PAGE.find(open).expect("the page has it") + open.len();
    let end = start + PAGE[start..].find(close).expect("the page has it");
    let digest = Sha256::digest(&PAGE.as_bytes()[start..end]);
    format!("sha256-{}", base64::engine::general_purpose::STANDARD.encode(digest))
}
