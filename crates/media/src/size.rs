//! The three sizes.

use std::fmt;
use std::str::FromStr;

/// How large a picture is wanted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Size {
    /// In a list: 160 pixels.
    Small,
    /// On a card: 640 pixels.
    Medium,
    /// Filling a screen: 1600 pixels.
    Large,
}

/// There is no such size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("Pictures are 160, 640 or 1600 pixels large.")]
pub struct NotASize;

impl Size {
    /// Every size, the smallest first.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// The pixels of the longest side, at most: a smaller picture stays as it is.
    pub const fn longest_side(self) -> u32 {
        match self {
            Self::Small => 160,
            Self::Medium => 640,
            Self::Large => 1600,
        }
    }

    /// What its file is called.
    pub(crate) const fn file_name(self) -> &'static str {
        match self {
            Self::Small => "160.jpg",
            Self::Medium => "640.jpg",
            Self::Large => "1600.jpg",
        }
    }

    pub(crate) fn from_file_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.file_name() == name)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.longest_side().fmt(f)
    }
}

impl FromStr for Size {
    type Err = NotASize;

    fn from_str(text: &str) -> Result<Self, NotASize> {
        match text {
            "160" => Ok(Self::Small),
            "640" => Ok(Self::Medium),
            "1600" => Ok(Self::Large),
            _ => Err(NotASize),
        }
    }
}
