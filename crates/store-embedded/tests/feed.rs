//! The change feed of this driver: what it keeps for whom. That every change is in it, in order, is told in the story of all drivers.

mod support;

use chabudai_kernel::feed::{Change, Checkpoint, Feed as _};
use chabudai_kernel::store::Now;
use chabudai_store_embedded::{EmbeddedStore, Options};
use support::{NOW, THINGS, changes, open, put, quiet, thing};

async fn put_some(store: &EmbeddedStore, count: usize) {
    for n in 0..count {
        put(store, thing("a", &n.to_string(), &[]), NOW).await.unwrap();
    }
}

/// Where a reader is that has dealt with so many more.
async fn behind(store: &EmbeddedStore, begun: &Checkpoint, count: u32) -> Checkpoint {
    match store.read(&[&THINGS], begun, count).await.unwrap() {
        chabudai_kernel::feed::Read::Changes { then, .. } => then,
        chabudai_kernel::feed::Read::Lost => panic!("nothing is lost"),
    }
}

async fn left(store: &EmbeddedStore, begun: &Checkpoint) -> Vec<Change> {
    changes(store, begun).await.expect("nothing is lost").0
}

#[tokio::test]
async fn a_change_stays_until_the_slowest_reader_has_passed_it() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory.path().join("a.sqlite"));
    let copies = store.begin("copies", &[&THINGS]).await.unwrap();
    let mail = store.begin("mail", &[&THINGS]).await.unwrap();
    put_some(&store, 10).await;
    let all = left(&store, &mail).await;
    assert_eq!(all.len(), 10);
    store.passed("copies", &behind(&store, &copies, 7).await).await.unwrap();
    // A day, or a week: nobody knows when the other one comes back.
    let later = Now(NOW.0 + 8 * 24 * 3600);
    store.sweep(later).await.unwrap();
    assert_eq!(left(&store, &mail).await, all);
    let fourth = behind(&store, &mail, 4).await;
    store.passed("mail", &fourth).await.unwrap();
    store.passed("mail", &behind(&store, &mail, 2).await).await.unwrap();
    store.sweep(later).await.unwrap();
    assert_eq!(left(&store, &fourth).await, all[4..]);
    assert!(changes(&store, &mail).await.is_none(), "what it has passed is gone, and it is told so instead of nothing");
    store.forget("mail").await.unwrap();
    store.sweep(later).await.unwrap();
    assert!(changes(&store, &fourth).await.is_none(), "nothing waits for who is forgotten");
    assert_eq!(left(&store, &behind(&store, &store.begin("new", &[&THINGS]).await.unwrap(), 1).await).await, []);
}

#[tokio::test]
async fn numbers_never_repeat() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sqlite");
    let store = open(&path);
    let begun = store.begin("copies", &[&THINGS]).await.unwrap();
    put_some(&store, 3).await;
    let end = behind(&store, &begun, 100).await;
    store.passed("copies", &end).await.unwrap();
    store.sweep(NOW).await.unwrap();
    drop(store);
    let store = open(&path);
    assert_eq!(left(&store, &end).await, []);
    put(&store, thing("b", "1", &[]), NOW).await.unwrap();
    assert_eq!(left(&store, &end).await.len(), 1);
}

#[tokio::test]
async fn what_is_too_much_goes_and_who_needed_it_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let options = Options { feed_limit: 10_000, ..quiet() };
    let store = EmbeddedStore::open(&directory.path().join("a.sqlite"), &[&THINGS], options).unwrap();
    let slow = store.begin("slow", &[&THINGS]).await.unwrap();
    let quick = store.begin("quick", &[&THINGS]).await.unwrap();
    let big = |n: usize| thing("a", &n.to_string(), &[("text", "x".repeat(1_000).as_str().into())]);
    for n in 0..8 {
        put(&store, big(n), NOW).await.unwrap();
    }
    store.sweep(NOW).await.unwrap();
    assert_eq!(left(&store, &slow).await.len(), 8, "so much may wait");
    let sixth = behind(&store, &quick, 6).await;
    for n in 8..14 {
        put(&store, big(n), NOW).await.unwrap();
    }
    store.sweep(NOW).await.unwrap();
    assert!(changes(&store, &slow).await.is_none());
    assert_eq!(left(&store, &sixth).await.len(), 8, "who is not so far behind misses nothing");
}

#[tokio::test]
async fn a_checkpoint_of_another_file_is_lost() {
    let directory = tempfile::tempdir().unwrap();
    let (one, other) = (open(&directory.path().join("a.sqlite")), open(&directory.path().join("b.sqlite")));
    put_some(&one, 5).await;
    let far = one.begin("copies", &[&THINGS]).await.unwrap();
    put_some(&other, 2).await;
    assert!(changes(&other, &far).await.is_none());
}

/// The file was put back from a backup, and as many changes came since as were lost with it.
#[tokio::test]
async fn a_file_that_was_put_back_tells_its_readers_to_begin_anew() {
    let directory = tempfile::tempdir().unwrap();
    let (path, copy, back) = (directory.path().join("a.sqlite"), directory.path().join("copy.sqlite"), directory.path().join("b.sqlite"));
    let store = open(&path);
    let begun = store.begin("house", &[&THINGS]).await.unwrap();
    put_some(&store, 3).await;
    store.backup(&copy, |_| {}).unwrap();
    for n in 0..3 {
        put(&store, thing("lost", &n.to_string(), &[]), NOW).await.unwrap();
    }
    let end = behind(&store, &begun, 100).await;
    store.passed("house", &end).await.unwrap();
    drop(store);
    EmbeddedStore::restore(&copy, &back).unwrap();
    let store = open(&back);
    for n in 0..4 {
        put(&store, thing("new", &n.to_string(), &[]), NOW).await.unwrap();
    }
    // The reader's copy has three things that are not there, and lacks four that are.
    let told = changes(&store, &end).await;
    assert!(told.is_none(), "it is told {} of 4 changes, and not that it has to begin anew", told.unwrap().0.len());
}

/// A table that begins to publish when there is a reader already: DynamoDB tells the reader to begin anew.
#[tokio::test]
async fn a_table_that_was_silent_tells_its_readers_to_begin_anew() {
    use chabudai_kernel::design::Table;
    static SILENT: Table = Table { feed: false, ..THINGS };
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sqlite");
    let store = open(&path);
    let begun = store.begin("house", &[&THINGS]).await.unwrap();
    drop(store);
    // A version without the feed, and one with it again.
    let store = EmbeddedStore::open(&path, &[&SILENT], quiet()).unwrap();
    put_some(&store, 3).await;
    drop(store);
    let store = open(&path);
    let told = changes(&store, &begun).await;
    assert!(told.is_none(), "it is told of {} of 3 changes", told.unwrap().0.len());
}
