//! What somebody would write by hand against rusqlite, for the same file layout.

use std::path::Path;
use std::sync::Mutex;

use chabudai_kernel::entity::{Decode as _, Entity as _};
use chabudai_kernel::packed::{Item, ItemRef};
use chabudai_kernel::part::Padded;
use rusqlite::{Connection, params};

use super::{Garment, garment};

pub(crate) struct Raw {
    connection: Mutex<Connection>,
}

const INDEXES: [(&str, &str); 3] = [("c", "createdAtSk"), ("w", "wearCountSk"), ("l", "lastWornAtSk")];

impl Raw {
    pub(crate) fn create(path: &Path) -> Self {
        let raw = Self::open(path);
        raw.with(|connection| {
            connection
                .execute_batch(
                    "PRAGMA journal_mode = WAL;
                     CREATE TABLE items (
                         id INTEGER PRIMARY KEY, hk BLOB NOT NULL, rk BLOB NOT NULL, ttl INTEGER, size INTEGER NOT NULL, item BLOB NOT NULL
                     ) STRICT;
                     CREATE UNIQUE INDEX key ON items (hk, rk);
                     CREATE INDEX ttl ON items (ttl) WHERE ttl IS NOT NULL;
                     CREATE TABLE feed (
                         sequence INTEGER PRIMARY KEY, at INTEGER NOT NULL, tbl TEXT NOT NULL, hk BLOB NOT NULL, rk BLOB NOT NULL,
                         before BLOB, after BLOB
                     ) STRICT;",
                )
                .expect("creates");
            for (name, _) in INDEXES {
                connection
                    .execute_batch(&format!(
                        "CREATE TABLE index_{name} (
                             ihk BLOB NOT NULL, irk BLOB NOT NULL, hk BLOB NOT NULL, rk BLOB NOT NULL, id INTEGER NOT NULL,
                             PRIMARY KEY (ihk, irk, hk, rk)
                         ) STRICT, WITHOUT ROWID;"
                    ))
                    .expect("creates");
            }
        });
        raw
    }

    pub(crate) fn open(path: &Path) -> Self {
        let connection = Connection::open(path).expect("opens");
        connection
            .execute_batch(
                "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; PRAGMA mmap_size = 1073741824; PRAGMA cache_size = -8192;",
            )
            .expect("sets up");
        connection.set_prepared_statement_cache_capacity(64);
        Self { connection: Mutex::new(connection) }
    }

    fn with<T>(&self, work: impl FnOnce(&Connection) -> T) -> T {
        work(&self.connection.lock().expect("no panic"))
    }

    pub(crate) fn fill(&self, all: &[Garment]) {
        self.with(|connection| {
            let transaction = connection.unchecked_transaction().expect("begins");
            for garment in all {
                insert(&transaction, garment);
            }
            transaction.commit().expect("commits");
        });
    }

    pub(crate) fn get(&self, wanted: &Garment) {
        let (hash, range) = (Garment::PK.text(&(wanted.wardrobe_id,)), Garment::SK.text(&(wanted.clothing_id,)));
        self.with(|connection| {
            let mut statement = connection.prepare_cached("SELECT item FROM items WHERE hk = ?1 AND rk = ?2").expect("prepares");
            let mut rows = statement.query((hash.as_bytes(), range.as_bytes())).expect("queries");
            let row = rows.next().expect("steps").expect("is there");
            let item = ItemRef::new(row.get_ref(0).expect("column").as_blob().expect("blob"));
            assert_eq!(Garment::decode(item).expect("decodes").clothing_id, wanted.clothing_id);
        });
    }

    pub(crate) fn list(&self, wanted: &Garment) {
        let hash = Garment::statusListPk.text(&(wanted.wardrobe_id,));
        self.with(|connection| {
            let mut statement = connection
                .prepare_cached(
                    "SELECT i.item FROM index_w e CROSS JOIN items i ON i.id = e.id WHERE e.ihk = ?1
                     ORDER BY e.irk DESC, e.hk DESC, e.rk DESC LIMIT 50",
                )
                .expect("prepares");
            let mut rows = statement.query([hash.as_bytes()]).expect("queries");
            let mut all = Vec::with_capacity(50);
            while let Some(row) = rows.next().expect("steps") {
                all.push(Garment::decode(ItemRef::new(row.get_ref(0).expect("column").as_blob().expect("blob"))).expect("decodes"));
            }
            assert_eq!(all.len(), 50);
        });
    }

    pub(crate) fn put(&self, garment: &Garment) {
        self.with(|connection| {
            let transaction = connection.unchecked_transaction().expect("begins");
            insert(&transaction, garment);
            transaction.commit().expect("commits");
        });
    }

    /// Several callers of one connection: each waits for the lock and syncs on its own.
    pub(crate) fn put_locked(&self, garment: &Garment) {
        self.put(garment);
    }

    /// The rows of the transaction that the store is measured with, written without looking at what is there.
    pub(crate) fn wear(&self, n: u64, fresh: u64) {
        self.with(|connection| {
            let transaction = connection.unchecked_transaction().expect("begins");
            insert(&transaction, &garment(9_000_001, fresh));
            for at in 0..21 {
                let before = garment(3, 600 + at);
                let after = Garment { wear_count: Padded::saturating(n % 1_000_000), rev: n, ..before.clone() };
                move_wear(&transaction, &before, &after);
                count(&transaction, &garment(8_000_000 + at, n % 365));
            }
            transaction.commit().expect("commits");
        });
    }
}

fn key(garment: &Garment) -> (String, String) {
    (Garment::PK.text(&(garment.wardrobe_id,)), Garment::SK.text(&(garment.clothing_id,)))
}

fn insert(connection: &Connection, garment: &Garment) {
    let item = garment.to_item();
    let (hash, range) = key(garment);
    connection
        .prepare_cached("INSERT INTO items (hk, rk, ttl, size, item) VALUES (?1, ?2, NULL, ?3, ?4)")
        .and_then(|mut s| s.execute(params![hash.as_bytes(), range.as_bytes(), item.view().size() as i64, item.view().bytes()]))
        .expect("inserts");
    let id = connection.last_insert_rowid();
    for (name, attribute) in INDEXES {
        let list = garment.templated("statusListPk").expect("has it");
        let order = garment.templated(attribute).expect("has it");
        connection
            .prepare_cached(&format!("INSERT INTO index_{name} (ihk, irk, hk, rk, id) VALUES (?1, ?2, ?3, ?4, ?5)"))
            .and_then(|mut s| s.execute(params![list.as_bytes(), order.as_bytes(), hash.as_bytes(), range.as_bytes(), id]))
            .expect("inserts");
    }
    publish(connection, &hash, &range, None, Some(item.view().bytes()));
}

fn publish(connection: &Connection, hash: &str, range: &str, before: Option<&[u8]>, after: Option<&[u8]>) {
    connection
        .prepare_cached("INSERT INTO feed (at, tbl, hk, rk, before, after) VALUES (0, 'T', ?1, ?2, ?3, ?4)")
        .and_then(|mut s| s.execute(params![hash.as_bytes(), range.as_bytes(), before, after]))
        .expect("publishes");
}

/// Rewrites a garment and moves its entry in the index by wearings, which has to be known from before to be found.
fn move_wear(connection: &Connection, before: &Garment, after: &Garment) {
    let (hash, range) = key(before);
    let (id, old): (i64, Vec<u8>) = connection
        .prepare_cached("SELECT id, item FROM items WHERE hk = ?1 AND rk = ?2")
        .and_then(|mut s| s.query_row((hash.as_bytes(), range.as_bytes()), |row| Ok((row.get(0)?, row.get(1)?))))
        .expect("is there");
    let was = Garment::decode(ItemRef::new(&old)).expect("decodes");
    let item = after.to_item();
    connection
        .prepare_cached("UPDATE items SET size = ?2, item = ?3 WHERE id = ?1")
        .and_then(|mut s| s.execute(params![id, item.view().size() as i64, item.view().bytes()]))
        .expect("updates");
    let list = was.templated("statusListPk").expect("has it");
    connection
        .prepare_cached("DELETE FROM index_w WHERE ihk = ?1 AND irk = ?2 AND hk = ?3 AND rk = ?4")
        .and_then(|mut s| {
            s.execute((list.as_bytes(), was.templated("wearCountSk").expect("has it").as_bytes(), hash.as_bytes(), range.as_bytes()))
        })
        .expect("deletes");
    connection
        .prepare_cached("INSERT INTO index_w (ihk, irk, hk, rk, id) VALUES (?1, ?2, ?3, ?4, ?5)")
        .and_then(|mut s| {
            let order = after.templated("wearCountSk").expect("has it");
            s.execute(params![list.as_bytes(), order.as_bytes(), hash.as_bytes(), range.as_bytes(), id])
        })
        .expect("inserts");
    publish(connection, &hash, &range, Some(&old), Some(item.view().bytes()));
}

/// Adds one to a day's counter.
fn count(connection: &Connection, day: &Garment) {
    let (hash, range) = key(day);
    let mut statement = connection.prepare_cached("SELECT item FROM items WHERE hk = ?1 AND rk = ?2").expect("prepares");
    let old: Option<Vec<u8>> = statement.query_row((hash.as_bytes(), range.as_bytes()), |row| row.get(0)).ok();
    let counted = old.as_deref().and_then(|old| ItemRef::new(old).get("count")?.as_number()?.to_i64()).unwrap_or(0);
    let mut item = Item::default();
    item.push_text("PK", &hash);
    item.push_text("SK", &range);
    item.push_text("date", "20260101");
    item.push("count", &(counted + 1).into());
    connection
        .prepare_cached(
            "INSERT INTO items (hk, rk, ttl, size, item) VALUES (?1, ?2, NULL, ?3, ?4)
             ON CONFLICT (hk, rk) DO UPDATE SET size = excluded.size, item = excluded.item",
        )
        .and_then(|mut s| s.execute(params![hash.as_bytes(), range.as_bytes(), item.view().size() as i64, item.view().bytes()]))
        .expect("writes");
    publish(connection, &hash, &range, old.as_deref(), Some(item.view().bytes()));
}
