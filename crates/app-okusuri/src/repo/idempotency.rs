//! Answers that are kept for a day, to be given again to the same request.

use chabudai_identity::model::UserId;
use chabudai_kernel::db::Db;
use chabudai_kernel::once::{Answered, KEPT_SECONDS, Once};
use chabudai_kernel::op::{Get, Put};
use chabudai_kernel::part::{IsoDay, Word};

use crate::design::{OKUSURI_TABLE, REPLAY};
use crate::error::Result;
use crate::model::{Filled, Idempotency, Kind, Log};

async fn kept(db: &Db, user: &UserId, key: &Word) -> Result<Option<Idempotency>> {
    let get = Get::new(&OKUSURI_TABLE, Idempotency::key(user.clone(), key.clone())).consistent();
    Ok(db.run(&REPLAY).get::<Idempotency>(get).await?)
}

/// OK-18: which days were filled in by a request with this key.
pub async fn filled(db: &Db, user: &UserId, key: &Word) -> Result<Option<Answered<Filled>>> {
    let kept = kept(db, user, key).await?;
    Ok(kept.map(|kept| Answered { request: kept.request, answer: Filled { days: kept.days, at: kept.data.updated_at } }))
}

/// OK-18: what was made by a request with this key.
pub async fn given(db: &Db, user: &UserId, key: &Word) -> Result<Option<Answered<Log>>> {
    Ok(kept(db, user, key).await?.map(|kept| {
        let (created_at, updated_at) = (kept.data.created_at, kept.data.updated_at);
        let Idempotency { user_id, log_id: id, logged_on: date, data, request, .. } = kept;
        Answered { request, answer: Log { user_id, id, kind: Kind::MedicationLog, date, data, created_at, updated_at } }
    }))
}

/// The write that keeps an answer, in the same transaction as what it answers.
pub fn keep(once: &Once, log: &Log, now: i64) -> Put {
    keep_filled(once, log, &[], now)
}

/// The same for days that were filled in together, of which this is the first log.
pub fn keep_filled(once: &Once, log: &Log, days: &[IsoDay], now: i64) -> Put {
    let made = Idempotency {
        user_id: log.user_id.clone(),
        key: once.key.clone(),
        request: once.request.clone(),
        logged_on: log.date,
        log_id: log.id.clone(),
        data: log.data.clone(),
        days: days.to_vec(),
        ttl: now + KEPT_SECONDS,
    };
    Put::of(&made).if_absent()
}
