//! The embedded store: SQLite in this process, one file per app, durable before it answers.
//!
//! Many readers, one writer. A read runs where it is called, on a connection of its own; writes go to one thread that commits all that
//! wait together, with one sync. Index entries and the change feed are written in the same transaction as the item, so indexes are
//! exact and no change is missed.

mod backup;
mod check;
mod directory;
mod feed;
mod file;
mod keys;
mod layout;
mod read;
mod sweep;
mod write;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use chabudai_kernel::design::Table;
use chabudai_kernel::limits;
use chabudai_kernel::op::{BatchGet, BatchWrite, Get, Page, Query, Scan, Transact, TransactGet, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Answer, BatchGot, Boxed, Now, Store, StoreError};
use rusqlite::Connection;

pub use backup::Progress;
pub use directory::DataDirectory;
pub use feed::Change;

use layout::TableLayout;
use sweep::Sweeper;
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
}

impl Default for Options {
    fn default() -> Self {
        Self { sweep_every: Some(Duration::from_mins(1)), clock: system_seconds }
    }
}

fn system_seconds() -> i64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

/// A store in one SQLite file.
pub struct EmbeddedStore {
    path: PathBuf,
    layouts: Layouts,
    // The sweeper goes first, then the writer: fields are dropped in this order.
    _sweeper: Option<Sweeper>,
    writer: Option<Arc<Writer>>,
    readers: Mutex<Vec<Connection>>,
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

#[expect(clippy::needless_pass_by_value, reason = "it stands in map_err")]
pub(crate) fn failed(error: impl ToString) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

impl EmbeddedStore {
    /// Opens a file for reading and writing, makes it if need be, and brings it to the design.
    pub fn open(path: &Path, tables: &[&'static Table], options: Options) -> Result<Self, StoreError> {
        let layouts = Layouts::new(tables);
        let connection = file::open_writer(path)?;
        file::follow_design(&connection, &layouts)?;
        let writer = Arc::new(Writer::start(connection, layouts.clone())?);
        let sweeper = options.sweep_every.map(|every| Sweeper::start(&writer, every, options.clock)).transpose()?;
        Ok(Self { path: path.to_owned(), layouts, _sweeper: sweeper, writer: Some(writer), readers: Mutex::default() })
    }

    /// Opens a file for reading, beside the server that writes it.
    pub fn open_to_read(path: &Path, tables: &[&'static Table]) -> Result<Self, StoreError> {
        let reader = file::open_reader(path)?;
        Ok(Self { path: path.to_owned(), layouts: Layouts::new(tables), _sweeper: None, writer: None, readers: Mutex::new(vec![reader]) })
    }

    fn read<T>(&self, work: impl FnOnce(&Connection, &Layouts) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let waiting = self.readers.lock().expect("no reader panics while it holds the lock").pop();
        let connection = waiting.map_or_else(|| file::open_reader(&self.path), Ok)?;
        let answer = work(&connection, &self.layouts);
        self.readers.lock().expect("no reader panics while it holds the lock").push(connection);
        answer
    }

    fn writer(&self) -> Result<&Arc<Writer>, StoreError> {
        self.writer.as_ref().ok_or_else(|| StoreError::invalid("store.read_only", "the store is open for reading only"))
    }

    /// The changes behind a sequence number, oldest first, at most so many.
    pub fn changes(&self, behind: i64, most: u32) -> Result<Vec<Change>, StoreError> {
        self.read(|connection, _| feed::read(connection, behind, most))
    }

    /// How far a consumer of the feed has come.
    pub fn passed(&self, consumer: &str) -> Result<i64, StoreError> {
        self.read(|connection, _| feed::passed(connection, consumer))
    }

    /// Notes that a consumer of the feed has dealt with everything up to a sequence number.
    pub async fn pass(&self, consumer: &str, sequence: i64) -> Result<(), StoreError> {
        let consumer = consumer.to_owned();
        self.writer()?.run(move |connection, _| feed::pass(connection, &consumer, sequence)).await
    }

    /// Removes what is past its TTL and prunes the feed; says how many items went.
    pub async fn sweep(&self, now: Now) -> Result<usize, StoreError> {
        sweep::sweep(self.writer()?, now).await
    }

    /// Copies the file as it stands at this moment, while others read and write. Blocks: call it from a thread of its own.
    pub fn backup(&self, target: &Path, tell: impl FnMut(Progress)) -> Result<(), StoreError> {
        backup::backup(&self.path, target, tell)
    }

    /// Puts a copy in place of a file that is not there yet, after looking whether it is whole.
    pub fn restore(copy: &Path, target: &Path) -> Result<(), StoreError> {
        backup::restore(copy, target)
    }

    /// What is wrong with the file, in sentences; nothing when every index entry has its item, and back. Blocks.
    pub fn check(&self) -> Result<Vec<String>, StoreError> {
        self.read(check::check)
    }

    /// Makes everything anew that the file keeps beside its items: index entries, sizes, times of expiry.
    pub async fn rebuild(&self) -> Result<(), StoreError> {
        self.writer()?.run(file::rebuild).await
    }
}

impl std::fmt::Debug for EmbeddedStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EmbeddedStore").field("path", &self.path).finish_non_exhaustive()
    }
}

/// An answer that is there already, in the form that the trait wants.
fn ready<'a, T: Send + 'a>(answer: Result<T, StoreError>) -> Boxed<'a, T> {
    Box::pin(std::future::ready(answer))
}

impl Store for EmbeddedStore {
    fn get<'a>(&'a self, op: &'a Get, now: Now) -> Boxed<'a, Answer<Option<Item>>> {
        ready(limits::get(op).and_then(|()| self.read(|connection, layouts| read::get(connection, layouts, op, now))))
    }

    fn query<'a>(&'a self, op: &'a Query, now: Now) -> Boxed<'a, Answer<Page>> {
        ready(limits::query(op).and_then(|()| self.read(|connection, layouts| read::query(connection, layouts, op, now))))
    }

    fn scan<'a>(&'a self, op: &'a Scan, now: Now) -> Boxed<'a, Answer<Page>> {
        ready(limits::scan(op).and_then(|()| self.read(|connection, layouts| read::scan(connection, layouts, op, now))))
    }

    fn batch_get<'a>(&'a self, op: &'a BatchGet, now: Now) -> Boxed<'a, Answer<BatchGot>> {
        ready(limits::batch_get(op).and_then(|()| self.read(|connection, layouts| read::batch_get(connection, layouts, op, now))))
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
        ready(limits::transact_get(op).and_then(|()| self.read(|connection, layouts| read::transact_get(connection, layouts, op, now))))
    }

    /// The tables were made when the file was opened; a table that it was not opened with is an error.
    fn create_tables<'a>(&'a self, tables: &'a [&'static Table]) -> Boxed<'a, ()> {
        ready(tables.iter().try_for_each(|table| self.layouts.of(table).map(drop)))
    }
}
