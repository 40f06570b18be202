//! Stored cards: what their owner knows them by. The number never comes here.

use chabudai_kernel::db::Run;
use chabudai_kernel::op::{Transact, Write};
use chabudai_kernel::part::Word;
use chabudai_payments::{CheckoutMode, CheckoutStatus, NewCheckout, PaymentError, SetupStatus};

use super::{Payer, away, metadata};
use crate::design::{PAYMENT_METHODS, SET_PAYMENT_METHOD};
use crate::error::{KondateError, KondateReason, Result};
use crate::model::{MOST_PAYMENT_METHODS, PaymentMethod, PersonId};
use crate::repo::till;
use crate::service::Service;

const NO_CARD: KondateError = KondateError::NotFound("payment method");

impl Service {
    /// The stored cards of somebody.
    pub async fn cards(&self, person: &PersonId) -> Result<Vec<PaymentMethod>> {
        till::cards(self.base.db.run(&PAYMENT_METHODS), person).await
    }

    /// One of them.
    pub(super) async fn card_of(&self, person: &PersonId, id: &str) -> Result<PaymentMethod> {
        let found = self.cards(person).await?.into_iter().find(|card| card.payment_method_id.as_str() == id);
        found.ok_or(NO_CARD)
    }

    /// The page on which somebody stores a card.
    pub async fn store_card(&self, payer: &Payer) -> Result<String> {
        let till = self.till()?;
        if self.cards(&payer.person).await?.len() >= MOST_PAYMENT_METHODS {
            return Err(KondateReason::Full.into());
        }
        let payments = &till.payments;
        let page = &NewCheckout {
            mode: CheckoutMode::Setup,
            success_url: till.at("/kondate/billing?stored={CHECKOUT_SESSION_ID}"),
            cancel_url: till.at("/kondate/billing"),
            locale: Some(payer.locale()),
            metadata: metadata(&payer.person, [("card", "store")]),
            ..NewCheckout::default()
        };
        let ask = |customer: String| {
            let key = format!("kondate-card-{}", self.ulid());
            let page = NewCheckout { customer: Some(customer), ..page.clone() };
            async move { payments.checkout(&key, &page).await }
        };
        let made = self.as_customer(till, payer, ask).await?;
        made.url.ok_or_else(|| KondateReason::PaymentsAway.into())
    }

    /// Somebody has been on that page, or says so: the card is kept if it is theirs and still stored.
    pub async fn card_stored(&self, person: &PersonId, page: &str) -> Result<()> {
        let till = self.till()?;
        let session = match till.payments.checkout_session(page).await {
            Err(PaymentError::Gone) => return Err(NO_CARD),
            other => other.map_err(|error| away(&error))?,
        };
        let is_theirs = session.metadata.get("userId").map(String::as_str) == Some(person.as_str());
        let Some(setup) = session.setup_intent.filter(|_| is_theirs && session.status == CheckoutStatus::Complete) else {
            return Err(NO_CARD);
        };
        let setup = till.payments.setup_intent(&setup).await.map_err(|error| away(&error))?;
        let Some(id) = setup.payment_method.filter(|_| setup.status == SetupStatus::Succeeded) else { return Err(NO_CARD) };
        let card = till.payments.payment_method(&id).await.map_err(|error| away(&error))?;
        // One that was taken back since then is nobody's.
        let (Some(id), Some(customer)) = (Word::new(card.id), card.customer.and_then(Word::new)) else { return Err(NO_CARD) };
        let _turn = self.queue(person).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&SET_PAYMENT_METHOD);
                let changed = self.cards_change(run, person).await?;
                let known = till::cards(run, person).await?;
                if known.iter().any(|card| card.payment_method_id == id) {
                    return Ok(());
                }
                if known.len() >= MOST_PAYMENT_METHODS {
                    return Err(KondateReason::Full.into());
                }
                let new = PaymentMethod {
                    person: person.clone(),
                    payment_method_id: id.clone(),
                    customer_id: customer.clone(),
                    brand: card.brand.clone(),
                    last4: card.last4.clone(),
                    exp_month: card.exp_month,
                    exp_year: card.exp_year,
                    is_default: !known.iter().any(|card| card.is_default),
                    created_at: Some(self.now()),
                };
                Ok(run.commit(Transact::of([till::add_card(&new).into(), changed])).await?)
            })
            .await
    }

    /// This card is used from now on.
    pub async fn use_card(&self, person: &PersonId, id: &str) -> Result<()> {
        self.change_cards(person, id, |card, others| {
            let before = others.iter().filter(|other| other.is_default);
            let before = before.map(|other| till::use_card(other, false).into());
            if card.is_default { Vec::new() } else { std::iter::once(till::use_card(card, true).into()).chain(before).collect() }
        })
        .await
    }

    /// This card no more. The first of the others is used instead.
    pub async fn drop_card(&self, person: &PersonId, id: &str) -> Result<()> {
        let till = self.till()?;
        self.card_of(person, id).await?;
        let key = format!("kondate-detach-{}", self.ulid());
        till.payments.detach(&key, id).await.map_err(|error| away(&error))?;
        let dropped = self
            .change_cards(person, id, |card, others| {
                let next = others.first().filter(|_| card.is_default);
                let next = next.map(|next| till::use_card(next, true).into());
                std::iter::once(Write::from(till::drop_card(card))).chain(next).collect()
            })
            .await;
        // Whoever says so twice has said it.
        if dropped == Err(NO_CARD) { Ok(()) } else { dropped }
    }

    async fn change_cards(
        &self,
        person: &PersonId,
        id: &str,
        writes: impl Fn(&PaymentMethod, &[PaymentMethod]) -> Vec<Write>,
    ) -> Result<()> {
        let _turn = self.queue(person).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&SET_PAYMENT_METHOD);
                let changed = self.cards_change(run, person).await?;
                let (card, others): (Vec<_>, Vec<_>) =
                    till::cards(run, person).await?.into_iter().partition(|card| card.payment_method_id.as_str() == id);
                let writes = writes(card.first().ok_or(NO_CARD)?, &others);
                if writes.is_empty() { Ok(()) } else { Ok(run.commit(Transact::of(writes.into_iter().chain([changed]))).await?) }
            })
            .await
    }

    /// The write that holds a change to all the cards that are read after this.
    async fn cards_change(&self, run: Run<'_>, person: &PersonId) -> Result<Write> {
        let profile = till::profile(run, person).await?.ok_or(KondateError::NotFound("person"))?;
        Ok(till::change_cards(person, profile.cards_version).into())
    }
}
