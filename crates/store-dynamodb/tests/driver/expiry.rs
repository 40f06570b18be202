//! What is past its TTL is gone, although DynamoDB still keeps it.

use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{BatchGet, Check, Delete, Get, Query, Scan, Transact, TransactGet, Update, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Cancelled, Reason, Store as _, StoreError};

use crate::setting::{BY_END, NOTES, hash, key, note, now, put, save, store, stored, thing};

#[tokio::test]
async fn no_read_shows_residue() {
    let store = store("reads").await;
    save(&store, note("live", 60, &[("rank", 1.into())])).await;
    save(&store, note("gone", -60, &[("rank", 1.into())])).await;

    let all = Query::table(&NOTES, hash("pk", "N"));
    let page = store.query(&all, now()).await.unwrap().value;
    assert_eq!((page.items.len(), page.count, page.scanned), (1, 1, 2));
    let filtered = store.query(&all.clone().filter(attr("rank").eq(1)), now()).await.unwrap().value;
    assert_eq!(filtered.count, 1);
    let counted = store.query(&Query { count_only: true, ..all.clone() }, now()).await.unwrap().value;
    assert_eq!((counted.items.len(), counted.count, counted.scanned), (0, 1, 2));
    let scanned = store.scan(&Scan::of(&NOTES), now()).await.unwrap().value;
    assert_eq!((scanned.items.len(), scanned.scanned), (1, 2));

    let gets = ["live", "gone"].map(|sk| Get::new(&NOTES, key(sk)).only([attr("rank")]));
    assert_eq!(store.get(&gets[1], now()).await.unwrap().value, None);
    // The TTL attribute that was read along is not part of the answer.
    let live = store.get(&gets[0], now()).await.unwrap().value.unwrap();
    assert_eq!(live.view().to_attributes().unwrap().into_iter().collect::<Vec<_>>(), [("rank".to_owned(), 1.into())]);
    let both = store.transact_get(&TransactGet { gets: gets.to_vec() }, now()).await.unwrap().value;
    assert_eq!(both, [Some(live.clone()), None]);
    let nothing_of_it = Get::new(&NOTES, key("live")).only([attr("nothing")]);
    assert_eq!(store.get(&nothing_of_it, now()).await.unwrap().value, Some(Item::default()));
    assert_eq!(store.transact_get(&TransactGet { gets: vec![nothing_of_it] }, now()).await.unwrap().value, [Some(Item::default())]);
    let batch = BatchGet { keys: vec![(&NOTES, key("live")), (&NOTES, key("gone"))], consistent: true, projection: vec![attr("rank")] };
    let got = store.batch_get(&batch, now()).await.unwrap().value;
    assert_eq!((got.items, got.unprocessed), (vec![(&NOTES, live)], None));
}

#[tokio::test]
async fn residue_is_left_out_where_the_ttl_is_the_key() {
    let store = store("ttl-key").await;
    save(&store, note("live", 60, &[])).await;
    save(&store, note("gone", -60, &[])).await;
    let by_end = Query::index(&NOTES, &BY_END, hash("colour", "red"));
    let page = store.query(&by_end.clone().only([attr("sk")]), now()).await.unwrap().value;
    assert_eq!((page.count, page.scanned), (1, 2));
    let only = page.items.get(0).unwrap().to_attributes().unwrap();
    assert_eq!(only.into_iter().collect::<Vec<_>>(), [("sk".to_owned(), "live".into())]);
    let counted = store.query(&Query { count_only: true, ..by_end }, now()).await.unwrap().value;
    assert_eq!((counted.items.len(), counted.count, counted.scanned), (0, 1, 2));
}

#[tokio::test]
async fn an_update_begins_anew_on_residue() {
    let store = store("update").await;
    save(&store, note("gone", -60, &[("count", 41.into())])).await;
    let update = Update::raw(&NOTES, key("gone")).add("count", 1).returning_old();
    let answer = store.write(&update.into(), now()).await.unwrap();
    assert_eq!(answer.value, None);
    // The refused update, the removal of the residue, the update.
    assert_eq!(answer.spent.requests, 3);
    let stored = stored(&store, "gone").await.unwrap();
    assert_eq!((stored.get("count"), stored.contains_key("colour")), (Some(&1.into()), false));
}

/// Between the look at what has expired and its removal, somebody else has made it live again.
#[tokio::test]
async fn what_was_renewed_meanwhile_is_not_residue() {
    let direct = store("renewed").await;
    save(&direct, note("gone", -60, &[("count", 41.into())])).await;
    let renewing = direct.clone();
    let address = crate::between::before_the_first("DeleteItem", &crate::setting::endpoint(), move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(save(&renewing, note("gone", 60, &[("count", 7.into())])));
    });
    let store = chabudai_store_dynamodb::DynamoDbStore::connect(crate::setting::config("renewed").endpoint(address)).await;
    store.write(&Update::raw(&NOTES, key("gone")).add("count", 1).into(), now()).await.unwrap();
    let stored = stored(&direct, "gone").await.unwrap();
    assert_eq!((stored.get("count"), stored.contains_key("colour")), (Some(&8.into()), true), "it builds on what is live");
}

#[tokio::test]
async fn an_update_of_something_there_fails_on_residue_and_leaves_it() {
    let store = store("exists").await;
    save(&store, note("gone", -60, &[])).await;
    for write in [
        Write::Update(Update::raw(&NOTES, key("gone")).set("colour", "blue").if_exists()),
        Write::Delete(Delete::new(&NOTES, key("gone")).if_exists()),
    ] {
        assert_eq!(store.write(&write, now()).await, Err(StoreError::ConditionFailed { found: None }));
    }
    assert_eq!(stored(&store, "gone").await.unwrap()["colour"], "red".into());
}

#[tokio::test]
async fn a_put_takes_the_place_of_residue_and_says_nothing_of_it() {
    let store = store("put").await;
    save(&store, note("gone", -60, &[])).await;
    let put = put(&NOTES, note("gone", 60, &[("rank", 2.into())])).if_absent().returning_old();
    let answer = store.write(&put.clone().into(), now()).await.unwrap();
    assert_eq!((answer.value, answer.spent.requests), (None, 1));
    let again = store.write(&put.into(), now()).await.unwrap_err();
    assert_eq!(again.found_at(0).unwrap().view().get("rank").unwrap().as_number(), Some(2.into()));
    save(&store, note("old", -60, &[])).await;
    let deleted = store.write(&Delete::new(&NOTES, key("old")).returning_old().into(), now()).await.unwrap();
    assert_eq!((deleted.value, stored(&store, "old").await), (None, None));
}

#[tokio::test]
async fn a_transaction_clears_residue_out_of_its_way() {
    let store = store("transact").await;
    save(&store, note("a", -60, &[("count", 41.into())])).await;
    save(&store, note("b", -60, &[])).await;
    save(&store, note("c", -60, &[])).await;
    let transact = Transact::of([
        Update::raw(&NOTES, key("a")).add("count", 1).into(),
        Update::raw(&NOTES, key("b")).set("rank", 1).only_if(attr("pk").absent()).into(),
        put(&NOTES, note("c", 60, &[])).if_absent().into(),
        Check { table: &NOTES, key: key("d"), condition: attr("pk").absent() }.into(),
    ]);
    let answer = store.transact(&transact, now()).await.unwrap();
    // The cancelled transaction, two removals, the transaction.
    assert_eq!((answer.spent.requests, answer.spent.items), (4, 4));
    assert_eq!(stored(&store, "a").await.unwrap()["count"], 1.into());
    assert!(!stored(&store, "b").await.unwrap().contains_key("colour"));
}

#[tokio::test]
async fn a_cancelled_transaction_speaks_of_live_items_only() {
    let store = store("cancelled").await;
    save(&store, note("live", 60, &[])).await;
    save(&store, note("gone", -60, &[])).await;
    save(&store, note("way", -60, &[])).await;
    let transact = Transact::of([
        put(&crate::setting::THINGS, thing("t", 1)).into(),
        put(&NOTES, note("live", 60, &[])).if_absent().into(),
        Update::raw(&NOTES, key("gone")).set("rank", 1).if_exists().into(),
        Update::raw(&NOTES, key("way")).set("rank", 1).into(),
    ]);
    let Err(StoreError::Cancelled(reasons)) = store.transact(&transact, now()).await else { panic!() };
    let live = Reason::ConditionFailed { found: Some(Box::new(note("live", 60, &[]))) };
    let gone = Reason::ConditionFailed { found: None };
    let actions: Vec<_> = reasons.iter().map(|cancelled| cancelled.action).collect();
    assert_eq!(actions, [1, 2]);
    assert_eq!(reasons[1], Cancelled { action: 2, reason: gone });
    let (Reason::ConditionFailed { found: Some(found) }, Reason::ConditionFailed { found: Some(wanted) }) = (&reasons[0].reason, &live)
    else {
        panic!("{reasons:?}")
    };
    assert_eq!(found.view().get("sk"), wanted.view().get("sk"));
    // Nothing was cleared for a transaction that cannot happen.
    assert!(stored(&store, "way").await.is_some());
}

#[tokio::test]
async fn a_named_transaction_happens_once_although_time_goes_on() {
    let store = store("token").await;
    save(&store, note("counted", 60, &[("count", 1.into())])).await;
    let update = Update::raw(&NOTES, key("counted")).add("count", 1).if_exists();
    let transact = Transact { token: Some("once".to_owned()), ..Transact::of([update.into()]) };
    for later in 0..3 {
        store.transact(&transact, chabudai_kernel::store::Now(now().0 + later)).await.unwrap();
    }
    assert_eq!(stored(&store, "counted").await.unwrap()["count"], 2.into());
    let other = Transact { token: transact.token, ..Transact::of([put(&NOTES, note("other", 60, &[])).into()]) };
    let error = store.transact(&other, now()).await.unwrap_err();
    assert!(matches!(error, StoreError::Invalid { code: "store.token_reused", .. }), "{error:?}");
}
