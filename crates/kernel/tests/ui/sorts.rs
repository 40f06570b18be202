//! Everything that sorts compiles.

use chabudai_kernel::design::{Table, text};
use chabudai_kernel::part::{Day, Padded, Word};
use serde::{Deserialize, Serialize};

static SHELF: Table =
    Table { name: "shelf", hash: text("PK"), range: Some(text("SK")), indexes: &[], ttl: None, feed: false, about: "One shelf." };

#[derive(Serialize, Deserialize)]
struct Jar {
    shelf: Word,
    opened: Day,
    number: Padded<4>,
}

chabudai_kernel::entity! {
    /// Something on a shelf.
    Jar in SHELF { shelf: Word = shelf, opened: Day = opened, number: Padded<4> = number }
    key(shelf, opened, number) {
        PK = "SHELF#" shelf;
        SK = "JAR#" opened "#" number;
    }
}

fn main() {
    let (from, to): (Day, Day) = ("20261101".parse().unwrap(), "20261130".parse().unwrap());
    assert_eq!(Jar::SK.between((from,), (to,)).attribute, "SK");
}
