//! Paper, and what is laid on it.

use ab_glyph::{Font, PxScale, point};
use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::U8x3;
use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use image::{Rgb, RgbImage, imageops};

use crate::letters::{FONT, Letter};
use crate::{HEIGHT, WIDTH};

/// Red, green, blue.
pub(crate) type Colour = [u8; 3];

/// The pages' own colours, by day.
pub(crate) const PAPER: Colour = [0xfa, 0xf6, 0xef];
pub(crate) const INK: Colour = [0x2b, 0x26, 0x21];
pub(crate) const SOFT: Colour = [0x66, 0x5c, 0x50];

/// A part of the way from one colour to another.
pub(crate) fn mixed(from: Colour, to: Colour, part: f32) -> Colour {
    let part = part.clamp(0.0, 1.0);
    std::array::from_fn(|channel| (f32::from(from[channel]) + (f32::from(to[channel]) - f32::from(from[channel])) * part).round() as u8)
}

pub(crate) struct Canvas {
    image: RgbImage,
}

impl Canvas {
    pub(crate) fn new() -> Self {
        Self { image: RgbImage::from_pixel(WIDTH, HEIGHT, Rgb(PAPER)) }
    }

    pub(crate) fn into_image(self) -> RgbImage {
        self.image
    }

    /// Covers a part of a pixel. What is beside the paper is nowhere.
    pub(crate) fn cover(&mut self, x: i32, y: i32, colour: Colour, part: f32) {
        let Some(pixel) = u32::try_from(x).ok().zip(u32::try_from(y).ok()).and_then(|(x, y)| self.image.get_pixel_mut_checked(x, y)) else {
            return;
        };
        pixel.0 = mixed(pixel.0, colour, part);
    }

    /// Fills a rectangle: from the left, from the top, how wide, how high.
    pub(crate) fn fill(&mut self, [left, top, width, height]: [i32; 4], colour: Colour) {
        for y in top..top + height {
            for x in left..left + width {
                self.cover(x, y, colour, 1.0);
            }
        }
    }

    /// Writes a line of letters; its beginning and its baseline are given.
    pub(crate) fn write(&mut self, line: &[Letter], [left, baseline]: [f32; 2], size: f32, colour: Colour) {
        let Some(em) = FONT.units_per_em() else { return };
        // The scale of `ab_glyph` is the height from ascender to descender, whichever that is in a font.
        let scale = PxScale::from(size * FONT.height_unscaled() / em);
        let mut at = left;
        for letter in line {
            let glyph = letter.glyph.with_scale_and_position(scale, point(at, baseline));
            // A space has no outline.
            if let Some(outlined) = FONT.outline_glyph(glyph) {
                let corner = outlined.px_bounds().min;
                outlined.draw(|x, y, part| self.cover(corner.x as i32 + x as i32, corner.y as i32 + y as i32, colour, part));
            }
            at += letter.advance * size;
        }
    }

    /// Lays the middle of a photograph there, as large as the place: whether there was anything to lay.
    pub(crate) fn lay_photo(&mut self, photo: &RgbImage, [left, top]: [u32; 2], [width, height]: [u32; 2]) -> bool {
        let Some(fitted) = fitted(photo, width, height) else { return false };
        imageops::replace(&mut self.image, &fitted, left.into(), top.into());
        true
    }
}

/// The middle of a photograph, at this size. By name of its kind of pixel, as `media` does: the resizer is compiled for that one alone.
fn fitted(photo: &RgbImage, width: u32, height: u32) -> Option<RgbImage> {
    if photo.width() == 0 || photo.height() == 0 {
        return None;
    }
    let from = TypedImageRef::<U8x3>::from_buffer(photo.width(), photo.height(), photo.as_raw()).ok()?;
    let mut fitted = RgbImage::new(width, height);
    let mut into = TypedImage::<U8x3>::from_buffer(width, height, &mut fitted).ok()?;
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::CatmullRom)).fit_into_destination(None);
    Resizer::new().resize_typed(&from, &mut into, &options).ok()?;
    Some(fitted)
}
