//! Objects with exactly the fields of Stripe's published samples. A field that nothing here is about is null, as Stripe has it then.

mod billing; // subscriptions and bills
mod checkout; // pages
mod connect; // sellers
mod payment; // customers, cards, payments, refunds, transfers

use serde_json::{Value, json};

pub(super) use billing::{invoice, subscription};
pub(super) use checkout::{checkout_session, portal_session};
pub(super) use connect::{account, account_link, login_link};
pub(super) use payment::{charge, customer, payment_intent, payment_method, refund, setup_intent, transfer};

/// An object with these fields, and these others that are null.
fn object(mut known: Value, nulls: &str) -> Value {
    let fields = known.as_object_mut().expect("an object");
    for name in nulls.split_whitespace() {
        assert!(fields.insert(name.to_owned(), Value::Null).is_none(), "{name} is there twice");
    }
    known
}

/// A list within an object.
fn list(url: &str, data: &[Value]) -> Value {
    json!({ "object": "list", "data": data, "has_more": false, "url": url })
}

/// Something that happened.
pub(super) fn event(id: &str, created: i64, kind: &str, about: &Value, version: &str) -> Value {
    json!({
        "id": id, "object": "event", "api_version": version, "created": created, "data": { "object": about }, "livemode": false,
        "pending_webhooks": 1, "request": { "id": null, "idempotency_key": null }, "type": kind,
    })
}
