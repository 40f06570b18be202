//! What Stripe tells an app by itself.

use chabudai_payments::Event;
use chabudai_web::problem::Problem;
use futures::future::BoxFuture;

/// An app that takes money. It is told of every event whose metadata says `app` and its name: at least once, in any order, by any server.
pub trait PaymentEvents: Send + Sync {
    /// Deals with what happened. After a problem the event comes again, for three days; what an app does not want to hear of is no problem.
    fn told<'a>(&'a self, event: &'a Event) -> BoxFuture<'a, Result<(), Problem>>;
}
