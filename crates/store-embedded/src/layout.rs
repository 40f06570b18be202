//! How tables lie in the file, and the statements that reach them.
//!
//! Each table is a rowid table of whole items with a unique index on its key; each index is a table of pointers, ordered as a query by
//! that index returns them. A write that leaves an index key alone leaves that index's table alone, and a read by index follows 50
//! pointers by integer rather than by text.

use std::collections::HashMap;
use std::fmt::Write as _;

use chabudai_kernel::design::{Index, Table};
use chabudai_kernel::packed::ItemRef;
use chabudai_kernel::store::StoreError;

use crate::keys::{Bound, encode_attribute};

/// A table and its statements.
pub(crate) struct TableLayout {
    pub(crate) table: &'static Table,
    pub(crate) items: String,
    pub(crate) select: String,
    pub(crate) select_with_id: String,
    pub(crate) insert: String,
    pub(crate) update: String,
    pub(crate) delete: String,
    pub(crate) by_key: RangeSql,
    pub(crate) scan: ScanSql,
    pub(crate) indexes: Vec<IndexLayout>,
}

/// An index and its statements.
pub(crate) struct IndexLayout {
    pub(crate) index: &'static Index,
    pub(crate) entries: String,
    pub(crate) insert: String,
    pub(crate) delete: String,
    pub(crate) range: RangeSql,
    pub(crate) scan: ScanSql,
}

/// A walk over everything, from the beginning or from behind a position.
pub(crate) struct ScanSql {
    pub(crate) all: String,
    pub(crate) behind: String,
}

/// The statements for a range of one partition: one per shape, made once.
pub(crate) struct RangeSql {
    shapes: HashMap<Shape, String>,
}

/// Which ends a range has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Shape {
    pub(crate) backward: bool,
    pub(crate) lower: End,
    pub(crate) upper: End,
}

/// One end of a range, as the statement has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum End {
    Open,
    Included,
    Excluded,
    /// Behind a position of the previous page.
    Resumed,
}

impl End {
    pub(crate) const ALL: [Self; 4] = [Self::Open, Self::Included, Self::Excluded, Self::Resumed];

    pub(crate) fn of(bound: Option<&Bound>) -> Self {
        match bound {
            None => Self::Open,
            Some(Bound { included: true, .. }) => Self::Included,
            Some(Bound { included: false, .. }) => Self::Excluded,
        }
    }
}

impl RangeSql {
    /// `order` are the columns that order a partition, of which the first carries the range.
    fn new(select: &str, hash: &str, order: &[&str]) -> Self {
        let mut shapes = HashMap::new();
        for backward in [false, true] {
            for lower in End::ALL {
                for upper in End::ALL {
                    // A page is resumed at one end only: the one where the walk begins.
                    if (upper == End::Resumed && !backward) || (lower == End::Resumed && backward) {
                        continue;
                    }
                    let mut sql = format!("{select} WHERE {hash} = ?1");
                    let mut next = 2;
                    for (end, including, excluding) in [(lower, ">=", ">"), (upper, "<=", "<")] {
                        let (columns, sign) = match end {
                            End::Open => continue,
                            End::Included => (&order[..1], including),
                            End::Excluded => (&order[..1], excluding),
                            End::Resumed => (order, excluding),
                        };
                        let holes: Vec<_> = (next..next + columns.len()).map(|n| format!("?{n}")).collect();
                        next += columns.len();
                        write!(sql, " AND ({}) {sign} ({})", columns.join(", "), holes.join(", ")).expect("a string takes every text");
                    }
                    let direction = if backward { " DESC" } else { "" };
                    let order: Vec<_> = order.iter().map(|column| format!("{column}{direction}")).collect();
                    write!(sql, " ORDER BY {}", order.join(", ")).expect("a string takes every text");
                    shapes.insert(Shape { backward, lower, upper }, sql);
                }
            }
        }
        Self { shapes }
    }

    pub(crate) fn get(&self, shape: Shape) -> &str {
        &self.shapes[&shape]
    }

    #[cfg(test)]
    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.shapes.values().map(String::as_str)
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

impl TableLayout {
    pub(crate) fn new(table: &'static Table) -> Self {
        let items = quoted(&format!("items:{}", table.name));
        let columns = "ttl, size, item";
        let from_items = format!("SELECT {columns} FROM {items}");
        Self {
            table,
            select: format!("{from_items} WHERE hk = ?1 AND rk = ?2"),
            select_with_id: format!("SELECT id, {columns} FROM {items} WHERE hk = ?1 AND rk = ?2"),
            insert: format!("INSERT INTO {items} (hk, rk, ttl, size, item) VALUES (?1, ?2, ?3, ?4, ?5)"),
            update: format!("UPDATE {items} SET ttl = ?2, size = ?3, item = ?4 WHERE id = ?1"),
            delete: format!("DELETE FROM {items} WHERE id = ?1"),
            by_key: RangeSql::new(&from_items, "hk", &["rk"]),
            scan: ScanSql {
                all: format!("{from_items} ORDER BY hk, rk"),
                behind: format!("{from_items} WHERE (hk, rk) > (?1, ?2) ORDER BY hk, rk"),
            },
            indexes: table.indexes.iter().map(|index| IndexLayout::new(table, index, &items)).collect(),
            items,
        }
    }

    /// What makes the table, if it is not there.
    pub(crate) fn create(&self) -> String {
        let Self { items, .. } = self;
        let key = quoted(&format!("key:{}", self.table.name));
        let ttl = quoted(&format!("ttl:{}", self.table.name));
        format!(
            "CREATE TABLE IF NOT EXISTS {items} (
                 id INTEGER PRIMARY KEY, hk BLOB NOT NULL, rk BLOB NOT NULL, ttl INTEGER, size INTEGER NOT NULL, item BLOB NOT NULL
             ) STRICT;
             CREATE UNIQUE INDEX IF NOT EXISTS {key} ON {items} (hk, rk);
             CREATE INDEX IF NOT EXISTS {ttl} ON {items} (ttl) WHERE ttl IS NOT NULL;"
        )
    }

    pub(crate) fn index(&self, index: &Index) -> Result<&IndexLayout, StoreError> {
        self.indexes
            .iter()
            .find(|layout| layout.index.name == index.name)
            .ok_or_else(|| StoreError::invalid("store.no_index", format!("{} has no index {}", self.table.name, index.name)))
    }
}

impl IndexLayout {
    fn new(table: &Table, index: &'static Index, items: &str) -> Self {
        let entries = quoted(&format!("index:{}:{}", table.name, index.name));
        // CROSS JOIN keeps SQLite from reordering the two: entries first, in order, then each item by its id.
        let select = format!("SELECT i.ttl, i.size, i.item FROM {entries} e CROSS JOIN {items} i ON i.id = e.id");
        let order = ["e.irk", "e.hk", "e.rk"];
        Self {
            index,
            insert: format!("INSERT INTO {entries} (ihk, irk, hk, rk, id) VALUES (?1, ?2, ?3, ?4, ?5)"),
            delete: format!("DELETE FROM {entries} WHERE ihk = ?1 AND irk = ?2 AND hk = ?3 AND rk = ?4"),
            range: RangeSql::new(&select, "e.ihk", &order),
            scan: ScanSql {
                all: format!("{select} ORDER BY e.ihk, e.irk, e.hk, e.rk"),
                behind: format!("{select} WHERE (e.ihk, e.irk, e.hk, e.rk) > (?1, ?2, ?3, ?4) ORDER BY e.ihk, e.irk, e.hk, e.rk"),
            },
            entries,
        }
    }

    /// The place of an item in the index, as bytes; `None` when it is not in it.
    pub(crate) fn place_of(&self, item: ItemRef<'_>) -> Option<(Vec<u8>, Vec<u8>)> {
        let hash = encode_attribute(self.index.hash, item)?;
        let range = match self.index.range {
            Some(range) => encode_attribute(range, item)?,
            None => Vec::new(),
        };
        Some((hash, range))
    }

    /// What makes the index, if it is not there.
    pub(crate) fn create(&self) -> String {
        format!(
            "CREATE TABLE IF NOT EXISTS {} (
                 ihk BLOB NOT NULL, irk BLOB NOT NULL, hk BLOB NOT NULL, rk BLOB NOT NULL, id INTEGER NOT NULL,
                 PRIMARY KEY (ihk, irk, hk, rk)
             ) STRICT, WITHOUT ROWID;",
            self.entries
        )
    }

    /// What an existing index must agree with, or be built anew.
    pub(crate) fn definition(&self) -> String {
        let key = |k: chabudai_kernel::design::KeyAttribute| format!("{}:{}", k.name, k.scalar.letter());
        format!("{} {}", key(self.index.hash), self.index.range.map(key).unwrap_or_default())
    }
}
