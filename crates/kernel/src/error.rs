//! What every use case can answer instead of its result, as sentences with stable codes. An app adds what only it can say.

use crate::clock::IsStaleRead;
use crate::db::ListError;
use crate::store::StoreError;

/// Everything that a use case of an app can answer instead of its result; `Own` is what only this app says.
///
/// An app names it once: `pub type WardrobeError = AppError<WardrobeReason>`.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum AppError<Own: OwnReason> {
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
    /// Others were writing the same for as long as we tried.
    #[error("The same is being changed elsewhere right now. Please try again.")]
    Busy,
    /// The idempotency key was used for another request.
    #[error("This Idempotency-Key was used for another request.")]
    KeyReused,
    /// The cursor is not one of this list.
    #[error("The cursor does not belong to this list.")]
    Cursor,
    /// What only this app says.
    #[error(transparent)]
    Own(Own),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What only one app can say of what went wrong.
pub trait OwnReason: std::error::Error + Clone + PartialEq + Send + Sync + 'static {
    /// The app's codes of what every app can say: [`codes!`](crate::codes).
    const CODES: Codes;

    /// The stable code.
    fn code(&self) -> &'static str;

    /// The HTTP status that goes with it.
    fn status(&self) -> u16;

    /// The field that is to blame.
    fn field(&self) -> Option<&'static str> {
        None
    }

    /// After how many seconds it is worth another try.
    fn retry_after(&self) -> Option<u64> {
        None
    }
}

/// The codes of what every app can say, in the name of one. They are part of the API, so they are whole texts and never put together.
#[derive(Clone, Copy, Debug)]
pub struct Codes {
    /// Of [`AppError::NotFound`].
    pub not_found: &'static str,
    /// Of [`AppError::Busy`].
    pub busy: &'static str,
    /// Of [`AppError::KeyReused`].
    pub key_reused: &'static str,
    /// Of [`AppError::Cursor`].
    pub cursor: &'static str,
    /// Of a store that will do again in a moment.
    pub unavailable: &'static str,
    /// Of a store that will not.
    pub internal: &'static str,
}

impl Codes {
    /// All of them.
    pub const fn all(&self) -> [&'static str; 6] {
        [self.not_found, self.busy, self.key_reused, self.cursor, self.unavailable, self.internal]
    }
}

/// The [`Codes`](crate::error::Codes) of an app: `codes!("wardrobe")` has `wardrobe.not_found` and so on.
#[macro_export]
macro_rules! codes {
    ($app:literal) => {
        $crate::error::Codes {
            not_found: concat!($app, ".not_found"),
            busy: concat!($app, ".busy"),
            key_reused: concat!($app, ".idempotency_key_reused"),
            cursor: concat!($app, ".invalid_cursor"),
            unavailable: concat!($app, ".unavailable"),
            internal: concat!($app, ".internal"),
        }
    };
}

impl<Own: OwnReason> AppError<Own> {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotFound(_) => Own::CODES.not_found,
            Self::Invalid { code, .. } => code,
            Self::Busy => Own::CODES.busy,
            Self::KeyReused => Own::CODES.key_reused,
            Self::Cursor => Own::CODES.cursor,
            Self::Own(own) => own.code(),
            Self::Store(error) if error.is_passing() => Own::CODES.unavailable,
            Self::Store(_) => Own::CODES.internal,
        }
    }

    /// The HTTP status that goes with it.
    pub fn status(&self) -> u16 {
        match self {
            Self::NotFound(_) => 404,
            Self::Invalid { .. } | Self::Cursor => 400,
            Self::Busy => 409,
            Self::KeyReused => 422,
            Self::Own(own) => own.status(),
            Self::Store(error) if error.is_passing() => 503,
            Self::Store(_) => 500,
        }
    }

    /// The field that is to blame.
    pub fn field(&self) -> Option<&'static str> {
        match self {
            Self::Invalid { field, .. } => Some(field),
            Self::Cursor => Some("cursor"),
            Self::Own(own) => own.field(),
            _ => None,
        }
    }

    /// After how many seconds it is worth another try.
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Self::Own(own) => own.retry_after(),
            Self::Store(error) if error.is_passing() => Some(1),
            _ => None,
        }
    }

    /// After the last retry, a read that went stale is somebody who is busy elsewhere.
    pub fn settled(self) -> Self {
        if self.is_stale_read() { Self::Busy } else { self }
    }
}

impl<Own: OwnReason> IsStaleRead for AppError<Own> {
    fn is_stale_read(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_stale_read())
    }
}

impl<Own: OwnReason> From<ListError> for AppError<Own> {
    fn from(error: ListError) -> Self {
        match error {
            ListError::Cursor(_) => Self::Cursor,
            ListError::Store(error) => Self::Store(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Cancelled, Reason};

    #[derive(Clone, PartialEq, Debug, thiserror::Error)]
    #[error("The jar is empty.")]
    struct Empty;

    impl OwnReason for Empty {
        const CODES: Codes = codes!("pantry");

        fn code(&self) -> &'static str {
            "pantry.empty"
        }

        fn status(&self) -> u16 {
            409
        }
    }

    type PantryError = AppError<Empty>;

    #[test]
    fn what_passes_by_itself_is_unavailable_and_the_rest_is_ours() {
        let cancelled = |reason| PantryError::Store(StoreError::Cancelled(vec![Cancelled { action: 1, reason }]));
        let passing = [StoreError::Conflict.into(), StoreError::Timeout.into(), cancelled(Reason::Conflict), cancelled(Reason::Throttled)];
        for passing in passing {
            assert_eq!((passing.status(), passing.code(), passing.retry_after()), (503, "pantry.unavailable", Some(1)), "{passing:?}");
        }
        let ours = [StoreError::invalid("store.no_table", "there is no table").into(), cancelled(Reason::Invalid("too large".to_owned()))];
        for ours in ours {
            assert_eq!((ours.status(), ours.code(), ours.retry_after()), (500, "pantry.internal", None), "{ours:?}");
        }
    }

    #[test]
    fn each_has_its_code_status_and_field() {
        let invalid = PantryError::Invalid { field: "name", code: "pantry.name_empty", message: "Say what is in it." };
        for (error, told) in [
            (PantryError::NotFound("jar"), ("There is no such jar.", 404, "pantry.not_found", None)),
            (invalid, ("Say what is in it.", 400, "pantry.name_empty", Some("name"))),
            (PantryError::KeyReused, ("This Idempotency-Key was used for another request.", 422, "pantry.idempotency_key_reused", None)),
            (PantryError::Cursor, ("The cursor does not belong to this list.", 400, "pantry.invalid_cursor", Some("cursor"))),
            (PantryError::Own(Empty), ("The jar is empty.", 409, "pantry.empty", None)),
        ] {
            assert_eq!((error.to_string().as_str(), error.status(), error.code(), error.field()), told);
        }
        assert_eq!((PantryError::Busy.status(), PantryError::Busy.code()), (409, "pantry.busy"));
    }

    #[test]
    fn a_read_that_stays_stale_is_busy_and_nothing_else_is() {
        assert_eq!(PantryError::Store(StoreError::Conflict).settled(), PantryError::Busy);
        assert_eq!(PantryError::Store(StoreError::Timeout).settled(), PantryError::Store(StoreError::Timeout));
        assert_eq!(PantryError::NotFound("jar").settled(), PantryError::NotFound("jar"));
    }
}
