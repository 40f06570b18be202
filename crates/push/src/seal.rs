//! Sealing a message so that only the device can open it: `aes128gcm` (RFC 8188) with keys agreed upon as Web Push does it (RFC 8291).

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey, UnparsedPublicKey, agree};
use aws_lc_rs::error::Unspecified;
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};

use crate::message::LONGEST_BODY;

/// The length of a public key: a point of P-256, uncompressed.
pub(crate) const POINT: usize = 65;
/// The length of the secret that a device shares with its server.
pub(crate) const AUTH: usize = 16;
const SALT: usize = 16;

/// The size that a receiver has to be ready for. There is one record, and it is never longer than this.
const RECORD_SIZE: u32 = 4096;
/// Behind the body in the last record; zeros follow.
const END_OF_BODY: u8 = 2;

/// The lengths that a body is rounded up to, so that a length tells next to nothing. Firefox on Android refuses what is longer than some
/// 2,800 bytes when sealed, so short messages must not be padded to the full length (web-push-libs/web-push-php#108).
const LENGTHS: [usize; 3] = [1024, 2048, LONGEST_BODY];

/// For whom a message is sealed.
pub(crate) struct Recipient<'a> {
    pub(crate) public_key: &'a [u8; POINT],
    pub(crate) auth: &'a [u8; AUTH],
}

/// What differs from message to message, so that no two are sealed with the same key.
struct Fresh {
    salt: [u8; SALT],
    key: PrivateKey,
}

impl Fresh {
    fn new() -> Result<Self, Unspecified> {
        let mut salt = [0; SALT];
        aws_lc_rs::rand::fill(&mut salt)?;
        Ok(Self { salt, key: PrivateKey::generate(&ECDH_P256)? })
    }
}

/// The length that a body is padded to; none if it is too long.
pub(crate) fn padded_length(body: usize) -> Option<usize> {
    LENGTHS.into_iter().find(|length| body <= *length)
}

/// Seals a body for a device, padded to this length.
pub(crate) fn seal(body: &[u8], padded: usize, recipient: &Recipient<'_>) -> Result<Vec<u8>, Unspecified> {
    seal_with(&Fresh::new()?, body, padded, recipient)
}

fn seal_with(fresh: &Fresh, body: &[u8], padded: usize, recipient: &Recipient<'_>) -> Result<Vec<u8>, Unspecified> {
    let our_public_key = fresh.key.compute_public_key()?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, recipient.public_key);
    let shared = agree(&fresh.key, theirs, Unspecified, |secret| {
        let info = [b"WebPush: info\0", recipient.public_key.as_slice(), our_public_key.as_ref()];
        expand::<32>(&Salt::new(HKDF_SHA256, recipient.auth).extract(secret), &info)
    })?;
    let keys = Salt::new(HKDF_SHA256, &fresh.salt).extract(&shared);
    let key: [u8; 16] = expand(&keys, &[b"Content-Encoding: aes128gcm\0"])?;
    // A record's nonce is this, altered by its number; the first one's number is zero.
    let nonce: [u8; NONCE_LEN] = expand(&keys, &[b"Content-Encoding: nonce\0"])?;

    let mut record = Vec::with_capacity(padded + 1 + AES_128_GCM.tag_len());
    record.extend_from_slice(body);
    record.push(END_OF_BODY);
    record.resize(padded.max(body.len()) + 1, 0);
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)?;

    let header = [fresh.salt.as_slice(), &RECORD_SIZE.to_be_bytes(), &[POINT as u8], our_public_key.as_ref()];
    Ok([header.concat(), record].concat())
}

/// So many bytes of key material.
struct Bytes(usize);

impl KeyType for Bytes {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const LENGTH: usize>(from: &Prk, info: &[&[u8]]) -> Result<[u8; LENGTH], Unspecified> {
    let mut out = [0; LENGTH];
    from.expand(info, Bytes(LENGTH))?.fill(&mut out)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::{decode, encode};
    use chabudai_testkit::push::Keys;
    use proptest::prelude::*;

    fn point(keys: &Keys) -> [u8; POINT] {
        decode(&keys.p256dh()).unwrap()
    }

    fn seal_for(keys: &Keys, body: &[u8]) -> Vec<u8> {
        let recipient = Recipient { public_key: &point(keys), auth: &decode(&keys.auth()).unwrap() };
        seal(body, padded_length(body.len()).unwrap(), &recipient).unwrap()
    }

    /// RFC 8291, section 5 and appendix A.
    #[test]
    fn the_example_of_the_standard_comes_out_to_the_byte() {
        let fresh = Fresh {
            salt: decode("DGv6ra1nlYgDCS1FRnbzlw").unwrap(),
            key: PrivateKey::from_private_key(&ECDH_P256, &decode::<32>("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw").unwrap()).unwrap(),
        };
        let recipient = Recipient {
            public_key: &decode("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4").unwrap(),
            auth: &decode("BTBZMqHH6r4Tts7J_aSIgg").unwrap(),
        };
        let sealed = seal_with(&fresh, b"When I grow up, I want to be a watermelon", 0, &recipient).unwrap();
        assert_eq!(
            encode(sealed),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
             pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn three_lengths_are_all_that_can_be_seen() {
        let keys = Keys::new();
        for (body, sealed) in [(0, 1127), (1, 1127), (1024, 1127), (1025, 2151), (2048, 2151), (2049, 4096), (LONGEST_BODY, 4096)] {
            assert_eq!(seal_for(&keys, &vec![7; body]).len(), sealed, "{body}");
        }
        assert_eq!(padded_length(LONGEST_BODY + 1), None);
    }

    #[test]
    fn no_two_messages_share_a_salt_or_a_key() {
        let keys = Keys::new();
        let (one, other) = (seal_for(&keys, b"the same"), seal_for(&keys, b"the same"));
        assert_ne!(one[..16], other[..16]);
        assert_ne!(one[21..86], other[21..86]);
        assert_ne!(one[86..], other[86..]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn whatever_is_sealed_can_be_opened(body in proptest::collection::vec(any::<u8>(), 0..=LONGEST_BODY)) {
            let keys = Keys::new();
            prop_assert_eq!(keys.open(&seal_for(&keys, &body)), Ok(body));
        }

        /// A body may end like padding, or like the end of a body.
        #[test]
        fn what_looks_like_padding_stays(text in "[a-z]{0,20}", end in proptest::collection::vec(prop_oneof![Just(0u8), Just(1), Just(2)], 0..40)) {
            let keys = Keys::new();
            let body = [text.as_bytes(), &end].concat();
            prop_assert_eq!(keys.open(&seal_for(&keys, &body)), Ok(body));
        }

        #[test]
        fn whoever_alters_a_bit_is_found_out(body in proptest::collection::vec(any::<u8>(), 0..200), at in any::<prop::sample::Index>(), bit in 0..8) {
            let keys = Keys::new();
            let mut sealed = seal_for(&keys, &body);
            let at = at.index(sealed.len());
            // The announced size of a record is no secret and nothing depends on it while the record is shorter.
            prop_assume!(!(16..20).contains(&at));
            sealed[at] ^= 1u8 << bit;
            prop_assert!(keys.open(&sealed).is_err(), "byte {}", at);
        }

        #[test]
        fn nobody_else_can_open_it(body in proptest::collection::vec(any::<u8>(), 0..200)) {
            prop_assert!(Keys::new().open(&seal_for(&Keys::new(), &body)).is_err());
        }
    }
}
