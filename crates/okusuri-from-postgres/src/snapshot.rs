//! The source at one moment: rows in files, and a manifest that says what they have to be.

use std::collections::BTreeMap;

use chabudai_kernel::part::UtcSeconds;
use jiff::{RoundMode, Timestamp, TimestampRound, Unit};
use serde::{Deserialize, Serialize};

use crate::source::SourceTable;

/// What an export read, and what its files have to be.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// The form of the files.
    pub format: u32,
    /// The moment at which the source was read, by its own clock.
    pub read_at: UtcSeconds,
    /// The zone of people of whom the source knows none.
    pub zone: String,
    /// The name of the database.
    pub database: String,
    /// What each table held. One that the source does not have is not here.
    pub tables: BTreeMap<SourceTable, TableManifest>,
}

/// What a table held.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TableManifest {
    /// What the source calls it.
    pub source_name: String,
    /// How many rows.
    pub rows: u64,
    /// The first id, in the source's own order.
    pub min_id: Option<String>,
    /// The last id.
    pub max_id: Option<String>,
    /// The SHA-256 of the file.
    pub sha256: String,
    /// Rows of which two spellings of a column say different things.
    pub disagreements: i64,
}

impl Manifest {
    /// The form of the files that this program writes.
    pub const FORMAT: u32 = 1;

    pub(crate) fn new(read_at: UtcSeconds, zone: &str, database: &str) -> Self {
        let (zone, database) = (zone.to_owned(), database.to_owned());
        Self { format: Self::FORMAT, read_at, zone, database, tables: BTreeMap::new() }
    }
}

/// A row: fields by their name without case and underscores. What is null is not there.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Row(BTreeMap<String, String>);

impl Row {
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.0.insert(name.to_owned(), value.to_owned());
    }

    /// The id, which every table has.
    pub fn id(&self) -> &str {
        self.text("id").unwrap_or_default()
    }

    /// A field.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// A field that is true or false, as any type of column spells it.
    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        match self.text(name)? {
            "true" | "t" | "1" => Some(true),
            "false" | "f" | "0" => Some(false),
            _ => None,
        }
    }

    /// A field that is a moment, to the second in which it lies.
    pub(crate) fn moment(&self, name: &str) -> Option<UtcSeconds> {
        let moment: Timestamp = self.text(name)?.parse().ok()?;
        to_the_second(moment)
    }
}

/// Rows hold addresses and secrets of devices, so that nothing prints them.
impl std::fmt::Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Row({})", self.id())
    }
}

/// The second in which a moment lies.
pub(crate) fn to_the_second(moment: Timestamp) -> Option<UtcSeconds> {
    moment.round(TimestampRound::new().smallest(Unit::Second).mode(RoundMode::Floor)).ok().map(UtcSeconds)
}

/// The source at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Snapshot {
    /// What it has to be.
    pub manifest: Manifest,
    /// The rows of each table, in the source's own order.
    pub rows: BTreeMap<SourceTable, Vec<Row>>,
}

impl Snapshot {
    /// The rows of a table.
    pub fn rows(&self, table: SourceTable) -> &[Row] {
        self.rows.get(&table).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_lie_in_their_second() {
        let mut row = Row::default();
        row.set("createdat", "2026-11-15T15:30:00.999999Z");
        row.set("before", "1969-12-31T23:59:59.500000Z");
        assert_eq!(row.moment("createdat").unwrap().to_string(), "2026-11-15T15:30:00Z");
        assert_eq!(row.moment("createdat").unwrap().0.subsec_nanosecond(), 0);
        assert_eq!(row.moment("before").unwrap().to_string(), "1969-12-31T23:59:59Z");
        assert_eq!(row.moment("updatedat"), None);
    }

    #[test]
    fn printing_a_row_tells_its_id_alone() {
        let mut row = Row::default();
        row.set("id", "7");
        row.set("email", "hana@example.org");
        assert_eq!(format!("{row:?}"), "Row(7)");
    }
}
