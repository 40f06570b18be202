//! The change feed: what changed, in the order in which it was committed, written in the same transaction as the change.
//!
//! The file has one strand, and a position in it is the number of a change. A change stays until every reader has passed it, however
//! long that takes; only where the feed would outgrow its limit, the oldest goes, and who had not passed it is told so.

use chabudai_kernel::design::Table;
use chabudai_kernel::feed::{Change, Checkpoint, Feed, Read};
use chabudai_kernel::op::key_of;
use chabudai_kernel::packed::{Item, ItemRef};
use chabudai_kernel::store::{Boxed, Now, StoreError};
use rusqlite::{Connection, OptionalExtension as _};

use crate::{EmbeddedStore, failed};

/// The name of the one strand.
const STRAND: &str = "feed";

pub(crate) const CREATE: &str = "
    CREATE TABLE IF NOT EXISTS feed (
        sequence INTEGER PRIMARY KEY, at INTEGER NOT NULL, tbl TEXT NOT NULL, hk BLOB NOT NULL, rk BLOB NOT NULL, before BLOB, after BLOB
    ) STRICT;
    CREATE TABLE IF NOT EXISTS feed_consumers (name TEXT PRIMARY KEY, passed INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS feed_gone (id INTEGER PRIMARY KEY CHECK (id = 1), sequence INTEGER NOT NULL) STRICT;";

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

/// A change as it lies in the file.
struct Row {
    sequence: i64,
    at: i64,
    table: String,
    before: Option<Item>,
    after: Option<Item>,
}

fn rows(connection: &Connection, behind: i64, most: u32) -> Result<Vec<Row>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT sequence, at, tbl, before, after FROM feed WHERE sequence > ?1 ORDER BY sequence LIMIT ?2")
        .map_err(failed)?;
    let item = |bytes: Option<Vec<u8>>| bytes.map(Item::from_bytes);
    let rows = statement.query_map((behind, most), |row| {
        Ok(Row { sequence: row.get(0)?, at: row.get(1)?, table: row.get(2)?, before: item(row.get(3)?), after: item(row.get(4)?) })
    });
    rows.and_then(Iterator::collect).map_err(failed)
}

/// The number of the newest change there ever was.
fn newest(connection: &Connection) -> Result<i64, StoreError> {
    connection
        .prepare_cached("SELECT coalesce(max(sequence), 0) FROM feed")
        .and_then(|mut statement| statement.query_row([], |row| row.get(0)))
        .map_err(failed)
}

/// The number of the newest change that is not kept any more.
fn gone(connection: &Connection) -> Result<i64, StoreError> {
    connection
        .prepare_cached("SELECT sequence FROM feed_gone")
        .and_then(|mut statement| statement.query_row([], |row| row.get(0)).optional())
        .map_err(failed)
        .map(Option::unwrap_or_default)
}

fn read(connection: &Connection, tables: &[&'static Table], behind: i64, most: u32) -> Result<Read, StoreError> {
    let rows = rows(connection, behind, most)?;
    // Looked at afterwards: what goes between the two looks is noticed, too. A checkpoint from the future is that of another file.
    if behind < gone(connection)? || behind > newest(connection)? {
        return Ok(Read::Lost);
    }
    let then = checkpoint(rows.last().map_or(behind, |row| row.sequence));
    let drained = rows.len() < most as usize;
    let mut changes = Vec::with_capacity(rows.len());
    for row in rows {
        let Some(table) = tables.iter().copied().find(|table| table.name == row.table) else { continue };
        let key = row.after.as_ref().or(row.before.as_ref()).and_then(|item| key_of(table, item.view()));
        let key = key.ok_or_else(|| StoreError::Unavailable(format!("a change of {} has lost its key", table.name)))?;
        changes.push(Change { table, key, at: row.at, before: row.before, after: row.after });
    }
    Ok(Read::Changes { changes, then, drained })
}

fn checkpoint(sequence: i64) -> Checkpoint {
    Checkpoint([(STRAND.to_owned(), sequence.to_string())].into())
}

/// So far are the numbers of two lives of a file apart: no reader is that far ahead.
const BETWEEN_LIVES: i64 = 1 << 40;

/// What is in the file is not what its readers have followed: it was put back from a copy, or a table was silent for a while. Its numbers
/// go on far behind those that anybody has seen, so that every checkpoint from before is told that changes are lost.
pub(crate) fn begin_anew(connection: &Connection) -> Result<(), StoreError> {
    let last = newest(connection)?.max(gone(connection)?) + BETWEEN_LIVES;
    // A change of no table: nobody is told of it, and the next number is counted from it.
    connection
        .execute("INSERT INTO feed (sequence, at, tbl, hk, rk) VALUES (?1, 0, '', x'', x'')", [last])
        .and_then(|_| {
            connection.execute(
                "INSERT INTO feed_gone (id, sequence) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET sequence = max(sequence, ?1)",
                [last],
            )
        })
        .map_err(failed)
        .map(drop)
}

/// The number that a checkpoint stands for; 0 where it says nothing of this feed.
fn sequence(checkpoint: &Checkpoint) -> i64 {
    checkpoint.0.get(STRAND).and_then(|text| text.parse().ok()).unwrap_or(0)
}

fn pass(connection: &Connection, reader: &str, sequence: i64) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE feed_consumers SET passed = max(passed, ?2) WHERE name = ?1")
        .and_then(|mut statement| statement.execute((reader, sequence)))
        .map_err(failed)
        .map(drop)
}

fn begin(connection: &Connection, reader: &str) -> Result<i64, StoreError> {
    let newest = newest(connection)?;
    connection
        .prepare_cached("INSERT OR REPLACE INTO feed_consumers (name, passed) VALUES (?1, ?2)")
        .and_then(|mut statement| statement.execute((reader, newest)))
        .map_err(failed)?;
    Ok(newest)
}

/// Removes what all readers have passed, and what is too much.
pub(crate) fn prune(connection: &Connection, most_bytes: u64) -> Result<(), StoreError> {
    // Nobody has asked for anything yet: whoever comes begins with what comes then.
    let passed: Option<i64> = connection.query_row("SELECT min(passed) FROM feed_consumers", [], |row| row.get(0)).map_err(failed)?;
    let passed = passed.map_or_else(|| newest(connection), Ok)?;
    // From the newest back to the one with which there is more than may be.
    let too_much: Option<i64> = connection
        .prepare_cached(
            "SELECT sequence FROM (
                 SELECT sequence, sum(coalesce(length(before), 0) + coalesce(length(after), 0)) OVER (ORDER BY sequence DESC) AS so_far FROM feed
             ) WHERE so_far > ?1 ORDER BY sequence DESC LIMIT 1",
        )
        .and_then(|mut statement| statement.query_row([i64::try_from(most_bytes).unwrap_or(i64::MAX)], |row| row.get(0)).optional())
        .map_err(failed)?;
    // The newest stays in any case: the next number is counted from it.
    let last = passed.max(too_much.unwrap_or(0)).min(newest(connection)? - 1);
    let went = connection
        .prepare_cached("DELETE FROM feed WHERE sequence <= ?1")
        .and_then(|mut statement| statement.execute([last]))
        .map_err(failed)?;
    if went > 0 {
        connection
            .prepare_cached(
                "INSERT INTO feed_gone (id, sequence) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET sequence = max(sequence, ?1)",
            )
            .and_then(|mut statement| statement.execute([last]))
            .map_err(failed)?;
    }
    Ok(())
}

impl Feed for EmbeddedStore {
    fn begin<'a>(&'a self, reader: &'a str, _: &'a [&'static Table]) -> Boxed<'a, Checkpoint> {
        Box::pin(async move {
            let reader = reader.to_owned();
            self.writer()?.run(move |connection, _| begin(connection, &reader)).await.map(checkpoint)
        })
    }

    fn read<'a>(&'a self, tables: &'a [&'static Table], behind: &'a Checkpoint, most: u32) -> Boxed<'a, Read> {
        Box::pin(async move { self.readers.read(|connection, _| read(connection, tables, sequence(behind), most)) })
    }

    fn passed<'a>(&'a self, reader: &'a str, checkpoint: &'a Checkpoint) -> Boxed<'a, ()> {
        Box::pin(async move {
            let (reader, sequence) = (reader.to_owned(), sequence(checkpoint));
            self.writer()?.run(move |connection, _| pass(connection, &reader, sequence)).await
        })
    }

    fn forget<'a>(&'a self, reader: &'a str) -> Boxed<'a, ()> {
        Box::pin(async move {
            let reader = reader.to_owned();
            let delete =
                move |connection: &Connection| connection.execute("DELETE FROM feed_consumers WHERE name = ?1", [&reader]).map_err(failed);
            self.writer()?.run(move |connection, _| delete(connection).map(drop)).await
        })
    }
}
