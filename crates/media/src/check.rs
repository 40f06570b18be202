//! Is it a picture, whole, and small enough to open? Answered from headers, before any pixel is decoded.

use image::ImageFormat;

use crate::error::{PictureError, Result};

/// The bytes that an upload may have.
pub(crate) const MAX_BYTES: usize = 10 * 1024 * 1024;

/// The pixels that a picture may have. A little over fifty million, because what is sold as a 50-megapixel camera makes 8160 × 6144.
pub(crate) const MAX_PIXELS: u64 = 51_200_000;

/// The bytes that a decoder may ask for: the pixels above in four channels. Sixteen bits a channel are fine up to half of them.
pub(crate) const MAX_DECODED_BYTES: u64 = 4 * MAX_PIXELS;

/// Which of the three formats this is, at a glance.
pub(crate) fn format_of(bytes: &[u8]) -> Result<ImageFormat> {
    if bytes.len() > MAX_BYTES {
        return Err(PictureError::TooLarge);
    }
    match image::guess_format(bytes) {
        Ok(format @ (ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP)) => Ok(format),
        _ => Err(PictureError::NotAnImage),
    }
}

/// Whether the decoder can be trusted with it: where it would not notice by itself, the file is walked from end to end.
pub(crate) fn looks_whole(bytes: &[u8], format: ImageFormat) -> Result<()> {
    match format {
        ImageFormat::Jpeg if !jpeg_ends(bytes) => Err(PictureError::Damaged),
        ImageFormat::WebP => webp_frames_fit(bytes),
        _ => Ok(()),
    }
}

/// Whether these dimensions may be decoded.
pub(crate) fn pixels_fit(width: u32, height: u32) -> Result<()> {
    match u64::from(width) * u64::from(height) {
        0 => Err(PictureError::Damaged),
        pixels if pixels > MAX_PIXELS => Err(PictureError::TooManyPixels),
        _ => Ok(()),
    }
}

/// Whether the file goes on to the marker that ends a JPEG.
///
/// The decoder forgives a file that stops early and paints the rest grey: an upload that broke off would be kept as half a picture. The
/// marker must be found by walking, since the preview inside the EXIF data has one too, and telephones append films after it.
fn jpeg_ends(bytes: &[u8]) -> bool {
    let mut at = 2;
    while let Some(found) = bytes.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == 0xFF)) {
        at += found;
        match bytes.get(at + 1) {
            Some(0xD9) => return true,
            // A fill byte: the marker's code is still to come.
            Some(0xFF) => at += 1,
            // A stuffed byte, a restart, a start or a marker of TEM: no length follows.
            Some(0x00 | 0x01 | 0xD0..=0xD8) => at += 2,
            Some(_) => match bytes.get(at + 2..at + 4) {
                Some(length) => at += 2 + usize::from(u16::from_be_bytes([length[0], length[1]])),
                None => return false,
            },
            None => return false,
        }
    }
    false
}

/// Whether a WebP file is as long as it says, and each lossy frame in it is small enough.
///
/// The canvas and its frames have dimensions of their own, and the decoder compares them only after it has decoded the frame: a canvas
/// of one pixel could hold a frame of 16383 × 16383.
fn webp_frames_fit(bytes: &[u8]) -> Result<()> {
    let declared = bytes.get(4..8).map_or(0, |size| u32::from_le_bytes([size[0], size[1], size[2], size[3]]) as usize);
    let whole = bytes.get(12..declared.saturating_add(8)).ok_or(PictureError::Damaged)?;
    for (kind, data) in RiffChunks(whole) {
        match &kind {
            b"VP8 " => lossy_frame_fits(data)?,
            b"ANMF" => {
                for (kind, data) in RiffChunks(data.get(16..).unwrap_or_default()) {
                    if &kind == b"VP8 " {
                        lossy_frame_fits(data)?;
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// RFC 6386, section 9.1: a tag of three bytes, a start code of three, then width and height in fourteen bits each.
fn lossy_frame_fits(frame: &[u8]) -> Result<()> {
    let header = frame.get(6..10).ok_or(PictureError::Damaged)?;
    let fourteen_bits = |low: u8, high: u8| u32::from(u16::from_le_bytes([low, high]) & 0x3FFF);
    pixels_fit(fourteen_bits(header[0], header[1]), fourteen_bits(header[2], header[3]))
}

/// The chunks of a RIFF file: four letters, a length, data padded to an even number of bytes.
struct RiffChunks<'a>(&'a [u8]);

impl<'a> Iterator for RiffChunks<'a> {
    type Item = ([u8; 4], &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let (kind, rest) = self.0.split_first_chunk::<4>()?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length) as usize;
        let data = &rest[..length.min(rest.len())];
        self.0 = rest.get(length + length % 2..).unwrap_or_default();
        Some((*kind, data))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jpeg_ends_at_its_own_end_marker() {
        // A preview with an end marker of its own, inside an APP1 segment of eight bytes.
        let head = [0xFF, 0xD8, 0xFF, 0xE1, 0, 8, 0xFF, 0xD8, 1, 2, 0xFF, 0xD9, 0xFF, 0xDA, 0, 2, 7, 0xFF, 0x00, 7, 0xFF, 0xD0, 7];
        assert!(!jpeg_ends(&head));
        assert!(jpeg_ends(&[&head[..], &[0xFF, 0xD9]].concat()));
        assert!(jpeg_ends(&[&head[..], &[0xFF, 0xFF, 0xD9], b"a film"].concat()));
    }

    #[test]
    fn a_huge_frame_on_a_small_canvas_is_found() {
        let chunk = |kind: &[u8; 4], data: &[u8]| [&kind[..], &(data.len() as u32).to_le_bytes(), data].concat();
        let frame = chunk(b"VP8 ", &[0, 0, 0, 0x9D, 0x01, 0x2A, 0xFF, 0x3F, 0xFF, 0x3F]);
        let canvas = chunk(b"VP8X", &[0; 10]);
        let webp = |inner: &[u8]| [&b"RIFF"[..], &(inner.len() as u32 + 4).to_le_bytes(), b"WEBP", inner].concat();
        assert_eq!(looks_whole(&webp(&[&canvas[..], &frame].concat()), ImageFormat::WebP), Err(PictureError::TooManyPixels));
        let moving = chunk(b"ANMF", &[&[0; 16][..], &frame].concat());
        assert_eq!(looks_whole(&webp(&[&canvas[..], &moving].concat()), ImageFormat::WebP), Err(PictureError::TooManyPixels));
    }
}
