//! The change feed: every change comes, in order for each key, with what was before and after; a reader goes on where it was.
//!
//! A reader may be told what was committed shortly before it began, and all readers see what other tests write meanwhile. So each test
//! looks at the keys of its own place, and where it begins nothing was written to them yet.

use std::time::{Duration, Instant};

use chabudai_kernel::expr::attr;
use chabudai_kernel::feed::{Change, Checkpoint, Feed, Read};
use chabudai_kernel::key::KeyValue;
use chabudai_kernel::op::{Delete, Update};
use chabudai_kernel::packed::Item;

use crate::place::{Place, attributes};
use crate::tables::THINGS;

/// How long a change may take to come.
const PATIENCE: Duration = Duration::from_secs(30);

fn feed(place: &Place) -> &dyn Feed {
    place.store().feed().expect("the store publishes changes")
}

async fn begin(place: &Place, reader: &str) -> Checkpoint {
    feed(place).begin(&place.name(reader), &[&THINGS]).await.expect("a reader begins")
}

fn is_ours(place: &Place, change: &Change) -> bool {
    matches!(&change.key.hash, KeyValue::S(hash) if hash.starts_with(&place.name("")))
}

/// Reads on until so many changes of this place have come, `most` at a time, and then as far as there is anything.
async fn read_on(place: &Place, behind: &Checkpoint, most: u32, wanted: usize) -> (Vec<Change>, Checkpoint) {
    let (mut ours, mut at, begun) = (Vec::new(), behind.clone(), Instant::now());
    loop {
        match feed(place).read(&[&THINGS], &at, most).await.expect("the feed can be read") {
            Read::Changes { changes, then, drained } => {
                ours.extend(changes.into_iter().filter(|change| is_ours(place, change)));
                at = then;
                if (ours.len() >= wanted && drained) || begun.elapsed() > PATIENCE {
                    return (ours, at);
                }
            }
            Read::Lost => panic!("nothing is lost"),
        }
    }
}

/// The `n` of the items before and after.
fn steps(changes: &[Change]) -> Vec<(Option<i64>, Option<i64>)> {
    let n = |item: &Option<Item>| item.as_ref().and_then(|item| item.view().get("n")?.as_number()?.to_i64());
    changes.iter().map(|change| (n(&change.before), n(&change.after))).collect()
}

/// A new item, a change to it, its end; nothing for what changes nothing, or is refused.
pub(crate) async fn every_change_comes_in_order(place: Place) {
    let begun = begin(&place, "order").await;
    place.put_thing("f", "1", attributes! { "n" => 1, "text" => "藍" }).await;
    place.must_write(Update::raw(&THINGS, place.thing("f", "1")).set("n", 2)).await;
    place.must_write(Update::raw(&THINGS, place.thing("f", "1")).set("n", 2)).await;
    place.write(Update::raw(&THINGS, place.thing("f", "1")).set("n", 9).only_if(attr("n").eq(1))).await.expect_err("it is refused");
    place.must_write(Delete::new(&THINGS, place.thing("f", "1"))).await;
    place.must_write(Delete::new(&THINGS, place.thing("f", "1"))).await;
    let (changes, _) = read_on(&place, &begun, 100, 3).await;
    assert_eq!(steps(&changes), [(None, Some(1)), (Some(1), Some(2)), (Some(2), None)]);
    assert!(changes.iter().all(|change| change.key == place.thing("f", "1") && change.table.name == THINGS.name));
    let whole = changes[0].after.as_ref().and_then(|item| item.view().get("text")?.as_str().map(str::to_owned));
    assert_eq!(whole.as_deref(), Some("藍"), "the whole item comes");
}

/// All changes of a transaction come, and none of one that was cancelled.
pub(crate) async fn transactions_come_whole_or_not_at_all(place: Place) {
    let begun = begin(&place, "transactions").await;
    let put = |sort: &str, n: i64| place.put_of_thing("t", sort, attributes! { "n" => n });
    place.transact([put("1", 1).into(), put("2", 2).into()]).await.expect("it happens");
    place.transact([put("3", 3).into(), put("1", 9).if_absent().into()]).await.expect_err("it is cancelled");
    place.put_thing("t", "4", attributes! { "n" => 4 }).await;
    let (changes, _) = read_on(&place, &begun, 100, 3).await;
    let mut came = steps(&changes);
    came.sort_unstable();
    assert_eq!(came, [(None, Some(1)), (None, Some(2)), (None, Some(4))]);
}

/// However few are asked for at a time, each key's changes come in their order, and none is left out.
pub(crate) async fn small_bites_leave_nothing_out(place: Place) {
    let begun = begin(&place, "bites").await;
    for n in 1..=6 {
        place.put_thing("b", "1", attributes! { "n" => n }).await;
        place.put_thing("b", "2", attributes! { "n" => n }).await;
    }
    let (changes, _) = read_on(&place, &begun, 1, 12).await;
    assert_eq!(changes.len(), 12);
    for sort in ["1", "2"] {
        let of_key: Vec<Change> = changes.iter().filter(|change| change.key == place.thing("b", sort)).cloned().collect();
        let expected: Vec<_> = (1..=6).map(|n| ((n > 1).then_some(n - 1), Some(n))).collect();
        assert_eq!(steps(&of_key), expected);
    }
}

/// A checkpoint is a text somewhere between two reads; read twice, it gives the same; and one reader does not move another.
pub(crate) async fn a_reader_goes_on_where_it_was(place: Place) {
    let (one, other) = (begin(&place, "one").await, begin(&place, "other").await);
    place.put_thing("g", "1", attributes! { "n" => 1 }).await;
    let (first, then) = read_on(&place, &one, 100, 1).await;
    assert_eq!(steps(&first), [(None, Some(1))]);
    feed(&place).passed(&place.name("one"), &then).await.expect("it is noted");
    let kept = serde_json::to_string(&then).expect("a checkpoint is a map of texts");
    place.put_thing("g", "1", attributes! { "n" => 2 }).await;
    let then: Checkpoint = serde_json::from_str(&kept).expect("and comes back as it was");
    for _ in 0..2 {
        let (second, _) = read_on(&place, &then, 100, 1).await;
        assert_eq!(steps(&second), [(Some(1), Some(2))]);
    }
    let (all, _) = read_on(&place, &other, 100, 2).await;
    assert_eq!(steps(&all), [(None, Some(1)), (Some(1), Some(2))]);
}

/// Whoever begins in the middle is told what comes then. What came shortly before may come, too, and comes before it.
pub(crate) async fn who_begins_later_sees_what_comes_then(place: Place) {
    place.put_thing("l", "1", attributes! { "n" => 1 }).await;
    let begun = begin(&place, "later").await;
    place.put_thing("l", "1", attributes! { "n" => 2 }).await;
    let (changes, _) = read_on(&place, &begun, 100, 1).await;
    assert_eq!(steps(&changes).last(), Some(&(Some(1), Some(2))));
}

/// A checkpoint of something else says so, instead of nothing.
pub(crate) async fn a_checkpoint_of_another_feed_is_lost(place: Place) {
    let other = Checkpoint([("feed".to_owned(), i64::MAX.to_string()), (THINGS.name.to_owned(), "another".to_owned())].into());
    let read = feed(&place).read(&[&THINGS], &other, 100).await.expect("it answers");
    assert_eq!(read, Read::Lost);
}
