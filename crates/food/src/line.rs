//! One line of a list of ingredients, read: 玉ねぎ（みじん切り） 1/2個, 1 onion, finely chopped.
//!
//! What is not understood stays the text it was, in the name or in the note. Nothing is guessed, and no letter gets lost: the
//! parts of a line say where each of them went.

use std::ops::Range;

use crate::amount::Amount;
use crate::food::{FoodId, recognise};
use crate::quantity::Quantity;
use crate::unit::Unit;

mod count; // numbers and ranges: 1と1/2, 2〜3, half a
mod counted; // what a number counts, and packages
mod cut; // where a name ends and a remark begins
mod head; // marks of a group: A, ★, 【タレ】
mod json; // as a program sends it on
mod measure; // an amount with its unit, and what clings to it
mod read; // the line as a whole
mod text; // characters as they are compared, and where they stand
mod words; // small words of recipes

pub use json::LineJson;

/// What a stretch of a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The mark of a group: what is mixed together first.
    Group,
    /// The food, or whatever could not be read.
    Name,
    /// 約, くらい, about.
    About,
    /// A number, or the smaller of two.
    Amount,
    /// The larger of two numbers.
    AmountMax,
    /// The unit as it was written.
    Unit,
    /// Anything said besides: in brackets, after a comma, 強, 各.
    Note,
    /// A word that only joins others: of, の, 〜.
    Link,
}

/// A stretch of a line, in bytes of its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub role: Role,
    /// Where it stands.
    pub range: Range<usize>,
}

/// A line, read. Every letter and digit of its text is in exactly one part; what is in none is punctuation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    text: String,
    parts: Vec<Part>,
    name: String,
    food: Option<FoodId>,
    amount: Option<Amount>,
    amount_max: Option<Amount>,
    unit: Option<Unit>,
    about: bool,
}

/// Reads one line.
pub fn read_line(text: &str) -> Line {
    read::read(text)
}

impl Line {
    /// The line as it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its parts, from left to right.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The food as it was written.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The food of that name, when the table knows it.
    pub fn food(&self) -> Option<FoodId> {
        self.food
    }

    /// How much, or at least how much.
    pub fn amount(&self) -> Option<Amount> {
        self.amount
    }

    /// At most how much, when two numbers were given.
    pub fn amount_max(&self) -> Option<Amount> {
        self.amount_max
    }

    /// 約 or about was said.
    pub fn is_about(&self) -> bool {
        self.about
    }

    /// The unit, when it is a known one.
    pub fn unit(&self) -> Option<Unit> {
        self.unit
    }

    /// The unit as it was written.
    pub fn unit_text(&self) -> Option<String> {
        self.joined(Role::Unit)
    }

    /// What was said besides.
    pub fn note(&self) -> Option<String> {
        self.joined(Role::Note)
    }

    /// The mark of its group, as it was written.
    pub fn group(&self) -> Option<String> {
        self.joined(Role::Group)
    }

    /// Amount and unit, to count with. One pinch is said without a number in Japanese: ひとつまみ.
    pub fn quantity(&self) -> Option<Quantity> {
        let amount = self.amount.or_else(|| words::said_in_the_unit(&self.unit_text()?))?;
        Some(Quantity { amount, unit: self.unit })
    }

    /// What one package holds, when a note says so: the 400 g of 1缶(400g).
    pub fn package(&self) -> Option<Quantity> {
        self.parts.iter().filter(|part| part.role == Role::Note).find_map(|part| measure::whole(&self.text[part.range.clone()]))
    }

    fn joined(&self, role: Role) -> Option<String> {
        let between = match role {
            Role::Note if text::has_japanese(&self.text) => "、",
            Role::Note => ", ",
            _ => "",
        };
        let parts: Vec<&str> = self.parts.iter().filter(|part| part.role == role).map(|part| &self.text[part.range.clone()]).collect();
        (!parts.is_empty()).then(|| parts.join(between))
    }
}

/// The parts of a name that brackets have cut apart: Japanese is written without spaces.
fn join_name(text: &str, parts: &[Part]) -> String {
    let mut name = String::new();
    for part in parts.iter().filter(|part| part.role == Role::Name) {
        let piece = &text[part.range.clone()];
        let spaced = |c: Option<char>| c.is_some_and(|c| c.is_ascii_graphic());
        if spaced(name.chars().next_back()) || !name.is_empty() && spaced(piece.chars().next()) {
            name.push(' ');
        }
        name.push_str(piece);
    }
    name
}

fn finish(text: &str, mut parts: Vec<Part>, found: Option<&measure::Found>) -> Line {
    parts.sort_by_key(|part| part.range.start);
    let name = join_name(text, &parts);
    let food = recognise(&name).map(|food| food.id);
    // A can of tomatoes is bought as canned tomatoes.
    let canned = || recognise(&format!("{name}缶")).or_else(|| recognise(&format!("canned {name}"))).map(|food| food.id);
    let in_cans = found.and_then(|found| found.unit) == Some(Unit::Can) && food.is_some_and(|id| id.food().weight_of(Unit::Can).is_none());
    let food = food.filter(|_| in_cans).and_then(|_| canned()).or(food);
    Line {
        text: text.to_owned(),
        name,
        food,
        amount: found.and_then(|found| found.amount),
        amount_max: found.and_then(|found| found.amount_max),
        unit: found.and_then(|found| found.unit),
        about: parts.iter().any(|part| part.role == Role::About),
        parts,
    }
}
