//! Which requests a design sends: to each table, to each index, to each feed.
//!
//! This is the one place that names the DynamoDB driver's requests as IAM does. The driver's story and the server run in tests behind a
//! gate that knows only the generated policy, so a request that is missing here is refused there.

use std::collections::{BTreeMap, BTreeSet};

use crate::design::{Design, Held, Range, Step, Table, Verb};

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

/// What the page of the design takes: it looks at the beginning of a table, and of its indexes that hold whole items.
pub(super) const DESIGN_PAGE: [&str; 1] = ["dynamodb:Scan"];

/// What the operator's check takes of every table: it walks it, reads again what seems wrong, and `repair` writes keys anew.
pub(super) const CHECK: [&str; 4] = ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Scan", "dynamodb:UpdateItem"];

/// What it takes of every index: it is walked too, and asked for each item that should be there.
pub(super) const CHECK_INDEX: [&str; 2] = ["dynamodb:Query", "dynamodb:Scan"];

/// What it takes to see whether a table is there as designed: asked by every server before anything else, and by a plan.
pub(super) fn looking(table: &Table) -> Vec<&'static str> {
    let expiry = table.ttl.map(|_| "dynamodb:DescribeTimeToLive");
    std::iter::once("dynamodb:DescribeTable").chain(expiry).collect()
}

/// What it takes to bring a table to its design, whatever is there before, and to back it up.
pub(super) fn making(table: &Table) -> Vec<&'static str> {
    let expiry = table.ttl.map(|_| "dynamodb:UpdateTimeToLive");
    let mut actions: Vec<_> =
        ["dynamodb:CreateBackup", "dynamodb:CreateTable", "dynamodb:UpdateTable"].into_iter().chain(looking(table)).chain(expiry).collect();
    actions.sort_unstable();
    actions
}

/// The indexes of a table that hold whole items, which the page of the design may look at.
pub(super) fn whole(table: &Table) -> impl Iterator<Item = &'static str> {
    table.indexes.iter().filter(|index| table.held_by(index) == Held::Everything).map(|index| index.name)
}

impl Permissions {
    pub(super) fn of(design: &Design) -> Self {
        let mut needed = Self::default();
        for table in design.tables {
            for action in looking(table) {
                needed.on(table.name, action);
            }
        }
        for step in design.patterns.iter().flat_map(|pattern| pattern.steps) {
            needed.step(step);
        }
        // Who has just written reads it from the table, as long as an index may lag: see `crate::own`.
        for table in design.tables {
            if needed.indexes(table.name).next().is_some() {
                needed.on(table.name, "dynamodb:BatchGetItem");
            }
        }
        for table in design.tables.iter().filter(|table| table.ttl.is_some()) {
            // What is past its TTL and still there is cleared out of an update's way.
            if needed.table(table.name).any(|action| action == verb(Verb::Update)) {
                needed.on(table.name, verb(Verb::Delete));
            }
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
