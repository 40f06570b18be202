//! Scans: page by page through everything, once.

use std::collections::BTreeSet;

use chabudai_kernel::expr::attr;
use chabudai_kernel::number::Number;
use chabudai_kernel::op::{Scan, Segment, Update};
use chabudai_kernel::value::Attributes;

use crate::place::{NOW, Place, all_of, attributes, put_of, refusal};
use crate::tables::{BY_DIGEST, PAIRS, THINGS};

async fn walk(place: &Place, mut scan: Scan) -> (Vec<Attributes>, u32) {
    let (mut found, mut pages) = (Vec::new(), 0);
    loop {
        let page = place.store().scan(&scan, NOW).await.expect("a scan").value;
        assert_eq!(page.count as usize, page.items.len());
        assert!(page.count <= page.scanned);
        if let Some(limit) = scan.limit {
            assert!(page.scanned <= limit, "{} items on a page of {limit}", page.scanned);
        }
        found.extend(all_of(&page.items));
        pages += 1;
        match page.next {
            Some(next) => scan.after = Some(next),
            None => return (found, pages),
        }
    }
}

/// Everything once, whatever the page size, and only what the filter keeps.
pub(crate) async fn a_scan_sees_everything_once(place: Place) {
    for i in 0..20 {
        place
            .must_write(put_of(&PAIRS, &place.pair(&format!("p{}", i % 4), i), attributes! { "scanned" => place.name("s"), "i" => i }))
            .await;
    }
    let mine = attr("scanned").eq(place.name("s"));
    for limit in [None, Some(3), Some(7), Some(1000)] {
        let (found, pages) = walk(&place, Scan { limit, filter: Some(mine.clone()), ..Scan::of(&PAIRS) }).await;
        let seen: BTreeSet<Number> = found.iter().map(|item| item["i"].as_number().expect("a number")).collect();
        assert_eq!((found.len(), seen.len()), (20, 20), "pages of {limit:?}");
        assert!(limit.is_none_or(|limit| pages >= 20 / limit));
    }
    let few = Scan { filter: Some(mine.and(attr("i").lt(5))), consistent: true, ..Scan::of(&PAIRS) };
    assert_eq!(walk(&place, few).await.0.len(), 5);
}

/// A filter of a scan may look at keys: there is no key condition that would do it.
pub(crate) async fn a_scan_filters_by_keys(place: Place) {
    place.put_thing("s", "a", attributes! {}).await;
    place.put_thing("s", "b", attributes! {}).await;
    place.must_write(Update::raw(&THINGS, place.thing("s2", "a")).set("n", 1)).await;
    let scan = Scan { filter: Some(attr("PK").begins_with(place.name("s")).and(attr("SK").eq("a"))), ..Scan::of(&THINGS) };
    assert_eq!(walk(&place, scan).await.0.len(), 2);
}

/// An index is never read consistently, and a page has one item at least.
pub(crate) async fn senseless_scans_are_refused(place: Place) {
    let index = Scan { index: Some(&BY_DIGEST), consistent: true, ..Scan::of(&crate::tables::NUMBERED) };
    assert_eq!(refusal(place.store().scan(&index, NOW).await), "store.consistent_index");
    let none = Scan { limit: Some(0), ..Scan::of(&PAIRS) };
    assert_eq!(refusal(place.store().scan(&none, NOW).await), "store.limit");
}

/// Several who read a table together see everything once between them.
pub(crate) async fn segments_make_up_the_whole(place: Place) {
    for i in 0..20 {
        place
            .must_write(put_of(&PAIRS, &place.pair(&format!("g{}", i % 8), i), attributes! { "parts" => place.name("g"), "i" => i }))
            .await;
    }
    for of in [1, 2, 5] {
        let mut found = Vec::new();
        for segment in Scan::in_segments(&PAIRS, of) {
            let scan = Scan { filter: Some(attr("parts").eq(place.name("g"))), limit: Some(7), ..segment };
            found.extend(walk(&place, scan).await.0);
        }
        let seen: BTreeSet<Number> = found.iter().map(|item| item["i"].as_number().expect("a number")).collect();
        assert_eq!((found.len(), seen.len()), (20, 20), "in {of} segments");
    }
    for (this, of) in [(1, 1), (0, 0), (0, 1_000_001)] {
        let scan = Scan { segment: Some(Segment { this, of }), ..Scan::of(&PAIRS) };
        assert_eq!(refusal(place.store().scan(&scan, NOW).await), "store.segment");
    }
}
