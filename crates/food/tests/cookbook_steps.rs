//! What is bought is cooked, and what is cooked was bought: the steps and the ingredient lines of a dish name the same foods.

use std::collections::BTreeSet;

use chabudai_food::cookbook::{self, Dish, Language};
use chabudai_food::{FoodId, foods, read_line};

/// Words of the steps that name a food which need not be listed, each with its reason.
const TAP: &[&str] = &[
    // From the tap: to wash, soak, boil and steam in. Water that is eaten is listed.
    "水",
    "湯",
    "熱湯",
    "冷水",
    "氷水",
    "お湯",
    "water",
    "cold water",
    "hot water",
    "boiling water",
    "iced water",
    "ice water",
    // From the freezer: to cool with.
    "氷",
    "ice",
    // 刺身用: how fresh the fish is, not another fish.
    "刺身",
    // The white of the eggs that are listed, and the dumplings that the dish makes itself.
    "白身",
    "つみれ",
];

/// A way of saying what was listed under a longer name.
const SHORT: &[(&str, &str)] = &[("chili", "chili")];

struct Name {
    text: String,
    food: FoodId,
}

/// Every name of every food in that language, the longest first, so that ごま油 is not sesame.
fn names(language: Language) -> Vec<Name> {
    let mut names: Vec<Name> = foods()
        .iter()
        .flat_map(|food| food.names().map(|name| Name { text: name.to_lowercase(), food: food.id }))
        .filter(|name| name.text.is_ascii() == (language == Language::En))
        .flat_map(|name| plurals(&name.text, language).into_iter().map(move |text| Name { text, food: name.food }))
        .collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.text.len()));
    names
}

fn plurals(name: &str, language: Language) -> Vec<String> {
    let mut all = vec![name.to_owned()];
    if language == Language::En {
        all.extend([format!("{name}s"), format!("{name}es")]);
        all.extend(name.strip_suffix("leaf").map(|stem| format!("{stem}leaves")));
        all.extend(name.strip_suffix('y').map(|stem| format!("{stem}ies")));
    }
    all
}

fn is_hiragana(c: char) -> bool {
    ('ぁ'..='ゖ').contains(&c)
}

fn is_katakana(c: char) -> bool {
    ('ァ'..='ー').contains(&c)
}

/// Whether a name stands there as a word. Short names in hiragana are also the ends of verbs: the cod (たら) of 煮立ったら.
fn stands(text: &str, at: usize, name: &str, language: Language) -> bool {
    let (before, after) = (text[..at].chars().next_back(), text[at + name.len()..].chars().next());
    match language {
        Language::En => {
            let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-');
            !letter(before) && !letter(after)
        }
        Language::Ja if name.chars().count() <= 3 && name.chars().all(is_hiragana) => {
            before.is_none_or(|c| "、。（・\n".contains(c)) && after.is_none_or(|c| "、。はをにのともがで（".contains(c))
        }
        // A frying pan (フライパン) is no bread.
        Language::Ja if name.chars().all(is_katakana) => !before.is_some_and(is_katakana) && !after.is_some_and(is_katakana),
        Language::Ja => true,
    }
}

/// The foods that a text names: at each place the longest name, with all foods that it may mean.
fn mentions<'a>(text: &str, names: &'a [Name], language: Language) -> Vec<(&'a str, BTreeSet<FoodId>)> {
    let text = text.to_lowercase();
    let mut found = Vec::new();
    let mut taken = vec![false; text.len()];
    for name in names {
        for (at, _) in text.match_indices(&name.text) {
            let range = at..at + name.text.len();
            if !taken[range.clone()].contains(&true) && stands(&text, at, &name.text, language) {
                taken[range].fill(true);
                let meant = names.iter().filter(|other| other.text == name.text).map(|other| other.food).collect();
                found.push((name.text.as_str(), meant));
            }
        }
    }
    found
}

/// Pork says pork belly, tofu says firm tofu: the general food's id is a word of the particular one's.
fn says(general: FoodId, particular: FoodId) -> bool {
    // Beef and pork ground together are ground meat.
    let mixed = general.as_str() == "ground-meat" && particular.as_str() == "ground-mixed";
    general == particular || mixed || particular.as_str().split('-').any(|word| word == general.as_str())
}

fn steps(dish: &Dish, language: Language) -> String {
    dish.text(language).steps.iter().map(|(step, _)| *step).collect::<Vec<_>>().join("\n")
}

fn faults(dish: &Dish, names: &[Name], language: Language) -> Vec<String> {
    let text = steps(dish, language);
    let mentions = mentions(&text, names, language);
    let lines: Vec<_> = dish.text(language).ingredients.iter().map(|line| read_line(line)).collect();
    let listed: Vec<FoodId> = lines.iter().filter_map(chabudai_food::Line::food).collect();
    let mut faults = Vec::new();
    for line in &lines {
        let Some(food) = line.food() else { continue };
        let by_group = line.group().is_some_and(|mark| text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == mark));
        let by_name = mentions
            .iter()
            .any(|(said, meant)| meant.iter().any(|general| says(*general, food)) || line.name().to_lowercase().contains(said));
        let in_short = SHORT.iter().any(|(id, short)| *id == food.as_str() && text.to_lowercase().contains(short));
        if !(by_group || by_name || in_short || text.contains(line.name())) {
            faults.push(format!("{}: {} ({food}) is listed and not used", dish.id, line.name()));
        }
    }
    for (said, meant) in &mentions {
        let known = listed.iter().any(|food| meant.iter().any(|general| says(*general, *food)));
        let within = lines.iter().any(|line| line.name().to_lowercase().contains(said));
        if !(known || within || TAP.contains(said)) {
            faults.push(format!("{}: {said} {meant:?} is used and not listed", dish.id));
        }
    }
    faults
}

#[test]
fn every_ingredient_is_used_and_nothing_else() {
    for language in [Language::Ja, Language::En] {
        let names = names(language);
        let faults: Vec<String> = cookbook::dishes().flat_map(|dish| faults(dish, &names, language)).collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
