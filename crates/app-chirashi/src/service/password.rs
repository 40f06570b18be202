//! Passwords: what may be one, and bcrypt, away from the threads that answer.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use tokio::sync::Semaphore;

use crate::error::{ChirashiError, ChirashiReason, Result, invalid};

/// The shortest, in bytes.
const SHORTEST: usize = 8;
/// The longest, in bytes: all that bcrypt looks at. A longer one is refused, because its end would not count.
const LONGEST: usize = 72;
/// How long somebody waits for a processor.
const PATIENCE: Duration = Duration::from_secs(5);

/// As many at once as there are processors: each takes one for a quarter of a second.
static PLACES: LazyLock<Arc<Semaphore>> =
    LazyLock::new(|| Arc::new(Semaphore::new(std::thread::available_parallelism().map_or(1, usize::from))));

/// A password. It prints as nothing.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Password(String);

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(…)")
    }
}

impl Password {
    /// A new password, which has to keep the rules.
    pub(super) fn new(text: &str, name: &str) -> Result<Self> {
        if !(SHORTEST..=LONGEST).contains(&text.len()) || text.contains('\0') {
            return invalid(
                "password",
                "chirashi.password_length",
                "A password has 8 to 72 bytes: letters and digits count as one, kana and kanji as three.",
            );
        }
        let small = text.to_lowercase();
        let local = name.split('@').next().unwrap_or_default();
        let is_one_step = |step: i64| {
            let letters: Vec<i64> = small.chars().map(|c| i64::from(u32::from(c))).collect();
            letters.windows(2).all(|pair| pair[1] - pair[0] == step)
        };
        let core = small.trim_matches(|c: char| !c.is_alphabetic());
        let is_common = COMMON.split(' ').any(|word| word == small || word == core);
        if small == name || core == local || is_common || (-1..=1).any(is_one_step) {
            return invalid("password", "chirashi.password_guessable", "This password is too easy to guess.");
        }
        Ok(Self(text.to_owned()))
    }

    /// What somebody typed to sign in, whatever it is.
    pub(super) fn typed(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// What the commonest passwords are made of.
const COMMON: &str = "password passw0rd 12345678 123456789 1234567890 87654321 11111111 00000000 qwertyui qwertyuiop asdfghjk asdfghjkl zxcvbnm \
    1q2w3e4r 1qaz2wsx iloveyou sunshine princess football baseball letmein welcome administrator admin abcd1234 changeme secret doraemon pikachu";

async fn work<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> Result<R> {
    let waiting = tokio::time::timeout(PATIENCE, PLACES.clone().acquire_owned());
    let place = waiting.await.ok().and_then(std::result::Result::ok).ok_or(ChirashiReason::Crowded)?;
    let done = tokio::task::spawn_blocking(move || {
        let done = work();
        // Given back here: whoever asked may be gone by now, but the processor was in use until this moment.
        drop(place);
        done
    });
    done.await.map_err(|error| {
        tracing::error!(%error, "a password could not be hashed");
        ChirashiError::Busy
    })
}

/// Hashes a password.
pub(super) async fn hash(password: Password, cost: u32) -> Result<String> {
    let hashed = work(move || {
        // Of exactly 72 bytes none is cut off; the function that refuses to cut wants room for one more.
        if password.0.len() == LONGEST { bcrypt::hash(&password.0, cost) } else { bcrypt::non_truncating_hash(&password.0, cost) }
    });
    hashed.await?.map_err(|error| {
        tracing::error!(%error, "a password could not be hashed");
        ChirashiError::Busy
    })
}

/// Whether a password is the one behind a hash. Without a hash it takes as long and is wrong, so that nobody learns who has an account.
pub(super) async fn is_right(password: Password, hash: Option<String>, cost: u32) -> Result<bool> {
    work(move || {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| nobodys(cost));
        // What is too long can be nobody's; it is compared as far as bcrypt looks, so that it takes as long.
        let fits = password.0.len() <= LONGEST;
        let same = bcrypt::verify(&password.0, &hash).unwrap_or(false);
        known && fits && same
    })
    .await
}

/// The hash of a password that nobody knows, as costly as any other: a salt and a digest of nothing but zeros.
fn nobodys(cost: u32) -> String {
    format!("$2b${cost:02}${}", ".".repeat(22 + 31))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_short_too_long_or_easy_is_refused() {
        let code = |text: &str| Password::new(text, "hanako@example.org").err().map(|error| error.code());
        assert_eq!(
            [code("2short!"), code(&"x1".repeat(37)), code("あいう")],
            [Some("chirashi.password_length"), Some("chirashi.password_length"), None]
        );
        assert_eq!(code(&"ab3 ".repeat(18)), None, "exactly 72 bytes");
        for easy in ["password", "Password1!", "12345678", "aaaaaaaa", "abcdefgh", "hanako@example.org", "hanako123", "1qaz2wsx"] {
            assert_eq!(code(easy), Some("chirashi.password_guessable"), "{easy}");
        }
        assert_eq!(format!("{:?}", Password::typed("secret")), "Password(…)");
    }

    #[tokio::test]
    async fn every_byte_counts_up_to_the_last() {
        for length in [8, 71, 72] {
            let text: String = "k9 flyer ".chars().cycle().take(length).collect();
            let hash = hash(Password::new(&text, "").unwrap(), 4).await.unwrap();
            assert!(hash.starts_with("$2b$04$"), "{hash}");
            assert!(is_right(Password::typed(&text), Some(hash.clone()), 4).await.unwrap());
            let other = format!("{}~", &text[..length - 1]);
            assert!(!is_right(Password::typed(&other), Some(hash.clone()), 4).await.unwrap(), "the last of {length} bytes counts");
            assert!(!is_right(Password::typed(&format!("{text}x")), Some(hash), 4).await.unwrap(), "one more than {length} is another");
        }
    }

    #[tokio::test]
    async fn nobodys_password_takes_as_long_and_is_wrong() {
        assert!(bcrypt::verify("x", &nobodys(4)).is_ok(), "it is a hash like any other: {}", nobodys(4));
        assert!(!is_right(Password::typed("x"), None, 4).await.unwrap());
    }
}
