//! Draws pictures of every kind into a folder: `cargo run --release -p chabudai-share-picture --example one_of_each -- /tmp/share-pictures`.
//!
//! `sheet.png` has all of them, `small.png` as a list of messages shows them, 300 pixels wide. How long each took and how large it is are printed.

use std::path::Path;
use std::time::Instant;

use chabudai_share_picture::{RgbImage, SharePicture, draw};
use image::{Rgb, imageops};

const KONDATE: [u8; 3] = [0x46, 0x6f, 0x23];
const CHIRASHI: [u8; 3] = [0xb3, 0x39, 0x1f];
const WARDROBE: [u8; 3] = [0x34, 0x46, 0x7c];
const OKUSURI: [u8; 3] = [0x1b, 0x6b, 0x68];

/// A bowl of something warm, on a wooden table.
fn bowl(width: u32, height: u32) -> RgbImage {
    let (middle, radius) = ([width as f32 * 0.5, height as f32 * 0.52], width.min(height) as f32 * 0.38);
    RgbImage::from_fn(width, height, |x, y| {
        let (right, down) = (x as f32 - middle[0], y as f32 - middle[1]);
        let far = right.hypot(down) / radius;
        let grain = ((y as f32 * 0.09).sin() + (y as f32 * 0.023 + (x as f32 * 0.004).sin()).sin()) * 7.0;
        let light = 1.0 - (x as f32 / width as f32 + y as f32 / height as f32) * 0.16;
        let food = ((right * 0.05).sin() * (down * 0.06).cos() + (right * 0.021 + down * 0.033).sin()) * 26.0;
        let base = match far {
            far if far < 0.80 => [176.0 + food, 104.0 + food * 0.8, 44.0 + food * 0.4],
            far if far < 1.0 => [236.0 - far * 12.0, 230.0 - far * 12.0, 216.0 - far * 12.0],
            far if far < 1.12 => [98.0, 70.0, 46.0],
            _ => [166.0 + grain, 122.0 + grain, 82.0 + grain],
        };
        Rgb(base.map(|channel| (channel * light).clamp(0.0, 255.0) as u8))
    })
}

fn main() {
    let folder = std::env::args().nth(1).expect("the name of a folder");
    std::fs::create_dir_all(&folder).expect("the folder is there");
    let (wide, high) = (bowl(1600, 1200), bowl(480, 640));
    let long = "鶏むね肉としめじの豆乳クリーム煮、じゃがいもと玉ねぎを添えて";
    let pictures = [
        ("short", "肉じゃが", "田中家の台所", "こんだて", KONDATE, None),
        ("middle", "豚の角煮と大根のべっこう煮", "山﨑 髙子", "こんだて", KONDATE, None),
        ("long", long, "example.jp", "こんだて", KONDATE, None),
        ("cut", &long.repeat(6), &"とても長い名前の人".repeat(9), "こんだて", CHIRASHI, None),
        ("english", "Slow-braised pork belly with daikon", "The Tanaka kitchen", "Kondate", KONDATE, None),
        (
            "english-long",
            "What we wore in the first week of a cold and windy November by the sea",
            "Yuki and Ken",
            "Wardrobe",
            WARDROBE,
            None,
        ),
        ("photo-short", "肉じゃが", "田中家の台所", "こんだて", KONDATE, Some(&wide)),
        ("photo-middle", "豚の角煮と大根のべっこう煮", "山﨑 髙子", "こんだて", KONDATE, Some(&high)),
        ("photo-long", long, "example.jp", "こんだて", CHIRASHI, Some(&wide)),
        ("photo-english", "Slow-braised pork belly with daikon", "The Tanaka kitchen", "Kondate", KONDATE, Some(&wide)),
        ("marks", "おうちで5分！「ちょっとずつ」作る、はじめてのグラノーラ", "김치 🍛 Yuki", "こんだて", CHIRASHI, None),
        ("empty", "", "", "おくすり", OKUSURI, None),
        ("photo-word", "Weihnachtsplätzchenteigausstechförmchen", "キッチンから", "Kondate", OKUSURI, Some(&high)),
        ("photo-cut", &long.repeat(3), "くらしのレシピ帖", "こんだて", KONDATE, Some(&high)),
        ("crème", "Crème brûlée & café au lait — 1½ cups, 180℃", "Ōsaka, Kyōto", "Kondate", WARDROBE, None),
        ("no-line", "「夏の一週間」の着まわし", "", "ワードローブ", WARDROBE, None),
    ];
    let mut sheet = RgbImage::from_pixel(4 * 620, 4 * 335, Rgb([255; 3]));
    let mut small = RgbImage::from_pixel(4 * 320, 4 * 178, Rgb([255; 3]));
    // The font is read before anything is measured, as on a server that has drawn before.
    draw(&SharePicture { title: "", line: "", app: "", accent: KONDATE, photo: None });
    for (number, (name, title, line, app, accent, photo)) in pictures.into_iter().enumerate() {
        let start = Instant::now();
        let file = draw(&SharePicture { title, line, app, accent, photo });
        let took = start.elapsed();
        let picture = image::load_from_memory(&file).expect("a JPEG").into_rgb8();
        println!("{name:14} {took:>10.1?} {:>4} KB", file.len() / 1024);
        std::fs::write(Path::new(&folder).join(name).with_extension("jpg"), &file).expect("the picture is written");
        let (column, row) = (number as i64 % 4, number as i64 / 4);
        imageops::replace(&mut sheet, &imageops::resize(&picture, 600, 315, imageops::FilterType::Triangle), column * 620, row * 335);
        imageops::replace(&mut small, &imageops::resize(&picture, 300, 158, imageops::FilterType::Triangle), column * 320, row * 178);
    }
    sheet.save(Path::new(&folder).join("sheet.png")).expect("the sheet is written");
    small.save(Path::new(&folder).join("small.png")).expect("the sheet is written");
}
