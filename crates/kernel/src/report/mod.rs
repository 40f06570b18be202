//! What a design turns into: a document for people, facts for tools, and the tables themselves.
//!
//! Nothing here is written by hand a second time, so nothing here can disagree with the keys that the app really writes. Every text is
//! made from the declaration alone, in the order of the declaration: the same design gives the same bytes, so that a test can compare
//! the checked-in document with a fresh one. Only [`samples`] also look at what a store really holds, and show nothing of its values.
//!
//! | | for | made by |
//! |---|---|---|
//! | [`markdown`] | people: keys, indexes, and the question that each access pattern answers | `--format markdown` |
//! | [`json`] | tools: the same facts | `--format json` |
//! | [`create_table`] | DynamoDB, or what speaks its protocol: the CreateTable request | the DynamoDB driver, tests |
//! | [`terraform`] | AWS: the tables, and policies that allow exactly what serving and making them takes | `--format terraform` |
//! | [`cloudformation`] | AWS: the same, with a parameter for each index, so that they can be added one by one | `--format cloudformation` |
//! | [`samples`] | people: an item of each kind, every value hidden | a page that shows the design at work |

mod alarms;
mod cloudformation;
mod create_table;
mod hcl;
mod json;
mod markdown;
mod permissions;
mod sample;
mod terraform;
mod words;

pub use cloudformation::cloudformation;
pub use create_table::create_table;
pub use json::json;
pub use markdown::markdown;
pub use sample::{Sample, SampleAttribute, samples};
pub use terraform::terraform;

use crate::design::{AccessPattern, Action, EntityKey, Form, Holds, KeyAttribute, Step, Table};
use crate::key::Piece;

/// A key's template as design documents write it: `W#<wardrobeId>#CLOTH`. A part that can be missing has a question mark: `<opened?>`.
pub fn template(key: &EntityKey) -> String {
    match key.form {
        Form::Text(pieces) => pieces.iter().map(piece).collect(),
        Form::Plain(_) if key.holds == Holds::Anything => format!("<{}>", key.attribute),
        Form::Plain(_) => format!("<{} {}>", key.attribute, key.holds.words()),
    }
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Text(text) => (*text).to_owned(),
        Piece::Part { name, optional: false, .. } => format!("<{name}>"),
        Piece::Part { name, optional: true, .. } => format!("<{name}?>"),
    }
}

/// The key attributes of a table and of its indexes, each once.
fn key_attributes(table: &Table) -> Vec<KeyAttribute> {
    let own = std::iter::once(table.hash).chain(table.range);
    let indexed = table.indexes.iter().flat_map(|index| std::iter::once(index.hash).chain(index.range));
    let mut out: Vec<KeyAttribute> = Vec::new();
    for attribute in own.chain(indexed) {
        if !out.iter().any(|known| known.name == attribute.name) {
            out.push(attribute);
        }
    }
    out
}

/// Every step that may be taken, with each of the alternatives.
pub(crate) fn every_step(steps: &'static [Step]) -> Vec<&'static Step> {
    let ways = |step: &'static Step| match step {
        Step::OneOf(ways) => every_step(ways),
        step => vec![step],
    };
    steps.iter().flat_map(ways).collect()
}

/// The pattern's transactions.
fn transactions(pattern: &AccessPattern) -> impl Iterator<Item = &'static [Action]> {
    every_step(pattern.steps).into_iter().filter_map(|step| match step {
        Step::Transact(actions) => Some(*actions),
        _ => None,
    })
}

/// How many actions the pattern's largest transaction can have; `None` without one, or without a bound.
fn most_actions(pattern: &AccessPattern) -> Option<u32> {
    let sums = transactions(pattern).map(|actions| actions.iter().map(|action| action.at_most).sum::<Option<u32>>());
    sums.collect::<Option<Vec<u32>>>().and_then(|sums| sums.into_iter().max())
}
