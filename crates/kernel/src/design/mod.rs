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
    /// The word of the environment that stands before its tables' names, with a hyphen, unless the operator chooses another: `prod`, where
    /// the design document writes `prod-homebiyori-core`. `None` where it writes bare names.
    pub environment: Option<&'static str>,
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
    /// What stands before the names of its tables in a store: the prefix of the installation, then the word of the environment, where the
    /// design has one.
    pub fn table_prefix(&self, prefix: &str, environment: Option<&str>) -> String {
        match self.environment {
            Some(default) => format!("{prefix}{}-", environment.unwrap_or(default)),
            None => prefix.to_owned(),
        }
    }

    /// The pattern of that number.
    pub fn pattern(&self, id: &str) -> Option<&'static AccessPattern> {
        self.patterns.iter().copied().find(|pattern| pattern.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_design_that_has_an_environment_carries_it() {
        let bare = Design { app: "a", about: "", environment: None, tables: &[], entities: &[], patterns: &[], routes: &[] };
        let prod = Design { environment: Some("prod"), ..bare };
        assert_eq!(bare.table_prefix("home-", Some("dev")), "home-");
        assert_eq!(prod.table_prefix("home-", None), "home-prod-");
        assert_eq!(prod.table_prefix("", Some("dev")), "dev-");
    }
}
