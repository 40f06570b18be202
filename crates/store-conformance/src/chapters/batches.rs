//! Several items at once: batches without promises, and reads as of one moment.

use std::collections::BTreeSet;

use chabudai_kernel::design::Table;
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::number::Number;
use chabudai_kernel::op::{BatchGet, BatchWrite, Get, TransactGet};
use chabudai_kernel::value::Attributes;

use crate::place::{NOW, Place, attributes, attributes_of, n, put_of, refusal};
use crate::tables::{NUMBERED, PAIRS, THINGS};

fn put(place: &Place, i: u64) -> BatchWrite {
    BatchWrite::Put(put_of(&PAIRS, &place.pair("b", i), attributes! { "v" => i }))
}

fn keys(place: &Place, count: u64) -> Vec<(&'static Table, ItemKey)> {
    (0..count).map(|i| (&PAIRS, place.pair("b", i))).collect()
}

async fn batch_write(place: &Place, ops: &[BatchWrite]) {
    let rest = place.store().batch_write(ops, NOW).await.expect("a batch").value;
    assert!(rest.is_empty(), "a store that is not overloaded gets to everything");
}

async fn batch_get(place: &Place, keys: Vec<(&'static Table, ItemKey)>) -> Vec<(&'static str, Attributes)> {
    let op = BatchGet { keys, consistent: true, projection: Vec::new() };
    let got = place.store().batch_get(&op, NOW).await.expect("a batch").value;
    assert_eq!(got.unprocessed, None);
    got.items.iter().map(|(table, item)| (table.name, attributes_of(item))).collect()
}

/// The most that one request takes.
pub(crate) async fn the_largest_batches_go_through(place: Place) {
    for first in [0, 25, 50, 75] {
        batch_write(&place, &(first..first + 25).map(|i| put(&place, i)).collect::<Vec<_>>()).await;
    }
    let found = batch_get(&place, keys(&place, 100)).await;
    let values: BTreeSet<_> = found.iter().map(|(_, item)| item["v"].as_number().expect("a number")).collect();
    assert_eq!((found.len(), values.len()), (100, 100));
    batch_write(&place, &keys(&place, 25).into_iter().map(|(table, key)| BatchWrite::Delete(table, key)).collect::<Vec<_>>()).await;
    assert_eq!(batch_get(&place, keys(&place, 100)).await.len(), 75);
}

/// An answer ends at sixteen megabytes. What did not fit is handed back, and whoever asks for that gets every item once.
pub(crate) async fn more_than_one_answer_holds_comes_in_several(place: Place) {
    const COUNT: u64 = 44;
    let body = "x".repeat(390 * 1024);
    for i in 0..COUNT {
        place.must_write(put_of(&PAIRS, &place.pair("b", i), attributes! { "v" => i, "body" => body.clone() })).await;
    }
    let mut rest = Some(BatchGet { keys: keys(&place, COUNT), consistent: true, projection: Vec::new() });
    let (mut answers, mut found) = (0, Vec::new());
    while let Some(op) = rest {
        answers += 1;
        assert!(answers < 10, "every answer brings something");
        let got = place.store().batch_get(&op, NOW).await.expect("a batch").value;
        let bytes: usize = got.items.iter().map(|(_, item)| item.view().size()).sum();
        assert!(bytes <= 16 * 1024 * 1024, "{bytes} in one answer");
        found.extend(got.items.iter().map(|(_, item)| attributes_of(item)["v"].as_number().expect("a number")));
        rest = got.unprocessed;
    }
    found.sort();
    assert_eq!(found, (0..COUNT).map(Number::from).collect::<Vec<_>>());
    assert!(answers > 1, "seventeen megabytes do not fit into one answer");
}

/// Several tables in one batch; what is not there is left out; a put replaces, a delete of nothing is fine.
pub(crate) async fn a_batch_goes_across_tables(place: Place) {
    let things = |v: i64| BatchWrite::Put(place.put_of_thing("b", "x", attributes! { "v" => v, "old" => true }));
    batch_write(&place, &[things(1), put(&place, 1), BatchWrite::Delete(&NUMBERED, place.numbered(1))]).await;
    let replaced = BatchWrite::Put(place.put_of_thing("b", "x", attributes! { "v" => 2 }));
    batch_write(&place, &[replaced, BatchWrite::Put(put_of(&NUMBERED, &place.numbered(1), attributes! { "v" => 3 }))]).await;
    let asked = vec![
        (&THINGS, place.thing("b", "x")),
        (&THINGS, place.thing("b", "missing")),
        (&PAIRS, place.pair("b", 1)),
        (&NUMBERED, place.numbered(1)),
        (&NUMBERED, place.numbered(2)),
    ];
    let mut found = batch_get(&place, asked).await;
    found.sort_by_key(|(table, _)| *table);
    let values: Vec<_> = found.iter().map(|(table, item)| (*table, item["v"].as_number())).collect();
    let expected = [(NUMBERED.name, 3), (PAIRS.name, 1), (THINGS.name, 2)].map(|(table, v)| (table, Some(v.into())));
    assert_eq!(values, expected);
    assert!(found.iter().all(|(_, item)| !item.contains_key("old")));
}

/// What is not read consistently is still the truth on a quiet store.
pub(crate) async fn an_eventual_batch_answers_too(place: Place) {
    batch_write(&place, &[put(&place, 1)]).await;
    let op = BatchGet { keys: keys(&place, 3), consistent: false, projection: Vec::new() };
    let got = place.store().batch_get(&op, NOW).await.expect("a batch").value;
    assert_eq!(got.items.len(), 1);
}

/// Too many, none, or one twice.
pub(crate) async fn senseless_batches_are_refused(place: Place) {
    let get = async |keys| {
        let op = BatchGet { keys, consistent: false, projection: Vec::new() };
        refusal(place.store().batch_get(&op, NOW).await)
    };
    assert_eq!(get(keys(&place, 101)).await, "store.batch_size");
    assert_eq!(get(vec![]).await, "store.batch_size");
    assert_eq!(get([keys(&place, 2), keys(&place, 1)].concat()).await, "store.batch_twice");
    let write = async |ops: Vec<BatchWrite>| refusal(place.store().batch_write(&ops, NOW).await);
    assert_eq!(write((0..26).map(|i| put(&place, i)).collect()).await, "store.batch_size");
    assert_eq!(write(vec![]).await, "store.batch_size");
    assert_eq!(write(vec![put(&place, 1), BatchWrite::Delete(&PAIRS, place.pair("b", 1))]).await, "store.batch_twice");
    assert!(batch_get(&place, keys(&place, 26)).await.is_empty(), "nothing of them happened");
}

/// Items as of one moment, in the order asked for, across tables; what is not there is a gap.
pub(crate) async fn a_reading_of_one_moment_keeps_its_order(place: Place) {
    batch_write(
        &place,
        &[put(&place, 1), put(&place, 2), BatchWrite::Put(put_of(&NUMBERED, &place.numbered(1), attributes! { "v" => 9 }))],
    )
    .await;
    let gets = [(&PAIRS, place.pair("b", 2)), (&PAIRS, place.pair("b", 7)), (&NUMBERED, place.numbered(1)), (&PAIRS, place.pair("b", 1))];
    let op = TransactGet { gets: gets.into_iter().map(|(table, key)| Get::new(table, key)).collect() };
    let found = place.store().transact_get(&op, NOW).await.expect("a read").value;
    let values: Vec<_> = found.iter().map(|item| item.as_ref().map(|item| attributes_of(item)["v"].clone())).collect();
    assert_eq!(values, [Some(2.into()), None, Some(9.into()), Some(1.into())]);
}

/// A hundred at one moment, no more; none, or one twice, is refused.
pub(crate) async fn a_hundred_are_read_at_one_moment(place: Place) {
    let op = |count: u64| TransactGet { gets: keys(&place, count).into_iter().map(|(table, key)| Get::new(table, key)).collect() };
    let found = place.store().transact_get(&op(100), NOW).await.expect("a hundred").value;
    assert_eq!(found, vec![None; 100]);
    let read = async |op: TransactGet| refusal(place.store().transact_get(&op, NOW).await);
    assert_eq!(read(op(101)).await, "store.transaction_actions");
    assert_eq!(read(op(0)).await, "store.transaction_actions");
    let mut twice = op(2);
    twice.gets.push(twice.gets[0].clone());
    assert_eq!(read(twice).await, "store.transaction_twice");
}

/// A key is one number, however it is spelled.
pub(crate) async fn a_number_key_is_found_by_any_spelling(place: Place) {
    let id = place.number(5).to_string();
    place.must_write(put_of(&NUMBERED, &ItemKey::hash_only(n(&id)), attributes! { "v" => 1 })).await;
    let spelled = ItemKey::hash_only(n(&format!("{id}.000")));
    assert_eq!(batch_get(&place, vec![(&NUMBERED, spelled)]).await.len(), 1);
}
