//! Rows of the older system into items of this one: pure functions, and keys that follow from the rows alone, so that the same snapshot gives
//! the same bytes however often it is asked.

mod logs; // what people logged
mod people; // people, their addresses, their accounts at providers
mod refusal; // what has to be put right before anything is written
mod reminders; // settings of reminders, and devices
mod sessions; // devices on which people are signed in
mod tally; // rows in = items + skipped, by reason

use std::collections::BTreeMap;

use chabudai_identity::model::UserId;
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::Put;
use chabudai_kernel::part::{IsoDay, UtcSeconds, Word};
use jiff::tz::TimeZone;

use crate::snapshot::{Row, Snapshot};
use crate::source::SourceTable;

pub(crate) use logs::moment_on;
pub use refusal::Refusal;
pub use tally::{Counted, Reason, TableTally, Tally};

/// A person with everything that has to come with them at once: profile, guard of the address, accounts at providers and their guards.
#[derive(Clone, PartialEq, Debug)]
pub struct Arrival {
    /// The person.
    pub user: UserId,
    /// What is written, all or nothing.
    pub puts: Vec<Put>,
}

/// A log whose day here is another one than the older system, which counts days in UTC, has shown.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MovedDay {
    /// The log's number.
    pub id: String,
    /// The day in UTC.
    pub utc: IsoDay,
    /// The day where the person was.
    pub local: IsoDay,
}

/// A snapshot as items.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Transformed {
    /// People, in the order of their ids.
    pub people: Vec<Arrival>,
    /// Everything else, in the order of its keys.
    pub things: Vec<Put>,
    /// How many rows became items, and why the others did not.
    pub tally: Tally,
    /// What has to be put right first.
    pub refusals: Vec<Refusal>,
    /// Logs whose day is another one now.
    pub moved_days: Vec<MovedDay>,
    /// People whose zone in the source is none.
    pub unknown_zones: Vec<String>,
}

impl Transformed {
    /// Every item by its key.
    pub fn items(&self) -> BTreeMap<ItemKey, &Put> {
        let people = self.people.iter().flat_map(|arrival| &arrival.puts);
        people.chain(&self.things).map(|put| (put.key.clone(), put)).collect()
    }
}

/// What the rows of other tables need to know of a person.
struct Known {
    user: UserId,
    zone: TimeZone,
}

/// The people of a snapshot, by their ids as the source has them.
struct Everybody(BTreeMap<String, Known>);

impl Everybody {
    /// The owner of a row; without one it is an orphan.
    fn owner(&self, table: SourceTable, row: &Row, out: &mut Transformed) -> Option<&Known> {
        let owner = row.text("userid").and_then(|id| self.0.get(id));
        if owner.is_none() {
            out.refusals.push(Refusal::Orphan { table, id: row.id().to_owned() });
        }
        owner
    }
}

/// Makes items of a snapshot.
pub fn transform(snapshot: &Snapshot) -> Transformed {
    let mut out = Transformed::default();
    for table in SourceTable::ALL {
        out.tally.begin(*table, snapshot.rows(*table).len());
    }
    let everybody = people::move_people(snapshot, &mut out);
    sessions::move_sessions(snapshot, &everybody, &mut out);
    logs::move_logs(snapshot, &everybody, &mut out);
    reminders::move_settings(snapshot, &everybody, &mut out);
    for row in snapshot.rows(SourceTable::Verification) {
        let is_live = row.moment("expiresat").is_some_and(|until| until > snapshot.manifest.read_at);
        let reason = if is_live { Reason::CannotBeUsed } else { Reason::Expired };
        out.tally.skip(SourceTable::Verification, reason, row.id());
    }
    out.people.sort_by(|a, b| a.user.cmp(&b.user));
    out.things.sort_by(|a, b| a.key.cmp(&b.key));
    out.refusals.sort();
    out
}

/// A field as a part of a key; one that cannot be one stops the move.
fn word(table: SourceTable, row: &Row, field: &'static str, out: &mut Transformed) -> Option<Word> {
    let word = row.text(field).and_then(Word::new);
    if word.is_none() {
        out.refusals.push(Refusal::NotAKey { table, id: row.id().to_owned(), field });
    }
    word
}

/// A field that is true or false; one that is neither stops the move.
fn flag(table: SourceTable, row: &Row, field: &'static str, out: &mut Transformed) -> Option<bool> {
    let flag = row.flag(field);
    if flag.is_none() {
        out.refusals.push(Refusal::NotReadable { table, id: row.id().to_owned(), field });
    }
    flag
}

/// When a row was made and last changed, as far as it says so.
pub(crate) fn times(row: &Row, read_at: UtcSeconds) -> (UtcSeconds, UtcSeconds) {
    let (created, updated) = (row.moment("createdat"), row.moment("updatedat"));
    let created_at = created.or(updated).unwrap_or(read_at);
    (created_at, updated.unwrap_or(created_at))
}

/// Of rows that stand for the same thing the newest, and the others.
fn newest<'a, K: Ord>(rows: impl Iterator<Item = (K, &'a Row)>, read_at: UtcSeconds) -> (Vec<(K, &'a Row)>, Vec<&'a Row>) {
    let mut best: BTreeMap<K, &'a Row> = BTreeMap::new();
    let mut older = Vec::new();
    for (key, row) in rows {
        let age = |row: &Row| {
            let (created, updated) = times(row, read_at);
            // Ids of one kind are all numbers or all texts; numbers of more digits are later.
            (updated, created, row.id().len(), row.id().to_owned())
        };
        match best.get_mut(&key) {
            Some(known) if age(known) >= age(row) => older.push(row),
            Some(known) => older.push(std::mem::replace(known, row)),
            None => drop(best.insert(key, row)),
        }
    }
    (best.into_iter().collect(), older)
}

#[cfg(test)]
mod tests;
