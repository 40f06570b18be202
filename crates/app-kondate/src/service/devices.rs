//! Which of somebody's devices tell them things. The devices are the house's; here stands which of them Kondate uses.

use chabudai_kernel::part::Word;
use chabudai_web::messages::Device;
use sha2::{Digest as _, Sha256};

use super::Service;
use crate::design::{FORGET_DEVICE, REACH_DEVICE};
use crate::error::Result;
use crate::model::{NotificationSettings, PersonId, Platform, PushToken};
use crate::repo::devices;

/// The most owners that a device is taken from at a time; there is one, unless rows were brought along.
const MOST_OWNERS: usize = 10;

/// A token is kept by its hash.
fn hash_of(token: &Word) -> Word {
    let hash = Sha256::digest(token.as_str().as_bytes());
    let digit = |value: u8| char::from_digit(value.into(), 16).expect("half a byte is a digit");
    let hex: String = hash.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect();
    Word::new(hex).expect("64 digits are a word")
}

impl Service {
    /// Somebody is told on this device from now on, and whoever was before is not: it is in other hands. Whether it is theirs the house knows.
    pub async fn reach_device(&self, person: &PersonId, token: &Word, platform: Platform) -> Result<()> {
        self.reach(person, token, platform, true).await
    }

    async fn reach(&self, person: &PersonId, token: &Word, platform: Platform, is_chosen: bool) -> Result<()> {
        let hash = hash_of(token);
        let row = PushToken {
            person: person.clone(),
            platform: Word::new(platform.as_str()).expect("a platform is a word"),
            token_hash: hash.clone(),
            token: token.to_string(),
            created_at: Some(self.now()),
        };
        self.base
            .persist(|| async {
                let run = self.base.db.run(&REACH_DEVICE);
                let guard = devices::owner(run, &hash).await?.map(|guard| guard.owner_id);
                let rows = devices::rows(run, &hash).await?;
                let mut others: Vec<PersonId> = rows.into_iter().map(|row| row.person).chain(guard.clone()).collect();
                others.sort();
                others.dedup();
                others.retain(|other| other != person);
                others.truncate(MOST_OWNERS);
                Ok(run.commit(devices::reach(&row, guard.as_ref(), &others, is_chosen)).await?)
            })
            .await
    }

    /// Somebody is not told on this device any more.
    pub async fn forget_device(&self, person: &PersonId, token: &Word) -> Result<()> {
        let hash = hash_of(token);
        let run = self.base.db.run(&FORGET_DEVICE);
        self.base.persist(|| async { Ok(run.commit(devices::forget(person, &hash)).await?) }).await?;
        run.attempt_one(devices::free(person, &hash)).await?;
        Ok(())
    }

    /// Those of somebody's devices on which they are told: all of them, until they have said which.
    pub async fn told_on(&self, settings: &NotificationSettings, all: Vec<Device>) -> Result<Vec<Device>> {
        if !settings.devices_chosen {
            return Ok(all);
        }
        let rows = devices::of(&self.base.db, &settings.person).await?;
        Ok(all.into_iter().filter(|device| rows.iter().any(|row| row.token == device.id.as_str())).collect())
    }

    /// Of somebody's devices these tell them things, and the others do not. That they have chosen is said when all that they want are named: whatever
    /// stops it before, the rest is not silent.
    pub async fn choose_devices(&self, person: &PersonId, all: &[Device], is_wanted: impl Fn(&Device) -> bool) -> Result<()> {
        let (wanted, unwanted): (Vec<&Device>, Vec<&Device>) = all.iter().partition(|device| is_wanted(device));
        for (at, device) in wanted.iter().enumerate() {
            let platform = Platform::ALL.iter().find(|one| one.as_str() == device.platform.as_str()).copied();
            let is_last = unwanted.is_empty() && at + 1 == wanted.len();
            self.reach(person, &device.id, platform.unwrap_or(Platform::Web), is_last).await?;
        }
        for device in unwanted {
            self.forget_device(person, &device.id).await?;
        }
        Ok(())
    }
}
