//! What people are told, what they have read of it, and what they want to hear.

use chabudai_kernel::db::{Db, Run};
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::op::{Delete, Get, PageKey, Put, Query, Update};
use chabudai_kernel::part::{IsoDay, UtcSeconds};

use super::from_to;
use crate::design::{DUE_NOTICES, GSI1, MAIN_TABLE, NOTICES_READ, ONE_NEWS, ONE_NOTICE, RECENT_NEWS, WHO_WANTS_PUSH};
use crate::error::Result;
use crate::model::{Moment, News, NoticeId, Notification, NotificationSettings, PersonId, Profile};

/// People that are read at a time.
const A_PAGE: u32 = 100;

chabudai_kernel::one_of! {
    /// What is read of somebody together. A kitchen of one has its plan in between.
    pub OwnRow { Notification, NotificationSettings, Profile } else Other
}

/// What was read of somebody.
#[derive(Debug, Default)]
pub struct Own {
    /// Their notices, the newest first, and what they have read of what is for all.
    pub notices: Vec<Notification>,
    /// What they want to be told.
    pub settings: Option<NotificationSettings>,
    /// What Kondate knows of them.
    pub profile: Option<Profile>,
    /// Where older notices follow.
    pub next: Option<PageKey>,
}

/// AP-1201, AP-1211: more of what is for somebody alone, from where it was left.
pub async fn own(run: Run<'_>, person: &PersonId, mut before: Own, limit: u32) -> Result<Own> {
    let range = from_to(Notification::SK.from(()), Profile::SK.equals(()));
    let query = Query::table(&MAIN_TABLE, Notification::PK.of((person.clone(),))).range(range).backward().limit(limit);
    let (rows, next) = run.page(&query.consistent().after(before.next.take())).await?;
    for row in rows {
        match row {
            OwnRow::Notification(notice) => before.notices.push(notice),
            OwnRow::NotificationSettings(settings) => before.settings = Some(settings),
            OwnRow::Profile(profile) => before.profile = Some(profile),
            OwnRow::Other(_) => {}
        }
    }
    Ok(Own { next, ..before })
}

/// AP-1201: news since a moment, the newest first, from where it was left.
pub async fn news(run: Run<'_>, since: UtcSeconds, after: Option<PageKey>) -> Result<(Vec<News>, Option<PageKey>)> {
    Ok(run.page(&news_since(since).limit(NOTICES_READ).consistent().after(after)).await?)
}

fn news_since(since: UtcSeconds) -> Query {
    Query::table(&MAIN_TABLE, News::PK.of(())).range(News::SK.from((since,))).backward()
}

/// AP-1212: what everybody was told since then, the newest first.
pub async fn recent_news(db: &Db, since: UtcSeconds) -> Result<Vec<News>> {
    Ok(db.run(&RECENT_NEWS).all(news_since(since).consistent()).await?)
}

/// AP-1213: one of them. What is no id of ours is none.
pub async fn one_news(db: &Db, id: &NoticeId) -> Result<Option<News>> {
    let Some(at) = id.told_at() else { return Ok(None) };
    Ok(db.run(&ONE_NEWS).get(Get::new(&MAIN_TABLE, News::key(at, id.clone())).consistent()).await?)
}

/// AP-1218: one of somebody's own.
pub async fn one_own(db: &Db, person: &PersonId, id: &NoticeId) -> Result<Option<Notification>> {
    let Some(at) = id.told_at() else { return Ok(None) };
    let key = Notification::key(person.clone(), at, id.clone());
    Ok(db.run(&ONE_NOTICE).get(Get::new(&MAIN_TABLE, key).consistent()).await?)
}

/// AP-1202, the write: somebody is to know this. It fits into the transaction of what it tells of.
pub fn tell(notice: &Notification) -> Put {
    Put::of(notice).if_absent()
}

/// AP-1202, the write: everybody is to know this.
pub fn tell_all(news: &News) -> Put {
    Put::of(news).if_absent()
}

/// AP-1209, the write: that was a mistake.
pub fn untell(id: &NoticeId, at: UtcSeconds) -> Delete {
    Delete::new(&MAIN_TABLE, News::key(at, id.clone())).if_exists()
}

fn of_notice(person: &PersonId, at: UtcSeconds, id: &NoticeId) -> Update {
    Update::of::<Notification>(Notification::key(person.clone(), at, id.clone()))
}

/// AP-1203, the write: this was read. What was read before stays read since then.
pub fn read(notice: &Notification, now: Moment) -> Update {
    of_notice(&notice.person, notice.created_at, &notice.notification_id).set_if_absent("readAt", now.to_string()).if_exists()
}

/// AP-1203, the write: they have read this, which is for all.
pub fn read_news(person: &PersonId, news: &News, now: Moment) -> Update {
    of_notice(person, news.created_at, &news.news_id).set_if_absent("readAt", now.to_string()).set("ttl", news.ttl)
}

/// AP-1203, the write: they have not read this after all.
pub fn unread(person: &PersonId, at: UtcSeconds, id: &NoticeId) -> Update {
    of_notice(person, at, id).remove("readAt").if_exists()
}

/// AP-1203, the write: everything until then is read, or only until before; while nobody else has said something else meanwhile.
pub fn read_until(person: &PersonId, before: Option<Moment>, until: Option<Moment>) -> Update {
    let update = of(person).set_or_remove("lastReadAt", until.map(|until| until.to_string()));
    update.only_if(match before {
        Some(before) => attr("lastReadAt").eq(before.to_string()),
        None => attr("lastReadAt").absent(),
    })
}

/// AP-1207: a page of who wants to be told on their devices.
pub async fn who_wants_push(db: &Db, after: Option<PageKey>) -> Result<(Vec<NotificationSettings>, Option<PageKey>)> {
    let query = Query::index(&MAIN_TABLE, &GSI1, NotificationSettings::GSI1PK.of(())).limit(A_PAGE).after(after);
    Ok(db.run(&WHO_WANTS_PUSH).page(&query).await?)
}

/// AP-1214: a page of what devices have still to tell, the oldest first.
pub async fn due(db: &Db, after: Option<PageKey>) -> Result<(Vec<Notification>, Option<PageKey>)> {
    let query = Query::index(&MAIN_TABLE, &GSI1, Notification::GSI1PK.of(())).limit(A_PAGE).after(after);
    Ok(db.run(&DUE_NOTICES).page(&query).await?)
}

fn is_free(lease: &'static str, now: i64) -> Condition {
    attr(lease).absent().or(attr(lease).le(now))
}

/// AP-1215, the write: this server tells it, if no other is at it and none has, and if nobody has read it meanwhile.
pub fn claim_notice(notice: &Notification, now: i64, until: i64) -> Update {
    let is_due = attr("pushDue").eq(true).and(attr("readAt").absent());
    of_notice(&notice.person, notice.created_at, &notice.notification_id)
        .set("pushNotBefore", until)
        .only_if(is_due.and(is_free("pushNotBefore", now)))
}

/// AP-1215, the write: it was told, or there is nobody to tell it to.
pub fn notice_told(notice: &Notification) -> Update {
    of_notice(&notice.person, notice.created_at, &notice.notification_id)
        .remove("pushDue")
        .remove("pushNotBefore")
        .remove("GSI1PK")
        .remove("GSI1SK")
        .if_exists()
}

/// AP-1215, the write: it could not be told, and another try is made after a while.
pub fn notice_not_told(notice: &Notification, again_at: i64) -> Update {
    of_notice(&notice.person, notice.created_at, &notice.notification_id).set("pushNotBefore", again_at).if_exists()
}

/// AP-1216: what they have read of what is for all.
pub async fn mark_of(run: Run<'_>, person: &PersonId, news: &News) -> Result<Option<Notification>> {
    let key = Notification::key(person.clone(), news.created_at, news.news_id.clone());
    Ok(run.get(Get::new(&MAIN_TABLE, key).consistent()).await?)
}

/// They were told neither this news nor a later one. Ids compare as they were made.
fn is_news_to_them(news: &News) -> Condition {
    attr("PK").exists().and(attr("newsTold").absent().or(attr("newsTold").lt(news.news_id.as_str())))
}

/// AP-1216, the write: this server tells them this news, if no other is at it and none has, and if they still want it.
pub fn claim_news(person: &PersonId, told: &News, now: i64, until: i64) -> Update {
    let wanted = is_wanted("news");
    of(person).set("newsNotBefore", until).only_if(is_news_to_them(told).and(is_free("newsNotBefore", now)).and(wanted))
}

/// AP-1216, the write: they were told this news, or did not have to be.
pub fn news_told(person: &PersonId, told: &News) -> Update {
    of(person).set("newsTold", told.news_id.as_str()).remove("newsNotBefore").only_if(is_news_to_them(told))
}

/// AP-1216, the write: they could not be told, and another try is made after a while.
pub fn news_not_told(person: &PersonId, again_at: i64) -> Update {
    of(person).set("newsNotBefore", again_at).if_exists()
}

fn of(person: &PersonId) -> Update {
    Update::of::<NotificationSettings>(NotificationSettings::key(person.clone()))
}

/// They want to hear this on their devices: an index may be behind.
fn is_wanted(category: &'static str) -> Condition {
    let of_category = attr("categories").dot(category);
    attr("pushEnabled").eq(true).and(of_category.clone().absent().or(of_category.eq(true)))
}

/// They were not told on this day or later. Days compare as they are spelled.
fn is_untold(day: IsoDay) -> Condition {
    attr("PK").exists().and(attr("soonToldOn").absent().or(attr("soonToldOn").lt(day.to_string())))
}

/// AP-1208, the write: this server tells them, if no other is at it and none has, and if they still want it: the index may be behind.
pub fn claim(person: &PersonId, day: IsoDay, now: i64, until: i64) -> Update {
    of(person).set("soonNotBefore", until).only_if(is_untold(day).and(is_free("soonNotBefore", now)).and(is_wanted("personal")))
}

/// AP-1208, the write: they were told, or there was nothing to tell; the next time is tomorrow.
pub fn told(person: &PersonId, day: IsoDay, now: i64, tomorrow: i64) -> Update {
    let update = of(person).set("soonToldOn", day.to_string()).set("soonToldAt", now).set("soonNotBefore", tomorrow);
    update.only_if(is_untold(day))
}

/// AP-1208, the write: they could not be told, and another try is made after a while.
pub fn not_told(person: &PersonId, again_at: i64) -> Update {
    of(person).set("soonNotBefore", again_at).if_exists()
}
