//! Ids, as the caller makes them. The kernel draws no random numbers of its own.

use uuid::Uuid;

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
