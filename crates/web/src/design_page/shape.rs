//! A design in the order in which the page tells it. It is taken apart once, at the start; a visit only adds numbers.

use chabudai_kernel::design::{
    AccessPattern, Design, EACH, EntityDesign, EntityKey, Form, Held, Index, KeyAttribute, Range, RouteCost, Scalar, Step, Table,
};
use chabudai_kernel::key::Piece;

use super::steps::{Line, lines};

/// The design of an app.
pub(super) struct Shape {
    pub(super) design: &'static Design,
    pub(super) tables: Vec<TableShape>,
    pub(super) patterns: Vec<PatternShape>,
    pub(super) routes: Vec<RouteShape>,
}

/// What a route may ask of the store.
pub(super) struct RouteShape {
    pub(super) route: String,
    /// The number of each pattern, where it stands on the page, and how often it may be asked; nothing for once.
    pub(super) asks: Vec<(&'static str, String, Option<String>)>,
    /// The most requests in all; what grows with the data is in the patterns.
    pub(super) most: u32,
    /// It also asks for what grows with the data.
    pub(super) grows: bool,
}

fn route(design: &Design, cost: &RouteCost) -> RouteShape {
    let ask = |(pattern, times): &(&'static AccessPattern, u32)| {
        let often = match *times {
            EACH => Some("n".to_owned()),
            1 => None,
            times => Some(times.to_string()),
        };
        (pattern.id, format!("{}-{}", design.app, pattern.id), often)
    };
    let (most, formulas) = cost.requests();
    RouteShape { route: cost.route_in(design.app), asks: cost.asks.iter().map(ask).collect(), most, grows: !formulas.is_empty() }
}

/// A table with what lives in it.
pub(super) struct TableShape {
    pub(super) table: &'static Table,
    pub(super) anchor: String,
    pub(super) kinds: Vec<KindShape>,
    pub(super) parts: Vec<Part>,
    pub(super) indexes: Vec<IndexShape>,
}

/// A kind of item, and how it stands in a table or in an index.
pub(super) struct KindShape {
    pub(super) entity: &'static EntityDesign,
    pub(super) anchor: String,
    pub(super) keys: Vec<KeyShape>,
}

/// How a kind fills one key attribute.
pub(super) struct KeyShape {
    pub(super) attribute: &'static str,
    pub(super) bits: Vec<Bit<'static>>,
    /// What must be there for the attribute to be there.
    pub(super) needs: Vec<&'static str>,
    /// The rule that must hold for the attribute to be there, and the attributes that it reads.
    pub(super) only_if: Option<(&'static str, &'static [&'static str])>,
}

/// A bit of a key: what stands in it as written, or what is filled in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bit<'a> {
    Text(&'a str),
    Part(&'a str),
}

impl<'a> Bit<'a> {
    pub(super) fn text(&self) -> &'a str {
        match self {
            Self::Text(text) | Self::Part(text) => text,
        }
    }

    pub(super) fn is_part(&self) -> bool {
        matches!(self, Self::Part(_))
    }
}

/// How a part of keys looks, and the kinds that have it.
pub(super) struct Part {
    pub(super) name: &'static str,
    pub(super) format: &'static str,
    pub(super) kinds: Vec<&'static str>,
}

/// An index with the kinds that are in it and the patterns that ask it.
pub(super) struct IndexShape {
    pub(super) index: &'static Index,
    pub(super) anchor: String,
    /// The attributes that it holds besides keys; `None`: whole items.
    pub(super) holds: Option<Vec<&'static str>>,
    pub(super) kinds: Vec<KindShape>,
    pub(super) asked_by: Vec<(&'static str, String)>,
}

/// A pattern and how it is answered.
pub(super) struct PatternShape {
    pub(super) pattern: &'static AccessPattern,
    /// With the app's name before it, so that no other app on the page has the same.
    pub(super) anchor: String,
    pub(super) lines: Vec<Line>,
}

impl PatternShape {
    /// The shortest address of the pattern on the page.
    pub(super) fn link(&self) -> &'static str {
        self.pattern.id
    }
}

pub(super) fn table_anchor(design: &Design, table: &Table) -> String {
    format!("{}-{}", design.app, table.name)
}

pub(super) fn index_anchor(design: &Design, table: &Table, index: &Index) -> String {
    format!("{}-{}-{}", design.app, table.name, index.name)
}

impl Shape {
    /// Takes a design apart.
    pub(super) fn of(design: &'static Design) -> Self {
        let pattern = |pattern: &&'static AccessPattern| {
            let anchor = format!("{}-{}", design.app, pattern.id);
            PatternShape { pattern, anchor, lines: lines(design, pattern.steps) }
        };
        let patterns: Vec<_> = design.patterns.iter().map(pattern).collect();
        let routes = design.routes.iter().copied().flatten().map(|one| route(design, one)).collect();
        Self { design, tables: design.tables.iter().map(|one| table(design, one, &patterns)).collect(), patterns, routes }
    }
}

fn table(design: &'static Design, table: &'static Table, patterns: &[PatternShape]) -> TableShape {
    let entities: Vec<_> = design.entities.iter().copied().filter(|entity| entity.table.name == table.name).collect();
    let kind = |entity: &'static EntityDesign, names: &[&str]| KindShape {
        entity,
        anchor: format!("{}-kind-{}", design.app, entity.kind),
        keys: names.iter().filter_map(|name| entity.key(name)).map(key).collect(),
    };
    let own: Vec<_> = table.key_names().collect();
    let index = |index: &&'static Index| {
        let names: Vec<_> = names(index).collect();
        let inside = entities.iter().filter(|entity| is_inside(entity, index));
        let asking = patterns.iter().filter(|one| one.pattern.steps.iter().any(|step| asks(step, table, index)));
        IndexShape {
            index,
            anchor: index_anchor(design, table, index),
            holds: match table.held_by(index) {
                Held::Everything => None,
                Held::KeysAnd(names) => Some(names),
            },
            kinds: inside.map(|entity| kind(entity, &names)).collect(),
            asked_by: asking.map(|one| (one.pattern.id, one.link().to_owned())).collect(),
        }
    };
    TableShape {
        table,
        anchor: table_anchor(design, table),
        kinds: entities.iter().map(|entity| kind(entity, &own)).collect(),
        parts: parts(&entities),
        indexes: table.indexes.iter().map(index).collect(),
    }
}

fn names(index: &Index) -> impl Iterator<Item = &'static str> {
    std::iter::once(index.hash.name).chain(index.range.map(|range| range.name))
}

/// Whether items of a kind can be in an index.
pub(super) fn is_inside(entity: &EntityDesign, index: &Index) -> bool {
    names(index).all(|name| entity.key(name).is_some())
}

fn asks(step: &Step, table: &Table, index: &Index) -> bool {
    let is_there = |range: &Range| range.entities.iter().any(|entity| entity.table.name == table.name);
    match step {
        Step::Query(range) => range.index.is_some_and(|asked| asked.name == index.name) && is_there(range),
        Step::OneOf(ways) => ways.iter().any(|way| asks(way, table, index)),
        _ => false,
    }
}

fn key(key: &EntityKey) -> KeyShape {
    let bits = match key.form {
        Form::Text(pieces) => pieces.iter().flat_map(|piece| match piece {
            Piece::Text(text) => words(text),
            Piece::Part { name, .. } => vec![Bit::Part(name)],
        }),
        Form::Plain(_) => return KeyShape { bits: vec![Bit::Part(key.attribute)], ..around(key) },
    };
    KeyShape { bits: bits.collect(), ..around(key) }
}

/// What holds of a key besides its bits.
fn around(key: &EntityKey) -> KeyShape {
    let needs = match key.form {
        Form::Text(pieces) => pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Part { name, optional: true, .. } => Some(*name),
                _ => None,
            })
            .collect(),
        Form::Plain(_) => key.optional.then_some(key.attribute).into_iter().collect(),
    };
    KeyShape { attribute: key.attribute, bits: Vec::new(), needs, only_if: key.only_if }
}

/// A literal in bits between which a line may break: behind each separator.
fn words(text: &str) -> Vec<Bit<'_>> {
    text.split_inclusive('#').map(Bit::Text).collect()
}

/// The bits of what a sample shows of a key, in which parts are marked `‹so›`.
pub(super) fn bits(shown: &str) -> Vec<Bit<'_>> {
    let mut bits = Vec::new();
    let mut rest = shown;
    while let Some((text, behind)) = rest.split_once('‹') {
        bits.extend(words(text));
        let (part, behind) = behind.split_once('›').unwrap_or((behind, ""));
        bits.push(Bit::Part(part));
        rest = behind;
    }
    bits.extend(words(rest));
    bits
}

/// How the parts look, each name and look once, with the kinds that have it.
fn parts(entities: &[&'static EntityDesign]) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::new();
    for entity in entities {
        for key in entity.keys {
            let Form::Text(pieces) = key.form else { continue };
            for piece in pieces {
                let Piece::Part { name, format, .. } = *piece else { continue };
                match out.iter_mut().find(|part| (part.name, part.format) == (name, format)) {
                    Some(part) if part.kinds.contains(&entity.kind) => {}
                    Some(part) => part.kinds.push(entity.kind),
                    None => out.push(Part { name, format, kinds: vec![entity.kind] }),
                }
            }
        }
    }
    out
}

/// The message that names the type of a key attribute.
pub(super) const fn scalar(attribute: &KeyAttribute) -> &'static str {
    match attribute.scalar {
        Scalar::S => "design-text",
        Scalar::N => "design-number",
        Scalar::B => "design-bytes",
    }
}

#[cfg(test)]
pub(super) mod tests;
