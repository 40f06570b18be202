//! The change feed: every change once, in order, with what was before and after.

mod support;

use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{Delete, Put, Transact, Update, Write};
use chabudai_kernel::store::{Now, Store as _};
use support::{NOW, THINGS, open, put, thing};

#[tokio::test]
async fn every_change_is_in_the_feed_once_and_in_order() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory.path().join("a.sqlite"));
    put(&store, thing("a", "1", &[("n", 1.into())]), NOW).await.unwrap();
    let update = Update::raw(&THINGS, ItemKey::new("a", "1")).set("n", 2);
    store.write(&Write::Update(update), NOW).await.unwrap();
    store.write(&Write::Delete(Delete::new(&THINGS, ItemKey::new("a", "1"))), NOW).await.unwrap();
    // What changes nothing, or is refused, is no change.
    store.write(&Write::Delete(Delete::new(&THINGS, ItemKey::new("a", "1"))), NOW).await.unwrap();
    let refused = Update::raw(&THINGS, ItemKey::new("a", "1")).set("n", 3).if_exists();
    store.write(&Write::Update(refused), NOW).await.unwrap_err();

    let changes = store.changes(0, 100).unwrap();
    let n = |item: &Option<chabudai_kernel::packed::Item>| {
        item.as_ref().map(|i| i.view().get("n").unwrap().as_number().unwrap().to_i64().unwrap())
    };
    let seen: Vec<_> = changes.iter().map(|c| (c.table.as_str(), n(&c.before), n(&c.after))).collect();
    assert_eq!(seen, [("Things", None, Some(1)), ("Things", Some(1), Some(2)), ("Things", Some(2), None)]);
    assert!(changes.windows(2).all(|pair| pair[0].sequence < pair[1].sequence));
    assert_eq!(store.changes(changes[1].sequence, 100).unwrap(), changes[2..]);
}

#[tokio::test]
async fn a_cancelled_transaction_leaves_no_change() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory.path().join("a.sqlite"));
    let transact = Transact::default()
        .and(Put::item(&THINGS, thing("a", "1", &[])).unwrap())
        .and(Put::item(&THINGS, thing("a", "2", &[])).unwrap().only_if(chabudai_kernel::expr::attr("PK").exists()));
    store.transact(&transact, NOW).await.unwrap_err();
    assert!(store.changes(0, 100).unwrap().is_empty());
}

#[tokio::test]
async fn changes_go_after_a_day_or_when_all_consumers_have_passed_and_numbers_never_repeat() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sqlite");
    let store = open(&path);
    for n in 0..10 {
        put(&store, thing("a", &n.to_string(), &[]), NOW).await.unwrap();
    }
    let all = store.changes(0, 100).unwrap();
    store.pass("copies", all[6].sequence).await.unwrap();
    store.pass("mail", all[3].sequence).await.unwrap();
    store.pass("mail", all[2].sequence).await.unwrap();
    assert_eq!(store.passed("mail").unwrap(), all[3].sequence);
    assert_eq!(store.passed("nobody").unwrap(), 0);
    store.sweep(NOW).await.unwrap();
    assert_eq!(store.changes(0, 100).unwrap(), all[4..], "what the slowest has passed is gone");

    store.sweep(Now(NOW.0 + 24 * 3600)).await.unwrap();
    let kept = store.changes(0, 100).unwrap();
    assert_eq!(kept, all[9..], "after a day only the newest is left, to go on counting from");
    drop(store);
    let store = open(&path);
    put(&store, thing("b", "1", &[]), NOW).await.unwrap();
    assert_eq!(store.changes(all[9].sequence, 100).unwrap()[0].sequence, all[9].sequence + 1);
}
