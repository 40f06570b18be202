//! What is paid every month.

use chabudai_kernel::db::Run;
use chabudai_kernel::op::{Transact, Write};
use chabudai_payments::{CheckoutMode, CheckoutStatus, Item, NewCheckout, PaymentError, SubscriptionStatus};
use jiff::Timestamp;

use super::{FRESH, Payer, Till, away, metadata};
use crate::design::{BEGIN_SUBSCRIPTION, CUSTOMER, SET_SUBSCRIPTION, SUBSCRIPTION_OF};
use crate::error::{KondateError, KondateReason, Result};
use crate::model::{
    CHECKOUT_FOR, LATE_FOR, Moment, NoticeKind, Notification, PersonId, PlanId, Profile, PurchaseId, Role, Subscription, SubscriptionState,
};
use crate::repo::{notices, till};
use crate::service::Service;

/// A subscription, and where to go to begin it.
#[derive(Clone, PartialEq, Debug)]
pub struct Subscribed {
    /// As it stands.
    pub subscription: Subscription,
    /// The page to pay on, while it is open.
    pub checkout_url: Option<String>,
}

/// What came of the page to pay on.
enum Begun {
    /// It is open.
    Open(String),
    /// Somebody has been through it.
    Complete(Option<String>),
    /// Nobody pays there.
    Over,
}

impl Service {
    /// Its month is over, and nobody has told what came of the next.
    pub(super) fn is_past(&self, row: &Subscription) -> bool {
        row.status.is_live() && row.current_period_end.is_some_and(|end| end.seconds() + IN_TIME <= self.now().seconds())
    }

    /// What somebody subscribes to.
    pub async fn subscription(&self, person: &PersonId) -> Result<Option<Subscription>> {
        till::subscription(self.base.db.run(&SUBSCRIPTION_OF), person).await
    }

    /// Begins a subscription: where to pay for it. Whoever says so twice is sent to the same page; one for another plan ends the page before.
    pub async fn subscribe(&self, payer: &Payer, plan: PlanId) -> Result<Subscribed> {
        let till = self.till()?;
        // One whose month is over may have ended, without anybody having told.
        self.look_at_subscription(&payer.person).await?;
        let customer = self.customer(self.base.db.run(&CUSTOMER), till, payer).await?;
        for _ in 0..ROUNDS {
            let row = self.begin_subscription(payer, plan).await?;
            let row = if row.checkout_id.is_some() { row } else { self.arrange_subscription(till, payer, row, &customer).await? };
            let Some(page) = row.checkout_id.clone() else { continue };
            let begun = if row.plan_id == plan { begun(till, &page).await? } else { ended(till, &page).await? };
            match begun {
                Begun::Open(url) => return Ok(Subscribed { subscription: row, checkout_url: Some(url) }),
                Begun::Complete(Some(id)) => {
                    let subscription = self.follow_subscription(&payer.person, &id).await?;
                    if subscription.as_ref().is_some_and(|row| row.status.is_live()) {
                        return Err(KondateReason::AlreadySubscribed.into());
                    }
                }
                Begun::Complete(None) => return Err(KondateReason::PaymentsAway.into()),
                Begun::Over => self.drop_attempt(&row).await?,
            }
        }
        // Another plan was asked for at the same time, again and again: whichever page is noted now is the one.
        Err(KondateError::Busy)
    }

    /// The attempt that is under way, or a new one.
    async fn begin_subscription(&self, payer: &Payer, plan: PlanId) -> Result<Subscription> {
        let _turn = self.queue(&payer.person).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&BEGIN_SUBSCRIPTION);
                let known = till::subscription(run, &payer.person).await?;
                let known = known.unwrap_or_else(|| Subscription::new(payer.person.clone(), plan));
                if known.status.is_live() && !self.is_past(&known) {
                    return Err(KondateReason::AlreadySubscribed.into());
                }
                // A page that nobody was sent to is no reason to stay with its plan.
                if known.attempt_id.is_some() && (known.checkout_id.is_some() || known.plan_id == plan && !self.is_over(&known)) {
                    return Ok(known);
                }
                let begun = Subscription {
                    plan_id: plan,
                    attempt_id: Some(self.ulid().into()),
                    checkout_id: None,
                    expires_at: Some(self.now().seconds() + CHECKOUT_FOR),
                    updated_at: Some(self.now()),
                    ..known
                };
                run.commit(Transact::of([till::subscribe(&begun).into(), till::is_here(&payer.person).into()])).await?;
                Ok(Subscription { version: begun.version + 1, ..begun })
            })
            .await
    }

    fn is_over(&self, row: &Subscription) -> bool {
        row.expires_at.is_none_or(|until| until <= self.now().seconds())
    }

    /// Makes the page to pay on, and notes it. Nobody is sent to one that is not noted.
    async fn arrange_subscription(&self, till: &Till, payer: &Payer, row: Subscription, customer: &str) -> Result<Subscription> {
        let Some(attempt) = &row.attempt_id else { return Err(KondateError::Busy) };
        let title = row.plan_id.title(payer.language);
        let price = i64::try_from(row.plan_id.price()).unwrap_or(i64::MAX);
        let payments = &till.payments;
        let page = &NewCheckout {
            mode: CheckoutMode::Subscription,
            customer: Some(customer.to_owned()),
            client_reference_id: Some(attempt.to_string()),
            success_url: till.at("/kondate/billing?subscribed=yes"),
            cancel_url: till.at("/kondate/billing"),
            expires_at_unix: row.expires_at,
            locale: Some(payer.locale()),
            metadata: metadata(&payer.person, [("planId", row.plan_id.as_str()), ("attemptId", attempt.as_str())]),
            item: Some(Item::yen_monthly(title, price)),
            ..NewCheckout::default()
        };
        // Whoever comes again after a while asks anew: what is remembered by the first key may be that it broke.
        let is_fresh = row.expires_at.is_some_and(|until| self.now().seconds() < until - CHECKOUT_FOR + FRESH);
        let key = if is_fresh { attempt.to_string() } else { format!("{attempt}-{}", self.ulid()) };
        match self.by_key(key, |key| async move { payments.checkout(&key, page).await }).await {
            Ok(made) => {
                let noted = Subscription { checkout_id: Some(made.id), updated_at: Some(self.now()), ..row };
                let run = self.base.db.run(&BEGIN_SUBSCRIPTION);
                if run.attempt_one(till::subscribe(&noted)).await? {
                    return Ok(Subscription { version: noted.version + 1, ..noted });
                }
                let other = till::subscription(run, &noted.person).await?.ok_or(KondateError::NotFound("subscription"))?;
                if other.checkout_id != noted.checkout_id
                    && let Some(page) = &noted.checkout_id
                {
                    // Nobody is sent to it, so that nobody misses it where it cannot be closed now.
                    drop(ended(till, page).await);
                }
                Ok(other)
            }
            Err(error) if error.is_missing("customer") => {
                self.new_customer(self.base.db.run(&CUSTOMER), till, payer, Some(customer)).await?;
                Err(away(&error))
            }
            // Its time is nearly over.
            Err(PaymentError::Invalid { .. }) => {
                self.drop_attempt(&row).await?;
                Ok(Subscription { checkout_id: None, ..row })
            }
            Err(error) => Err(away(&error)),
        }
    }

    /// Nothing came of what was begun.
    async fn drop_attempt(&self, row: &Subscription) -> Result<()> {
        let dropped = Subscription { attempt_id: None, checkout_id: None, expires_at: None, updated_at: Some(self.now()), ..row.clone() };
        // Somebody else has written since: then that counts.
        self.base.db.run(&BEGIN_SUBSCRIPTION).attempt_one(till::subscribe(&dropped)).await?;
        Ok(())
    }

    /// How somebody's subscription stands, as the provider says now.
    pub async fn look_at_subscription(&self, person: &PersonId) -> Result<Option<Subscription>> {
        let row = self.subscription(person).await?;
        let (Some(till), Some(row)) = (&self.till, row) else { return Ok(None) };
        if let (Some(_), Some(page)) = (&row.attempt_id, &row.checkout_id) {
            match begun(till, page).await? {
                Begun::Complete(Some(id)) => return self.follow_subscription(person, &id).await,
                Begun::Over => {
                    self.drop_attempt(&row).await?;
                    return self.subscription(person).await;
                }
                Begun::Open(_) | Begun::Complete(None) => {}
            }
        }
        match &row.subscription_id {
            Some(id) if self.is_past(&row) => self.follow_subscription(person, id).await,
            _ => Ok(Some(row)),
        }
    }

    /// Lets a subscription end with what is paid, or go on after all.
    pub async fn end_subscription(&self, person: &PersonId, ends: bool) -> Result<Subscription> {
        let till = self.till()?;
        let row = self.subscription(person).await?.filter(|row| row.status.is_live()).ok_or(KondateReason::NotSubscribed)?;
        let id = row.subscription_id.ok_or(KondateReason::NotSubscribed)?;
        // It says how it is to be, so that twice is once; a key of yesterday would answer what was so yesterday.
        match till.payments.cancel_at_period_end(&format!("kondate-end-{}", self.ulid()), &id, ends).await {
            Ok(_) | Err(PaymentError::Gone | PaymentError::Invalid { .. }) => {}
            Err(error) => return Err(away(&error)),
        }
        let after = self.follow_subscription(person, &id).await?;
        after.filter(|row| row.status.is_live()).ok_or_else(|| KondateReason::NotSubscribed.into())
    }

    /// Writes down how a subscription stands at the provider. What it says is asked for after what is known was read, and written only over
    /// that: what it said earlier never takes the place of what it said later.
    pub(super) async fn follow_subscription(&self, person: &PersonId, id: &str) -> Result<Option<Subscription>> {
        let till = self.till()?;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&SET_SUBSCRIPTION);
                let known = till::subscription(run, person).await?;
                let Some(profile) = till::profile(run, person).await? else { return Ok(None) };
                let now = match till.payments.subscription(id).await {
                    Ok(now) => now,
                    // Another account of the provider's: nothing is paid there any more.
                    Err(PaymentError::Gone) => match known.filter(|known| self.is_past(known)) {
                        Some(past) => return self.end_unknown(run, past, &profile).await.map(Some),
                        None => return till::subscription(run, person).await,
                    },
                    Err(error) => return Err(away(&error)),
                };
                let named = now.metadata.get("planId").and_then(|plan| plan.parse().ok());
                let Some(plan) = named.or(known.as_ref().map(|known| known.plan_id)) else { return Ok(known) };
                let known = known.unwrap_or_else(|| Subscription::new(person.clone(), plan));
                let status = match now.status {
                    SubscriptionStatus::Active | SubscriptionStatus::Trialing => SubscriptionState::Active,
                    SubscriptionStatus::PastDue | SubscriptionStatus::Unpaid | SubscriptionStatus::Paused => SubscriptionState::PastDue,
                    SubscriptionStatus::Canceled | SubscriptionStatus::IncompleteExpired => SubscriptionState::Canceled,
                    SubscriptionStatus::Incomplete | SubscriptionStatus::Other(_) => SubscriptionState::None,
                };
                // An older one that ends has nothing to say about the one that runs.
                let is_other = known.subscription_id.as_deref().is_some_and(|known| known != now.id);
                if is_other && known.status.is_live() {
                    return Ok(Some(known));
                }
                let is_attempt = known.attempt_id.as_ref().map(PurchaseId::as_str) == now.metadata.get("attemptId").map(String::as_str);
                let begun = if is_attempt { None } else { known.attempt_id.clone() };
                let after = Subscription {
                    subscription_id: Some(now.id.clone()),
                    plan_id: plan,
                    status,
                    cancel_at_period_end: now.cancel_at_period_end && status.is_live(),
                    current_period_end: now.current_period_end.and_then(moment),
                    checkout_id: known.checkout_id.clone().filter(|_| begun.is_some()),
                    expires_at: known.expires_at.filter(|_| begun.is_some()),
                    attempt_id: begun,
                    ..known.clone()
                };
                let role = match status {
                    _ if status.is_live() => plan.role(),
                    _ => profile.own_role(),
                };
                let paid_until = match status {
                    SubscriptionState::Active if now.cancel_at_period_end => now.current_period_end,
                    SubscriptionState::Active => now.current_period_end.map(|end| end + LATE_FOR),
                    // The month before was the last that was paid; the next one that is not is no reason for more.
                    SubscriptionState::PastDue => {
                        let late = now.current_period_start.map(|start| start + LATE_FOR);
                        let known = profile.paid_until.filter(|_| profile.has_role_of(plan));
                        late.into_iter().chain(known).min()
                    }
                    SubscriptionState::Canceled | SubscriptionState::None => None,
                };
                let is_same_role =
                    profile.role.as_deref().unwrap_or(Role::User.as_str()) == role.as_str() && profile.paid_until == paid_until;
                if after == known && is_same_role {
                    return Ok(Some(known));
                }
                let told = self.notice_of_subscription(&known, &after);
                let after = Subscription { updated_at: Some(self.now()), ..after };
                let mut writes: Vec<Write> = vec![till::subscribe(&after).into(), till::role_until(person, role.as_str(), paid_until)];
                writes.extend(told.map(|notice| notices::tell(&notice).into()));
                run.commit(Transact::of(writes)).await?;
                Ok(Some(Subscription { version: after.version + 1, ..after }))
            })
            .await
    }

    /// The provider knows nothing of a subscription whose month is over: so it is over.
    async fn end_unknown(&self, run: Run<'_>, past: Subscription, profile: &Profile) -> Result<Subscription> {
        let role = profile.own_role();
        let ended = Subscription { status: SubscriptionState::Canceled, updated_at: Some(self.now()), ..past };
        let writes = [till::subscribe(&ended).into(), till::role_until(&ended.person, role.as_str(), None)];
        run.commit(Transact::of(writes)).await?;
        Ok(Subscription { version: ended.version + 1, ..ended })
    }

    fn notice_of_subscription(&self, before: &Subscription, after: &Subscription) -> Option<Notification> {
        let kind = match (before.status, after.status) {
            (SubscriptionState::None | SubscriptionState::Canceled, SubscriptionState::Active) => NoticeKind::SubscriptionBegan,
            (SubscriptionState::Active, SubscriptionState::PastDue) => NoticeKind::PaymentFailed,
            (_, SubscriptionState::Active) if after.cancel_at_period_end && !before.cancel_at_period_end => NoticeKind::SubscriptionEnds,
            _ => return None,
        };
        let link = Some("/kondate/billing".to_owned());
        Some(Notification::about(after.person.clone(), kind, None, link, self.ulid().into(), self.base.now()))
    }
}

/// How often something is begun anew for one request.
const ROUNDS: u32 = 6;
/// So many seconds after its month is over it is asked what came of the next: Stripe writes the bill and takes an hour to charge it.
const IN_TIME: i64 = 2 * 60 * 60;

fn moment(second: i64) -> Option<Moment> {
    Timestamp::from_second(second).ok().map(Moment)
}

async fn begun(till: &Till, page: &str) -> Result<Begun> {
    Ok(read(match till.payments.checkout_session(page).await {
        Err(PaymentError::Gone) => return Ok(Begun::Over),
        other => other.map_err(|error| away(&error))?,
    }))
}

/// Nobody pays there any more, unless they have.
async fn ended(till: &Till, page: &str) -> Result<Begun> {
    Ok(read(match till.payments.expire_checkout(page).await {
        Err(PaymentError::Gone) => return Ok(Begun::Over),
        other => other.map_err(|error| away(&error))?,
    }))
}

fn read(session: chabudai_payments::CheckoutSession) -> Begun {
    match session.status {
        CheckoutStatus::Complete => Begun::Complete(session.subscription),
        CheckoutStatus::Open => session.url.map_or(Begun::Over, Begun::Open),
        CheckoutStatus::Expired | CheckoutStatus::Other(_) => Begun::Over,
    }
}
