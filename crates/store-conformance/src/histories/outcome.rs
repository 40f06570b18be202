//! What a step gave, in a form that compares.

use chabudai_kernel::op::PageKey;
use chabudai_kernel::store::{Answer, Reason, Spent, StoreError};
use chabudai_kernel::value::{Attributes, Value};

use crate::place::attributes_of;

/// The outcome of a step.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Step {
    pub(super) found: Found,
    /// Requests, read and write units; `None` where they depend on what a store may decide by itself.
    spent: Option<(u32, f64, f64)>,
}

/// What came back.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Found {
    /// Items, or gaps, in their order.
    Items(Vec<Option<Attributes>>),
    /// Items of a table, and how each page was: count, scanned, next.
    Pages(Vec<Attributes>, Vec<(u32, u32, Option<PageKey>)>),
    /// Items whose order means nothing.
    Unordered(Vec<String>),
    /// Items in the order of an index: each index key, and the items that have it.
    ByKey(Vec<(String, Vec<String>)>),
    /// A number.
    Count(u32),
    /// It did not happen.
    Failed(Failure),
}

/// Why it did not happen: the kind, not the words.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Failure {
    Condition(Option<Attributes>),
    Cancelled(Vec<(usize, Failure)>),
    Invalid,
    /// Whatever two healthy stores never say; with its words.
    Other(String),
}

impl Failure {
    fn of(error: StoreError) -> Self {
        match error {
            StoreError::ConditionFailed { found } => Self::Condition(found.map(|item| attributes_of(&item))),
            StoreError::Cancelled(reasons) => Self::Cancelled(reasons.into_iter().map(|c| (c.action, Self::reason(c.reason))).collect()),
            StoreError::Invalid { .. } => Self::Invalid,
            other => Self::Other(format!("{other:?}")),
        }
    }

    fn reason(reason: Reason) -> Self {
        match reason {
            Reason::ConditionFailed { found } => Self::Condition(found.map(|item| attributes_of(&item))),
            Reason::Invalid(_) => Self::Invalid,
            other => Self::Other(format!("{other:?}")),
        }
    }
}

impl Step {
    pub(super) fn nothing() -> Self {
        Self { found: Found::Count(0), spent: Some((0, 0.0, 0.0)) }
    }

    pub(super) fn failed(error: StoreError) -> Self {
        Self { found: Found::Failed(Failure::of(error)), spent: None }
    }

    pub(super) fn of<T>(result: Result<Answer<T>, StoreError>, found: impl FnOnce(T) -> Found) -> Self {
        match result {
            Ok(answer) => {
                let mut out = Self { found: found(answer.value), ..Self::nothing() };
                out.spend(&answer.spent);
                out
            }
            Err(error) => Self::failed(error),
        }
    }

    pub(super) fn spend(&mut self, spent: &Spent) {
        if let Some((requests, read, write)) = &mut self.spent {
            *requests += spent.requests;
            *read += spent.read_units;
            *write += spent.write_units;
        }
    }

    /// Leaves out what depends on whether an expired item still lies in the store: what the call consumed, and which updates of a
    /// cancelled transaction do not fit their items. DynamoDB cannot say of an update that meets an expired item whether it fits
    /// none; it says so once the expired item is out of the way, and that is not done for a transaction that fails anyway.
    pub(super) fn forget_what_residue_changes(&mut self) {
        self.spent = None;
        if let Found::Failed(Failure::Cancelled(reasons)) = &mut self.found {
            reasons.retain(|(_, reason)| *reason != Failure::Invalid);
        }
    }

    /// What differs between two outcomes of one step.
    pub(super) fn difference(&self, other: &Self) -> Option<&'static str> {
        if matches!(&self.found, Found::Failed(Failure::Other(_))) || self.found != other.found {
            return Some("what it gave");
        }
        (self.spent != other.spent).then_some("what it consumed")
    }
}

/// Items in an order that depends on nothing but themselves.
pub(super) fn unordered(items: impl IntoIterator<Item = Attributes>) -> Vec<String> {
    let mut out: Vec<_> = items.into_iter().map(|item| format!("{item:?}")).collect();
    out.sort();
    out
}

/// Items grouped by an attribute, in the order in which its values came.
pub(super) fn by_key(name: &str, items: Vec<Attributes>) -> Vec<(String, Vec<String>)> {
    let mut out: Vec<(String, Vec<Attributes>)> = Vec::new();
    for item in items {
        let key = format!("{:?}", item.get(name).unwrap_or(&Value::Null));
        match out.last_mut() {
            Some((last, group)) if *last == key => group.push(item),
            _ => out.push((key, vec![item])),
        }
    }
    out.into_iter().map(|(key, group)| (key, unordered(group))).collect()
}
