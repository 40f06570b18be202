//! A range gives the parts from the left: the number comes behind the day.

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
    let number = Padded::<4>::saturating(7);
    Jar::SK.between((number,), (number,));
}
