//! A bare `f64` cannot be part of a text key.

use chabudai_kernel::design::{Table, text};
use chabudai_kernel::part::Word;
use serde::{Deserialize, Serialize};

static SHELF: Table =
    Table { name: "shelf", hash: text("PK"), range: Some(text("SK")), indexes: &[], ttl: None, feed: false, about: "One shelf." };

#[derive(Serialize, Deserialize)]
struct Jar {
    shelf: Word,
    weight: f64,
}

chabudai_kernel::entity! {
    /// Something on a shelf.
    Jar in SHELF { shelf: Word = shelf, weight: f64 = weight }
    key(shelf, weight) {
        PK = "SHELF#" shelf;
        SK = "JAR#" weight;
    }
}

fn main() {}
