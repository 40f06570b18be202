//! ULIDs: ids that sort by the time at which they were made.

use super::KeyPart;

/// The digits, in their order as text: Crockford's, without I, L, O and U.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// How many there are in a ULID: five bits each, of 128.
const WIDTH: usize = 26;
/// How many bits are left to chance.
const RANDOM_BITS: u32 = 80;

/// A ULID: 48 bits of Unix milliseconds and 80 of chance, as 26 characters that sort as the bits do. One spelling only, in capitals.
///
/// [`Ulids`](crate::ids::Ulids) makes them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ulid(u128);

impl Ulid {
    /// A ULID of a moment. What does not fit is cut off.
    pub const fn new(millis: u64, random: u128) -> Self {
        Self((((millis & 0xffff_ffff_ffff) as u128) << RANDOM_BITS) | (random & ((1 << RANDOM_BITS) - 1)))
    }

    /// The moment at which it was made, in Unix milliseconds.
    pub const fn millis(self) -> u64 {
        (self.0 >> RANDOM_BITS) as u64
    }

    /// The one right behind it. Of the last one there is, the first again.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.wrapping_add(1))
    }
}

impl KeyPart for Ulid {
    const FORMAT: &'static str = "ULID";

    fn write(&self, out: &mut String) {
        out.extend((0..WIDTH).rev().map(|place| DIGITS[(self.0 >> (5 * place)) as usize & 31] as char));
    }

    fn parse(text: &str) -> Option<Self> {
        // Of 130 bits two are too many.
        if text.len() != WIDTH || text.as_bytes()[0] > b'7' {
            return None;
        }
        let digit = |byte: u8| DIGITS.iter().position(|digit| *digit == byte);
        text.bytes().try_fold(0u128, |so_far, byte| Some(so_far << 5 | digit(byte)? as u128)).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_spelled_as_others_spell_it() {
        // The example of the specification, and its time: 2016-07-30T23:54:10.259Z.
        let ulid: Ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV".parse().unwrap();
        assert_eq!((ulid.to_string().as_str(), ulid.millis()), ("01ARZ3NDEKTSV4RRFFQ69G5FAV", 1_469_922_850_259));
        assert_eq!(Ulid::new(u64::MAX, u128::MAX).to_string(), "7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
        assert_eq!(Ulid::new(0, 1 << RANDOM_BITS).to_string(), "0".repeat(WIDTH), "chance never reaches into the time");
        for other in
            ["01arz3ndektsv4rrffq69g5fav", "81ARZ3NDEKTSV4RRFFQ69G5FAV", "01ARZ3NDEKTSV4RRFFQ69G5FA", "01ARZ3NDEKTSV4RRFFQ69G5FAU", ""]
        {
            assert!(other.parse::<Ulid>().is_err(), "{other}");
        }
    }

    #[test]
    fn texts_sort_as_times_do() {
        let (early, late) = (Ulid::new(1_800_000_000_000, u128::MAX), Ulid::new(1_800_000_000_001, 0));
        assert!(early < late && early.to_string() < late.to_string());
        assert!(early < early.next() && early.next() == late, "the one behind the last of a millisecond is of the next");
    }
}
