//! A person could eat it: what one serving holds of each kind of food is within the bounds of home cooking.

use chabudai_food::cookbook::{self, Dish, Kind, Language};
use chabudai_food::{Aisle, Amount, FoodId, Kind as Measure, read_line};

/// A food of a dish, with its grams in one serving.
struct Portion {
    food: FoodId,
    grams: f64,
    /// For boiling or frying in, or to steep in: most of it stays behind.
    passing: bool,
}

fn number(amount: Amount) -> f64 {
    amount.numerator() as f64 / amount.denominator() as f64
}

fn portions(dish: &Dish) -> Vec<Portion> {
    let text = dish.text(Language::Ja);
    text.ingredients
        .iter()
        .filter_map(|line| {
            let line = read_line(line);
            let food = line.food().expect("every line names a food");
            let (amount, unit) = (line.amount()?, line.unit()?);
            let grams = match (food.food().weight_of(unit), unit.kind()) {
                (Some(weight), _) => number(weight.grams),
                (None, Measure::Mass(grams)) => number(grams),
                // A millilitre weighs about a gram, near enough for bounds.
                (None, Measure::Volume(ml)) => number(ml),
                _ => panic!("{}: the table does not know what one {} of {food} weighs", dish.id, unit.ja()),
            };
            let passing = line.note().is_some_and(|note| note.contains("湯用"));
            Some(Portion { food, grams: grams * number(amount) / f64::from(dish.servings), passing })
        })
        .collect()
}

fn total(portions: &[Portion], of: impl Fn(&Portion) -> bool) -> f64 {
    portions.iter().filter(|portion| of(portion)).map(|portion| portion.grams).sum()
}

fn is(portion: &Portion, ids: &[&str]) -> bool {
    ids.contains(&portion.food.as_str())
}

/// Grams of salt in a gram of what seasons, by the standard tables of food composition, rounded.
const SALTY: &[(&str, f64)] = &[
    ("salt", 1.0),
    ("soy-sauce", 0.145),
    ("usukuchi", 0.16),
    ("miso", 0.12),
    ("white-miso", 0.06),
    ("ponzu", 0.08),
    ("mentsuyu", 0.1),
    ("oyster-sauce", 0.11),
    ("doubanjiang", 0.18),
    ("chicken-stock", 0.45),
    ("consomme", 0.43),
    ("ketchup", 0.03),
    ("sauce-worcester", 0.08),
    ("sauce-chuno", 0.06),
    ("sauce-okonomi", 0.05),
    ("curry-roux", 0.1),
    ("umeboshi", 0.18),
];

fn salt(food: FoodId) -> f64 {
    SALTY.iter().find(|(id, _)| *id == food.as_str()).map_or(0.0, |(_, share)| *share)
}

/// Salt that is washed off, boiled in, or stays in the marinade: the dish, and why.
const SALT_LEFT_BEHIND: &[&str] = &[
    "asari-sakamushi",   // the clams spit their sand into it
    "ajitama",           // a marinade that is thrown away
    "salmon-nanbanzuke", // a marinade
    "tebamoto-sappari",  // most of the sauce stays in the pot
    "oden",              // the broth is not drunk to the end
    "kitsune-udon",      // nor is this one
    "sawara-miso-yaki",  // the miso is wiped off
    "somen",             // a sauce for dipping
];

fn faults(dish: &Dish) -> Vec<String> {
    let all = portions(dish);
    let aisle = |aisle: Aisle| move |portion: &Portion| portion.food.food().aisle == aisle;
    let mut faults = Vec::new();
    let mut hold = |what: &str, grams: f64, low: f64, high: f64| {
        if grams < low || grams > high {
            faults.push(format!("{}: {grams:.1} g of {what} a serving", dish.id));
        }
    };
    let meat = total(&all, aisle(Aisle::Meat));
    let fish = total(&all, aisle(Aisle::Fish));
    if meat > 0.0 {
        hold("meat", meat, 20.0, 260.0);
    }
    if fish > 0.0 {
        // Whole fish are weighed with head and bones.
        hold("fish", fish, 5.0, 300.0);
    }
    if dish.kind == Kind::Main {
        let body = meat
            + fish
            + total(&all, |p| matches!(p.food.food().aisle, Aisle::Tofu | Aisle::Eggs | Aisle::FishCakes | Aisle::Vegetables | Aisle::Ham));
        hold("meat, fish, tofu, eggs and vegetables", body, 70.0, 700.0);
    }
    if dish.kind == Kind::Rice {
        let rice = total(&all, |p| is(p, &["cooked-rice"])) + 2.2 * total(&all, |p| is(p, &["rice"]));
        hold("cooked rice", rice, 150.0, 260.0);
    }
    if dish.kind == Kind::Noodles {
        let noodles = total(&all, aisle(Aisle::Noodles));
        hold("noodles", noodles, 80.0, 260.0);
    }
    if dish.kind == Kind::Soup {
        hold("liquid", total(&all, |p| is(p, &["dashi", "water", "milk"])), 120.0, 320.0);
    }
    let eggs = total(&all, |p| is(p, &["egg"]));
    hold("egg", eggs, 0.0, 130.0);
    hold("oil and fat", total(&all, |p| is(p, &["salad-oil", "sesame-oil", "olive-oil", "butter", "mayonnaise"])), 0.0, 26.0);
    hold("sugar", total(&all, |p| is(p, &["sugar"])), 0.0, 16.0);
    hold("starch, flour and crumbs", total(&all, |p| is(p, &["katakuriko", "flour", "breadcrumbs"])), 0.0, 75.0);
    let salt: f64 = all.iter().filter(|portion| !portion.passing).map(|portion| portion.grams * salt(portion.food)).sum();
    let most = if SALT_LEFT_BEHIND.contains(&dish.id.as_str()) { 12.0 } else { 4.2 };
    hold("salt", salt, 0.0, most);
    // Sweet things and rice with butter aside, a dish without salt was forgotten.
    let loose = dish.text(Language::Ja).ingredients.iter().any(|line| read_line(line).food().is_some_and(|food| food.as_str() == "salt"));
    if !loose && dish.id != "chikuwa-isobeage" {
        hold("salt", salt, 0.3, most);
    }
    faults
}

#[test]
fn a_serving_is_what_one_person_eats() {
    let faults: Vec<String> = cookbook::dishes().flat_map(faults).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What must be heated through says so: chicken and pork and ground meat, in both languages.
#[test]
fn chicken_and_pork_are_cooked_through_and_the_recipe_says_so() {
    let ja = ["火が通", "火を通", "赤み", "透明な肉汁", "完全に火", "色が変わ"];
    let en = ["cooked through", "cooked", "no pink", "clear juices", "changes colour", "until the pork", "carries", "done"];
    for dish in cookbook::dishes() {
        let risky = dish.text(Language::Ja).ingredients.iter().any(|line| {
            let id = read_line(line).food().expect("every line names a food").as_str();
            ["chicken-", "pork-", "ground-"].iter().any(|start| id.starts_with(start)) && !id.contains("stock") && !id.contains("broth")
        });
        if risky {
            for (language, words) in [(Language::Ja, &ja[..]), (Language::En, &en[..])] {
                let steps: String = dish.text(language).steps.iter().map(|(step, _)| *step).collect();
                assert!(words.iter().any(|word| steps.contains(word)), "{}: {language:?}", dish.id);
            }
        }
    }
}

#[test]
fn the_table_of_foods_knows_what_is_salty() {
    for (id, _) in SALTY {
        assert!(chabudai_food::food::by_id(id).is_some(), "{id}");
    }
}
