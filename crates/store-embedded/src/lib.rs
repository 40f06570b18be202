//! The embedded store: SQLite in this process, one file per app, durable before it answers.
//!
//! Many readers, one writer. A short read runs where it is called, on a connection of its own, a long one on a thread for long reads;
//! writes go to one thread that commits all that wait together, with one sync. Index entries and the change feed are written in the same transaction as the item, so indexes are
//! exact and no change is missed.

mod backup;
mod check;
mod directory;
mod feed;
mod file;
mod health;
mod keys;
mod layout;
mod pool;
mod read;
mod readers;
mod sweep;
mod write;
mod writer;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use chabudai_kernel::design::Table;
use chabudai_kernel::feed::Feed;
use chabudai_kernel::limits;
use chabudai_kernel::op::{BatchGet, BatchWrite, Get, Page, Query, Scan, Transact, TransactGet, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Answer, BatchGot, Boxed, Now, Spent, Store, StoreError};

pub use backup::Progress;
pub use directory::DataDirectory;

use health::Health;
use layout::TableLayout;
use readers::Readers;
use sweep::Sweeping;
use writer::Writer;

/// Tells the time to the background sweeper, in Unix seconds.
pub type SystemSeconds = fn() -> i64;

/// How a store is opened.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How often expired items are removed; `None` leaves them to [`EmbeddedStore::sweep`].
    pub sweep_every: Option<Duration>,
    /// The sweeper's clock.
    pub clock: SystemSeconds,
    /// What happens when the thread that writes has ended, though nobody closed the store. The process ends, unless somebody knows
    /// better: one that can read and no longer write looks alive to everybody but its users.
    pub when_writer_ends: fn(),
    /// How many bytes of changes are kept for readers of the feed that have not passed them.
    pub feed_limit: u64,
}

/// A house writes a few megabytes a day; a reader that is further behind than this is better off beginning anew.
const FEED_LIMIT: u64 = 256 * 1024 * 1024;

/// The exit code of a process whose writer has ended.
pub const WRITER_ENDED: i32 = 70;

impl Default for Options {
    fn default() -> Self {
        Self {
            sweep_every: Some(Duration::from_mins(1)),
            clock: system_seconds,
            when_writer_ends: || std::process::exit(WRITER_ENDED),
            feed_limit: FEED_LIMIT,
        }
    }
}

fn system_seconds() -> i64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

/// A store in one SQLite file.
pub struct EmbeddedStore {
    health: Arc<Health>,
    // The sweeper goes first, then the writer: fields are dropped in this order.
    _sweeping: Option<Sweeping>,
    writer: Option<Arc<Writer>>,
    readers: Arc<Readers>,
    feed_limit: u64,
}

/// The tables of a file, shared by its threads.
#[derive(Clone)]
pub(crate) struct Layouts(Arc<Vec<TableLayout>>);

impl Layouts {
    fn new(tables: &[&'static Table]) -> Self {
        Self(Arc::new(tables.iter().map(|table| TableLayout::new(table)).collect()))
    }

    pub(crate) fn of(&self, table: &Table) -> Result<&TableLayout, StoreError> {
        self.0
            .iter()
            .find(|layout| std::ptr::eq(layout.table, table) || layout.table.name == table.name)
            .ok_or_else(|| StoreError::invalid("store.no_table", format!("there is no table {}", table.name)))
    }

    pub(crate) fn iter(&self) -> std::slice::Iter<'_, TableLayout> {
        self.0.iter()
    }
}

pub(crate) fn failed(error: impl std::error::Error + 'static) -> StoreError {
    match (&error as &dyn std::any::Any).downcast_ref::<rusqlite::Error>() {
        Some(error) => health::of_sqlite(error),
        None => StoreError::Unavailable(error.to_string()),
    }
}

impl EmbeddedStore {
    /// Opens a file for reading and writing, makes it if need be, and brings it to the design.
    pub fn open(path: &Path, tables: &[&'static Table], options: Options) -> Result<Self, StoreError> {
        let open = || {
            let (health, layouts) = (Arc::new(Health::new(path)), Layouts::new(tables));
            let connection = file::open_writer(path)?;
            file::follow_design(&connection, &layouts)?;
            let writer = Arc::new(Writer::start(connection, layouts.clone(), health.clone(), options.when_writer_ends)?);
            let sweeping = options.sweep_every.map(|every| Sweeping::start(&writer, every, &options)).transpose()?;
            let readers = Arc::new(Readers::new(health.clone(), layouts));
            Ok(Self { health, _sweeping: sweeping, writer: Some(writer), readers, feed_limit: options.feed_limit })
        };
        open().map_err(|error| health::named(path, &error))
    }

    /// Opens a file for reading, beside the server that writes it.
    pub fn open_to_read(path: &Path, tables: &[&'static Table]) -> Result<Self, StoreError> {
        let health = Arc::new(Health::new(path));
        let readers = Arc::new(Readers::new(health.clone(), Layouts::new(tables)));
        // The first connection is made now, so that a file that cannot be read is an error of this call.
        readers.read(|connection, _| file::format_of(connection)).map_err(|error| health::named(path, &error))?;
        Ok(Self { health, _sweeping: None, writer: None, readers, feed_limit: 0 })
    }

    fn writer(&self) -> Result<&Arc<Writer>, StoreError> {
        self.writer.as_ref().ok_or_else(|| StoreError::invalid("store.read_only", "the store is open for reading only"))
    }

    /// Removes what is past its TTL and prunes the feed; says how many items went.
    pub async fn sweep(&self, now: Now) -> Result<usize, StoreError> {
        sweep::sweep(self.writer()?, now, self.feed_limit).await
    }

    /// Copies the file as it stands at this moment, while others read and write. Blocks: call it from a thread of its own.
    pub fn backup(&self, target: &Path, tell: impl FnMut(Progress)) -> Result<(), StoreError> {
        backup::backup(self.health.path(), target, tell)
    }

    /// Copies several files as they all stand at one moment, while others read and write them, this process or another. Each pair is
    /// a file and where its copy goes. Blocks.
    pub fn backup_files(files: &[(&Path, &Path)], tell: impl FnMut(Progress)) -> Result<(), StoreError> {
        backup::backup_all(files, tell)
    }

    /// Puts a copy in place of a file that is not there yet, after looking whether it is whole.
    pub fn restore(copy: &Path, target: &Path) -> Result<(), StoreError> {
        backup::restore(copy, target)
    }

    /// What is wrong with the file, in sentences; nothing when every index entry has its item, and back. Blocks.
    pub fn check(&self) -> Result<Vec<String>, StoreError> {
        self.readers.read(check::check)
    }

    /// Makes everything anew that the file keeps beside its items: index entries, sizes, times of expiry.
    pub async fn rebuild(&self) -> Result<(), StoreError> {
        self.writer()?.run(file::rebuild).await
    }
}

impl std::fmt::Debug for EmbeddedStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EmbeddedStore").field("path", &self.health.path()).finish_non_exhaustive()
    }
}

/// An answer that is there already, in the form that the trait wants.
fn ready<'a, T: Send + 'a>(answer: Result<T, StoreError>) -> Boxed<'a, T> {
    Box::pin(std::future::ready(answer))
}

/// A refusal, or what a check let through.
fn checked<'a, T: Send + 'a>(check: Result<(), StoreError>, then: impl FnOnce() -> Boxed<'a, T>) -> Boxed<'a, T> {
    match check {
        Ok(()) => then(),
        Err(error) => ready(Err(error)),
    }
}

impl Store for EmbeddedStore {
    fn get<'a>(&'a self, op: &'a Get, now: Now) -> Boxed<'a, Answer<Option<Item>>> {
        ready(limits::get(op).and_then(|()| self.readers.read(|connection, layouts| read::get(connection, layouts, op, now))))
    }

    fn query<'a>(&'a self, op: &'a Query, now: Now) -> Boxed<'a, Answer<Page>> {
        checked(limits::query(op), || {
            self.readers.short_or_long(op, move |c, layouts, op, budget| read::query(c, layouts, op, now, budget))
        })
    }

    fn scan<'a>(&'a self, op: &'a Scan, now: Now) -> Boxed<'a, Answer<Page>> {
        checked(limits::scan(op), || {
            // One file is read from one disk, and reading it in parts would only be slower: the first segment is all of it.
            if op.segment.is_some_and(|segment| segment.this > 0) {
                return ready(Ok(Answer { value: Page::default(), spent: Spent { requests: 1, ..Spent::default() } }));
            }
            self.readers.short_or_long(op, move |c, layouts, op, budget| read::scan(c, layouts, op, now, budget))
        })
    }

    fn batch_get<'a>(&'a self, op: &'a BatchGet, now: Now) -> Boxed<'a, Answer<BatchGot>> {
        let read = move |c: &_, layouts: &_, op: &BatchGet, budget| read::batch_get(c, layouts, op, now, budget);
        checked(limits::batch_get(op), || self.readers.short_or_long(op, read))
    }

    fn batch_write<'a>(&'a self, ops: &'a [BatchWrite], now: Now) -> Boxed<'a, Answer<Vec<BatchWrite>>> {
        Box::pin(async move {
            limits::batch_write(ops)?;
            self.writer()?.batch_write(ops.to_vec(), now).await
        })
    }

    fn write<'a>(&'a self, op: &'a Write, now: Now) -> Boxed<'a, Answer<Option<Item>>> {
        Box::pin(async move {
            limits::write(op)?;
            self.writer()?.write(op.clone(), now).await
        })
    }

    fn transact<'a>(&'a self, op: &'a Transact, now: Now) -> Boxed<'a, Answer<()>> {
        Box::pin(async move {
            limits::transact(op)?;
            self.writer()?.transact(op.clone(), now).await
        })
    }

    fn transact_get<'a>(&'a self, op: &'a TransactGet, now: Now) -> Boxed<'a, Answer<Vec<Option<Item>>>> {
        let read = move |c: &_, layouts: &_, op: &TransactGet, budget| read::transact_get(c, layouts, op, now, budget);
        checked(limits::transact_get(op), || self.readers.short_or_long(op, read))
    }

    /// Commits a row and syncs it, and reads from every table. A file that somebody met damage in is not ready until it is opened anew.
    fn feed(&self) -> Option<&dyn Feed> {
        Some(self)
    }

    fn ready<'a>(&'a self, _: &'a [&'static Table], _: Now) -> Boxed<'a, ()> {
        Box::pin(async move {
            self.health.so_far()?;
            let path = self.health.path().to_owned();
            self.writer()?.run(move |connection, _| health::write(connection, &path)).await?;
            self.readers.read(health::read).map_err(|error| health::named(self.health.path(), &error))
        })
    }

    /// The tables were made when the file was opened; a table that it was not opened with is an error.
    fn create_tables<'a>(&'a self, tables: &'a [&'static Table]) -> Boxed<'a, ()> {
        ready(tables.iter().try_for_each(|table| self.readers.layouts().of(table).map(drop)))
    }
}
