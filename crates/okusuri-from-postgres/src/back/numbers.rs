//! The numbers that new logs and settings have got in the older system, in a file, so that nothing is written there twice.

use std::collections::BTreeMap;

use tokio_postgres::Transaction;

use super::changes::Entry;
use crate::error::{MoveError, Result};
use crate::folder::WorkFolder;
use crate::source::{Shape, quoted};

const FILE: &str = "numbers.json";

/// The ids there, by the names here.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers(BTreeMap<String, String>);

impl Numbers {
    pub(super) fn read(folder: &WorkFolder) -> Result<Self> {
        Ok(Self(folder.read_json(FILE)?.unwrap_or_default()))
    }

    /// Keeps them, synced.
    pub(super) fn keep(&self, folder: &WorkFolder) -> Result<()> {
        folder.write_json(FILE, &self.0)
    }

    pub(super) fn of(&self, name: &str) -> Option<&String> {
        self.0.get(name)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&String, &String)> {
        self.0.iter()
    }

    pub(super) fn forget(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// Gives a new row its id: the next of the table's sequence, or one more than the largest, or a random one where ids are no numbers.
    pub(super) async fn give(&mut self, transaction: &Transaction<'_>, shape: &Shape, entry: &Entry) -> Result<String> {
        let failed = MoveError::source("to give a new row its number");
        let (table, column) = shape
            .table(entry.table)
            .and_then(|table| Some((table, table.columns("id").first()?)))
            .ok_or_else(|| MoveError::NotThatSystem(format!("the source has no table for {}", entry.table)))?;
        let column_name = quoted(&column.name);
        let id: String = if matches!(column.data_type.as_str(), "smallint" | "integer" | "bigint" | "numeric") {
            let query = format!("SELECT coalesce(max({column_name}), 0)::int8, pg_get_serial_sequence($1, $2) FROM {}", table.place);
            let row = transaction.query_one(&query, &[&table.place, &column.name]).await.map_err(&failed)?;
            let (largest, sequence): (i64, Option<String>) = (row.get(0), row.get(1));
            // Numbers that were given before but not committed count as well.
            let given = self.0.values().filter_map(|id| id.parse::<i64>().ok()).max().unwrap_or(0);
            let mut next = largest.max(given) + 1;
            if let Some(sequence) = sequence {
                // The sequence moves on, so that the older system gives the number to nobody else.
                let query = "SELECT setval($1::text::regclass, greatest($2, (SELECT nextval($1::text::regclass))))";
                next = transaction.query_one(query, &[&sequence, &next]).await.map_err(&failed)?.get(0);
            }
            next.to_string()
        } else {
            transaction.query_one("SELECT gen_random_uuid()::text", &[]).await.map_err(&failed)?.get(0)
        };
        self.0.insert(entry.name.clone(), id.clone());
        Ok(id)
    }
}
