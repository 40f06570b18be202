//! The plan, for calendars: an address that nobody can guess, which its owner can change.

use chabudai_kernel::expr::attr;
use chabudai_kernel::op::Update;
use chabudai_kernel::part::Word;
use chabudai_kernel::seal::Seal;

use super::{Cook, Service};
use crate::design::{CALENDAR, MAIN_TABLE, NEW_CALENDAR};
use crate::error::{KondateError, Result};
use crate::model::{Kitchen, KitchenId, Membership, PersonId, Plan, Profile, Slot};

chabudai_kernel::one_of! {
    /// What is read of whoever has the address, and of the kitchen.
    CalendarRow { Profile, Membership, Kitchen, Plan }
}

/// What a calendar shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Calendar {
    /// Whose.
    pub person: PersonId,
    /// In which kitchen.
    pub kitchen: Kitchen,
    /// What is being cooked.
    pub current: Option<Plan>,
    /// What comes after it.
    pub next: Option<Plan>,
    /// When whoever has the address was last signed out everywhere before it was made: it ends with the next time.
    pub epoch: Option<Word>,
}

const NO_CALENDAR: KondateError = KondateError::NotFound("calendar");

/// Between the parts of an address, before it is sealed.
const BETWEEN: &str = " ";

/// Seals addresses of calendars: whoever has one reads the plan and nothing else, and nobody makes one up.
#[derive(Clone)]
pub struct CalendarSeal(Seal);

impl CalendarSeal {
    /// By the house's secret.
    pub fn new(secret: &[u8]) -> Self {
        Self(Seal::new(b"kondate calendar", secret))
    }

    fn seal(&self, person: &PersonId, kitchen: &KitchenId, series: u64, epoch: Option<&Word>) -> String {
        let mut parts = vec![person.as_str().to_owned(), kitchen.as_str().to_owned(), series.to_string()];
        parts.extend(epoch.map(ToString::to_string));
        self.0.seal(b"address", parts.join(BETWEEN).as_bytes())
    }

    fn open(&self, text: &str) -> Option<(PersonId, KitchenId, u64, Option<Word>)> {
        let open = String::from_utf8(self.0.open(b"address", text)?).ok()?;
        let mut parts = open.split(BETWEEN);
        let address = (PersonId::new(parts.next()?)?, KitchenId::new(parts.next()?)?, parts.next()?.parse().ok()?);
        Some((address.0, address.1, address.2, parts.next().and_then(Word::new)))
    }
}

impl Service {
    /// The address of somebody's calendar of a kitchen, where they have asked for one. It is good in this epoch of theirs.
    pub fn calendar_of(&self, seal: &CalendarSeal, cook: &Cook, profile: Option<&Profile>, epoch: Option<&Word>) -> Option<String> {
        Some(seal.seal(&cook.person, &cook.kitchen, profile?.calendar_series?, epoch))
    }

    /// Another address for the calendars of somebody: those before it show nothing any more.
    pub async fn new_calendar(&self, person: &PersonId) -> Result<()> {
        let series = self.ulid().millis();
        let update = Update::of::<Profile>(Profile::key(person.clone())).set("calendarSeries", series).only_if(attr("PK").exists());
        super::held(self.base.db.run(&NEW_CALENDAR).attempt_one(update).await?, || NO_CALENDAR)
    }

    /// No address at all.
    pub async fn no_calendar(&self, person: &PersonId) -> Result<()> {
        let update = Update::of::<Profile>(Profile::key(person.clone())).remove("calendarSeries").only_if(attr("PK").exists());
        self.base.db.run(&NEW_CALENDAR).attempt_one(update).await?;
        Ok(())
    }

    /// What the calendar of an address shows; to whoever is in that kitchen still, and by the last address that they asked for. Whether they were
    /// signed out everywhere since is the house's to know: the caller compares the epochs.
    pub async fn calendar(&self, seal: &CalendarSeal, address: &str) -> Result<Calendar> {
        let (person, kitchen, series, epoch) = seal.open(address).ok_or(NO_CALENDAR)?;
        let keys = [
            Profile::key(person.clone()),
            Membership::key(person.clone(), kitchen.clone()),
            Kitchen::key(kitchen.clone()),
            Plan::key(kitchen.clone(), Slot::Current),
            Plan::key(kitchen, Slot::Next),
        ];
        let keys = keys.into_iter().map(|key| (&MAIN_TABLE, key)).collect();
        let (mut profile, mut membership, mut found, mut current, mut next) = (None, None, None, None, None);
        for row in self.base.db.run(&CALENDAR).batch_get::<CalendarRow>(keys, 5, true).await? {
            match row {
                CalendarRow::Profile(row) => profile = Some(row),
                CalendarRow::Membership(row) => membership = Some(row),
                CalendarRow::Kitchen(row) => found = Some(row),
                CalendarRow::Plan(row) if row.slot == Slot::Current => current = Some(row),
                CalendarRow::Plan(row) => next = Some(row),
            }
        }
        let is_last = profile.is_some_and(|profile: Profile| profile.calendar_series == Some(series));
        let kitchen = found.filter(|_| is_last && membership.is_some()).ok_or(NO_CALENDAR)?;
        Ok(Calendar { person, kitchen, current, next, epoch })
    }
}
