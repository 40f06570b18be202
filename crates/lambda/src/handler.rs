//! The house's router, asked by events.

use axum::Router;
use axum::http::{Method, StatusCode, header};
use serde_json::Value;
use tower::ServiceExt as _;

use crate::answer::{Answer, names_events};
use crate::event::HttpEvent;

/// Answers requests that come as events.
#[derive(Clone, Debug)]
pub struct Handler {
    router: Router,
    base: String,
}

impl Handler {
    /// A house of these routes below this path; `""` at the root.
    pub fn new(router: Router, base: impl Into<String>) -> Self {
        Self { router, base: base.into() }
    }

    /// Answers a request, in the form that it came in.
    pub async fn answer(&self, event: HttpEvent) -> Value {
        let payload = event.payload();
        let answer = match event.into_request(&self.base) {
            // Nobody is let into a stream that would never be given back.
            Ok(request) if request.method() == Method::GET && names_events(request.headers(), &header::ACCEPT) => Answer::no_events(),
            Ok(request) => match self.router.clone().oneshot(request).await {
                Ok(response) => Answer::of(response).await,
                Err(never) => match never {},
            },
            Err(error) => Answer::problem(StatusCode::BAD_REQUEST, "lambda.broken_request", &error.to_string()),
        };
        answer.into_payload(payload)
    }
}
