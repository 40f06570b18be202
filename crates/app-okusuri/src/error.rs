//! What can go wrong, as sentences with stable codes.

use chabudai_kernel::codes;
use chabudai_kernel::error::{AppError, Codes, OwnReason};

/// Everything that an operation can answer instead of its result.
pub type OkusuriError = AppError<OkusuriReason>;

/// What only Okusuri says.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum OkusuriReason {
    /// There are as many devices as one person may have.
    #[error("There are twenty devices already. Remove one first.")]
    TooManyDevices,
    /// There is no pill to log on a day of a pause.
    #[error("This day is a day of the pause. There is no pill to log.")]
    Pausing,
    /// The job's secret is missing or wrong.
    #[error("Reminders are sent by whoever knows the secret of the job.")]
    NotTheJob,
}

impl OwnReason for OkusuriReason {
    const CODES: Codes = codes!("okusuri");

    fn code(&self) -> &'static str {
        match self {
            Self::TooManyDevices => "okusuri.too_many_devices",
            Self::Pausing => "okusuri.pausing",
            Self::NotTheJob => "okusuri.not_the_job",
        }
    }

    fn status(&self) -> u16 {
        match self {
            Self::TooManyDevices | Self::Pausing => 409,
            Self::NotTheJob => 401,
        }
    }
}

/// What an operation answers.
pub type Result<T> = std::result::Result<T, OkusuriError>;
