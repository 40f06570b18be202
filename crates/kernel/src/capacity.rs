//! Capacity units as DynamoDB bills them.
//!
//! The rules for indexes were compared with a DynamoDB engine request by request: an index is billed for the change to what it
//! holds, and the factor two of a transaction applies to the table only.

use crate::design::{Held, Index, Projection, Table};
use crate::packed::{Item, ItemRef};

/// Read units for so many bytes read in one go: one per 4 KB, half of that without strong consistency.
pub fn read(bytes: usize, consistent: bool) -> f64 {
    let units = bytes.div_ceil(4096).max(1) as f64;
    if consistent { units } else { units / 2.0 }
}

/// Write units for one image of an item: one per KB.
pub fn write(bytes: usize) -> f64 {
    bytes.div_ceil(1024).max(1) as f64
}

/// Write units of the table for replacing one image with another: the larger counts.
pub fn write_table(old: Option<usize>, new: Option<usize>) -> f64 {
    write(old.unwrap_or(0).max(new.unwrap_or(0)))
}

/// Whether an item is in an index: it has all the index's key attributes.
pub fn is_member(index: &Index, item: ItemRef<'_>) -> bool {
    item.get(index.hash.name).is_some() && index.range.is_none_or(|range| item.get(range.name).is_some())
}

/// What an index holds of an item that is in it.
pub fn projected(table: &Table, index: &Index, item: ItemRef<'_>) -> Item {
    let Held::KeysAnd(extra) = table.held_by(index) else { return item.to_item() };
    let keys = table.cursor_names(Some(index));
    let mut out = Item::default();
    for (name, value) in item.iter() {
        if (keys.contains(&name) || extra.contains(&name))
            && let Ok(value) = value.to_value()
        {
            out.push(name, &value);
        }
    }
    out
}

/// One image of an item, with its size where that is already known.
#[derive(Clone, Copy, Debug)]
pub struct Image<'a> {
    /// The item.
    pub item: ItemRef<'a>,
    /// Its size as DynamoDB counts it.
    pub size: usize,
}

/// Write units of one index for replacing one image with another.
pub fn write_index(table: &Table, index: &Index, old: Option<Image<'_>>, new: Option<Image<'_>>) -> f64 {
    let old = old.filter(|image| is_member(index, image.item));
    let new = new.filter(|image| is_member(index, image.item));
    let units = |image: Image<'_>| match index.projection {
        Projection::All => write(image.size),
        _ => write(projected(table, index, image.item).view().size()),
    };
    match (old, new) {
        (None, None) => 0.0,
        (Some(one), None) | (None, Some(one)) => units(one),
        (Some(old), Some(new)) => {
            let moved = std::iter::once(index.hash.name)
                .chain(index.range.map(|range| range.name))
                .any(|name| old.item.get(name) != new.item.get(name));
            if moved {
                units(old) + units(new)
            } else if holds_the_same(table, index, old.item, new.item) {
                0.0
            } else {
                units(old).max(units(new))
            }
        }
    }
}

fn holds_the_same(table: &Table, index: &Index, old: ItemRef<'_>, new: ItemRef<'_>) -> bool {
    match index.projection {
        Projection::All => old.same_as(new),
        _ => projected(table, index, old).view().same_as(projected(table, index, new).view()),
    }
}
