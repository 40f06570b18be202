//! The change feed: what was committed to tables that publish their changes, in order for each key, for whoever keeps a copy.
//!
//! A reader says how far it has come ([`Checkpoint`]) and is told what came behind that. It may be told the same again after a crash, so
//! that what it does has to bear repetition; it is never told less, unless it stays away for longer than the store keeps changes, and
//! then it is told so ([`Read::Lost`]) and makes its copy anew from the tables.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::design::Table;
use crate::key::ItemKey;
use crate::packed::Item;
use crate::store::Boxed;

/// One change to one item.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The table.
    pub table: &'static Table,
    /// The item's key.
    pub key: ItemKey,
    /// When it was committed, in Unix seconds.
    pub at: i64,
    /// The item before; none when it is new.
    pub before: Option<Item>,
    /// The item after; none when it is gone.
    pub after: Option<Item>,
}

/// How far a reader has come: a position in each strand of the feed. Only the driver that made it understands it.
///
/// A strand is what is in order by itself. The embedded store has one; DynamoDB has one for each shard of a table's stream.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Checkpoint(pub BTreeMap<String, String>);

/// What came behind a checkpoint.
#[derive(Clone, PartialEq, Debug)]
pub enum Read {
    /// Changes, oldest first for each key.
    Changes {
        /// The changes.
        changes: Vec<Change>,
        /// How far the reader has come once it has dealt with them. It can differ from the one before although nothing changed.
        then: Checkpoint,
        /// Nothing more was there at that moment.
        drained: bool,
    },
    /// Some of what came behind the checkpoint is not kept any more.
    Lost,
}

/// A store that publishes changes.
///
/// Of one server's readers all should read through one of these, and few servers: DynamoDB serves two readers of a shard well.
pub trait Feed: Send + Sync + 'static {
    /// Where a new reader begins: whatever is committed from now on comes behind it. What was committed shortly before may come, too.
    ///
    /// The name is kept: nothing goes that this reader has not passed, as far as the store has a say in it, until it is forgotten. A
    /// reader of that name that was there before begins anew.
    fn begin<'a>(&'a self, reader: &'a str, tables: &'a [&'static Table]) -> Boxed<'a, Checkpoint>;

    /// What came behind a checkpoint in these tables, at most so many changes of each strand.
    fn read<'a>(&'a self, tables: &'a [&'static Table], behind: &'a Checkpoint, most: u32) -> Boxed<'a, Read>;

    /// A reader has dealt with everything up to a checkpoint, and will not ask for it again.
    fn passed<'a>(&'a self, reader: &'a str, checkpoint: &'a Checkpoint) -> Boxed<'a, ()>;

    /// A reader will not come back.
    fn forget<'a>(&'a self, reader: &'a str) -> Boxed<'a, ()>;
}
