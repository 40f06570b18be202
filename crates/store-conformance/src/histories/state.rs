//! What is there at the end, by every way of reading it.

use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{BatchWrite, Get, Query, Scan};
use chabudai_kernel::store::Now;
use chabudai_kernel::value::Attributes;

use super::outcome::{by_key, unordered};
use super::perform::{Player, located};
use super::steps::{INDEX_HASHES, LEFTS, NUMBERS, PARTITIONS, RIGHTS, SORTS, Slot};
use crate::place::{Place, all_of, attributes_of, named};
use crate::tables::{BY_DIGEST, NUMBERED, PAIRS, THINGS};

fn slots() -> impl Iterator<Item = Slot> {
    let things = (0..PARTITIONS).flat_map(|partition| (0..SORTS).map(move |sort| Slot::Thing(partition, sort)));
    let pairs = (0..LEFTS).flat_map(|left| (0..RIGHTS).map(move |right| Slot::Pair(left, right)));
    things.chain(pairs).chain((0..NUMBERS).map(Slot::Numbered))
}

/// Every partition that a history can have filled.
fn partitions(place: &Place) -> Vec<Query> {
    let mut out: Vec<_> = (0..PARTITIONS).map(|partition| place.things(&partition.to_string())).collect();
    out.extend((0..LEFTS).map(|left| Query::table(&PAIRS, named("left", place.name(&left.to_string())))));
    for hash in INDEX_HASHES {
        out.extend(THINGS.indexes.iter().map(|index| place.things_by(index, hash)));
        out.push(Query::index(&NUMBERED, &BY_DIGEST, named("shelf", place.name(hash))));
    }
    out
}

/// Everything that is there, part by part, in words that compare.
pub(super) async fn read(player: &Player, now: Now) -> Vec<String> {
    let place = &player.place;
    let mut out = Vec::new();
    for query in partitions(place) {
        let page = place.store().query(&query, now).await.expect("a query").value;
        let count = Query { count_only: true, ..query.clone() };
        let counted = place.store().query(&count, now).await.expect("a count").value;
        let items = all_of(&page.items);
        let name = (query.table.name, query.index.map(|index| index.name), &query.hash.value);
        if counted.count as usize != items.len() {
            // Different for both stores, so that it shows even when both are wrong.
            out.push(format!("{name:?}: {} counted, {} read by {:p}", counted.count, items.len(), place.store()));
        }
        // What has expired and not been swept away is looked at, too.
        let scanned = if player.mortal { None } else { Some(page.scanned) };
        match query.range_attribute() {
            Some(range) => out.push(format!("{name:?}: scanned {scanned:?}, {:#?}", by_key(range.name, items))),
            None => out.push(format!("{name:?}: scanned {scanned:?}, {:#?}", unordered(items))),
        }
    }
    out.push(format!("scanned: {:#?}", unordered(scanned(place, now).await)));
    for number in 0..NUMBERS {
        let (table, key) = located(place, Slot::Numbered(number));
        let item = place.store().get(&Get::new(table, key).consistent(), now).await.expect("a get").value;
        out.push(format!("number {number}: {:#?}", item.as_ref().map(attributes_of)));
    }
    out
}

/// The things that a scan finds.
async fn scanned(place: &Place, now: Now) -> Vec<Attributes> {
    let mut scan = Scan { limit: Some(5), filter: Some(attr("PK").begins_with(place.name(""))), ..Scan::of(&THINGS) };
    let mut out = Vec::new();
    loop {
        let page = place.store().scan(&scan, now).await.expect("a scan").value;
        out.extend(all_of(&page.items));
        match page.next {
            Some(next) => scan.after = Some(next),
            None => return out,
        }
    }
}

/// Removes everything, so that a long run does not fill the store.
pub(super) async fn clear(place: &Place, now: Now) {
    let deletes: Vec<_> = slots()
        .map(|slot| {
            let (table, key) = located(place, slot);
            BatchWrite::Delete(table, key)
        })
        .collect();
    for chunk in deletes.chunks(25) {
        place.store().batch_write(chunk, now).await.expect("a batch");
    }
}
