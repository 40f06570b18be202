//! Writes, as the one writer carries them out inside a transaction of the file.
//!
//! Every operation is decided first (what is there, does the condition hold, what would be there after) and carried out only when all
//! of it can be: a refused operation has written nothing, so that its neighbours in the same commit are not disturbed.

use chabudai_kernel::capacity::{self, Image};
use chabudai_kernel::design::{Projection, Table};
use chabudai_kernel::expr::{apply, eval};
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{BatchWrite, Put, Returning, Transact, Update, Write};
use chabudai_kernel::packed::{Item, ItemRef};
use chabudai_kernel::store::{Answer, Cancelled, Now, Reason, Spent, StoreError};
use chabudai_kernel::value::Attributes;
use chabudai_kernel::{expiry, limits};
use rusqlite::{Connection, OptionalExtension as _};

use crate::feed;
use crate::keys::encode_key;
use crate::layout::TableLayout;
use crate::{Layouts, failed};

/// How long a transaction's token keeps it from happening twice, as with DynamoDB.
pub(crate) const TOKEN_SECONDS: i64 = 600;

/// The row that is there.
struct Row {
    id: i64,
    ttl: Option<i64>,
    size: usize,
    item: Item,
}

/// An operation that has been decided and can be carried out.
struct Decided<'a> {
    layout: &'a TableLayout,
    hash: Vec<u8>,
    range: Vec<u8>,
    row: Option<Row>,
    /// Whether what is there counts: it does not when it has expired.
    live: bool,
    after: After,
    returning: Returning,
}

enum After {
    /// The item as it will be.
    Item(Item, usize),
    /// Gone.
    Nothing,
    /// As it is; the operation only looked.
    Untouched,
}

/// Why one operation cannot be carried out.
enum Refused {
    Reason(Reason),
    Store(StoreError),
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// What a carried-out operation consumed, table and indexes apart: a transaction doubles the former only.
struct Cost {
    table: f64,
    indexes: f64,
    bytes: usize,
}

pub(crate) fn write(connection: &Connection, layouts: &Layouts, op: &Write, now: Now) -> Result<Answer<Option<Item>>, StoreError> {
    if matches!(op, Write::Check(_)) {
        return Err(StoreError::invalid("store.check_alone", "a check stands in a transaction"));
    }
    let decided = decide(connection, layouts, op, now).map_err(|refused| match refused {
        Refused::Reason(Reason::ConditionFailed { found }) => StoreError::ConditionFailed { found },
        Refused::Reason(Reason::Invalid(why)) => StoreError::invalid("store.refused", why),
        Refused::Reason(_) => StoreError::Conflict,
        Refused::Store(error) => error,
    })?;
    let cost = decided.carry_out(connection, now)?;
    let spent = Spent { requests: 1, read_units: 0.0, write_units: cost.table + cost.indexes, items: 1, bytes: cost.bytes as u64 };
    Ok(Answer { value: decided.returned(), spent })
}

pub(crate) fn batch_write(
    connection: &Connection,
    layouts: &Layouts,
    ops: &[BatchWrite],
    now: Now,
) -> Result<Answer<Vec<BatchWrite>>, StoreError> {
    let mut spent = Spent { requests: 1, ..Spent::default() };
    for op in ops {
        let op = match op {
            BatchWrite::Put(put) => Write::Put(Put { condition: None, return_old: false, ..put.clone() }),
            BatchWrite::Delete(table, key) => Write::Delete(chabudai_kernel::op::Delete::new(table, key.clone())),
        };
        let one = write(connection, layouts, &op, now)?.spent;
        spent += Spent { requests: 0, ..one };
    }
    Ok(Answer { value: Vec::new(), spent })
}

pub(crate) fn transact(connection: &Connection, layouts: &Layouts, op: &Transact, now: Now) -> Result<Answer<()>, StoreError> {
    let mut spent = Spent { requests: 1, ..Spent::default() };
    let digest = digest(op);
    if let Some(token) = &op.token
        && already_done(connection, token, digest, now)?
    {
        return Ok(Answer { value: (), spent });
    }
    let mut decided = Vec::with_capacity(op.writes.len());
    let mut reasons = Vec::new();
    for (action, write) in op.writes.iter().enumerate() {
        match decide(connection, layouts, write, now) {
            Ok(one) => decided.push(one),
            Err(Refused::Reason(reason)) => reasons.push(Cancelled { action, reason }),
            Err(Refused::Store(error)) => return Err(error),
        }
    }
    if !reasons.is_empty() {
        return Err(StoreError::Cancelled(reasons));
    }
    if let Some(token) = &op.token {
        run(connection, "INSERT OR REPLACE INTO tokens (token, digest, at) VALUES (?1, ?2, ?3)", (token, digest, now.0))?;
    }
    for one in &decided {
        let cost = one.carry_out(connection, now)?;
        spent.write_units += 2.0 * cost.table + cost.indexes;
        spent.items += 1;
        spent.bytes += cost.bytes as u64;
    }
    Ok(Answer { value: (), spent })
}

/// Tells one transaction from another of the same token.
fn digest(op: &Transact) -> i64 {
    use std::hash::{Hash as _, Hasher as _};
    let mut hasher = std::hash::DefaultHasher::new();
    if op.token.is_some() {
        format!("{:?}", op.writes).hash(&mut hasher);
    }
    hasher.finish() as i64
}

/// Whether a transaction of this token happened within the last ten minutes.
fn already_done(connection: &Connection, token: &str, digest: i64, now: Now) -> Result<bool, StoreError> {
    let known: Option<i64> = connection
        .prepare_cached("SELECT digest FROM tokens WHERE token = ?1 AND at > ?2")
        .and_then(|mut statement| statement.query_row((token, now.0 - TOKEN_SECONDS), |row| row.get(0)).optional())
        .map_err(failed)?;
    match known {
        Some(known) if known == digest => Ok(true),
        Some(_) => Err(StoreError::invalid("store.token_reused", "the token was used for another transaction")),
        None => Ok(false),
    }
}

fn decide<'a>(connection: &Connection, layouts: &'a Layouts, op: &Write, now: Now) -> Result<Decided<'a>, Refused> {
    let layout = layouts.of(op.table())?;
    let (hash, range) = encode_key(op.key());
    let row = current(connection, layout, &hash, &range)?;
    let live = row.as_ref().is_some_and(|row| row.ttl.is_none_or(|at| at > now.0));
    let item = row.as_ref().filter(|_| live).map(|row| row.item.view());
    if let Some(condition) = op.condition()
        && !eval::holds(condition, item)
    {
        return Err(Refused::Reason(Reason::ConditionFailed { found: item.map(|item| Box::new(item.to_item())) }));
    }
    let after = match op {
        Write::Put(put) => After::Item(put.item.clone(), put.item.view().size()),
        Write::Update(update) => updated(update, item)?,
        Write::Delete(_) => After::Nothing,
        Write::Check(_) => After::Untouched,
    };
    Ok(Decided { layout, hash, range, row, live, after, returning: op.returning() })
}

fn updated(op: &Update, item: Option<ItemRef<'_>>) -> Result<After, Refused> {
    let item =
        apply::updated(&op.actions, item, || key_attributes(op.table, &op.key)).map_err(|why| Refused::Reason(Reason::Invalid(why)))?;
    let size = item.view().size();
    match limits::updated_item(op, item.view(), size) {
        Ok(()) => Ok(After::Item(item, size)),
        Err(error) => Err(Refused::Reason(Reason::Invalid(error.to_string()))),
    }
}

fn key_attributes(table: &Table, key: &ItemKey) -> Attributes {
    let range = table.range.zip(key.range.as_ref()).map(|(attribute, value)| (attribute.name.to_owned(), value.to_value()));
    std::iter::once((table.hash.name.to_owned(), key.hash.to_value())).chain(range).collect()
}

fn current(connection: &Connection, layout: &TableLayout, hash: &[u8], range: &[u8]) -> Result<Option<Row>, StoreError> {
    connection
        .prepare_cached(&layout.select_with_id)
        .and_then(|mut statement| {
            statement
                .query_row((hash, range), |row| {
                    let size: i64 = row.get(2)?;
                    Ok(Row { id: row.get(0)?, ttl: row.get(1)?, size: size as usize, item: Item::from_bytes(row.get(3)?) })
                })
                .optional()
        })
        .map_err(failed)
}

impl Decided<'_> {
    fn carry_out(&self, connection: &Connection, now: Now) -> Result<Cost, StoreError> {
        let before = self.row.as_ref();
        let (after, size) = match &self.after {
            After::Untouched => {
                let size = before.filter(|_| self.live).map_or(0, |row| row.size);
                return Ok(Cost { table: capacity::write(size), indexes: 0.0, bytes: size });
            }
            After::Item(item, size) => (Some(item.view()), Some(*size)),
            After::Nothing => (None, None),
        };
        let id = match (before, after) {
            (Some(row), Some(item)) => {
                run(connection, &self.layout.update, (row.id, expiry::expires_at(self.layout.table, item), column(size), item.bytes()))?;
                Some(row.id)
            }
            (None, Some(item)) => {
                let ttl = expiry::expires_at(self.layout.table, item);
                run(connection, &self.layout.insert, (&self.hash, &self.range, ttl, column(size), item.bytes()))?;
                Some(connection.last_insert_rowid())
            }
            (Some(row), None) => {
                run(connection, &self.layout.delete, [row.id])?;
                None
            }
            (None, None) => None,
        };
        let old = before.map(|row| Image { item: row.item.view(), size: row.size });
        let new = after.zip(size).map(|(item, size)| Image { item, size });
        let indexes = self.reindex(connection, old, new, id)?;
        if self.layout.table.feed && (old.is_some() || new.is_some()) && old.map(|o| o.item) != after {
            feed::publish(connection, self.layout.table.name, (&self.hash, &self.range), before.map(|row| row.item.view()), after, now)?;
        }
        Ok(Cost {
            table: capacity::write_table(old.map(|image| image.size), size),
            indexes,
            bytes: size.or(old.map(|image| image.size)).unwrap_or(0),
        })
    }

    /// Moves the index entries whose keys changed, and says what DynamoDB would bill for the indexes.
    fn reindex(&self, connection: &Connection, old: Option<Image<'_>>, new: Option<Image<'_>>, id: Option<i64>) -> Result<f64, StoreError> {
        let mut units = 0.0;
        let mut is_same = None;
        for layout in &self.layout.indexes {
            // Most writes leave most keys alone, and unequal texts are told apart without a copy.
            let names = std::iter::once(layout.index.hash.name).chain(layout.index.range.map(|range| range.name));
            let is_in_place = match (old, new) {
                (Some(old), Some(new)) => names.clone().all(|name| old.item.get(name) == new.item.get(name)),
                _ => false,
            };
            if let (true, Some(old), Some(new)) = (is_in_place, old, new) {
                units += match layout.index.projection {
                    _ if !capacity::is_member(layout.index, new.item) => 0.0,
                    // Every index that holds whole items is billed alike, so they are compared once.
                    Projection::All if *is_same.get_or_insert_with(|| old.item.same_as(new.item)) => 0.0,
                    Projection::All => capacity::write(old.size.max(new.size)),
                    _ => capacity::write_index(self.layout.table, layout.index, Some(old), Some(new)),
                };
                continue;
            }
            let place = |image: Option<Image<'_>>| image.and_then(|image| layout.place_of(image.item));
            let (from, to) = (place(old), place(new));
            if from != to {
                if let Some((hash, range)) = &from {
                    run(connection, &layout.delete, (hash, range, &self.hash, &self.range))?;
                }
                if let Some((hash, range)) = &to {
                    run(connection, &layout.insert, (hash, range, &self.hash, &self.range, id))?;
                }
            }
            units += match layout.index.projection {
                // A move is a removal and an insertion, each of the whole item.
                Projection::All => {
                    let moved =
                        |is_there: bool, image: Option<Image<'_>>| image.filter(|_| is_there).map_or(0.0, |i| capacity::write(i.size));
                    moved(from.is_some(), old) + moved(to.is_some(), new)
                }
                _ => capacity::write_index(self.layout.table, layout.index, old, new),
            };
        }
        Ok(units)
    }

    fn returned(&self) -> Option<Item> {
        match (self.returning, &self.after) {
            (Returning::Old, _) => self.row.as_ref().filter(|_| self.live).map(|row| row.item.clone()),
            (Returning::New, After::Item(item, _)) => Some(item.clone()),
            _ => None,
        }
    }
}

/// A size as SQLite has integers.
fn column(size: Option<usize>) -> Option<i64> {
    size.map(|size| size as i64)
}

fn run(connection: &Connection, sql: &str, params: impl rusqlite::Params) -> Result<(), StoreError> {
    connection.prepare_cached(sql).and_then(|mut statement| statement.execute(params)).map_err(failed).map(drop)
}
