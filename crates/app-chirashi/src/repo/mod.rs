//! One function per access pattern, and named writes that a service collects and commits once.

pub mod articles;
pub mod audit;
pub mod companies;
pub mod copies;
pub mod favorites;
pub mod flyers;
pub mod notices;
pub mod people;
pub mod recipes;
pub mod staff;
pub mod stores;

use chabudai_kernel::db::{Db, Run};
use chabudai_kernel::design::Table;
use chabudai_kernel::entity::{Decode, Entity};
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::key::{ItemKey, KeyValue};
use chabudai_kernel::op::{Get, PageKey, Scan};
use chabudai_kernel::part::IsoDay;
use chabudai_kernel::value::Value;

use crate::error::{ChirashiError, Result};
use crate::model::ContractStatus;

/// Reads an entity as it is at this moment.
pub(crate) async fn current<E: Entity>(run: Run<'_>, key: ItemKey) -> Result<Option<E>> {
    Ok(run.get(Get::new(E::DESIGN.table, key).consistent()).await?)
}

/// Texts as a list attribute.
pub(crate) fn texts<T: ToString>(values: &[T]) -> Value {
    Value::L(values.iter().map(|value| Value::S(value.to_string())).collect())
}

/// What the public sees on a day: the contract of its company is neither suspended nor past its last day.
pub(crate) fn is_shown(today: IsoDay) -> Condition {
    attr("contractStatus").ne(ContractStatus::Suspended.as_str()).and(attr("contractEndDate").ge(today.to_string()))
}

/// A page of a whole table, from a cursor of the client's on. Rows of other kinds are left out, so that a page can have fewer than wanted.
pub(crate) async fn scanned<T: Decode>(
    db: &Db,
    run: Run<'_>,
    table: &'static Table,
    want: u32,
    cursor: Option<&str>,
) -> Result<(Vec<T>, Option<String>)> {
    let seal = db.seal(b"chirashi scan 1");
    let after = match cursor {
        None => None,
        Some(cursor) => {
            let opened = seal.open(table.name.as_bytes(), cursor).ok_or(ChirashiError::Cursor)?;
            let key: Vec<(String, String)> = serde_json::from_slice(&opened).map_err(|_| ChirashiError::Cursor)?;
            Some(PageKey(key.into_iter().map(|(name, value)| (name, key_value(table, value))).collect()))
        }
    };
    let (items, next) = run.scan(&Scan { limit: Some(want), after, ..Scan::of(table) }).await?;
    let next = next.map(|next| {
        let key: Vec<(String, String)> = next.0.into_iter().map(|(name, value)| (name, plain(&value))).collect();
        seal.seal(table.name.as_bytes(), &serde_json::to_vec(&key).expect("texts are JSON"))
    });
    Ok((items, next))
}

fn plain(value: &KeyValue) -> String {
    match value {
        KeyValue::S(text) => text.clone(),
        KeyValue::N(number) => number.to_string(),
        KeyValue::B(_) => String::new(),
    }
}

fn key_value(table: &Table, value: String) -> KeyValue {
    match (table.hash.scalar, value.parse()) {
        (chabudai_kernel::design::Scalar::N, Ok(number)) => KeyValue::N(number),
        _ => KeyValue::S(value),
    }
}
