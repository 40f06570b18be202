//! The file: how it is opened, its format, and how it follows a design that has changed.

use std::path::Path;

use chabudai_kernel::design::Table;
use chabudai_kernel::packed::ItemRef;
use chabudai_kernel::store::StoreError;
use chabudai_kernel::{design::KeyAttribute, expiry};
use rusqlite::{Connection, OpenFlags, OptionalExtension as _};

use crate::layout::{IndexLayout, TableLayout};
use crate::{Layouts, backup, failed, feed};

/// "chab": tells our files from other SQLite files.
const APPLICATION_ID: i32 = 0x6368_6162;
/// The layout of this version; a file of a later one is not touched.
pub(crate) const FORMAT: i32 = 1;

/// What brings a file from one format to the next: the first entry from format 1 to 2, and so on.
type Migration = fn(&Connection) -> rusqlite::Result<()>;
const MIGRATIONS: &[Migration] = &[];

const STATEMENTS: usize = 512;

/// Opens the file for the writer. Every commit is synced to disk before it counts as done.
pub(crate) fn open_writer(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path).map_err(failed)?;
    let version = format_of(&connection)?;
    if version > FORMAT {
        return Err(StoreError::Unavailable(format!(
            "{} was written by a later version (format {version}, this one knows {FORMAT})",
            path.display()
        )));
    }
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL;
             PRAGMA synchronous = FULL;
             PRAGMA foreign_keys = OFF;
             PRAGMA wal_autocheckpoint = 4000;
             PRAGMA journal_size_limit = 67108864;
             PRAGMA cache_size = -8192;
             PRAGMA temp_store = MEMORY;",
        )
        .map_err(failed)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
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
        let migration = migrations.get(step as usize - 1).ok_or_else(|| failed(format!("nothing leads from format {step}")))?;
        migration(&transaction).map_err(failed)?;
    }
    transaction.pragma_update(None, "user_version", to).map_err(failed)?;
    transaction.commit().map_err(failed)
}

/// Opens the file for a reader.
pub(crate) fn open_reader(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    // Pages come from the map: a reader's own cache would be emptied by every commit of the writer.
    connection
        .execute_batch("PRAGMA query_only = ON; PRAGMA mmap_size = 1073741824; PRAGMA cache_size = -2000; PRAGMA temp_store = MEMORY;")
        .map_err(failed)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

fn format_of(connection: &Connection) -> Result<i32, StoreError> {
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
             {}",
            feed::CREATE
        ))
        .map_err(failed)?;
    for layout in layouts.iter() {
        transaction.execute_batch(&layout.create()).map_err(failed)?;
        keys_agree(&transaction, layout.table)?;
        expiry_agrees(&transaction, layout)?;
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
