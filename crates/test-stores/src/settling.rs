//! A store whose indexes are read when they have caught up.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chabudai_kernel::design::Table;
use chabudai_kernel::feed::Feed;
use chabudai_kernel::op::{BatchGet, BatchWrite, Get, Page, Query, Scan, Transact, TransactGet, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Answer, BatchGot, Boxed, Now, Store, StoreError};

/// How long to go on asking an index that gives another answer each time.
const PATIENCE: Duration = Duration::from_secs(10);

/// Reads through an index wait for the lag since the last write by this store, and are then repeated until two in a row are equal, or for
/// ten seconds at most. What the last one answers is the answer, so that a test which asks for what never comes fails.
///
/// Everything else goes straight to the store. Only the last of the equal answers is billed.
pub struct Settling {
    store: Arc<dyn Store>,
    lag: Duration,
    written: Mutex<Option<Instant>>,
}

impl Settling {
    /// The store, whose indexes are behind by so much at most.
    pub fn new(store: Arc<dyn Store>, lag: Duration) -> Self {
        Self { store, lag, written: Mutex::default() }
    }

    /// Carries out a write and notes when it ended, even in an error: it may have happened.
    async fn noting<T>(&self, write: impl Future<Output = T>) -> T {
        let out = write.await;
        *self.written.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        out
    }

    /// The last write has reached the indexes, if there was one.
    async fn caught_up(&self) -> bool {
        let Some(written) = *self.written.lock().unwrap_or_else(PoisonError::into_inner) else { return true };
        let pause = (written + self.lag).saturating_duration_since(Instant::now());
        tokio::time::sleep(pause).await;
        pause.is_zero()
    }

    /// The same read, until it gives the same twice.
    async fn settled<'a, T: PartialEq + Send>(&self, read: impl Fn() -> Boxed<'a, T> + Send + Sync) -> Result<T, StoreError> {
        let untouched = self.caught_up().await;
        let mut last = read().await;
        if untouched {
            return last;
        }
        let deadline = Instant::now() + PATIENCE;
        loop {
            tokio::time::sleep(self.lag / 4).await;
            let next = read().await;
            if next == last || Instant::now() >= deadline {
                return next;
            }
            last = next;
        }
    }
}

impl Store for Settling {
    fn get<'a>(&'a self, op: &'a Get, now: Now) -> Boxed<'a, Answer<Option<Item>>> {
        self.store.get(op, now)
    }

    fn query<'a>(&'a self, op: &'a Query, now: Now) -> Boxed<'a, Answer<Page>> {
        if op.index.is_none() {
            return self.store.query(op, now);
        }
        Box::pin(self.settled(move || self.store.query(op, now)))
    }

    fn scan<'a>(&'a self, op: &'a Scan, now: Now) -> Boxed<'a, Answer<Page>> {
        if op.index.is_none() {
            return self.store.scan(op, now);
        }
        Box::pin(self.settled(move || self.store.scan(op, now)))
    }

    fn batch_get<'a>(&'a self, op: &'a BatchGet, now: Now) -> Boxed<'a, Answer<BatchGot>> {
        self.store.batch_get(op, now)
    }

    fn batch_write<'a>(&'a self, ops: &'a [BatchWrite], now: Now) -> Boxed<'a, Answer<Vec<BatchWrite>>> {
        Box::pin(self.noting(self.store.batch_write(ops, now)))
    }

    fn write<'a>(&'a self, op: &'a Write, now: Now) -> Boxed<'a, Answer<Option<Item>>> {
        Box::pin(self.noting(self.store.write(op, now)))
    }

    fn transact<'a>(&'a self, op: &'a Transact, now: Now) -> Boxed<'a, Answer<()>> {
        Box::pin(self.noting(self.store.transact(op, now)))
    }

    fn transact_get<'a>(&'a self, op: &'a TransactGet, now: Now) -> Boxed<'a, Answer<Vec<Option<Item>>>> {
        self.store.transact_get(op, now)
    }

    fn create_tables<'a>(&'a self, tables: &'a [&'static Table]) -> Boxed<'a, ()> {
        self.store.create_tables(tables)
    }

    fn feed(&self) -> Option<&dyn Feed> {
        self.store.feed()
    }

    fn indexes_lag(&self) -> bool {
        self.store.indexes_lag()
    }

    fn ready<'a>(&'a self, tables: &'a [&'static Table], now: Now) -> Boxed<'a, ()> {
        self.store.ready(tables, now)
    }
}
