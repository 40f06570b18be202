//! A browser's half of Web Push: makes the keys of a subscription, and opens what is sealed for them.
//!
//! Written from RFC 8291 and RFC 8188 with HMAC alone, not with the functions that messages are sealed with: a mistake would have to be
//! made twice to go unseen.

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey, UnparsedPublicKey, agree};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// The keys of one subscription.
pub struct Keys {
    private: PrivateKey,
    public: Vec<u8>,
    auth: [u8; 16],
}

impl Keys {
    /// New ones.
    #[expect(clippy::new_without_default, reason = "a default would not be a new one each time")]
    pub fn new() -> Self {
        let mut auth = [0; 16];
        aws_lc_rs::rand::fill(&mut auth).expect("the system gives random bytes");
        Self::from(PrivateKey::generate(&ECDH_P256).expect("the system gives random bytes"), auth)
    }

    fn from(private: PrivateKey, auth: [u8; 16]) -> Self {
        let public = private.compute_public_key().expect("a private key has a public one").as_ref().to_vec();
        Self { private, public, auth }
    }

    /// The public key, as a browser writes it.
    pub fn p256dh(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(&self.public)
    }

    /// The shared secret, as a browser writes it.
    pub fn auth(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.auth)
    }

    /// Opens a sealed body, or says what is wrong with it.
    pub fn open(&self, sealed: &[u8]) -> Result<Vec<u8>, &'static str> {
        let (salt, rest) = sealed.split_at_checked(16).ok_or("there is no salt")?;
        let (size, rest) = rest.split_first_chunk::<4>().ok_or("there is no record size")?;
        let (length, rest) = rest.split_first().ok_or("there is no length of a key")?;
        let (sender, record) = rest.split_at_checked(usize::from(*length)).ok_or("there is no key")?;
        if sender.len() != 65 || sender[0] != 4 {
            return Err("the sender's key is no uncompressed point");
        }
        if record.len() > u32::from_be_bytes(*size) as usize {
            return Err("there is more than one record");
        }

        let shared = agree(&self.private, UnparsedPublicKey::new(&ECDH_P256, sender), "the sender's key is not on the curve", |secret| {
            Ok(secret.to_vec())
        })?;
        let for_both = hmac(&self.auth, &[&shared]);
        let material = hmac(&for_both, &[b"WebPush: info\0", &self.public, sender, &[1]]);
        let for_message = hmac(salt, &[&material]);
        let key = &hmac(&for_message, &[b"Content-Encoding: aes128gcm\0\x01"])[..16];
        let nonce = &hmac(&for_message, &[b"Content-Encoding: nonce\0\x01"])[..12];

        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, key).expect("the key has sixteen bytes"));
        let nonce = Nonce::try_assume_unique_for_key(nonce).expect("the nonce has twelve bytes");
        let mut record = record.to_vec();
        let opened = key.open_in_place(nonce, Aad::empty(), &mut record).map_err(|_| "it was not sealed for this device")?;
        let end = opened.iter().rposition(|byte| *byte != 0).ok_or("it is nothing but padding")?;
        if opened[end] != 2 {
            return Err("the last record does not end as one");
        }
        Ok(opened[..end].to_vec())
    }
}

fn hmac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("every length of key will do");
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8291, section 5.
    #[test]
    fn the_example_of_the_standard_is_opened() {
        let bytes = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).unwrap();
        let private = PrivateKey::from_private_key(&ECDH_P256, &bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")).unwrap();
        let keys = Keys::from(private, bytes("BTBZMqHH6r4Tts7J_aSIgg").try_into().unwrap());
        assert_eq!(keys.p256dh(), "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        let sealed = bytes(
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
             pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
        );
        assert_eq!(keys.open(&sealed).unwrap(), b"When I grow up, I want to be a watermelon");
        for cut in 0..sealed.len() {
            assert!(keys.open(&sealed[..cut]).is_err(), "cut at {cut}");
        }
    }
}
