//! Devices that messages of the house reach.

use std::fmt;
use std::marker::PhantomData;

use chabudai_kernel::entity;
use chabudai_kernel::part::{UtcSeconds, Word};
use serde::{Deserialize, Serialize};

use super::{Kind, UserId};
use crate::people::People;

/// A device that messages reach.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "")]
pub struct PushDevice<T: People> {
    /// The person whose item this is; also the end of its partition key.
    #[serde(rename = "UserID")]
    pub user_id: UserId,
    /// `web`; in the key.
    #[serde(skip_serializing, rename = "platform")]
    pub platform: Word,
    /// The hash of its address at the push service; in the key.
    #[serde(skip_serializing, rename = "device")]
    pub device: Word,
    /// Always `push_device`.
    #[serde(rename = "Type")]
    pub kind: Kind,
    /// How it is reached.
    pub data: PushDeviceData,
    /// Since when.
    pub created_at: UtcSeconds,
    /// When it was last registered.
    pub updated_at: UtcSeconds,
    /// The table.
    #[serde(skip)]
    pub of: PhantomData<T>,
}

/// How a device is reached.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PushDeviceData {
    /// As in the key.
    pub platform: Word,
    /// Where its push service takes messages, and the keys for them.
    pub subscription: Subscription,
    /// The browser, as it calls itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_agent: Option<String>,
    /// The session on which it was registered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<Word>,
    /// Since when.
    pub created_at: UtcSeconds,
    /// When it was last registered.
    pub updated_at: UtcSeconds,
}

/// A push subscription, as browsers hand it out.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscription {
    /// Where the push service takes messages.
    pub endpoint: String,
    /// The device's keys.
    pub keys: SubscriptionKeys,
}

/// The keys that a message to a device is encrypted with.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubscriptionKeys {
    /// The device's public key.
    pub p256dh: String,
    /// The device's secret.
    pub auth: String,
}

/// Whoever knows it can disturb somebody, so it is not for logs.
impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Subscription(..)")
    }
}

/// How often a device was added. Whoever adds one has read this before the list that it is added to, and writes only if it is still the same:
/// so that the list cannot have grown meanwhile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "")]
pub struct DeviceList<T: People> {
    /// The person whose item this is; also the end of its partition key.
    #[serde(rename = "UserID")]
    pub user_id: UserId,
    /// How often.
    pub count: u64,
    /// The table.
    #[serde(skip)]
    pub of: PhantomData<T>,
}

entity! {
    /// A device that messages reach, by the hash of its address.
    PushDevice<T: People> in T::TABLE, at most 8_192 bytes {
        userId: UserId = user_id,
        platform: Word = platform from SK,
        device: Word = device from SK,
    }
    key(userId, platform, device) {
        PK = "USER#" userId;
        SK = "NOTIFICATION#" platform "#" device;
    }
    plain {
        Type: Kind = kind,
        UserID: UserId = user_id,
    }
    fields {
        "Data": M;
        "Data.platform": S;
        "Data.subscription": M;
        "Data.userAgent": S optional;
        "Data.sessionId": S optional;
        "Data.createdAt": S;
        "Data.updatedAt": S;
        "CreatedAt": S;
        "UpdatedAt": S;
    }
    departs {
        "SK": "added: a device of its own, by the hash of its address. It is the person's, and every app's messages reach it";
        "Data.subscription": "a map instead of JSON in a text: the keys are read without parsing, and the design page hides them by name";
        "Data.sessionId": "added: who signs out on a device gets no messages there any more";
    }
}

entity! {
    /// How often a device was added, so that the number of devices is a condition of the write.
    DeviceList<T: People> in T::TABLE, at most 512 bytes {
        userId: UserId = user_id,
    }
    key(userId) {
        PK = "USER#" userId;
        SK = "DEVICES";
    }
    plain {
        UserID: UserId = user_id,
    }
    fields {
        "Count": N;
    }
    departs {
        "SK": "added: the document bounds no number of devices. Many that are registered at once count each other by it; it has no dates";
    }
}
