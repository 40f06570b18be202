//! The request that creates a table.

use serde_json::{Value, json};

use super::key_attributes;
use crate::design::{Held, Index, KeyAttribute, Table};

/// The body of the CreateTable request for a table, its name with a prefix before it.
///
/// Expiry is no part of this request: where [`Table::ttl`] says so, an UpdateTimeToLive request follows once the table is active.
pub fn create_table(table: &Table, prefix: &str) -> Value {
    let mut request = json!({
        "TableName": format!("{prefix}{}", table.name),
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": key_attributes(table).into_iter().map(attribute).collect::<Vec<_>>(),
        "KeySchema": key_schema(table.hash, table.range),
        "SSESpecification": { "Enabled": true },
    });
    // DynamoDB refuses an empty list of indexes.
    if !table.indexes.is_empty() {
        request["GlobalSecondaryIndexes"] = table.indexes.iter().map(|one| index(table, one)).collect();
    }
    if table.feed {
        request["StreamSpecification"] = json!({ "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" });
    }
    request
}

pub(super) fn attribute(attribute: KeyAttribute) -> Value {
    json!({ "AttributeName": attribute.name, "AttributeType": attribute.scalar.letter() })
}

pub(super) fn key_schema(hash: KeyAttribute, range: Option<KeyAttribute>) -> Value {
    let hash = json!({ "AttributeName": hash.name, "KeyType": "HASH" });
    let range = range.map(|range| json!({ "AttributeName": range.name, "KeyType": "RANGE" }));
    std::iter::once(hash).chain(range).collect()
}

pub(super) fn index(table: &Table, index: &Index) -> Value {
    json!({
        "IndexName": index.name,
        "KeySchema": key_schema(index.hash, index.range),
        "Projection": projection(&table.held_by(index)),
    })
}

fn projection(held: &Held) -> Value {
    match held {
        Held::Everything => json!({ "ProjectionType": "ALL" }),
        Held::KeysAnd(names) if names.is_empty() => json!({ "ProjectionType": "KEYS_ONLY" }),
        Held::KeysAnd(names) => json!({ "ProjectionType": "INCLUDE", "NonKeyAttributes": names }),
    }
}
