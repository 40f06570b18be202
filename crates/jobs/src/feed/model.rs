//! How far the house has come in a feed, and the keys that wait.

use std::fmt;

use chabudai_kernel::entity;
use chabudai_kernel::feed::Checkpoint;
use chabudai_kernel::packed::Item;
use chabudai_kernel::part::{Millis, Word};
use chabudai_kernel::value::Value;
use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::design::JOBS_TABLE;

/// How far the house has come in the feed of one app. All consumers of the house are told of a change before this moves on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FeedState {
    /// The app; in the key.
    #[serde(skip_serializing)]
    pub feed: Word,
    /// How often this was written. A server that has lost its lease without knowing writes nothing here.
    pub version: u64,
    /// How far.
    pub checkpoint: Checkpoint,
    /// Those who have made their copy, and follow.
    pub consumers: Vec<String>,
}

entity! {
    /// How far the house has come in the change feed of an app.
    FeedState in JOBS_TABLE, at most 100_000 bytes {
        feed: Word = feed from SK,
    }
    key(feed) {
        PK = "FEEDS";
        SK = "FEED#" feed;
    }
    fields {
        "version": N;
        "checkpoint": M;
        "consumers": L;
    }
}

/// A key whose change could not be dealt with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Parked {
    /// The app; in the key.
    #[serde(skip_serializing)]
    pub feed: Word,
    /// Who could not; in the key.
    #[serde(skip_serializing)]
    pub consumer: Word,
    /// The table and the item's key as one word; in the key.
    #[serde(skip_serializing)]
    pub of: Word,
    /// The table.
    pub table: String,
    /// The item's key, and nothing else of it.
    pub key: Image,
    /// The item before the first change that could not be dealt with.
    pub before: Option<Image>,
    /// The item after the last one since.
    pub after: Option<Image>,
    /// When that was committed, in Unix seconds.
    pub at: i64,
    /// Why not, the last time.
    pub error: String,
    /// How often it was tried.
    pub tries: u32,
    /// Since when it waits.
    pub since: Millis,
    /// When it is tried again.
    pub retry_at: Millis,
}

entity! {
    /// A key whose change a consumer could not deal with, until it can.
    Parked in JOBS_TABLE {
        feed: Word = feed from PK,
        consumer: Word = consumer from SK,
        of: Word = of from SK,
    }
    key(feed, consumer, of) {
        PK = "PARKED#" feed;
        SK = "KEY#" consumer "#" of;
    }
    fields {
        "table": S;
        "key": B;
        "before": B optional;
        "after": B optional;
        "at": N;
        "error": S;
        "tries": N;
        "since": N;
        "retryAt": N;
    }
}

/// An item within another: its bytes, as the kernel packs them.
#[derive(Clone, PartialEq, Debug)]
pub struct Image(pub Item);

/// Its attributes one after the other, for an operator: `PK=USER#1 SK=PROFILE`.
impl fmt::Display for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (name, value)) in self.0.view().to_attributes().map_err(|_| fmt::Error)?.iter().enumerate() {
            let gap = if at == 0 { "" } else { " " };
            match (value.as_str(), value) {
                (Some(text), _) => write!(f, "{gap}{name}={text}")?,
                (None, Value::N(number)) => write!(f, "{gap}{name}={number}")?,
                (None, other) => write!(f, "{gap}{name}={other:?}")?,
            }
        }
        Ok(())
    }
}

impl Serialize for Image {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0.view().bytes())
    }
}

impl<'de> Deserialize<'de> for Image {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Image;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a packed item")
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Image, E> {
                Ok(Image(Item::from_bytes(bytes.to_vec())))
            }
        }
        deserializer.deserialize_bytes(Bytes)
    }
}
