//! Which DynamoDB the tests speak to.
//!
//! Without settings, each process starts an emulator of its own, which knows neither lag nor permissions. Whoever has an account at Amazon, or an
//! engine with both, names it:
//!
//! | variable | what it says |
//! |---|---|
//! | `CHABUDAI_TEST_DYNAMODB_ENDPOINT` | the engine's address, or `amazon` for Amazon's own in the region |
//! | `CHABUDAI_TEST_DYNAMODB_CA` | a PEM file with the authority that signed the engine's certificate |
//! | `CHABUDAI_TEST_INDEX_LAG_MS` | how far an index may be behind its table: a read through it is repeated until it is right, for so long at most |
//! | `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_PROFILE` | as everywhere |

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use chabudai_kernel::design::Table;
use chabudai_kernel::store::Store;
use chabudai_store_conformance::peer::Peer;
use chabudai_store_dynamodb::Config;

use crate::{Settling, TestStore};

static PEER: LazyLock<Peer> = LazyLock::new(Peer::start);

/// What stands for Amazon's own DynamoDB.
const AMAZON: &str = "amazon";

/// The engine's address; `None` at Amazon.
pub fn endpoint() -> Option<&'static str> {
    Some(PEER.endpoint()).filter(|endpoint| *endpoint != AMAZON)
}

/// How a store on the engine is reached.
pub fn config() -> Config {
    let mut config = Config::new();
    if let Some(endpoint) = endpoint() {
        config = config.endpoint(endpoint);
    }
    if let Some(file) = authority() {
        let pem = std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        config = config.authority(pem).expect("a certificate");
    }
    // An emulator asks for keys and does not care which. One that does has them in the environment, where the driver looks by itself.
    if has_keys() { config } else { config.region("local").keys("test", "test") }
}

/// The options by which the program reaches the engine.
pub fn options() -> Vec<String> {
    let mut options = vec!["--store".to_owned(), "dynamodb".to_owned()];
    let mut add = |name: &str, value: &str| options.extend([name.to_owned(), value.to_owned()]);
    if let Some(endpoint) = endpoint() {
        add("--endpoint", endpoint);
    }
    if let Some(file) = authority() {
        add("--endpoint-ca", file.to_str().expect("a path is text"));
    }
    if !has_keys() {
        add("--region", "local");
        add("--access-key-id", "test");
        add("--secret-access-key", "test");
    }
    options
}

/// What the names of nobody else's tables begin with.
pub fn prefix() -> String {
    format!("chabudai-test-{}-", uuid::Uuid::new_v4().simple())
}

/// The store, with reads through an index that are repeated until they are right, where the engine's indexes are behind.
pub fn settling(store: Arc<dyn Store>, tables: &'static [&'static Table]) -> Arc<dyn Store> {
    match lag() {
        Duration::ZERO => store,
        lag => Arc::new(Settling::new(store, TestStore::embedded(tables), lag)),
    }
}

/// How far an index may be behind its table.
fn lag() -> Duration {
    let text = std::env::var("CHABUDAI_TEST_INDEX_LAG_MS").unwrap_or_default();
    if text.is_empty() {
        return Duration::ZERO;
    }
    Duration::from_millis(text.parse().expect("CHABUDAI_TEST_INDEX_LAG_MS is a number of milliseconds"))
}

fn authority() -> Option<PathBuf> {
    std::env::var_os("CHABUDAI_TEST_DYNAMODB_CA").filter(|path| !path.is_empty()).map(PathBuf::from)
}

fn has_keys() -> bool {
    ["AWS_ACCESS_KEY_ID", "AWS_PROFILE"].iter().any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}
