//! Passwords: what may be one, and Argon2id, away from the threads that answer.

use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};

use crate::error::{IdentityError, Result};

/// The shortest, in characters. Length is the only rule: rules about kinds of characters make passwords worse.
pub const SHORTEST: usize = 10;
/// The longest, in characters, so that hashing one stays bounded.
pub const LONGEST: usize = 128;

/// A password that may be kept. It prints as nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(…)")
    }
}

impl Password {
    /// A new password, which has to keep the rules. Neither the address nor the commonest choices will do.
    pub fn new(text: &str, email: &str) -> Result<Self> {
        let refused = |code, message| Err(IdentityError::Invalid { field: "password", code, message });
        let length = text.chars().count();
        if length < SHORTEST {
            return refused("identity.password_short", "A password has 10 characters at least.");
        }
        if length > LONGEST {
            return refused("identity.password_long", "A password has 128 characters at most.");
        }
        let small = text.to_lowercase();
        let name = email.split('@').next().unwrap_or_default();
        let is_address = small == email || (name.len() >= 4 && small.trim_end_matches(|c: char| c.is_ascii_digit()) == name);
        if is_address || COMMON.contains(&small.as_str()) || is_one_step(&small) {
            return refused("identity.password_guessable", "This password is too easy to guess.");
        }
        Ok(Self(text.to_owned()))
    }

    /// What somebody typed to sign in: whatever it is, within bounds.
    pub fn typed(text: &str) -> Self {
        Self(text.chars().take(LONGEST + 1).collect())
    }
}

/// The same character again and again, or each the next of the one before.
fn is_one_step(text: &str) -> bool {
    let letters: Vec<u32> = text.chars().map(u32::from).collect();
    (-1..=1).any(|step: i64| letters.windows(2).all(|pair| i64::from(pair[1]) - i64::from(pair[0]) == step))
}

/// Of the commonest passwords those that are long enough to be allowed.
const COMMON: &[&str] = &[
    "1234567890",
    "12345678910",
    "0123456789",
    "0987654321",
    "1q2w3e4r5t",
    "1qaz2wsx3edc",
    "qwertyuiop",
    "qwerty12345",
    "qwerty123456",
    "password12",
    "password123",
    "password1234",
    "passw0rd123",
    "iloveyou12",
    "iloveyou123",
    "administrator",
    "welcome123",
    "letmein123",
    "changeme123",
    "asdfghjkl1",
    "asdfghjkl;",
    "zxcvbnm123",
    "aa12345678",
    "abcd123456",
    "abc1234567",
    "a123456789",
    "123456789a",
    "google1234",
    "princess123",
    "sunshine123",
    "football123",
    "baseball123",
    "superman123",
    "pokemon123",
    "doraemon123",
    "sakura1234",
    "nihon12345",
];

/// Memory, rounds and lanes as OWASP's cheat sheet has them for Argon2id (19 MiB, 2, 1).
fn hasher() -> Argon2<'static> {
    let params = Params::new(19 * 1024, 2, 1, None).expect("parameters within bounds");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// Hashes a password. Takes a few hundredths of a second of one processor, on a thread of its own.
pub async fn hash(password: Password) -> Result<String> {
    let hashed = tokio::task::spawn_blocking(move || hasher().hash_password(password.0.as_bytes()).map(|hash| hash.to_string()));
    match hashed.await {
        Ok(Ok(hash)) => Ok(hash),
        failed => {
            tracing::error!(?failed, "a password could not be hashed");
            Err(IdentityError::Busy)
        }
    }
}

/// Whether a password is the one behind a hash. Without a hash it takes as long and is wrong, so that nobody learns who has an account.
pub async fn is_right(password: Password, hash: Option<String>) -> bool {
    let checked = tokio::task::spawn_blocking(move || {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| NOBODYS.clone());
        hasher().verify_password(password.0.as_bytes(), hash.as_str()).is_ok() && known
    });
    checked.await.unwrap_or(false)
}

/// The hash of a password that nobody knows.
static NOBODYS: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| {
    let unknown = crate::secret::Token::random();
    hasher().hash_password(unknown.reveal().as_bytes()).expect("a password can be hashed").to_string()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_easy_to_guess_is_refused() {
        let code = |text: &str| Password::new(text, "hanako@example.org").err().map(|error| error.code());
        assert_eq!(code("正しい馬の電池と針"), Some("identity.password_short"));
        assert_eq!(code("正しい馬の電池と針金"), None);
        assert_eq!(code(&"長".repeat(129)), Some("identity.password_long"));
        for guessable in ["password123", "PASSWORD123", "aaaaaaaaaaaa", "abcdefghijkl", "9876543210", "hanako@example.org", "hanako123456"]
        {
            assert_eq!(code(guessable), Some("identity.password_guessable"), "{guessable}");
        }
    }

    #[tokio::test]
    async fn a_password_is_right_or_wrong() {
        let hash = hash(Password::typed("correct horse")).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(is_right(Password::typed("correct horse"), Some(hash.clone())).await);
        assert!(!is_right(Password::typed("correct hors"), Some(hash)).await);
        assert!(!is_right(Password::typed("correct horse"), None).await);
        assert!(!is_right(Password::typed("correct horse"), Some("no hash".to_owned())).await);
        assert_eq!(format!("{:?}", Password::typed("secret")), "Password(…)");
    }
}
