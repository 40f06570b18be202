//! So much a day, and no more. What somebody may do without an account, or as often as they like, would otherwise fill the disk of a whole
//! house.
//!
//! It is taken before anything is made, by one write under a condition: of many who take at once, through however many servers, as many
//! succeed as would one after the other. What was taken and came to nothing is gone until tomorrow, which a day's allowance can bear.

use std::time::Duration;

use chabudai_kernel::db::Db;
use chabudai_kernel::entity;
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::Update;
use chabudai_kernel::part::{Day, Word};
use chabudai_kernel::seal::Seal;
use chabudai_kernel::store::StoreError;
use serde::{Deserialize, Serialize};

use crate::design::{GIVE_BACK_OF_DAY, JOBS_TABLE, TAKE};

const DAY_SECONDS: i64 = 24 * 60 * 60;

/// What was taken of something on a day.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Quota {
    /// Of what, and under a seal by whom; in the key.
    #[serde(skip_serializing)]
    pub scope: Word,
    /// The day, by UTC; in the key.
    #[serde(skip_serializing)]
    pub day: Day,
    /// How much so far.
    pub used: u64,
    /// When it is forgotten, in Unix seconds.
    pub ttl: i64,
}

entity! {
    /// What was taken of something on a day, by one network, one owner or everybody.
    Quota in JOBS_TABLE, at most 1024 bytes {
        scope: Word = scope from PK,
        day: Day = day from SK,
    }
    key(scope, day) {
        PK = "QUOTA#" scope;
        SK = "DAY#" day;
    }
    fields {
        "used": N;
        "ttl": N;
    }
    expires "a day after its day";
}

/// Something of which there is so much a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted<'a> {
    /// What, such as `wardrobe.pictures`; a few words of the code's own.
    pub what: &'static str,
    /// By whom, such as a network. Nothing of it can be read in the table.
    pub by: &'a str,
    /// How much.
    pub amount: u64,
    /// How much there is in a day; none is no limit.
    pub most: Option<u64>,
}

/// The quotas of a house. Clones share them, and so do all servers.
#[derive(Clone)]
pub struct Quotas {
    db: Db,
    seal: Seal,
}

impl Quotas {
    /// Over the house's own data.
    pub fn new(db: Db, secret: &[u8]) -> Self {
        Self { db, seal: Seal::new(b"chabudai quota", secret) }
    }

    /// JOB-11: takes of today's, if there is as much left.
    pub async fn take(&self, wanted: Wanted<'_>) -> Result<bool, StoreError> {
        Ok(self.take_of_day(wanted).await?.is_some())
    }

    /// The same, with the day of which it was taken, for whoever may give some of it back.
    pub async fn take_of_day(&self, wanted: Wanted<'_>) -> Result<Option<Day>, StoreError> {
        let (day, ends) = self.today();
        let Some(most) = wanted.most else { return Ok(Some(day)) };
        let Some(before) = most.checked_sub(wanted.amount) else { return Ok(None) };
        let update = Update::of::<Quota>(Quota::key(self.scope(wanted), day))
            .add("used", wanted.amount)
            .set("ttl", ends + DAY_SECONDS)
            .only_if(attr("used").absent().or(attr("used").le(before)));
        match self.db.run(&TAKE).commit_one(update).await {
            Err(error) if error.condition_failed_at(0) => Ok(None),
            other => other.map(|()| Some(day)),
        }
    }

    /// JOB-12: gives back of what was taken of a day and not used. What was taken yesterday is gone with its day, and gives today nothing.
    pub async fn give_back(&self, wanted: Wanted<'_>, day: Day) -> Result<(), StoreError> {
        let Some(_) = wanted.most else { return Ok(()) };
        let update = Update::of::<Quota>(Quota::key(self.scope(wanted), day))
            .add("used", -i64::try_from(wanted.amount).unwrap_or(i64::MAX))
            .only_if(attr("used").ge(wanted.amount));
        match self.db.run(&GIVE_BACK_OF_DAY).commit_one(update).await {
            Err(error) if error.condition_failed_at(0) => Ok(()),
            other => other,
        }
    }

    /// Of what, and by whom under a seal.
    fn scope(&self, wanted: Wanted<'_>) -> Word {
        let by = self.seal.seal(wanted.what.as_bytes(), wanted.by.as_bytes());
        Word::new(format!("{}:{by}", wanted.what)).expect("a seal is a short word")
    }

    /// How long it is until there is more.
    pub fn more_in(&self) -> Duration {
        let left = self.today().1 - self.db.clock().now().0;
        Duration::from_secs(left.clamp(1, DAY_SECONDS).unsigned_abs())
    }

    /// The day by UTC, and when it ends in Unix seconds.
    fn today(&self) -> (Day, i64) {
        let seconds = self.db.clock().now().0;
        let ends = (seconds.div_euclid(DAY_SECONDS) + 1) * DAY_SECONDS;
        let moment = jiff::Timestamp::from_second(seconds).unwrap_or_default();
        (Day(moment.to_zoned(jiff::tz::TimeZone::UTC).date()), ends)
    }
}
