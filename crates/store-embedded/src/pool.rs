//! The threads for long reads: two at most for all files of the process, started when there is something to read, gone when there has
//! been nothing for a while. The driver has no runtime of its own to borrow threads from, and works under any.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// More would only take the processor from each other, and from those who answer.
const MOST_THREADS: usize = 2;

/// How long a thread waits for something to do.
const PATIENCE: Duration = Duration::from_secs(10);

type Job = Box<dyn FnOnce() + Send>;

struct Pool {
    jobs: VecDeque<Job>,
    threads: usize,
    waiting: usize,
}

static POOL: Mutex<Pool> = Mutex::new(Pool { jobs: VecDeque::new(), threads: 0, waiting: 0 });
static ARRIVED: Condvar = Condvar::new();

fn pool() -> MutexGuard<'static, Pool> {
    // No job runs while the lock is held, so the counts are right whatever panicked.
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Carries out a job on a thread of the pool.
pub(crate) fn run(job: Job) {
    let mut pool = pool();
    pool.jobs.push_back(job);
    if pool.waiting >= pool.jobs.len() || pool.threads >= MOST_THREADS {
        ARRIVED.notify_one();
        return;
    }
    match std::thread::Builder::new().name("chabudai-reader".to_owned()).spawn(serve) {
        Ok(_) => pool.threads += 1,
        Err(error) if pool.threads == 0 => {
            // Dropped, the job tells its caller that there will be no answer.
            tracing::error!(%error, "no thread for a long read");
            pool.jobs.pop_back();
        }
        // Those that are there will come to it.
        Err(_) => {}
    }
}

fn serve() {
    let mut pool = pool();
    loop {
        if let Some(job) = pool.jobs.pop_front() {
            drop(pool);
            // The panic's words are on standard error, and its caller hears that there is no answer.
            let _ = catch_unwind(AssertUnwindSafe(job));
            pool = self::pool();
            continue;
        }
        pool.waiting += 1;
        let (woken, waited) = ARRIVED.wait_timeout(pool, PATIENCE).unwrap_or_else(PoisonError::into_inner);
        pool = woken;
        pool.waiting -= 1;
        if waited.timed_out() && pool.jobs.is_empty() {
            pool.threads -= 1;
            return;
        }
    }
}
