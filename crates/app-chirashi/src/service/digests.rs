//! Telling people beyond the inbox: at once, in the morning or in the evening, each time of day once, however many servers there are.
//!
//! A server claims somebody's digest, sends it, and writes that it was sent together with taking its notices out of their slot. One that
//! dies in between is followed by another, which sends once more under the same name: mail and push are at least once, the inbox is exact.

use chabudai_kernel::op::{Transact, Write};
use chabudai_kernel::part::IsoDay;
use futures::future::BoxFuture;

use super::Service;
use crate::design::{CLAIM_DIGEST, DIGEST_SENT, TELL_NOTICE};
use crate::error::Result;
use crate::model::{EVENING_HOUR, Frequency, MORNING_HOUR, NOTICE_SECONDS, Notice, Slot, User, UserId, days_later};
use crate::repo::{notices, people};

/// How long a server has for one digest, in milliseconds.
const LEASE_MILLIS: u64 = 2 * 60 * 1_000;
/// How many notices one transaction takes out of their slot.
const AT_ONCE: usize = 90;

/// What somebody is told.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// Its name, the same however often it is sent: a mail's Message-ID, a push's tag.
    pub name: String,
    /// At which time of day.
    pub frequency: Frequency,
    /// Of what, newest first.
    pub notices: Vec<Notice>,
}

/// Takes what somebody is told to them: by mail, to their devices.
pub trait Courier: Send + Sync {
    /// Takes it. An error is tried again later.
    fn take<'a>(&'a self, user: &'a User, told: &'a Told) -> BoxFuture<'a, std::result::Result<(), String>>;
}

/// What a run came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Delivered {
    /// So much was sent.
    pub sent: u64,
    /// So much could not be.
    pub failed: u64,
}

impl std::ops::AddAssign for Delivered {
    fn add_assign(&mut self, other: Self) {
        self.sent += other.sent;
        self.failed += other.failed;
    }
}

impl Service {
    /// Sends everything that is due now: what is told at once, this morning's and this evening's digests, and what is left of yesterday's.
    pub async fn deliver_due(&self, courier: &dyn Courier) -> Result<Delivered> {
        let (today, hour) = (self.today(), self.now().hour());
        let yesterday = days_later(today, -1);
        let mut done = Delivered::default();
        for day in [yesterday, today] {
            done += self.deliver_at_once(day, courier).await?;
        }
        let mut due = vec![(yesterday, Frequency::Morning), (yesterday, Frequency::Evening)];
        due.extend((hour >= MORNING_HOUR).then_some((today, Frequency::Morning)));
        due.extend((hour >= EVENING_HOUR).then_some((today, Frequency::Evening)));
        for (day, name) in due {
            done += self.deliver_slot(day, name, courier).await?;
        }
        Ok(done)
    }

    /// Sends the digests of one time of day.
    pub async fn deliver_slot(&self, day: IsoDay, name: Frequency, courier: &dyn Courier) -> Result<Delivered> {
        let mut done = Delivered::default();
        for slot in Slot::shards(day, name) {
            let mut after = None;
            loop {
                let (page, next) = notices::due(&self.base.db, slot, after).await?;
                let mut people: Vec<UserId> = page.iter().map(|notice| notice.user_id).collect();
                people.dedup();
                for user in people {
                    done += self.deliver_digest(user, slot, courier).await?;
                }
                match next {
                    Some(next) => after = Some(next),
                    None => break,
                }
            }
        }
        Ok(done)
    }

    async fn deliver_digest(&self, user: UserId, slot: Slot, courier: &dyn Courier) -> Result<Delivered> {
        let now = self.now();
        let until = now.millis() + LEASE_MILLIS;
        let claim = notices::claim_digest(user, slot, now.millis(), until, now.seconds() + NOTICE_SECONDS);
        if !self.base.db.run(&CLAIM_DIGEST).attempt_one(claim).await? {
            return self.postpone_late(user, slot).await;
        }
        let due = notices::of_slot(&self.base.db, user, slot).await?;
        let whom = people::user(&self.base.db, user).await?;
        if let (Some(whom), false) = (whom, due.is_empty()) {
            let told = Told { name: notices::message_name(user, slot.day, slot.name), frequency: slot.name, notices: due.clone() };
            if let Err(error) = courier.take(&whom, &told).await {
                tracing::warn!(%error, "a digest could not be sent: it is tried again");
                self.base.db.run(&CLAIM_DIGEST).attempt_one(notices::give_back_digest(user, slot, until)).await?;
                return Ok(Delivered { sent: 0, failed: 1 });
            }
        }
        // Those that one transaction has no room for leave the slot first: while the digest is not marked as sent, nobody else sends it.
        let (first, rest) = due.split_at(due.len().min(AT_ONCE));
        for notice in rest {
            self.base.db.run(&TELL_NOTICE).attempt_one(notices::told(notice, slot)).await?;
        }
        let mut writes: Vec<Write> = vec![notices::digest_sent(user, slot, until, due.len(), now).into()];
        writes.extend(first.iter().map(|notice| Write::from(notices::told(notice, slot))));
        let all: Vec<usize> = (0..writes.len()).collect();
        let held = self.base.db.run(&DIGEST_SENT).attempt(Transact::of(writes), &all).await?;
        Ok(Delivered { sent: u64::from(held && !due.is_empty()), failed: 0 })
    }

    /// What came into a slot whose digest has gone out is told the next time. While the digest is under way it is left alone.
    async fn postpone_late(&self, user: UserId, slot: Slot) -> Result<Delivered> {
        if !notices::is_sent(&self.base.db, user, slot).await? {
            return Ok(Delivered::default());
        }
        for notice in notices::of_slot(&self.base.db, user, slot).await? {
            self.base.db.run(&TELL_NOTICE).attempt_one(notices::postpone(&notice, slot)).await?;
        }
        Ok(Delivered::default())
    }

    /// Sends what is told at once, each notice by itself.
    async fn deliver_at_once(&self, day: IsoDay, courier: &dyn Courier) -> Result<Delivered> {
        let mut done = Delivered::default();
        for slot in Slot::shards(day, Frequency::Realtime) {
            let mut after = None;
            loop {
                let (page, next) = notices::due(&self.base.db, slot, after).await?;
                for notice in page {
                    done += self.deliver_notice(&notice, slot, courier).await?;
                }
                match next {
                    Some(next) => after = Some(next),
                    None => break,
                }
            }
        }
        Ok(done)
    }

    async fn deliver_notice(&self, notice: &Notice, slot: Slot, courier: &dyn Courier) -> Result<Delivered> {
        let now = self.now().millis();
        let claim = notices::claim_notice(notice, slot, now, now + LEASE_MILLIS);
        if !self.base.db.run(&TELL_NOTICE).attempt_one(claim).await? {
            return Ok(Delivered::default());
        }
        if let Some(user) = people::user(&self.base.db, notice.user_id).await? {
            let name = format!("{}-{}", notices::message_name(notice.user_id, slot.day, slot.name), notice.flyer_id.uuid().simple());
            let told = Told { name, frequency: slot.name, notices: vec![notice.clone()] };
            if let Err(error) = courier.take(&user, &told).await {
                tracing::warn!(%error, "a notice could not be sent: it is tried again");
                return Ok(Delivered { sent: 0, failed: 1 });
            }
        }
        let held = self.base.db.run(&TELL_NOTICE).attempt_one(notices::told(notice, slot)).await?;
        Ok(Delivered { sent: u64::from(held), failed: 0 })
    }
}
