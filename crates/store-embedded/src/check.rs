//! Looks whether the file is whole: every index entry has its item, and back.

use chabudai_kernel::store::StoreError;
use chabudai_kernel::{expiry, op};
use rusqlite::{Connection, OptionalExtension as _};

use crate::file::for_each_item;
use crate::keys::encode_key;
use crate::layout::{IndexLayout, TableLayout};
use crate::{Layouts, failed};

/// What is wrong with a file, in sentences; nothing when it is whole.
pub(crate) fn check(connection: &Connection, layouts: &Layouts) -> Result<Vec<String>, StoreError> {
    // One read transaction: the answer speaks of one moment even while others write.
    let moment = connection.unchecked_transaction().map_err(failed)?;
    let mut problems = Vec::new();
    let mut statement = moment.prepare("PRAGMA integrity_check").map_err(failed)?;
    let words: Vec<String> = statement.query_map([], |row| row.get(0)).and_then(Iterator::collect).map_err(failed)?;
    problems.extend(words.into_iter().filter(|word| word != "ok"));
    for layout in layouts.iter() {
        items(&moment, layout, &mut problems)?;
        for index in &layout.indexes {
            entries(&moment, layout, index, &mut problems)?;
        }
    }
    Ok(problems)
}

/// Every item agrees with its columns and has its entry in every index it belongs to.
fn items(connection: &Connection, layout: &TableLayout, problems: &mut Vec<String>) -> Result<(), StoreError> {
    let name = layout.table.name;
    let columns = format!("SELECT ttl, size FROM {} WHERE id = ?1", layout.items);
    for_each_item(connection, layout, |id, hash, range, item| {
        let Some(key) = op::key_of(layout.table, item) else {
            problems.push(format!("{name}: item {id} does not decode"));
            return Ok(());
        };
        if encode_key(&key) != (hash.to_vec(), range.to_vec()) {
            problems.push(format!("{name}: item {id} is filed under another key than its own"));
        }
        let (ttl, size): (Option<i64>, i64) = connection
            .prepare_cached(&columns)
            .and_then(|mut statement| statement.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))))
            .map_err(failed)?;
        if ttl != expiry::expires_at(layout.table, item) || size as usize != item.size() {
            problems.push(format!("{name}: item {id} has a wrong size or expiry beside it"));
        }
        for index in &layout.indexes {
            let Some((index_hash, index_range)) = index.place_of(item) else { continue };
            let sql = format!("SELECT id FROM {} WHERE ihk = ?1 AND irk = ?2 AND hk = ?3 AND rk = ?4", index.entries);
            let found: Option<i64> = connection
                .prepare_cached(&sql)
                .and_then(|mut s| s.query_row((index_hash, index_range, hash, range), |row| row.get(0)).optional())
                .map_err(failed)?;
            if found != Some(id) {
                problems.push(format!("{name}: item {id} is missing from {}", index.index.name));
            }
        }
        Ok(())
    })
}

/// Every entry points at an item that belongs there.
fn entries(connection: &Connection, layout: &TableLayout, index: &IndexLayout, problems: &mut Vec<String>) -> Result<(), StoreError> {
    let sql = format!(
        "SELECT e.ihk, e.irk, i.item FROM {} e LEFT JOIN {} i ON i.id = e.id AND i.hk = e.hk AND i.rk = e.rk",
        index.entries, layout.items
    );
    let mut statement = connection.prepare(&sql).map_err(failed)?;
    let mut rows = statement.query([]).map_err(failed)?;
    while let Some(row) = rows.next().map_err(failed)? {
        let (hash, range): (Vec<u8>, Vec<u8>) = (row.get(0).map_err(failed)?, row.get(1).map_err(failed)?);
        let item: Option<Vec<u8>> = row.get(2).map_err(failed)?;
        let agrees = item.is_some_and(|item| index.place_of(chabudai_kernel::packed::ItemRef::new(&item)) == Some((hash, range)));
        if !agrees {
            problems.push(format!("{}: {} has an entry without its item", layout.table.name, index.index.name));
        }
    }
    Ok(())
}
