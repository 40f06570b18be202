//! Is it a picture, whole, and small enough to open? Answered by walking the file, before any pixel is decoded.
//!
//! The walk also says which parts of the file a decoder needs. They are copied for it, and nothing else: what a decoder gets has been
//! looked at, and texts, previews and films that are none of its business cost it neither memory nor time.

mod jpeg;
mod png;
mod vp8l;
mod webp;

use image::ImageFormat;
use image::metadata::Orientation;

use crate::error::{PictureError, Result};
use crate::limits::MAX_BYTES;

/// What is known of an upload before it is opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    pub(crate) format: ImageFormat,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The most bytes that opening it takes, at any time.
    pub(crate) memory: u64,
    pub(crate) orientation: Orientation,
    /// The colour profile, if it is one that can be had without decoding.
    pub(crate) profile: Option<Vec<u8>>,
}

/// Takes the parts that a decoder needs, one after the other.
type Keep<'a> = &'a mut dyn FnMut(&[u8]);

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

/// Walks an upload from end to end.
pub(crate) fn look(upload: &[u8]) -> Result<Found> {
    walk(upload, &mut |_| {})
}

/// Walks an upload and copies what a decoder needs.
pub(crate) fn plain(upload: &[u8]) -> Result<(Found, Vec<u8>)> {
    let mut plain = Vec::with_capacity(upload.len() + webp::HEAD_BYTES);
    let found = walk(upload, &mut |part| plain.extend_from_slice(part))?;
    if found.format == ImageFormat::WebP {
        webp::say_length(&mut plain);
    }
    Ok((found, plain))
}

fn walk(upload: &[u8], keep: Keep<'_>) -> Result<Found> {
    match format_of(upload)? {
        ImageFormat::Jpeg => jpeg::walk(upload, keep),
        ImageFormat::Png => png::walk(upload, keep),
        _ => webp::walk(upload, keep),
    }
}

/// Notes about the picture that cannot be read do not make the picture unreadable.
fn orientation_in(exif: &[u8]) -> Orientation {
    Orientation::from_exif_chunk(exif).unwrap_or(Orientation::NoTransforms)
}
