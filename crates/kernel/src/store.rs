//! What a store driver does. Two drivers implement this trait and are held equal by `store-conformance`.

use std::future::Future;
use std::pin::Pin;

use crate::design::{KeyAttribute, Scalar, Table};
use crate::expr::attr;
use crate::feed::Feed;
use crate::key::{ItemKey, KeyValue};
use crate::number::Number;
use crate::op::{BatchGet, BatchWrite, Get, Page, Query, Scan, Transact, TransactGet, Update, Write};
use crate::packed::{DecodeError, Item};

/// A future that a driver hands back; boxed so that an app works with `dyn Store` and is compiled once.
pub type Boxed<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// What a call consumed, as DynamoDB bills it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Spent {
    /// Requests that went to the store.
    pub requests: u32,
    /// Read capacity units.
    pub read_units: f64,
    /// Write capacity units.
    pub write_units: f64,
    /// Items read or written.
    pub items: u32,
    /// Their bytes, as DynamoDB counts sizes.
    pub bytes: u64,
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Self) {
        self.requests += other.requests;
        self.read_units += other.read_units;
        self.write_units += other.write_units;
        self.items += other.items;
        self.bytes += other.bytes;
    }
}

/// An answer and what it consumed.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<T> {
    /// The answer.
    pub value: T,
    /// What it consumed.
    pub spent: Spent,
}

/// The caller's clock, in Unix seconds: what is past its TTL by this time is gone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Now(pub i64);

/// What a batch get found, and the keys that the store did not get to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BatchGot {
    /// The items found, with the table that each is in.
    pub items: Vec<(&'static Table, Item)>,
    /// What was not read; ask again.
    pub unprocessed: Option<BatchGet>,
}

/// A store of items.
///
/// Every method validates its operation first ([`crate::limits`]), so that both drivers refuse the same things in the same words.
pub trait Store: Send + Sync + 'static {
    /// Reads one item.
    fn get<'a>(&'a self, op: &'a Get, now: Now) -> Boxed<'a, Answer<Option<Item>>>;

    /// Reads a range of one partition, one page of it.
    fn query<'a>(&'a self, op: &'a Query, now: Now) -> Boxed<'a, Answer<Page>>;

    /// Reads one page of a whole table.
    fn scan<'a>(&'a self, op: &'a Scan, now: Now) -> Boxed<'a, Answer<Page>>;

    /// Reads up to 100 items by their keys.
    fn batch_get<'a>(&'a self, op: &'a BatchGet, now: Now) -> Boxed<'a, Answer<BatchGot>>;

    /// Writes up to 25 items without conditions, each on its own. The answer is what the store did not get to.
    fn batch_write<'a>(&'a self, ops: &'a [BatchWrite], now: Now) -> Boxed<'a, Answer<Vec<BatchWrite>>>;

    /// Carries out one write, and hands back the item where it asks for it. A check on its own is refused.
    fn write<'a>(&'a self, op: &'a Write, now: Now) -> Boxed<'a, Answer<Option<Item>>>;

    /// Carries out all writes or none.
    fn transact<'a>(&'a self, op: &'a Transact, now: Now) -> Boxed<'a, Answer<()>>;

    /// Reads up to 100 items as they stand at one moment, in the order asked for.
    fn transact_get<'a>(&'a self, op: &'a TransactGet, now: Now) -> Boxed<'a, Answer<Vec<Option<Item>>>>;

    /// Makes sure that the tables and their indexes exist.
    fn create_tables<'a>(&'a self, tables: &'a [&'static Table]) -> Boxed<'a, ()>;

    /// The changes to the tables that publish them; `None` from a store that publishes nothing.
    fn feed(&self) -> Option<&dyn Feed> {
        None
    }

    /// Whether an index can be behind its table: whoever has just written looks there in vain.
    fn indexes_lag(&self) -> bool {
        false
    }

    /// Proves that the tables take writes at this moment; a store that only reads is half a store.
    ///
    /// Each table is sent an update whose condition never holds. It goes the way of every write (it needs the right to write, a table
    /// that is there, and whoever decides over that item), costs one write unit and leaves nothing behind. A driver that knows of
    /// a better proof gives it.
    fn ready<'a>(&'a self, tables: &'a [&'static Table], now: Now) -> Boxed<'a, ()> {
        Box::pin(async move {
            for table in tables {
                match self.write(&never(table).into(), now).await {
                    Err(StoreError::ConditionFailed { .. }) => {}
                    Err(error) => return Err(error),
                    Ok(_) => return Err(StoreError::Unavailable(format!("{} takes a write whose condition does not hold", table.name))),
                }
            }
            Ok(())
        })
    }
}

/// An update that no item lets happen: it would have to be there and not to be there.
fn never(table: &'static Table) -> Update {
    let some = |attribute: KeyAttribute| match attribute.scalar {
        Scalar::S => KeyValue::from("chabudai#ready"),
        Scalar::N => KeyValue::N(Number::from(0u64)),
        Scalar::B => KeyValue::B(b"chabudai#ready".to_vec()),
    };
    let key = ItemKey { hash: some(table.hash), range: table.range.map(some) };
    let hash = || attr(table.hash.name);
    Update::raw(table, key).set("ready", true).only_if(hash().exists().and(hash().absent()))
}

/// What can go wrong in a store.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum StoreError {
    /// The item is not as the write's condition wants it.
    #[error("the item is not in the state that the write expects")]
    ConditionFailed {
        /// The item as it is, if it is there.
        found: Option<Box<Item>>,
    },
    /// A transaction did not happen.
    #[error("the transaction was cancelled: {}", reasons(.0))]
    Cancelled(Vec<Cancelled>),
    /// Somebody else is writing the same item at this moment; try again.
    #[error("another write to the same item is under way")]
    Conflict,
    /// Too many requests at this moment; try again later.
    #[error("the store asks to slow down")]
    Throttled,
    /// No answer in time. A write may or may not have happened.
    #[error("the store did not answer in time")]
    Timeout,
    /// The store cannot be reached, or failed by itself.
    #[error("the store is unavailable: {0}")]
    Unavailable(String),
    /// The operation is not one that a store carries out, whatever it holds.
    #[error("{message}")]
    Invalid {
        /// A stable code.
        code: &'static str,
        /// What is wrong.
        message: String,
    },
    /// What the store holds is not what the reader expects.
    #[error(transparent)]
    Decode(#[from] DecodeError),
}

/// Why one action of a transaction stood in the way.
#[derive(Clone, PartialEq, Debug)]
pub struct Cancelled {
    /// Which action, counted from 0.
    pub action: usize,
    /// Why.
    pub reason: Reason,
}

/// Why an action stood in the way.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// The item is not as the condition wants it.
    ConditionFailed {
        /// The item as it is, if it is there.
        found: Option<Box<Item>>,
    },
    /// Somebody else is writing it.
    Conflict,
    /// Too many requests.
    Throttled,
    /// The change cannot be made to this item.
    Invalid(String),
}

fn reasons(cancelled: &[Cancelled]) -> String {
    let words = cancelled.iter().map(|c| {
        let why = match &c.reason {
            Reason::ConditionFailed { .. } => "condition failed",
            Reason::Conflict => "conflict",
            Reason::Throttled => "throttled",
            Reason::Invalid(why) => why,
        };
        format!("action {}: {why}", c.action)
    });
    words.collect::<Vec<_>>().join(", ")
}

impl StoreError {
    /// A refusal with a stable code.
    pub fn invalid(code: &'static str, message: impl Into<String>) -> Self {
        Self::Invalid { code, message: message.into() }
    }

    /// Whether the same call may succeed later, without any change to it.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Conflict | Self::Throttled | Self::Timeout | Self::Unavailable(_) => true,
            Self::Cancelled(reasons) => reasons.iter().all(|c| matches!(c.reason, Reason::Conflict | Reason::Throttled)),
            _ => false,
        }
    }

    /// Whether the state changed between a read and the write that built on it: re-read, decide again, write again.
    pub fn is_stale_read(&self) -> bool {
        match self {
            Self::ConditionFailed { .. } | Self::Conflict => true,
            Self::Cancelled(reasons) => {
                !reasons.is_empty()
                    && reasons.iter().all(|c| matches!(c.reason, Reason::Conflict | Reason::ConditionFailed { .. } | Reason::Throttled))
            }
            _ => false,
        }
    }

    /// The item that a failed condition met, for the action at this position (0 for a single write).
    pub fn found_at(&self, action: usize) -> Option<&Item> {
        match self {
            Self::ConditionFailed { found } => found.as_deref(),
            Self::Cancelled(reasons) => reasons.iter().find(|c| c.action == action).and_then(|c| match &c.reason {
                Reason::ConditionFailed { found } => found.as_deref(),
                _ => None,
            }),
            _ => None,
        }
    }

    /// Whether the condition of the action at this position failed.
    pub fn condition_failed_at(&self, action: usize) -> bool {
        match self {
            Self::ConditionFailed { .. } => true,
            Self::Cancelled(reasons) => reasons.iter().any(|c| c.action == action && matches!(c.reason, Reason::ConditionFailed { .. })),
            _ => false,
        }
    }
}
