//! What is under way while nobody comes back: an event was lost, a server was stopped, a page was left open.

use chabudai_kernel::db::Run;
use chabudai_payments::PaymentError;

use crate::design::{OPEN_SUBSCRIPTIONS, PENDING_PURCHASES};
use crate::error::Result;
use crate::model::Subscription;
use crate::repo::till;
use crate::service::Service;

/// How much was looked after.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LookedAfter {
    /// So many were settled, or still wait.
    pub done: u64,
    /// So many could not be asked for.
    pub failed: u64,
}

/// What is younger than so many seconds is still in somebody's hands.
const IN_HAND: i64 = 120;

impl Service {
    /// Looks after everything that is under way.
    pub async fn look_after_payments(&self) -> Result<LookedAfter> {
        let mut all = LookedAfter::default();
        let Some(till) = &self.till else { return Ok(all) };
        let mut count = |outcome: Result<()>| match outcome {
            Ok(()) => all.done += 1,
            Err(error) => {
                tracing::warn!(code = error.code(), "a payment could not be looked after");
                all.failed += 1;
            }
        };
        let mut after = None;
        loop {
            let (purchases, next) = till::pending(self.base.db.run(&PENDING_PURCHASES), after).await?;
            for purchase in purchases {
                if purchase.purchased_at.0.as_second() + IN_HAND <= self.now().seconds() {
                    // An index may be behind: what has ended meanwhile is not written again, by a condition.
                    count(self.look_after(till, purchase).await.map(drop));
                }
            }
            after = next;
            if after.is_none() {
                break;
            }
        }
        let run = self.base.db.run(&OPEN_SUBSCRIPTIONS);
        loop {
            let (open, next) = till::open_subscriptions(run, after).await?;
            for row in open {
                count(self.look_after_subscription(run, row).await);
            }
            after = next;
            if after.is_none() {
                return Ok(all);
            }
        }
    }

    async fn look_after_subscription(&self, run: Run<'_>, row: Subscription) -> Result<()> {
        let till = self.till()?;
        let Some(customer) = &row.left_customer_id else {
            // One that runs is asked for when its month is over and nobody has told anything.
            if row.attempt_id.is_none() && !self.is_past(&row) {
                return Ok(());
            }
            return self.look_at_subscription(&row.person).await.map(drop);
        };
        // Whoever has left pays nothing any more.
        match till.payments.delete_customer(customer).await {
            Ok(()) | Err(PaymentError::Gone) => {}
            Err(error) => return Err(super::away(&error)),
        }
        run.attempt_one(till::forget_subscription(&row.person)).await?;
        Ok(())
    }
}
