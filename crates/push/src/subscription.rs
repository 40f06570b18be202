//! Where a device can be reached.

use aws_lc_rs::agreement::{ECDH_P256, ParsedPublicKey, UnparsedPublicKey};
use aws_lc_rs::{digest, hmac};
use reqwest::Url;

use crate::encode::{decode, encode};
use crate::error::NotASubscription;
use crate::reach::Reach;
use crate::seal::{AUTH, POINT, Recipient};

/// The longest endpoint. Those of the large browsers have two to five hundred characters.
const LONGEST_ENDPOINT: usize = 2000;

/// Where a device can be reached, and the keys that messages to it are sealed with. Whoever knows it can push, so it is kept like a
/// password: nothing prints it.
#[derive(Clone, PartialEq, Eq)]
pub struct Subscription {
    endpoint: Url,
    public_key: [u8; POINT],
    auth: [u8; AUTH],
}

impl Subscription {
    /// What a browser's `PushSubscription` says, if it makes sense and is within reach.
    pub fn new(endpoint: &str, p256dh: &str, auth: &str, reach: Reach) -> Result<Self, NotASubscription> {
        if endpoint.len() > LONGEST_ENDPOINT {
            return Err(NotASubscription::TooLong);
        }
        let endpoint = Url::parse(endpoint).map_err(|_| NotASubscription::Endpoint)?;
        // Escapes make it longer, and what is kept is what counts.
        if endpoint.as_str().len() > LONGEST_ENDPOINT {
            return Err(NotASubscription::TooLong);
        }
        let plain = endpoint.username().is_empty() && endpoint.password().is_none() && endpoint.fragment().is_none();
        if !plain || !endpoint.has_host() || !matches!(endpoint.scheme(), "https" | "http") {
            return Err(NotASubscription::Endpoint);
        }
        if !reach.allows_url(&endpoint) {
            return Err(NotASubscription::OutOfReach);
        }
        let public_key: [u8; POINT] = decode(p256dh).ok_or(NotASubscription::PublicKey)?;
        // A point that is not on the curve would give the key away that is agreed upon with it.
        ParsedPublicKey::try_from(UnparsedPublicKey::new(&ECDH_P256, &public_key)).map_err(|_| NotASubscription::PublicKey)?;
        let auth = decode(auth).ok_or(NotASubscription::Auth)?;
        Ok(Self { endpoint, public_key, auth })
    }

    /// The address, to keep it. It is a secret.
    pub fn endpoint(&self) -> &str {
        self.endpoint.as_str()
    }

    /// The device's public key, to keep it: 65 bytes in base64url.
    pub fn p256dh(&self) -> String {
        encode(self.public_key)
    }

    /// The secret that the device shares with this server, to keep it: 16 bytes in base64url.
    pub fn auth(&self) -> String {
        encode(self.auth)
    }

    /// A name for the device that gives nothing away: 22 characters out of `A`–`Z`, `a`–`z`, `0`–`9`, `-` and `_`. The same endpoint has
    /// the same name, however it is written and whatever the keys.
    pub fn endpoint_hash(&self) -> String {
        encode(&digest::digest(&digest::SHA256, self.endpoint.as_str().as_bytes()).as_ref()[..16])
    }

    pub(crate) fn url(&self) -> &Url {
        &self.endpoint
    }

    /// Scheme, host and port: who the push service is.
    pub(crate) fn origin(&self) -> String {
        self.endpoint.origin().ascii_serialization()
    }

    pub(crate) fn recipient(&self) -> Recipient<'_> {
        Recipient { public_key: &self.public_key, auth: &self.auth }
    }

    /// A topic as the push service sees it: the same for the same topic of this device. It may have 32 characters of base64url (RFC 8030,
    /// 5.4), and says nothing to those who do not have the device's secret.
    pub(crate) fn topic(&self, topic: &str) -> String {
        let mut digest = hmac::Context::with_key(&hmac::Key::new(hmac::HMAC_SHA256, &self.auth));
        digest.update(b"Chabudai: topic\0");
        digest.update(topic.as_bytes());
        encode(&digest.sign().as_ref()[..24])
    }
}

impl std::fmt::Debug for Subscription {
    /// The push service alone: path and keys are secrets.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Subscription").field("push_service", &self.origin()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The keys of RFC 8291's example.
    const P256DH: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const SECRET: &str = "BTBZMqHH6r4Tts7J_aSIgg";
    const ENDPOINT: &str = "https://push.example/wpush/v2/gAAAAABY";

    fn at(endpoint: &str) -> Result<Subscription, NotASubscription> {
        Subscription::new(endpoint, P256DH, SECRET, Reach::Public)
    }

    #[test]
    fn what_a_browser_says_is_kept_as_it_is() {
        let subscription = at(ENDPOINT).unwrap();
        assert_eq!((subscription.endpoint(), subscription.p256dh(), subscription.auth()), (ENDPOINT, P256DH.to_owned(), SECRET.to_owned()));
        assert_eq!(subscription.origin(), "https://push.example");
        assert_eq!(at("https://push.example:8443/x").unwrap().origin(), "https://push.example:8443");
    }

    #[test]
    fn keys_are_read_in_every_base64() {
        let standard = P256DH.replace('-', "+").replace('_', "/");
        for (p256dh, auth) in [
            (format!("{P256DH}="), format!("{SECRET}==")),
            (standard.clone(), SECRET.replace('_', "/")),
            (standard + "=", SECRET.to_owned()),
        ] {
            let subscription = Subscription::new(ENDPOINT, &p256dh, &auth, Reach::Public).unwrap();
            assert_eq!(subscription, at(ENDPOINT).unwrap());
        }
    }

    #[test]
    fn an_endpoint_that_is_none_is_refused() {
        let none = [
            "",
            "push.example",
            "/wpush",
            "ftp://push.example/",
            "mailto:a@push.example",
            "https://a@push.example/",
            "https://a:b@push.example/",
        ];
        for endpoint in none.into_iter().chain(["https://push.example/#x", "https:///", "javascript:alert(1)", "file:///etc/passwd"]) {
            let outcome = at(endpoint);
            assert!(matches!(outcome, Err(NotASubscription::Endpoint)), "{endpoint}: {outcome:?}");
        }
        for endpoint in ["http://push.example/", "https://10.0.0.1/", "https://[fd00::1]/", "https://0/", "http://localhost/"] {
            assert_eq!(at(endpoint), Err(NotASubscription::OutOfReach), "{endpoint}");
        }
        let prefix = "https://push.example/";
        let longest = format!("{prefix}{}", "a".repeat(LONGEST_ENDPOINT - prefix.len()));
        assert!(at(&longest).is_ok());
        assert_eq!(at(&(longest + "a")), Err(NotASubscription::TooLong));
        assert_eq!(at(&format!("{prefix}{}", "茶".repeat(500))), Err(NotASubscription::TooLong));
    }

    #[test]
    fn this_machine_is_reached_only_where_that_is_allowed() {
        let here = |reach| Subscription::new("http://127.0.0.1:9000/device/1", P256DH, SECRET, reach);
        assert_eq!(here(Reach::Public), Err(NotASubscription::OutOfReach));
        assert!(here(Reach::Local).is_ok());
        assert!(here(Reach::Anywhere).is_ok());
    }

    #[test]
    fn keys_that_are_none_are_refused() {
        let off_the_curve = encode([&[4][..], &[7; 64]].concat());
        let at_infinity = encode([0; 65]);
        let compressed = encode([&[2][..], &decode::<65>(P256DH).unwrap()[1..33]].concat());
        for key in ["", "!", &P256DH[..80], &off_the_curve, &at_infinity, &compressed] {
            assert_eq!(Subscription::new(ENDPOINT, key, SECRET, Reach::Public), Err(NotASubscription::PublicKey), "{key}");
        }
        for auth in ["", "BTBZMqHH6r4Tts7J_aSI", "BTBZMqHH6r4Tts7J_aSIggAA", "not base64, surely"] {
            assert_eq!(Subscription::new(ENDPOINT, P256DH, auth, Reach::Public), Err(NotASubscription::Auth), "{auth}");
        }
    }

    #[test]
    fn the_name_is_short_and_follows_the_endpoint() {
        let name = at(ENDPOINT).unwrap().endpoint_hash();
        // The first 16 bytes of its SHA-256, by `sha256sum`.
        assert_eq!(name, "AwQs9vtvcZlZ5miH5hOV3Q");
        assert_eq!(at("HTTPS://PUSH.example:443/wpush/v2/gAAAAABY").unwrap().endpoint_hash(), name);
        assert_ne!(at("https://push.example/wpush/v2/gAAAAABZ").unwrap().endpoint_hash(), name);
    }

    #[test]
    fn a_topic_is_a_digest_for_this_device() {
        let (one, other) = (at(ENDPOINT).unwrap(), Subscription::new(ENDPOINT, P256DH, "AAAAAAAAAAAAAAAAAAAAAA", Reach::Public).unwrap());
        assert_eq!(one.topic("vitamins"), one.topic("vitamins"));
        assert_ne!(one.topic("vitamins"), one.topic("antidepressants"));
        assert_ne!(one.topic("vitamins"), other.topic("vitamins"));
        assert_eq!(one.topic("").len(), 32);
    }

    #[test]
    fn printing_it_gives_nothing_away() {
        assert_eq!(format!("{:?}", at(ENDPOINT).unwrap()), "Subscription { push_service: \"https://push.example\", .. }");
    }
}
