//! What is bought once.

use chabudai_kernel::db::{Listed, Paging};
use chabudai_kernel::op::{Transact, Write};
use chabudai_payments::{
    CheckoutMode, CheckoutSession, CheckoutStatus, Destination, Item, NewCharge, NewCheckout, PaymentError, PaymentIntent,
    PaymentIntentStatus, PaymentStatus,
};

use super::{FRESH, Payer, Till, away, metadata};
use crate::design::{BEGIN_PURCHASE, BOUGHT_ITEMS, CUSTOMER, NOTE_PAYMENT, PURCHASE_OF, PURCHASES, SETTLE_PURCHASE};
use crate::error::{KondateError, KondateReason, Result};
use crate::model::{
    CHECKOUT_FOR, CREATOR_PRICE, Card, FEE, Guard, NoticeKind, Notification, PaymentState, PersonId, Profile, Purchase, PurchaseId, Target,
    Ware, creator_title,
};
use crate::repo::{catalog, notices, till};
use crate::service::{Cook, Question, Service, ShownCard};

/// A purchase, and where to go to pay for it.
#[derive(Clone, PartialEq, Debug)]
pub struct Bill {
    /// The purchase.
    pub purchase: Purchase,
    /// The page to pay on, while it is open.
    pub checkout_url: Option<String>,
}

impl From<Purchase> for Bill {
    fn from(purchase: Purchase) -> Self {
        Self { purchase, checkout_url: None }
    }
}

/// How a purchase stands at the provider.
enum Stands {
    /// Somebody may pay on this page.
    Open(String),
    /// It is on its way.
    Waits,
    /// By this payment.
    Paid(Option<String>),
    /// Nobody pays it any more, and why.
    Failed(String),
}

/// The bank wants to ask the card's owner, who is not there: they are on a page to pay on.
const ASKS_OWNER: &str = "authentication_required";

impl Service {
    /// Buys something: by a stored card at once, else on a page to pay on. Whoever says so twice has said it once, and is sent to the same page.
    /// Who has seen a price pays that, or is told.
    pub async fn buy(&self, payer: &Payer, ware: &Ware, card: Option<&str>, expected: Option<u64>) -> Result<Bill> {
        let till = self.till()?;
        let card = match card {
            Some(card) => Some(self.card_of(&payer.person, card).await?),
            None => None,
        };
        let customers = self.base.db.run(&CUSTOMER);
        let mut customer = self.customer(customers, till, payer).await?;
        let mut card = card.map(|card| card.payment_method_id.to_string());
        for _ in 0..ROUNDS {
            // On the heap: these are long ways, and whoever waits for them would carry both.
            let (purchase, is_new) = Box::pin(self.begin(payer, ware, &customer, card.as_deref(), expected)).await?;
            let bill = Box::pin(self.proceed(till, payer, purchase)).await?;
            match (bill.purchase.status, bill.purchase.failure.as_deref()) {
                (PaymentState::Failed, Some(ASKS_OWNER)) if is_new && card.is_some() => card = None,
                // Somebody new has no cards there.
                (PaymentState::Failed, Some(UNKNOWN)) if is_new => (customer, card) = (self.customer(customers, till, payer).await?, None),
                (PaymentState::Failed, why) if is_new => {
                    let is_declined = why.is_some_and(|why| ![GONE, UNKNOWN, GIVEN_UP].contains(&why));
                    return Err(if is_declined && card.is_some() { KondateReason::Declined } else { KondateReason::NotForSale }.into());
                }
                // What was begun before has come to nothing: this is another one.
                (PaymentState::Failed | PaymentState::Refunded, _) => {}
                (PaymentState::Pending | PaymentState::Succeeded, _) => return Ok(bill),
            }
        }
        Err(KondateError::Busy)
    }

    /// The purchase that is under way for this, or a new one with its guard, and whether it is new.
    async fn begin(
        &self,
        payer: &Payer,
        ware: &Ware,
        customer: &str,
        card: Option<&str>,
        expected: Option<u64>,
    ) -> Result<(Purchase, bool)> {
        let _turn = self.queue(&payer.person).await;
        self.base
            .persist(|| async {
                match ware {
                    Ware::Item(target) => self.begin_item(payer, target, customer, card, expected).await,
                    Ware::Creator => self.begin_creator(payer, customer, card).await,
                }
            })
            .await
    }

    fn new_purchase(&self, payer: &Payer, ware: &Ware, customer: &str, card: Option<&str>) -> Purchase {
        let purchase_id = PurchaseId::from(self.ulid());
        let purchased_at = purchase_id.begun_at().unwrap_or_else(|| self.base.now());
        Purchase {
            person: payer.person.clone(),
            purchased_at,
            purchase_id,
            item_type: ware.kind().to_owned(),
            item_id: ware.id(),
            item_title: String::new(),
            amount: 0,
            currency: "jpy".to_owned(),
            status: PaymentState::Pending,
            creator_id: None,
            catalog_created_at: None,
            fee: None,
            payout_account_id: None,
            customer_id: Some(customer.to_owned()),
            payment_method_id: card.map(str::to_owned),
            checkout_id: None,
            payment_intent_id: None,
            expires_at: Some(purchased_at.0.as_second() + CHECKOUT_FOR),
            settled_at: None,
            failure: None,
        }
    }

    async fn begin_item(
        &self,
        payer: &Payer,
        target: &Target,
        customer: &str,
        card: Option<&str>,
        expected: Option<u64>,
    ) -> Result<(Purchase, bool)> {
        let run = self.base.db.run(&BEGIN_PURCHASE);
        let offered: Card = catalog::card_by_id(run, target).await?.ok_or(KondateError::NotFound(target.name()))?;
        if offered.creator_id == payer.person {
            return Err(KondateReason::OwnItem.into());
        }
        if let Some(guard) = till::guard(run, &payer.person, target).await? {
            if guard.state == PaymentState::Succeeded {
                return Err(KondateReason::AlreadyBought.into());
            }
            let under_way = till::purchase(run, &payer.person, &guard.purchase_id).await?;
            return under_way.map(|purchase| (purchase, false)).ok_or(KondateError::Busy);
        }
        let price = offered.price().filter(|_| offered.is_listed()).ok_or(KondateReason::NotForSale)?;
        if expected.is_some_and(|expected| expected != price) {
            return Err(KondateReason::PriceChanged.into());
        }
        // Whose plan does not include it any more sells no more of it.
        let sells = |seller: &Profile| seller.payouts_enabled && seller.role_at(self.now().seconds()).sells(target.kind());
        let seller = till::profile(run, &offered.creator_id).await?.filter(sells);
        let account = seller.and_then(|seller| seller.payout_account_id).ok_or(KondateReason::NotForSale)?;
        let purchase = Purchase {
            item_title: offered.title.clone(),
            amount: price,
            creator_id: Some(offered.creator_id.clone()),
            catalog_created_at: Some(offered.created_at),
            fee: Some(price / FEE),
            payout_account_id: Some(account.clone()),
            ..self.new_purchase(payer, &Ware::Item(target.clone()), customer, card)
        };
        let guard = purchase.guard().ok_or(KondateError::Busy)?;
        let writes: [Write; 5] = [
            till::begin_guard(&guard).into(),
            till::begin(&purchase).into(),
            till::one_more_sold(&offered, price).into(),
            till::can_be_paid(&offered.creator_id, &account).into(),
            till::is_here(&payer.person).into(),
        ];
        run.commit(Transact::of(writes)).await?;
        Ok((purchase, true))
    }

    async fn begin_creator(&self, payer: &Payer, customer: &str, card: Option<&str>) -> Result<(Purchase, bool)> {
        let run = self.base.db.run(&BEGIN_PURCHASE);
        let profile = till::profile(run, &payer.person).await?.ok_or(KondateError::NotFound("person"))?;
        if profile.creator_since.is_some() || profile.role_at(self.now().seconds()).is_creator() {
            return Err(KondateReason::AlreadyCreator.into());
        }
        if let Some(id) = profile.creator_purchase_id.and_then(PurchaseId::new) {
            let under_way = till::purchase(run, &payer.person, &id).await?;
            return under_way.map(|purchase| (purchase, false)).ok_or(KondateError::Busy);
        }
        let purchase = Purchase {
            item_title: creator_title(payer.language).to_owned(),
            amount: CREATOR_PRICE,
            ..self.new_purchase(payer, &Ware::Creator, customer, card)
        };
        let writes: [Write; 2] = [till::begin_creator(&payer.person, &purchase.purchase_id).into(), till::begin(&purchase).into()];
        run.commit(Transact::of(writes)).await?;
        Ok((purchase, true))
    }

    /// A purchase of somebody as it stands now, where to pay for it while that is open.
    pub async fn bill(&self, payer: &Payer, id: &PurchaseId) -> Result<Bill> {
        let purchase = self.purchase_of(&payer.person, id).await?;
        match &self.till {
            Some(till) => self.proceed(till, payer, purchase).await,
            None => Ok(purchase.into()),
        }
    }

    async fn purchase_of(&self, person: &PersonId, id: &PurchaseId) -> Result<Purchase> {
        till::purchase(self.base.db.run(&PURCHASE_OF), person, id).await?.ok_or(KondateError::NotFound("purchase"))
    }

    /// Somebody does not want it after all: nobody can pay on its page any more. What was paid a moment before stays paid.
    pub async fn give_up(&self, person: &PersonId, id: &PurchaseId) -> Result<Purchase> {
        let till = self.till()?;
        let purchase = self.purchase_of(person, id).await?;
        match &purchase.checkout_id {
            _ if !purchase.is_pending() => Ok(purchase),
            Some(page) => {
                let session = till.payments.expire_checkout(page).await.map_err(|error| away(&error))?;
                let stands = self.page_stands(till, session).await?;
                Ok(self.settle(purchase, stands).await?.purchase)
            }
            // A card is asked within a moment.
            None if purchase.is_arranged() => Err(KondateError::Busy),
            None => {
                let given_up = self.settle(purchase, Stands::Failed(GIVEN_UP.to_owned())).await?.purchase;
                if given_up.is_pending() { Err(KondateError::Busy) } else { Ok(given_up) }
            }
        }
    }

    /// Goes on with a purchase wherever it stopped.
    async fn proceed(&self, till: &Till, payer: &Payer, purchase: Purchase) -> Result<Bill> {
        if !purchase.is_pending() {
            return Ok(purchase.into());
        }
        let purchase = if purchase.is_arranged() { purchase } else { self.arrange(till, payer, purchase).await? };
        let stands = self.stands(till, &purchase).await?;
        self.settle(purchase, stands).await
    }

    /// Makes the page to pay on, or the payment that is to be charged to a stored card, and notes it. Nobody pays by one that is not noted.
    async fn arrange(&self, till: &Till, payer: &Payer, purchase: Purchase) -> Result<Purchase> {
        let mut noted = purchase.clone();
        // Whoever comes again after a while asks anew: what is remembered by the first key may be that it broke.
        let is_fresh = self.now().seconds() < purchase.purchased_at.0.as_second() + FRESH;
        let key = purchase.purchase_id.to_string();
        let key = if is_fresh { key } else { format!("{key}-{}", self.ulid()) };
        let payments = &till.payments;
        let outcome = if let Some(card) = &purchase.payment_method_id {
            let charge = &charge_of(&purchase, card);
            let made = self.by_key(key, |key| async move { payments.prepare_charge(&key, charge).await }).await;
            made.map(|intent| noted.payment_intent_id = Some(intent.id))
        } else {
            let page = &page_of(till, payer, &purchase);
            let made = self.by_key(key, |key| async move { payments.checkout(&key, page).await }).await;
            made.map(|session| noted.checkout_id = Some(session.id))
        };
        match outcome {
            Ok(()) => {}
            // It would be refused again: the seller's account was closed, the card is gone, or its time is over.
            Err(error) if is_final(&error) || purchase.payment_method_id.is_some() && matches!(error, PaymentError::Invalid { .. }) => {
                let is_unknown = error.is_missing("customer");
                if is_unknown {
                    self.new_customer(self.base.db.run(&CUSTOMER), till, payer, purchase.customer_id.as_deref()).await?;
                }
                let why = if is_unknown { UNKNOWN } else { GONE };
                return Ok(self.settle(purchase, Stands::Failed(why.to_owned())).await?.purchase);
            }
            Err(error) => return Err(away(&error)),
        }
        let run = self.base.db.run(&NOTE_PAYMENT);
        if run.attempt_one(till::change(&noted, &purchase)).await? {
            return Ok(noted);
        }
        // Another server was quicker: what it has noted counts.
        self.purchase_of(&purchase.person, &purchase.purchase_id).await
    }

    /// How a purchase stands at the provider. A payment by a stored card that was not confirmed is, now.
    async fn stands(&self, till: &Till, purchase: &Purchase) -> Result<Stands> {
        if !purchase.is_pending() {
            return Ok(Stands::Waits);
        }
        let is_over = purchase.expires_at.is_none_or(|until| until <= self.now().seconds());
        if let Some(page) = &purchase.checkout_id {
            return match till.payments.checkout_session(page).await {
                // Another account of the provider's, as after a key for tests: nobody pays there any more.
                Err(PaymentError::Gone) if is_over => Ok(Stands::Failed(GONE.to_owned())),
                other => self.page_stands(till, other.map_err(|error| away(&error))?).await,
            };
        }
        let Some(intent) = &purchase.payment_intent_id else {
            // Nothing was noted, so nobody could pay. Whoever bought comes again within the time, or not at all.
            return Ok(if is_over { Stands::Failed(GONE.to_owned()) } else { Stands::Waits });
        };
        let known = match till.payments.payment_intent(intent).await {
            Err(PaymentError::Gone) if is_over => return Ok(Stands::Failed(GONE.to_owned())),
            other => other.map_err(|error| away(&error))?,
        };
        if known.status != PaymentIntentStatus::RequiresConfirmation {
            return Ok(card_stands(known));
        }
        // A key of its own each time: one payment is charged once, and an answer that is remembered might be that it broke.
        let why = match till.payments.confirm_charge(&format!("{}-{}", purchase.purchase_id, self.ulid()), intent).await {
            Ok(intent) => return Ok(card_stands(intent)),
            Err(error) => error,
        };
        // Whatever was answered: how it stands is asked.
        let known = till.payments.payment_intent(intent).await.map_err(|error| away(&error))?;
        Ok(match (card_stands(known), why) {
            (Stands::Failed(_), PaymentError::Declined { code }) | (Stands::Waits, PaymentError::Invalid { code, .. }) => {
                Stands::Failed(code)
            }
            (Stands::Waits, error) => return Err(away(&error)),
            (stands, _) => stands,
        })
    }

    async fn page_stands(&self, till: &Till, session: CheckoutSession) -> Result<Stands> {
        let is_paid = matches!(session.payment_status, PaymentStatus::Paid | PaymentStatus::NoPaymentRequired);
        Ok(match (&session.status, session.payment_intent) {
            (CheckoutStatus::Complete, intent) if is_paid => Stands::Paid(intent),
            // To be paid at a counter: the page is over, the payment is not.
            (CheckoutStatus::Complete, Some(intent)) => {
                let intent = till.payments.payment_intent(&intent).await.map_err(|error| away(&error))?;
                // A slip for a counter is something that its owner has to act on, for days.
                if intent.status == PaymentIntentStatus::RequiresAction { Stands::Waits } else { card_stands(intent) }
            }
            (CheckoutStatus::Expired, _) => Stands::Failed("expired".to_owned()),
            (CheckoutStatus::Open, _) => session.url.map_or(Stands::Waits, Stands::Open),
            (CheckoutStatus::Complete | CheckoutStatus::Other(_), _) => Stands::Waits,
        })
    }

    /// Writes down how a purchase ended, if it did: what is paid is theirs, what failed leaves nothing.
    async fn settle(&self, purchase: Purchase, stands: Stands) -> Result<Bill> {
        let (status, intent, failure) = match stands {
            _ if !purchase.is_pending() => return Ok(purchase.into()),
            Stands::Waits => return Ok(purchase.into()),
            Stands::Open(url) => return Ok(Bill { purchase, checkout_url: Some(url) }),
            Stands::Paid(intent) => (PaymentState::Succeeded, intent, None),
            Stands::Failed(why) => (PaymentState::Failed, None, Some(why)),
        };
        let after = Purchase {
            status,
            payment_intent_id: intent.or_else(|| purchase.payment_intent_id.clone()),
            failure,
            settled_at: Some(self.now()),
            ..purchase.clone()
        };
        self.close(&purchase, after).await.map(Into::into)
    }

    /// All of a payment was given back: what was bought is theirs no more.
    pub(super) async fn refunded(&self, purchase: Purchase) -> Result<Purchase> {
        let after = Purchase { status: PaymentState::Refunded, settled_at: Some(self.now()), ..purchase.clone() };
        self.close(&purchase, after).await
    }

    /// A purchase ends, with all that hangs on it, if it is still as it was read; else it stands as it says.
    async fn close(&self, read: &Purchase, after: Purchase) -> Result<Purchase> {
        let is_theirs = after.status == PaymentState::Succeeded;
        let closed = self.close_once(read, &after, is_theirs).await;
        // Whoever has left meanwhile, or gave it up, gets nothing for what they paid: so it is given back.
        let is_lost = match &closed {
            Ok(there) => there.status == PaymentState::Failed,
            Err(error) => *error == KondateError::NotFound("purchase"),
        };
        if let (true, true, Some(till), Some(intent)) = (is_theirs, is_lost, &self.till, &after.payment_intent_id) {
            self.pay_back(till, &after.purchase_id, intent).await?;
        }
        closed
    }

    async fn close_once(&self, read: &Purchase, after: &Purchase, is_theirs: bool) -> Result<Purchase> {
        self.base
            .persist(|| async {
                let run = self.base.db.run(&SETTLE_PURCHASE);
                let mut writes: Vec<Write> = vec![till::change(after, read).into()];
                // What is counted of it comes last: its record may be gone.
                let mut counted = None;
                match (after.ware(), after.guard()) {
                    (Some(Ware::Item(_)), Some(guard)) if is_theirs => writes.push(till::paid_guard(&guard).into()),
                    (Some(Ware::Item(_)), Some(guard)) => {
                        writes.push(till::free_guard(&guard).into());
                        counted = Some(Write::from(till::one_less_sold(&guard)));
                    }
                    (Some(Ware::Creator), _) if is_theirs => {
                        writes.push(till::is_creator(&after.person, &after.purchase_id, &self.now().to_string()).into());
                    }
                    (Some(Ware::Creator), _) => writes.push(till::is_no_creator(&after.person, &after.purchase_id).into()),
                    _ => {}
                }
                writes.extend(self.notice_of(after).map(|notice| notices::tell(&notice).into()));
                let counted_at = writes.len();
                let without = writes.clone();
                writes.extend(counted.clone());
                match run.commit(Transact::of(writes)).await {
                    Err(error) if counted.is_some() && error.condition_failed_at(counted_at) && !error.condition_failed_at(0) => {
                        Ok(run.commit(Transact::of(without)).await.map(|()| after.clone())?)
                    }
                    Err(error) if error.condition_failed_at(0) => self.purchase_of(&after.person, &after.purchase_id).await,
                    other => Ok(other.map(|()| after.clone())?),
                }
            })
            .await
    }

    fn notice_of(&self, purchase: &Purchase) -> Option<Notification> {
        let at = |id: &PurchaseId| format!("/kondate/purchases/{id}");
        let (kind, link) = match (purchase.status, purchase.ware()?) {
            (PaymentState::Succeeded, Ware::Creator) => (NoticeKind::Creator, "/kondate/billing".to_owned()),
            (PaymentState::Succeeded, Ware::Item(_)) => (NoticeKind::Bought, at(&purchase.purchase_id)),
            (PaymentState::Refunded, _) => (NoticeKind::Refunded, at(&purchase.purchase_id)),
            // Whoever goes back from the page, or lets it end, knows.
            (PaymentState::Pending | PaymentState::Failed, _) => return None,
        };
        let about = Some(purchase.item_title.clone());
        Some(Notification::about(purchase.person.clone(), kind, about, Some(link), self.ulid().into(), self.base.now()))
    }

    /// Looks after a purchase of somebody who did not come back: what is paid is delivered, what is over is closed. No page is made for them.
    pub(super) async fn look_after(&self, till: &Till, purchase: Purchase) -> Result<Purchase> {
        let stands = self.stands(till, &purchase).await?;
        Ok(self.settle(purchase, stands).await?.purchase)
    }

    /// What somebody bought, the last first.
    pub async fn purchases(&self, person: &PersonId, limit: u32, cursor: Option<&str>) -> Result<Listed<Purchase>> {
        till::purchases(self.base.db.run(&PURCHASES), person, Paging { limit, cursor, backward: true }).await
    }

    /// What of the catalog is somebody's by purchase, also what is in no list any more. A page that is looked through may have fewer on it.
    pub async fn bought(&self, cook: &Cook, question: &Question, limit: u32, cursor: Option<&str>) -> Result<Listed<ShownCard>> {
        let kind = question.kind;
        let run = self.base.db.run(&BOUGHT_ITEMS);
        let listed = till::bought(run, &cook.person, kind, Paging { limit, cursor, backward: true }).await?;
        let guards: Vec<Guard> = listed.items;
        let mut cards = catalog::cards_of(run, kind, guards.iter().map(|guard| (guard.target.id(), guard.created_at))).await?;
        let is_by = |card: &Card| question.sorted.creator().is_none_or(|creator| *creator == card.creator_id);
        cards.retain(|card| is_by(card) && question.narrowed.fits(card));
        cards.sort_by_key(|card| guards.iter().position(|guard| guard.target.id() == card.id));
        Ok(Listed { items: self.shown(cook, cards).await?, next: listed.next })
    }
}

/// Whether asking again would be refused again, for a reason that this purchase has to end for.
fn is_final(error: &PaymentError) -> bool {
    const ABOUT: [&str; 4] = ["expires_at", "destination", "payment_method", "transfer"];
    match error {
        PaymentError::Gone | PaymentError::Declined { .. } => true,
        error if error.is_missing("customer") => true,
        PaymentError::Invalid { code, param } => {
            let about = |text: &str| ABOUT.iter().any(|about| text.contains(about));
            about(code) || param.as_deref().is_some_and(about)
        }
        _ => false,
    }
}

/// How often something is begun anew for one request.
const ROUNDS: u32 = 3;
/// Why a purchase came to nothing that no bank has refused.
const GONE: &str = "gone";
/// Whoever buys is nobody at the provider any more.
const UNKNOWN: &str = "unknown_customer";
/// Whoever began it does not want it.
const GIVEN_UP: &str = "given_up";

/// How a payment stands at which nobody is asked.
fn card_stands(intent: PaymentIntent) -> Stands {
    match intent.status {
        PaymentIntentStatus::Succeeded => Stands::Paid(Some(intent.id)),
        PaymentIntentStatus::RequiresPaymentMethod => Stands::Failed("card_declined".to_owned()),
        PaymentIntentStatus::RequiresAction => Stands::Failed(ASKS_OWNER.to_owned()),
        PaymentIntentStatus::Canceled => Stands::Failed("canceled".to_owned()),
        PaymentIntentStatus::Processing
        | PaymentIntentStatus::RequiresConfirmation
        | PaymentIntentStatus::RequiresCapture
        | PaymentIntentStatus::Other(_) => Stands::Waits,
    }
}

fn yen(amount: u64) -> i64 {
    i64::try_from(amount).unwrap_or(i64::MAX)
}

fn destination_of(purchase: &Purchase) -> Option<Destination> {
    let account = purchase.payout_account_id.clone()?;
    Some(Destination { account, application_fee_amount: yen(purchase.fee.unwrap_or_default()) })
}

fn charge_of(purchase: &Purchase, card: &str) -> NewCharge {
    NewCharge {
        description: Some(purchase.item_title.clone()),
        metadata: metadata(&purchase.person, [("purchaseId", purchase.purchase_id.as_str())]),
        destination: destination_of(purchase),
        ..NewCharge::yen(yen(purchase.amount), purchase.customer_id.clone().unwrap_or_default(), card)
    }
}

fn page_of(till: &Till, payer: &Payer, purchase: &Purchase) -> NewCheckout {
    let back = till.at(&format!("/kondate/purchases/{}", purchase.purchase_id));
    NewCheckout {
        mode: CheckoutMode::Payment,
        customer: purchase.customer_id.clone(),
        client_reference_id: Some(purchase.purchase_id.to_string()),
        success_url: back.clone(),
        cancel_url: back,
        expires_at_unix: purchase.expires_at,
        locale: Some(payer.locale()),
        metadata: metadata(&purchase.person, [("purchaseId", purchase.purchase_id.as_str())]),
        item: Some(Item::yen(purchase.item_title.clone(), yen(purchase.amount))),
        destination: destination_of(purchase),
        ..NewCheckout::default()
    }
}
