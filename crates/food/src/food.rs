//! The foods that a kitchen knows, from `foods.csv`.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::aisle::Aisle;
use crate::amount::Amount;
use crate::fold::fold;
use crate::unit::Unit;

mod name; // the food behind a name with words around it

pub use name::recognise;

// Borrowed for as long as the program runs: reading it copies no text.
static TABLE: &str = include_str!("../foods.csv");

/// The name of a food in stored data: lower-case English with hyphens, and never changed once it was released.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FoodId(&'static str);

impl FoodId {
    /// As it is stored.
    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// The food itself.
    pub fn food(self) -> &'static Food {
        by_id(self.0).expect("an id is only made from the table")
    }
}

impl fmt::Display for FoodId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for FoodId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for FoodId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for FoodId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        by_id(&id).map(|food| food.id).ok_or_else(|| serde::de::Error::custom(format_args!("no food has the id \"{id}\"")))
    }
}

/// What one unit of a food weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weight {
    /// One of this …
    pub unit: Unit,
    /// … is so many grams,
    pub grams: Amount,
    /// or about so many: no two onions are the same, but a spoon of soy sauce is.
    pub about: bool,
}

/// For how many days a food is good, where it is kept so at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Keeps {
    /// In the cupboard.
    pub room: Option<u16>,
    /// In the fridge.
    pub fridge: Option<u16>,
    /// In the freezer.
    pub freezer: Option<u16>,
    /// Once it is open, kept as its label says.
    pub opened: Option<u16>,
}

/// One food.
#[derive(Debug, PartialEq, Eq)]
pub struct Food {
    /// Its name in stored data.
    pub id: FoodId,
    /// Its Japanese name.
    pub ja: &'static str,
    /// How that is read, in hiragana; what Japanese lists are sorted by.
    pub reading: &'static str,
    /// Its English name.
    pub en: &'static str,
    ja_also: &'static str,
    en_also: &'static str,
    /// The reading alone could be another food: かき is an oyster or a persimmon.
    reading_is_shared: bool,
    /// Where the shop keeps it.
    pub aisle: Aisle,
    /// What it is usually counted in.
    pub unit: Unit,
    /// What one unit of it weighs.
    pub weights: Box<[Weight]>,
    /// How long it keeps.
    pub keeps: Keeps,
}

impl Food {
    /// Every name it is found by: in both languages, and its reading.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let reading = (!self.reading_is_shared).then_some(self.reading);
        [self.ja, self.en]
            .into_iter()
            .chain(reading)
            .chain(self.ja_also.split('|'))
            .chain(self.en_also.split('|'))
            .filter(|n| !n.is_empty())
    }

    /// It is made at home, of what keeps there: nobody buys dashi or cooked rice for a recipe, and a bag of dried wakame lasts for months.
    pub fn is_of_the_cupboard(&self) -> bool {
        matches!(self.id.0, "cooked-rice" | "dashi" | "dried-wakame")
    }

    /// What one of that unit weighs, where the table says so.
    pub fn weight_of(&self, unit: Unit) -> Option<Weight> {
        self.weights.iter().copied().find(|weight| weight.unit == unit)
    }
}

struct Foods {
    rows: Box<[Food]>,
    by_id: HashMap<&'static str, u16>,
    by_name: HashMap<Box<str>, u16>,
}

static FOODS: LazyLock<Foods> = LazyLock::new(|| {
    let rows: Box<[Food]> = TABLE.lines().skip(1).map(|line| row(line).unwrap_or_else(|why| panic!("foods.csv: {why}: {line}"))).collect();
    let by_id = (0..).zip(&rows).map(|(at, food)| (food.id.0, at)).collect();
    let by_name = (0..).zip(&rows).flat_map(|(at, food)| food.names().map(move |name| (fold(name).into_boxed_str(), at))).collect();
    Foods { rows, by_id, by_name }
});

// No field has a comma or a quote in it, so a row is split where the commas are; a test reads the file as CSV and compares.
fn row(line: &'static str) -> Result<Food, &'static str> {
    let mut fields = line.split(',');
    let mut next = || fields.next().ok_or("a field is missing");
    let id = next()?;
    let ja = next()?;
    let (reading, reading_is_shared) = next().map(|reading| reading.strip_suffix('*').map_or((reading, false), |r| (r, true)))?;
    let food = Food {
        id: FoodId(id),
        ja,
        reading,
        en: next()?,
        ja_also: next()?,
        en_also: next()?,
        reading_is_shared,
        aisle: Aisle::from_id(next()?).ok_or("no such aisle")?,
        unit: Unit::find(next()?).ok_or("no such unit")?,
        weights: next()?.split('|').filter(|w| !w.is_empty()).map(weight).collect::<Result<_, _>>()?,
        keeps: Keeps { room: days(next()?)?, fridge: days(next()?)?, freezer: days(next()?)?, opened: days(next()?)? },
    };
    if next().is_ok() { Err("a field too many") } else { Ok(food) }
}

/// `大さじ=18` is exact, `個~200` is about.
fn weight(text: &'static str) -> Result<Weight, &'static str> {
    let at = text.find(['=', '~']).ok_or("a weight is unit=grams, or unit~grams for about")?;
    Ok(Weight {
        unit: Unit::find(&text[..at]).ok_or("no such unit of a weight")?,
        grams: text[at + 1..].parse().map_err(|_| "grams are a number")?,
        about: text[at..].starts_with('~'),
    })
}

fn days(text: &str) -> Result<Option<u16>, &'static str> {
    if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(|_| "days are a whole number") }
}

/// All foods, in the order of the shop.
pub fn foods() -> &'static [Food] {
    &FOODS.rows
}

/// The food with that id.
pub fn by_id(id: &str) -> Option<&'static Food> {
    FOODS.by_id.get(id).map(|&at| &FOODS.rows[usize::from(at)])
}

/// The food of that name, in any of its spellings: 玉子, ﾀﾏｺﾞ, Eggs. Only what the table says; see [`recognise`] for names with
/// words around them.
pub fn find(name: &str) -> Option<&'static Food> {
    by_folded(&fold(name))
}

fn by_folded(name: &str) -> Option<&'static Food> {
    FOODS.by_name.get(name).map(|&at| &FOODS.rows[usize::from(at)])
}
