//! A knitted cap with a turned-up edge and a bobble.

use crate::drawn::mask::Mask;
use crate::drawn::outline::Outline;
use crate::drawn::paper::{Ink, Paper, lit, shaded};

const DOME: &str = "M 320 236 C 232 238 168 316 160 446 C 158 476 160 500 164 520 C 216 536 268 542 320 542";
const EDGE: &str = "M 320 466 C 262 466 206 460 152 446 C 142 486 144 536 156 568 C 208 586 264 592 320 592";

pub(in crate::drawn) fn draw(paper: &mut Paper, main: Ink, second: Ink) {
    let dome = Mask::inside(&Outline::new(DOME).mirrored());
    let edge = Mask::inside(&Outline::new(EDGE).mirrored());
    let bobble = Mask::inside(&Outline::ellipse([320.0, 214.0], 54.0, 50.0));

    paper.floor_shadow([330.0, 584.0], 196.0, 28.0);
    paper.cloth(&dome, main);
    // Stitches run up the dome and meet under the bobble.
    let stitches = Mask::by(|x, y| {
        let up = ((y - 236.0) / 310.0).clamp(0.05, 1.0);
        let column = (((x - 320.0) / up.sqrt()) / 17.0).rem_euclid(1.0);
        let row = (y / 13.0 + (column - 0.5).abs() * 1.4).rem_euclid(1.0);
        (0.5 - (column - 0.5).abs()) * 0.9 + (row - 0.5).abs() * 0.5
    });
    paper.darken(&stitches.and(&dome), 0.30);
    paper.lighten(&Mask::inside(&Outline::ellipse([254.0, 352.0], 36.0, 70.0)).blurred(18).and(&dome), 0.30);
    paper.darken(&Mask::inside(&Outline::ellipse([410.0, 400.0], 44.0, 96.0)).blurred(20).and(&dome), 0.26);

    paper.darken(&edge.blurred(8).moved(4, -6).and(&dome), 0.34);
    paper.cloth(&edge, second);
    let ribs = Mask::by(|x, _| (0.5 - ((x / 15.0).rem_euclid(1.0) - 0.5).abs()) * 1.5);
    paper.darken(&ribs.and(&edge), 0.34);
    paper.lay(&Mask::along(&Outline::new("M 154 562 C 208 580 264 586 320 586").mirrored(), 3.0), shaded(second, 0.35), 0.5);

    paper.darken(&bobble.blurred(8).moved(6, 10).and(&dome), 0.36);
    paper.cloth(&bobble, lit(second, 0.10));
    let wool = Mask::by(|x, y| ((x * 0.37 + (y * 0.61).sin() * 3.0).sin() * (y * 0.43 + (x * 0.53).cos() * 3.0).sin()).abs());
    paper.darken(&wool.and(&bobble), 0.26);
    paper.lighten(&Mask::inside(&Outline::ellipse([302.0, 196.0], 20.0, 16.0)).blurred(8).and(&bobble), 0.32);
}
