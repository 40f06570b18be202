//! Every page at a glance, for looking: `cargo test -p chabudai-server --test pages -- --ignored contact_sheets`.
//!
//! Each sheet holds all pages of a house at one width, in one language and one theme. `CHABUDAI_SHEETS` narrows them down to the pages
//! whose path contains it.

use std::path::{Path, PathBuf};

use chabudai_testkit::{Browser, Page, View};
use image::{Rgb, RgbImage, imageops};
use serde_json::json;

use crate::every_width::{Sight, WIDTHS};

/// How wide a page is on its sheet, by the width that it was looked at with.
const SHOWN: [u32; 4] = [240, 260, 384, 512];
/// How wide a sheet is, and what lies between the pages.
const SHEET: u32 = 2600;
const GAP: u32 = 16;
/// Of a page that is very long, so many times its width are shown.
const TALLEST: f64 = 3.2;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/contact-sheets")
}

#[test]
#[ignore = "takes some minutes, and is for looking"]
fn contact_sheets() {
    let Some(browser) = Browser::find() else { return };
    std::fs::create_dir_all(folder()).expect("a folder");
    for sight in [Sight::full(), Sight::empty()] {
        for view in [View::phone(), View::phone().english()] {
            sheets_of(&browser, &sight, view);
        }
    }
    println!("they are in {}", folder().display());
}

/// All widths and both themes, in one language.
fn sheets_of(browser: &Browser, sight: &Sight, view: View) {
    let looks: Vec<(usize, View)> = [false, true]
        .iter()
        .flat_map(|dark| WIDTHS.iter().enumerate().map(|(at, width)| (at, View { width: *width, dark: *dark, ..view })))
        .collect();
    let mut taken: Vec<Vec<RgbImage>> = looks.iter().map(|_| Vec::new()).collect();
    let mut page = browser.open(&sight.house.public_url, view);
    let wanted = std::env::var("CHABUDAI_SHEETS").unwrap_or_default();
    for (signed_in, pages) in sight.pages.iter().enumerate() {
        if signed_in == 1 {
            sight.sign_in(&page);
        }
        for path in pages.iter().filter(|path| path.contains(&wanted)) {
            page.goto(path);
            for ((at, look), taken) in looks.iter().zip(&mut taken) {
                page.look_with(View { height: if *at < 2 { 844 } else { 800 }, ..*look });
                taken.push(picture(&mut page, *look, SHOWN[*at]));
            }
        }
    }
    for ((_, look), taken) in looks.iter().zip(taken) {
        let theme = if look.dark { "dark" } else { "light" };
        let name = format!("{}-{}-{theme}-{}.png", sight.name, look.language.tag(), look.width);
        put_together(&taken).save(folder().join(name)).expect("a sheet is written");
    }
}

/// The whole page, or the beginning of a very long one, made small by the browser.
fn picture(page: &mut Page, view: View, shown: u32) -> RgbImage {
    let tall = page.run_script("return document.documentElement.scrollHeight").as_f64().unwrap_or_default();
    let height = tall.clamp(1.0, f64::from(view.width) * TALLEST).max(f64::from(view.width) * 0.6);
    // On a screen of its height: what is fixed to the edges of the screen then lies at the edges of the picture.
    page.look_with(View { height: height as u32, ..view });
    let clip = json!({ "x": 0, "y": 0, "width": view.width, "height": height, "scale": f64::from(shown) / f64::from(view.width) });
    let png = page.screenshot_of(&clip);
    image::load_from_memory(&png).expect("a picture").to_rgb8()
}

/// Side by side, in rows.
fn put_together(pages: &[RgbImage]) -> RgbImage {
    let (mut x, mut y, mut row) = (GAP, GAP, 0);
    let mut places = Vec::new();
    for page in pages {
        if x + page.width() + GAP > SHEET {
            (x, y, row) = (GAP, y + row + GAP, 0);
        }
        places.push((i64::from(x), i64::from(y)));
        x += page.width() + GAP;
        row = row.max(page.height());
    }
    let mut sheet = RgbImage::from_pixel(SHEET, y + row + GAP, Rgb([128, 128, 128]));
    for (page, (x, y)) in pages.iter().zip(places) {
        imageops::replace(&mut sheet, page, x, y);
    }
    sheet
}
