//! The job that reminds: who is due, who has logged already, and each reminder taken on by one server.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use chabudai_identity::model::UserId;
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::PageKey;
use chabudai_kernel::part::{IsoDay, Word};
use chabudai_web::messages::{Delivered, Device, Push, PushAction, PushText};
use futures::stream::FuturesUnordered;
use futures::{FutureExt as _, StreamExt as _};
use jiff::Timestamp;

use super::wording::{ReminderText, Wording};
use super::{Pass, Person, Service};
use crate::design::WHOM_TO_REMIND;
use crate::error::{OkusuriError, Result};
use crate::model::{Kind, Reminder, ReminderData, Setting, zone};
use crate::repo::reminders::{self, End, Remindable};
use crate::repo::{logs, notifications};

/// A reminder that nobody could send in time is sent late, but not in the middle of the night after.
const LATE: Duration = Duration::from_hours(2);
/// How long a push service keeps a reminder for a device that is off.
const KEPT: Duration = Duration::from_hours(3);
/// How long a server has to send one reminder before another may take it on.
const LEASE_SECONDS: i64 = 120;
/// How long until a push service that was busy is asked again, unless it says so itself.
const AGAIN_SECONDS: i64 = 240;
/// How long until a push service that refused is asked again: three or four times in the time in which a reminder may be late.
const REFUSED_SECONDS: i64 = 30 * 60;
/// How long it is remembered that a reminder went out.
const REMEMBERED_SECONDS: i64 = 48 * 60 * 60;
/// How long one can log from a reminder.
const PASS_SECONDS: i64 = 24 * 60 * 60;
/// Where a tap on a reminder sends its pass.
const LOG_BY_TAP: &str = "/okusuri/reminder/log";
/// Reminders on their way at once.
const AT_ONCE: usize = 16;

/// What the job has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reminded {
    /// Messages that push services have taken.
    pub sent: u64,
    /// Messages that were not taken, whether they are tried again or not.
    pub failed: u64,
    /// Devices that are gone, and forgotten.
    pub gone: u64,
}

impl std::ops::AddAssign for Reminded {
    fn add_assign(&mut self, more: Self) {
        self.sent += more.sent;
        self.failed += more.failed;
        self.gone += more.gone;
    }
}

/// What is left to do after a message was not taken. The sooner comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Left {
    /// It is tried again after so many seconds.
    Again(i64),
    /// The same would come of it.
    GivenUp,
}

impl Left {
    /// Nothing is left of what was taken, and of a device that is gone.
    fn after(delivered: Delivered) -> Option<Self> {
        match delivered {
            Delivered::Taken | Delivered::Gone => None,
            Delivered::Later(wait) => {
                let seconds = wait.map_or(AGAIN_SECONDS, |wait| i64::try_from(wait.as_secs()).unwrap_or(i64::MAX).max(1));
                Some(Self::Again(seconds))
            }
            // A key, a clock or an account at the push service that somebody can mend within the hour.
            Delivered::Refused => Some(Self::Again(REFUSED_SECONDS)),
            Delivered::Never => Some(Self::GivenUp),
        }
    }
}

/// What came of a message to some devices.
#[derive(Default)]
struct Sending {
    done: Reminded,
    /// The devices whose push services have taken it.
    reached: Vec<Word>,
    /// What is left to do, where it was not taken.
    left: Option<Left>,
}

/// Of which day somebody is to be reminded now. The time is by the reminder's zone, the day is the person's own: the day that a log would
/// be of if it were made at that time. A time just before midnight may be reminded of after it.
fn due_day(setting: &Setting, person: &Person, now: Timestamp) -> Option<IsoDay> {
    if !setting.data.is_enabled {
        return None;
    }
    let own = person.data.own.zone();
    let zone = setting.data.timezone.as_deref().map_or_else(|| own.clone(), |name| zone(Some(name)));
    let today = zone.to_datetime(now).date();
    let times = [Some(today), today.yesterday().ok()].into_iter().flatten();
    let mut times = times.filter_map(|day| day.to_datetime(setting.data.time.0).to_zoned(zone.clone()).ok()).map(|at| at.timestamp());
    let at = times.find(|at| *at <= now && now.duration_since(*at).unsigned_abs() < LATE)?;
    Some(IsoDay(own.to_datetime(at).date()))
}

impl Service {
    /// Reminds everybody who is due and has not logged yet. To be called every few minutes, by any number of servers.
    pub async fn remind(&self) -> Result<Reminded> {
        let (mut done, mut sending, mut after) = (Reminded::default(), FuturesUnordered::new(), None);
        loop {
            let (due, unreadable, next) = self.due_of_page(after).await?;
            if unreadable > 0 {
                tracing::warn!(items = unreadable, "settings or people cannot be read; `chabudai okusuri check` tells whose");
                done.failed += unreadable;
            }
            for (to, day) in due {
                // So many at once over all pages: somebody whose push service is slow keeps nobody waiting on the next page.
                if sending.len() >= AT_ONCE
                    && let Some(one) = sending.next().await
                {
                    done += one;
                }
                sending.push(self.remind_safely(to, day));
            }
            match next {
                Some(next) => after = Some(next),
                None => break,
            }
        }
        while let Some(one) = sending.next().await {
            done += one;
        }
        Ok(done)
    }

    /// Who of a page is due, has not been reminded, and has not logged the day.
    async fn due_of_page(&self, after: Option<PageKey>) -> Result<(Vec<(Remindable, IsoDay)>, u64, Option<PageKey>)> {
        let (now, run) = (self.base.now().0, self.base.db.run(&WHOM_TO_REMIND));
        let page = reminders::whom(run, after).await?;
        let due = page.remindable.into_iter().filter_map(|(setting, person)| {
            let day = due_day(&setting, &person, now)?;
            Some(((setting, person), day))
        });
        let due: Vec<(Remindable, IsoDay)> = due.collect();
        let sent = reminders::sent(run, due.iter().map(|((setting, _), day)| slot(setting, *day)).collect()).await?;
        let mut by_day: BTreeMap<IsoDay, Vec<Remindable>> = BTreeMap::new();
        for (to, day) in due.into_iter().filter(|((setting, _), day)| !sent.contains(&slot(setting, *day))) {
            by_day.entry(day).or_default().push(to);
        }
        let mut out = Vec::new();
        for (day, people) in by_day {
            let id = |at: Option<&Remindable>| at.map(|(setting, _)| setting.user_id.clone());
            let (Some(first), Some(last)) = (id(people.first()), id(people.last())) else { continue };
            let logged: BTreeSet<UserId> = reminders::who_has_logged(&self.base.db, day, &first, &last).await?;
            out.extend(people.into_iter().filter(|(setting, _)| !logged.contains(&setting.user_id)).map(|to| (to, day)));
        }
        Ok((out, page.unreadable, page.next))
    }

    /// Whatever goes wrong with one reminder, the lease ends and the next run tries again; the others are not kept from theirs.
    async fn remind_safely(&self, to: Remindable, day: IsoDay) -> Reminded {
        let one = AssertUnwindSafe(self.remind_one(to, day)).catch_unwind().await;
        one.unwrap_or(Err(OkusuriError::Busy)).unwrap_or_else(|error| {
            tracing::warn!(%error, "a reminder could not be sent");
            Reminded { failed: 1, ..Reminded::default() }
        })
    }

    async fn remind_one(&self, (setting, person): Remindable, day: IsoDay) -> Result<Reminded> {
        // The page was read a while ago; this is how things are now. The index, too, may not know what was logged a moment ago.
        let known = notifications::of(&self.base.db, &person.user_id, &setting.platform).await?;
        let is_wanted = known.setting.is_some_and(|now| now.data.is_enabled && now.data.time == setting.data.time);
        if !is_wanted {
            return Ok(Reminded::default());
        }
        let devices = self.devices(&person.user_id, &setting.platform).await?;
        if devices.is_empty() || self.is_logged(&person, day).await? {
            return Ok(Reminded::default());
        }
        let now = self.base.now().0.as_second();
        let wanted = Reminder {
            user_id: person.user_id.clone(),
            date: day,
            slot: setting.slot(),
            kind: Kind::Reminder,
            claimed_until: now + LEASE_SECONDS,
            data: ReminderData::default(),
            ttl: now + REMEMBERED_SECONDS,
        };
        let Some(claimed) = reminders::claim(&self.base.db, &wanted, now).await? else { return Ok(Reminded::default()) };
        let mut reached = claimed.data.reached.clone();
        let waiting: Vec<Device> = devices.into_iter().filter(|device| !reached.contains(&device.id)).collect();
        let wording = self.wording(&setting, &person, day).await;
        let pass = wording.has_pill().then(|| self.passes.seal(&Pass { user: person.user_id.clone(), day, until: now + PASS_SECONDS }));
        let push = self.push(&wording, &setting.data.language, "medication-reminder", pass);
        let sending = self.send(&person.user_id, &waiting, &push, Some(&claimed)).await;
        reached.extend(sending.reached);
        let end = match sending.left {
            Some(Left::Again(seconds)) => End::NotBefore(now.saturating_add(seconds)),
            Some(Left::GivenUp) => End::NotBefore(now.saturating_add(LATE.as_secs().cast_signed())),
            // Every device is gone: one that is registered in the next hour may still be reminded.
            None if reached.is_empty() => End::NotBefore(now),
            None => End::Sent(self.base.now()),
        };
        reminders::end(&self.base.db, &claimed, &reached, end).await?;
        Ok(sending.done)
    }

    /// What a reminder says of its day, which may have ended a few minutes ago. Where that cannot be told, it says nothing, and there is
    /// nothing to log from it.
    async fn wording(&self, setting: &Setting, person: &Person, day: IsoDay) -> Wording {
        let status = self.status_on(person, day).await;
        match (status, setting.data.is_discreet) {
            (Ok(status), false) => Wording::of(&status),
            (Ok(status), true) if !status.is_rest_period => Wording::Discreet,
            (Ok(_) | Err(_), _) => Wording::DiscreetRest,
        }
    }

    /// What appears on a device. Nothing tells whose it is.
    fn push(&self, wording: &Wording, language: &str, tag: &'static str, pass: Option<String>) -> Push {
        let ReminderText { title, body, open, button } = self.words.of(wording, language);
        let action = button.zip(pass).map(|(button, pass)| PushAction { label: button.log, done: button.logged, act: LOG_BY_TAP, pass });
        Push { text: PushText { title, body, open, page: "/okusuri", tag, action }, good_for: KEPT, is_urgent: true }
    }

    /// Sends to some devices at once. What a claimed reminder has reached is kept at once, device by device: a server that dies in between leaves
    /// as little as possible to be repeated.
    async fn send(&self, to: &UserId, devices: &[Device], push: &Push, claimed: Option<&Reminder>) -> Sending {
        // Of one device the end of the reminder tells right after; there is nothing in between.
        let claimed = claimed.filter(|_| devices.len() > 1);
        // All at once, so that the slowest of them decides how long it takes: much less than the lease.
        let outcomes = futures::future::join_all(devices.iter().map(|device| self.deliver(to, device, push, claimed))).await;
        let mut out = Sending::default();
        for (device, outcome) in devices.iter().zip(outcomes) {
            match outcome {
                Delivered::Taken => {
                    out.done.sent += 1;
                    out.reached.push(device.id.clone());
                }
                Delivered::Gone => out.done.gone += 1,
                Delivered::Later(_) | Delivered::Refused | Delivered::Never => out.done.failed += 1,
            }
            // The sooner comes first.
            out.left = [out.left, Left::after(outcome)].into_iter().flatten().min();
        }
        out
    }

    async fn deliver(&self, to: &UserId, device: &Device, push: &Push, claimed: Option<&Reminder>) -> Delivered {
        let delivered = self.messages.push(to, device, push).await;
        if delivered == Delivered::Taken
            && let Some(claimed) = claimed
            && let Err(error) = reminders::reached(&self.base.db, claimed, &device.id).await
        {
            // The end of the reminder tells it again.
            tracing::warn!(%error, "it could not be kept that a reminder has reached a device");
        }
        delivered
    }

    /// Sends something to every device at once, to see that it arrives.
    pub async fn try_devices(&self, person: &Person, on: &str) -> Result<Reminded> {
        let known = self.notifications(person, on).await?;
        let language = known.setting.as_ref().map_or("ja", |setting| setting.data.language.as_str());
        let push = self.push(&Wording::Test, language, "test", None);
        Ok(self.send(&person.user_id, &known.devices, &push, None).await.done)
    }

    pub(super) async fn is_logged(&self, person: &Person, day: IsoDay) -> Result<bool> {
        Ok(!logs::days(&self.base.db, &person.user_id, Some(day), Some(day)).await?.is_empty())
    }
}

fn slot(setting: &Setting, day: IsoDay) -> ItemKey {
    Reminder::key(setting.user_id.clone(), day, setting.slot())
}
