use std::io::Write;
use std::sync::{Arc, Mutex};

use chabudai_payments::{CheckoutMode, Item, NewAccount, NewCharge, NewCheckout, NewCustomer, Payments};
use chabudai_testkit::stripe::{Failure, KEY, Stripe, WEBHOOK_SECRET};
use tracing_subscriber::fmt::MakeWriter;

use crate::{checkout, of_kondate, settings};

#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Kept {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// Whatever is logged, by whomever, and whatever is shown by `Debug`: no key, no card, no address, no page to pay on.
#[test]
fn nothing_that_is_secret_is_said() {
    let kept = Kept::default();
    let logs = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(kept.clone()).finish();
    tracing::subscriber::with_default(logs, || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let stripe = Stripe::start();
            let settings = settings(&stripe);
            let payments = Payments::new(settings.clone());
            tracing::info!(?settings, ?payments, "settings");
            let of = NewCustomer { email: Some("hana@example.org".to_owned()), metadata: of_kondate() };
            let customer = payments.create_customer("c", &of).await.unwrap();
            tracing::info!(?of, ?customer, "customer");
            let of = NewCheckout { customer: Some(customer.id.clone()), ..checkout(CheckoutMode::Setup, None) };
            let session = payments.checkout("s", &of).await.unwrap();
            tracing::info!(?session, "session");
            stripe.pay(&session.id);
            let setup = payments.checkout_session(&session.id).await.unwrap().setup_intent.unwrap();
            let card = payments.payment_method(&payments.setup_intent(&setup).await.unwrap().payment_method.unwrap()).await.unwrap();
            let charge = NewCharge::yen(500, &customer.id, &card.id);
            tracing::info!(?card, ?charge, "card");
            stripe.decline_cards(Some("expired_card"));
            stripe.fail_next(1, Failure::HangUp);
            let declined = payments.charge("d", &charge).await.unwrap_err();
            tracing::warn!(error = %declined, ?declined, "declined");
            let of = NewCheckout { email: Some("hana@example.org".to_owned()), ..checkout(CheckoutMode::Payment, Some(Item::yen("x", 1))) };
            let refused = payments.checkout("r", &of).await.unwrap_err();
            tracing::warn!(?of, error = %refused, "refused");
            let of = NewAccount { email: Some("hana@example.org".to_owned()), metadata: of_kondate() };
            tracing::info!(?of, account = ?payments.create_account("a", &of).await.unwrap(), "account");
            tracing::warn!(error = ?payments.verify(b"{}", "t=1,v1=00", 1).unwrap_err(), "webhook");
        });
    });
    let text = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
    assert!(text.contains("Stripe was asked") && text.contains("create_customer") && text.contains("amount_too_small"), "{text}");
    for secret in [KEY, WEBHOOK_SECRET, "hana@", "hana%40", "4242", "visa", "/c/pay/"] {
        assert!(!text.contains(secret), "{secret} is in the logs: {text}");
    }
}
