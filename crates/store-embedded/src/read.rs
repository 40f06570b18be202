//! Reads, each within a budget: what can be short is tried on the caller's thread first.

use chabudai_kernel::capacity;
use chabudai_kernel::design::{Index, Projection, Table};
use chabudai_kernel::expr::{Condition, Path, eval, project::project};
use chabudai_kernel::key::KeyValue;
use chabudai_kernel::limits::PAGE_BYTES;
use chabudai_kernel::op::{BatchGet, Get, Page, PageKey, Query, Scan, TransactGet};
use chabudai_kernel::packed::{Item, ItemRef};
use chabudai_kernel::store::{Answer, BatchGot, Now, Spent, StoreError};
use rusqlite::{CachedStatement, Connection, Row};

use crate::keys::{self, bounds, encode};
use crate::layout::{End, Shape, TableLayout};
use crate::{Layouts, failed};

/// The most that one batch get hands over before it leaves the rest for another.
const BATCH_BYTES: usize = 16 * 1024 * 1024;

/// How much one read may look at before it is given up, because it is too long for the thread that it runs on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    rows: usize,
    bytes: usize,
}

impl Budget {
    /// What stays on the thread that asks: a point read, a page of a list. A page of fifty takes a tenth of a millisecond, so that nobody else
    /// on that thread notices.
    pub(crate) const SHORT: Self = Self { rows: 128, bytes: 128 * 1024 };
    /// As much as there is.
    pub(crate) const ALL: Self = Self { rows: usize::MAX, bytes: usize::MAX };

    fn is_spent(self, rows: usize, bytes: usize) -> bool {
        rows >= self.rows || bytes >= self.bytes
    }
}

/// A row as it lies in the file.
struct Stored<'a> {
    ttl: Option<i64>,
    size: usize,
    item: ItemRef<'a>,
}

impl<'a> Stored<'a> {
    fn of(row: &'a Row<'_>) -> Result<Self, StoreError> {
        let size: i64 = row.get(1).map_err(failed)?;
        let bytes = row.get_ref(2).map_err(failed)?.as_blob().map_err(failed)?;
        Ok(Self { ttl: row.get(0).map_err(failed)?, size: size as usize, item: ItemRef::new(bytes) })
    }

    fn is_live(&self, now: Now) -> bool {
        self.ttl.is_none_or(|at| at > now.0)
    }
}

/// What a look-up by key found: the item if it is live and the size that is billed either way.
fn find(connection: &Connection, layout: &TableLayout, get: &Get, now: Now) -> Result<(Option<Item>, usize), StoreError> {
    let (hash, range) = keys::encode_key(&get.key);
    let mut statement = connection.prepare_cached(&layout.select).map_err(failed)?;
    let mut rows = statement.query((hash.as_slice(), range.as_slice())).map_err(failed)?;
    let Some(row) = rows.next().map_err(failed)? else { return Ok((None, 0)) };
    let stored = Stored::of(row)?;
    let item = if stored.is_live(now) { Some(project(&get.projection, stored.item)?) } else { None };
    Ok((item, stored.size))
}

fn spent(items: usize, bytes: usize, read_units: f64) -> Spent {
    Spent { requests: 1, read_units, write_units: 0.0, items: items as u32, bytes: bytes as u64 }
}

pub(crate) fn get(connection: &Connection, layouts: &Layouts, op: &Get, now: Now) -> Result<Answer<Option<Item>>, StoreError> {
    let (item, size) = find(connection, layouts.of(op.table)?, op, now)?;
    let spent = spent(usize::from(item.is_some()), size, capacity::read(size, op.consistent));
    Ok(Answer { value: item, spent })
}

pub(crate) fn batch_get(
    connection: &Connection,
    layouts: &Layouts,
    op: &BatchGet,
    now: Now,
    budget: Budget,
) -> Result<Option<Answer<BatchGot>>, StoreError> {
    let mut got = BatchGot::default();
    let (mut bytes, mut units) = (0, 0.0);
    for (at, (table, key)) in op.keys.iter().enumerate() {
        if budget.is_spent(at, bytes) {
            return Ok(None);
        }
        let get = Get { table, key: key.clone(), consistent: op.consistent, projection: op.projection.clone() };
        let (item, size) = find(connection, layouts.of(table)?, &get, now)?;
        if bytes + size > BATCH_BYTES {
            got.unprocessed = Some(BatchGet { keys: op.keys[at..].to_vec(), ..op.clone() });
            break;
        }
        bytes += size;
        units += capacity::read(size, op.consistent);
        got.items.extend(item.map(|item| (*table, item)));
    }
    let spent = spent(got.items.len(), bytes, units);
    Ok(Some(Answer { value: got, spent }))
}

pub(crate) fn transact_get(
    connection: &Connection,
    layouts: &Layouts,
    op: &TransactGet,
    now: Now,
    budget: Budget,
) -> Result<Option<Answer<Vec<Option<Item>>>>, StoreError> {
    // One read transaction is one moment.
    let moment = connection.unchecked_transaction().map_err(failed)?;
    let (mut items, mut bytes, mut units) = (Vec::with_capacity(op.gets.len()), 0, 0.0);
    for get in &op.gets {
        if budget.is_spent(items.len(), bytes) {
            return Ok(None);
        }
        let (item, size) = find(&moment, layouts.of(get.table)?, get, now)?;
        bytes += size;
        units += 2.0 * capacity::read(size, true);
        items.push(item);
    }
    let found = items.iter().flatten().count();
    Ok(Some(Answer { value: items, spent: spent(found, bytes, units) }))
}

/// What a walk over rows collects, and when it ends.
struct Walk<'a> {
    table: &'static Table,
    index: Option<&'static Index>,
    filter: Option<&'a Condition>,
    projection: &'a [Path],
    limit: Option<u32>,
    count_only: bool,
    consistent: bool,
    now: Now,
    budget: Budget,
}

impl Walk<'_> {
    fn collect(&self, mut statement: CachedStatement<'_>) -> Result<Option<Answer<Page>>, StoreError> {
        let mut page = Page::default();
        let mut bytes = 0;
        let mut position = None;
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next().map_err(failed)? {
            if self.budget.is_spent(page.scanned as usize, bytes) {
                return Ok(None);
            }
            let stored = Stored::of(row)?;
            let cut = self.cut_to_index(stored.item);
            let (item, size) = cut.as_ref().map_or((stored.item, stored.size), |cut| (cut.view(), cut.view().size()));
            if page.scanned > 0 && bytes + size > PAGE_BYTES {
                page.next = position;
                break;
            }
            bytes += size;
            page.scanned += 1;
            if stored.is_live(self.now) && self.filter.is_none_or(|filter| eval::holds(filter, Some(item))) {
                page.count += 1;
                if self.count_only {
                } else if self.projection.is_empty() {
                    page.items.push(item);
                } else {
                    page.items.push(project(self.projection, item)?.view());
                }
            }
            if Some(page.scanned) == self.limit {
                page.next = PageKey::of(self.table, self.index, item);
                break;
            }
            // Only a row that could be the last before the page is full needs its position remembered.
            if bytes > PAGE_BYTES / 2 {
                position = PageKey::of(self.table, self.index, item);
            }
        }
        let spent = spent(page.count as usize, bytes, capacity::read(bytes, self.consistent));
        Ok(Some(Answer { value: page, spent }))
    }

    fn cut_to_index(&self, item: ItemRef<'_>) -> Option<Item> {
        let index = self.index.filter(|index| index.projection != Projection::All)?;
        Some(capacity::projected(self.table, index, item))
    }
}

pub(crate) fn query(
    connection: &Connection,
    layouts: &Layouts,
    op: &Query,
    now: Now,
    budget: Budget,
) -> Result<Option<Answer<Page>>, StoreError> {
    let layout = layouts.of(op.table)?;
    let sql = match op.index {
        Some(index) => &layout.index(index)?.range,
        None => &layout.by_key,
    };
    let (lower, upper) = bounds(op.range.as_ref().map(|range| &range.value));
    let resumed = op.after.as_ref().map(|after| position(op.table, op.index, after)).transpose()?;
    let begins = |here: bool| here && resumed.is_some();
    let shape = Shape {
        backward: op.backward,
        lower: if begins(!op.backward) { End::Resumed } else { End::of(lower.as_ref()) },
        upper: if begins(op.backward) { End::Resumed } else { End::of(upper.as_ref()) },
    };
    let mut statement = connection.prepare_cached(sql.get(shape)).map_err(failed)?;
    let mut next = 1;
    let mut bind = |bytes: &[u8]| {
        let bound = statement.raw_bind_parameter(next, bytes).map_err(failed);
        next += 1;
        bound
    };
    bind(&encode(&op.hash.value))?;
    for (end, bound) in [(shape.lower, &lower), (shape.upper, &upper)] {
        match (end, bound, &resumed) {
            // The partition itself is bound already; the rest of the position follows.
            (End::Resumed, _, Some(position)) => position[1..].iter().try_for_each(|part| bind(part))?,
            (_, Some(bound), _) if end != End::Resumed => bind(&bound.at)?,
            _ => {}
        }
    }
    let walk = Walk {
        table: op.table,
        index: op.index,
        filter: op.filter.as_ref(),
        projection: &op.projection,
        limit: op.limit,
        count_only: op.count_only,
        consistent: op.consistent,
        now,
        budget,
    };
    walk.collect(statement)
}

pub(crate) fn scan(
    connection: &Connection,
    layouts: &Layouts,
    op: &Scan,
    now: Now,
    budget: Budget,
) -> Result<Option<Answer<Page>>, StoreError> {
    let layout = layouts.of(op.table)?;
    let sql = match op.index {
        Some(index) => &layout.index(index)?.scan,
        None => &layout.scan,
    };
    let mut statement = connection.prepare_cached(if op.after.is_some() { &sql.behind } else { &sql.all }).map_err(failed)?;
    if let Some(after) = &op.after {
        for (at, part) in position(op.table, op.index, after)?.iter().enumerate() {
            statement.raw_bind_parameter(at + 1, part.as_slice()).map_err(failed)?;
        }
    }
    let walk = Walk {
        table: op.table,
        index: op.index,
        filter: op.filter.as_ref(),
        projection: &op.projection,
        limit: op.limit,
        count_only: false,
        consistent: op.consistent,
        now,
        budget,
    };
    walk.collect(statement)
}

/// A position as the columns that order a table (hash, range) or an index (its hash, its range, the table's hash and range).
fn position(table: &Table, index: Option<&Index>, after: &PageKey) -> Result<Vec<Vec<u8>>, StoreError> {
    let part = |name: &str| -> Result<Vec<u8>, StoreError> {
        let value: &KeyValue =
            after.0.get(name).ok_or_else(|| StoreError::invalid("store.page_key", "the position is not one of this query"))?;
        Ok(encode(value))
    };
    let optional = |attribute: Option<chabudai_kernel::design::KeyAttribute>| attribute.map_or(Ok(Vec::new()), |a| part(a.name));
    let mut out = Vec::with_capacity(4);
    if let Some(index) = index {
        out.push(part(index.hash.name)?);
        out.push(optional(index.range)?);
    }
    out.push(part(table.hash.name)?);
    out.push(optional(table.range)?);
    Ok(out)
}
