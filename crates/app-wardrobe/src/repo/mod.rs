//! One function per access pattern, and named writes that a service collects and commits once.

pub mod clothes;
pub mod counters;
pub mod deletions;
pub mod finding;
pub mod histories;
pub mod idempotency;
pub mod kept;
pub mod outfits;
pub mod pictures;
pub mod uploads;
pub mod wardrobes;

use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::op::Query;

use crate::design::{STATUS_LIST_BY_CREATED_AT, STATUS_LIST_BY_LAST_WORN_AT, STATUS_LIST_BY_WEAR_COUNT, WARDROBE_TABLE};
use crate::model::SeasonTag;
use crate::name::fold;

/// By what a list is sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sort {
    /// By the moment of adding.
    #[default]
    Created,
    /// By the number of wearings.
    Wear,
    /// By the last day of wearing.
    LastWorn,
}

/// What a list leaves out.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Wanted {
    /// Words that are all in the name, folded.
    pub name: Option<String>,
    /// A season.
    pub tag: Option<SeasonTag>,
}

impl Wanted {
    /// Whether everything is wanted.
    pub fn is_all(&self) -> bool {
        self.name.is_none() && self.tag.is_none()
    }

    /// Each of the words. What people know of a name is seldom one part of it.
    fn words(&self) -> impl Iterator<Item = &str> {
        self.name.as_deref().unwrap_or_default().split_whitespace()
    }

    /// Whether something of this name is wanted, for items that do not carry it as searches compare it.
    fn has(&self, name: &str, folded: Option<&str>) -> bool {
        folded.is_some() || self.words().all(|word| fold(name).contains(word))
    }

    fn conditions(&self) -> impl Iterator<Item = Condition> {
        // What goes without a folded name is folded and compared after the read.
        let name = self.words().map(|word| attr("nameFolded").contains(word.to_owned()).or(attr("nameFolded").absent()));
        name.chain(self.tag.map(|tag| attr("tagIds").contains(tag.as_str())))
    }
}

/// The list of one status in one of its three orders.
fn in_order(sort: Sort, hash: chabudai_kernel::key::Named<chabudai_kernel::key::KeyValue>) -> Query {
    let index = match sort {
        Sort::Created => &STATUS_LIST_BY_CREATED_AT,
        Sort::Wear => &STATUS_LIST_BY_WEAR_COUNT,
        Sort::LastWorn => &STATUS_LIST_BY_LAST_WORN_AT,
    };
    Query::index(&WARDROBE_TABLE, index, hash)
}

/// The item has been written so many times since it was read; absent counts as never.
fn rev_is(rev: u64) -> Condition {
    let same = attr("rev").eq(rev);
    let condition = if rev == 0 { same.or(attr("rev").absent()) } else { same };
    attr("PK").exists().and(condition)
}
