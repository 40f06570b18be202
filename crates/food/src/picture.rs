//! A dish drawn from its parts: a vessel, what is in it, and what lies on top.
//!
//! A picture is a list of short lines, for example `["owan red", "soup miso", "cubes tofu 5", "rings negi 5", "steam"]`: first the vessel
//! with its glaze, then layers from the bottom up, each `part colour… [count] [place]`. The same lines and the same seed give the same
//! drawing, byte for byte. The drawing refers to nothing by id, so any number of them may stand in one page.

mod bit;
mod garnish;
mod morsel;
mod palette;
mod pen;
mod piece;
mod spread;
mod vessel;

use std::fmt;

use pen::{Area, Color, Pen};

/// What is wrong with a line of a picture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is no line at all.
    #[error("a picture begins with its vessel")]
    Empty,
    /// The first word of the first line is no vessel, or it has no glaze.
    #[error("no such vessel: {0}")]
    Vessel(String),
    /// The first word of a layer is no part.
    #[error("no such part: {0}")]
    Part(String),
    /// A word is neither a colour, nor a count, nor a place.
    #[error("neither a colour, a count nor a place: {0}")]
    Word(String),
}

/// Where a layer lies in its vessel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Left,
    Right,
    Back,
    Front,
}

/// One line of a picture, read.
#[derive(Debug, Clone)]
struct Layer {
    part: Part,
    name: String,
    colors: Vec<Color>,
    count: usize,
    place: Option<Place>,
}

impl Layer {
    fn color(&self) -> Color {
        self.colors[0]
    }
}

/// How a part is drawn, with the function that draws it.
#[derive(Clone, Copy)]
enum Part {
    /// One of many pieces that lie mixed with their neighbours.
    Bit(bit::Draw),
    /// A layer that knows its own arrangement.
    Whole(spread::Draw),
}

impl fmt::Debug for Part {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Bit(_) => "Bit",
            Self::Whole(_) => "Whole",
        })
    }
}

/// The colour behind the vessel, by season: it is laid on thinly, so that it suits light and dark paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cloth {
    /// Straw.
    Straw,
    /// Cherry blossom.
    Blossom,
    /// Water.
    Water,
    /// Maple.
    Maple,
    /// Pine.
    Pine,
}

/// A picture, read and ready to be drawn.
#[derive(Debug, Clone)]
pub struct Picture {
    vessel: vessel::Vessel,
    layers: Vec<Layer>,
    shape: String,
}

impl Picture {
    /// Reads the lines of a picture.
    pub fn read<S: AsRef<str>>(lines: &[S]) -> Result<Self, Fault> {
        let (first, rest) = lines.split_first().ok_or(Fault::Empty)?;
        let vessel = vessel::Vessel::read(first.as_ref()).ok_or_else(|| Fault::Vessel(first.as_ref().to_owned()))?;
        let layers = rest.iter().map(|line| read_layer(line.as_ref())).collect::<Result<Vec<_>, _>>()?;
        let shape = std::iter::once(first).chain(rest).map(|line| shape_of(line.as_ref())).collect::<Vec<_>>().join(", ");
        Ok(Self { vessel, layers, shape })
    }

    /// The parts and their colours without counts and places: what makes one dish look unlike another.
    pub fn shape(&self) -> &str {
        &self.shape
    }

    /// The drawing as SVG, 200 by 200.
    pub fn draw(&self, seed: &str, cloth: Cloth) -> String {
        let mut pen = Pen::new(seed);
        pen.open();
        pen.cloth(match cloth {
            Cloth::Straw => palette::of("straw-cloth"),
            Cloth::Blossom => palette::of("blossom-cloth"),
            Cloth::Water => palette::of("water-cloth"),
            Cloth::Maple => palette::of("maple-cloth"),
            Cloth::Pine => palette::of("pine-cloth"),
        });
        let mut area = self.vessel.back(&mut pen);
        let mut rest = self.layers.as_slice();
        while let Some(first) = rest.first() {
            match first.part {
                Part::Whole(draw) => {
                    draw(&mut pen, &mut area, first);
                    rest = &rest[1..];
                }
                Part::Bit(_) => {
                    let end = rest.iter().position(|layer| !mixes(first, layer)).unwrap_or(rest.len());
                    scatter(&mut pen, area, &rest[..end]);
                    rest = &rest[end..];
                }
            }
        }
        self.vessel.front(&mut pen);
        pen.close()
    }
}

/// Pieces that follow each other in one place lie mixed, as they do in a pot.
fn mixes(first: &Layer, layer: &Layer) -> bool {
    matches!(layer.part, Part::Bit(_)) && layer.place == first.place
}

fn scatter(pen: &mut Pen, area: Area, layers: &[Layer]) {
    let area = area.at(layers[0].place);
    let mut kinds: Vec<&Layer> = layers.iter().flat_map(|layer| std::iter::repeat_n(layer, layer.count)).collect();
    pen.shuffle(&mut kinds);
    let scale = (area.rx * area.ry * std::f64::consts::PI / (kinds.len() as f64 * 300.0)).sqrt().clamp(0.66, 1.12);
    for (layer, (x, y)) in kinds.iter().zip(pen.spots(area, layers.iter().map(|layer| layer.count).sum(), 0.82)) {
        if let Part::Bit(draw) = layer.part {
            draw(pen, layer, x, y, scale);
        }
    }
}

fn read_layer(line: &str) -> Result<Layer, Fault> {
    let mut words = line.split_whitespace();
    let kind = words.next().unwrap_or_default();
    let part =
        bit::part(kind).map(Part::Bit).or_else(|| spread::part(kind).map(Part::Whole)).ok_or_else(|| Fault::Part(kind.to_owned()))?;
    let mut layer = Layer { part, name: String::new(), colors: Vec::new(), count: 1, place: None };
    for word in words {
        if let Some(color) = palette::color(word) {
            if layer.name.is_empty() {
                word.clone_into(&mut layer.name);
            }
            layer.colors.push(color);
        } else if let Ok(count) = word.parse() {
            layer.count = count;
        } else {
            layer.place = Some(match word {
                "left" => Place::Left,
                "right" => Place::Right,
                "back" => Place::Back,
                "front" => Place::Front,
                _ => return Err(Fault::Word(word.to_owned())),
            });
        }
    }
    if layer.colors.is_empty() {
        layer.colors.push(palette::of("white"));
    }
    Ok(layer)
}

fn shape_of(line: &str) -> String {
    line.split_whitespace()
        .filter(|word| word.parse::<usize>().is_err() && !matches!(*word, "left" | "right" | "back" | "front"))
        .collect::<Vec<_>>()
        .join(" ")
}
