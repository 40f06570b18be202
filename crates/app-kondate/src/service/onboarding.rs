//! The first steps: what somebody sees of their notices at a glance, and the hand that they are given in their first weeks.

use super::{Cook, Service};
use crate::design::{FIRST_STEPS, GLANCE, NOTICES_GLANCED};
use crate::error::Result;
use crate::model::{FirstStep, Moment, NoticeKind, Notification, PersonId, Profile, is_past};
use crate::repo::first_steps::{self, INSTALL};
use crate::repo::kitchens;
use crate::repo::notices::{self, Own};

/// For how long somebody is new here, in seconds.
const NEW_FOR: i64 = 14 * 24 * 60 * 60;
/// For how long the steps are put aside, in seconds.
const SNOOZED_FOR: i64 = 24 * 60 * 60;

/// What somebody sees at a glance.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Glance {
    /// There is something that they did not read.
    pub is_unread: bool,
    /// The first steps, while they are shown: each, and whether it is done.
    pub steps: Option<Vec<(FirstStep, bool)>>,
}

fn is_done(profile: &Profile, step: FirstStep) -> bool {
    profile.onboarding_done.0.contains(step.as_str())
}

fn was_told(profile: &Profile, name: &str) -> bool {
    profile.onboarding_told.0.contains(name)
}

/// Whether somebody is to be given a hand now.
fn is_guided(profile: &Profile, now: Moment) -> bool {
    let is_new = profile.created_at.is_some_and(|came| came.seconds() + NEW_FOR > now.seconds());
    let is_awake = profile.onboarding_snoozed_until.is_none_or(|until| until <= now.seconds());
    is_new && is_awake && !profile.onboarding_dismissed && FirstStep::ALL.iter().any(|step| !is_done(profile, *step))
}

impl Service {
    /// What somebody sees at a glance: one request, and for whoever is new one for what they have done already. Whether something is planned
    /// the page knows.
    pub async fn glance(&self, cook: &Cook, is_planned: bool) -> Result<Glance> {
        let run = self.base.db.run(&GLANCE);
        let own = notices::own(run, &cook.person, Own::default(), NOTICES_GLANCED).await?;
        let is_unread = self.is_unread(&own).await?;
        let Some(profile) = own.profile.as_ref().filter(|profile| is_guided(profile, self.now())) else {
            return Ok(Glance { is_unread, steps: None });
        };
        let mut done: Vec<FirstStep> = FirstStep::ALL.iter().copied().filter(|step| is_done(profile, *step)).collect();
        let of_kind = |notice: &Notification| matches!(notice.kind, Some(NoticeKind::SavedRecipe | NoticeKind::SavedSet));
        done.extend(is_planned.then_some(FirstStep::Plan));
        done.extend(own.notices.iter().any(of_kind).then_some(FirstStep::Save));
        if !done.contains(&FirstStep::Book) || !done.contains(&FirstStep::Category) {
            let kitchen = kitchens::get(run, &cook.kitchen).await?;
            done.extend(kitchen.as_ref().is_some_and(|kitchen| kitchen.recipes > 0).then_some(FirstStep::Book));
            done.extend(kitchen.is_some_and(|kitchen| kitchen.categories_version > 0).then_some(FirstStep::Category));
        }
        self.go_on(profile, &done).await?;
        let steps: Vec<_> = FirstStep::ALL.iter().map(|step| (*step, done.contains(step))).collect();
        Ok(Glance { is_unread, steps: steps.iter().any(|(_, done)| !done).then_some(steps) })
    }

    async fn is_unread(&self, own: &Own) -> Result<bool> {
        let last = own.settings.as_ref().and_then(|settings| settings.last_read_at);
        if own.notices.iter().any(|notice| !notice.is_mark() && !notice.is_read(last)) {
            return Ok(true);
        }
        let came = own.profile.as_ref().and_then(|profile| profile.created_at);
        // Where older ones follow, whether an older news was read is not seen at a glance.
        let seen = own.next.as_ref().and_then(|_| own.notices.last()).map(|notice| notice.created_at);
        let is_read = |id| own.notices.iter().any(|mark| mark.notification_id == id && mark.read_at.is_some());
        let headlines = self.headlines().await?;
        Ok(headlines.into_iter().any(|(at, id)| {
            let is_theirs = came.is_none_or(|came| at.0.as_second() >= came.seconds());
            is_theirs && seen.is_none_or(|seen| at > seen) && !is_past(at, last) && !is_read(id)
        }))
    }

    /// Keeps what is done, and tells of the next step, once. Whoever is quicker has told it.
    async fn go_on(&self, profile: &Profile, done: &[FirstStep]) -> Result<()> {
        let new: Vec<FirstStep> = done.iter().copied().filter(|step| !is_done(profile, *step)).collect();
        let next = FirstStep::ALL.iter().copied().find(|step| !done.contains(step));
        let next = next.filter(|step| !was_told(profile, step.as_str()));
        let notice = |kind, page: &str| self.notice(&profile.person, kind, None, Some(page.to_owned()));
        let mut told: Vec<(&str, Notification)> =
            next.map(|step| (step.as_str(), notice(step.notice(), step.page()))).into_iter().collect();
        // Whoever has planned something comes back, and does so more easily from the home screen.
        if done.contains(&FirstStep::Plan) && !was_told(profile, INSTALL) {
            told.push((INSTALL, notice(NoticeKind::Install, "/kondate/help")));
        }
        if new.is_empty() && told.is_empty() {
            return Ok(());
        }
        self.base.db.run(&FIRST_STEPS).attempt(first_steps::go_on(&profile.person, &new, &told), &[0]).await?;
        Ok(())
    }

    /// Puts the first steps aside for a day; or not.
    pub async fn snooze_steps(&self, person: &PersonId, is_snoozed: bool) -> Result<()> {
        let until = is_snoozed.then(|| self.now().seconds() + SNOOZED_FOR);
        self.base.db.run(&FIRST_STEPS).attempt_one(first_steps::snooze(person, until)).await?;
        Ok(())
    }

    /// Puts the first steps aside for good; or not.
    pub async fn dismiss_steps(&self, person: &PersonId, is_dismissed: bool) -> Result<()> {
        self.base.db.run(&FIRST_STEPS).attempt_one(first_steps::dismiss(person, is_dismissed)).await?;
        Ok(())
    }
}
