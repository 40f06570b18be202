//! What lies alone or in a row in the middle of a plate: fish, cutlets, dumplings, rolls.

use std::fmt::Write;

use super::Layer;
use super::palette;
use super::pen::{Area, Color, Pen};
use super::spread::Draw;

/// The part of that name.
pub(super) fn part(name: &str) -> Option<Draw> {
    Some(match name {
        "fish" => fish,
        "fillets" => fillets,
        "cutlet" => cutlet,
        "rolls" => rolls,
        "dumplings" => dumplings,
        "patty" => patty,
        "ajifry" => fried_fish,
        "kakiage" => kakiage,
        "springrolls" => spring_rolls,
        "sashimi" => sashimi,
        "onigiri" => onigiri,
        "drum" => drum,
        _ => return None,
    })
}

/// A whole saury: long, blue above and silver below, scored and grilled.
fn fish(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    pen.begin(area.cx, area.cy - 6.0, -5.0, 1.0);
    pen.path("M66 0L86 -13L81 0L86 12z", color.dark());
    pen.path("M-80 2C-66 -16 20 -20 70 -2L70 4C24 20 -62 18 -80 2z", Color(0xd5_dc_de));
    pen.path("M-80 1C-66 -16 20 -20 70 -2C30 -3 -40 -5 -80 1z", Color(0x4c_63_78));
    pen.path("M-72 -2C-40 -10 30 -10 70 -1C30 1 -40 0 -72 -2z", color);
    pen.path("M-8 -15L10 -21L14 -14z", color.dark());
    pen.line("M-34 -9L-24 8M-14 -10L-4 9M6 -10L16 8M26 -8L36 6", Color(0x7a_4a_26), 3.0);
    pen.glaze("M-50 -11C-20 -17 20 -15 50 -7C20 -9 -20 -11 -50 -11z", Color(0xb9_75_33), 0.55);
    pen.line("M-58 -6Q-54 2 -58 9", Color(0x6d_7f_8c), 1.8);
    pen.ellipse(-67.0, -1.0, 3.6, 3.4, Color(0xfb_f8_ee));
    pen.ellipse(-67.0, -1.0, 1.8, 1.8, Color(0x24_20_1c));
    pen.end();
}

/// The skin and the shine of a fillet.
fn skin(name: &str, color: Color) -> (Color, Color) {
    match name {
        "salmon" => (Color(0x8c_94_98), Color(0xfb_c3_a4)),
        "saba" => (Color(0x4a_63_74), Color(0xd6_de_e0)),
        "tara" => (Color(0xb8_a8_96), Color(0xff_fb_f2)),
        "sawara" => (Color(0x8c_7a_68), Color(0xf6_d5_98)),
        _ => (color.dark().dark(), color.light()),
    }
}

/// Fillets side by side.
fn fillets(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let (skin, shine) = skin(&layer.name, color);
    let place = area.at(layer.place);
    let wide = (place.rx * 2.0 / layer.count as f64).clamp(52.0, 84.0);
    let size = wide / 70.0;
    for index in 0..layer.count {
        let shift = (index as f64 - (layer.count as f64 - 1.0) / 2.0) * wide * 0.92;
        let slope = pen.jit(4.0) - 8.0;
        pen.begin(place.cx + shift, place.cy - 5.0 + shift * 0.06, slope, size);
        pen.path("M-36 4C-34 -18 2 -25 30 -17C39 -13 38 8 32 15C8 25 -26 24 -36 4z", skin.dark());
        pen.path("M-35 -1C-33 -20 2 -27 30 -19C38 -14 37 2 31 9C8 18 -26 18 -35 -1z", color);
        pen.path("M-35 -1C-33 -20 2 -27 30 -19C20 -20 -16 -18 -35 -1z", skin);
        match layer.name.as_str() {
            "salmon" => pen.line("M-22 -2Q-8 4 -4 13M-8 -8Q8 -2 10 12M8 -11Q24 -4 24 8", shine, 2.4),
            "saba" => {
                pen.line("M-26 -9q4 -4 9 -3M-12 -14q5 -3 9 -2M4 -17q5 -2 9 -1M17 -17q4 -1 8 1", Color(0x2f_42_50), 2.4);
                pen.line("M-6 -18L2 -8M6 -20L-6 -8", shine, 2.4);
            }
            "sawara" => {
                pen.line("M-14 4L-2 -6M4 6L18 -6", Color(0x8a_4c_1e), 3.0);
                pen.line("M-24 4Q-4 12 22 4", shine, 2.0);
            }
            "teriyaki" => {
                pen.glaze("M-28 -2C-20 -14 4 -18 24 -13C10 -8 -10 -6 -28 -2z", shine, 0.8);
                pen.line("M-20 6Q0 12 22 4M-10 0Q4 4 16 -2", color.dark(), 2.2);
            }
            _ => pen.line("M-22 2Q-8 7 0 13M-8 -5Q10 0 14 10M10 -9Q22 -4 26 4", shine, 2.2),
        }
        pen.end();
    }
    *area = Area { lift: area.lift + 4.0, ..area.inner(0.86) };
}

/// A cutlet in slices, leaning on each other.
fn cutlet(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let step = area.rx * 1.36 / layer.count as f64;
    for index in (0..layer.count).rev() {
        let along = index as f64 - (layer.count as f64 - 1.0) / 2.0;
        let high = 29.0 - along.abs() * 1.8;
        pen.begin(area.cx + along * step - 2.0, area.cy + 7.0 - along.abs() * 1.2, 8.0, 1.0);
        let body =
            format!("M-11 {h}C-14 -{h} 6 -{t} 12 -{h}C15 0 13 {h} 11 {h}C4 {b} -6 {b} -11 {h}z", h = high * 0.7, t = high, b = high * 0.86);
        pen.path(&body, color.dark());
        pen.begin(-2.5, -1.0, 0.0, 0.94);
        pen.path(&body, color);
        pen.end();
        // The cut face of the first slice.
        if index == 0 {
            pen.glaze(&format!("M-12 {h}C-14 -{h} -4 -{h} -3 -{h}C0 0 -2 {h} -4 {h}z", h = high * 0.58), Color(0xf3_dc_bf), 1.0);
        }
        pen.line(&format!("M2 -{}h0M6 -4h0M0 4h0M7 8h0M3 -2h0", (high * 0.5).round()), color.light(), 2.6);
        pen.end();
    }
}

/// A rolled omelette, sliced: the turns are seen.
fn rolls(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    for index in 0..layer.count {
        pen.begin(area.cx - 46.0 + index as f64 * 26.0, area.cy - 12.0 + index as f64 * 5.0, 0.0, 1.0);
        pen.path("M-19 -13C-12 -22 14 -23 22 -15V13C14 22 -6 24 -14 18z", color.dark());
        pen.path("M-20 -12C-14 -21 6 -20 10 -13C14 -2 14 12 8 19C0 25 -16 22 -19 14C-22 4 -22 -6 -20 -12z", color);
        pen.line("M-14 -9C-8 -16 3 -14 5 -6C7 4 5 14 -3 16C-12 17 -14 2 -12 -3C-9 -9 0 -8 0 0C0 7 -5 9 -7 5", Color(0xe0_9f_2c), 2.2);
        pen.line("M-14 -15Q-6 -19 3 -16", color.light(), 2.4);
        pen.end();
    }
    *area = Area::new(area.cx + 20.0, area.cy, area.rx, area.ry, 0.0);
}

/// Gyoza in a fan, browned side up.
fn dumplings(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    for index in 0..layer.count {
        let row = index / 4;
        let along = (index % 4) as f64 - 1.5;
        pen.begin(area.cx + along * 32.0 + row as f64 * 6.0 - 3.0, area.cy - 17.0 + row as f64 * 28.0 + along.abs() * 1.5, -8.0, 1.18);
        pen.path("M-17 10C-20 -8 -8 -17 2 -16C16 -16 22 -2 18 10C10 16 -8 16 -17 10z", color.dark());
        pen.path("M-16 6C-18 -9 -8 -16 2 -15C14 -15 20 -3 17 6C8 11 -8 11 -16 6z", color);
        pen.path("M-15 -2C-13 -12 -6 -16 2 -15C12 -15 17 -8 17 -1C8 -6 -6 -7 -15 -2z", Color(0xbf_78_30));
        pen.line("M-12 7q2 -5 1 -8M-4 9q1 -6 0 -10M4 9q0 -6 0 -10M11 7q-1 -5 -2 -8", color.dark(), 1.6);
        pen.line("M-8 -10Q0 -14 8 -11", Color(0xe0_a3_5a), 2.0);
        pen.end();
    }
}

/// A hamburg steak, or croquettes in their crumbs.
fn patty(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let crumbs = layer.name == "korokke";
    let place = area.at(layer.place);
    let wide = if layer.count == 1 { 50.0 } else { 36.0 };
    for index in 0..layer.count {
        let along = index as f64 - (layer.count as f64 - 1.0) / 2.0;
        let (x, y) = (place.cx + along * 58.0, place.cy + if layer.count == 1 { 0.0 } else { 2.0 + along * 10.0 });
        let high = wide * 0.62;
        let d = pen.blob((x, y + 5.0, wide, high), 9, 0.03);
        pen.path(&d, color.dark());
        let d = pen.blob((x, y - 3.0, wide * 0.96, high * 0.9), 9, 0.03);
        pen.path(&d, color);
        pen.glaze(&super::pen::oval(x - wide * 0.2, y - high * 0.42, wide * 0.5, high * 0.26), color.light(), 0.6);
        if crumbs {
            let mut d = String::new();
            for (x, y) in pen.spots(Area::new(x, y - 2.0, wide, high, 0.0), 14, 0.86) {
                let _ = write!(d, "M{x:.0} {y:.0}h1");
            }
            pen.line(&d, color.light(), 2.2);
        }
    }
    if layer.count == 1 {
        *area = Area { cy: place.cy - 4.0, lift: 6.0, ..*area };
    }
}

fn fried_fish(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    for index in 0..layer.count {
        let shift = index as f64 * 2.0 - 1.0;
        pen.begin(area.cx + shift * 21.0, area.cy + 6.0 + shift * 5.0, 24.0 - shift * 4.0, 1.1);
        pen.path("M-4 -34L-14 -47L0 -42L13 -48L5 -34z", Color(0x9a_6a_3c));
        pen.path("M0 -38C16 -26 24 6 14 30C6 38 -8 38 -14 30C-24 6 -15 -26 0 -38z", color.dark());
        pen.path("M-1 -37C13 -26 20 4 11 27C5 34 -8 34 -13 27C-22 4 -15 -26 -1 -37z", color);
        pen.line("M-1 -26V24", color.dark(), 1.6);
        pen.line("M-8 -12h1M6 -14h1M-11 2h1M9 4h1M-6 12h1M6 18h1M-3 -4h1M4 -2h1M-9 22h1M3 27h1M-2 -20h1", color.light(), 2.6);
        pen.end();
    }
}

/// Shreds held together by batter.
fn kakiage(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    for index in 0..layer.count {
        let shift = index as f64 * 2.0 - 1.0;
        let (x, y) = (area.cx - 8.0 + shift * 24.0, area.cy + shift * 9.0);
        let d = pen.blob((x, y + 4.0, 36.0, 25.0), 14, 0.12);
        pen.path(&d, color.dark());
        let d = pen.blob((x, y - 3.0, 33.0, 22.0), 14, 0.14);
        pen.path(&d, color);
        for (tone, count) in [(palette::of("onion"), 9), (palette::of("carrot"), 7), (palette::of("mitsuba"), 4), (color.light(), 6)] {
            let mut d = String::new();
            for (x, y) in pen.spots(Area::new(x, y - 3.0, 31.0, 20.0, 3.0), count, 0.86) {
                let (dx, dy) = (6.0 + pen.rnd() * 6.0, pen.jit(8.0));
                let _ = write!(d, "M{:.0} {y:.0}q{:.0} -4 {dx:.0} {dy:.0}", x - dx / 2.0, dx / 2.0);
            }
            pen.line(&d, tone, 2.6);
        }
    }
}

fn spring_rolls(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let spots = [(-22.0, 10.0), (2.0, 15.0), (26.0, 17.0), (-8.0, -10.0), (16.0, -8.0)];
    for (x, y) in spots.iter().take(layer.count) {
        let slope = pen.jit(5.0) - 58.0;
        pen.begin(area.cx + x + 4.0, area.cy + y, slope, 1.0);
        pen.line("M-27 2H27", color.dark(), 22.0);
        pen.line("M-27 -1H27", color, 17.0);
        pen.line("M-24 -6H16", color.light(), 3.0);
        pen.line("M-2 8Q6 0 4 -9M-20 5h2M14 4h2M-12 1h1M20 -3h1", color.dark(), 1.8);
        pen.end();
    }
}

/// Seared bonito: red inside, grey at the edge, overlapping.
fn sashimi(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    for index in 0..layer.count {
        let along = index as f64 - (layer.count as f64 - 1.0) / 2.0;
        pen.begin(area.cx + along * 22.0, area.cy - 3.0 + along, 14.0, 1.2);
        pen.path("M-15 18C-22 -8 -6 -27 12 -21C24 -12 22 12 12 21C4 26 -10 25 -15 18z", Color(0x5d_4a_45));
        pen.path("M-12 15C-18 -6 -4 -22 10 -17C19 -10 18 10 9 17C3 21 -8 21 -12 15z", Color(0xd9_8a_80));
        pen.path("M-9 13C-14 -4 -3 -18 8 -14C15 -8 14 8 7 14C2 17 -6 17 -9 13z", color);
        pen.line("M-3 -8Q2 0 -2 10M4 -9Q8 0 4 9", color.light(), 1.4);
        pen.end();
    }
    *area = area.inner(0.85);
}

/// Triangles of rice, each with its sheet of nori.
fn onigiri(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let spots = [(-42.0, -16.0), (42.0, -16.0), (0.0, -2.0)];
    for (index, (x, y)) in spots.iter().take(layer.count).enumerate() {
        pen.begin(area.cx + x, area.cy + y - 14.0, 0.0, 1.05);
        pen.path("M-4 -38C0 -42 6 -42 10 -38L38 14C42 24 38 28 30 28H-24C-34 28 -36 22 -32 14z", color.dark().mix(color, 0.5));
        pen.path("M-8 -38C-4 -42 2 -42 6 -38L34 14C38 24 34 28 26 28H-28C-36 28 -40 24 -36 14z", color);
        pen.path("M-16 2H14V28H-16z", palette::of("nori"));
        pen.path("M14 2L19 4V28H14z", palette::of("nori").dark());
        pen.line("M-12 8V22M-6 12V24", palette::of("nori").light(), 0.8);
        pen.line("M-6 -26l2 1M2 -16l2 -1M-14 -10l2 1M12 -8l2 1M-24 12l2 1M22 14l2 0M-2 -32l2 0M-26 20l2 0", color.dark(), 1.4);
        let filling = [palette::of("salmon"), palette::of("katsuobushi"), palette::of("ume")][index];
        pen.ellipse(-1.0, -30.0, 6.4, 4.6, filling.dark());
        pen.ellipse(-1.6, -31.0, 5.4, 3.6, filling);
        pen.end();
    }
    *area = Area { cy: area.cy + 14.0, ..*area };
}

/// A thick round of radish, cut with a cross.
fn drum(pen: &mut Pen, area: &mut Area, layer: &Layer) {
    let color = layer.color();
    let (x, y) = (area.cx, area.cy - 16.0);
    pen.begin(x, y, 0.0, 1.0);
    pen.path("M-40 0V22A40 20 0 0 0 40 22V0z", Color(0xe2_d3_ae));
    pen.path("M-40 0V22A40 20 0 0 0 -22 38V14z", Color(0xef_e4_c8));
    pen.ellipse(0.0, 0.0, 40.0, 21.0, color);
    pen.ellipse(0.0, 0.0, 34.0, 17.0, Color(0xfb_f6_e4));
    pen.line("M-24 -6L24 6M-24 8L24 -8", Color(0xdc_cf_ae), 1.4);
    pen.end();
    *area = Area::new(x, y - 1.0, 46.0, 24.0, 2.0);
}
