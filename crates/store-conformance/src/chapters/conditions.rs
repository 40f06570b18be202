//! Conditions: every kind, on attributes at the top and deep within, on items that are there and on items that are not.

use std::collections::BTreeSet;

use chabudai_kernel::expr::{Comparison, Condition, Operand, attr};
use chabudai_kernel::op::{Delete, Update};
use chabudai_kernel::value::{Attributes, Value};

use crate::place::{NOW, Place, attributes, key_attributes, met, n, refusal};
use crate::tables::THINGS;

fn sample() -> Attributes {
    let map = attributes! { "inner" => attributes! { "deep" => 7 }, "dotted.name" => 1, "text" => "x" };
    attributes! {
        "text" => "kimono 着物👘",
        "empty" => "",
        "number" => 5,
        "negative" => -3,
        "big" => n("12345678901234567890123456789012345678"),
        "bytes" => Value::B(vec![1, 2, 3, 255]),
        "yes" => true,
        "nothing" => Value::Null,
        "list" => Value::L(vec!["a".into(), 1.into(), vec!["b"].into()]),
        "map" => map,
        "words" => Value::Ss(BTreeSet::from(["a".to_owned(), "b".to_owned()])),
        "numbers" => Value::Ns(BTreeSet::from([n("1"), n("2.50")])),
        "blobs" => Value::Bs(BTreeSet::from([vec![1], vec![2]])),
    }
}

fn path(name: &'static str) -> Operand {
    Operand::Path(attr(name))
}

fn words(words: &[&str]) -> Value {
    Value::Ss(words.iter().map(ToString::to_string).collect())
}

/// Conditions that hold of the sample.
fn true_of_sample() -> Vec<Condition> {
    let presence = [
        attr("text").exists(),
        attr("nothing").exists(),
        attr("empty").exists(),
        attr("missing").absent(),
        attr("map").dot("inner").dot("deep").exists(),
        attr("map").dot("dotted.name").exists(),
        attr("map.inner").absent(),
        attr("map").dot("none").absent(),
        attr("list").at(2).at(0).exists(),
        attr("list").at(3).absent(),
        attr("list").dot("a").absent(),
        attr("text").dot("inner").absent(),
        attr("map").at(0).absent(),
    ];
    let equality = [
        attr("text").eq("kimono 着物👘"),
        attr("empty").eq(""),
        attr("number").eq(n("5.0")),
        attr("big").eq(n("12345678901234567890123456789012345678")),
        attr("big").ne(n("12345678901234567890123456789012345679")),
        attr("bytes").eq(Value::B(vec![1, 2, 3, 255])),
        attr("yes").eq(true),
        attr("yes").ne(false),
        attr("nothing").eq(Value::Null),
        attr("list").eq(Value::L(vec!["a".into(), 1.into(), vec!["b"].into()])),
        attr("list").at(1).eq(1),
        attr("map").dot("inner").eq(attributes! { "deep" => 7 }),
        attr("words").eq(words(&["b", "a"])),
        attr("words").ne(words(&["a"])),
        attr("numbers").eq(Value::Ns(BTreeSet::from([n("2.5"), n("1")]))),
        attr("number").ne("5"),
        attr("missing").ne(5),
        attr("number").gt(path("negative")),
        attr("number").ne(path("missing")),
    ];
    let order = [
        attr("number").lt(n("5.0000000000000000000000000000000000001")),
        attr("number").le(5),
        attr("number").ge(5),
        attr("negative").lt(-2),
        attr("negative").gt(-4),
        attr("text").gt("Z"),
        attr("text").lt("kimono 着物𠮷"),
        attr("bytes").lt(Value::B(vec![1, 2, 4])),
        attr("bytes").gt(Value::B(vec![1, 2, 3])),
        attr("number").between(5, 6),
        attr("number").between(4, 5),
        attr("text").between("a", "z"),
        attr("number").between(path("negative"), path("big")),
        attr("number").one_of([1, 5]),
        attr("number").one_of((0..100).map(|i| Value::from(i - 90))),
        attr("list").at(0).one_of(["a"]),
        attr("number").lt("9").not(),
        attr("number").gt("1").not(),
        attr("yes").eq(1).not(),
    ];
    let parts = [
        attr("text").begins_with("kimono 着"),
        attr("bytes").begins_with(Value::B(vec![1, 2])),
        attr("number").begins_with("5").not(),
        attr("text").contains("着"),
        attr("bytes").contains(Value::B(vec![3, 255])),
        attr("list").contains("a"),
        attr("list").contains(1),
        attr("list").contains(vec!["b"]),
        attr("list").contains("b").not(),
        attr("words").contains("b"),
        attr("words").contains("c").not(),
        attr("numbers").contains(n("2.5")),
        attr("blobs").contains(Value::B(vec![2])),
        attr("number").contains(5).not(),
        attr("map").contains("inner").not(),
        attr("words").contains(Operand::Path(attr("list").at(0))),
    ];
    let is = Comparison::Equal;
    let sizes = [
        // Counted in UTF-16 units: the last character is two of them.
        attr("text").size().compare(is, 11),
        attr("bytes").size().compare(is, 4),
        attr("list").size().compare(is, 3),
        attr("map").size().compare(is, 3),
        attr("words").size().compare(Comparison::Less, 3),
        attr("empty").size().compare(is, 0),
        attr("number").size().compare(Comparison::GreaterOrEqual, 0).not(),
        attr("missing").size().compare(Comparison::GreaterOrEqual, 0).not(),
        attr("list").size().compare(Comparison::Greater, attr("list").at(1).size()).not(),
    ];
    let joined = [
        attr("number").eq(5).and(attr("yes").eq(true)).and(attr("missing").absent()),
        attr("number").eq(6).or(attr("yes").eq(true)),
        attr("number").eq(6).or(attr("number").eq(7)).or(attr("number").eq(5)),
        attr("number").eq(6).or(attr("yes").eq(true)).and(attr("negative").lt(0)),
        attr("negative").lt(0).and(attr("number").eq(6).or(attr("yes").eq(true).and(attr("nothing").exists()))),
        attr("number").eq(6).and(attr("yes").eq(true)).not(),
        attr("number").eq(5).not().not(),
        Condition::All(vec![attr("number").eq(5)]),
        Condition::Any(vec![Condition::All(vec![attr("number").eq(5)])]),
        Condition::Not(Box::new(Condition::Any(vec![attr("number").eq(6)]))),
    ];
    [presence.as_slice(), &equality, &order, &parts, &sizes, &joined].concat()
}

/// A condition and its opposite, in a write.
pub(crate) async fn every_kind_decides_a_write(place: Place) {
    let put = place.put_of_thing("c", "sample", sample());
    place.must_write(put.clone()).await;
    for condition in true_of_sample() {
        place.must_write(put.clone().only_if(condition.clone())).await;
        let opposite = condition.not();
        let refused = place.write(put.clone().only_if(opposite.clone())).await;
        let found = met(refused);
        assert_eq!(found.as_ref(), Some(&put.item.view().to_attributes().unwrap()), "{opposite:?} hands back the item that it met");
    }
}

/// The same conditions as filters.
pub(crate) async fn every_kind_filters_a_query(place: Place) {
    place.put_thing("c", "sample", sample()).await;
    for condition in true_of_sample() {
        let kept = place.page(&place.things("c").filter(condition.clone())).await;
        assert_eq!((kept.count, kept.scanned), (1, 1), "{condition:?} keeps the item");
        let left = place.page(&place.things("c").filter(condition.clone().not())).await;
        assert_eq!((left.count, left.scanned, left.items.len()), (0, 1, 0), "not {condition:?} leaves the item out");
    }
}

/// What holds of no item at all.
pub(crate) async fn an_absent_item_has_no_attributes(place: Place) {
    let holds = [
        attr("PK").absent(),
        attr("a").absent(),
        attr("a").dot("b").absent(),
        attr("a").ne(1),
        attr("a").exists().not(),
        attr("a").eq(1).not(),
        attr("a").lt(1).or(attr("b").absent()),
    ];
    for condition in holds {
        let delete = Delete::new(&THINGS, place.thing("absent", "x")).only_if(condition.clone());
        assert_eq!(place.write(delete).await, Ok(None), "{condition:?}");
    }
    let fails = [
        attr("PK").exists(),
        attr("a").eq(1),
        attr("a").lt(1),
        attr("a").ge(1),
        attr("a").between(0, 2),
        attr("a").one_of([1]),
        attr("a").begins_with(""),
        attr("a").contains("a"),
        attr("a").size().compare(Comparison::Less, 9),
    ];
    for condition in fails {
        let put = place.put_of_thing("absent", "x", Attributes::new()).only_if(condition.clone());
        assert_eq!(met(place.write(put).await), None, "{condition:?} met no item");
    }
    assert_eq!(place.read_thing("absent", "x").await, None);
}

/// Create once, change and remove only what is there.
pub(crate) async fn presence_guards_writes(place: Place) {
    let key = place.thing("g", "x");
    assert_eq!(met(place.write(Update::raw(&THINGS, key.clone()).set("a", 1).if_exists()).await), None);
    assert_eq!(met(place.write(Delete::new(&THINGS, key.clone()).if_exists()).await), None);
    assert_eq!(place.read_thing("g", "x").await, None);

    place.must_write(place.put_of_thing("g", "x", attributes! { "a" => 1 }).if_absent()).await;
    let again = place.write(place.put_of_thing("g", "x", attributes! { "a" => 2 }).if_absent()).await;
    let mut whole = attributes! { "a" => 1 };
    whole.extend(key_attributes(&THINGS, &key));
    assert_eq!(met(again), Some(whole.clone()));

    place.must_write(Update::raw(&THINGS, key.clone()).set("a", 3).if_exists()).await;
    assert_eq!(place.read_thing("g", "x").await, Some(attributes! { "a" => 3 }));
    place.must_write(Delete::new(&THINGS, key).if_exists()).await;
    assert_eq!(place.read_thing("g", "x").await, None);
}

/// A write whose condition fails changes nothing.
pub(crate) async fn a_failed_condition_changes_nothing(place: Place) {
    let key = place.thing("n", "x");
    place.put_thing("n", "x", attributes! { "rev" => 1, "owner" => place.name("o"), "rank" => 1 }).await;
    let stale = attr("rev").eq(0);
    let before = place.read_thing("n", "x").await;
    met(place.write(Update::raw(&THINGS, key.clone()).add("rev", 1).set("rank", 9).only_if(stale.clone())).await);
    met(place.write(Delete::new(&THINGS, key.clone()).only_if(stale.clone()).returning_old()).await);
    met(place.write(place.put_of_thing("n", "x", Attributes::new()).only_if(stale).returning_old()).await);
    assert_eq!(place.read_thing("n", "x").await, before);
    let by_rank = place.all(place.things_by(&crate::tables::BY_RANK, "o")).await;
    assert_eq!(by_rank.len(), 1);
    assert_eq!(by_rank[0]["rank"], 1.into());
}

/// What DynamoDB refuses whatever the item, in the same words on every store.
pub(crate) async fn senseless_conditions_are_refused(place: Place) {
    place.put_thing("r", "x", sample()).await;
    let senseless = [
        attr("yes").lt(true),
        attr("list").ge(Value::L(vec![])),
        attr("number").between(2, 1),
        attr("number").between(1, "2"),
        attr("number").one_of(Vec::<Value>::new()),
        attr("number").one_of((0..101).map(Value::from)),
        attr("number").begins_with(1),
        attr("number").eq(path("number")),
        attr("number").between(path("negative"), path("number")),
        attr("number").one_of([path("negative"), path("number")]),
        attr("map").dot("text").contains(Operand::Path(attr("map").dot("text"))),
        Condition::All(vec![]),
        Condition::Any(vec![]).not(),
    ];
    for condition in senseless {
        let delete = Delete::new(&THINGS, place.thing("r", "x")).only_if(condition.clone());
        assert_eq!(refusal(place.write(delete).await), "store.condition", "{condition:?}");
        let query = place.things("r").filter(condition.clone());
        assert_eq!(refusal(place.store().query(&query, NOW).await), "store.condition", "{condition:?}");
    }
    let filters = [place.things("r").filter(attr("SK").eq("x")), place.things("r").filter(attr("a").eq(1).or(attr("PK").exists()))];
    for query in filters {
        assert_eq!(refusal(place.store().query(&query, NOW).await), "store.filter_key", "a key is no filter");
    }
    assert_eq!(place.read_thing("r", "x").await, Some(sample()));
}
