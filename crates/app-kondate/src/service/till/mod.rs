//! The till: what is bought and paid every month, by Stripe.
//!
//! Nothing is paid by what is not noted here. Before anybody is sent to a page to pay on, and before a stored card is charged, the id of that
//! page or payment stands in the purchase, by a condition that holds once. So it does not matter where a server stops, which of several asks,
//! or how long ago it was: what is noted is asked for, and nothing else can have been paid.

mod buying; // once: guard, page or card, and what became of it
mod cards; // stored cards
mod leaving; // what was bought by somebody who leaves
mod looking_after; // what is under way when nobody comes back
mod payouts; // what creators earn
mod subscribing; // every month
mod told; // what Stripe tells by itself

use chabudai_food::Language;
use chabudai_kernel::db::Run;
use chabudai_payments::{Locale, Metadata, NewCustomer, PaymentError, Payments};
use chabudai_web::people::Person;

pub use buying::Bill;
pub use looking_after::LookedAfter;
pub use payouts::Payouts;
pub use subscribing::Subscribed;

use super::Service;
use crate::design::{CUSTOMER, DESIGN};
use crate::error::{KondateError, KondateReason, Result};
use crate::model::PersonId;
use crate::repo::till;

/// The provider, and where people come back to.
#[derive(Clone)]
pub struct Till {
    /// Stripe.
    pub payments: Payments,
    /// Where the house is, without a slash at the end.
    pub public_url: String,
}

/// Somebody who pays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Payer {
    /// Who.
    pub person: PersonId,
    /// Where the provider sends receipts.
    pub email: Option<String>,
    /// In which language they read the provider's pages.
    pub language: Language,
}

impl Payer {
    /// Somebody of the house, who reads in this language.
    pub fn of(person: &Person, language: Language) -> Self {
        Self { person: person.id.clone(), email: person.email.as_ref().map(ToString::to_string), language }
    }

    fn locale(&self) -> Locale {
        match self.language {
            Language::Ja => Locale::Ja,
            Language::En => Locale::En,
        }
    }
}

impl Till {
    fn at(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }
}

/// What the provider answers.
type Asked<T> = std::result::Result<T, PaymentError>;

/// For so many seconds the same is asked for by the same key.
const FRESH: i64 = 30;

/// Whose events these are.
fn metadata<const N: usize>(person: &PersonId, more: [(&str, &str); N]) -> Metadata {
    let all = [("app", DESIGN.app), ("userId", person.as_str())].into_iter().chain(more);
    all.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// What somebody is told of a provider that did not do it.
fn away(error: &PaymentError) -> KondateError {
    match error {
        PaymentError::Declined { .. } => KondateReason::Declined.into(),
        _ => KondateReason::PaymentsAway.into(),
    }
}

/// A key was used for something else, as when an address of the house has changed meanwhile. Nobody pays by what is not noted, so another key
/// does no harm.
fn is_other_request(error: &PaymentError) -> bool {
    matches!(error, PaymentError::Invalid { code, .. } if code == "idempotency_error")
}

impl Service {
    /// The same in a house that takes money.
    pub fn with_till(self, till: Till) -> Self {
        Self { till: Some(till), ..self.selling(true) }
    }

    /// Whether anything is sold here.
    pub fn sells(&self) -> bool {
        self.sells
    }

    fn till(&self) -> Result<&Till> {
        self.till.as_ref().ok_or_else(|| KondateReason::NothingSold.into())
    }

    /// Asks for something of whoever somebody is at the provider. Whom it does not know any more, as after a key for tests, is somebody new.
    async fn as_customer<T, Asking: Future<Output = Asked<T>>>(
        &self,
        till: &Till,
        payer: &Payer,
        ask: impl Fn(String) -> Asking,
    ) -> Result<T> {
        let run = self.base.db.run(&CUSTOMER);
        let customer = self.customer(run, till, payer).await?;
        match ask(customer.clone()).await {
            Err(error) if error.is_missing("customer") => {
                let customer = self.new_customer(run, till, payer, Some(&customer)).await?;
                ask(customer).await.map_err(|error| away(&error))
            }
            other => other.map_err(|error| away(&error)),
        }
    }

    /// Who somebody is at the provider; made where they are nobody yet.
    async fn customer(&self, run: Run<'_>, till: &Till, payer: &Payer) -> Result<String> {
        let profile = till::profile(run, &payer.person).await?.ok_or(KondateError::NotFound("person"))?;
        match profile.customer_id {
            Some(known) => Ok(known),
            None => self.new_customer(run, till, payer, None).await,
        }
    }

    /// Somebody is new at the provider, also where it has lost whom they were.
    async fn new_customer(&self, run: Run<'_>, till: &Till, payer: &Payer, lost: Option<&str>) -> Result<String> {
        let payments = &till.payments;
        let new = &NewCustomer { email: payer.email.clone(), metadata: metadata(&payer.person, []) };
        let key = self.key_of("customer", &payer.person, lost);
        let made = self.by_key(key, |key| async move { payments.create_customer(&key, new).await }).await;
        let made = made.map_err(|error| away(&error))?.id;
        if run.attempt_one(till::known_as(&payer.person, till::CUSTOMER_ID, lost, &made)).await? {
            return Ok(made);
        }
        // Somebody else has made one meanwhile; or they have left.
        let profile = till::profile(run, &payer.person).await?.ok_or(KondateError::NotFound("person"))?;
        profile.customer_id.ok_or(KondateError::Busy)
    }

    /// Asks for something by a key, and by another where that key was used for something else.
    ///
    /// `ask` is no `AsyncFn`: what that returns borrows from it, and a handler that waits for such a thing is not `Send` to the compiler.
    async fn by_key<T, Asking: Future<Output = Asked<T>>>(&self, key: String, ask: impl Fn(String) -> Asking) -> Asked<T> {
        match ask(key.clone()).await {
            Err(error) if is_other_request(&error) => ask(format!("{key}-{}", self.ulid())).await,
            other => other,
        }
    }

    /// A key that several who ask at once have in common, and whoever asks later has not: what is remembered by it may be that it broke. Nor has
    /// whoever has lost what was made by it.
    fn key_of(&self, what: &str, person: &PersonId, lost: Option<&str>) -> String {
        format!("kondate-{what}-{person}-{}-{}", self.now().seconds() / FRESH, lost.unwrap_or("first"))
    }

    /// The address of the provider's page for bills and cards.
    pub async fn portal(&self, payer: &Payer) -> Result<String> {
        let till = self.till()?;
        let (payments, back) = (&till.payments, &till.at("/kondate/billing"));
        let ask = |customer: String| {
            let key = format!("kondate-portal-{}", self.ulid());
            async move { payments.portal(&key, &customer, back).await }
        };
        self.as_customer(till, payer, ask).await
    }
}
