//! Answers that are kept for a day, to be given again to the same request.

use chabudai_kernel::db::Db;
use chabudai_kernel::once::{Answered, KEPT_SECONDS, Once};
use chabudai_kernel::op::{Get, Put};
use chabudai_kernel::part::Word;

use crate::design::{REPLAY, WARDROBE_TABLE};
use crate::error::Result;
use crate::model::{Created, Idempotency, WardrobeId, WardrobeIdempotency};

/// AP-24: the answer that was given to this key, in a wardrobe or for the making of one.
pub async fn given(db: &Db, wardrobe: Option<WardrobeId>, key: &Word) -> Result<Option<Answered<Created>>> {
    let run = db.run(&REPLAY);
    Ok(if let Some(wardrobe) = wardrobe {
        let get = Get::new(&WARDROBE_TABLE, Idempotency::key(wardrobe, key.clone())).consistent();
        run.get::<Idempotency>(get).await?.map(|kept| answered(kept.request, kept.status, kept.body))
    } else {
        let get = Get::new(&WARDROBE_TABLE, WardrobeIdempotency::key(key.clone())).consistent();
        run.get::<WardrobeIdempotency>(get).await?.map(|kept| answered(kept.request, kept.status, kept.body))
    })
}

fn answered(request: String, status: u16, body: String) -> Answered<Created> {
    Answered { request, answer: Created { status, body } }
}

/// The write that keeps an answer, in the same transaction as what it answers.
pub fn keep(wardrobe: Option<WardrobeId>, once: &Once, created: &Created, now: i64) -> Put {
    let (key, request, ttl) = (once.key.clone(), once.request.clone(), now + KEPT_SECONDS);
    let Created { status, body } = created.clone();
    match wardrobe {
        Some(wardrobe_id) => Put::of(&Idempotency { wardrobe_id, key, request, status, body, ttl }).if_absent(),
        None => Put::of(&WardrobeIdempotency { key, request, status, body, ttl }).if_absent(),
    }
}
