//! A bare `String` cannot be part of a text key.

use chabudai_kernel::design::{Table, text};
use chabudai_kernel::part::Word;
use serde::{Deserialize, Serialize};

static SHELF: Table =
    Table { name: "shelf", hash: text("PK"), range: Some(text("SK")), indexes: &[], ttl: None, feed: false, about: "One shelf." };

#[derive(Serialize, Deserialize)]
struct Jar {
    shelf: Word,
    label: String,
}

chabudai_kernel::entity! {
    /// Something on a shelf.
    Jar in SHELF { shelf: Word = shelf, label: String = label }
    key(shelf, label) {
        PK = "SHELF#" shelf;
        SK = "JAR#" label;
    }
}

fn main() {}
