//! Updates: every action, at the top and deep within; what cannot be done leaves the item as it was.

use std::collections::BTreeSet;

use chabudai_kernel::expr::attr;
use chabudai_kernel::op::Update;
use chabudai_kernel::value::{Attributes, Value};

use crate::place::{Place, attributes, key_attributes, n, refusal};
use crate::tables::{BY_EMAIL, THINGS};

fn update(place: &Place, sort: &str) -> Update {
    Update::raw(&THINGS, place.thing("u", sort))
}

fn words(words: &[&str]) -> Value {
    Value::Ss(words.iter().map(ToString::to_string).collect())
}

fn numbers(numbers: &[&str]) -> Value {
    Value::Ns(numbers.iter().map(|text| n(text)).collect())
}

async fn after(place: &Place, before: Attributes, change: impl FnOnce(Update) -> Update) -> Attributes {
    place.put_thing("u", "x", before).await;
    place.must_write(change(update(place, "x"))).await;
    place.read_thing("u", "x").await.expect("the item is there")
}

/// Set, set where absent, and remove.
pub(crate) async fn values_come_and_go(place: Place) {
    let changed = after(&place, attributes! { "a" => 1, "b" => "x", "c" => true }, |u| {
        u.set("a", "one").set("d", Value::Null).set_if_absent("b", "y").set_if_absent("e", 5).remove("c").remove("never")
    })
    .await;
    assert_eq!(changed, attributes! { "a" => "one", "b" => "x", "d" => Value::Null, "e" => 5 });
}

/// Numbers are added exactly; an absent one counts as nothing.
pub(crate) async fn numbers_are_added(place: Place) {
    let changed = after(&place, attributes! { "a" => 1, "b" => n("0.1"), "c" => 5 }, |u| {
        u.add("a", -3).add("b", n("0.2")).add("c", n("-5")).add("d", 7)
    })
    .await;
    assert_eq!(changed, attributes! { "a" => -2, "b" => n("0.3"), "c" => 0, "d" => 7 });
}

/// Members join and leave a set; an empty set goes away.
pub(crate) async fn sets_grow_and_shrink(place: Place) {
    let before = attributes! { "words" => words(&["a", "b"]), "numbers" => numbers(&["1", "2"]), "last" => words(&["z"]) };
    let changed = after(&place, before, |u| {
        u.add("words", words(&["b", "c"]))
            .delete_from_set("numbers", numbers(&["2.0", "9"]))
            .delete_from_set("last", words(&["z", "y"]))
            .delete_from_set("never", words(&["a"]))
            .add("fresh", Value::Bs(BTreeSet::from([vec![0], vec![255]])))
    })
    .await;
    let expected = attributes! {
        "words" => words(&["a", "b", "c"]), "numbers" => numbers(&["1"]), "fresh" => Value::Bs(BTreeSet::from([vec![0], vec![255]])),
    };
    assert_eq!(changed, expected);
}

/// Values join a list at either end; an absent one counts as empty.
pub(crate) async fn lists_grow_at_both_ends(place: Place) {
    let changed = after(&place, attributes! { "a" => vec![1, 2], "b" => vec![1] }, |u| {
        u.append("a", vec![3.into(), "four".into()]).prepend("b", vec![0.into()]).append("c", vec![1.into()]).prepend("d", vec![])
    })
    .await;
    let expected = attributes! {
        "a" => Value::L(vec![1.into(), 2.into(), 3.into(), "four".into()]), "b" => vec![0, 1], "c" => vec![1], "d" => Value::L(vec![]),
    };
    assert_eq!(changed, expected);
}

/// Within maps and lists.
pub(crate) async fn nested_values_change_in_place(place: Place) {
    let before = attributes! {
        "map" => attributes! { "a" => 1, "inner" => attributes! { "b" => 2, "set" => words(&["p", "q"]) } },
        "list" => Value::L(vec!["a".into(), attributes! { "c" => 3 }.into(), "z".into()]),
    };
    let changed = after(&place, before, |u| {
        u.set(attr("map").dot("a"), 10)
            .add(attr("map").dot("inner").dot("b"), 5)
            .set(attr("map").dot("inner").dot("dotted.name"), true)
            .set_if_absent(attr("map").dot("fresh"), "new")
            .delete_from_set(attr("map").dot("inner").dot("set"), words(&["p"]))
            .set(attr("list").at(0), "first")
            .set(attr("list").at(1).dot("c"), 4)
            .append(attr("list").at(1).dot("tags"), vec!["t".into()])
    })
    .await;
    let inner = attributes! { "b" => 7, "dotted.name" => true, "set" => words(&["q"]) };
    let expected = attributes! {
        "map" => attributes! { "a" => 10, "inner" => inner, "fresh" => "new" },
        "list" => Value::L(vec!["first".into(), attributes! { "c" => 4, "tags" => vec!["t"] }.into(), "z".into()]),
    };
    assert_eq!(changed, expected);

    let changed = after(&place, expected, |u| u.remove(attr("map").dot("inner").dot("b")).remove(attr("map").dot("never"))).await;
    assert_eq!(
        changed["map"],
        attributes! { "a" => 10, "inner" => attributes! { "dotted.name" => true, "set" => words(&["q"]) }, "fresh" => "new" }.into()
    );
}

/// Positions are those of the list as it was, and behind its end there is always room for one more.
pub(crate) async fn list_positions_are_those_before_the_update(place: Place) {
    let letters = || attributes! { "l" => vec!["a", "b", "c", "d"] };
    let changed = after(&place, letters(), |u| u.remove(attr("l").at(0)).remove(attr("l").at(2))).await;
    assert_eq!(changed["l"], vec!["b", "d"].into());
    let changed = after(&place, letters(), |u| u.remove(attr("l").at(0)).set(attr("l").at(1), "B").remove(attr("l").at(9))).await;
    assert_eq!(changed["l"], vec!["B", "c", "d"].into());
    let changed = after(&place, letters(), |u| u.set(attr("l").at(9), "later").set(attr("l").at(7), "sooner")).await;
    assert_eq!(changed["l"], vec!["a", "b", "c", "d", "sooner", "later"].into());
    let changed = after(&place, letters(), |u| u.set(attr("l").at(9), "new").remove(attr("l").at(4))).await;
    assert_eq!(changed["l"], vec!["a", "b", "c", "d", "new"].into(), "there was nothing to remove at 4 before");
}

/// What comes back: nothing, the old state, the new state.
pub(crate) async fn an_update_hands_back_what_is_asked_for(place: Place) {
    let key = key_attributes(&THINGS, &place.thing("u", "x"));
    let with_key = |mut attributes: Attributes| {
        attributes.extend(key.clone());
        Some(attributes)
    };
    assert_eq!(place.must_write(update(&place, "x").set("a", 1).returning_old()).await, None, "nothing was there before");
    assert_eq!(place.must_write(update(&place, "x").add("a", 1).returning_new()).await, with_key(attributes! { "a" => 2 }));
    assert_eq!(place.must_write(update(&place, "x").add("a", 1).returning_old()).await, with_key(attributes! { "a" => 2 }));
    assert_eq!(place.must_write(update(&place, "x").add("a", 1)).await, None);
    assert_eq!(place.read_thing("u", "x").await, Some(attributes! { "a" => 4 }));
}

/// An update of what is not there makes it, with nothing but its key if need be.
pub(crate) async fn an_absent_item_comes_into_being(place: Place) {
    let email = place.name("mail");
    place.must_write(update(&place, "made").add("n", 2).append("l", vec![1.into()]).set("email", email.clone())).await;
    assert_eq!(place.read_thing("u", "made").await, Some(attributes! { "n" => 2, "l" => vec![1], "email" => email }));
    assert_eq!(place.sorts_by(&BY_EMAIL, "mail").await, ["made"]);

    let whole = place.must_write(update(&place, "bare").remove("a").returning_new()).await;
    assert_eq!(whole, Some(key_attributes(&THINGS, &place.thing("u", "bare"))));
    assert_eq!(place.read_thing("u", "bare").await, Some(Attributes::new()));
}

/// What the item's own values forbid: the update is refused and the item stays.
pub(crate) async fn what_does_not_fit_changes_nothing(place: Place) {
    let before = attributes! {
        "text" => "t", "number" => 1, "list" => vec![1], "words" => words(&["a"]), "map" => attributes! { "a" => 1 }, "nothing" => Value::Null,
    };
    place.put_thing("u", "x", before.clone()).await;
    let u = || update(&place, "x").set("number", 99);
    let unfit = [
        u().add("text", 1),
        u().add("nothing", 1),
        u().add("list", words(&["a"])),
        u().add("words", numbers(&["1"])),
        u().add("words", 1),
        u().delete_from_set("words", numbers(&["1"])),
        u().delete_from_set("text", words(&["t"])),
        u().append("text", vec![1.into()]),
        u().prepend("map", vec![1.into()]),
        u().append("words", vec!["b".into()]),
        u().set(attr("never").dot("a"), 1),
        u().set(attr("text").dot("a"), 1),
        u().set(attr("list").dot("a"), 1),
        u().set(attr("map").at(0), 1),
        u().set(attr("map").dot("never").dot("a"), 1),
        u().set_if_absent(attr("never").dot("a"), 1),
        u().append(attr("never").dot("a"), vec![1.into()]),
        u().add(attr("never").dot("a"), 1),
        u().remove(attr("never").dot("a")),
        u().delete_from_set(attr("never").dot("a"), words(&["a"])),
        u().remove(attr("text").dot("a")),
        u().remove(attr("map").at(0)),
    ];
    for op in unfit {
        let actions = op.actions.clone();
        let result = place.write(op).await;
        assert!(matches!(result, Err(chabudai_kernel::store::StoreError::Invalid { .. })), "{actions:?} is refused, not {result:?}");
        assert_eq!(place.read_thing("u", "x").await.as_ref(), Some(&before), "{actions:?} changes nothing");
    }
    let made = update(&place, "fresh").set(attr("never").dot("a"), 1);
    refusal(place.write(made).await);
    assert_eq!(place.read_thing("u", "fresh").await, None);
}

/// What DynamoDB refuses whatever the item.
pub(crate) async fn senseless_updates_are_refused(place: Place) {
    let u = || update(&place, "x");
    let senseless = [
        u().set("a", 1).set("a", 2),
        u().set("a", 1).remove(attr("a").dot("b")),
        u().set(attr("a").at(1), 1).add(attr("a").at(1).dot("b"), 1),
        u().set(attr("a").dot("b"), 1).set(attr("a").at(0), 1),
        u().add("a", "text"),
        u().delete_from_set("a", 1),
    ];
    for op in senseless {
        assert_eq!(refusal(place.write(op.clone()).await), "store.update", "{:?}", op.actions);
    }
    assert_eq!(refusal(place.write(u()).await), "store.update_empty");
    assert_eq!(refusal(place.write(u().set("SK", "y")).await), "store.key_update");
    assert_eq!(refusal(place.write(u().remove("PK")).await), "store.key_update");
    assert_eq!(refusal(place.write(u().set("a", Value::Ss(BTreeSet::new()))).await), "store.empty_set");
    assert_eq!(refusal(place.write(u().add("a", Value::Ns(BTreeSet::new()))).await), "store.empty_set");
    assert_eq!(place.read_thing("u", "x").await, None);
}
