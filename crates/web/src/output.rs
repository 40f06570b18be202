//! JSON out.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::problem::Problem;

/// Room for a page of fifty without growing on the way.
const ROOM: usize = 32 * 1024;

/// A JSON answer, written into one buffer that is large enough for most.
#[derive(Clone, Debug)]
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        let mut bytes = Vec::with_capacity(ROOM);
        match serde_json::to_writer(&mut bytes, &self.0) {
            Ok(()) => ([(header::CONTENT_TYPE, "application/json")], bytes).into_response(),
            Err(error) => {
                tracing::error!(%error, "an answer could not be written");
                let status = axum::http::StatusCode::INTERNAL_SERVER_ERROR;
                Problem::new(status, "http.internal", "Something went wrong on our side.").into_response()
            }
        }
    }
}
