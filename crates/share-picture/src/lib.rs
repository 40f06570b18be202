#![doc = include_str!("../README.md")]

mod canvas; // paper, and what is laid on it
mod kinsoku; // where a line may end
mod layout; // what stands where
mod leaf; // the drawing beside the name
mod letters; // a text, as the font has it
mod lines; // the largest size at which a text fits, and its lines

use image::ImageReader;
pub use image::RgbImage;
use image::codecs::jpeg::JpegEncoder;

use canvas::Canvas;

/// How wide it is. Messengers and social networks ask for these two.
pub const WIDTH: u32 = 1200;
/// How high it is.
pub const HEIGHT: u32 = 630;
/// What [`draw`] returns.
pub const MEDIA_TYPE: &str = "image/jpeg";

/// Strokes are still clean at this quality; below 80, grey shows around them.
const QUALITY: u8 = 85;
/// The longest side of a photograph that is opened: more than any that the house keeps.
const LONGEST_SIDE: u32 = 4096;

/// What the picture shows.
#[derive(Clone, Copy, Debug)]
pub struct SharePicture<'a> {
    /// What is shared: the name of a recipe, in at most three lines.
    pub title: &'a str,
    /// Whose it is, or where it is from. One line; may be empty.
    pub line: &'a str,
    /// The app's name, as its readers know it.
    pub app: &'a str,
    /// The app's colour: red, green, blue.
    pub accent: [u8; 3],
    /// A photograph, of any size. Its middle is shown; 640 pixels on the longest side are enough.
    pub photo: Option<&'a RgbImage>,
}

/// Draws the picture, as the bytes of a JPEG file.
///
/// It is work for the processor and nothing else, so it belongs on a blocking thread: `tokio::task::spawn_blocking`.
pub fn draw(picture: &SharePicture<'_>) -> Vec<u8> {
    let mut canvas = Canvas::new();
    layout::lay_out(picture, &mut canvas);
    let mut file = Vec::with_capacity(128 * 1024);
    JpegEncoder::new_with_quality(&mut file, QUALITY)
        .encode_image(&canvas.into_image())
        .expect("memory takes every byte, and the sides are within JPEG's");
    file
}

/// A photograph that the house keeps, from its JPEG file: nothing, if it is none or a huge one.
pub fn open_photo(jpeg: &[u8]) -> Option<RgbImage> {
    let mut reader = ImageReader::with_format(std::io::Cursor::new(jpeg), image::ImageFormat::Jpeg);
    let mut limits = image::Limits::default();
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    reader.limits(limits);
    Some(reader.decode().ok()?.into_rgb8())
}
