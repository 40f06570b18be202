//! Every call and every failure, against a double of Stripe over real HTTP.

mod calls; // each call, and what comes of it
mod failures; // nothing is done twice
mod logs; // what is never said
mod samples; // the double's objects beside Stripe's published ones
mod signatures; // what is Stripe's, and what is not

use std::time::Duration;

use chabudai_payments::{CheckoutMode, Customer, Item, Limits, Metadata, NewCheckout, NewCustomer, Payments, Settings};
use chabudai_testkit::stripe::{KEY, Stripe, VERSION, WEBHOOK_SECRET};

fn settings(stripe: &Stripe) -> Settings {
    Settings { address: stripe.address(), key: KEY.to_owned(), webhook_secrets: vec![WEBHOOK_SECRET.to_owned()] }
}

fn payments(stripe: &Stripe) -> Payments {
    Payments::new(settings(stripe))
}

/// Limits for a server that does not answer.
fn hurried(stripe: &Stripe) -> Payments {
    let limits = Limits { connect: Duration::from_secs(1), each: Duration::from_millis(150), whole: Duration::from_secs(3) };
    Payments::within(settings(stripe), limits)
}

fn of_kondate() -> Metadata {
    Metadata::from([("app".to_owned(), "kondate".to_owned()), ("purchaseId".to_owned(), "01J".to_owned())])
}

async fn customer(payments: &Payments) -> Customer {
    let of = NewCustomer { email: Some("hana@example.org".to_owned()), metadata: of_kondate() };
    payments.create_customer("customer-1", &of).await.unwrap()
}

fn checkout(mode: CheckoutMode, item: Option<Item>) -> NewCheckout {
    NewCheckout {
        mode,
        client_reference_id: Some("01J".to_owned()),
        success_url: "http://127.0.0.1:1/thanks?session={CHECKOUT_SESSION_ID}".to_owned(),
        cancel_url: "http://127.0.0.1:1/back".to_owned(),
        metadata: of_kondate(),
        item,
        ..NewCheckout::default()
    }
}

#[test]
fn the_double_speaks_the_version_that_is_pinned() {
    assert_eq!(VERSION, chabudai_payments::STRIPE_VERSION);
}
