use std::time::{Duration, Instant};

use chabudai_payments::{CheckoutMode, Item, NewCharge, NewCheckout, NewCustomer, PaymentError, PaymentIntentStatus, Payments, Settings};
use chabudai_testkit::stripe::{Failure, Stripe};

use crate::{checkout, customer, hurried, of_kondate, payments, settings};

async fn charge(stripe: &Stripe, payments: &Payments) -> NewCharge {
    let customer = customer(payments).await.id;
    let of = NewCheckout { customer: Some(customer.clone()), ..checkout(CheckoutMode::Setup, None) };
    let session = payments.checkout("setup-1", &of).await.unwrap();
    stripe.pay(&session.id);
    let setup = payments.checkout_session(&session.id).await.unwrap().setup_intent.unwrap();
    let card = payments.setup_intent(&setup).await.unwrap().payment_method.unwrap();
    NewCharge { metadata: of_kondate(), ..NewCharge::yen(500, customer, card) }
}

fn retries(payments: &Payments, call: &str) -> u64 {
    payments.meter().readings()[call].retries
}

fn ended(payments: &Payments, call: &str, outcome: &str) -> u64 {
    payments.meter().readings()[call].outcomes.get(outcome).copied().unwrap_or_default()
}

#[tokio::test]
async fn whatever_fails_on_the_way_money_is_taken_once() {
    for failure in [
        Failure::FailAfter,
        Failure::HangUp,
        Failure::HangUpBefore,
        Failure::Refuse(409),
        Failure::Refuse(429),
        Failure::Refuse(500),
        Failure::Refuse(503),
    ] {
        let stripe = Stripe::start();
        let payments = payments(&stripe);
        let of = charge(&stripe, &payments).await;
        stripe.fail_next(2, failure);
        let paid = payments.charge("charge-1", &of).await.unwrap_or_else(|error| panic!("{failure:?}: {error}"));
        assert_eq!((stripe.counts().charges, retries(&payments, "charge")), (1, 2), "{failure:?}");
        assert_eq!(payments.charge("charge-1", &of).await.unwrap().id, paid.id);
        assert_eq!(stripe.counts().charges, 1, "{failure:?}");
        let keys: Vec<_> =
            stripe.asked().into_iter().filter(|asked| asked.path == "/v1/payment_intents").map(|asked| asked.idempotency_key).collect();
        assert_eq!(keys, vec![Some("charge-1".to_owned()); 4], "every try has the same key");
    }
}

#[tokio::test]
async fn what_goes_on_failing_says_whether_anything_is_known() {
    for (failure, error) in [
        (Failure::Refuse(429), PaymentError::Busy),
        (Failure::Refuse(409), PaymentError::Busy),
        (Failure::Refuse(502), PaymentError::Unreachable),
        (Failure::HangUp, PaymentError::Unreachable),
        (Failure::FailAfter, PaymentError::Unreachable),
        (Failure::FailForGood, PaymentError::Unreachable),
    ] {
        let stripe = Stripe::start();
        let payments = payments(&stripe);
        let of = charge(&stripe, &payments).await;
        stripe.fail_next(3, failure);
        assert_eq!(payments.charge("charge-1", &of).await.unwrap_err(), error, "{failure:?}");
        assert!(error.may_pass() && stripe.counts().charges <= 1, "{failure:?}");
        assert_eq!((retries(&payments, "charge"), ended(&payments, "charge", error.code())), (2, 1));
        // Later, with the same key: what was done is found, what was not is done. Only what Stripe keeps as failed stays so.
        let later = payments.charge("charge-1", &of).await;
        assert_eq!(later.is_ok(), failure != Failure::FailForGood, "{failure:?}: {later:?}");
        assert_eq!(stripe.counts().charges, 1, "{failure:?}");
    }
}

#[tokio::test]
async fn a_refund_that_fails_on_the_way_is_given_once() {
    let stripe = Stripe::start();
    let payments = payments(&stripe);
    let of = charge(&stripe, &payments).await;
    let paid = payments.charge("charge-1", &of).await.unwrap();
    // The first call of a refund looks at the payment, the second gives it back.
    stripe.fail_next(1, Failure::Pass);
    stripe.fail_next(1, Failure::HangUp);
    stripe.fail_next(1, Failure::FailAfter);
    payments.refund("refund-1", &paid.id).await.unwrap();
    assert_eq!((retries(&payments, "payment_intent"), retries(&payments, "refund")), (0, 2));
    payments.refund("refund-1", &paid.id).await.unwrap();
    assert_eq!((stripe.counts().refunds, stripe.counts().refunded), (1, 500));
}

#[tokio::test]
async fn a_declined_card_says_why_and_is_not_tried_again() {
    let stripe = Stripe::start();
    let payments = payments(&stripe);
    let of = charge(&stripe, &payments).await;
    stripe.decline_cards(Some("insufficient_funds"));
    let declined = PaymentError::Declined { code: "insufficient_funds".to_owned() };
    assert_eq!(payments.charge("charge-1", &of).await.unwrap_err(), declined);
    assert_eq!((stripe.counts().charges, stripe.counts().declined, retries(&payments, "charge")), (0, 1, 0));
    stripe.decline_cards(None);
    assert_eq!(payments.charge("charge-1", &of).await.unwrap_err(), declined, "a key keeps its answer");
    payments.charge("charge-2", &of).await.unwrap();
    assert_eq!((stripe.counts().charges, stripe.counts().declined), (1, 1));
}

#[tokio::test]
async fn a_key_is_for_one_request() {
    let stripe = Stripe::start();
    let payments = payments(&stripe);
    let one = customer(&payments).await;
    assert_eq!(customer(&payments).await, one);
    let other = NewCustomer { email: Some("taro@example.org".to_owned()), metadata: of_kondate() };
    let refused = payments.create_customer("customer-1", &other).await.unwrap_err();
    assert!(matches!(&refused, PaymentError::Invalid { code, .. } if code == "idempotency_error"), "{refused:?}");
    assert_eq!(stripe.counts().customers, 1);
    // What was refused before anything began can be done right under the same key.
    let item = |amount| checkout(CheckoutMode::Payment, Some(Item::yen("献立", amount)));
    payments.checkout("buy-1", &item(10)).await.unwrap_err();
    payments.checkout("buy-1", &item(100)).await.unwrap();
    assert_eq!(stripe.counts().checkouts, 1);
}

#[tokio::test]
async fn a_wrong_key_is_said_at_once() {
    let stripe = Stripe::start();
    let payments = Payments::new(Settings { key: "sk_test_wrong".to_owned(), ..settings(&stripe) });
    assert_eq!(payments.subscription("sub_1").await.unwrap_err(), PaymentError::Unauthorized);
    assert_eq!(stripe.asked().len(), 1, "it is not tried again");
}

#[tokio::test]
async fn silence_and_nonsense_end() {
    let stripe = Stripe::start();
    let payments = hurried(&stripe);
    let began = Instant::now();
    stripe.fail_next(3, Failure::Silence);
    assert_eq!(payments.subscription("sub_1").await.unwrap_err(), PaymentError::Unreachable);
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    assert_eq!(stripe.asked().len(), 3);
    stripe.fail_next(1, Failure::Nonsense);
    assert_eq!(payments.create_customer("customer-1", &NewCustomer::default()).await.unwrap_err(), PaymentError::Unreadable);
    assert_eq!(stripe.counts().customers, 1, "it was done");
    payments.create_customer("customer-1", &NewCustomer::default()).await.unwrap();
    assert_eq!(stripe.counts().customers, 1, "and is found by its key");
    let nowhere = Settings { address: format!("http://{}", chabudai_testkit::free_port()), ..settings(&stripe) };
    assert_eq!(Payments::new(nowhere).account("acct_1").await.unwrap_err(), PaymentError::Unreachable);
}

#[tokio::test]
async fn of_many_at_once_with_one_key_one_is_charged() {
    let stripe = Stripe::start();
    let payments = payments(&stripe);
    let of = charge(&stripe, &payments).await;
    let mut all = tokio::task::JoinSet::new();
    for _ in 0..16 {
        let (payments, of) = (payments.clone(), of.clone());
        all.spawn(async move { payments.charge("charge-1", &of).await.unwrap().id });
    }
    let mut ids = all.join_all().await;
    ids.dedup();
    assert_eq!((ids.len(), stripe.counts().charges), (1, 1));
}

#[tokio::test]
async fn what_is_prepared_is_charged_once_however_often_it_is_confirmed() {
    let stripe = Stripe::start();
    let payments = payments(&stripe);
    let of = charge(&stripe, &payments).await;
    let prepared = payments.prepare_charge("purchase-1", &of).await.unwrap();
    assert_eq!((&prepared.status, stripe.counts().charges), (&PaymentIntentStatus::RequiresConfirmation, 0));
    for failure in [Failure::HangUp, Failure::FailAfter, Failure::HangUpBefore] {
        stripe.fail_next(1, failure);
    }
    payments.confirm_charge("confirm-1", &prepared.id).await.unwrap_err();
    // Under another key too, as after days.
    for key in ["confirm-1", "confirm-2", "confirm-3"] {
        assert_eq!(payments.confirm_charge(key, &prepared.id).await.unwrap().status, PaymentIntentStatus::Succeeded);
    }
    assert_eq!(stripe.counts().charges, 1);
    // A card that says no says so, and is not asked again.
    let other = payments.prepare_charge("purchase-2", &of).await.unwrap();
    stripe.decline_cards(Some("insufficient_funds"));
    let declined = payments.confirm_charge("confirm-4", &other.id).await.unwrap_err();
    assert_eq!(declined, PaymentError::Declined { code: "insufficient_funds".to_owned() });
    stripe.decline_cards(None);
    let after = payments.confirm_charge("confirm-5", &other.id).await.unwrap();
    assert_eq!((after.status, stripe.counts().charges), (PaymentIntentStatus::RequiresPaymentMethod, 1));
    assert_eq!(payments.confirm_charge("confirm-6", "pi_nowhere").await.unwrap_err(), PaymentError::Gone);
}
