//! Which parts of the paper a shape covers, and how much of each pixel.

use super::outline::{Outline, Point};
use super::{HEIGHT, WIDTH};

const ACROSS: usize = WIDTH as usize;
const DOWN: usize = HEIGHT as usize;

/// Lines of samples within one line of pixels.
const SAMPLES: u8 = 4;

/// For every pixel, how much of it is covered, from 0 to 1.
#[derive(Clone)]
pub(super) struct Mask {
    pub(super) cover: Vec<f32>,
}

impl Mask {
    pub(super) fn nothing() -> Self {
        Self { cover: vec![0.0; ACROSS * DOWN] }
    }

    /// By a rule for each pixel.
    pub(super) fn by(rule: impl Fn(f32, f32) -> f32) -> Self {
        let pixels = (0..DOWN).flat_map(|y| (0..ACROSS).map(move |x| (x as f32 + 0.5, y as f32 + 0.5)));
        Self { cover: pixels.map(|(x, y)| rule(x, y).clamp(0.0, 1.0)).collect() }
    }

    /// What an outline encloses.
    pub(super) fn inside(outline: &Outline) -> Self {
        let mut mask = Self::nothing();
        for (y, row) in mask.cover.chunks_exact_mut(ACROSS).enumerate() {
            for sample in 0..SAMPLES {
                let height = y as f32 + (f32::from(sample) + 0.5) / f32::from(SAMPLES);
                for span in crossings(outline, height).as_chunks::<2>().0 {
                    cover_span(row, *span);
                }
            }
        }
        mask
    }

    /// A pen of this width drawn along a line.
    pub(super) fn along(outline: &Outline, width: f32) -> Self {
        Self::brushed(outline, |_| width)
    }

    /// A brush that is pressed in the middle of a line and lifted at both ends.
    pub(super) fn tapered(outline: &Outline, width: f32) -> Self {
        Self::brushed(outline, |part| width * (part * std::f32::consts::PI).sin())
    }

    fn brushed(outline: &Outline, width: impl Fn(f32) -> f32) -> Self {
        let mut mask = Self::nothing();
        let pieces = outline.points.len() as f32 - 1.0;
        for (piece, pair) in outline.points.windows(2).enumerate() {
            let (from, to) = (pair[0], pair[1]);
            let width = width((piece as f32 + 0.5) / pieces);
            let reach = width / 2.0 + 1.0;
            let range = |axis: usize, end: usize| {
                let (low, high) = (from[axis].min(to[axis]) - reach, from[axis].max(to[axis]) + reach);
                low.clamp(0.0, end as f32) as usize..high.clamp(0.0, end as f32) as usize
            };
            for y in range(1, DOWN) {
                for x in range(0, ACROSS) {
                    let away = distance([x as f32 + 0.5, y as f32 + 0.5], from, to);
                    let cover = &mut mask.cover[y * ACROSS + x];
                    *cover = cover.max((width / 2.0 + 0.5 - away).clamp(0.0, 1.0));
                }
            }
        }
        mask
    }

    pub(super) fn and(mut self, other: &Self) -> Self {
        self.cover.iter_mut().zip(&other.cover).for_each(|(mine, theirs)| *mine *= theirs);
        self
    }

    pub(super) fn or(mut self, other: &Self) -> Self {
        self.cover.iter_mut().zip(&other.cover).for_each(|(mine, theirs)| *mine = mine.max(*theirs));
        self
    }

    pub(super) fn not(mut self) -> Self {
        self.cover.iter_mut().for_each(|cover| *cover = 1.0 - *cover);
        self
    }

    pub(super) fn moved(&self, right: isize, down: isize) -> Self {
        let from = |at: usize, by: isize, end: usize| at.checked_add_signed(-by).filter(|at| *at < end);
        let mut mask = Self::nothing();
        for y in 0..DOWN {
            let Some(source) = from(y, down, DOWN) else { continue };
            for x in 0..ACROSS {
                if let Some(column) = from(x, right, ACROSS) {
                    mask.cover[y * ACROSS + x] = self.cover[source * ACROSS + column];
                }
            }
        }
        mask
    }

    /// Out of focus. Three averages over a box look like a bell curve.
    pub(super) fn blurred(&self, radius: usize) -> Self {
        let mut mask = self.clone();
        for _ in 0..3 {
            average(&mut mask.cover, radius, DOWN, ACROSS, ACROSS, 1);
            average(&mut mask.cover, radius, ACROSS, DOWN, 1, ACROSS);
        }
        mask
    }
}

/// Where an outline crosses a height, from left to right.
fn crossings(outline: &Outline, height: f32) -> Vec<f32> {
    let ends = outline.points.iter().zip(outline.points.iter().cycle().skip(1));
    let mut found: Vec<f32> = ends
        .filter(|(from, to)| (from[1] <= height) != (to[1] <= height))
        .map(|(from, to)| from[0] + (height - from[1]) / (to[1] - from[1]) * (to[0] - from[0]))
        .collect();
    found.sort_by(f32::total_cmp);
    found
}

/// Adds one line of samples, with the exact part of the pixels at its ends.
fn cover_span(row: &mut [f32], [from, to]: [f32; 2]) {
    let (from, to) = (from.clamp(0.0, ACROSS as f32), to.clamp(0.0, ACROSS as f32));
    for (x, cover) in row.iter_mut().enumerate().take(to.ceil() as usize).skip(from as usize) {
        let part = (to.min(x as f32 + 1.0) - from.max(x as f32)).max(0.0);
        *cover = (*cover + part / f32::from(SAMPLES)).min(1.0);
    }
}

fn distance(point: Point, from: Point, to: Point) -> f32 {
    let (along, off) = ([to[0] - from[0], to[1] - from[1]], [point[0] - from[0], point[1] - from[1]]);
    let length = along[0] * along[0] + along[1] * along[1];
    let part = if length > 0.0 { ((off[0] * along[0] + off[1] * along[1]) / length).clamp(0.0, 1.0) } else { 0.0 };
    (off[0] - along[0] * part).hypot(off[1] - along[1] * part)
}

/// Averages each of `lines` lines over its neighbours: `line` is the step from line to line, `step` the step along one.
fn average(cover: &mut [f32], radius: usize, lines: usize, length: usize, line: usize, step: usize) {
    let weight = 1.0 / (2 * radius + 1) as f32;
    let mut before = vec![0.0; length];
    for start in (0..lines).map(|number| number * line) {
        for (at, value) in before.iter_mut().enumerate() {
            *value = cover[start + at * step];
        }
        let mut sum: f32 = before.iter().take(radius).sum();
        for at in 0..length {
            sum += before.get(at + radius).copied().unwrap_or(0.0);
            cover[start + at * step] = sum * weight;
            sum -= at.checked_sub(radius).map_or(0.0, |gone| before[gone]);
        }
    }
}
