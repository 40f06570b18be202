//! The paper, and what cloth looks like on it.

use image::{Rgb, RgbImage};

use super::mask::Mask;
use super::outline::Outline;
use super::{HEIGHT, WIDTH};

/// Red, green, blue, each up to 255.
pub(super) type Ink = [f32; 3];

/// Warm paper, #f6f1e7.
pub(super) const PAPER: Ink = [246.0, 241.0, 231.0];
/// Not black: shadows on warm paper are brown.
pub(super) const SHADOW: Ink = [58.0, 44.0, 34.0];
pub(super) const LIGHT: Ink = [255.0, 252.0, 244.0];

/// A part of the way from one colour to another.
pub(super) fn mixed(from: Ink, to: Ink, part: f32) -> Ink {
    std::array::from_fn(|channel| from[channel] + (to[channel] - from[channel]) * part)
}

/// The colour in shade.
pub(super) fn shaded(ink: Ink, part: f32) -> Ink {
    mixed(ink, SHADOW, part)
}

/// The colour in light.
pub(super) fn lit(ink: Ink, part: f32) -> Ink {
    mixed(ink, LIGHT, part)
}

pub(super) struct Paper {
    pixels: Vec<Ink>,
}

impl Paper {
    /// A sheet, a little lighter where the light falls.
    pub(super) fn new() -> Self {
        let mut paper = Self { pixels: vec![PAPER; (WIDTH * HEIGHT) as usize] };
        paper.lay(&Mask::by(|x, y| 1.0 - ((x - 250.0) / 420.0).hypot((y - 300.0) / 520.0)), LIGHT, 0.35);
        paper.darken(&Mask::by(|x, y| ((x - 300.0) / 460.0).hypot((y - 360.0) / 560.0) - 0.75), 0.12);
        paper
    }

    /// Lays colour on, wherever the mask covers.
    pub(super) fn lay(&mut self, mask: &Mask, ink: Ink, strength: f32) {
        for (at, cover) in mask.covered() {
            self.pixels[at] = mixed(self.pixels[at], ink, cover * strength);
        }
    }

    /// Takes light away. Blue cloth in shade is a darker blue: what is there is scaled, a little less in red since shade is warm here.
    pub(super) fn darken(&mut self, mask: &Mask, strength: f32) {
        for (at, cover) in mask.covered() {
            let [red, green, blue] = self.pixels[at];
            let gone = cover * strength;
            self.pixels[at] = [red * (1.0 - gone * 0.74), green * (1.0 - gone * 0.79), blue * (1.0 - gone * 0.82)];
        }
    }

    /// Adds light without washing the colour out, and less of it to what is nearly white.
    pub(super) fn lighten(&mut self, mask: &Mask, strength: f32) {
        for (at, cover) in mask.covered() {
            let more = cover * strength;
            self.pixels[at] = self.pixels[at].map(|channel| {
                let room = ((255.0 - channel) / 110.0).min(1.0);
                channel + more * room * (channel * 0.5 + 50.0)
            });
        }
    }

    /// The shadow of something that lies flat.
    pub(super) fn shadow_of(&mut self, shape: &Mask) {
        self.darken(&shape.blurred(14).moved(10, 18), 0.26);
        self.darken(&shape.blurred(4).moved(3, 5), 0.22);
    }

    /// The shadow of something that stands, on the floor below it.
    pub(super) fn floor_shadow(&mut self, centre: [f32; 2], across: f32, down: f32) {
        self.darken(&Mask::inside(&Outline::ellipse(centre, across, down)).blurred(16), 0.30);
        self.darken(&Mask::inside(&Outline::ellipse(centre, across * 0.92, down * 0.45)).blurred(5), 0.34);
    }

    /// A piece of cloth: rounder towards its edges, lighter to the upper left.
    pub(super) fn cloth(&mut self, shape: &Mask, ink: Ink) {
        self.piece(shape, ink, 1.0);
    }

    /// As cloth, with edges that are less or more round.
    pub(super) fn piece(&mut self, shape: &Mask, ink: Ink, round: f32) {
        self.lay(shape, ink, 1.0);
        self.darken(&shape.without(&shape.blurred(16)), 0.22 * round);
        self.darken(&shape.without(&shape.moved(-14, -12).blurred(10)), 0.27 * round);
        self.lighten(&shape.without(&shape.moved(9, 10).blurred(7)), 0.30 * round);
    }

    /// Where cloth falls into a fold: a soft dark line with a lighter one to its left, where the light comes from.
    pub(super) fn fold(&mut self, path: &str, within: &Mask) {
        self.fold_along(&Outline::new(path), within);
    }

    /// The same fold on both sides.
    pub(super) fn folds(&mut self, path: &str, within: &Mask) {
        let left = Outline::new(path);
        self.fold_along(&left, within);
        self.fold_along(&left.flipped(), within);
    }

    fn fold_along(&mut self, line: &Outline, within: &Mask) {
        let fold = Mask::tapered(line, 16.0).blurred(4);
        self.lighten(&fold.moved(-11, -3).and(within), 0.15);
        self.darken(&fold.and(within), 0.16);
    }

    /// Where two pieces meet.
    pub(super) fn seam(&mut self, line: &Outline, ink: Ink) {
        let seam = Mask::along(line, 2.0);
        self.lighten(&seam.moved(2, 2), 0.22);
        self.lay(&seam, shaded(ink, 0.55), 0.75);
    }

    /// A thread that shows.
    pub(super) fn stitch(&mut self, line: &Outline, ink: Ink) {
        let thread = line.stitches(7.0, 5.0).iter().fold(Mask::nothing(), |all, stitch| all.or(&Mask::along(stitch, 1.8)));
        self.lay(&thread, ink, 0.85);
    }

    pub(super) fn button(&mut self, centre: [f32; 2], radius: f32, ink: Ink) {
        let disc = |radius: f32| Mask::inside(&Outline::ellipse(centre, radius, radius));
        self.darken(&disc(radius + 0.5).blurred(1).moved(2, 2), 0.45);
        self.lay(&disc(radius), ink, 1.0);
        self.lighten(&disc(radius).without(&disc(radius - 2.0).moved(1, 1)), 0.45);
        for hole in [-0.32, 0.32] {
            let at = [centre[0] + radius * hole, centre[1]];
            self.lay(&Mask::inside(&Outline::ellipse(at, 1.2, 1.2)), shaded(ink, 0.7), 1.0);
        }
    }

    /// The picture, with the faint grain of paper and cloth.
    pub(super) fn finished(self) -> RgbImage {
        RgbImage::from_fn(WIDTH, HEIGHT, |x, y| {
            let grain = grain(x, y) * 2.4;
            Rgb(self.pixels[(y * WIDTH + x) as usize].map(|channel| (channel + grain).round().clamp(0.0, 255.0) as u8))
        })
    }
}

/// From -1 to 1, the same for a pixel in every drawing.
fn grain(x: u32, y: u32) -> f32 {
    let mut mixed = x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77);
    mixed = (mixed ^ mixed >> 15).wrapping_mul(0x2C1B_3C6D);
    mixed = (mixed ^ mixed >> 12).wrapping_mul(0x297A_2D39);
    (mixed >> 16) as f32 / 32768.0 - 1.0
}
