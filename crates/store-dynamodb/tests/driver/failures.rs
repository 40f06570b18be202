//! Failures of the wire and of the service, in the kernel's words.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{Get, Transact, Update, Write};
use chabudai_kernel::store::{Cancelled, Reason, Store as _, StoreError};
use chabudai_kernel::value::Value;
use chabudai_store_dynamodb::{Config, DynamoDbStore};

use crate::canned::Canned;
use crate::setting::{THINGS, now, put, store, thing};

fn get() -> Get {
    Get::new(&THINGS, ItemKey::hash_only("t"))
}

fn count() -> Write {
    Update::raw(&THINGS, ItemKey::hash_only("t")).add("count", 1).into()
}

#[tokio::test]
async fn nobody_there_is_unavailable() {
    let free = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap();
    let store = DynamoDbStore::connect(Config::new().endpoint(format!("http://{free}")).keys("test", "test")).await;
    for error in [store.get(&get(), now()).await.unwrap_err(), store.write(&count(), now()).await.unwrap_err()] {
        assert!(matches!(error, StoreError::Unavailable(_)) && error.is_passing(), "{error:?}");
    }
}

#[tokio::test]
async fn no_answer_in_time_is_a_timeout_and_not_repeated() {
    let silent = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let endpoint = format!("http://{}", silent.local_addr().unwrap());
    let config = Config::new().endpoint(endpoint).keys("test", "test").request_timeout(Duration::from_millis(200));
    let store = DynamoDbStore::connect(config).await;
    let began = Instant::now();
    assert_eq!(store.get(&get(), now()).await, Err(StoreError::Timeout));
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_broken_service_is_asked_again_only_for_reads() {
    let broken = Canned::answering(vec![Canned::refusal(500, "InternalServerError")]);
    let store = broken.store().await;
    assert!(matches!(store.get(&get(), now()).await, Err(StoreError::Unavailable(_))));
    assert_eq!(broken.requests(), 3);
    assert!(matches!(store.write(&count(), now()).await, Err(StoreError::Unavailable(_))));
    assert_eq!(broken.requests(), 4);
    let named = Transact { token: Some("named".to_owned()), ..Transact::of([count()]) };
    assert!(matches!(store.transact(&named, now()).await, Err(StoreError::Unavailable(_))));
    assert_eq!(broken.requests(), 7);
}

#[tokio::test]
async fn a_throttled_write_is_sent_again_and_counted() {
    let throttled = Canned::refusal(400, "ProvisionedThroughputExceededException");
    let then_fine = Canned::answering(vec![throttled.clone(), throttled.clone(), (200, "{}".to_owned())]);
    assert_eq!(then_fine.store().await.write(&count(), now()).await.unwrap().spent.requests, 3);
    let for_ever = Canned::answering(vec![throttled]);
    let store = DynamoDbStore::connect(for_ever.config().attempts(2)).await;
    assert_eq!(store.write(&count(), now()).await, Err(StoreError::Throttled));
    assert_eq!(for_ever.requests(), 2);
}

#[tokio::test]
async fn every_refusal_has_its_word() {
    let cases = [
        ("TransactionConflictException", StoreError::Conflict),
        ("RequestLimitExceeded", StoreError::Throttled),
        ("ThrottlingException", StoreError::Throttled),
        ("ConditionalCheckFailedException", StoreError::ConditionFailed { found: None }),
        ("ValidationException", StoreError::invalid("store.refused", "because of ValidationException")),
        (
            "ItemCollectionSizeLimitExceededException",
            StoreError::invalid("store.collection_too_large", "because of ItemCollectionSizeLimitExceededException"),
        ),
        ("ExpiredTokenException", StoreError::Unavailable("ExpiredTokenException: because of ExpiredTokenException".to_owned())),
    ];
    for (kind, expected) in cases {
        let store = Canned::answering(vec![Canned::refusal(400, kind)]).store().await;
        assert_eq!(store.write(&count(), now()).await, Err(expected), "{kind}");
    }
    for denied in ["AccessDeniedException", "UnrecognizedClientException", "InvalidSignatureException"] {
        let canned = Canned::answering(vec![Canned::refusal(400, denied)]);
        let told = StoreError::Unavailable(format!("{denied}: because of {denied}"));
        assert_eq!(canned.store().await.get(&get(), now()).await, Err(told));
        assert_eq!(canned.requests(), 1, "asking again does not help");
    }
    let store = Canned::answering(vec![Canned::refusal(400, "TransactionInProgressException")]).store().await;
    assert_eq!(store.transact(&Transact::of([count()]), now()).await, Err(StoreError::Conflict));
}

#[tokio::test]
async fn a_cancelled_transaction_says_why_action_by_action() {
    let codes = ["None", "TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded", "ValidationError"];
    let reasons: Vec<_> = codes.iter().map(|code| format!(r#"{{"Code":"{code}","Message":"{code}!"}}"#)).collect();
    let body = format!(r#"{{"__type":"x#TransactionCanceledException","CancellationReasons":[{}]}}"#, reasons.join(","));
    let store = Canned::answering(vec![(400, body)]).store().await;
    let writes = codes.iter().map(|code| put(&THINGS, thing(code, 1)).into());
    let expected = [Reason::Conflict, Reason::Throttled, Reason::Throttled, Reason::Invalid("ValidationError!".to_owned())];
    let expected = expected.into_iter().enumerate().map(|(at, reason)| Cancelled { action: at + 1, reason }).collect();
    assert_eq!(store.transact(&Transact::of(writes), now()).await, Err(StoreError::Cancelled(expected)));
}

#[tokio::test]
async fn what_the_item_there_forbids_is_invalid() {
    let store = store("forbids").await;
    store.write(&put(&THINGS, thing("t", 399 * 1024)).into(), now()).await.unwrap();
    let grow = Update::raw(&THINGS, ItemKey::hash_only("t")).set("more", Value::from("x".repeat(2048)));
    let error = store.write(&grow.into(), now()).await.unwrap_err();
    assert!(matches!(error, StoreError::Invalid { code: "store.item_too_large", .. }), "{error:?}");
    let text = Update::raw(&THINGS, ItemKey::hash_only("t")).add("data", 1);
    let error = store.write(&text.into(), now()).await.unwrap_err();
    assert!(matches!(error, StoreError::Invalid { code: "store.refused", .. }), "{error:?}");
}
