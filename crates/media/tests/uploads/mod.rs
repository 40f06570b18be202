//! Uploads, encoded for real.

#![allow(dead_code, reason = "each test file uses some of them")]

pub(crate) mod bombs;

use std::io::Cursor;

use bytes::Bytes;
use chabudai_kernel::store::Now;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

/// A fixed morning: 2026-11-20, 8:00 in Tokyo.
pub(crate) const MORNING: Now = Now(1_795_129_200);

/// Red on the left half, blue on the right.
pub(crate) fn red_and_blue(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| if x < width / 2 { Rgb([220, 20, 30]) } else { Rgb([20, 40, 200]) })
}

pub(crate) fn encoded(image: impl Into<DynamicImage>, format: ImageFormat) -> Bytes {
    let mut file = Cursor::new(Vec::new());
    image.into().write_to(&mut file, format).expect("an image is encoded");
    file.into_inner().into()
}

pub(crate) fn jpeg(width: u32, height: u32) -> Bytes {
    encoded(red_and_blue(width, height), ImageFormat::Jpeg)
}

/// The same JPEG with notes of a camera: held sideways, and where it was.
pub(crate) fn with_notes_of_a_camera(jpeg: &[u8], orientation: u8) -> Bytes {
    let place = b"35.6595N 139.7005E";
    let entry = |tag: u16, kind: u16, count: u32, value: [u8; 4]| {
        [&tag.to_be_bytes()[..], &kind.to_be_bytes(), &count.to_be_bytes(), &value].concat()
    };
    let tiff = [
        &b"MM\0\x2A\0\0\0\x08"[..],
        &2u16.to_be_bytes(),
        &entry(0x0112, 3, 1, [0, orientation, 0, 0]),
        &entry(0x010E, 2, place.len() as u32, 38u32.to_be_bytes()),
        &[0; 4],
        place,
    ]
    .concat();
    let notes = [&b"Exif\0\0"[..], &tiff].concat();
    let length = (notes.len() as u16 + 2).to_be_bytes();
    [&jpeg[..2], &[0xFF, 0xE1], &length, &notes, &jpeg[2..]].concat().into()
}

/// A circle's worth of nothing around a green middle.
pub(crate) fn transparent_png() -> Bytes {
    let image = RgbaImage::from_fn(40, 40, |x, _| match x {
        0..10 => Rgba([0, 0, 0, 0]),
        10..20 => Rgba([0, 0, 0, 128]),
        _ => Rgba([10, 160, 60, 255]),
    });
    encoded(image, ImageFormat::Png)
}

/// A few bytes that claim to be 30000 × 30000 pixels.
pub(crate) fn png_bomb() -> Bytes {
    let mut png = encoded(red_and_blue(8, 8), ImageFormat::Png).to_vec();
    png[16..20].copy_from_slice(&30_000u32.to_be_bytes());
    png[20..24].copy_from_slice(&30_000u32.to_be_bytes());
    let sum = crc32(&png[12..29]).to_be_bytes();
    png[29..33].copy_from_slice(&sum);
    png.into()
}

pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 })
    })
}

pub(crate) fn decoded(jpeg: &[u8]) -> RgbImage {
    image::load_from_memory_with_format(jpeg, ImageFormat::Jpeg).expect("what is kept is a JPEG").into_rgb8()
}

/// Whether a pixel is about this colour: JPEG is not exact.
pub(crate) fn is_about(pixel: Rgb<u8>, colour: [u8; 3]) -> bool {
    pixel.0.iter().zip(colour).all(|(is, wanted)| is.abs_diff(wanted) < 12)
}
