//! Draws every garment in a few colours on one sheet: `cargo run -p chabudai-media --example contact_sheet -- sheet.png`.

use chabudai_media::drawn::{Colour, Garment, HEIGHT, WIDTH, drawing};
use image::{RgbImage, imageops};

const COLOURS: [[(Colour, Colour); 2]; 8] = [
    [([232, 236, 240], [62, 84, 128]), ([150, 178, 204], [246, 240, 228])],
    [([196, 92, 70], [244, 232, 210]), ([92, 116, 92], [232, 204, 140])],
    [([52, 66, 96], [236, 230, 218]), ([156, 124, 92], [60, 72, 64])],
    [([70, 92, 128], [124, 82, 54]), ([190, 170, 136], [70, 52, 44])],
    [([158, 70, 84], [246, 226, 214]), ([72, 104, 104], [226, 176, 92])],
    [([48, 66, 110], [206, 84, 64]), ([222, 186, 84], [70, 84, 92])],
    [([222, 192, 140], [52, 66, 96]), ([112, 84, 66], [222, 150, 110])],
    [([226, 214, 190], [84, 108, 84]), ([214, 140, 132], [96, 62, 66])],
];

fn main() {
    let path = std::env::args().nth(1).expect("the name of the sheet");
    let mut sheet = RgbImage::new(WIDTH * 4, HEIGHT * 4);
    for (number, (garment, pairs)) in Garment::ALL.into_iter().zip(COLOURS).enumerate() {
        for (row, (main, second)) in pairs.into_iter().enumerate() {
            let (x, y) = (number as u32 % 4 * WIDTH, (number as u32 / 4 * 2 + row as u32) * HEIGHT);
            imageops::replace(&mut sheet, &drawing(garment, main, second), x.into(), y.into());
        }
    }
    imageops::resize(&sheet, WIDTH * 2, HEIGHT * 2, imageops::FilterType::Triangle).save(path).expect("the sheet is written");
}
