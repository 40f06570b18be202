//! One fixed morning, and time that passes by itself from there.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chabudai_kernel::clock::{Clock, FixedClock};

/// 2026-11-15T08:30:00+09:00, in Unix milliseconds.
pub const MORNING: u64 = 1_794_699_000_000;

/// Time that passes by itself, from where a fixed clock stands. Rivals have to wait for real: on the fixed clock, the wait of each would be spent
/// out of everybody's patience.
#[derive(Debug)]
pub struct RunningClock {
    from: Arc<FixedClock>,
    since: Instant,
}

impl RunningClock {
    /// Starts where the other stands.
    pub fn from(clock: &Arc<FixedClock>) -> Arc<Self> {
        Arc::new(Self { from: clock.clone(), since: Instant::now() })
    }
}

impl Clock for RunningClock {
    fn now_millis(&self) -> u64 {
        self.from.now_millis() + self.since.elapsed().as_millis() as u64
    }

    fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }

    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(tokio::time::sleep(time))
    }
}
