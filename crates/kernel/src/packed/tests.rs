use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::*;

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(rename_all = "camelCase")]
struct Everything {
    name: String,
    count: u32,
    below: i64,
    large: u64,
    half: f64,
    yes: bool,
    none: Option<String>,
    some: Option<u8>,
    list: Vec<Option<String>>,
    map: BTreeMap<String, Inner>,
    #[serde(default)]
    tags: SetOf<String>,
    #[serde(default)]
    days: SetOf<Number>,
    exact: Number,
    kind: Kind,
    other: Kind,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Inner {
    x: i32,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum Kind {
    Plain,
    Holding { at: u8 },
}

fn everything() -> Everything {
    Everything {
        name: "藍のシャツ".into(),
        count: 12,
        below: i64::MIN,
        large: u64::MAX,
        half: 0.5,
        yes: true,
        none: None,
        some: Some(7),
        list: vec![Some("a".into()), None],
        map: BTreeMap::from([("k".to_owned(), Inner { x: -1 })]),
        tags: ["b", "a"].map(String::from).into_iter().collect(),
        days: SetOf::default(),
        exact: "12345678901234567890123456789012345678".parse().unwrap(),
        kind: Kind::Plain,
        other: Kind::Holding { at: 3 },
    }
}

#[test]
fn a_struct_comes_back_as_it_went() {
    let before = everything();
    let item = Item::pack(&before).unwrap();
    assert_eq!(item.view().decode::<Everything>().unwrap(), before);
}

#[test]
fn none_and_empty_sets_are_absent_and_nulls_in_lists_stay() {
    let attributes = Item::pack(&everything()).unwrap().view().to_attributes().unwrap();
    assert!(!attributes.contains_key("none"));
    assert!(!attributes.contains_key("days"));
    assert_eq!(attributes["list"], Value::L(vec!["a".into(), Value::Null]));
    assert_eq!(attributes["tags"].type_name(), "SS");
    assert_eq!(attributes["exact"].as_number().unwrap().to_string(), "12345678901234567890123456789012345678");
    assert_eq!(
        attributes["other"],
        Value::M(Attributes::from([("Holding".into(), Value::M(Attributes::from([("at".into(), 3.into())])))]))
    );
}

#[test]
fn attributes_come_back_as_they_went() {
    let attributes = Item::pack(&everything()).unwrap().view().to_attributes().unwrap();
    let again = Item::from_attributes(&attributes);
    assert_eq!(again.view().to_attributes().unwrap(), attributes);
    assert_eq!(again.view().size(), crate::value::attributes_size(&attributes));
    assert_eq!(again.view().decode::<Everything>().unwrap(), everything());
}

#[test]
fn damaged_bytes_are_an_error_and_never_a_panic() {
    let bytes = Item::pack(&everything()).unwrap().into_bytes();
    for cut in 0..bytes.len() {
        let _ = ItemRef::new(&bytes[..cut]).decode::<Everything>();
        let _ = ItemRef::new(&bytes[..cut]).to_attributes();
    }
    for at in 0..bytes.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] ^= flip;
            let _ = ItemRef::new(&damaged).decode::<Everything>();
            let _ = ItemRef::new(&damaged).to_attributes();
            let _ = ItemRef::new(&damaged).size();
        }
    }
}

#[test]
fn items_in_a_page_keep_their_bounds() {
    let mut items = Items::default();
    for n in 0..3u8 {
        items.push(Item::from_attributes(&Attributes::from([("n".into(), n.into())])).view());
    }
    items.truncate(2);
    let numbers: Vec<_> = items.iter().map(|i| i.get("n").unwrap().as_number().unwrap().to_i64().unwrap()).collect();
    assert_eq!(numbers, [0, 1]);
    assert!(items.get(2).is_none());
}

#[test]
fn items_are_the_same_whatever_the_order() {
    let item = |json: &[(&str, Value)]| {
        let mut out = Item::default();
        for (name, value) in json {
            let one = Item::from_attributes(&Attributes::from([((*name).to_owned(), value.clone())]));
            out = Item::from_bytes([out.view().bytes(), one.view().bytes()].concat());
        }
        out
    };
    let map = |a: i64, b: i64| Value::M(Attributes::from([("a".to_owned(), a.into()), ("b".to_owned(), b.into())]));
    let same = |one: &Item, other: &Item| one.view().same_as(other.view()) && other.view().same_as(one.view());
    let first = item(&[("m", map(1, 2)), ("n", 3.into())]);
    assert!(same(&first, &first) && same(&first, &item(&[("n", 3.into()), ("m", map(1, 2))])));
    for other in [
        item(&[("m", map(1, 9)), ("n", 3.into())]),
        item(&[("n", 3.into()), ("m", map(1, 9))]),
        item(&[("m", map(1, 2)), ("n", 4.into())]),
        item(&[("n", 4.into()), ("m", map(1, 2))]),
        item(&[("m", map(1, 2))]),
        item(&[("m", map(1, 2)), ("n", 3.into()), ("o", 5.into())]),
        item(&[("o", 5.into()), ("n", 3.into()), ("m", map(1, 2))]),
    ] {
        assert!(!same(&first, &other), "{other:?}");
    }
}
