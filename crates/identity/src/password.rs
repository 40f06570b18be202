//! Passwords: what may be one, and Argon2id, away from the threads that answer.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::error::{IdentityError, IdentityReason, Result};

/// The shortest, in characters. Length is the only rule: rules about kinds of characters make passwords worse.
pub const SHORTEST: usize = 12;
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
            return refused("identity.password_short", "A password has 12 characters at least.");
        }
        if length > LONGEST {
            return refused("identity.password_long", "A password has 128 characters at most.");
        }
        let small = text.to_lowercase();
        let name = email.split('@').next().unwrap_or_default();
        let is_address = small == email || (name.len() >= 4 && small.trim_end_matches(|c: char| c.is_ascii_digit()) == name);
        if is_address || is_common(&small) || is_one_step(&small) {
            return refused("identity.password_guessable", "This password is too easy to guess.");
        }
        if is_listed(&small) {
            let message = "Many people use this password, so that others try it first. Choose a few words of your own.";
            return refused("identity.password_common", message);
        }
        Ok(Self(text.to_owned()))
    }

    /// What somebody typed to sign in: whatever it is, within bounds.
    pub fn typed(text: &str) -> Self {
        Self(text.chars().take(LONGEST + 1).collect())
    }
}

/// Passwords that are known to be common and are long enough for us: in small letters, in the order of their bytes, one a line.
static LIST: &str = include_str!("../data/common-passwords.txt");

/// Whether a text in small letters is one of the list, as it is or with signs around it.
fn is_listed(text: &str) -> bool {
    [text, text.trim_matches(|c: char| !c.is_alphanumeric())].into_iter().any(|core| is_line_of(LIST, core))
}

/// Whether a text is a line of others that are in order. The list is searched as it stands: nothing is made of it, at the start or later.
fn is_line_of(sorted: &str, text: &str) -> bool {
    let (mut rest, text) = (sorted.as_bytes(), text.as_bytes());
    while !rest.is_empty() {
        let middle = rest.len() / 2;
        let begin = rest[..middle].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let end = rest[begin..].iter().position(|byte| *byte == b'\n').map_or(rest.len(), |at| begin + at);
        match text.cmp(&rest[begin..end]) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => rest = &rest[..begin],
            std::cmp::Ordering::Greater => rest = rest.get(end + 1..).unwrap_or_default(),
        }
    }
    false
}

/// The same character again and again, or each the next of the one before.
fn is_one_step(text: &str) -> bool {
    let letters: Vec<u32> = text.chars().map(u32::from).collect();
    (-1..=1).any(|step: i64| letters.windows(2).all(|pair| i64::from(pair[1]) - i64::from(pair[0]) == step))
}

/// One of the commonest choices, or one made long enough by the usual means: digits and signs at the end, letters that look like others,
/// the whole of it again.
fn is_common(text: &str) -> bool {
    let signs = |c: char| !c.is_alphanumeric();
    // The digits of a row on the keyboard are themselves the word, so the text is looked at with them and without.
    let cores = [text, text.trim_matches(signs), text.trim_matches(|c: char| !c.is_alphabetic())];
    cores.into_iter().any(|core| is_common_word(core) || is_common_word(&core.chars().map(alike).collect::<String>()))
}

/// The letter that a digit or a sign stands for.
const fn alike(c: char) -> char {
    match c {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    }
}

/// A word of the list, once or again and again.
fn is_common_word(text: &str) -> bool {
    !text.is_empty() && COMMON.split(' ').any(|word| text.replace(word, "").is_empty())
}

/// What the commonest passwords are made of, in small letters.
const COMMON: &str = "\
    0123456789 0987654321 123456789012 1234567890 123456789 987654321 12345678 1234567 123456 112233 121212 123123 123321 123qwe \
    147258369 159357 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 696969 abc123 abcd1234 access admin \
    administrator aishiteru asdf asdfgh asdfghjkl asdfghjkl; baseball basketball changeme charlie chocolate computer daisuki default \
    doraemon dragon flower football freedom google hello helloworld iloveyou internet jordan letmein liverpool login loveme master \
    michael michelle monkey mustang nihon ninja pass passphrase passwd password passwort pikachu pokemon princess q1w2e3r4 qazwsx \
    qazwsxedc qwer qwert qwerty qwertyuiop sakura samsung secret shadow starwars sunshine superman test testtest trustno user \
    welcome whatever zaq12wsx zxcvbn zxcvbnm ちゃぶ台 パスワード あいうえお";

/// Memory, rounds and lanes as OWASP's cheat sheet has them for Argon2id (19 MiB, 2, 1).
fn hasher() -> Argon2<'static> {
    let params = Params::new(19 * 1024, 2, 1, None).expect("parameters within bounds");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// Where passwords are hashed. Each takes 19 MiB and a processor for a moment: as many at once as there are processors, and who waits too
/// long is told so, instead of everybody waiting for memory that is not there.
struct HashLimiter {
    places: Arc<Semaphore>,
    patience: Duration,
}

/// The one of this process.
static LIMITER: LazyLock<HashLimiter> =
    LazyLock::new(|| HashLimiter::new(std::thread::available_parallelism().map_or(1, usize::from), Duration::from_secs(5)));

impl HashLimiter {
    fn new(places: usize, patience: Duration) -> Self {
        Self { places: Arc::new(Semaphore::new(places)), patience }
    }

    /// Works away from the threads that answer.
    async fn work<R: Send + 'static>(&self, work: impl FnOnce() -> R + Send + 'static) -> Result<R> {
        let waiting = tokio::time::timeout(self.patience, self.places.clone().acquire_owned());
        let place = waiting.await.ok().and_then(std::result::Result::ok).ok_or(IdentityError::Own(IdentityReason::Crowded))?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            // Given back here: whoever asked may be gone by now, but the memory was in use until this moment.
            drop(place);
            done
        });
        done.await.map_err(|error| {
            tracing::error!(%error, "a password could not be hashed");
            IdentityError::Busy
        })
    }
}

/// Hashes a password. Takes a few hundredths of a second of one processor, on a thread of its own.
pub async fn hash(password: Password) -> Result<String> {
    let hashed = LIMITER.work(move || hasher().hash_password(password.0.as_bytes()).map(|hash| hash.to_string())).await?;
    hashed.map_err(|error| {
        tracing::error!(%error, "a password could not be hashed");
        IdentityError::Busy
    })
}

/// Whether a password is the one behind a hash. Without a hash it takes as long and is wrong, so that nobody learns who has an account.
pub async fn is_right(password: Password, hash: Option<String>) -> Result<bool> {
    let check = move || {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| NOBODYS.clone());
        hasher().verify_password(password.0.as_bytes(), hash.as_str()).is_ok() && known
    };
    LIMITER.work(check).await
}

/// The hash of a password that nobody knows.
static NOBODYS: LazyLock<String> = LazyLock::new(|| {
    let unknown = crate::secret::Token::random();
    hasher().hash_password(unknown.reveal().as_bytes()).expect("a password can be hashed").to_string()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_easy_to_guess_is_refused() {
        let code = |text: &str| Password::new(text, "hanako@example.org").err().map(|error| error.code());
        assert_eq!(code("正しい馬の電池と針金だ"), Some("identity.password_short"));
        assert_eq!(code("正しい馬の電池と針金です"), None);
        assert_eq!(code(&"長".repeat(129)), Some("identity.password_long"));
        for guessable in [
            "password1234",
            "PASSWORD2026!",
            "p@ssw0rd1234",
            "passwordpassword",
            "qwertyuiop123",
            "1q2w3e4r5t6y",
            "123456789012",
            "iloveyou!!!!",
            "!!letmein2026!!",
            "パスワードパスワード1234",
            "aaaaaaaaaaaa",
            "abcdefghijkl",
            "hanako@example.org",
            "hanako123456",
        ] {
            assert_eq!(code(guessable), Some("identity.password_guessable"), "{guessable}");
        }
        for good in ["correct horse battery", "my password is a song", "monkeys eat apples", "  two  spaces  ", "🍵🍡🌸🍵🍡🌸🍵🍡🌸🍵🍡🍙"]
        {
            assert_eq!(code(good), None, "{good}");
        }
    }

    #[test]
    fn what_is_known_to_be_common_is_refused() {
        let code = |text: &str| Password::new(text, "hanako@example.org").err().map(|error| error.code());
        let lines: Vec<&str> = LIST.lines().collect();
        assert!(lines.len() > 3_000 && LIST.len() < 100_000 && lines.is_sorted(), "{} lines", lines.len());
        for line in &lines {
            assert!(line.len() >= SHORTEST && line.is_ascii() && *line == line.to_lowercase(), "{line}");
            let refused = code(line).expect("it is refused");
            assert!(["identity.password_common", "identity.password_guessable"].contains(&refused), "{line}: {refused}");
            assert_eq!(code(&line.to_uppercase()), Some(refused), "{line}");
            // None of its neighbours is one.
            for other in [format!("{line}のお茶"), line[1..].to_owned(), line[..line.len() - 1].to_owned()] {
                assert!(is_line_of(LIST, &other) == lines.binary_search(&other.as_str()).is_ok(), "{other}");
            }
        }
        for common in ["unbelievable", "**Unbelievable!", "manchesterunited"] {
            assert_eq!(code(common), Some("identity.password_common"), "{common}");
        }
        for nothing in ["", "\n", "a\nb"] {
            assert!(!is_line_of(LIST, nothing), "{nothing:?}");
        }
        assert!(!is_line_of("", "") && !is_line_of("", "a") && is_line_of("a", "a") && is_line_of("a\nb", "b"));
    }

    #[tokio::test]
    async fn two_hashes_of_one_password_differ() {
        let [one, other] = [hash(Password::typed("correct horse")).await.unwrap(), hash(Password::typed("correct horse")).await.unwrap()];
        let salt = |hash: &str| hash.split('$').nth(4).unwrap().to_owned();
        assert_ne!(salt(&one), salt(&other));
        assert_eq!(salt(&one).len(), 22, "sixteen bytes in base64: {one}");
    }

    #[tokio::test]
    async fn no_part_of_a_password_is_left_out() {
        let long = format!("{}{}", "長い".repeat(63), "  ");
        assert_eq!(long.chars().count(), LONGEST);
        let hash = hash(Password::new(&long, "hanako@example.org").unwrap()).await.unwrap();
        assert!(is_right(Password::typed(&long), Some(hash.clone())).await.unwrap());
        for other in [long.trim_end().to_owned(), format!("{long}x"), long.replacen("い", "ぃ", 1)] {
            assert!(!is_right(Password::typed(&other), Some(hash.clone())).await.unwrap(), "every character counts, and every space");
        }
    }

    #[tokio::test]
    async fn a_password_is_right_or_wrong() {
        let hash = hash(Password::typed("correct horse")).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let is_right = async |text: &str, hash: Option<&str>| is_right(Password::typed(text), hash.map(str::to_owned)).await.unwrap();
        assert!(is_right("correct horse", Some(&hash)).await);
        assert!(!is_right("correct hors", Some(&hash)).await);
        assert!(!is_right("correct horse", None).await);
        assert!(!is_right("correct horse", Some("no hash")).await);
        assert_eq!(format!("{:?}", Password::typed("secret")), "Password(…)");
    }

    #[tokio::test]
    async fn as_many_are_hashed_at_once_as_there_are_places() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        static AT_ONCE: AtomicUsize = AtomicUsize::new(0);
        static MOST: AtomicUsize = AtomicUsize::new(0);
        let bench = HashLimiter::new(2, Duration::from_secs(30));
        let here = std::thread::current().id();
        let work = move || {
            MOST.fetch_max(AT_ONCE.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(20));
            AT_ONCE.fetch_sub(1, Ordering::SeqCst);
            std::thread::current().id() != here
        };
        let done = futures::future::join_all((0..10).map(|_| bench.work(work))).await;
        assert!(done.into_iter().all(|is_elsewhere| is_elsewhere.unwrap()), "the thread that answers does not work");
        assert_eq!(MOST.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn who_waits_too_long_is_told_so() {
        let bench = HashLimiter::new(1, Duration::from_millis(50));
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let long = bench.work(move || ended.recv().is_ok());
        let (crowded, long) = {
            tokio::pin!(long);
            assert!(futures::poll!(&mut long).is_pending());
            let crowded = bench.work(|| ()).await.unwrap_err();
            end.send(()).unwrap();
            (crowded, long.await.unwrap())
        };
        assert_eq!((crowded.code(), crowded.status(), long), ("identity.crowded", 503, true));
        bench.work(|| ()).await.unwrap();
    }

    #[tokio::test]
    async fn a_place_is_taken_until_the_work_is_done() {
        let bench = HashLimiter::new(1, Duration::from_millis(50));
        let (end, ended) = std::sync::mpsc::channel::<()>();
        {
            let gone = bench.work(move || ended.recv().is_ok());
            tokio::pin!(gone);
            assert!(futures::poll!(&mut gone).is_pending());
        }
        // Whoever asked has hung up; the work goes on.
        assert_eq!(bench.work(|| ()).await.unwrap_err().code(), "identity.crowded");
        end.send(()).unwrap();
        bench.work(|| ()).await.unwrap();
    }
}
