//! The connections that read.
//!
//! A short read runs where it is called. A long one leaves the caller's thread, which on an async runtime belongs to everybody: it is
//! given up where it turns out to be long, and begins anew on a thread of the [pool](crate::pool).

use std::sync::{Arc, Mutex, PoisonError};

use chabudai_kernel::store::{Boxed, StoreError};
use futures::channel::oneshot;
use rusqlite::Connection;

use crate::health::Health;
use crate::read::Budget;
use crate::{Layouts, file, pool};

/// The readers of one file.
pub(crate) struct Readers {
    health: Arc<Health>,
    layouts: Layouts,
    /// Those that nobody uses at this moment. There are never more than threads that read: the runtime's and the pool's.
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    pub(crate) fn new(health: Arc<Health>, layouts: Layouts) -> Self {
        Self { health, layouts, idle: Mutex::default() }
    }

    pub(crate) fn layouts(&self) -> &Layouts {
        &self.layouts
    }

    /// Reads on this thread.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&Connection, &Layouts) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let waiting = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = waiting.map_or_else(|| file::open_reader(self.health.path()), Ok)?;
        let answer = work(&connection, &self.layouts);
        // A connection on which somebody panicked does not come back here: it is closed.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        if let Err(error) = &answer {
            self.health.note(error);
        }
        answer
    }

    /// Reads here as long as it is short, and on a thread of the pool if it is not. `work` says `None` where its budget is spent.
    pub(crate) fn short_or_long<'a, O: Clone + Send + 'static, T: Send + 'static>(
        self: &Arc<Self>,
        op: &O,
        work: impl Fn(&Connection, &Layouts, &O, Budget) -> Result<Option<T>, StoreError> + Send + 'static,
    ) -> Boxed<'a, T> {
        match self.read(|connection, layouts| work(connection, layouts, op, Budget::SHORT)) {
            Ok(Some(answer)) => Box::pin(std::future::ready(Ok(answer))),
            Err(error) => Box::pin(std::future::ready(Err(error))),
            Ok(None) => {
                let op = op.clone();
                self.long(move |connection, layouts| {
                    work(connection, layouts, &op, Budget::ALL).map(|answer| answer.expect("a read without a budget ends"))
                })
            }
        }
    }

    fn long<'a, T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Connection, &Layouts) -> Result<T, StoreError> + Send + 'static,
    ) -> Boxed<'a, T> {
        let (reply, answer) = oneshot::channel();
        let readers = Arc::clone(self);
        pool::run(Box::new(move || {
            // Whoever waited for it may have gone away before its turn came.
            if !reply.is_canceled() {
                let _ = reply.send(readers.read(work));
            }
        }));
        Box::pin(async move { answer.await.map_err(|_| StoreError::Unavailable("a read ended without an answer".to_owned()))? })
    }
}
