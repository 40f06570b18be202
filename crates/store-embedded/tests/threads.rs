//! Whose threads do the work: long reads are nobody's but their own, and one sweeper is enough for all files.

mod support;

use std::time::Duration;

use chabudai_kernel::expr::attr;
use chabudai_kernel::feed::Feed;
use chabudai_kernel::key::{ItemKey, Named};
use chabudai_kernel::op::{BatchGet, BatchWrite, Get, Put, Query, Scan, TransactGet};
use chabudai_kernel::store::{Store as _, StoreError};
use chabudai_store_embedded::{EmbeddedStore, Options};
use support::{NOW, THINGS, changes, open, put, quiet, thing};

/// Whether others on the same thread had a turn before the answer was there.
async fn others_had_a_turn<T>(work: impl Future<Output = Result<T, StoreError>>) -> bool {
    let mut turns = 0;
    let others = async {
        loop {
            turns += 1;
            tokio::time::sleep(Duration::from_micros(100)).await;
        }
    };
    tokio::select! {
        biased;
        answer = work => drop(answer.expect("it is read")),
        () = others => {}
    }
    turns > 0
}

#[tokio::test(flavor = "current_thread")]
async fn a_long_read_leaves_the_thread_to_others() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory.path().join("a.sqlite"));
    let items: Vec<_> =
        (0..2000).map(|n| thing("a", &format!("{n:05}"), &[("size", n.into()), ("pad", "x".repeat(300).as_str().into())])).collect();
    for some in items.chunks(25) {
        let puts: Vec<_> = some.iter().map(|item| BatchWrite::Put(Put::item(&THINGS, item.clone()).unwrap())).collect();
        store.batch_write(&puts, NOW).await.unwrap();
    }
    let all = || Query::table(&THINGS, Named { attribute: "PK", value: "a".into() });
    let key = |n: u32| ItemKey::new("a", format!("{n:05}"));
    assert!(others_had_a_turn(store.scan(&Scan::of(&THINGS), NOW)).await);
    assert!(others_had_a_turn(store.query(&all(), NOW)).await);
    assert!(others_had_a_turn(store.query(&all().filter(attr("size").eq(-1)), NOW)).await);
    assert!(others_had_a_turn(store.query(&Query { count_only: true, ..all() }, NOW)).await);
    // What is short is answered at once: a hop to another thread would take longer than the read.
    assert!(!others_had_a_turn(store.get(&Get::new(&THINGS, key(7)), NOW)).await);
    assert!(!others_had_a_turn(store.query(&all().limit(50), NOW)).await);
    assert!(!others_had_a_turn(store.scan(&Scan { limit: Some(50), ..Scan::of(&THINGS) }, NOW)).await);
    let some = BatchGet { keys: (0..50).map(|n| (&THINGS, key(n))).collect(), consistent: true, projection: Vec::new() };
    assert!(!others_had_a_turn(store.batch_get(&some, NOW)).await);
    let few = TransactGet { gets: (0..20).map(|n| Get::new(&THINGS, key(n))).collect() };
    assert!(!others_had_a_turn(store.transact_get(&few, NOW)).await);

    // And the answers are the same ones.
    let page = store.query(&all(), NOW).await.unwrap().value;
    assert_eq!((page.scanned, page.items.len(), page.next), (2000, 2000, None));
    assert_eq!(store.query(&Query { count_only: true, ..all().filter(attr("size").lt(700)) }, NOW).await.unwrap().value.count, 700);
}

#[tokio::test(flavor = "current_thread")]
async fn big_items_make_a_long_read_of_a_few() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory.path().join("a.sqlite"));
    let big = "x".repeat(100 * 1024);
    for n in 0..8 {
        put(&store, thing("a", &n.to_string(), &[("pad", big.as_str().into())]), NOW).await.unwrap();
    }
    let keys: Vec<_> = (0..8).map(|n| ItemKey::new("a", n.to_string())).collect();
    let batch = BatchGet { keys: keys.iter().map(|key| (&THINGS, key.clone())).collect(), consistent: true, projection: Vec::new() };
    assert!(others_had_a_turn(store.batch_get(&batch, NOW)).await);
    let moment = TransactGet { gets: keys.iter().map(|key| Get::new(&THINGS, key.clone())).collect() };
    assert!(others_had_a_turn(store.transact_get(&moment, NOW)).await);
    assert_eq!(store.batch_get(&batch, NOW).await.unwrap().value.items.len(), 8);
    assert_eq!(store.transact_get(&moment, NOW).await.unwrap().value.iter().flatten().count(), 8);
}

#[tokio::test]
async fn many_long_reads_share_two_threads_and_all_are_answered() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory.path().join("a.sqlite"));
    for n in 0..200 {
        put(&store, thing("a", &format!("{n:05}"), &[]), NOW).await.unwrap();
    }
    let scan = Scan::of(&THINGS);
    let pages = futures::future::join_all((0..50).map(|_| store.scan(&scan, NOW)));
    // One that nobody waits for takes nothing from the others.
    drop(store.scan(&scan, NOW));
    let pages = pages.await;
    assert!(pages.iter().all(|page| page.as_ref().is_ok_and(|page| page.value.scanned == 200)));
    assert!((1..=2).contains(&threads("chabudai-reader")), "{}", threads("chabudai-reader"));
}

#[test]
fn all_files_have_one_sweeper() {
    let directory = tempfile::tempdir().unwrap();
    let options = Options { sweep_every: Some(Duration::from_millis(5)), ..quiet() };
    let open = |name: &str| EmbeddedStore::open(&directory.path().join(name), &[&THINGS], options).unwrap();
    let stores = [open("a"), open("b"), open("c")];
    assert_eq!(threads("chabudai-sweeper"), 1);
    let [a, b, c] = stores;
    drop(b);
    for store in [&a, &c] {
        let begun = futures::executor::block_on(Feed::begin(store, "test", &[&THINGS])).unwrap();
        // Past by any clock that tells the time.
        let old = thing("a", "old", &[("ttl", 1_700_000_000.into())]);
        futures::executor::block_on(put(store, old, chabudai_kernel::store::Now(0))).unwrap();
        let read = || futures::executor::block_on(changes(store, &begun)).unwrap().0;
        let gone = || read().iter().any(|change| change.after.is_none());
        for _ in 0..1000 {
            if gone() {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(gone(), "each file is swept, also after another was closed");
    }
    drop((a, c));
    for _ in 0..1000 {
        if threads("chabudai-sweeper") == 0 {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the sweeper outlives the last file");
}

/// The threads of this process that have the name; the system keeps fifteen letters of it.
fn threads(name: &str) -> usize {
    let name = &name[..15.min(name.len())];
    let tasks = std::fs::read_dir("/proc/self/task").expect("this is Linux").flatten();
    tasks.filter(|task| std::fs::read_to_string(task.path().join("comm")).is_ok_and(|comm| comm.trim_end() == name)).count()
}
