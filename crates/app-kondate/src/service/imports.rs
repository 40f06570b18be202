//! Recipes from elsewhere: so many a month for each person.

use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Put, Transact, Update};
use chabudai_kernel::part::Millis;
use chabudai_media::PictureId;
use jiff::tz::TimeZone;

use super::{Cook, NO_SUCH_PICTURE, Service};
use crate::design::{COUNT_IMPORT, TAKE_IN_PICTURE};
use crate::error::{KondateReason, Result};
use crate::model::{Kitchen, Moment, PersonId, Profile, Upload};

/// An import that was counted, until it is known whether anything came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountedImport {
    person: PersonId,
    month: String,
}

/// The month of a moment, by UTC: nobody has two months by travelling.
fn month_of(now: Moment) -> String {
    now.0.to_zoned(TimeZone::UTC).strftime("%Y-%m").to_string()
}

impl Service {
    /// Counts an import before anything is fetched, if there is one left this month: of many at once, as many as there are.
    pub async fn count_import(&self, person: &PersonId, most: u64) -> Result<CountedImport> {
        let month = month_of(self.now());
        let profile = || Update::of::<Profile>(Profile::key(person.clone()));
        let more = || profile().add("imports", 1).only_if(attr("importMonth").eq(month.as_str()).and(attr("imports").lt(most)));
        let first = || {
            let earlier = attr("importMonth").absent().or(attr("importMonth").lt(month.as_str()));
            // Whoever was forgotten meanwhile is not remembered by this.
            profile().set("importMonth", month.as_str()).set("imports", 1).only_if(attr("PK").exists().and(earlier))
        };
        let run = self.base.db.run(&COUNT_IMPORT);
        // The first of a month is the rare one. Whoever was the first meanwhile has made this one the second.
        if most > 0 && (run.attempt_one(more()).await? || run.attempt_one(first()).await? || run.attempt_one(more()).await?) {
            return Ok(CountedImport { person: person.clone(), month });
        }
        Err(KondateReason::EnoughImports.into())
    }

    /// How many recipes somebody has imported this month.
    pub fn imports_of(&self, profile: &Profile) -> u64 {
        if profile.import_month.as_deref() == Some(month_of(self.now()).as_str()) { profile.imports } else { 0 }
    }

    /// Whether somebody has taken in a photograph for this kitchen: whoever knows the key of another's does not get it read. The note of it says
    /// so, and is written again as it is, as AP-210 writes it.
    pub async fn own_photo(&self, cook: &Cook, picture: PictureId) -> Result<()> {
        let made = Millis(u64::try_from(picture.made().0).unwrap_or_default() * 1000);
        let note = Upload::since(picture, cook.kitchen.clone(), Some(cook.person.clone()), made);
        let kitchen = Update::of::<Kitchen>(Kitchen::key(cook.kitchen.clone())).add("pictures", 0).if_exists();
        let own = attr("kitchenId").eq(cook.kitchen.as_str()).and(attr("personId").eq(cook.person.as_str()));
        let same = Put::of(&note).only_if(own.and(attr("removing").absent()));
        match self.base.db.run(&TAKE_IN_PICTURE).commit(Transact::of([kitchen.into(), same.into()])).await {
            Err(error) if error.condition_failed_at(0) || error.condition_failed_at(1) => Err(NO_SUCH_PICTURE),
            other => Ok(other?),
        }
    }

    /// Nothing came of it: it does not count.
    pub async fn take_back_import(&self, counted: &CountedImport) -> Result<()> {
        let same = attr("importMonth").eq(counted.month.as_str()).and(attr("imports").gt(0));
        let update = Update::of::<Profile>(Profile::key(counted.person.clone())).add("imports", -1).only_if(same);
        self.base.db.run(&COUNT_IMPORT).attempt_one(update).await?;
        Ok(())
    }
}
