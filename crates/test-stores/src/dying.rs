//! A store behind a server that is killed at a request: before it was sent, or before its answer came.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use chabudai_kernel::design::Table;
use chabudai_kernel::feed::{Checkpoint, Feed, Read};
use chabudai_kernel::op::{BatchGet, BatchWrite, Get, Page, Query, Scan, Transact, TransactGet, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Answer, BatchGot, Boxed, Now, Store};
use tokio::sync::Notify;

/// A store behind a server that is killed at a request.
pub struct Dying {
    inner: Arc<dyn Store>,
    /// How many requests go well.
    left: AtomicUsize,
    /// The one at which it dies is carried out.
    carried_out: bool,
    dead: Notify,
}

impl Dying {
    /// It dies at the request after so many, which is carried out or not.
    pub fn after(inner: Arc<dyn Store>, requests: usize, carried_out: bool) -> Arc<Self> {
        Arc::new(Self { inner, left: AtomicUsize::new(requests), carried_out, dead: Notify::new() })
    }

    /// Carries out work until it ends or the server dies. Whether it died.
    pub async fn kills(&self, work: impl Future<Output = ()>) -> bool {
        tokio::select! {
            () = work => false,
            () = self.dead.notified() => true,
        }
    }

    fn at<'a, T: Send + 'a>(&'a self, call: Boxed<'a, T>) -> Boxed<'a, T> {
        Box::pin(async move {
            if self.left.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)).is_ok() {
                return call.await;
            }
            if self.carried_out {
                let _ = call.await;
            }
            self.dead.notify_one();
            std::future::pending().await
        })
    }

    fn feed_of(&self) -> &dyn Feed {
        self.inner.feed().expect("the store publishes changes")
    }
}

impl Feed for Dying {
    fn begin<'a>(&'a self, reader: &'a str, tables: &'a [&'static Table]) -> Boxed<'a, Checkpoint> {
        self.at(self.feed_of().begin(reader, tables))
    }

    fn read<'a>(&'a self, tables: &'a [&'static Table], behind: &'a Checkpoint, most: u32) -> Boxed<'a, Read> {
        self.at(self.feed_of().read(tables, behind, most))
    }

    fn passed<'a>(&'a self, reader: &'a str, checkpoint: &'a Checkpoint) -> Boxed<'a, ()> {
        self.at(self.feed_of().passed(reader, checkpoint))
    }

    fn forget<'a>(&'a self, reader: &'a str) -> Boxed<'a, ()> {
        self.at(self.feed_of().forget(reader))
    }
}

impl Store for Dying {
    fn get<'a>(&'a self, op: &'a Get, now: Now) -> Boxed<'a, Answer<Option<Item>>> {
        self.at(self.inner.get(op, now))
    }

    fn query<'a>(&'a self, op: &'a Query, now: Now) -> Boxed<'a, Answer<Page>> {
        self.at(self.inner.query(op, now))
    }

    fn scan<'a>(&'a self, op: &'a Scan, now: Now) -> Boxed<'a, Answer<Page>> {
        self.at(self.inner.scan(op, now))
    }

    fn batch_get<'a>(&'a self, op: &'a BatchGet, now: Now) -> Boxed<'a, Answer<BatchGot>> {
        self.at(self.inner.batch_get(op, now))
    }

    fn batch_write<'a>(&'a self, ops: &'a [BatchWrite], now: Now) -> Boxed<'a, Answer<Vec<BatchWrite>>> {
        self.at(self.inner.batch_write(ops, now))
    }

    fn write<'a>(&'a self, op: &'a Write, now: Now) -> Boxed<'a, Answer<Option<Item>>> {
        self.at(self.inner.write(op, now))
    }

    fn transact<'a>(&'a self, op: &'a Transact, now: Now) -> Boxed<'a, Answer<()>> {
        self.at(self.inner.transact(op, now))
    }

    fn transact_get<'a>(&'a self, op: &'a TransactGet, now: Now) -> Boxed<'a, Answer<Vec<Option<Item>>>> {
        self.at(self.inner.transact_get(op, now))
    }

    fn create_tables<'a>(&'a self, tables: &'a [&'static Table]) -> Boxed<'a, ()> {
        self.at(self.inner.create_tables(tables))
    }

    fn feed(&self) -> Option<&dyn Feed> {
        Some(self)
    }
}
