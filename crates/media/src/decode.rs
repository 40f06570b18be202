//! Pixels, in a memory that was counted before.
//!
//! Every picture becomes three channels of eight bits on white paper, on the way or in its own place: there is never a second whole one.

use std::io::Cursor;

use bytes::Bytes;
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{ColorType, ImageDecoder as _, ImageFormat, RgbImage};
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::check::{self, Found};
use crate::error::{PictureError, Result};
use crate::limits::{MAX_PROFILE, MAX_SCANS, MAX_SIDE};

/// What a PNG decoder may ask for besides the lines: two unpacked profiles, and a few lines at their longest.
const PNG_BYTES: usize = 2 * MAX_PROFILE + 64 * MAX_SIDE as usize;

/// A picture as it was saved: its colours and its direction are still to be put right.
pub(crate) struct Opened {
    pub(crate) image: RgbImage,
    pub(crate) orientation: Orientation,
    pub(crate) profile: Option<Vec<u8>>,
}

/// Opens an upload.
pub(crate) fn opened(upload: Bytes) -> Result<Opened> {
    let (found, plain) = check::plain(&upload)?;
    drop(upload);
    let (pixels, profile) = match found.format {
        ImageFormat::Jpeg => (jpeg(&found, &plain)?, None),
        ImageFormat::Png => png(&found, &plain)?,
        _ => (webp(&found, &plain)?, None),
    };
    let image = RgbImage::from_raw(found.width, found.height, pixels).ok_or(PictureError::Damaged)?;
    Ok(Opened { image, orientation: found.orientation, profile: found.profile.or(profile) })
}

fn damaged<E>(_: E) -> PictureError {
    PictureError::Damaged
}

fn empty(found: &Found) -> Vec<u8> {
    vec![0; 3 * found.width as usize * found.height as usize]
}

fn jpeg(found: &Found, plain: &[u8]) -> Result<Vec<u8>> {
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(MAX_SIDE as usize)
        .set_max_height(MAX_SIDE as usize)
        .jpeg_set_max_scans(MAX_SCANS)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut pixels = empty(found);
    zune_jpeg::JpegDecoder::new_with_options(ZCursor::new(plain), options).decode_into(&mut pixels).map_err(damaged)?;
    Ok(pixels)
}

/// Line by line. What the file packs after its last line is not even looked at: ten megabytes may be unpacked into ten gigabytes.
fn png(found: &Found, plain: &[u8]) -> Result<(Vec<u8>, Option<Vec<u8>>)> {
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(plain), png::Limits { bytes: PNG_BYTES });
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(damaged)?;
    let channels = reader.output_color_type().0.samples();
    let profile = reader.info().icc_profile.as_ref().filter(|profile| profile.len() <= MAX_PROFILE).map(|profile| profile.to_vec());
    let (mut pixels, stride) = (empty(found), 3 * found.width as usize);
    let mut line = Vec::with_capacity(stride);
    let mut at = 0;
    while let Some(row) = reader.next_interlaced_row().map_err(damaged)? {
        line.clear();
        line.extend(row.data().chunks_exact(channels).flat_map(on_white));
        match row.interlace() {
            png::InterlaceInfo::Adam7(place) => png::expand_interlaced_row(&mut pixels, stride, &line, place, 24),
            png::InterlaceInfo::Null(_) => {
                pixels.get_mut(at..at + line.len()).ok_or(PictureError::Damaged)?.copy_from_slice(&line);
                at += line.len();
            }
        }
    }
    Ok((pixels, profile))
}

fn webp(found: &Found, plain: &[u8]) -> Result<Vec<u8>> {
    let decoder = WebPDecoder::new(Cursor::new(plain)).map_err(damaged)?;
    if decoder.dimensions() != (found.width, found.height) {
        return Err(PictureError::Damaged);
    }
    let has_alpha = decoder.color_type() == ColorType::Rgba8;
    let mut pixels = vec![0; decoder.total_bytes() as usize];
    decoder.read_image(&mut pixels).map_err(damaged)?;
    if has_alpha {
        // Four channels become three in the same place: each pixel is written where an earlier one was read.
        for pixel in 0..pixels.len() / 4 {
            let flat = on_white(&pixels[4 * pixel..4 * pixel + 4]);
            pixels[3 * pixel..3 * pixel + 3].copy_from_slice(&flat);
        }
        pixels.truncate(pixels.len() / 4 * 3);
    }
    Ok(pixels)
}

/// A pixel of one to four channels on white paper.
fn on_white(pixel: &[u8]) -> [u8; 3] {
    let laid = |channel: u8, alpha: u8| {
        let (channel, alpha) = (u16::from(channel), u16::from(alpha));
        ((channel * alpha + 255 * (255 - alpha) + 127) / 255) as u8
    };
    match *pixel {
        [grey] => [grey; 3],
        [grey, alpha] => [laid(grey, alpha); 3],
        [red, green, blue] => [red, green, blue],
        [red, green, blue, alpha, ..] => [laid(red, alpha), laid(green, alpha), laid(blue, alpha)],
        [] => [255; 3],
    }
}
