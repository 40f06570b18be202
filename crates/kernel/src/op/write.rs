//! Writes as values.

use super::{and, key_of};
use crate::design::{EntityDesign, Form, Table};
use crate::entity::Entity;
use crate::expr::{Condition, Path, SetTo, UpdateAction, attr};
use crate::key::ItemKey;
use crate::packed::Item;
use crate::store::StoreError;
use crate::value::Value;

/// Writes a whole item, in place of what was there.
#[derive(Clone, PartialEq, Debug)]
pub struct Put {
    /// The table.
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
    /// The table.
    pub table: &'static Table,
    /// The table key of the item.
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
    /// The table.
    pub table: &'static Table,
    /// The table key of the item.
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
    /// The table.
    pub table: &'static Table,
    /// The table key of the item.
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
