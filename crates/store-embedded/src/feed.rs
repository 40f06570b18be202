//! The change feed: what changed, in the order in which it was committed, written in the same transaction as the change.

use chabudai_kernel::packed::{Item, ItemRef};
use chabudai_kernel::store::{Now, StoreError};
use rusqlite::Connection;

use crate::failed;

/// How long a change is kept for consumers that have not passed it yet.
pub(crate) const KEPT_SECONDS: i64 = 24 * 60 * 60;

/// One change to one item.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// Its place in the order of all changes.
    pub sequence: i64,
    /// When it was committed, by the caller's clock, in Unix seconds.
    pub at: i64,
    /// The table.
    pub table: String,
    /// The item before; none when it is new.
    pub before: Option<Item>,
    /// The item after; none when it is gone.
    pub after: Option<Item>,
}

pub(crate) const CREATE: &str = "
    CREATE TABLE IF NOT EXISTS feed (
        sequence INTEGER PRIMARY KEY, at INTEGER NOT NULL, tbl TEXT NOT NULL, hk BLOB NOT NULL, rk BLOB NOT NULL, before BLOB, after BLOB
    ) STRICT;
    CREATE TABLE IF NOT EXISTS feed_consumers (name TEXT PRIMARY KEY, passed INTEGER NOT NULL) STRICT, WITHOUT ROWID;";

pub(crate) fn publish(
    connection: &Connection,
    table: &str,
    key: (&[u8], &[u8]),
    before: Option<ItemRef<'_>>,
    after: Option<ItemRef<'_>>,
    now: Now,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("INSERT INTO feed (at, tbl, hk, rk, before, after) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
        .and_then(|mut statement| statement.execute((now.0, table, key.0, key.1, before.map(ItemRef::bytes), after.map(ItemRef::bytes))))
        .map_err(failed)
        .map(drop)
}

/// The changes behind a sequence number, oldest first.
pub(crate) fn read(connection: &Connection, behind: i64, most: u32) -> Result<Vec<Change>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT sequence, at, tbl, before, after FROM feed WHERE sequence > ?1 ORDER BY sequence LIMIT ?2")
        .map_err(failed)?;
    let item = |bytes: Option<Vec<u8>>| bytes.map(Item::from_bytes);
    let rows = statement.query_map((behind, most), |row| {
        Ok(Change { sequence: row.get(0)?, at: row.get(1)?, table: row.get(2)?, before: item(row.get(3)?), after: item(row.get(4)?) })
    });
    rows.and_then(Iterator::collect).map_err(failed)
}

/// How far a consumer has come; 0 for one that has never been heard of.
pub(crate) fn passed(connection: &Connection, consumer: &str) -> Result<i64, StoreError> {
    use rusqlite::OptionalExtension as _;
    connection
        .prepare_cached("SELECT passed FROM feed_consumers WHERE name = ?1")
        .and_then(|mut statement| statement.query_row([consumer], |row| row.get(0)).optional())
        .map_err(failed)
        .map(Option::unwrap_or_default)
}

/// Notes how far a consumer has come; it never goes back.
pub(crate) fn pass(connection: &Connection, consumer: &str, sequence: i64) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO feed_consumers (name, passed) VALUES (?1, ?2)
             ON CONFLICT (name) DO UPDATE SET passed = max(passed, excluded.passed)",
        )
        .and_then(|mut statement| statement.execute((consumer, sequence)))
        .map_err(failed)
        .map(drop)
}

/// Removes what is older than a day, and what all consumers have passed. The newest change stays, so that numbers never repeat.
pub(crate) fn prune(connection: &Connection, now: Now) -> Result<usize, StoreError> {
    connection
        .prepare_cached(
            "DELETE FROM feed WHERE sequence < (SELECT max(sequence) FROM feed)
             AND (at <= ?1 OR sequence <= (SELECT min(passed) FROM feed_consumers))",
        )
        .and_then(|mut statement| statement.execute([now.0 - KEPT_SECONDS]))
        .map_err(failed)
}
