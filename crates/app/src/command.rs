//! Commands of an app's own: `chabudai <app> <command>`.

use std::sync::Arc;

use anyhow::Result;
use chabudai_kernel::db::Db;
use chabudai_kernel::ids::Ids;
use chabudai_kernel::part::Word;
use futures::future::LocalBoxFuture;
use serde_json::Value;

/// What a command that changes data is given.
pub struct OpenHouse {
    /// The app's data.
    pub db: Db,
    /// Ids that nobody has yet.
    pub ids: Arc<dyn Ids>,
    /// Whoever it is done for: their id and name.
    pub person: (Word, String),
}

/// The house, for a command: nothing is opened before it is asked for.
pub trait CommandHouse {
    /// Opens the app's data for somebody by their e-mail address. A server that has the same data directory has to be stopped first.
    fn open_for<'a>(&'a self, email: &'a str) -> LocalBoxFuture<'a, Result<OpenHouse>>;

    /// Has the app do a task of an operator, by [`operate`](crate::App::operate), and says what there is to print: here, or by the server that
    /// has the data directory. Nothing has to be stopped for it.
    fn hand_over(&self, task: Value) -> LocalBoxFuture<'_, Result<String>>;
}
