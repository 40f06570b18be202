//! The real clock and real randomness.

use std::future::Future;
use std::pin::Pin;
use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime};

use chabudai_kernel::clock::Clock;
use chabudai_kernel::ids::Ids;

/// The system's clock.
pub(crate) struct SystemClock;

impl Clock for SystemClock {
    fn now_millis(&self) -> u64 {
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
    }

    fn elapsed(&self) -> Duration {
        /// Where the count begins: when somebody first asks.
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed()
    }

    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(tokio::time::sleep(time))
    }
}

/// Ids from the operating system's random numbers: a wardrobe's id is also its key.
pub(crate) struct SystemIds;

impl Ids for SystemIds {
    fn uuid(&self, now_millis: u64) -> uuid::Uuid {
        let mut random = [0; 10];
        getrandom::fill(&mut random).expect("the operating system gives random bytes");
        uuid::Builder::from_unix_timestamp_millis(now_millis, &random).into_uuid()
    }
}
