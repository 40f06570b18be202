//! Long trousers with a belt.

use crate::drawn::mask::Mask;
use crate::drawn::outline::Outline;
use crate::drawn::paper::{Ink, Paper, lit, mixed, shaded};

const LEGS: &str = "M 320 108 L 225 108 C 216 170 202 220 198 290 C 190 420 190 570 192 700 C 224 708 258 708 288 702 \
                    C 296 580 308 440 320 316";
const TURN_UP: &str = "M 188 668 C 222 678 258 678 292 670 L 291 712 C 258 720 222 720 189 710 L 188 668";

pub(in crate::drawn) fn draw(paper: &mut Paper, main: Ink, second: Ink) {
    let legs = Mask::inside(&Outline::new(LEGS).mirrored());
    let left = Outline::new(TURN_UP);
    let turn_ups = [Mask::inside(&left), Mask::inside(&left.flipped())];

    paper.shadow_of(&turn_ups.iter().fold(legs.clone(), |whole, turn_up| whole.or(turn_up)));
    paper.cloth(&legs, main);
    // A pressed crease catches the light.
    for crease in [Outline::new("M 262 230 C 250 380 243 520 241 668"), Outline::new("M 262 230 C 250 380 243 520 241 668").flipped()] {
        paper.lighten(&Mask::along(&crease, 5.0).blurred(3).and(&legs), 0.34);
        paper.darken(&Mask::along(&crease.moved(8.0, 0.0), 8.0).blurred(5).and(&legs), 0.18);
    }
    paper.folds("M 316 312 C 296 318 276 318 256 312", &legs);
    paper.folds("M 314 340 C 298 356 284 362 268 362", &legs);
    paper.folds("M 196 440 C 210 452 222 456 234 456", &legs);

    for turn_up in &turn_ups {
        paper.darken(&turn_up.blurred(3).moved(1, -4).and(&legs), 0.22);
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
    paper.darken(&band.blurred(2).moved(0, 3), 0.28);
    paper.piece(&band, lit(main, 0.05), 0.6);
    let strap = Outline::new("M 320 113 L 222 112 L 219 143 C 254 146 288 147 320 147").mirrored();
    let strap = Mask::inside(&strap);
    paper.piece(&strap, second, 0.8);
    for x in [244.0, 284.0, 356.0, 396.0] {
        let loop_ = Mask::inside(&Outline::new("M -6 103 L 6 103 L 6 156 L -6 156").moved(x, 0.0));
        paper.darken(&loop_.blurred(2).moved(2, 2), 0.35);
        paper.piece(&loop_, lit(main, 0.08), 0.6);
    }
    let brass = mixed([206.0, 176.0, 112.0], second, 0.15);
    let buckle = Outline::new("M 300 110 L 340 110 L 340 150 L 300 150 L 300 110");
    paper.darken(&Mask::along(&buckle, 6.0).blurred(2).moved(2, 3), 0.45);
    paper.lay(&Mask::along(&buckle, 6.0), brass, 1.0);
    paper.lighten(&Mask::along(&buckle, 1.6).moved(-1, -1), 0.55);
    paper.lay(&Mask::along(&Outline::new("M 302 130 L 334 130"), 4.0), shaded(brass, 0.15), 1.0);
}
