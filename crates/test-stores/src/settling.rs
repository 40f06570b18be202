//! A store whose indexes are asked until they have caught up.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chabudai_kernel::design::Table;
use chabudai_kernel::feed::Feed;
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{BatchGet, BatchWrite, Get, Page, Query, Scan, Transact, TransactGet, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Answer, BatchGot, Boxed, Now, Store, StoreError};
use chabudai_store_conformance::replica::Replica;

use crate::TestStore;

/// How long to wait before an index is asked again.
const PAUSE: Duration = Duration::from_millis(20);

/// A read through an index is repeated until it is right, or for so long at most; what the last one answered is the answer, so that a test
/// which waits for what never comes fails. What is right is told by a copy of everything that was written here, made of consistent reads.
///
/// Everything else goes straight to the store, and only the last read is billed.
pub struct Settling {
    store: Arc<dyn Store>,
    replica: Replica,
    patience: Duration,
    /// Its folder stays for as long as it is asked.
    _copy: TestStore,
}

impl Settling {
    /// The store, whose indexes are behind by so much at most; `copy` is empty and has the same tables.
    pub fn new(store: Arc<dyn Store>, copy: TestStore, patience: Duration) -> Self {
        Self { store, replica: Replica::new(copy.store.clone()), patience, _copy: copy }
    }

    /// Carries out a write, and notes what it touched even if it failed: it may have happened.
    async fn noting<'a, T>(
        &self,
        keys: impl IntoIterator<Item = (&'static Table, &'a ItemKey)>,
        write: Boxed<'_, T>,
    ) -> Result<T, StoreError> {
        let out = write.await;
        self.replica.touch(keys);
        out
    }

    /// The same read, until it is right.
    async fn settled<'a>(
        &'a self,
        read: impl Fn(&'a dyn Store) -> Boxed<'a, Answer<Page>> + Send + Sync,
    ) -> Result<Answer<Page>, StoreError> {
        let deadline = Instant::now() + self.patience;
        loop {
            self.replica.catch_up(&*self.store).await?;
            let right = read(self.replica.store()).await;
            let found = read(&*self.store).await;
            let is_right = match (&right, &found) {
                (Ok(right), Ok(found)) => contents(&right.value) == contents(&found.value),
                // What is refused is refused at once.
                (_, Err(_)) | (Err(_), _) => true,
            };
            if is_right || Instant::now() >= deadline {
                return found;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// What is on a page, in whatever order: items of one key have none.
fn contents(page: &Page) -> Vec<String> {
    let mut all: Vec<String> = page.items.iter().map(|item| format!("{:?}", item.to_attributes())).collect();
    all.sort_unstable();
    all
}

impl Store for Settling {
    fn get<'a>(&'a self, op: &'a Get, now: Now) -> Boxed<'a, Answer<Option<Item>>> {
        self.store.get(op, now)
    }

    fn query<'a>(&'a self, op: &'a Query, now: Now) -> Boxed<'a, Answer<Page>> {
        if op.index.is_none() {
            return self.store.query(op, now);
        }
        Box::pin(self.settled(move |store| store.query(op, now)))
    }

    fn scan<'a>(&'a self, op: &'a Scan, now: Now) -> Boxed<'a, Answer<Page>> {
        if op.index.is_none() {
            return self.store.scan(op, now);
        }
        Box::pin(self.settled(move |store| store.scan(op, now)))
    }

    fn batch_get<'a>(&'a self, op: &'a BatchGet, now: Now) -> Boxed<'a, Answer<BatchGot>> {
        self.store.batch_get(op, now)
    }

    fn batch_write<'a>(&'a self, ops: &'a [BatchWrite], now: Now) -> Boxed<'a, Answer<Vec<BatchWrite>>> {
        Box::pin(self.noting(ops.iter().map(|op| (op.table(), op.key())), self.store.batch_write(ops, now)))
    }

    fn write<'a>(&'a self, op: &'a Write, now: Now) -> Boxed<'a, Answer<Option<Item>>> {
        Box::pin(self.noting([(op.table(), op.key())], self.store.write(op, now)))
    }

    fn transact<'a>(&'a self, op: &'a Transact, now: Now) -> Boxed<'a, Answer<()>> {
        Box::pin(self.noting(op.writes.iter().map(|op| (op.table(), op.key())), self.store.transact(op, now)))
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
