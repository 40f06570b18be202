//! Limits: the largest that goes, and one byte more.

use std::collections::BTreeSet;

use chabudai_kernel::expr::{Path, attr};
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::limits::ITEM_BYTES;
use chabudai_kernel::op::{Get, Put, Update};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::StoreError;
use chabudai_kernel::value::{Attributes, Value, attributes_size};

use crate::place::{NOW, Place, attributes, key_attributes, n, put_of, refusal};
use crate::tables::{BY_EMAIL, BY_STATE, NUMBERED, THINGS};

/// A refusal whose code depends on when the store sees what is wrong.
fn is_invalid<T: std::fmt::Debug>(result: Result<T, StoreError>) {
    refusal(result);
}

/// An item of exactly so many bytes.
fn sized(place: &Place, sort: &str, bytes: usize) -> Put {
    let key = place.thing("l", sort);
    let rest = attributes_size(&key_attributes(&THINGS, &key)) + "body".len();
    put_of(&THINGS, &key, attributes! { "body" => "x".repeat(bytes - rest) })
}

/// 400 KB exactly, and one byte more.
pub(crate) async fn an_item_takes_400_kilobytes(place: Place) {
    place.must_write(sized(&place, "most", ITEM_BYTES)).await;
    let back = place.read_thing("l", "most").await.expect("the item is there");
    assert!(back["body"].as_str().is_some_and(|body| body.len() > 409_000));
    assert_eq!(refusal(place.write(sized(&place, "more", ITEM_BYTES + 1)).await), "store.item_too_large");
    assert_eq!(place.read_thing("l", "more").await, None);

    let grow = |bytes: usize| Update::raw(&THINGS, place.thing("l", "grown")).set("more", "y".repeat(bytes));
    place.must_write(sized(&place, "grown", ITEM_BYTES - 100)).await;
    place.must_write(grow(100 - "more".len())).await;
    is_invalid(place.write(grow(101 - "more".len())).await);
    let back = place.read_thing("l", "grown").await.expect("the item is there");
    assert_eq!(back["more"].as_str().map(str::len), Some(96));
}

/// Partition keys of 2048 bytes, sort keys of 1024.
pub(crate) async fn keys_have_a_longest(place: Place) {
    let key = |hash: usize, range: usize| {
        let hash = format!("{}{}", place.name(""), "h".repeat(hash - place.name("").len()));
        ItemKey::new(hash, "r".repeat(range))
    };
    place.must_write(put_of(&THINGS, &key(2048, 1024), attributes! { "a" => 1 })).await;
    assert_eq!(place.read(&THINGS, &key(2048, 1024)).await, Some(attributes! { "a" => 1 }));
    for long in [key(2049, 1), key(100, 1025)] {
        assert_eq!(refusal(place.write(put_of(&THINGS, &long, attributes! {})).await), "store.key_too_long");
        assert_eq!(refusal(place.write(Update::raw(&THINGS, long.clone()).set("a", 1)).await), "store.key_too_long");
        assert_eq!(refusal(place.store().get(&Get::new(&THINGS, long.clone()), NOW).await), "store.key_too_long");
    }
    // Bytes, not characters.
    let wide = ItemKey::new(place.name("w"), "着".repeat(342));
    assert_eq!(refusal(place.write(put_of(&THINGS, &wide, attributes! {})).await), "store.key_too_long");
}

/// The keys of an index have the same limits.
pub(crate) async fn index_keys_have_a_longest(place: Place) {
    let email = |bytes: usize| format!("{}{}", place.name(""), "m".repeat(bytes - place.name("").len()));
    place.put_thing("l", "x", attributes! { "email" => email(2048), "stateSk" => "s".repeat(1024) }).await;
    let query = chabudai_kernel::op::Query::index(&THINGS, &BY_EMAIL, crate::place::named("email", email(2048)));
    assert_eq!(place.all(query).await.len(), 1);
    assert_eq!(place.sorts_by(&BY_STATE, "l").await, ["x"]);
    let long = [attributes! { "email" => email(2049) }, attributes! { "stateSk" => "s".repeat(1025) }];
    for attributes in long {
        assert_eq!(refusal(place.write(place.put_of_thing("l", "y", attributes.clone())).await), "store.key_too_long");
        let (name, value) = attributes.into_iter().next().expect("one attribute");
        is_invalid(place.write(Update::raw(&THINGS, place.thing("l", "x")).set(attr(name), value)).await);
    }
    let left = place.read_thing("l", "x").await.expect("the item is there");
    assert_eq!(left["stateSk"].as_str().map(str::len), Some(1024));
}

/// A key is neither empty nor of another type nor half there.
pub(crate) async fn keys_are_whole(place: Place) {
    let put = async |key: ItemKey| {
        let item = Item::from_attributes(&key_attributes(&THINGS, &key));
        refusal(place.write(Put { table: &THINGS, key, item, condition: None, return_old: false }).await)
    };
    assert_eq!(put(ItemKey::new("", "a")).await, "store.key_empty");
    assert_eq!(put(ItemKey::new(place.name("k"), "")).await, "store.key_empty");
    assert_eq!(put(ItemKey::new(place.name("k"), n("1"))).await, "store.key_type");
    assert_eq!(put(ItemKey::hash_only(place.name("k"))).await, "store.key_missing");
    let get = async |table, key| refusal(place.store().get(&Get::new(table, key), NOW).await);
    assert_eq!(get(&NUMBERED, ItemKey::hash_only("1")).await, "store.key_type");
    assert_eq!(get(&NUMBERED, ItemKey::new(n("1"), "a")).await, "store.key_type");
    assert_eq!(get(&THINGS, ItemKey::hash_only(place.name("k"))).await, "store.key_missing");
    let without = Item::from_attributes(&attributes! { "PK" => place.name("k") });
    assert_eq!(Put::item(&THINGS, without).map(drop).map_err(|error| refusal::<()>(Err(error))), Err("store.key_missing"));
}

/// Index keys are not empty and of their type; an item that breaks this is refused as a whole.
pub(crate) async fn index_keys_are_whole(place: Place) {
    place.put_thing("l", "x", attributes! { "owner" => place.name("o"), "rank" => 1, "daySk" => "d", "email" => "e" }).await;
    let before = place.read_thing("l", "x").await;
    let wrong: [(&'static str, Value, &str); 7] = [
        ("daySk", "".into(), "store.key_empty"),
        ("email", "".into(), "store.key_empty"),
        ("rank", "1".into(), "store.key_type"),
        ("owner", 1.into(), "store.key_type"),
        ("owner", Value::Null, "store.key_type"),
        ("email", Value::L(vec![]), "store.key_type"),
        ("daySk", true.into(), "store.key_type"),
    ];
    for (name, value, code) in wrong {
        let put = place.put_of_thing("l", "y", Attributes::from([(name.to_owned(), value.clone())]));
        assert_eq!(refusal(place.write(put).await), code, "{name} = {value:?}");
        is_invalid(place.write(Update::raw(&THINGS, place.thing("l", "x")).set(name, value.clone())).await);
        is_invalid(place.write(Update::raw(&THINGS, place.thing("l", "new")).set(name, value)).await);
    }
    is_invalid(place.write(Update::raw(&THINGS, place.thing("l", "x")).append("never", vec![]).set("rank", Value::L(vec![]))).await);
    assert_eq!(place.read_thing("l", "x").await, before);
    assert_eq!(place.read_thing("l", "new").await, None);
}

/// A set has a member; texts, lists, maps and bytes may be empty.
pub(crate) async fn a_set_is_never_empty(place: Place) {
    let empty = || Value::Ss(BTreeSet::new());
    for value in [empty(), Value::L(vec![empty()]), attributes! { "inner" => Value::Ns(BTreeSet::new()) }.into()] {
        let put = place.put_of_thing("l", "x", attributes! { "set" => value });
        assert_eq!(refusal(place.write(put).await), "store.empty_set");
    }
    let fine = attributes! { "text" => "", "bytes" => Value::B(vec![]), "list" => Value::L(vec![]), "map" => attributes! {}, "set" => Value::Ss(BTreeSet::from([String::new()])) };
    place.put_thing("l", "x", fine.clone()).await;
    assert_eq!(place.read_thing("l", "x").await, Some(fine));
}

fn nested(levels: usize) -> Value {
    (0..levels).fold(Value::from("leaf"), |inner, _| attributes! { "d" => inner }.into())
}

/// Lists and maps nest 31 deep around a value, an update's result too.
pub(crate) async fn nesting_has_a_deepest(place: Place) {
    place.put_thing("l", "x", attributes! { "deep" => nested(31) }).await;
    assert_eq!(place.read_thing("l", "x").await, Some(attributes! { "deep" => nested(31) }));
    let put = place.put_of_thing("l", "y", attributes! { "deep" => nested(32) });
    assert_eq!(refusal(place.write(put).await), "store.too_deep");
    let update = || Update::raw(&THINGS, place.thing("l", "x"));
    assert_eq!(refusal(place.write(update().set("other", nested(32))).await), "store.too_deep");
    let bottom = |levels: usize| (0..levels).fold(attr("deep"), |path: Path, _| path.dot("d"));
    place.must_write(update().set(bottom(31), "new leaf")).await;
    is_invalid(place.write(update().set(bottom(31), nested(1))).await);
}

/// Every type of value comes back as it went in.
pub(crate) async fn every_value_comes_back(place: Place) {
    let all = attributes! {
        "text" => "着物 👘 \u{0} \u{10ffff}", "number" => n("-1.5E-100"), "bytes" => Value::B((0..=255).collect()), "yes" => true, "no" => false,
        "nothing" => Value::Null, "words" => Value::Ss(BTreeSet::from(["b".to_owned(), "a".to_owned(), String::new()])),
        "numbers" => Value::Ns(BTreeSet::from([n("10"), n("9"), n("-1")])), "blobs" => Value::Bs(BTreeSet::from([vec![0, 1], vec![]])),
        "list" => Value::L(vec![Value::Null, attributes! { " " => 1 }.into(), Value::L(vec![])]), "名前" => "names too", "a.b" => 1, "a[0]" => 2, "#a" => 3, ":v" => 4,
    };
    place.put_thing("l", "x", all.clone()).await;
    assert_eq!(place.read_thing("l", "x").await, Some(all.clone()));
    let update = Update::raw(&THINGS, place.thing("l", "y"));
    let update = all.iter().fold(update, |update, (name, value)| update.set(attr(name.clone()), value.clone()));
    place.must_write(update.only_if(attr("a.b").absent().and(attr("名前").ne(1)))).await;
    assert_eq!(place.read_thing("l", "y").await, Some(all));
}

/// An attribute has a name, at the top and within maps.
pub(crate) async fn a_name_is_never_empty(place: Place) {
    for attributes in [attributes! { "" => 1 }, attributes! { "map" => attributes! { "" => 1 } }] {
        is_invalid(place.write(place.put_of_thing("l", "x", attributes)).await);
    }
    is_invalid(place.write(Update::raw(&THINGS, place.thing("l", "x")).set("", 1)).await);
    is_invalid(place.write(Update::raw(&THINGS, place.thing("l", "x")).set("map", attributes! { "" => 1 })).await);
    assert_eq!(place.read_thing("l", "x").await, None);
}
