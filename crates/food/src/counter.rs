//! How English counts a food where Japanese has a counter: 大葉2枚 are two leaves, にんじん1本 is one carrot.

use crate::aisle::Aisle;
use crate::amount::Amount;
use crate::cookbook::Language;
use crate::food::Food;
use crate::quantity::Quantity;
use crate::say::say;
use crate::unit::Unit;

/// The word for one and for several.
type Counter = (&'static str, &'static str);

/// Nobody says a word: two carrots are “2”.
const BARE: Counter = ("", "");

/// What English counts a food in that Japanese counts in this unit; nothing where the unit says it for every food.
pub fn counter(food: &Food, unit: Unit) -> Option<Counter> {
    let id = food.id.as_str();
    match unit {
        Unit::Piece | Unit::Tail => Some(BARE),
        Unit::Long => Some(long(id, food.aisle)),
        Unit::Flat => Some(flat(id, food.aisle)),
        Unit::Ball => Some(match food.aisle {
            Aisle::Vegetables => ("head", "heads"),
            _ => ("portion", "portions"),
        }),
        Unit::Clove => match id {
            "ginger" => Some(("knob", "knobs")),
            "butter" => Some(("piece", "pieces")),
            "curry-roux" | "stew-roux" => Some(("cube", "cubes")),
            _ => None,
        },
        Unit::Cut if food.aisle != Aisle::Fish => Some(("slice", "slices")),
        Unit::Root => match (id, food.aisle) {
            (_, Aisle::Mushrooms) => Some(("pack", "packs")),
            ("spinach" | "komatsuna" | "mizuna" | "coriander-leaf", _) => Some(("plant", "plants")),
            _ => None,
        },
        Unit::Cluster if food.aisle == Aisle::Fruit => Some(("bunch", "bunches")),
        Unit::Bowl if food.aisle == Aisle::Fish => Some(BARE),
        _ => None,
    }
}

/// 本: what is long. Most of it is counted by its name alone.
fn long(id: &str, aisle: Aisle) -> Counter {
    match id {
        "naganegi" | "green-onion" | "celery" | "lemongrass" | "nira" | "mitsuba" | "garlic-shoots" | "leek" | "sansai-fuki" | "udo"
        | "warabi" | "zenmai" => ("stalk", "stalks"),
        "asparagus" | "asparagus-can" => ("spear", "spears"),
        "corn" => ("ear", "ears"),
        "milk" => ("carton", "cartons"),
        "french-bread" => ("loaf", "loaves"),
        "sugar" | "consomme" | "cinnamon" | "kanten" => ("stick", "sticks"),
        "vanilla-bean" => ("pod", "pods"),
        "condensed-milk" => ("tube", "tubes"),
        "tomato-puree" | "salmon-flakes" => ("jar", "jars"),
        _ if matches!(aisle, Aisle::Seasonings | Aisle::Oils | Aisle::Drinks | Aisle::Alcohol) => ("bottle", "bottles"),
        _ => BARE,
    }
}

/// 枚: what is flat. Leaves are leaves, sheets are sheets; what is cut is slices; what comes as it is has no word.
fn flat(id: &str, aisle: Aisle) -> Counter {
    const LEAF: Counter = ("leaf", "leaves");
    const SHEET: Counter = ("sheet", "sheets");
    const SLICE: Counter = ("slice", "slices");
    match id {
        "nori" | "seasoned-nori" | "korean-nori" | "yuba" | "lasagna" | "rice-paper" | "gelatin" | "puff-pastry" => SHEET,
        "kombu" => ("piece", "pieces"),
        "laurel" => LEAF,
        "chocolate" | "white-chocolate" => ("bar", "bars"),
        "bread" | "sandwich-bread" | "french-bread" | "smoked-salmon" | "spam" | "pineapple-can" => SLICE,
        "snow-peas" | "chicken" | "chicken-thigh" | "chicken-breast" | "duck" | "pork-loin-cutlet" => BARE,
        _ => match aisle {
            Aisle::Vegetables => LEAF,
            Aisle::Fruit | Aisle::Pickles | Aisle::Meat | Aisle::Ham | Aisle::Dairy => SLICE,
            Aisle::FishCakes if matches!(id, "kamaboko" | "narutomaki") => SLICE,
            _ => BARE,
        },
    }
}

/// An amount of a food of this name, as a cook would say it beside the name. A word that the name ends with already is not said twice:
/// “shiso leaves” are “2”.
pub fn say_of(food: Option<&Food>, name: &str, quantity: Quantity, about: bool, language: Language) -> String {
    let counted = food.zip(quantity.unit).and_then(|(food, unit)| counter(food, unit));
    // An onion is an onion, whether the table knows it or not.
    let counted = counted.or_else(|| (quantity.unit == Some(Unit::Piece)).then_some(BARE));
    let Some((one, several)) = counted.filter(|_| language == Language::En) else { return say(quantity, about, language) };
    let number = say(Quantity { unit: None, ..quantity }, about, language);
    let last = name.rsplit(' ').next().unwrap_or_default();
    let is_said = [one, several].iter().any(|word| last.eq_ignore_ascii_case(word));
    match if quantity.amount > Amount::ONE { several } else { one } {
        "" => number,
        _ if is_said => number,
        word => format!("{number} {word}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::food::{by_id, foods};

    #[test]
    fn a_counter_is_said_as_english_does_for_that_food() {
        for (id, unit, amount, said) in [
            ("shiso", Unit::Flat, "2", "2 leaves"),
            ("carrot", Unit::Long, "1", "1"),
            ("carrot", Unit::Long, "1/2", "1/2"),
            ("celery", Unit::Long, "1", "1 stalk"),
            ("asparagus", Unit::Long, "6", "6 spears"),
            ("milk", Unit::Long, "1", "1 carton"),
            ("soy-sauce", Unit::Long, "2", "2 bottles"),
            ("ham", Unit::Flat, "4", "4 slices"),
            ("nori", Unit::Flat, "1", "1 sheet"),
            ("chicken-thigh", Unit::Flat, "2", "2"),
            ("aburaage", Unit::Flat, "1", "1"),
            ("cabbage", Unit::Flat, "3", "3 leaves"),
            ("cabbage", Unit::Ball, "1/2", "1/2 head"),
            ("udon", Unit::Ball, "2", "2 portions"),
            ("ginger", Unit::Clove, "1", "1 knob"),
            ("garlic", Unit::Clove, "2", "2 cloves"),
            ("salmon", Unit::Cut, "2", "2 fillets"),
            ("lemon", Unit::Cut, "2", "2 slices"),
            ("shimeji", Unit::Root, "1", "1 pack"),
            ("saury", Unit::Tail, "2", "2"),
            ("squid", Unit::Bowl, "1", "1"),
            ("onion", Unit::Piece, "2", "2"),
            ("tofu", Unit::Block, "1", "1 block"),
        ] {
            let food = by_id(id).unwrap_or_else(|| panic!("no food is called {id}"));
            let quantity = Quantity { amount: amount.parse().expect("an amount"), unit: Some(unit) };
            assert_eq!(say_of(Some(food), food.en, quantity, false, Language::En), said, "{id} {unit:?}");
            assert_eq!(say_of(Some(food), food.ja, quantity, false, Language::Ja), say(quantity, false, Language::Ja), "{id} {unit:?}");
        }
    }

    #[test]
    fn no_word_is_said_twice() {
        let (shiso, two) = (by_id("shiso"), Quantity::new(Amount::whole(2), Unit::Flat));
        assert_eq!(say_of(shiso, "shiso leaves", two, false, Language::En), "2");
        assert_eq!(say_of(None, "dragon scales", Quantity::new(Amount::ONE, Unit::Piece), false, Language::En), "1");
    }

    #[test]
    fn every_id_that_is_named_here_is_one_of_the_table() {
        let source = include_str!("counter.rs").split("#[cfg(test)]").next().unwrap_or_default();
        let words = source.split('"').skip(1).step_by(2).filter(|word| word.contains('-'));
        let unknown: Vec<&str> = words.filter(|id| by_id(id).is_none()).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        assert!(foods().len() > 500, "the table was read");
    }
}
