//! Where servers come and go: the program of this crate, on each store.

use std::process::Command;
use std::sync::LazyLock;

use chabudai_store_conformance::peer::Peer;
use chabudai_testkit::Place;

static PEER: LazyLock<Peer> = LazyLock::new(Peer::start);

const PROGRAM: &str = env!("CARGO_BIN_EXE_chabudai");

/// The embedded store, empty.
pub(crate) fn embedded() -> Place {
    Place::new(PROGRAM)
}

/// The secret that all servers of these houses share.
pub(crate) const ROOT_SECRET: &str = "the secret of every server here";

/// DynamoDB's protocol, with tables of its own.
pub(crate) fn dynamodb() -> Place {
    dynamodb_at(PEER.endpoint(), &prefix())
}

/// The engine that the tests share.
pub(crate) fn engine() -> &'static str {
    PEER.endpoint()
}

/// What no other test's tables begin with.
pub(crate) fn prefix() -> String {
    format!("t{:08x}-", fastrand::u32(..))
}

/// The same somewhere else. The environment gives the secret, because not every command has the flag.
pub(crate) fn dynamodb_at(endpoint: &str, prefix: &str) -> Place {
    let store = ["--store", "dynamodb", "--endpoint", endpoint, "--region", "local", "--access-key-id", "test"];
    let place = embedded().on_store("DynamoDB", store.into_iter().chain(["--secret-access-key", "test", "--table-prefix", prefix]));
    place.with_environment("CHABUDAI_ROOT_SECRET", ROOT_SECRET)
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
