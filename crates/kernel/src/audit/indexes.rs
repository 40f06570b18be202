//! Which entries an index has, and which it should have.

use std::collections::{BTreeMap, BTreeSet};

use futures::{StreamExt as _, TryStreamExt as _, stream};

use super::Audit;
use crate::clock::backoff;
use crate::design::{Index, KeyAttribute, Scalar, Table};
use crate::expr::attr;
use crate::key::{ItemKey, KeyValue, Named, SortCondition};
use crate::limits::BATCH_GET;
use crate::op::{BatchGet, Query, key_of};
use crate::packed::{Item, ItemRef};
use crate::store::StoreError;

/// How many questions to an index are under way together.
const AT_ONCE: usize = 16;
/// How often what a batch did not get to is asked for again.
const TRIES: u32 = 10;

/// Where in an index something stands.
pub(super) type Place = (KeyValue, Option<KeyValue>);

/// An entry of an index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The key of the item in its table.
    pub(super) key: ItemKey,
    place: Place,
}

impl Entry {
    /// The entry that an item has in an index; nothing where the index goes without it.
    pub(super) fn of(table: &Table, index: &Index, item: ItemRef<'_>) -> Option<Self> {
        Some(Self { key: key_of(table, item)?, place: place_of(index, item)? })
    }
}

fn place_of(index: &Index, item: ItemRef<'_>) -> Option<Place> {
    let read = |attribute: KeyAttribute| {
        let value = KeyValue::from_value(&item.get(attribute.name)?.to_value().ok()?)?;
        let scalar = match value {
            KeyValue::S(_) => Scalar::S,
            KeyValue::N(_) => Scalar::N,
            KeyValue::B(_) => Scalar::B,
        };
        (scalar == attribute.scalar).then_some(value)
    };
    let hash = read(index.hash)?;
    match index.range {
        Some(range) => Some((hash, Some(read(range)?))),
        None => Some((hash, None)),
    }
}

impl Audit<'_> {
    /// Which of these items the index should have and has not, by their position. Items that stand at one place of the index are asked
    /// for together.
    pub(super) async fn missing_from(
        &self,
        table: &'static Table,
        index: &'static Index,
        items: &[Item],
    ) -> Result<Vec<usize>, StoreError> {
        let mut places: BTreeMap<Place, BTreeMap<ItemKey, usize>> = BTreeMap::new();
        for (at, item) in items.iter().enumerate() {
            if let Some(entry) = Entry::of(table, index, item.view()) {
                places.entry(entry.place).or_default().insert(entry.key, at);
            }
        }
        let asked = stream::iter(places).map(|(place, wanted)| async move {
            let found = self.at_place(table, index, &place, wanted.keys().cloned().collect()).await?;
            Ok::<_, StoreError>(wanted.into_iter().filter(|(key, _)| !found.contains(key)).map(|(_, at)| at).collect::<Vec<_>>())
        });
        let missing: Vec<Vec<usize>> = asked.buffer_unordered(AT_ONCE).try_collect().await?;
        Ok(missing.into_iter().flatten().collect())
    }

    /// The entries whose item is not there, or stands elsewhere in the index.
    pub(super) async fn without_item(&self, table: &'static Table, index: &Index, entries: Vec<Entry>) -> Result<Vec<Entry>, StoreError> {
        let mut places: BTreeMap<ItemKey, Place> = BTreeMap::new();
        let keys: BTreeSet<&ItemKey> = entries.iter().map(|entry| &entry.key).collect();
        let keys: Vec<_> = keys.into_iter().map(|key| (table, key.clone())).collect();
        for keys in keys.chunks(BATCH_GET) {
            let mut op = BatchGet { keys: keys.to_vec(), consistent: true, projection: Vec::new() };
            let mut tries = 0;
            loop {
                let got = self.store.batch_get(&op, self.clock.now()).await?.value;
                for (_, item) in &got.items {
                    places.extend(Entry::of(table, index, item.view()).map(|entry| (entry.key, entry.place)));
                }
                let Some(rest) = got.unprocessed else { break };
                tries += 1;
                if tries > TRIES {
                    return Err(StoreError::Throttled);
                }
                op = rest;
                self.clock.sleep(backoff(tries)).await;
            }
        }
        Ok(entries.into_iter().filter(|entry| places.get(&entry.key) != Some(&entry.place)).collect())
    }

    /// Whether the index has an entry while its item, the same before and after, stands elsewhere or is not there.
    pub(super) async fn is_stray(&self, table: &'static Table, index: &'static Index, entry: &Entry) -> Result<bool, StoreError> {
        let before = self.current(table, entry.key.clone()).await?;
        if before.as_ref().and_then(|item| place_of(index, item.view())).as_ref() == Some(&entry.place) {
            return Ok(false);
        }
        let found = self.at_place(table, index, &entry.place, BTreeSet::from([entry.key.clone()])).await?;
        Ok(!found.is_empty()
            && match (before, self.current(table, entry.key.clone()).await?) {
                (Some(before), Some(after)) => before.view().same_as(after.view()),
                (before, after) => before.is_none() && after.is_none(),
            })
    }

    /// Which of these keys the index has at a place. Others may stand there too; the look ends as soon as all are found.
    async fn at_place(
        &self,
        table: &'static Table,
        index: &'static Index,
        (hash, range): &Place,
        wanted: BTreeSet<ItemKey>,
    ) -> Result<BTreeSet<ItemKey>, StoreError> {
        let mut query =
            Query::index(table, index, Named { attribute: index.hash.name, value: hash.clone() }).only(table.key_names().map(attr));
        if let (Some(attribute), Some(range)) = (index.range, range) {
            query = query.range(Named { attribute: attribute.name, value: SortCondition::Equals(range.clone()) });
        }
        let mut found = BTreeSet::new();
        loop {
            let page = self.store.query(&query, self.clock.now()).await?.value;
            found.extend(page.items.iter().filter_map(|item| key_of(table, item)).filter(|key| wanted.contains(key)));
            match page.next {
                Some(next) if found.len() < wanted.len() => query.after = Some(next),
                _ => return Ok(found),
            }
        }
    }
}
