//! What a provider says of somebody, and whether it may be believed.

use chabudai_kernel::part::Word;
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyAlgorithm, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::Deserialize;

/// How far two clocks may be apart, in seconds.
const LEEWAY: f64 = 60.0;
/// The longest address of a picture that is kept.
const LONGEST_PICTURE: usize = 1_000;

/// What a token or the userinfo endpoint says. Latency are numbers that may have a fraction.
#[derive(Clone, Deserialize)]
pub(super) struct Claims {
    iss: String,
    aud: Audience,
    azp: Option<String>,
    exp: f64,
    iat: f64,
    nbf: Option<f64>,
    nonce: Option<String>,
    #[serde(flatten)]
    pub(super) about: About,
}

/// What is said of a person.
#[derive(Clone, Deserialize)]
pub(super) struct About {
    pub(super) sub: String,
    pub(super) email: Option<String>,
    email_verified: Option<Flag>,
    name: Option<String>,
    preferred_username: Option<String>,
    picture: Option<String>,
}

#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

/// Some providers write `"true"`.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Flag {
    Plain(bool),
    Text(String),
}

/// Somebody at the endpoint whom a provider has vouched for.
#[derive(Clone)]
pub(crate) struct Visitor {
    /// Who they are there: it stays when their address changes.
    pub(crate) subject: Word,
    /// Their address, if the provider has seen that it is theirs.
    pub(crate) email: Option<Word>,
    /// What they are called.
    pub(crate) name: Option<String>,
    /// Their picture there.
    pub(crate) picture: Option<String>,
}

/// The key that a token names. One that names none can only mean the one there is.
pub(super) fn choose<'k>(keys: &'k [Jwk], kid: Option<&str>) -> Option<&'k Jwk> {
    let mut usable = keys.iter().filter(|key| algorithm(key).is_some());
    match kid {
        Some(kid) => usable.find(|key| key.common.key_id.as_deref() == Some(kid)),
        None => usable.next().filter(|_| usable.next().is_none()),
    }
}

/// How a key signs. The key decides, never the token: a token that says `none`, or takes a public key for a shared secret, is refused.
fn algorithm(key: &Jwk) -> Option<Algorithm> {
    use KeyAlgorithm as Declared;
    if !matches!(key.common.public_key_use, None | Some(PublicKeyUse::Signature)) {
        return None;
    }
    match (&key.algorithm, key.common.key_algorithm) {
        (AlgorithmParameters::RSA(_), None | Some(Declared::RS256)) => Some(Algorithm::RS256),
        (AlgorithmParameters::RSA(_), Some(Declared::RS384)) => Some(Algorithm::RS384),
        (AlgorithmParameters::RSA(_), Some(Declared::RS512)) => Some(Algorithm::RS512),
        (AlgorithmParameters::RSA(_), Some(Declared::PS256)) => Some(Algorithm::PS256),
        (AlgorithmParameters::RSA(_), Some(Declared::PS384)) => Some(Algorithm::PS384),
        (AlgorithmParameters::RSA(_), Some(Declared::PS512)) => Some(Algorithm::PS512),
        (AlgorithmParameters::EllipticCurve(key), None | Some(Declared::ES256)) if key.curve == EllipticCurve::P256 => {
            Some(Algorithm::ES256)
        }
        (AlgorithmParameters::EllipticCurve(key), None | Some(Declared::ES384)) if key.curve == EllipticCurve::P384 => {
            Some(Algorithm::ES384)
        }
        (AlgorithmParameters::OctetKeyPair(key), None | Some(Declared::EdDSA)) if key.curve == EllipticCurve::Ed25519 => {
            Some(Algorithm::EdDSA)
        }
        _ => None,
    }
}

/// What a token says, if this key has signed it. What it says is not looked at yet.
pub(super) fn signed(token: &str, key: &Jwk) -> Option<Claims> {
    let mut validation = Validation::new(algorithm(key)?);
    // Looked at by `refused`, with the clock that everything else here goes by.
    validation.required_spec_claims.clear();
    (validation.validate_exp, validation.validate_aud) = (false, false);
    let key = DecodingKey::from_jwk(key).ok()?;
    jsonwebtoken::decode(token, &key, &validation).ok().map(|token| token.claims)
}

impl Claims {
    /// Why a token is not for us, not from them, or not of this sign-in.
    pub(super) fn refused(&self, issuer: &str, client_id: &str, nonce: &str, now: i64) -> Option<&'static str> {
        let now = now as f64;
        let (is_for_us, is_for_others) = match &self.aud {
            Audience::One(one) => (one == client_id, false),
            Audience::Several(all) => (all.iter().any(|one| one == client_id), all.len() > 1),
        };
        let was_asked_by_us = self.azp.as_ref().map(|azp| azp == client_id);
        let reasons = [
            (self.iss != issuer, "it is of another issuer"),
            (!is_for_us, "it is for somebody else"),
            (was_asked_by_us == Some(false) || (is_for_others && was_asked_by_us.is_none()), "somebody else asked for it"),
            (self.exp <= now - LEEWAY, "it has expired"),
            (self.iat >= now + LEEWAY, "it is of the future"),
            (self.nbf.is_some_and(|nbf| nbf >= now + LEEWAY), "it is not yet good"),
            (self.nonce.as_deref() != Some(nonce), "it is of another sign-in"),
        ];
        reasons.into_iter().find_map(|(is_so, why)| is_so.then_some(why))
    }
}

impl About {
    /// Somebody, as far as it can be used here.
    pub(super) fn visitor(self) -> Option<Visitor> {
        let is_verified = match &self.email_verified {
            Some(Flag::Plain(flag)) => *flag,
            Some(Flag::Text(text)) => text == "true",
            None => false,
        };
        let email = self.email.filter(|_| is_verified).and_then(|email| crate::email::parse(&email).ok());
        let named = [self.name, self.preferred_username].into_iter().flatten().find_map(|name| plain(&name));
        let local = || email.as_ref().and_then(|email| plain(email.as_str().rsplit_once('@')?.0));
        let name = named.or_else(local);
        let picture =
            self.picture.filter(|url| url.len() <= LONGEST_PICTURE && url.starts_with("https://") && !url.contains(char::is_control));
        Some(Visitor { subject: Word::new(self.sub)?, name, email, picture })
    }
}

/// A name as it can be kept: one line, sixty characters at most.
fn plain(name: &str) -> Option<String> {
    let name: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let name: String = name.trim().chars().take(60).collect();
    Some(name.trim_end().to_owned()).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const NOW: i64 = 1_794_699_000;

    fn refused(change: impl FnOnce(&mut Value)) -> Option<&'static str> {
        let mut claims = json!({ "iss": "https://id.example.org", "aud": "us", "exp": NOW + 300, "iat": NOW, "nonce": "n", "sub": "1" });
        change(&mut claims);
        serde_json::from_value::<Claims>(claims).unwrap().refused("https://id.example.org", "us", "n", NOW)
    }

    #[test]
    fn a_token_is_for_us_from_them_and_of_now() {
        assert_eq!(refused(|_| ()), None);
        assert_eq!(refused(|claims| claims["iss"] = json!("https://id.example.org/")), Some("it is of another issuer"));
        assert_eq!(refused(|claims| claims["aud"] = json!(["us"])), None);
        assert_eq!(refused(|claims| claims["aud"] = json!(["them"])), Some("it is for somebody else"));
        assert_eq!(refused(|claims| claims["aud"] = json!([])), Some("it is for somebody else"));
        assert_eq!(refused(|claims| claims["aud"] = json!(["us", "them"])), Some("somebody else asked for it"));
        assert_eq!(refused(|claims| (claims["aud"], claims["azp"]) = (json!(["us", "them"]), json!("us"))), None);
        assert_eq!(refused(|claims| claims["azp"] = json!("them")), Some("somebody else asked for it"));
        assert_eq!(refused(|claims| claims["exp"] = json!(NOW - 59)), None);
        assert_eq!(refused(|claims| claims["exp"] = json!(NOW - 60)), Some("it has expired"));
        assert_eq!(refused(|claims| claims["iat"] = json!(NOW + 59)), None);
        assert_eq!(refused(|claims| claims["iat"] = json!(NOW + 60)), Some("it is of the future"));
        assert_eq!(refused(|claims| claims["nbf"] = json!(f64::from(NOW as u32) + 60.5)), Some("it is not yet good"));
        assert_eq!(refused(|claims| claims["nonce"] = json!("m")), Some("it is of another sign-in"));
        assert_eq!(refused(|claims| claims["nonce"] = json!(null)), Some("it is of another sign-in"));
    }

    #[test]
    fn somebody_is_taken_as_far_as_they_can_be_used() {
        let somebody = |about: Value| serde_json::from_value::<About>(about).unwrap().visitor();
        let hana =
            json!({ "sub": "1", "email": "Hana@Example.org", "email_verified": "true", "name": " は\nな ", "picture": "https://e.org/p" });
        let hana = somebody(hana).unwrap();
        assert_eq!(hana.email.unwrap().as_str(), "hana@example.org");
        assert_eq!((hana.name.as_deref(), hana.picture.as_deref()), (Some("は な"), Some("https://e.org/p")));
        let nameless =
            somebody(json!({ "sub": "1", "email": "hana@example.org", "email_verified": true, "picture": "javascript:x" })).unwrap();
        assert_eq!((nameless.name.as_deref(), nameless.picture), (Some("hana"), None));
        for flag in [json!(false), json!("false"), json!(null)] {
            assert!(somebody(json!({ "sub": "1", "email": "hana@example.org", "email_verified": flag })).unwrap().email.is_none());
        }
        assert!(somebody(json!({ "sub": "1", "email": "no address", "email_verified": true })).unwrap().email.is_none());
        assert!(somebody(json!({ "sub": "a#b" })).is_none());
    }

    #[test]
    fn the_key_says_how_it_signs() {
        let key = |key: Value| algorithm(&serde_json::from_value::<Jwk>(key).unwrap());
        let rsa = |alg: Value, usage: Value| key(json!({ "kty": "RSA", "n": "AQAB", "e": "AQAB", "alg": alg, "use": usage }));
        assert_eq!(rsa(json!(null), json!(null)), Some(Algorithm::RS256));
        assert_eq!(rsa(json!("PS256"), json!("sig")), Some(Algorithm::PS256));
        assert_eq!(rsa(json!("RS256"), json!("enc")), None);
        assert_eq!(rsa(json!("HS256"), json!("sig")), None);
        assert_eq!(rsa(json!("RSA-OAEP"), json!(null)), None);
        assert_eq!(key(json!({ "kty": "EC", "crv": "P-256", "x": "AQAB", "y": "AQAB" })), Some(Algorithm::ES256));
        assert_eq!(key(json!({ "kty": "EC", "crv": "P-256", "x": "AQAB", "y": "AQAB", "alg": "ES384" })), None);
        assert_eq!(key(json!({ "kty": "oct", "k": "AQAB", "alg": "HS256" })), None);
        assert_eq!(key(json!({ "kty": "oct", "k": "AQAB" })), None);
    }
}
