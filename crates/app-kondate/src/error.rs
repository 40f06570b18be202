//! What can go wrong, as sentences with stable codes.

use chabudai_kernel::codes;
use chabudai_kernel::error::{AppError, Codes, OwnReason};

/// Everything that an operation in a kitchen can answer instead of its result.
pub type KondateError = AppError<KondateReason>;

/// What only Kondate says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KondateReason {
    /// Somebody else has changed it since it was read.
    #[error("Somebody has changed this in the meantime. Look at it again before you change it.")]
    Stale,
    /// There is nothing in the next slot.
    #[error("There is no next set yet. Choose one first.")]
    NothingNext,
    /// It is a starter, or somebody else's.
    #[error("This is not yours to change. Make a copy of it.")]
    NotYours,
    /// Only the owner of the kitchen may.
    #[error("Only the owner of this kitchen can do that.")]
    NotOwner,
    /// The kitchen has as many people as there is room for.
    #[error("There is no room in this kitchen: eight people are in it.")]
    KitchenFull,
    /// Somebody is in as many kitchens as there is room for.
    #[error("You are in ten kitchens already. Leave one of them first.")]
    TooManyKitchens,
    /// Whoever is alone in a kitchen does not leave it.
    #[error("You are the only one in this kitchen, so it stays yours.")]
    LastMember,
    /// Whoever shares a kitchen does not delete it.
    #[error("Others are in this kitchen, or it is not yours. Leave it instead, and they keep everything.")]
    NotAlone,
    /// There is no room for more of these.
    #[error("There is no room for more. Delete something first.")]
    Full,
    /// The kitchen has taken in as many pictures as it may in a day.
    #[error("This kitchen has added 200 pictures today. More can follow tomorrow.")]
    EnoughPictures,
    /// A set whose recipes are all gone.
    #[error("The recipes of this set are gone.")]
    NothingToCook,
    /// So many tabs are seen already.
    #[error("Eight tabs are shown already. Hide one of them first.")]
    TooManyTabs,
    /// A category of everybody's is hidden, and neither renamed nor deleted.
    #[error("This category belongs to everybody. You can hide it.")]
    DefaultCategory,
    /// There is a category of this name.
    #[error("There is a category of this name already.")]
    CategoryTwice,
    /// The operation was done before; what it made follows.
    #[error("This request was carried out before.")]
    Replayed,
}

impl OwnReason for KondateReason {
    const CODES: Codes = codes!("kondate");

    fn code(&self) -> &'static str {
        match self {
            Self::Stale => "kondate.stale",
            Self::NothingNext => "kondate.nothing_next",
            Self::NotYours => "kondate.not_yours",
            Self::NotOwner => "kondate.not_owner",
            Self::KitchenFull => "kondate.kitchen_full",
            Self::TooManyKitchens => "kondate.too_many_kitchens",
            Self::LastMember => "kondate.last_member",
            Self::NotAlone => "kondate.not_alone",
            Self::Full => "kondate.full",
            Self::EnoughPictures => "kondate.enough_pictures",
            Self::NothingToCook => "kondate.nothing_to_cook",
            Self::TooManyTabs => "kondate.too_many_tabs",
            Self::DefaultCategory => "kondate.default_category",
            Self::CategoryTwice => "kondate.category_twice",
            Self::Replayed => "kondate.replayed",
        }
    }

    fn status(&self) -> u16 {
        match self {
            Self::NotYours | Self::NotOwner | Self::DefaultCategory => 403,
            Self::EnoughPictures => 429,
            Self::Full | Self::TooManyTabs | Self::CategoryTwice => 422,
            Self::Stale
            | Self::NothingNext
            | Self::KitchenFull
            | Self::TooManyKitchens
            | Self::LastMember
            | Self::NotAlone
            | Self::NothingToCook
            | Self::Replayed => 409,
        }
    }

    fn field(&self) -> Option<&'static str> {
        (*self == Self::EnoughPictures).then_some("file")
    }
}

impl From<KondateReason> for KondateError {
    fn from(reason: KondateReason) -> Self {
        Self::Own(reason)
    }
}

/// An input that breaks a rule.
pub(crate) fn invalid<T>(field: &'static str, code: &'static str, message: &'static str) -> Result<T> {
    Err(KondateError::Invalid { field, code, message })
}

/// What an operation answers.
pub type Result<T> = std::result::Result<T, KondateError>;
