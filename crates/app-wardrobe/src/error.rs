//! What can go wrong, as sentences with stable codes.

use chabudai_kernel::clock::IsStaleRead;
use chabudai_kernel::db::ListError;
use chabudai_kernel::store::StoreError;

/// Everything that an operation on a wardrobe can answer instead of its result.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum WardrobeError {
    /// It is not there, or it is somebody else's: the two are told apart by nobody.
    #[error("There is no such {0}.")]
    NotFound(&'static str),
    /// An input breaks a rule.
    #[error("{message}")]
    Invalid {
        /// The field as the client named it.
        field: &'static str,
        /// The rule.
        code: &'static str,
        /// The rule as a sentence.
        message: &'static str,
    },
    /// One garment stands twice in an outfit or a record.
    #[error("A garment can be in an outfit or a record once only.")]
    Twice,
    /// A record names both an outfit and garments, or neither.
    #[error("A record is made either by an outfit or by garments.")]
    EitherOutfitOrGarments,
    /// Others were writing the same garments for as long as we tried.
    #[error("Others are changing the same garments right now. Please try again.")]
    Busy,
    /// The idempotency key was used for another request.
    #[error("This Idempotency-Key was used for another request.")]
    KeyReused,
    /// The request was carried out before; the stored answer follows.
    #[error("This request was carried out before.")]
    Replayed,
    /// The cursor is not one of this list.
    #[error("The cursor does not belong to this list.")]
    Cursor,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl WardrobeError {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotFound(_) => "wardrobe.not_found",
            Self::Invalid { code, .. } => code,
            Self::Twice => "wardrobe.garment_twice",
            Self::EitherOutfitOrGarments => "wardrobe.outfit_or_garments",
            Self::Busy => "wardrobe.busy",
            Self::KeyReused => "wardrobe.idempotency_key_reused",
            Self::Replayed => "wardrobe.replayed",
            Self::Cursor => "wardrobe.invalid_cursor",
            Self::Store(error) if error.is_passing() => "wardrobe.unavailable",
            Self::Store(_) => "wardrobe.internal",
        }
    }

    /// The HTTP status that goes with it.
    pub fn status(&self) -> u16 {
        match self {
            Self::NotFound(_) => 404,
            Self::Invalid { .. } | Self::Cursor => 400,
            Self::Twice | Self::EitherOutfitOrGarments | Self::Busy | Self::Replayed => 409,
            Self::KeyReused => 422,
            Self::Store(error) if error.is_passing() => 503,
            Self::Store(_) => 500,
        }
    }

    /// The field that is to blame.
    pub fn field(&self) -> Option<&'static str> {
        match self {
            Self::Invalid { field, .. } => Some(field),
            Self::Twice => Some("clothingIds"),
            Self::Cursor => Some("cursor"),
            _ => None,
        }
    }

    /// After the last retry, a read that went stale is a busy wardrobe.
    pub(crate) fn settled(self) -> Self {
        if self.is_stale_read() { Self::Busy } else { self }
    }
}

impl IsStaleRead for WardrobeError {
    fn is_stale_read(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_stale_read())
    }
}

impl From<ListError> for WardrobeError {
    fn from(error: ListError) -> Self {
        match error {
            ListError::Cursor(_) => Self::Cursor,
            ListError::Store(error) => Self::Store(error),
        }
    }
}

/// What an operation answers.
pub type Result<T> = std::result::Result<T, WardrobeError>;

#[cfg(test)]
mod tests {
    use chabudai_kernel::store::{Cancelled, Reason};

    use super::*;

    #[test]
    fn what_passes_by_itself_is_unavailable_and_the_rest_is_ours() {
        let cancelled = |reason| WardrobeError::Store(StoreError::Cancelled(vec![Cancelled { action: 1, reason }]));
        for passing in [StoreError::Conflict.into(), StoreError::Timeout.into(), cancelled(Reason::Conflict), cancelled(Reason::Throttled)]
        {
            assert_eq!((passing.status(), passing.code()), (503, "wardrobe.unavailable"), "{passing:?}");
        }
        for ours in [StoreError::invalid("store.no_table", "there is no table").into(), cancelled(Reason::Invalid("too large".to_owned()))]
        {
            assert_eq!((ours.status(), ours.code()), (500, "wardrobe.internal"), "{ours:?}");
        }
    }
}
