//! The consumers of one server: each has its own checkpoint, which it keeps with its copy.

use std::convert::Infallible;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use chabudai_kernel::clock::Clock;
use chabudai_kernel::design::Table;
use chabudai_kernel::feed::{Checkpoint, Feed, Read};
use chabudai_kernel::store::Store;

use super::LocalConsumer;
use crate::job::Failed;
use crate::model::delay;

/// How many changes of a strand are read at once.
const AT_ONCE: u32 = 500;
/// How long it waits where there is nothing: somebody looks at an open page.
const POLL: Duration = Duration::from_millis(250);

/// A consumer of this server, and what it follows.
pub struct LocalFeed {
    store: Arc<dyn Store>,
    tables: Vec<&'static Table>,
    consumer: Arc<dyn LocalConsumer>,
    reader: String,
}

impl LocalFeed {
    /// A consumer that follows these tables of a store.
    pub fn new(store: Arc<dyn Store>, tables: &[&'static Table], consumer: Arc<dyn LocalConsumer>) -> Self {
        let reader = format!("local:{}", consumer.name());
        Self { store, tables: tables.iter().copied().filter(|table| table.feed).collect(), consumer, reader }
    }

    fn feed(&self) -> Result<&dyn Feed, Failed> {
        self.store.feed().ok_or_else(|| Failed::because("the store publishes no changes"))
    }

    /// Where the copy is, which is made if there is none.
    pub async fn open(&self) -> Result<Checkpoint, Failed> {
        match self.consumer.checkpoint().await? {
            Some(checkpoint) => Ok(checkpoint),
            None => self.begin_anew().await,
        }
    }

    async fn begin_anew(&self) -> Result<Checkpoint, Failed> {
        let checkpoint = self.feed()?.begin(&self.reader, &self.tables).await.map_err(Failed::because)?;
        self.consumer.rebuild(&checkpoint).await?;
        Ok(checkpoint)
    }

    /// Brings the copy on from a checkpoint. Whether there was nothing more.
    pub async fn turn(&self, checkpoint: &mut Checkpoint) -> Result<bool, Failed> {
        let feed = self.feed()?;
        match feed.read(&self.tables, checkpoint, AT_ONCE).await.map_err(Failed::because)? {
            Read::Changes { changes, then, drained } => {
                if then != *checkpoint {
                    self.consumer.apply(&changes, &then).await?;
                    feed.passed(&self.reader, &then).await.map_err(Failed::because)?;
                    *checkpoint = then;
                }
                Ok(drained)
            }
            Read::Lost => {
                *checkpoint = self.begin_anew().await?;
                Ok(false)
            }
        }
    }

    /// Says that it does not come back: nothing is kept for it.
    pub async fn forget(&self) -> Result<(), Failed> {
        self.feed()?.forget(&self.reader).await.map_err(Failed::because)
    }

    /// Follows until it is told to stop. What fails is tried again from what the consumer has kept.
    pub async fn serve(&self, clock: &dyn Clock, stop: impl Future<Output = ()> + Send) {
        let mut stop = pin!(stop);
        let mut failures = 0;
        loop {
            let begun = clock.elapsed();
            let Err(why) = tokio::select! {
                () = &mut stop => return,
                ended = self.follow(clock) => ended,
            };
            // Trouble after a while is new trouble.
            failures = if clock.elapsed().saturating_sub(begun) > delay(failures) { 1 } else { failures + 1 };
            tracing::warn!(consumer = self.consumer.name(), %why, failures, "a copy of this server does not follow");
            tokio::select! {
                () = &mut stop => return,
                () = clock.sleep(delay(failures)) => {}
            }
        }
    }

    async fn follow(&self, clock: &dyn Clock) -> Result<Infallible, Failed> {
        let mut checkpoint = self.open().await?;
        loop {
            if self.turn(&mut checkpoint).await? {
                clock.sleep(POLL).await;
            }
        }
    }
}
