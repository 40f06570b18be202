//! Long trousers with a belt.

use crate::drawn::mask::Mask;
use crate::drawn::outline::Outline;
use crate::drawn::paper::{Ink, LIGHT, Paper, SHADOW, lit, mixed, shaded};

const LEGS: &str = "M 320 108 L 224 108 C 214 200 190 300 184 400 C 178 510 182 610 188 700 C 220 708 256 708 286 702 \
                    C 294 580 306 440 320 316";
const TURN_UP: &str = "M 185 668 C 218 678 256 678 289 670 L 287 712 C 256 720 220 720 188 710 L 185 668";

pub(in crate::drawn) fn draw(paper: &mut Paper, main: Ink, second: Ink) {
    let legs = Mask::inside(&Outline::new(LEGS).mirrored());
    let left = Outline::new(TURN_UP);
    let turn_ups = [Mask::inside(&left), Mask::inside(&left.flipped())];

    paper.shadow_of(&turn_ups.iter().fold(legs.clone(), |whole, turn_up| whole.or(turn_up)));
    paper.cloth(&legs, main);
    // A pressed crease catches the light.
    for crease in [Outline::new("M 262 250 C 248 380 240 520 238 668"), Outline::new("M 262 250 C 248 380 240 520 238 668").flipped()] {
        paper.lay(&Mask::along(&crease, 5.0).blurred(3).and(&legs), LIGHT, 0.34);
        paper.lay(&Mask::along(&crease.moved(8.0, 0.0), 8.0).blurred(5).and(&legs), SHADOW, 0.18);
    }
    paper.folds("M 316 312 C 296 318 276 318 256 312", &legs);
    paper.folds("M 314 340 C 298 356 284 362 268 362", &legs);
    paper.folds("M 196 440 C 210 452 222 456 234 456", &legs);

    for turn_up in &turn_ups {
        paper.lay(&turn_up.blurred(3).moved(1, -4).and(&legs), SHADOW, 0.22);
        paper.cloth(turn_up, lit(main, 0.12));
    }
    seams(paper, main);
    belt(paper, main, second);
}

fn seams(paper: &mut Paper, main: Ink) {
    let thread = lit(main, 0.45);
    for flip in [false, true] {
        let side = |path: &str| if flip { Outline::new(path).flipped() } else { Outline::new(path) };
        paper.seam(&side("M 252 150 C 244 186 232 212 212 234"), main);
        paper.stitch(&side("M 258 152 C 250 190 238 216 218 240"), thread);
    }
    paper.seam(&Outline::new("M 320 148 L 320 316"), main);
    paper.stitch(&Outline::new("M 342 150 L 342 238 C 342 262 334 276 324 284"), thread);
}

fn belt(paper: &mut Paper, main: Ink, second: Ink) {
    let band = Mask::inside(&Outline::new("M 320 104 L 223 104 L 219 150 C 254 154 288 155 320 155").mirrored());
    paper.lay(&band.blurred(2).moved(0, 3), SHADOW, 0.28);
    paper.piece(&band, lit(main, 0.05), 0.6);
    let strap = Outline::new("M 320 113 L 222 112 L 219 143 C 254 146 288 147 320 147").mirrored();
    let strap = Mask::inside(&strap);
    paper.piece(&strap, second, 0.8);
    for x in [244.0, 284.0, 356.0, 396.0] {
        let loop_ = Mask::inside(&Outline::new("M -6 103 L 6 103 L 6 156 L -6 156").moved(x, 0.0));
        paper.lay(&loop_.blurred(2).moved(2, 2), SHADOW, 0.35);
        paper.piece(&loop_, lit(main, 0.08), 0.6);
    }
    let brass = mixed([206.0, 176.0, 112.0], second, 0.15);
    let buckle = Outline::new("M 300 110 L 340 110 L 340 150 L 300 150 L 300 110");
    paper.lay(&Mask::along(&buckle, 6.0).blurred(2).moved(2, 3), SHADOW, 0.45);
    paper.lay(&Mask::along(&buckle, 6.0), brass, 1.0);
    paper.lay(&Mask::along(&buckle, 1.6).moved(-1, -1), LIGHT, 0.55);
    paper.lay(&Mask::along(&Outline::new("M 302 130 L 334 130"), 4.0), shaded(brass, 0.15), 1.0);
}
