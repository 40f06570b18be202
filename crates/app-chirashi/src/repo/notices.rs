//! What people are told, and which digests went out.

use chabudai_kernel::db::{Db, Listed, Paging, Run};
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::op::{Get, PageKey, Put, Query, Update};
use chabudai_kernel::part::IsoDay;

use crate::design::{CLAIM_DIGEST, DUE_NOTICES, FLYERS, INBOX, NOTICES_OF_SLOT, NOTIFICATIONS, SLOT_INDEX, USERS, WHO_IS_TOLD};
use crate::error::Result;
use crate::model::{Digest, Flyer, FlyerId, Frequency, Moment, Notice, Slot, User, UserId};

chabudai_kernel::one_of! {
    /// Whatever somebody was told.
    pub ToldRow { Notice, Digest }
}

/// CH-100: what somebody was told, newest first.
pub async fn inbox(db: &Db, user: UserId, paging: Paging<'_>) -> Result<Listed<Notice>> {
    let query = Query::table(&NOTIFICATIONS, Notice::userId.of((user,))).range(Notice::noticeId.starting(())).backward();
    Ok(db.run(&INBOX).list(query.consistent(), paging.limit, paging.cursor, 0).await?)
}

/// CH-17, CH-18: all that somebody was told, the digests too.
pub async fn all_of(run: Run<'_>, user: UserId) -> Result<Vec<ToldRow>> {
    Ok(run.all(Query::table(&NOTIFICATIONS, Notice::userId.of((user,))).consistent()).await?)
}

fn of(user: UserId, day: IsoDay, flyer: FlyerId) -> Update {
    Update::of::<Notice>(Notice::key(user, day, flyer))
}

/// CH-101, the write: it was read. What was read before stays read since then.
pub fn read(user: UserId, day: IsoDay, flyer: FlyerId, at: Moment) -> Update {
    of(user, day, flyer).set_if_absent("readAt", at.to_string()).if_exists()
}

/// CH-102: a flyer as it is.
pub async fn flyer(run: Run<'_>, id: FlyerId) -> Result<Option<Flyer>> {
    Ok(run.get(Get::new(&FLYERS, Flyer::key(&id)).consistent()).await?)
}

/// CH-102, the write: people are told of it from now on, unless they were before.
pub fn begin_telling(id: FlyerId, at: Moment) -> Update {
    Update::of::<Flyer>(Flyer::key(&id)).set_if_absent("toldAt", at.to_string()).if_exists().returning_new()
}

/// CH-103: these people.
pub async fn users(db: &Db, ids: &[UserId]) -> Result<Vec<User>> {
    let keys = ids.iter().map(|id| (&USERS, User::key(id))).collect();
    Ok(db.run(&WHO_IS_TOLD).batch_get(keys, 100, true).await?)
}

/// CH-104, the write: somebody is told, unless they were before.
pub fn tell(notice: &Notice) -> Put {
    Put::of(notice).if_absent()
}

/// CH-105: a page of who has still to be told, by person.
pub async fn due(db: &Db, slot: Slot, after: Option<PageKey>) -> Result<(Vec<Notice>, Option<PageKey>)> {
    let query = Query::index(&NOTIFICATIONS, &SLOT_INDEX, Notice::slot.of(&Some(slot))).limit(100).after(after);
    Ok(db.run(&DUE_NOTICES).page(&query).await?)
}

fn is_free(now_millis: u64) -> Condition {
    attr("leaseUntil").absent().or(attr("leaseUntil").le(now_millis))
}

/// CH-106, the write: this server sends it, if none has and no other is at it.
pub fn claim_digest(user: UserId, slot: Slot, now_millis: u64, until: u64, ttl: i64) -> Update {
    Update::of::<Digest>(Digest::key(user, slot.day, slot.name))
        .set("leaseUntil", until)
        .set("ttl", ttl)
        .only_if(attr("sentAt").absent().and(is_free(now_millis)))
}

/// CH-106: whether it went out.
pub async fn is_sent(db: &Db, user: UserId, slot: Slot) -> Result<bool> {
    let key = Digest::key(user, slot.day, slot.name);
    let digest: Option<Digest> = db.run(&CLAIM_DIGEST).get(Get::new(&NOTIFICATIONS, key).consistent()).await?;
    Ok(digest.is_some_and(|digest| digest.sent_at.is_some()))
}

/// CH-106, the write: it could not be sent, and another try is made.
pub fn give_back_digest(user: UserId, slot: Slot, until: u64) -> Update {
    Update::of::<Digest>(Digest::key(user, slot.day, slot.name))
        .remove("leaseUntil")
        .only_if(attr("sentAt").absent().and(attr("leaseUntil").eq(until)))
}

/// CH-107: what somebody is told at one time of day.
pub async fn of_slot(db: &Db, user: UserId, slot: Slot) -> Result<Vec<Notice>> {
    let query = Query::table(&NOTIFICATIONS, Notice::userId.of((user,))).range(Notice::noticeId.starting(()));
    Ok(db.run(&NOTICES_OF_SLOT).all(query.filter(attr("slot").eq(slot.to_string())).backward().consistent()).await?)
}

/// CH-108, the write: it was sent, by whoever has claimed it.
pub fn digest_sent(user: UserId, slot: Slot, until: u64, notices: usize, at: Moment) -> Update {
    Update::of::<Digest>(Digest::key(user, slot.day, slot.name))
        .set("sentAt", at.to_string())
        .set("notices", notices as u64)
        .remove("leaseUntil")
        .only_if(attr("sentAt").absent().and(attr("leaseUntil").eq(until)))
}

/// CH-108, CH-109, the write: it was told, and leaves its slot.
pub fn told(notice: &Notice, slot: Slot) -> Update {
    of(notice.user_id, notice.day, notice.flyer_id).remove("slot").remove("leaseUntil").only_if(attr("slot").eq(slot.to_string()))
}

/// CH-109, the write: it came too late for its time of day, and is told the next time.
pub fn postpone(notice: &Notice, slot: Slot) -> Update {
    of(notice.user_id, notice.day, notice.flyer_id).set("slot", slot.next().to_string()).only_if(attr("slot").eq(slot.to_string()))
}

/// CH-109, the write: this server tells it, if no other is at it.
pub fn claim_notice(notice: &Notice, slot: Slot, now_millis: u64, until: u64) -> Update {
    of(notice.user_id, notice.day, notice.flyer_id)
        .set("leaseUntil", until)
        .only_if(attr("slot").eq(slot.to_string()).and(is_free(now_millis)))
}

/// What a digest is called in a mail: the same however often it is sent.
pub fn message_name(user: UserId, day: IsoDay, name: Frequency) -> String {
    format!("chirashi-{day}-{name}-{}", user.uuid().simple())
}
