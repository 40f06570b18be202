//! Which parts of the paper a shape covers, and how much of each pixel.

use std::ops::Range;

use super::outline::{Outline, Point};
use super::{HEIGHT, WIDTH};

const ACROSS: usize = WIDTH as usize;
const DOWN: usize = HEIGHT as usize;

/// Lines of samples within one line of pixels.
const SAMPLES: u8 = 4;

/// For every pixel, how much of it is covered, from 0 to 1.
#[derive(Clone)]
pub(super) struct Mask {
    cover: Vec<f32>,
    /// Nothing is covered outside of it. Most shapes are small, and a drawing takes hundreds.
    area: Area,
}

/// A part of the paper.
#[derive(Clone)]
struct Area {
    columns: Range<usize>,
    rows: Range<usize>,
}

impl Area {
    const NOWHERE: Self = Self { columns: 0..0, rows: 0..0 };
    const EVERYWHERE: Self = Self { columns: 0..ACROSS, rows: 0..DOWN };

    /// The pixels around some points, so far away from each.
    fn around(points: &[Point], reach: f32) -> Self {
        let range = |axis: usize, end: usize| {
            let along = || points.iter().map(|point| point[axis]);
            let (low, high) = (along().fold(f32::MAX, f32::min) - reach, along().fold(0.0, f32::max) + reach);
            (low.max(0.0) as usize).min(end)..(high.max(0.0).ceil() as usize).min(end)
        };
        Self { columns: range(0, ACROSS), rows: range(1, DOWN) }
    }

    fn shared(&self, other: &Self) -> Self {
        let range = |mine: &Range<usize>, theirs: &Range<usize>| mine.start.max(theirs.start)..mine.end.min(theirs.end);
        Self { columns: range(&self.columns, &other.columns), rows: range(&self.rows, &other.rows) }
    }

    fn joined(&self, other: &Self) -> Self {
        if self.rows.is_empty() || self.columns.is_empty() {
            return other.clone();
        }
        let range = |mine: &Range<usize>, theirs: &Range<usize>| mine.start.min(theirs.start)..mine.end.max(theirs.end);
        Self { columns: range(&self.columns, &other.columns), rows: range(&self.rows, &other.rows) }
    }

    fn grown(&self, by: usize) -> Self {
        let range = |range: &Range<usize>, end: usize| range.start.saturating_sub(by)..(range.end + by).min(end);
        Self { columns: range(&self.columns, ACROSS), rows: range(&self.rows, DOWN) }
    }

    fn moved(&self, right: isize, down: isize) -> Self {
        let range = |range: &Range<usize>, by: isize, end: usize| {
            range.start.saturating_add_signed(by).min(end)..range.end.saturating_add_signed(by).min(end)
        };
        Self { columns: range(&self.columns, right, ACROSS), rows: range(&self.rows, down, DOWN) }
    }

    fn pixels(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let columns = self.columns.clone();
        self.rows.clone().flat_map(move |y| columns.clone().map(move |x| (x, y)))
    }
}

impl Mask {
    pub(super) fn nothing() -> Self {
        Self { cover: vec![0.0; ACROSS * DOWN], area: Area::NOWHERE }
    }

    /// By a rule for each pixel.
    pub(super) fn by(rule: impl Fn(f32, f32) -> f32) -> Self {
        let cover = Area::EVERYWHERE.pixels().map(|(x, y)| rule(x as f32 + 0.5, y as f32 + 0.5).clamp(0.0, 1.0));
        Self { cover: cover.collect(), area: Area::EVERYWHERE }
    }

    /// What an outline encloses.
    pub(super) fn inside(outline: &Outline) -> Self {
        let mut mask = Self { area: Area::around(&outline.points, 0.0), ..Self::nothing() };
        for y in mask.area.rows.clone() {
            for sample in 0..SAMPLES {
                let height = y as f32 + (f32::from(sample) + 0.5) / f32::from(SAMPLES);
                for span in crossings(outline, height).as_chunks::<2>().0 {
                    cover_span(&mut mask.cover[y * ACROSS..][..ACROSS], *span);
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
            let width = width((piece as f32 + 0.5) / pieces);
            let area = Area::around(pair, width / 2.0 + 1.0);
            for (x, y) in area.pixels() {
                let away = distance([x as f32 + 0.5, y as f32 + 0.5], pair[0], pair[1]);
                let cover = &mut mask.cover[y * ACROSS + x];
                *cover = cover.max((width / 2.0 + 0.5 - away).clamp(0.0, 1.0));
            }
            mask.area = mask.area.joined(&area);
        }
        mask
    }

    /// The pixels that are covered, by their number, and how much.
    pub(super) fn covered(&self) -> impl Iterator<Item = (usize, f32)> {
        self.area.pixels().map(|(x, y)| y * ACROSS + x).map(|at| (at, self.cover[at])).filter(|(_, cover)| *cover > 0.0)
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        Self::combined(self.area.shared(&other.area), |at| self.cover[at] * other.cover[at])
    }

    pub(super) fn or(&self, other: &Self) -> Self {
        Self::combined(self.area.joined(&other.area), |at| self.cover[at].max(other.cover[at]))
    }

    pub(super) fn without(&self, other: &Self) -> Self {
        Self::combined(self.area.clone(), |at| self.cover[at] * (1.0 - other.cover[at]))
    }

    fn combined(area: Area, cover: impl Fn(usize) -> f32) -> Self {
        let mut mask = Self { area, ..Self::nothing() };
        for (x, y) in mask.area.pixels() {
            mask.cover[y * ACROSS + x] = cover(y * ACROSS + x);
        }
        mask
    }

    pub(super) fn moved(&self, right: isize, down: isize) -> Self {
        let mut mask = Self::nothing();
        // Back to where it was, less what has left the paper.
        let area = self.area.moved(right, down).moved(-right, -down).shared(&self.area);
        for (x, y) in area.pixels() {
            if let (Some(column), Some(row)) = (x.checked_add_signed(right), y.checked_add_signed(down)) {
                mask.cover[row * ACROSS + column] = self.cover[y * ACROSS + x];
            }
        }
        mask.area = area.moved(right, down);
        mask
    }

    /// Out of focus. The average of an average over a box is soft enough; a third would look like a bell curve, and nobody looks.
    pub(super) fn blurred(&self, radius: usize) -> Self {
        let radius = radius + radius / 4;
        let mut mask = Self { area: self.area.grown(2 * radius), cover: self.cover.clone() };
        for _ in 0..2 {
            for y in mask.area.rows.clone() {
                average(&mut mask.cover, y * ACROSS + mask.area.columns.start, 1, mask.area.columns.len(), radius);
            }
            for x in mask.area.columns.clone() {
                average(&mut mask.cover, mask.area.rows.start * ACROSS + x, ACROSS, mask.area.rows.len(), radius);
            }
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

/// Replaces each pixel of a line by the average of its neighbours on it. The line begins at `start` and goes on by `step`.
fn average(cover: &mut [f32], start: usize, step: usize, length: usize, radius: usize) {
    // Zeros around the line spare the loop, which runs a million times for a drawing, from asking whether it is at an end.
    let mut padded = vec![0.0; length + 2 * radius + 1];
    for (at, value) in padded[radius + 1..].iter_mut().take(length).enumerate() {
        *value = cover[start + at * step];
    }
    let weight = 1.0 / (2 * radius + 1) as f32;
    let mut sum: f32 = padded[..=2 * radius].iter().sum();
    for at in 0..length {
        sum += padded[at + 2 * radius + 1] - padded[at];
        cover[start + at * step] = sum.max(0.0) * weight;
    }
}
