//! Where a wardrobe is opened. The address is its only key.
//!
//! The first address of a wardrobe is its id. One that replaces it has a secret behind the id. The id in it finds the wardrobe with one
//! read, and the secret is compared with what the wardrobe keeps, which is its hash alone
//! ([decision](../../../docs/adr/0038-addresses-of-wardrobes.md)).

use std::fmt;
use std::str::FromStr;

use chabudai_kernel::part::NotSpelledSo;
use chabudai_kernel::seal::{Seal, digest};

use crate::model::{Wardrobe, WardrobeId};

/// How long a secret is: 132 bits in base64.
const SECRET: usize = 22;
/// How long an id is.
const ID: usize = 39;

/// An address of a wardrobe. Whether it opens it, the wardrobe says.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Address {
    /// The wardrobe that it is of.
    pub wardrobe: WardrobeId,
    secret: Option<String>,
}

chabudai_web::schema! {
    Address = { "type": "string", "pattern": "^wd_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:_[A-Za-z0-9_-]{22})?$" },
}

impl Address {
    /// Another address of the same wardrobe. The same key makes the same one, so that who was not told can ask again; nobody makes it who
    /// does not know the house's secret.
    pub(crate) fn next(&self, seal: &Seal, key: &str) -> Self {
        let drawn = seal.seal(self.to_string().as_bytes(), key.as_bytes());
        Self { wardrobe: self.wardrobe, secret: Some(digest(drawn.as_bytes())[..SECRET].to_owned()) }
    }

    /// What the wardrobe keeps of it; nothing of an address that is the id alone.
    pub(crate) fn hash(&self) -> Option<String> {
        self.secret.as_ref().map(|_| digest(self.to_string().as_bytes()))
    }

    /// Whether the wardrobe is at this address now.
    pub fn opens(&self, wardrobe: &Wardrobe) -> bool {
        // Hashes are compared: how long that takes tells nothing of the secret.
        self.wardrobe == wardrobe.wardrobe_id && self.hash() == wardrobe.address_hash
    }

    /// The secret as a list keeps it: for its owner to open, and bound to them.
    pub(crate) fn sealed(&self, seal: &Seal, owner: &str) -> Option<String> {
        self.secret.as_ref().map(|secret| seal.seal(owner.as_bytes(), secret.as_bytes()))
    }

    /// The address out of a list; none if it was sealed for somebody else, or by a house with another secret.
    pub(crate) fn unsealed(seal: &Seal, owner: &str, wardrobe: WardrobeId, sealed: Option<&str>) -> Option<Self> {
        let Some(sealed) = sealed else { return Some(wardrobe.into()) };
        let secret = String::from_utf8(seal.open(owner.as_bytes(), sealed)?).ok()?;
        Some(Self { wardrobe, secret: Some(secret) })
    }
}

impl From<WardrobeId> for Address {
    fn from(wardrobe: WardrobeId) -> Self {
        Self { wardrobe, secret: None }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.wardrobe.fmt(f)?;
        self.secret.as_ref().map_or(Ok(()), |secret| write!(f, "_{secret}"))
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Address(…)")
    }
}

impl FromStr for Address {
    type Err = NotSpelledSo;

    fn from_str(text: &str) -> Result<Self, NotSpelledSo> {
        let no_address = NotSpelledSo { format: "wd_uuidv7 or wd_uuidv7_secret" };
        let Some((id, rest)) = text.split_at_checked(ID) else { return Err(no_address) };
        let wardrobe = id.parse()?;
        if rest.is_empty() {
            return Ok(Self { wardrobe, secret: None });
        }
        let is_secret = |text: &&str| text.len() == SECRET && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
        let secret = rest.strip_prefix('_').filter(is_secret).ok_or(no_address)?;
        Ok(Self { wardrobe, secret: Some(secret.to_owned()) })
    }
}

#[cfg(test)]
mod tests {
    use chabudai_kernel::part::Millis;

    use super::*;

    #[test]
    fn a_new_address_opens_and_the_ones_before_it_do_not() {
        let seal = Seal::new(b"a purpose", b"a secret");
        let first = Address::from(WardrobeId::new(uuid::Uuid::from_u128(7)));
        let mut wardrobe = Wardrobe::new(first.wardrobe, "服", Millis(0));
        assert!(first.opens(&wardrobe));
        let second = first.next(&seal, "a key");
        assert!(!second.opens(&wardrobe));
        assert_eq!(second.to_string().parse(), Ok(second.clone()));
        assert_eq!(second, first.next(&seal, "a key"), "who asks again is told the same");
        assert_ne!(second, first.next(&seal, "another key"));
        assert_ne!(second, first.next(&Seal::new(b"a purpose", b"another secret"), "a key"));
        wardrobe.address_hash = second.hash();
        let third = second.next(&seal, "a key");
        assert!(second.opens(&wardrobe) && !first.opens(&wardrobe) && !third.opens(&wardrobe) && third != second);
        assert!(!wardrobe.address_hash.unwrap().contains(second.secret.as_deref().unwrap()));
    }

    #[test]
    fn a_list_gives_an_address_back_to_its_owner_alone() {
        let seal = Seal::new(b"a purpose", b"a secret");
        let first = Address::from(WardrobeId::new(uuid::Uuid::from_u128(7)));
        let second = first.next(&seal, "a key");
        for address in [&first, &second] {
            let sealed = address.sealed(&seal, "hana");
            assert_eq!(Address::unsealed(&seal, "hana", first.wardrobe, sealed.as_deref()).as_ref(), Some(address));
        }
        let sealed = second.sealed(&seal, "hana").unwrap();
        assert_eq!(Address::unsealed(&seal, "taro", first.wardrobe, Some(&sealed)), None);
        assert!(!sealed.contains(second.secret.as_deref().unwrap()));
    }

    #[test]
    fn what_is_no_address_is_none() {
        let id = WardrobeId::new(uuid::Uuid::from_u128(7)).to_string();
        let secret = "abcdefghijABCDEFGHIJ_-";
        assert!(format!("{id}_{secret}").parse::<Address>().is_ok());
        for wrong in [
            String::new(),
            id[1..].to_owned(),
            format!("{id}_"),
            format!("{id}{secret}"),
            format!("{id}_{}", &secret[1..]),
            format!("{id}_{secret}x"),
            format!("{id}_{}é", &secret[2..]),
            "あ".repeat(13),
            "あ".repeat(40),
        ] {
            assert!(wrong.parse::<Address>().is_err(), "{wrong}");
        }
        assert_eq!(format!("{:?}", id.parse::<Address>().unwrap()), "Address(…)");
    }
}
