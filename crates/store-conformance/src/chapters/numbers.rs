//! Numbers: 38 digits, exact, whatever is done with them.

use chabudai_kernel::number::{Number, NumberError};
use chabudai_kernel::op::Update;
use chabudai_kernel::store::StoreError;
use chabudai_kernel::value::Value;

use crate::place::{Place, attributes, n};
use crate::tables::THINGS;

const REMARKABLE: [&str; 16] = [
    "0",
    "-0.0",
    "1",
    "-1",
    "0.1",
    "1E-130",
    "-1E-130",
    "9.9999999999999999999999999999999999999E125",
    "-9.9999999999999999999999999999999999999E125",
    "99999999999999999999999999999999999999",
    "0.99999999999999999999999999999999999999",
    "1234567890.1234567890123456789012345678",
    "9007199254740993",
    "18446744073709551616",
    "1E40",
    "1.5E-20",
];

/// Every digit comes back.
pub(crate) async fn numbers_come_back_whole(place: Place) {
    for (at, text) in REMARKABLE.iter().enumerate() {
        let sort = at.to_string();
        let set = Value::Ns([n(text), n("7")].into());
        place.put_thing("n", &sort, attributes! { "a" => n(text), "set" => set.clone(), "list" => vec![n(text)] }).await;
        let back = place.read_thing("n", &sort).await.expect("the item is there");
        assert_eq!(back, attributes! { "a" => n(text), "set" => set, "list" => vec![n(text)] }, "{text}");
        let by_update =
            Update::raw(&THINGS, place.thing("n", &sort)).set("b", n(text)).only_if(chabudai_kernel::expr::attr("a").eq(n(text)));
        place.must_write(by_update).await;
    }
}

/// A thirty-ninth digit is no number at all.
pub(crate) async fn a_39th_digit_is_refused(_: Place) {
    assert_eq!("123456789012345678901234567890123456789".parse::<Number>(), Err(NumberError::TooManyDigits));
}

/// Sums are exact, or refused and the item stays.
pub(crate) async fn sums_are_exact(place: Place) {
    let sums = [
        ("0.1", "0.2", Some("0.3")),
        ("1E37", "-1", Some("9999999999999999999999999999999999999")),
        ("9007199254740992", "1", Some("9007199254740993")),
        ("99999999999999999999999999999999999998", "1", Some("99999999999999999999999999999999999999")),
        ("99999999999999999999999999999999999999", "1", Some("1E38")),
        ("5", "-5", Some("0")),
        ("1E-130", "1E-130", Some("2E-130")),
        ("-1.5", "0.25", Some("-1.25")),
        ("9.9E125", "9.9E125", None),
        ("-9.9E125", "-9.9E125", None),
        ("1E38", "1", None),
        ("1E100", "1E-100", None),
    ];
    for (a, b, sum) in sums {
        place.put_thing("n", "sum", attributes! { "a" => n(a), "map" => attributes! { "a" => n(a) } }).await;
        let update = Update::raw(&THINGS, place.thing("n", "sum")).add("a", n(b));
        let nested = Update::raw(&THINGS, place.thing("n", "sum")).add(chabudai_kernel::expr::attr("map").dot("a"), n(b));
        for update in [update, nested] {
            let result = place.write(update).await;
            match sum {
                Some(_) => assert_eq!(result, Ok(None), "{a} + {b}"),
                None => assert!(matches!(result, Err(StoreError::Invalid { .. })), "{a} + {b} is refused, not {result:?}"),
            }
        }
        let after = n(sum.unwrap_or(a));
        let expected = attributes! { "a" => after, "map" => attributes! { "a" => after } };
        assert_eq!(place.read_thing("n", "sum").await, Some(expected), "{a} + {b}");
    }
}

/// A counter counts every call, from many callers at once.
pub(crate) async fn a_counter_counts_every_call(place: Place) {
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let place = place.clone();
        calls.spawn(async move {
            // A store may answer that somebody else is at it; the caller then tries again.
            while let Err(error) = place.write(Update::raw(&THINGS, place.thing("n", "count")).add("a", 1)).await {
                assert!(error.is_passing(), "{error}");
            }
        });
    }
    calls.join_all().await;
    assert_eq!(place.read_thing("n", "count").await, Some(attributes! { "a" => 20 }));
}
