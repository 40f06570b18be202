//! The picture of a garment, as its item names it: `clothing/<wardrobeId>/<picture>.jpg`.

use chabudai_kernel::part::{Day, Word};

use crate::error::{Result, WardrobeError};
use crate::model::WardrobeId;

/// A picture and whose it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImageKey {
    /// The wardrobe that it belongs to.
    pub wardrobe: WardrobeId,
    /// Which: forty digits, of which the last eight are the second in which it was taken in.
    pub picture: Word,
}

chabudai_web::schema! {
    ImageKey = { "type": "string", "pattern": "^clothing/wd_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{40}\\.jpg$" },
}

impl ImageKey {
    /// Reads a key that a client sent for its own wardrobe. Somebody else's picture is not there.
    pub fn parse(text: &str, wardrobe: WardrobeId) -> Result<Self> {
        let picture = text.strip_prefix("clothing/").and_then(|rest| rest.strip_prefix(wardrobe.to_string().as_str()));
        let picture = picture.and_then(|rest| rest.strip_prefix('/')?.strip_suffix(".jpg"));
        let digits = picture.filter(|text| text.len() == 40 && text.bytes().all(|b| b.is_ascii_hexdigit() && !b.is_ascii_uppercase()));
        match digits.and_then(Word::new) {
            Some(picture) => Ok(Self { wardrobe, picture }),
            None => Err(Self::not_there()),
        }
    }

    /// No such picture was taken in for this wardrobe, or a garment shows it already.
    pub(crate) fn not_there() -> WardrobeError {
        WardrobeError::Invalid {
            field: "imageKey",
            code: "wardrobe.no_such_picture",
            message: "Upload the picture first; each picture is for one garment.",
        }
    }

    /// The day on which it was taken in, by UTC.
    pub fn day(&self) -> Day {
        let seconds = u32::from_str_radix(&self.picture.as_str()[32..], 16).unwrap_or(0);
        Day(jiff::Timestamp::from_second(seconds.into()).unwrap_or_default().to_zoned(jiff::tz::TimeZone::UTC).date())
    }
}

impl std::fmt::Display for ImageKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "clothing/{}/{}.jpg", self.wardrobe, self.picture)
    }
}

/// The picture in a stored key, for its public address, which carries no wardrobe id.
pub fn picture_in(image_key: &str) -> Option<&str> {
    image_key.rsplit('/').next()?.strip_suffix(".jpg")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_of_its_own_wardrobe_and_of_nothing_else() {
        let wardrobe = WardrobeId::new(uuid::Uuid::from_u128(7));
        let digits = format!("{:032x}{:08x}", 5, 1_767_398_400);
        let key = ImageKey::parse(&format!("clothing/{wardrobe}/{digits}.jpg"), wardrobe).unwrap();
        assert_eq!(key.day().to_string(), "20260103");
        assert_eq!(ImageKey::parse(&key.to_string(), wardrobe), Ok(key.clone()));
        assert_eq!(picture_in(&key.to_string()), Some(digits.as_str()));
        let other = WardrobeId::new(uuid::Uuid::from_u128(8));
        for wrong in [format!("clothing/{other}/{digits}.jpg"), format!("clothing/{wardrobe}/../x.jpg"), digits, String::new()] {
            assert_eq!(ImageKey::parse(&wrong, wardrobe).unwrap_err().code(), "wardrobe.no_such_picture");
        }
    }
}
