//! DynamoDB's limits, checked before anything is sent, so that both stores refuse the same things in the same words.

use std::collections::HashSet;

use crate::design::{Index, KeyAttribute, Scalar, Table};
use crate::expr::{Condition, Path, SetTo, UpdateAction, update};
use crate::key::{ItemKey, KeyValue, SortCondition};
use crate::op::{BatchGet, BatchWrite, Get, Put, Query, Scan, Transact, TransactGet, Update, Write};
use crate::packed::ItemRef;
use crate::store::StoreError;
use crate::value::Value;

/// The largest item.
pub const ITEM_BYTES: usize = 400 * 1024;
/// The largest partition key.
pub const HASH_BYTES: usize = 2048;
/// The largest sort key.
pub const RANGE_BYTES: usize = 1024;
/// Where a page of a query or scan ends.
pub const PAGE_BYTES: usize = 1024 * 1024;
/// The most items that one batch get reads.
pub const BATCH_GET: usize = 100;
/// The segments in which a table can be scanned.
pub const SEGMENTS: u32 = 1_000_000;
/// The most items that one batch write writes.
pub const BATCH_WRITE: usize = 25;
/// The most actions in a transaction.
pub const TRANSACTION_ACTIONS: usize = 100;
/// The most bytes in a transaction.
pub const TRANSACTION_BYTES: usize = 4 * 1024 * 1024;
/// The longest token of a transaction.
pub const TOKEN_BYTES: usize = 36;
/// The most bytes in one batch write.
pub const BATCH_BYTES: usize = 16 * 1024 * 1024;
/// How deep lists and maps may nest.
pub const DEPTH: usize = 32;

type Checked = Result<(), StoreError>;

fn refuse(code: &'static str, message: impl Into<String>) -> Checked {
    Err(StoreError::invalid(code, message))
}

fn key_value(attribute: KeyAttribute, value: &KeyValue, most: usize) -> Checked {
    let fits = matches!((attribute.scalar, value), (Scalar::S, KeyValue::S(_)) | (Scalar::N, KeyValue::N(_)) | (Scalar::B, KeyValue::B(_)));
    if !fits {
        return refuse("store.key_type", format!("the key attribute {} is of type {}", attribute.name, attribute.scalar.letter()));
    }
    match value.size() {
        0 => refuse("store.key_empty", format!("the key attribute {} is empty", attribute.name)),
        size if size > most => refuse("store.key_too_long", format!("the key attribute {} takes at most {most} bytes", attribute.name)),
        _ => Ok(()),
    }
}

/// The key of an item of this table.
pub fn key(table: &Table, key: &ItemKey) -> Checked {
    key_value(table.hash, &key.hash, HASH_BYTES)?;
    match (table.range, &key.range) {
        (Some(attribute), Some(value)) => key_value(attribute, value, RANGE_BYTES),
        (None, None) => Ok(()),
        (Some(attribute), None) => refuse("store.key_missing", format!("the key needs {}", attribute.name)),
        (None, Some(_)) => refuse("store.key_type", "the table has no sort key"),
    }
}

fn condition(condition: Option<&Condition>) -> Checked {
    match condition.and_then(Condition::refusal) {
        Some(why) => refuse("store.condition", why),
        None => Ok(()),
    }
}

fn projection(paths: &[Path]) -> Checked {
    for (at, path) in paths.iter().enumerate() {
        if paths[..at].iter().any(|other| other.overlaps(path) || other.conflicts(path)) {
            return refuse("store.projection", format!("{path} is asked for twice"));
        }
    }
    Ok(())
}

fn value(name: &str, value: &Value) -> Checked {
    if name.is_empty() || value.has_empty_name() {
        return refuse("store.empty_name", "an attribute has a name");
    }
    if value.has_empty_set() {
        return refuse("store.empty_set", format!("{name} holds an empty set"));
    }
    if value.depth() >= DEPTH {
        return refuse("store.too_deep", format!("{name} nests deeper than {DEPTH} levels"));
    }
    Ok(())
}

/// An item that is to be stored: its size, its index keys, its values.
pub fn item(table: &Table, item: ItemRef<'_>, size: usize) -> Checked {
    item_where(table, item, size, |_| true)
}

/// An item after an update: what the update did not touch was looked at when it was written.
pub fn updated_item(op: &Update, after: ItemRef<'_>, size: usize) -> Checked {
    item_where(op.table, after, size, |name| op.actions.iter().any(|action| action.path().root() == name))
}

fn item_where(table: &Table, item: ItemRef<'_>, size: usize, is_new: impl Fn(&str) -> bool) -> Checked {
    if size > ITEM_BYTES {
        return refuse("store.item_too_large", format!("an item takes at most {ITEM_BYTES} bytes, this one {size}"));
    }
    for (attribute, most) in index_keys(table).filter(|(attribute, _)| is_new(attribute.name)) {
        if let Some(found) = item.get(attribute.name) {
            // Nearly every key is a text of fitting length, which needs no copy to be seen.
            if attribute.scalar == Scalar::S && found.as_str().is_some_and(|text| (1..=most).contains(&text.len())) {
                continue;
            }
            index_key(attribute, &found.to_value()?, most)?;
        }
    }
    for (name, found) in item.iter() {
        if (found.is_nested() || name.is_empty()) && is_new(name) {
            value(name, &found.to_value()?)?;
        }
    }
    Ok(())
}

/// The key attributes of the table's indexes, each with its largest size.
fn index_keys(table: &Table) -> impl Iterator<Item = (KeyAttribute, usize)> {
    let keys = |index: &'static Index| std::iter::once((index.hash, HASH_BYTES)).chain(index.range.map(|range| (range, RANGE_BYTES)));
    table.indexes.iter().copied().flat_map(keys)
}

fn index_key(attribute: KeyAttribute, found: &Value, most: usize) -> Checked {
    match KeyValue::from_value(found) {
        Some(found) => key_value(attribute, &found, most),
        None => refuse("store.key_type", format!("the key attribute {} is of type {}", attribute.name, attribute.scalar.letter())),
    }
}

/// A put.
pub fn put(op: &Put) -> Checked {
    key(op.table, &op.key)?;
    condition(op.condition.as_ref())?;
    item(op.table, op.item.view(), op.item.view().size())
}

/// An update.
pub fn update(op: &Update) -> Checked {
    key(op.table, &op.key)?;
    condition(op.condition.as_ref())?;
    if op.actions.is_empty() {
        return refuse("store.update_empty", "an update changes something");
    }
    if let Some(why) = update::refusal(&op.actions) {
        return refuse("store.update", why);
    }
    for action in &op.actions {
        let root = action.path().root();
        if op.table.key_names().any(|name| name == root) {
            return refuse("store.key_update", format!("{root} is part of the key and cannot be changed"));
        }
        for found in action.values() {
            value(root, found)?;
        }
        if let UpdateAction::Set(path, SetTo::Value(to)) = action
            && path.rest().is_empty()
        {
            index_keys(op.table).filter(|(key, _)| key.name == root).try_for_each(|(key, most)| index_key(key, to, most))?;
        }
    }
    rekeyed(op)
}

/// An attribute that feeds a key goes together with the keys that it feeds.
fn rekeyed(op: &Update) -> Checked {
    let Some(entity) = op.entity else { return Ok(()) };
    let touches = |name: &str| op.actions.iter().any(|action| action.path().root() == name);
    for key in entity.keys {
        if let Some(fed) = key.fed_by().find(|fed| *fed != key.attribute && touches(fed)) {
            if op.table.key_names().any(|name| name == key.attribute) {
                return refuse("store.key_update", format!("{fed} is part of the key {} and cannot be changed", key.attribute));
            }
            if !touches(key.attribute) {
                return refuse("store.stale_key", format!("{fed} feeds {}, which must be rewritten with it", key.attribute));
            }
        }
    }
    Ok(())
}

/// One write.
pub fn write(op: &Write) -> Checked {
    match op {
        Write::Put(op) => put(op),
        Write::Update(op) => update(op),
        Write::Delete(op) => key(op.table, &op.key).and_then(|()| condition(op.condition.as_ref())),
        Write::Check(op) => key(op.table, &op.key).and_then(|()| condition(Some(&op.condition))),
    }
}

/// A transaction.
pub fn transact(op: &Transact) -> Checked {
    if op.writes.is_empty() {
        return refuse("store.transaction_empty", "a transaction has one action at least");
    }
    if op.token.as_ref().is_some_and(|token| token.is_empty() || token.len() > TOKEN_BYTES) {
        return refuse("store.token", format!("a token has 1 to {TOKEN_BYTES} characters"));
    }
    if op.writes.len() > TRANSACTION_ACTIONS {
        return refuse(
            "store.transaction_actions",
            format!("a transaction has at most {TRANSACTION_ACTIONS} actions, this one {}", op.writes.len()),
        );
    }
    op.writes.iter().try_for_each(write)?;
    let mut seen = HashSet::new();
    for write in &op.writes {
        if !seen.insert((write.table().name, write.key())) {
            return refuse("store.transaction_twice", format!("the transaction touches an item of {} twice", write.table().name));
        }
    }
    let bytes: usize = op.writes.iter().map(write_bytes).sum();
    if bytes > TRANSACTION_BYTES {
        return refuse("store.transaction_bytes", format!("a transaction takes at most {TRANSACTION_BYTES} bytes, this one {bytes}"));
    }
    Ok(())
}

fn write_bytes(write: &Write) -> usize {
    let key = write.key().hash.size() + write.key().range.as_ref().map_or(0, KeyValue::size);
    match write {
        Write::Put(op) => op.item.view().size(),
        Write::Update(op) => key + op.actions.iter().flat_map(UpdateAction::values).map(Value::size).sum::<usize>(),
        Write::Delete(_) | Write::Check(_) => key,
    }
}

/// A get.
pub fn get(op: &Get) -> Checked {
    key(op.table, &op.key)?;
    projection(&op.projection)
}

/// Several gets at one moment.
pub fn transact_get(op: &TransactGet) -> Checked {
    if op.gets.is_empty() || op.gets.len() > TRANSACTION_ACTIONS {
        return refuse("store.transaction_actions", format!("1 to {TRANSACTION_ACTIONS} items are read at once"));
    }
    op.gets.iter().try_for_each(get)?;
    let mut seen = HashSet::new();
    match op.gets.iter().find(|get| !seen.insert((get.table.name, &get.key))) {
        Some(get) => refuse("store.transaction_twice", format!("an item of {} is read twice", get.table.name)),
        None => Ok(()),
    }
}

/// One request of a batch get.
pub fn batch_get(op: &BatchGet) -> Checked {
    if op.keys.is_empty() || op.keys.len() > BATCH_GET {
        return refuse("store.batch_size", format!("a batch reads 1 to {BATCH_GET} items"));
    }
    projection(&op.projection)?;
    let mut seen = HashSet::new();
    for (table, asked) in &op.keys {
        key(table, asked)?;
        if !seen.insert((table.name, asked)) {
            return refuse("store.batch_twice", format!("an item of {} is asked for twice", table.name));
        }
    }
    Ok(())
}

/// One request of a batch write.
pub fn batch_write(ops: &[BatchWrite]) -> Checked {
    if ops.is_empty() || ops.len() > BATCH_WRITE {
        return refuse("store.batch_size", format!("a batch writes 1 to {BATCH_WRITE} items"));
    }
    let mut seen = HashSet::new();
    let mut bytes = 0;
    for op in ops {
        match op {
            BatchWrite::Put(op) => {
                bytes += op.item.view().size();
                put(op)?;
            }
            BatchWrite::Delete(table, asked) => key(table, asked)?,
        }
        if !seen.insert((op.table().name, op.key())) {
            return refuse("store.batch_twice", format!("an item of {} is written twice", op.table().name));
        }
    }
    if bytes > BATCH_BYTES { refuse("store.batch_bytes", format!("a batch writes at most {BATCH_BYTES} bytes")) } else { Ok(()) }
}

/// A query.
pub fn query(op: &Query) -> Checked {
    let hash = op.hash_attribute();
    if hash.name != op.hash.attribute {
        return refuse("store.query_key", format!("the query is by {}, its value is of {}", hash.name, op.hash.attribute));
    }
    key_value(hash, &op.hash.value, HASH_BYTES)?;
    if let Some(range) = &op.range {
        let Some(attribute) = op.range_attribute() else { return refuse("store.query_key", "what is queried has no sort key") };
        if attribute.name != range.attribute {
            return refuse("store.query_key", format!("the order is by {}, the range is of {}", attribute.name, range.attribute));
        }
        match &range.value {
            SortCondition::Between(from, to) => {
                key_value(attribute, from, RANGE_BYTES)?;
                key_value(attribute, to, RANGE_BYTES)?;
                if from > to {
                    return refuse("store.query_range", "a range goes from the lower to the higher end");
                }
            }
            SortCondition::BeginsWith(KeyValue::N(_)) => return refuse("store.query_range", "a number has no beginning"),
            SortCondition::Equals(v)
            | SortCondition::BeginsWith(v)
            | SortCondition::Below(v)
            | SortCondition::AtMost(v)
            | SortCondition::Above(v)
            | SortCondition::AtLeast(v) => key_value(attribute, v, RANGE_BYTES)?,
        }
    }
    if op.index.is_some() && op.consistent {
        return refuse("store.consistent_index", "an index cannot be read consistently");
    }
    let keys = std::iter::once(hash.name).chain(op.range_attribute().map(|r| r.name)).collect::<Vec<_>>();
    filter(op.filter.as_ref(), &keys)?;
    projection(&op.projection)?;
    page(op.table, op.index, op.limit, op.after.as_ref())
}

/// A scan.
pub fn scan(op: &Scan) -> Checked {
    if op.index.is_some() && op.consistent {
        return refuse("store.consistent_index", "an index cannot be read consistently");
    }
    if op.segment.is_some_and(|segment| segment.this >= segment.of || segment.of > SEGMENTS) {
        return refuse("store.segment", format!("a table is read in 1 to {SEGMENTS} segments, counted from 0"));
    }
    filter(op.filter.as_ref(), &[])?;
    projection(&op.projection)?;
    page(op.table, op.index, op.limit, op.after.as_ref())
}

/// DynamoDB filters no attribute that the query is already by: that is what the key condition is for.
fn filter(filter: Option<&Condition>, keys: &[&str]) -> Checked {
    condition(filter)?;
    let mut wrong = None;
    if let Some(filter) = filter {
        filter.for_each_path(&mut |path| {
            if keys.contains(&path.root()) {
                wrong = Some(path.root());
            }
        });
    }
    match wrong {
        Some(name) => refuse("store.filter_key", format!("{name} is a key of what is queried; make it a key condition")),
        None => Ok(()),
    }
}

fn page(table: &Table, index: Option<&Index>, limit: Option<u32>, after: Option<&crate::op::PageKey>) -> Checked {
    if limit == Some(0) {
        return refuse("store.limit", "a page has one item at least");
    }
    if let Some(after) = after {
        let names = table.cursor_names(index);
        if after.0.len() != names.len() || !names.iter().all(|name| after.0.contains_key(*name)) {
            return refuse("store.page_key", "the position is not one of this query");
        }
    }
    Ok(())
}
