//! SQL in the spelling of the source. Every value goes as text and is cast to the type of its column; a field with two columns fills both.

use tokio_postgres::Transaction;
use tokio_postgres::types::ToSql;

use super::changes::Entry;
use crate::error::{MoveError, Result};
use crate::source::{Column, FoundTable, Shape, SourceTable, quoted};

/// The statements over one source.
pub(crate) struct Statements<'a>(&'a Shape);

impl<'a> Statements<'a> {
    pub(super) fn new(shape: &'a Shape) -> Self {
        Self(shape)
    }

    fn table(&self, table: SourceTable) -> Result<&FoundTable> {
        self.0.table(table).ok_or_else(|| MoveError::NotThatSystem(format!("the source has no table for {table}")))
    }

    /// Writes a row, unless the one that is there is newer. Answers how many were written.
    pub(super) async fn upsert(&self, transaction: &Transaction<'_>, entry: &Entry) -> Result<u64> {
        let table = self.table(entry.table)?;
        let mut columns: Vec<(&'static str, &Column, String)> = Vec::new();
        for (field, spelled) in &table.fields {
            if let Some(value) = entry.value(field.name) {
                columns.extend(spelled.iter().map(|column| (field.name, column, blank_as_json(column, value))));
            }
        }
        let statement = upsert_text(table, &columns.iter().map(|(field, column, _)| (*field, *column)).collect::<Vec<_>>());
        let values: Vec<&(dyn ToSql + Sync)> = columns.iter().map(|(_, _, value)| value as &(dyn ToSql + Sync)).collect();
        transaction.execute(&statement, &values).await.map_err(MoveError::source("a row of the way back"))
    }

    /// Takes rows away. Answers how many.
    pub(super) async fn delete(&self, transaction: &Transaction<'_>, table: SourceTable, field: &str, value: &str) -> Result<u64> {
        let Some(table) = self.0.table(table) else { return Ok(0) };
        let Some(column) = table.columns(field).first() else { return Ok(0) };
        let statement = format!("DELETE FROM {} WHERE {}::text = $1", table.place, quoted(&column.name));
        transaction.execute(&statement, &[&value]).await.map_err(MoveError::source("to take a row away"))
    }
}

/// No device is an empty text, which a column of JSON spells `null`.
fn blank_as_json(column: &Column, value: &str) -> String {
    let is_json = matches!(column.data_type.as_str(), "json" | "jsonb");
    if is_json && value.is_empty() { "null".to_owned() } else { value.to_owned() }
}

fn upsert_text(table: &FoundTable, columns: &[(&'static str, &Column)]) -> String {
    let names: Vec<String> = columns.iter().map(|(_, column)| quoted(&column.name)).collect();
    let casts: Vec<String> =
        columns.iter().enumerate().map(|(at, (_, column))| format!("${}::text::{}", at + 1, quoted(&column.cast))).collect();
    let changed = columns.iter().filter(|(field, _)| !matches!(*field, "id" | "userid"));
    let sets: Vec<String> = changed.map(|(_, column)| set(column)).collect();
    let mut holds: Vec<String> = Vec::new();
    for (field, column) in columns {
        let name = quoted(&column.name);
        match *field {
            // A number that is somebody else's by now is not taken over.
            "userid" => holds.push(format!("there.{name} = excluded.{name}")),
            "updatedat" => holds.push(format!("(there.{name} IS NULL OR {} <= excluded.{name})", to_the_second(column))),
            _ => {}
        }
    }
    let only_if = if holds.is_empty() { String::new() } else { format!(" WHERE {}", holds.join(" AND ")) };
    let id = table.columns("id").first().map_or_else(|| "id".to_owned(), |column| quoted(&column.name));
    format!(
        "INSERT INTO {} AS there ({}) OVERRIDING SYSTEM VALUE VALUES ({}) ON CONFLICT ({id}) DO UPDATE SET {}{only_if}",
        table.place,
        names.join(", "),
        casts.join(", "),
        sets.join(", ")
    )
}

fn is_moment(column: &Column) -> bool {
    column.data_type.starts_with("timestamp")
}

fn to_the_second(column: &Column) -> String {
    let name = quoted(&column.name);
    if is_moment(column) { format!("date_trunc('second', there.{name})") } else { format!("there.{name}") }
}

/// A moment that is the same to the second stays as exact as it was.
fn set(column: &Column) -> String {
    let name = quoted(&column.name);
    if is_moment(column) {
        format!("{name} = CASE WHEN {} = excluded.{name} THEN there.{name} ELSE excluded.{name} END", to_the_second(column))
    } else {
        format!("{name} = excluded.{name}")
    }
}
