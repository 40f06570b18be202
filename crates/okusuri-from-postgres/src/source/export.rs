//! Reads the source at one moment into files.

use std::pin::pin;

use chabudai_identity::secret::Token;
use futures::TryStreamExt as _;
use jiff::tz::TimeZone;
use tokio_postgres::types::ToSql;
use tokio_postgres::{IsolationLevel, Transaction};

use super::connect::Source;
use super::shape::{FoundTable, Shape, SourceTable};
use crate::error::{MoveError, Result};
use crate::folder::SnapshotFolder;
use crate::snapshot::{Manifest, Row, TableManifest};
use crate::tell::{Tell, What};

/// Reads everything at one moment, whatever the older system does meanwhile, and writes the manifest last.
pub async fn export(source: &mut Source, folder: &SnapshotFolder, zone: &str, tell: &mut Tell<'_>) -> Result<Manifest> {
    TimeZone::get(zone).map_err(|_| MoveError::Zone(zone.to_owned()))?;
    let at_one_moment = source.client.build_transaction().isolation_level(IsolationLevel::RepeatableRead).read_only(true);
    let transaction = at_one_moment.start().await.map_err(MoveError::source("a transaction"))?;
    let query = r#"SELECT to_char(transaction_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), current_database()::text"#;
    let row = transaction.query_one(query, &[]).await.map_err(MoveError::source("to say what time it is"))?;
    let (read_at, database): (String, String) = (row.get(0), row.get(1));
    let read_at = read_at.parse().map_err(|_| MoveError::NotThatSystem("the source does not know the time".to_owned()))?;
    let shape = Shape::find(&transaction).await?;
    let mut manifest = Manifest::new(read_at, zone, &database);
    for kind in SourceTable::ALL.iter().copied() {
        if let Some(table) = shape.table(kind) {
            manifest.tables.insert(kind, read_table(&transaction, kind, table, folder, tell).await?);
        }
    }
    transaction.rollback().await.map_err(MoveError::source("to end the transaction"))?;
    folder.write_manifest(&manifest)?;
    Ok(manifest)
}

async fn read_table(
    transaction: &Transaction<'_>,
    kind: SourceTable,
    table: &FoundTable,
    folder: &SnapshotFolder,
    tell: &mut Tell<'_>,
) -> Result<TableManifest> {
    let doing = MoveError::source("to be read");
    let disagreements = match table.count_disagreements() {
        Some(query) => transaction.query_one(&query, &[]).await.map_err(&doing)?.get(0),
        None => 0,
    };
    let none: [&(dyn ToSql + Sync); 0] = [];
    let mut rows = pin!(transaction.query_raw(&table.select(), none).await.map_err(&doing)?);
    let mut file = folder.create(kind)?;
    while let Some(row) = rows.try_next().await.map_err(&doing)? {
        let mut out = Row::default();
        for (at, field) in kind.fields().iter().enumerate() {
            let value: Option<String> = row.try_get(at).map_err(&doing)?;
            match (kind, field.name, value) {
                // A token is never written down: what the store will keep of it is.
                (SourceTable::Session, "token", Some(token)) => {
                    if let Some(token) = Token::parse(&token) {
                        out.set("tokenhash", token.hash().as_str());
                    }
                }
                (_, name, Some(value)) => out.set(name, &value),
                (_, _, None) => {}
            }
        }
        file.write(&out)?;
        tell.more(What::Reading);
    }
    file.finish(&table.name, disagreements)
}
