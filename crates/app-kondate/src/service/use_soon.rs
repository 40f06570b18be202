//! What has to be used soon is told once a day, on the devices of whoever wants it, in the morning of where they are.

use std::sync::Arc;
use std::time::Duration;

use chabudai_kernel::part::IsoDay;
use chabudai_web::messages::{Delivered, Messages, Push, PushText};
use chabudai_web::people::{Directory, Person};
use chabudai_web::problem::Problem;
use chabudai_web::text::Lang;
use chabudai_web::zone;
use futures::future::join_all;
use jiff::{Timestamp, ToSpan as _};

use super::{SOON, Service};
use crate::design::TELL_SOON;
use crate::error::{KondateError, Result};
use crate::model::{Batch, NotificationSettings};
use crate::repo::{fridge, kitchens, notices};

/// From this hour on, and until that one, nobody minds being told what to cook.
const HOURS: std::ops::Range<i8> = 9..21;
/// How long a server may take for one person, in seconds: when it dies, another one goes on after that.
const LEASE: i64 = 120;
/// After how long somebody is tried again whose devices could not be reached, in seconds.
const AGAIN: i64 = 30 * 60;
/// How long the message is worth delivering.
const GOOD_FOR: Duration = Duration::from_hours(12);

/// Finds the words of the message: what has to be used, the soonest first, and until when.
pub trait SoonWords: Send + Sync + 'static {
    /// The words, as a title, a text and what stands on the button.
    fn of(&self, soon: &[(String, IsoDay)], today: IsoDay, lang: Lang) -> [String; 3];
}

/// What a run came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// So many people were told.
    pub told: u64,
    /// So many could not be.
    pub failed: u64,
}

/// Tells people what has to be used soon.
#[derive(Clone)]
pub struct UseSoon {
    /// The use cases.
    pub service: Service,
    /// The people of the house.
    pub people: Arc<dyn Directory>,
    /// Their devices.
    pub messages: Arc<dyn Messages>,
    /// The words.
    pub words: Arc<dyn SoonWords>,
}

impl UseSoon {
    /// Tells everybody who wants it and whose morning has come.
    pub async fn run(&self) -> Result<Told> {
        let (mut out, mut after) = (Told::default(), None);
        loop {
            let (page, next) = notices::who_wants_push(self.service.db(), after).await?;
            for settings in page.iter().filter(|settings| settings.wants_personal()) {
                match self.tell(settings).await {
                    Ok(was_told) => out.told += u64::from(was_told),
                    // The others are not kept from theirs.
                    Err(error) => {
                        out.failed += 1;
                        tracing::warn!(%error, "somebody could not be told what has to be used soon");
                    }
                }
            }
            match next {
                Some(next) => after = Some(next),
                None => return Ok(out),
            }
        }
    }

    async fn tell(&self, settings: &NotificationSettings) -> Result<bool> {
        let (id, now) = (&settings.person, self.service.base.now().0);
        if settings.soon_not_before.is_some_and(|moment| moment > now.as_second()) {
            return Ok(false);
        }
        let Some(person) = self.people.person(id).await.map_err(|problem| unable(&problem))? else { return Ok(false) };
        let Some((today, tomorrow)) = morning(now, &person) else { return Ok(false) };
        let seconds = now.as_second();
        let run = || self.service.db().run(&TELL_SOON);
        if !run().attempt_one(notices::claim(id, today, seconds, seconds + LEASE)).await? {
            return Ok(false);
        }
        let soon = self.soon(settings, today).await?;
        let sent = if soon.is_empty() { Some(false) } else { self.send(settings, &person, &soon, today).await? };
        let Some(was_sent) = sent else {
            run().attempt_one(notices::not_told(id, seconds + AGAIN)).await?;
            return Err(KondateError::Busy);
        };
        run().attempt_one(notices::told(id, today, seconds, tomorrow)).await?;
        Ok(was_sent)
    }

    /// What is within reach of its last day, in every kitchen of somebody. What they were told of before is no news; what came since, or was opened
    /// since, is, however soon it has to be used.
    async fn soon(&self, settings: &NotificationSettings, today: IsoDay) -> Result<Vec<(String, IsoDay)>> {
        let until = today.0.saturating_add(SOON.days());
        let after = settings.soon_told_on.map(|told| told.0.saturating_add(SOON.days()));
        let is_new = |batch: &Batch| {
            let came = batch.created_at.zip(settings.soon_told_at).is_some_and(|(at, told)| at.seconds() > told);
            came || batch.opened_at.zip(settings.soon_told_on).is_some_and(|(opened, told)| opened >= told)
        };
        let is_news =
            |batch: &Batch, day: IsoDay| day >= today && day.0 <= until && (after.is_none_or(|after| day.0 > after) || is_new(batch));
        let mut soon: Vec<(String, IsoDay)> = Vec::new();
        for membership in kitchens::of(self.service.db(), &settings.person).await? {
            let (_, batches) = fridge::fridge(self.service.db(), &membership.kitchen_id).await?;
            let told = |batch: &Batch| {
                let day = batch.best_before.filter(|day| batch.is_there() && is_news(batch, *day))?;
                Some((batch.name.clone(), day))
            };
            soon.extend(batches.iter().filter_map(told));
        }
        soon.sort_by(|one, other| (one.1, &one.0).cmp(&(other.1, &other.0)));
        soon.dedup();
        Ok(soon)
    }

    /// Whether a device was reached; nothing where one is to be tried again.
    async fn send(
        &self,
        settings: &NotificationSettings,
        person: &Person,
        soon: &[(String, IsoDay)],
        today: IsoDay,
    ) -> Result<Option<bool>> {
        let id = &settings.person;
        let devices = self.messages.devices(id).await.map_err(|_| KondateError::Busy)?;
        let devices = self.service.told_on(settings, devices).await?;
        let [title, body, open] = self.words.of(soon, today, person.lang.unwrap_or_default());
        let text = PushText { title, body, open, page: "/kondate/fridge", tag: "kondate-use-soon", action: None };
        let push = Push { text, good_for: GOOD_FOR, is_urgent: false };
        let delivered = join_all(devices.iter().map(|device| self.messages.push(id, device, &push))).await;
        let is_reached = delivered.contains(&Delivered::Taken);
        let is_later = delivered.iter().any(|one| matches!(one, Delivered::Later(_) | Delivered::Refused));
        // One device that was reached is enough: whoever has it in their hand is not told twice for the sake of another.
        Ok(if is_reached || !is_later { Some(is_reached) } else { None })
    }
}

/// Somebody's day, if it is an hour at which they may be told, and when the next one begins.
pub(super) fn morning(now: Timestamp, person: &Person) -> Option<(IsoDay, i64)> {
    let there = zone::of(person.zone.as_deref())?;
    let local = now.to_zoned(there.clone());
    let tomorrow = local.date().saturating_add(1.days()).at(HOURS.start, 0, 0, 0).to_zoned(there).ok()?;
    HOURS.contains(&local.hour()).then(|| (IsoDay(local.date()), tomorrow.timestamp().as_second()))
}

pub(super) fn unable(problem: &Problem) -> KondateError {
    tracing::warn!(code = problem.code, "the house does not say who somebody is");
    KondateError::Busy
}
