//! What creators earn, paid out by Stripe Connect.

use chabudai_kernel::db::Run;
use chabudai_kernel::op::{Transact, Write};
use chabudai_payments::{NewAccount, PaymentError};

use super::{Payer, Till, away, metadata};
use crate::design::{CUSTOMER, PAYOUTS};
use crate::error::{KondateError, KondateReason, Result};
use crate::model::{NoticeKind, Notification, PersonId};
use crate::repo::{notices, till};
use crate::service::Service;

/// Whether what somebody earns reaches them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Payouts {
    /// They have begun to say where it should go.
    pub has_account: bool,
    /// It reaches them.
    pub is_enabled: bool,
}

impl Service {
    /// The page on which a creator says where their money goes.
    pub async fn set_up_payouts(&self, payer: &Payer) -> Result<String> {
        let till = self.till()?;
        let (again, back) = (till.at("/kondate/billing?payouts=again"), till.at("/kondate/billing?payouts=back"));
        let ask = async |account: &str| till.payments.account_link(&format!("kondate-link-{}", self.ulid()), account, &again, &back).await;
        let run = self.base.db.run(&CUSTOMER);
        let account = self.account(run, till, payer).await?;
        let linked = match ask(&account).await {
            // The provider does not know it any more, as after a key for tests: they begin anew.
            Err(error) if error.is_missing("account") => ask(&self.new_account(run, till, payer, Some(&account)).await?).await,
            other => other,
        };
        linked.map_err(|error| away(&error))
    }

    async fn account(&self, run: Run<'_>, till: &Till, payer: &Payer) -> Result<String> {
        let profile = till::profile(run, &payer.person).await?.ok_or(KondateError::NotFound("person"))?;
        if !profile.role_at(self.now().seconds()).is_creator() {
            return Err(KondateReason::NotCreator.into());
        }
        match profile.payout_account_id {
            Some(known) => Ok(known),
            None => self.new_account(run, till, payer, None).await,
        }
    }

    async fn new_account(&self, run: Run<'_>, till: &Till, payer: &Payer, lost: Option<&str>) -> Result<String> {
        let payments = &till.payments;
        let new = &NewAccount { email: payer.email.clone(), metadata: metadata(&payer.person, []) };
        let key = self.key_of("account", &payer.person, lost);
        let made = self.by_key(key, |key| async move { payments.create_account(&key, new).await }).await;
        let made = made.map_err(|error| away(&error))?.id;
        if run.attempt_one(till::known_as(&payer.person, till::PAYOUT_ACCOUNT, lost, &made)).await? {
            return Ok(made);
        }
        let profile = till::profile(run, &payer.person).await?.ok_or(KondateError::NotFound("person"))?;
        profile.payout_account_id.ok_or(KondateError::Busy)
    }

    /// The page on which a creator sees what they are paid out.
    pub async fn earnings(&self, person: &PersonId) -> Result<String> {
        let till = self.till()?;
        let profile = till::profile(self.base.db.run(&CUSTOMER), person).await?;
        let account = profile.and_then(|profile| profile.payout_account_id).ok_or(KondateReason::NoPayouts)?;
        match till.payments.login_link(&format!("kondate-login-{}", self.ulid()), &account).await {
            // They have not been through the forms; or the provider does not know them any more, and they begin anew.
            Err(PaymentError::Invalid { .. } | PaymentError::Gone) => Err(KondateReason::NoPayouts.into()),
            other => other.map_err(|error| away(&error)),
        }
    }

    /// Whether what somebody earns reaches them, as the provider says now.
    pub async fn payouts(&self, person: &PersonId) -> Result<Payouts> {
        let till = self.till()?;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&PAYOUTS);
                let profile = till::profile(run, person).await?;
                let was = profile.as_ref().is_some_and(|profile| profile.payouts_enabled);
                let Some(account) = profile.and_then(|profile| profile.payout_account_id) else { return Ok(Payouts::default()) };
                // Asked for after it was read what is known: an answer that is older than that changes nothing.
                let is_enabled = match till.payments.account(&account).await {
                    Ok(account) => account.payouts_enabled && account.charges_enabled,
                    Err(PaymentError::Gone) => false,
                    Err(error) => return Err(away(&error)),
                };
                if is_enabled != was {
                    let about = NoticeKind::PayoutsReady;
                    let link = Some("/kondate/billing".to_owned());
                    let notice = Notification::about(person.clone(), about, None, link, self.ulid().into(), self.base.now());
                    let told = is_enabled.then(|| Write::from(notices::tell(&notice)));
                    let write = till::payouts(person, &account, is_enabled).into();
                    run.commit(Transact::of(std::iter::once(write).chain(told))).await?;
                }
                Ok(Payouts { has_account: true, is_enabled })
            })
            .await
    }
}
