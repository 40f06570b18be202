//! What a dish is served in, seen from a seat at the table: the back is drawn before the food, the front lip after it.

use super::pen::{Area, Color, Pen, oval, polygon, soft};

/// What lies under a vessel on the table, laid on thinly.
const SHADE: Color = Color(0x2c_1d_10);

/// The form of a vessel.
#[derive(Debug, Clone, Copy)]
enum Form {
    /// Anything round with a wall: the rim, the depth, and the foot.
    Round {
        cy: f64,
        rx: f64,
        ry: f64,
        deep: f64,
        foot: f64,
        lift: f64,
    },
    Plate {
        rx: f64,
        ry: f64,
        well: f64,
    },
    Slab,
    Basket,
    Tub,
    Skillet,
    Pot,
    Donabe,
    Box,
    Bento,
    Board,
    Gratin,
    Cup,
}

/// The colours of a vessel.
#[derive(Debug, Clone, Copy)]
struct Glaze {
    body: Color,
    inside: Color,
    line: Color,
    /// Glass is seen through.
    clear: bool,
}

/// A vessel with its glaze.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vessel {
    form: Form,
    glaze: Glaze,
}

fn form(name: &str) -> Option<Form> {
    Some(match name {
        "bowl" => Form::Round { cy: 92.0, rx: 80.0, ry: 39.0, deep: 62.0, foot: 32.0, lift: 10.0 },
        "owan" => Form::Round { cy: 88.0, rx: 72.0, ry: 36.0, deep: 70.0, foot: 27.0, lift: 4.0 },
        "donburi" => Form::Round { cy: 84.0, rx: 76.0, ry: 38.0, deep: 80.0, foot: 34.0, lift: 6.0 },
        "chawan" => Form::Round { cy: 98.0, rx: 64.0, ry: 31.0, deep: 62.0, foot: 25.0, lift: 6.0 },
        "kobachi" => Form::Round { cy: 92.0, rx: 74.0, ry: 39.0, deep: 54.0, foot: 29.0, lift: 12.0 },
        "glassbowl" => Form::Round { cy: 92.0, rx: 80.0, ry: 42.0, deep: 56.0, foot: 36.0, lift: 4.0 },
        "plate" => Form::Plate { rx: 88.0, ry: 56.0, well: 0.78 },
        "oval" => Form::Plate { rx: 92.0, ry: 50.0, well: 0.84 },
        "soupplate" => Form::Plate { rx: 88.0, ry: 57.0, well: 0.76 },
        "slab" => Form::Slab,
        "basket" => Form::Basket,
        "tub" => Form::Tub,
        "skillet" => Form::Skillet,
        "pot" => Form::Pot,
        "donabe" => Form::Donabe,
        "jar" => Form::Box,
        "bento" => Form::Bento,
        "board" => Form::Board,
        "gratin" => Form::Gratin,
        "cup" => Form::Cup,
        _ => return None,
    })
}

fn glaze(name: &str) -> Option<Glaze> {
    let (body, inside, line) = match name {
        "white" => (0xe9_e2_d4, 0xfb_f8_f1, 0xd6_cc_ba),
        "indigo" => (0x3c_59_8c, 0xf1_ef_ea, 0x3c_59_8c),
        "celadon" => (0x93_b8_a0, 0xc4_da_c8, 0x7d_a3_8b),
        "black" => (0x56_4e_4a, 0x66_5c_56, 0x85_78_6f),
        "red" => (0xa8_39_2d, 0x7c_29_22, 0xc9_5a_48),
        "brown" => (0x8f_68_4c, 0xb8_93_72, 0x74_52_3a),
        "cream" => (0xe0_c9_9f, 0xf5_ea_d1, 0xc4_a8_78),
        "iron" => (0x55_56_59, 0x43_44_47, 0x77_78_7c),
        "glass" => (0xb5_d5_e0, 0xd9_ec_f1, 0xf4_fb_fd),
        "bamboo" => (0xc6_a2_62, 0xdf_c0_83, 0xa8_84_48),
        "hinoki" => (0xdd_b9_7f, 0xee_d8_ab, 0xb8_6f_43),
        "cedar" => (0xb1_79_4a, 0xd0_9e_6b, 0x8c_5a_33),
        _ => return None,
    };
    Some(Glaze { body: Color(body), inside: Color(inside), line: Color(line), clear: name == "glass" })
}

/// The outside of a round vessel, from rim to foot.
fn wall(cy: f64, rx: f64, deep: f64, foot: f64) -> String {
    let (left, right, low) = (100.0 - rx, 100.0 + rx, cy + deep);
    format!(
        "M{left} {cy}C{left} {} {} {low} {} {low}H{}C{} {low} {right} {} {right} {cy}z",
        cy + deep * 0.62,
        100.0 - foot - 16.0,
        100.0 - foot,
        100.0 + foot,
        100.0 + foot + 16.0,
        cy + deep * 0.62
    )
}

/// The front half of an ellipse, as a line.
fn lip(cy: f64, rx: f64, ry: f64) -> String {
    format!("M{} {cy}a{rx} {ry} 0 0 0 {} 0", 100.0 - rx, rx * 2.0)
}

impl Vessel {
    /// Reads `form glaze`.
    pub(super) fn read(line: &str) -> Option<Self> {
        let (name, color) = line.split_once(' ')?;
        Some(Self { form: form(name)?, glaze: glaze(color)? })
    }

    /// Draws what is behind the food, and says where the food goes.
    pub(super) fn back(&self, pen: &mut Pen) -> Area {
        let Glaze { body, inside, line, .. } = self.glaze;
        match self.form {
            Form::Round { cy, rx, ry, deep, foot, lift } => round(pen, (cy, rx, ry), (deep, foot, lift), self.glaze),
            Form::Plate { rx, ry, well } => plate(pen, (100.0, 108.0, rx, ry, well), (body, inside, line)),
            Form::Slab => slab(pen, self.glaze),
            Form::Basket => basket(pen, self.glaze),
            Form::Tub => tub(pen, self.glaze),
            Form::Skillet => skillet(pen, self.glaze),
            Form::Pot => pot(pen, self.glaze),
            Form::Donabe => donabe(pen, self.glaze),
            Form::Box => container(pen, self.glaze),
            Form::Bento => bento(pen, self.glaze),
            Form::Board => board(pen, self.glaze),
            Form::Gratin => gratin(pen, self.glaze),
            Form::Cup => cup(pen, self.glaze),
        }
    }

    /// Draws the lip that the food lies behind.
    pub(super) fn front(&self, pen: &mut Pen) {
        let Glaze { body, line, clear, .. } = self.glaze;
        match self.form {
            Form::Round { cy, rx, ry, .. } => {
                let color = if clear || body != line { line } else { body };
                pen.line(&lip(cy, rx - 1.5, ry - 1.0), color, 3.0);
            }
            Form::Tub => pen.line(&lip(92.0, 81.0, 39.5), body.light(), 5.0),
            Form::Skillet => pen.line("M14 112a80 47.5 0 0 0 160 0", body.light(), 3.5),
            Form::Pot => {
                pen.line(&lip(98.0, 77.5, 36.0), line, 4.0);
                pen.line("M26 100l-4 -3M174 100l4 -3", line, 7.0);
            }
            Form::Donabe => pen.line(&lip(94.0, 83.0, 40.5), body.light(), 5.5),
            Form::Bento => pen.line(&lip(104.0, 87.0, 45.5), body.light(), 5.0),
            Form::Gratin => pen.line(&lip(106.0, 80.5, 43.5), body.light(), 6.0),
            Form::Cup => pen.line("M38 88a58 29.5 0 0 0 116 0", line, 4.0),
            Form::Plate { .. } | Form::Slab | Form::Basket | Form::Box | Form::Board => {}
        }
    }
}

fn round(pen: &mut Pen, rim: (f64, f64, f64), wall_and_foot: (f64, f64, f64), glaze: Glaze) -> Area {
    let ((cy, rx, ry), (deep, foot, lift)) = (rim, wall_and_foot);
    let Glaze { body, inside, line, clear } = glaze;
    pen.glaze(&oval(100.0, cy + deep + 4.0, foot + 26.0, 9.0), SHADE, 0.16);
    pen.path(&format!("M{} {}h{}l-3 9h-{}z", 100.0 - foot, cy + deep - 5.0, foot * 2.0, foot * 2.0 - 6.0), body.dark());
    if clear {
        pen.glaze(&wall(cy, rx, deep, foot), body, 0.75);
    } else {
        pen.path(&wall(cy, rx, deep, foot), body);
        pen.glaze(&curve(cy, rx, deep), Color(0xff_ff_ff), 0.13);
    }
    if body == line {
        // Blue and white: two bands below the rim.
        pen.line(&lip(cy + 14.0, rx * 0.94, (ry * 0.92).min(deep - 22.0)), Color(0xe8_ea_ee), 1.6);
        pen.line(&lip(cy + 20.0, rx * 0.9, (ry * 0.92).min(deep - 29.0)), Color(0xe8_ea_ee), 3.0);
    }
    pen.ellipse(100.0, cy, rx, ry, line);
    pen.ellipse(100.0, cy, rx - 3.0, ry - 2.2, inside);
    pen.glaze(&oval(100.0, cy + 5.0, rx - 10.0, ry - 7.0), SHADE, 0.1);
    Area::new(100.0, cy + 5.0, rx - 10.0, ry - 7.0, lift)
}

fn slab(pen: &mut Pen, glaze: Glaze) -> Area {
    let Glaze { body, inside, .. } = glaze;
    let top = |low: f64| [(26.0, 64.0 + low), (174.0, 64.0 + low), (189.0, 140.0 + low), (11.0, 140.0 + low)];
    pen.glaze(&polygon(&top(10.0)), SHADE, 0.16);
    for (low, color) in [(6.0, body.dark()), (0.0, body)] {
        pen.pebble(&polygon(&top(low)), color, 6.0);
    }
    pen.path(&polygon(&[(32.0, 70.0), (168.0, 70.0), (180.0, 133.0), (20.0, 133.0)]), inside);
    Area::new(100.0, 102.0, 76.0, 32.0, 4.0)
}

fn basket(pen: &mut Pen, glaze: Glaze) -> Area {
    let Glaze { body, inside, line, .. } = glaze;
    pen.glaze(&oval(100.0, 120.0, 88.0, 52.0), SHADE, 0.16);
    pen.ellipse(100.0, 114.0, 88.0, 54.0, body.dark());
    pen.ellipse(100.0, 108.0, 88.0, 54.0, body);
    pen.ellipse(100.0, 108.0, 78.0, 46.0, inside);
    let weave: String = (0..9).map(|row| weft(f64::from(row))).collect();
    pen.line(&weave, line, 1.4);
    Area::new(100.0, 108.0, 68.0, 36.0, 10.0)
}

fn tub(pen: &mut Pen, glaze: Glaze) -> Area {
    let Glaze { body, inside, line, .. } = glaze;
    pen.glaze(&oval(100.0, 152.0, 84.0, 26.0), SHADE, 0.16);
    pen.path("M16 92V132A84 42 0 0 0 184 132V92z", body);
    pen.line("M28 119v37M52 130v39M80 136v40M120 136v40M148 130v39M172 119v37", body.dark(), 1.2);
    pen.line(&lip(122.0, 83.0, 42.0), line, 6.0);
    pen.ellipse(100.0, 92.0, 84.0, 42.0, body.dark());
    pen.ellipse(100.0, 92.0, 78.0, 37.0, inside);
    Area::new(100.0, 96.0, 72.0, 32.0, 6.0)
}

fn skillet(pen: &mut Pen, glaze: Glaze) -> Area {
    let Glaze { body, inside, .. } = glaze;
    pen.glaze(&oval(96.0, 124.0, 84.0, 48.0), SHADE, 0.16);
    pen.line("M150 78L186 42", body.dark(), 15.0);
    pen.line("M160 67L185 42", body, 10.0);
    pen.ellipse(94.0, 120.0, 84.0, 50.0, body.dark());
    pen.ellipse(94.0, 112.0, 84.0, 50.0, body.light());
    pen.ellipse(94.0, 113.0, 79.0, 46.0, inside);
    Area::new(94.0, 114.0, 66.0, 36.0, 9.0)
}

fn pot(pen: &mut Pen, glaze: Glaze) -> Area {
    let Glaze { body, inside, line, .. } = glaze;
    pen.glaze(&oval(100.0, 158.0, 74.0, 14.0), SHADE, 0.16);
    pen.line("M26 100C22 8 178 8 174 100", body.dark(), 5.0);
    pen.path(&wall(100.0, 80.0, 58.0, 44.0), body);
    pen.glaze(&curve(100.0, 80.0, 58.0), Color(0xff_ff_ff), 0.1);
    pen.ellipse(100.0, 98.0, 80.0, 38.0, line);
    pen.ellipse(100.0, 99.0, 75.0, 34.0, inside);
    Area::new(100.0, 102.0, 68.0, 29.0, 6.0)
}

fn donabe(pen: &mut Pen, glaze: Glaze) -> Area {
    let Glaze { body, .. } = glaze;
    pen.glaze(&oval(100.0, 160.0, 70.0, 12.0), SHADE, 0.16);
    pen.line("M22 112C4 112 4 126 22 126M178 112C196 112 196 126 178 126", body.dark(), 8.0);
    pen.path(&wall(98.0, 84.0, 60.0, 46.0), body);
    pen.line(&band(117.0, 82.0, 38.0), body.light(), 2.0);
    pen.line(&band(124.0, 79.0, 38.0), body.light(), 1.0);
    pen.ellipse(100.0, 94.0, 86.0, 43.0, body.light());
    pen.ellipse(100.0, 95.0, 80.0, 38.0, body.dark());
    Area::new(100.0, 98.0, 74.0, 33.0, 6.0)
}

fn container(pen: &mut Pen, glaze: Glaze) -> Area {
    let Glaze { body, inside, line, .. } = glaze;
    pen.glaze(&rounded(100.0, 128.0, 84.0, 46.0), SHADE, 0.16);
    pen.glaze(&rounded(100.0, 122.0, 82.0, 46.0), body, 0.9);
    pen.path(&rounded(100.0, 106.0, 84.0, 46.0), line);
    pen.path(&rounded(100.0, 107.0, 79.0, 42.0), inside);
    Area::new(100.0, 108.0, 76.0, 40.0, 3.0)
}

fn bento(pen: &mut Pen, glaze: Glaze) -> Area {
    let Glaze { body, inside, line, .. } = glaze;
    pen.glaze(&oval(100.0, 134.0, 90.0, 48.0), SHADE, 0.16);
    pen.path("M10 104V126A90 48 0 0 0 190 126V104z", body);
    pen.line("M150 143v20M156 140v20", line, 2.0);
    pen.ellipse(100.0, 104.0, 90.0, 48.0, body.dark());
    pen.ellipse(100.0, 104.0, 84.0, 43.0, inside);
    Area::new(100.0, 108.0, 78.0, 38.0, 5.0)
}

fn board(pen: &mut Pen, glaze: Glaze) -> Area {
    let Glaze { body, inside, .. } = glaze;
    let top = |low: f64| [(26.0, 92.0 + low), (174.0, 92.0 + low), (192.0, 158.0 + low), (8.0, 158.0 + low)];
    pen.glaze(&polygon(&top(12.0)), SHADE, 0.16);
    pen.path(&polygon(&top(9.0)), body.dark());
    pen.path(&polygon(&top(0.0)), inside);
    pen.line("M40 106H150M30 122H120M70 134H176M24 148H100", body, 1.4);
    Area::new(100.0, 124.0, 76.0, 30.0, 0.0)
}

fn gratin(pen: &mut Pen, glaze: Glaze) -> Area {
    let Glaze { body, inside, .. } = glaze;
    pen.glaze(&oval(100.0, 134.0, 86.0, 44.0), SHADE, 0.16);
    pen.line("M20 104C2 100 2 122 18 122M180 104C198 100 198 122 182 122", body, 10.0);
    pen.path("M16 106V120A84 46 0 0 0 184 120V106z", body.dark());
    pen.ellipse(100.0, 106.0, 84.0, 46.0, body);
    pen.ellipse(100.0, 106.0, 77.0, 41.0, inside);
    Area::new(100.0, 107.0, 74.0, 38.0, 4.0)
}

fn cup(pen: &mut Pen, glaze: Glaze) -> Area {
    let Glaze { body, inside, line, .. } = glaze;
    pen.glaze(&oval(96.0, 164.0, 62.0, 14.0), SHADE, 0.16);
    pen.line("M148 104C188 96 188 140 142 138", body, 10.0);
    pen.path("M36 88C36 130 44 164 66 164H126C148 164 156 130 156 88z", body);
    pen.glaze("M44 96C46 132 52 156 68 160C58 140 56 120 56 96z", Color(0xff_ff_ff), 0.25);
    pen.ellipse(96.0, 88.0, 60.0, 31.0, line);
    pen.ellipse(96.0, 88.0, 56.0, 28.0, inside);
    Area::new(96.0, 91.0, 51.0, 24.0, 0.0)
}

fn plate(pen: &mut Pen, form: (f64, f64, f64, f64, f64), colors: (Color, Color, Color)) -> Area {
    let ((cx, cy, rx, ry, well), (body, inside, line)) = (form, colors);
    pen.glaze(&oval(cx, cy + 9.0, rx - 2.0, ry), SHADE, 0.16);
    pen.ellipse(cx, cy + 4.0, rx, ry, body.dark());
    // Blue and white plates are white with a blue rim; the others are of one glaze.
    pen.ellipse(cx, cy, rx, ry, body);
    pen.ellipse(cx, cy, rx - 4.0, ry - 3.0, inside);
    if body == line {
        pen.line(&oval(cx, cy, rx * well + 5.0, ry * well + 4.0), line, 1.4);
    }
    pen.ellipse(cx, cy + 1.0, rx * well, ry * well, inside.dark().mix(inside, 0.72));
    pen.ellipse(cx, cy + 3.0, rx * well - 2.0, ry * well - 2.5, inside);
    Area::new(cx, cy, rx * well + 2.0, ry * well + 1.0, 11.0)
}

/// A light on the left of a wall.
fn curve(cy: f64, rx: f64, deep: f64) -> String {
    let x = 100.0 - rx + 8.0;
    format!(
        "M{x} {}C{} {} {} {} {} {}C{} {} {} {} {} {}z",
        cy + 14.0,
        x + 4.0,
        cy + deep * 0.6,
        x + 22.0,
        cy + deep - 8.0,
        x + 34.0,
        cy + deep - 4.0,
        x + 22.0,
        cy + deep - 20.0,
        x + 16.0,
        cy + deep * 0.5,
        x + 14.0,
        cy + 22.0
    )
}

/// A band around a wall, parallel to the rim.
fn band(cy: f64, rx: f64, ry: f64) -> String {
    lip(cy, rx, ry * 0.92)
}

/// One strand of a woven basket.
fn weft(row: f64) -> String {
    let y = 70.0 + row * 9.5;
    let half = 76.0 * (1.0 - ((y - 108.0) / 46.0).powi(2)).max(0.0).sqrt();
    format!("M{:.0} {y}q{:.0} 5 {:.0} 0", 100.0 - half, half, half * 2.0)
}

/// A box with round corners, lying flat.
fn rounded(cx: f64, cy: f64, rx: f64, ry: f64) -> String {
    let slant = 8.0;
    soft(&[
        (cx - rx + slant, cy - ry),
        (cx, cy - ry),
        (cx + rx - slant, cy - ry),
        (cx + rx, cy),
        (cx + rx + 2.0, cy + ry),
        (cx, cy + ry),
        (cx - rx - 2.0, cy + ry),
        (cx - rx, cy),
    ])
}
