//! Operations as values: a repo builds them, a service collects them, a store carries them out, a test compares them.

mod write;

use std::collections::BTreeMap;

use crate::design::{Index, Table};
use crate::expr::{Condition, Path};
use crate::key::{ItemKey, KeyValue, Named, SortCondition};
use crate::packed::{ItemRef, Items};
pub use write::{BatchWrite, Check, Delete, Put, Returning, Transact, Update, Write};

/// Reads one item.
#[derive(Clone, PartialEq, Debug)]
pub struct Get {
    /// The table.
    pub table: &'static Table,
    /// The table key of the item.
    pub key: ItemKey,
    /// Whether the answer must hold every write acknowledged before the call.
    pub consistent: bool,
    /// Only these attributes; all when empty.
    pub projection: Vec<Path>,
}

impl Get {
    /// The item of this key.
    pub fn new(table: &'static Table, key: ItemKey) -> Self {
        Self { table, key, consistent: false, projection: Vec::new() }
    }

    /// With every write acknowledged before the call.
    pub fn consistent(mut self) -> Self {
        self.consistent = true;
        self
    }

    /// Only these attributes.
    pub fn only(mut self, paths: impl IntoIterator<Item = Path>) -> Self {
        self.projection = paths.into_iter().collect();
        self
    }
}

/// Reads items as they stand at one moment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TransactGet {
    /// The reads.
    pub gets: Vec<Get>,
}

/// Reads items by their keys, in no order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BatchGet {
    /// Which, in one request at most 100.
    pub keys: Vec<(&'static Table, ItemKey)>,
    /// Whether the answer must hold every write acknowledged before the call.
    pub consistent: bool,
    /// Only these attributes; all when empty.
    pub projection: Vec<Path>,
}

/// The position in a query or scan behind which the next page begins: key attributes and their values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageKey(pub BTreeMap<String, KeyValue>);

impl PageKey {
    /// The position of an item in its table, or in one of its indexes.
    pub fn of(table: &Table, index: Option<&Index>, item: ItemRef<'_>) -> Option<Self> {
        table
            .cursor_names(index)
            .into_iter()
            .map(|name| Some((name.to_owned(), KeyValue::from_value(&item.get(name)?.to_value().ok()?)?)))
            .collect::<Option<_>>()
            .map(Self)
    }
}

/// Reads a range of one partition, of the table or of an index.
#[derive(Clone, PartialEq, Debug)]
pub struct Query {
    /// The table.
    pub table: &'static Table,
    /// By which index.
    pub index: Option<&'static Index>,
    /// The partition.
    pub hash: Named<KeyValue>,
    /// The range; the whole partition when `None`.
    pub range: Option<Named<SortCondition>>,
    /// From the end to the beginning.
    pub backward: bool,
    /// Reads at most so many items, counted before the filter.
    pub limit: Option<u32>,
    /// Leaves out what does not hold.
    pub filter: Option<Condition>,
    /// Only these attributes; all when empty.
    pub projection: Vec<Path>,
    /// Begins behind this position.
    pub after: Option<PageKey>,
    /// Whether the answer must hold every write acknowledged before the call; not by an index.
    pub consistent: bool,
    /// Counts only.
    pub count_only: bool,
}

impl Query {
    /// A partition of the table.
    pub fn table(table: &'static Table, hash: Named<KeyValue>) -> Self {
        Self {
            table,
            index: None,
            hash,
            range: None,
            backward: false,
            limit: None,
            filter: None,
            projection: Vec::new(),
            after: None,
            consistent: false,
            count_only: false,
        }
    }

    /// A partition of an index.
    pub fn index(table: &'static Table, index: &'static Index, hash: Named<KeyValue>) -> Self {
        Self { index: Some(index), ..Self::table(table, hash) }
    }

    /// Only this range.
    pub fn range(mut self, range: Named<SortCondition>) -> Self {
        self.range = Some(range);
        self
    }

    /// From the end to the beginning.
    pub fn backward(mut self) -> Self {
        self.backward = true;
        self
    }

    /// In this direction.
    pub fn direction(mut self, backward: bool) -> Self {
        self.backward = backward;
        self
    }

    /// Reads at most so many items.
    pub fn limit(mut self, limit: u32) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Leaves out what does not hold.
    pub fn filter(mut self, filter: Condition) -> Self {
        self.filter = Some(and(self.filter, filter));
        self
    }

    /// Only these attributes.
    pub fn only(mut self, paths: impl IntoIterator<Item = Path>) -> Self {
        self.projection = paths.into_iter().collect();
        self
    }

    /// Begins behind this position.
    pub fn after(mut self, after: Option<PageKey>) -> Self {
        self.after = after;
        self
    }

    /// With every write acknowledged before the call.
    pub fn consistent(mut self) -> Self {
        self.consistent = true;
        self
    }

    /// The sort key attribute of what is queried.
    pub fn range_attribute(&self) -> Option<crate::design::KeyAttribute> {
        self.index.map_or(self.table.range, |index| index.range)
    }

    /// The partition key attribute of what is queried.
    pub fn hash_attribute(&self) -> crate::design::KeyAttribute {
        self.index.map_or(self.table.hash, |index| index.hash)
    }
}

/// Reads a whole table (or index), page by page, in no order.
#[derive(Clone, PartialEq, Debug)]
pub struct Scan {
    /// The table.
    pub table: &'static Table,
    /// By which index.
    pub index: Option<&'static Index>,
    /// Reads at most so many items, counted before the filter.
    pub limit: Option<u32>,
    /// Leaves out what does not hold.
    pub filter: Option<Condition>,
    /// Only these attributes; all when empty.
    pub projection: Vec<Path>,
    /// Begins behind this position.
    pub after: Option<PageKey>,
    /// Whether the answer must hold every write acknowledged before the call.
    pub consistent: bool,
    /// One part of the table, for several who read it together.
    pub segment: Option<Segment>,
}

/// A part of a table. Every item is in one of them; how many are in which is the store's to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Which one, counted from 0.
    pub this: u32,
    /// Of how many.
    pub of: u32,
}

impl Scan {
    /// The whole table.
    pub fn of(table: &'static Table) -> Self {
        Self { table, index: None, limit: None, filter: None, projection: Vec::new(), after: None, consistent: false, segment: None }
    }

    /// The table in so many parts, to be read side by side.
    pub fn in_segments(table: &'static Table, of: u32) -> impl Iterator<Item = Self> {
        (0..of).map(move |this| Self { segment: Some(Segment { this, of }), ..Self::of(table) })
    }
}

/// What a query or scan read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Page {
    /// The items; empty when only counted.
    pub items: Items,
    /// How many held to the filter.
    pub count: u32,
    /// How many were read, before the filter.
    pub scanned: u32,
    /// Where the next page begins. As with DynamoDB, a page that ends at its limit has one even when nothing follows.
    pub next: Option<PageKey>,
}

/// The table key that stands in an item.
pub fn key_of(table: &Table, item: ItemRef<'_>) -> Option<ItemKey> {
    let read = |name: &str| KeyValue::from_value(&item.get(name)?.to_value().ok()?);
    Some(ItemKey {
        hash: read(table.hash.name)?,
        range: match table.range {
            Some(range) => Some(read(range.name)?),
            None => None,
        },
    })
}

fn and(condition: Option<Condition>, more: Condition) -> Condition {
    match condition {
        Some(condition) => condition.and(more),
        None => more,
    }
}
