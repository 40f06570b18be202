//! Asks the index: the best first, and of equals the smaller id, on every server the same.

use rusqlite::{Connection, OptionalExtension as _, Result};

use crate::index::{EVERYBODY, Layout, marks};
use crate::query::{Query, Scope};

/// The most that one page holds.
pub const MOST_HITS: u32 = 100;

/// Which part of what was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// How many come before it.
    pub offset: u32,
    /// How many it holds, [`MOST_HITS`] at most.
    pub limit: u32,
}

/// A document that was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Hit {
    /// Its id.
    pub id: String,
    /// How well it answers, beside the others of this question: more is better.
    pub score: f64,
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Found {
    /// A page of it, the best first.
    pub hits: Vec<Hit>,
    /// How many there are on all pages.
    pub total: u64,
    /// There is no index yet: it is being made, and nothing can be found until then. While one is made anew, the old one answers.
    pub building: bool,
}

impl Found {
    /// Nothing, because there is nothing to look in yet.
    pub(crate) fn not_yet() -> Self {
        Self { building: true, ..Self::default() }
    }
}

/// Answers a question at one moment of the file.
pub(crate) fn find(connection: &Connection, layout: &Layout, query: &Query, scope: &Scope, page: Page) -> Result<Found> {
    if query.is_empty() {
        return Ok(Found::default());
    }
    let moment = connection.unchecked_transaction()?;
    let owner: Option<i64> = match scope.owner() {
        Some(owner) => {
            moment.prepare_cached("SELECT number FROM owners WHERE owner = ?1")?.query_row([owner], |row| row.get(0)).optional()?
        }
        None => None,
    };
    let marks = marks(owner, scope);
    if marks.is_empty() {
        return Ok(Found::default());
    }
    let mut ranked: Vec<(f64, i64)> = moment
        .prepare_cached(&layout.find)?
        .query_map([query.expression(&marks)], |row| Ok((row.get(1)?, row.get(0)?)))?
        .collect::<Result<_>>()?;
    let total = ranked.len();
    let (offset, limit) = (page.offset as usize, page.limit.min(MOST_HITS) as usize);
    let end = total.min(offset.saturating_add(limit));
    if offset >= end {
        return Ok(Found { total: total as u64, ..Found::default() });
    }
    // Only what ranks as well as the last of the page is looked up. FTS5's rank is the smaller, the better.
    let worst = ranked.select_nth_unstable_by(end - 1, |a, b| a.0.total_cmp(&b.0)).1.0;
    ranked.retain(|(rank, _)| rank.total_cmp(&worst).is_le());
    // Who may see it was part of every token already. Here it is asked once more, where it costs nothing.
    let mut look_up = moment.prepare_cached("SELECT id FROM documents WHERE number = ?1 AND owner IN (?2, ?3)")?;
    let everybody = scope.public().then_some(EVERYBODY);
    let mut hits = Vec::with_capacity(ranked.len());
    for (rank, number) in ranked {
        let id: Option<String> = look_up.query_row((number, owner, everybody), |row| row.get(0)).optional()?;
        hits.extend(id.map(|id| Hit { id, score: -rank }));
    }
    hits.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.id.cmp(&b.id)));
    let hits = hits.into_iter().skip(offset).take(limit).collect();
    Ok(Found { hits, total: total as u64, building: false })
}
