//! How Stripe's objects are read: what is not needed may be missing, what was added later breaks nothing.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};

/// What a caller has attached to an object.
pub type Metadata = BTreeMap<String, String>;

/// Something that is there in full where a caller asked for it, and by its id otherwise.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Expandable<T> {
    /// In full.
    Object(T),
    /// By its id.
    Id(String),
}

#[derive(Deserialize)]
struct HasId {
    id: String,
}

/// The id of something, in full or not.
pub(crate) fn id<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<Expandable<HasId>>::deserialize(from)?.map(|some| match some {
        Expandable::Object(HasId { id }) | Expandable::Id(id) => id,
    }))
}

/// Nothing is the same as what is usually there.
pub(crate) fn or_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or_default())
}

/// One of a few words, or one that Stripe has thought of since.
macro_rules! words {
    ($(#[$about:meta])* pub $name:ident { $($(#[$says:meta])* $word:ident = $text:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum $name {
            $($(#[$says])* $word,)+
            /// A word that is not known here.
            Other(String),
        }

        impl $name {
            /// Stripe's word.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$word => $text,)+
                    Self::Other(text) => text,
                }
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                match text.as_str() {
                    $($text => Self::$word,)+
                    _ => Self::Other(text),
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                String::deserialize(from).map(Self::from)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}
pub(crate) use words;

/// Stands for a value in what may be logged.
pub(crate) struct Hidden(pub(crate) bool);

impl std::fmt::Debug for Hidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0 { "hidden" } else { "none" })
    }
}
