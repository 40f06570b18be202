//! What must hold for the table of foods, told by row, so that whoever edits it knows what to mend.

use std::collections::{HashMap, HashSet};

use chabudai_food::{Aisle, Kind, Unit, find, fold, food, foods};

#[test]
fn there_are_foods_for_every_aisle() {
    println!("{} foods, {} names", foods().len(), foods().iter().map(|food| food.names().count()).sum::<usize>());
    assert!(foods().len() >= 350, "{} foods", foods().len());
    for aisle in Aisle::ALL {
        assert!(foods().iter().any(|food| food.aisle == *aisle), "nothing in {aisle:?}");
        assert_eq!(Aisle::from_id(aisle.id()), Some(*aisle));
    }
    assert!(foods().is_sorted_by_key(|food| food.aisle), "rows stand in the order of the shop");
}

#[test]
fn ids_are_unique_and_well_formed() {
    let mut ids = HashSet::new();
    for food in foods() {
        let id = food.id.as_str();
        assert!(ids.insert(id), "{id} is there twice");
        let letters = id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        let hyphens = id.starts_with('-') || id.ends_with('-') || id.contains("--");
        assert!(letters && !hyphens && !id.is_empty() && id.len() <= 40, "{id} is no id");
        assert_eq!(food.id.food(), food);
    }
}

#[test]
fn no_name_belongs_to_two_foods() {
    let mut owners = HashMap::new();
    for food in foods() {
        for name in food.names() {
            if let Some(other) = owners.insert(fold(name), food.id) {
                assert_eq!(other, food.id, "{name}");
            }
            assert_eq!(find(name).map(|found| found.id), Some(food.id), "{name}");
            assert_eq!(name, name.trim(), "{}: spaces around {name}", food.id);
            assert!(!name.contains(['(', '（', '"', '\t']), "{}: {name}", food.id);
        }
    }
}

#[test]
fn readings_are_hiragana_and_names_are_given() {
    for food in foods() {
        let hiragana = |c: char| ('ぁ'..='ゖ').contains(&c) || c == 'ー';
        assert!(!food.reading.is_empty() && food.reading.chars().all(hiragana), "{}: {}", food.id, food.reading);
        assert!(!food.ja.is_empty() && !food.en.is_empty(), "{}", food.id);
        assert!(food.en.is_ascii(), "{}: {}", food.id, food.en);
    }
}

#[test]
fn weights_are_above_nothing_and_given_once() {
    for food in foods() {
        let mut units = HashSet::new();
        for weight in &food.weights {
            let name = weight.unit.ja();
            assert!(units.insert(weight.unit), "{}: {name} is there twice", food.id);
            assert!(!weight.grams.is_zero() && !weight.grams.is_negative(), "{}: {name}", food.id);
            assert!(!matches!(weight.unit.kind(), Kind::Mass(_)), "{}: {name} has a weight of its own", food.id);
        }
        // Whoever buys a food by the piece must be able to compare it with a recipe in grams.
        if food.unit.kind() == Kind::Count && food.unit != Unit::Drop {
            assert!(food.weight_of(food.unit).is_some(), "{}: what does one {} weigh?", food.id, food.unit.ja());
        }
    }
}

/// A spoon, a cup and a teaspoon of the same food must tell the same story, within what a kitchen measures.
#[test]
fn spoons_agree() {
    for food in foods() {
        let grams = |unit| food.weight_of(unit).map(|w| w.grams.numerator() as f64 / w.grams.denominator() as f64);
        if let (Some(table), Some(tea)) = (grams(Unit::Tablespoon), grams(Unit::Teaspoon)) {
            let ratio = table / tea;
            assert!((2.4..=3.8).contains(&ratio), "{}: a tablespoon is {ratio} teaspoons", food.id);
        }
        if let (Some(cup), Some(table)) = (grams(Unit::Cup), grams(Unit::Tablespoon)) {
            let ratio = cup / table;
            assert!((8.0..=18.0).contains(&ratio), "{}: a cup is {ratio} tablespoons", food.id);
        }
    }
}

#[test]
fn every_food_keeps_somewhere() {
    for food in foods().iter().filter(|food| food.aisle != Aisle::Water) {
        let keeps = food.keeps;
        assert!(keeps.room.or(keeps.fridge).or(keeps.freezer).is_some(), "{}", food.id);
        assert!([keeps.room, keeps.fridge, keeps.freezer, keeps.opened].iter().flatten().all(|days| *days > 0), "{}", food.id);
    }
}

/// The table is split at its commas; a spreadsheet reads it as CSV. Both must see the same.
#[test]
fn a_spreadsheet_reads_the_same() {
    let mut reader = csv::Reader::from_reader(include_str!("../foods.csv").as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("every row has as many fields as the header")).collect();
    assert_eq!(rows.len(), foods().len());
    for (row, food) in rows.iter().zip(foods()) {
        assert_eq!((&row[0], &row[1], &row[3]), (food.id.as_str(), food.ja, food.en));
        assert_eq!(row[2].trim_end_matches('*'), food.reading);
        assert_eq!(&row[6], food.aisle.id());
        assert_eq!(&row[7], food.unit.ja(), "{}: the first word for a unit", food.id);
    }
}

#[test]
fn figures_that_every_cook_knows() {
    for (id, unit, grams, about) in [
        ("soy-sauce", Unit::Tablespoon, "18", false),
        ("onion", Unit::Piece, "200", true),
        ("sugar", Unit::Tablespoon, "9", false),
        ("flour", Unit::Cup, "110", false),
        ("rice", Unit::Go, "150", false),
        ("mayonnaise", Unit::Tablespoon, "12", false),
    ] {
        let weight = food::by_id(id).and_then(|food| food.weight_of(unit)).unwrap_or_else(|| panic!("{id}"));
        assert_eq!((weight.grams.to_string().as_str(), weight.about), (grams, about), "{id}");
    }
}

#[test]
fn names_in_every_spelling() {
    for (name, id) in [
        ("卵", "egg"),
        ("玉子", "egg"),
        ("たまご", "egg"),
        ("タマゴ", "egg"),
        ("ﾀﾏｺﾞ", "egg"),
        ("Egg", "egg"),
        ("生姜", "ginger"),
        ("しょうが", "ginger"),
        ("ショウガ", "ginger"),
        ("長ねぎ", "naganegi"),
        ("ねぎ", "naganegi"),
        ("白ねぎ", "naganegi"),
        ("ネギ", "naganegi"),
        ("鶏もも肉", "chicken-thigh"),
        ("とりもも肉", "chicken-thigh"),
        ("鳥もも肉", "chicken-thigh"),
        ("酒", "sake"),
        ("さけ", "salmon"),
        ("soy sauce", "soy-sauce"),
    ] {
        assert_eq!(find(name).map(|food| food.id.as_str()), Some(id), "{name}");
    }
    // An oyster or a persimmon: not ours to say.
    assert_eq!(find("かき").map(|food| food.id), None);
}
