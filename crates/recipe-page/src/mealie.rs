//! Mealie's own JSON: a recipe as its API and its export have it, and the `database.json` of a backup.

use std::collections::HashMap;

use serde_json::Value;

use crate::bounds;
use crate::clean;
use crate::found::{Found, How, Times};
use crate::json::field;
use crate::measure;
use crate::schema::{self, string};
use crate::tidy;

/// Whether an object is a recipe of Mealie: its ingredients are objects of its own kind, or its names are those of its tables.
pub(crate) fn is_recipe(object: &Value) -> bool {
    if field(object, &["recipe_ingredient", "recipe_instructions"]).is_some() {
        return true;
    }
    let first = field(object, &["recipeIngredient"]).and_then(Value::as_array).and_then(|list| list.first());
    first.is_some_and(|first| ["note", "display", "food", "originalText", "disableAmount"].iter().any(|name| first.get(name).is_some()))
        || (object.get("slug").is_some() && object.get("recipeInstructions").is_some())
}

/// Reads a recipe of Mealie.
pub(crate) fn read(recipe: &Value) -> Found {
    let text = |names: &[&str]| field(recipe, names).and_then(string).filter(|text| !text.is_empty());
    let mut found = Found::new(How::JsonLd);
    found.title = bounds::shorten(text(&["name"]).unwrap_or_default(), bounds::SHORT);
    let list = |names: &[&str]| field(recipe, names).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    found.ingredients =
        tidy::ingredients(list(&["recipe_ingredient", "recipeIngredient"]).iter().take(bounds::INGREDIENTS * 2).map(ingredient).collect());
    found.steps = steps(list(&["recipe_instructions", "recipeInstructions"]));
    let number = |names: &[&str]| field(recipe, names).and_then(Value::as_f64).filter(|number| *number > 0.0);
    found.servings = text(&["recipe_yield", "recipeYield"])
        .map(|what| match number(&["recipe_yield_quantity", "recipeYieldQuantity"]) {
            Some(count) => format!("{count} {what}"),
            None => what,
        })
        .or_else(|| number(&["recipe_servings", "recipeServings"]).map(|count| count.to_string()))
        .and_then(|text| measure::servings(&text));
    let time = |names: &[&str]| text(names).and_then(|text| measure::minutes(&text));
    let cook = time(&["cook_time", "cookTime"]).or_else(|| time(&["perform_time", "performTime"]));
    found.times = Times { prep: time(&["prep_time", "prepTime"]), cook, total: time(&["total_time", "totalTime"]) };
    found.description = text(&["description"]);
    found.source_url = text(&["org_url", "orgURL", "orgUrl"]).and_then(|link| schema::absolute(&link, None));
    for names in [["tags"], ["recipe_category"], ["recipeCategory"]] {
        for tag in list(&names).iter().filter_map(string) {
            schema::add_tags(&mut found.tags, &tag);
        }
    }
    found
}

/// The line that Mealie shows; an older one is put together from its parts.
fn ingredient(value: &Value) -> String {
    if let Value::String(line) = value {
        return clean::line(line);
    }
    let text = |names: &[&str]| field(value, names).and_then(string).filter(|text| !text.is_empty());
    if let Some(shown) = text(&["display"]).or_else(|| text(&["original_text", "originalText"])) {
        return shown;
    }
    let (unit, food, note) = (text(&["unit"]), text(&["food"]), text(&["note"]));
    // Without a unit or a food the number is what every line has, and the note is all that somebody wrote.
    let quantity =
        field(value, &["quantity"]).and_then(Value::as_f64).filter(|quantity| *quantity > 0.0 && (unit.is_some() || food.is_some()));
    let parts = [quantity.map(|quantity| quantity.to_string()), unit, food, note];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn steps(list: &[Value]) -> Vec<String> {
    let mut steps = Vec::new();
    for step in list.iter().take(bounds::STEPS) {
        // The title is that of a section.
        let text = |name: &str| field(step, &[name]).and_then(string).unwrap_or_default();
        steps.extend([text("title"), step.as_str().map_or_else(|| text("text"), clean::line)]);
    }
    tidy::steps(steps)
}

/// Whether a file is the database of a backup.
pub(crate) fn is_database(value: &Value) -> bool {
    value.get("recipes").is_some_and(Value::is_array) && value.get("recipes_ingredients").is_some_and(Value::is_array)
}

/// Reads all recipes of a backup: its tables are joined again.
pub(crate) fn read_database(database: &Value) -> Vec<Found> {
    let table = |name: &str| database.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let id = |row: &Value, name: &str| row.get(name).and_then(Value::as_str).map(str::to_owned);
    let names = |name: &str| -> HashMap<String, Value> {
        table(name).iter().filter_map(|row| Some((id(row, "id")?, row.get("name")?.clone()))).collect()
    };
    let (units, foods, tags) = (names("ingredient_units"), names("ingredient_foods"), names("tags"));
    let by_recipe = |name: &str| {
        let mut rows: HashMap<String, Vec<&Value>> = HashMap::new();
        for row in table(name) {
            if let Some(recipe) = id(row, "recipe_id").or_else(|| id(row, "recipee_id")) {
                rows.entry(recipe).or_default().push(row);
            }
        }
        for rows in rows.values_mut() {
            rows.sort_by_key(|row| row.get("position").and_then(Value::as_i64).unwrap_or(0));
        }
        rows
    };
    let (ingredients, instructions, recipe_tags) =
        (by_recipe("recipes_ingredients"), by_recipe("recipe_instructions"), by_recipe("recipes_to_tags"));
    let whole = |recipe: &Value| {
        let key = id(recipe, "id").unwrap_or_default();
        let mut recipe = recipe.clone();
        let lines = ingredients.get(&key).into_iter().flatten().map(|row| {
            let mut line = (*row).clone();
            for (column, name, table) in [("unit_id", "unit", &units), ("food_id", "food", &foods)] {
                if let Some(value) = id(row, column).and_then(|id| table.get(&id)) {
                    line[name] = value.clone();
                }
            }
            line
        });
        recipe["recipe_ingredient"] = Value::Array(lines.collect());
        recipe["recipe_instructions"] = instructions.get(&key).into_iter().flatten().map(|row| (*row).clone()).collect();
        recipe["tags"] = recipe_tags.get(&key).into_iter().flatten().filter_map(|row| tags.get(&id(row, "tag_id")?).cloned()).collect();
        read(&recipe)
    };
    table("recipes").iter().filter(|row| row.is_object()).take(bounds::RECIPES).map(whole).collect()
}
