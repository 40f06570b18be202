//! Removes what is past its TTL, a little at a time, through the same writer and the same feed as every other write.
//!
//! One thread sweeps all files of the process, one after the other: it has next to nothing to do, and a thread for each app would be
//! five that sleep.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use chabudai_kernel::op::{Delete, Write, key_of};
use chabudai_kernel::packed::ItemRef;
use chabudai_kernel::store::{Now, StoreError};
use rusqlite::Connection;

use crate::writer::Writer;
use crate::{Layouts, failed, feed, write};

/// The most items that one commit of the sweeper removes, so that other writes need not wait long.
const BATCH: usize = 200;

/// A file that is swept, for as long as this value is there.
pub(crate) struct Sweeping(Arc<Swept>);

struct Swept {
    /// Held while it is swept, so that a store that goes away waits for that.
    writer: Mutex<Option<Arc<Writer>>>,
    every: Duration,
    clock: crate::SystemSeconds,
    feed_limit: u64,
}

/// The files of the process, each with the time of its next turn, and whether there is a thread.
struct Turns {
    files: Vec<(Instant, Weak<Swept>)>,
    running: bool,
}

static TURNS: Mutex<Turns> = Mutex::new(Turns { files: Vec::new(), running: false });
static CHANGED: Condvar = Condvar::new();

fn turns() -> MutexGuard<'static, Turns> {
    // Nothing is swept while the lock is held, so the list is whole whatever panicked.
    TURNS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Sweeping {
    pub(crate) fn start(writer: &Arc<Writer>, every: Duration, options: &crate::Options) -> Result<Self, StoreError> {
        let (clock, feed_limit) = (options.clock, options.feed_limit);
        let swept = Arc::new(Swept { writer: Mutex::new(Some(writer.clone())), every, clock, feed_limit });
        let mut turns = turns();
        if !turns.running {
            let thread = std::thread::Builder::new().name("chabudai-sweeper".to_owned());
            thread.spawn(serve).map_err(|error| StoreError::Unavailable(error.to_string()))?;
            turns.running = true;
        }
        turns.files.push((Instant::now() + every, Arc::downgrade(&swept)));
        CHANGED.notify_one();
        Ok(Self(swept))
    }
}

impl Drop for Sweeping {
    /// Nobody else holds the writer afterwards: the store closes its file when it says so, not when a sweep is over.
    fn drop(&mut self) {
        *self.0.writer.lock().unwrap_or_else(PoisonError::into_inner) = None;
        turns().files.retain(|(_, file)| !std::ptr::eq(file.as_ptr(), Arc::as_ptr(&self.0)));
        CHANGED.notify_one();
    }
}

/// Sweeps whatever is due, until there is no file left.
fn serve() {
    let mut turns = turns();
    loop {
        let Some(next) = turns.files.iter_mut().min_by_key(|(due, _)| *due) else {
            turns.running = false;
            return;
        };
        let wait = next.0.saturating_duration_since(Instant::now());
        if !wait.is_zero() {
            turns = CHANGED.wait_timeout(turns, wait).unwrap_or_else(PoisonError::into_inner).0;
            continue;
        }
        let file = next.1.upgrade();
        next.0 = Instant::now() + file.as_ref().map_or(Duration::from_secs(1), |file| file.every);
        drop(turns);
        if let Some(file) = file {
            file.sweep();
        }
        turns = self::turns();
    }
}

impl Swept {
    fn sweep(&self) {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(writer) = &*writer else { return };
        if let Err(error) = futures::executor::block_on(sweep(writer, Now((self.clock)()), self.feed_limit)) {
            tracing::warn!(%error, "expired items could not be removed");
        }
    }
}

/// Removes every item that is past its TTL, prunes the feed and the tokens, and says how many items went.
pub(crate) async fn sweep(writer: &Writer, now: Now, feed_limit: u64) -> Result<usize, StoreError> {
    let mut total = 0;
    loop {
        let removed = writer.run(move |connection, layouts| batch(connection, layouts, now)).await?;
        total += removed;
        if removed < BATCH {
            break;
        }
    }
    writer
        .run(move |connection, _| {
            feed::prune(connection, feed_limit)?;
            connection.execute("DELETE FROM tokens WHERE at <= ?1", [now.0 - write::TOKEN_SECONDS]).map_err(failed)
        })
        .await?;
    Ok(total)
}

fn batch(connection: &Connection, layouts: &Layouts, now: Now) -> Result<usize, StoreError> {
    let mut removed = 0;
    for layout in layouts.iter().filter(|layout| layout.table.ttl.is_some()) {
        let sql = format!("SELECT item FROM {} WHERE ttl <= ?1 LIMIT ?2", layout.items);
        let items: Vec<Vec<u8>> = connection
            .prepare_cached(&sql)
            .and_then(|mut statement| statement.query_map((now.0, (BATCH - removed) as i64), |row| row.get(0))?.collect())
            .map_err(failed)?;
        for item in &items {
            let key = key_of(layout.table, ItemRef::new(item))
                .ok_or_else(|| StoreError::Unavailable(format!("an item of {} has lost its key", layout.table.name)))?;
            write::write(connection, layouts, &Write::Delete(Delete::new(layout.table, key)), now)?;
        }
        removed += items.len();
        if removed >= BATCH {
            break;
        }
    }
    Ok(removed)
}
