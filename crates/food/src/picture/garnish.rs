//! What is scattered, laid or poured on at the end, and the steam.

use std::fmt::Write;

use super::pen::{Area, Color, Pen, Trace, oval, short};
use super::spread::Draw;
use super::{Layer, palette};

/// The part of that name.
pub(super) fn part(name: &str) -> Option<Draw> {
    Some(match name {
        "dots" => dots,
        "rings" => rings,
        "strips" => strips,
        "shreds" => shreds,
        "ribbons" => ribbons,
        "flakes" => flakes,
        "crumbs" => crumbs,
        "sprig" => sprig,
        "leaf" => leaf,
        "pinch" => pinch,
        "snow" => snow,
        "drizzle" => drizzle,
        "lattice" => lattice,
        "lemon" => lemon,
        "citrus" => citrus,
        "parsley" => parsley,
        "yolk" => yolk,
        "cup" => cup,
        "steam" => steam,
        _ => return None,
    })
}

/// Points drawn as lines of no length with round ends: one path for all of them.
fn points(spots: &[(f64, f64)], shift: f64) -> String {
    spots.iter().fold(String::new(), |mut d, (x, y)| {
        let _ = write!(d, "M{} {}h0", short(x - shift), short(y - shift));
        d
    })
}

fn dots(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let size = match layer.name.as_str() {
        "ikura" | "aburaage" => 6.0,
        "corn" => 6.2,
        "blossom" => 5.0,
        "sesame" => 2.4,
        _ => 2.6,
    };
    let spots = pen.spots(*area, layer.count, 0.86);
    pen.line(&points(&spots, 0.0), color.dark(), size);
    pen.line(&points(&spots, size * 0.1), color, size * 0.82);
    if size > 4.0 {
        pen.line(&points(&spots, size * 0.2), color.light(), size * 0.3);
    }
}

fn rings(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let (wide, high, line) = match layer.name.as_str() {
        "pepper" => (9.0, 6.0, 3.2),
        _ => (3.8, 2.8, 2.0),
    };
    let mut d = String::new();
    for (x, y) in pen.spots(*area, layer.count, 0.78) {
        d.push_str(&oval(x, y, wide, high));
    }
    if layer.name == "negi" {
        pen.path(&d, color.light());
    }
    pen.line(&d, color.dark().mix(color, 0.6), line);
}

/// Thin things that lie criss-cross. Thirds of them in shade, in colour and in light.
fn threads(pen: &mut Pen, area: Area, count: usize, color: Color, form: (f64, f64, f64)) {
    let (long, bend, width) = form;
    let mut lines = [Trace::default(), Trace::default(), Trace::default()];
    for (index, (x, y)) in pen.spots(area, count, 0.8).into_iter().enumerate() {
        let angle = pen.rnd() * std::f64::consts::PI;
        let half = long * (0.75 + pen.rnd() * 0.4) / 2.0;
        let (dx, dy) = (half * angle.cos(), half * angle.sin() * 0.55);
        let bow = pen.jit(bend);
        lines[index % 3].move_to((x - dx, y - dy));
        lines[index % 3].curve((x, y + bow), (x + dx, y + dy));
    }
    for (line, tone) in lines.into_iter().zip([color.dark(), color, color.light().mix(color, 0.3)]) {
        let d = line.open();
        if !d.is_empty() {
            pen.line(&d, tone, width);
        }
    }
}

fn strips(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let area = area.at(layer.place);
    let color = layer.color();
    if layer.count >= 16 {
        let d = pen.blob((area.cx, area.cy - area.lift * 0.4, area.rx * 0.86, area.ry * 0.86), 11, 0.08);
        pen.path(&d, color.dark().mix(color, 0.5));
    }
    let form = match layer.name.as_str() {
        "moyashi" => (26.0, 8.0, 3.4),
        "nira" => (24.0, 5.0, 3.4),
        "hijiki" => (20.0, 6.0, 3.0),
        "kiriboshi" => (26.0, 9.0, 3.0),
        "shirasu" => (10.0, 3.0, 2.0),
        "nori" => (22.0, 3.0, 3.0),
        "gobo" => (26.0, 3.0, 3.6),
        _ => (22.0, 4.0, 3.4),
    };
    let count = if layer.count >= 16 { layer.count * 2 } else { layer.count };
    threads(pen, area, count, color, form);
}

fn shreds(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let place = area.at(layer.place);
    let color = layer.color();
    if layer.place.is_some() {
        // A hill of cut cabbage behind the main thing.
        let d = pen.blob((place.cx, place.cy - 8.0, place.rx * 0.86, place.ry + 9.0), 11, 0.08);
        pen.path(&d, color.dark().mix(color, 0.4));
        let hill = Area { cy: place.cy - 9.0, rx: place.rx * 0.84, ry: place.ry + 8.0, lift: 4.0, ..place };
        threads(pen, hill, layer.count * 2, color, (30.0, 7.0, 2.4));
        return;
    }
    let (spread, long) = match layer.name.as_str() {
        "ginger" | "yuzu" | "shiso" => (0.36, 15.0),
        "onion" | "egg" => (1.0, 30.0),
        _ => (0.84, 24.0),
    };
    threads(pen, place.inner(spread), layer.count, color, (long, 4.0, 2.6));
}

/// Threads of egg in a soup.
fn ribbons(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    for (tone, width) in [(color.dark().mix(color, 0.6), 5.0), (color, 4.6), (color.light(), 3.4)] {
        let mut line = Trace::default();
        for (x, y) in pen.spots(*area, layer.count, 0.8) {
            let (wide, bow) = (7.0 + pen.rnd() * 7.0, pen.jit(7.0));
            line.move_to((x - wide, y));
            line.curve((x - wide * 0.5, y - bow), (x, y));
            line.curve((x + wide * 0.5, y + bow), (x + wide, y - bow * 0.3));
        }
        pen.line(&line.open(), tone, width);
    }
}

fn flakes(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    for (index, (x, y)) in pen.spots(area.inner(0.6), layer.count, 0.9).into_iter().enumerate() {
        let (turn, size) = (pen.jit(70.0), 0.9 + pen.rnd() * 0.35);
        let tone = if index % 2 == 0 { color } else { color.light() };
        pen.begin(x, y - 3.0, turn, size);
        pen.glaze("M-12 2Q-7 -6 0 -3T12 -3Q7 5 0 3T-12 2z", tone, 0.9);
        pen.line("M-9 1Q-4 -3 1 0T9 -1", color.dark(), 0.9);
        pen.end();
    }
}

fn crumbs(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let place = area.at(layer.place);
    if layer.place.is_some() {
        let d = pen.blob((place.cx, place.cy - 3.0, place.rx * 0.98, place.ry * 1.02), 10, 0.06);
        pen.path(&d, color.dark());
    }
    for (tone, size) in [(color.dark(), 6.4), (color, 5.4), (color.light().mix(color, 0.4), 3.6)] {
        let spots = pen.spots(Area { cy: place.cy - 2.0, ..place }, layer.count, 0.88);
        pen.line(&points(&spots, 0.0), tone, size);
    }
}

fn sprig(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let place = area.at(layer.place);
    for index in 0..layer.count {
        let along = index as f64 - (layer.count as f64 - 1.0) / 2.0;
        let turn = along * 50.0 + pen.jit(10.0);
        pen.begin(place.cx + along * 20.0, place.cy - place.lift, turn, 1.0);
        match layer.name.as_str() {
            "kinome" => {
                pen.line("M0 14Q2 0 0 -16", color.dark(), 1.6);
                pen.line("M1 8l-9 -4M1 8l9 -5M1 1l-9 -5M1 1l8 -6M0 -7l-7 -5M0 -7l6 -6M0 -16v-2", color, 5.6);
            }
            "myoga" => {
                pen.path("M0 -17C11 -8 10 10 3 16H-3C-10 10 -11 -8 0 -17z", color.dark());
                pen.path("M-1 -16C8 -8 7 8 1 14H-3C-9 8 -9 -8 -1 -16z", color.light());
                pen.line("M-1 -12Q-6 0 -2 12M0 -12Q6 0 2 12", color, 1.8);
            }
            _ => {
                pen.line("M-12 10Q-4 4 0 -2", color.light(), 2.4);
                for (x, y) in [(-7.0, -7.0), (8.0, -6.0), (1.0, -14.0)] {
                    let d = pen.blob((x, y, 7.6, 6.4), 7, 0.14);
                    pen.path(&d, color);
                }
                pen.line("M0 -2L-7 -8M0 -2L8 -7M0 -2L1 -15", color.light(), 1.2);
            }
        }
        pen.end();
    }
}

/// A leaf of shiso.
fn leaf(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let place = area.at(layer.place);
    let turn = match layer.place {
        Some(super::Place::Left) => -35.0,
        Some(super::Place::Right) => 30.0,
        _ => 8.0,
    };
    pen.begin(place.cx, place.cy - place.lift, turn, 1.05);
    pen.path(
        "M0 -18L6 -15L13 -14L16 -9L22 -6L20 -1L23 4L17 7L14 12L6 12L0 16L-6 12L-14 12L-17 7L-23 4L-20 -1L-22 -6L-16 -9L-13 -14L-6 -15z",
        color,
    );
    pen.line("M0 -14V21M0 -5L12 -9M0 -5L-12 -9M0 2L16 -2M0 2L-16 -2M0 8L13 6M0 8L-13 6", color.light(), 1.3);
    pen.end();
}

/// A small heap of something red, yellow or sharp.
fn pinch(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let place = area.at(layer.place);
    let (x, y) = match layer.place {
        Some(_) => (place.cx, place.cy + place.ry * 0.35),
        None => (place.cx, place.cy - place.lift - 3.0),
    };
    let d = pen.blob((x, y + 1.0, 13.0, 8.0), 9, 0.12);
    pen.path(&d, color.dark());
    if layer.name == "karashi" {
        pen.ellipse(x - 1.0, y - 1.0, 9.0, 5.6, color);
        pen.ellipse(x - 3.0, y - 2.6, 3.6, 1.8, color.light());
    } else {
        threads(pen, Area::new(x, y - 1.0, 11.0, 7.0, 2.0), 16, color, (11.0, 3.0, 2.2));
    }
}

/// Grated radish: a small hill that glistens.
fn snow(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let place = area.at(layer.place);
    let (x, y) = match layer.place {
        Some(super::Place::Right) => (place.cx + 8.0, place.cy + place.ry * 0.55),
        Some(_) => (place.cx, place.cy + place.ry * 0.4),
        None => (place.cx, place.cy - place.lift - 2.0),
    };
    for (rise, wide, tone) in [(3.0, 20.0, Color(0xd5_d6_c8)), (0.0, 18.5, color), (-5.0, 11.0, Color(0xff_ff_fb))] {
        let d = pen.blob((x, y + rise, wide, wide * 0.6), 10, 0.1);
        pen.path(&d, tone);
    }
    pen.line(
        &format!("M{} {}h1M{} {}h1M{} {}h1M{} {}h1", x - 9.0, y + 2.0, x + 7.0, y + 3.0, x - 1.0, y + 6.0, x + 11.0, y - 1.0),
        Color(0xc9_cc_bc),
        1.6,
    );
}

/// Thick sauces go to and fro; thin ones run down.
fn drizzle(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let Area { cx, cy, rx, ry, lift } = *area;
    let y = cy - lift * 0.5;
    if matches!(layer.name.as_str(), "ketchup" | "sauce" | "sesamesauce") {
        let mut d = format!("M{} {}", short(cx - rx * 0.62), short(y + ry * 0.3));
        for turn in 0..7 {
            let side = if turn % 2 == 0 { -1.0 } else { 1.0 };
            let _ = write!(d, "q{} {} {} {}", short(rx * 0.02), short(side * ry * 0.5), short(rx * 0.18), short(side * ry * 0.12));
        }
        pen.line(&d, color.dark(), 6.0);
        pen.line(&d, color, 4.4);
        return;
    }
    let d = pen.blob((cx, y, rx * 0.56, ry * 0.5), 9, 0.16);
    let opacity = if layer.name == "misodark" { 0.95 } else { 0.45 };
    pen.glaze(&d, color, opacity);
    pen.line(
        &format!("M{} {}q{} -4 {} -1", short(cx - rx * 0.25), short(y - ry * 0.14), short(rx * 0.15), short(rx * 0.3)),
        color.light(),
        1.8,
    );
}

/// Mayonnaise in a lattice.
fn lattice(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let Area { cx, cy, rx, ry, .. } = *area;
    let mut d = String::new();
    for step in -2..=2 {
        let (x, y) = (rx * 0.36 * f64::from(step), ry * 0.36 * f64::from(step));
        let reach = (1.0 - (0.36 * f64::from(step)).powi(2)).sqrt() * 0.72;
        let _ = write!(
            d,
            "M{} {}L{} {}",
            short(cx + x - rx * reach * 0.7),
            short(cy + y * 0.9 + ry * reach * 0.7 - y),
            short(cx + x + rx * reach * 0.7),
            short(cy - ry * reach * 0.7)
        );
        let _ = write!(
            d,
            "M{} {}L{} {}",
            short(cx + x - rx * reach * 0.7),
            short(cy - ry * reach * 0.7),
            short(cx + x + rx * reach * 0.7),
            short(cy + ry * reach * 0.7)
        );
    }
    pen.line(&d, layer.color(), 3.2);
}

fn lemon(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let place = area.at(layer.place);
    pen.begin(place.cx + 12.0, place.cy + place.ry * 0.6, -14.0, 1.0);
    pen.path("M-19 -4C-15 16 15 16 19 -4z", color.dark());
    pen.path("M-19 -6C-14 11 14 11 19 -6z", color);
    pen.path("M-15 -6C-11 6 11 6 15 -6z", Color(0xff_f6_cc));
    pen.path("M-12 -6C-9 3 9 3 12 -6z", color.light());
    pen.line("M0 -6V2M0 -6L-7 0M0 -6L7 0", Color(0xff_f6_cc), 1.4);
    pen.end();
}

/// A round of citrus with its segments.
fn citrus(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let place = area.at(layer.place);
    for (x, y) in pen.spots(place, layer.count, 0.5) {
        let (x, y) = if layer.place.is_some() { (x - 12.0, y + 20.0) } else { (x, y) };
        pen.begin(x, y, 0.0, 1.0);
        pen.ellipse(0.0, 3.0, 14.0, 10.0, color.dark());
        pen.ellipse(0.0, 0.0, 14.0, 10.0, color);
        pen.ellipse(0.0, 0.0, 11.8, 8.2, Color(0xff_fa_dd));
        pen.ellipse(0.0, 0.0, 10.4, 7.0, color.light());
        pen.line("M-10 0H10M-5 -6L5 6M5 -6L-5 6", Color(0xff_fa_dd), 1.4);
        pen.end();
    }
}

fn parsley(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let place = area.at(layer.place);
    let (x, y) = (place.cx, place.cy + place.ry * 0.4);
    for (tone, size) in [(color.dark(), 7.0), (color, 5.6), (color.light(), 2.4)] {
        let spots = pen.spots(Area::new(x, y, 13.0, 9.0, 3.0), 9, 0.9);
        pen.line(&points(&spots, 0.0), tone, size);
    }
}

fn yolk(pen: &mut Pen, area: &mut Area, _: &Layer) {
    let (x, y) = (area.cx, area.cy - area.lift - 2.0);
    pen.ellipse(x, y + 2.0, 14.0, 10.0, Color(0xd8_7c_18));
    pen.ellipse(x, y, 14.0, 10.5, Color(0xf3_9c_26));
    pen.ellipse(x - 4.0, y - 3.6, 5.0, 3.0, palette::of("mayo"));
}

/// A saucer for dipping, beside the dish.
fn cup(pen: &mut Pen, _: &mut Area, layer: &Layer) {
    let color = layer.color();
    pen.begin(166.0, 58.0, 0.0, 1.0);
    pen.path("M-23 0C-22 12 -12 18 -8 18H8C12 18 22 12 23 0z", Color(0xd8_cd_bb));
    pen.ellipse(0.0, 0.0, 23.0, 11.0, Color(0xf7_f2_e8));
    pen.ellipse(0.0, 1.0, 18.0, 8.0, color.dark());
    pen.line("M-10 2q4 3 9 3", color.light(), 1.6);
    pen.end();
}

fn steam(pen: &mut Pen, area: &mut Area, _: &Layer) {
    let y = short((area.cy - area.ry - area.lift - 10.0).clamp(38.0, 52.0));
    pen.breath(&format!("M76 {y}c-7-8 7-14 0-23M100 {}c-7-8 7-14 0-23M124 {y}c-7-8 7-14 0-23", short(y - 6.0)));
}
