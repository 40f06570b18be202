//! Telling people of a flyer, once, when it is valid.

use chabudai_kernel::db::{Listed, Paging};
use chabudai_kernel::part::IsoDay;

use super::Service;
use crate::design::{BEGIN_TELLING, PUT_NOTICE, READ_NOTICE, WHO_FAVOURS};
use crate::error::{ChirashiError, Result};
use crate::model::{Flyer, FlyerId, NOTICE_SECONDS, Notice, Prefecture, Slot, UserId};
use crate::repo::{favorites, flyers, notices};

impl Service {
    /// Tells everybody who likes the store of a flyer, if it is valid and they want to be told; how many notices that were new. Done again, it
    /// tells nobody twice, and nobody who came to like the store since.
    pub async fn tell(&self, id: FlyerId) -> Result<u64> {
        let run = self.base.db.run(&BEGIN_TELLING);
        let today = self.today();
        let Some(flyer) = notices::flyer(run, id).await?.filter(|flyer| flyer.is_valid(today) && flyer.is_shown(today)) else {
            return Ok(0);
        };
        let told_at = match flyer.told_at {
            Some(told_at) => told_at,
            None => match run.write::<Flyer>(notices::begin_telling(id, self.now())).await {
                // It is gone meanwhile.
                Err(error) if error.condition_failed_at(0) => return Ok(0),
                other => other?.and_then(|flyer| flyer.told_at).ok_or(ChirashiError::Busy)?,
            },
        };
        let (mut told, mut after) = (0, None);
        loop {
            let (page, next) = favorites::of_store(self.base.db.run(&WHO_FAVOURS), flyer.store_id, after).await?;
            let wanted: Vec<UserId> = page
                .iter()
                .filter(|favorite| favorite.notification_enabled && favorite.added_at <= told_at)
                .map(|favorite| favorite.user_id)
                .collect();
            if !wanted.is_empty() {
                for user in notices::users(&self.base.db, &wanted).await? {
                    let Some(frequency) = user.notification_frequency else { continue };
                    let now = self.now();
                    let notice = Notice {
                        user_id: user.user_id,
                        day: told_at.day(),
                        flyer_id: id,
                        store_id: flyer.store_id,
                        store_name: flyer.store_name.clone(),
                        image_url: flyer.image_url.clone(),
                        valid_until: flyer.valid_until,
                        slot: Some(Slot::of(user.user_id, frequency, now)),
                        lease_until: None,
                        read_at: None,
                        created_at: now,
                        ttl: now.seconds() + NOTICE_SECONDS,
                    };
                    told += u64::from(self.base.db.run(&PUT_NOTICE).attempt_one(notices::tell(&notice)).await?);
                }
            }
            match next {
                Some(next) => after = Some(next),
                None => return Ok(told),
            }
        }
    }

    /// Tells of all flyers that begin today: what was posted before its first day is told on it; how many notices that were new.
    pub async fn tell_beginning(&self) -> Result<u64> {
        let (today, mut told) = (self.today(), 0);
        for prefecture in Prefecture::ALL {
            for flyer in flyers::beginning(&self.base.db, *prefecture, today).await? {
                told += self.tell(flyer.flyer_id).await?;
            }
        }
        Ok(told)
    }

    /// What somebody was told, newest first.
    pub async fn inbox(&self, user: UserId, paging: Paging<'_>) -> Result<Listed<Notice>> {
        notices::inbox(&self.base.db, user, paging).await
    }

    /// Somebody has read a notice.
    pub async fn read_notice(&self, user: UserId, day: IsoDay, flyer: FlyerId) -> Result<()> {
        let held = self.base.db.run(&READ_NOTICE).attempt_one(notices::read(user, day, flyer, self.now())).await?;
        if held { Ok(()) } else { Err(ChirashiError::NotFound("notice")) }
    }
}
