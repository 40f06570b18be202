//! What every service stands on: the app's data, its clock, fresh ids, and patience with others who write the same.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use uuid::Uuid;

use crate::clock::retry_stale_reads;
use crate::db::Db;
use crate::error::{AppError, OwnReason};
use crate::ids::Ids;
use crate::part::{Millis, UtcSeconds, Word};

/// How long a write that builds on a read tries again while others write the same.
const BUDGET: Duration = Duration::from_secs(3);

/// An app's data, with the time and fresh ids.
#[derive(Clone)]
pub struct Base {
    /// The data.
    pub db: Db,
    /// Where ids come from.
    pub ids: Arc<dyn Ids>,
}

impl Base {
    /// The base of a service over an app's data.
    pub fn new(db: Db, ids: Arc<dyn Ids>) -> Self {
        Self { db, ids }
    }

    /// Now, to the millisecond.
    pub fn now_millis(&self) -> Millis {
        Millis(self.db.clock().now_millis())
    }

    /// Now, to the second.
    pub fn now(&self) -> UtcSeconds {
        self.later(0)
    }

    /// So many seconds from now.
    pub fn later(&self, seconds: i64) -> UtcSeconds {
        let at = self.db.clock().now().0.saturating_add(seconds);
        UtcSeconds(Timestamp::from_second(at).unwrap_or(Timestamp::MAX))
    }

    /// A fresh UUID of version 7.
    pub fn uuid(&self) -> Uuid {
        self.ids.uuid(self.now_millis().0)
    }

    /// The same as a word.
    pub fn fresh_id(&self) -> Word {
        Word::new(self.uuid().to_string()).expect("a UUID is a word")
    }

    /// Repeats "read, decide, write" while somebody else's write gets in between; after three seconds of that, the answer is
    /// [`AppError::Busy`].
    pub async fn persist<T, Own, F>(&self, attempt: impl FnMut() -> F) -> Result<T, AppError<Own>>
    where
        Own: OwnReason,
        F: Future<Output = Result<T, AppError<Own>>>,
    {
        retry_stale_reads(self.db.clock(), BUDGET, attempt).await.map_err(AppError::settled)
    }
}
