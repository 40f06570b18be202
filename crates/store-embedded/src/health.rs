//! Whether the file can be used: it was whole whenever somebody looked, and takes a write that reaches the disk.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use chabudai_kernel::store::StoreError;
use rusqlite::{Connection, ErrorCode};

use crate::{Layouts, failed};

/// How an error of a damaged file begins, wherever it was met.
const DAMAGED: &str = "the file is damaged: ";

/// What has to be free on the disk beside the file. A commit can do with less, and a disk that holds less is full before the hour is out.
const ROOM: usize = 1024 * 1024;

/// The one row that is written to see whether rows can be written.
pub(crate) const CREATE: &str = "CREATE TABLE IF NOT EXISTS readiness (id INTEGER PRIMARY KEY, proofs INTEGER NOT NULL) STRICT;";

/// What is known of a file. Damage does not mend itself: once met, it is remembered until the file is opened anew.
pub(crate) struct Health {
    path: PathBuf,
    damage: OnceLock<StoreError>,
}

impl Health {
    pub(crate) fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), damage: OnceLock::new() }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Remembers damage that somebody met.
    pub(crate) fn note(&self, error: &StoreError) {
        if matches!(error, StoreError::Unavailable(why) if why.starts_with(DAMAGED)) && self.damage.set(named(&self.path, error)).is_ok() {
            tracing::error!(%error, file = %self.path.display(), "the file is damaged; restore it from a backup");
        }
    }

    /// The damage that was met so far.
    pub(crate) fn so_far(&self) -> Result<(), StoreError> {
        self.damage.get().map_or(Ok(()), |damage| Err(damage.clone()))
    }
}

/// An error of SQLite in our words, with damage told from what passes.
pub(crate) fn of_sqlite(error: &rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Unavailable(format!("{DAMAGED}{error}")),
        _ => StoreError::Unavailable(error.to_string()),
    }
}

/// The same error with the file that it is about.
pub(crate) fn named(path: &Path, error: &StoreError) -> StoreError {
    match error {
        StoreError::Unavailable(why) => StoreError::Unavailable(format!("{}: {why}", path.display())),
        StoreError::Invalid { code, message } => StoreError::Invalid { code, message: format!("{}: {message}", path.display()) },
        other => other.clone(),
    }
}

/// Looks through the whole file before it is written to. Once, at the start: it takes as long as reading the file does.
pub(crate) fn whole(connection: &Connection) -> Result<(), StoreError> {
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(failed)?;
    if verdict == "ok" { Ok(()) } else { Err(StoreError::Unavailable(format!("{DAMAGED}{verdict}"))) }
}

/// Writes to the file, as a part of a commit.
pub(crate) fn write(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    // The log of the file may have room left from before the disk was full, so that a row alone proves little.
    let beside = path.with_extension("room");
    let room = std::fs::File::create(&beside).and_then(|mut file| file.write_all(&vec![0; ROOM]));
    let removed = std::fs::remove_file(&beside);
    room.and(removed).map_err(|error| StoreError::Unavailable(format!("there is no room beside {}: {error}", path.display())))?;
    connection
        .prepare_cached("INSERT INTO readiness (id, proofs) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET proofs = proofs + 1")
        .and_then(|mut statement| statement.execute([]))
        .map_err(failed)
        .map(drop)
}

/// Reads from every table and every index: their first pages, and the last.
pub(crate) fn read(connection: &Connection, layouts: &Layouts) -> Result<(), StoreError> {
    let look = |sql: &str| -> Result<(), StoreError> {
        let mut statement = connection.prepare_cached(sql).map_err(failed)?;
        let mut rows = statement.query([]).map_err(failed)?;
        while rows.next().map_err(failed)?.is_some() {}
        Ok(())
    };
    for layout in layouts.iter() {
        let items = &layout.items;
        look(&format!("SELECT item FROM {items} WHERE id IN ((SELECT min(id) FROM {items}), (SELECT max(id) FROM {items}))"))?;
        look(&format!("SELECT hk, rk FROM {items} ORDER BY hk, rk LIMIT 1"))?;
        for index in &layout.indexes {
            look(&format!("SELECT id FROM {} LIMIT 1", index.entries))?;
        }
    }
    Ok(())
}
