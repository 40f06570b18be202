//! Notices on devices: what happens to somebody while they do not look, at once; news, at an hour at which nobody minds.

use std::sync::Arc;
use std::time::Duration;

use chabudai_web::messages::{Delivered, Messages, Push, PushText};
use chabudai_web::people::{Directory, Person};
use chabudai_web::text::Lang;
use futures::future::join_all;

use super::use_soon::{morning, unable};
use super::{Service, Told};
use crate::design::{TELL_NEWS, TELL_NOTICE};
use crate::error::{KondateError, Result};
use crate::model::{News, Notification, NotificationSettings, PersonId, is_past};
use crate::repo::notices;

/// How long a server may take for one message, in seconds: when it dies, another one goes on after that.
const LEASE: i64 = 120;
/// After how long a message is tried again that reached nobody, in seconds.
const AGAIN: i64 = 15 * 60;
/// What is older than this is no news on a device any more, in seconds: it stands in the list.
const NEWS_FOR: i64 = 2 * 24 * 60 * 60;
/// How long a message is worth delivering.
const GOOD_FOR: Duration = Duration::from_hours(24);
/// The page that a tap opens.
const PAGE: &str = "/kondate/notices";

/// Finds the words of messages: a title, a text, and what stands on the button.
pub trait NoticeWords: Send + Sync + 'static {
    /// Of a notice to one person; none where nothing is known of what it says.
    fn of_notice(&self, notice: &Notification, lang: Lang) -> Option<[String; 3]>;

    /// Of news.
    fn of_news(&self, news: &News, lang: Lang) -> [String; 3];
}

/// Tells people on their devices what is in their notices.
#[derive(Clone)]
pub struct TellNotices {
    /// The use cases.
    pub service: Service,
    /// The people of the house.
    pub people: Arc<dyn Directory>,
    /// Their devices.
    pub messages: Arc<dyn Messages>,
    /// The words.
    pub words: Arc<dyn NoticeWords>,
}

impl TellNotices {
    /// Tells everything that is due.
    pub async fn run(&self) -> Result<Told> {
        let own = self.tell_own().await?;
        let news = self.tell_news().await?;
        Ok(Told { told: own.told + news.told, failed: own.failed + news.failed })
    }

    async fn tell_own(&self) -> Result<Told> {
        let (mut out, mut after) = (Told::default(), None);
        loop {
            let (page, next) = notices::due(self.service.db(), after).await?;
            for notice in &page {
                count(&mut out, self.tell_one(notice).await);
            }
            match next {
                Some(next) => after = Some(next),
                None => return Ok(out),
            }
        }
    }

    /// Tells one notice, if it is still wanted and nobody else does.
    async fn tell_one(&self, notice: &Notification) -> Result<bool> {
        let now = self.service.now().seconds();
        if notice.push_not_before.is_some_and(|moment| moment > now) {
            return Ok(false);
        }
        let run = || self.service.db().run(&TELL_NOTICE);
        let settings = self.service.notice_settings(&notice.person).await?;
        let is_over = notice.created_at.0.as_second() + NEWS_FOR < now || notice.is_read(settings.last_read_at);
        let person = self.people.person(&notice.person).await.map_err(|problem| unable(&problem))?;
        let lang = person.as_ref().and_then(|person| person.lang).unwrap_or_default();
        let words = self.words.of_notice(notice, lang).filter(|_| settings.wants_personal() && !is_over && person.is_some());
        let Some(words) = words else {
            run().attempt_one(notices::notice_told(notice)).await?;
            return Ok(false);
        };
        if !run().attempt_one(notices::claim_notice(notice, now, now + LEASE)).await? {
            return Ok(false);
        }
        let tag = notice.kind.map_or("kondate-notice", |kind| kind.as_str());
        let Some(was_sent) = self.send(&notice.person, &settings, words, tag).await? else {
            run().attempt_one(notices::notice_not_told(notice, now + AGAIN)).await?;
            return Err(KondateError::Busy);
        };
        run().attempt_one(notices::notice_told(notice)).await?;
        Ok(was_sent)
    }

    async fn tell_news(&self) -> Result<Told> {
        let mut out = Told::default();
        let mut fresh = notices::recent_news(self.service.db(), self.service.base.later(-NEWS_FOR)).await?;
        fresh.retain(|news| news.push);
        fresh.reverse();
        if fresh.is_empty() {
            return Ok(out);
        }
        let mut after = None;
        loop {
            let (page, next) = notices::who_wants_push(self.service.db(), after).await?;
            for settings in page.iter().filter(|settings| settings.wants_news()) {
                let untold = |news: &&News| settings.news_told.as_ref().is_none_or(|told| *told < news.news_id);
                for news in fresh.iter().filter(untold) {
                    count(&mut out, self.tell_news_to(settings, news).await);
                }
            }
            match next {
                Some(next) => after = Some(next),
                None => return Ok(out),
            }
        }
    }

    /// Tells somebody one news, if it is day where they are, and if they have not read it.
    async fn tell_news_to(&self, settings: &NotificationSettings, news: &News) -> Result<bool> {
        let (id, now) = (&settings.person, self.service.base.now().0);
        let seconds = now.as_second();
        if settings.news_not_before.is_some_and(|moment| moment > seconds) {
            return Ok(false);
        }
        let Some(person) = self.people.person(id).await.map_err(|problem| unable(&problem))? else { return Ok(false) };
        if morning(now, &person).is_none() {
            return Ok(false);
        }
        let run = || self.service.db().run(&TELL_NEWS);
        if !run().attempt_one(notices::claim_news(id, news, seconds, seconds + LEASE)).await? {
            return Ok(false);
        }
        let sent = if self.is_old(settings, news).await? { Some(false) } else { self.send_news(id, &person, settings, news).await? };
        let Some(was_sent) = sent else {
            run().attempt_one(notices::news_not_told(id, seconds + AGAIN)).await?;
            return Err(KondateError::Busy);
        };
        run().attempt_one(notices::news_told(id, news)).await?;
        Ok(was_sent)
    }

    /// They have read it, or it was told before they came.
    async fn is_old(&self, settings: &NotificationSettings, news: &News) -> Result<bool> {
        if is_past(news.created_at, settings.last_read_at) {
            return Ok(true);
        }
        let mark = notices::mark_of(self.service.db().run(&TELL_NEWS), &settings.person, news).await?;
        if mark.is_some_and(|mark| mark.read_at.is_some()) {
            return Ok(true);
        }
        let came = self.service.profile(&settings.person).await?.and_then(|profile| profile.created_at);
        Ok(came.is_some_and(|came| news.created_at.0.as_second() < came.seconds()))
    }

    async fn send_news(&self, id: &PersonId, person: &Person, settings: &NotificationSettings, news: &News) -> Result<Option<bool>> {
        self.send(id, settings, self.words.of_news(news, person.lang.unwrap_or_default()), "kondate-news").await
    }

    /// Whether a device was reached; nothing where one is to be tried again.
    async fn send(
        &self,
        id: &PersonId,
        settings: &NotificationSettings,
        [title, body, open]: [String; 3],
        tag: &'static str,
    ) -> Result<Option<bool>> {
        let devices = self.messages.devices(id).await.map_err(|_| KondateError::Busy)?;
        let devices = self.service.told_on(settings, devices).await?;
        let text = PushText { title, body, open, page: PAGE, tag, action: None };
        let push = Push { text, good_for: GOOD_FOR, is_urgent: false };
        let delivered = join_all(devices.iter().map(|device| self.messages.push(id, device, &push))).await;
        let is_reached = delivered.contains(&Delivered::Taken);
        let is_later = delivered.iter().any(|one| matches!(one, Delivered::Later(_) | Delivered::Refused));
        Ok(if is_reached || !is_later { Some(is_reached) } else { None })
    }
}

/// The others are not kept from theirs.
fn count(out: &mut Told, outcome: Result<bool>) {
    match outcome {
        Ok(was_told) => out.told += u64::from(was_told),
        Err(error) => {
            out.failed += 1;
            tracing::warn!(%error, "somebody could not be told something on their devices");
        }
    }
}
