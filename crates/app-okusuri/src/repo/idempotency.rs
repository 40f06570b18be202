//! Answers that are kept for a day, to be given again to the same request.

use chabudai_identity::model::UserId;
use chabudai_kernel::db::Db;
use chabudai_kernel::op::{Get, Put};
use chabudai_kernel::part::Word;

use crate::design::{OKUSURI_TABLE, REPLAY};
use crate::error::Result;
use crate::model::{Idempotency, Log};

/// How long an answer is kept.
pub const KEPT_SECONDS: i64 = 24 * 60 * 60;

/// A key that comes with a request, and a digest of what was asked with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Once {
    /// The key.
    pub key: Word,
    /// The digest.
    pub request: String,
}

/// OK-18: what was made by a request with this key.
pub async fn given(db: &Db, user: &UserId, key: &Word) -> Result<Option<Idempotency>> {
    let get = Get::new(&OKUSURI_TABLE, Idempotency::key(user.clone(), key.clone())).consistent();
    Ok(db.run(&REPLAY).get(get).await?)
}

impl Once {
    /// By the key that a client of the API chose. Keys of clients and of forms are never the same, whatever a client chooses.
    pub fn of_client(key: &Word, request: String) -> Self {
        Self::named("api", key, request)
    }

    /// By the token and the content of a form.
    pub fn of_form(key: &Word, request: String) -> Self {
        Self::named("form", key, request)
    }

    fn named(from: &str, key: &Word, request: String) -> Self {
        Self { key: Word::new(format!("{from}-{key}")).expect("a short word before a key is a word"), request }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_of_a_client_is_one_of_a_form() {
        let key = |text: &str| Word::new(text).unwrap();
        let form = Once::of_form(&key("nonce.digest"), String::new());
        for chosen in ["nonce.digest", "form-nonce.digest", form.key.as_str()] {
            assert_ne!(Once::of_client(&key(chosen), String::new()).key, form.key, "{chosen}");
        }
        let longest = Once::of_client(&key(&"x".repeat(128)), String::new());
        assert_eq!(longest.key.as_str().len(), 132);
    }
}
