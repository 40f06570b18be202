//! Access patterns: what they use, their batches, and their declared cost.

use super::{Findings, queries, repeated, transactions};
use crate::design::{AccessPattern, Cost, Design, EntityDesign, Step, Table};
use crate::report::every_step;

pub(super) fn check(design: &Design, out: &mut Findings) {
    ids_are_unique(design, out);
    for pattern in design.patterns {
        uses_listed_kinds(design, pattern, out);
        uses_listed_tables(design, pattern, out);
        has_steps(pattern, out);
        costs_enough_for_its_steps(pattern, out);
        costs_no_more_than_its_steps(pattern, out);
        for step in every_step(pattern.steps) {
            match step {
                Step::Query(range) => queries::check(pattern, range, out),
                Step::Transact(actions) => transactions::check_writes(pattern, actions, out),
                Step::TransactGet(entities, at_most) => transactions::check_reads(pattern, entities, *at_most, out),
                Step::BatchGet(entities, at_most) | Step::BatchWrite(entities, at_most) => {
                    batch_has_items(pattern, entities, *at_most, out);
                }
                Step::Get(_) | Step::Put(_) | Step::Update(_) | Step::Delete(_) | Step::Scan(_) | Step::OneOf(_) => {}
            }
        }
    }
}

fn ids_are_unique(design: &Design, out: &mut Findings) {
    for id in repeated(design.patterns.iter().map(|pattern| pattern.id)) {
        out.add("design.pattern_twice", id, "two access patterns have this number");
    }
}

fn kinds(step: &Step) -> Vec<&'static EntityDesign> {
    match step {
        Step::Get(entity) | Step::Put(entity) | Step::Update(entity) | Step::Delete(entity) => vec![entity],
        Step::Query(range) => range.entities.to_vec(),
        Step::Scan(_) | Step::OneOf(_) => Vec::new(),
        Step::BatchGet(entities, _) | Step::BatchWrite(entities, _) | Step::TransactGet(entities, _) => entities.to_vec(),
        Step::Transact(actions) => actions.iter().map(|action| action.entity).collect(),
    }
}

fn uses_listed_kinds(design: &Design, pattern: &AccessPattern, out: &mut Findings) {
    let mut said = Vec::new();
    for entity in every_step(pattern.steps).into_iter().flat_map(kinds) {
        if !design.entities.iter().any(|listed| listed.kind == entity.kind) && !said.contains(&entity.kind) {
            said.push(entity.kind);
            out.add("design.entity_unlisted", pattern.id, format!("it uses {}, which the design does not list", entity.kind));
        }
    }
}

fn uses_listed_tables(design: &Design, pattern: &AccessPattern, out: &mut Findings) {
    for step in every_step(pattern.steps) {
        let Step::Scan(Table { name, .. }) = step else { continue };
        if !design.tables.iter().any(|table| table.name == *name) {
            out.add("design.table_unlisted", pattern.id, format!("it reads {name}, which the design does not list"));
        }
    }
}

fn batch_has_items(pattern: &AccessPattern, entities: &[&EntityDesign], at_most: u32, out: &mut Findings) {
    if at_most == 0 || entities.is_empty() {
        out.add("batch.empty", pattern.id, "a batch of no items is refused");
    }
}

fn has_steps(pattern: &AccessPattern, out: &mut Findings) {
    if pattern.steps.is_empty() {
        out.add("pattern.no_steps", pattern.id, "it says nothing of how it is answered, so nothing can be held to it");
    }
}

/// A pattern whose every step is one request costs as many as it has steps: a step more or less is on another pattern's account.
fn costs_no_more_than_its_steps(pattern: &AccessPattern, out: &mut Findings) {
    let Cost::Exactly(cost) = pattern.cost else { return };
    let is_one = |step: &Step| !matches!(step, Step::BatchGet(..) | Step::BatchWrite(..) | Step::Scan(_));
    let steps = pattern.steps.len() as u32;
    if every_step(pattern.steps).into_iter().all(is_one) && cost > steps {
        out.add("cost.too_many", pattern.id, format!("it is said to cost exactly {cost}, and its steps send {steps} requests"));
    }
}

/// Bounds and formulas do not count: they may stand for steps left out.
fn costs_enough_for_its_steps(pattern: &AccessPattern, out: &mut Findings) {
    let Cost::Exactly(cost) = pattern.cost else { return };
    let requests: u32 = pattern.steps.iter().map(least_requests).sum();
    if cost < requests {
        out.add("cost.too_few", pattern.id, format!("it is said to cost exactly {cost}, and its steps send {requests} requests at least"));
    }
}

fn least_requests(step: &Step) -> u32 {
    match step {
        // A batch of nothing sends nothing.
        Step::BatchGet(..) | Step::BatchWrite(..) => 0,
        Step::OneOf(ways) => ways.iter().map(least_requests).min().unwrap_or(0),
        _ => 1,
    }
}
