//! Lines, in the notation of SVG paths.

use super::WIDTH;

/// A point: from the left, from the top.
pub(super) type Point = [f32; 2];

/// The straight pieces that a curve becomes: enough for no corner to show at 640 pixels.
const PIECES: u8 = 24;

/// A line from point to point.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    pub(super) points: Vec<Point>,
}

impl Outline {
    /// Reads `M` (begin), `L` (straight on), `C` (curve, by two control points), all with absolute coordinates.
    pub(super) fn new(path: &str) -> Self {
        let mut points: Vec<Point> = Vec::new();
        let mut words = path.split_ascii_whitespace().peekable();
        while let Some(command) = words.next() {
            let mut numbers = Vec::new();
            while let Some(number) = words.peek().and_then(|word| word.parse::<f32>().ok()) {
                numbers.push(number);
                words.next();
            }
            let (given, _) = numbers.as_chunks::<2>();
            match command {
                "M" | "L" => points.extend(given),
                "C" => {
                    for curve in given.as_chunks::<3>().0 {
                        let from = *points.last().expect("a curve goes on from a point");
                        points.extend((1..=PIECES).map(|piece| on_curve(from, curve, f32::from(piece) / f32::from(PIECES))));
                    }
                }
                other => panic!("{other} is no command of an outline"),
            }
        }
        Self { points }
    }

    pub(super) fn ellipse(centre: Point, across: f32, down: f32) -> Self {
        let points = (0..96u8).map(|step| {
            let (sin, cos) = (f32::from(step) / 96.0 * std::f32::consts::TAU).sin_cos();
            [centre[0] + across * cos, centre[1] + down * sin]
        });
        Self { points: points.collect() }
    }

    /// The left half, from top to bottom, becomes the whole.
    pub(super) fn mirrored(mut self) -> Self {
        let right: Vec<_> = self.flipped().points.into_iter().rev().collect();
        self.points.extend(right);
        self
    }

    /// The same on the right side of the paper.
    pub(super) fn flipped(&self) -> Self {
        self.each(|[x, y]| [WIDTH as f32 - x, y])
    }

    pub(super) fn moved(&self, right: f32, down: f32) -> Self {
        self.each(|[x, y]| [x + right, y + down])
    }

    pub(super) fn each(&self, change: impl Fn(Point) -> Point) -> Self {
        Self { points: self.points.iter().map(|point| change(*point)).collect() }
    }

    /// The pieces of a thread that goes in and out along the line.
    pub(super) fn stitches(&self, length: f32, gap: f32) -> Vec<Self> {
        let (mut stitches, mut current, mut left, mut over) = (Vec::new(), vec![self.points[0]], length, true);
        for pair in self.points.windows(2) {
            let (mut from, to) = (pair[0], pair[1]);
            loop {
                let rest = (to[0] - from[0]).hypot(to[1] - from[1]);
                if rest < left {
                    left -= rest;
                    current.push(to);
                    break;
                }
                from = between(from, to, left / rest);
                current.push(from);
                if over {
                    stitches.push(Self { points: std::mem::take(&mut current) });
                }
                current = vec![from];
                over = !over;
                left = if over { length } else { gap };
            }
        }
        stitches
    }
}

pub(super) fn between(from: Point, to: Point, part: f32) -> Point {
    [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
}

/// De Casteljau's construction.
fn on_curve(from: Point, [first, second, to]: &[Point; 3], part: f32) -> Point {
    let [a, b, c] = [between(from, *first, part), between(*first, *second, part), between(*second, *to, part)];
    between(between(a, b, part), between(b, c, part), part)
}
