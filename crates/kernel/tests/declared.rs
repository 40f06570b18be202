//! An operation is one that its pattern declares, and an item has the fields that its kind declares: what debug builds hold to.

use chabudai_kernel::declared::{Asked, steps_of, unknown_paths, untaken};
use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Index, Projection, Range, Step, Table, Verb, number, text};
use chabudai_kernel::entity::{Entity, undeclared};
use chabudai_kernel::expr::attr;
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{BatchWrite, Delete, Get, Put, Query, Scan, Update, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::part::Word;
use serde::{Deserialize, Serialize};

static SHELF: Table = Table {
    name: "shelf",
    hash: text("PK"),
    range: Some(text("SK")),
    indexes: &[&BY_FOOD, &BY_PLACE],
    ttl: None,
    feed: false,
    about: "One house.",
};
static BY_FOOD: Index = Index { name: "ByFood", hash: text("food"), range: None, projection: Projection::All, why: "" };
static BY_PLACE: Index = Index { name: "ByPlace", hash: text("place"), range: None, projection: Projection::All, why: "" };

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Jar {
    #[serde(skip_serializing)]
    house: Word,
    food: Word,
    data: JarData,
    /// Not declared, where it is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    smell: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct JarData {
    full: Option<bool>,
}

chabudai_kernel::entity! {
    /// Something on a shelf.
    Jar in SHELF {
        house: Word = house from PK,
        food: Word = food,
    }
    key(house, food) {
        PK = "HOUSE#" house;
        SK = "JAR#" food;
    }
    plain {
        food: Word = food,
    }
    fields {
        "data": M;
        "data.full": BOOL optional;
    }
    expires "when it is empty";
    departs {
        "data.full": "added: the document knows full jars only";
    }
}

#[derive(Serialize, Deserialize)]
struct House {
    #[serde(skip_serializing)]
    house: Word,
}

chabudai_kernel::entity! {
    /// A house.
    House in SHELF {
        house: Word = house from PK,
    }
    key(house) {
        PK = "HOUSE#" house;
        SK = "META";
    }
}

const JAR: &EntityDesign = &Jar::DESIGN;
const HOUSE: &EntityDesign = &House::DESIGN;

fn pattern(steps: &'static [Step]) -> AccessPattern {
    AccessPattern { id: "AP-01", question: "", steps, cost: Cost::AtMost(9) }
}

fn word(text: &str) -> Word {
    Word::new(text).unwrap()
}

fn jar() -> Jar {
    Jar { house: word("h"), food: word("miso"), data: JarData { full: None }, smell: None }
}

fn jar_key() -> ItemKey {
    Jar::key(word("h"), word("miso"))
}

fn house_key() -> ItemKey {
    House::key(word("h"))
}

#[test]
fn a_verb_and_a_kind_are_those_of_a_step() {
    let puts = pattern(&[Step::Put(JAR)]);
    let (put, update): (Write, Write) = (Put::of(&jar()).into(), Update::of::<Jar>(jar_key()).set("food", "salt").into());
    assert_eq!(steps_of(&puts, Asked::Write(&put)), 1);
    assert_eq!(steps_of(&puts, Asked::Write(&update)), 0, "an update is no put");
    let house: Write = Delete::new(&SHELF, house_key()).into();
    let deletes = pattern(&[Step::OneOf(&[Step::Delete(JAR), Step::Delete(HOUSE)])]);
    assert_eq!(steps_of(&deletes, Asked::Write(&house)), 0b10, "by the look of its key, among the alternatives");
    let get = Get::new(&SHELF, house_key());
    assert_eq!(steps_of(&pattern(&[Step::Get(JAR)]), Asked::Get(&get)), 0, "another kind");
    assert_eq!(steps_of(&pattern(&[Step::Get(HOUSE)]), Asked::Get(&get)), 1);
    assert_eq!(steps_of(&pattern(const { &[Step::Scan(&SHELF)] }), Asked::Scan(&Scan::of(&SHELF))), 1);
    // An update that says which kind it is of is held to that, whatever its key looks like.
    let other: Write = Update::of::<House>(jar_key()).set("x", 1).into();
    assert_eq!(steps_of(&pattern(&[Step::Update(JAR)]), Asked::Write(&other)), 0);
}

#[test]
fn a_query_goes_by_its_index_and_filters_what_it_says() {
    const STEPS: &[Step] = &[
        Step::Query(Range { index: Some(&BY_FOOD), given: &["food"], ..Range::of(&[JAR]) }),
        Step::Query(Range { given: &["house"], filters: &["data.full"], ..Range::of(&[JAR]) }),
    ];
    let by_food = pattern(STEPS);
    let query = Query::index(&SHELF, &BY_FOOD, Jar::food.of(&word("miso")));
    assert_eq!(steps_of(&by_food, Asked::Query(&query)), 0b01);
    assert_eq!(steps_of(&by_food, Asked::Query(&Query { index: Some(&BY_PLACE), ..query.clone() })), 0, "another index");
    assert_eq!(steps_of(&by_food, Asked::Query(&query.filter(attr("data").dot("full").eq(true)))), 0, "no filter is declared there");
    let table = Query::table(&SHELF, Jar::PK.of((word("h"),)));
    assert_eq!(steps_of(&by_food, Asked::Query(&table.clone().filter(attr("data").dot("full").eq(true)))), 0b10);
    assert_eq!(steps_of(&by_food, Asked::Query(&table.filter(attr("smell").exists()))), 0, "another filter");
}

#[test]
fn a_transaction_holds_no_more_of_anything_than_it_may() {
    const ACTIONS: &[Action] = &[Action::new(Verb::Put, JAR, 2), Action::new(Verb::Check, HOUSE, 1)];
    let both = pattern(const { &[Step::Transact(ACTIONS)] });
    let put = || Write::from(Put::of(&jar()));
    assert_eq!(steps_of(&both, Asked::Transact(&[put(), put()])), 1);
    assert_eq!(steps_of(&both, Asked::Transact(&[put(), put(), put()])), 0, "one too many");
    assert_eq!(steps_of(&both, Asked::Transact(&[put(), Delete::new(&SHELF, jar_key()).into()])), 0, "one that is not declared");
    let few = pattern(&[Step::BatchGet(&[JAR], 1), Step::BatchWrite(&[JAR], 1), Step::TransactGet(&[JAR], 1)]);
    let (one, two) = ([(&SHELF, jar_key())], [(&SHELF, jar_key()), (&SHELF, jar_key())]);
    assert_eq!((steps_of(&few, Asked::BatchGet(&one)), steps_of(&few, Asked::BatchGet(&two))), (0b001, 0));
    let write = || BatchWrite::Delete(&SHELF, jar_key());
    assert_eq!((steps_of(&few, Asked::BatchWrite(&[write()])), steps_of(&few, Asked::BatchWrite(&[write(), write()]))), (0b010, 0));
    let gets = [Get::new(&SHELF, jar_key()), Get::new(&SHELF, house_key())];
    assert_eq!((steps_of(&few, Asked::TransactGet(&gets[..1])), steps_of(&few, Asked::TransactGet(&gets[1..]))), (0b100, 0));
}

#[test]
fn what_was_not_taken_is_told_in_words() {
    let two = pattern(const { &[Step::Get(JAR), Step::OneOf(&[Step::Put(JAR), Step::Scan(&SHELF)])] });
    assert_eq!(untaken(&two, 0b010), ["get Jar", "scan shelf"]);
    assert!(untaken(&two, 0b111).is_empty());
}

#[test]
fn an_item_has_the_fields_of_its_kind() {
    assert!(undeclared(JAR, jar().to_item().view()).is_empty());
    let text = |name: &str| {
        let mut item = Item::pack(&jar()).unwrap();
        item.push_text(name, "x");
        item
    };
    assert_eq!(undeclared(JAR, text("smell").view()), ["smell"]);
    let full = |full: &str| Item::pack(&serde_json::from_str::<serde_json::Value>(full).unwrap()).unwrap();
    assert_eq!(undeclared(JAR, full(r#"{"data":{"full":"yes"}}"#).view()), ["data.full"], "another type");
    assert_eq!(undeclared(JAR, full(r#"{"data":{"half":true}}"#).view()), ["data.half"], "another name");
    assert!(undeclared(JAR, full(r#"{"data":{"full":null}}"#).view()).is_empty(), "it is optional");
    assert_eq!(undeclared(JAR, full(r#"{"data":null}"#).view()), ["data"], "it is not");
    assert_eq!((JAR.expires, JAR.departs.len()), (Some("when it is empty"), 1));
}

#[test]
#[should_panic(expected = "Jar is written with [\"smell\"]")]
fn a_write_with_another_field_is_a_panic() {
    Put::of(&Jar { smell: Some("sour".to_owned()), ..jar() });
}

#[test]
fn an_update_changes_what_the_kind_has() {
    let update = |path: &'static str| Write::from(Update::of::<Jar>(jar_key()).set(path, 1));
    assert!(unknown_paths(&update("food")).is_empty() && unknown_paths(&update("data")).is_empty());
    let within = Update::of::<Jar>(jar_key()).set(attr("data").dot("full"), true).remove(attr("data").dot("lid"));
    assert_eq!(unknown_paths(&within.into()), ["data.lid"]);
    assert_eq!(unknown_paths(&update("smell")), ["smell"]);
}

static COLUMNS: Table = Table {
    name: "columns",
    hash: number("columnId"),
    range: None,
    indexes: &[],
    ttl: None,
    feed: false,
    about: "Columns and their counter.",
};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Column {
    column_id: u64,
}

chabudai_kernel::plain_entity! {
    /// A column.
    Column in COLUMNS { columnId: u64 = column_id holds from(1) }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Counter {
    column_id: u64,
}

chabudai_kernel::plain_entity! {
    /// The number of the last column.
    Counter in COLUMNS { columnId: u64 = column_id holds only(0) }
}

#[test]
fn kinds_that_share_a_plain_key_are_told_apart_by_what_it_holds() {
    const READS: AccessPattern = AccessPattern {
        id: "AP-09",
        question: "Which column, and which number comes next?",
        steps: &[Step::Get(&Column::DESIGN), Step::Get(&Counter::DESIGN)],
        cost: Cost::Exactly(2),
    };
    let taken = |id: u64| steps_of(&READS, Asked::Get(&Get::new(&COLUMNS, Column::key(&id))));
    assert_eq!((taken(0), taken(1), taken(7)), (0b10, 0b01, 0b01));
}
