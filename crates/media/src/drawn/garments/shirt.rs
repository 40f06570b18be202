//! A shirt with long sleeves.

use crate::drawn::mask::Mask;
use crate::drawn::outline::Outline;
use crate::drawn::paper::{Ink, Paper, lit, shaded};

const BODY: &str = "M 320 176 C 300 172 278 158 266 140 C 238 156 212 168 188 178 C 188 240 190 300 190 356 \
                    C 190 450 184 552 178 640 C 214 676 266 690 320 690";
const SLEEVE: &str = "M 200 174 C 154 190 130 232 118 296 C 102 390 88 484 76 580 L 128 590 C 144 512 168 432 196 356 \
                      C 196 300 196 240 200 174";
const CUFF: &str = "M 76 574 L 69 628 C 86 636 104 639 121 638 L 130 586 C 110 586 92 582 76 574";
const INSIDE: &str = "M 320 180 C 300 172 276 160 264 142 C 280 126 300 120 320 120";
const COLLAR: &str = "M 262 134 C 256 150 250 168 250 188 L 288 236 L 320 182 C 298 172 276 158 262 134";

pub(in crate::drawn) fn draw(paper: &mut Paper, main: Ink, second: Ink) {
    let body = Mask::inside(&Outline::new(BODY).mirrored());
    let sides = |path: &str| {
        let left = Outline::new(path);
        [Mask::inside(&left), Mask::inside(&left.flipped())]
    };
    let (sleeves, cuffs, collar) = (sides(SLEEVE), sides(CUFF), sides(COLLAR));
    let whole = sleeves.iter().chain(&cuffs).fold(body.clone(), |whole, part| whole.or(part));

    paper.shadow_of(&whole);
    for (sleeve, cuff) in sleeves.iter().zip(&cuffs) {
        paper.cloth(sleeve, main);
        paper.cloth(cuff, shaded(main, 0.04));
    }
    paper.folds("M 176 250 C 160 310 150 350 146 400", &whole);
    paper.folds("M 132 420 C 120 470 114 510 108 560", &whole);
    paper.darken(&body.blurred(6).moved(2, 3).and(&whole), 0.18);
    paper.cloth(&body, main);
    paper.folds("M 206 372 C 222 420 226 480 222 560", &body);
    paper.folds("M 258 470 C 252 540 250 600 256 670", &body);

    let inside = Mask::inside(&Outline::new(INSIDE).mirrored());
    paper.lay(&inside, shaded(main, 0.34), 1.0);
    paper.lay(&Mask::inside(&Outline::ellipse([320.0, 142.0], 15.0, 8.0)), lit(second, 0.55), 0.9);

    placket(paper, main, second);
    pocket(paper, main);
    for wing in &collar {
        paper.darken(&wing.blurred(4).moved(3, 6).and(&body), 0.30);
        paper.cloth(wing, lit(main, 0.10));
    }
    let edge = Outline::new("M 255 188 L 288 228 L 315 184");
    paper.stitch(&edge, shaded(main, 0.25));
    paper.stitch(&edge.flipped(), shaded(main, 0.25));
    for x in [101.0, 539.0] {
        paper.button([x, 612.0], 5.0, second);
    }
}

fn placket(paper: &mut Paper, main: Ink, second: Ink) {
    for x in [306.0, 334.0] {
        paper.seam(&Outline { points: vec![[x, 204.0], [x, 688.0]] }, main);
    }
    for step in 0..6u8 {
        paper.button([320.0, 222.0 + 78.0 * f32::from(step)], 6.5, second);
    }
}

fn pocket(paper: &mut Paper, main: Ink) {
    let outline = Outline::new("M 366 306 L 444 306 L 444 382 L 405 400 L 366 382 L 366 306");
    let pocket = Mask::inside(&outline);
    paper.darken(&pocket.blurred(3).moved(2, 4), 0.16);
    paper.piece(&pocket, lit(main, 0.03), 0.5);
    paper.seam(&outline, main);
    paper.stitch(&Outline::new("M 370 318 L 440 318"), shaded(main, 0.3));
}
