//! Access patterns: the questions, the requests that answer them, and what they cost.

use super::entity::EntityDesign;
use super::table::{Index, Table};

/// What a pattern costs in store requests.
#[derive(Clone, Copy, Debug)]
pub enum Cost {
    /// Always so many.
    Exactly(u32),
    /// Never more than so many.
    AtMost(u32),
    /// So many for a given number of things, and the formula in words.
    Formula {
        /// The formula as people write it.
        words: &'static str,
        /// The formula as the test computes it.
        requests: fn(things: u32) -> u32,
    },
}

impl Cost {
    /// The cost in words.
    pub fn words(&self) -> String {
        match self {
            Self::Exactly(n) => n.to_string(),
            Self::AtMost(n) => format!("at most {n}"),
            Self::Formula { words, .. } => (*words).to_owned(),
        }
    }

    /// Whether so many requests keep to the cost, given the number of things a formula speaks of.
    pub fn allows(&self, requests: u32, things: u32) -> bool {
        match self {
            Self::Exactly(n) => requests == *n,
            Self::AtMost(n) => requests <= *n,
            Self::Formula { requests: formula, .. } => requests == formula(things),
        }
    }
}

/// A question that the app asks of its data, and how the tables answer it.
#[derive(Clone, Copy, Debug)]
pub struct AccessPattern {
    /// Its number in the design, such as `AP-04`.
    pub id: &'static str,
    /// The question in plain words.
    pub question: &'static str,
    /// What the answer takes, in order.
    pub steps: &'static [Step],
    /// What it costs.
    pub cost: Cost,
}

/// One request (or batch of requests) of a pattern.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// Reads one item by its key.
    Get(&'static EntityDesign),
    /// Writes one item.
    Put(&'static EntityDesign),
    /// Changes attributes of one item.
    Update(&'static EntityDesign),
    /// Removes one item.
    Delete(&'static EntityDesign),
    /// Reads a range of one partition.
    Query(Range),
    /// Reads a whole table, page by page: for staff and jobs only.
    Scan(&'static Table),
    /// Reads items by their keys, at most so many.
    BatchGet(&'static [&'static EntityDesign], u32),
    /// Writes or removes items by their keys, without conditions, at most so many.
    BatchWrite(&'static [&'static EntityDesign], u32),
    /// Reads items as they stand at one moment, at most so many.
    TransactGet(&'static [&'static EntityDesign], u32),
    /// Writes several items, all or none.
    Transact(&'static [Action]),
    /// One of these, by what was asked for: a list in several orders is one pattern, and each call takes one way.
    OneOf(&'static [Step]),
}

/// One kind of action within a transaction.
#[derive(Clone, Copy, Debug)]
pub struct Action {
    /// What is done.
    pub verb: Verb,
    /// To which kind of item.
    pub entity: &'static EntityDesign,
    /// At most so often; `None` where nothing bounds it, which the check reports.
    pub at_most: Option<u32>,
}

/// What an action does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// Writes the item.
    Put,
    /// Changes attributes.
    Update,
    /// Removes it.
    Delete,
    /// Looks only.
    Check,
}

impl Action {
    /// An action that happens at most so often in one transaction.
    pub const fn new(verb: Verb, entity: &'static EntityDesign, at_most: u32) -> Self {
        Self { verb, entity, at_most: Some(at_most) }
    }
}

/// A query: which keys it reads, in which order it promises the answer, and what it filters.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The kinds of items in the answer.
    pub entities: &'static [&'static EntityDesign],
    /// The index, or the table itself.
    pub index: Option<&'static Index>,
    /// What the asker knows: values for parts of the partition key and, from the left, of the sort key.
    pub given: &'static [&'static str],
    /// A part of the sort key that is asked for as a range.
    pub between: Option<&'static str>,
    /// The order promised to the asker: the parts by which the answer is sorted, the most significant first. Empty: none.
    pub ordered_by: &'static [&'static str],
    /// Attributes that are filtered after the read.
    pub filters: &'static [&'static str],
    /// How many items one request reads at most.
    pub limit: Option<u32>,
}

impl Range {
    /// A range of items of one kind, to be filled in with `..`.
    pub const fn of(entities: &'static [&'static EntityDesign]) -> Self {
        Self { entities, index: None, given: &[], between: None, ordered_by: &[], filters: &[], limit: None }
    }
}
