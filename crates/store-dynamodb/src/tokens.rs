//! Transactions that have a name.
//!
//! DynamoDB takes the same token with another request for a mistake. Where a table has a TTL, the request carries the time, so a
//! transaction that is sent again under its name goes out with the time of its first sending. Only this process remembers it: under
//! another, DynamoDB refuses the repetition, and nothing happens twice.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use chabudai_kernel::op::Transact;
use chabudai_kernel::store::Now;

/// As long as DynamoDB remembers a token.
const REMEMBERED: Duration = Duration::from_mins(10);

/// The caller's time at which each named transaction was first sent.
#[derive(Default, Debug)]
pub(crate) struct FirstSent(Mutex<HashMap<String, (Now, Instant)>>);

impl FirstSent {
    /// The time with which to send the transaction.
    pub(crate) fn time(&self, op: &Transact, now: Now) -> Now {
        let Some(token) = token_with_time(op) else { return now };
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, (_, since)| since.elapsed() < REMEMBERED);
        known.entry(token.to_owned()).or_insert((now, Instant::now())).0
    }

    /// The transaction did not happen and will not: the next one of the name is a new one.
    pub(crate) fn forget(&self, op: &Transact) {
        if let Some(token) = token_with_time(op) {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(token);
        }
    }
}

fn token_with_time(op: &Transact) -> Option<&str> {
    op.token.as_deref().filter(|_| op.writes.iter().any(|write| write.table().ttl.is_some()))
}
