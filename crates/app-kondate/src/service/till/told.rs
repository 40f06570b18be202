//! What Stripe tells by itself. An event says only what to look at: how that stands is asked for again.

use chabudai_kernel::part::Word;
use chabudai_payments::{CheckoutStatus, Event, PaymentError, PaymentStatus};

use super::{Till, away};
use crate::design::{PURCHASE_OF, WHOSE_CUSTOMER};
use crate::error::{KondateError, Result};
use crate::model::{PaymentState, PersonId, PurchaseId};
use crate::repo::till;
use crate::service::Service;

impl Service {
    /// Deals with an event. What is about nobody who is here, and what nobody wants to know, is dealt with.
    pub async fn payment_told(&self, event: &Event) -> Result<()> {
        let Some(till) = &self.till else { return Ok(()) };
        let told = |name: &str| event.object.metadata.get(name);
        let person = match told("userId").and_then(|id| PersonId::new(id.as_str())) {
            Some(person) => Some(person),
            None => self.whose(event).await?,
        };
        let Some(person) = person else { return Ok(()) };
        let purchase = told("purchaseId").and_then(|id| PurchaseId::new(id.as_str()));
        match event.kind.as_str() {
            kind if kind.starts_with("checkout.session.") => match (purchase, told("attemptId"), told("card")) {
                (Some(purchase), _, _) => self.page_told(till, &person, &purchase, &event.object.id).await,
                (None, Some(_), _) => self.look_at_subscription(&person).await.map(drop),
                (None, None, Some(_)) => match self.card_stored(&person, &event.object.id).await {
                    // It was taken back since, or there is no room for it: its owner has seen that.
                    Err(KondateError::NotFound(_) | KondateError::Own(crate::error::KondateReason::Full)) => Ok(()),
                    other => other,
                },
                _ => Ok(()),
            },
            "charge.refunded" => match (purchase, &event.object.payment_intent) {
                (Some(purchase), Some(intent)) => self.refund_told(till, &person, &purchase, intent).await,
                _ => Ok(()),
            },
            "invoice.paid" | "invoice.payment_failed" | "customer.subscription.updated" | "customer.subscription.deleted" => {
                match &event.object.subscription {
                    Some(id) => self.follow_subscription(&person, id).await.map(drop),
                    None => Ok(()),
                }
            }
            "account.updated" => self.payouts(&person).await.map(drop),
            _ => Ok(()),
        }
    }

    /// Whose customer it is about, where it does not say whom.
    async fn whose(&self, event: &Event) -> Result<Option<PersonId>> {
        match event.object.customer.as_deref().and_then(Word::new) {
            Some(customer) => till::whose_customer(self.base.db.run(&WHOSE_CUSTOMER), &customer).await,
            None => Ok(None),
        }
    }

    /// A page to pay on was paid, or is over.
    async fn page_told(&self, till: &Till, person: &PersonId, id: &PurchaseId, page: &str) -> Result<()> {
        let purchase = till::purchase(self.base.db.run(&PURCHASE_OF), person, id).await?;
        let is_its_page = |noted: &crate::model::Purchase| noted.checkout_id.as_deref() == Some(page);
        match purchase {
            Some(purchase) if purchase.is_pending() && is_its_page(&purchase) => self.look_after(till, purchase).await.map(drop),
            Some(purchase) if is_its_page(&purchase) && purchase.status != PaymentState::Failed => Ok(()),
            // Whoever has left, or was given up, gets nothing for this: so they pay nothing.
            _ => {
                let session = match till.payments.checkout_session(page).await {
                    Err(PaymentError::Gone) => return Ok(()),
                    other => other.map_err(|error| away(&error))?,
                };
                let is_paid = session.status == CheckoutStatus::Complete && session.payment_status == PaymentStatus::Paid;
                match session.payment_intent.filter(|_| is_paid) {
                    Some(intent) => self.pay_back(till, id, &intent).await,
                    None => Ok(()),
                }
            }
        }
    }

    pub(super) async fn pay_back(&self, till: &Till, id: &PurchaseId, intent: &str) -> Result<()> {
        tracing::warn!(purchase = id.as_str(), "paid by nobody who could have it: it is given back");
        // No more is given back than was paid, whatever the key; by the same one for ever, a try that broke might be remembered as that.
        let key = format!("{id}-refund-{}", self.now().seconds() / 60);
        match till.payments.refund(&key, intent).await {
            Ok(_) => Ok(()),
            Err(PaymentError::Invalid { code, .. }) if code == "charge_already_refunded" => Ok(()),
            Err(error) => {
                // The operator has to look: somebody has paid for nothing.
                tracing::error!(purchase = id.as_str(), code = error.code(), "a payment could not be given back");
                Err(away(&error))
            }
        }
    }

    /// The operator has given a payment back.
    async fn refund_told(&self, till: &Till, person: &PersonId, id: &PurchaseId, intent: &str) -> Result<()> {
        let purchase = till::purchase(self.base.db.run(&PURCHASE_OF), person, id).await?;
        let Some(purchase) = purchase else { return Ok(()) };
        // Events come in any order: what was paid and given back was paid first.
        let purchase = if purchase.is_pending() { self.look_after(till, purchase).await? } else { purchase };
        if purchase.status != PaymentState::Succeeded || purchase.payment_intent_id.as_deref() != Some(intent) {
            return Ok(());
        }
        let payment = till.payments.payment_intent(intent).await.map_err(|error| away(&error))?;
        // A part of it is no reason to take all of it away.
        if payment.refunded { self.refunded(purchase).await.map(drop) } else { Ok(()) }
    }
}
