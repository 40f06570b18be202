//! What a pattern's meter says about waiting for the store.

use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use chabudai_kernel::clock::{Clock as _, FixedClock};
use chabudai_kernel::db::Db;
use chabudai_kernel::design::{AccessPattern, Cost, Design, Table, text};
use chabudai_kernel::key::{ItemKey, Named};
use chabudai_kernel::latency::Latency;
use chabudai_kernel::op::{BatchGet, BatchWrite, Get, Page, Put, Query, Scan, Transact, TransactGet, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Answer, BatchGot, Boxed, Now, Spent, Store, StoreError};
use futures::executor::block_on;

static THINGS: Table =
    Table { name: "things", hash: text("id"), range: None, indexes: &[], ttl: None, feed: false, about: "Whatever there is." };
static ONE: AccessPattern = AccessPattern { id: "AP-01", question: "Is it there?", steps: &[], cost: Cost::Exactly(1) };
static OTHER: AccessPattern = AccessPattern { id: "AP-02", question: "Is anything there?", steps: &[], cost: Cost::Exactly(1) };
static DESIGN: Design =
    Design { app: "test", about: "", environment: None, tables: &[&THINGS], entities: &[], patterns: &[&ONE, &OTHER], routes: &[] };

const READ: Duration = Duration::from_millis(8);
const WRITE: Duration = Duration::from_millis(40);
const BATCH: Duration = Duration::from_millis(3);

/// A store of nothing, whose requests take their time.
struct Slow(Arc<FixedClock>);

fn answer<'a, T: Send + 'a>(value: T) -> Boxed<'a, Answer<T>> {
    Box::pin(std::future::ready(Ok(Answer { value, spent: Spent { requests: 1, ..Spent::default() } })))
}

impl Store for Slow {
    /// Reads within the call, as the embedded store does.
    fn get<'a>(&'a self, _: &'a Get, _: Now) -> Boxed<'a, Answer<Option<Item>>> {
        self.0.advance(READ);
        answer(None)
    }

    /// Writes when it is waited for, and fails.
    fn write<'a>(&'a self, _: &'a Write, _: Now) -> Boxed<'a, Answer<Option<Item>>> {
        Box::pin(async {
            self.0.sleep(WRITE).await;
            Err(StoreError::Unavailable("it was too much".to_owned()))
        })
    }

    /// Gets to one item a request.
    fn batch_write<'a>(&'a self, ops: &'a [BatchWrite], _: Now) -> Boxed<'a, Answer<Vec<BatchWrite>>> {
        self.0.advance(BATCH);
        answer(ops[1..].to_vec())
    }

    /// Never answers.
    fn query<'a>(&'a self, _: &'a Query, _: Now) -> Boxed<'a, Answer<Page>> {
        Box::pin(std::future::pending())
    }

    fn scan<'a>(&'a self, _: &'a Scan, _: Now) -> Boxed<'a, Answer<Page>> {
        Box::pin(std::future::pending())
    }

    fn batch_get<'a>(&'a self, _: &'a BatchGet, _: Now) -> Boxed<'a, Answer<BatchGot>> {
        Box::pin(std::future::pending())
    }

    fn transact<'a>(&'a self, _: &'a Transact, _: Now) -> Boxed<'a, Answer<()>> {
        Box::pin(std::future::pending())
    }

    fn transact_get<'a>(&'a self, _: &'a TransactGet, _: Now) -> Boxed<'a, Answer<Vec<Option<Item>>>> {
        Box::pin(std::future::pending())
    }

    fn create_tables<'a>(&'a self, _: &'a [&'static Table]) -> Boxed<'a, ()> {
        Box::pin(std::future::ready(Ok(())))
    }
}

fn db() -> (Db, Arc<FixedClock>) {
    let clock = Arc::new(FixedClock::at_millis(1_000));
    (Db::new(&DESIGN, Arc::new(Slow(Arc::clone(&clock))), Arc::clone(&clock) as _, b"secret"), clock)
}

fn get() -> Get {
    Get::new(&THINGS, ItemKey::hash_only("a"))
}

fn put(id: &str) -> Put {
    let mut item = Item::default();
    item.push_text("id", id);
    Put::item(&THINGS, item).expect("it has its key")
}

#[track_caller]
fn timed(times: &Latency, count: u64, total: Duration) {
    assert_eq!((times.count(), times.total()), (count, total));
}

#[test]
fn a_request_is_timed_wherever_the_store_spends_the_time() {
    let (db, clock) = db();
    let run = db.run(&ONE);
    clock.advance(Duration::from_hours(1));
    for _ in 0..3 {
        assert_eq!(block_on(run.get::<Item>(get())), Ok(None));
        clock.advance(Duration::from_mins(5));
    }
    let times = db.meters().of(&ONE).latency();
    timed(&times, 3, READ * 3);
    let median = times.quantile(0.5).expect("three requests were timed");
    assert!((median.as_secs_f64() / READ.as_secs_f64() - 1.0).abs() < 0.04, "{median:?}");
}

#[test]
fn a_failure_took_its_time_too() {
    let (db, _) = db();
    let refused = block_on(db.run(&ONE).commit_one(put("a")));
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    timed(&db.meters().of(&ONE).latency(), 1, WRITE);
    assert_eq!(db.meters().of(&ONE).read().errors, 1);
}

#[test]
fn a_request_given_up_counts_until_then() {
    let (db, clock) = db();
    let run = db.run(&ONE);
    let query = Query::table(&THINGS, Named { attribute: "id", value: "a".into() });
    let mut asked = Box::pin(run.page::<Item>(&query));
    assert!(matches!(asked.as_mut().poll(&mut Context::from_waker(Waker::noop())), Poll::Pending));
    clock.advance(Duration::from_secs(30));
    timed(&db.meters().of(&ONE).latency(), 0, Duration::ZERO);
    drop(asked);
    timed(&db.meters().of(&ONE).latency(), 1, Duration::from_secs(30));
}

#[test]
fn pauses_of_a_batch_are_not_the_stores() {
    let (db, clock) = db();
    let before = clock.elapsed();
    block_on(db.run(&ONE).batch_write(["a", "b", "c", "d", "e"].map(|id| BatchWrite::Put(put(id))).to_vec())).expect("all are written");
    timed(&db.meters().of(&ONE).latency(), 5, BATCH * 5);
    // The pauses are random, four of zero all but impossible.
    assert!(clock.elapsed() > before + BATCH * 5, "it paused in between");
}

#[test]
fn each_pattern_has_its_own_times() {
    let (db, _) = db();
    block_on(db.run(&OTHER).get::<Item>(get())).expect("nothing is found");
    let counts: Vec<_> = db.meters().latencies().map(|(pattern, times)| (pattern.id, times.count())).collect();
    assert_eq!(counts, [("AP-01", 0), ("AP-02", 1)]);
}
