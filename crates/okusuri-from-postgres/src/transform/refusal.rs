//! What has to be put right before anything is written. Rows are named by table and id, never by what stands in them.

use std::fmt;

use serde::Serialize;

use crate::source::SourceTable;

/// What has to be put right first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Refusal {
    /// Several people have one address, once its letters are small.
    SameEmail {
        /// The ids in the source's table.
        ids: Vec<String>,
    },
    /// An address is none.
    InvalidEmail {
        /// The id in the source's table.
        id: String,
    },
    /// Several people have one account at a provider.
    SameAccount {
        /// The rows.
        ids: Vec<String>,
    },
    /// A row belongs to nobody.
    Orphan {
        /// Of which table.
        table: SourceTable,
        /// The id in the source's table.
        id: String,
    },
    /// A field that becomes part of a key cannot be one.
    NotAKey {
        /// Of which table.
        table: SourceTable,
        /// Which row.
        id: String,
        /// Which field.
        field: &'static str,
    },
    /// A field is not what it should be.
    NotReadable {
        /// Of which table.
        table: SourceTable,
        /// Which row.
        id: String,
        /// Which field.
        field: &'static str,
    },
    /// Somebody in the store is not from this source.
    Stranger {
        /// The id in the source's table.
        id: String,
    },
    /// An address or an account at a provider is somebody else's in the store.
    Taken {
        /// Whom it keeps out.
        id: String,
    },
    /// An item in the store is neither what would be written nor newer.
    Differs {
        /// Its kind.
        kind: &'static str,
        /// Whose it is.
        id: String,
    },
}

impl Refusal {
    /// Whom it keeps out of the store, where it is about one person.
    pub(crate) fn of_whom(&self) -> Option<String> {
        match self {
            Self::Taken { id } | Self::Differs { id, .. } => Some(id.clone()),
            _ => None,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SameEmail { ids } => write!(f, "user {}: one address, once its letters are small", ids.join(", ")),
            Self::InvalidEmail { id } => write!(f, "user {id}: the address is none"),
            Self::SameAccount { ids } => write!(f, "account {}: one account at a provider of several people", ids.join(", ")),
            Self::Orphan { table, id } => write!(f, "{table} {id}: it belongs to nobody"),
            Self::NotAKey { table, id, field } => write!(f, "{table} {id}: {field} cannot be part of a key"),
            Self::NotReadable { table, id, field } => write!(f, "{table} {id}: {field} is neither true nor false"),
            Self::Stranger { id } => write!(f, "user {id}: in the store, but not from this source"),
            Self::Taken { id } => write!(f, "user {id}: the address or an account at a provider is somebody else's in the store"),
            Self::Differs { kind, id } => write!(f, "user {id}: the {kind} in the store is another one, and not newer"),
        }
    }
}
