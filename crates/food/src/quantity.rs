//! So much of a unit: added, subtracted, scaled and converted without losing a crumb.

use serde::{Deserialize, Serialize};

use crate::amount::Amount;
use crate::food::{Food, Weight};
use crate::unit::{Kind, Unit};

/// An amount and what it is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Quantity {
    /// How many.
    pub amount: Amount,
    /// Of what; nothing for a bare number.
    pub unit: Option<Unit>,
}

/// What a conversion gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Converted {
    /// The same in another unit.
    pub quantity: Quantity,
    /// 約: it went by what a food weighs on average.
    pub about: bool,
}

impl Quantity {
    /// So much of a unit.
    pub const fn new(amount: Amount, unit: Unit) -> Self {
        Self { amount, unit: Some(unit) }
    }

    /// The same in another unit, where that holds for every food: 大さじ1 is 15 ml, 1 kg is 1000 g.
    pub fn to(self, unit: Unit) -> Option<Self> {
        let each = self.unit?.in_terms_of(unit)?;
        Some(Self { amount: self.amount.checked_mul(each)?, unit: Some(unit) })
    }

    fn as_measured_in(self, unit: Option<Unit>) -> Option<Self> {
        if self.unit == unit { Some(self) } else { self.to(unit?) }
    }

    /// The sum, in this one's unit; `None` for units that cannot be added.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let other = other.as_measured_in(self.unit)?;
        Some(Self { amount: self.amount.checked_add(other.amount)?, unit: self.unit })
    }

    /// The difference, in this one's unit; below nothing when there is less than is taken.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        let other = other.as_measured_in(self.unit)?;
        Some(Self { amount: self.amount.checked_sub(other.amount)?, unit: self.unit })
    }

    /// So many times as much.
    pub fn scale(self, factor: Amount) -> Option<Self> {
        Some(Self { amount: self.amount.checked_mul(factor)?, unit: self.unit })
    }

    /// For so many people what was meant for so many others. Exact: what a cook would say is for [`say`](crate::say()).
    pub fn for_servings(self, meant_for: u32, wanted: u32) -> Option<Self> {
        self.scale(Amount::new(wanted.into(), meant_for.into())?)
    }
}

/// The same amount of a food in another unit, as far as the table of foods knows: 玉ねぎ1個 is about 200 g. A bare number of what is
/// counted by the piece counts pieces.
pub fn convert(food: &Food, quantity: Quantity, unit: Unit) -> Option<Converted> {
    let from = quantity.unit.or_else(|| (food.unit.kind() == Kind::Count).then_some(food.unit))?;
    let quantity = in_pieces(Quantity::new(quantity.amount, from))?;
    if let Some(same) = quantity.to(unit) {
        return Some(Converted { quantity: same, about: false });
    }
    let (one, one_about) = grams_of_one(food, quantity.unit?)?;
    let (other, other_about) = grams_of_one(food, unit)?;
    let amount = quantity.amount.checked_mul(one)?.checked_div(other)?;
    Some(Converted { quantity: Quantity::new(amount, unit), about: one_about || other_about })
}

/// A dozen is twelve pieces.
fn in_pieces(quantity: Quantity) -> Option<Quantity> {
    if quantity.unit == Some(Unit::Dozen) {
        return Some(Quantity::new(quantity.amount.checked_mul(Amount::whole(12))?, Unit::Piece));
    }
    Some(quantity)
}

/// What one of that unit weighs, and whether that is only about so.
fn grams_of_one(food: &Food, unit: Unit) -> Option<(Amount, bool)> {
    if let Kind::Mass(grams) = unit.kind() {
        return Some((grams, false));
    }
    if let Some(Weight { grams, about, .. }) = food.weight_of(unit) {
        return Some((grams, about));
    }
    // From a spoon to another vessel: powders settle, so it is about.
    [Unit::Cup, Unit::Tablespoon, Unit::Teaspoon, Unit::Go, Unit::Centimetre].into_iter().find_map(|known| {
        let grams = food.weight_of(known)?.grams;
        Some((grams.checked_mul(unit.in_terms_of(known)?)?, true))
    })
}

/// Adds up what can be added, each unit for itself, in the order in which the units first came. What cannot be added, or would not fit,
/// stays apart: nothing is created and nothing lost.
pub fn merge(quantities: impl IntoIterator<Item = Quantity>) -> Vec<Quantity> {
    let mut sums: Vec<Quantity> = Vec::new();
    for quantity in quantities {
        match sums.iter_mut().find_map(|sum| Some((sum.checked_add(quantity)?, sum))) {
            Some((added, sum)) => *sum = added,
            None => sums.push(quantity),
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::{Amount, Quantity, Unit, convert, merge};
    use crate::food::by_id;

    fn quantity(amount: &str, unit: Unit) -> Quantity {
        Quantity::new(amount.parse().expect("an amount"), unit)
    }

    #[test]
    fn what_holds_for_every_food() {
        assert_eq!(quantity("1", Unit::Tablespoon).to(Unit::Millilitre), Some(quantity("15", Unit::Millilitre)));
        assert_eq!(quantity("1", Unit::Tablespoon).to(Unit::Teaspoon), Some(quantity("3", Unit::Teaspoon)));
        assert_eq!(quantity("1", Unit::Cup).to(Unit::Millilitre), Some(quantity("200", Unit::Millilitre)));
        assert_eq!(quantity("1", Unit::UsCup).to(Unit::Tablespoon), Some(quantity("16", Unit::Tablespoon)));
        assert_eq!(quantity("1", Unit::Piece).to(Unit::Gram), None);
    }

    #[test]
    fn what_the_table_knows() {
        let cases = [
            ("onion", "3/2", Unit::Piece, Unit::Gram, "300", true),
            ("onion", "300", Unit::Gram, Unit::Piece, "3/2", true),
            ("soy-sauce", "2", Unit::Tablespoon, Unit::Gram, "36", false),
            ("soy-sauce", "1", Unit::Tablespoon, Unit::Millilitre, "15", false),
            ("sugar", "1", Unit::Cup, Unit::Gram, "130", false),
            ("egg", "1", Unit::Dozen, Unit::Piece, "12", false),
            ("rice", "2", Unit::Go, Unit::Gram, "300", false),
            ("flour", "1", Unit::UsCup, Unit::Gram, "132", true),
        ];
        for (id, amount, from, to, expected, about) in cases {
            let food = by_id(id).unwrap_or_else(|| panic!("{id}"));
            let converted = convert(food, quantity(amount, from), to).unwrap_or_else(|| panic!("{id}"));
            assert_eq!((converted.quantity, converted.about), (quantity(expected, to), about), "{id}");
        }
        let onion = by_id("onion").expect("an onion");
        assert_eq!(convert(onion, quantity("1", Unit::Can), Unit::Gram), None);
        let two = Quantity { amount: Amount::whole(2), unit: None };
        assert_eq!(convert(onion, two, Unit::Gram).map(|converted| converted.quantity), Some(quantity("400", Unit::Gram)));
    }

    #[test]
    fn sums() {
        let merged = merge([
            quantity("1", Unit::Tablespoon),
            quantity("2", Unit::Piece),
            quantity("1", Unit::Teaspoon),
            quantity("1/2", Unit::Piece),
        ]);
        assert_eq!(merged, [quantity("4/3", Unit::Tablespoon), quantity("5/2", Unit::Piece)]);
    }
}
