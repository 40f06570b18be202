//! The file: opened, looked through, made beside and put into place.
//!
//! A search file is a copy. One that is damaged, of another version or of other data is not mended: it is removed, and made anew.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use chabudai_kernel::feed::Checkpoint;
use rusqlite::{Connection, OpenFlags};

use crate::document::Document;
use crate::error::SearchError;
use crate::index::Layout;

/// "chas": tells our files from other SQLite files.
const APPLICATION_ID: i32 = 0x6368_6173;

/// What connections may keep in memory, in KiB. The system's own cache holds the file once for all of them.
const WRITER_CACHE: u32 = 2048;
const READER_CACHE: u32 = 1024;
/// One that makes a file writes every page of it.
const BUILDER_CACHE: u32 = 8192;

/// What is written beside the file.
const LOG: &str = "-wal";
const BESIDE: [&str; 3] = [LOG, "-shm", "-journal"];

/// The name of something beside a file.
fn beside(path: &Path, tail: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(tail);
    name.into()
}

/// Makes the file ours alone until what this hands back goes away.
pub(crate) fn lock(path: &Path) -> Result<File, SearchError> {
    let name = beside(path, ".lock");
    let file = private().create(true).truncate(false).open(&name).map_err(SearchError::disk(&name))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(SearchError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(SearchError::disk(&name)(error)),
    }
}

/// A file that its owner alone may read, whatever the umask.
fn private() -> OpenOptions {
    let mut options = File::options();
    options.read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// One that somebody has copied here may be for everybody to read.
#[cfg(unix)]
fn make_private(path: &Path) -> Result<(), SearchError> {
    use std::os::unix::fs::PermissionsExt as _;
    let known = std::fs::metadata(path).map_err(SearchError::disk(path))?;
    let of_others = known.permissions().mode() & 0o077;
    if of_others == 0 {
        return Ok(());
    }
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).map_err(SearchError::disk(path))
}

#[cfg(not(unix))]
fn make_private(_: &Path) -> Result<(), SearchError> {
    Ok(())
}

/// Opens what is there for the one who writes; `None` where there is nothing that can be used, and then it is gone.
pub(crate) fn open(path: &Path, layout: &Layout) -> Result<Option<Connection>, SearchError> {
    remove_unfinished(path)?;
    if !path.exists() {
        remove(path)?;
        return Ok(None);
    }
    refuse_foreign(path)?;
    make_private(path)?;
    match writer(path).and_then(|connection| Ok((whole(&connection)? && layout.made(&connection)?, connection))) {
        Ok((true, connection)) => return Ok(Some(connection)),
        Ok((false, _)) => tracing::info!(file = %path.display(), "the search file is of another version or damaged: it is made anew"),
        Err(error) if error.is_damage() => tracing::warn!(file = %path.display(), %error, "the search file is damaged: it is made anew"),
        Err(error) => return Err(error),
    }
    remove(path)?;
    Ok(None)
}

/// What says that it is a database of another kind is not ours to remove: somebody has named the wrong file.
fn refuse_foreign(path: &Path) -> Result<(), SearchError> {
    let mut head = [0; 72];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
    let id = i32::from_be_bytes([head[68], head[69], head[70], head[71]]);
    if read.is_ok() && head.starts_with(b"SQLite format 3\0") && id != APPLICATION_ID {
        return Err(SearchError::Foreign(path.to_owned()));
    }
    Ok(())
}

/// Looks through the whole file, the index of the texts too. It takes as long as reading it does.
fn whole(connection: &Connection) -> rusqlite::Result<bool> {
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok(verdict == "ok")
}

fn existing(path: &Path) -> rusqlite::Result<Connection> {
    Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)
}

/// A commit is not synced to the disk by itself: after a power cut the file stands where it stood a moment before, with the checkpoint that
/// belongs to it, and goes on from there.
fn writer(path: &Path) -> Result<Connection, SearchError> {
    let connection = existing(path)?;
    connection.execute_batch(&format!(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = NORMAL;
         PRAGMA journal_size_limit = 16777216;
         PRAGMA cache_size = -{WRITER_CACHE};
         PRAGMA temp_store = MEMORY;"
    ))?;
    Ok(connection)
}

/// Opens the file for one who searches.
pub(crate) fn reader(path: &Path) -> rusqlite::Result<Connection> {
    let connection = existing(path)?;
    connection.execute_batch(&format!(
        "PRAGMA query_only = ON;
         PRAGMA cache_size = -{READER_CACHE};
         PRAGMA temp_store = MEMORY;"
    ))?;
    Ok(connection)
}

/// Removes a file with all that is beside it. The file goes first: without it, nothing takes its log for that of another.
fn remove(path: &Path) -> Result<(), SearchError> {
    remove_one(path)?;
    BESIDE.iter().try_for_each(|tail| remove_one(&beside(path, tail)))
}

fn remove_one(path: &Path) -> Result<(), SearchError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(SearchError::disk(path)(error)),
        _ => Ok(()),
    }
}

/// What the name of an unfinished file ends with, before its number.
const UNFINISHED: &str = ".new-";

fn remove_unfinished(path: &Path) -> Result<(), SearchError> {
    let (Some(folder), Some(name)) = (folder_of(path), path.file_name()) else { return Ok(()) };
    let begins = format!("{}{UNFINISHED}", name.to_string_lossy());
    for entry in std::fs::read_dir(folder).map_err(SearchError::disk(folder))? {
        let entry = entry.map_err(SearchError::disk(folder))?;
        if entry.file_name().to_string_lossy().starts_with(&begins) {
            remove_one(&entry.path())?;
        }
    }
    Ok(())
}

fn folder_of(path: &Path) -> Option<&Path> {
    let parent = path.parent()?;
    Some(if parent.as_os_str().is_empty() { Path::new(".") } else { parent })
}

/// A file that is being made. It is removed with this value, unless it was put into place.
pub(crate) struct Unfinished {
    /// Closed before the file is removed.
    connection: Option<Connection>,
    path: PathBuf,
}

impl Unfinished {
    /// Begins a file beside the one that is in place. The number is nobody else's: who was given up, and does not know yet, has another one.
    pub(crate) fn begin(place: &Path, number: u64, layout: &Layout) -> Result<Self, SearchError> {
        let path = beside(place, &format!("{UNFINISHED}{number}"));
        remove_one(&path)?;
        private().create_new(true).open(&path).map_err(SearchError::disk(&path))?;
        let mut made = Self { connection: None, path };
        let connection = existing(&made.path)?;
        // Nobody reads it before it is whole and synced, and what was cut off is thrown away: no journal, nothing beside it.
        connection.execute_batch(&format!(
            "PRAGMA journal_mode = OFF;
             PRAGMA synchronous = OFF;
             PRAGMA locking_mode = EXCLUSIVE;
             PRAGMA cache_size = -{BUILDER_CACHE};
             PRAGMA temp_store = MEMORY;
             PRAGMA application_id = {APPLICATION_ID};
             BEGIN;
             {}",
            layout.create()
        ))?;
        made.connection = Some(connection);
        Ok(made)
    }

    fn connection(&self) -> &Connection {
        self.connection.as_ref().expect("it is open until it is finished")
    }

    /// Adds documents.
    pub(crate) fn put(&self, layout: &Layout, documents: &[Document]) -> Result<(), SearchError> {
        documents.iter().try_for_each(|document| layout.put(self.connection(), document)).map_err(SearchError::from)
    }

    /// Ends it: how far it has come, the index in one piece, everything on the disk.
    pub(crate) fn finish(&mut self, layout: &Layout, checkpoint: &Checkpoint) -> Result<(), SearchError> {
        layout.keep(self.connection(), checkpoint)?;
        self.connection().execute_batch("INSERT INTO text (text) VALUES ('optimize'); COMMIT;")?;
        if let Some(connection) = self.connection.take() {
            connection.close().map_err(|(_, error)| error)?;
        }
        File::open(&self.path).and_then(|file| file.sync_all()).map_err(SearchError::disk(&self.path))
    }

    /// Puts it into place, where nobody has the old one open any more, and opens it.
    pub(crate) fn put_into_place(self, place: &Path) -> Result<Connection, SearchError> {
        // SQLite would take a log that is still there for that of the new file. Whoever closes last removes it; where that went wrong, the old
        // file goes first, and a crash right here leaves none, which is made anew.
        if BESIDE.iter().any(|tail| beside(place, tail).exists()) {
            remove(place)?;
        }
        std::fs::rename(&self.path, place).map_err(SearchError::disk(place))?;
        // The name, too, must survive a power cut.
        if let Some(folder) = folder_of(place) {
            File::open(folder).and_then(|folder| folder.sync_all()).map_err(SearchError::disk(folder))?;
        }
        writer(place)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        drop(self.connection.take());
        // In place it has another name by now.
        let _ = remove_one(&self.path);
    }
}

/// How large the file is, with its log.
pub(crate) fn size(path: &Path) -> u64 {
    let of = |path: &Path| std::fs::metadata(path).map_or(0, |found| found.len());
    of(path) + of(&beside(path, LOG))
}
