//! What can go wrong, as sentences with stable codes.

use chabudai_kernel::codes;
use chabudai_kernel::error::{AppError, Codes, OwnReason};
use chabudai_kernel::part::Millis;

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
    /// What was worn stands in the records of that day already.
    #[error("This is in the records of that day already.")]
    RecordedAlready,
    /// So much was made today that there is no more until so many seconds from now.
    #[error("So much was added today already. There is room for more tomorrow.")]
    EnoughToday(u64),
    /// The operator lets nobody make a wardrobe, or only people who are signed in.
    #[error("New wardrobes are closed here. Ask the one who runs this server.")]
    Closed,
    /// Somebody has as many wardrobes among theirs as there is room for.
    #[error("There are 50 wardrobes in your list already. Take one out of it first.")]
    ListFull,
    /// It was deleted, and can come back until this moment, in Unix milliseconds.
    #[error("This wardrobe was deleted. For a day it can come back.")]
    Deleted(Millis),
    /// The wardrobe that is shown to anybody stays as it is.
    #[error("This wardrobe is for looking around: it keeps its address and is not deleted.")]
    Example,
    /// Nobody is signed in, and this is about somebody's own.
    #[error("Sign in first.")]
    NotSignedIn,
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
            Self::RecordedAlready => "wardrobe.recorded_already",
            Self::EnoughToday(_) => "wardrobe.enough_today",
            Self::Closed => "wardrobe.closed",
            Self::ListFull => "wardrobe.list_full",
            Self::Deleted(_) => "wardrobe.deleted",
            Self::Example => "wardrobe.example",
            Self::NotSignedIn => "wardrobe.not_signed_in",
            Self::Replayed => "wardrobe.replayed",
        }
    }

    fn status(&self) -> u16 {
        match self {
            Self::NotSignedIn => 401,
            Self::Closed | Self::Example => 403,
            Self::Deleted(_) => 404,
            Self::EnoughToday(_) => 429,
            Self::Twice | Self::EitherOutfitOrGarments | Self::RecordedAlready | Self::ListFull | Self::Replayed => 409,
        }
    }

    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::EnoughToday(seconds) => Some(*seconds),
            _ => None,
        }
    }

    fn field(&self) -> Option<&'static str> {
        match self {
            Self::Twice => Some("clothingIds"),
            Self::RecordedAlready => Some("date"),
            _ => None,
        }
    }
}

/// What an operation answers.
pub type Result<T> = std::result::Result<T, WardrobeError>;
