//! Pages: a limit counts before the filter, a page ends at a megabyte, and walking by pages sees everything exactly once.

use std::collections::BTreeSet;

use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Delete, PageKey, Query};
use chabudai_kernel::value::{Attributes, Value, attributes_size};

use crate::place::{NOW, Place, all_of, attributes, named, refusal, texts};
use crate::tables::{BY_DAY, BY_EMAIL, BY_RANK, THINGS};

async fn ten(place: &Place) {
    for i in 0..10 {
        place.put_thing("p", &format!("{i:02}"), attributes! { "i" => i, "even" => i % 2 == 0 }).await;
    }
}

/// A limit counts what is read, not what is kept.
pub(crate) async fn a_limit_counts_before_the_filter(place: Place) {
    ten(&place).await;
    let page = place.page(&place.things("p").filter(attr("even").eq(true)).limit(4)).await;
    assert_eq!((page.scanned, page.count), (4, 2));
    assert_eq!(texts("SK", &all_of(&page.items)), ["00", "02"]);
    let next = page.next.expect("a page that ends at its limit says where the next begins");
    let page = place.page(&place.things("p").filter(attr("i").lt(0)).limit(4).after(Some(next))).await;
    assert_eq!((page.scanned, page.count, page.items.len()), (4, 0, 0));
    assert_eq!(page.next.map(|next| next.0["SK"].clone()), Some("07".into()), "the position is that of what was read last");
}

/// A page that ends at its limit has a position even when nothing follows; a page that ends with the range has none.
pub(crate) async fn the_last_page_has_no_position(place: Place) {
    ten(&place).await;
    for (limit, more) in [(9, true), (10, true), (11, false)] {
        let page = place.page(&place.things("p").limit(limit)).await;
        assert_eq!(page.next.is_some(), more, "limit {limit}");
        assert_eq!(page.count, limit.min(10));
    }
    let at_end = place.page(&place.things("p").limit(10)).await.next;
    let behind = place.page(&place.things("p").limit(10).after(at_end)).await;
    assert_eq!((behind.count, behind.scanned, behind.next), (0, 0, None));
    let none = place.page(&place.things("nobody").limit(5)).await;
    assert_eq!((none.count, none.scanned, none.next), (0, 0, None));
}

/// Walks a query with pages of every size, in both directions, and compares with the whole.
async fn walks_see_everything_once(place: &Place, query: Query) {
    for backward in [false, true] {
        let query = query.clone().direction(backward);
        let whole = place.all(query.clone()).await;
        for limit in 1..=whole.len() as u32 + 1 {
            let walked = place.all(query.clone().limit(limit)).await;
            assert_eq!(walked, whole, "pages of {limit}, backward {backward}");
        }
    }
}

/// Pages of a table.
pub(crate) async fn walking_a_table_sees_everything_once(place: Place) {
    ten(&place).await;
    walks_see_everything_once(&place, place.things("p")).await;
    walks_see_everything_once(&place, place.things("p").filter(attr("even").eq(true))).await;
}

/// Pages of an index in which many items have the same sort key, over several partitions of the table.
pub(crate) async fn walking_an_index_with_ties_sees_everything_once(place: Place) {
    for i in 0..12 {
        let attributes = attributes! { "owner" => place.name("o"), "rank" => i / 5, "email" => place.name("mail"), "i" => i };
        place.put_thing(&format!("p{}", i % 3), &format!("{i:02}"), attributes).await;
    }
    for query in [place.things_by(&BY_RANK, "o"), place.things_by(&BY_EMAIL, "mail")] {
        let whole = place.all(query.clone()).await;
        let seen: BTreeSet<_> = whole.iter().map(|item| item["i"].as_number().expect("a number")).collect();
        assert_eq!((whole.len(), seen.len()), (12, 12));
        walks_see_everything_once(&place, query).await;
    }
    let ranks: Vec<_> = place.all(place.things_by(&BY_RANK, "o")).await.iter().map(|item| item["rank"].clone()).collect();
    assert_eq!(ranks, (0..12).map(|i| Value::from(i / 5)).collect::<Vec<_>>());
}

/// The item at a position may be gone by the time the next page is read.
pub(crate) async fn a_position_outlives_its_item(place: Place) {
    ten(&place).await;
    let page = place.page(&place.things("p").limit(4)).await;
    place.must_write(Delete::new(&THINGS, place.thing("p", "03"))).await;
    let rest = place.page(&place.things("p").after(page.next)).await;
    assert_eq!(texts("SK", &all_of(&rest.items)), ["04", "05", "06", "07", "08", "09"]);
    // And it may never have been there at all.
    let made_up = PageKey([("PK".to_owned(), place.name("p").into()), ("SK".to_owned(), "05x".into())].into());
    let rest = place.page(&place.things("p").after(Some(made_up)).backward()).await;
    assert_eq!(texts("SK", &all_of(&rest.items)), ["05", "04", "02", "01", "00"]);
}

/// A position of another kind of query is refused.
pub(crate) async fn a_foreign_position_is_refused(place: Place) {
    let position = PageKey([("PK".to_owned(), place.name("p").into())].into());
    let query = place.things("p").after(Some(position));
    assert_eq!(refusal(place.store().query(&query, NOW).await), "store.page_key");
    let position = PageKey([("PK".to_owned(), place.name("p").into()), ("SK".to_owned(), "a".into())].into());
    let query = place.things_by(&BY_DAY, "o").after(Some(position));
    assert_eq!(refusal(place.store().query(&query, NOW).await), "store.page_key");
}

/// A page ends at a megabyte, filter or not, counted or not.
pub(crate) async fn a_page_ends_at_a_megabyte(place: Place) {
    let body = "x".repeat(100 * 1024);
    let hundred = |i: i32| attributes! { "i" => i, "body" => body.clone(), "owner" => place.name("o"), "daySk" => format!("{i:02}") };
    for i in 0..12 {
        place.put_thing("big", &format!("{i:02}"), hundred(i)).await;
    }
    for query in [place.things("big"), place.things_by(&BY_DAY, "o")] {
        let page = place.page(&query).await;
        let bytes: usize = all_of(&page.items).iter().map(attributes_size).sum();
        assert!((900 * 1024..=1024 * 1024).contains(&bytes), "a page of {bytes} bytes");
        assert_eq!(page.count, 10);
        assert_eq!(place.all(query.clone()).await.len(), 12);

        let nothing = place.page(&query.clone().filter(attr("i").lt(0))).await;
        assert_eq!((nothing.count, nothing.items.len()), (0, 0));
        assert_eq!(nothing.next, page.next, "what is filtered out counts");
        assert_eq!(place.all(query.clone().filter(attr("i").eq(11))).await.len(), 1);

        let narrow = place.page(&query.clone().only([attr("i")])).await;
        assert_eq!((narrow.count, narrow.next), (10, page.next.clone()), "what is not asked for counts");

        let counted = place.page(&Query { count_only: true, ..query.clone() }).await;
        assert_eq!((counted.count, counted.items.len(), counted.next), (10, 0, page.next));
    }
}

/// Counting gives no items and the same numbers.
pub(crate) async fn counting_gives_numbers_only(place: Place) {
    ten(&place).await;
    let count = |query: Query| Query { count_only: true, ..query };
    let page = place.page(&count(place.things("p"))).await;
    assert_eq!((page.count, page.scanned, page.items.len(), page.next), (10, 10, 0, None));
    let page = place.page(&count(place.things("p").filter(attr("even").eq(true)).limit(5))).await;
    assert_eq!((page.count, page.scanned, page.items.len()), (3, 5, 0));
    let rest = place.page(&count(place.things("p").filter(attr("even").eq(true)).after(page.next))).await;
    assert_eq!((rest.count, rest.scanned), (2, 5));
}

/// Partitions do not run into each other, however alike their names are.
pub(crate) async fn partitions_are_apart(place: Place) {
    for partition in ["a", "a#", "a\u{1}", "aa", "A", "a "] {
        place.put_thing(partition, "1", attributes! { "in" => partition, "owner" => place.name(partition), "rank" => 1 }).await;
    }
    for partition in ["a", "a#", "a\u{1}", "aa", "A", "a "] {
        let by_hash = |index: Option<&'static chabudai_kernel::design::Index>| match index {
            None => place.things(partition),
            Some(index) => Query::index(&THINGS, index, named("owner", place.name(partition))),
        };
        for index in [None, Some(&BY_RANK)] {
            let found: Vec<Attributes> = place.all(by_hash(index)).await;
            assert_eq!(texts("in", &found), [partition]);
        }
    }
}
