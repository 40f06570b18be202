//! Order: texts by their UTF-8 bytes, numbers by value, bytes by themselves; every range, both directions, in tables and indexes.

use chabudai_kernel::key::{KeyValue, SortCondition};
use chabudai_kernel::op::Query;
use chabudai_kernel::value::Value;

use crate::place::{Place, attributes, n, named, put_of, ranged};
use crate::tables::{BY_DAY, BY_DIGEST, BY_RANK, NUMBERED, PAIRS};

/// In the order in which they must come. UTF-16 would put 𠮷 before ｱ, and a dictionary é beside e.
const TEXTS: [&str; 17] = ["\u{1}", " ", "#", "1", "10", "9", "A", "Z", "a", "a#", "aa", "ab", "b", "é", "着物", "ｱ", "𠮷"];

const NUMBERS: [&str; 17] = [
    "-9.9E125",
    "-12345678901234567890123456789012345678",
    "-12345678901234567890123456789012345677",
    "-10",
    "-9.5",
    "-1",
    "-1E-130",
    "0",
    "1E-130",
    "0.1",
    "0.11",
    "2",
    "9",
    "10",
    "12345678901234567890123456789012345677",
    "12345678901234567890123456789012345678",
    "9.9E125",
];

const BYTES: [&[u8]; 9] = [&[0], &[0, 0], &[0, 255], &[1], &[1, 0], &[127], &[128], &[255], &[255, 255]];

/// Every condition that two of the values make.
fn conditions(values: &[KeyValue], prefixes: &[KeyValue]) -> Vec<SortCondition> {
    let mut out: Vec<_> = prefixes.iter().cloned().map(SortCondition::BeginsWith).collect();
    // A few positions say as much as all of them.
    let picks = [0, 1, values.len() / 2, values.len() - 1];
    for at in picks {
        let value = || values[at].clone();
        out.extend([
            SortCondition::Equals(value()),
            SortCondition::Below(value()),
            SortCondition::AtMost(value()),
            SortCondition::Above(value()),
            SortCondition::AtLeast(value()),
            SortCondition::Between(values[at / 2].clone(), value()),
        ]);
    }
    out
}

fn holds(condition: &SortCondition, value: &KeyValue) -> bool {
    match condition {
        SortCondition::Equals(v) => value == v,
        SortCondition::BeginsWith(KeyValue::S(prefix)) => value.as_str().is_some_and(|text| text.starts_with(prefix)),
        SortCondition::BeginsWith(KeyValue::B(prefix)) => matches!(value, KeyValue::B(bytes) if bytes.starts_with(prefix)),
        SortCondition::BeginsWith(KeyValue::N(_)) => false,
        SortCondition::Between(from, to) => from <= value && value <= to,
        SortCondition::Below(v) => value < v,
        SortCondition::AtMost(v) => value <= v,
        SortCondition::Above(v) => value > v,
        SortCondition::AtLeast(v) => value >= v,
    }
}

/// Runs every range of a query whose sort key attribute takes these values, given in order.
async fn ranges_hold(place: &Place, query: Query, values: &[KeyValue], prefixes: &[KeyValue]) {
    let attribute = query.range_attribute().expect("the query has a sort key").name;
    let found = async |query: Query| {
        let items = place.all(query).await;
        items.iter().map(|item| KeyValue::from_value(&item[attribute]).expect("a sort key")).collect::<Vec<_>>()
    };
    assert_eq!(found(query.clone()).await, values, "the whole partition");
    let reversed: Vec<_> = values.iter().rev().cloned().collect();
    assert_eq!(found(query.clone().backward()).await, reversed, "backward");
    for condition in conditions(values, prefixes) {
        let mut expected: Vec<_> = values.iter().filter(|value| holds(&condition, value)).cloned().collect();
        let ranged = query.clone().range(ranged(attribute, condition.clone()));
        assert_eq!(found(ranged.clone()).await, expected, "{condition:?}");
        expected.reverse();
        assert_eq!(found(ranged.backward()).await, expected, "{condition:?} backward");
    }
}

fn texts() -> (Vec<KeyValue>, Vec<KeyValue>) {
    (TEXTS.map(KeyValue::from).into(), ["a", "a#", "着", "𠮷", "1", "none"].map(KeyValue::from).into())
}

/// Text sort keys of a table.
pub(crate) async fn texts_sort_by_their_bytes_in_a_table(place: Place) {
    let mut shuffled = TEXTS;
    fastrand::shuffle(&mut shuffled);
    for text in shuffled {
        place.put_thing("t", text, attributes! {}).await;
    }
    place.put_thing("t2", "another partition", attributes! {}).await;
    let (values, prefixes) = texts();
    ranges_hold(&place, place.things("t"), &values, &prefixes).await;
}

/// Text sort keys of an index.
pub(crate) async fn texts_sort_by_their_bytes_in_an_index(place: Place) {
    for (at, text) in TEXTS.iter().enumerate() {
        // The table's own order is the opposite one.
        place.put_thing("t", &format!("{:02}", 99 - at), attributes! { "owner" => place.name("o"), "daySk" => *text }).await;
    }
    let (values, prefixes) = texts();
    ranges_hold(&place, place.things_by(&BY_DAY, "o"), &values, &prefixes).await;
}

/// Number sort keys of a table.
pub(crate) async fn numbers_sort_by_value_in_a_table(place: Place) {
    let mut shuffled = NUMBERS;
    fastrand::shuffle(&mut shuffled);
    for text in shuffled {
        place.must_write(put_of(&PAIRS, &place.pair("n", n(text)), attributes! {})).await;
    }
    let values: Vec<_> = NUMBERS.iter().map(|text| KeyValue::N(n(text))).collect();
    ranges_hold(&place, Query::table(&PAIRS, named("left", place.name("n"))), &values, &[]).await;
}

/// Number sort keys of an index.
pub(crate) async fn numbers_sort_by_value_in_an_index(place: Place) {
    for (at, text) in NUMBERS.iter().enumerate() {
        place.put_thing("n", &format!("{:02}", 99 - at), attributes! { "owner" => place.name("o"), "rank" => n(text) }).await;
    }
    let values: Vec<_> = NUMBERS.iter().map(|text| KeyValue::N(n(text))).collect();
    ranges_hold(&place, place.things_by(&BY_RANK, "o"), &values, &[]).await;
}

/// Byte sort keys of an index.
pub(crate) async fn bytes_sort_by_themselves(place: Place) {
    for (at, bytes) in BYTES.iter().enumerate() {
        let attributes = attributes! { "shelf" => place.name("s"), "digest" => Value::B(bytes.to_vec()) };
        place.must_write(put_of(&NUMBERED, &place.numbered(99 - at as u64), attributes)).await;
    }
    let values: Vec<_> = BYTES.iter().map(|bytes| KeyValue::B(bytes.to_vec())).collect();
    let prefixes = [KeyValue::B(vec![0]), KeyValue::B(vec![255]), KeyValue::B(vec![255, 255]), KeyValue::B(vec![9])];
    ranges_hold(&place, Query::index(&NUMBERED, &BY_DIGEST, named("shelf", place.name("s"))), &values, &prefixes).await;
}

/// Two spellings of one number are one key.
pub(crate) async fn equal_numbers_are_one_key(place: Place) {
    place.must_write(put_of(&PAIRS, &place.pair("e", n("1.50")), attributes! { "v" => 1 })).await;
    place.must_write(put_of(&PAIRS, &place.pair("e", n("15E-1")), attributes! { "v" => 2 })).await;
    let found = place.all(Query::table(&PAIRS, named("left", place.name("e")))).await;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["v"], 2.into());
    assert_eq!(place.read(&PAIRS, &place.pair("e", n("1.5"))).await, Some(attributes! { "v" => 2 }));
}

/// Queries that no store carries out.
pub(crate) async fn senseless_ranges_are_refused(place: Place) {
    use crate::place::{NOW, refusal};
    let pairs = || Query::table(&PAIRS, named("left", place.name("x")));
    let things = || place.things("x");
    let refused = [
        (things().range(ranged("SK", SortCondition::Between("b".into(), "a".into()))), "store.query_range"),
        (pairs().range(ranged("right", SortCondition::BeginsWith(n("1").into()))), "store.query_range"),
        (pairs().range(ranged("right", SortCondition::Equals("1".into()))), "store.key_type"),
        (things().range(ranged("stateSk", SortCondition::Equals("1".into()))), "store.query_key"),
        (place.things_by(&crate::tables::BY_EMAIL, "x").range(ranged("SK", SortCondition::Equals("1".into()))), "store.query_key"),
        (Query::table(&PAIRS, named("left", "")), "store.key_empty"),
        (Query::table(&PAIRS, named("left", n("1"))), "store.key_type"),
        (place.things_by(&BY_DAY, "x").consistent(), "store.consistent_index"),
        (things().limit(0), "store.limit"),
    ];
    for (query, code) in refused {
        assert_eq!(refusal(place.store().query(&query, NOW).await), code, "{query:?}");
    }
}
