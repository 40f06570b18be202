//! A small design, and what becomes of it.

use chabudai_kernel::design::{Cost, Holds, Projection, Rewritten, number, text};
use chabudai_kernel::packed::Item;

use super::*;

const fn part(name: &'static str, format: &'static str) -> Piece {
    Piece::Part { name, format, optional: false }
}

const fn made(attribute: &'static str, pieces: &'static [Piece]) -> EntityKey {
    EntityKey { attribute, form: Form::Text(pieces), optional: false, only_if: None, holds: Holds::Anything }
}

pub(in crate::design_page) static BY_OPENED: Index = Index {
    name: "ByOpened",
    hash: text("PK"),
    range: Some(text("openedSk")),
    projection: Projection::Include(&["label"]),
    why: "What must be eaten first?",
};
static BY_RANK: Index =
    Index { name: "ByRank", hash: text("town"), range: Some(number("rank")), projection: Projection::All, why: "The nearest." };
static AT_HOME: Index =
    Index { name: "AtHome", hash: text("PK"), range: Some(number("rank")), projection: Projection::All, why: "The best of a house." };
pub(in crate::design_page) static PANTRY: Table = Table {
    name: "PantryTable",
    hash: text("PK"),
    range: Some(text("SK")),
    indexes: &[&BY_OPENED, &BY_RANK, &AT_HOME],
    ttl: None,
    feed: false,
    about: "Houses and their shelves.",
};
static JAR_DESIGN: EntityDesign = EntityDesign {
    kind: "Jar",
    about: "Something on a shelf.",
    table: &PANTRY,
    keys: &[
        made("PK", &[Piece::Text("HOUSE#"), part("house", "4 digits")]),
        made("SK", &[Piece::Text("JAR#"), part("shelf", "DRY|COLD"), Piece::Text("#"), part("number", "4 digits")]),
        EntityKey {
            only_if: Some(("is_started", &["full"])),
            ..made("openedSk", &[Piece::Text("IN#USE#"), Piece::Part { name: "opened", format: "yyyymmdd", optional: true }])
        },
        EntityKey { attribute: "rank", form: Form::Plain(Scalar::N), optional: true, only_if: None, holds: Holds::Anything },
    ],
    at_most_bytes: Some(2048),
    fields: &[],
    expires: None,
    departs: &[],
    rewritten: Rewritten::AS_IT_IS,
};
static HOUSE_DESIGN: EntityDesign = EntityDesign {
    kind: "House",
    about: "A house.",
    table: &PANTRY,
    keys: &[made("PK", &[Piece::Text("HOUSE#"), part("house", "4 digits")]), made("SK", &[Piece::Text("META")])],
    at_most_bytes: None,
    fields: &[],
    expires: None,
    departs: &[],
    rewritten: Rewritten::AS_IT_IS,
};
pub(in crate::design_page) const JAR: &EntityDesign = &JAR_DESIGN;
pub(in crate::design_page) const HOUSE: &EntityDesign = &HOUSE_DESIGN;

static OPEN: AccessPattern = AccessPattern {
    id: "AP-01",
    question: "What must be eaten first?",
    steps: &[Step::OneOf(&[Step::Get(JAR), Step::Query(Range { index: Some(&BY_OPENED), given: &["house"], ..Range::of(&[JAR]) })])],
    cost: Cost::Exactly(1),
};
static LOOK: AccessPattern =
    AccessPattern { id: "AP-02", question: "Is there a house?", steps: &[Step::Get(HOUSE)], cost: Cost::Exactly(1) };
pub(in crate::design_page) static DESIGN: Design = Design {
    app: "pantry",
    about: "",
    environment: None,
    tables: &[&PANTRY],
    entities: &[&JAR_DESIGN, &HOUSE_DESIGN],
    patterns: &[&OPEN, &LOOK],
    routes: &[],
};

/// An item of a house.
pub(in crate::design_page) fn house() -> Item {
    let mut item = Item::from_attributes(&[].into());
    item.push_text("PK", "HOUSE#0012");
    item.push_text("SK", "META");
    item
}

/// An item of a jar.
pub(in crate::design_page) fn jar() -> Item {
    let mut item = Item::from_attributes(&[].into());
    item.push_text("PK", "HOUSE#0012");
    item.push_text("SK", "JAR#COLD#0007");
    item
}

#[test]
fn keys_say_what_is_written_and_what_is_filled_in() {
    use Bit::{Part, Text};
    let shape = Shape::of(&DESIGN);
    let [jar, house] = &shape.tables[0].kinds[..] else { panic!("there are two kinds") };
    assert_eq!(jar.keys.iter().map(|key| key.attribute).collect::<Vec<_>>(), ["PK", "SK"], "an index tells its own");
    assert_eq!(jar.keys[1].bits, [Text("JAR#"), Part("shelf"), Text("#"), Part("number")]);
    assert_eq!(house.keys[1].bits, [Text("META")]);
    let opened = &shape.tables[0].indexes[0];
    let in_use = &opened.kinds[0].keys[1];
    assert_eq!(in_use.bits, [Text("IN#"), Text("USE#"), Part("opened")], "a line may break behind each separator");
    assert_eq!((&in_use.needs[..], in_use.only_if), (&["opened"][..], Some(("is_started", &["full"][..]))));
    let rank = key(&JAR_DESIGN.keys[3]);
    assert_eq!((&rank.bits[..], &rank.needs[..]), (&[Part("rank")][..], &["rank"][..]));
}

#[test]
fn an_index_knows_its_kinds_and_who_asks() {
    let shape = Shape::of(&DESIGN);
    let [opened, rank, _] = &shape.tables[0].indexes[..] else { panic!("there are three indexes") };
    assert_eq!(opened.kinds.iter().map(|kind| kind.entity.kind).collect::<Vec<_>>(), ["Jar"]);
    assert_eq!(opened.asked_by, [("AP-01", "AP-01".to_owned())], "also as one of several ways");
    assert_eq!(opened.holds, Some(vec!["label"]));
    assert!(rank.kinds.is_empty() && rank.asked_by.is_empty() && rank.holds.is_none(), "nothing fills `town`");
}

#[test]
fn parts_stand_once_for_each_look() {
    let shape = Shape::of(&DESIGN);
    let parts: Vec<_> = shape.tables[0].parts.iter().map(|part| (part.name, part.format, part.kinds.join(" "))).collect();
    let of = |name, format, kinds: &str| (name, format, kinds.to_owned());
    let expected = [
        of("house", "4 digits", "Jar House"),
        of("shelf", "DRY|COLD", "Jar"),
        of("number", "4 digits", "Jar"),
        of("opened", "yyyymmdd", "Jar"),
    ];
    assert_eq!(parts, expected);
}

#[test]
fn the_key_of_a_sample_is_read_back_into_bits() {
    use Bit::{Part, Text};
    assert_eq!(bits("W#‹wardrobeId›#CLOTH"), [Text("W#"), Part("wardrobeId"), Text("#"), Text("CLOTH")]);
    assert_eq!(bits("‹rank›"), [Part("rank")]);
    assert_eq!(bits("9 characters"), [Text("9 characters")]);
    assert_eq!(bits("a ‹b"), [Text("a "), Part("b")]);
}
