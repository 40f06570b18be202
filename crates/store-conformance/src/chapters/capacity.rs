//! Capacity: what each call consumes, in the very figures that DynamoDB bills.

use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{BatchGet, BatchWrite, Check, Delete, Get, Put, Query, Transact, TransactGet, Update, Write};
use chabudai_kernel::store::Spent;
use chabudai_kernel::value::{Attributes, attributes_size};

use crate::place::{NOW, Place, attributes, key_attributes, put_of};
use crate::tables::{BY_DAY, OPEN, PAIRS, THINGS};

/// A put of an item of exactly so many bytes, with these attributes among them.
fn sized(place: &Place, sort: &str, bytes: usize, attributes: Attributes) -> Put {
    let key = place.thing("c", sort);
    let rest = attributes_size(&key_attributes(&THINGS, &key)) + attributes_size(&attributes) + "body".len();
    let mut whole = attributes! { "body" => "x".repeat(bytes - rest) };
    whole.extend(attributes);
    put_of(&THINGS, &key, whole)
}

/// An item that is in two indexes.
fn indexed(place: &Place) -> Attributes {
    attributes! { "owner" => place.name("o"), "daySk" => "d", "rank" => 1 }
}

async fn write_units(place: &Place, op: impl Into<Write>) -> f64 {
    let spent = place.store().write(&op.into(), NOW).await.expect("a write").spent;
    assert_eq!((spent.requests, spent.read_units), (1, 0.0));
    spent.write_units
}

async fn transact_units(place: &Place, writes: impl IntoIterator<Item = Write>) -> f64 {
    let spent = place.store().transact(&Transact::of(writes), NOW).await.expect("a transaction").spent;
    assert_eq!((spent.requests, spent.read_units), (1, 0.0));
    spent.write_units
}

fn reads(spent: Spent) -> f64 {
    assert_eq!((spent.requests, spent.write_units), (1, 0.0));
    spent.read_units
}

async fn query_units(place: &Place, query: Query) -> f64 {
    reads(place.store().query(&query, NOW).await.expect("a query").spent)
}

macro_rules! assert_units {
    ($units:expr, $expected:expr $(, $($words:tt)+)?) => {{
        let units: f64 = $units;
        assert!((units - $expected).abs() < 0.001, "{} units, not {units}{}", $expected, [$(format!(": {}", format!($($words)+)),)? String::new()][0]);
    }};
}

/// One unit per 4 KB read, half without consistency, the same for what is not there.
pub(crate) async fn gets(place: Place) {
    place.must_write(sized(&place, "4096", 4096, attributes! {})).await;
    place.must_write(sized(&place, "4097", 4097, attributes! {})).await;
    let units = async |sort: &str, consistent: bool| {
        let op = Get { consistent, ..Get::new(&THINGS, place.thing("c", sort)) };
        reads(place.store().get(&op, NOW).await.expect("a get").spent)
    };
    assert_units!(units("4096", true).await, 1.0);
    assert_units!(units("4096", false).await, 0.5);
    assert_units!(units("4097", true).await, 2.0);
    assert_units!(units("4097", false).await, 1.0);
    assert_units!(units("missing", true).await, 1.0);
    assert_units!(units("missing", false).await, 0.5);
    let narrow = Get::new(&THINGS, place.thing("c", "4097")).consistent().only([attr("SK")]);
    assert_units!(reads(place.store().get(&narrow, NOW).await.expect("a get").spent), 2.0, "a projection saves nothing");
}

/// A query rounds once, over all that it read.
pub(crate) async fn queries(place: Place) {
    for i in 0..10 {
        let keys =
            attributes! { "owner" => place.name("o"), "daySk" => i.to_string(), "openPk" => place.name("p"), "openSk" => i.to_string() };
        place.must_write(sized(&place, &i.to_string(), 1000, keys)).await;
    }
    let all = place.things("c");
    assert_units!(query_units(&place, all.clone().consistent()).await, 3.0, "10,000 bytes");
    assert_units!(query_units(&place, all.clone()).await, 1.5);
    assert_units!(query_units(&place, all.clone().limit(4)).await, 0.5, "4,000 bytes");
    assert_units!(query_units(&place, all.clone().limit(5)).await, 1.0, "5,000 bytes");
    assert_units!(query_units(&place, all.clone().filter(attr("body").eq("none"))).await, 1.5, "a filter saves nothing");
    assert_units!(query_units(&place, all.clone().only([attr("SK")])).await, 1.5, "a projection saves nothing");
    assert_units!(query_units(&place, Query { count_only: true, ..all }).await, 1.5, "counting saves nothing");
    assert_units!(query_units(&place, place.things("nobody")).await, 0.5);
    assert_units!(query_units(&place, place.things("nobody").consistent()).await, 1.0);
    assert_units!(query_units(&place, place.things_by(&BY_DAY, "o")).await, 1.5);
    assert_units!(query_units(&place, place.things_by(&OPEN, "p")).await, 0.5, "an index of keys is small");
}

/// One unit per KB of the larger of the two images.
pub(crate) async fn writes_of_the_table(place: Place) {
    assert_units!(write_units(&place, sized(&place, "x", 1024, attributes! {})).await, 1.0);
    assert_units!(write_units(&place, sized(&place, "x", 1025, attributes! {})).await, 2.0);
    assert_units!(write_units(&place, sized(&place, "x", 3500, attributes! {})).await, 4.0);
    assert_units!(write_units(&place, sized(&place, "x", 100, attributes! {})).await, 4.0, "it was larger before");
    assert_units!(write_units(&place, sized(&place, "x", 100, attributes! {}).returning_old()).await, 1.0);
    let update = || Update::raw(&THINGS, place.thing("c", "x"));
    assert_units!(write_units(&place, update().set("more", "y".repeat(1000))).await, 2.0);
    assert_units!(write_units(&place, update().remove("more").returning_new()).await, 2.0);
    assert_units!(write_units(&place, update().remove("never")).await, 1.0);
    assert_units!(write_units(&place, Delete::new(&THINGS, place.thing("c", "x"))).await, 1.0);
    assert_units!(write_units(&place, Delete::new(&THINGS, place.thing("c", "x"))).await, 1.0, "nothing was there");
    place.must_write(sized(&place, "x", 5000, attributes! {})).await;
    assert_units!(write_units(&place, Delete::new(&THINGS, place.thing("c", "x"))).await, 5.0);
    assert_units!(write_units(&place, Update::raw(&THINGS, place.thing("c", "new")).add("n", 1)).await, 1.0);
}

/// An index is billed for what changes in it: nothing, one image, or two when the item moves.
pub(crate) async fn writes_of_the_indexes(place: Place) {
    let put = |bytes| sized(&place, "x", bytes, indexed(&place));
    let update = || Update::raw(&THINGS, place.thing("c", "x"));
    assert_units!(write_units(&place, put(500)).await, 3.0, "one for the table, one for each index");
    assert_units!(write_units(&place, put(500)).await, 1.0, "the indexes hold the same as before");
    assert_units!(write_units(&place, update().set("a", 1)).await, 3.0);
    assert_units!(write_units(&place, update().set("rank", 2)).await, 4.0, "a move is two writes");
    assert_units!(write_units(&place, update().set("owner", place.name("o2"))).await, 5.0, "a move in both");
    assert_units!(write_units(&place, update().remove("rank")).await, 3.0, "out of one, changed in the other");
    assert_units!(write_units(&place, update().set("rank", 1)).await, 3.0, "and in again");
    assert_units!(write_units(&place, put(2000)).await, 8.0, "back to the first owner: 2 + (1 + 2) + (1 + 2)");
    assert_units!(write_units(&place, Delete::new(&THINGS, place.thing("c", "x"))).await, 6.0);
}

/// An index that holds a part is billed for the part.
pub(crate) async fn writes_of_partial_indexes(place: Place) {
    let update = |sort: &str| Update::raw(&THINGS, place.thing("c", sort));
    let keys = attributes! { "openPk" => place.name("p"), "openSk" => "1" };
    assert_units!(write_units(&place, sized(&place, "open", 3000, keys)).await, 4.0, "3 for the table, 1 for the keys");
    assert_units!(write_units(&place, update("open").set("a", 1)).await, 3.0, "the keys stay the same");
    let card = attributes! { "cardPk" => place.name("p"), "cardSk" => "1", "title" => "t" };
    assert_units!(write_units(&place, sized(&place, "card", 3000, card)).await, 4.0);
    assert_units!(write_units(&place, update("card").set("a", 1)).await, 3.0, "not in the projection");
    assert_units!(write_units(&place, update("card").set("price", 1)).await, 4.0, "in the projection");
}

/// The larger of the two parts is billed, also where the item as a whole hardly changes, and both where it moves.
pub(crate) async fn what_shrinks_in_a_partial_index(place: Place) {
    let update = || Update::raw(&THINGS, place.thing("c", "card"));
    let long = "t".repeat(2500);
    let card = attributes! { "cardPk" => place.name("p"), "cardSk" => "1", "title" => long.clone() };
    assert_units!(write_units(&place, sized(&place, "card", 3000, card)).await, 6.0, "3 for the table, 3 for the part");
    assert_units!(write_units(&place, update().set("title", "t")).await, 6.0, "the part was larger before");
    assert_units!(write_units(&place, update().set("price", 1)).await, 2.0, "and is small now");
    assert_units!(write_units(&place, update().set("title", long)).await, 6.0, "and large again");
    assert_units!(write_units(&place, update().set("title", "t").set("cardSk", "2")).await, 7.0, "3 for the table, 3 and 1 for the move");
    assert_units!(write_units(&place, update().remove("cardPk")).await, 2.0, "out of the index");
}

/// A transaction doubles what the table takes, not what its indexes take.
pub(crate) async fn transactions(place: Place) {
    let put = Write::from(sized(&place, "x", 500, indexed(&place)));
    assert_units!(transact_units(&place, [put]).await, 4.0, "2 for the table, 1 for each index");
    place.must_write(put_of(&PAIRS, &place.pair("c", 1), attributes! {})).await;
    let several: [Write; 4] = [
        Update::raw(&THINGS, place.thing("c", "x")).set("rank", 2).into(),
        Delete::new(&PAIRS, place.pair("c", 1)).into(),
        put_of(&PAIRS, &place.pair("c", 2), attributes! {}).into(),
        Check { table: &PAIRS, key: place.pair("c", 3), condition: attr("left").absent() }.into(),
    ];
    assert_units!(transact_units(&place, several).await, 5.0 + 2.0 + 2.0 + 2.0);

    place.must_write(sized(&place, "5000", 5000, attributes! {})).await;
    let gets = TransactGet { gets: ["x", "5000", "missing"].map(|sort| Get::new(&THINGS, place.thing("c", sort))).into() };
    let spent = place.store().transact_get(&gets, NOW).await.expect("a read").spent;
    assert_units!(reads(spent), 2.0 + 4.0 + 2.0);
}

/// A transaction that its token has seen already writes nothing.
pub(crate) async fn repetitions(place: Place) {
    let op = Transact { token: Some(place.token("t")), ..Transact::of([sized(&place, "x", 3000, attributes! {}).into()]) };
    assert_units!(place.store().transact(&op, NOW).await.expect("a transaction").spent.write_units, 6.0);
    assert_units!(place.store().transact(&op, NOW).await.expect("the same again").spent.write_units, 0.0);
}

/// A batch rounds each item on its own.
pub(crate) async fn batches(place: Place) {
    let writes = [
        BatchWrite::Put(sized(&place, "a", 1500, indexed(&place))),
        BatchWrite::Put(sized(&place, "b", 100, attributes! {})),
        BatchWrite::Delete(&PAIRS, place.pair("c", 1)),
    ];
    let spent = place.store().batch_write(&writes, NOW).await.expect("a batch").spent;
    assert_eq!((spent.requests, spent.read_units), (1, 0.0));
    assert_units!(spent.write_units, 6.0 + 1.0 + 1.0);

    let keys = ["a", "b", "missing"].map(|sort| (&THINGS, place.thing("c", sort)));
    let op = BatchGet { keys: keys.into(), consistent: false, projection: vec![] };
    assert_units!(reads(place.store().batch_get(&op, NOW).await.expect("a batch").spent), 1.5);
    let op = BatchGet { consistent: true, ..op };
    assert_units!(reads(place.store().batch_get(&op, NOW).await.expect("a batch").spent), 3.0);
}
