//! Queries: whether a key answers the question, and in the promised order.

use super::Findings;
use crate::design::{AccessPattern, EntityDesign, EntityKey, Form, Held, Range, Table};
use crate::key::Piece;
use crate::report::template;

pub(super) fn check(pattern: &AccessPattern, range: &Range, out: &mut Findings) {
    let Some(first) = range.entities.first() else {
        return out.add("query.no_kind", pattern.id, "the query says no kind of item that it reads");
    };
    let asked = Asked { id: pattern.id, range, table: first.table };
    if asked.is_not_of_one_table(out) | asked.index_is_missing(out) {
        return;
    }
    asked.filters_no_key(out);
    asked.filters_what_the_index_holds(out);
    let kinds = asked.kinds(out);
    asked.every_given_is_a_part(&kinds, out);
    for kind in &kinds {
        asked.hash_is_known(kind, out);
        asked.sort_is_known_from_the_left(kind, out);
        asked.range_comes_next(kind, out);
    }
    asked.kinds_share_the_partition(&kinds, out);
    asked.kinds_share_the_range(&kinds, out);
    asked.order_is_the_keys(&kinds, out);
}

/// A query of a pattern.
struct Asked<'a> {
    id: &'static str,
    range: &'a Range,
    table: &'static Table,
}

/// The keys of one kind, in what is queried.
struct Kind {
    name: &'static str,
    hash: &'static EntityKey,
    sort: Option<&'static EntityKey>,
}

impl Kind {
    fn sort_parts(&self) -> Vec<&'static str> {
        self.sort.map(EntityKey::parts).unwrap_or_default()
    }

    fn sort_key(&self) -> String {
        self.sort.map_or_else(|| format!("{} has no sort key", self.name), |sort| format!("{} is {}", sort.attribute, template(sort)))
    }
}

impl Asked<'_> {
    fn place(&self) -> &'static str {
        self.range.index.map_or(self.table.name, |index| index.name)
    }

    fn hash_name(&self) -> &'static str {
        self.range.index.map_or(self.table.hash, |index| index.hash).name
    }

    fn sort_name(&self) -> Option<&'static str> {
        self.range.index.map_or(self.table.range, |index| index.range).map(|range| range.name)
    }

    fn is_given(&self, part: &str) -> bool {
        self.range.given.contains(&part)
    }

    fn is_not_of_one_table(&self, out: &mut Findings) -> bool {
        let foreign = self.range.entities.iter().find(|entity| entity.table.name != self.table.name);
        if let Some(entity) = foreign {
            let message = format!("a query reads one table, and {} lives in {}, not {}", entity.kind, entity.table.name, self.table.name);
            out.add("query.tables", self.id, message);
        }
        foreign.is_some()
    }

    fn index_is_missing(&self, out: &mut Findings) -> bool {
        let missing = self.range.index.filter(|index| self.table.index(index.name).is_none());
        if let Some(index) = missing {
            out.add("query.index_missing", self.id, format!("{} has no index {}", self.table.name, index.name));
        }
        missing.is_some()
    }

    /// DynamoDB refuses a filter on a key of what is queried: it belongs in the key condition.
    fn filters_no_key(&self, out: &mut Findings) {
        for filter in self.range.filters {
            if *filter == self.hash_name() || Some(*filter) == self.sort_name() {
                let message = format!("{filter} is a key of {} and cannot be filtered: make it a key condition", self.place());
                out.add("query.filter_key", self.id, message);
            }
        }
    }

    /// A filter on what the index does not hold finds nothing, without a word.
    fn filters_what_the_index_holds(&self, out: &mut Findings) {
        let Some(index) = self.range.index else { return };
        let Held::KeysAnd(held) = self.table.held_by(index) else { return };
        let keys = self.table.cursor_names(Some(index));
        for filter in self.range.filters.iter().filter(|name| !held.contains(name) && !keys.contains(name)) {
            out.add("query.filter_not_held", self.id, format!("{} does not hold {filter}, so the filter finds nothing", index.name));
        }
    }

    /// The kinds that are in what is queried; those that are not are reported.
    fn kinds(&self, out: &mut Findings) -> Vec<Kind> {
        let mut missing = |entity: &EntityDesign, name: &str| {
            let message = format!("{} is not in {}: nothing fills its {name}", entity.kind, self.place());
            out.add("query.not_in_index", self.id, message);
            None
        };
        let mut kind = |entity: &'static EntityDesign| {
            let hash = entity.key(self.hash_name()).or_else(|| missing(entity, self.hash_name()))?;
            let sort = match self.sort_name() {
                Some(name) => Some(entity.key(name).or_else(|| missing(entity, name))?),
                None => None,
            };
            Some(Kind { name: entity.kind, hash, sort })
        };
        self.range.entities.iter().filter_map(|entity| kind(entity)).collect()
    }

    fn every_given_is_a_part(&self, kinds: &[Kind], out: &mut Findings) {
        for given in self.range.given {
            let known = kinds.iter().any(|kind| kind.hash.parts().contains(given) || kind.sort_parts().contains(given));
            if !known && !kinds.is_empty() {
                out.add("query.unknown_part", self.id, format!("{given} is given, and no key of {} has such a part", self.place()));
            }
        }
    }

    fn hash_is_known(&self, kind: &Kind, out: &mut Findings) {
        for part in kind.hash.parts().into_iter().filter(|part| !self.is_given(part)) {
            let message = format!("{}.{} is {}, and {part} is not given", kind.name, kind.hash.attribute, template(kind.hash));
            out.add("query.hash_part", self.id, message);
        }
    }

    /// How many parts of the sort key are known, counted from the left.
    fn leading(&self, kind: &Kind) -> usize {
        kind.sort_parts().iter().take_while(|part| self.is_given(part)).count()
    }

    /// A key is read by its beginning: what stands behind an unknown part narrows nothing.
    fn sort_is_known_from_the_left(&self, kind: &Kind, out: &mut Findings) {
        let (parts, hash) = (kind.sort_parts(), kind.hash.parts());
        let behind = &parts[self.leading(kind)..];
        for part in behind.iter().filter(|part| self.is_given(part) && !hash.contains(part)) {
            let message = format!("{part} is given without {}, and {}.{}", behind[0], kind.name, kind.sort_key());
            out.add("query.sort_part", self.id, message);
        }
    }

    fn range_comes_next(&self, kind: &Kind, out: &mut Findings) {
        let Some(between) = self.range.between else { return };
        if kind.sort_parts().get(self.leading(kind)) != Some(&between) {
            let message = format!("a range of {between} is not what comes next behind the given parts: {}.{}", kind.name, kind.sort_key());
            out.add("query.between", self.id, message);
        }
    }

    fn kinds_share_the_partition(&self, kinds: &[Kind], out: &mut Findings) {
        let Some((first, others)) = kinds.split_first() else { return };
        for other in others.iter().filter(|other| texts(other.hash) != texts(first.hash)) {
            let message = format!(
                "{} and {} are in different partitions: {} and {}",
                first.name,
                other.name,
                template(first.hash),
                template(other.hash)
            );
            out.add("query.partitions", self.id, message);
        }
    }

    /// One request reads one range, so what narrows it must narrow every kind alike.
    fn kinds_share_the_range(&self, kinds: &[Kind], out: &mut Findings) {
        let Some((first, others)) = kinds.split_first() else { return };
        let narrowing = |kind: &Kind| {
            // What the partition already says narrows nothing.
            let (leading, hash) = (self.leading(kind), kind.hash.parts());
            kind.sort_parts().into_iter().take(leading).filter(|part| !hash.contains(part)).chain(self.range.between).last()
        };
        for other in others {
            let Some(last) = narrowing(first).or_else(|| narrowing(other)) else { continue };
            if until(first, last) != until(other, last) {
                let message =
                    format!("no one range holds both kinds: {}.{}, {}.{}", first.name, first.sort_key(), other.name, other.sort_key());
                out.add("query.mixed_range", self.id, message);
            }
        }
    }

    fn order_is_the_keys(&self, kinds: &[Kind], out: &mut Findings) {
        // What is given is the same in the whole answer, so it orders nothing.
        let promised: Vec<_> = self.range.ordered_by.iter().copied().filter(|part| !self.is_given(part)).collect();
        let Some(last) = promised.last() else { return };
        let wrong: Vec<_> = kinds.iter().filter(|kind| !self.sorts_by(kind, &promised)).collect();
        for kind in &wrong {
            let message = format!("the answer is promised by {}, but {}.{}", promised.join(", "), kind.name, kind.sort_key());
            out.add("query.order", self.id, message);
        }
        if let (true, Some((first, others))) = (wrong.is_empty(), kinds.split_first()) {
            for other in others.iter().filter(|other| until(first, last) != until(other, last)) {
                let message = format!(
                    "the order does not hold across kinds: all {} stand apart from all {}, since {} and {}",
                    first.name,
                    other.name,
                    first.sort_key(),
                    other.sort_key()
                );
                out.add("query.order_across_kinds", self.id, message);
            }
        }
    }

    fn sorts_by(&self, kind: &Kind, promised: &[&str]) -> bool {
        let open: Vec<_> = kind.sort_parts().into_iter().filter(|part| !self.is_given(part)).collect();
        open.starts_with(promised)
    }
}

/// The literals of a template, with a gap for each part.
fn texts(key: &EntityKey) -> Vec<Option<&'static str>> {
    match key.form {
        Form::Text(pieces) => pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => Some(*text),
                Piece::Part { .. } => None,
            })
            .collect(),
        Form::Plain(_) => vec![None],
    }
}

/// A kind's sort template up to and including a part; `None` where it has no such part. A part that looks different sorts differently.
fn until(kind: &Kind, part: &str) -> Option<Vec<(&'static str, &'static str)>> {
    let Form::Text(pieces) = kind.sort?.form else {
        return kind.sort_parts().first().filter(|name| **name == part).map(|name| vec![(*name, "")]);
    };
    let at = pieces.iter().position(|piece| matches!(piece, Piece::Part { name, .. } if *name == part))?;
    let shape = pieces[..=at].iter().map(|piece| match piece {
        Piece::Text(text) => ("", *text),
        Piece::Part { name, format, .. } => (*name, *format),
    });
    Some(shape.collect())
}
