//! A small table for the tests of this driver's own affairs.
#![allow(dead_code, reason = "each test file uses its part")]

use chabudai_kernel::design::{Index, Projection, Table, text};
use chabudai_kernel::feed::{Change, Checkpoint, Feed, Read};
use chabudai_kernel::key::{ItemKey, Named};
use chabudai_kernel::op::{Get, Put, Query, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Now, Store, StoreError};
use chabudai_kernel::value::{Attributes, Value};
use chabudai_store_embedded::{EmbeddedStore, Options};

pub(crate) static BY_COLOUR: Index =
    Index { name: "ByColour", hash: text("colour"), range: Some(text("SK")), projection: Projection::All, why: "by colour" };
pub(crate) static THINGS: Table = Table {
    name: "Things",
    hash: text("PK"),
    range: Some(text("SK")),
    indexes: &[&BY_COLOUR],
    ttl: Some("ttl"),
    feed: true,
    about: "things",
};

pub(crate) const NOW: Now = Now(1_800_000_000);

pub(crate) fn quiet() -> Options {
    Options { sweep_every: None, ..Options::default() }
}

pub(crate) fn open(path: &std::path::Path) -> EmbeddedStore {
    EmbeddedStore::open(path, &[&THINGS], quiet()).expect("the store opens")
}

pub(crate) fn thing(hash: &str, range: &str, more: &[(&str, Value)]) -> Item {
    let mut attributes: Attributes = more.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    attributes.insert("PK".into(), hash.into());
    attributes.insert("SK".into(), range.into());
    Item::from_attributes(&attributes)
}

pub(crate) async fn put(store: &EmbeddedStore, item: Item, now: Now) -> Result<(), StoreError> {
    store.write(&Write::Put(Put::item(&THINGS, item)?), now).await.map(drop)
}

pub(crate) async fn get(store: &EmbeddedStore, hash: &str, range: &str, now: Now) -> Option<Item> {
    store.get(&Get::new(&THINGS, ItemKey::new(hash, range)), now).await.expect("the get answers").value
}

pub(crate) async fn of_colour(store: &EmbeddedStore, colour: &str) -> Vec<String> {
    let query = Query::index(&THINGS, &BY_COLOUR, Named { attribute: "colour", value: colour.into() });
    let page = store.query(&query, NOW).await.expect("the query answers").value;
    page.items.iter().map(|item| item.get("SK").and_then(|v| v.as_str().map(str::to_owned)).expect("has a sort key")).collect()
}

/// The changes behind a checkpoint, and how far they reach.
pub(crate) async fn changes(store: &EmbeddedStore, behind: &Checkpoint) -> Option<(Vec<Change>, Checkpoint)> {
    match Feed::read(store, &[&THINGS], behind, 100).await.unwrap() {
        Read::Changes { changes, then, .. } => Some((changes, then)),
        Read::Lost => None,
    }
}
