//! Public keys as authenticators tell them (COSE, RFC 9052 and 9053), and signatures checked by them.

use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, ParsedPublicKey, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};

use super::cbor::{Item, Reader};

/// The algorithms that are taken, by their numbers at IANA: ES256, EdDSA and RS256, in the order of preference.
pub const ALGORITHMS: [i64; 3] = [ES256, EDDSA, RS256];

const ES256: i64 = -7;
const EDDSA: i64 = -8;
const RS256: i64 = -257;

/// The largest modulus that is taken, in bytes: 4096 bits. Larger ones would only cost time.
const LARGEST_MODULUS: usize = 512;

/// What somebody's passkey is checked by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PublicKey {
    /// A point of P-256, uncompressed.
    Es256([u8; 65]),
    /// A point of Ed25519.
    Ed25519([u8; 32]),
    /// Modulus and exponent.
    Rs256 { n: Vec<u8>, e: Vec<u8> },
}

impl PublicKey {
    /// Reads a key that stands alone.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let key = Self::read(&mut reader)?;
        reader.rest().is_empty().then_some(key)
    }

    /// Reads a key; none, if it is of another algorithm, or no point of its curve.
    pub(super) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let (mut kty, mut alg, mut parts) = (None, None, [None; 3]);
        for _ in 0..reader.map()? {
            let label = reader.number()?;
            let item = reader.item()?;
            let slot = match label {
                1 => &mut kty,
                3 => &mut alg,
                -3..=-1 => &mut parts[(-1 - label) as usize],
                _ => continue,
            };
            if slot.replace(item).is_some() {
                return None;
            }
        }
        let number = |item: Option<Item<'_>>| match item {
            Some(Item::Number(number)) => Some(number),
            _ => None,
        };
        let key = match (number(kty)?, number(alg)?, parts) {
            (2, ES256, [Some(Item::Number(1)), Some(Item::Bytes(x)), Some(Item::Bytes(y))]) if x.len() == 32 && y.len() == 32 => {
                Self::Es256([&[4], x, y].concat().try_into().ok()?)
            }
            (1, EDDSA, [Some(Item::Number(6)), Some(Item::Bytes(x)), None]) => Self::Ed25519(x.try_into().ok()?),
            (3, RS256, [Some(Item::Bytes(n)), Some(Item::Bytes(e)), None]) if n.len() <= LARGEST_MODULUS && e.len() <= 8 => {
                Self::Rs256 { n: n.to_vec(), e: e.to_vec() }
            }
            _ => return None,
        };
        key.is_sound().then_some(key)
    }

    /// Whether a signature could ever be right.
    fn is_sound(&self) -> bool {
        match self {
            Self::Es256(point) => ParsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point).is_ok(),
            Self::Ed25519(point) => ParsedPublicKey::new(&ED25519, point).is_ok(),
            Self::Rs256 { n, e } => {
                let exponent = e.iter().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
                n.len() >= 256 && n.last().is_some_and(|byte| byte & 1 == 1) && exponent > 1 && exponent & 1 == 1
            }
        }
    }

    /// Whether who has the private key has signed this message.
    pub(super) fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        match self {
            Self::Es256(point) => UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point).verify(message, signature).is_ok(),
            Self::Ed25519(point) => UnparsedPublicKey::new(&ED25519, point).verify(message, signature).is_ok(),
            Self::Rs256 { n, e } => RsaPublicKeyComponents { n, e }.verify(&RSA_PKCS1_2048_8192_SHA256, message, signature).is_ok(),
        }
    }
}
