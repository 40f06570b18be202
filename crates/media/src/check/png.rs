//! The chunks of a PNG file: a length, four letters, data, a checksum.

use image::ImageFormat;
use image::metadata::Orientation;

use super::{Found, Keep, orientation_in};
use crate::error::{PictureError, Result};
use crate::limits::{MAX_PROFILE, memory_fits, sides_fit};

const SIGNATURE: usize = 8;

/// Only what makes pixels is kept: the first picture of an animation, and no text.
pub(super) fn walk(bytes: &[u8], keep: Keep<'_>) -> Result<Found> {
    keep(bytes.get(..SIGNATURE).ok_or(PictureError::Damaged)?);
    let header = chunk_at(bytes, SIGNATURE).filter(|chunk| chunk.kind == b"IHDR" && chunk.data.len() == 13);
    let header = header.ok_or(PictureError::Damaged)?;
    let side = |at: usize| u32::from_be_bytes([header.data[at], header.data[at + 1], header.data[at + 2], header.data[at + 3]]);
    let (width, height) = (side(0), side(4));
    sides_fit(width, height)?;

    let mut orientation = Orientation::NoTransforms;
    let mut at = SIGNATURE;
    while let Some(chunk) = chunk_at(bytes, at) {
        match chunk.kind {
            b"IHDR" | b"PLTE" | b"tRNS" | b"IDAT" => keep(chunk.whole),
            // What is in it is unpacked by the decoder, which is told how large it may become.
            b"iCCP" if chunk.data.len() <= MAX_PROFILE => keep(chunk.whole),
            b"eXIf" => orientation = orientation_in(chunk.data),
            b"IEND" => {
                keep(chunk.whole);
                break;
            }
            _ => {}
        }
        at += chunk.whole.len();
    }
    // Each line becomes three channels of eight bits as soon as it is there, whatever it was before.
    let pixels = 3 * u64::from(width) * u64::from(height);
    let memory = memory_fits((width, height), pixels + bytes.len() as u64, pixels)?;
    Ok(Found { format: ImageFormat::Png, width, height, memory, orientation, profile: None })
}

struct Chunk<'a> {
    kind: &'a [u8; 4],
    data: &'a [u8],
    whole: &'a [u8],
}

/// A chunk that breaks off is none: the decoder will miss it.
fn chunk_at(bytes: &[u8], at: usize) -> Option<Chunk<'_>> {
    let (length, rest) = bytes.get(at..)?.split_first_chunk::<4>()?;
    let (kind, rest) = rest.split_first_chunk::<4>()?;
    let length = u32::from_be_bytes(*length) as usize;
    Some(Chunk { kind, data: rest.get(..length)?, whole: bytes.get(at..at.checked_add(length)?.checked_add(12)?)? })
}
