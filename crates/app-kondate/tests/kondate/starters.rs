//! The starters are the same dishes in both languages: one household has one list, whoever of it looks.

use std::collections::BTreeSet;

use chabudai_app_kondate::larder::{Foods, Identity};
use chabudai_app_kondate::model::Recipe;
use chabudai_app_kondate::official;
use chabudai_food::Language;

/// What a recipe asks for: which foods, and which of them are at home anyway.
fn asked(recipe: &Recipe) -> BTreeSet<(Identity, bool)> {
    let foods = Foods::default();
    recipe.ingredients.iter().map(|one| (foods.identify(&one.name, one.food_id.as_deref()), one.is_pantry())).collect()
}

#[test]
fn a_starter_asks_for_the_same_in_both_languages() {
    let mut others = Vec::new();
    let mut seen = 0;
    for japanese in official::recipes(Language::Ja) {
        let english = official::recipe(&japanese.recipe_id, Language::En).expect("every starter is in both languages");
        let (one, other) = (asked(japanese), asked(english));
        seen += one.len();
        if one != other {
            let only = |these: &BTreeSet<(Identity, bool)>, those| these.difference(those).cloned().collect::<Vec<_>>();
            others.push(format!("{}: {:?} and {:?}", japanese.recipe_id, only(&one, &other), only(&other, &one)));
        }
    }
    assert!(seen > 100, "{seen} lines");
    assert!(others.is_empty(), "{}", others.join("\n"));
}
