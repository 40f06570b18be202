//! Who sends: a signed statement with every message (RFC 8292), so that a push service knows this server again, and whom to write to.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use aws_lc_rs::agreement::{ECDH_P256, PrivateKey};
use aws_lc_rs::encoding::{AsBigEndian as _, EcPrivateKeyBin};
use aws_lc_rs::error::Unspecified;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use reqwest::Url;
use reqwest::header::HeaderValue;

use crate::encode::{decode, encode};
use crate::error::NotAVapidKey;

/// How long a statement holds. A day is the most that push services accept.
const HOLDS: Duration = Duration::from_hours(12);
/// A new statement is made when the old one holds no longer than this: the push service's clock is not ours.
const RENEWED: Duration = Duration::from_mins(30);
/// How many statements are kept. The browsers of the world have a handful of push services; who names thousands is up to no good.
const KEPT: usize = 64;
/// The longest subject.
const LONGEST_SUBJECT: usize = 256;

/// The key pair by which push services know this server, and where its operator can be reached.
pub struct Vapid {
    key: EcdsaKeyPair,
    public_key: String,
    subject: String,
}

impl Vapid {
    /// A new secret, as text to keep: the 32 bytes of a private key, in base64url.
    pub fn generate() -> String {
        let key = PrivateKey::generate(&ECDH_P256).expect("a system that has started gives random bytes");
        let bytes: EcPrivateKeyBin<'_> = key.as_be_bytes().expect("a key of P-256 can be written as a number");
        encode(bytes.as_ref())
    }

    /// The key pair that a secret stands for. The subject is a `mailto:` or `https:` address, for the push service's people to complain to.
    pub fn from_secret(secret: &str, subject: &str) -> Result<Self, NotAVapidKey> {
        let secret: [u8; 32] = decode(secret.trim()).ok_or(NotAVapidKey::Secret)?;
        let public_key = PrivateKey::from_private_key(&ECDH_P256, &secret)
            .map_err(|_| NotAVapidKey::Secret)?
            .compute_public_key()
            .map_err(|_| NotAVapidKey::Secret)?;
        let key = EcdsaKeyPair::from_private_key_and_public_key(&ECDSA_P256_SHA256_FIXED_SIGNING, &secret, public_key.as_ref())
            .map_err(|_| NotAVapidKey::Secret)?;
        if !is_subject(subject) {
            return Err(NotAVapidKey::Subject);
        }
        Ok(Self { key, public_key: encode(public_key), subject: subject.to_owned() })
    }

    /// The public key, as browsers want it for `applicationServerKey`: an uncompressed point in base64url.
    pub fn public_key(&self) -> &str {
        &self.public_key
    }

    /// The value of the header `Authorization`.
    fn state(&self, push_service: &str, expires: u64) -> Result<HeaderValue, Unspecified> {
        let header = encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let claims = serde_json::json!({ "aud": push_service, "exp": expires, "sub": self.subject });
        let signed = format!("{header}.{}", encode(claims.to_string()));
        let signature = encode(self.key.sign(&SystemRandom::new(), signed.as_bytes())?);
        let mut value = HeaderValue::try_from(format!("vapid t={signed}.{signature}, k={}", self.public_key)).map_err(|_| Unspecified)?;
        value.set_sensitive(true);
        Ok(value)
    }
}

impl std::fmt::Debug for Vapid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vapid").field("public_key", &self.public_key).finish_non_exhaustive()
    }
}

/// Apple refuses spaces and brackets around the address, too.
fn is_subject(subject: &str) -> bool {
    let visible =
        subject.len() <= LONGEST_SUBJECT && subject.chars().all(|letter| letter.is_ascii_graphic() && !matches!(letter, '<' | '>'));
    visible
        && match subject.strip_prefix("mailto:") {
            Some(address) => address.split_once('@').is_some_and(|(who, host)| !who.is_empty() && !host.is_empty()),
            None => Url::parse(subject).is_ok_and(|url| url.scheme() == "https"),
        }
}

/// Statements that still hold, one for each push service.
pub(crate) struct Statements {
    vapid: Vapid,
    kept: Mutex<HashMap<String, (HeaderValue, u64)>>,
}

impl Statements {
    pub(crate) fn new(vapid: Vapid) -> Self {
        Self { vapid, kept: Mutex::default() }
    }

    pub(crate) fn vapid(&self) -> &Vapid {
        &self.vapid
    }

    /// What to say to this push service, at this Unix time.
    pub(crate) fn to(&self, push_service: &str, now: u64) -> Result<HeaderValue, Unspecified> {
        // What is kept is right at every moment, so a panic elsewhere does not make it wrong.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((statement, expires)) = kept.get(push_service)
            && holds(*expires, now)
        {
            return Ok(statement.clone());
        }
        if kept.len() >= KEPT {
            kept.retain(|_, (_, expires)| holds(*expires, now));
        }
        if kept.len() >= KEPT {
            kept.clear();
        }
        let expires = now + HOLDS.as_secs();
        let statement = self.vapid.state(push_service, expires)?;
        kept.insert(push_service.to_owned(), (statement.clone(), expires));
        Ok(statement)
    }
}

/// Whether a statement is still good. One from before the clock was set back could hold longer than push services allow.
fn holds(expires: u64, now: u64) -> bool {
    expires > now + RENEWED.as_secs() && expires <= now + HOLDS.as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: u64 = 1_800_000_000;
    const SUBJECT: &str = "mailto:house@example.org";

    fn vapid() -> Vapid {
        Vapid::from_secret(&Vapid::generate(), SUBJECT).unwrap()
    }

    /// Checked by another implementation, and without a look at the clock.
    fn claims_of(statement: &HeaderValue, vapid: &Vapid) -> serde_json::Value {
        let (token, key) = statement.to_str().unwrap().strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(key, vapid.public_key());
        let point: [u8; 65] = decode(key).unwrap();
        let key = jsonwebtoken::DecodingKey::from_ec_components(&encode(&point[1..33]), &encode(&point[33..])).unwrap();
        let mut validation = jsonwebtoken::Validation::new(jsonwebtoken::Algorithm::ES256);
        validation.validate_exp = false;
        validation.validate_aud = false;
        let token = jsonwebtoken::decode::<serde_json::Value>(token, &key, &validation).unwrap();
        assert_eq!(token.header.typ.as_deref(), Some("JWT"));
        token.claims
    }

    #[test]
    fn a_secret_stands_for_one_key_pair() {
        // The application server's keys in RFC 8291's example.
        let secret = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
        let vapid = Vapid::from_secret(secret, SUBJECT).unwrap();
        assert_eq!(vapid.public_key(), "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        let printed = format!("{vapid:?}");
        assert!(printed.contains(vapid.public_key()) && !printed.contains(secret), "{printed}");
        assert_ne!(Vapid::generate(), Vapid::generate());
    }

    #[test]
    fn a_secret_that_is_none_is_refused() {
        let group_order = "_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE";
        for secret in ["", "secret", &encode([0; 32]), &encode([255; 32]), group_order, &encode([1; 31]), &encode([1; 33])] {
            assert_eq!(Vapid::from_secret(secret, SUBJECT).err(), Some(NotAVapidKey::Secret), "{secret}");
        }
    }

    #[test]
    fn the_subject_is_an_address() {
        let secret = Vapid::generate();
        for subject in ["mailto:a@b", "https://house.example/contact"] {
            assert!(Vapid::from_secret(&secret, subject).is_ok(), "{subject}");
        }
        let too_long = format!("mailto:{}@b", "a".repeat(300));
        for subject in
            ["", "a@b", "mailto:", "mailto:@b", "mailto:a@", "http://house.example/", "https://", "mailto: a@b", "mailto:<a@b>", &too_long]
        {
            assert_eq!(Vapid::from_secret(&secret, subject).err(), Some(NotAVapidKey::Subject), "{subject}");
        }
    }

    #[test]
    fn a_statement_is_signed_for_one_push_service_and_half_a_day() {
        let statements = Statements::new(vapid());
        let statement = statements.to("https://push.example", NOON).unwrap();
        let claims = claims_of(&statement, statements.vapid());
        assert_eq!(claims, serde_json::json!({ "aud": "https://push.example", "exp": NOON + 12 * 3600, "sub": SUBJECT }));
        assert!(statement.is_sensitive());
    }

    #[test]
    fn a_statement_is_made_once_until_it_nearly_ends() {
        let statements = Statements::new(vapid());
        let to = |origin, now| statements.to(origin, now).unwrap();
        let first = to("https://a.example", NOON);
        assert_eq!(to("https://a.example", NOON + 11 * 3600), first);
        assert_ne!(to("https://b.example", NOON), first);
        let later = NOON + 12 * 3600 - 60;
        assert_eq!(claims_of(&to("https://a.example", later), statements.vapid())["exp"], later + 12 * 3600);
        // The clock was a year ahead, and has been set right.
        assert_eq!(claims_of(&to("https://a.example", NOON - 31_536_000), statements.vapid())["exp"], NOON - 31_536_000 + 12 * 3600);
    }

    #[test]
    fn those_who_name_many_push_services_do_not_fill_the_memory() {
        let statements = Statements::new(vapid());
        for number in 0..3 * KEPT {
            statements.to(&format!("https://{number}.example"), NOON).unwrap();
        }
        assert!(statements.kept.lock().unwrap().len() <= KEPT);
    }
}
