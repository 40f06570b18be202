//! A step carried out on one store.

use chabudai_kernel::design::{Index, KeyAttribute, Scalar, Table};
use chabudai_kernel::expr::{SetTo, UpdateAction};
use chabudai_kernel::key::{ItemKey, KeyValue, SortCondition};
use chabudai_kernel::op::{BatchGet, BatchWrite, Check, Delete, Get, Put, Query, Returning, Transact, TransactGet, Update, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::Now;
use chabudai_kernel::value::{Attributes, Value};

use super::outcome::{self, Found, Step as Outcome};
use super::steps::{Action, Between, SORT_TEXTS, Slot, Step, Target};
use crate::place::{Place, all_of, attributes_of, key_attributes, named, ranged};
use crate::tables::{BY_DIGEST, NUMBERED, PAIRS, THINGS};

pub(super) fn located(place: &Place, slot: Slot) -> (&'static Table, ItemKey) {
    match slot {
        Slot::Thing(partition, sort) => (&THINGS, place.thing(&partition.to_string(), &sort.to_string())),
        Slot::Pair(left, right) => (&PAIRS, place.pair(&left.to_string(), right)),
        Slot::Numbered(number) => (&NUMBERED, place.numbered(number.into())),
    }
}

/// One of the two stores that a history is played on.
pub(super) struct Player {
    pub(super) place: Place,
    pub(super) start: Now,
    pub(super) mortal: bool,
}

impl Player {
    fn is_kept(&self, slot: Slot, name: &str) -> bool {
        self.mortal || name != "ttl" || !matches!(slot, Slot::Thing(..))
    }

    /// The value as it is in this place, at this time: names of partitions are the place's own, times count from the beginning.
    fn localized(&self, name: &str, value: Value) -> Value {
        match (name, value) {
            ("owner" | "openPk" | "cardPk" | "email" | "shelf", Value::S(text)) if !text.is_empty() => Value::S(self.place.name(&text)),
            ("ttl", Value::N(n)) => n.checked_add(self.start.0.into()).map_or(Value::N(n), Value::N),
            (_, value) => value,
        }
    }

    fn put(&self, slot: Slot, attributes: &Attributes) -> Put {
        let (table, key) = located(&self.place, slot);
        let kept = attributes.iter().filter(|(name, _)| self.is_kept(slot, name));
        let mut whole: Attributes = kept.map(|(name, value)| (name.clone(), self.localized(name, value.clone()))).collect();
        whole.extend(key_attributes(table, &key));
        Put { table, key, item: Item::from_attributes(&whole), condition: None, return_old: false }
    }

    fn change(&self, action: &UpdateAction) -> UpdateAction {
        match action {
            UpdateAction::Set(path, SetTo::Value(value)) if path.rest().is_empty() => {
                UpdateAction::Set(path.clone(), SetTo::Value(self.localized(path.root(), value.clone())))
            }
            UpdateAction::Set(path, SetTo::IfAbsent(value)) if path.rest().is_empty() => {
                UpdateAction::Set(path.clone(), SetTo::IfAbsent(self.localized(path.root(), value.clone())))
            }
            other => other.clone(),
        }
    }

    fn write(&self, action: &Action) -> Write {
        match action {
            Action::Put { at, attributes, condition, return_old } => {
                Put { condition: condition.clone(), return_old: *return_old, ..self.put(*at, attributes) }.into()
            }
            Action::Update { at, actions, condition, returning } => {
                let (table, key) = located(&self.place, *at);
                let kept = actions.iter().filter(|action| self.is_kept(*at, action.path().root()));
                let actions = kept.map(|action| self.change(action)).collect();
                Update { actions, condition: condition.clone(), returning: *returning, ..Update::raw(table, key) }.into()
            }
            Action::Delete { at, condition, return_old } => {
                let (table, key) = located(&self.place, *at);
                Delete { table, key, condition: condition.clone(), return_old: *return_old }.into()
            }
            Action::Check { at, condition } => {
                let (table, key) = located(&self.place, *at);
                Check { table, key, condition: condition.clone() }.into()
            }
        }
    }
}

/// The value at a position of the small set that sort keys have.
fn sort_value(attribute: KeyAttribute, at: u8) -> KeyValue {
    match (attribute.name, attribute.scalar) {
        ("SK", _) => at.to_string().into(),
        (_, Scalar::S) => SORT_TEXTS[at as usize % SORT_TEXTS.len()].into(),
        (_, Scalar::N) => KeyValue::N((i64::from(at) - 1).into()),
        (_, Scalar::B) => KeyValue::B(vec![at]),
    }
}

fn sort_condition(attribute: KeyAttribute, Between(kind, from, to): Between) -> SortCondition {
    let value = sort_value(attribute, from);
    match kind {
        0 => SortCondition::Equals(value),
        1 => SortCondition::BeginsWith(value),
        2 => SortCondition::Below(value),
        3 => SortCondition::AtMost(value),
        4 => SortCondition::Above(value),
        5 => SortCondition::AtLeast(value),
        _ => SortCondition::Between(value, sort_value(attribute, to)),
    }
}

fn partition(place: &Place, target: Target) -> Query {
    let by = |table: &'static Table, index: &'static Index, hash: u8| {
        // One of the indexes is by the table's own partition key, whose names are digits as well.
        Query::index(table, index, named(index.hash.name, place.name(&hash.to_string())))
    };
    match target {
        Target::Things(partition) => place.things(&partition.to_string()),
        Target::Pairs(left) => Query::table(&PAIRS, named("left", place.name(&left.to_string()))),
        Target::Index(index, hash) => by(&THINGS, THINGS.indexes[index], hash),
        Target::Shelf(hash) => by(&NUMBERED, &BY_DIGEST, hash),
    }
}

impl Player {
    /// Carries out a step.
    pub(super) async fn perform(&self, step: &Step, now: Now) -> Outcome {
        let mut outcome = self.attempt(step, now).await;
        if self.mortal {
            outcome.forget_what_residue_changes();
        }
        outcome
    }

    async fn attempt(&self, step: &Step, now: Now) -> Outcome {
        let store = self.place.store();
        let key = |slot: &Slot| located(&self.place, *slot);
        match step {
            Step::Write(action) => {
                let op = self.write(action);
                let old = matches!(&op, Write::Update(Update { returning: Returning::Old, .. }));
                // The engine hands back the bare key of an item that an update has just made, so its driver takes a bare key for none.
                let is_none = |item: &Attributes| old && item.len() == op.table().key_names().count();
                Outcome::of(store.write(&op, now).await, |item| {
                    Found::Items(vec![item.map(|item| attributes_of(&item)).filter(|item| !is_none(item))])
                })
            }
            Step::Transact(actions) => {
                let op = Transact::of(actions.iter().map(|action| self.write(action)));
                Outcome::of(store.transact(&op, now).await, |()| Found::Items(Vec::new()))
            }
            Step::BatchWrite(writes) => {
                let op = |(slot, attributes): &(Slot, Option<Attributes>)| {
                    if let Some(attributes) = attributes {
                        BatchWrite::Put(self.put(*slot, attributes))
                    } else {
                        let (table, key) = key(slot);
                        BatchWrite::Delete(table, key)
                    }
                };
                let ops: Vec<_> = writes.iter().map(op).collect();
                Outcome::of(store.batch_write(&ops, now).await, |rest| Found::Count(rest.len() as u32))
            }
            Step::Get { at, consistent, paths } => {
                let (table, key) = key(at);
                let op = Get { consistent: *consistent, ..Get::new(table, key).only(paths.clone()) };
                Outcome::of(store.get(&op, now).await, |item| Found::Items(vec![item.map(|item| attributes_of(&item))]))
            }
            Step::BatchGet(slots, consistent) => {
                let op = BatchGet { keys: slots.iter().map(key).collect(), consistent: *consistent, projection: Vec::new() };
                Outcome::of(store.batch_get(&op, now).await, |got| {
                    Found::Unordered(outcome::unordered(got.items.iter().map(|(_, item)| attributes_of(item))))
                })
            }
            Step::TransactGet(slots, paths) => {
                let gets = slots.iter().map(key).map(|(table, key)| Get::new(table, key).only(paths.clone()));
                let op = TransactGet { gets: gets.collect() };
                Outcome::of(store.transact_get(&op, now).await, |items| {
                    Found::Items(items.iter().map(|item| item.as_ref().map(attributes_of)).collect())
                })
            }
            Step::Query { target, range, backward, limit, filter, paths, count } => {
                let mut op = partition(&self.place, *target).direction(*backward).only(paths.clone());
                op.limit = *limit;
                op.filter.clone_from(filter);
                op.count_only = *count;
                op.range = range.zip(op.range_attribute()).map(|(range, key)| ranged(key.name, sort_condition(key, range)));
                self.walk(op, now).await
            }
            Step::Wait(_) => Outcome::nothing(),
        }
    }

    /// Walks a query by its pages, which are compared one by one. Not so where items have expired, nor in an index: items with the
    /// same index key come in an order of the store's own.
    async fn walk(&self, mut op: Query, now: Now) -> Outcome {
        let mut whole = Outcome::nothing();
        let mut items = Vec::new();
        let mut pages = Vec::new();
        loop {
            let page = match self.place.store().query(&op, now).await {
                Ok(answer) => {
                    whole.spend(&answer.spent);
                    answer.value
                }
                Err(error) => return Outcome::failed(error),
            };
            items.extend(all_of(&page.items));
            pages.push((page.count, page.scanned, page.next.clone()));
            match page.next {
                Some(next) => op.after = Some(next),
                None => break,
            }
        }
        let count = pages.iter().map(|(count, ..)| count).sum();
        whole.found = match (op.index, op.range_attribute(), op.projection.is_empty()) {
            (None, ..) if !self.mortal => Found::Pages(items, pages),
            (None, ..) => Found::Items(items.into_iter().map(Some).collect()),
            (Some(_), ..) if op.count_only => Found::Count(count),
            // Without the keys, or in an index without a sort key, nothing tells the order.
            (Some(_), None, _) | (Some(_), _, false) => Found::Unordered(outcome::unordered(items)),
            (Some(_), Some(range), true) => Found::ByKey(outcome::by_key(range.name, items)),
        };
        whole
    }
}
