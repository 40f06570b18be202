//! Capacity units as DynamoDB bills them.
//!
//! The rules for indexes were compared with a DynamoDB engine request by request: an index is billed for the change to what it
//! holds, and the factor two of a transaction applies to the table only.

use crate::design::{Index, Projection, Table};
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

/// What an index holds of an item, if the item is in it.
pub fn projected(table: &Table, index: &Index, item: ItemRef<'_>) -> Option<Item> {
    item.get(index.hash.name)?;
    if let Some(range) = index.range {
        item.get(range.name)?;
    }
    let extra: &[&str] = match index.projection {
        Projection::All => return Some(item.to_item()),
        Projection::KeysOnly => &[],
        Projection::Include(names) => names,
    };
    let keys = table.cursor_names(Some(index));
    let mut out = Item::default();
    for (name, value) in item.iter() {
        if keys.contains(&name) || extra.contains(&name) {
            out.push(name, &value.to_value().ok()?);
        }
    }
    Some(out)
}

/// Write units of one index for replacing one image with another.
pub fn write_index(table: &Table, index: &Index, old: Option<ItemRef<'_>>, new: Option<ItemRef<'_>>) -> f64 {
    let old = old.and_then(|item| projected(table, index, item));
    let new = new.and_then(|item| projected(table, index, item));
    match (old, new) {
        (None, None) => 0.0,
        (Some(one), None) | (None, Some(one)) => write(one.view().size()),
        (Some(old), Some(new)) => {
            let (old, new) = (old.view(), new.view());
            let moved = std::iter::once(index.hash.name)
                .chain(index.range.map(|r| r.name))
                .any(|name| old.get(name).and_then(|v| v.to_value().ok()) != new.get(name).and_then(|v| v.to_value().ok()));
            if moved {
                write(old.size()) + write(new.size())
            } else if old == new || old.to_attributes() == new.to_attributes() {
                0.0
            } else {
                write(old.size()).max(write(new.size()))
            }
        }
    }
}
