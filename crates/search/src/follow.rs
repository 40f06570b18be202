//! The consumer of the change feed: brings the file on, makes it where there is none, and makes it anew where it has to.

use std::future::{Future, pending};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use chabudai_jobs::Failed;
use chabudai_jobs::feed::{LocalConsumer, LocalFeed};
use chabudai_kernel::clock::Clock;
use chabudai_kernel::feed::{Change, Checkpoint};
use chabudai_kernel::op::{Page, Scan};
use chabudai_kernel::store::Store;
use futures::future::BoxFuture;

use crate::document::Document;
use crate::error::SearchError;
use crate::search::{Search, blocking, document};

/// How long it waits before it makes anew what somebody found damaged: a disk that fails again and again is not read without a pause.
const PAUSE: Duration = Duration::from_secs(1);

/// Follows what changes in an app's tables, for its search.
pub struct Follower {
    search: Search,
    feed: LocalFeed,
    clock: Arc<dyn Clock>,
}

impl Follower {
    /// The follower of a search, by the feed of the app's store. One search has one.
    pub fn new(search: &Search, store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        let tables = search.0.indexed.tables();
        assert!(tables.iter().all(|table| table.feed), "a table that is searched publishes its changes");
        let consumer = Arc::new(Consumer { search: search.clone(), store: Arc::clone(&store), clock: Arc::clone(&clock) });
        Self { search: search.clone(), feed: LocalFeed::new(store, tables, consumer), clock }
    }

    /// Follows until it is told to stop. What fails is tried again, from what the file holds.
    pub async fn serve(&self, stop: impl Future<Output = ()> + Send) {
        let mut stop = pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => return,
                () = self.feed.serve(&*self.clock, pending()) => return,
                // What was under way writes nothing any more once this begins again.
                () = self.search.0.wanted.notified() => {}
            }
            tokio::select! {
                () = &mut stop => return,
                () = self.clock.sleep(PAUSE) => {}
            }
        }
    }

    /// Makes the index anew, now; the old one answers meanwhile. For a command, where nobody serves: it holds the file as a server does.
    pub async fn rebuild(&self) -> Result<(), Failed> {
        self.search.rebuild_soon();
        self.feed.open().await.map(drop)
    }

    /// Takes in everything that there is at this moment, and makes the index if need be.
    pub async fn catch_up(&self) -> Result<(), Failed> {
        let mut checkpoint = self.feed.open().await?;
        while !self.feed.turn(&mut checkpoint).await? {}
        Ok(())
    }
}

struct Consumer {
    search: Search,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
}

impl Consumer {
    async fn make(&self, then: Checkpoint) -> Result<(), Failed> {
        let inner = Arc::clone(&self.search.0);
        let turn = inner.take_turn();
        let mut unfinished = blocking(move || inner.begin_anew(turn)).await?;
        for &table in self.search.0.indexed.tables() {
            // Everything that was acknowledged before the checkpoint was taken.
            let mut scan = Scan { consistent: true, ..Scan::of(table) };
            loop {
                let page: Page = self.store.scan(&scan, self.clock.now()).await.map_err(Failed::because)?.value;
                scan.after.clone_from(&page.next);
                let inner = Arc::clone(&self.search.0);
                unfinished = blocking(move || {
                    let documents: Vec<Document> = page.items.iter().filter_map(|item| document(&*inner.indexed, table, item)).collect();
                    inner.put(&unfinished, &documents)?;
                    Ok(unfinished)
                })
                .await?;
                if scan.after.is_none() {
                    break;
                }
            }
        }
        let inner = Arc::clone(&self.search.0);
        blocking(move || inner.put_into_place(turn, unfinished, &then)).await?;
        tracing::info!(index = self.search.0.indexed.name(), "a search file was made");
        Ok(())
    }
}

impl LocalConsumer for Consumer {
    fn name(&self) -> &'static str {
        self.search.0.indexed.name()
    }

    fn checkpoint(&self) -> BoxFuture<'_, Result<Option<Checkpoint>, Failed>> {
        Box::pin(async move {
            let inner = Arc::clone(&self.search.0);
            let turn = inner.take_turn();
            match blocking(move || inner.begin(turn)).await {
                Err(error) if error.is_damage() => Ok(None),
                answer => answer.map_err(Failed::from),
            }
        })
    }

    fn apply<'a>(&'a self, changes: &'a [Change], then: &'a Checkpoint) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(async move {
            let (inner, changes, then) = (Arc::clone(&self.search.0), changes.to_vec(), then.clone());
            let turn = inner.turn();
            blocking(move || inner.apply(turn, &changes, &then)).await.map_err(|error: SearchError| Failed::from(error))
        })
    }

    fn rebuild<'a>(&'a self, then: &'a Checkpoint) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(self.make(then.clone()))
    }
}
