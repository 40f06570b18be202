//! Tables and their indexes.

use super::{Findings, repeated};
use crate::design::{Design, EntityDesign, Index, KeyAttribute, Table};

/// The most global secondary indexes of one table: AWS's default quota, which only a support request raises.
const INDEXES: usize = 20;

pub(super) fn check(design: &Design, out: &mut Findings) {
    names_are_unique(design, out);
    for table in design.tables {
        index_names_are_unique(table, out);
        not_too_many_indexes(table, out);
        each_attribute_has_one_type(table, out);
        for index in table.indexes {
            some_kind_is_in_the_index(design, table, index, out);
        }
    }
}

fn names_are_unique(design: &Design, out: &mut Findings) {
    for name in repeated(design.tables.iter().map(|table| table.name)) {
        out.add("design.table_twice", name, "two tables have this name");
    }
}

fn index_names_are_unique(table: &Table, out: &mut Findings) {
    for name in repeated(table.indexes.iter().map(|index| index.name)) {
        out.add("table.index_twice", format!("{}.{name}", table.name), "two indexes of the table have this name");
    }
}

fn not_too_many_indexes(table: &Table, out: &mut Findings) {
    if table.indexes.len() > INDEXES {
        out.add("table.too_many_indexes", table.name, format!("a table has at most {INDEXES} indexes, this one {}", table.indexes.len()));
    }
}

/// An attribute that is a key twice is declared to DynamoDB once, with one type.
fn each_attribute_has_one_type(table: &Table, out: &mut Findings) {
    let mut seen: Vec<KeyAttribute> = Vec::new();
    for attribute in key_attributes(table) {
        match seen.iter().find(|other| other.name == attribute.name) {
            None => seen.push(attribute),
            Some(other) if other.scalar == attribute.scalar => {}
            Some(other) => out.add(
                "table.attribute_type",
                format!("{}.{}", table.name, attribute.name),
                format!("the attribute is a key of type {} and of type {}", other.scalar.letter(), attribute.scalar.letter()),
            ),
        }
    }
}

/// The key attributes of a table, then of its indexes, as often as they are one.
pub(super) fn key_attributes(table: &Table) -> impl Iterator<Item = KeyAttribute> {
    let own = std::iter::once(table.hash).chain(table.range);
    own.chain(table.indexes.iter().flat_map(|index| index_attributes(index)))
}

fn index_attributes(index: &Index) -> impl Iterator<Item = KeyAttribute> + use<> {
    std::iter::once(index.hash).chain(index.range)
}

/// An item without all key attributes of an index is not in it, so an index that no kind fills stays empty.
fn some_kind_is_in_the_index(design: &Design, table: &Table, index: &Index, out: &mut Findings) {
    let kinds: Vec<&EntityDesign> = design.entities.iter().copied().filter(|entity| entity.table.name == table.name).collect();
    let fills = |entity: &EntityDesign, attribute: KeyAttribute| entity.key(attribute.name).is_some();
    if kinds.iter().any(|entity| index_attributes(index).all(|attribute| fills(entity, attribute))) {
        return;
    }
    let subject = format!("{}.{}", table.name, index.name);
    match index_attributes(index).find(|attribute| !kinds.iter().any(|entity| fills(entity, *attribute))) {
        Some(attribute) => {
            out.add("table.index_unfilled", subject, format!("no kind of item fills {}, so the index stays empty", attribute.name));
        }
        None => out.add("table.index_unfilled", subject, "no kind of item fills all its key attributes, so the index stays empty"),
    }
}
