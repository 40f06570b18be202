//! Where one test works: a store, and names that no other test uses, so that all tests share a store and run at the same time.

use std::sync::Arc;

use chabudai_kernel::design::{Index, Table};
use chabudai_kernel::key::{ItemKey, KeyValue, Named, SortCondition};
use chabudai_kernel::number::Number;
use chabudai_kernel::op::{Get, Page, Put, Query, Transact, Write};
use chabudai_kernel::packed::{Item, Items};
use chabudai_kernel::store::{Now, Store, StoreError};
use chabudai_kernel::value::{Attributes, Value};

use crate::tables::THINGS;

/// The moment at which the story plays: far ahead, so that no store that sweeps by the wall clock takes anything away meanwhile.
pub(crate) const NOW: Now = Now(4_000_000_000);

/// Attributes written as a list of names and values.
macro_rules! attributes {
    ($($name:expr => $value:expr),* $(,)?) => {
        chabudai_kernel::value::Attributes::from([$(($name.to_string(), chabudai_kernel::value::Value::from($value))),*])
    };
}
pub(crate) use attributes;

/// A store, and a name space of one test's own in it.
#[derive(Clone)]
pub struct Place {
    store: Arc<dyn Store>,
    name: String,
    number: u64,
}

impl Place {
    /// A fresh place in a store that has [`crate::tables::ALL`].
    pub fn new(store: Arc<dyn Store>) -> Self {
        // Of the same length always, so that sizes and capacities can be told in advance.
        let name = format!("{:016x}", fastrand::u64(..));
        Self { store, name, number: fastrand::u64(1_000_000..1_000_000_000_000) * 1000 }
    }

    /// The same place in another store.
    pub(crate) fn in_store(&self, store: Arc<dyn Store>) -> Self {
        Self { store, ..self.clone() }
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.store
    }

    pub(crate) fn shared_store(&self) -> Arc<dyn Store> {
        self.store.clone()
    }

    /// A name that only this place uses.
    pub(crate) fn name(&self, tail: &str) -> String {
        format!("{}#{tail}", self.name)
    }

    /// The name of a transaction that only this place uses, of characters that every engine takes.
    pub(crate) fn token(&self, tail: &str) -> String {
        format!("{}-{tail}", self.name)
    }

    /// A partition key number that only this place uses.
    pub(crate) fn number(&self, tail: u64) -> Number {
        Number::from(self.number + tail)
    }

    /// The key of an item of [`THINGS`].
    pub(crate) fn thing(&self, partition: &str, sort: &str) -> ItemKey {
        ItemKey::new(self.name(partition), sort)
    }

    /// The key of an item of [`PAIRS`](crate::tables::PAIRS).
    pub(crate) fn pair(&self, left: &str, right: impl Into<Number>) -> ItemKey {
        ItemKey::new(self.name(left), right.into())
    }

    /// The key of an item of [`NUMBERED`](crate::tables::NUMBERED).
    pub(crate) fn numbered(&self, tail: u64) -> ItemKey {
        ItemKey::hash_only(self.number(tail))
    }

    /// A put of an item of [`THINGS`].
    pub(crate) fn put_of_thing(&self, partition: &str, sort: &str, attributes: Attributes) -> Put {
        put_of(&THINGS, &self.thing(partition, sort), attributes)
    }

    /// Writes an item of [`THINGS`].
    pub(crate) async fn put_thing(&self, partition: &str, sort: &str, attributes: Attributes) {
        self.must_write(self.put_of_thing(partition, sort, attributes)).await;
    }

    /// Reads an item of [`THINGS`], without its keys.
    pub(crate) async fn read_thing(&self, partition: &str, sort: &str) -> Option<Attributes> {
        self.read(&THINGS, &self.thing(partition, sort)).await
    }

    /// Reads an item consistently, without its keys.
    pub(crate) async fn read(&self, table: &'static Table, key: &ItemKey) -> Option<Attributes> {
        let answer = self.store.get(&Get::new(table, key.clone()).consistent(), NOW).await;
        let item = answer.expect("a get succeeds").value?;
        Some(without_key(table, attributes_of(&item)))
    }

    /// Carries out a write, and gives what it handed back.
    pub(crate) async fn write(&self, op: impl Into<Write>) -> Result<Option<Attributes>, StoreError> {
        let answer = self.store.write(&op.into(), NOW).await?;
        Ok(answer.value.map(|item| attributes_of(&item)))
    }

    /// Carries out a write that has to succeed.
    pub(crate) async fn must_write(&self, op: impl Into<Write>) -> Option<Attributes> {
        let op = op.into();
        self.write(op.clone()).await.unwrap_or_else(|error| panic!("{op:?} succeeds, but: {error}"))
    }

    /// Carries out writes, all or none.
    pub(crate) async fn transact(&self, writes: impl IntoIterator<Item = Write>) -> Result<(), StoreError> {
        self.store.transact(&Transact::of(writes), NOW).await.map(|answer| answer.value)
    }

    /// One page of a query that has to succeed.
    pub(crate) async fn page(&self, op: &Query) -> Page {
        self.store.query(op, NOW).await.unwrap_or_else(|error| panic!("{op:?} succeeds, but: {error}")).value
    }

    /// Every item of a query, page by page.
    pub(crate) async fn all(&self, mut op: Query) -> Vec<Attributes> {
        let mut out = Vec::new();
        loop {
            let page = self.page(&op).await;
            out.extend(all_of(&page.items));
            match page.next {
                Some(next) => op.after = Some(next),
                None => return out,
            }
        }
    }

    /// A query of a partition of [`THINGS`].
    pub(crate) fn things(&self, partition: &str) -> Query {
        Query::table(&THINGS, named("PK", self.name(partition)))
    }

    /// A query of a partition of one of the indexes of [`THINGS`].
    pub(crate) fn things_by(&self, index: &'static Index, partition: &str) -> Query {
        Query::index(&THINGS, index, named(index.hash.name, self.name(partition)))
    }

    /// The sort keys of the items that an index of [`THINGS`] has in a partition.
    pub(crate) async fn sorts_by(&self, index: &'static Index, partition: &str) -> Vec<String> {
        texts("SK", &self.all(self.things_by(index, partition)).await)
    }
}

/// A key attribute and its value.
pub(crate) fn named(attribute: &'static str, value: impl Into<KeyValue>) -> Named<KeyValue> {
    Named { attribute, value: value.into() }
}

/// A condition on a sort key.
pub(crate) fn ranged(attribute: &'static str, value: SortCondition) -> Named<SortCondition> {
    Named { attribute, value }
}

/// A number as people write it.
pub(crate) fn n(text: &str) -> Number {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A put of these attributes and their key.
pub(crate) fn put_of(table: &'static Table, key: &ItemKey, mut attributes: Attributes) -> Put {
    attributes.extend(key_attributes(table, key));
    Put::item(table, Item::from_attributes(&attributes)).expect("the item has its key")
}

/// The key as attributes.
pub(crate) fn key_attributes(table: &'static Table, key: &ItemKey) -> Attributes {
    let values = std::iter::once(&key.hash).chain(&key.range);
    table.key_names().zip(values).map(|(name, value)| (name.to_owned(), value.to_value())).collect()
}

/// The attributes without those of the table's key.
pub(crate) fn without_key(table: &'static Table, mut attributes: Attributes) -> Attributes {
    for name in table.key_names() {
        attributes.remove(name);
    }
    attributes
}

/// An item's attributes.
pub(crate) fn attributes_of(item: &Item) -> Attributes {
    item.view().to_attributes().expect("a store hands out whole items")
}

/// Every item's attributes.
pub(crate) fn all_of(items: &Items) -> Vec<Attributes> {
    items.iter().map(|item| item.to_attributes().expect("a store hands out whole items")).collect()
}

/// One text attribute of every item.
pub(crate) fn texts(name: &str, items: &[Attributes]) -> Vec<String> {
    items.iter().map(|item| item.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()).collect()
}

/// The code of a refusal; panics on success and on every other error.
pub(crate) fn refusal<T: std::fmt::Debug>(result: Result<T, StoreError>) -> &'static str {
    match result {
        Err(StoreError::Invalid { code, .. }) => code,
        other => panic!("a refusal was expected, not {other:?}"),
    }
}

/// What a failed condition met; panics on everything else.
pub(crate) fn met<T: std::fmt::Debug>(result: Result<T, StoreError>) -> Option<Attributes> {
    match result {
        Err(StoreError::ConditionFailed { found }) => found.map(|item| attributes_of(&item)),
        other => panic!("a failed condition was expected, not {other:?}"),
    }
}
