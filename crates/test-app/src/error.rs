//! What can go wrong, as sentences with stable codes.

use chabudai_kernel::codes;
use chabudai_kernel::error::{AppError, Codes, OwnReason};

/// Everything that an operation can answer instead of its result.
pub(crate) type MemoError = AppError<MemoReason>;

/// What only Memo says: nothing.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum MemoReason {}

impl OwnReason for MemoReason {
    const CODES: Codes = codes!("memo");

    fn code(&self) -> &'static str {
        match *self {}
    }

    fn status(&self) -> u16 {
        match *self {}
    }
}

/// What an operation answers.
pub(crate) type Result<T> = std::result::Result<T, MemoError>;
