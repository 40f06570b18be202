//! Time, as the caller tells it. The kernel never reads a clock of its own.

use std::future::Future;
use std::hash::{BuildHasher as _, Hasher as _};
use std::pin::Pin;
use std::time::Duration;

use crate::store::{Now, StoreError};

/// A clock, and a way to wait.
pub trait Clock: Send + Sync + 'static {
    /// Unix milliseconds.
    fn now_millis(&self) -> u64;

    /// The time since some moment, always the same one: it never goes back, whoever sets the clock. What something took is the
    /// difference of two of these.
    fn elapsed(&self) -> Duration;

    /// Waits.
    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;

    /// Unix seconds, which is what expiry counts in.
    fn now(&self) -> Now {
        Now((self.now_millis() / 1000) as i64)
    }
}

/// How long to wait before a try: doubling from 10 ms to half a second, anywhere between nothing and that, so that rivals part ways.
pub fn backoff(attempt: u32) -> Duration {
    let ceiling = 10u64.saturating_mul(1 << attempt.min(6)).min(500);
    let random = std::hash::RandomState::new().build_hasher().finish();
    Duration::from_millis(random % (ceiling + 1))
}

/// Repeats "read, decide, write" while somebody else's write gets in between, until the time budget is spent.
///
/// `attempt` reads afresh each time. Anything but a stale read ends the loop, and so does the budget: the last error is then the
/// answer.
pub async fn retry_stale_reads<T, E, F>(clock: &dyn Clock, budget: Duration, mut attempt: impl FnMut() -> F) -> Result<T, E>
where
    F: Future<Output = Result<T, E>>,
    E: IsStaleRead,
{
    let deadline = clock.now_millis() + budget.as_millis() as u64;
    let mut tries = 0;
    loop {
        match attempt().await {
            Err(error) if error.is_stale_read() => {
                let pause = backoff(tries);
                if clock.now_millis() + pause.as_millis() as u64 >= deadline {
                    return Err(error);
                }
                clock.sleep(pause).await;
                tries += 1;
            }
            settled => return settled,
        }
    }
}

/// An error that may say: what I read was changed before I wrote.
pub trait IsStaleRead {
    /// Whether it says so.
    fn is_stale_read(&self) -> bool;
}

impl IsStaleRead for StoreError {
    fn is_stale_read(&self) -> bool {
        Self::is_stale_read(self)
    }
}

/// A clock that stands at one moment until it is moved on; waiting moves it on at once. For tests.
#[derive(Debug)]
pub struct FixedClock(std::sync::atomic::AtomicU64);

impl FixedClock {
    /// A clock at this Unix millisecond.
    pub const fn at_millis(millis: u64) -> Self {
        Self(std::sync::atomic::AtomicU64::new(millis))
    }

    /// Moves the clock on.
    pub fn advance(&self, time: Duration) {
        self.0.fetch_add(time.as_millis() as u64, std::sync::atomic::Ordering::SeqCst);
    }
}

impl Clock for FixedClock {
    fn now_millis(&self) -> u64 {
        self.0.load(std::sync::atomic::Ordering::SeqCst)
    }

    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.now_millis())
    }

    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.advance(time);
        // Rivals on the same thread get their turn, as they would while a real clock runs.
        let mut yielded = false;
        Box::pin(std::future::poll_fn(move |cx| {
            if std::mem::replace(&mut yielded, true) {
                return std::task::Poll::Ready(());
            }
            cx.waker().wake_by_ref();
            std::task::Poll::Pending
        }))
    }
}
