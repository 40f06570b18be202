//! What can go wrong, as sentences with stable codes.

/// Why a picture was not taken in, or cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PictureError {
    /// Its content is of no kind that we open.
    #[error("This is not a JPEG, PNG or WebP picture.")]
    NotAnImage,
    /// The file is too large.
    #[error("A picture may have at most 10 MB.")]
    TooLarge,
    /// Opened, it would be too large.
    #[error("A picture may have at most 27 megapixels, and 16384 pixels on its longest side.")]
    TooManyPixels,
    /// Opening it would take more memory than its pixels do, because of how it was saved.
    #[error(
        "Opening this picture takes too much memory, because of how it was saved: a progressive JPEG may have about 15 megapixels, \
         a lossless WebP about 12. Please save it as a plain JPEG, or smaller."
    )]
    TooHeavy,
    /// It is said again and again, a little finer each time.
    #[error("This JPEG was saved in more than 32 scans. Please save it anew.")]
    TooManyScans,
    /// It begins like a picture but cannot be read to its end.
    #[error("This picture is damaged and cannot be read.")]
    Damaged,
    /// As many pictures wait as may wait.
    #[error("Many pictures are being taken in right now. Please try again in a moment.")]
    Busy,
    /// The disk is nearly full, and what is left is for smaller things.
    #[error("This server has no room for more pictures right now.")]
    NoRoom,
    /// The folder or the bucket failed; the reason is for the log.
    #[error("Pictures cannot be reached right now. Please try again.")]
    Unavailable(String),
}

impl PictureError {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotAnImage => "media.not_an_image",
            Self::TooLarge => "media.too_large",
            Self::TooManyPixels => "media.too_many_pixels",
            Self::TooHeavy => "media.too_heavy",
            Self::TooManyScans => "media.too_many_scans",
            Self::Damaged => "media.damaged",
            Self::Busy => "media.busy",
            Self::NoRoom => "media.no_room",
            Self::Unavailable(_) => "media.unavailable",
        }
    }

    /// The HTTP status that goes with it.
    pub fn status(&self) -> u16 {
        match self {
            Self::NotAnImage => 415,
            Self::TooLarge | Self::TooManyPixels | Self::TooHeavy => 413,
            Self::TooManyScans | Self::Damaged => 422,
            Self::Busy | Self::Unavailable(_) => 503,
            Self::NoRoom => 507,
        }
    }

    /// What the person who runs the server needs to know, and the person who uploads does not.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Unavailable(reason) => Some(reason),
            _ => None,
        }
    }

    pub(crate) fn unavailable(reason: impl std::fmt::Display) -> Self {
        Self::Unavailable(reason.to_string())
    }
}

/// What an operation on pictures answers.
pub type Result<T> = std::result::Result<T, PictureError>;
