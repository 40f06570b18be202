//! What a table lacks of its design.

use std::collections::BTreeSet;
use std::fmt;

use aws_sdk_dynamodb::types::{
    AttributeDefinition, GlobalSecondaryIndexDescription, IndexStatus, KeySchemaElement, StreamViewType, TableDescription, TableStatus,
    TimeToLiveDescription, TimeToLiveStatus,
};
use chabudai_kernel::design::{Index, KeyAttribute, Table};
use chabudai_kernel::store::{Spent, StoreError};

use crate::DynamoDbStore;
use crate::schema;
use crate::send::Twice;

/// One change that brings a table to its design. Names are those in DynamoDB, with the prefix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlannedChange {
    /// Create the table with all its indexes.
    CreateTable {
        /// The table.
        table: String,
        /// The indexes, all at once: there is nothing to fill them from yet.
        indexes: Vec<&'static str>,
    },
    /// Add an index to a table that is there, and wait until it is filled from what the table holds: DynamoDB makes one at a time.
    AddIndex {
        /// The table.
        table: String,
        /// The index.
        index: &'static str,
    },
    /// Publish the changes of a table that is there.
    EnableFeed {
        /// The table.
        table: String,
    },
    /// Let items expire.
    EnableTtl {
        /// The table.
        table: String,
        /// The attribute that says when.
        attribute: &'static str,
    },
}

impl fmt::Display for PlannedChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CreateTable { table, indexes } if indexes.is_empty() => write!(f, "create table {table}"),
            Self::CreateTable { table, indexes } => write!(f, "create table {table} with {}", indexes.join(", ")),
            Self::AddIndex { table, index } => write!(f, "add index {index} to {table}, and wait until it is filled"),
            Self::EnableFeed { table } => write!(f, "publish the changes of {table}"),
            Self::EnableTtl { table, attribute } => write!(f, "let items of {table} expire by {attribute}"),
        }
    }
}

impl DynamoDbStore {
    /// What `create_tables` would do, in order; nothing when everything is as designed. Changes nothing.
    pub async fn plan(&self, tables: &[&'static Table]) -> Result<Vec<PlannedChange>, StoreError> {
        let mut changes = Vec::new();
        for table in tables {
            let found = self.describe(table).await?;
            changes.extend(self.changes(table, found.as_ref())?);
        }
        Ok(changes)
    }

    /// The table as it is, or `None` where there is none.
    pub(crate) async fn describe(&self, table: &Table) -> Result<Option<Found>, StoreError> {
        let name = self.physical_name(table);
        let mut spent = Spent::default();
        let request = self.client.describe_table().table_name(&name);
        let described = match self.send(&mut spent, Twice::SameAsOnce, || request.clone().send()).await.map_err(StoreError::from) {
            Ok(answer) => answer.table,
            Err(StoreError::Invalid { code: "store.table_missing", .. }) => None,
            Err(error) => return Err(error),
        };
        let Some(description) = described else { return Ok(None) };
        let expiry = if table.ttl.is_some() {
            let request = self.client.describe_time_to_live().table_name(&name);
            self.send(&mut spent, Twice::SameAsOnce, || request.clone().send()).await?.time_to_live_description
        } else {
            None
        };
        Ok(Some(Found { description, expiry }))
    }

    /// The changes that the table still needs, or why no change makes it what the design says.
    pub(crate) fn changes(&self, table: &'static Table, found: Option<&Found>) -> Result<Vec<PlannedChange>, StoreError> {
        let name = self.physical_name(table);
        let mut changes = Vec::new();
        // By what items expire comes first: the indexes hold that attribute too, and would only say that they differ.
        if let (Some(attribute), Some(other)) = (table.ttl, found.and_then(Found::expiry_attribute))
            && attribute != other
        {
            return Err(differs(format!("items of {name} expire by {other}, the design says {attribute}")));
        }
        if let Some(found) = found {
            let description = &found.description;
            let types = description.attribute_definitions();
            same_keys(&format!("table {name}"), table.hash, table.range, description.key_schema(), types)?;
            for index in table.indexes {
                match description.global_secondary_indexes().iter().find(|there| there.index_name() == Some(index.name)) {
                    Some(there) => same_index(&name, table, index, there, types)?,
                    None => changes.push(PlannedChange::AddIndex { table: name.clone(), index: index.name }),
                }
            }
            if table.feed && !found.has_feed(&name)? {
                changes.push(PlannedChange::EnableFeed { table: name.clone() });
            }
        } else {
            let indexes = table.indexes.iter().map(|index| index.name).collect();
            changes.push(PlannedChange::CreateTable { table: name.clone(), indexes });
        }
        if let Some(attribute) = table.ttl
            && !found.is_some_and(|found| found.expires_by(attribute))
        {
            changes.push(PlannedChange::EnableTtl { table: name, attribute });
        }
        Ok(changes)
    }
}

/// A table as DynamoDB has it.
pub(crate) struct Found {
    description: TableDescription,
    expiry: Option<TimeToLiveDescription>,
}

impl Found {
    /// Whether the table and all its indexes can be used and changed.
    pub(crate) fn is_ready(&self) -> bool {
        let indexes = self.description.global_secondary_indexes();
        // An emulator that has no states has them ready.
        self.description.table_status().is_none_or(|status| *status == TableStatus::Active)
            && indexes.iter().all(|index| index.index_status().is_none_or(|status| *status == IndexStatus::Active))
    }

    fn has_feed(&self, name: &str) -> Result<bool, StoreError> {
        match self.description.stream_specification().filter(|feed| feed.stream_enabled) {
            None => Ok(false),
            Some(feed) if feed.stream_view_type == Some(StreamViewType::NewAndOldImages) => Ok(true),
            Some(_) => Err(differs(format!("table {name} publishes its changes, but not both what was and what is"))),
        }
    }

    /// The attribute by which items expire, or are about to.
    fn expiry_attribute(&self) -> Option<&str> {
        let expiry = self.expiry.as_ref()?;
        match expiry.time_to_live_status {
            Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling) => expiry.attribute_name(),
            _ => None,
        }
    }

    fn expires_by(&self, attribute: &str) -> bool {
        self.expiry_attribute() == Some(attribute)
    }
}

fn same_keys(
    whose: &str,
    hash: KeyAttribute,
    range: Option<KeyAttribute>,
    found: &[KeySchemaElement],
    types: &[AttributeDefinition],
) -> Result<(), StoreError> {
    let same_type = |key: KeyAttribute| {
        types.iter().any(|there| there.attribute_name == key.name && there.attribute_type == schema::scalar(key.scalar))
    };
    let wanted = schema::key_schema(hash, range);
    let same_schema = found.len() == wanted.len() && wanted.iter().all(|element| found.contains(element));
    if same_schema && same_type(hash) && range.is_none_or(same_type) {
        return Ok(());
    }
    let wanted: Vec<_> = std::iter::once(hash).chain(range).map(|key| format!("{} ({})", key.name, key.scalar.letter())).collect();
    let found: Vec<_> = found
        .iter()
        .map(|key| {
            let there = types.iter().find(|there| there.attribute_name == key.attribute_name);
            format!("{} ({})", key.attribute_name, there.map_or("?", |there| there.attribute_type.as_str()))
        })
        .collect();
    Err(differs(format!("{whose} has the keys {}, the design says {}", found.join(", "), wanted.join(", "))))
}

fn same_index(
    name: &str,
    table: &Table,
    index: &Index,
    found: &GlobalSecondaryIndexDescription,
    types: &[AttributeDefinition],
) -> Result<(), StoreError> {
    let whose = format!("index {} of {name}", index.name);
    same_keys(&whose, index.hash, index.range, found.key_schema(), types)?;
    let wanted = schema::projection(table, index);
    let same = found.projection().is_some_and(|found| {
        let names =
            |projection: &aws_sdk_dynamodb::types::Projection| projection.non_key_attributes().iter().cloned().collect::<BTreeSet<_>>();
        found.projection_type() == wanted.projection_type() && names(found) == names(&wanted)
    });
    if same { Ok(()) } else { Err(differs(format!("{whose} holds other attributes than the design says"))) }
}

fn differs(message: String) -> StoreError {
    StoreError::invalid("store.table_differs", message)
}
