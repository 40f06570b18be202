//! What an app knows of a person: all of it is given out to who asks for their own, and all of it is forgotten when they leave.

use anyhow::Result;
use chabudai_kernel::part::Word;
use futures::future::BoxFuture;
use serde_json::Value;

/// What an app knows of a person.
pub trait Personal: Send + Sync {
    /// All of it, as JSON, without what opens doors; null where there is nothing.
    fn export<'a>(&'a self, person: &'a Word) -> BoxFuture<'a, Result<Value>>;

    /// Forgets it. It is asked again until it has succeeded once, perhaps after half of it was done, so it has to bear being repeated.
    fn forget<'a>(&'a self, person: &'a Word) -> BoxFuture<'a, Result<()>>;
}
