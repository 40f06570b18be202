//! Which requests a design sends: to each table, to each index, to each feed.

use std::collections::{BTreeMap, BTreeSet};

use crate::design::{Design, Range, Step, Verb};

/// The actions that a design needs, as IAM names them. Nothing is allowed that no pattern asks for.
#[derive(Default)]
pub(super) struct Permissions {
    tables: BTreeMap<&'static str, BTreeSet<&'static str>>,
    indexes: BTreeSet<(&'static str, &'static str)>,
}

/// What reading a table's changes takes. The stream's address comes from DescribeTable, so that streams need not be listed.
pub(super) const FEED: [&str; 3] = ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"];

/// What reading an index takes: patterns only ever query one.
pub(super) const INDEX: [&str; 1] = ["dynamodb:Query"];

impl Permissions {
    pub(super) fn of(design: &Design) -> Self {
        let mut needed = Self::default();
        for table in design.tables {
            // Whether a table is ready is asked before anything else.
            needed.on(table.name, "dynamodb:DescribeTable");
        }
        for step in design.patterns.iter().flat_map(|pattern| pattern.steps) {
            needed.step(step);
        }
        needed
    }

    /// The actions on a table, in order.
    pub(super) fn table(&self, name: &str) -> impl Iterator<Item = &'static str> {
        self.tables.get(name).into_iter().flatten().copied()
    }

    /// The indexes of a table that patterns query, in order.
    pub(super) fn indexes(&self, table: &str) -> impl Iterator<Item = &'static str> {
        self.indexes.iter().filter(move |(of, _)| *of == table).map(|(_, index)| *index)
    }

    fn on(&mut self, table: &'static str, action: &'static str) {
        self.tables.entry(table).or_default().insert(action);
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Get(entity) => self.on(entity.table.name, "dynamodb:GetItem"),
            Step::Put(entity) => self.on(entity.table.name, verb(Verb::Put)),
            Step::Update(entity) => self.on(entity.table.name, verb(Verb::Update)),
            Step::Delete(entity) => self.on(entity.table.name, verb(Verb::Delete)),
            Step::Query(range) => self.query(range),
            Step::Scan(table) => self.on(table.name, "dynamodb:Scan"),
            Step::BatchGet(entities, _) => entities.iter().for_each(|entity| self.on(entity.table.name, "dynamodb:BatchGetItem")),
            Step::BatchWrite(entities, _) => entities.iter().for_each(|entity| self.on(entity.table.name, "dynamodb:BatchWriteItem")),
            // A transaction has no action of its own: each part needs what it would need alone.
            Step::TransactGet(entities, _) => entities.iter().for_each(|entity| self.on(entity.table.name, "dynamodb:GetItem")),
            Step::Transact(actions) => actions.iter().for_each(|action| self.on(action.entity.table.name, verb(action.verb))),
            Step::OneOf(ways) => ways.iter().for_each(|way| self.step(way)),
        }
    }

    fn query(&mut self, range: &Range) {
        for entity in range.entities {
            match range.index {
                Some(index) => {
                    self.indexes.insert((entity.table.name, index.name));
                }
                None => self.on(entity.table.name, "dynamodb:Query"),
            }
        }
    }
}

fn verb(verb: Verb) -> &'static str {
    match verb {
        Verb::Put => "dynamodb:PutItem",
        Verb::Update => "dynamodb:UpdateItem",
        Verb::Delete => "dynamodb:DeleteItem",
        Verb::Check => "dynamodb:ConditionCheckItem",
    }
}
