//! What an app does when its store fails: it tries again, and nothing happens twice.

use std::sync::Arc;
use std::time::Duration;

use chabudai_kernel::clock::{FixedClock, retry_stale_reads};
use chabudai_kernel::db::Db;
use chabudai_kernel::design::{AccessPattern, Cost, Design};
use chabudai_kernel::expr::attr;
use chabudai_kernel::key::{ItemKey, Named};
use chabudai_kernel::number::Number;
use chabudai_kernel::op::{BatchWrite, Get, Put, Query, Transact, Update, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Now, Store, StoreError};
use chabudai_kernel::value::{Attributes, Value};
use chabudai_store_conformance::faults::{Chances, Fault, FaultyStore};
use chabudai_store_conformance::tables::{self, BY_EMAIL, THINGS};
use chabudai_store_embedded::{EmbeddedStore, Options};

static PATTERN: AccessPattern = AccessPattern { id: "AP-01", question: "What is there?", steps: &[], cost: Cost::AtMost(99) };
static DESIGN: Design =
    Design { app: "faults", about: "Faults.", environment: None, tables: tables::ALL, entities: &[], patterns: &[&PATTERN], routes: &[] };

const NOW: Now = Now(4_000_000_000);

fn embedded(folder: &tempfile::TempDir, name: &str) -> Arc<dyn Store> {
    Arc::new(EmbeddedStore::open(&folder.path().join(name), tables::ALL, Options::default()).expect("a fresh file opens"))
}

/// A faulty store, and the folder that it lives in.
fn faulty() -> (Arc<FaultyStore>, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    (Arc::new(FaultyStore::new(embedded(&folder, "store.db"))), folder)
}

fn db(store: &Arc<FaultyStore>) -> Db {
    Db::new(&DESIGN, store.clone(), Arc::new(FixedClock::at_millis(NOW.0 as u64 * 1000)), b"secret")
}

fn key(sort: &str) -> ItemKey {
    ItemKey::new("P", sort)
}

fn put(sort: &str, attributes: &[(&str, Value)]) -> Put {
    let keys = [("PK", "P".into()), ("SK", sort.into())];
    let attributes: Attributes = keys.iter().chain(attributes).map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    Put::item(&THINGS, Item::from_attributes(&attributes)).expect("the item has its key")
}

async fn number(store: &dyn Store, sort: &str, name: &str) -> Option<Number> {
    let item = store.get(&Get::new(&THINGS, key(sort)).consistent(), NOW).await.expect("a get").value?;
    item.view().get(name)?.as_number()
}

/// One more, by reading, deciding and writing under the condition that nobody wrote in between.
async fn count_one_more(store: &dyn Store) -> Result<(), StoreError> {
    let seen = number(store, "counter", "n").await;
    let unchanged = seen.map_or(attr("n").absent(), |seen| attr("n").eq(seen));
    let next = seen.unwrap_or(Number::ZERO).checked_add(1.into()).expect("it is small");
    let write = Update::raw(&THINGS, key("counter")).set("n", next).only_if(unchanged);
    store.write(&write.into(), NOW).await.map(drop)
}

#[tokio::test]
async fn rereading_wins_over_conflicts() {
    let (store, _folder) = faulty();
    let clock = FixedClock::at_millis(0);
    store.inject([Fault::Conflict; 7]);
    let budget = Duration::from_mins(1);
    retry_stale_reads(&clock, budget, || count_one_more(&*store)).await.expect("the eighth try wins");
    assert_eq!((number(&*store, "counter", "n").await, store.happened()), (Some(1.into()), 7));

    store.inject([Fault::Conflict; 100]);
    let given_up = retry_stale_reads(&clock, Duration::from_millis(50), || count_one_more(&*store)).await;
    assert_eq!(given_up, Err(StoreError::Conflict), "the budget is not endless");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_rereading_at_once_lose_no_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let chances = Chances { conflict: 0.3, ..Chances::default() };
    let store = Arc::new(FaultyStore::new(embedded(&folder, "store.db")).by_chance(20_261_115, chances));
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let store = store.clone();
        tasks.spawn(async move {
            let clock = FixedClock::at_millis(0);
            for _ in 0..10 {
                retry_stale_reads(&clock, Duration::from_hours(1), || count_one_more(&*store)).await.expect("an hour is enough");
            }
        });
    }
    tasks.join_all().await;
    assert_eq!(number(&*store, "counter", "n").await, Some(80.into()));
    assert!(store.happened() > 10, "there were conflicts");
}

#[tokio::test]
async fn a_transaction_tells_which_item_is_contended() {
    let (store, _folder) = faulty();
    let clock = FixedClock::at_millis(0);
    store.inject([Fault::Conflict]);
    let op = Transact::of([Update::raw(&THINGS, key("counter")).add("n", 1).into()]);
    let error = store.transact(&op, NOW).await.expect_err("the conflict");
    assert!(error.is_stale_read() && error.is_passing(), "{error}");
    retry_stale_reads(&clock, Duration::from_secs(1), || async { store.transact(&op, NOW).await.map(drop) }).await.expect("once more");
    assert_eq!(number(&*store, "counter", "n").await, Some(1.into()));
}

#[tokio::test]
async fn a_batch_asks_again_for_what_was_left() {
    let (store, _folder) = faulty();
    let db = db(&store);
    let run = db.run(&PATTERN);
    let sorts: Vec<_> = (0..40).map(|i| format!("{i:02}")).collect();
    store.inject([Fault::Unprocessed(20), Fault::Unprocessed(7), Fault::Unprocessed(3)]);
    let before = db.clock().now_millis();
    run.batch_write(sorts.iter().map(|sort| BatchWrite::Put(put(sort, &[("n", 1.into())]))).collect()).await.expect("all are written");
    assert_eq!(store.happened(), 3);

    store.inject([Fault::Unprocessed(39), Fault::Unprocessed(30)]);
    let keys = sorts.iter().map(|sort| (&THINGS, key(sort))).collect();
    let found = run.batch_get::<Item>(keys, 100, true).await.expect("all are read");
    assert_eq!((found.len(), store.happened()), (40, 5));
    // The clock of the tests moves on by sleeping only; the pauses are random, five of zero all but impossible.
    assert!(db.clock().now_millis() > before, "it paused in between");
}

#[tokio::test]
async fn a_batch_gives_up_at_last() {
    let (store, _folder) = faulty();
    let db = db(&store);
    // One item a time: forty do not fit in the ten tries that a batch has.
    store.inject([Fault::Unprocessed(usize::MAX); 40]);
    let keys = (0..40).map(|i| (&THINGS, key(&i.to_string()))).collect();
    let refused = db.run(&PATTERN).batch_get::<Item>(keys, 100, true).await;
    assert_eq!(refused, Err(StoreError::Throttled));
}

#[tokio::test]
async fn a_throttled_read_passes() {
    let (store, _folder) = faulty();
    let db = db(&store);
    store.inject([Fault::Throttled]);
    let get = async || db.run(&PATTERN).get::<Item>(Get::new(&THINGS, key("a"))).await;
    assert!(get().await.is_err_and(|error| error.is_passing()));
    assert_eq!(get().await, Ok(None));
}

/// A count together with a marker of the request that it belongs to: done before, if the marker is there.
async fn count_for_request(store: &dyn Store, request: &str) -> Result<(), StoreError> {
    let marker = put(&format!("request {request}"), &[("ttl", (NOW.0 + 3600).into())]).if_absent();
    let op = Transact::of([Write::from(marker), Update::raw(&THINGS, key("counter")).add("n", 1).into()]);
    match store.transact(&op, NOW).await {
        Err(error) if error.condition_failed_at(0) => Ok(()),
        other => other.map(drop),
    }
}

#[tokio::test]
async fn a_timeout_after_the_commit_does_not_count_twice() {
    let (store, _folder) = faulty();
    store.inject([Fault::Timeout, Fault::TimeoutAfterCommit]);
    assert_eq!(count_for_request(&*store, "a").await, Err(StoreError::Timeout));
    assert_eq!(number(&*store, "counter", "n").await, None, "the first did not happen");
    assert_eq!(count_for_request(&*store, "a").await, Err(StoreError::Timeout));
    assert_eq!(number(&*store, "counter", "n").await, Some(1.into()), "the second did, though nobody said so");
    assert_eq!(count_for_request(&*store, "a").await, Ok(()));
    assert_eq!(number(&*store, "counter", "n").await, Some(1.into()));
    assert_eq!(count_for_request(&*store, "b").await, Ok(()));
    assert_eq!(number(&*store, "counter", "n").await, Some(2.into()));
}

#[tokio::test]
async fn a_token_does_the_same_for_ten_minutes() {
    let (store, _folder) = faulty();
    let op = Transact { token: Some("t".to_owned()), ..Transact::of([Update::raw(&THINGS, key("counter")).add("n", 1).into()]) };
    store.inject([Fault::TimeoutAfterCommit]);
    assert_eq!(store.transact(&op, NOW).await.map(drop), Err(StoreError::Timeout));
    store.transact(&op, NOW).await.expect("the same again");
    assert_eq!(number(&*store, "counter", "n").await, Some(1.into()));
}

#[tokio::test]
async fn faults_by_chance_are_the_same_for_the_same_seed() {
    let mut runs = Vec::new();
    for _ in 0..2 {
        let folder = tempfile::tempdir().expect("a folder");
        let chances = Chances { conflict: 0.2, throttled: 0.1, timeout: 0.1, timeout_after_commit: 0.2, unprocessed: 0.3 };
        let store = FaultyStore::new(embedded(&folder, "store.db")).by_chance(7, chances);
        let mut outcomes = Vec::new();
        for _ in 0..50 {
            outcomes.push(store.write(&Update::raw(&THINGS, key("counter")).add("n", 1).into(), NOW).await.map(drop));
        }
        assert!(outcomes.iter().any(Result::is_ok) && outcomes.iter().any(Result::is_err));
        runs.push(outcomes);
    }
    assert_eq!(runs[0], runs[1]);
}

#[tokio::test]
async fn a_stale_index_shows_the_old_state_until_it_has_caught_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = FaultyStore::new(embedded(&folder, "store.db")).with_stale_indexes(embedded(&folder, "replica.db"));
    let by_email = async |email: &str| {
        let query = Query::index(&THINGS, &BY_EMAIL, Named { attribute: "email", value: email.into() });
        store.query(&query, NOW).await.expect("a query").value.count
    };
    store.write(&put("a", &[("email", "old".into())]).into(), NOW).await.expect("a write");
    assert_eq!(by_email("old").await, 0, "not there yet");
    store.catch_up().await.expect("it catches up");
    assert_eq!(by_email("old").await, 1);

    let batch = [BatchWrite::Put(put("b", &[("email", "old".into())]))];
    store.batch_write(&batch, NOW).await.expect("a batch");
    let move_it = Transact::of([Update::raw(&THINGS, key("a")).set("email", "new").into()]);
    store.transact(&move_it, NOW).await.expect("a transaction");
    assert_eq!((by_email("old").await, by_email("new").await), (1, 0), "the old state");
    let table = Query::table(&THINGS, Named { attribute: "PK", value: "P".into() });
    assert_eq!(store.query(&table, NOW).await.expect("a query").value.count, 2, "the table itself is up to date");
    store.catch_up().await.expect("it catches up");
    assert_eq!((by_email("old").await, by_email("new").await), (1, 1));

    store.write(&chabudai_kernel::op::Delete::new(&THINGS, key("a")).into(), NOW).await.expect("a delete");
    assert_eq!(by_email("new").await, 1);
    store.catch_up().await.expect("it catches up");
    assert_eq!((by_email("old").await, by_email("new").await), (1, 0));
}
