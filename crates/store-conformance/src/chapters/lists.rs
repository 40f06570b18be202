//! What an app's repo does with a store through `Db`: lists with cursors, batches of any size, counts over pages.

use std::sync::Arc;

use chabudai_kernel::clock::FixedClock;
use chabudai_kernel::db::{Db, ListError, Listed, Run};
use chabudai_kernel::design::{AccessPattern, Cost, Design, Table};
use chabudai_kernel::expr::attr;
use chabudai_kernel::key::{ItemKey, Named, SortCondition};
use chabudai_kernel::op::{BatchWrite, Query};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Store, StoreError};
use chabudai_kernel::value::Attributes;

use crate::place::{NOW, Place, attributes, attributes_of, n, put_of, texts};
use crate::tables::{ALL, BY_RANK, PAIRS, THINGS};

static PATTERN: AccessPattern = AccessPattern { id: "AP-01", question: "What is there?", steps: &[], cost: Cost::Exactly(1) };

static DESIGN: Design =
    Design { app: "conformance", about: "The story.", environment: None, tables: ALL, entities: &[], patterns: &[&PATTERN], routes: &[] };

/// The handle that a repo would have, at the moment of the story.
fn db(store: Arc<dyn Store>) -> Db {
    Db::new(&DESIGN, store, Arc::new(FixedClock::at_millis(NOW.0 as u64 * 1000)), b"secret")
}

async fn twelve(place: &Place) {
    for i in 0..12 {
        let attributes = attributes! { "i" => i, "third" => i % 3 == 0, "owner" => place.name("o"), "rank" => i / 5 };
        place.put_thing("l", &format!("{i:02}"), attributes).await;
    }
}

fn sorts(items: &[Item]) -> Vec<String> {
    texts("SK", &items.iter().map(attributes_of).collect::<Vec<Attributes>>())
}

/// Walks a list with its cursors, and gives what each page had.
async fn walk(run: Run<'_>, query: &Query, want: u32, read_at_most: u32) -> Vec<Vec<String>> {
    let mut pages = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let listed = run.list::<Item>(query.clone(), want, cursor.as_deref(), read_at_most).await.expect("a list with its own cursor");
        pages.push(sorts(&listed.items));
        cursor = listed.next;
        if cursor.is_none() {
            return pages;
        }
        assert!(pages.len() < 50, "a walk comes to its end");
    }
}

/// No cursor at the exact end, with a filter or without.
pub(crate) async fn a_list_ends_without_a_cursor(place: Place) {
    twelve(&place).await;
    let db = db(place.shared_store());
    let run = db.run(&PATTERN);
    let all: Vec<_> = (0..12).map(|i| format!("{i:02}")).collect();
    for want in [1, 3, 4, 5, 6, 11, 12, 13] {
        let pages = walk(run, &place.things("l"), want, 100).await;
        assert_eq!(pages.concat(), all, "pages of {want}");
        assert_eq!(pages.len(), 12_usize.div_ceil(want as usize), "pages of {want}");
        let by_rank = walk(run, &place.things_by(&BY_RANK, "o"), want, 100).await;
        assert_eq!(by_rank.len(), 12_usize.div_ceil(want as usize), "pages of {want} by an index with ties");
        let mut seen = by_rank.concat();
        seen.sort();
        assert_eq!(seen, all);
    }
    let filtered = place.things("l").filter(attr("third").eq(true));
    for (want, pages) in [(1, 4), (2, 2), (3, 2), (4, 1), (5, 1)] {
        let walked = walk(run, &filtered, want, 100).await;
        assert_eq!(walked.concat(), ["00", "03", "06", "09"], "pages of {want}");
        assert_eq!(walked.len(), pages, "pages of {want}");
    }
}

/// A filtered list looks at so many items and no more, and goes on where it stopped.
pub(crate) async fn a_filtered_list_reads_within_its_budget(place: Place) {
    twelve(&place).await;
    let db = db(place.shared_store());
    let run = db.run(&PATTERN);
    let filtered = place.things("l").filter(attr("third").eq(true));
    let walked = walk(run, &filtered, 10, 4).await;
    assert_eq!(walked, [vec!["00", "03"], vec!["06"], vec!["09"]]);
    let walked = walk(run, &place.things("l").filter(attr("i").lt(0)), 10, 6).await;
    assert_eq!(walked, [Vec::<String>::new(), vec![]]);
}

/// A projection does not take the keys away that a cursor is made from.
pub(crate) async fn a_list_of_parts_goes_on_too(place: Place) {
    twelve(&place).await;
    let db = db(place.shared_store());
    let run = db.run(&PATTERN);
    let listed = run.list::<Item>(place.things("l").only([attr("i")]), 5, None, 100).await.expect("a list");
    assert_eq!(listed.items.len(), 5);
    let cursor = listed.next.expect("more follows");
    let listed = run.list::<Item>(place.things("l").only([attr("i")]), 5, Some(&cursor), 100).await.expect("a list");
    assert_eq!(listed.items.iter().map(|item| attributes_of(item)["i"].clone()).collect::<Vec<_>>(), [5, 6, 7, 8, 9].map(Into::into));
}

/// A cursor is of one list: another partition, filter or direction refuses it, and so does a changed letter.
pub(crate) async fn a_cursor_is_of_one_list(place: Place) {
    twelve(&place).await;
    let db = db(place.shared_store());
    let run = db.run(&PATTERN);
    let query = place.things("l");
    let cursor = run.list::<Item>(query.clone(), 5, None, 100).await.expect("a list").next.expect("more follows");
    let others = [place.things("other"), query.clone().filter(attr("i").lt(3)), query.clone().backward(), place.things_by(&BY_RANK, "o")];
    for other in others {
        let refused = run.list::<Item>(other.clone(), 5, Some(&cursor), 100).await;
        assert!(matches!(refused, Err(ListError::Cursor(_))), "{other:?} takes a foreign cursor");
    }
    let mut changed = cursor.clone().into_bytes();
    changed[3] = if changed[3] == b'A' { b'B' } else { b'A' };
    let changed = String::from_utf8(changed).expect("still letters");
    assert!(matches!(run.list::<Item>(query.clone(), 5, Some(&changed), 100).await, Err(ListError::Cursor(_))));
    assert!(run.list::<Item>(query, 3, Some(&cursor), 100).await.is_ok(), "another page size is the same list");
}

fn keys(place: &Place, count: u32) -> Vec<(&'static Table, ItemKey)> {
    (0..count).map(|i| (&PAIRS, place.pair("b", i))).collect()
}

/// Batches of any size, with duplicates: each item once, the last write counts.
pub(crate) async fn batches_take_any_number(place: Place) {
    let db = db(place.shared_store());
    let run = db.run(&PATTERN);
    let put = |i: u32, v: u32| BatchWrite::Put(put_of(&PAIRS, &place.pair("b", i), attributes! { "v" => v }));
    let mut writes: Vec<_> = (0..130).map(|i| put(i, 0)).collect();
    writes.extend((0..130).map(|i| put(i, i)));
    run.batch_write(writes).await.expect("a batch of 260 writes to 130 items");

    let mut asked = keys(&place, 140);
    asked.extend(keys(&place, 30));
    let found = run.batch_get::<Item>(asked, 100, true).await.expect("a batch of 170 keys, 30 of them twice");
    let mut values: Vec<_> = found.iter().map(|item| attributes_of(item)["v"].as_number().expect("a number")).collect();
    values.sort();
    assert_eq!(values, (0..130).map(|i| n(&i.to_string())).collect::<Vec<_>>());

    run.batch_write(keys(&place, 130).into_iter().map(|(table, key)| BatchWrite::Delete(table, key)).collect()).await.expect("deletes");
    assert_eq!(run.batch_get::<Item>(keys(&place, 130), 100, true).await, Ok(vec![]));
    assert_eq!(run.batch_get::<Item>(vec![], 100, true).await, Ok(vec![]), "no keys, no request");
}

/// A count goes over as many pages as it takes.
pub(crate) async fn a_count_goes_over_all_pages(place: Place) {
    twelve(&place).await;
    let db = db(place.shared_store());
    let run = db.run(&PATTERN);
    assert_eq!(run.count(place.things("l")).await, Ok(12));
    assert_eq!(run.count(place.things("l").limit(5).filter(attr("third").eq(true))).await, Ok(4));
    let before = db.meters().of(&PATTERN).read().spent.requests;
    assert_eq!(run.count(place.things("l").limit(5)).await, Ok(12));
    assert_eq!(db.meters().of(&PATTERN).read().spent.requests - before, 3);
    let missing = Query::table(&THINGS, crate::place::named("SK", "x"));
    assert!(matches!(run.count(missing).await, Err(StoreError::Invalid { .. })));
}

/// Items that nobody wrote one by one, more than go into one request.
pub(crate) async fn a_table_is_filled(place: Place) {
    let puts: Vec<BatchWrite> =
        (0..60).map(|n| BatchWrite::Put(place.put_of_thing("full", &format!("{n:02}"), attributes! { "n" => n }))).collect();
    db(place.shared_store()).fill(&puts).await.expect("all are written");
    for n in [0, 24, 25, 59] {
        assert_eq!(place.read_thing("full", &format!("{n:02}")).await, Some(attributes! { "n" => n }));
    }
}

/// Two ranges are one list in the order of time, page by page, in both directions; each page goes on where the last one ended.
pub(crate) async fn two_ranges_are_one_list(place: Place) {
    // Single talks and group talks, as it happened; some at the same moment.
    let talks = [("s", 1), ("g", 2), ("g", 3), ("s", 3), ("g", 4), ("s", 7), ("s", 8), ("s", 9), ("g", 9)];
    for (kind, at) in talks {
        place.put_thing("talk", &format!("{kind}#{at:02}"), attributes! { "at" => at, "kind" => kind }).await;
    }
    let db = db(place.shared_store());
    let range = |kind: &str, backward: bool| {
        let range = Named { attribute: "SK", value: SortCondition::BeginsWith(format!("{kind}#").as_str().into()) };
        Query::table(&THINGS, Named { attribute: "PK", value: place.name("talk").as_str().into() }).range(range).direction(backward)
    };
    for backward in [false, true] {
        for want in [1, 2, 3, 4, 9, 20] {
            let (mut came, mut cursor, mut pages) = (Vec::new(), None, 0);
            loop {
                let ops = [range("s", backward), range("g", backward)];
                let listed = db.run(&PATTERN).merged::<Item>(ops, "at", want, cursor.as_deref()).await.expect("a page");
                assert!(listed.items.len() <= want as usize && (listed.next.is_none() || !listed.items.is_empty()));
                came.extend(sorts(&listed.items));
                pages += 1;
                cursor = listed.next;
                if cursor.is_none() {
                    break;
                }
            }
            let mut expected: Vec<(i64, usize, String)> =
                talks.iter().map(|(kind, at)| (*at, usize::from(*kind == "g"), format!("{kind}#{at:02}"))).collect();
            expected.sort_by_key(|(at, second, _)| (if backward { -at } else { *at }, *second));
            let expected: Vec<String> = expected.into_iter().map(|(_, _, sort)| sort).collect();
            assert_eq!(came, expected, "backward {backward}, {want} at a time");
            assert_eq!(pages, talks.len().div_ceil(want as usize), "no page is empty");
        }
    }
    // A cursor of one list is of no other.
    let first = db.run(&PATTERN).merged::<Item>([range("s", false), range("g", false)], "at", 2, None).await.expect("a page");
    let cursor = first.next.expect("there is more");
    for (ops, token) in [
        ([range("g", false), range("s", false)], cursor.as_str()),
        ([range("s", true), range("g", true)], cursor.as_str()),
        ([range("s", false), range("g", false)], "nonsense"),
        ([range("s", false), range("g", false)], "a.b"),
    ] {
        let refused = db.run(&PATTERN).merged::<Item>(ops, "at", 2, Some(token)).await;
        assert!(matches!(refused, Err(ListError::Cursor(_))), "{token}");
    }
    let empty = [range("x", false), range("y", false)];
    assert_eq!(db.run(&PATTERN).merged::<Item>(empty, "at", 2, None).await.expect("a page"), Listed { items: Vec::new(), next: None });
}
