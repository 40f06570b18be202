//! The drawing beside the name: a seedling of two leaves.

use ab_glyph::{Point, point};
use ab_glyph_rasterizer::Rasterizer;

use crate::canvas::{Canvas, Colour};

/// A leaf lies along the x axis, from its stem at 0 to its tip at 1. One half is a curve; the other is its reflection.
const BELLY: [[f32; 2]; 2] = [[0.22, 0.40], [0.70, 0.42]];
/// The vein, left open: from where to where, and half as thick as this at its beginning.
const VEIN: [f32; 3] = [0.0, 0.66, 0.022];

/// A leaf that grows from a point, in a direction (radians, clockwise from the right), so many pixels long.
pub(crate) fn draw_leaf(canvas: &mut Canvas, stem: [f32; 2], direction: f32, length: f32, colour: Colour, strength: f32) {
    // Drawn on a sheet of its own that holds it whichever way it points: the rasterizer takes no points outside.
    let middle = length.ceil() + 2.0;
    let side = 2.0 * middle;
    let (sin, cos) = direction.sin_cos();
    let at = |[x, y]: [f32; 2]| -> Point { point(middle + (x * cos - y * sin) * length, middle + (x * sin + y * cos) * length) };
    let mut rasterizer = Rasterizer::new(side as usize, side as usize);
    let mirrored = |[x, y]: [f32; 2]| [x, -y];
    rasterizer.draw_cubic(at([0.0, 0.0]), at(BELLY[0]), at(BELLY[1]), at([1.0, 0.0]));
    rasterizer.draw_cubic(at([1.0, 0.0]), at(mirrored(BELLY[1])), at(mirrored(BELLY[0])), at([0.0, 0.0]));
    // The other way round, so that it is taken out.
    let [from, to, half] = VEIN;
    rasterizer.draw_line(at([from, -half]), at([to, 0.0]));
    rasterizer.draw_line(at([to, 0.0]), at([from, half]));
    rasterizer.draw_line(at([from, half]), at([from, -half]));
    let corner = [(stem[0] - middle).floor() as i32, (stem[1] - middle).floor() as i32];
    rasterizer.for_each_pixel_2d(|x, y, part| {
        if part > 0.0 {
            canvas.cover(corner[0] + x as i32, corner[1] + y as i32, colour, part * strength);
        }
    });
}
