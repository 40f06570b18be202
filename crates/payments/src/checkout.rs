//! Stripe's own page to pay on, where a card's number is typed.

use std::fmt;

use serde::Deserialize;

use crate::error::PaymentError;
use crate::form::Form;
use crate::read::{Hidden, Metadata, id, or_default, words};

/// What the page is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CheckoutMode {
    /// To pay once.
    #[default]
    Payment,
    /// To pay every month.
    Subscription,
    /// To store a card.
    Setup,
}

impl CheckoutMode {
    /// Stripe's word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Payment => "payment",
            Self::Subscription => "subscription",
            Self::Setup => "setup",
        }
    }

    /// What becomes of it, and carries the metadata too: every later event is about that, and not about the page.
    fn makes(self) -> &'static str {
        match self {
            Self::Payment => "payment_intent_data",
            Self::Subscription => "subscription_data",
            Self::Setup => "setup_intent_data",
        }
    }
}

/// The language of the page; the browser's own where none is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Locale {
    /// Japanese.
    Ja,
    /// English.
    En,
}

impl Locale {
    /// Stripe's word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ja => "ja",
            Self::En => "en",
        }
    }
}

/// What is paid for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// What it is called on the page, the receipt and the bill.
    pub name: String,
    /// Yen.
    pub amount: i64,
    /// `jpy`
    pub currency: String,
    /// Every month, or once.
    pub monthly: bool,
}

impl Item {
    /// So many yen, once.
    pub fn yen(name: impl Into<String>, amount: i64) -> Self {
        Self { name: name.into(), amount, currency: "jpy".to_owned(), monthly: false }
    }

    /// So many yen, every month.
    pub fn yen_monthly(name: impl Into<String>, amount: i64) -> Self {
        Self { monthly: true, ..Self::yen(name, amount) }
    }
}

/// Somebody to whom the money goes on, but for a fee.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Destination {
    /// `acct_…`
    pub account: String,
    /// Yen that stay with the house.
    pub application_fee_amount: i64,
}

/// A page to pay on.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct NewCheckout {
    /// What it is for.
    pub mode: CheckoutMode,
    /// Who pays, where that is known.
    pub customer: Option<String>,
    /// What the page knows the address by beforehand; not beside a customer.
    pub email: Option<String>,
    /// What the caller knows this by.
    pub client_reference_id: Option<String>,
    /// Where somebody comes back to who has paid. `{CHECKOUT_SESSION_ID}` in it becomes the id.
    pub success_url: String,
    /// Where somebody comes back to who has not.
    pub cancel_url: String,
    /// When it ends, in Unix seconds: from half an hour to a day from now, which is what it is unless given.
    pub expires_at_unix: Option<i64>,
    /// The language of the page.
    pub locale: Option<Locale>,
    /// `app` says whose events these are. It is on whatever the page makes, too.
    pub metadata: Metadata,
    /// What is paid for; nothing where a card is stored.
    pub item: Option<Item>,
    /// To whom most of it goes on; only with [`CheckoutMode::Payment`].
    pub destination: Option<Destination>,
}

impl fmt::Debug for NewCheckout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewCheckout")
            .field("mode", &self.mode)
            .field("customer", &self.customer)
            .field("email", &Hidden(self.email.is_some()))
            .field("client_reference_id", &self.client_reference_id)
            .field("expires_at_unix", &self.expires_at_unix)
            .field("locale", &self.locale)
            .field("metadata", &self.metadata)
            .field("item", &self.item)
            .field("destination", &self.destination)
            .finish_non_exhaustive()
    }
}

/// A request that Stripe would refuse, or would take for something else.
fn refused(param: &str) -> PaymentError {
    PaymentError::Invalid { code: "parameter_invalid".to_owned(), param: Some(param.to_owned()) }
}

impl NewCheckout {
    pub(crate) fn form(&self) -> Result<Form, PaymentError> {
        if self.item.is_some() == (self.mode == CheckoutMode::Setup) {
            return Err(refused("line_items"));
        }
        if self.item.as_ref().is_some_and(|item| item.monthly != (self.mode == CheckoutMode::Subscription)) {
            return Err(refused("line_items[0][price_data][recurring]"));
        }
        // A subscription's fee is a percentage, and nobody needs one yet.
        if self.destination.is_some() && self.mode != CheckoutMode::Payment {
            return Err(refused("payment_intent_data[transfer_data]"));
        }
        let makes = self.mode.makes();
        let mut form = Form::default()
            .with("mode", self.mode.as_str())
            .with("success_url", &self.success_url)
            .with("cancel_url", &self.cancel_url)
            .maybe("customer", self.customer.as_ref())
            .maybe("customer_email", self.email.as_ref())
            .maybe("client_reference_id", self.client_reference_id.as_ref())
            .maybe("expires_at", self.expires_at_unix)
            .maybe("locale", self.locale.map(Locale::as_str))
            .metadata(None, &self.metadata)
            .metadata(Some(makes), &self.metadata);
        if let Some(item) = &self.item {
            let data = "line_items[0][price_data]";
            form = form
                .with("line_items[0][quantity]", 1)
                .with(format!("{data}[currency]"), &item.currency)
                .with(format!("{data}[unit_amount]"), item.amount)
                .with(format!("{data}[product_data][name]"), &item.name)
                .maybe(format!("{data}[recurring][interval]"), item.monthly.then_some("month"));
        }
        if self.mode == CheckoutMode::Setup {
            // Charges of a stored card are charges of a card.
            form = form.with("payment_method_types[0]", "card");
        }
        if let Some(to) = &self.destination {
            form = form
                .with(format!("{makes}[application_fee_amount]"), to.application_fee_amount)
                .with(format!("{makes}[transfer_data][destination]"), &to.account);
        }
        Ok(form)
    }
}

words! {
    /// How a page stands.
    pub CheckoutStatus {
        /// Somebody may pay.
        Open = "open",
        /// Somebody has gone through it. Whether it is paid is [`PaymentStatus`].
        Complete = "complete",
        /// Nobody can pay on it any more.
        Expired = "expired",
    }
}

words! {
    /// Whether it is paid.
    pub PaymentStatus {
        /// It is.
        Paid = "paid",
        /// It is not, or not yet.
        Unpaid = "unpaid",
        /// There is nothing to pay, as when a card is stored.
        NoPaymentRequired = "no_payment_required",
    }
}

/// A page to pay on, as it stands.
#[derive(Clone, PartialEq, Eq, Deserialize)]
pub struct CheckoutSession {
    /// `cs_…`
    pub id: String,
    /// Where it is, while it is open.
    pub url: Option<String>,
    /// How it stands.
    #[serde(default = "unknown")]
    pub status: CheckoutStatus,
    /// Whether it is paid.
    pub payment_status: PaymentStatus,
    /// The payment, once there is one.
    #[serde(default, deserialize_with = "id")]
    pub payment_intent: Option<String>,
    /// What is paid every month, once there is one.
    #[serde(default, deserialize_with = "id")]
    pub subscription: Option<String>,
    /// The storing of a card.
    #[serde(default, deserialize_with = "id")]
    pub setup_intent: Option<String>,
    /// Who pays.
    #[serde(default, deserialize_with = "id")]
    pub customer: Option<String>,
    /// What the caller knows this by.
    pub client_reference_id: Option<String>,
    /// Yen.
    pub amount_total: Option<i64>,
    /// What was attached.
    #[serde(default, deserialize_with = "or_default")]
    pub metadata: Metadata,
    /// When it ends, in Unix seconds.
    #[serde(default, deserialize_with = "or_default")]
    pub expires_at: i64,
}

/// It is missing on pages of long ago.
fn unknown() -> CheckoutStatus {
    CheckoutStatus::Other(String::new())
}

/// Without its address: whoever knows it can pay there, and sees who does.
impl fmt::Debug for CheckoutSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckoutSession")
            .field("id", &self.id)
            .field("status", &self.status)
            .field("payment_status", &self.payment_status)
            .field("payment_intent", &self.payment_intent)
            .field("subscription", &self.subscription)
            .field("setup_intent", &self.setup_intent)
            .field("customer", &self.customer)
            .field("amount_total", &self.amount_total)
            .field("metadata", &self.metadata)
            .field("expires_at", &self.expires_at)
            .finish_non_exhaustive()
    }
}
