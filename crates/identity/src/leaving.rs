//! Somebody who leaves: a mark that stands until every app has forgotten them, whatever happens to a server meanwhile.

use std::marker::PhantomData;

use chabudai_kernel::entity;
use chabudai_kernel::part::{UtcSeconds, Word};
use serde::{Deserialize, Serialize};

use crate::model::{Kind, UserId};
use crate::people::People;

/// Somebody who leaves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "")]
pub struct Leaving<T: People> {
    /// The person.
    #[serde(rename = "UserID")]
    pub user_id: UserId,
    /// Always `leaving`.
    #[serde(rename = "Type")]
    pub kind: Kind,
    /// What is left to do.
    pub data: LeavingData,
    /// Since when.
    pub created_at: UtcSeconds,
    /// The table.
    #[serde(skip)]
    pub of: PhantomData<T>,
}

/// What is left to do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeavingData {
    /// The apps that may still know them.
    pub apps: Vec<Word>,
}

entity! {
    /// Somebody who leaves, and the apps that have yet to forget them.
    Leaving<T: People> in T::TABLE, at most 1_024 bytes {
        userId: UserId = user_id,
    }
    key(userId) {
        PK = "LEAVING#" userId;
        SK = "LEAVING";
    }
    plain {
        Type: Kind = kind,
        UserID: UserId = user_id,
    }
    fields {
        "Data": M;
        "Data.apps": L;
        "CreatedAt": S;
    }
    departs {
        "PK": "added: in a partition of its own, because the person's is emptied while it stands";
    }
}
