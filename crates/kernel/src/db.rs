//! What a repo works with: a store, a clock, cursors and meters, and every call attributed to its access pattern.

use std::sync::Arc;
use std::time::Duration;

use crate::clock::{Clock, backoff};
use crate::cursor::{CursorError, Cursors};
use crate::declared::{self, Asked};
use crate::design::{AccessPattern, Design, Table};
use crate::entity::{Decode, Entity};
use crate::expr::attr;
use crate::key::ItemKey;
use crate::limits;
use crate::meter::{Meter, Meters};
use crate::op::{BatchGet, BatchWrite, Get, Page, PageKey, Query, Scan, Transact, TransactGet, Write};
use crate::own::{self, OwnWrites};
use crate::packed::{Item, Items};
use crate::seal::Seal;
use crate::store::{Answer, Boxed, Now, Store, StoreError};

/// How often an unprocessed part of a batch is asked for again before the caller hears that the store is throttled.
const BATCH_TRIES: u32 = 10;

/// An app's data.
#[derive(Clone)]
pub struct Db {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    cursors: Cursors,
    root_secret: Arc<[u8]>,
    meters: Arc<Meters>,
    observer: Option<Arc<dyn Observer>>,
    own: Option<Arc<dyn OwnWrites>>,
}

/// Hears of every request to the store, on whose account it was and whether it failed: to add up what one request of a client asks for.
pub trait Observer: Send + Sync {
    /// A pattern is asked.
    fn asked(&self, pattern: &'static AccessPattern);
    /// The store has answered.
    fn answered(&self, pattern: &'static AccessPattern, requests: u32, failed: bool);
}

/// The answer to a list: the items, and the cursor behind which the next page begins. No cursor: that was all.
#[derive(Clone, PartialEq, Debug)]
pub struct Listed<T> {
    /// The items.
    pub items: Vec<T>,
    /// Where the next page begins.
    pub next: Option<String>,
}

/// Which page of a list is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paging<'a> {
    /// At most so many.
    pub limit: u32,
    /// From here on; from the beginning without.
    pub cursor: Option<&'a str>,
    /// From the end of the order.
    pub backward: bool,
}

/// What can go wrong with a list.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ListError {
    /// The client's cursor is not of this list.
    #[error(transparent)]
    Cursor(#[from] CursorError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Db {
    /// An app's data in a store. The root secret is the server's own and never leaves it: cursors are sealed with a key made from it.
    pub fn new(design: &Design, store: Arc<dyn Store>, clock: Arc<dyn Clock>, root_secret: &[u8]) -> Self {
        let meters = Arc::new(Meters::new(design));
        Self { store, clock, cursors: Cursors::new(root_secret), root_secret: root_secret.into(), meters, observer: None, own: None }
    }

    /// Seals what an app keeps and nobody reads in the table, with a key of its own made from the root secret. The purpose is one that
    /// nothing else has.
    pub fn seal(&self, purpose: &'static [u8]) -> Seal {
        Seal::new(purpose, &self.root_secret)
    }

    /// The same data, with somebody who hears of every request.
    pub fn observed_by(mut self, observer: Arc<dyn Observer>) -> Self {
        self.observer = Some(observer);
        self
    }

    /// The same data, for clients who see what they have just written. Says nothing where indexes never lag.
    ///
    /// For a moment after a write, each of the writer's queries of an index takes one more request. It belongs to no access pattern and is
    /// on no pattern's account.
    pub fn seen_by(mut self, own: Arc<dyn OwnWrites>) -> Self {
        self.own = Some(own).filter(|_| self.store.indexes_lag());
        self
    }

    /// Answers an access pattern: every request from here on is on its account.
    pub fn run(&self, pattern: &'static AccessPattern) -> Run<'_> {
        let meter = self.meters.of(pattern);
        meter.call();
        if let Some(observer) = &self.observer {
            observer.asked(pattern);
        }
        Run { db: self, pattern, meter }
    }

    /// The clock.
    pub fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    /// The meters.
    pub fn meters(&self) -> &Meters {
        &self.meters
    }

    /// The store itself, for tools that work on whole tables.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// Writes items that nobody wrote one by one: the past of a demo, the load of a benchmark. No access pattern puts them, so none pays.
    pub async fn fill(&self, writes: &[BatchWrite]) -> Result<(), StoreError> {
        for chunk in writes.chunks(limits::BATCH_WRITE) {
            let (mut rest, mut tries) = (chunk.to_vec(), 0);
            while !rest.is_empty() {
                self.pause(&mut tries).await?;
                rest = self.store.batch_write(&rest, self.clock.now()).await?.value;
            }
        }
        Ok(())
    }

    /// Before another part of a batch is asked for: at once the first time, later the longer the more often, and not for ever.
    async fn pause(&self, tries: &mut u32) -> Result<(), StoreError> {
        *tries += 1;
        match *tries {
            1 => Ok(()),
            again if again > BATCH_TRIES + 1 => Err(StoreError::Throttled),
            again => {
                self.clock.sleep(backoff(again)).await;
                Ok(())
            }
        }
    }
}

/// An access pattern being answered.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    db: &'a Db,
    pattern: &'static AccessPattern,
    meter: &'a Meter,
}

/// A request under way. It is timed where it ends, by an answer or because nobody waits any longer.
struct Waiting<'a> {
    run: Run<'a>,
    since: Duration,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.run.meter.wait(self.run.db.clock.elapsed().saturating_sub(self.since));
    }
}

impl Run<'_> {
    /// Holds an operation to what its pattern declares, where tests and developers see it: in debug builds.
    pub(crate) fn declares(&self, asked: Asked<'_>) {
        // A batch of nothing asks for nothing. A pattern without steps is a test's own; the design check refuses it in a design.
        if cfg!(debug_assertions) && !self.pattern.steps.is_empty() && !matches!(asked, Asked::BatchGet([]) | Asked::BatchWrite([])) {
            let steps = declared::steps_of(self.pattern, asked);
            assert!(steps != 0, "{} declares no such step: {asked}", self.pattern.id);
            let writes: &[Write] = match asked {
                Asked::Write(write) => std::slice::from_ref(write),
                Asked::Transact(writes) => writes,
                _ => &[],
            };
            let unknown: Vec<String> = writes.iter().flat_map(declared::unknown_paths).collect();
            assert!(unknown.is_empty(), "{} changes {unknown:?}, which the kind's design does not list", self.pattern.id);
            self.meter.take(steps);
        }
    }

    /// Asks the store, and puts the answer and the time it took on the pattern's account.
    ///
    /// The time begins before the store is called and not at the first poll: the embedded store reads within the call itself.
    pub(crate) async fn metered<'a, T>(&'a self, ask: impl FnOnce(&'a dyn Store, Now) -> Boxed<'a, Answer<T>>) -> Result<T, StoreError> {
        let waiting = Waiting { run: *self, since: self.db.clock.elapsed() };
        let answer = ask(&*self.db.store, self.db.clock.now()).await;
        drop(waiting);
        if let Some(observer) = &self.db.observer {
            observer.answered(self.pattern, answer.as_ref().map_or(1, |answer| answer.spent.requests), answer.is_err());
        }
        match answer {
            Ok(answer) => {
                self.meter.spend(&answer.spent);
                Ok(answer.value)
            }
            Err(error) => {
                self.meter.fail();
                Err(error)
            }
        }
    }

    /// Reads one page, with what the client has just written as it is.
    pub(crate) async fn query(&self, op: &Query) -> Result<Page, StoreError> {
        let page = self.metered(|store, now| store.query(op, now)).await?;
        let Some(own) = self.db.own.as_ref().filter(|_| op.index.is_some() && !op.count_only) else { return Ok(page) };
        let mut keys = own.recent(op.table);
        keys.truncate(own::MOST);
        if keys.is_empty() {
            return Ok(page);
        }
        let asked = keys.iter().map(|key| (op.table, key.clone())).collect();
        let get = BatchGet { keys: asked, consistent: true, projection: Vec::new() };
        let got = self.db.store.batch_get(&get, self.db.clock.now()).await?.value;
        // What the store did not get to stays as the index has it.
        let missed: Vec<ItemKey> = got.unprocessed.map_or_else(Vec::new, |rest| rest.keys.into_iter().map(|(_, key)| key).collect());
        keys.retain(|key| !missed.contains(key));
        let current: Vec<Item> = got.items.into_iter().map(|(_, item)| item).collect();
        Ok(own::seen(op, page, &keys, &current)?)
    }

    /// Notes what the client has written.
    fn wrote<'w>(&self, writes: impl IntoIterator<Item = &'w Write>) {
        if let Some(own) = &self.db.own {
            let shown =
                |write: &&Write| !matches!(write, Write::Check(_)) && declared::is_in_an_index(self.pattern, write.table(), write.key());
            for write in writes.into_iter().filter(shown) {
                own.wrote(write.table(), write.key());
            }
        }
    }

    /// The cursor of a position.
    pub(crate) fn seal(&self, op: &Query, position: &PageKey) -> String {
        self.db.cursors.seal(op, position)
    }

    /// The position of a cursor.
    pub(crate) fn open(&self, op: &Query, token: &str) -> Result<PageKey, CursorError> {
        self.db.cursors.open(op, token)
    }

    /// Reads one item.
    pub async fn get<T: Decode>(&self, op: Get) -> Result<Option<T>, StoreError> {
        self.declares(Asked::Get(&op));
        let found = self.metered(|store, now| store.get(&op, now)).await?;
        decode_one(found)
    }

    /// Reads the entity of a key.
    pub async fn entity<E: Entity>(&self, key: ItemKey) -> Result<Option<E>, StoreError> {
        self.get(Get::new(E::DESIGN.table, key)).await
    }

    /// Reads one page, exactly as the store gives it.
    pub async fn page<T: Decode>(&self, op: &Query) -> Result<(Vec<T>, Option<PageKey>), StoreError> {
        self.declares(Asked::Query(op));
        let page = self.query(op).await?;
        Ok((decode_all(&page.items)?, page.next))
    }

    /// Reads the whole range, however many pages it takes.
    pub async fn all<T: Decode>(&self, mut op: Query) -> Result<Vec<T>, StoreError> {
        let mut out = Vec::new();
        loop {
            let (items, next) = self.page(&op).await?;
            out.extend(items);
            match next {
                Some(next) => op.after = Some(next),
                None => return Ok(out),
            }
        }
    }

    /// Counts the range, however many pages it takes.
    pub async fn count(&self, mut op: Query) -> Result<u64, StoreError> {
        op.count_only = true;
        self.declares(Asked::Query(&op));
        let mut total = 0;
        loop {
            let page = self.metered(|store, now| store.query(&op, now)).await?;
            total += u64::from(page.count);
            match page.next {
                Some(next) => op.after = Some(next),
                None => return Ok(total),
            }
        }
    }

    /// Lists up to `want` items for a client, from its cursor on. The cursor in the answer is absent at the exact end.
    ///
    /// Without a filter this is one request for one item more than wanted: that item tells whether anything follows. With a filter it
    /// reads page after page until enough were found or `read_at_most` items were looked at.
    pub async fn list<T: Decode>(&self, mut op: Query, want: u32, cursor: Option<&str>, read_at_most: u32) -> Result<Listed<T>, ListError> {
        op.after = cursor.map(|token| self.db.cursors.open(&op, token)).transpose()?;
        if !op.projection.is_empty() {
            // The position is made from the keys, so they come along.
            for name in op.table.cursor_names(op.index) {
                if !op.projection.iter().any(|path| path.root() == name) {
                    op.projection.push(attr(name));
                }
            }
        }
        self.declares(Asked::Query(&op));
        let unfiltered = op.filter.is_none();
        let mut found = Items::default();
        let mut budget = if unfiltered { want + 1 } else { read_at_most.max(1) };
        let next = loop {
            op.limit = Some(budget);
            let page = self.query(&op).await?;
            page.items.iter().for_each(|item| found.push(item));
            if found.len() > want as usize {
                found.truncate(want as usize);
                let last = found.get(want as usize - 1).and_then(|item| PageKey::of(op.table, op.index, item));
                break Some(last.ok_or_else(|| StoreError::invalid("store.page_key", "the items carry no keys to go on from"))?);
            }
            let Some(next) = page.next else { break None };
            budget = budget.saturating_sub(page.scanned);
            op.after = Some(next);
            if budget == 0 {
                break self.next_unless_end(&op).await?;
            }
        };
        Ok(Listed { items: decode_all(&found)?, next: next.map(|position| self.db.cursors.seal(&op, &position)) })
    }

    /// A page that ends at its limit has a position even when nothing follows: one look tells.
    async fn next_unless_end(&self, op: &Query) -> Result<Option<PageKey>, StoreError> {
        // What the client has just written may follow where the index ends.
        let is_own = self.db.own.as_ref().is_some_and(|own| op.index.is_some() && !own.recent(op.table).is_empty());
        let look = Query { limit: Some(1), filter: None, projection: Vec::new(), count_only: !is_own, ..op.clone() };
        let page = self.query(&look).await?;
        Ok(if page.scanned == 0 && page.items.is_empty() { None } else { op.after.clone() })
    }

    /// Reads one page of a whole table: for staff and jobs.
    pub async fn scan<T: Decode>(&self, op: &Scan) -> Result<(Vec<T>, Option<PageKey>), StoreError> {
        self.declares(Asked::Scan(op));
        let page = self.metered(|store, now| store.scan(op, now)).await?;
        Ok((decode_all(&page.items)?, page.next))
    }

    /// Reads items by their keys, in no order: duplicates are asked for once, `chunk` at a time (at most 100), and what the store did
    /// not get to is asked for again after a pause.
    pub async fn batch_get<T: Decode>(
        &self,
        keys: Vec<(&'static Table, ItemKey)>,
        chunk: usize,
        consistent: bool,
    ) -> Result<Vec<T>, StoreError> {
        let mut seen = std::collections::HashSet::new();
        let keys: Vec<_> = keys.into_iter().filter(|(table, key)| seen.insert((table.name, key.clone()))).collect();
        self.declares(Asked::BatchGet(&keys));
        let mut out = Vec::with_capacity(keys.len());
        for keys in keys.chunks(chunk.clamp(1, limits::BATCH_GET)) {
            let mut left = Some(BatchGet { keys: keys.to_vec(), consistent, projection: Vec::new() });
            let mut tries = 0;
            while let Some(op) = left {
                self.db.pause(&mut tries).await?;
                let got = self.metered(|store, now| store.batch_get(&op, now)).await?;
                for (_, item) in &got.items {
                    if T::is_asked_for(item.view()) {
                        out.push(T::decode(item.view())?);
                    }
                }
                left = got.unprocessed;
            }
        }
        Ok(out)
    }

    /// Writes items without conditions: of several writes to one item the last counts, 25 go at a time, and what the store did not get
    /// to is written again after a pause. Not all or none: an error leaves what was written.
    pub async fn batch_write(&self, ops: Vec<BatchWrite>) -> Result<(), StoreError> {
        let mut seen = std::collections::HashSet::new();
        let mut last: Vec<_> = ops.into_iter().rev().filter(|op| seen.insert((op.table().name, op.key().clone()))).collect();
        last.reverse();
        self.declares(Asked::BatchWrite(&last));
        for chunk in last.chunks(limits::BATCH_WRITE) {
            let (mut rest, mut tries) = (chunk.to_vec(), 0);
            while !rest.is_empty() {
                self.db.pause(&mut tries).await?;
                rest = self.metered(|store, now| store.batch_write(&rest, now)).await?;
            }
        }
        if let Some(own) = &self.db.own {
            for op in last.iter().filter(|op| declared::is_in_an_index(self.pattern, op.table(), op.key())) {
                own.wrote(op.table(), op.key());
            }
        }
        Ok(())
    }

    /// Carries out one write, and hands back the item where it asks for it.
    pub async fn write<T: Decode>(&self, op: impl Into<Write>) -> Result<Option<T>, StoreError> {
        let op = op.into();
        self.declares(Asked::Write(&op));
        let found = self.metered(|store, now| store.write(&op, now)).await?;
        self.wrote([&op]);
        decode_one(found)
    }

    /// Carries out one write that hands nothing back.
    pub async fn commit_one(&self, op: impl Into<Write>) -> Result<(), StoreError> {
        self.write::<Item>(op).await.map(drop)
    }

    /// Carries out all writes or none.
    pub async fn commit(&self, op: Transact) -> Result<(), StoreError> {
        self.declares(Asked::Transact(&op.writes));
        self.metered(|store, now| store.transact(&op, now)).await?;
        self.wrote(&op.writes);
        Ok(())
    }

    /// Reads items as they stand at one moment, in the order asked for.
    pub async fn transact_get<T: Decode>(&self, gets: Vec<Get>) -> Result<Vec<Option<T>>, StoreError> {
        let op = TransactGet { gets };
        self.declares(Asked::TransactGet(&op.gets));
        let found = self.metered(|store, now| store.transact_get(&op, now)).await?;
        found.into_iter().map(decode_one).collect()
    }
}

fn decode_one<T: Decode>(found: Option<Item>) -> Result<Option<T>, StoreError> {
    found.filter(|item| T::is_asked_for(item.view())).map(|item| T::decode(item.view()).map_err(StoreError::from)).transpose()
}

fn decode_all<T: Decode>(items: &Items) -> Result<Vec<T>, StoreError> {
    items.iter().filter(|item| T::is_asked_for(*item)).map(|item| T::decode(item).map_err(StoreError::from)).collect()
}
