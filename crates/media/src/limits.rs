//! What a picture may cost, before anything is decoded.
//!
//! Handling one picture takes at most 120 MB: its upload (10 MB), and what [`MEMORY`] allows for decoding and shrinking it. Decoders
//! bound themselves only in part (the `image` crate knows nothing of the coefficients of a progressive JPEG, nor of the trees of a
//! lossless WebP), so what they will ask for is computed from the headers.

use crate::error::{PictureError, Result};
use crate::size::Size;

/// The bytes that an upload may have.
pub(crate) const MAX_BYTES: usize = 10 * 1024 * 1024;

/// The pixels of the longest side. No camera makes a longer one, and panoramas of telephones end there; it is also as far as WebP goes.
/// One long line costs more than its pixels: filters, tables and buffers are made for its whole length.
pub(crate) const MAX_SIDE: u32 = 16_384;

/// The pixels that a picture may have: what the memory holds in three channels while it is made smaller. Telephones make 12 or 24
/// million unless asked for more, and our own pages make pictures smaller before they send them.
pub(crate) const MAX_PIXELS: u64 = 27_000_000;

/// The bytes that decoding and shrinking may take at any time, the upload aside.
pub(crate) const MEMORY: u64 = 104_000_000;

/// The scans that a JPEG may have. Encoders make a dozen, the most eager ones two; each goes over all of the picture again.
pub(crate) const MAX_SCANS: usize = 32;

/// The bytes of a colour profile. Those of cameras and screens have some hundreds; larger ones are tables of printers.
pub(crate) const MAX_PROFILE: usize = 1024 * 1024;

/// Whether these dimensions may be decoded.
pub(crate) fn sides_fit(width: u32, height: u32) -> Result<()> {
    match u64::from(width) * u64::from(height) {
        0 => Err(PictureError::Damaged),
        pixels if pixels > MAX_PIXELS || width.max(height) > MAX_SIDE => Err(PictureError::TooManyPixels),
        _ => Ok(()),
    }
}

/// The most memory that a picture takes: while it is decoded, or while it is made smaller after that. Refused if it is too much.
///
/// `kept` bytes are left of decoding. Shrinking goes one way first, which makes a picture that is as long as the old one in the other.
pub(crate) fn memory_fits((width, height): (u32, u32), decoding: u64, kept: u64) -> Result<u64> {
    let pixels = u64::from(width) * u64::from(height);
    let (longest, limit) = (u64::from(width.max(height)), u64::from(Size::Large.longest_side()));
    let shrinking = if longest > limit { 3 * pixels * limit / longest } else { 0 };
    match decoding.max(kept + shrinking) {
        memory if memory > MEMORY => Err(PictureError::TooHeavy),
        memory => Ok(memory),
    }
}
