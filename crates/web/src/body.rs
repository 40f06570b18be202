//! Whether the body of a request was read to its end.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use axum::extract::Request;
use http_body::{Body as _, Frame, SizeHint};

/// Tells whether the body was read to its end.
#[derive(Clone)]
pub(crate) struct Reading(Arc<AtomicBool>);

impl Reading {
    pub(crate) fn was_read(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// The same request, with a body that notes its end.
pub(crate) fn noting_the_end(request: Request) -> (Request, Reading) {
    let reading = Reading(Arc::new(AtomicBool::new(request.body().is_end_stream())));
    let request = if reading.was_read() { request } else { request.map(|body| Body::new(Noting { body, reading: reading.clone() })) };
    (request, reading)
}

struct Noting {
    body: Body,
    reading: Reading,
}

impl http_body::Body for Noting {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        // Whoever knows the length does not ask once more for nothing.
        if frame.is_none() || self.body.is_end_stream() {
            self.reading.0.store(true, Relaxed);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
