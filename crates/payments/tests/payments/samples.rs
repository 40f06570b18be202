//! The double beside Stripe's published sample objects: the same fields, of the same types. The samples are no part of the project; where they are
//! not beside it, this is left out.

use std::collections::BTreeSet;
use std::path::Path;

use chabudai_payments as p;
use chabudai_payments::{CheckoutMode, Destination, Item, NewAccount, NewCharge, NewCheckout};
use chabudai_testkit::stripe::Stripe;
use serde_json::Value;

use crate::{checkout, customer, payments};

/// Maps whose keys are the caller's or the account's, and no fields.
const MAPS: [&str; 4] = ["metadata", "payment_method_options", "capabilities", "fraud_details"];

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// How a value differs from its sample. What is null in either may be anything: Stripe's samples show what can be there, not what is.
fn compare(at: &str, ours: &Value, sample: &Value, samples: &Value, out: &mut Vec<String>) {
    // Something in full is held to its own sample.
    let own = ours["object"].as_str().map(|name| &samples[name]).filter(|own| own.is_object());
    let sample = own.unwrap_or(sample);
    match (ours, sample) {
        (Value::Null, _) | (_, Value::Null) => {}
        (Value::Object(a), Value::Object(b)) => {
            // Connect's events say whose they are.
            let extra = |key: &&String| !(at == "event" && *key == "account");
            let (have, want): (BTreeSet<_>, BTreeSet<_>) = (a.keys().filter(extra).collect(), b.keys().collect());
            let differ: Vec<_> = have.symmetric_difference(&want).collect();
            if !differ.is_empty() {
                out.push(format!("{at}: {differ:?}"));
            }
            for key in have.intersection(&want).filter(|key| !MAPS.contains(&key.as_str())) {
                // What an event is about is something else each time.
                let sample = if at == "event.data" { &Value::Null } else { &b[*key] };
                compare(&format!("{at}.{key}"), &a[*key], sample, samples, out);
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            for (ours, sample) in a.iter().zip(b.first().into_iter().cycle()) {
                compare(&format!("{at}[]"), ours, sample, samples, out);
            }
        }
        // By its id, where the sample has it in full.
        (Value::String(_), Value::Object(whole)) if whole.contains_key("id") => {}
        _ if kind(ours) == kind(sample) => {}
        _ => out.push(format!("{at}: {} instead of {}", kind(ours), kind(sample))),
    }
}

#[tokio::test]
async fn every_object_has_the_fields_of_stripes_own() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/stripe-fixtures3.json");
    let Ok(text) = std::fs::read_to_string(&file) else {
        chabudai_testkit::leave_out("Stripe's published sample objects are not beside the project");
        return;
    };
    let samples = serde_json::from_str::<Value>(&text).unwrap()["resources"].take();
    let stripe = Stripe::start();
    let payments = payments(&stripe);
    let customer = customer(&payments).await.id;
    let account = payments.create_account("a", &NewAccount::default()).await.unwrap().id;
    payments.account_link("l", &account, "http://127.0.0.1:1/", "http://127.0.0.1:1/").await.unwrap();
    stripe.onboard(&account);
    payments.login_link("m", &account).await.unwrap();
    payments.portal("p", &customer, "http://127.0.0.1:1/").await.unwrap();
    let to = || Some(Destination { account: account.clone(), application_fee_amount: 50 });
    for (mode, item, destination) in [
        (CheckoutMode::Setup, None, None),
        (CheckoutMode::Subscription, Some(Item::yen_monthly("Plus", 500)), None),
        (CheckoutMode::Payment, Some(Item::yen("献立", 500)), to()),
    ] {
        let of = NewCheckout { customer: Some(customer.clone()), destination, ..checkout(mode, item) };
        let session = payments.checkout(mode.as_str(), &of).await.unwrap().id;
        stripe.pay(&session);
        let session = payments.checkout_session(&session).await.unwrap();
        if let Some(setup) = session.setup_intent {
            let card = payments.setup_intent(&setup).await.unwrap().payment_method.unwrap();
            payments.payment_method(&card).await.unwrap();
            let charge = NewCharge { destination: to(), ..NewCharge::yen(300, &customer, &card) };
            let paid = payments.charge("c", &charge).await.unwrap();
            payments.refund("r", &paid.id).await.unwrap();
            payments.detach("d", &card).await.unwrap();
        }
        if let Some(subscription) = session.subscription {
            stripe.renew(&subscription, false);
            stripe.renew(&subscription, true);
            payments.cancel_at_period_end("e", &subscription, true).await.unwrap();
        }
    }
    let (mut differences, mut kinds) = (Vec::new(), BTreeSet::new());
    for object in stripe.answered().into_iter().chain(stripe.objects()).chain(stripe.events()) {
        let name = object["object"].as_str().expect("every object says what it is").to_owned();
        assert!(samples[&name].is_object(), "Stripe has a sample of {name}");
        compare(&name, &object, &samples[&name], &samples, &mut differences);
        kinds.insert(name);
    }
    differences.dedup();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    let expected = "account account_link billing_portal.session charge checkout.session customer event invoice login_link payment_intent \
                    payment_method refund setup_intent subscription transfer";
    assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>(), expected.split_whitespace().collect::<Vec<_>>());

    // A field too many, one too few and one of another type are noticed.
    let mut wrong = stripe.answered().remove(0);
    let fields = wrong.as_object_mut().unwrap();
    fields.insert("colour".to_owned(), "blue".into());
    fields.remove("email");
    fields.insert("created".to_owned(), "yesterday".into());
    let mut noticed = Vec::new();
    compare("customer", &wrong, &samples["customer"], &samples, &mut noticed);
    assert_eq!(noticed.len(), 2, "{noticed:?}");
}

fn reads<T: serde::de::DeserializeOwned>(samples: &Value, name: &str) -> T {
    serde_json::from_value(samples[name].clone()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Stripe's own samples are read, whatever they leave out.
#[test]
fn stripes_own_samples_are_read() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/stripe-fixtures3.json");
    let Ok(text) = std::fs::read_to_string(&file) else {
        chabudai_testkit::leave_out("Stripe's published sample objects are not beside the project");
        return;
    };
    let samples = serde_json::from_str::<Value>(&text).unwrap()["resources"].take();
    assert!(reads::<p::Customer>(&samples, "customer").id.starts_with("cus_"));
    assert_eq!(reads::<p::CheckoutSession>(&samples, "checkout.session").status, p::CheckoutStatus::Open);
    assert_eq!(reads::<p::PaymentIntent>(&samples, "payment_intent").status, p::PaymentIntentStatus::RequiresPaymentMethod);
    assert_eq!(reads::<p::SetupIntent>(&samples, "setup_intent").status, p::SetupStatus::RequiresPaymentMethod);
    assert_eq!(reads::<p::Card>(&samples, "payment_method").last4, "4242");
    assert_eq!(reads::<p::Refund>(&samples, "refund").amount, 100);
    assert!(reads::<p::Subscription>(&samples, "subscription").current_period_end.is_some());
    assert!(!reads::<p::Account>(&samples, "account").payouts_enabled);
    let mut later = samples["subscription"].clone();
    later["status"] = "hibernating".into();
    let later: p::Subscription = serde_json::from_value(later).unwrap();
    assert_eq!(later.status, p::SubscriptionStatus::Other("hibernating".to_owned()));
}
