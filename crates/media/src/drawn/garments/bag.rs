//! A cloth bag with two handles.

use crate::drawn::mask::Mask;
use crate::drawn::outline::Outline;
use crate::drawn::paper::{Ink, Paper, lit, shaded};

const BODY: &str = "M 320 326 C 270 330 214 328 158 320 C 150 440 140 560 128 668 C 128 688 138 698 158 700 C 214 706 266 706 320 706";
const BASE: &str = "M 320 606 C 262 608 196 604 135 596 C 132 622 130 646 128 668 C 128 688 138 698 158 700 C 214 706 266 706 320 706";
const MOUTH: &str = "M 320 332 C 268 336 212 332 158 322 C 200 306 262 302 320 304";
const FAR_HANDLE: &str = "M 238 318 C 240 190 282 122 326 122 C 370 122 408 190 410 318";
const NEAR_HANDLE: &str = "M 226 420 L 228 330 C 232 204 272 140 320 140 C 368 140 408 204 412 330 L 414 420";

pub(in crate::drawn) fn draw(paper: &mut Paper, main: Ink, second: Ink) {
    let body = Mask::inside(&Outline::new(BODY).mirrored());
    let base = Mask::inside(&Outline::new(BASE).mirrored());

    paper.floor_shadow([328.0, 702.0], 214.0, 24.0);
    let far = Mask::along(&Outline::new(FAR_HANDLE), 15.0);
    paper.piece(&far, shaded(second, 0.22), 0.6);
    paper.lay(&Mask::inside(&Outline::new(MOUTH).mirrored()), shaded(main, 0.50), 1.0);
    paper.cloth(&body, main);
    let linen = Mask::by(|x, y| f32::from(x.rem_euclid(4.0) < 1.1) * 0.6 + f32::from(y.rem_euclid(4.0) < 1.1) * 0.6);
    paper.darken(&linen.and(&body), 0.06);
    paper.folds("M 196 350 C 214 430 216 500 206 590", &body);
    paper.fold("M 300 470 C 296 510 300 550 308 590", &body);

    paper.darken(&base.blurred(3).moved(0, -3).and(&body), 0.20);
    paper.cloth(&base, second);
    paper.lighten(&linen.and(&base), 0.06);
    paper.stitch(&Outline::new("M 136 606 C 196 614 262 618 320 616").mirrored(), lit(second, 0.45));
    paper.stitch(&Outline::new("M 158 340 C 214 348 270 350 320 346").mirrored(), shaded(main, 0.35));

    handle(paper, second);
    label(paper, main, second);
}

fn handle(paper: &mut Paper, second: Ink) {
    let line = Outline::new(NEAR_HANDLE);
    let strap = Mask::along(&line, 18.0);
    let over = Mask::by(|_, y| y - 318.0);
    paper.darken(&strap.blurred(3).moved(3, 5).and(&over), 0.34);
    paper.piece(&strap, second, 0.8);
    paper.stitch(&line.each(|[x, y]| [320.0 + (x - 320.0) * 0.945, y + 4.0]), lit(second, 0.45));
    for x in [226.0, 414.0] {
        let cross = Outline::new("M -6 392 L 6 412 M -6 412 L 6 392 L -6 392").moved(x, 0.0);
        paper.lay(&Mask::along(&cross, 1.6), lit(second, 0.55), 0.9);
    }
}

/// A sewn patch with the low table that the house is named after.
fn label(paper: &mut Paper, main: Ink, second: Ink) {
    let patch = Mask::inside(&Outline::new("M 284 470 L 356 470 L 356 530 L 284 530"));
    paper.darken(&patch.blurred(2).moved(1, 3), 0.30);
    paper.piece(&patch, lit(main, 0.45), 0.5);
    let ink = shaded(second, 0.25);
    paper.lay(&Mask::along(&Outline::new("M 300 492 L 340 492"), 6.0), ink, 0.9);
    for path in ["M 306 494 L 302 510", "M 334 494 L 338 510"] {
        paper.lay(&Mask::along(&Outline::new(path), 4.0), ink, 0.9);
    }
}
