//! Indexes: an item is in an index while it has all its key attributes, and moves when one of them changes.

use chabudai_kernel::op::{BatchWrite, Delete, Scan, Update};

use crate::place::{NOW, Place, all_of, attributes, put_of, texts};
use crate::tables::{BY_DAY, BY_EMAIL, BY_RANK, BY_STATE, NUMBERED, OPEN, THINGS};

/// With both keys it is in, with one it is not.
pub(crate) async fn an_index_holds_what_has_all_its_keys(place: Place) {
    place.put_thing("s", "both", attributes! { "openPk" => place.name("o"), "openSk" => "1" }).await;
    place.put_thing("s", "hash", attributes! { "openPk" => place.name("o") }).await;
    place.put_thing("s", "range", attributes! { "openSk" => "1" }).await;
    place.put_thing("s", "none", attributes! {}).await;
    assert_eq!(place.sorts_by(&OPEN, "o").await, ["both"]);
    assert_eq!(texts("SK", &place.all(place.things("s")).await), ["both", "hash", "none", "range"]);
}

/// An update brings an item in and takes it out.
pub(crate) async fn an_update_brings_in_and_takes_out(place: Place) {
    let update = || Update::raw(&THINGS, place.thing("s", "x"));
    place.put_thing("s", "x", attributes! { "a" => 1 }).await;
    assert!(place.sorts_by(&BY_STATE, "s").await.is_empty());
    place.must_write(update().set("stateSk", "OPEN")).await;
    assert_eq!(place.sorts_by(&BY_STATE, "s").await, ["x"]);
    place.must_write(update().remove("stateSk")).await;
    assert!(place.sorts_by(&BY_STATE, "s").await.is_empty());
    assert_eq!(place.read_thing("s", "x").await, Some(attributes! { "a" => 1 }));
}

/// A put in place of an item, and a delete, leave no trace in any index.
pub(crate) async fn a_replaced_item_leaves_its_old_place(place: Place) {
    let everywhere = attributes! {
        "owner" => place.name("o"), "daySk" => "d", "rank" => 1, "stateSk" => "s", "openPk" => place.name("p"), "openSk" => "1",
        "email" => place.name("mail"),
    };
    place.put_thing("s", "x", everywhere.clone()).await;
    let places = [(&BY_DAY, "o"), (&BY_RANK, "o"), (&BY_STATE, "s"), (&OPEN, "p"), (&BY_EMAIL, "mail")];
    for (index, hash) in places {
        assert_eq!(place.sorts_by(index, hash).await, ["x"], "{}", index.name);
    }
    place.put_thing("s", "x", attributes! { "a" => 1 }).await;
    for (index, hash) in places {
        assert!(place.sorts_by(index, hash).await.is_empty(), "{}", index.name);
    }
    place.put_thing("s", "x", everywhere).await;
    place.must_write(Delete::new(&THINGS, place.thing("s", "x"))).await;
    for (index, hash) in places {
        assert!(place.sorts_by(index, hash).await.is_empty(), "{}", index.name);
    }
}

/// A changed key moves the item: within a partition, to another one, and in every index that shares the attribute.
pub(crate) async fn a_changed_key_moves_the_item(place: Place) {
    for (sort, rank) in [("a", 1), ("b", 2), ("c", 3)] {
        place.put_thing("s", sort, attributes! { "owner" => place.name("o1"), "rank" => rank, "daySk" => sort }).await;
    }
    let update = |sort| Update::raw(&THINGS, place.thing("s", sort));
    place.must_write(update("a").set("rank", 9)).await;
    assert_eq!(place.sorts_by(&BY_RANK, "o1").await, ["b", "c", "a"]);
    assert_eq!(place.sorts_by(&BY_DAY, "o1").await, ["a", "b", "c"]);
    place.must_write(update("b").set("owner", place.name("o2"))).await;
    assert_eq!(place.sorts_by(&BY_RANK, "o1").await, ["c", "a"]);
    assert_eq!(place.sorts_by(&BY_RANK, "o2").await, ["b"]);
    assert_eq!(place.sorts_by(&BY_DAY, "o1").await, ["a", "c"]);
    assert_eq!(place.sorts_by(&BY_DAY, "o2").await, ["b"]);
    place.must_write(update("c").remove("rank")).await;
    assert_eq!(place.sorts_by(&BY_RANK, "o1").await, ["a"]);
    assert_eq!(place.sorts_by(&BY_DAY, "o1").await, ["a", "c"]);
    place.must_write(update("a").add("rank", -20)).await;
    place.must_write(update("c").set("rank", 0)).await;
    assert_eq!(place.sorts_by(&BY_RANK, "o1").await, ["a", "c"]);
}

/// An attribute that is no key is up to date in the index as well.
pub(crate) async fn an_index_shows_the_item_as_it_is(place: Place) {
    place.put_thing("s", "x", attributes! { "email" => place.name("mail"), "n" => 1 }).await;
    place.must_write(Update::raw(&THINGS, place.thing("s", "x")).add("n", 1).set("more", "text")).await;
    let found = place.all(place.things_by(&BY_EMAIL, "mail")).await;
    assert_eq!(found.len(), 1);
    assert_eq!((&found[0]["n"], &found[0]["more"]), (&2.into(), &"text".into()));
}

/// Many items of one hash in an index without a sort key, from several partitions.
pub(crate) async fn an_index_without_a_sort_key_holds_many(place: Place) {
    for i in 0..5 {
        place.put_thing(&format!("s{i}"), "x", attributes! { "email" => place.name("mail"), "i" => i }).await;
    }
    let found = place.all(place.things_by(&BY_EMAIL, "mail")).await;
    let mut seen: Vec<_> = found.iter().map(|item| item["i"].as_number().expect("a number")).collect();
    seen.sort();
    assert_eq!(seen, [0, 1, 2, 3, 4].map(Into::into));
}

/// Batches and scans know the indexes too.
pub(crate) async fn batches_and_scans_know_the_indexes(place: Place) {
    let shelf =
        |v: u8| attributes! { "shelf" => place.name("s"), "digest" => chabudai_kernel::value::Value::B(vec![v]), "v" => i64::from(v) };
    let writes: Vec<_> = (0..3).map(|i| BatchWrite::Put(put_of(&NUMBERED, &place.numbered(i.into()), shelf(i)))).collect();
    place.store().batch_write(&writes, NOW).await.expect("a batch");
    let out = [BatchWrite::Put(put_of(&NUMBERED, &place.numbered(0), attributes! {})), BatchWrite::Delete(&NUMBERED, place.numbered(1))];
    place.store().batch_write(&out, NOW).await.expect("a batch");

    let mut scan = Scan { index: Some(&crate::tables::BY_DIGEST), ..Scan::of(&NUMBERED) };
    scan.filter = Some(chabudai_kernel::expr::attr("shelf").eq(place.name("s")));
    let mut found = Vec::new();
    loop {
        let page = place.store().scan(&scan, NOW).await.expect("a scan").value;
        found.extend(all_of(&page.items));
        match page.next {
            Some(next) => scan.after = Some(next),
            None => break,
        }
    }
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["v"], 2.into());
}
