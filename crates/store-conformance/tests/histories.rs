//! The two drivers against each other: the embedded store, and the DynamoDB driver over HTTP.

use std::sync::Arc;

use chabudai_kernel::store::Store;
use chabudai_store_conformance::peer::Peer;
use chabudai_store_conformance::{histories, tables};
use chabudai_store_dynamodb::{Config, DynamoDbStore};
use chabudai_store_embedded::{EmbeddedStore, Options};

#[test]
fn both_drivers_give_the_same_answers() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let embedded: Arc<dyn Store> =
        Arc::new(EmbeddedStore::open(&folder.path().join("histories.db"), tables::ALL, Options::default()).expect("a fresh file opens"));
    let peer = Peer::start();
    let config = Config::new().endpoint(peer.endpoint()).region("local").keys("test", "test").prefix(format!("h{}-", std::process::id()));
    let dynamodb: Arc<dyn Store> = Arc::new(runtime.block_on(DynamoDbStore::connect(config)));
    runtime.block_on(dynamodb.create_tables(tables::ALL)).expect("the tables are made");
    histories::compare(&runtime, &embedded, &dynamodb);
}
