//! Answers that are kept for a day, to be given again to the same request.

use chabudai_kernel::db::Db;
use chabudai_kernel::op::{Get, Put};
use chabudai_kernel::part::Word;

use crate::design::{REPLAY, WARDROBE_TABLE};
use crate::error::Result;
use crate::model::{Idempotency, WardrobeId, WardrobeIdempotency};

/// How long an answer is kept.
pub const KEPT_SECONDS: i64 = 24 * 60 * 60;

/// A client's key and a digest of what it asked with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Once {
    /// The key.
    pub key: Word,
    /// The digest.
    pub request: String,
}

/// An answer that was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// The digest of the request.
    pub request: String,
    /// The status.
    pub status: u16,
    /// The body.
    pub body: String,
}

/// AP-24: the answer that was given to this key, in a wardrobe or for the making of one.
pub async fn given(db: &Db, wardrobe: Option<WardrobeId>, key: &Word) -> Result<Option<Given>> {
    let run = db.run(&REPLAY);
    Ok(if let Some(wardrobe) = wardrobe {
        let get = Get::new(&WARDROBE_TABLE, Idempotency::key(wardrobe, key.clone())).consistent();
        run.get::<Idempotency>(get).await?.map(|kept| Given { request: kept.request, status: kept.status, body: kept.body })
    } else {
        let get = Get::new(&WARDROBE_TABLE, WardrobeIdempotency::key(key.clone())).consistent();
        run.get::<WardrobeIdempotency>(get).await?.map(|kept| Given { request: kept.request, status: kept.status, body: kept.body })
    })
}

/// The write that keeps an answer, in the same transaction as what it answers.
pub fn keep(wardrobe: Option<WardrobeId>, once: &Once, status: u16, body: &str, now: i64) -> Put {
    let (key, request, body, ttl) = (once.key.clone(), once.request.clone(), body.to_owned(), now + KEPT_SECONDS);
    match wardrobe {
        Some(wardrobe_id) => Put::of(&Idempotency { wardrobe_id, key, request, status, body, ttl }).if_absent(),
        None => Put::of(&WardrobeIdempotency { key, request, status, body, ttl }).if_absent(),
    }
}
