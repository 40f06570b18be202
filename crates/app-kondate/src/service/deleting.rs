//! A kitchen that nobody wants any more: for a day it can come back, then it goes with all that is in it.

use chabudai_kernel::part::UtcSeconds;
use jiff::ToSpan as _;

use super::Service;
use crate::design::{DELETE_KITCHEN, DELETED_KITCHENS, RESTORE_KITCHEN};
use crate::error::{KondateError, KondateReason, Result};
use crate::model::{DeletedKitchen, KITCHEN_BACK_FOR, KitchenId, Membership, PersonId};
use crate::repo::kitchens;

const NO_KITCHEN: KondateError = KondateError::NotFound("kitchen");

impl Service {
    /// Deletes a kitchen that one is alone in. Whoever shares it leaves it instead, and the others keep it.
    pub async fn delete_kitchen(&self, membership: &Membership) -> Result<()> {
        let Membership { person, kitchen_id, name, .. } = membership.clone();
        let _turn = self.queue(&kitchen_id).await;
        let deleted = DeletedKitchen { person, deleted_at: self.base.now(), kitchen_id, name };
        self.base
            .persist(|| async {
                match self.base.db.run(&DELETE_KITCHEN).commit(kitchens::delete(&deleted)).await {
                    Err(error) if error.condition_failed_at(1) => Err(NO_KITCHEN),
                    Err(error) if error.condition_failed_at(0) => Err(KondateReason::NotAlone.into()),
                    other => Ok(other?),
                }
            })
            .await
    }

    /// Brings back a kitchen that one has deleted, and goes there.
    pub async fn restore_kitchen(&self, person: &PersonId, id: &KitchenId) -> Result<Membership> {
        let _turn = self.queue(id).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&RESTORE_KITCHEN);
                let all = kitchens::deleted_by(run, person).await?;
                let deleted = all.into_iter().find(|one| one.kitchen_id == *id).ok_or(NO_KITCHEN)?;
                let (name, last_used_at) = (deleted.name.clone(), self.base.now_millis());
                let membership = Membership { person: person.clone(), kitchen_id: id.clone(), name, last_used_at };
                match run.commit(kitchens::restore(&deleted, &membership)).await {
                    Err(error) if error.condition_failed_at(0) => Err(NO_KITCHEN),
                    Err(error) if error.condition_failed_at(2) => Err(KondateReason::TooManyKitchens.into()),
                    other => Ok(other.map(|()| membership)?),
                }
            })
            .await
    }

    /// The kitchens that somebody has deleted and can bring back, the last first.
    pub async fn deleted_kitchens(&self, person: &PersonId) -> Result<Vec<DeletedKitchen>> {
        kitchens::deleted_by(self.base.db.run(&DELETED_KITCHENS), person).await
    }

    /// Removes the kitchens whose day is over. So many are gone, and so many could not be removed yet.
    pub async fn remove_due_kitchens(&self) -> Result<(u64, u64)> {
        let now = self.base.now().0;
        let until = UtcSeconds(now.saturating_sub(KITCHEN_BACK_FOR.seconds()).unwrap_or(now));
        let (mut done, mut failed) = (0, 0);
        for deleted in kitchens::deleted_until(&self.base.db, until).await? {
            match self.remove_deleted(&deleted).await {
                Ok(removed) => done += u64::from(removed),
                Err(error) => {
                    failed += 1;
                    tracing::warn!(kitchen = %deleted.kitchen_id, %error, "a deleted kitchen could not be removed yet");
                }
            }
        }
        Ok((done, failed))
    }
}
