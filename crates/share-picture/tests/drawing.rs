//! Whatever is asked for, there is a picture.

use chabudai_share_picture::{HEIGHT, RgbImage, SharePicture, WIDTH, draw, open_photo};
use image::Rgb;
use proptest::prelude::*;

const ACCENT: [u8; 3] = [0x46, 0x6f, 0x23];
/// Ink is darker than this in all its colours; the faint leaves and what JPEG leaves around strokes are lighter.
const DARK: u8 = 110;

fn drawn(picture: &SharePicture<'_>) -> RgbImage {
    let drawn = open_photo(&draw(picture)).expect("a JPEG");
    assert_eq!(drawn.dimensions(), (WIDTH, HEIGHT));
    drawn
}

fn titled(title: &str) -> RgbImage {
    drawn(&SharePicture { title, line: "田中家の台所", app: "こんだて", accent: ACCENT, photo: None })
}

/// Where there is ink: the first and the last column, the first and the last row. The bar at the edge is none.
fn inked(picture: &RgbImage) -> [u32; 4] {
    let ink = picture.enumerate_pixels().filter(|(x, _, pixel)| *x > 24 && pixel.0.iter().all(|&channel| channel < DARK));
    ink.fold([WIDTH, 0, HEIGHT, 0], |[left, right, top, bottom], (x, y, _)| [left.min(x), right.max(x), top.min(y), bottom.max(y)])
}

#[test]
fn every_text_has_a_picture_with_margins() {
    let many = "鶏むね肉としめじの「クリーム煮」、".repeat(600);
    let marks = format!("か{}", "\u{3099}\u{301}".repeat(3000));
    let texts = [
        "",
        " \u{3000}\t\n ",
        "肉",
        many.as_str(),
        &"x".repeat(10_000),
        &"。".repeat(10_000),
        &"「".repeat(10_000),
        &" a".repeat(5_000),
        "🍛👩‍👩‍👧‍👦🏳️‍🌈",
        "\u{0}\u{1}\u{7f}\u{85}\u{feff}\u{fffd}\u{10ffff}",
        "שלום עולם مرحبا بالعالم",
        marks.as_str(),
        "\u{202e}逆さま\u{202c}",
        "ｱｲｽｸﾘｰﾑ ﾊﾞﾆﾗ",
        "𩸽𠮷野家",
    ];
    for text in texts {
        let title = titled(text);
        let start: String = text.chars().take(20).collect();
        let [left, right, top, bottom] = inked(&title);
        assert!(left >= 90 && right <= WIDTH - 80 && top >= 40 && bottom <= HEIGHT - 60, "{start}: {left} {right} {top} {bottom}");
        drawn(&SharePicture { title: text, line: text, app: text, accent: [255; 3], photo: Some(&RgbImage::new(3, 2)) });
    }
}

#[test]
fn a_title_that_cannot_be_drawn_is_stood_in_for() {
    let name = SharePicture { title: "", line: "", app: "こんだて", accent: ACCENT, photo: None };
    assert_eq!(draw(&name), draw(&SharePicture { title: "🍛", line: "\u{200d}", ..name }));
    assert_eq!(draw(&name), draw(&SharePicture { title: "こんだて", ..name }));
    assert_eq!(draw(&SharePicture { line: "田中家", ..name }), draw(&SharePicture { title: "田中家", ..name }));
}

#[test]
fn a_photograph_is_at_the_right_and_text_beside_it() {
    let blue = RgbImage::from_pixel(640, 480, Rgb([20, 40, 220]));
    let picture = SharePicture {
        title: "豚の角煮と大根のべっこう煮", line: "", app: "こんだて", accent: ACCENT, photo: Some(&blue)
    };
    let with = drawn(&picture);
    let is_blue = |x: u32, y: u32| with.get_pixel(x, y).0[2] > 180 && with.get_pixel(x, y).0[0] < 60;
    assert!(is_blue(WIDTH - 1, 0) && is_blue(700, HEIGHT - 1) && is_blue(900, 300));
    assert!(!is_blue(690, 300));
    assert!(inked(&with)[1] < 690 - 40);
}

#[test]
fn a_photograph_of_any_shape_is_taken() {
    let plain = SharePicture { title: "肉じゃが", line: "", app: "こんだて", accent: ACCENT, photo: None };
    assert_eq!(draw(&SharePicture { photo: Some(&RgbImage::new(0, 0)), ..plain }), draw(&plain));
    assert_eq!(draw(&SharePicture { photo: Some(&RgbImage::new(0, 9)), ..plain }), draw(&plain));
    for (width, height) in [(1, 1), (1, 9000), (9000, 1), (2, 3), (504, 630), (1600, 1200)] {
        drawn(&SharePicture { photo: Some(&RgbImage::new(width, height)), ..plain });
    }
}

#[test]
fn what_is_no_photograph_is_not_opened() {
    assert!(open_photo(b"").is_none());
    assert!(open_photo(b"\x89PNG\r\n\x1a\n").is_none());
    let file = draw(&SharePicture { title: "肉", line: "", app: "", accent: ACCENT, photo: None });
    assert!(open_photo(&file).is_some());
    assert!(open_photo(&file[..300]).is_none());
}

/// WhatsApp leaves out what is larger than 600 KB; some of its versions, what is larger than 300.
#[test]
fn the_busiest_picture_is_small_enough_for_every_messenger() {
    let noise = RgbImage::from_fn(640, 800, |x, y| {
        Rgb([x, y, x ^ y].map(|seed| (seed.wrapping_mul(2_654_435_761).rotate_left(y % 31) >> 13) as u8))
    });
    let file = draw(&SharePicture { title: &"鬱".repeat(99), line: &"鬱".repeat(99), app: "鬱", accent: ACCENT, photo: Some(&noise) });
    assert!(file.len() < 600_000, "{}", file.len());
    let file = draw(&SharePicture { title: &"鬱".repeat(99), line: &"鬱".repeat(99), app: "鬱", accent: ACCENT, photo: None });
    assert!(file.len() < 300_000, "{}", file.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_text_is_too_strange(title in ".{0,120}", line in "\\PC{0,60}", app in ".{0,20}", accent: [u8; 3], width in 0_u32..40, height in 0_u32..40) {
        let photo = RgbImage::new(width, height);
        drawn(&SharePicture { title: &title, line: &line, app: &app, accent, photo: (width % 2 == 0).then_some(&photo) });
    }

    #[test]
    fn japanese_stays_within_the_margins(title in "[ぁ-んァ-ヶ一-龠a-z0-9 、。「」（）ー…!-~]{1,160}") {
        let [left, right, top, bottom] = inked(&titled(&title));
        prop_assert!(left >= 90 && right <= WIDTH - 80 && top >= 40 && bottom <= HEIGHT - 60);
    }
}
