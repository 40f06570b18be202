//! Passkeys, and the guards that keep each to one person.

use std::marker::PhantomData;

use chabudai_kernel::entity;
use chabudai_kernel::part::{UtcSeconds, Word};
use serde::{Deserialize, Serialize};

use super::{Kind, UserId};
use crate::passkey::Known;
use crate::people::People;

/// A way in: a key pair of which an authenticator keeps the private half.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "")]
pub struct Passkey<T: People> {
    /// The person whose item this is; also the end of its partition key.
    #[serde(rename = "UserID")]
    pub user_id: UserId,
    /// Which of the few that one may have; in the key.
    #[serde(skip_serializing, rename = "slot")]
    pub slot: Word,
    /// Always `passkey`.
    #[serde(rename = "Type")]
    pub kind: Kind,
    /// What it is checked by.
    pub data: PasskeyData,
    /// Since when.
    pub created_at: UtcSeconds,
    /// When it was last renamed or used.
    pub updated_at: UtcSeconds,
    /// The table.
    #[serde(skip)]
    pub of: PhantomData<T>,
}

/// What a passkey is checked by.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyData {
    /// What it is known by here: a digest of its id. A slot may have had another one before.
    pub id: Word,
    /// What its owner calls it.
    pub name: String,
    /// Its id, in base64url.
    pub credential_id: String,
    /// Its public key as the authenticator told it (COSE), in base64url.
    pub public_key: String,
    /// How often it has signed; always 0 where the authenticator does not count.
    pub sign_count: u32,
    /// It may be on several devices of its owner.
    pub backup_eligible: bool,
    /// When it last showed who it was.
    pub last_used_at: Option<UtcSeconds>,
    /// Since when.
    pub created_at: UtcSeconds,
    /// When it was last renamed or used.
    pub updated_at: UtcSeconds,
}

impl PasskeyData {
    /// As answers are held against it.
    pub fn known(&self) -> Known {
        Known {
            id: self.credential_id.clone(),
            public_key: self.public_key.clone(),
            sign_count: self.sign_count,
            is_backup_eligible: self.backup_eligible,
        }
    }
}

/// Keeps a passkey to one person, and tells whose it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "")]
pub struct PasskeyGuard<T: People> {
    /// The digest of its id; in the key.
    #[serde(skip_serializing, rename = "credential")]
    pub credential: Word,
    /// Whose it is.
    #[serde(rename = "UserID")]
    pub user_id: UserId,
    /// Which of theirs.
    pub slot: Word,
    /// The table.
    #[serde(skip)]
    pub of: PhantomData<T>,
}

entity! {
    /// A passkey: the public half of a key pair, whose other half an authenticator keeps.
    Passkey<T: People> in T::TABLE, at most 4_096 bytes {
        userId: UserId = user_id,
        slot: Word = slot from SK,
    }
    key(userId, slot) {
        PK = "USER#" userId;
        SK = "PASSKEY#" slot;
    }
    plain {
        Type: Kind = kind,
        UserID: UserId = user_id,
    }
    fields {
        "Data": M;
        "Data.id": S;
        "Data.name": S;
        "Data.credentialId": S;
        "Data.publicKey": S;
        "Data.signCount": N;
        "Data.backupEligible": BOOL;
        "Data.lastUsedAt": S optional;
        "Data.createdAt": S;
        "Data.updatedAt": S;
        "CreatedAt": S;
        "UpdatedAt": S;
    }
    departs {
        "SK": "added: the document knows no passkeys. A slot each, so that how many one may have is a condition of the write";
    }
}

entity! {
    /// Keeps a passkey to one person, and leads from its id to them.
    PasskeyGuard<T: People> in T::TABLE, at most 1_024 bytes {
        credential: Word = credential from PK,
    }
    key(credential) {
        PK = "PASSKEY#" credential;
        SK = "UNIQUE";
    }
    plain {
        UserID: UserId = user_id,
    }
    fields {
        "Slot": S;
    }
    departs {
        "PK": "added: an index cannot keep a passkey unique. A digest, since ids may be longer than keys. It has no dates: it comes and goes with its passkey";
    }
}
