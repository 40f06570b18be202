//! What stands where.

use std::f32::consts::PI;

use crate::canvas::{Canvas, Colour, INK, SOFT};
use crate::leaf::draw_leaf;
use crate::letters::{Letter, letters};
use crate::lines::{Lines, Step, set};
use crate::{HEIGHT, SharePicture, WIDTH};

/// The bar at the left edge, in the app's colour: still four pixels in a list of messages.
const BAR: f32 = 18.0;
const LEFT: f32 = 96.0;
const RIGHT: f32 = 84.0;
/// Beside a photograph.
const GUTTER: f32 = 56.0;
const PHOTO_WIDTH: u32 = 504;

/// A name of a few letters is large; a sentence takes three lines before it is cut.
const ALONE: [Step; 4] =
    [Step { size: 116.0, lines: 1 }, Step { size: 88.0, lines: 2 }, Step { size: 74.0, lines: 3 }, Step { size: 60.0, lines: 3 }];
const BESIDE_PHOTO: [Step; 4] =
    [Step { size: 84.0, lines: 1 }, Step { size: 68.0, lines: 2 }, Step { size: 58.0, lines: 3 }, Step { size: 47.0, lines: 3 }];
/// The line below is never so large that it competes with the smallest title.
const LINE_ALONE: [Step; 1] = [Step { size: 40.0, lines: 1 }];
const LINE_BESIDE_PHOTO: [Step; 1] = [Step { size: 34.0, lines: 1 }];
const NAME: [Step; 1] = [Step { size: 38.0, lines: 1 }];

/// From one line of the title to the next, as a part of the size.
const LEADING: f32 = 1.36;
/// Between the title and the line below.
const GAP: f32 = 30.0;
/// The app's name stands on this.
const FOOT: f32 = 552.0;
/// The title and its line are in the middle of what is above.
const MIDDLE: f32 = 262.0;
/// Kanji reach from so far below the baseline to so far above it.
const BELOW: f32 = 0.12;
const ABOVE: f32 = 0.88;

pub(crate) fn lay_out(picture: &SharePicture<'_>, canvas: &mut Canvas) {
    let photo_left = WIDTH - PHOTO_WIDTH;
    let with_photo = picture.photo.is_some_and(|photo| canvas.lay_photo(photo, [photo_left, 0], [PHOTO_WIDTH, HEIGHT]));
    let (room, title_steps, line_steps) = if with_photo {
        (photo_left as f32 - LEFT - GUTTER, BESIDE_PHOTO, LINE_BESIDE_PHOTO)
    } else {
        sprig(canvas, picture.accent);
        (WIDTH as f32 - LEFT - RIGHT, ALONE, LINE_ALONE)
    };
    canvas.fill([0, 0, BAR as i32, HEIGHT as i32], picture.accent);

    let app = letters(picture.app);
    let (title, line) = headline(picture, &app);
    write_middle(canvas, &set(&title, room, &title_steps), &set(&line, room, &line_steps));
    // A picture of the app itself says its name once.
    let says_app = title.iter().map(|letter| letter.glyph).eq(app.iter().map(|letter| letter.glyph));
    signature(canvas, if says_app { &[] } else { &app }, room, picture.accent);
}

/// The title and the line below. A title of which nothing can be drawn is stood in for.
fn headline(picture: &SharePicture<'_>, app: &[Letter]) -> (Vec<Letter>, Vec<Letter>) {
    let (title, line) = (letters(picture.title), letters(picture.line));
    match (title.is_empty(), line.is_empty()) {
        (false, _) => (title, line),
        (true, false) => (line, Vec::new()),
        (true, true) => (app.to_vec(), Vec::new()),
    }
}

fn write_middle(canvas: &mut Canvas, title: &Lines, line: &Lines) {
    let title_height = title.lines.len() as f32 * title.size * LEADING;
    let line_height = if line.lines.is_empty() { 0.0 } else { GAP + line.size };
    let height = title_height + line_height;
    let mut top = MIDDLE - height / 2.0;
    for letters in &title.lines {
        let baseline = top + title.size * ((LEADING - 1.0) / 2.0 + ABOVE);
        canvas.write(letters, [LEFT, baseline.round()], title.size, INK);
        top += title.size * LEADING;
    }
    for letters in &line.lines {
        canvas.write(letters, [LEFT, (top + GAP + line.size * ABOVE).round()], line.size, SOFT);
    }
}

/// The seedling, and the app's name.
fn signature(canvas: &mut Canvas, app: &[Letter], room: f32, accent: Colour) {
    let ground = [LEFT + 27.0, FOOT + 2.0];
    draw_leaf(canvas, ground, -PI * 0.79, 32.0, accent, 1.0);
    draw_leaf(canvas, ground, -PI * 0.27, 40.0, accent, 1.0);
    let beside = 72.0;
    let name = set(app, room - beside, &NAME);
    for letters in &name.lines {
        canvas.write(letters, [LEFT + beside, FOOT - name.size * BELOW + 4.0], name.size, INK);
    }
}

/// Large and faint, growing out of the corner at the right: where there is no photograph, paper alone looks unfinished.
fn sprig(canvas: &mut Canvas, accent: Colour) {
    let faint = 0.10;
    draw_leaf(canvas, [1120.0, 700.0], -PI * 0.86, 330.0, accent, faint);
    draw_leaf(canvas, [1130.0, 690.0], -PI * 0.62, 400.0, accent, faint);
    draw_leaf(canvas, [1150.0, 690.0], -PI * 0.36, 330.0, accent, faint);
}
