//! Ids, as the caller makes them. The kernel draws no random numbers of its own.

use std::sync::{Mutex, PoisonError};

use uuid::Uuid;

use crate::part::Ulid;

/// Makes ids.
pub trait Ids: Send + Sync + 'static {
    /// A fresh UUID of version 7 for this Unix millisecond, with 74 bits from a cryptographic source.
    fn uuid(&self, now_millis: u64) -> Uuid;
}

/// Ids that count up, so that a test knows them beforehand.
#[derive(Debug, Default)]
pub struct CountingIds(std::sync::atomic::AtomicU64);

impl Ids for CountingIds {
    fn uuid(&self, now_millis: u64) -> Uuid {
        let count = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let mut random = [0; 10];
        random[2..].copy_from_slice(&count.to_be_bytes());
        uuid::Builder::from_unix_timestamp_millis(now_millis, &random).into_uuid()
    }
}

/// Makes ULIDs that only ever go up, whatever the clock does: two of one millisecond, or after the clock was put back, follow each other.
/// What one server makes is in its order; two servers agree to the millisecond.
#[derive(Debug, Default)]
pub struct Ulids(Mutex<Option<Ulid>>);

impl Ulids {
    /// The next one.
    pub fn next(&self, ids: &dyn Ids, now_millis: u64) -> Ulid {
        let fresh = Ulid::new(now_millis, ids.uuid(now_millis).as_u128());
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let next = match *last {
            Some(last) if fresh.millis() <= last.millis() => last.next(),
            _ => fresh,
        };
        *last = Some(next);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ulids_only_go_up() {
        let (ulids, ids) = (Ulids::default(), CountingIds::default());
        let now = 1_800_000_000_000;
        let made: Vec<Ulid> = [now, now, now, now - 5_000, now, now + 1, now + 1].map(|now| ulids.next(&ids, now)).into();
        assert!(made.windows(2).all(|pair| pair[0] < pair[1] && pair[0].to_string() < pair[1].to_string()));
        assert_eq!(made.iter().map(|ulid| ulid.millis() - now).collect::<Vec<_>>(), [0, 0, 0, 0, 0, 1, 1]);
    }
}
