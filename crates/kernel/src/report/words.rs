//! A pattern's steps in words, for a cell of a Markdown table.

use crate::design::{Action, EntityDesign, Range, Step, Verb};

/// What a step does, as a clause: "query `RegionIndex` for Store, given `prefecture`, ordered by `region`".
pub(super) fn step(step: &Step) -> String {
    match step {
        Step::Get(entity) => format!("get {}", entity.kind),
        Step::Put(entity) => format!("put {}", entity.kind),
        Step::Update(entity) => format!("update {}", entity.kind),
        Step::Delete(entity) => format!("delete {}", entity.kind),
        Step::Query(range) => query(range),
        Step::Scan(table) => format!("scan `{}`, page by page", table.name),
        Step::BatchGet(entities, at_most) => format!("batch get {}, at most {at_most}", kinds(entities)),
        Step::BatchWrite(entities, at_most) => format!("batch write {}, at most {at_most}", kinds(entities)),
        Step::TransactGet(entities, at_most) => format!("get {} as of one moment, at most {at_most}", kinds(entities)),
        Step::Transact(actions) => format!("in one transaction: {}", actions.iter().map(action).collect::<Vec<_>>().join(", ")),
        Step::OneOf(ways) => format!("either {}", ways.iter().map(self::step).collect::<Vec<_>>().join("<br>or ")),
    }
}

fn kinds(entities: &[&EntityDesign]) -> String {
    let kinds: Vec<_> = entities.iter().map(|entity| entity.kind).collect();
    match &kinds[..] {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        kinds => kinds.concat(),
    }
}

fn names(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// The direction is the asker's: a key reads as well backwards.
fn query(range: &Range) -> String {
    let place = match (range.index, range.entities.first()) {
        (Some(index), _) => format!("`{}`", index.name),
        (None, Some(entity)) => format!("table `{}`", entity.table.name),
        (None, None) => "the table".to_owned(),
    };
    let mut clauses = vec![format!("query {place} for {}", kinds(range.entities))];
    if !range.given.is_empty() {
        clauses.push(format!("given {}", names(range.given)));
    }
    clauses.extend(range.between.map(|part| format!("with `{part}` in a range")));
    if !range.ordered_by.is_empty() {
        clauses.push(format!("ordered by {}", names(range.ordered_by)));
    }
    if !range.filters.is_empty() {
        clauses.push(format!("filtered by {} after the read", names(range.filters)));
    }
    clauses.extend(range.limit.map(|limit| format!("{limit} per request")));
    clauses.join(", ")
}

fn action(action: &Action) -> String {
    let verb = verb(action.verb);
    match action.at_most {
        Some(1) => format!("{verb} {}", action.entity.kind),
        Some(n) => format!("{verb} up to {n} {}", action.entity.kind),
        None => format!("{verb} any number of {}", action.entity.kind),
    }
}

/// The verb in lower case.
pub(super) fn verb(verb: Verb) -> &'static str {
    match verb {
        Verb::Put => "put",
        Verb::Update => "update",
        Verb::Delete => "delete",
        Verb::Check => "check",
    }
}
