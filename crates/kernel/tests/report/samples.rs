//! Items with every value hidden.

use chabudai_kernel::design::Table;
use chabudai_kernel::entity::Entity;
use chabudai_kernel::number::Number;
use chabudai_kernel::packed::{Item, ItemRef};
use chabudai_kernel::part::{Day, Padded};
use chabudai_kernel::report::{Sample, samples};
use chabudai_kernel::uuid::Uuid;
use chabudai_kernel::value::{Attributes, Value};

use crate::{DESIGN, House, Jar, PANTRY, STORES, Shelf, Store};

fn jar(number: u64) -> Jar {
    let opened: Day = "20260317".parse().expect("a day");
    Jar { house: padded(7351), shelf: Shelf::Cold, number: padded(number), opened: Some(opened), full: false }
}

fn padded(number: u64) -> Padded<4> {
    Padded::new(number).expect("four digits")
}

fn store() -> Store {
    Store { id: "st-4417".to_owned(), town: "Nerima".to_owned(), rank: 38 }
}

fn of(table: &Table, item: &Item) -> Sample {
    Sample::of(&DESIGN, table, item.view()).expect("a sound item")
}

/// Name, type, what is shown, and a `*` on keys.
fn lines(sample: &Sample) -> Vec<String> {
    let star = |is_key| if is_key { "*" } else { "" };
    sample.attributes.iter().map(|one| format!("{}{} {}: {}", star(one.is_key), one.name, one.kind, one.shown)).collect()
}

#[test]
fn keys_show_their_templates_and_come_first() {
    let sample = of(&PANTRY, &jar(8264).to_item());
    assert_eq!(sample.entity, Some("Jar"));
    assert_eq!(
        lines(&sample),
        [
            "*PK S: HOUSE#‹house›",
            "*SK S: JAR#‹shelf›#‹number›",
            "*openedSk S: OPENED#‹opened›#‹number›",
            "full BOOL: true or false",
            "house N: 4 digits",
            "number N: 4 digits",
            "opened S: 8 characters",
            "shelf S: 4 characters",
        ]
    );
    let house = of(&PANTRY, &House { house: padded(12) }.to_item());
    assert_eq!((house.entity, &lines(&house)[..2]), (Some("House"), &["*PK S: HOUSE#‹house›".to_owned(), "*SK S: META".to_owned()][..]));
}

#[test]
fn a_key_that_is_an_attribute_of_its_own_shows_its_name() {
    let sample = of(&STORES, &store().to_item());
    assert_eq!(
        (sample.entity, lines(&sample)),
        (Some("Store"), vec!["*storeId S: ‹storeId›".to_owned(), "*town S: ‹town›".to_owned(), "*rank N: ‹rank›".to_owned(),])
    );
}

#[test]
fn every_type_shows_its_size() {
    let number = |text: &str| Value::N(text.parse().expect("a number"));
    let mut item = House { house: padded(12) }.to_item();
    for (name, value) in [
        ("a", Value::S("茶碗".to_owned())),
        ("b", number("-36.5")),
        ("c", number("7")),
        ("d", number("12E90")),
        ("e", Value::B(vec![0; 120])),
        ("f", Value::Null),
        ("g", Value::L(vec![Value::Null; 4])),
        ("h", Value::M([("only".to_owned(), Value::Null)].into())),
        ("i", Value::Ss(["x".to_owned(), "y".to_owned()].into())),
        ("j", Value::Ns([1.into()].into())),
        ("k", Value::Bs([vec![1], vec![2]].into())),
        ("l", Value::S(String::new())),
    ] {
        item.push(name, &value);
    }
    let shown = [
        "a S: 2 characters",
        "b N: 3 digits",
        "c N: 1 digit",
        "d N: 2 digits",
        "e B: 120 bytes",
        "f NULL: nothing",
        "g L: 4 entries",
        "h M: 1 entry",
        "house N: 2 digits",
        "i SS: 2 entries",
        "j NS: 1 entry",
        "k BS: 2 entries",
        "l S: 0 characters",
    ];
    assert_eq!(lines(&of(&PANTRY, &item))[2..], shown);
}

/// Values that occur nowhere else, and the texts by which they would be known.
struct Secrets(Vec<String>);

impl Secrets {
    fn text(&mut self) -> String {
        self.0.push(Uuid::new_v4().simple().to_string());
        self.0.last().expect("it was just pushed").clone()
    }

    fn number(&mut self) -> Number {
        let number: Number = (Uuid::new_v4().as_u128() as u64 | 1 << 63).into();
        self.0.push(number.to_string());
        number
    }

    fn bytes(&mut self) -> Vec<u8> {
        let id = Uuid::new_v4();
        let bytes = id.into_bytes().to_vec();
        self.0.extend([format!("{bytes:?}"), id.simple().to_string()]);
        bytes
    }
}

/// A value of every type under every key attribute and some others.
fn secret_item(secrets: &mut Secrets, keys: &[(&str, String)]) -> Item {
    let mut item = Item::default();
    for (name, text) in keys {
        item.push_text(name, text);
    }
    let nested: Attributes = [(secrets.text(), Value::L(vec![Value::S(secrets.text()), Value::N(secrets.number())]))].into();
    for (name, value) in [
        ("label", Value::S(secrets.text())),
        ("weight", Value::N(secrets.number())),
        ("seal", Value::B(secrets.bytes())),
        ("notes", Value::L(vec![Value::S(secrets.text()), Value::M(nested.clone())])),
        ("more", Value::M(nested)),
        ("tags", Value::Ss([secrets.text(), secrets.text()].into())),
        ("weights", Value::Ns([secrets.number()].into())),
        ("seals", Value::Bs([secrets.bytes()].into())),
    ] {
        item.push(name, &value);
    }
    item
}

#[test]
fn no_value_is_in_the_picture() {
    let mut secrets = Secrets(Vec::new());
    let [house, shelf, number, opened] = std::array::from_fn(|_| secrets.text());
    let house = format!("HOUSE#{house}");
    let known = [("PK", house.clone()), ("SK", format!("JAR#{shelf}#{number}")), ("openedSk", format!("OPENED#{opened}#{number}"))];
    let strange_index = [("PK", house.clone()), ("SK", "META".to_owned()), ("openedSk", secrets.text())];
    let strange = [("PK", house), ("SK", format!("JAR#{}", secrets.text())), ("openedSk", format!("OPENED#{opened}#{number}"))];
    let plain = [("storeId", secrets.text()), ("town", secrets.text()), ("rank", secrets.text())];
    let nowhere = [("storeId", secrets.text())];
    for (table, keys, entity) in [
        (&PANTRY, &known[..], Some("Jar")),
        (&PANTRY, &strange_index[..], Some("House")),
        (&PANTRY, &strange[..], None),
        (&STORES, &plain[..], Some("Store")),
        (&PANTRY, &nowhere[..], None),
    ] {
        let item = secret_item(&mut secrets, keys);
        let sample = of(table, &item);
        assert_eq!((sample.entity, sample.attributes.len()), (entity, keys.len() + 8));
        let picture = format!("{sample:?}");
        let told: Vec<_> = secrets.0.iter().filter(|secret| picture.contains(*secret)).collect();
        assert!(told.is_empty(), "{told:?} in {picture}");
    }
}

#[test]
fn what_no_template_made_shows_its_size_only() {
    let mut strange = Item::default();
    for (name, text) in [("SK", "JAR#COLD"), ("PK", "HOUSE#7351"), ("openedSk", "OPENED#20260317#8264")] {
        strange.push_text(name, text);
    }
    let sample = of(&PANTRY, &strange);
    assert_eq!(sample.entity, None);
    assert_eq!(lines(&sample), ["*PK S: 10 characters", "*SK S: 8 characters", "*openedSk S: 20 characters"]);

    // A house is in no index, whatever it carries.
    let mut house = House { house: padded(12) }.to_item();
    house.push_text("openedSk", "OPENED#20260317#8264");
    assert_eq!(lines(&of(&PANTRY, &house))[2], "*openedSk S: 20 characters");

    // A key of an older form is no key of this template.
    let mut jar = Item::default();
    for (name, text) in [("PK", "HOUSE#7351"), ("SK", "JAR#COLD#8264"), ("openedSk", "20260317")] {
        jar.push_text(name, text);
    }
    assert_eq!(lines(&of(&PANTRY, &jar))[1..], ["*SK S: JAR#‹shelf›#‹number›", "*openedSk S: 8 characters"]);

    // The same keys in another table are another thing.
    assert_eq!(of(&STORES, &jar).entity, None);
}

#[test]
fn the_first_item_of_each_kind_stands_for_it() {
    let mut stranger = Item::default();
    stranger.push_text("PK", "HOUSE#7351");
    stranger.push_text("SK", "CAT");
    let mut first = jar(1).to_item();
    first.push_text("label", "plums");
    let items = [(&STORES, store().to_item()), (&PANTRY, stranger), (&PANTRY, first), (&PANTRY, jar(2).to_item())];
    let found = samples(&DESIGN, items.iter().map(|(table, item)| (*table, item.view()))).expect("sound items");
    assert_eq!(found.iter().map(|sample| sample.entity).collect::<Vec<_>>(), [Some("Jar"), Some("Store")], "in the design's order");
    assert!(found[0].attributes.iter().any(|one| one.name == "label"), "the first jar");
    assert_eq!(samples(&DESIGN, []), Ok(Vec::new()));
}

#[test]
fn what_is_not_needed_is_not_read() {
    let damaged = ItemRef::new(&[1, b'x', 99]);
    let items = [(&PANTRY, jar(1).to_item()), (&PANTRY, House { house: padded(1) }.to_item()), (&STORES, store().to_item())];
    let views = items.iter().map(|(table, item)| (*table, item.view()));
    let unread = std::iter::once_with(|| -> (&Table, ItemRef<'_>) { panic!("every kind has its picture already") });
    assert_eq!(samples(&DESIGN, views.chain(unread)).map(|found| found.len()), Ok(3));
    assert!(Sample::of(&DESIGN, &PANTRY, damaged).is_err());
}
