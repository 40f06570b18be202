//! A design as data: tables, indexes, entities with their key templates, and numbered access patterns.
//!
//! An app's `design.rs` declares these once. The keys that are written, the queries that read them, the generated documents, the
//! tables that are created and the check of the design itself all come from the same declaration.

mod entity;
mod pattern;
mod route;
mod table;

pub use self::entity::{EntityDesign, EntityKey, Field, FieldType, Form, Holds, Rewritten};
pub use self::pattern::{AccessPattern, Action, Cost, Range, Step, Verb};
pub use self::route::{EACH, RouteCost};
pub use self::table::{Held, Index, KeyAttribute, Projection, Scalar, Table, binary, number, text};

/// The design of an app.
#[derive(Clone, Copy, Debug)]
pub struct Design {
    /// The app's name, as in its address and its data file.
    pub app: &'static str,
    /// What the app is for, in a sentence.
    pub about: &'static str,
    /// Its tables.
    pub tables: &'static [&'static Table],
    /// The kinds of items.
    pub entities: &'static [&'static EntityDesign],
    /// The numbered patterns.
    pub patterns: &'static [&'static AccessPattern],
    /// What its routes ask of the store, list by list: its own, and those of what it includes.
    pub routes: &'static [&'static [RouteCost]],
}

impl Design {
    /// The pattern of that number.
    pub fn pattern(&self, id: &str) -> Option<&'static AccessPattern> {
        self.patterns.iter().copied().find(|pattern| pattern.id == id)
    }
}
