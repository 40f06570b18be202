//! A kind of item that several tables include: generic over the table, with the same keys in each.

use std::marker::PhantomData;

use chabudai_kernel::design::{Table, text};
use chabudai_kernel::entity::Entity;
use chabudai_kernel::part::Word;
use serde::{Deserialize, Serialize};

trait Includes: Send + Sync + 'static {
    const TABLE: &'static Table;
}

const fn table(name: &'static str) -> Table {
    Table { name, hash: text("PK"), range: Some(text("SK")), indexes: &[], ttl: None, feed: false, about: "A house." }
}

static HOUSE: Table = table("house");
static SHED: Table = table("shed");

struct House;
struct Shed;

impl Includes for House {
    const TABLE: &'static Table = &HOUSE;
}

impl Includes for Shed {
    const TABLE: &'static Table = &SHED;
}

#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
struct Lamp<T> {
    #[serde(skip_serializing)]
    room: Word,
    watts: u32,
    #[serde(skip)]
    of: PhantomData<fn() -> T>,
}

chabudai_kernel::entity! {
    /// A lamp, in a house or in a shed.
    Lamp<T: Includes> in T::TABLE, at most 1_024 bytes {
        room: Word = room from PK,
    }
    key(room) {
        PK = "ROOM#" room;
        SK = "LAMP";
    }
}

#[test]
fn the_same_kind_lives_in_two_tables() {
    assert_eq!((Lamp::<House>::DESIGN.table.name, Lamp::<Shed>::DESIGN.table.name), ("house", "shed"));
    let lamp = Lamp::<Shed> { room: Word::new("cellar").unwrap(), watts: 40, of: PhantomData };
    let item = lamp.to_item();
    assert_eq!(item.view().get("PK").and_then(chabudai_kernel::packed::ValueRef::as_str), Some("ROOM#cellar"));
    let again = Lamp::<Shed>::from_item(item.view()).unwrap();
    assert_eq!((again.room, again.watts), (lamp.room, 40));
}
