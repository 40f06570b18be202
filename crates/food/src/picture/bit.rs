//! Pieces that come by the handful and lie mixed: vegetables, tofu, meat. Each is drawn around the middle of its own place.

use super::pen::{Color, Pen, polygon};
use super::{Layer, morsel, palette};

/// Draws one piece at a point, at a scale.
pub(super) type Draw = fn(&mut Pen, &Layer, f64, f64, f64);

/// The piece of that name.
pub(super) fn part(name: &str) -> Option<Draw> {
    Some(match name {
        "chunks" => chunk,
        "cubes" => cube,
        "slices" => slice,
        "balls" => ball,
        "meat" => meat,
        "leaves" => leaf,
        "wedges" => wedge,
        "beans" => bean,
        "nuggets" => nugget,
        "scramble" => scramble,
        "triangles" => triangle,
        "lotus" => lotus,
        "logs" => log,
        "stalks" => stalk,
        "crescents" => crescent,
        "squash" => squash,
        _ => return morsel::part(name),
    })
}

/// Something hard, cut by turning it under the knife: three faces.
fn chunk(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let turn = pen.jit(28.0);
    pen.begin(x, y, turn, scale);
    let (a, b) = (pen.jit(2.0), pen.jit(2.0));
    let all = [(-13.0, 1.0 + a), (-7.0, -9.0), (5.0 + b, -11.0), (13.0, -3.0 + b), (11.0, 7.0), (0.0, 11.0 + a), (-10.0, 8.0)];
    pen.pebble(&polygon(&all), color.dark(), 3.0);
    let top = [(-12.0, 1.0 + a), (-6.0, -9.0), (5.0 + b, -11.0), (12.0, -3.0 + b), (3.0, 2.0)];
    pen.pebble(&polygon(&top), color.light(), 2.0);
    pen.path(&polygon(&[(-13.0, 2.0 + a), (3.0, 2.0), (1.0, 11.0), (-10.0, 8.0)]), color);
    // A green pepper is hollow, an eggplant white inside, a cucumber pale.
    if let Some(flesh) = flesh(&layer.name) {
        pen.path(&polygon(&[(-10.0, 3.0 + a), (1.0, 3.5), (-1.0, 9.0), (-8.0, 7.0)]), flesh);
    }
    pen.end();
}

fn flesh(name: &str) -> Option<Color> {
    Some(match name {
        "nasu" => Color(0xe6_dc_b8),
        "cucumber" => Color(0xdd_ec_b9),
        _ => return None,
    })
}

fn cube(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let turn = pen.jit(12.0);
    let size = match layer.name.as_str() {
        "butter" => 0.8,
        "ham" | "charsiu" | "cucumber" => 0.62,
        "salmon" => 0.75,
        _ => 1.0,
    };
    // Fried tofu is white where it was cut.
    let cut = if layer.name == "atsuage" { palette::of("tofu") } else { color.dark().mix(color, 0.5) };
    pen.begin(x, y, turn, scale * size);
    pen.path("M-12 -5L0 1V13L-12 7z", cut);
    pen.path("M12 -5L0 1V13L12 7z", if layer.name == "atsuage" { palette::of("momen") } else { color.dark() });
    pen.path("M0 -11L12 -5L0 1L-12 -5z", color.light().mix(color, 0.3));
    pen.end();
}

/// The rim and the face of a round slice.
fn round(name: &str, color: Color) -> (Color, Color) {
    match name {
        "cucumber" => (Color(0x4b_8a_3e), Color(0xd3_e6_a8)),
        "satsumaimo" => (Color(0x8e_3a_5e), color),
        "daikonbrown" => (color.dark(), color.light()),
        "shiitake" => (color.dark(), color),
        "mushroom" => (Color(0xa8_88_68), color.light()),
        "myoga" => (color, Color(0xfb_ea_e6)),
        "sausage" => (color.dark(), Color(0xe8_8f_6c)),
        "garlic" => (Color(0xc9_94_4c), color),
        _ => (color.dark().mix(color, 0.4), color.light().mix(color, 0.5)),
    }
}

fn slice(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let (rim, face) = round(&layer.name, color);
    let (wide, high, thick) = match layer.name.as_str() {
        "daikonbrown" => (17.0, 11.0, 7.0),
        "shiitake" => (14.0, 9.5, 4.0),
        "satsumaimo" => (15.0, 10.0, 5.0),
        "garlic" => (5.5, 3.8, 1.2),
        "sausage" | "myoga" => (8.0, 5.6, 2.4),
        "carrot" => (9.5, 6.5, 3.0),
        "mushroom" => (11.0, 8.0, 2.0),
        _ => (11.0, 7.4, 2.6),
    };
    let turn = pen.jit(16.0);
    pen.begin(x, y, turn, scale);
    pen.ellipse(0.0, thick, wide, high, rim.dark());
    pen.ellipse(0.0, 0.0, wide, high, rim);
    pen.ellipse(-0.4, -0.4, wide - 1.8, high - 1.5, face);
    match layer.name.as_str() {
        "shiitake" => pen.line("M-7 0H7M-3.5 -4.5L3.5 4.5M3.5 -4.5L-3.5 4.5", palette::of("cream"), 2.2),
        "cucumber" => pen.line("M-4 -1h0M0 -3h0M4 -1h0M2.5 2.5h0M-2.5 2.5h0", Color(0xf3_f4_d4), 1.8),
        "carrot" => pen.ellipse(0.0, 0.0, 4.0, 2.6, color),
        "daikon" | "daikonbrown" => pen.line("M-7 -2q7 -5 14 0", Color(0xff_fd_f6), 1.6),
        "mushroom" => pen.path("M-2.5 0h5v7h-5z", rim.light()),
        "myoga" => pen.line("M-3 -2q3 -3 6 0M-3 1q3 -2 6 1", color, 1.4),
        _ => {}
    }
    pen.end();
}

fn ball(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let size = match layer.name.as_str() {
        "peas" | "soybean" => 0.42,
        "ume" => 0.75,
        "newpotato" => 1.05,
        _ => 0.95,
    };
    let (wide, high) = (13.0 * scale * size + pen.jit(0.6), 11.0 * scale * size);
    pen.ellipse(x, y, wide, high, color.dark());
    pen.ellipse(x - 0.8, y - 1.2, wide * 0.9, high * 0.86, color);
    pen.ellipse(x - wide * 0.3, y - high * 0.42, wide * 0.34, high * 0.24, color.light());
    if layer.name == "newpotato" {
        let spot = pen.jit(4.0);
        pen.line(&format!("M{:.1} {:.1}h0M{:.1} {:.1}h0", x + spot, y + 3.0, x - spot, y + 1.0), color.dark(), 2.0);
    }
}

/// A thin slice, folded by the heat, with its stripe of fat.
fn meat(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let turn = pen.jit(32.0);
    pen.begin(x, y, turn, scale * 1.1);
    pen.path("M-22 4C-21 -5 -15 -8 -9 -6S-2 -10 4 -9S12 -13 18 -9S23 1 19 5S10 6 6 9S-6 8 -10 11S-23 13 -22 4z", color.dark());
    pen.path("M-21 2C-20 -5 -15 -8 -9 -6S-2 -10 4 -9S12 -13 17 -9S20 -1 16 2S9 2 5 5S-6 4 -10 7S-22 10 -21 2z", color);
    pen.line("M-18 -1C-15 -5 -12 -4 -8 -4S0 -7 4 -6S12 -10 16 -7", color.light().light(), 2.8);
    pen.line("M-14 4Q-7 -1 -1 2T13 -3", color.dark(), 1.4);
    pen.end();
}

fn leaf(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let (wide, high) = match layer.name.as_str() {
        "wakame" | "spinach" => (11.0, 6.5),
        "lettuce" => (21.0, 13.0),
        _ => (16.0, 9.5),
    };
    let (wide, high) = (wide * scale, high * scale);
    let d = pen.blob((x, y, wide, high), 8, 0.2);
    pen.edged(&d, color, 2.4);
    let bend = pen.jit(4.0);
    let rib = if matches!(layer.name.as_str(), "cabbage" | "hakusai" | "kimchi") { Color(0xf7_f4_d8) } else { color.light() };
    pen.line(&format!("M{:.1} {:.1}q{:.1} {bend:.1} {:.1} {:.1}", x - wide * 0.7, y + 1.0, wide * 0.7, wide * 1.3, bend / 2.0), rib, 1.6);
}

/// A layer of onion, a wedge of tomato, a comb of bamboo: a crescent.
fn wedge(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let turn = pen.jit(50.0);
    pen.begin(x, y, turn, scale);
    pen.path("M-14 2C-12 -12 12 -12 14 2C8 7 -8 7 -14 2z", color.dark());
    pen.path("M-13 1C-11 -11 11 -11 13 1C8 4 -8 4 -13 1z", color);
    match layer.name.as_str() {
        "tomato" => pen.path("M-9 1C-7 -6 7 -6 9 1C4 3 -4 3 -9 1z", Color(0xf4_8a_66)),
        "bamboo" => pen.line("M-8 2L-5 -6M-3 3L-2 -7M3 3L2 -7M8 2L5 -6", color.dark(), 1.4),
        _ => pen.line("M-10 0C-8 -7 8 -7 10 0M-6 1C-4 -3 4 -3 6 1", Color(0xff_fb_ec), 1.4),
    }
    pen.end();
}

/// A pod, whole or halved.
fn bean(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let turn = pen.jit(60.0);
    pen.begin(x, y, turn, scale);
    if layer.name == "snowpea" {
        pen.path("M-15 2C-8 -8 8 -8 15 1C8 8 -8 8 -15 2z", color.dark());
        pen.path("M-14 1C-8 -7 8 -7 14 0C8 5 -8 5 -14 1z", color);
        pen.line("M-6 0h0M0 -1h0M6 0h0", color.light(), 3.2);
    } else {
        pen.line("M-13 3Q0 -5 14 2", color.dark(), if layer.name == "shishito" { 9.0 } else { 5.4 });
        pen.line("M-12 2Q0 -6 13 1", color, if layer.name == "shishito" { 7.0 } else { 4.0 });
        pen.line("M-8 0Q0 -5 6 -2", color.light(), 1.2);
        if layer.name == "shishito" {
            pen.line("M15 2l6 -3", color.dark(), 2.4);
        }
    }
    pen.end();
}

/// Something fried in starch: rough, with bright crumbs.
fn nugget(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let (wide, high) = (16.0 * scale, 13.0 * scale);
    let d = pen.blob((x, y, wide, high), 9, 0.13);
    pen.edged(&d, color, 3.6);
    let d = pen.blob((x - 4.0, y - 4.0, wide * 0.4, high * 0.3), 6, 0.3);
    pen.path(&d, color.light());
    let (left, low) = (pen.jit(6.0), pen.jit(4.0));
    pen.line(
        &format!("M{:.1} {:.1}h0M{:.1} {:.1}h1M{:.1} {:.1}h0", x + left, y + 3.0, x + 6.0, y + low, x - 5.0, y + 5.0),
        color.light(),
        2.2,
    );
}

/// Soft curds of egg or crumbled tofu.
fn scramble(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let (wide, high) = (13.0 * scale, 8.5 * scale);
    let d = pen.blob((x, y, wide, high), 7, 0.22);
    pen.edged(&d, color, 2.4);
    let d = pen.blob((x - 3.0, y - 2.5, wide * 0.4, high * 0.34), 6, 0.2);
    pen.path(&d, color.light());
}

fn triangle(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let turn = pen.jit(20.0);
    pen.begin(x, y, turn, scale * 1.15);
    pen.pebble("M-18 9L2 -13L18 9V14H-18z", color.dark(), 2.0);
    pen.path("M-17 9L2 -12L17 9z", color);
    if layer.name == "konnyaku" {
        pen.line("M-6 4h0M1 -4h0M7 5h0M0 6h0M-1 1h0", color.dark(), 1.8);
    }
    pen.end();
}

/// Lotus root: a ring of holes around one.
fn lotus(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let turn = pen.jit(40.0);
    pen.begin(x, y, turn, scale * 1.1);
    pen.ellipse(0.0, 2.6, 15.0, 11.0, color.dark().dark());
    pen.ellipse(0.0, 0.0, 15.0, 11.0, color.dark());
    pen.ellipse(0.0, 0.0, 13.6, 9.8, color);
    pen.line("M-8.5 0h.1M-4.5 -5h.1M4.5 -5h.1M8.5 0h.1M4.5 5h.1M-4.5 5h.1M0 0h.1", Color(0x8a_5b_36), 3.6);
    pen.end();
}

/// A short piece of burdock.
fn log(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let turn = pen.jit(45.0);
    pen.begin(x, y, turn, scale);
    pen.line("M-10 1L10 1", color.dark(), 10.0);
    pen.line("M-10 0L10 -1", color, 7.6);
    pen.ellipse(11.0, 0.0, 4.0, 4.6, Color(0xe3_cd_a6));
    pen.end();
}

/// Greens cut to length: a pale stem and a leaf.
fn stalk(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let turn = pen.jit(22.0) + if pen.rnd() < 0.5 { 180.0 } else { 0.0 };
    pen.begin(x, y, turn, scale * 1.15);
    pen.line("M-19 3Q-8 -2 4 0M-18 -2Q-8 -4 4 -2", color.light(), 3.6);
    pen.path("M-4 0C0 -11 16 -11 21 -2C17 9 2 9 -4 0z", color.dark());
    pen.path("M-3 -1C1 -9 14 -9 19 -2C14 4 3 5 -3 -1z", color);
    pen.line("M-2 -1Q8 -4 16 -2", color.light(), 1.2);
    pen.end();
}

/// A half-moon of bitter melon, with its warts.
fn crescent(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let turn = pen.jit(80.0);
    pen.begin(x, y, turn, scale);
    pen.line("M-14 6Q0 -15 14 6", color.dark(), 9.0);
    pen.line("M-15 3h0M-11 -3h0M-5 -7.5h0M2 -8h0M8 -5.5h0M13 0h0", color, 6.4);
    pen.line("M-12 7Q0 -8 12 7", Color(0xe4_f0_c0), 2.6);
    pen.end();
}

/// A block of squash with its rind.
fn squash(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let turn = pen.jit(18.0);
    let rind = Color(0x46_70_3c);
    pen.begin(x, y, turn, scale * 1.15);
    pen.path("M-17 -2C-12 -14 10 -15 17 -4L15 9C6 15 -8 14 -15 10z", rind.dark());
    pen.path("M-17 -3C-12 -14 10 -15 17 -5L14 5C6 9 -8 9 -14 6z", color.dark().mix(color, 0.4));
    pen.path("M-16 -4C-11 -13 9 -14 15 -5C8 1 -8 2 -16 -4z", color.light().mix(color, 0.4));
    pen.line("M-13 11C-6 14 5 14 13 10", rind, 3.4);
    pen.end();
}
