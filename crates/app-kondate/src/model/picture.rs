//! Pictures of recipes, as their items name them, and the notes of those that no recipe shows.

use chabudai_kernel::part::{Day, Millis, Word};
use chabudai_media::PictureId;
use serde::{Deserialize, Serialize};

use super::{KitchenId, PersonId, is_no};

/// The bytes that the picture of a recipe may have.
pub const LARGEST_PICTURE: usize = 5 * 1024 * 1024;
/// The pictures that one kitchen takes in on a day.
pub const MOST_PICTURES_A_DAY: u64 = 200;

/// Where pictures are, by path.
pub const PICTURES: &str = "/kondate/pictures";
/// The size that a recipe names; the others stand beside it.
const NAMED: &str = "/640.jpg";

/// The address of a picture, by path: it is the same wherever the house is.
pub fn address_of(picture: PictureId) -> String {
    format!("{PICTURES}/{picture}{NAMED}")
}

/// The picture of this house that an address names; none of any other address.
pub fn picture_at(address: &str) -> Option<PictureId> {
    address.strip_prefix(PICTURES)?.strip_prefix('/')?.strip_suffix(NAMED)?.parse().ok()
}

/// A picture that was taken in and that no recipe shows yet, or any more. It goes after a day, unless a recipe takes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Upload {
    /// The day since when nothing shows it, by UTC; in the key.
    #[serde(skip_serializing)]
    pub day: Day,
    /// The picture; in the key.
    #[serde(skip_serializing)]
    pub picture: Word,
    /// Whose it is: no other kitchen's recipe can show it.
    pub kitchen_id: KitchenId,
    /// Who took it in, or away from its recipe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person_id: Option<PersonId>,
    /// Since when nothing shows it, in Unix milliseconds. Of a recipe in the bin it is when that leaves the bin for good.
    pub created_at: Millis,
    /// Whether its files are being removed: no recipe can take it any more.
    #[serde(default, skip_serializing_if = "is_no")]
    pub removing: bool,
}

impl Upload {
    /// A picture that nothing shows from a moment on.
    pub fn since(picture: PictureId, kitchen_id: KitchenId, person_id: Option<PersonId>, created_at: Millis) -> Self {
        let day = chabudai_app::pictures::utc_day(created_at);
        Self { day, picture: word(picture), kitchen_id, person_id, created_at, removing: false }
    }
}

/// The name of a picture, in a key.
pub(crate) fn word(picture: PictureId) -> Word {
    Word::new(picture.to_string()).expect("a picture's name is forty digits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_of_the_house_is_told_from_any_other() {
        let digits = format!("{:032x}{:08x}", 5, 1_767_398_400);
        let picture: PictureId = digits.parse().unwrap();
        assert_eq!(address_of(picture), format!("/kondate/pictures/{digits}/640.jpg"));
        assert_eq!(picture_at(&address_of(picture)), Some(picture));
        for other in [
            "https://example.com/kondate/pictures/1/640.jpg".to_owned(),
            format!("/kondate/pictures/{digits}/160.jpg"),
            format!("/kondate/pictures/../{digits}/640.jpg"),
            format!("/kondate/pictures/{}/640.jpg", digits.to_uppercase()),
        ] {
            assert_eq!(picture_at(&other), None, "{other}");
        }
    }
}
