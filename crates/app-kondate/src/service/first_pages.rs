//! The first pages of the catalog, which everybody reads: a server remembers them for half a minute.
//!
//! All cards stand in one partition of one index, and a partition bears so many reads a second. What this server itself has written is read at
//! once; what another one has, within half a minute.

use std::sync::{Mutex, PoisonError};

use chabudai_kernel::db::Listed;

use super::catalog::Sorted;
use crate::model::{Card, EntityType};

/// How long, in seconds.
const REMEMBERED: i64 = 30;
/// How many: of both kinds, by time and by popularity, in the lengths in which clients ask.
const MOST: usize = 16;

/// Which first page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Which {
    pub(super) kind: EntityType,
    pub(super) sorted: Sorted,
    pub(super) limit: u32,
}

#[derive(Debug, Default)]
struct Kept {
    /// Counts what this server has written: a page that was read before that is not remembered after it.
    writes: u64,
    pages: Vec<(Which, i64, Vec<Card>, Option<String>)>,
}

/// The first pages, as a server remembers them.
#[derive(Debug, Default)]
pub(super) struct FirstPages(Mutex<Kept>);

impl FirstPages {
    /// The page, if it was read lately; else how much was written before it is.
    pub(super) fn remembered(&self, which: &Which, now: i64) -> Result<Listed<Card>, u64> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.pages.iter().find(|(known, at, ..)| known == which && (*at..at + REMEMBERED).contains(&now));
        found.map(|(_, _, items, next)| Listed { items: items.clone(), next: next.clone() }).ok_or(kept.writes)
    }

    /// Remembers a page, unless something was written since it was asked for.
    pub(super) fn remember(&self, which: Which, now: i64, page: &Listed<Card>, writes: u64) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.writes != writes {
            return;
        }
        kept.pages.retain(|(known, at, ..)| *known != which && (*at..at + REMEMBERED).contains(&now));
        if kept.pages.len() < MOST {
            kept.pages.push((which, now, page.items.clone(), page.next.clone()));
        }
    }

    /// Something was written.
    pub(super) fn forget(&self) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.writes += 1;
        kept.pages.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn which(limit: u32) -> Which {
        Which { kind: EntityType::Recipe, sorted: Sorted::Newest, limit }
    }

    fn page(next: &str) -> Listed<Card> {
        Listed { items: Vec::new(), next: Some(next.to_owned()) }
    }

    #[test]
    fn a_page_is_remembered_for_half_a_minute_and_not_past_a_write() {
        let pages = FirstPages::default();
        let writes = pages.remembered(&which(20), 100).unwrap_err();
        pages.remember(which(20), 100, &page("a"), writes);
        assert_eq!(pages.remembered(&which(20), 129).unwrap().next.as_deref(), Some("a"));
        assert!(pages.remembered(&which(20), 130).is_err() && pages.remembered(&which(21), 100).is_err());
        pages.forget();
        assert!(pages.remembered(&which(20), 101).is_err());
        // It was asked for before that was written.
        pages.remember(which(20), 101, &page("b"), writes);
        let writes = pages.remembered(&which(20), 101).unwrap_err();
        pages.remember(which(20), 101, &page("c"), writes);
        assert_eq!(pages.remembered(&which(20), 101).unwrap().next.as_deref(), Some("c"));
        for limit in 21..60 {
            pages.remember(which(limit), 101, &page("d"), writes);
        }
        assert!(pages.remembered(&which(59), 101).is_err(), "so many at most");
    }
}
