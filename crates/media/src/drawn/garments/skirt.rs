//! A pleated skirt.

use crate::drawn::mask::Mask;
use crate::drawn::outline::{Outline, between};
use crate::drawn::paper::{Ink, Paper, lit};

const SKIRT: &str = "M 320 180 L 234 180 C 216 330 168 500 112 652 C 176 690 248 704 320 704";
const BAND: &str = "M 320 138 L 238 136 L 232 188 C 262 194 292 196 320 196";
const HEM: &str = "M 112 652 C 176 690 248 704 320 704";

pub(in crate::drawn) fn draw(paper: &mut Paper, main: Ink, second: Ink) {
    let skirt = Mask::inside(&Outline::new(SKIRT).mirrored());
    let band = Mask::inside(&Outline::new(BAND).mirrored());
    paper.shadow_of(&skirt.clone().or(&band));
    paper.cloth(&skirt, main);

    // The stripe first, so that the pleats bend it.
    let hem = Outline::new(HEM).mirrored();
    for (up, width) in [(46.0, 20.0), (72.0, 5.0)] {
        let stripe = Mask::along(&hem.each(|[x, y]| [x, y - up]), width).and(&skirt);
        paper.lay(&stripe, second, 0.92);
        paper.darken(&stripe.without(&skirt.blurred(16)), 0.30);
    }
    pleats(paper, &skirt);

    paper.darken(&band.blurred(4).moved(0, 7).and(&skirt), 0.34);
    paper.piece(&band, second, 0.8);
    paper.stitch(&Outline::new("M 236 181 C 262 186 292 188 320 188").mirrored(), lit(second, 0.45));
    paper.button([398.0, 162.0], 6.5, lit(second, 0.55));
}

/// Each pleat lies over the next: light on its face, a shadow where it goes under.
fn pleats(paper: &mut Paper, skirt: &Mask) {
    const PLEATS: u8 = 11;
    for pleat in 0..=PLEATS {
        let part = f32::from(pleat) / f32::from(PLEATS);
        let across = part * 2.0 - 1.0;
        let top = [320.0 + across * 86.0, 186.0];
        let knee = [320.0 + across * 138.0, 440.0];
        // The hem turns up towards its sides, so the pleats there end higher.
        let foot = [320.0 + across * 210.0, 708.0 - across * across * 46.0];
        let line = Outline { points: [top, between(top, knee, 0.5), knee, foot].into() };
        let edge = Mask::along(&line, 3.0).blurred(1);
        let under = Mask::along(&line.each(|[x, y]| [x + 9.0 * (y / 700.0), y]), 12.0).blurred(5);
        let face = Mask::along(&line.each(|[x, y]| [x - 14.0 * (y / 700.0), y]), 12.0).blurred(6);
        paper.lighten(&face.and(skirt), 0.24);
        paper.darken(&under.and(skirt), 0.30);
        paper.darken(&edge.and(skirt), 0.40);
    }
}
