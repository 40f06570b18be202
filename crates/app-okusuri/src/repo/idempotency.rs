//! Answers that are kept for a day, to be given again to the same request.

use chabudai_identity::model::UserId;
use chabudai_kernel::db::Db;
use chabudai_kernel::once::{Answered, KEPT_SECONDS, Once};
use chabudai_kernel::op::{Get, Put};
use chabudai_kernel::part::Word;

use crate::design::{OKUSURI_TABLE, REPLAY};
use crate::error::Result;
use crate::model::{Idempotency, Kind, Log};

/// OK-18: what was made by a request with this key.
pub async fn given(db: &Db, user: &UserId, key: &Word) -> Result<Option<Answered<Log>>> {
    let get = Get::new(&OKUSURI_TABLE, Idempotency::key(user.clone(), key.clone())).consistent();
    let kept = db.run(&REPLAY).get::<Idempotency>(get).await?;
    Ok(kept.map(|kept| {
        let (created_at, updated_at) = (kept.data.created_at, kept.data.updated_at);
        let Idempotency { user_id, log_id: id, logged_on: date, data, request, .. } = kept;
        Answered { request, answer: Log { user_id, id, kind: Kind::MedicationLog, date, data, created_at, updated_at } }
    }))
}

/// The write that keeps an answer, in the same transaction as what it answers.
pub fn keep(once: &Once, log: &Log, now: i64) -> Put {
    let made = Idempotency {
        user_id: log.user_id.clone(),
        key: once.key.clone(),
        request: once.request.clone(),
        logged_on: log.date,
        log_id: log.id.clone(),
        data: log.data.clone(),
        ttl: now + KEPT_SECONDS,
    };
    Put::of(&made).if_absent()
}
