//! What fills a vessel or covers it: liquids, rice, noodles, batter.

use std::fmt::Write;

use super::pen::{Area, Color, Pen, Trace, oval, short, soft};
use super::{Layer, Place, garnish, piece};

/// Draws a layer, and says where the next one goes.
pub(super) type Draw = fn(&mut Pen, &mut Area, &Layer);

/// The part of that name.
pub(super) fn part(name: &str) -> Option<Draw> {
    Some(match name {
        "soup" => soup,
        "pool" => pool,
        "mound" => mound,
        "bed" => bed,
        "dome" => dome,
        "heap" => heap,
        "noodles" => noodles,
        "omelet" => omelet,
        "pancake" => pancake,
        "crust" => crust,
        "millefeuille" => millefeuille,
        "eggs" => eggs,
        "foil" => foil,
        "paper" => paper,
        "spokes" => spokes,
        "bundles" => bundles,
        _ => return garnish::part(name).or_else(|| piece::part(name)),
    })
}

fn soup(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let Area { cx, cy, rx, ry, .. } = *area;
    let color = layer.color();
    pen.ellipse(cx, cy, rx, ry, color.dark());
    pen.ellipse(cx, cy + 1.5, rx - 1.5, ry - 1.5, color);
    pen.glaze(&oval(cx - rx * 0.15, cy + ry * 0.1, rx * 0.72, ry * 0.7), color.light(), 0.35);
    pen.line(
        &format!(
            "M{} {}q{} {} {} {}",
            short(cx - rx * 0.8),
            short(cy + ry * 0.35),
            short(rx * 0.2),
            short(ry * 0.4),
            short(rx * 0.5),
            short(ry * 0.5)
        ),
        color.light(),
        2.0,
    );
    *area = Area { lift: area.lift.min(5.0), ..area.inner(0.92) };
}

fn pool(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let Area { cx, cy, rx, ry, .. } = *area;
    let color = layer.color();
    let (cx, cy, rx, ry) = match layer.place {
        Some(Place::Right) => (cx + rx * 0.24, cy + 1.0, rx * 0.76, ry * 0.96),
        Some(Place::Left) => (cx - rx * 0.24, cy + 1.0, rx * 0.76, ry * 0.96),
        Some(Place::Front) => (cx, cy + ry * 0.22, rx * 0.97, ry * 0.76),
        Some(Place::Back) => (cx, cy - ry * 0.22, rx * 0.97, ry * 0.76),
        None => (cx, cy, rx * 0.92, ry * 0.9),
    };
    let under = pen.blob((cx, cy + 1.5, rx, ry), 10, 0.05);
    pen.path(&under, color.dark());
    let over = pen.blob((cx, cy - 0.5, rx * 0.97, ry * 0.96), 10, 0.05);
    pen.path(&over, color);
    pen.glaze(&oval(cx - rx * 0.2, cy - ry * 0.3, rx * 0.5, ry * 0.3), color.light(), 0.4);
}

/// A hill of rice, with grains; what follows lies on it.
fn mound(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let hill = match layer.place {
        Some(Place::Left) => Area::new(area.cx - area.rx * 0.42, area.cy - 2.0, area.rx * 0.54, area.ry * 0.84, area.lift),
        Some(Place::Right) => Area::new(area.cx + area.rx * 0.42, area.cy - 2.0, area.rx * 0.54, area.ry * 0.84, area.lift),
        Some(Place::Back) => Area::new(area.cx, area.cy - area.ry * 0.38, area.rx * 0.74, area.ry * 0.62, area.lift),
        _ => area.inner(0.97),
    };
    let high = if layer.place.is_some() { 17.0 } else { (hill.rx * 0.42).min(26.0) };
    let color = layer.color();
    pen.path(&hill_path(hill, high), color.dark().mix(color, 0.55));
    pen.path(&hill_path(Area { cx: hill.cx - 1.0, cy: hill.cy - 1.5, rx: hill.rx * 0.96, ry: hill.ry * 0.9, ..hill }, high), color);
    grains(pen, hill, high, color.dark().mix(color, 0.35), if layer.place.is_some() { 18 } else { 30 });
    if layer.place.is_none() {
        *area = Area::new(hill.cx, hill.cy - high * 0.1, hill.rx * 0.94, hill.ry * 0.88, high * 0.5);
    }
}

fn hill_path(hill: Area, high: f64) -> String {
    let Area { cx, cy, rx, ry, .. } = hill;
    let (left, right, top) = (short(cx - rx), short(cx + rx), short(cy - ry - high));
    format!(
        "M{left} {}C{left} {top} {right} {top} {right} {}A{} {} 0 0 1 {left} {}z",
        short(cy),
        short(cy),
        short(rx),
        short(ry),
        short(cy)
    )
}

fn grains(pen: &mut Pen, hill: Area, high: f64, color: Color, count: usize) {
    let mut d = String::new();
    let top = Area { cy: hill.cy - high * 0.35, lift: high * 0.4, ..hill };
    for (x, y) in pen.spots(top, count, 0.86) {
        let (dx, dy) = (pen.jit(2.4), pen.jit(1.6));
        let _ = write!(d, "M{} {}l{} {}", short(x), short(y), short(dx), short(dy));
    }
    pen.line(&d, color, 1.6);
}

/// A low heap under loose things, so that the plate does not shine through between them.
fn bed(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let Area { cx, cy, rx, ry, .. } = *area;
    let d = pen.blob((cx, cy + 1.0, rx * 0.84, ry * 0.84), 10, 0.1);
    pen.path(&d, color.dark());
    let d = pen.blob((cx, cy - 2.0, rx * 0.8, ry * 0.78), 10, 0.1);
    pen.path(&d, color);
    *area = Area { lift: area.lift + 2.0, ..area.inner(0.92) };
}

/// Fried rice turned out of a bowl.
fn dome(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let hill = Area::new(area.cx, area.cy + 2.0, area.rx * 0.78, area.ry * 0.72, 0.0);
    pen.path(&hill_path(hill, 46.0), color.dark());
    pen.path(&hill_path(Area { cx: hill.cx - 2.0, cy: hill.cy - 2.0, rx: hill.rx * 0.94, ry: hill.ry * 0.86, ..hill }, 45.0), color);
    grains(pen, Area { cy: hill.cy - 16.0, ..hill }, 20.0, color.dark(), 30);
    grains(pen, Area { cy: hill.cy - 18.0, ..hill }, 20.0, color.light(), 30);
    *area = Area::new(hill.cx, hill.cy - 16.0, hill.rx * 0.84, hill.ry * 1.05, 10.0);
}

/// A soft heap of something mashed.
fn heap(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let Area { cx, cy, rx, ry, .. } = *area;
    for (share, rise, tone) in [(0.88, 0.0, color.dark().mix(color, 0.4)), (0.78, 6.0, color), (0.5, 14.0, color.light())] {
        let d = pen.blob((cx, cy - 4.0 - rise, rx * share, ry * share + 4.0), 9, 0.1);
        pen.path(&d, tone);
    }
    *area = Area::new(cx, cy - 4.0, rx * 0.7, ry * 0.7, 12.0);
}

/// Noodles: a bed, and strands in two tones that turn around the middle.
fn noodles(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let bed = Area { lift: 0.0, ..area.inner(0.9) };
    let d = pen.blob((bed.cx, bed.cy - 2.0, bed.rx, bed.ry + 2.0), 11, 0.07);
    pen.path(&d, color.dark());
    for (tone, width) in [(color.dark().mix(color, 0.6), 5.0), (color, 4.6), (color.light().mix(color, 0.2), 4.0)] {
        let mut line = Trace::default();
        for (x, y) in pen.spots(Area { cy: bed.cy - 3.0, lift: 5.0, ..bed }, 11, 0.72) {
            let (wide, arch, drop) = (14.0 + pen.rnd() * 12.0, 8.0 + pen.rnd() * 8.0, pen.jit(9.0));
            let way = if pen.rnd() < 0.5 { -1.0 } else { 1.0 };
            line.move_to((x - wide, y));
            line.curve((x, y + way * arch), (x + wide, y + drop));
        }
        pen.line(&line.open(), tone, width);
    }
    *area = Area { lift: area.lift.max(6.0), ..area.inner(0.66) };
}

/// Cold somen: small bundles, folded over.
fn bundles(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    for (x, y) in pen.spots(area.inner(0.8), layer.count, 0.8) {
        pen.begin(x, y, 0.0, 1.0);
        pen.path("M-24 4C-24 -14 24 -14 24 4C20 14 -20 14 -24 4z", color.dark().mix(color, 0.5));
        pen.line("M-20 3C-16 -9 14 -10 20 2M-16 6C-10 -5 10 -6 16 6M-10 8C-6 -1 6 -2 11 8M-21 7C-12 13 12 13 20 7", color, 2.2);
        pen.line("M-18 0C-14 -8 10 -9 17 -1M-13 8C-7 0 7 0 13 8", Color(0xff_ff_ff), 1.2);
        pen.end();
    }
}

fn omelet(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let (x, y) = (area.cx, area.cy);
    let body = |rise: f64, wide: f64| {
        format!(
            "M{} {}C{} {} {} {} {} {}C{} {} {} {} {} {}z",
            x - wide,
            y + 6.0 - rise,
            x - wide * 0.7,
            y - 44.0 - rise,
            x + wide * 0.7,
            y - 44.0 - rise,
            x + wide,
            y + 6.0 - rise,
            x + wide * 0.75,
            y + 30.0 - rise,
            x - wide * 0.75,
            y + 30.0 - rise,
            x - wide,
            y + 6.0 - rise
        )
    };
    pen.path(&body(-4.0, 74.0), color.dark());
    pen.path(&body(0.0, 72.0), color);
    pen.glaze(
        &format!(
            "M{} {}C{} {} {} {} {} {}C{} {} {} {} {} {}z",
            x - 48.0,
            y - 4.0,
            x - 30.0,
            y - 32.0,
            x + 20.0,
            y - 32.0,
            x + 42.0,
            y - 16.0,
            x + 14.0,
            y - 24.0,
            x - 20.0,
            y - 22.0,
            x - 48.0,
            y - 4.0
        ),
        color.light(),
        0.9,
    );
    *area = Area::new(x, y - 10.0, 62.0, 24.0, 4.0);
}

fn pancake(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let Area { cx, cy, rx, ry, .. } = *area;
    let rim = Color(0xe3_bd_72);
    let d = pen.blob((cx, cy + 5.0, rx * 1.1, ry * 1.08), 12, 0.03);
    pen.path(&d, rim.dark());
    let d = pen.blob((cx, cy - 4.0, rx * 1.1, ry * 1.06), 12, 0.03);
    pen.path(&d, rim);
    let d = pen.blob((cx, cy - 5.0, rx * 0.96, ry * 0.92), 11, 0.06);
    pen.path(&d, Color(0x5c_2f_1b).mix(color, 0.15));
    pen.glaze(&oval(cx - rx * 0.25, cy - 5.0 - ry * 0.3, rx * 0.4, ry * 0.2), Color(0xff_e9_c8), 0.18);
    *area = Area::new(cx, cy - 5.0, rx * 0.9, ry * 0.86, 2.0);
}

/// Cheese that has browned in the oven.
fn crust(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let Area { cx, cy, rx, ry, .. } = *area;
    pen.ellipse(cx, cy, rx, ry, color.dark());
    let d = pen.blob((cx, cy - 3.0, rx * 0.95, ry * 0.93), 12, 0.05);
    pen.path(&d, color);
    for (index, (x, y)) in pen.spots(area.inner(0.85), 9, 0.9).into_iter().enumerate() {
        let (wide, high) = (8.0 + pen.rnd() * 9.0, 4.0 + pen.rnd() * 4.0);
        let d = pen.blob((x, y, wide, high), 6, 0.25);
        let tone = if index % 2 == 0 { Color(0xa4_62_28) } else { Color(0xfb_e4_a2) };
        pen.glaze(&d, tone, 0.75);
    }
}

/// Cabbage and pork standing on edge, packed from the rim to the middle.
fn millefeuille(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let (leaf, meat, core) = (layer.color(), Color(0xe2_98_8c), Color(0xf7_f5_e0));
    let Area { cx, cy, rx, ry, .. } = *area;
    pen.ellipse(cx, cy - 2.0, rx * 0.96, ry * 0.96, leaf.dark());
    for (share, count) in [(0.8, 9), (0.46, 6), (0.1, 1)] {
        let turn = pen.rnd();
        let mut spots: Vec<f64> = (0..count).map(|index| (f64::from(index) + turn) / f64::from(count) * std::f64::consts::TAU).collect();
        spots.sort_by(|one, other| one.sin().total_cmp(&other.sin()));
        for angle in spots {
            let (x, y) = (cx + rx * share * angle.cos(), cy - 5.0 + ry * share * angle.sin());
            // Along the rim: the slope of the ellipse there.
            let slope = (ry * angle.cos()).atan2(-rx * angle.sin()).to_degrees();
            let slope = if slope.abs() > 90.0 { slope + 180.0 } else { slope };
            pen.begin(x, y, slope, 1.0);
            pen.path("M-18 8Q-19-11 0-11T18 8Q0 12-18 8z", leaf.mix(Color(0x7f_b2_4e), 0.55));
            pen.path("M-16 7Q-16-5 0-6T16 7Q0 11-16 7z", core);
            pen.line("M-12 0Q-4-4 4-2T13 0M-12 6Q-4 3 4 5T13 5", meat, 3.0);
            pen.end();
        }
    }
}

/// Half-set egg over rice.
fn eggs(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let Area { cx, cy, rx, ry, .. } = *area;
    let d = pen.blob((cx, cy, rx * 1.02, ry * 1.06), 12, 0.09);
    pen.path(&d, color.dark());
    let d = pen.blob((cx, cy - 2.0, rx * 0.98, ry), 12, 0.09);
    pen.path(&d, color);
    for (x, y) in pen.spots(area.inner(0.9), 4, 0.9) {
        let (wide, high) = (7.0 + pen.rnd() * 8.0, 3.0 + pen.rnd() * 3.0);
        let d = pen.blob((x, y, wide, high), 6, 0.3);
        pen.glaze(&d, Color(0xff_f9_e3), 0.85);
    }
}

fn foil(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let Area { cx, cy, .. } = *area;
    let edge = [
        (-74.0, -8.0),
        (-58.0, -36.0),
        (-20.0, -30.0),
        (12.0, -40.0),
        (50.0, -32.0),
        (76.0, -12.0),
        (66.0, 14.0),
        (58.0, 38.0),
        (16.0, 32.0),
        (-14.0, 42.0),
        (-52.0, 34.0),
        (-66.0, 12.0),
    ];
    let at = |share: f64| edge.iter().map(|(x, y)| (cx + x * share, cy + y * share)).collect::<Vec<_>>();
    pen.path(&super::pen::polygon(&at(1.0)), color);
    pen.path(&soft(&at(0.86)), color.dark());
    pen.path(&soft(&at(0.8)), color.light());
    pen.line(
        &format!(
            "M{} {}l14 10M{} {}l-8 12M{} {}l-14 8M{} {}l10 -12",
            cx - 70.0,
            cy - 8.0,
            cx + 12.0,
            cy - 39.0,
            cx + 74.0,
            cy - 10.0,
            cx - 50.0,
            cy + 33.0
        ),
        Color(0xff_ff_ff),
        1.6,
    );
    *area = Area::new(cx, cy, 50.0, 24.0, 8.0);
}

/// A sheet under fried food.
fn paper(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let Area { cx, cy, .. } = *area;
    pen.path(
        &format!("M{} {}L{} {}L{} {}L{} {}z", cx - 60.0, cy - 8.0, cx + 8.0, cy - 42.0, cx + 68.0, cy - 2.0, cx - 6.0, cy + 42.0),
        color.dark().mix(color, 0.75),
    );
    pen.path(
        &format!("M{} {}L{} {}L{} {}L{} {}z", cx - 66.0, cy + 2.0, cx - 8.0, cy - 38.0, cx + 62.0, cy - 12.0, cx + 10.0, cy + 36.0),
        color,
    );
}

/// Toppings laid over noodles like spokes, one colour each.
fn spokes(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let count = layer.colors.len() as f64;
    let center = (area.cx, area.cy - 8.0);
    for (index, color) in layer.colors.iter().enumerate() {
        let mut lines = [String::new(), String::new(), String::new()];
        for strand in 0..12 {
            let angle = (index as f64 + 0.14 + f64::from(strand) / 12.0 * 0.74) / count * std::f64::consts::TAU + 0.4;
            let far = 1.25 + pen.jit(0.07);
            let (x, y) = (area.cx + area.rx * far * angle.cos(), area.cy + area.ry * far * angle.sin());
            let near = (center.0 + 12.0 * angle.cos(), center.1 + 7.0 * angle.sin());
            let bow = pen.jit(3.0);
            let _ = write!(
                lines[strand as usize % 3],
                "M{} {}Q{} {} {} {}",
                short(near.0),
                short(near.1),
                short(f64::midpoint(near.0, x) + bow),
                short(f64::midpoint(near.1, y) - 5.0),
                short(x),
                short(y)
            );
        }
        for (d, tone) in lines.iter().zip([color.dark(), *color, color.light()]) {
            pen.line(d, tone, 4.0);
        }
    }
    *area = Area::new(center.0, center.1, 14.0, 8.0, 2.0);
}
