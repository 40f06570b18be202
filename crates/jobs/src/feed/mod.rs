//! Who keeps copies, told of every change to what they were copied from.
//!
//! Two kinds. A [`Consumer`] works for the whole house, on one server at a time, under the lease of a [job](crate::Job): it writes to
//! tables. A [`LocalConsumer`] works for one server: a search file, the listeners of an open page. Both are told at least once, in order
//! for each key, and go on where they were.

pub mod house; // one at a time, however many servers
pub mod local; // each server for itself
pub mod model; // how far the house has come, and what it could not do yet
pub mod repo; // one function per access pattern

use chabudai_kernel::design::Table;
use chabudai_kernel::feed::{Change, Checkpoint};
use futures::future::BoxFuture;

pub use house::{HouseFeed, Progress};
pub use local::LocalFeed;

use crate::job::Failed;

/// Keeps a copy for the house.
pub trait Consumer: Send + Sync + 'static {
    /// Its name, a word without `#`, for ever: what it has seen is known by it.
    fn name(&self) -> &'static str;

    /// Whether it wants to hear of a table.
    fn wants(&self, table: &Table) -> bool;

    /// A change. It may have been told before, and what came later may have been seen already through a read; done twice it is to be as
    /// if done once. Where it fails, its key is parked: it is told again later, of everything since as one change, and hears of all other
    /// keys meanwhile.
    fn apply<'a>(&'a self, change: &'a Change) -> BoxFuture<'a, Result<(), Failed>>;

    /// Makes the copy anew from the tables: it is new, or was away for so long that changes are lost.
    fn rebuild(&self) -> BoxFuture<'_, Result<(), Failed>>;
}

/// Keeps a copy for one server.
pub trait LocalConsumer: Send + Sync + 'static {
    /// Its name, for ever.
    fn name(&self) -> &'static str;

    /// How far its copy has come; `None` where there is no copy yet.
    fn checkpoint(&self) -> BoxFuture<'_, Result<Option<Checkpoint>, Failed>>;

    /// Some changes, and the checkpoint to keep with them, best in the same transaction.
    fn apply<'a>(&'a self, changes: &'a [Change], then: &'a Checkpoint) -> BoxFuture<'a, Result<(), Failed>>;

    /// Makes the copy anew from the tables, and keeps the checkpoint with it. It was taken before anything is read.
    fn rebuild<'a>(&'a self, then: &'a Checkpoint) -> BoxFuture<'a, Result<(), Failed>>;
}
