//! One function per access pattern, and named writes that a service collects and commits once.

pub mod book;
pub mod catalog;
pub mod devices;
pub mod first_steps;
pub mod fridge;
pub mod kitchens;
pub mod lines;
pub mod notices;
pub mod plans;
pub mod shares;
pub mod shelf;
pub mod till;
pub mod uploads;

use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::key::{Named, SortCondition};

/// The item has been written so many times since it was read; absent counts as never.
pub(crate) fn version_is(version: u64) -> Condition {
    let same = attr("version").eq(version);
    let condition = if version == 0 { same.or(attr("version").absent()) } else { same };
    attr("PK").exists().and(condition)
}

/// From the first key of one kind to the last of another: kinds that stand beside each other in a partition are read in one request.
fn from_to(first: Named<SortCondition>, last: Named<SortCondition>) -> Named<SortCondition> {
    let from = match first.value {
        SortCondition::Between(from, _) | SortCondition::Equals(from) | SortCondition::BeginsWith(from) => from,
        other => unreachable!("the keys of a kind are a range, and not {other:?}"),
    };
    let to = match last.value {
        SortCondition::Between(_, to) | SortCondition::Equals(to) => to,
        other => unreachable!("the keys of a kind are a range, and not {other:?}"),
    };
    debug_assert!(from < to, "{from:?} stands before {to:?}");
    Named { attribute: first.attribute, value: SortCondition::Between(from, to) }
}
