//! A design as facts for tools.

use serde_json::{Value, json};

use super::{most_actions, template, words};
use crate::design::{AccessPattern, Action, Design, EntityDesign, EntityKey, Form, Held, Index, KeyAttribute, Range, Step, Table};
use crate::key::Piece;

/// Everything that [`markdown`](super::markdown()) tells, as JSON.
pub fn json(design: &Design) -> Value {
    json!({
        "app": design.app,
        "about": design.about.trim(),
        "environment": design.environment,
        "tables": design.tables.iter().map(|one| table(one)).collect::<Vec<_>>(),
        "kinds": design.entities.iter().map(|one| entity(one)).collect::<Vec<_>>(),
        "patterns": design.patterns.iter().map(|one| pattern(one)).collect::<Vec<_>>(),
    })
}

fn table(table: &Table) -> Value {
    json!({
        "name": table.name,
        "about": table.about.trim(),
        "hash": attribute(table.hash),
        "range": table.range.map(attribute),
        "ttl": table.ttl,
        "feed": table.feed,
        "indexes": table.indexes.iter().map(|one| index(table, one)).collect::<Vec<_>>(),
    })
}

fn attribute(attribute: KeyAttribute) -> Value {
    json!({ "name": attribute.name, "type": attribute.scalar.letter() })
}

fn index(table: &Table, index: &Index) -> Value {
    let projection = match table.held_by(index) {
        Held::Everything => json!("all"),
        Held::KeysAnd(names) if names.is_empty() => json!("keys"),
        Held::KeysAnd(names) => json!(names),
    };
    json!({
        "name": index.name,
        "why": index.why.trim(),
        "hash": attribute(index.hash),
        "range": index.range.map(attribute),
        "projection": projection,
    })
}

fn entity(entity: &EntityDesign) -> Value {
    json!({
        "kind": entity.kind,
        "about": entity.about.trim(),
        "table": entity.table.name,
        "atMostBytes": entity.at_most_bytes,
        "keys": entity.keys.iter().map(key).collect::<Vec<_>>(),
    })
}

fn key(key: &EntityKey) -> Value {
    let (scalar, parts) = match key.form {
        Form::Text(pieces) => ("S", pieces.iter().filter_map(part).collect::<Vec<_>>()),
        Form::Plain(scalar) => (scalar.letter(), Vec::new()),
    };
    json!({
        "attribute": key.attribute,
        "type": scalar,
        "template": template(key),
        "parts": parts,
        "sparse": key.is_sparse(),
        "onlyIf": key.only_if.map(|(rule, _)| rule),
    })
}

fn part(piece: &Piece) -> Option<Value> {
    match piece {
        Piece::Text(_) => None,
        Piece::Part { name, format, optional } => Some(json!({ "name": name, "format": format, "optional": optional })),
    }
}

fn pattern(pattern: &AccessPattern) -> Value {
    json!({
        "id": pattern.id,
        "question": pattern.question,
        "requests": pattern.cost.words(),
        "mostActions": most_actions(pattern),
        "steps": pattern.steps.iter().map(step).collect::<Vec<_>>(),
    })
}

fn step(step: &Step) -> Value {
    let kinds = |entities: &[&EntityDesign]| entities.iter().map(|entity| entity.kind).collect::<Vec<_>>();
    match step {
        Step::Get(entity) => json!({ "get": entity.kind }),
        Step::Put(entity) => json!({ "put": entity.kind }),
        Step::Update(entity) => json!({ "update": entity.kind }),
        Step::Delete(entity) => json!({ "delete": entity.kind }),
        Step::Query(range) => json!({ "query": query(range, &kinds(range.entities)) }),
        Step::Scan(table) => json!({ "scan": table.name }),
        Step::BatchGet(entities, at_most) => json!({ "batchGet": { "kinds": kinds(entities), "atMost": at_most } }),
        Step::BatchWrite(entities, at_most) => json!({ "batchWrite": { "kinds": kinds(entities), "atMost": at_most } }),
        Step::TransactGet(entities, at_most) => json!({ "transactGet": { "kinds": kinds(entities), "atMost": at_most } }),
        Step::Transact(actions) => json!({ "transact": actions.iter().map(action).collect::<Vec<_>>() }),
        Step::OneOf(ways) => json!({ "oneOf": ways.iter().map(self::step).collect::<Vec<_>>() }),
    }
}

fn query(range: &Range, kinds: &[&str]) -> Value {
    json!({
        "kinds": kinds,
        "table": range.entities.first().map(|entity| entity.table.name),
        "index": range.index.map(|index| index.name),
        "given": range.given,
        "between": range.between,
        "orderedBy": range.ordered_by,
        "filters": range.filters,
        "limit": range.limit,
    })
}

fn action(action: &Action) -> Value {
    json!({ "verb": words::verb(action.verb), "kind": action.entity.kind, "atMost": action.at_most })
}
