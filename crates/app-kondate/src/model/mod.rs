//! Entities, ids and value types of a kitchen, and the rules that need no store.

mod card; // what the catalog shows of a recipe or set, and who may offer it
mod catalog; // what is published, saved, shared
mod kitchen; // kitchens, who is in them, and invitations
mod notice; // what people are told, and what they want to hear
mod picture; // pictures of recipes, and the notes of those that no recipe shows
mod plan; // sets, the two slots, and what was cooked
mod recipe; // recipes as they are written down
mod shelf; // categories, own foods, staples, the way through a shop, answers that may be asked for again
mod stock; // lines of the shopping list, and what is in the fridge
mod till; // what is bought, and paid every month

use std::fmt;
use std::str::FromStr;

use chabudai_kernel::part::{KeyPart, UtcSeconds, Word};
use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use card::*;
pub use catalog::*;
pub use kitchen::*;
pub use notice::*;
pub use picture::*;
pub use plan::*;
pub use recipe::*;
pub use shelf::*;
pub use stock::*;
pub use till::*;

/// A person of the house, by the id that the house gives them.
pub type PersonId = Word;

/// Declares an id that the design spells as it comes: ULIDs where this server issued it, and whatever an older item carries.
macro_rules! text_id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(Word);

        impl $name {
            /// The id of that text, if it can stand in a key.
            pub fn new(text: impl Into<String>) -> Option<Self> {
                Word::new(text).map(Self)
            }

            /// As it is written.
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }

        impl From<chabudai_kernel::part::Ulid> for $name {
            fn from(ulid: chabudai_kernel::part::Ulid) -> Self {
                Self(Word::new(ulid.to_string()).expect("a ULID is a word"))
            }
        }

        impl KeyPart for $name {
            const FORMAT: &'static str = "ULID";

            fn write(&self, out: &mut String) {
                self.0.write(out);
            }

            fn parse(text: &str) -> Option<Self> {
                Word::parse(text).map(Self)
            }
        }

        chabudai_kernel::spelled_as_in_keys_outside!($name);
    )+};
}

text_id! {
    /// A kitchen: a person's first one has their own id.
    KitchenId,
    /// A recipe, of a kitchen or of the cookbook.
    RecipeId,
    /// A set of dishes, of a kitchen or of the cookbook.
    SetId,
    /// A dish in a slot, and the log of its cooking.
    DishId,
    /// A line of the shopping list.
    LineId,
    /// A batch in the fridge.
    BatchId,
    /// A category.
    CategoryId,
    /// A food of a kitchen's own.
    OwnFoodId,
    /// A notice, of a person or for all.
    NoticeId,
    /// A purchase.
    PurchaseId,
}

impl KitchenId {
    /// Somebody's first kitchen.
    pub fn first_of(person: &PersonId) -> Self {
        Self(person.clone())
    }
}

/// A moment in an attribute, written to the second. One that was written elsewhere may be finer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Moment(pub Timestamp);

impl Moment {
    /// The Unix second.
    pub fn seconds(self) -> i64 {
        self.0.as_second()
    }
}

impl From<UtcSeconds> for Moment {
    fn from(moment: UtcSeconds) -> Self {
        Self(moment.0)
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        UtcSeconds(self.0).fmt(f)
    }
}

impl FromStr for Moment {
    type Err = jiff::Error;

    fn from_str(text: &str) -> Result<Self, jiff::Error> {
        text.parse().map(Self)
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Whether a flag is to be left out of the item.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
pub(crate) fn is_no(flag: &bool) -> bool {
    !*flag
}

/// Whether a number is to be left out of the item.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
pub(crate) fn is_none_of(count: &u64) -> bool {
    *count == 0
}

/// A text, or a number as its text: the design's quantity is a text, and items that were written before it was settled have numbers.
pub(crate) fn text_or_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    struct Either;

    impl serde::de::Visitor<'_> for Either {
        type Value = Option<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a text or a number")
        }

        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
            Ok(Some(text.to_owned()))
        }

        fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Self::Value, E> {
            Ok(Some(number.to_string()))
        }

        fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Self::Value, E> {
            Ok(Some(number.to_string()))
        }

        fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Self::Value, E> {
            Ok(Some(number.to_string()))
        }

        fn visit_unit<E: serde::de::Error>(self) -> Result<Self::Value, E> {
            Ok(None)
        }

        fn visit_none<E: serde::de::Error>(self) -> Result<Self::Value, E> {
            Ok(None)
        }
    }

    deserializer.deserialize_any(Either)
}
