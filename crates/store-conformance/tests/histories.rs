//! The two drivers against each other: the embedded store, and the DynamoDB driver over HTTP.

use std::sync::Arc;

use chabudai_kernel::store::Store;
use chabudai_store_conformance::{histories, tables};
use chabudai_store_dynamodb::DynamoDbStore;
use chabudai_store_embedded::{EmbeddedStore, Options};
use chabudai_test_stores::engine;

#[test]
fn both_drivers_give_the_same_answers() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let embedded: Arc<dyn Store> =
        Arc::new(EmbeddedStore::open(&folder.path().join("histories.db"), tables::ALL, Options::default()).expect("a fresh file opens"));
    let store = runtime.block_on(DynamoDbStore::connect(engine::config().prefix(engine::prefix())));
    let dynamodb = engine::settling(Arc::new(store), tables::ALL);
    runtime.block_on(dynamodb.create_tables(tables::ALL)).expect("the tables are made");
    histories::compare(&runtime, &embedded, &dynamodb);
}
