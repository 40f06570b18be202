//! Garments of our own drawing, for demonstrations: nobody's photographs, and no files to carry along.
//!
//! A garment lies on warm paper in soft light from the upper left. It is drawn from outlines in the notation of SVG paths, filled and
//! shaded by a few plain functions; the same garment in the same colours is the same picture, to the byte.

mod garments;
mod mask;
mod outline;
mod paper;

use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, RgbImage};

use paper::Paper;

/// The pixels of a drawing from left to right.
pub const WIDTH: u32 = 640;
/// The pixels of a drawing from top to bottom.
pub const HEIGHT: u32 = 800;

/// A colour: red, green, blue.
pub type Colour = [u8; 3];

/// What can be drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Garment {
    /// Long sleeves, a collar, buttons in the second colour.
    Shirt,
    /// A jumper with ribs, striped in the second colour.
    Knit,
    /// A tailored jacket over something in the second colour.
    Jacket,
    /// Long trousers with a belt in the second colour.
    Trousers,
    /// A pleated skirt with a waistband and a stripe in the second colour.
    Skirt,
    /// A pair of canvas shoes, trimmed in the second colour.
    Shoes,
    /// A wide hat with a band in the second colour.
    Hat,
    /// A knitted cap with an edge and a bobble in the second colour.
    Cap,
    /// A cloth bag with handles in the second colour.
    Bag,
}

impl Garment {
    /// Everything that can be drawn.
    pub const ALL: [Self; 9] =
        [Self::Shirt, Self::Knit, Self::Jacket, Self::Trousers, Self::Skirt, Self::Shoes, Self::Hat, Self::Cap, Self::Bag];
}

/// Draws a garment in two colours, as pixels.
pub fn drawing(garment: Garment, main: Colour, second: Colour) -> RgbImage {
    let mut paper = Paper::new();
    let (main, second) = (main.map(f32::from), second.map(f32::from));
    match garment {
        Garment::Shirt => garments::shirt::draw(&mut paper, main, second),
        Garment::Knit => garments::knit::draw(&mut paper, main, second),
        Garment::Jacket => garments::jacket::draw(&mut paper, main, second),
        Garment::Trousers => garments::trousers::draw(&mut paper, main, second),
        Garment::Skirt => garments::skirt::draw(&mut paper, main, second),
        Garment::Shoes => garments::shoes::draw(&mut paper, main, second),
        Garment::Hat => garments::hat::draw(&mut paper, main, second),
        Garment::Cap => garments::cap::draw(&mut paper, main, second),
        Garment::Bag => garments::bag::draw(&mut paper, main, second),
    }
    paper.finished()
}

/// Draws a garment in two colours, as a JPEG file that can be uploaded.
pub fn picture(garment: Garment, main: Colour, second: Colour) -> Bytes {
    let drawing = drawing(garment, main, second);
    let mut file = Vec::new();
    // It is encoded again when it is taken in, so this one must not be seen.
    JpegEncoder::new_with_quality(&mut file, 95)
        .encode(&drawing, WIDTH, HEIGHT, ExtendedColorType::Rgb8)
        .expect("a drawing is encoded into memory");
    file.into()
}
