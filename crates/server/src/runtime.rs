//! The threads, the real clock and real randomness.

use std::future::Future;
use std::num::NonZeroUsize;
use std::pin::Pin;
use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime};

use chabudai_kernel::clock::Clock;
use chabudai_kernel::ids::Ids;
use tokio::runtime::{Builder, Runtime};

/// The most threads that answer requests. Each holds caches of its own (allocations, a compressor, statements). Writes have
/// a thread of their own per app, where one sync of the disk serves many, so that more of these would only wait.
const MOST_WORKERS: usize = 8;
/// The most threads that wait on behalf of others: for names, files, passwords and pictures. Whoever comes next waits for one of them,
/// where 512, as it would be otherwise, could each hold a picture.
const MOST_WAITING: usize = 32;

/// What everything runs on.
pub(crate) fn threads() -> std::io::Result<Runtime> {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    Builder::new_multi_thread().worker_threads(workers(cores)).max_blocking_threads(MOST_WAITING).enable_all().build()
}

/// How long work that was left to threads may still take when everything else is done. Whoever asked for it was answered, or has gone.
const TIME_TO_LEAVE: Duration = Duration::from_secs(3);

/// Runs something to its end, and with it everything that it left behind: a process that was asked to stop does not wait for a page that
/// somebody let it read.
pub(crate) fn run(work: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
    let runtime = threads()?;
    let outcome = runtime.block_on(work);
    runtime.shutdown_timeout(TIME_TO_LEAVE);
    outcome
}

fn workers(cores: usize) -> usize {
    cores.clamp(1, MOST_WORKERS)
}

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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn a_large_machine_has_no_more_workers_than_a_household_needs() {
        assert_eq!([1, 2, 8, 9, 256].map(workers), [1, 2, 8, 8, 8]);
        let runtime = threads().unwrap();
        assert!(runtime.metrics().num_workers() <= MOST_WORKERS);
    }

    #[test]
    fn what_is_left_behind_is_not_waited_for() {
        let began = Instant::now();
        let outcome = run(async {
            drop(tokio::task::spawn_blocking(|| std::thread::sleep(Duration::from_mins(1))));
            Ok(())
        });
        assert!(outcome.is_ok() && began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    }

    #[test]
    fn waiting_takes_a_bounded_number_of_threads() {
        static AT_ONCE: AtomicUsize = AtomicUsize::new(0);
        static MOST: AtomicUsize = AtomicUsize::new(0);
        let runtime = threads().unwrap();
        let wait = || {
            MOST.fetch_max(AT_ONCE.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(20));
            AT_ONCE.fetch_sub(1, Ordering::SeqCst);
        };
        let waiting: Vec<_> = (0..4 * MOST_WAITING).map(|_| runtime.spawn_blocking(wait)).collect();
        for one in waiting {
            runtime.block_on(one).unwrap();
        }
        assert!(MOST.load(Ordering::SeqCst) <= MOST_WAITING, "{}", MOST.load(Ordering::SeqCst));
    }
}
