//! A wide hat with a band.

use crate::drawn::mask::Mask;
use crate::drawn::outline::Outline;
use crate::drawn::paper::{Ink, Paper, lit, shaded};

const CROWN: &str = "M 320 286 C 300 270 262 262 240 286 C 214 318 198 390 192 470 C 226 492 272 502 320 502";
const BAND: &str = "M 320 458 C 272 458 230 450 199 432 C 195 446 193 458 192 472 C 226 494 272 504 320 504";
const DENT: &str = "M 320 372 C 316 340 318 312 320 288";

pub(in crate::drawn) fn draw(paper: &mut Paper, main: Ink, second: Ink) {
    let brim = Mask::inside(&Outline::new("M 320 428 C 200 424 66 444 62 492 C 60 540 190 578 320 578").mirrored());
    let crown = Mask::inside(&Outline::new(CROWN).mirrored());
    let band = Mask::inside(&Outline::new(BAND).mirrored());

    paper.floor_shadow([330.0, 566.0], 246.0, 34.0);
    paper.cloth(&brim, main);
    woven(paper, &brim, [320.0, 480.0], 0.29);
    paper.lay(&Mask::along(&Outline::new("M 74 500 C 90 540 200 568 320 568").mirrored(), 3.0), shaded(main, 0.35), 0.6);
    paper.darken(&crown.blurred(10).moved(16, 12).and(&brim), 0.42);

    paper.cloth(&crown, main);
    woven(paper, &crown, [320.0, 250.0], 0.34);
    // Light rests on the left of the crown, and two pinches hold its top.
    paper.lighten(&Mask::inside(&Outline::ellipse([262.0, 360.0], 22.0, 70.0)).blurred(14).and(&crown), 0.34);
    paper.darken(&Mask::inside(&Outline::ellipse([404.0, 390.0], 30.0, 84.0)).blurred(16).and(&crown), 0.26);
    paper.darken(&Mask::along(&Outline::new(DENT), 22.0).blurred(9).and(&crown), 0.34);
    paper.darken(&Mask::inside(&Outline::ellipse([320.0, 286.0], 60.0, 13.0)).blurred(5).and(&crown), 0.30);

    paper.darken(&band.blurred(3).moved(0, -3).and(&crown), 0.22);
    paper.cloth(&band, second);
    for y in [0.0, 9.0, 18.0, 27.0] {
        let thread = Outline::new("M 196 440 C 230 458 272 464 320 464").mirrored().moved(0.0, y);
        paper.lighten(&Mask::along(&thread, 1.2).and(&band), 0.14);
    }
    bow(paper, second);
}

/// Rings of straw around a middle.
fn woven(paper: &mut Paper, shape: &Mask, middle: [f32; 2], flat: f32) {
    let straw = Mask::by(|x, y| {
        let (across, down) = (x - middle[0], (y - middle[1]) / flat);
        let ring = (across.hypot(down) / 13.0).fract();
        let strand = ((down.atan2(across) * 60.0 + (across.hypot(down) / 13.0).floor() * 0.5).fract().abs() - 0.5).abs();
        (0.5 - (ring - 0.5).abs()) * 1.2 + strand * 0.7
    });
    paper.darken(&straw.and(shape), 0.17);
}

fn bow(paper: &mut Paper, second: Ink) {
    let tail = Mask::inside(&Outline::new("M 420 448 L 452 434 L 446 452 L 456 468 L 424 482"));
    let knot = Mask::inside(&Outline::new("M 408 450 L 424 444 L 428 486 L 411 492"));
    paper.darken(&tail.blurred(2).moved(2, 3), 0.35);
    paper.piece(&tail, lit(second, 0.06), 0.7);
    paper.darken(&knot.blurred(2).moved(1, 2), 0.35);
    paper.piece(&knot, lit(second, 0.10), 0.8);
}
