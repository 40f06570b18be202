//! Projections: what an index holds, and what a read asks for.

use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{BatchGet, Get, Query, Scan, TransactGet};
use chabudai_kernel::value::{Attributes, Value};

use crate::place::{NOW, Place, all_of, attributes, attributes_of, key_attributes, refusal};
use crate::tables::{BY_EMAIL, CARDS, OPEN, THINGS};

fn card(place: &Place) -> Attributes {
    attributes! {
        "openPk" => place.name("open"), "openSk" => "1", "cardPk" => place.name("cards"), "cardSk" => "2", "email" => place.name("mail"),
        "title" => "A title", "body" => "A body",
    }
}

/// Keys only; keys and some attributes; everything.
pub(crate) async fn an_index_holds_its_projection(place: Place) {
    place.put_thing("p", "x", card(&place)).await;
    let key = key_attributes(&THINGS, &place.thing("p", "x"));
    let with_key = |mut attributes: Attributes| {
        attributes.extend(key.clone());
        vec![attributes]
    };
    let open = place.all(place.things_by(&OPEN, "open")).await;
    assert_eq!(open, with_key(attributes! { "openPk" => place.name("open"), "openSk" => "1" }));
    let cards = place.all(place.things_by(&CARDS, "cards")).await;
    // The price is in the projection too, and the item has none.
    assert_eq!(cards, with_key(attributes! { "cardPk" => place.name("cards"), "cardSk" => "2", "title" => "A title" }));
    assert_eq!(place.all(place.things_by(&BY_EMAIL, "mail")).await, with_key(card(&place)));
}

/// A filter sees what the index holds, and nothing else.
pub(crate) async fn a_filter_sees_what_the_index_holds(place: Place) {
    place.put_thing("p", "x", card(&place)).await;
    let count = async |query: Query| place.page(&query).await.count;
    assert_eq!(count(place.things_by(&CARDS, "cards").filter(attr("title").eq("A title"))).await, 1);
    assert_eq!(count(place.things_by(&CARDS, "cards").filter(attr("title").eq("Another"))).await, 0);
    assert_eq!(count(place.things_by(&OPEN, "open").filter(attr("SK").eq("x"))).await, 1);
}

fn nested() -> Attributes {
    attributes! {
        "a" => 1,
        "b" => "two",
        "map" => attributes! { "x" => 1, "y" => attributes! { "z" => 2, "other" => 3 }, "dotted.name" => 4 },
        "list" => Value::L(vec!["zero".into(), attributes! { "p" => 1, "q" => 2 }.into(), "two".into(), "three".into()]),
    }
}

/// Attributes, and values within them.
pub(crate) async fn a_get_gives_what_it_asks_for(place: Place) {
    place.put_thing("p", "x", nested()).await;
    let get = async |paths: Vec<chabudai_kernel::expr::Path>| {
        let op = Get::new(&THINGS, place.thing("p", "x")).only(paths);
        place.store().get(&op, NOW).await.expect("a get").value.map(|item| attributes_of(&item))
    };
    assert_eq!(get(vec![attr("a"), attr("b")]).await, Some(attributes! { "a" => 1, "b" => "two" }));
    assert_eq!(get(vec![attr("a"), attr("SK"), attr("never")]).await, Some(attributes! { "a" => 1, "SK" => "x" }));
    let z = attributes! { "map" => attributes! { "y" => attributes! { "z" => 2 } } };
    assert_eq!(get(vec![attr("map").dot("y").dot("z")]).await, Some(z));
    let two = attributes! { "map" => attributes! { "x" => 1, "dotted.name" => 4 } };
    assert_eq!(get(vec![attr("map").dot("x"), attr("map").dot("dotted.name"), attr("map").dot("never")]).await, Some(two));
    assert_eq!(get(vec![attr("list").at(2)]).await, Some(attributes! { "list" => vec!["two"] }));
    assert_eq!(get(vec![attr("list").at(3), attr("list").at(0)]).await, Some(attributes! { "list" => vec!["zero", "three"] }));
    let q = attributes! { "list" => Value::L(vec![attributes! { "q" => 2 }.into()]) };
    assert_eq!(get(vec![attr("list").at(1).dot("q")]).await, Some(q));
    assert_eq!(
        get(vec![attr("never"), attr("map").dot("none"), attr("list").at(9), attr("a").dot("b")]).await,
        Some(Attributes::new()),
        "there, but empty"
    );
    let missing = Get::new(&THINGS, place.thing("p", "y")).only([attr("a")]);
    assert_eq!(place.store().get(&missing, NOW).await.expect("a get").value, None);
}

/// Every read takes a projection.
pub(crate) async fn every_read_takes_a_projection(place: Place) {
    place.put_thing("p", "x", nested()).await;
    let paths = [attr("a"), attr("map").dot("x")];
    let expected = attributes! { "a" => 1, "map" => attributes! { "x" => 1 } };

    let page = place.page(&place.things("p").only(paths.clone()).filter(attr("b").eq("two"))).await;
    assert_eq!(all_of(&page.items), std::slice::from_ref(&expected), "the filter sees what is not asked for");

    let get = Get::new(&THINGS, place.thing("p", "x")).only(paths.clone());
    let got = place.store().transact_get(&TransactGet { gets: vec![get] }, NOW).await.expect("a read").value;
    assert_eq!(got.iter().flatten().map(attributes_of).collect::<Vec<_>>(), std::slice::from_ref(&expected));

    let batch = BatchGet { keys: vec![(&THINGS, place.thing("p", "x"))], consistent: true, projection: paths.to_vec() };
    let got = place.store().batch_get(&batch, NOW).await.expect("a batch").value;
    assert_eq!(got.items.iter().map(|(_, item)| attributes_of(item)).collect::<Vec<_>>(), std::slice::from_ref(&expected));

    let mut scan = Scan { filter: Some(attr("PK").eq(place.name("p"))), projection: paths.to_vec(), ..Scan::of(&THINGS) };
    let mut found = Vec::new();
    loop {
        let page = place.store().scan(&scan, NOW).await.expect("a scan").value;
        found.extend(all_of(&page.items));
        match page.next {
            Some(next) => scan.after = Some(next),
            None => break,
        }
    }
    assert_eq!(found, [expected]);
}

/// A page of parts says where the next begins, though the parts do not hold the keys.
pub(crate) async fn a_page_of_parts_has_a_position(place: Place) {
    for sort in ["1", "2", "3"] {
        place.put_thing("p", sort, attributes! { "a" => sort }).await;
    }
    let page = place.page(&place.things("p").only([attr("a")]).limit(2)).await;
    let rest = place.page(&place.things("p").only([attr("a")]).after(page.next)).await;
    assert_eq!(all_of(&rest.items), [attributes! { "a" => "3" }]);
}

/// One path twice, or a path within another, is refused.
pub(crate) async fn overlapping_projections_are_refused(place: Place) {
    for paths in [vec![attr("a"), attr("a")], vec![attr("map"), attr("map").dot("x")], vec![attr("m").dot("x"), attr("m").at(0)]] {
        let op = Get::new(&THINGS, place.thing("p", "x")).only(paths.clone());
        assert_eq!(refusal(place.store().get(&op, NOW).await), "store.projection", "{paths:?}");
        let op = place.things("p").only(paths.clone());
        assert_eq!(refusal(place.store().query(&op, NOW).await), "store.projection", "{paths:?}");
    }
}
