//! Transactions: all or none, across tables; a cancelled one says which action stood in the way and why.

use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Check, Delete, Transact, Update, Write};
use chabudai_kernel::store::{Cancelled, Reason, StoreError};
use chabudai_kernel::value::Attributes;

use crate::place::{NOW, Place, attributes, attributes_of, key_attributes, put_of, refusal};
use crate::tables::{BY_EMAIL, NUMBERED, PAIRS, THINGS};

fn cancelled(result: Result<(), StoreError>) -> Vec<Cancelled> {
    match result {
        Err(StoreError::Cancelled(reasons)) => reasons,
        other => panic!("a cancelled transaction was expected, not {other:?}"),
    }
}

/// Which actions failed their condition, and the item that each met.
fn conditions_failed(result: Result<(), StoreError>) -> Vec<(usize, Option<Attributes>)> {
    let failed = cancelled(result).into_iter().map(|c| match c.reason {
        Reason::ConditionFailed { found } => (c.action, found.map(|item| attributes_of(&item))),
        other => panic!("action {} failed for another reason: {other:?}", c.action),
    });
    failed.collect()
}

/// A put, an update, a delete and a check, in three tables, all at once.
pub(crate) async fn all_happen(place: Place) {
    place.put_thing("t", "gone", attributes! { "a" => 1, "email" => place.name("mail") }).await;
    place.must_write(put_of(&NUMBERED, &place.numbered(1), attributes! { "a" => 1 })).await;
    let writes: [Write; 4] = [
        place.put_of_thing("t", "new", attributes! { "a" => 1, "email" => place.name("mail") }).if_absent().into(),
        Update::raw(&PAIRS, place.pair("t", 1)).add("n", 5).into(),
        Delete::new(&THINGS, place.thing("t", "gone")).if_exists().into(),
        Check { table: &NUMBERED, key: place.numbered(1), condition: attr("a").eq(1) }.into(),
    ];
    place.transact(writes).await.expect("the transaction happens");
    assert_eq!(place.read_thing("t", "new").await.map(|item| item["a"].clone()), Some(1.into()));
    assert_eq!(place.read(&PAIRS, &place.pair("t", 1)).await, Some(attributes! { "n" => 5 }));
    assert_eq!(place.read_thing("t", "gone").await, None);
    assert_eq!(place.sorts_by(&BY_EMAIL, "mail").await, ["new"]);
}

/// One failed condition anywhere, and none happens; the answer names each action that failed, with the item that it met.
pub(crate) async fn none_happen(place: Place) {
    let key = |sort: &str| place.thing("t", sort);
    place.put_thing("t", "there", attributes! { "a" => 1 }).await;
    let writes: [Write; 5] = [
        put_of(&PAIRS, &place.pair("t", 1), attributes! {}).into(),
        place.put_of_thing("t", "there", attributes! { "a" => 2 }).if_absent().into(),
        Update::raw(&NUMBERED, place.numbered(1)).add("n", 1).into(),
        Delete::new(&THINGS, key("missing")).if_exists().into(),
        Check { table: &NUMBERED, key: place.numbered(2), condition: attr("id").absent() }.into(),
    ];
    let result = place.transact(writes).await;
    assert!(result.as_ref().is_err_and(StoreError::is_stale_read));
    assert!(result.as_ref().is_err_and(|error| error.condition_failed_at(1) && !error.condition_failed_at(0)));
    let mut there = attributes! { "a" => 1 };
    there.extend(key_attributes(&THINGS, &key("there")));
    assert_eq!(conditions_failed(result), [(1, Some(there)), (3, None)]);
    assert_eq!(place.read(&PAIRS, &place.pair("t", 1)).await, None);
    assert_eq!(place.read(&NUMBERED, &place.numbered(1)).await, None);
    assert_eq!(place.read_thing("t", "there").await, Some(attributes! { "a" => 1 }));
}

/// A check that fails cancels the rest.
pub(crate) async fn a_check_stands_in_the_way(place: Place) {
    place.must_write(put_of(&NUMBERED, &place.numbered(1), attributes! { "a" => 1 })).await;
    let check = |condition| Write::from(Check { table: &NUMBERED, key: place.numbered(1), condition });
    let write = || Write::from(Update::raw(&PAIRS, place.pair("t", 1)).add("n", 1));
    let failed = conditions_failed(place.transact([write(), check(attr("a").gt(1))]).await);
    let mut met = attributes! { "a" => 1 };
    met.extend(key_attributes(&NUMBERED, &place.numbered(1)));
    assert_eq!(failed, [(1, Some(met))]);
    assert_eq!(place.read(&PAIRS, &place.pair("t", 1)).await, None);
    place.transact([write(), check(attr("a").ge(1))]).await.expect("the check holds");
    assert_eq!(place.read(&PAIRS, &place.pair("t", 1)).await, Some(attributes! { "n" => 1 }));
    refusal(place.write(check(attr("a").exists())).await);
}

/// An update that does not fit its item cancels the transaction and says so.
pub(crate) async fn an_unfit_update_cancels(place: Place) {
    place.put_thing("t", "text", attributes! { "a" => "text" }).await;
    let writes: [Write; 3] = [
        put_of(&PAIRS, &place.pair("t", 1), attributes! {}).into(),
        Update::raw(&THINGS, place.thing("t", "text")).add("a", 1).into(),
        Update::raw(&THINGS, place.thing("t", "other")).add("a", 1).if_exists().into(),
    ];
    let reasons = cancelled(place.transact(writes).await);
    assert_eq!(reasons.len(), 2, "{reasons:?}");
    assert!(matches!(reasons[0], Cancelled { action: 1, reason: Reason::Invalid(_) }), "{reasons:?}");
    assert!(matches!(reasons[1], Cancelled { action: 2, reason: Reason::ConditionFailed { found: None } }), "{reasons:?}");
    assert_eq!(place.read(&PAIRS, &place.pair("t", 1)).await, None);
}

/// A condition is looked at before the change: where both stand in the way, it is the condition that is named.
pub(crate) async fn a_condition_comes_before_the_change(place: Place) {
    place.put_thing("t", "text", attributes! { "a" => "text" }).await;
    let update = Update::raw(&THINGS, place.thing("t", "text")).add("a", 1).only_if(attr("a").eq("other"));
    assert!(matches!(place.write(update.clone()).await, Err(StoreError::ConditionFailed { found: Some(_) })));
    let failed = conditions_failed(place.transact([update.into()]).await);
    assert_eq!(failed.len(), 1);
}

/// A hundred actions go, a hundred and one do not.
pub(crate) async fn a_hundred_actions_are_the_most(place: Place) {
    let writes = |count: u64| (0..count).map(|i| Write::from(Update::raw(&PAIRS, place.pair("h", i)).add("n", 1)));
    place.transact(writes(100)).await.expect("a hundred actions");
    let found = place.all(chabudai_kernel::op::Query::table(&PAIRS, crate::place::named("left", place.name("h")))).await;
    assert_eq!(found.len(), 100);
    assert_eq!(refusal(place.transact(writes(101)).await), "store.transaction_actions");
    assert_eq!(place.read(&PAIRS, &place.pair("h", 0)).await, Some(attributes! { "n" => 1 }), "nothing of it happened");
    assert_eq!(refusal(place.transact([]).await), "store.transaction_empty");
}

/// What no store takes: one item twice, more than four megabytes, anything that a single write would refuse.
pub(crate) async fn senseless_transactions_are_refused(place: Place) {
    let put = |sort: &str| Write::from(place.put_of_thing("t", sort, attributes! {}));
    assert_eq!(refusal(place.transact([put("a"), put("b"), put("a")]).await), "store.transaction_twice");
    let delete = Write::from(Delete::new(&THINGS, place.thing("t", "a")));
    assert_eq!(refusal(place.transact([put("a"), delete]).await), "store.transaction_twice");

    let body = "x".repeat(399 * 1024);
    let big = |i: usize| Write::from(place.put_of_thing("t", &format!("big{i}"), attributes! { "body" => body.clone() }));
    assert_eq!(refusal(place.transact((0..11).map(big)).await), "store.transaction_bytes");

    let nothing = Write::from(Update::raw(&THINGS, place.thing("t", "c")));
    assert_eq!(refusal(place.transact([put("a"), nothing]).await), "store.update_empty");

    let key = Write::from(Update::raw(&THINGS, place.thing("t", "c")).set("SK", "d"));
    assert_eq!(refusal(place.transact([put("a"), key]).await), "store.key_update");
    assert!(place.all(place.things("t")).await.is_empty());
}

/// The same transaction under the same token happens once; another one under it is refused.
pub(crate) async fn a_token_makes_a_repetition_harmless(place: Place) {
    let count = |n: i64, token: &str| {
        let write = Write::from(Update::raw(&PAIRS, place.pair("t", 1)).add("n", n));
        Transact { token: Some(place.token(token)), ..Transact::of([write]) }
    };
    for _ in 0..3 {
        place.store().transact(&count(1, "a"), NOW).await.expect("the same again succeeds");
    }
    assert_eq!(place.read(&PAIRS, &place.pair("t", 1)).await, Some(attributes! { "n" => 1 }));
    refusal(place.store().transact(&count(2, "a"), NOW).await);
    place.store().transact(&count(1, "b"), NOW).await.expect("another token is another transaction");
    assert_eq!(place.read(&PAIRS, &place.pair("t", 1)).await, Some(attributes! { "n" => 2 }));
}

/// A cancelled transaction does not use up its token.
pub(crate) async fn a_cancelled_transaction_leaves_its_token_free(place: Place) {
    let op = Transact {
        token: Some(place.token("c")),
        ..Transact::of([Update::raw(&PAIRS, place.pair("t", 1)).add("n", 1).if_exists().into()])
    };
    conditions_failed(place.store().transact(&op, NOW).await.map(|answer| answer.value));
    place.must_write(put_of(&PAIRS, &place.pair("t", 1), attributes! { "n" => 1 })).await;
    place.store().transact(&op, NOW).await.expect("now it happens");
    assert_eq!(place.read(&PAIRS, &place.pair("t", 1)).await, Some(attributes! { "n" => 2 }));
}
