//! A device with a passkey, in software: it speaks the JSON of `navigator.credentials`, and may be told to lie.

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// Somebody was there.
pub const PRESENT: u8 = 1;
/// It was the owner.
pub const VERIFIED: u8 = 1 << 2;
/// It may be on several devices.
pub const BACKUP_ELIGIBLE: u8 = 1 << 3;
const HAS_CREDENTIAL: u8 = 1 << 6;

enum Key {
    Es256(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
}

impl Key {
    fn cose(&self) -> Vec<u8> {
        match self {
            Self::Es256(pair) => {
                let point = pair.public_key().as_ref();
                [b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20", &point[1..33], b"\x22\x58\x20", &point[33..]].concat()
            }
            Self::Ed25519(pair) => [b"\xa4\x01\x01\x03\x27\x20\x06\x21\x58\x20", pair.public_key().as_ref()].concat(),
        }
    }

    fn sign(&self, message: &[u8]) -> Vec<u8> {
        match self {
            Self::Es256(pair) => pair.sign(&SystemRandom::new(), message).expect("a key signs").as_ref().to_vec(),
            Self::Ed25519(pair) => pair.sign(message).as_ref().to_vec(),
        }
    }
}

/// A passkey on a device. What is public may be set to what an honest device would never say.
pub struct Authenticator {
    key: Key,
    /// The id of the credential.
    pub id: Vec<u8>,
    /// Where the browser believes to be.
    pub origin: String,
    /// For whom the authenticator signs; what the options say, where it is none.
    pub rp_id: Option<String>,
    /// What it says of itself.
    pub flags: u8,
    /// How often it has signed; it goes on by itself unless it is 0.
    pub count: u32,
    /// Whose it is, as it was told.
    pub user_handle: Option<String>,
    /// What else the browser says of the page.
    pub more: Value,
}

impl Authenticator {
    /// A device that makes a passkey with a key of P-256, in a browser at this origin.
    pub fn es256(origin: &str) -> Self {
        Self::with(Key::Es256(EcdsaKeyPair::generate(&ECDSA_P256_SHA256_ASN1_SIGNING).expect("a key")), origin)
    }

    /// The same with a key of Ed25519.
    pub fn ed25519(origin: &str) -> Self {
        Self::with(Key::Ed25519(Ed25519KeyPair::generate().expect("a key")), origin)
    }

    fn with(key: Key, origin: &str) -> Self {
        let id = uuid::Uuid::new_v4().as_bytes().to_vec();
        let (origin, flags) = (origin.to_owned(), PRESENT | VERIFIED);
        Self { key, id, origin, rp_id: None, flags, count: 0, user_handle: None, more: json!({}) }
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let mut data = json!({ "type": kind, "challenge": options["publicKey"]["challenge"], "origin": self.origin, "crossOrigin": false });
        for (name, value) in self.more.as_object().into_iter().flatten() {
            data[name] = value.clone();
        }
        data.to_string().into_bytes()
    }

    fn data(&self, rp_id: &Value, flags: u8) -> Vec<u8> {
        let rp_id = self.rp_id.as_deref().or(rp_id.as_str()).expect("a relying party");
        [Sha256::digest(rp_id).as_slice(), &[flags], &self.count.to_be_bytes()].concat()
    }

    /// What `navigator.credentials.create` answers to these options.
    pub fn create(&mut self, options: &Value) -> Value {
        self.user_handle = options["publicKey"]["user"]["id"].as_str().map(str::to_owned);
        let mut data = self.data(&options["publicKey"]["rp"]["id"], self.flags | HAS_CREDENTIAL);
        data.extend([[0; 16].as_slice(), &(self.id.len() as u16).to_be_bytes(), &self.id, &self.key.cose()].concat());
        let length = (data.len() as u16).to_be_bytes();
        let object = [b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59".as_slice(), &length, &data].concat();
        json!({
            "id": encode(&self.id),
            "rawId": encode(&self.id),
            "type": "public-key",
            "response": { "clientDataJSON": encode(self.client_data("webauthn.create", options)), "attestationObject": encode(object) },
            "clientExtensionResults": {},
        })
    }

    /// What `navigator.credentials.get` answers to these options.
    pub fn get(&mut self, options: &Value) -> Value {
        if self.count > 0 {
            self.count += 1;
        }
        let (client, data) = (self.client_data("webauthn.get", options), self.data(&options["publicKey"]["rpId"], self.flags));
        let signature = self.key.sign(&[data.as_slice(), &Sha256::digest(&client)].concat());
        json!({
            "id": encode(&self.id),
            "rawId": encode(&self.id),
            "type": "public-key",
            "response": {
                "clientDataJSON": encode(client),
                "authenticatorData": encode(data),
                "signature": encode(signature),
                "userHandle": self.user_handle,
            },
            "clientExtensionResults": {},
        })
    }
}

fn encode(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
