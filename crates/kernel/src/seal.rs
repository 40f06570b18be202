//! Texts that go out and come back: nobody reads or changes them on the way, and one that was sealed for something else does not open.
//!
//! AES-SIV needs no random nonce, so the kernel stays pure and one content always has one text.

use aes_siv::KeyInit as _;
use aes_siv::siv::Aes256Siv;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha512};

/// Seals and opens for one purpose, with a key of the server's.
#[derive(Clone)]
pub struct Seal {
    purpose: &'static [u8],
    key: aes_siv::Key<Aes256Siv>,
}

impl std::fmt::Debug for Seal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seal { .. }")
    }
}

impl Seal {
    /// Derives a key from a secret of any length. The same secret makes another key for another purpose.
    pub fn new(purpose: &'static [u8], secret: &[u8]) -> Self {
        let digest = Sha512::new().chain_update(purpose).chain_update(secret).finalize();
        let mut key = aes_siv::Key::<Aes256Siv>::default();
        key.copy_from_slice(&digest);
        Self { purpose, key }
    }

    /// The text that opens to this content, together with what it is bound to.
    pub fn seal(&self, bound_to: &[u8], content: &[u8]) -> String {
        let sealed = Aes256Siv::new(&self.key).encrypt([self.purpose, bound_to], content);
        URL_SAFE_NO_PAD.encode(sealed.expect("two headers are within the limit of 126"))
    }

    /// The content of a text that was sealed here, for this purpose, and bound to this.
    pub fn open(&self, bound_to: &[u8], text: &str) -> Option<Vec<u8>> {
        let sealed = URL_SAFE_NO_PAD.decode(text).ok()?;
        Aes256Siv::new(&self.key).decrypt([self.purpose, bound_to], &sealed).ok()
    }
}

/// A short text that stands for a content: the same for the same, and no other has it. It hides nothing that can be guessed.
pub fn digest(content: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(&Sha512::digest(content)[..32])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_opens_for_its_purpose_and_for_what_it_is_bound_to() {
        let seal = Seal::new(b"a purpose", b"a secret");
        let text = seal.seal(b"hana", b"content");
        assert_eq!(seal.open(b"hana", &text).as_deref(), Some(&b"content"[..]));
        assert_eq!(seal.open(b"taro", &text), None);
        assert_eq!(Seal::new(b"another purpose", b"a secret").open(b"hana", &text), None);
        assert_eq!(Seal::new(b"a purpose", b"another secret").open(b"hana", &text), None);
        assert_eq!(seal.open(b"hana", &text[1..]), None);
        assert_eq!(seal.seal(b"hana", b"content"), text, "one content, one text");
    }
}
