//! The port: what an app can ask of Stripe.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use reqwest::Method;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::account::{Account, NewAccount};
use crate::card::{Card, SetupIntent};
use crate::charge::{NewCharge, PaymentIntent, Refund};
use crate::checkout::{CheckoutSession, CheckoutStatus, NewCheckout};
use crate::client::{Call, Client, Limits};
use crate::customer::{Customer, NewCustomer};
use crate::error::PaymentError;
use crate::event::{self, Event};
use crate::form::Form;
use crate::meter::Meter;
use crate::subscription::Subscription;

/// Where Stripe answers.
pub const STRIPE: &str = "https://api.stripe.com";
/// The version of Stripe's API that all of this is written for. Webhook endpoints are made with the same.
pub const STRIPE_VERSION: &str = "2026-02-25.clover";

/// What an operator configures.
#[derive(Clone, PartialEq, Eq)]
pub struct Settings {
    /// Where Stripe answers: [`STRIPE`], but for tests.
    pub address: String,
    /// By what Stripe knows us: `sk_…`, or better `rk_…`.
    pub key: String,
    /// What events are signed with: `whsec_…`. While one takes another's place there are two.
    pub webhook_secrets: Vec<String>,
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings").field("address", &self.address).finish_non_exhaustive()
    }
}

/// Stripe, for one house. Clones are the same one.
#[derive(Clone)]
pub struct Payments(Arc<Inner>);

struct Inner {
    settings: Settings,
    client: Client,
    meter: Meter,
}

impl fmt::Debug for Payments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Payments").field(&self.0.settings).finish()
    }
}

#[derive(Deserialize)]
struct HasUrl {
    url: String,
}

#[derive(Deserialize)]
struct Anything {}

impl Payments {
    /// Stripe by these settings. Nothing is asked yet.
    pub fn new(settings: Settings) -> Self {
        Self::within(settings, Limits::default())
    }

    /// The same, within other limits.
    pub fn within(settings: Settings, limits: Limits) -> Self {
        let client = Client::new(&settings, limits);
        Self(Arc::new(Inner { settings, client, meter: Meter::default() }))
    }

    /// What was asked so far.
    pub fn meter(&self) -> &Meter {
        &self.0.meter
    }

    /// Makes somebody who will pay.
    pub async fn create_customer(&self, idempotency: &str, of: &NewCustomer) -> Result<Customer, PaymentError> {
        self.post("create_customer", "/v1/customers".to_owned(), idempotency, of.form()).await
    }

    /// Forgets somebody: their cards, and what they pay every month, which ends at once. One who is gone already is fine.
    pub async fn delete_customer(&self, id: &str) -> Result<(), PaymentError> {
        let path = match below("/v1/customers", id, "") {
            Err(PaymentError::Gone) => return Ok(()),
            path => path?,
        };
        let call = Call { method: Method::DELETE, path, form: Form::default(), idempotency: None };
        match self.ask::<Anything>("delete_customer", call).await {
            Ok(Anything {}) | Err(PaymentError::Gone) => Ok(()),
            Err(other) => Err(other),
        }
    }

    /// Makes a page to pay on.
    pub async fn checkout(&self, idempotency: &str, of: &NewCheckout) -> Result<CheckoutSession, PaymentError> {
        self.post("checkout", "/v1/checkout/sessions".to_owned(), idempotency, of.form()?).await
    }

    /// How a page stands.
    pub async fn checkout_session(&self, id: &str) -> Result<CheckoutSession, PaymentError> {
        self.get("checkout_session", below("/v1/checkout/sessions", id, "")?, Form::default()).await
    }

    /// Ends a page, so that nobody pays there any more, and says how it stands then: one that was complete stays so.
    pub async fn expire_checkout(&self, id: &str) -> Result<CheckoutSession, PaymentError> {
        let path = below("/v1/checkout/sessions", id, "/expire")?;
        // Without a key: once ended it stays so, and what is remembered by a key may be that it broke.
        let call = Call { method: Method::POST, path, form: Form::default(), idempotency: None };
        match self.ask("expire_checkout", call).await {
            // Stripe ends only what is open.
            Err(refused @ PaymentError::Invalid { .. }) => {
                let session = self.checkout_session(id).await?;
                if session.status == CheckoutStatus::Open { Err(refused) } else { Ok(session) }
            }
            other => other,
        }
    }

    /// The address of a page on which somebody looks after cards and bills of theirs.
    pub async fn portal(&self, idempotency: &str, customer: &str, return_url: &str) -> Result<String, PaymentError> {
        let form = Form::default().with("customer", customer).with("return_url", return_url);
        Ok(self.post::<HasUrl>("portal", "/v1/billing_portal/sessions".to_owned(), idempotency, form).await?.url)
    }

    /// Charges a stored card at once, while its owner is not asked. Stripe knows a key for a day: whoever may have to ask again after that
    /// prepares the charge, keeps its id, and confirms it.
    pub async fn charge(&self, idempotency: &str, of: &NewCharge) -> Result<PaymentIntent, PaymentError> {
        self.post("charge", "/v1/payment_intents".to_owned(), idempotency, of.form(true)).await
    }

    /// What is to be charged to a stored card. Nothing is, before it is confirmed.
    pub async fn prepare_charge(&self, idempotency: &str, of: &NewCharge) -> Result<PaymentIntent, PaymentError> {
        self.post("prepare_charge", "/v1/payment_intents".to_owned(), idempotency, of.form(false)).await
    }

    /// Charges what was prepared, while the card's owner is not asked. One payment is charged once, however often it is confirmed.
    pub async fn confirm_charge(&self, idempotency: &str, id: &str) -> Result<PaymentIntent, PaymentError> {
        let path = below("/v1/payment_intents", id, "/confirm")?;
        let form = Form::default().with("off_session", true).with("expand[0]", "latest_charge");
        match self.post("confirm_charge", path, idempotency, form).await {
            // It was confirmed before, under another key or longer ago than keys are known.
            Err(PaymentError::Invalid { code, .. }) if code == "payment_intent_unexpected_state" => self.payment_intent(id).await,
            other => other,
        }
    }

    /// How a payment stands.
    pub async fn payment_intent(&self, id: &str) -> Result<PaymentIntent, PaymentError> {
        self.get("payment_intent", below("/v1/payment_intents", id, "")?, Form::default().with("expand[0]", "latest_charge")).await
    }

    /// Gives all of a payment back. What went on to somebody else is fetched back from them, and the fee with it.
    pub async fn refund(&self, idempotency: &str, payment_intent: &str) -> Result<Refund, PaymentError> {
        // Stripe refuses both words where there was no transfer, or no fee. Neither ever changes, so a second try sends the same.
        let paid = self.payment_intent(payment_intent).await?;
        let form = Form::default()
            .with("payment_intent", payment_intent)
            .maybe("reverse_transfer", paid.destination.as_ref().map(|_| true))
            .maybe("refund_application_fee", paid.application_fee_amount.filter(|fee| *fee > 0).map(|_| true));
        self.post("refund", "/v1/refunds".to_owned(), idempotency, form).await
    }

    /// A stored card.
    pub async fn payment_method(&self, id: &str) -> Result<Card, PaymentError> {
        self.get("payment_method", below("/v1/payment_methods", id, "")?, Form::default()).await
    }

    /// How the storing of a card stands.
    pub async fn setup_intent(&self, id: &str) -> Result<SetupIntent, PaymentError> {
        self.get("setup_intent", below("/v1/setup_intents", id, "")?, Form::default()).await
    }

    /// Forgets a stored card. One that is gone already is fine.
    pub async fn detach(&self, idempotency: &str, payment_method: &str) -> Result<(), PaymentError> {
        let path = match below("/v1/payment_methods", payment_method, "/detach") {
            Err(PaymentError::Gone) => return Ok(()),
            path => path?,
        };
        match self.post::<Anything>("detach", path, idempotency, Form::default()).await {
            Ok(Anything {}) | Err(PaymentError::Gone) => Ok(()),
            // Stripe has no code for a card that is nobody's.
            Err(refused @ PaymentError::Invalid { .. }) => match self.payment_method(payment_method).await {
                Ok(Card { customer: None, .. }) | Err(PaymentError::Gone) => Ok(()),
                _ => Err(refused),
            },
            Err(other) => Err(other),
        }
    }

    /// How a subscription stands.
    pub async fn subscription(&self, id: &str) -> Result<Subscription, PaymentError> {
        self.get("subscription", below("/v1/subscriptions", id, "")?, Form::default()).await
    }

    /// Lets a subscription end with what is paid, or go on after all.
    pub async fn cancel_at_period_end(&self, idempotency: &str, id: &str, yes: bool) -> Result<Subscription, PaymentError> {
        let path = below("/v1/subscriptions", id, "")?;
        self.post("cancel_at_period_end", path, idempotency, Form::default().with("cancel_at_period_end", yes)).await
    }

    /// Makes somebody who will be paid out.
    pub async fn create_account(&self, idempotency: &str, of: &NewAccount) -> Result<Account, PaymentError> {
        self.post("create_account", "/v1/accounts".to_owned(), idempotency, of.form()).await
    }

    /// Whether somebody can be paid out.
    pub async fn account(&self, id: &str) -> Result<Account, PaymentError> {
        self.get("account", below("/v1/accounts", id, "")?, Form::default()).await
    }

    /// The address of Stripe's forms for somebody who wants to be paid out. It works once, and not for long.
    pub async fn account_link(
        &self,
        idempotency: &str,
        account: &str,
        refresh_url: &str,
        return_url: &str,
    ) -> Result<String, PaymentError> {
        let form = Form::default()
            .with("account", account)
            .with("refresh_url", refresh_url)
            .with("return_url", return_url)
            .with("type", "account_onboarding");
        Ok(self.post::<HasUrl>("account_link", "/v1/account_links".to_owned(), idempotency, form).await?.url)
    }

    /// The address at which somebody sees what they are paid out. It works once.
    pub async fn login_link(&self, idempotency: &str, account: &str) -> Result<String, PaymentError> {
        let path = below("/v1/accounts", account, "/login_links")?;
        Ok(self.post::<HasUrl>("login_link", path, idempotency, Form::default()).await?.url)
    }

    /// What Stripe tells by itself, if it was Stripe who did, and not long ago. `signature` is the header `Stripe-Signature`.
    pub fn verify(&self, body: &[u8], signature: &str, now_unix: i64) -> Result<Event, PaymentError> {
        let outcome = event::verify(&self.0.settings.webhook_secrets, body, signature, now_unix);
        self.0.meter.count("webhook", &outcome, 0, 0);
        outcome
    }

    async fn get<T: DeserializeOwned>(&self, name: &'static str, path: String, form: Form) -> Result<T, PaymentError> {
        self.ask(name, Call { method: Method::GET, path, form, idempotency: None }).await
    }

    async fn post<T: DeserializeOwned>(&self, name: &'static str, path: String, idempotency: &str, form: Form) -> Result<T, PaymentError> {
        self.ask(name, Call { method: Method::POST, path, form, idempotency: Some(idempotency) }).await
    }

    async fn ask<T: DeserializeOwned>(&self, name: &'static str, call: Call<'_>) -> Result<T, PaymentError> {
        let began = Instant::now();
        let (outcome, retries) = self.0.client.ask(&call).await;
        let millis = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.0.meter.count(name, &outcome, retries, millis);
        let said = outcome.as_ref().err().map_or("ok", PaymentError::code);
        match &outcome {
            // Nobody can pay until somebody looks.
            Err(PaymentError::Unauthorized) => tracing::error!(call = name, "Stripe does not accept the key"),
            Err(PaymentError::Invalid { code, param }) => {
                tracing::warn!(call = name, code, param = param.as_deref(), "Stripe refused a request");
            }
            _ => tracing::debug!(call = name, outcome = said, retries, millis, "Stripe was asked"),
        }
        outcome
    }
}

/// A path with an id in it. What is no id of Stripe's is nothing that Stripe has, and nothing to be put into an address.
fn below(parent: &str, id: &str, action: &str) -> Result<String, PaymentError> {
    let is_id = !id.is_empty() && id.len() <= 255 && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_id { Ok(format!("{parent}/{id}{action}")) } else { Err(PaymentError::Gone) }
}
