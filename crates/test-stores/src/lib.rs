//! For tests only: what an app keeps, on both stores.
//!
//! ```no_run
//! # use chabudai_kernel::design::Table;
//! # static TABLES: &[&Table] = &[];
//! # async fn test() {
//! for place in chabudai_test_stores::both(TABLES).await {
//!     println!("on {}", place.name);
//!     // … over `place.store`
//! }
//! # }
//! ```
//!
//! The embedded store is a file in a folder of the test's own. DynamoDB is an engine that the tests start, or the one that the
//! environment names: see [`engine`].

mod clock; // one fixed morning, and time that passes by itself
mod costs; // a pattern costs what it declares
mod dying; // a server that is killed within a request
pub mod engine; // which DynamoDB, and how far its indexes are behind
mod rivals; // the same at once, through two servers
mod settling; // reads through an index are repeated until they are right

use std::sync::Arc;

use chabudai_kernel::design::Table;
use chabudai_kernel::ids::Ids;
use chabudai_kernel::store::Store;
use chabudai_store_dynamodb::DynamoDbStore;
use chabudai_store_embedded::{EmbeddedStore, Options};

pub use clock::{MORNING, RunningClock};
pub use costs::{costs, took_every_step};
pub use dying::Dying;
pub use rivals::{AT_ONCE, at_once};
pub use settling::Settling;

/// Tables that no other test uses, in one of the two stores.
#[derive(Clone)]
pub struct TestStore {
    /// Which store, for messages.
    pub name: &'static str,
    /// The store.
    pub store: Arc<dyn Store>,
    /// Goes with the last clone.
    _folder: Option<Arc<tempfile::TempDir>>,
}

/// Both stores, each with these tables, empty.
pub async fn both(tables: &'static [&'static Table]) -> [TestStore; 2] {
    [TestStore::embedded(tables), TestStore::dynamodb(tables).await]
}

impl TestStore {
    /// The embedded store in a folder of its own. Nothing expires by itself: the tests' clocks stand.
    pub fn embedded(tables: &'static [&'static Table]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let options = Options { sweep_every: None, ..Options::default() };
        let store = EmbeddedStore::open(&folder.path().join("test.sqlite"), tables, options).expect("the store opens");
        Self { name: "the embedded store", store: Arc::new(store), _folder: Some(Arc::new(folder)) }
    }

    /// DynamoDB, with tables whose names nobody else uses.
    pub async fn dynamodb(tables: &'static [&'static Table]) -> Self {
        let store = DynamoDbStore::connect(engine::config().prefix(engine::prefix())).await;
        store.create_tables(tables).await.expect("the tables are made");
        Self { name: "DynamoDB", store: engine::settling(Arc::new(store), tables), _folder: None }
    }

    /// A store that a test has made.
    pub fn over(name: &'static str, store: Arc<dyn Store>) -> Self {
        Self { name, store, _folder: None }
    }
}

/// Ids that nobody else has: the time, and chance.
#[derive(Clone, Copy, Debug)]
pub struct RandomIds;

impl Ids for RandomIds {
    fn uuid(&self, now_millis: u64) -> uuid::Uuid {
        let random = *uuid::Uuid::new_v4().as_bytes();
        uuid::Builder::from_unix_timestamp_millis(now_millis, random[..10].try_into().expect("ten of sixteen")).into_uuid()
    }
}
