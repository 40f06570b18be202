//! Access tokens that are good for a quarter of an hour, and refresh tokens of which each is good once.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_kernel::part::{KeyPart, Word};
use chabudai_kernel::seal::{Seal, digest};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha512};

use crate::model::CompanyId;

/// How long an access token is good, in seconds.
pub(super) const ACCESS_SECONDS: i64 = 15 * 60;
/// Who issues it.
const ISSUER: &str = "chabudai-chirashi";

/// Whose token it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Audience {
    /// Somebody who uses the app.
    User,
    /// Staff.
    Staff,
}

/// What an access token says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Claims {
    iss: String,
    /// Whose.
    pub sub: String,
    aud: Audience,
    /// Which session.
    pub fam: Word,
    /// Of which epoch.
    pub epoch: u64,
    /// Of which company, for staff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<CompanyId>,
    iat: i64,
    exp: i64,
}

/// What somebody is given who signs in or comes back.
#[derive(Clone, PartialEq, Eq)]
pub struct Pair {
    /// Opens what is theirs, for a quarter of an hour.
    pub access: String,
    /// Gives the next pair, once.
    pub refresh: String,
    /// How long the first is good, in seconds.
    pub expires_in: i64,
}

impl std::fmt::Debug for Pair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Pair(…)")
    }
}

/// What a refresh token names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Refresh {
    /// Which session.
    pub family: Word,
    /// Whose.
    pub owner: String,
    /// What it hashes to.
    pub hash: Word,
}

/// The keys that tokens are made with.
pub(super) struct Tokens {
    signing: EncodingKey,
    checking: DecodingKey,
    refresh: Seal,
}

impl Tokens {
    pub(super) fn new(secret: &[u8]) -> Self {
        let key = Sha512::new().chain_update(b"chirashi access tokens 1").chain_update(secret).finalize();
        Self {
            signing: EncodingKey::from_secret(&key),
            checking: DecodingKey::from_secret(&key),
            refresh: Seal::new(b"chirashi refresh tokens 1", secret),
        }
    }

    /// An access token.
    pub(super) fn access(&self, aud: Audience, sub: String, fam: Word, epoch: u64, company: Option<CompanyId>, now: i64) -> String {
        let claims = Claims { iss: ISSUER.to_owned(), sub, aud, fam, epoch, company, iat: now, exp: now + ACCESS_SECONDS };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.signing).expect("claims are JSON, and the key signs")
    }

    /// What a token says, if it is one of ours, for this audience, and not too old by our clock.
    pub(super) fn read(&self, aud: Audience, token: &str, now: i64) -> Option<Claims> {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        validation.validate_exp = false;
        validation.validate_aud = false;
        let claims = jsonwebtoken::decode::<Claims>(token, &self.checking, &validation).ok()?.claims;
        (claims.aud == aud && claims.iat <= now + 60 && now < claims.exp).then_some(claims)
    }

    /// A refresh token. It is sealed, so that whoever knows the name of a session cannot make one up, not even to end it.
    pub(super) fn refresh(&self, aud: Audience, family: &Word, owner: &str) -> (String, Word) {
        let mut random = [0; 24];
        getrandom::fill(&mut random).expect("the operating system gives random bytes");
        let content = format!("{family} {owner} {}", URL_SAFE_NO_PAD.encode(random));
        let token = self.refresh.seal(bound(aud), content.as_bytes());
        let hash = hash_of(&token);
        (token, hash)
    }

    /// What a refresh token names, if we made it for this audience.
    pub(super) fn open(&self, aud: Audience, token: &str) -> Option<Refresh> {
        let content = String::from_utf8(self.refresh.open(bound(aud), token)?).ok()?;
        let mut parts = content.split(' ');
        let (family, owner) = (Word::parse(parts.next()?)?, parts.next()?.to_owned());
        Some(Refresh { family, owner, hash: hash_of(token) })
    }
}

fn bound(aud: Audience) -> &'static [u8] {
    match aud {
        Audience::User => b"user",
        Audience::Staff => b"staff",
    }
}

fn hash_of(token: &str) -> Word {
    Word::new(digest(token.as_bytes())).expect("a digest is a word")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_for_one_audience_and_for_a_quarter_of_an_hour() {
        let tokens = Tokens::new(b"secret");
        let family = Word::new("f1").unwrap();
        let token = tokens.access(Audience::User, "user_1".to_owned(), family.clone(), 3, None, 1_000);
        let claims = tokens.read(Audience::User, &token, 1_000 + ACCESS_SECONDS - 1).unwrap();
        assert_eq!((claims.sub.as_str(), &claims.fam, claims.epoch), ("user_1", &family, 3));
        assert_eq!(tokens.read(Audience::User, &token, 1_000 + ACCESS_SECONDS), None);
        assert_eq!(tokens.read(Audience::Staff, &token, 1_000), None);
        assert_eq!(Tokens::new(b"other").read(Audience::User, &token, 1_000), None);
        assert_eq!(tokens.read(Audience::User, &format!("{token}x"), 1_000), None);
        // One that says that nobody signed it.
        let unsigned = format!("eyJhbGciOiJub25lIn0.{}.", token.split('.').nth(1).unwrap());
        assert_eq!(tokens.read(Audience::User, &unsigned, 1_000), None);
    }

    #[test]
    fn a_refresh_token_cannot_be_made_up() {
        let tokens = Tokens::new(b"secret");
        let family = Word::new("f1").unwrap();
        let (one, hash) = tokens.refresh(Audience::User, &family, "user_1");
        let (other, _) = tokens.refresh(Audience::User, &family, "user_1");
        assert_ne!(one, other);
        assert_eq!(tokens.open(Audience::User, &one), Some(Refresh { family, owner: "user_1".to_owned(), hash }));
        assert_eq!(tokens.open(Audience::Staff, &one), None);
        assert_eq!(Tokens::new(b"other").open(Audience::User, &one), None);
    }
}
