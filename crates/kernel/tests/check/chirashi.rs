//! A region filter on the index that has region as its key, and the way from a store to those who favour it.

use chabudai_kernel::design::{Design, EntityDesign, Index, Projection, Range, Step, Table, text};
use chabudai_kernel::entity::Entity;
use serde::{Deserialize, Serialize};

use crate::{asking, doing, passes, refused};

static REGION_INDEX: Index = Index {
    name: "RegionIndex",
    hash: text("prefecture"),
    range: Some(text("region")),
    projection: Projection::All,
    why: "Which stores are near?",
};
static STORES: Table =
    Table { name: "stores", hash: text("storeId"), range: None, indexes: &[&REGION_INDEX], ttl: None, feed: true, about: "Stores." };
static STORE_INDEX: Index = Index {
    name: "StoreIndex",
    hash: text("storeId"),
    range: Some(text("userId")),
    projection: Projection::All,
    why: "Who is told of a store's new flyer?",
};
static FAVORITES: Table = Table {
    name: "favorite-stores",
    hash: text("userId"),
    range: Some(text("storeId")),
    indexes: &[&STORE_INDEX],
    ttl: None,
    feed: false,
    about: "Who favours which store.",
};

#[derive(Serialize, Deserialize)]
struct Store {
    #[serde(rename = "storeId")]
    id: String,
    prefecture: String,
    region: String,
}

chabudai_kernel::plain_entity! {
    /// A store.
    Store in STORES { storeId: String = id }
    index { prefecture: String = prefecture, region: String = region }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Favorite {
    user_id: String,
    store_id: String,
}

chabudai_kernel::plain_entity! {
    /// A store that somebody favours.
    Favorite in FAVORITES { userId: String = user_id, storeId: String = store_id }
}

const STORE: &[&EntityDesign] = &[&Store::DESIGN];
const FAVORITE: &[&EntityDesign] = &[&Favorite::DESIGN];

const DESIGN: Design = Design {
    app: "chirashi",
    about: "Flyers and recipes.",
    environment: None,
    tables: &[&STORES, &FAVORITES],
    entities: &[&Store::DESIGN, &Favorite::DESIGN],
    patterns: &[],
    routes: &[],
};

#[test]
fn the_region_is_a_key_of_the_region_index() {
    let filtered = Range { index: Some(&REGION_INDEX), given: &["prefecture"], filters: &["region"], ..Range::of(STORE) };
    refused(&asking(&DESIGN, filtered), "query.filter_key", "AP-01", "region is a key of RegionIndex");
    passes(&asking(&DESIGN, Range { given: &["prefecture", "region"], filters: &[], ..filtered }));
    passes(&asking(&DESIGN, Range { filters: &["name"], ordered_by: &["region"], ..filtered }));
}

#[test]
fn a_stores_admirers_need_an_index() {
    let admirers = Range { given: &["storeId"], ..Range::of(FAVORITE) };
    refused(&asking(&DESIGN, admirers), "query.hash_part", "AP-01", "userId is not given");
    passes(&asking(&DESIGN, Range { index: Some(&STORE_INDEX), ordered_by: &["userId"], ..admirers }));
}

#[test]
fn a_table_without_a_sort_key_has_no_order() {
    let ordered = Range { given: &["storeId"], ordered_by: &["region"], ..Range::of(STORE) };
    refused(&asking(&DESIGN, ordered), "query.order", "AP-01", "Store has no sort key");
}

#[test]
fn what_is_scanned_is_a_table_of_the_design() {
    passes(&doing(&DESIGN, Step::Scan(&STORES)));
    refused(&doing(&DESIGN, Step::Scan(&PRICE_HISTORY)), "design.table_unlisted", "AP-01", "PriceHistory");
}

static PRICE_HISTORY: Table =
    Table { name: "PriceHistory", hash: text("id"), range: None, indexes: &[], ttl: None, feed: false, about: "Left over." };
