//! Names that nobody guesses.

use std::fmt;
use std::str::FromStr;

use chabudai_kernel::store::Now;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The digits of an id as text: 32 random ones, then 8 that say when it was made.
const DIGITS: usize = 40;

/// The name of a picture, for its life: 128 random bits and the Unix second in which it was made.
///
/// The second is there because a folder and a bucket have clocks of their own, and restoring a backup sets them anew. The age of a
/// picture that nothing refers to must come from the clock that the references were written by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PictureId {
    random: u128,
    made: u32,
}

/// The text is not the name of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("This is not the name of a picture.")]
pub struct NotAPictureId;

impl PictureId {
    /// A new name.
    pub fn new(now: Now) -> Self {
        let mut random = [0; 16];
        getrandom::fill(&mut random).expect("the operating system gives random bytes");
        Self { random: u128::from_be_bytes(random), made: u32::try_from(now.0.max(0)).unwrap_or(u32::MAX) }
    }

    /// When it was made.
    pub fn made(self) -> Now {
        Now(i64::from(self.made))
    }

    /// The folder that its folder is in: its first two digits.
    pub(crate) fn shard(self) -> u8 {
        (self.random >> 120) as u8
    }
}

impl fmt::Display for PictureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}{:08x}", self.random, self.made)
    }
}

impl fmt::Debug for PictureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PictureId({self})")
    }
}

impl FromStr for PictureId {
    type Err = NotAPictureId;

    /// Exactly the text that [`fmt::Display`] writes: what a path is made of later has forty digits and nothing else, and one picture
    /// has one address.
    fn from_str(text: &str) -> Result<Self, NotAPictureId> {
        if text.len() != DIGITS || !text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(NotAPictureId);
        }
        let (random, made) = text.split_at(32);
        Ok(Self {
            random: u128::from_str_radix(random, 16).map_err(|_| NotAPictureId)?,
            made: u32::from_str_radix(made, 16).map_err(|_| NotAPictureId)?,
        })
    }
}

impl Serialize for PictureId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PictureId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_written_and_read_and_knows_its_second() {
        let id = PictureId::new(Now(1_795_132_800));
        let text = id.to_string();
        assert_eq!(text.len(), DIGITS);
        assert_eq!(text.parse(), Ok(id));
        assert_eq!(id.made(), Now(1_795_132_800));
        assert_eq!(format!("{:02x}", id.shard()), text[..2]);
        assert_eq!(serde_json::from_value::<PictureId>(serde_json::json!(text)).expect("it reads its own text"), id);
        assert_ne!(PictureId::new(Now(0)), PictureId::new(Now(0)));
    }

    #[test]
    fn nothing_else_is_an_id() {
        let good = PictureId::new(Now(0)).to_string();
        let refused = [
            String::new(),
            "..".into(),
            "../".repeat(13) + "x",
            "../../../../../../../etc/passwd000000000".into(),
            "..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpass".into(),
            good.to_uppercase() + "A",
            "A".repeat(DIGITS),
            format!("{good}0"),
            good[1..].to_owned(),
            format!("+{}", &good[1..]),
            format!("{}\0", &good[1..]),
            format!(" {}", &good[1..]),
            "é".repeat(DIGITS / 2),
        ];
        for text in refused {
            assert_eq!(text.parse::<PictureId>(), Err(NotAPictureId), "{text:?}");
        }
    }
}
