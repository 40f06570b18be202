//! Where servers come and go: the program of this crate, on each store.

use std::process::Command;

use chabudai_kernel::design::Design;
use chabudai_kernel::op::Put;
use chabudai_kernel::store::{Now, Store as _};
use chabudai_store_dynamodb::DynamoDbStore;
use chabudai_store_embedded::{DataDirectory, Options};
use chabudai_test_stores::engine;
use chabudai_testkit::Place;

const PROGRAM: &str = env!("CARGO_BIN_EXE_chabudai");

/// The embedded store, empty.
pub(crate) fn embedded() -> Place {
    Place::new(PROGRAM)
}

/// The embedded store with the demo in it.
pub(crate) fn demo() -> Place {
    Place::demo(PROGRAM, env!("CARGO_TARGET_TMPDIR"))
}

/// The secret that all servers of these houses share.
pub(crate) const ROOT_SECRET: &str = "the secret of every server here";

/// DynamoDB's protocol, with tables of its own.
pub(crate) fn dynamodb() -> Place {
    on_engine(&prefix())
}

/// The engine that the tests share.
pub(crate) fn engine() -> &'static str {
    engine::endpoint().expect("an engine of one's own")
}

/// What no other test's tables begin with.
pub(crate) fn prefix() -> String {
    engine::prefix()
}

/// The engine of the tests, with tables that begin like this.
pub(crate) fn on_engine(prefix: &str) -> Place {
    let options = engine::options().into_iter().chain(["--table-prefix".to_owned(), prefix.to_owned()]);
    embedded().on_store("DynamoDB", options).with_environment("CHABUDAI_ROOT_SECRET", ROOT_SECRET)
}

/// The same somewhere else. The environment gives the secret, because not every command has the flag.
pub(crate) fn dynamodb_at(endpoint: &str, prefix: &str) -> Place {
    let store = ["--store", "dynamodb", "--endpoint", endpoint, "--region", "local", "--access-key-id", "test"];
    let place = embedded().on_store("DynamoDB", store.into_iter().chain(["--secret-access-key", "test", "--table-prefix", prefix]));
    place.with_environment("CHABUDAI_ROOT_SECRET", ROOT_SECRET)
}

/// A place on each store that holds these items of an app before its first server starts.
pub(crate) fn both_holding(design: &'static Design, puts: impl Fn() -> Vec<Put>, test: impl Fn(&Place)) {
    let place = embedded();
    {
        let store = DataDirectory::lock(&place.data()).and_then(|data| data.open(design, Options::default())).expect("the store opens");
        for put in puts() {
            futures::executor::block_on(store.write(&put.into(), Now(0))).expect("the item is written");
        }
    }
    test(&place);
    let prefix = prefix();
    let config = engine::config().prefix(prefix.clone());
    tokio::runtime::Runtime::new().expect("a runtime").block_on(async {
        let store = DynamoDbStore::connect(config).await;
        store.create_tables(design.tables).await.expect("the tables are made");
        for put in puts() {
            store.write(&put.into(), Now(0)).await.expect("the item is written");
        }
    });
    test(&on_engine(&prefix));
}

/// Runs a test on both stores, one after the other.
pub(crate) fn both(test: impl Fn(&Place)) {
    for place in [embedded(), dynamodb()] {
        println!("on {}", place.name);
        test(&place);
    }
}

/// The operator adds somebody, with a password that no list of processes shows.
pub(crate) fn add_person(place: &Place, email: &str, name: &str, password: &str) {
    let file = place.beside("password");
    std::fs::write(&file, format!("{password}\n")).expect("a file beside the data");
    let added = place.run(&["user", "add", "--email", email, "--name", name, "--password-file", file.to_str().expect("a path is text")]);
    assert_eq!(added.succeeded().output, format!("{email} may sign in\n"));
}

/// The program without any settings of the machine.
pub(crate) fn bare_program() -> Command {
    chabudai_testkit::bare_program(PROGRAM)
}
