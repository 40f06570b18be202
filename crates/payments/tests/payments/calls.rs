use chabudai_payments::{
    CheckoutMode, CheckoutStatus, Destination, Item, Locale, NewAccount, NewCharge, NewCheckout, PaymentError, PaymentIntentStatus,
    PaymentStatus, Payments, RefundStatus, SetupStatus, SubscriptionStatus,
};
use chabudai_testkit::Ask;
use chabudai_testkit::stripe::Stripe;
use serde_json::Value;

use crate::{checkout, customer, of_kondate, payments};

/// Every event of a kind, as the house reads it.
fn told(stripe: &Stripe, payments: &Payments, kind: &str) -> chabudai_payments::Event {
    let body = stripe.event(kind).to_string();
    let signed = chabudai_testkit::stripe::signature(&[chabudai_testkit::stripe::WEBHOOK_SECRET], 1_800_000_000, &body);
    payments.verify(body.as_bytes(), &signed, 1_800_000_000).unwrap()
}

/// Somebody with a stored card: their id, and that of the card.
async fn stored(stripe: &Stripe, payments: &Payments) -> (String, String) {
    let customer = customer(payments).await.id;
    let of = NewCheckout { customer: Some(customer.clone()), ..checkout(CheckoutMode::Setup, None) };
    let session = payments.checkout("setup-1", &of).await.unwrap();
    stripe.pay(&session.id);
    let session = payments.checkout_session(&session.id).await.unwrap();
    let intent = payments.setup_intent(&session.setup_intent.unwrap()).await.unwrap();
    (customer, intent.payment_method.unwrap())
}

/// Somebody to whom money can go on.
async fn seller(stripe: &Stripe, payments: &Payments) -> String {
    let account = payments.create_account("account-1", &NewAccount { email: None, metadata: of_kondate() }).await.unwrap();
    assert!(!account.payouts_enabled && !account.charges_enabled && !account.details_submitted);
    stripe.onboard(&account.id);
    account.id
}

#[tokio::test]
async fn somebody_pays_once_on_stripes_own_page() {
    let stripe = Stripe::start();
    let payments = payments(&stripe);
    let customer = customer(&payments).await;
    assert_eq!(customer.metadata, of_kondate());
    let of = NewCheckout {
        customer: Some(customer.id.clone()),
        locale: Some(Locale::Ja),
        ..checkout(CheckoutMode::Payment, Some(Item::yen("肉じゃが & 副菜", 500)))
    };
    let open = payments.checkout("buy-1", &of).await.unwrap();
    assert_eq!((&open.status, &open.payment_status, open.amount_total), (&CheckoutStatus::Open, &PaymentStatus::Unpaid, Some(500)));
    assert_eq!((open.payment_intent, open.client_reference_id.as_deref()), (None, Some("01J")));
    let url = open.url.unwrap();
    let path = url.strip_prefix(&stripe.address()).expect("it is on Stripe's origin");
    let address = stripe.address()["http://".len()..].parse().unwrap();
    let page = Ask::new(address, "GET", path).send().expect(200).text();
    assert!(page.contains("肉じゃが &amp; 副菜") && page.contains("¥500") && page.contains(">Pay</button>"), "{page}");
    assert!(Ask::new(address, "POST", &format!("{path}/decline")).send().expect(200).text().contains("Your card was declined."));
    let back = Ask::new(address, "POST", &format!("{path}/back")).send().expect(303);
    assert_eq!(back.header("location"), Some("http://127.0.0.1:1/back"));
    let thanks = Ask::new(address, "POST", &format!("{path}/pay")).send().expect(303);
    assert_eq!(thanks.header("location"), Some(format!("http://127.0.0.1:1/thanks?session={}", open.id).as_str()));
    assert!(Ask::new(address, "GET", path).send().expect(200).text().contains("This page is over"));

    let paid = payments.checkout_session(&open.id).await.unwrap();
    assert_eq!((&paid.status, &paid.payment_status, paid.url), (&CheckoutStatus::Complete, &PaymentStatus::Paid, None));
    let intent = payments.payment_intent(&paid.payment_intent.unwrap()).await.unwrap();
    assert_eq!((&intent.status, intent.amount, intent.currency.as_str()), (&PaymentIntentStatus::Succeeded, 500, "jpy"));
    assert_eq!((intent.metadata.clone(), intent.customer.as_ref(), intent.refunded), (of_kondate(), Some(&customer.id), false));
    assert_eq!((stripe.counts().charges, stripe.counts().charged), (1, 500));
    let event = told(&stripe, &payments, "checkout.session.completed");
    assert_eq!((event.app.as_deref(), event.object.id, event.object.customer), (Some("kondate"), open.id, Some(customer.id)));
    assert_eq!((event.object.payment_intent, event.object.client_reference_id.as_deref()), (Some(intent.id), Some("01J")));
    // Every POST has a key, and everything says which version it is written for.
    for asked in stripe.asked() {
        assert_eq!(asked.idempotency_key.is_some(), asked.method == "POST", "{asked:?}");
    }
}

#[tokio::test]
async fn a_page_ends_by_itself_and_when_it_is_told_to() {
    let stripe = Stripe::start();
    let payments = payments(&stripe);
    let of = NewCheckout { email: Some("hana@example.org".to_owned()), ..checkout(CheckoutMode::Payment, Some(Item::yen("献立", 300))) };
    let first = payments.checkout("buy-1", &of).await.unwrap();
    assert_eq!(payments.expire_checkout(&first.id).await.unwrap().status, CheckoutStatus::Expired);
    assert_eq!(payments.expire_checkout(&first.id).await.unwrap().status, CheckoutStatus::Expired, "twice is the same");
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() as i64;
    let soon = NewCheckout { expires_at_unix: Some(now + 1800), ..of.clone() };
    let second = payments.checkout("buy-2", &soon).await.unwrap();
    assert_eq!(second.expires_at, now + 1800);
    stripe.advance(1801);
    assert_eq!(payments.checkout_session(&second.id).await.unwrap().status, CheckoutStatus::Expired);
    assert_eq!(told(&stripe, &payments, "checkout.session.expired").app.as_deref(), Some("kondate"));
    let third = payments.checkout("buy-3", &of).await.unwrap();
    stripe.pay(&third.id);
    assert_eq!(payments.expire_checkout(&third.id).await.unwrap().status, CheckoutStatus::Complete, "what is paid stays paid");
    let too_soon = NewCheckout { expires_at_unix: Some(now + 60), ..of };
    let refused = payments.checkout("buy-4", &too_soon).await.unwrap_err();
    assert!(matches!(&refused, PaymentError::Invalid { param: Some(param), .. } if param == "expires_at"), "{refused:?}");
}

#[tokio::test]
async fn what_is_paid_at_a_counter_is_paid_later() {
    let stripe = Stripe::start();
    let payments = payments(&stripe);
    for (key, is_paid) in [("buy-1", true), ("buy-2", false)] {
        let session = payments.checkout(key, &checkout(CheckoutMode::Payment, Some(Item::yen("献立", 300)))).await.unwrap();
        stripe.pay_later(&session.id);
        let later = payments.checkout_session(&session.id).await.unwrap();
        assert_eq!((later.status, later.payment_status), (CheckoutStatus::Complete, PaymentStatus::Unpaid));
        stripe.settle(&session.id, is_paid);
        let settled = payments.checkout_session(&session.id).await.unwrap();
        assert_eq!(settled.payment_status == PaymentStatus::Paid, is_paid);
        let kind = if is_paid { "checkout.session.async_payment_succeeded" } else { "checkout.session.async_payment_failed" };
        assert_eq!(told(&stripe, &payments, kind).app.as_deref(), Some("kondate"));
    }
    assert_eq!(stripe.counts().charges, 1);
}

#[tokio::test]
async fn a_stored_card_is_charged_refunded_and_forgotten() {
    let stripe = Stripe::start();
    let payments = payments(&stripe);
    let (customer, card) = stored(&stripe, &payments).await;
    let shown = payments.payment_method(&card).await.unwrap();
    assert_eq!((shown.brand.as_str(), shown.last4.as_str(), shown.exp_month, shown.exp_year), ("visa", "4242", 8, 2030));
    assert_eq!(shown.customer.as_deref(), Some(customer.as_str()));
    assert_eq!(stripe.counts().charges, 0, "storing a card costs nothing");
    let setup = told(&stripe, &payments, "checkout.session.completed").object.setup_intent.unwrap();
    let setup = payments.setup_intent(&setup).await.unwrap();
    assert_eq!((setup.status, setup.customer, setup.metadata), (SetupStatus::Succeeded, Some(customer.clone()), of_kondate()));

    let of = NewCharge { metadata: of_kondate(), description: Some("献立".to_owned()), ..NewCharge::yen(800, &customer, &card) };
    let paid = payments.charge("charge-1", &of).await.unwrap();
    assert_eq!((&paid.status, paid.amount, paid.refunded), (&PaymentIntentStatus::Succeeded, 800, false));
    assert_eq!(payments.charge("charge-1", &of).await.unwrap().id, paid.id, "the same key is the same charge");
    let refund = payments.refund("refund-1", &paid.id).await.unwrap();
    assert_eq!((refund.status, refund.amount, refund.payment_intent.as_ref()), (Some(RefundStatus::Succeeded), 800, Some(&paid.id)));
    assert_eq!(payments.refund("refund-1", &paid.id).await.unwrap().id, refund.id);
    let again = payments.refund("refund-2", &paid.id).await.unwrap_err();
    assert!(matches!(&again, PaymentError::Invalid { code, .. } if code == "charge_already_refunded"), "{again:?}");
    let counts = stripe.counts();
    assert_eq!((counts.charges, counts.refunds, counts.refunded, counts.reversals), (1, 1, 800, 0));
    let after = payments.payment_intent(&paid.id).await.unwrap();
    assert_eq!((after.refunded, after.amount_refunded), (true, 800));
    let event = told(&stripe, &payments, "charge.refunded");
    assert_eq!((event.app.as_deref(), event.object.payment_intent), (Some("kondate"), Some(paid.id)));

    payments.detach("detach-1", &card).await.unwrap();
    assert_eq!(payments.payment_method(&card).await.unwrap().customer, None);
    payments.detach("detach-2", &card).await.expect("gone already is fine");
    payments.detach("detach-3", "pm_nowhere").await.expect("and so is what never was");
    let gone = payments.charge("charge-2", &of).await.unwrap_err();
    assert!(matches!(gone, PaymentError::Invalid { .. }), "{gone:?}");
}

#[tokio::test]
async fn a_seller_gets_all_but_the_fee_and_gives_it_back() {
    let stripe = Stripe::start();
    let payments = payments(&stripe);
    let seller = seller(&stripe, &payments).await;
    let account = payments.account(&seller).await.unwrap();
    assert!(account.payouts_enabled && account.charges_enabled && account.details_submitted);
    assert_eq!(account.metadata, of_kondate());
    let event = told(&stripe, &payments, "account.updated");
    assert_eq!((event.app.as_deref(), event.account), (Some("kondate"), Some(seller.clone())));
    let of = NewCheckout {
        destination: Some(Destination { account: seller.clone(), application_fee_amount: 100 }),
        ..checkout(CheckoutMode::Payment, Some(Item::yen("献立", 1000)))
    };
    let session = payments.checkout("buy-1", &of).await.unwrap();
    stripe.pay(&session.id);
    let (customer, card) = stored(&stripe, &payments).await;
    let to = Destination { account: seller.clone(), application_fee_amount: 30 };
    let charge = NewCharge { destination: Some(to), ..NewCharge::yen(300, customer, card) };
    let charged = payments.charge("charge-1", &charge).await.unwrap();
    assert_eq!((charged.destination.as_ref(), charged.application_fee_amount), (Some(&seller), Some(30)));
    let counts = stripe.counts();
    assert_eq!((counts.transfers, counts.transferred, counts.fees), (2, 1170, 130));
    let paid = payments.checkout_session(&session.id).await.unwrap().payment_intent.unwrap();
    payments.refund("refund-1", &paid).await.unwrap();
    payments.refund("refund-2", &charged.id).await.unwrap();
    let counts = stripe.counts();
    assert_eq!((counts.refunds, counts.reversals, counts.fees), (2, 2, 0), "nothing stays with anybody");

    let link = payments.account_link("link-1", &seller, "http://127.0.0.1:1/again", "http://127.0.0.1:1/done").await.unwrap();
    let (address, path) = (stripe.address()["http://".len()..].parse().unwrap(), link.strip_prefix(&stripe.address()).unwrap().to_owned());
    assert!(Ask::new(address, "GET", &path).send().expect(200).text().contains("Submit"));
    let again = Ask::new(address, "GET", &path).send().expect(303);
    assert_eq!(again.header("location"), Some("http://127.0.0.1:1/again"), "a link works once");
    let done = Ask::new(address, "POST", &format!("{path}/submit")).send().expect(303);
    assert_eq!(done.header("location"), Some("http://127.0.0.1:1/done"));
    assert!(payments.login_link("login-1", &seller).await.unwrap().starts_with(&stripe.address()));
    assert_eq!(payments.account("acct_nowhere").await.unwrap_err(), PaymentError::Gone);
}

#[tokio::test]
async fn a_subscription_is_paid_every_month_until_it_ends() {
    let stripe = Stripe::start();
    let payments = payments(&stripe);
    let session = payments.checkout("plus-1", &checkout(CheckoutMode::Subscription, Some(Item::yen_monthly("Plus", 500)))).await.unwrap();
    stripe.pay(&session.id);
    let session = payments.checkout_session(&session.id).await.unwrap();
    let (id, customer) = (session.subscription.unwrap(), session.customer.unwrap());
    let first = payments.subscription(&id).await.unwrap();
    assert_eq!((&first.status, first.cancel_at_period_end, first.metadata.clone()), (&SubscriptionStatus::Active, false, of_kondate()));
    assert_eq!(first.customer.as_ref(), Some(&customer));
    let ends = first.current_period_end.expect("it says until when it is paid");
    assert!(ends > first.created);
    let paid = told(&stripe, &payments, "invoice.paid");
    assert_eq!(
        (paid.app.as_deref(), paid.object.subscription.as_ref(), paid.object.customer.as_ref()),
        (Some("kondate"), Some(&id), Some(&customer))
    );

    stripe.renew(&id, false);
    assert_eq!(payments.subscription(&id).await.unwrap().status, SubscriptionStatus::PastDue);
    assert_eq!(told(&stripe, &payments, "invoice.payment_failed").app.as_deref(), Some("kondate"));
    stripe.renew(&id, true);
    assert!(payments.subscription(&id).await.unwrap().current_period_end.unwrap() > ends);
    let ending = payments.cancel_at_period_end("cancel-1", &id, true).await.unwrap();
    assert!(ending.cancel_at_period_end && ending.status == SubscriptionStatus::Active);
    assert!(!payments.cancel_at_period_end("cancel-2", &id, false).await.unwrap().cancel_at_period_end);
    let event = told(&stripe, &payments, "customer.subscription.updated");
    assert_eq!((event.app.as_deref(), event.object.subscription), (Some("kondate"), Some(id.clone())));

    let portal = payments.portal("portal-1", &customer, "http://127.0.0.1:1/me").await.unwrap();
    let (address, path) =
        (stripe.address()["http://".len()..].parse().unwrap(), portal.strip_prefix(&stripe.address()).unwrap().to_owned());
    let page = Ask::new(address, "GET", &path).send().expect(200).text();
    assert!(page.contains("Cancel plan") && page.contains("•••• 4242"), "{page}");
    Ask::new(address, "POST", &format!("{path}/cancel/{id}")).send().expect(200);
    assert_eq!(Ask::new(address, "POST", &format!("{path}/back")).send().expect(303).header("location"), Some("http://127.0.0.1:1/me"));
    stripe.renew(&id, true);
    let over = payments.subscription(&id).await.unwrap();
    assert_eq!((over.status, over.ended_at.is_some()), (SubscriptionStatus::Canceled, true));
    assert_eq!(told(&stripe, &payments, "customer.subscription.deleted").app.as_deref(), Some("kondate"));
    assert_eq!(stripe.counts().charges, 2);
}

#[tokio::test]
async fn what_stripe_would_refuse_is_refused() {
    let stripe = Stripe::start();
    let payments = payments(&stripe);
    let item = || Some(Item::yen("献立", 300));
    let to = || Some(Destination { account: "acct_1".to_owned(), application_fee_amount: 1 });
    let base = |mode, item| checkout(mode, item);
    for of in [
        base(CheckoutMode::Payment, None),
        base(CheckoutMode::Setup, item()),
        base(CheckoutMode::Subscription, item()),
        base(CheckoutMode::Payment, Some(Item::yen_monthly("Plus", 500))),
        NewCheckout { destination: to(), ..base(CheckoutMode::Setup, None) },
    ] {
        let refused = payments.checkout("key", &of).await.unwrap_err();
        assert!(matches!(refused, PaymentError::Invalid { .. }), "{of:?}: {refused:?}");
    }
    assert!(stripe.asked().is_empty(), "Stripe is not even asked");
    let little = payments.checkout("little", &base(CheckoutMode::Payment, Some(Item::yen("飴", 10)))).await.unwrap_err();
    assert!(matches!(&little, PaymentError::Invalid { code, .. } if code == "amount_too_small"), "{little:?}");
    let nobody = NewCheckout { customer: Some("cus_nobody".to_owned()), ..base(CheckoutMode::Payment, item()) };
    assert!(payments.checkout("nobody", &nobody).await.unwrap_err().is_missing("customer"));
    for id in ["", "pi_1/../../customers", "pi 1", "pi_1?expand=x", "商品", &"x".repeat(300)] {
        let before = stripe.asked().len();
        assert_eq!(payments.payment_intent(id).await.unwrap_err(), PaymentError::Gone);
        assert_eq!(stripe.asked().len(), before, "what is no id is not sent");
    }
    let address = stripe.address()["http://".len()..].parse().unwrap();
    let unknown = Ask::new(address, "POST", "/v1/customers")
        .header("authorization", &format!("Bearer {}", chabudai_testkit::stripe::KEY))
        .header("stripe-version", chabudai_payments::STRIPE_VERSION)
        .body("application/x-www-form-urlencoded", "colour=blue");
    let answer: Value = unknown.send().expect(400).json();
    assert_eq!((&answer["error"]["code"], &answer["error"]["param"]), (&"parameter_unknown".into(), &"colour".into()));
}

#[tokio::test]
async fn who_is_forgotten_pays_nothing_any_more() {
    let stripe = Stripe::start();
    let payments = payments(&stripe);
    let customer = customer(&payments).await.id;
    let of = NewCheckout { customer: Some(customer.clone()), ..checkout(CheckoutMode::Subscription, Some(Item::yen_monthly("Plus", 500))) };
    let session = payments.checkout("subscribe-1", &of).await.unwrap();
    stripe.pay(&session.id);
    let subscription = payments.checkout_session(&session.id).await.unwrap().subscription.unwrap();
    payments.delete_customer(&customer).await.unwrap();
    let ended = payments.subscription(&subscription).await.unwrap();
    assert_eq!(ended.status, SubscriptionStatus::Canceled);
    assert!(ended.current_period_start < ended.current_period_end);
    payments.delete_customer(&customer).await.expect("gone already is fine");
    payments.delete_customer("cus_nowhere").await.expect("and so is who never was");
    payments.delete_customer("../charges").await.expect("and what is no id");
}
