//! The pen: writes SVG, and is the only place with chance in it, which comes from the seed.

use std::f64::consts::{PI, TAU};
use std::fmt::Write;

use super::Place;

/// A colour that can be mixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Color(pub(super) u32);

impl Color {
    /// This colour with so much of another, by weight from 0 to 1.
    pub(super) fn mix(self, other: Self, weight: f64) -> Self {
        let part = |shift: u32| {
            let (from, to) = (f64::from((self.0 >> shift) & 255), f64::from((other.0 >> shift) & 255));
            ((from + (to - from) * weight).round() as u32) << shift
        };
        Self(part(16) | part(8) | part(0))
    }

    /// In the light: towards warm white.
    pub(super) fn light(self) -> Self {
        self.mix(Self(0xff_f8_e6), 0.38)
    }

    /// In the shade: towards warm black.
    pub(super) fn dark(self) -> Self {
        self.mix(Self(0x2c_15_0a), 0.26)
    }
}

/// A place on the table: an ellipse, with how far its middle is heaped up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    pub(super) cx: f64,
    pub(super) cy: f64,
    pub(super) rx: f64,
    pub(super) ry: f64,
    pub(super) lift: f64,
}

impl Area {
    pub(super) fn new(cx: f64, cy: f64, rx: f64, ry: f64, lift: f64) -> Self {
        Self { cx, cy, rx, ry, lift }
    }

    /// The part of it that a layer names.
    pub(super) fn at(self, place: Option<Place>) -> Self {
        let Self { cx, cy, rx, ry, lift } = self;
        match place {
            None => self,
            Some(Place::Left) => Self::new(cx - rx * 0.48, cy, rx * 0.5, ry * 0.8, lift * 0.6),
            Some(Place::Right) => Self::new(cx + rx * 0.48, cy, rx * 0.5, ry * 0.8, lift * 0.6),
            Some(Place::Back) => Self::new(cx, cy - ry * 0.45, rx * 0.8, ry * 0.5, lift * 0.6),
            Some(Place::Front) => Self::new(cx, cy + ry * 0.4, rx * 0.8, ry * 0.5, lift * 0.6),
        }
    }

    /// A smaller one in its middle.
    pub(super) fn inner(self, share: f64) -> Self {
        Self { rx: self.rx * share, ry: self.ry * share, ..self }
    }
}

/// A point of a path, relative to nothing.
pub(super) type Point = (f64, f64);

/// Writes elements, with numbers of one decimal: a picture is small, and nobody sees a hundredth.
pub(super) struct Pen {
    out: String,
    chance: u64,
}

impl Pen {
    /// The seed is a text, so that an id serves; FNV-1a spreads it over the whole number.
    pub(super) fn new(seed: &str) -> Self {
        let chance = seed.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        Self { out: String::with_capacity(6 * 1024), chance }
    }

    pub(super) fn open(&mut self) {
        self.out.push_str(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" aria-hidden="true" fill="none" stroke-linecap="round" stroke-linejoin="round">"#);
    }

    pub(super) fn close(mut self) -> String {
        self.out.push_str("</svg>");
        self.out
    }

    /// A number from 0 to 1: splitmix64, which needs no more than this.
    pub(super) fn rnd(&mut self) -> f64 {
        self.chance = self.chance.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.chance;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number from -width to width.
    pub(super) fn jit(&mut self, width: f64) -> f64 {
        (self.rnd() * 2.0 - 1.0) * width
    }

    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = (self.rnd() * (last + 1) as f64) as usize;
            items.swap(last, other.min(last));
        }
    }

    /// So many places within an area, evenly spread as seeds of a sunflower are, from back to front.
    pub(super) fn spots(&mut self, area: Area, count: usize, reach: f64) -> Vec<Point> {
        let turn = self.rnd() * TAU;
        let mut spots: Vec<Point> = (0..count)
            .map(|index| {
                let radius = if count == 1 { 0.0 } else { ((index as f64 + 0.5) / count as f64).sqrt() * reach };
                let angle = turn + index as f64 * PI * (3.0 - 5.0_f64.sqrt()) + self.jit(0.15);
                let wobble = if count == 1 { 0.0 } else { 0.05 };
                let (x, y) = (radius * angle.cos() + self.jit(wobble), radius * angle.sin() + self.jit(wobble));
                (area.cx + area.rx * x, area.cy + area.ry * y - area.lift * (1.0 - radius * radius))
            })
            .collect();
        spots.sort_by(|one, other| one.1.total_cmp(&other.1));
        spots
    }

    pub(super) fn cloth(&mut self, color: Color) {
        let _ = write!(self.out, r##"<circle cx="100" cy="100" r="96" fill="#{:06x}" opacity=".24"/>"##, color.0);
    }

    pub(super) fn ellipse(&mut self, cx: f64, cy: f64, rx: f64, ry: f64, fill: Color) {
        let (cx, cy, rx, ry) = (short(cx), short(cy), short(rx), short(ry));
        let _ = write!(self.out, r##"<ellipse cx="{cx}" cy="{cy}" rx="{rx}" ry="{ry}" fill="#{:06x}"/>"##, fill.0);
    }

    /// The same, seen through.
    pub(super) fn glaze(&mut self, d: &str, fill: Color, opacity: f64) {
        let _ = write!(self.out, r##"<path d="{}" fill="#{:06x}" opacity="{}"/>"##, tight(d), fill.0, (opacity * 100.0).round() / 100.0);
    }

    pub(super) fn path(&mut self, d: &str, fill: Color) {
        let _ = write!(self.out, r##"<path d="{}" fill="#{:06x}"/>"##, tight(d), fill.0);
    }

    /// A line with round ends: the root says so once for all of them.
    pub(super) fn line(&mut self, d: &str, stroke: Color, width: f64) {
        let _ = write!(self.out, r##"<path d="{}" stroke="#{:06x}" stroke-width="{}"/>"##, tight(d), stroke.0, short(width));
    }

    /// A filled shape whose corners are rounded by a line of the same colour.
    pub(super) fn pebble(&mut self, d: &str, fill: Color, width: f64) {
        let _ =
            write!(self.out, r##"<path d="{2}" fill="#{0:06x}" stroke="#{0:06x}" stroke-width="{1}"/>"##, fill.0, short(width), tight(d));
    }

    /// A filled shape with an edge in its shade: one element for two tones.
    pub(super) fn edged(&mut self, d: &str, fill: Color, width: f64) {
        let (edge, d) = (fill.dark().0, tight(d));
        let _ = write!(self.out, r##"<path d="{d}" fill="#{:06x}" stroke="#{edge:06x}" stroke-width="{}"/>"##, fill.0, short(width));
    }

    /// Steam takes the colour of the text around the picture: it is seen on light paper and on dark.
    pub(super) fn breath(&mut self, d: &str) {
        let _ = write!(self.out, r#"<path d="{d}" stroke="currentColor" stroke-width="3.5" opacity=".28"/>"#);
    }

    /// What is drawn between this and `end` is moved, turned by degrees, and scaled.
    pub(super) fn begin(&mut self, x: f64, y: f64, degrees: f64, scale: f64) {
        let _ = write!(self.out, r#"<g transform="translate({} {})"#, short(x), short(y));
        if degrees.abs() >= 1.0 {
            let _ = write!(self.out, "rotate({})", degrees.round());
        }
        if (scale - 1.0).abs() > 0.04 {
            let _ = write!(self.out, "scale({scale:.2})");
        }
        self.out.push_str("\">");
    }

    pub(super) fn end(&mut self) {
        self.out.push_str("</g>");
    }

    /// A soft closed shape around an ellipse, uneven by `wobble`.
    pub(super) fn blob(&mut self, area: (f64, f64, f64, f64), corners: usize, wobble: f64) -> String {
        let (cx, cy, rx, ry) = area;
        let turn = self.rnd() * TAU;
        let points: Vec<Point> = (0..corners)
            .map(|corner| {
                let angle = turn + corner as f64 / corners as f64 * TAU;
                let far = 1.08 + self.jit(wobble);
                (cx + rx * far * angle.cos(), cy + ry * far * angle.sin())
            })
            .collect();
        soft(&points)
    }
}

/// A closed curve that touches the middle of each side of a polygon.
pub(super) fn soft(points: &[Point]) -> String {
    let middle = |one: Point, other: Point| (f64::midpoint(one.0, other.0), f64::midpoint(one.1, other.1));
    let mut trace = Trace::at(middle(points[points.len() - 1], points[0]));
    for (index, point) in points.iter().enumerate() {
        trace.curve(*point, middle(*point, points[(index + 1) % points.len()]));
    }
    trace.closed()
}

/// A closed polygon.
pub(super) fn polygon(points: &[Point]) -> String {
    let mut trace = Trace::at(points[0]);
    for point in &points[1..] {
        trace.to(*point);
    }
    trace.closed()
}

/// An ellipse as a path, for drawings that are one path.
pub(super) fn oval(cx: f64, cy: f64, rx: f64, ry: f64) -> String {
    let (x, wide, rx, ry) = (short(cx - rx), short(rx * 2.0), short(rx), short(ry));
    format!("M{x} {}a{rx} {ry} 0 1 0 {wide} 0a{rx} {ry} 0 1 0-{wide} 0z", short(cy))
}

/// Writes a path in relative numbers, which are short; each is measured from where the rounded path really is, so nothing drifts.
#[derive(Default)]
pub(super) struct Trace {
    d: String,
    at: Point,
}

impl Trace {
    /// A path that begins there.
    pub(super) fn at(point: Point) -> Self {
        let mut trace = Self::default();
        trace.move_to(point);
        trace
    }

    /// Goes on elsewhere.
    pub(super) fn move_to(&mut self, point: Point) {
        self.d.push('M');
        self.at = (short(point.0), short(point.1));
        self.number(self.at.0);
        self.number(self.at.1);
    }

    fn to(&mut self, point: Point) {
        self.d.push('l');
        self.pair(point);
    }

    /// A curve that is drawn towards one point and ends in another.
    pub(super) fn curve(&mut self, towards: Point, end: Point) {
        let from = self.at;
        self.d.push('q');
        self.pair(towards);
        self.at = from;
        self.pair(end);
    }

    fn pair(&mut self, point: Point) {
        let (x, y) = (short(point.0 - self.at.0), short(point.1 - self.at.1));
        self.at = (short(self.at.0 + x), short(self.at.1 + y));
        self.number(x);
        self.number(y);
    }

    fn number(&mut self, number: f64) {
        let text = number.to_string();
        let text = text.strip_prefix('0').filter(|rest| rest.starts_with('.')).unwrap_or(&text);
        let text = text.strip_prefix("-0.").map_or_else(|| text.to_owned(), |rest| format!("-.{rest}"));
        if self.d.ends_with(|last: char| last.is_ascii_digit()) && !text.starts_with('-') {
            self.d.push(' ');
        }
        self.d.push_str(&text);
    }

    /// The path as it is.
    pub(super) fn open(self) -> String {
        self.d
    }

    /// The path, back to where it began.
    pub(super) fn closed(mut self) -> String {
        self.d.push('z');
        self.d
    }
}

/// A minus sign parts two numbers as well as a space does.
fn tight(d: &str) -> String {
    d.replace(" -", "-")
}

/// One decimal at most, and none where it is zero.
pub(super) fn short(number: f64) -> f64 {
    let number = (number * 10.0).round() / 10.0;
    if number == 0.0 { 0.0 } else { number }
}
