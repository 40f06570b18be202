//! Whether an operation is one that its access pattern declares: the same verb, on the same kinds of items, by the same index.
//!
//! The documents, the IAM policy and the design page are made from the steps that a pattern declares. Meters count requests, and would not
//! notice a put where an update is declared, or a read on another pattern's account. So in debug builds, and so in every test, [`Db`]
//! compares each operation with the steps of its pattern and panics when none fits, and meters note which steps were taken.
//!
//! [`Db`]: crate::db::Db

use crate::design::{AccessPattern, Action, EntityDesign, Form, Index, Range, Scalar, Step, Table, Verb};
use crate::expr::{Condition, Operand, Path};
use crate::key::{ItemKey, KeyValue, matches};
use crate::op::{BatchWrite, Get, Query, Scan, Write};
use crate::report::every_step;

/// An operation on its way to the store.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'a> {
    /// One item is read.
    Get(&'a Get),
    /// A range is read, or counted.
    Query(&'a Query),
    /// A page of a whole table is read.
    Scan(&'a Scan),
    /// Items are read by their keys.
    BatchGet(&'a [(&'static Table, ItemKey)]),
    /// Items are written without conditions.
    BatchWrite(&'a [BatchWrite]),
    /// One item is written.
    Write(&'a Write),
    /// Several are written, all or none.
    Transact(&'a [Write]),
    /// Several are read at one moment.
    TransactGet(&'a [Get]),
}

impl std::fmt::Display for Asked<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let verb = |write: &Write| match write {
            Write::Put(_) => "put",
            Write::Update(_) => "update",
            Write::Delete(_) => "delete",
            Write::Check(_) => "check",
        };
        match self {
            Self::Get(get) => write!(f, "get {:?}", get.key),
            Self::Query(query) => {
                let by = query.index.map_or(query.table.name, |index| index.name);
                write!(f, "query {by} at {:?} {:?} filtered by {:?}", query.hash, query.range, query.filter)
            }
            Self::Scan(scan) => write!(f, "scan {}", scan.table.name),
            Self::BatchGet(keys) => write!(f, "batch get {:?}", keys.iter().map(|(_, key)| key).collect::<Vec<_>>()),
            Self::BatchWrite(writes) => write!(f, "batch write {:?}", writes.iter().map(BatchWrite::key).collect::<Vec<_>>()),
            Self::Write(write) => write!(f, "{} {:?}", verb(write), write.key()),
            Self::Transact(writes) => {
                write!(f, "transact {:?}", writes.iter().map(|write| (verb(write), write.key())).collect::<Vec<_>>())
            }
            Self::TransactGet(gets) => write!(f, "transact get {:?}", gets.iter().map(|get| &get.key).collect::<Vec<_>>()),
        }
    }
}

/// The steps of a pattern that an operation can be, as a set of bits: the alternatives of a step are counted one by one. Empty where the
/// pattern declares nothing of the kind.
pub fn steps_of(pattern: &AccessPattern, asked: Asked<'_>) -> u64 {
    let fitting = every_step(pattern.steps).into_iter().enumerate().filter(|(_, step)| fits(step, asked));
    fitting.fold(0, |taken, (at, _)| taken | 1 << at)
}

/// The steps of a pattern that a set of taken ones lacks, in words.
pub fn untaken(pattern: &AccessPattern, taken: u64) -> Vec<String> {
    let steps = every_step(pattern.steps).into_iter().enumerate();
    steps.filter(|(at, _)| taken & (1 << at) == 0).map(|(_, step)| Brief(step).to_string()).collect()
}

/// A step in a few words, for a developer.
struct Brief<'a>(&'a Step);

impl std::fmt::Display for Brief<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kinds = |entities: &[&EntityDesign]| entities.iter().map(|entity| entity.kind).collect::<Vec<_>>().join(", ");
        match self.0 {
            Step::Get(entity) => write!(f, "get {}", entity.kind),
            Step::Put(entity) => write!(f, "put {}", entity.kind),
            Step::Update(entity) => write!(f, "update {}", entity.kind),
            Step::Delete(entity) => write!(f, "delete {}", entity.kind),
            Step::Query(range) => {
                write!(f, "query {} by {}", kinds(range.entities), range.index.map_or("the table", |index| index.name))?;
                if range.filters.is_empty() { Ok(()) } else { write!(f, " filtered by {}", range.filters.join(", ")) }
            }
            Step::Scan(table) => write!(f, "scan {}", table.name),
            Step::BatchGet(entities, _) => write!(f, "batch get {}", kinds(entities)),
            Step::BatchWrite(entities, _) => write!(f, "batch write {}", kinds(entities)),
            Step::TransactGet(entities, _) => write!(f, "transact get {}", kinds(entities)),
            Step::Transact(actions) => {
                let actions = actions.iter().map(|action| format!("{:?} {}", action.verb, action.entity.kind));
                write!(f, "transact {}", actions.collect::<Vec<_>>().join(", "))
            }
            Step::OneOf(_) => write!(f, "one of several"),
        }
    }
}

/// The attributes that an update changes and that its kind does not have.
pub fn unknown_paths(write: &Write) -> Vec<String> {
    let Write::Update(update) = write else { return Vec::new() };
    let Some(kind) = update.entity.filter(|kind| !kind.fields.is_empty()) else { return Vec::new() };
    update.actions.iter().map(|action| action.path().to_string()).filter(|path| !kind.has(path)).collect()
}

fn fits(step: &Step, asked: Asked<'_>) -> bool {
    match (step, asked) {
        (Step::Get(entity), Asked::Get(get)) => is_key_of(entity, get.table, &get.key),
        (Step::Query(range), Asked::Query(query)) => is_range(range, query),
        (Step::Scan(table), Asked::Scan(scan)) => table.name == scan.table.name,
        (Step::BatchGet(entities, at_most), Asked::BatchGet(keys)) => {
            keys.len() <= *at_most as usize && keys.iter().all(|(table, key)| is_key_of_one(entities, table, key))
        }
        (Step::BatchWrite(entities, at_most), Asked::BatchWrite(writes)) => {
            writes.len() <= *at_most as usize && writes.iter().all(|write| is_key_of_one(entities, write.table(), write.key()))
        }
        (Step::TransactGet(entities, at_most), Asked::TransactGet(gets)) => {
            gets.len() <= *at_most as usize && gets.iter().all(|get| is_key_of_one(entities, get.table, &get.key))
        }
        (Step::Put(entity), Asked::Write(write)) => is_action(Verb::Put, entity, write),
        (Step::Update(entity), Asked::Write(write)) => is_action(Verb::Update, entity, write),
        (Step::Delete(entity), Asked::Write(write)) => is_action(Verb::Delete, entity, write),
        (Step::Transact(actions), Asked::Transact(writes)) => are_actions(actions, writes),
        _ => false,
    }
}

/// Each write is one of the declared actions, and none happens more often than it may.
fn are_actions(actions: &[Action], writes: &[Write]) -> bool {
    let mut left: Vec<Option<u32>> = actions.iter().map(|action| action.at_most).collect();
    writes.iter().all(|write| {
        let found = actions.iter().zip(&mut left).find(|(action, left)| **left != Some(0) && is_action(action.verb, action.entity, write));
        found.is_some_and(|(_, left)| {
            *left = left.map(|left| left - 1);
            true
        })
    })
}

fn is_action(verb: Verb, entity: &EntityDesign, write: &Write) -> bool {
    let (done, kind) = match write {
        Write::Put(_) => (Verb::Put, None),
        Write::Update(update) => (Verb::Update, update.entity),
        Write::Delete(_) => (Verb::Delete, None),
        Write::Check(_) => (Verb::Check, None),
    };
    done == verb && kind.is_none_or(|kind| kind.kind == entity.kind) && is_key_of(entity, write.table(), write.key())
}

/// Whether an index can show the item of this key, by the kinds of items that the pattern writes. A counter that no list shows is nothing to
/// look for later.
pub(crate) fn is_in_an_index(pattern: &AccessPattern, table: &Table, key: &ItemKey) -> bool {
    let kinds = every_step(pattern.steps).into_iter().flat_map(|step| match step {
        Step::Put(kind) | Step::Update(kind) | Step::Delete(kind) => vec![*kind],
        Step::BatchWrite(kinds, _) => kinds.to_vec(),
        Step::Transact(actions) => actions.iter().map(|action| action.entity).collect(),
        _ => Vec::new(),
    });
    let mut of_this_key = kinds.filter(|kind| is_key_of(kind, table, key)).peekable();
    of_this_key.peek().is_none() || of_this_key.any(|kind| table.indexes.iter().any(|index| kind.is_in(index)))
}

fn is_key_of_one(entities: &[&EntityDesign], table: &Table, key: &ItemKey) -> bool {
    entities.iter().any(|entity| is_key_of(entity, table, key))
}

fn is_key_of(entity: &EntityDesign, table: &Table, key: &ItemKey) -> bool {
    entity.table.name == table.name
        && is_value_of(entity, table.hash.name, &key.hash)
        && match (table.range, &key.range) {
            (Some(range), Some(value)) => is_value_of(entity, range.name, value),
            (range, value) => range.is_none() && value.is_none(),
        }
}

/// Whether a value can be what a kind has in a key attribute.
fn is_value_of(entity: &EntityDesign, attribute: &str, value: &KeyValue) -> bool {
    let Some(key) = entity.key(attribute) else { return false };
    match (key.form, value) {
        (Form::Text(pieces), KeyValue::S(text)) => matches(pieces, text),
        // Of kinds that share a plain key, such as guards beside people, only the one that it is of is meant.
        (Form::Plain(Scalar::S), KeyValue::S(_)) | (Form::Plain(Scalar::N), KeyValue::N(_)) | (Form::Plain(Scalar::B), KeyValue::B(_)) => {
            key.holds.allows_key(value)
        }
        _ => false,
    }
}

fn is_range(range: &Range, query: &Query) -> bool {
    let same_index = |a: Option<&Index>, b: Option<&Index>| a.map(|index| index.name) == b.map(|index| index.name);
    let hash = query.hash_attribute().name;
    same_index(range.index, query.index)
        && range.entities.iter().any(|entity| entity.table.name == query.table.name && is_value_of(entity, hash, &query.hash.value))
        && query.filter.as_ref().is_none_or(|filter| filters_only(range.filters, filter))
}

/// Whether a filter looks at nothing but these attributes.
fn filters_only(declared: &[&str], filter: &Condition) -> bool {
    let mut paths = Vec::new();
    paths_in(filter, &mut paths);
    paths.iter().all(|path| declared.contains(&path.to_string().as_str()))
}

fn paths_in<'a>(condition: &'a Condition, out: &mut Vec<&'a Path>) {
    let mut operand = |operand: &'a Operand| match operand {
        Operand::Path(path) | Operand::Size(path) => out.push(path),
        Operand::Value(_) => {}
    };
    match condition {
        Condition::Exists(path) | Condition::Absent(path) | Condition::BeginsWith(path, _) => out.push(path),
        Condition::Compare(one, _, other) => [one, other].into_iter().for_each(operand),
        Condition::Between(one, from, to) => [one, from, to].into_iter().for_each(operand),
        Condition::OneOf(one, others) => std::iter::once(one).chain(others).for_each(operand),
        Condition::Contains(path, other) => {
            operand(other);
            out.push(path);
        }
        Condition::All(all) | Condition::Any(all) => all.iter().for_each(|one| paths_in(one, out)),
        Condition::Not(one) => paths_in(one, out),
    }
}
