//! What DynamoDB did not get to comes back as the operation that asks for it again.

use chabudai_kernel::expr::attr;
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{BatchGet, BatchWrite};
use chabudai_kernel::store::Store as _;

use crate::canned::Canned;
use crate::setting::{NOTES, THINGS, key, now, put, thing};

#[tokio::test]
async fn keys_that_were_not_read_come_back() {
    let body = r#"{"Responses":{"things":[{"id":{"S":"a"}}]},
        "UnprocessedKeys":{"notes":{"Keys":[{"pk":{"S":"N"},"sk":{"S":"late"}}],"ProjectionExpression":"id, ttl"}}}"#;
    let store = Canned::answering(vec![(200, body.to_owned())]).store().await;
    let op =
        BatchGet { keys: vec![(&THINGS, ItemKey::hash_only("a")), (&NOTES, key("late"))], consistent: true, projection: vec![attr("id")] };
    let answer = store.batch_get(&op, now()).await.unwrap();
    assert_eq!((answer.value.items.len(), answer.spent.requests), (1, 1));
    assert_eq!(answer.value.unprocessed, Some(BatchGet { keys: vec![(&NOTES, key("late"))], ..op }));
}

#[tokio::test]
async fn writes_that_did_not_happen_come_back() {
    let body = r#"{"UnprocessedItems":{"things":[{"PutRequest":{"Item":{"id":{"S":"a"},"data":{"S":"x"}}}}],
        "notes":[{"DeleteRequest":{"Key":{"pk":{"S":"N"},"sk":{"S":"late"}}}}]}}"#;
    let store = Canned::answering(vec![(200, body.to_owned())]).store().await;
    let late = [BatchWrite::Put(put(&THINGS, thing("a", 1))), BatchWrite::Delete(&NOTES, key("late"))];
    let ops = [late.to_vec(), vec![BatchWrite::Put(put(&THINGS, thing("b", 1)))]].concat();
    let answer = store.batch_write(&ops, now()).await.unwrap();
    assert_eq!((answer.spent.requests, answer.spent.items), (1, 1));
    assert_eq!(answer.value.len(), 2);
    assert!(late.iter().all(|op| answer.value.contains(op)), "{:?}", answer.value);
}
