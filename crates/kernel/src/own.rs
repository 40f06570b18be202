//! One sees what one has just written, although indexes lag.
//!
//! An index of DynamoDB follows its table, most often within a fraction of a second, and there is no way to read it with every write that
//! was acknowledged. Somebody who adds a garment and comes back to the list would miss it there. So whoever writes is noted, for a moment,
//! with the keys that they wrote ([`OwnWrites`]); their queries of an index read those items from the table, where a read can be
//! consistent, and put them into the answer as they are, where they are, or leave them out.
//!
//! Counts are as the index has them.

use crate::expr::{eval, project};
use crate::key::{ItemKey, KeyValue, SortCondition};
use crate::op::{Page, PageKey, Query, key_of};
use crate::packed::{DecodeError, Item, ItemRef, Items};

use crate::design::Table;

/// What the client whose request is being answered wrote a moment ago.
pub trait OwnWrites: Send + Sync + 'static {
    /// The keys of the items of a table; none for most clients at most times.
    fn recent(&self, table: &Table) -> Vec<ItemKey>;

    /// The client has written these items.
    fn wrote(&self, table: &'static Table, key: &ItemKey);
}

/// How many of somebody's writes are looked at for one list.
pub const MOST: usize = 24;

/// An answer of an index with these items in it as they are now; those without one are gone.
pub(crate) fn seen(op: &Query, page: Page, own: &[ItemKey], current: &[Item]) -> Result<Page, DecodeError> {
    let mut items: Vec<Item> =
        page.items.iter().filter(|item| key_of(op.table, *item).is_none_or(|key| !own.contains(&key))).map(ItemRef::to_item).collect();
    for item in current {
        let Some(place) = place_of(op, item.view()) else { continue };
        if !is_within(op, &place, page.next.as_ref()) {
            continue;
        }
        let before = |other: &Item| place_of(op, other.view()).is_none_or(|other| order(op, &other, &place).is_le());
        let at = items.partition_point(before);
        items.insert(at, project::project(&op.projection, item.view())?);
    }
    let mut out = Items::default();
    for item in &items {
        out.push(item.view());
    }
    Ok(Page { count: items.len() as u32, items: out, ..page })
}

/// Where an item stands in an index: by its sort key there, and then by its own key.
type Place = (Option<KeyValue>, ItemKey);

/// Where an item stands in the range that a query reads; nowhere if it is not in it.
fn place_of(op: &Query, item: ItemRef<'_>) -> Option<Place> {
    let index = op.index?;
    let value = |name: &str| KeyValue::from_value(&item.get(name)?.to_value().ok()?);
    if value(index.hash.name)? != op.hash.value {
        return None;
    }
    let sort = match index.range {
        Some(range) => Some(value(range.name)?),
        None => None,
    };
    let in_range = match (&op.range, &sort) {
        (Some(range), Some(sort)) => holds(&range.value, sort),
        (Some(_), None) => false,
        (None, _) => true,
    };
    let passes = op.filter.as_ref().is_none_or(|filter| eval::holds(filter, Some(item)));
    (in_range && passes).then_some(())?;
    Some((sort, key_of(op.table, item)?))
}

fn holds(condition: &SortCondition, value: &KeyValue) -> bool {
    match condition {
        SortCondition::Equals(other) => value == other,
        SortCondition::BeginsWith(prefix) => match (value, prefix) {
            (KeyValue::S(text), KeyValue::S(prefix)) => text.starts_with(prefix.as_str()),
            (KeyValue::B(bytes), KeyValue::B(prefix)) => bytes.starts_with(prefix),
            _ => false,
        },
        SortCondition::Between(from, to) => from <= value && value <= to,
        SortCondition::Below(other) => value < other,
        SortCondition::AtMost(other) => value <= other,
        SortCondition::Above(other) => value > other,
        SortCondition::AtLeast(other) => value >= other,
    }
}

/// Which of two places comes first in the direction of a query.
fn order(op: &Query, one: &Place, other: &Place) -> std::cmp::Ordering {
    let order = one.cmp(other);
    if op.backward { order.reverse() } else { order }
}

/// Whether a place is on this page: behind where it begins, and not behind where it ends.
fn is_within(op: &Query, place: &Place, end: Option<&PageKey>) -> bool {
    let place_at = |position: &PageKey| -> Option<Place> {
        let index = op.index?;
        let part = |name: &str| position.0.get(name).cloned();
        let sort = match index.range {
            Some(range) => Some(part(range.name)?),
            None => None,
        };
        let range = match op.table.range {
            Some(range) => Some(part(range.name)?),
            None => None,
        };
        Some((sort, ItemKey { hash: part(op.table.hash.name)?, range }))
    };
    let behind_start = op.after.as_ref().and_then(place_at).is_none_or(|start| order(op, place, &start).is_gt());
    let before_end = end.and_then(place_at).is_none_or(|end| order(op, place, &end).is_le());
    behind_start && before_end
}
