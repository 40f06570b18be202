//! A request that may be sent again without doing its work twice: by which key it is known, and what it asked.
//!
//! An app keeps an item per key, written in the transaction of the work and only if no other is there; [`Once::replay`] tells what it
//! means that one is.

use crate::error::{AppError, OwnReason};
use crate::part::Word;

/// How long an answer is kept for whoever asks again, in seconds.
pub const KEPT_SECONDS: i64 = 24 * 60 * 60;

/// A key that comes with a request, and a digest of what was asked with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Once {
    /// The key.
    pub key: Word,
    /// The digest.
    pub request: String,
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

    /// The answer that was given to a request with this key, if it was the same request.
    pub fn replay<T, Own: OwnReason>(&self, given: Answered<T>) -> Result<T, AppError<Own>> {
        if given.request == self.request { Ok(given.answer) } else { Err(AppError::KeyReused) }
    }
}

/// What was answered to a request, and what it had asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered<T> {
    /// The digest of the request.
    pub request: String,
    /// The answer.
    pub answer: T,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_cannot_choose_the_key_of_a_form() {
        let key = |text: &str| Word::new(text).unwrap();
        let form = Once::of_form(&key("nonce.digest"), String::new());
        for chosen in ["nonce.digest", "form-nonce.digest", form.key.as_str()] {
            assert_ne!(Once::of_client(&key(chosen), String::new()).key, form.key, "{chosen}");
        }
        let longest = Once::of_client(&key(&"x".repeat(128)), String::new());
        assert_eq!(longest.key.as_str().len(), 132);
    }
}
