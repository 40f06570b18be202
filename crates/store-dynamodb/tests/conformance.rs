//! The story that every store driver's tests run, over HTTP against one engine that all tests share.

use std::sync::{Arc, LazyLock};

use chabudai_kernel::store::Store;
use chabudai_store_conformance::tables;
use chabudai_store_dynamodb::DynamoDbStore;
use chabudai_test_stores::engine;
use tokio::sync::OnceCell;

static PREFIX: LazyLock<String> = LazyLock::new(engine::prefix);
static TABLES: OnceCell<()> = OnceCell::const_new();

/// A store per test: a connection belongs to the runtime that opened it, and every test has its own.
async fn store() -> Arc<dyn Store> {
    let store = DynamoDbStore::connect(engine::config().prefix(PREFIX.as_str())).await;
    TABLES.get_or_init(async || store.create_tables(tables::ALL).await.expect("the tables are made")).await;
    engine::settling(Arc::new(store), tables::ALL)
}

chabudai_store_conformance::conformance_tests!(store);
