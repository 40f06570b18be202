//! The consumers of the house: one server at a time reads the feed of an app and tells all of them.
//!
//! What is kept is written behind what is done: a crash between the two repeats, and loses nothing.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use chabudai_kernel::db::Db;
use chabudai_kernel::design::Table;
use chabudai_kernel::feed::{Change, Feed, Read};
use chabudai_kernel::op::key_of;
use chabudai_kernel::packed::Item;
use chabudai_kernel::part::{Millis, Word};
use chabudai_kernel::seal::digest;
use chabudai_kernel::store::{Store, StoreError};
use chabudai_kernel::value::Attributes;
use futures::FutureExt as _;

use super::model::{FeedState, Image, Parked};
use super::{Consumer, repo};
use crate::job::{Done, Failed, Job};
use crate::model::delay;
use crate::schedule::Schedule;

/// As whom the house reads.
const READER: &str = "house";
/// How many changes of a strand are read at once. What is kept is written once for all of them.
const AT_ONCE: u32 = 100;
/// How long a run goes on. The lease is renewed meanwhile; the next run begins with the next minute.
const RUN: Duration = Duration::from_secs(55);
/// How long it waits where there is nothing.
const POLL: Duration = Duration::from_secs(1);
/// How long a consumer may take over one change. Whoever takes longer is told again later, and holds up nobody.
const APPLYING: Duration = Duration::from_secs(30);
/// How much is kept of why a change could not be dealt with.
const LONGEST_REASON: usize = 1_000;
/// The largest that is parked. What is larger has no place in an item with its neighbours: its consumer makes everything anew.
const LARGEST: usize = 350 * 1024;

/// The feed of one app, and who is told of it.
#[derive(Clone)]
pub struct HouseFeed(Arc<Inner>);

struct Inner {
    feed: Word,
    /// Where the house keeps how far it has come.
    db: Db,
    /// Whose changes.
    store: Arc<dyn Store>,
    tables: Vec<&'static Table>,
    consumers: Vec<Arc<dyn Consumer>>,
    gauges: Gauges,
}

#[derive(Default)]
struct Gauges {
    lag: AtomicI64,
    parked: AtomicU64,
    told: AtomicU64,
    failed: AtomicU64,
    rebuilt: AtomicU64,
}

/// What the metrics tell of a feed, by what this server has seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeedReading {
    /// The app.
    pub feed: String,
    /// How old the oldest change is that was not dealt with at the last look, in seconds.
    pub lag: i64,
    /// How many keys wait.
    pub parked: u64,
    /// How many changes consumers were told of.
    pub told: u64,
    /// How many of these failed.
    pub failed: u64,
    /// How many copies were made anew.
    pub rebuilt: u64,
}

/// What a turn did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Changes that were told.
    pub told: u64,
    /// Changes that have to wait.
    pub failed: u64,
    /// Nothing more was there.
    pub drained: bool,
}

/// A server that reads: what it knows of the house's state, until somebody else writes there.
pub struct Session<'a> {
    inner: &'a Inner,
    state: Option<FeedState>,
    parked: BTreeMap<(String, String), Parked>,
    /// Consumers whose copy could not be made, how often that was tried, and when it is tried again.
    unmade: BTreeMap<&'static str, (u32, Millis)>,
}

impl HouseFeed {
    /// The feed of an app's store. `house` is the house's own data.
    pub fn new(app: &'static str, store: Arc<dyn Store>, tables: &[&'static Table], house: Db, consumers: Vec<Arc<dyn Consumer>>) -> Self {
        let feed = Word::new(app).expect("the name of an app is a word");
        let tables = tables.iter().copied().filter(|table| table.feed).collect();
        Self(Arc::new(Inner { feed, db: house, store, tables, consumers, gauges: Gauges::default() }))
    }

    /// The job that reads, every minute and for almost a minute.
    pub fn job(&self, name: &'static str) -> Job {
        let feed = self.clone();
        Job::new(name, Schedule::Every(Duration::from_mins(1)), Duration::from_secs(20), move |_| {
            let feed = feed.clone();
            async move { feed.run().await }
        })
        // What was not told is told again.
        .ends_with_server()
    }

    async fn run(&self) -> Result<Done, Failed> {
        let clock = self.0.db.clock();
        let (begun, mut done) = (clock.elapsed(), Done::default());
        let mut session = self.open().await?;
        while clock.elapsed().saturating_sub(begun) < RUN {
            let progress = session.turn().await?;
            done.done += progress.told;
            done.failed += progress.failed;
            if progress.drained {
                clock.sleep(POLL).await;
            }
        }
        Ok(done)
    }

    /// Begins to read: JOB-06 and JOB-08.
    pub async fn open(&self) -> Result<Session<'_>, Failed> {
        let inner = &*self.0;
        let state = repo::state(&inner.db, &inner.feed).await.map_err(Failed::because)?;
        let parked = repo::parked(&inner.db, &inner.feed).await.map_err(Failed::because)?;
        let parked = parked.into_iter().map(|parked| ((parked.consumer.to_string(), parked.of.to_string()), parked)).collect();
        Ok(Session { inner, state, parked, unmade: BTreeMap::new() })
    }

    /// What waits, and why.
    pub async fn parked(&self) -> Result<Vec<Parked>, StoreError> {
        repo::parked(&self.0.db, &self.0.feed).await
    }

    /// What the gauges show.
    pub fn reading(&self) -> FeedReading {
        let Gauges { lag, parked, told, failed, rebuilt } = &self.0.gauges;
        FeedReading {
            feed: self.0.feed.to_string(),
            lag: lag.load(Relaxed),
            parked: parked.load(Relaxed),
            told: told.load(Relaxed),
            failed: failed.load(Relaxed),
            rebuilt: rebuilt.load(Relaxed),
        }
    }
}

impl Inner {
    fn feed(&self) -> Result<&dyn Feed, Failed> {
        self.store.feed().ok_or_else(|| Failed::because("the store publishes no changes"))
    }

    fn now(&self) -> Millis {
        Millis(self.db.clock().now_millis())
    }
}

impl Session<'_> {
    /// Tells consumers of what came since the last turn, and keeps how far that was.
    pub async fn turn(&mut self) -> Result<Progress, Failed> {
        let inner = self.inner;
        let feed = inner.feed()?;
        let mut state = self.follow(feed).await?;
        let mut progress = self.try_again().await?;
        let read = feed.read(&inner.tables, &state.checkpoint, AT_ONCE).await.map_err(Failed::because)?;
        let Read::Changes { changes, then, drained } = read else {
            self.begin_anew(feed, state).await?;
            return Ok(progress);
        };
        if !changes.is_empty() {
            self.is_still_ours().await?;
        }
        let mut anew = Vec::new();
        for change in &changes {
            // Who has no copy yet makes it from the tables, later.
            let follows = |consumer: &&Arc<dyn Consumer>| state.consumers.iter().any(|name| name == consumer.name());
            for consumer in inner.consumers.iter().filter(follows).filter(|consumer| consumer.wants(change.table)) {
                if !self.tell(&**consumer, change, &mut progress).await? {
                    anew.push(consumer.name());
                }
            }
            let age = (inner.now().0 / 1000) as i64 - change.at;
            inner.gauges.lag.store(age.max(0), Relaxed);
        }
        if drained {
            inner.gauges.lag.store(0, Relaxed);
        }
        inner.gauges.parked.store(self.parked.len() as u64, Relaxed);
        if then != state.checkpoint || !anew.is_empty() {
            state.checkpoint = then;
            state.consumers.retain(|name| !anew.contains(&name.as_str()));
            let state = self.save(state).await?;
            feed.passed(READER, &state.checkpoint).await.map_err(Failed::because)?;
        }
        progress.drained = drained && anew.is_empty();
        Ok(progress)
    }

    /// Where the house is. A consumer that does not follow yet makes its copy first: what it misses meanwhile comes behind the checkpoint.
    async fn follow(&mut self, feed: &dyn Feed) -> Result<FeedState, Failed> {
        let inner = self.inner;
        let mut state = if let Some(state) = &self.state {
            state.clone()
        } else {
            let checkpoint = feed.begin(READER, &inner.tables).await.map_err(Failed::because)?;
            self.save(FeedState { feed: inner.feed.clone(), version: 0, checkpoint, consumers: Vec::new() }).await?
        };
        // Whoever is gone from the program, and comes back in a later version, has missed something.
        let names: Vec<&str> = inner.consumers.iter().map(|consumer| consumer.name()).collect();
        if state.consumers.iter().any(|name| !names.contains(&name.as_str())) {
            state.consumers.retain(|name| names.contains(&name.as_str()));
            state = self.save(state).await?;
        }
        for consumer in &inner.consumers {
            if state.consumers.iter().any(|name| name == consumer.name()) {
                continue;
            }
            if self.unmade.get(consumer.name()).is_some_and(|(_, again)| inner.now().0 < again.0) {
                continue;
            }
            // One that cannot make its copy holds up nobody else: it misses nothing, since it begins with a whole one.
            if let Err(why) = held_to(consumer.rebuild()).await {
                let tries = self.unmade.get(consumer.name()).map_or(1, |(tries, _)| tries.saturating_add(1));
                let again = Millis(inner.now().0 + delay(tries).as_millis() as u64);
                tracing::warn!(feed = inner.feed.as_str(), consumer = consumer.name(), %why, "a copy could not be made: it is tried again");
                self.unmade.insert(consumer.name(), (tries, again));
                inner.gauges.failed.fetch_add(1, Relaxed);
                continue;
            }
            self.unmade.remove(consumer.name());
            inner.gauges.rebuilt.fetch_add(1, Relaxed);
            self.let_go_of(consumer.name()).await?;
            state.consumers.push(consumer.name().to_owned());
            state = self.save(state).await?;
        }
        Ok(state)
    }

    /// Stops a server that has lost its lease without knowing, because it was suspended or cut off, before it tells anybody of what others
    /// have told already. What stays is the moment between this and the telling, so that consumers do well to copy what is there now.
    async fn is_still_ours(&self) -> Result<(), Failed> {
        let stands = repo::state(&self.inner.db, &self.inner.feed).await.map_err(Failed::because)?;
        let version = |state: &Option<FeedState>| state.as_ref().map(|state| state.version);
        if version(&stands) == version(&self.state) { Ok(()) } else { Err(another_reads()) }
    }

    /// The state that was last saved by this server.
    fn version(&self) -> u64 {
        self.state.as_ref().map_or(0, |state| state.version)
    }

    /// Changes are lost: everybody makes their copy anew, behind a new beginning.
    async fn begin_anew(&mut self, feed: &dyn Feed, mut state: FeedState) -> Result<(), Failed> {
        tracing::warn!(feed = self.inner.feed.as_str(), "changes are lost: copies are made anew");
        state.checkpoint = feed.begin(READER, &self.inner.tables).await.map_err(Failed::because)?;
        state.consumers.clear();
        self.save(state).await?;
        self.follow(feed).await.map(drop)
    }

    /// Keeps how far the house has come, unless another server has done so meanwhile.
    async fn save(&mut self, mut state: FeedState) -> Result<FeedState, Failed> {
        let version = state.version;
        state.version += 1;
        if_ours(repo::save(&self.inner.db, &state, version).await)?;
        self.state = Some(state.clone());
        Ok(state)
    }

    /// Tells a consumer of a change. False where it has to make its copy anew.
    async fn tell(&mut self, consumer: &dyn Consumer, change: &Change, progress: &mut Progress) -> Result<bool, Failed> {
        let inner = self.inner;
        let of = word_of(change);
        let place = (consumer.name().to_owned(), of.to_string());
        // In order for each key: what comes behind a change that waits, waits with it.
        if let Some(parked) = self.parked.get_mut(&place) {
            parked.after = change.after.clone().map(Image);
            parked.at = change.at;
            let parked = parked.clone();
            return self.keep(parked).await;
        }
        let outcome = self.applied(consumer, change).await;
        inner.gauges.told.fetch_add(1, Relaxed);
        progress.told += 1;
        let Err(why) = outcome else { return Ok(true) };
        tracing::warn!(feed = inner.feed.as_str(), consumer = consumer.name(), %why, "a change could not be dealt with: it waits");
        inner.gauges.failed.fetch_add(1, Relaxed);
        progress.failed += 1;
        let now = inner.now();
        let parked = Parked {
            feed: inner.feed.clone(),
            consumer: Word::new(consumer.name()).ok_or_else(|| Failed::because("a consumer's name is a word"))?,
            of,
            table: change.table.name.to_owned(),
            key: Image(key_alone(change)),
            before: change.before.clone().map(Image),
            after: change.after.clone().map(Image),
            at: change.at,
            error: reason(&why),
            tries: 1,
            since: now,
            retry_at: Millis(now.0 + delay(1).as_millis() as u64),
        };
        self.parked.insert(place, parked.clone());
        self.keep(parked).await
    }

    /// Tells a consumer, and is back in time whatever it does.
    async fn applied(&self, consumer: &dyn Consumer, change: &Change) -> Result<(), Failed> {
        tokio::select! {
            outcome = held_to(consumer.apply(change)) => outcome,
            () = self.inner.db.clock().sleep(APPLYING) => Err(Failed::because("it took too long")),
        }
    }

    /// Keeps what waits. False where it is too large to be kept.
    async fn keep(&self, parked: Parked) -> Result<bool, Failed> {
        let bytes = |image: &Option<Image>| image.as_ref().map_or(0, |image| image.0.view().bytes().len());
        if bytes(&parked.before) + bytes(&parked.after) > LARGEST {
            return Ok(false);
        }
        if_ours(repo::park(&self.inner.db, &parked, self.version()).await).map(|()| true)
    }

    async fn unpark(&self, parked: &Parked) -> Result<(), Failed> {
        if_ours(repo::unpark(&self.inner.db, parked, self.version()).await)
    }

    /// Tells consumers once more of what waits and is due.
    async fn try_again(&mut self) -> Result<Progress, Failed> {
        let inner = self.inner;
        let now = inner.now();
        let mut progress = Progress::default();
        let due: Vec<Parked> = self.parked.values().filter(|parked| parked.retry_at.0 <= now.0).cloned().collect();
        if !due.is_empty() {
            self.is_still_ours().await?;
        }
        for mut parked in due {
            let place = (parked.consumer.to_string(), parked.of.to_string());
            let consumer = inner.consumers.iter().find(|consumer| consumer.name() == parked.consumer.as_str());
            let told = match (consumer, change_of(inner, &parked)) {
                (Some(consumer), Some(change)) => {
                    progress.told += 1;
                    self.applied(&**consumer, &change).await
                }
                // Nobody is there who would want to know.
                _ => Ok(()),
            };
            match told {
                Ok(()) => {
                    self.unpark(&parked).await?;
                    self.parked.remove(&place);
                }
                Err(why) => {
                    progress.failed += 1;
                    parked.tries = parked.tries.saturating_add(1);
                    parked.error = reason(&why);
                    parked.retry_at = Millis(now.0 + delay(parked.tries).as_millis() as u64);
                    self.keep(parked.clone()).await?;
                    self.parked.insert(place, parked);
                }
            }
        }
        Ok(progress)
    }

    /// A consumer has made its copy anew: nothing of it waits any longer.
    async fn let_go_of(&mut self, consumer: &str) -> Result<(), Failed> {
        let gone: Vec<_> =
            self.parked.iter().filter(|(place, _)| place.0 == consumer).map(|(place, of)| (place.clone(), of.clone())).collect();
        for (place, parked) in gone {
            self.unpark(&parked).await?;
            self.parked.remove(&place);
        }
        Ok(())
    }
}

/// A consumer's work; a panic in it is a failure like any other.
async fn held_to(work: impl Future<Output = Result<(), Failed>>) -> Result<(), Failed> {
    AssertUnwindSafe(work).catch_unwind().await.unwrap_or_else(|_| Err(Failed::because("it panicked")))
}

/// A write under the condition that this server is still the one that reads.
fn if_ours(written: Result<bool, StoreError>) -> Result<(), Failed> {
    if written.map_err(Failed::because)? { Ok(()) } else { Err(another_reads()) }
}

fn another_reads() -> Failed {
    Failed::because("another server reads this feed")
}

/// Why, in so many words that they fit beside what waits.
fn reason(why: &Failed) -> String {
    why.to_string().chars().take(LONGEST_REASON).collect()
}

fn change_of(inner: &Inner, parked: &Parked) -> Option<Change> {
    let table = inner.tables.iter().copied().find(|table| table.name == parked.table)?;
    let image = |image: &Option<Image>| image.as_ref().map(|image| image.0.clone());
    let (before, after) = (image(&parked.before), image(&parked.after));
    let key = key_of(table, parked.key.0.view())?;
    Some(Change { table, key, at: parked.at, before, after })
}

/// An item that is only the key of what changed.
fn key_alone(change: &Change) -> Item {
    let range = change.table.range.zip(change.key.range.as_ref());
    let attributes: Attributes = std::iter::once((change.table.hash, &change.key.hash))
        .chain(range)
        .map(|(attribute, value)| (attribute.name.to_owned(), value.to_value()))
        .collect();
    Item::from_attributes(&attributes)
}

/// A table and a key as a word: the same for the same, and no other for another.
fn word_of(change: &Change) -> Word {
    let text = format!("{}|{:?}", change.table.name, change.key);
    Word::new(digest(text.as_bytes())).expect("a digest in base64 is a word")
}
