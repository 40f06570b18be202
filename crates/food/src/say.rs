//! Amounts as a cook would say them. Rounding is for the eye alone: what is stored stays exact.

use crate::amount::Amount;
use crate::cookbook::Language;
use crate::quantity::Quantity;
use crate::unit::{Kind, Unit};

/// An amount with its unit: 大さじ1と1/2, 約200g, 1 1/2 tbsp.
pub fn say(quantity: Quantity, about: bool, language: Language) -> String {
    let (quantity, rounded) = for_kitchens(at_home(quantity, language));
    let about = about || rounded;
    match language {
        Language::Ja => japanese(quantity, about),
        Language::En => english(quantity, about),
    }
}

/// A number by itself: 1と1/2, 1 1/2.
pub fn say_amount(amount: Amount, language: Language) -> String {
    let (sign, amount) = if amount.is_negative() { ("-", amount.checked_mul(Amount::whole(-1)).unwrap_or(amount)) } else { ("", amount) };
    let whole = amount.floor();
    let rest = amount.checked_sub(Amount::whole(whole)).unwrap_or(Amount::ZERO);
    let joined = if language == Language::Ja { "と" } else { " " };
    match (whole, rest.is_zero()) {
        (_, true) => format!("{sign}{whole}"),
        (0, _) => format!("{sign}{rest}"),
        _ => format!("{sign}{whole}{joined}{rest}"),
    }
}

/// Grams and millilitres are said in decimals.
fn say_decimal(amount: Amount) -> String {
    let hundredth = Amount::new(1, 100).and_then(|step| amount.nearest(step)).unwrap_or(amount);
    let Some(hundredths) = hundredth.checked_mul(Amount::whole(100)).map(Amount::numerator) else { return amount.to_string() };
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, decimals) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    match decimals {
        0 => format!("{sign}{whole}"),
        _ if decimals % 10 == 0 => format!("{sign}{whole}.{}", decimals / 10),
        _ => format!("{sign}{whole}.{decimals:02}"),
    }
}

fn is_metric(unit: Unit) -> bool {
    use Unit::{Centimetre, Decilitre, Gram, Kilogram, Litre, Milligram, Millilitre};
    matches!(unit, Gram | Kilogram | Milligram | Millilitre | Decilitre | Litre | Centimetre)
}

/// A cup is another cup abroad, and nobody has both: said in what every scale and every jug shows.
fn at_home(quantity: Quantity, language: Language) -> Quantity {
    let to = match (language, quantity.unit) {
        (Language::En, Some(Unit::Cup | Unit::Go | Unit::Sho))
        | (Language::Ja, Some(Unit::UsCup | Unit::FluidOunce | Unit::Pint | Unit::Quart | Unit::Gallon)) => Unit::Millilitre,
        (Language::Ja, Some(Unit::Ounce | Unit::Pound)) => Unit::Gram,
        (Language::Ja, Some(Unit::Inch)) => Unit::Centimetre,
        _ => return quantity,
    };
    quantity.to(to).unwrap_or(quantity)
}

/// Rounded to what can be measured in a kitchen, and whether that changed it by more than anyone would notice.
fn for_kitchens(quantity: Quantity) -> (Quantity, bool) {
    let Quantity { amount, unit } = smaller_spoon(quantity);
    let rounded = match unit {
        Some(unit) if unit.is_loose() => amount,
        Some(unit) if is_metric(unit) => metric(amount, unit),
        _ => fraction(amount),
    };
    // A tenth more or less is not noticed in a spoon or an onion.
    let difference =
        rounded.checked_sub(amount).map(|by| if by.is_negative() { by.checked_mul(Amount::whole(-1)).unwrap_or(by) } else { by });
    let noticed =
        difference.and_then(|by| by.checked_mul(Amount::whole(10))).is_none_or(|tenfold| !amount.is_negative() && tenfold > amount);
    (Quantity { amount: rounded, unit }, noticed)
}

/// A third of a tablespoon is a teaspoon.
fn smaller_spoon(quantity: Quantity) -> Quantity {
    let less_than_half = quantity.amount < Amount::HALF && !quantity.amount.is_zero();
    match quantity.unit {
        Some(Unit::Tablespoon) if less_than_half => quantity.to(Unit::Teaspoon).unwrap_or(quantity),
        _ => quantity,
    }
}

fn metric(amount: Amount, unit: Unit) -> Amount {
    // Whole grams are said as they are; only what a division left behind is rounded.
    let small = matches!(unit.kind(), Kind::Mass(one) | Kind::Volume(one) if one > Amount::ONE);
    if amount.is_whole() || small && amount.denominator() <= 10 {
        return amount;
    }
    let step = match amount {
        _ if small => Amount::new(1, 20),
        _ if amount < Amount::whole(5) => Some(Amount::HALF),
        _ if amount < Amount::whole(30) => Some(Amount::ONE),
        _ if amount < Amount::whole(100) => Some(Amount::whole(5)),
        _ => Some(Amount::whole(10)),
    };
    step.and_then(|step| amount.nearest(step)).filter(|rounded| !rounded.is_zero()).unwrap_or(amount)
}

/// Halves, thirds and quarters below three; halves below ten; then whole ones.
fn fraction(amount: Amount) -> Amount {
    let steps: &[i64] = match amount {
        _ if amount < Amount::whole(3) => &[1, 2, 3, 4],
        _ if amount < Amount::whole(10) => &[1, 2],
        _ => &[1],
    };
    if steps.contains(&amount.denominator()) {
        return amount;
    }
    let candidates = steps.iter().filter_map(|&below| amount.nearest(Amount::new(1, below)?)).filter(|rounded| !rounded.is_zero());
    let distance = |rounded: &Amount| {
        rounded.checked_sub(amount).map(|by| if by.is_negative() { by.checked_mul(Amount::whole(-1)) } else { Some(by) })
    };
    // A pinch of a pinch is still an eighth of something.
    candidates.min_by_key(distance).unwrap_or_else(|| Amount::new(1, 8).unwrap_or(amount))
}

fn japanese(Quantity { amount, unit }: Quantity, about: bool) -> String {
    let about = if about { "約" } else { "" };
    let Some(unit) = unit else { return format!("{about}{}", say_amount(amount, Language::Ja)) };
    match unit {
        _ if unit.is_loose() => unit.ja().to_owned(),
        Unit::Pinch | Unit::Handful if amount == Amount::ONE => format!("ひと{}", unit.ja()),
        Unit::Pinch | Unit::Handful if amount == Amount::whole(2) => format!("ふた{}", unit.ja()),
        _ if is_metric(unit) => format!("{about}{}{}", say_decimal(amount), unit.ja()),
        _ if unit.before_amount() => format!("{about}{}{}", unit.ja(), say_amount(amount, Language::Ja)),
        _ => format!("{about}{}{}", say_amount(amount, Language::Ja), unit.ja()),
    }
}

fn english(Quantity { amount, unit }: Quantity, about: bool) -> String {
    let about = if about { "about " } else { "" };
    let Some(unit) = unit else { return format!("{about}{}", say_amount(amount, Language::En)) };
    let word = if amount > Amount::ONE { unit.en_plural() } else { unit.en() };
    match unit {
        _ if unit.is_loose() => unit.en().to_owned(),
        _ if is_metric(unit) => format!("{about}{} {word}", say_decimal(amount)),
        _ => format!("{about}{} {word}", say_amount(amount, Language::En)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Amount, Language, Quantity, Unit, say};

    #[test]
    fn as_a_cook_would_say() {
        for (amount, unit, ja, en) in [
            ("3/2", Some(Unit::Tablespoon), "大さじ1と1/2", "1 1/2 tbsp"),
            ("1/2", Some(Unit::Piece), "1/2個", "1/2 piece"),
            ("200", Some(Unit::Gram), "200g", "200 g"),
            ("700/3", Some(Unit::Gram), "230g", "230 g"),
            ("225", Some(Unit::Gram), "225g", "225 g"),
            ("6/5", Some(Unit::Kilogram), "1.2kg", "1.2 kg"),
            ("1/3", Some(Unit::Tablespoon), "小さじ1", "1 tsp"),
            ("3/2", Some(Unit::Cup), "カップ1と1/2", "300 ml"),
            ("1", Some(Unit::UsCup), "240ml", "1 cup"),
            ("8", Some(Unit::Ounce), "230g", "8 oz"),
            ("2", None, "2", "2"),
            ("1", Some(Unit::Pinch), "ひとつまみ", "1 pinch"),
            ("2", Some(Unit::Clove), "2かけ", "2 cloves"),
            ("7/5", Some(Unit::Piece), "1と1/3個", "1 1/3 pieces"),
            ("1/5", Some(Unit::Piece), "約1/4個", "about 1/4 piece"),
            ("17/5", Some(Unit::Long), "3と1/2本", "3 1/2 stalks"),
            ("53/4", Some(Unit::Flat), "13枚", "13 slices"),
            ("0", Some(Unit::Gram), "0g", "0 g"),
        ] {
            let quantity = Quantity { amount: amount.parse().expect("an amount"), unit };
            assert_eq!(say(quantity, false, Language::Ja), ja, "{amount} {unit:?}");
            assert_eq!(say(quantity, false, Language::En), en, "{amount} {unit:?}");
        }
        let onion = Quantity::new(Amount::whole(400), Unit::Gram);
        assert_eq!(say(onion, true, Language::Ja), "約400g");
        assert_eq!(say(onion, true, Language::En), "about 400 g");
    }
}
