//! A jumper, knitted and striped.

use crate::drawn::mask::Mask;
use crate::drawn::outline::Outline;
use crate::drawn::paper::{Ink, Paper, shaded};

const BODY: &str = "M 320 190 C 290 190 262 174 248 146 C 222 158 202 166 180 176 C 180 240 182 310 180 374 \
                    C 178 460 164 560 166 626 C 168 644 180 654 194 660 C 236 666 276 668 320 668";
const SLEEVE: &str = "M 198 170 C 146 184 116 236 104 304 C 90 390 78 470 68 546 C 70 560 76 568 84 574 C 104 582 122 584 138 580 \
                      C 150 512 168 440 190 372 C 192 300 192 240 198 170";
const CUFF: &str = "M 82 566 C 79 592 76 612 74 634 C 90 642 112 644 128 641 C 131 618 134 598 138 574 C 118 579 98 575 82 566";
const HEM: &str = "M 320 660 C 276 660 232 658 192 650 C 188 668 187 682 188 694 C 189 704 194 708 204 709 C 242 714 280 716 320 716";
const INSIDE: &str = "M 320 196 C 288 196 258 176 250 146 C 270 132 294 128 320 128";
const NECK: &str = "M 320 204 C 282 204 248 180 236 148 C 242 142 250 138 258 136 C 266 160 290 178 320 178";

pub(in crate::drawn) fn draw(paper: &mut Paper, main: Ink, second: Ink) {
    let whole = |path: &str| Mask::inside(&Outline::new(path).mirrored());
    let both = |path: &str| {
        let left = Outline::new(path);
        Mask::inside(&left).or(&Mask::inside(&left.flipped()))
    };
    let (body, sleeves, cuffs, hem, neck) = (whole(BODY), both(SLEEVE), both(CUFF), whole(HEM), whole(NECK));

    paper.shadow_of(&body.clone().or(&sleeves).or(&cuffs).or(&hem));
    striped(paper, &sleeves, main, second);
    paper.darken(&cuffs.blurred(3).moved(0, -3).and(&sleeves), 0.22);
    knitted(paper, &cuffs, shaded(main, 0.07), RIBS);
    paper.folds("M 170 260 C 152 320 144 370 138 430", &sleeves);
    paper.folds("M 120 440 C 112 480 106 520 104 560", &sleeves);
    paper.darken(&body.blurred(6).moved(2, 3).and(&sleeves), 0.20);
    striped(paper, &body, main, second);
    paper.folds("M 196 390 C 214 440 220 500 214 580", &body);
    paper.folds("M 250 540 C 246 580 246 610 250 648", &body);
    paper.darken(&hem.blurred(3).moved(0, -3).and(&body), 0.22);
    knitted(paper, &hem, shaded(main, 0.07), RIBS);
    paper.lay(&whole(INSIDE), shaded(main, 0.42), 1.0);
    paper.darken(&neck.blurred(4).moved(0, 6).and(&body), 0.24);
    knitted(paper, &neck, shaded(main, 0.05), ROUND_RIBS);
}

/// How much darker the yarn is at a place.
type Yarn = fn(f32, f32) -> f32;

/// Rows of small Vs, as plain knitting looks from the right side.
const PLAIN: Yarn = |x, y| {
    let arm = ((x.rem_euclid(11.0)) - 5.5).abs();
    let row = (y - arm * 0.9).rem_euclid(9.0);
    (1.0 - (row - 4.5).abs() / 2.6).max(if arm > 4.6 { 0.5 } else { 0.0 })
};

const RIBS: Yarn = |x, _| 1.0 - ((x.rem_euclid(11.0)) - 5.5).abs() / 3.6;

/// Ribs that turn around the middle of the neck.
const ROUND_RIBS: Yarn = |x, y| {
    let turn = (y - 90.0).atan2(x - 320.0) * 100.0;
    1.0 - ((turn.rem_euclid(11.0)) - 5.5).abs() / 3.6
};

fn knitted(paper: &mut Paper, shape: &Mask, ink: Ink, yarn: Yarn) {
    paper.piece(shape, ink, 0.7);
    texture(paper, shape, yarn);
}

fn texture(paper: &mut Paper, shape: &Mask, yarn: Yarn) {
    let yarn = Mask::by(yarn).and(shape);
    paper.darken(&yarn, 0.15);
    paper.lighten(&yarn.moved(0, -3).and(shape), 0.06);
}

fn striped(paper: &mut Paper, shape: &Mask, main: Ink, second: Ink) {
    paper.cloth(shape, main);
    // Stripes hang a little, as the cloth does.
    let stripes = Mask::by(|x, y| {
        let height = y + ((x - 320.0) / 26.0).powi(2) * 0.14;
        let inside = |from: f32, to: f32| (height - from).min(to - height) + 0.5;
        inside(322.0, 350.0).max(inside(366.0, 376.0)).max(inside(392.0, 402.0))
    });
    let stripes = stripes.and(shape);
    paper.lay(&stripes, second, 0.92);
    paper.darken(&stripes.without(&shape.blurred(16)), 0.30);
    texture(paper, shape, PLAIN);
}
