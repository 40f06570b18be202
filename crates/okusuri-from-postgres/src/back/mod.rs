//! The way back: what was written here since the switch, into the older system, in one transaction.
//!
//! Logs, people and settings go back. Sessions do not, since nobody knows a token by its hash: people sign in again. What the older system
//! has changed meanwhile by itself is not overwritten by something older.

mod changes; // what was written here since the switch
mod numbers; // the numbers that new logs and settings have got there
mod statements; // SQL in the spelling of the source

use serde::Serialize;
use tokio_postgres::Transaction;

use crate::error::{MoveError, Result};
use crate::folder::WorkFolder;
use crate::source::{Shape, Source, SourceTable};
use crate::target::Target;
use crate::tell::{Tell, What};
use changes::{Changes, Entry};
use numbers::Numbers;
use statements::Statements;

/// What went back.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Back {
    /// People who were written.
    pub users: usize,
    /// Logs that were written.
    pub logs: usize,
    /// Settings of reminders that were written.
    pub settings: usize,
    /// Rows that were taken away.
    pub removed: u64,
    /// Rows that are newer there and were left alone.
    pub kept: usize,
    /// Logs that say that no pill was taken, which the older system cannot say.
    pub not_taken: usize,
    /// Logs with a note, which the older system cannot keep.
    pub notes: usize,
}

/// Writes into the source what was written here since the switch. The numbers of new logs are kept before anything is committed, so that a
/// second run writes the same rows again and no others.
pub async fn export_back(source: &mut Source, folder: &WorkFolder, target: &Target, tell: &mut Tell<'_>) -> Result<Back> {
    let state = folder.state()?.filter(|state| state.is_complete);
    let state = state.ok_or(MoveError::Order("the way back begins where a load has ended: give its work folder"))?;
    let before = folder.snapshot(&state.snapshot).read()?;
    let stored = target.read(tell).await?;
    let mut numbers = Numbers::read(folder)?;
    let changes = Changes::since(&before, &stored, &numbers)?;

    let transaction = source.client.transaction().await.map_err(MoveError::source("a transaction"))?;
    let shape = Shape::find(&transaction).await?;
    let statements = Statements::new(&shape);
    let mut back = Back { not_taken: changes.not_taken, notes: changes.notes, ..Back::default() };
    let total = changes.entries.len();
    for (at, mut entry) in changes.entries.into_iter().enumerate() {
        if entry.id.is_none() {
            entry.id = Some(numbers.give(&transaction, &shape, &entry).await?);
        }
        let written = statements.upsert(&transaction, &entry).await?;
        match (written, entry.table) {
            (0, _) => back.kept += 1,
            (_, SourceTable::User) => back.users += 1,
            (_, SourceTable::MedicationLog) => back.logs += 1,
            (_, _) => back.settings += 1,
        }
        tell.so_far(What::Changes, at + 1, total);
    }
    back.removed = remove(&transaction, &statements, &changes.removed, &changes.left).await?;
    for name in &changes.forgotten {
        numbers.forget(name);
    }
    numbers.keep(folder)?;
    transaction.commit().await.map_err(MoveError::source("to commit"))?;
    Ok(back)
}

async fn remove(
    transaction: &Transaction<'_>,
    statements: &Statements<'_>,
    rows: &[(SourceTable, String)],
    people: &[String],
) -> Result<u64> {
    let mut removed = 0;
    for (table, id) in rows {
        removed += statements.delete(transaction, *table, "id", id).await?;
    }
    for id in people {
        for table in [SourceTable::MedicationLog, SourceTable::NotificationSetting, SourceTable::Session, SourceTable::Account] {
            removed += statements.delete(transaction, table, "userid", id).await?;
        }
        removed += statements.delete(transaction, SourceTable::User, "id", id).await?;
    }
    Ok(removed)
}

impl Entry {
    /// The value of a field, if it has one.
    pub(crate) fn value(&self, field: &str) -> Option<&str> {
        if field == "id" {
            return self.id.as_deref();
        }
        self.fields.iter().find(|(name, _)| *name == field).map(|(_, value)| value.as_str())
    }
}
