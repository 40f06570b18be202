//! The push service for tests refuses what a strict one would refuse, so that a test which passes with it says something.

use std::time::{Duration, SystemTime};

use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chabudai_testkit::push::{Device, Latency, PushService, Reply};
use chabudai_testkit::{Answer, Ask};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value, json};

struct Sender {
    signing: EncodingKey,
    public_key: String,
}

impl Sender {
    fn new() -> Self {
        let key = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).unwrap();
        let signing = EncodingKey::from_ec_der(key.to_pkcs8v1().unwrap().as_ref());
        Self { signing, public_key: BASE64_URL_SAFE_NO_PAD.encode(key.public_key().as_ref()) }
    }

    fn sign(&self, claims: &Value) -> String {
        jsonwebtoken::encode(&Header::new(Algorithm::ES256), claims, &self.signing).unwrap()
    }

    fn vapid(&self, claims: &Value) -> String {
        format!("vapid t={}, k={}", self.sign(claims), self.public_key)
    }
}

fn split(device: &Device) -> (&str, &str) {
    let rest = device.endpoint.strip_prefix("http://").unwrap();
    rest.split_at(rest.find('/').unwrap())
}

fn good_claims(device: &Device) -> Value {
    let hours_on = SystemTime::now() + Duration::from_hours(6);
    let exp = hours_on.duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
    json!({ "aud": format!("http://{}", split(device).0), "exp": exp, "sub": "mailto:a@b" })
}

fn with(mut claims: Value, name: &str, value: Value) -> Value {
    claims[name] = value;
    claims
}

fn ask(device: &Device, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    let (address, path) = split(device);
    let ask = Ask::new(address.parse().unwrap(), "POST", path).header("connection", "close").untyped(body);
    headers.iter().fold(ask, |ask, (name, value)| ask.header(name, value)).send()
}

#[test]
fn a_sender_who_is_not_who_they_say_is_refused() {
    let service = PushService::start();
    let (sender, impostor) = (Sender::new(), Sender::new());
    let device = service.device_of(&sender.public_key);
    let good = good_claims(&device);
    let exp = good["exp"].as_u64().unwrap();
    let cases = [
        (401, "Bearer token".to_owned()),
        (401, format!("vapid t={}", sender.sign(&good))),
        (401, format!("vapid t={}, k=AAAA", sender.sign(&good))),
        (403, format!("vapid t={}, k={}", impostor.sign(&good), sender.public_key)),
        (403, impostor.vapid(&good)),
        (403, sender.vapid(&with(good.clone(), "aud", json!("https://push.example")))),
        (403, sender.vapid(&with(good.clone(), "exp", json!(exp - 7 * 3600)))),
        (403, sender.vapid(&with(good.clone(), "exp", json!(exp + 24 * 3600)))),
        (403, sender.vapid(&with(good.clone(), "sub", json!("nobody")))),
        (403, sender.vapid(&json!({ "aud": good["aud"], "exp": exp }))),
    ];
    for (count, (status, authorization)) in cases.iter().enumerate() {
        ask(&device, &[("authorization", authorization), ("ttl", "60"), ("content-encoding", "aes128gcm")], b"").expect(*status);
        assert_eq!(service.complaints().len(), count + 1);
    }
    ask(&device, &[("ttl", "60"), ("content-encoding", "aes128gcm")], b"").expect(401);
    assert!(service.received().is_empty());
}

#[test]
fn a_message_in_another_form_is_refused() {
    let service = PushService::start();
    let (sender, device) = (Sender::new(), service.device());
    let vapid = sender.vapid(&good_claims(&device));
    let try_it = |changed: (&str, Option<&str>), body: &[u8]| {
        let good =
            [("authorization", vapid.as_str()), ("ttl", "60"), ("urgency", "low"), ("topic", "abc"), ("content-encoding", "aes128gcm")];
        let kept = good.into_iter().filter(|(name, _)| *name != changed.0);
        let headers: Vec<_> = kept.chain(changed.1.map(|value| (changed.0, value))).collect();
        ask(&device, &headers, body)
    };
    try_it(("ttl", None), b"").expect(400);
    try_it(("ttl", Some("an hour")), b"").expect(400);
    try_it(("urgency", Some("very high")), b"").expect(400);
    try_it(("topic", Some("with spaces")), b"").expect(400);
    try_it(("topic", Some(&"a".repeat(33))), b"").expect(400);
    try_it(("content-encoding", None), b"").expect(415);
    try_it(("content-encoding", Some("aesgcm")), b"").expect(415);
    try_it(("", None), &[0; 4097]).expect(413);
    assert!(try_it(("", None), b"in clear").expect(400).text().starts_with("the device cannot open it"));
    assert_eq!((service.complaints().len(), service.asked(&device), service.received().len()), (9, 9, 0));
}

#[test]
fn it_does_what_it_is_told_as_often_as_it_is_told() {
    let service = PushService::start();
    let (device, other) = (service.device(), service.device());
    service.tell(&device, Reply::RetryAfter(429, "7".to_owned()), Latency::Next(2));
    for _ in 0..2 {
        assert_eq!(ask(&device, &[], b"").expect(429).header("retry-after"), Some("7"));
    }
    ask(&device, &[], b"").expect(401);
    ask(&other, &[], b"").expect(401);
    service.tell(&device, Reply::Status(410), Latency::Always);
    for _ in 0..3 {
        ask(&device, &[], b"").expect(410);
    }
    assert_eq!((service.asked(&device), service.asked(&other)), (6, 1));
}

#[test]
#[should_panic(expected = "0 of 1 messages have arrived within 50ms; what was not taken: [\"nobody says who sends\"]")]
fn a_wait_in_vain_says_what_came_instead() {
    let service = PushService::start();
    ask(&service.device(), &[], b"");
    service.wait_for_blocking(1, Duration::from_millis(50));
}
