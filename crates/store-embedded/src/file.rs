//! The file: how it is opened, its format, and how it follows a design that has changed.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use chabudai_kernel::design::Table;
use chabudai_kernel::packed::ItemRef;
use chabudai_kernel::store::StoreError;
use chabudai_kernel::{design::KeyAttribute, expiry};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _};

use crate::layout::{IndexLayout, TableLayout};
use crate::{Layouts, backup, failed, feed, health};

/// "chab": tells our files from other SQLite files.
const APPLICATION_ID: i32 = 0x6368_6162;
/// The layout of this version; a file of a later one is not touched.
pub(crate) const FORMAT: i32 = 1;

/// What brings a file from one format to the next: the first entry from format 1 to 2, and so on.
type Migration = fn(&Connection) -> rusqlite::Result<()>;
const MIGRATIONS: &[Migration] = &[];

const STATEMENTS: usize = 512;

/// What the connections of one file may keep in memory, in KiB: the writer, and each reader. A house of five apps and its own file has
/// six writers and, with two threads that answer and two for long reads, at most 24 readers: 24 MB in all, of which a house that
/// fits into less takes less. The system's own cache holds the file once for all of them.
const WRITER_CACHE: i32 = 2048;
const READER_CACHE: i32 = 512;

/// Makes a file where there is none. It is made aside and put into place when it has its first page, so that an empty file is never
/// one that we were about to fill: it is one that has lost what was in it.
pub(crate) fn make_if_missing(path: &Path) -> Result<(), StoreError> {
    let beside = |tail: &str| -> PathBuf {
        let mut name = OsString::from(path);
        name.push(tail);
        name.into()
    };
    let unavailable = |error: std::io::Error| StoreError::Unavailable(error.to_string());
    match std::fs::metadata(path) {
        Ok(_) => return refuse_empty(path),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(unavailable(error)),
    }
    // SQLite would take the log of a file that is gone for rubbish, and remove it.
    let log = beside("-wal");
    if std::fs::metadata(&log).is_ok_and(|found| found.len() > 0) {
        let why =
            format!("the file is gone, and its log {} is still there. Put the file back, or remove both to begin anew", log.display());
        return Err(StoreError::invalid("store.lost_file", why));
    }
    let aside = beside(".new");
    for left in [&aside, &beside(".new-journal")] {
        match std::fs::remove_file(left) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(unavailable(error)),
            _ => {}
        }
    }
    let connection = Connection::open(&aside).map_err(failed)?;
    connection.execute_batch(&format!("PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {FORMAT};")).map_err(failed)?;
    connection.close().map_err(|(_, error)| failed(error))?;
    std::fs::rename(&aside, path).map_err(unavailable)?;
    backup::sync(path)
}

/// An empty file is to SQLite a new database.
pub(crate) fn refuse_empty(path: &Path) -> Result<(), StoreError> {
    if std::fs::metadata(path).is_ok_and(|found| found.len() == 0) {
        let why = "the file is empty: what was in it is lost. Restore it from a backup, or remove it to begin anew";
        return Err(StoreError::invalid("store.empty_file", why));
    }
    Ok(())
}

/// Opens the file for the writer. Every commit is synced to disk before it counts as done.
pub(crate) fn open_writer(path: &Path) -> Result<Connection, StoreError> {
    make_if_missing(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    let version = format_of(&connection)?;
    if version > FORMAT {
        let why = format!("the file was written by a later version (format {version}, this one knows {FORMAT})");
        return Err(StoreError::Unavailable(why));
    }
    health::whole(&connection)?;
    connection
        .execute_batch(&format!(
            "PRAGMA journal_mode = WAL;
             PRAGMA synchronous = FULL;
             PRAGMA foreign_keys = OFF;
             PRAGMA wal_autocheckpoint = 4000;
             PRAGMA journal_size_limit = 67108864;
             PRAGMA cache_size = -{WRITER_CACHE};
             PRAGMA temp_store = MEMORY;",
        ))
        .map_err(failed)?;
    prepare_once(&connection)?;
    migrate(&connection, path, version, FORMAT, MIGRATIONS)?;
    Ok(connection)
}

/// Brings an older file to the present format, after a copy of it has been put beside it.
fn migrate(connection: &Connection, path: &Path, from: i32, to: i32, migrations: &[Migration]) -> Result<(), StoreError> {
    // A new file has no format yet.
    if from == 0 || from >= to {
        return Ok(());
    }
    let copy = path.with_extension(format!("before-format-{to}.sqlite"));
    if copy.exists() {
        // Left by a migration that did not end; the file itself is still as it was, so a fresh copy is as good.
        std::fs::remove_file(&copy).map_err(failed)?;
    }
    backup::backup(path, &copy, |_| {})?;
    tracing::info!(copy = %copy.display(), from, to, "the file is brought to a new format");
    let transaction = connection.unchecked_transaction().map_err(failed)?;
    for step in from..to {
        let migration =
            migrations.get(step as usize - 1).ok_or_else(|| StoreError::Unavailable(format!("nothing leads from format {step}")))?;
        migration(&transaction).map_err(failed)?;
    }
    transaction.pragma_update(None, "user_version", to).map_err(failed)?;
    transaction.commit().map_err(failed)
}

/// Opens the file for a reader.
pub(crate) fn open_reader(path: &Path) -> Result<Connection, StoreError> {
    refuse_empty(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    // Pages come from the map: a reader's own cache would be emptied by every commit of the writer.
    connection
        .execute_batch(&format!(
            "PRAGMA query_only = ON;
             PRAGMA mmap_size = 1073741824;
             PRAGMA cache_size = -{READER_CACHE};
             PRAGMA temp_store = MEMORY;"
        ))
        .map_err(failed)?;
    prepare_once(&connection)?;
    Ok(connection)
}

/// A statement is compiled once and kept. SQLite would compile it again whenever a bound value might suggest another plan; every statement here
/// has one index to walk, and compiling took a seventh of the time of a list.
fn prepare_once(connection: &Connection) -> Result<(), StoreError> {
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map_err(failed)?;
    Ok(())
}

pub(crate) fn format_of(connection: &Connection) -> Result<i32, StoreError> {
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0)).map_err(failed);
    let (application, version) = (pragma("application_id")?, pragma("user_version")?);
    let objects: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(failed)?;
    if objects > 0 && application != APPLICATION_ID {
        return Err(StoreError::Unavailable("the file belongs to another program".to_owned()));
    }
    Ok(version)
}

/// Makes the tables and indexes of the design: what is missing is made and filled, what is no longer there is dropped.
pub(crate) fn follow_design(connection: &Connection, layouts: &Layouts) -> Result<(), StoreError> {
    let transaction = connection.unchecked_transaction().map_err(failed)?;
    transaction
        .execute_batch(&format!(
            "PRAGMA application_id = {APPLICATION_ID};
             PRAGMA user_version = {FORMAT};
             CREATE TABLE IF NOT EXISTS definitions (name TEXT PRIMARY KEY, definition TEXT NOT NULL) STRICT, WITHOUT ROWID;
             CREATE TABLE IF NOT EXISTS tokens (token TEXT PRIMARY KEY, digest INTEGER NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
             {}
             {}",
            feed::CREATE,
            health::CREATE
        ))
        .map_err(failed)?;
    for layout in layouts.iter() {
        transaction.execute_batch(&layout.create()).map_err(failed)?;
        keys_agree(&transaction, layout.table)?;
        expiry_agrees(&transaction, layout)?;
        feed_agrees(&transaction, layout.table)?;
        for index in &layout.indexes {
            index_agrees(&transaction, layout, index)?;
        }
        drop_old_indexes(&transaction, layout)?;
    }
    transaction.commit().map_err(failed)
}

/// The definition that the file was built with, after noting the present one.
fn redefine(connection: &Connection, name: &str, definition: &str) -> Result<Option<String>, StoreError> {
    let known = connection
        .query_row("SELECT definition FROM definitions WHERE name = ?1", [name], |row| row.get::<_, String>(0))
        .optional()
        .map_err(failed)?;
    connection.execute("INSERT OR REPLACE INTO definitions (name, definition) VALUES (?1, ?2)", [name, definition]).map_err(failed)?;
    Ok(known)
}

fn keys_agree(connection: &Connection, table: &Table) -> Result<(), StoreError> {
    let key = |k: KeyAttribute| format!("{}:{}", k.name, k.scalar.letter());
    let definition = format!("{} {}", key(table.hash), table.range.map(key).unwrap_or_default());
    match redefine(connection, &format!("key of {}", table.name), &definition)? {
        Some(known) if known != definition => Err(StoreError::invalid(
            "store.table_key",
            format!("the key of {} is {known} in the file and {definition} in the design; a key never changes", table.name),
        )),
        _ => Ok(()),
    }
}

/// A table that was silent has changes that nobody was told of.
fn feed_agrees(connection: &Connection, table: &Table) -> Result<(), StoreError> {
    let definition = if table.feed { "published" } else { "silent" };
    match redefine(connection, &format!("feed of {}", table.name), definition)? {
        Some(known) if known == "silent" && table.feed => feed::begin_anew(connection),
        _ => Ok(()),
    }
}

fn expiry_agrees(connection: &Connection, layout: &TableLayout) -> Result<(), StoreError> {
    let definition = layout.table.ttl.unwrap_or("none");
    let known = redefine(connection, &format!("ttl of {}", layout.table.name), definition)?;
    if known.is_none_or(|known| known == definition) {
        return Ok(());
    }
    let sql = format!("UPDATE {} SET ttl = ?2 WHERE id = ?1", layout.items);
    for_each_item(connection, layout, |id, _, _, item| {
        connection.prepare_cached(&sql).and_then(|mut s| s.execute((id, expiry::expires_at(layout.table, item)))).map_err(failed).map(drop)
    })
}

fn index_agrees(connection: &Connection, layout: &TableLayout, index: &IndexLayout) -> Result<(), StoreError> {
    let definition = index.definition();
    let known = redefine(connection, &index.entries, &definition)?;
    if known.as_deref() == Some(definition.as_str()) {
        return Ok(());
    }
    fill(connection, layout, index)
}

/// Makes everything anew that stands beside the items.
pub(crate) fn rebuild(connection: &Connection, layouts: &Layouts) -> Result<(), StoreError> {
    for layout in layouts.iter() {
        let sql = format!("UPDATE {} SET ttl = ?2, size = ?3 WHERE id = ?1", layout.items);
        for_each_item(connection, layout, |id, _, _, item| {
            let beside = (id, expiry::expires_at(layout.table, item), item.size() as i64);
            connection.prepare_cached(&sql).and_then(|mut statement| statement.execute(beside)).map_err(failed).map(drop)
        })?;
        for index in &layout.indexes {
            fill(connection, layout, index)?;
        }
    }
    Ok(())
}

/// Makes an index anew and fills it.
fn fill(connection: &Connection, layout: &TableLayout, index: &IndexLayout) -> Result<(), StoreError> {
    connection.execute_batch(&format!("DROP TABLE IF EXISTS {}; {}", index.entries, index.create())).map_err(failed)?;
    for_each_item(connection, layout, |id, hash, range, item| {
        let Some((index_hash, index_range)) = index.place_of(item) else { return Ok(()) };
        connection
            .prepare_cached(&index.insert)
            .and_then(|mut statement| statement.execute((index_hash, index_range, hash, range, id)))
            .map_err(failed)
            .map(drop)
    })
}

fn drop_old_indexes(connection: &Connection, layout: &TableLayout) -> Result<(), StoreError> {
    let prefix = format!("\"index:{}:", layout.table.name);
    let mut statement = connection.prepare("SELECT name FROM definitions").map_err(failed)?;
    let names: Vec<String> = statement.query_map([], |row| row.get(0)).and_then(Iterator::collect).map_err(failed)?;
    for name in names.iter().filter(|name| name.starts_with(&prefix)) {
        if !layout.indexes.iter().any(|index| index.entries == *name) {
            connection.execute_batch(&format!("DROP TABLE IF EXISTS {name}")).map_err(failed)?;
            connection.execute("DELETE FROM definitions WHERE name = ?1", [name]).map_err(failed)?;
        }
    }
    Ok(())
}

/// Calls `see` with id, key bytes and item of every row.
pub(crate) fn for_each_item(
    connection: &Connection,
    layout: &TableLayout,
    mut see: impl FnMut(i64, &[u8], &[u8], ItemRef<'_>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut statement = connection.prepare(&format!("SELECT id, hk, rk, item FROM {} ORDER BY id", layout.items)).map_err(failed)?;
    let mut rows = statement.query([]).map_err(failed)?;
    while let Some(row) = rows.next().map_err(failed)? {
        let blob = |at: usize| row.get_ref(at).map_err(failed).and_then(|v| v.as_blob().map_err(failed));
        see(row.get(0).map_err(failed)?, blob(1)?, blob(2)?, ItemRef::new(blob(3)?))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(path: &Path) -> i32 {
        Connection::open(path).and_then(|c| c.pragma_query_value(None, "user_version", |row| row.get(0))).expect("a version")
    }

    #[test]
    fn a_statement_is_compiled_once_whatever_is_bound() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("one.sqlite");
        let writer = open_writer(&path).unwrap();
        let layout = TableLayout::new(&chabudai_store_conformance::tables::THINGS);
        writer.execute_batch(&layout.create()).unwrap();
        layout.indexes.iter().for_each(|index| writer.execute_batch(&index.create()).unwrap());
        let ranges = layout.indexes.iter().map(|index| &index.range).chain([&layout.by_key]);
        let statements = ranges.flat_map(crate::layout::RangeSql::all).map(str::to_owned).chain([
            layout.select.clone(),
            layout.scan.behind.clone(),
            format!("SELECT item FROM {} WHERE ttl <= ?1 LIMIT ?2", layout.items),
        ]);
        let statements: Vec<String> = statements.collect();
        assert!(statements.len() > 40);
        for connection in [&writer, &open_reader(&path).unwrap()] {
            for sql in &statements {
                let mut statement = connection.prepare_cached(sql).unwrap();
                for bound in [1_i64, 20, 50] {
                    for at in 1..=statement.parameter_count() {
                        statement.raw_bind_parameter(at, bound).unwrap();
                    }
                    assert!(statement.raw_query().next().unwrap().is_none());
                }
                assert_eq!(statement.get_status(rusqlite::StatementStatus::RePrepare), 0, "{sql}");
            }
        }
    }

    #[test]
    fn an_older_file_is_copied_and_then_brought_to_the_new_format() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.sqlite");
        let connection = open_writer(&path).expect("opens");
        follow_design(&connection, &Layouts::new(&[])).expect("is made");
        let steps: &[Migration] =
            &[|c| c.execute_batch("CREATE TABLE second (a)"), |c| c.execute_batch("ALTER TABLE second RENAME TO third")];
        migrate(&connection, &path, FORMAT, FORMAT + 2, steps).expect("migrates");
        assert_eq!(version(&path), FORMAT + 2);
        assert!(connection.prepare("SELECT a FROM third").is_ok());
        let copy = folder.path().join(format!("a.before-format-{}.sqlite", FORMAT + 2));
        assert_eq!(version(&copy), FORMAT, "the copy is as the file was");
    }

    #[test]
    fn a_house_of_five_apps_keeps_little_in_memory() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.sqlite");
        let kept = |connection: &Connection| -> i64 {
            let set: i64 = connection.pragma_query_value(None, "cache_size", |row| row.get(0)).expect("a size");
            assert!(set < 0, "in KiB, not in pages");
            -set
        };
        let writer = kept(&open_writer(&path).expect("opens"));
        let reader = kept(&open_reader(&path).expect("opens"));
        let (files, readers) = (6, 4);
        assert!(files * (writer + readers * reader) <= 24 * 1024, "{writer} and {reader} KiB");
    }

    #[test]
    fn a_migration_that_fails_leaves_the_file_as_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.sqlite");
        let connection = open_writer(&path).expect("opens");
        follow_design(&connection, &Layouts::new(&[])).expect("is made");
        let steps: &[Migration] = &[|c| c.execute_batch("CREATE TABLE second (a)"), |c| c.execute_batch("nonsense")];
        assert!(migrate(&connection, &path, FORMAT, FORMAT + 2, steps).is_err());
        assert_eq!(version(&path), FORMAT);
        assert!(connection.prepare("SELECT a FROM second").is_err());
    }
}
