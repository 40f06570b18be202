//! The search of one app: those who ask, and the one who writes.
//!
//! SQLite blocks, so everything that touches the file runs on the runtime's threads for blocking work: few searches at a time, each on a
//! connection of its own, and one writer. Whoever gives up waiting does not stop what runs. So each writer has a number, and one whose number
//! is not the last writes nothing.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use chabudai_kernel::design::Table;
use chabudai_kernel::feed::{Change, Checkpoint};
use chabudai_kernel::packed::{Item, ItemRef};
use rusqlite::Connection;
use tokio::sync::{Notify, Semaphore};

use crate::document::{Document, Indexed};
use crate::error::SearchError;
use crate::file::{self, Unfinished};
use crate::find::{Found, Page, find};
use crate::index::{self, Layout};
use crate::query::{Query, Scope};

/// How many search at once in one file. More would take the processor from each other, and memory besides.
const AT_ONCE: usize = 2;

/// The search of one app on this server. A clone is the same one.
#[derive(Clone)]
pub struct Search(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) indexed: Arc<dyn Indexed>,
    path: PathBuf,
    layout: Layout,
    /// Those who search hold this to read; who puts another file into place, to write.
    readers: RwLock<Option<Readers>>,
    writer: Mutex<Option<Connection>>,
    /// Who may write: the last who has begun. It is looked at while `writer` is held.
    turn: AtomicU64,
    /// The index is to be made anew although there is one.
    anew: AtomicBool,
    /// Somebody has found out that it has to be.
    pub(crate) wanted: Notify,
    rebuilt: AtomicU64,
    permits: Arc<Semaphore>,
    /// Keeps other processes out.
    _lock: File,
}

/// Connections that nobody uses at this moment.
#[derive(Default)]
struct Readers(Mutex<Vec<Connection>>);

/// What is known of an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// How many documents there are.
    pub documents: u64,
    /// How large the file is.
    pub bytes: u64,
    /// Whether there is one to search in.
    pub ready: bool,
    /// How often it was made anew since the start.
    pub rebuilt: u64,
}

impl Search {
    /// Where an app's search file lies in a folder.
    pub fn file_of(folder: &Path, app: &str) -> PathBuf {
        folder.join(format!("{app}.search.sqlite"))
    }

    /// Opens a search file, which is looked through. Where there is none that can be used, there is none afterwards, and searches answer that one
    /// is being made.
    ///
    /// `source` says which data it is a copy of, such as the name of the store and of its tables: a file of another source is made anew.
    pub async fn open(path: &Path, indexed: Arc<dyn Indexed>, source: &str) -> Result<Self, SearchError> {
        let (path, layout) = (path.to_owned(), Layout::new(&*indexed, source));
        blocking(move || {
            let lock = file::lock(&path)?;
            let writer = file::open(&path, &layout)?;
            let readers = writer.is_some().then(Readers::default);
            Ok(Self(Arc::new(Inner {
                indexed,
                path,
                layout,
                readers: RwLock::new(readers),
                writer: Mutex::new(writer),
                turn: AtomicU64::new(0),
                anew: AtomicBool::new(false),
                wanted: Notify::new(),
                rebuilt: AtomicU64::new(0),
                permits: Arc::new(Semaphore::new(AT_ONCE)),
                _lock: lock,
            })))
        })
        .await
    }

    /// Answers a question: the best first, of equals the smaller id.
    ///
    /// What is found are ids. Whoever shows something reads it from the store, which knows best: the index is a moment behind, and what is gone
    /// by now is left out.
    pub async fn find(&self, query: Query, scope: Scope, page: Page) -> Result<Found, SearchError> {
        if query.is_empty() {
            return Ok(Found::default());
        }
        self.read(move |connection, layout| find(connection, layout, &query, &scope, page))
            .await
            .map(|found| found.unwrap_or_else(Found::not_yet))
    }

    /// What is known of the index.
    pub async fn state(&self) -> Result<State, SearchError> {
        let documents = self.read(|connection, _| index::count(connection)).await?;
        let (bytes, rebuilt) = (file::size(&self.0.path), self.0.rebuilt.load(SeqCst));
        Ok(State { documents: documents.unwrap_or(0), bytes, ready: documents.is_some(), rebuilt })
    }

    /// Has the index made anew, soon, by whoever [follows](crate::Follower) for it. The old one answers meanwhile.
    pub fn rebuild_soon(&self) {
        self.0.anew.store(true, SeqCst);
        self.0.wanted.notify_one();
    }

    /// Reads from the file; `None` where there is none. Whoever does not wait for the answer holds their place until it is there.
    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection, &Layout) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<Option<T>, SearchError> {
        let permit = Arc::clone(&self.0.permits).acquire_owned().await.map_err(|_| SearchError::Ended)?;
        let inner = Arc::clone(&self.0);
        blocking(move || {
            let _permit = permit;
            let nth = inner.rebuilt.load(SeqCst);
            match inner.read_here(work) {
                Err(error) if error.is_damage() => {
                    inner.damaged(nth, &error);
                    Ok(None)
                }
                answer => answer,
            }
        })
        .await
    }
}

impl Inner {
    fn read_here<T>(&self, work: impl FnOnce(&Connection, &Layout) -> rusqlite::Result<T>) -> Result<Option<T>, SearchError> {
        let readers = self.readers.read().unwrap_or_else(PoisonError::into_inner);
        let Some(Readers(idle)) = &*readers else { return Ok(None) };
        let waiting = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = waiting.map_or_else(|| file::reader(&self.path), Ok)?;
        let answer = work(&connection, &self.layout)?;
        // One that met an error, or on which somebody panicked, is closed.
        idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        Ok(Some(answer))
    }

    /// Damage does not mend itself: nobody searches there any more, and whoever follows makes it anew. Unless that has happened already since
    /// somebody met it, in the file that was put into place as the `nth`.
    fn damaged(&self, nth: u64, error: &SearchError) {
        let mut readers = self.readers.write().unwrap_or_else(PoisonError::into_inner);
        if self.rebuilt.load(SeqCst) != nth {
            return;
        }
        tracing::warn!(file = %self.path.display(), %error, "the search file is damaged: it is made anew");
        *readers = None;
        self.anew.store(true, SeqCst);
        self.wanted.notify_one();
    }

    fn writer(&self) -> MutexGuard<'_, Option<Connection>> {
        // Whoever panics leaves a transaction that is rolled back, and a connection that is as good as before.
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new one who writes: those before write nothing any more, once they have the writer's lock. It is taken before the work is handed to a
    /// thread, so that what was given up before it began does not take the turn of those behind it.
    pub(crate) fn take_turn(&self) -> u64 {
        self.turn.fetch_add(1, SeqCst) + 1
    }

    /// Whose turn it is.
    pub(crate) fn turn(&self) -> u64 {
        self.turn.load(SeqCst)
    }

    fn is_turn_of(&self, turn: u64) -> Result<(), SearchError> {
        if self.turn() == turn { Ok(()) } else { Err(SearchError::Overtaken) }
    }

    /// A new reader of the feed begins here; `None` where the copy has to be made first.
    pub(crate) fn begin(&self, turn: u64) -> Result<Option<Checkpoint>, SearchError> {
        let writer = self.writer();
        self.is_turn_of(turn)?;
        match &*writer {
            Some(connection) if !self.anew.load(SeqCst) => self.noting(index::checkpoint(connection).map_err(SearchError::from)),
            _ => Ok(None),
        }
    }

    /// Takes in changes together with how far they reach: both or none.
    pub(crate) fn apply(&self, turn: u64, changes: &[Change], then: &Checkpoint) -> Result<(), SearchError> {
        let writer = self.writer();
        self.is_turn_of(turn)?;
        let connection = writer.as_ref().ok_or(SearchError::Overtaken)?;
        self.noting(self.apply_to(connection, changes, then).map_err(SearchError::from))
    }

    fn apply_to(&self, connection: &Connection, changes: &[Change], then: &Checkpoint) -> rusqlite::Result<()> {
        let transaction = connection.unchecked_transaction()?;
        for change in changes {
            let document = |item: &Option<Item>| item.as_ref().and_then(|item| document(&*self.indexed, change.table, item.view()));
            let (before, after) = (document(&change.before), document(&change.after));
            // Most changes are of something that nobody searches for, such as how often it was used.
            if before == after {
                continue;
            }
            if let Some(before) = before.filter(|before| after.as_ref().is_none_or(|after| after.id != before.id)) {
                index::remove(&transaction, &before.id)?;
            }
            if let Some(after) = after {
                self.layout.put(&transaction, &after)?;
            }
        }
        self.layout.keep(&transaction, then)?;
        transaction.commit()
    }

    /// Begins another file beside the one in place.
    pub(crate) fn begin_anew(&self, turn: u64) -> Result<Unfinished, SearchError> {
        Unfinished::begin(&self.path, turn, &self.layout)
    }

    /// Adds documents to it.
    pub(crate) fn put(&self, unfinished: &Unfinished, documents: &[Document]) -> Result<(), SearchError> {
        unfinished.put(&self.layout, documents)
    }

    /// Ends it, and puts it in place of the one that is there. Those who search wait for as long as it takes to close one file and open another.
    pub(crate) fn put_into_place(&self, turn: u64, mut unfinished: Unfinished, then: &Checkpoint) -> Result<(), SearchError> {
        unfinished.finish(&self.layout, then)?;
        let mut writer = self.writer();
        self.is_turn_of(turn)?;
        let mut readers = self.readers.write().unwrap_or_else(PoisonError::into_inner);
        // The last one that is closed removes the log of the old file, by its name: it must not be that of the new one.
        *readers = None;
        *writer = None;
        *writer = Some(unfinished.put_into_place(&self.path)?);
        *readers = Some(Readers::default());
        self.anew.store(false, SeqCst);
        self.rebuilt.fetch_add(1, SeqCst);
        Ok(())
    }

    fn noting<T>(&self, answer: Result<T, SearchError>) -> Result<T, SearchError> {
        if let Err(error) = &answer
            && error.is_damage()
        {
            self.damaged(self.rebuilt.load(SeqCst), error);
        }
        answer
    }
}

/// The document of an item, if it has one. What cannot be read is not found, and holds up nothing.
pub(crate) fn document(indexed: &dyn Indexed, table: &'static Table, item: ItemRef<'_>) -> Option<Document> {
    indexed.document(table, item).unwrap_or_else(|error| {
        tracing::warn!(index = indexed.name(), table = table.name, %error, "an item cannot be read, and so not be found");
        None
    })
}

/// Carries out what blocks on a thread that may.
pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T, SearchError> + Send + 'static) -> Result<T, SearchError> {
    tokio::task::spawn_blocking(work).await.unwrap_or(Err(SearchError::Ended))
}

#[cfg(test)]
mod tests {
    use chabudai_kernel::design::text;
    use chabudai_kernel::key::ItemKey;
    use chabudai_kernel::packed::{DecodeError, ValueRef};
    use chabudai_kernel::value::Attributes;

    use super::*;
    use crate::document::Field;
    use crate::synonyms::NoSynonyms;

    static TABLE: Table = Table { name: "jars", hash: text("PK"), range: None, indexes: &[], ttl: None, feed: true, about: "Jars." };

    static TABLES: &[&Table] = &[&TABLE];

    struct Jars;

    impl Indexed for Jars {
        fn name(&self) -> &'static str {
            "jars.search"
        }

        fn version(&self) -> u32 {
            1
        }

        fn fields(&self) -> &'static [Field] {
            const { &[Field::new("name", 1.0)] }
        }

        fn tables(&self) -> &'static [&'static Table] {
            TABLES
        }

        fn document(&self, _: &'static Table, item: ItemRef<'_>) -> Result<Option<Document>, DecodeError> {
            Ok(item.get("PK").and_then(ValueRef::as_str).map(|name| Document::public(name).text("name", name)))
        }
    }

    fn comes(name: &str) -> Change {
        let item = Item::from_attributes(&Attributes::from([("PK".into(), name.into())]));
        Change { table: &TABLE, key: ItemKey::hash_only(name), at: 0, before: None, after: Some(item) }
    }

    fn at(text: &str) -> Checkpoint {
        Checkpoint([("jars".to_owned(), text.to_owned())].into())
    }

    /// What was given up comes to its end on a thread of its own, at any time. Here it comes last.
    #[tokio::test]
    async fn who_was_overtaken_writes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let search = Search::open(&Search::file_of(folder.path(), "jars"), Arc::new(Jars), "test").await.unwrap();
        let inner = &search.0;
        let overtaken = |answer: Result<(), SearchError>| assert!(matches!(answer, Err(SearchError::Overtaken)), "{answer:?}");
        let begin = || inner.begin(inner.take_turn()).unwrap();
        assert_eq!(begin(), None);
        let old = inner.take_turn();
        let unfinished = inner.begin_anew(old).unwrap();
        inner.put(&unfinished, &[Document::public("old").text("name", "梅干")]).unwrap();
        let new = inner.take_turn();
        let file = inner.begin_anew(new).unwrap();
        inner.put(&file, &[Document::public("new").text("name", "梅干")]).unwrap();
        inner.put_into_place(new, file, &at("2")).unwrap();
        overtaken(inner.put_into_place(old, unfinished, &at("1")));
        // Changes of one who was given up, behind those of the next.
        let old = inner.turn();
        assert_eq!(begin(), Some(at("2")));
        inner.apply(inner.turn(), &[comes("梅酒")], &at("4")).unwrap();
        overtaken(inner.apply(old, &[comes("梅酢")], &at("3")));
        // One who was given up before it began takes nobody's turn.
        overtaken(inner.begin(old).map(drop));
        inner.apply(inner.turn(), &[], &at("4")).unwrap();
        assert_eq!(begin(), Some(at("4")));
        let found = search.find(Query::parse("梅", &NoSynonyms), Scope::Public, Page { offset: 0, limit: 10 }).await.unwrap();
        assert_eq!(found.hits.iter().map(|hit| hit.id.as_str()).collect::<Vec<_>>(), ["new", "梅酒"]);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().filter(|entry| format!("{entry:?}").contains("new-")).count(), 0);
    }
}
