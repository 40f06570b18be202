//! Rows in = items + skipped, by reason.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::source::SourceTable;

/// Why a row does not become an item.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It had ended when the source was read.
    Expired,
    /// It is older than a session may become here.
    PastThirtyDays,
    /// Its token is of a form that is accepted nowhere.
    TokenForm,
    /// A newer row stands for the same thing.
    Older,
    /// It was deleted.
    Deleted,
    /// It says nothing of when.
    NoDate,
    /// A password: it opens nothing in the older system, and is not carried.
    Password,
    /// A code of the older system cannot be typed in here: whoever needs one asks for a new one.
    CannotBeUsed,
    /// There is no device in it.
    NoDevice,
    /// What it says of the device is not what a browser says.
    BrokenSubscription,
    /// The address of the device is not one that messages may go to.
    EndpointRefused,
    /// The keys of the device are none.
    KeysRefused,
}

impl Reason {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Expired => "had ended",
            Self::PastThirtyDays => "older than thirty days",
            Self::TokenForm => "token of a form that is not accepted",
            Self::Older => "a newer row stands for the same",
            Self::Deleted => "deleted",
            Self::NoDate => "without a date",
            Self::Password => "a password, which is not carried",
            Self::CannotBeUsed => "cannot be used here; a new code can be asked for",
            Self::NoDevice => "without a device",
            Self::BrokenSubscription => "subscription that is no JSON of a browser",
            Self::EndpointRefused => "subscription whose address is refused",
            Self::KeysRefused => "subscription whose keys are none",
        }
    }
}

/// What is counted: the rows of a table, or the devices within the settings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(untagged)]
pub enum Counted {
    /// The rows of a table.
    Rows(SourceTable),
    /// The devices, one for each setting that is carried.
    Devices,
}

impl Counted {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rows(table) => table.name(),
            Self::Devices => "device",
        }
    }
}

/// What became of the rows of one table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TableTally {
    /// Rows in.
    pub rows: usize,
    /// Rows that became an item.
    pub items: usize,
    /// The ids of those that did not, by reason.
    pub skipped: BTreeMap<Reason, Vec<String>>,
}

impl TableTally {
    /// How many were skipped.
    pub fn skipped_rows(&self) -> usize {
        self.skipped.values().map(Vec::len).sum()
    }
}

/// What became of all rows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally(BTreeMap<Counted, TableTally>);

impl Tally {
    pub(super) fn begin(&mut self, table: SourceTable, rows: usize) {
        self.0.entry(Counted::Rows(table)).or_default().rows = rows;
    }

    pub(super) fn carry(&mut self, table: SourceTable) {
        self.0.entry(Counted::Rows(table)).or_default().items += 1;
    }

    pub(super) fn skip(&mut self, table: SourceTable, reason: Reason, id: &str) {
        self.0.entry(Counted::Rows(table)).or_default().skipped.entry(reason).or_default().push(id.to_owned());
    }

    pub(super) fn device(&mut self, id: &str, skipped: Option<Reason>) {
        let devices = self.0.entry(Counted::Devices).or_default();
        devices.rows += 1;
        match skipped {
            Some(reason) => devices.skipped.entry(reason).or_default().push(id.to_owned()),
            None => devices.items += 1,
        }
    }

    /// What became of one table.
    pub fn of(&self, counted: Counted) -> TableTally {
        self.0.get(&counted).cloned().unwrap_or_default()
    }

    /// What became of every table.
    pub fn iter(&self) -> impl Iterator<Item = (Counted, &TableTally)> {
        self.0.iter().map(|(counted, tally)| (*counted, tally))
    }

    /// Rows in = items + skipped, everywhere.
    pub fn adds_up(&self) -> bool {
        self.0.values().all(|tally| tally.rows == tally.items + tally.skipped_rows())
    }
}
