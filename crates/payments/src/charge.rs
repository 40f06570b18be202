//! Money taken by a stored card without its owner, and money given back.

use serde::Deserialize;

use crate::checkout::Destination;
use crate::form::Form;
use crate::read::{Expandable, Metadata, id, or_default, words};

/// A charge of a stored card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewCharge {
    /// Yen.
    pub amount: i64,
    /// `jpy`
    pub currency: String,
    /// Who pays.
    pub customer: String,
    /// By which card.
    pub payment_method: String,
    /// What it is for, as Stripe shows it to the operator.
    pub description: Option<String>,
    /// `app` says whose events these are.
    pub metadata: Metadata,
    /// To whom most of it goes on.
    pub destination: Option<Destination>,
}

impl NewCharge {
    /// So many yen by this card.
    pub fn yen(amount: i64, customer: impl Into<String>, payment_method: impl Into<String>) -> Self {
        Self {
            amount,
            currency: "jpy".to_owned(),
            customer: customer.into(),
            payment_method: payment_method.into(),
            description: None,
            metadata: Metadata::new(),
            destination: None,
        }
    }

    /// All of it at once, or only what is to be charged once somebody confirms it.
    pub(crate) fn form(&self, at_once: bool) -> Form {
        let form = Form::default()
            .with("amount", self.amount)
            .with("currency", &self.currency)
            .with("customer", &self.customer)
            .with("payment_method", &self.payment_method)
            // Without it, Stripe wants an address to come back to from banks' pages, and nobody is there to go to one.
            .with("payment_method_types[0]", "card")
            .maybe("off_session", at_once.then_some(true))
            .maybe("confirm", at_once.then_some(true))
            .with("expand[0]", "latest_charge")
            .maybe("description", self.description.as_ref())
            .metadata(None, &self.metadata);
        match &self.destination {
            Some(to) => form.with("application_fee_amount", to.application_fee_amount).with("transfer_data[destination]", &to.account),
            None => form,
        }
    }
}

words! {
    /// How a payment stands.
    pub PaymentIntentStatus {
        /// It is paid.
        Succeeded = "succeeded",
        /// It is on its way, as by a transfer from a bank.
        Processing = "processing",
        /// No card was given, or it was declined.
        RequiresPaymentMethod = "requires_payment_method",
        /// It was not confirmed.
        RequiresConfirmation = "requires_confirmation",
        /// The card's owner has to do something.
        RequiresAction = "requires_action",
        /// It was authorised and not taken.
        RequiresCapture = "requires_capture",
        /// Nobody wants it any more.
        Canceled = "canceled",
    }
}

/// A payment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaymentIntent {
    /// `pi_…`
    pub id: String,
    /// How it stands.
    pub status: PaymentIntentStatus,
    /// Yen.
    pub amount: i64,
    /// `jpy`
    pub currency: String,
    /// Whether all of it was given back.
    pub refunded: bool,
    /// How much of it was given back.
    pub amount_refunded: i64,
    /// Who pays.
    pub customer: Option<String>,
    /// By which card.
    pub payment_method: Option<String>,
    /// To whom most of it went on.
    pub destination: Option<String>,
    /// What of it stayed with the house.
    pub application_fee_amount: Option<i64>,
    /// What was attached.
    pub metadata: Metadata,
    /// When it was made, in Unix seconds.
    pub created: i64,
}

#[derive(Deserialize)]
struct Wire {
    id: String,
    status: PaymentIntentStatus,
    amount: i64,
    #[serde(default, deserialize_with = "or_default")]
    currency: String,
    latest_charge: Option<Expandable<ChargeWire>>,
    #[serde(default, deserialize_with = "id")]
    customer: Option<String>,
    #[serde(default, deserialize_with = "id")]
    payment_method: Option<String>,
    transfer_data: Option<TransferWire>,
    application_fee_amount: Option<i64>,
    #[serde(default, deserialize_with = "or_default")]
    metadata: Metadata,
    #[serde(default, deserialize_with = "or_default")]
    created: i64,
}

#[derive(Deserialize)]
struct ChargeWire {
    #[serde(default, deserialize_with = "or_default")]
    refunded: bool,
    #[serde(default, deserialize_with = "or_default")]
    amount_refunded: i64,
}

#[derive(Deserialize)]
struct TransferWire {
    #[serde(default, deserialize_with = "id")]
    destination: Option<String>,
}

impl<'de> Deserialize<'de> for PaymentIntent {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let wire = Wire::deserialize(from)?;
        let charge = match wire.latest_charge {
            Some(Expandable::Object(charge)) => Some(charge),
            Some(Expandable::Id(_)) | None => None,
        };
        Ok(Self {
            id: wire.id,
            status: wire.status,
            amount: wire.amount,
            currency: wire.currency,
            refunded: charge.as_ref().is_some_and(|charge| charge.refunded),
            amount_refunded: charge.map_or(0, |charge| charge.amount_refunded),
            customer: wire.customer,
            payment_method: wire.payment_method,
            destination: wire.transfer_data.and_then(|to| to.destination),
            application_fee_amount: wire.application_fee_amount,
            metadata: wire.metadata,
            created: wire.created,
        })
    }
}

words! {
    /// How a refund stands.
    pub RefundStatus {
        /// It is on its way to the card.
        Succeeded = "succeeded",
        /// It waits, as for money in the house's balance.
        Pending = "pending",
        /// Its receiver has to do something.
        RequiresAction = "requires_action",
        /// The bank did not take it.
        Failed = "failed",
        /// Nobody wants it any more.
        Canceled = "canceled",
    }
}

/// Money that was given back.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Refund {
    /// `re_…`
    pub id: String,
    /// How it stands.
    pub status: Option<RefundStatus>,
    /// Yen.
    pub amount: i64,
    /// The payment.
    #[serde(default, deserialize_with = "id")]
    pub payment_intent: Option<String>,
}
