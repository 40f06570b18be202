//! Kinds of items: how each makes its keys, and whether one can be told from another.

use super::{Findings, repeated, tables};
use crate::design::{Design, EntityDesign, EntityKey, Form, Holds, Scalar};
use crate::key::{Piece, matches};
use crate::limits::ITEM_BYTES;
use crate::report::template;

pub(super) fn check(design: &Design, out: &mut Findings) {
    kinds_are_unique(design, out);
    for entity in design.entities {
        the_table_is_listed(design, entity, out);
        the_tables_key_is_filled(entity, out);
        fits_into_an_item(entity, out);
        for key in entity.keys {
            is_of_the_declared_type(entity, key, out);
            is_a_key_of_something(entity, key, out);
            is_always_there_in_the_tables_key(entity, key, out);
            parts_do_not_touch(entity, key, out);
        }
    }
    kinds_can_be_told_apart(design, out);
}

fn of(entity: &EntityDesign, key: &EntityKey) -> String {
    format!("{}.{}", entity.kind, key.attribute)
}

fn kinds_are_unique(design: &Design, out: &mut Findings) {
    for kind in repeated(design.entities.iter().map(|entity| entity.kind)) {
        out.add("design.kind_twice", kind, "two kinds of items have this name");
    }
}

fn the_table_is_listed(design: &Design, entity: &EntityDesign, out: &mut Findings) {
    if !design.tables.iter().any(|table| table.name == entity.table.name) {
        out.add("design.table_unlisted", entity.kind, format!("it lives in {}, which the design does not list", entity.table.name));
    }
}

fn the_tables_key_is_filled(entity: &EntityDesign, out: &mut Findings) {
    for name in entity.table.key_names().filter(|name| entity.key(name).is_none()) {
        out.add(
            "entity.key_missing",
            format!("{}.{name}", entity.kind),
            format!("{} needs {name}, and nothing fills it", entity.table.name),
        );
    }
}

fn fits_into_an_item(entity: &EntityDesign, out: &mut Findings) {
    if let Some(bytes) = entity.at_most_bytes.filter(|bytes| *bytes > ITEM_BYTES) {
        out.add("entity.too_large", entity.kind, format!("it may grow to {bytes} bytes, and an item holds {ITEM_BYTES}"));
    }
}

fn is_of_the_declared_type(entity: &EntityDesign, key: &EntityKey, out: &mut Findings) {
    let made = match key.form {
        Form::Text(_) => Scalar::S,
        Form::Plain(scalar) => scalar,
    };
    let declared = tables::key_attributes(entity.table).find(|attribute| attribute.name == key.attribute);
    if let Some(declared) = declared.filter(|declared| declared.scalar != made) {
        let message =
            format!("the attribute is made as {}, and {} has it as {}", made.letter(), entity.table.name, declared.scalar.letter());
        out.add("entity.key_type", of(entity, key), message);
    }
}

/// Most often an index attribute that is spelled differently in the index.
fn is_a_key_of_something(entity: &EntityDesign, key: &EntityKey, out: &mut Findings) {
    if !tables::key_attributes(entity.table).any(|attribute| attribute.name == key.attribute) {
        out.add("entity.key_unused", of(entity, key), format!("neither {} nor an index of it has this key", entity.table.name));
    }
}

fn is_always_there_in_the_tables_key(entity: &EntityDesign, key: &EntityKey, out: &mut Findings) {
    if key.is_sparse() && entity.table.key_names().any(|name| name == key.attribute) {
        out.add("entity.key_optional", of(entity, key), format!("every item needs its key, and {} can be missing", template(key)));
    }
}

/// Without a text between them, `1` and `23` make the same key as `12` and `3`.
fn parts_do_not_touch(entity: &EntityDesign, key: &EntityKey, out: &mut Findings) {
    let Form::Text(pieces) = key.form else { return };
    for pair in pieces.windows(2) {
        if let [Piece::Part { name: left, .. }, Piece::Part { name: right, .. }] = pair {
            out.add("entity.parts_touch", of(entity, key), format!("nothing stands between {left} and {right} in {}", template(key)));
        }
    }
}

fn kinds_can_be_told_apart(design: &Design, out: &mut Findings) {
    for (at, one) in design.entities.iter().enumerate() {
        for other in &design.entities[at + 1..] {
            if one.table.name == other.table.name && one.kind != other.kind && can_share_a_key(one, other) {
                let message = format!("one key can be of this kind and of {}: {} and {}", other.kind, own_key(one), own_key(other));
                out.add("entity.ambiguous", one.kind, message);
            }
        }
    }
}

fn own_key(entity: &EntityDesign) -> String {
    let keys: Vec<_> = entity.table.key_names().filter_map(|name| entity.key(name)).map(template).collect();
    keys.join(" / ")
}

/// A plain key can hold anything that nobody has ruled out.
fn can_share_a_key(one: &EntityDesign, other: &EntityDesign) -> bool {
    one.table.key_names().all(|name| match (one.key(name), other.key(name)) {
        (Some(one), Some(other)) => match (one.form, other.form) {
            (Form::Text(one), Form::Text(other)) => matches(one, &sample(other)) || matches(other, &sample(one)),
            (Form::Plain(_), Form::Plain(_)) => one.holds.overlaps(other.holds),
            (Form::Text(pieces), Form::Plain(_)) => can_be_made(pieces, other.holds),
            (Form::Plain(_), Form::Text(pieces)) => can_be_made(pieces, one.holds),
        },
        _ => false,
    })
}

fn can_be_made(pieces: &[Piece], holds: Holds) -> bool {
    match pieces.first() {
        Some(Piece::Text(beginning)) => Holds::Beginning(beginning).overlaps(holds),
        _ => Holds::NotBeginning(&[]).overlaps(holds),
    }
}

/// A key made from a template, with parts that no literal can be mistaken for.
fn sample(pieces: &[Piece]) -> String {
    pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text(literal) => literal,
            Piece::Part { .. } => "\u{e000}",
        })
        .collect()
}
