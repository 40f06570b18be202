//! The chunks of a WebP file: four letters, a length, data padded to an even number of bytes.

use image::ImageFormat;
use image::metadata::Orientation;

use super::{Found, Keep, orientation_in, vp8l};
use crate::error::{PictureError, Result};
use crate::limits::{MAX_PROFILE, memory_fits, sides_fit};

/// What is written anew before the parts that are kept: `RIFF`, `WEBP`, and a canvas if there is transparency.
pub(super) const HEAD_BYTES: usize = 12 + 18;

/// The pixels of one picture: of the file, or of the first frame of an animation.
///
/// The canvas and its frames have dimensions of their own, and the decoder compares them only after it has decoded the frame. So the
/// canvas is looked at, and then left out.
#[derive(Default)]
struct Picture<'a> {
    lossy: Option<&'a [u8]>,
    lossless: Option<&'a [u8]>,
    alpha: Option<&'a [u8]>,
}

pub(super) fn walk(bytes: &[u8], keep: Keep<'_>) -> Result<Found> {
    let declared = bytes.get(4..8).map_or(0, |size| u32::from_le_bytes([size[0], size[1], size[2], size[3]]) as usize);
    let whole = bytes.get(12..declared.saturating_add(8)).ok_or(PictureError::Damaged)?;
    let (mut picture, mut is_first_frame, mut has_alpha) = (Picture::default(), true, false);
    let (mut orientation, mut profile) = (Orientation::NoTransforms, None);
    for (kind, data) in RiffChunks(whole) {
        match &kind {
            b"VP8X" => {
                let (&[flags, _, _, _, w1, w2, w3, h1, h2, h3], _) = data.split_first_chunk().ok_or(PictureError::Damaged)?;
                sides_fit(u32::from_le_bytes([w1, w2, w3, 0]) + 1, u32::from_le_bytes([h1, h2, h3, 0]) + 1)?;
                has_alpha = flags & 0b1_0000 != 0;
            }
            b"ANMF" if is_first_frame => {
                is_first_frame = false;
                RiffChunks(data.get(16..).unwrap_or_default()).for_each(|(kind, data)| picture.add(kind, data));
                has_alpha = picture.alpha.is_some();
            }
            b"EXIF" => orientation = orientation_in(data),
            b"ICCP" if data.len() <= MAX_PROFILE => profile = Some(data.to_vec()),
            _ => picture.add(kind, data),
        }
    }
    let alpha = picture.alpha.filter(|_| has_alpha);
    let (width, height, decoding, kept) = match (picture.lossless, picture.lossy) {
        (Some(frame), None) => lossless(frame, keep)?,
        (None, Some(frame)) => lossy(frame, alpha, keep)?,
        _ => return Err(PictureError::Damaged),
    };
    let memory = memory_fits((width, height), decoding + bytes.len() as u64, kept)?;
    Ok(Found { format: ImageFormat::WebP, width, height, memory, orientation, profile })
}

/// The length of a file that was put together is known at its end.
pub(super) fn say_length(file: &mut [u8]) {
    let length = (file.len() as u32).saturating_sub(8).to_le_bytes();
    if let Some(place) = file.get_mut(4..8) {
        place.copy_from_slice(&length);
    }
}

impl<'a> Picture<'a> {
    fn add(&mut self, kind: [u8; 4], data: &'a [u8]) {
        let place = match &kind {
            b"VP8 " => &mut self.lossy,
            b"VP8L" => &mut self.lossless,
            b"ALPH" => &mut self.alpha,
            _ => return,
        };
        place.get_or_insert(data);
    }
}

/// Width, height, and the bytes that are needed while it is decoded and after that.
type Costs = (u32, u32, u64, u64);

fn lossless(frame: &[u8], keep: Keep<'_>) -> Result<Costs> {
    let (&[_, b1, b2, b3, b4], stream) = frame.split_first_chunk().ok_or(PictureError::Damaged)?;
    let header = u32::from_le_bytes([b1, b2, b3, b4]);
    let (width, height) = ((header & 0x3FFF) + 1, (header >> 14 & 0x3FFF) + 1);
    sides_fit(width, height)?;
    let pixels = u64::from(width) * u64::from(height);
    // Always decoded with four channels; without alpha, three of them are then copied.
    let kept = if header >> 28 & 1 == 1 { 4 * pixels } else { 3 * pixels };
    let copied = if kept == 4 * pixels { 0 } else { 4 * pixels };
    let decoding = kept + copied + vp8l::memory(stream, width, height)?;
    keep(b"RIFF\0\0\0\0WEBP");
    keep_chunk(*b"VP8L", frame, keep);
    Ok((width, height, decoding, kept))
}

/// RFC 6386, section 9.1: a tag of three bytes, a start code of three, then width and height in fourteen bits each.
fn lossy(frame: &[u8], alpha: Option<&[u8]>, keep: Keep<'_>) -> Result<Costs> {
    let header = frame.get(6..10).ok_or(PictureError::Damaged)?;
    let fourteen_bits = |low: u8, high: u8| u32::from(u16::from_le_bytes([low, high]) & 0x3FFF);
    let (width, height) = (fourteen_bits(header[0], header[1]), fourteen_bits(header[2], header[3]));
    sides_fit(width, height)?;
    let pixels = u64::from(width) * u64::from(height);
    // Brightness in full and two colours in a quarter, in blocks of sixteen pixels, and the bits themselves once more.
    let decoding = u64::from(width.next_multiple_of(16)) * u64::from(height.next_multiple_of(16)) * 3 / 2 + frame.len() as u64;
    keep(b"RIFF\0\0\0\0WEBP");
    let Some(alpha) = alpha else {
        keep_chunk(*b"VP8 ", frame, keep);
        return Ok((width, height, decoding + 3 * pixels, 3 * pixels));
    };
    let transparency = match alpha.split_first() {
        // Packed like a picture of four channels, of which one is copied.
        Some((info, stream)) if info & 3 == 1 => 5 * pixels + vp8l::memory(stream, width, height)?,
        _ => pixels,
    };
    let ([w1, w2, w3, _], [h1, h2, h3, _]) = ((width - 1).to_le_bytes(), (height - 1).to_le_bytes());
    keep_chunk(*b"VP8X", &[0b1_0000, 0, 0, 0, w1, w2, w3, h1, h2, h3], keep);
    keep_chunk(*b"ALPH", alpha, keep);
    keep_chunk(*b"VP8 ", frame, keep);
    Ok((width, height, decoding + 4 * pixels + transparency, 4 * pixels))
}

fn keep_chunk(kind: [u8; 4], data: &[u8], keep: Keep<'_>) {
    keep(&kind);
    keep(&(data.len() as u32).to_le_bytes());
    keep(data);
    keep(&[0][..data.len() % 2]);
}

struct RiffChunks<'a>(&'a [u8]);

impl<'a> Iterator for RiffChunks<'a> {
    type Item = ([u8; 4], &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let (kind, rest) = self.0.split_first_chunk::<4>()?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length) as usize;
        let data = &rest[..length.min(rest.len())];
        self.0 = rest.get(length.saturating_add(length % 2)..).unwrap_or_default();
        Some((*kind, data))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_huge_frame_on_a_small_canvas_is_found() {
        let chunk = |kind: &[u8; 4], data: &[u8]| [&kind[..], &(data.len() as u32).to_le_bytes(), data].concat();
        let frame = chunk(b"VP8 ", &[0, 0, 0, 0x9D, 0x01, 0x2A, 0xFF, 0x3F, 0xFF, 0x3F]);
        let canvas = chunk(b"VP8X", &[0; 10]);
        let webp = |inner: &[u8]| [&b"RIFF"[..], &(inner.len() as u32 + 4).to_le_bytes(), b"WEBP", inner].concat();
        let looked = |inner: &[u8]| walk(&webp(inner), &mut |_| {});
        assert_eq!(looked(&[&canvas[..], &frame].concat()), Err(PictureError::TooManyPixels));
        let moving = chunk(b"ANMF", &[&[0; 16][..], &frame].concat());
        assert_eq!(looked(&[&canvas[..], &moving].concat()), Err(PictureError::TooManyPixels));
    }
}
