//! What can go wrong, as sentences with stable codes.

use chabudai_kernel::clock::IsStaleRead;
use chabudai_kernel::db::ListError;
use chabudai_kernel::store::StoreError;
use chabudai_web::problem::Problem;

/// Everything that an operation can answer instead of its result.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum OkusuriError {
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
    /// There are as many devices as one person may have.
    #[error("There are twenty devices already. Remove one first.")]
    TooManyDevices,
    /// Others were writing the same for as long as we tried.
    #[error("The same is being changed elsewhere right now. Please try again.")]
    Busy,
    /// The idempotency key was used for another request.
    #[error("This Idempotency-Key was used for another request.")]
    KeyReused,
    /// There is no pill to log on a day of a pause.
    #[error("This day is a day of the pause. There is no pill to log.")]
    Pausing,
    /// The cursor is not one of this list.
    #[error("The cursor does not belong to this list.")]
    Cursor,
    /// The job's secret is missing or wrong.
    #[error("Reminders are sent by whoever knows the secret of the job.")]
    NotTheJob,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl OkusuriError {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotFound(_) => "okusuri.not_found",
            Self::Invalid { code, .. } => code,
            Self::TooManyDevices => "okusuri.too_many_devices",
            Self::Busy => "okusuri.busy",
            Self::KeyReused => "okusuri.idempotency_key_reused",
            Self::Pausing => "okusuri.pausing",
            Self::Cursor => "okusuri.invalid_cursor",
            Self::NotTheJob => "okusuri.not_the_job",
            Self::Store(error) if error.is_passing() => "okusuri.unavailable",
            Self::Store(_) => "okusuri.internal",
        }
    }

    /// The HTTP status that goes with it.
    pub fn status(&self) -> u16 {
        match self {
            Self::NotFound(_) => 404,
            Self::Invalid { .. } | Self::Cursor => 400,
            Self::NotTheJob => 401,
            Self::TooManyDevices | Self::Busy | Self::Pausing => 409,
            Self::KeyReused => 422,
            Self::Store(error) if error.is_passing() => 503,
            Self::Store(_) => 500,
        }
    }

    /// After the last retry, a read that went stale is somebody who is busy elsewhere.
    pub(crate) fn settled(self) -> Self {
        if self.is_stale_read() { Self::Busy } else { self }
    }

    /// The field that is to blame.
    pub fn field(&self) -> Option<&'static str> {
        match self {
            Self::Invalid { field, .. } => Some(field),
            Self::Cursor => Some("cursor"),
            _ => None,
        }
    }
}

impl IsStaleRead for OkusuriError {
    fn is_stale_read(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_stale_read())
    }
}

impl From<ListError> for OkusuriError {
    fn from(error: ListError) -> Self {
        match error {
            ListError::Cursor(_) => Self::Cursor,
            ListError::Store(error) => Self::Store(error),
        }
    }
}

impl From<OkusuriError> for Problem {
    fn from(error: OkusuriError) -> Self {
        let store = if let OkusuriError::Store(inner) = &error { Some(inner) } else { None };
        Self::told(&error, error.status(), error.code(), error.field(), store)
    }
}

/// What an operation answers.
pub type Result<T> = std::result::Result<T, OkusuriError>;
