//! The story that every store driver's tests run, over HTTP against one engine that all tests share.

use std::sync::{Arc, LazyLock};

use chabudai_kernel::store::Store;
use chabudai_store_conformance::peer::Peer;
use chabudai_store_conformance::tables;
use chabudai_store_dynamodb::{Config, DynamoDbStore};
use tokio::sync::OnceCell;

static PEER: LazyLock<Peer> = LazyLock::new(Peer::start);
static TABLES: OnceCell<()> = OnceCell::const_new();

/// A store per test: a connection belongs to the runtime that opened it, and every test has its own.
async fn store() -> Arc<dyn Store> {
    let store = DynamoDbStore::connect(Config::new().endpoint(PEER.endpoint()).region("local").keys("test", "test")).await;
    TABLES.get_or_init(async || store.create_tables(tables::ALL).await.expect("the tables are made")).await;
    Arc::new(store)
}

chabudai_store_conformance::conformance_tests!(store);
