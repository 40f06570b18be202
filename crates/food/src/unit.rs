//! What an amount is counted in: grams, spoons, pieces, bunches, pinches.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::amount::Amount;
use crate::fold::fold;

mod table; // every unit, its words and its size

pub use table::Unit;

/// What a unit measures, and how much of it one unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Weight, in grams.
    Mass(Amount),
    /// Volume, in millilitres.
    Volume(Amount),
    /// Length, in centimetres: of ginger, of kombu, of paste from a tube.
    Length(Amount),
    /// Pieces, bunches, cans: as large as the food makes them.
    Count,
    /// As much as the cook likes; never a number.
    Loose,
}

/// One row of the table.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) unit: Unit,
    pub(crate) kind: Kind,
    pub(crate) ja: &'static str,
    pub(crate) en: &'static str,
    pub(crate) en_plural: &'static str,
    /// Every other word for it, folded or not, with `|` between.
    pub(crate) also: &'static str,
}

impl Unit {
    fn row(self) -> &'static Row {
        &table::ROWS[self as usize]
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        table::ROWS.iter().map(|row| row.unit)
    }

    /// What it measures.
    pub fn kind(self) -> Kind {
        self.row().kind
    }

    /// Its Japanese word, which is also its name in tables and in JSON.
    pub fn ja(self) -> &'static str {
        self.row().ja
    }

    /// Its English word for one or less.
    pub fn en(self) -> &'static str {
        self.row().en
    }

    /// Its English word for more than one.
    pub fn en_plural(self) -> &'static str {
        self.row().en_plural
    }

    /// Its words in all spellings.
    pub(crate) fn words(self) -> impl Iterator<Item = &'static str> {
        let row = self.row();
        [row.ja, row.en, row.en_plural].into_iter().chain(row.also.split('|')).filter(|word| !word.is_empty())
    }

    /// Japanese says the amount after it: 大さじ2, カップ1/2.
    pub fn before_amount(self) -> bool {
        matches!(self, Self::Tablespoon | Self::Teaspoon | Self::Cup)
    }

    /// Nobody counts it: 適量, to taste.
    pub fn is_loose(self) -> bool {
        self.kind() == Kind::Loose
    }

    /// A spoon or less: what a kitchen has at home, and no shopping list needs to ask for.
    pub fn is_pantry(self) -> bool {
        self.is_loose() || matches!(self, Self::Tablespoon | Self::Teaspoon | Self::Pinch | Self::Dash | Self::Drop)
    }

    /// The unit of a word in any spelling: 大匙, tbsp, コ, 個分. `T` is a tablespoon and `t` a teaspoon.
    pub fn find(word: &str) -> Option<Self> {
        match word.trim() {
            "T" | "Ｔ" => return Some(Self::Tablespoon),
            "t" | "ｔ" => return Some(Self::Teaspoon),
            _ => {}
        }
        let folded = fold(word);
        let folded = folded.trim_end_matches('.');
        let found = |word: &str| WORDS.get(word).copied();
        found(folded)
            // "1かけ分" is as much as one かけ gives, "a 2-inch piece" is measured in inches.
            .or_else(|| found(folded.strip_suffix('分')?))
            .or_else(|| found(folded.strip_suffix("piece")?))
    }

    /// How many of the other unit one of this is, where that is so for every food.
    pub fn in_terms_of(self, other: Self) -> Option<Amount> {
        match (self.kind(), other.kind()) {
            _ if self == other => Some(Amount::ONE),
            (Kind::Mass(one), Kind::Mass(of)) | (Kind::Volume(one), Kind::Volume(of)) | (Kind::Length(one), Kind::Length(of)) => {
                one.checked_div(of)
            }
            _ => None,
        }
    }
}

static WORDS: LazyLock<HashMap<Box<str>, Unit>> =
    LazyLock::new(|| Unit::all().flat_map(|unit| unit.words().map(move |word| (fold(word).into_boxed_str(), unit))).collect());

impl Serialize for Unit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.ja())
    }
}

impl<'de> Deserialize<'de> for Unit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Self::find(&word).ok_or_else(|| serde::de::Error::custom(format_args!("\"{word}\" is not a unit")))
    }
}

#[cfg(test)]
mod tests {
    use super::{Unit, fold, table};

    #[test]
    fn rows_are_where_their_unit_points() {
        for (at, row) in table::ROWS.iter().enumerate() {
            assert_eq!(row.unit as usize, at, "{:?}", row.unit);
        }
    }

    #[test]
    fn no_word_means_two_units() {
        let mut words = std::collections::HashMap::new();
        for unit in Unit::all() {
            for word in unit.words() {
                if let Some(other) = words.insert(fold(word), unit) {
                    assert_eq!(other, unit, "{word}");
                }
            }
        }
    }

    #[test]
    fn spellings() {
        for (word, unit) in [
            ("大匙", Unit::Tablespoon),
            ("tbsp.", Unit::Tablespoon),
            ("T", Unit::Tablespoon),
            ("t", Unit::Teaspoon),
            ("コ", Unit::Piece),
            ("ヶ", Unit::Piece),
            ("かけ分", Unit::Clove),
            ("ｃｃ", Unit::Millilitre),
            ("㎖", Unit::Millilitre),
            ("cups", Unit::UsCup),
            ("カップ", Unit::Cup),
        ] {
            assert_eq!(Unit::find(word), Some(unit), "{word}");
        }
        assert_eq!(Unit::find("額"), None);
    }
}
