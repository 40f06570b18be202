//! Expiry, by the caller's clock: what is past its time is gone for every read and every write, swept away or not.

use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::op::{BatchGet, BatchWrite, Check, Delete, Get, Query, Scan, Transact, TransactGet, Update, Write};
use chabudai_kernel::store::{Now, Reason, StoreError};
use chabudai_kernel::value::{Attributes, Value};

use crate::place::{NOW, Place, all_of, attributes, met, n, put_of, texts};
use crate::tables::{BY_EMAIL, BY_RANK, CARDS, OPEN, PAIRS, THINGS};

const SOON: Now = Now(NOW.0 + 100);

/// An item that is in every index and expires `SOON`.
fn mortal(place: &Place) -> Attributes {
    attributes! {
        "ttl" => SOON.0, "a" => 1, "owner" => place.name("o"), "rank" => 1, "email" => place.name("mail"),
        "openPk" => place.name("open"), "openSk" => "1", "cardPk" => place.name("card"), "cardSk" => "1", "title" => "t",
    }
}

async fn is_there(place: &Place, sort: &str, now: Now) -> bool {
    let op = Get::new(&THINGS, place.thing("e", sort)).consistent();
    place.store().get(&op, now).await.expect("a get").value.is_some()
}

/// Before, exactly at and after its time.
pub(crate) async fn an_item_is_gone_from_its_second_on(place: Place) {
    place.put_thing("e", "x", mortal(&place)).await;
    assert!(is_there(&place, "x", Now(SOON.0 - 1)).await);
    assert!(!is_there(&place, "x", SOON).await);
    assert!(!is_there(&place, "x", Now(SOON.0 + 1)).await);
}

/// Only a number in the table's own attribute is an expiry.
pub(crate) async fn only_a_number_expires(place: Place) {
    place.put_thing("e", "none", attributes! { "a" => 1 }).await;
    place.put_thing("e", "text", attributes! { "ttl" => "1" }).await;
    place.put_thing("e", "null", attributes! { "ttl" => Value::Null }).await;
    place.put_thing("e", "list", attributes! { "ttl" => vec![1] }).await;
    place.put_thing("e", "nested", attributes! { "map" => attributes! { "ttl" => 1 } }).await;
    for sort in ["none", "text", "null", "list", "nested"] {
        assert!(is_there(&place, sort, SOON).await, "{sort}");
    }
    let half = |at: i64| n(&format!("{at}.5"));
    place.put_thing("e", "half before", attributes! { "ttl" => half(SOON.0 - 1) }).await;
    place.put_thing("e", "half after", attributes! { "ttl" => half(SOON.0) }).await;
    assert!(is_there(&place, "half before", Now(SOON.0 - 1)).await);
    assert!(!is_there(&place, "half before", SOON).await);
    assert!(is_there(&place, "half after", SOON).await);
    place.put_thing("e", "hair after", attributes! { "ttl" => n(&format!("{}.00000000000000000001", SOON.0)) }).await;
    assert!(is_there(&place, "hair after", SOON).await, "a fraction of any size is later");

    place.must_write(put_of(&PAIRS, &place.pair("e", 1), attributes! { "ttl" => 1 })).await;
    assert!(place.read(&PAIRS, &place.pair("e", 1)).await.is_some(), "a table without expiry keeps everything");
}

/// Every read leaves it out.
pub(crate) async fn every_read_leaves_it_out(place: Place) {
    place.put_thing("e", "mortal", mortal(&place)).await;
    place.put_thing("e", "stays", attributes! { "a" => 1, "owner" => place.name("o"), "rank" => 2, "email" => place.name("mail") }).await;
    for (now, expected) in [(NOW, 2), (SOON, 1)] {
        for query in [place.things("e"), place.things_by(&BY_RANK, "o"), place.things_by(&BY_EMAIL, "mail")] {
            let page = place.store().query(&query, now).await.expect("a query").value;
            assert_eq!((page.count as usize, page.items.len()), (expected, expected), "{query:?}");
            let count = Query { count_only: true, ..query.clone() };
            assert_eq!(place.store().query(&count, now).await.expect("a count").value.count as usize, expected, "{query:?} counted");
            let filtered = query.clone().filter(attr("a").eq(1));
            assert_eq!(place.store().query(&filtered, now).await.expect("a query").value.count as usize, expected, "{query:?} filtered");
            let narrow = query.clone().only([attr("a")]);
            assert_eq!(place.store().query(&narrow, now).await.expect("a query").value.count as usize, expected, "{query:?} projected");
        }
        let keys = ["mortal", "stays"].map(|sort| place.thing("e", sort));
        let batch = BatchGet { keys: keys.iter().map(|key| (&THINGS, key.clone())).collect(), consistent: false, projection: vec![] };
        assert_eq!(place.store().batch_get(&batch, now).await.expect("a batch").value.items.len(), expected);
        let narrow = BatchGet { projection: vec![attr("a")], ..batch };
        assert_eq!(place.store().batch_get(&narrow, now).await.expect("a batch").value.items.len(), expected);
        let gets = TransactGet { gets: keys.iter().map(|key| Get::new(&THINGS, key.clone()).only([attr("a")])).collect() };
        let got = place.store().transact_get(&gets, now).await.expect("a read").value;
        assert_eq!((got.len(), got.iter().flatten().count()), (2, expected));
        let get = Get::new(&THINGS, keys[0].clone()).only([attr("a")]);
        assert_eq!(place.store().get(&get, now).await.expect("a get").value.is_some(), expected == 2);

        let mut scan = Scan { filter: Some(attr("PK").eq(place.name("e"))), ..Scan::of(&THINGS) };
        let mut found = 0;
        loop {
            let page = place.store().scan(&scan, now).await.expect("a scan").value;
            found += page.items.len();
            match page.next {
                Some(next) => scan.after = Some(next),
                None => break,
            }
        }
        assert_eq!(found, expected, "scanned");
    }
}

/// An index that holds a part of each item leaves it out as well: the expiry is always in that part.
pub(crate) async fn a_partial_index_leaves_it_out(place: Place) {
    place.put_thing("e", "mortal", mortal(&place)).await;
    for (index, hash) in [(&OPEN, "open"), (&CARDS, "card")] {
        let query = place.things_by(index, hash);
        let before = place.store().query(&query, NOW).await.expect("a query").value;
        assert_eq!(before.count, 1, "{}", index.name);
        let found = &all_of(&before.items)[0];
        assert_eq!((found.get("a"), found.get("ttl")), (None, Some(&SOON.0.into())), "{}", index.name);
        let after = place.store().query(&query, SOON).await.expect("a query").value;
        assert_eq!((after.count, after.items.len()), (0, 0), "{}", index.name);
    }
}

/// In pages, what is gone takes no item of the rest away.
pub(crate) async fn pages_over_what_is_gone_lose_nothing(place: Place) {
    for i in 0..9 {
        let attributes = if i % 2 == 0 {
            attributes! { "ttl" => SOON.0 }
        } else {
            Attributes::new()
        };
        place.put_thing("e", &i.to_string(), attributes).await;
    }
    for limit in 1..=10 {
        let mut query = place.things("e").limit(limit);
        let mut found = Vec::new();
        loop {
            let page = place.store().query(&query, SOON).await.expect("a query").value;
            assert!(page.count <= limit);
            found.extend(texts("SK", &all_of(&page.items)));
            match page.next {
                Some(next) => query.after = Some(next),
                None => break,
            }
        }
        assert_eq!(found, ["1", "3", "5", "7"], "pages of {limit}");
    }
}

async fn write_at(place: &Place, op: impl Into<Write>, now: Now) -> Result<Option<Attributes>, StoreError> {
    place.store().write(&op.into(), now).await.map(|answer| answer.value.map(|item| crate::place::attributes_of(&item)))
}

/// A write meets no item where an expired one lies: conditions see none, and none is handed back.
pub(crate) async fn a_write_meets_no_item(place: Place) {
    place.put_thing("e", "x", mortal(&place)).await;
    let key = || place.thing("e", "x");
    let update = || Update::raw(&THINGS, key()).set("b", 1);
    assert_eq!(met(write_at(&place, update().if_exists(), SOON).await), None);
    assert_eq!(met(write_at(&place, update().only_if(attr("a").eq(1)), SOON).await), None);
    assert_eq!(met(write_at(&place, Delete::new(&THINGS, key()).if_exists(), SOON).await), None);
    assert_eq!(met(write_at(&place, place.put_of_thing("e", "x", attributes! {}).only_if(attr("a").eq(1)), SOON).await), None);
    let met_none: Vec<Condition> = vec![attr("a").ne(1), attr("a").absent(), attr("a").eq(1).not(), attr("PK").absent()];
    for condition in met_none {
        let delete = Delete::new(&THINGS, key()).only_if(condition.clone()).returning_old();
        assert_eq!(write_at(&place, delete, SOON).await, Ok(None), "{condition:?}");
        place.put_thing("e", "x", mortal(&place)).await;
    }
    let put = place.put_of_thing("e", "x", attributes! { "new" => 1 }).if_absent().returning_old();
    assert_eq!(write_at(&place, put, SOON).await, Ok(None));
    assert_eq!(place.read_thing("e", "x").await, Some(attributes! { "new" => 1 }));

    place.put_thing("e", "x", mortal(&place)).await;
    let put = place.put_of_thing("e", "x", attributes! { "new" => 2 }).returning_old();
    assert_eq!(write_at(&place, put, SOON).await, Ok(None), "an unconditional put hands back nothing either");
    place.put_thing("e", "x", mortal(&place)).await;
    assert_eq!(write_at(&place, Delete::new(&THINGS, key()).returning_old(), SOON).await, Ok(None));
    assert_eq!(place.read_thing("e", "x").await, None, "it is really gone, at an earlier time too");
}

/// An update starts from nothing, and nothing of the old item shows again.
pub(crate) async fn an_update_starts_from_nothing(place: Place) {
    let key = || place.thing("e", "x");
    let updates = [
        Update::raw(&THINGS, key()).add("a", 5).returning_new(),
        Update::raw(&THINGS, key()).set_if_absent("a", 5).returning_new(),
        Update::raw(&THINGS, key()).set("a", 5).only_if(attr("a").absent()).returning_new(),
    ];
    let mut whole = attributes! { "a" => 5 };
    whole.extend(crate::place::key_attributes(&THINGS, &key()));
    for update in updates {
        place.put_thing("e", "x", mortal(&place)).await;
        assert_eq!(write_at(&place, update.clone(), SOON).await, Ok(Some(whole.clone())), "{update:?}");
        assert_eq!(place.read_thing("e", "x").await, Some(attributes! { "a" => 5 }), "{update:?}");
        assert!(place.sorts_by(&BY_EMAIL, "mail").await.is_empty(), "{update:?} leaves no index entry behind");
    }
    place.put_thing("e", "x", mortal(&place)).await;
    assert_eq!(write_at(&place, Update::raw(&THINGS, key()).add("a", 5).returning_old(), SOON).await, Ok(None));
    place.put_thing("e", "x", mortal(&place)).await;
    let nested = Update::raw(&THINGS, key()).set(attr("map").dot("x"), 1);
    assert!(matches!(write_at(&place, nested, SOON).await, Err(StoreError::Invalid { .. })), "there is no map to set it in");
}

/// The same within transactions and batches.
pub(crate) async fn transactions_and_batches_meet_no_item(place: Place) {
    let renew = async || {
        for sort in ["put", "update", "delete", "check"] {
            place.put_thing("e", sort, mortal(&place)).await;
        }
    };
    let key = |sort: &str| place.thing("e", sort);
    renew().await;
    let writes: [Write; 4] = [
        place.put_of_thing("e", "put", attributes! { "new" => 1 }).if_absent().into(),
        Update::raw(&THINGS, key("update")).add("a", 5).into(),
        Delete::new(&THINGS, key("delete")).only_if(attr("a").absent()).into(),
        Check { table: &THINGS, key: key("check"), condition: attr("PK").absent() }.into(),
    ];
    place.store().transact(&chabudai_kernel::op::Transact::of(writes), SOON).await.expect("none of them is there");
    assert_eq!(place.read_thing("e", "put").await, Some(attributes! { "new" => 1 }));
    assert_eq!(place.read_thing("e", "update").await, Some(attributes! { "a" => 5 }));
    assert_eq!(place.read_thing("e", "delete").await, None);

    renew().await;
    let writes: [Write; 3] = [
        place.put_of_thing("e", "put", attributes! {}).only_if(attr("a").eq(1)).into(),
        Update::raw(&THINGS, key("update")).add("a", 5).into(),
        Check { table: &THINGS, key: key("check"), condition: attr("a").exists() }.into(),
    ];
    let result = place.store().transact(&chabudai_kernel::op::Transact::of(writes), SOON).await;
    let Err(StoreError::Cancelled(reasons)) = result else { panic!("{result:?}") };
    let failed: Vec<_> = reasons.iter().map(|c| (c.action, matches!(c.reason, Reason::ConditionFailed { found: None }))).collect();
    assert_eq!(failed, [(0, true), (2, true)], "{reasons:?}");
    assert_eq!(place.read_thing("e", "update").await, Some(mortal(&place)), "and nothing happened");

    let batch = [BatchWrite::Put(place.put_of_thing("e", "put", attributes! { "new" => 2 })), BatchWrite::Delete(&THINGS, key("delete"))];
    place.store().batch_write(&batch, SOON).await.expect("a batch");
    assert_eq!(place.read_thing("e", "put").await, Some(attributes! { "new" => 2 }));
    assert_eq!(place.read_thing("e", "delete").await, None);
}

/// A time can be put off while the item is there, taken away, or brought forward.
pub(crate) async fn a_time_can_be_changed(place: Place) {
    let update = || Update::raw(&THINGS, place.thing("e", "x")).if_exists();
    place.put_thing("e", "x", mortal(&place)).await;
    place.must_write(update().add("ttl", 100)).await;
    assert!(is_there(&place, "x", SOON).await);
    assert!(!is_there(&place, "x", Now(SOON.0 + 100)).await);
    place.must_write(update().remove("ttl")).await;
    assert!(is_there(&place, "x", Now(SOON.0 + 1000)).await);
    place.must_write(update().set("ttl", NOW.0)).await;
    assert!(!is_there(&place, "x", NOW).await);
}

/// A transaction that was cancelled did not happen: under the same name it is tried later as a new one, by the clock of then.
pub(crate) async fn a_cancelled_transaction_is_a_new_one_later(place: Place) {
    let update = Update::raw(&THINGS, place.thing("e", "x")).add("n", 1).if_exists();
    let op = Transact { token: Some(place.token("t")), ..Transact::of([update.into()]) };
    let cancelled = async |now: Now| match place.store().transact(&op, now).await {
        Err(StoreError::Cancelled(reasons)) => reasons.iter().all(|c| matches!(c.reason, Reason::ConditionFailed { found: None })),
        other => panic!("a cancelled transaction was expected, not {other:?}"),
    };
    assert!(cancelled(NOW).await, "there is nothing yet");
    place.put_thing("e", "x", attributes! { "ttl" => SOON.0, "n" => 1 }).await;
    assert!(cancelled(SOON).await, "there is nothing any more");
    place.put_thing("e", "x", attributes! { "ttl" => SOON.0 + 100, "n" => 1 }).await;
    place.store().transact(&op, Now(SOON.0 + 1)).await.expect("now it happens");
    place.store().transact(&op, Now(SOON.0 + 2)).await.expect("and once only");
    assert_eq!(place.read_thing("e", "x").await.map(|item| item["n"].clone()), Some(2.into()));
}
