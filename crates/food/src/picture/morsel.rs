//! More pieces by the handful: shellfish, eggs, mushrooms, things in tubes and on bones.

use super::Layer;
use super::bit::Draw;
use super::palette;
use super::pen::{Color, Pen};

/// The piece of that name.
pub(super) fn part(name: &str) -> Option<Draw> {
    Some(match name {
        "shells" => shell,
        "shrimps" => shrimp,
        "mushrooms" => mushroom,
        "florets" => floret,
        "halfeggs" => half_egg,
        "tubes" => tube,
        "slabs" => slab,
        "eggplants" => eggplant,
        "drumsticks" => drumstick,
        "tomatoes" => tomato,
        "kamaboko" => kamaboko,
        "ice" => ice,
        _ => return None,
    })
}

fn shell(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let turn = pen.jit(45.0);
    let other = if pen.rnd() < 0.5 { Color(0x8d_84_80) } else { color };
    pen.begin(x, y, turn, scale * 1.05);
    pen.path("M-16 -2C-14 -17 14 -17 16 -2C8 -5 -8 -5 -16 -2z", other.dark());
    pen.path("M-13 -4C-10 -13 10 -13 13 -4C6 -6 -6 -6 -13 -4z", Color(0xf6_ec_dc));
    pen.path("M-9 -2C-6 -9 6 -9 9 -2C5 4 -5 4 -9 -2z", Color(0xf0_b4_68));
    pen.path("M-17 0C-9 -4 9 -4 17 0C15 15 -15 15 -17 0z", other);
    pen.line("M-9 1L-5 9M-3 0L-2 11M3 0L2 11M9 1L5 9", other.light(), 1.3);
    pen.line("M-15 3C-10 11 10 11 15 3", other.dark(), 1.2);
    pen.end();
}

fn shrimp(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let turn = pen.jit(60.0);
    pen.begin(x, y, turn, scale * 1.1);
    pen.path("M9 -9L20 -14L18 -6L22 -1L11 -3z", color.dark());
    pen.line("M11 -7C0 -15 -15 -6 -11 5C-8 11 2 10 5 6", color.dark(), 9.6);
    pen.line("M10 -7C0 -14 -14 -6 -10 4C-7 9 1 9 4 5", color, 7.6);
    pen.line("M5 -13L4 -6M-4 -12L-3 -5M-12 -6L-6 -2M-14 3L-7 2", Color(0xfd_e3_d2), 1.8);
    pen.end();
}

fn mushroom(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let turn = pen.jit(35.0);
    pen.begin(x, y, turn, scale);
    if layer.name == "enoki" {
        pen.line("M-6 10L-8 -7M-2 10L-2 -9M2 10L4 -8M5 10L9 -5", color, 2.4);
        pen.line("M-8 -8h0M-2 -10h0M4 -9h0M9 -6h0", color.light(), 5.0);
    } else {
        pen.path("M-4 12C-5 4 -3 2 -3 -2H4C4 3 5 5 4 12z", Color(0xf1_e4_cb));
        pen.path("M-11 -1C-11 -14 11 -14 11 -1C5 2 -5 2 -11 -1z", color.dark());
        pen.path("M-10 -3C-9 -13 9 -13 10 -3C4 -2 -4 -2 -10 -3z", color);
        pen.line("M-5 -7q3 -3 6 -2", color.light(), 1.6);
    }
    pen.end();
}

fn floret(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let turn = pen.jit(18.0);
    pen.begin(x, y, turn, scale * 1.05);
    pen.path("M-5 12L-6 0H6L5 12z", Color(0xa9_c9_6b));
    pen.line("M-10 0h0M10 0h0M-5 -8h0M6 -8h0M0 0h0", color.dark(), 13.0);
    pen.line("M-11 -2h0M9 -2h0M-5 -10h0M5 -10h0M-1 -3h0", color, 9.6);
    pen.line("M-12 -4h0M-6 -12h0M4 -12h0M8 -4h0M-2 -6h0", color.light(), 3.0);
    pen.end();
}

fn half_egg(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let turn = pen.jit(30.0);
    let brown = layer.name == "ajitama";
    let rim = if brown { layer.color() } else { Color(0xe2_d3_b4) };
    pen.begin(x, y, turn, scale * 1.15);
    pen.path("M-16 1C-16 -10 -2 -13 8 -10S18 8 8 12S-16 12 -16 1z", rim.dark());
    pen.path("M-16 -1C-16 -11 -2 -14 8 -11S17 6 8 9S-16 9 -16 -1z", rim);
    pen.path("M-13 -1C-13 -9 -2 -11 7 -9S14 5 7 7S-13 7 -13 -1z", Color(0xfd_f8_ea));
    pen.ellipse(1.0, -1.0, 7.6, 5.8, Color(0xee_94_22));
    pen.ellipse(-0.6, -2.2, 4.4, 3.0, Color(0xf9_b9_3c));
    pen.end();
}

fn tube(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let turn = pen.jit(40.0);
    let (long, thick) = if layer.name == "macaroni" { (6.0, 8.0) } else { (14.0, 14.0) };
    pen.begin(x, y, turn, scale * 1.1);
    pen.line(&format!("M-{long} 1H{long}"), color.dark(), thick);
    pen.line(&format!("M-{long} 0H{long}"), color, thick - 2.6);
    match layer.name.as_str() {
        "chikuwa" => pen.line("M-7 -4Q0 -6 6 -4M-9 0H7M-7 3Q0 5 6 3", Color(0xb9_77_39), 2.2),
        "isobe" => pen.line("M-9 -3h1M-4 2h1M1 -3h1M5 2h1M-1 0h0M9 -2h0M-11 2h0M4 -1h0", palette::of("aonori"), 2.4),
        _ => {}
    }
    pen.ellipse(long + thick * 0.3, 0.0, thick * 0.26, thick * 0.42, color.light());
    pen.ellipse(long + thick * 0.32, 0.0, thick * 0.14, thick * 0.24, Color(0x8d_5f_35));
    pen.end();
}

/// A flat piece: a tofu steak, or the fried tofu of a fox.
fn slab(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let turn = pen.jit(14.0);
    let (size, cut) = match layer.name.as_str() {
        "tofusteak" => (1.35, palette::of("tofu")),
        "kitsune" => (1.5, color.dark()),
        _ => (0.9, color.dark()),
    };
    pen.begin(x, y, turn, scale * size);
    pen.path("M-19 -3L-2 -12L19 -4L18 3L1 13L-19 4z", cut.dark());
    pen.path("M-19 -3L1 6L1 13L-19 4z", cut);
    pen.pebble("M-19 -4L-2 -12L19 -4L1 6z", color, 2.0);
    pen.line("M-9 -5L-2 -8M-3 -3L7 -7M4 0L11 -3", if layer.name == "tofusteak" { color.dark() } else { color.light() }, 1.8);
    pen.end();
}

fn eggplant(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let turn = pen.jit(14.0) - 18.0;
    pen.begin(x, y, turn, scale * 1.15);
    pen.path("M-20 2C-20 -10 6 -12 20 -3C22 2 18 7 10 9S-20 14 -20 2z", color.dark());
    pen.path("M-19 0C-18 -10 6 -11 19 -3C20 1 16 4 9 6S-19 10 -19 0z", color);
    pen.line("M-13 -5L-9 6M-7 -7L-2 6M0 -8L5 5M7 -7L11 4", Color(0xc4_a9_8e), 1.6);
    pen.path("M17 -5L26 -4L25 1L17 2z", Color(0x4b_6b_3c));
    pen.end();
}

fn drumstick(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    let turn = pen.jit(50.0);
    pen.begin(x, y, turn, scale * 1.2);
    pen.line("M6 0L19 2", Color(0xf3_e6_cc), 5.0);
    pen.line("M20 0h0M20 4h0", Color(0xf3_e6_cc), 5.4);
    pen.path("M-17 1C-17 -12 -2 -13 6 -7L15 -2V5L6 8C-3 13 -17 12 -17 1z", color.dark());
    pen.path("M-16 -1C-15 -11 -2 -12 5 -7L13 -2V2L5 5C-4 9 -16 9 -16 -1z", color);
    pen.line("M-11 -4Q-6 -9 1 -6", color.light(), 2.6);
    pen.end();
}

fn tomato(pen: &mut Pen, layer: &Layer, x: f64, y: f64, _: f64) {
    let color = layer.color();
    pen.begin(x, y, 0.0, 1.0);
    pen.ellipse(0.0, 0.0, 9.6, 9.0, color.dark());
    pen.ellipse(-0.6, -1.0, 8.6, 7.8, color);
    pen.line("M-4 -4q2 -2 4 -2", Color(0xff_d0_bd), 2.0);
    pen.line("M3 -9l-1 3M3 -7l4 1M3 -7l-4 2", Color(0x4b_8a_3e), 1.8);
    pen.end();
}

fn kamaboko(pen: &mut Pen, _: &Layer, x: f64, y: f64, scale: f64) {
    pen.begin(x, y, 0.0, scale);
    pen.path("M-14 8C-14 -14 14 -14 14 8z", Color(0xe8_7f_9a));
    pen.path("M-11 8C-11 -9 11 -9 11 8z", Color(0xfd_fa_f4));
    pen.path("M-14 8h28v3h-28z", Color(0xdc_d3_c6));
    pen.end();
}

fn ice(pen: &mut Pen, layer: &Layer, x: f64, y: f64, scale: f64) {
    let color = layer.color();
    pen.begin(x, y, 0.0, scale * 0.9);
    pen.glaze("M0 -11L12 -5V7L0 13L-12 7V-5z", color.dark().mix(Color(0x8f_c3_d8), 0.6), 0.7);
    pen.glaze("M0 -11L12 -5L0 1L-12 -5z", Color(0xff_ff_ff), 0.8);
    pen.line("M-8 -1V5", Color(0xff_ff_ff), 1.6);
    pen.end();
}
