//! Operations as values: a repo builds them, a service collects them, a store carries them out, a test compares them.

use std::collections::BTreeMap;

use crate::design::{EntityDesign, Form, Index, Table};
use crate::entity::Entity;
use crate::expr::{Condition, Path, SetTo, UpdateAction, attr};
use crate::key::{ItemKey, KeyValue, Named, SortCondition};
use crate::packed::{Item, ItemRef, Items};
use crate::store::StoreError;
use crate::value::Value;

/// Reads one item.
#[derive(Clone, PartialEq, Debug)]
pub struct Get {
    /// Where.
    pub table: &'static Table,
    /// Which.
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

/// Writes a whole item, in place of what was there.
#[derive(Clone, PartialEq, Debug)]
pub struct Put {
    /// Where.
    pub table: &'static Table,
    /// The item's key, as it also stands in the item.
    pub key: ItemKey,
    /// The item.
    pub item: Item,
    /// What must hold of the item that is there.
    pub condition: Option<Condition>,
    /// Whether to hand back what was there.
    pub return_old: bool,
}

impl Put {
    /// Writes an entity.
    pub fn of<E: Entity>(entity: &E) -> Self {
        Self { table: E::DESIGN.table, key: entity.item_key(), item: entity.to_item(), condition: None, return_old: false }
    }

    /// Writes an item as it is. An item without the table's key is refused.
    pub fn item(table: &'static Table, item: Item) -> Result<Self, StoreError> {
        let key = key_of(table, item.view())
            .ok_or_else(|| StoreError::invalid("store.key_missing", "the item has no key of the table's type"))?;
        Ok(Self { table, key, item, condition: None, return_old: false })
    }

    /// Only if this holds.
    pub fn only_if(mut self, condition: Condition) -> Self {
        self.condition = Some(and(self.condition, condition));
        self
    }

    /// Only if no item of this key is there.
    pub fn if_absent(self) -> Self {
        let absent = attr(self.table.hash.name).absent();
        self.only_if(absent)
    }

    /// Hands back what was there.
    pub fn returning_old(mut self) -> Self {
        self.return_old = true;
        self
    }
}

/// Which state of the item a write hands back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Returning {
    /// None.
    #[default]
    Nothing,
    /// As it was before.
    Old,
    /// As it is after.
    New,
}

/// Changes attributes of one item, which comes into being if it is not there.
#[derive(Clone, PartialEq, Debug)]
pub struct Update {
    /// Where.
    pub table: &'static Table,
    /// Which.
    pub key: ItemKey,
    /// The kind of item, where it is known: its key attributes are then watched over.
    pub entity: Option<&'static EntityDesign>,
    /// The changes.
    pub actions: Vec<UpdateAction>,
    /// What must hold of the item that is there.
    pub condition: Option<Condition>,
    /// What to hand back.
    pub returning: Returning,
}

impl Update {
    /// Changes an item of a kind.
    pub fn of<E: Entity>(key: ItemKey) -> Self {
        Self { entity: Some(const { &E::DESIGN }), ..Self::raw(E::DESIGN.table, key) }
    }

    /// Changes an item of no declared kind.
    pub fn raw(table: &'static Table, key: ItemKey) -> Self {
        Self { table, key, entity: None, actions: Vec::new(), condition: None, returning: Returning::Nothing }
    }

    fn with(mut self, action: UpdateAction) -> Self {
        self.actions.push(action);
        self
    }

    /// Sets an attribute.
    pub fn set(self, path: impl Into<Path>, value: impl Into<Value>) -> Self {
        self.with(UpdateAction::Set(path.into(), SetTo::Value(value.into())))
    }

    /// Sets an attribute, or takes it away where there is no value.
    pub fn set_or_remove(self, path: impl Into<Path>, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.set(path, value),
            None => self.remove(path),
        }
    }

    /// Sets an attribute unless it is there.
    pub fn set_if_absent(self, path: impl Into<Path>, value: impl Into<Value>) -> Self {
        self.with(UpdateAction::Set(path.into(), SetTo::IfAbsent(value.into())))
    }

    /// Puts values behind a list.
    pub fn append(self, path: impl Into<Path>, values: Vec<Value>) -> Self {
        self.with(UpdateAction::Set(path.into(), SetTo::Appended(values)))
    }

    /// Puts values in front of a list.
    pub fn prepend(self, path: impl Into<Path>, values: Vec<Value>) -> Self {
        self.with(UpdateAction::Set(path.into(), SetTo::Prepended(values)))
    }

    /// Adds to a number, or members to a set.
    pub fn add(self, path: impl Into<Path>, value: impl Into<Value>) -> Self {
        self.with(UpdateAction::Add(path.into(), value.into()))
    }

    /// Takes members out of a set.
    pub fn delete_from_set(self, path: impl Into<Path>, value: impl Into<Value>) -> Self {
        self.with(UpdateAction::DeleteFromSet(path.into(), value.into()))
    }

    /// Takes an attribute away.
    pub fn remove(self, path: impl Into<Path>) -> Self {
        self.with(UpdateAction::Remove(path.into()))
    }

    /// Rewrites the index keys that the changed attributes feed, as they are for the entity after the change.
    pub fn rekey<E: Entity>(mut self, after: &E) -> Self {
        for key in E::DESIGN.keys {
            let is_table_key = self.table.key_names().any(|name| name == key.attribute);
            let touched = key.fed_by().any(|fed| self.actions.iter().any(|action| action.path().root() == fed));
            if is_table_key || !touched || !matches!(key.form, Form::Text(_)) {
                continue;
            }
            self = self.set_or_remove(key.attribute, after.templated(key.attribute));
        }
        self
    }

    /// Only if this holds.
    pub fn only_if(mut self, condition: Condition) -> Self {
        self.condition = Some(and(self.condition, condition));
        self
    }

    /// Only if the item is there.
    pub fn if_exists(self) -> Self {
        let exists = attr(self.table.hash.name).exists();
        self.only_if(exists)
    }

    /// Hands back the item as it was.
    pub fn returning_old(mut self) -> Self {
        self.returning = Returning::Old;
        self
    }

    /// Hands back the item as it is after.
    pub fn returning_new(mut self) -> Self {
        self.returning = Returning::New;
        self
    }
}

/// Removes one item.
#[derive(Clone, PartialEq, Debug)]
pub struct Delete {
    /// Where.
    pub table: &'static Table,
    /// Which.
    pub key: ItemKey,
    /// What must hold of the item that is there.
    pub condition: Option<Condition>,
    /// Whether to hand back what was there.
    pub return_old: bool,
}

impl Delete {
    /// Removes the item of this key.
    pub fn new(table: &'static Table, key: ItemKey) -> Self {
        Self { table, key, condition: None, return_old: false }
    }

    /// Only if this holds.
    pub fn only_if(mut self, condition: Condition) -> Self {
        self.condition = Some(and(self.condition, condition));
        self
    }

    /// Only if the item is there.
    pub fn if_exists(self) -> Self {
        let exists = attr(self.table.hash.name).exists();
        self.only_if(exists)
    }

    /// Hands back what was there.
    pub fn returning_old(mut self) -> Self {
        self.return_old = true;
        self
    }
}

/// Looks at an item within a transaction, and lets it happen only if the condition holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Check {
    /// Where.
    pub table: &'static Table,
    /// Which.
    pub key: ItemKey,
    /// What must hold.
    pub condition: Condition,
}

/// One write.
#[derive(Clone, PartialEq, Debug)]
pub enum Write {
    /// Writes a whole item.
    Put(Put),
    /// Changes attributes.
    Update(Update),
    /// Removes an item.
    Delete(Delete),
    /// Looks only; within a transaction.
    Check(Check),
}

impl Write {
    /// Where it writes.
    pub fn table(&self) -> &'static Table {
        match self {
            Self::Put(op) => op.table,
            Self::Update(op) => op.table,
            Self::Delete(op) => op.table,
            Self::Check(op) => op.table,
        }
    }

    /// What it writes.
    pub fn key(&self) -> &ItemKey {
        match self {
            Self::Put(op) => &op.key,
            Self::Update(op) => &op.key,
            Self::Delete(op) => &op.key,
            Self::Check(op) => &op.key,
        }
    }

    /// What must hold.
    pub fn condition(&self) -> Option<&Condition> {
        match self {
            Self::Put(op) => op.condition.as_ref(),
            Self::Update(op) => op.condition.as_ref(),
            Self::Delete(op) => op.condition.as_ref(),
            Self::Check(op) => Some(&op.condition),
        }
    }

    /// Which state of the item it hands back.
    pub fn returning(&self) -> Returning {
        match self {
            Self::Put(Put { return_old: true, .. }) | Self::Delete(Delete { return_old: true, .. }) => Returning::Old,
            Self::Update(op) => op.returning,
            Self::Put(_) | Self::Delete(_) | Self::Check(_) => Returning::Nothing,
        }
    }
}

macro_rules! write_from {
    ($($op:ident),*) => {$(
        impl From<$op> for Write {
            fn from(op: $op) -> Self {
                Self::$op(op)
            }
        }
    )*};
}
write_from!(Put, Update, Delete, Check);

/// Several writes, all or none.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Transact {
    /// The writes, each to another item.
    pub writes: Vec<Write>,
    /// Names the transaction for ten minutes: the same again, with the same writes, does nothing and succeeds.
    pub token: Option<String>,
}

impl Transact {
    /// A transaction of these writes.
    pub fn of(writes: impl IntoIterator<Item = Write>) -> Self {
        Self { writes: writes.into_iter().collect(), token: None }
    }

    /// Adds a write.
    pub fn and(mut self, write: impl Into<Write>) -> Self {
        self.writes.push(write.into());
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

/// A write without conditions.
#[derive(Clone, PartialEq, Debug)]
#[expect(clippy::large_enum_variant, reason = "a batch is mostly puts, and a box each would cost more than the room it saves")]
pub enum BatchWrite {
    /// Writes a whole item.
    Put(Put),
    /// Removes an item.
    Delete(&'static Table, ItemKey),
}

impl BatchWrite {
    /// Where it writes.
    pub fn table(&self) -> &'static Table {
        match self {
            Self::Put(put) => put.table,
            Self::Delete(table, _) => table,
        }
    }

    /// What it writes.
    pub fn key(&self) -> &ItemKey {
        match self {
            Self::Put(put) => &put.key,
            Self::Delete(_, key) => key,
        }
    }
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
    /// Where.
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
    /// Where.
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
}

impl Scan {
    /// The whole table.
    pub fn of(table: &'static Table) -> Self {
        Self { table, index: None, limit: None, filter: None, projection: Vec::new(), after: None, consistent: false }
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
