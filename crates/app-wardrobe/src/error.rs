//! What can go wrong, as sentences with stable codes.

use chabudai_kernel::codes;
use chabudai_kernel::error::{AppError, Codes, OwnReason};

/// Everything that an operation on a wardrobe can answer instead of its result.
pub type WardrobeError = AppError<WardrobeReason>;

/// What only Wardrobe says.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum WardrobeReason {
    /// One garment stands twice in an outfit or a record.
    #[error("A garment can be in an outfit or a record once only.")]
    Twice,
    /// A record names both an outfit and garments, or neither.
    #[error("A record is made either by an outfit or by garments.")]
    EitherOutfitOrGarments,
    /// So much was made today that there is no more until so many seconds from now.
    #[error("So much was added today already. There is room for more tomorrow.")]
    EnoughToday(u64),
    /// The operator lets nobody make a wardrobe, or only people who are signed in.
    #[error("New wardrobes are closed here. Ask the one who runs this server.")]
    Closed,
    /// The request was carried out before; the stored answer follows.
    #[error("This request was carried out before.")]
    Replayed,
}

impl OwnReason for WardrobeReason {
    const CODES: Codes = codes!("wardrobe");

    fn code(&self) -> &'static str {
        match self {
            Self::Twice => "wardrobe.garment_twice",
            Self::EitherOutfitOrGarments => "wardrobe.outfit_or_garments",
            Self::EnoughToday(_) => "wardrobe.enough_today",
            Self::Closed => "wardrobe.closed",
            Self::Replayed => "wardrobe.replayed",
        }
    }

    fn status(&self) -> u16 {
        match self {
            Self::Closed => 403,
            Self::EnoughToday(_) => 429,
            Self::Twice | Self::EitherOutfitOrGarments | Self::Replayed => 409,
        }
    }

    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::EnoughToday(seconds) => Some(*seconds),
            _ => None,
        }
    }

    fn field(&self) -> Option<&'static str> {
        (*self == Self::Twice).then_some("clothingIds")
    }
}

/// What an operation answers.
pub type Result<T> = std::result::Result<T, WardrobeError>;
