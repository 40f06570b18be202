//! A payment is a note on the board, so that everybody sees how often Memo was told.

use axum::http::StatusCode;
use chabudai_app::PaymentEvents;
use chabudai_kernel::part::Word;
use chabudai_payments::Event;
use chabudai_web::problem::Problem;
use futures::future::BoxFuture;

use crate::service::Service;

/// Whose notes these are.
const STRIPE: &str = "stripe";

/// Puts up a note for every event; one that says `refuse` is put up and refused, as by an app that breaks after half of its work.
pub(crate) struct Noting(pub(crate) Service);

impl PaymentEvents for Noting {
    fn told<'a>(&'a self, event: &'a Event) -> BoxFuture<'a, Result<(), Problem>> {
        Box::pin(async move {
            let by = Word::new(STRIPE).expect("a word");
            self.0.write(&by, &format!("{} {}", event.kind, event.object.id)).await?;
            if event.object.metadata.contains_key("refuse") {
                return Err(Problem::new(StatusCode::BAD_REQUEST, "memo.refused", "Memo was told to refuse."));
            }
            Ok(())
        })
    }
}
