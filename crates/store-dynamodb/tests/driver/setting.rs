//! Tables, items and stores of these tests.

use std::time::{SystemTime, UNIX_EPOCH};

use chabudai_kernel::design::{Index, Projection, Table, number, text};
use chabudai_kernel::key::{ItemKey, KeyValue, Named};
use chabudai_kernel::op::{Get, Put, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Now, Store as _};
use chabudai_kernel::value::{Attributes, Value};
use chabudai_store_dynamodb::{Config, DynamoDbStore};
use chabudai_test_stores::engine;

/// The index by which notes are found by their colour.
pub(crate) static BY_COLOUR: Index =
    Index { name: "byColour", hash: text("colour"), range: Some(text("sk")), projection: Projection::All, why: "notes of one colour" };

/// An index whose sort key is the TTL attribute itself, which DynamoDB then refuses to filter.
pub(crate) static BY_END: Index =
    Index { name: "byEnd", hash: text("colour"), range: Some(number("ttl")), projection: Projection::KeysOnly, why: "what ends next" };

/// Notes that expire.
pub(crate) static NOTES: Table = Table {
    name: "notes",
    hash: text("pk"),
    range: Some(text("sk")),
    indexes: &[&BY_COLOUR, &BY_END],
    ttl: Some("ttl"),
    feed: true,
    about: "notes that expire",
};

/// Things that stay.
pub(crate) static THINGS: Table =
    Table { name: "things", hash: text("id"), range: None, indexes: &[], ttl: None, feed: false, about: "things that stay" };

/// Where the engine is.
pub(crate) fn endpoint() -> String {
    engine::endpoint().expect("an engine of one's own").to_owned()
}

/// How a store on the peer is reached.
pub(crate) fn config(prefix: &str) -> Config {
    // Another endpoint than a fresh peer keeps its tables: a run does not meet those of the one before.
    let run = std::process::id();
    engine::config().prefix(format!("{prefix}-{run}-"))
}

/// A store of its own, with both tables.
pub(crate) async fn store(prefix: &str) -> DynamoDbStore {
    let store = DynamoDbStore::connect(config(prefix)).await;
    store.create_tables(&[&NOTES, &THINGS]).await.unwrap();
    store
}

/// A moment at which the engine's own sweep has not begun: what these tests call expired is so by the caller's clock only.
pub(crate) fn now() -> Now {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    Now(since.as_secs() as i64 + 3600)
}

/// A note that ends so many seconds from `now`.
pub(crate) fn note(sk: &str, ends_in: i64, more: &[(&str, Value)]) -> Item {
    let mut attributes = Attributes::from([
        ("pk".to_owned(), "N".into()),
        ("sk".to_owned(), sk.into()),
        ("colour".to_owned(), "red".into()),
        ("ttl".to_owned(), (now().0 + ends_in).into()),
    ]);
    attributes.extend(more.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    Item::from_attributes(&attributes)
}

pub(crate) fn put(table: &'static Table, item: Item) -> Put {
    Put::item(table, item).unwrap()
}

pub(crate) fn thing(id: &str, bytes: usize) -> Item {
    Item::from_attributes(&Attributes::from([("id".to_owned(), id.into()), ("data".to_owned(), "x".repeat(bytes).into())]))
}

pub(crate) fn key(sk: &str) -> ItemKey {
    ItemKey::new("N", sk)
}

pub(crate) fn hash(attribute: &'static str, value: &str) -> Named<KeyValue> {
    Named { attribute, value: value.into() }
}

pub(crate) async fn save(store: &DynamoDbStore, item: Item) {
    store.write(&Write::Put(put(&NOTES, item)), now()).await.unwrap();
}

/// What is really in the table, expired or not: read as of a time at which nothing had expired yet.
pub(crate) async fn stored(store: &DynamoDbStore, sk: &str) -> Option<Attributes> {
    let found = store.get(&Get::new(&NOTES, key(sk)).consistent(), Now(0)).await.unwrap().value;
    found.map(|item| item.view().to_attributes().unwrap())
}
