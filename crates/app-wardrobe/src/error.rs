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
            Self::Replayed => "wardrobe.replayed",
        }
    }

    fn status(&self) -> u16 {
        409
    }

    fn field(&self) -> Option<&'static str> {
        (*self == Self::Twice).then_some("clothingIds")
    }
}

/// What an operation answers.
pub type Result<T> = std::result::Result<T, WardrobeError>;
