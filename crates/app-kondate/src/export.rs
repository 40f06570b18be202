//! Recipes for other programs, as schema.org has them: what was imported goes out again.

use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use chabudai_food::Language;
use chabudai_recipe_page::{RecipeOut, Times, to_json_ld, to_json_ld_graph};

use crate::model::{Ingredient, Recipe, picture_at, timer_in};
use crate::pages::written;

/// The language that a recipe is written in: its amounts go out as they were written, and not as a reader is told them.
fn language_of(recipe: &Recipe, reader: Language) -> Language {
    let is_japanese = |c: char| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}');
    let says = |is: &dyn Fn(char) -> bool| {
        recipe.ingredients.iter().map(|one| one.name.as_str()).chain([recipe.title.as_str()]).any(|text| text.contains(is))
    };
    match (says(&is_japanese), says(&|c| c.is_ascii_alphabetic())) {
        (true, _) => Language::Ja,
        (false, true) => Language::En,
        (false, false) => reader,
    }
}

/// A mark is written before its line already; a longer name is not.
fn is_mark(group: &str) -> bool {
    group.chars().count() == 1
}

/// A line, with the name of what it is mixed into before it: A しょうゆ 大さじ1, 【タレ】砂糖 大さじ1.
fn line(one: &Ingredient, language: Language) -> String {
    let text = written(one, language);
    match one.group.as_deref().filter(|group| !is_mark(group)) {
        Some(group) => format!("【{group}】{text}"),
        None => text,
    }
}

/// A step, with its timer where its words do not tell it.
fn told(text: &str, timer: Option<u32>, language: Language) -> String {
    match timer.filter(|_| timer_in(text) != timer) {
        Some(minutes) if language == Language::Ja => format!("{text}（{minutes}分）"),
        Some(minutes) => format!("{text} ({minutes} min)"),
        None => text.to_owned(),
    }
}

/// What is made before the dish itself, and then its steps.
fn steps(recipe: &Recipe, language: Language) -> Vec<String> {
    let made = recipe.intermediate_materials.iter().map(|made| match language {
        Language::Ja => format!("【{}】{}", made.title, made.text),
        Language::En => format!("{}: {}", made.title, made.text),
    });
    made.chain(recipe.steps.iter().map(|step| told(&step.text, step.timer_minutes, language))).collect()
}

/// A recipe as other programs read it. `public_url` completes the addresses of pictures.
fn out(recipe: &Recipe, reader: Language, public_url: &str) -> RecipeOut {
    let language = language_of(recipe, reader);
    let image = recipe.thumbnail_url.as_ref().map(|address| match picture_at(address) {
        Some(_) => format!("{}{address}", public_url.trim_end_matches('/')),
        None => address.clone(),
    });
    let servings = match language {
        Language::Ja => format!("{}人分", recipe.servings()),
        Language::En => recipe.servings().to_string(),
    };
    RecipeOut {
        title: recipe.title.clone(),
        ingredients: recipe.ingredients.iter().map(|one| line(one, language)).collect(),
        steps: steps(recipe, language),
        servings: Some(servings),
        times: Times { prep: None, cook: None, total: recipe.cook_time_minutes },
        image,
        author: recipe.author_name.clone(),
        description: None,
        source_url: recipe.source_url.clone(),
        language: None,
        tags: recipe.tags.clone(),
    }
}

/// One recipe, as a file.
pub(crate) fn one(recipe: &Recipe, reader: Language, public_url: &str) -> Response {
    file("recipe.json", to_json_ld(&out(recipe, reader, public_url)).to_string())
}

/// Many recipes, as a file.
pub(crate) fn all(recipes: &[Recipe], reader: Language, public_url: &str) -> Response {
    let all: Vec<RecipeOut> = recipes.iter().map(|recipe| out(recipe, reader, public_url)).collect();
    file("recipes.json", to_json_ld_graph(&all).to_string())
}

fn file(name: &str, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/ld+json".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    (headers, text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Intermediate, RecipeStep};

    /// What was written goes out as it was, whoever takes it, and is read as the same again.
    #[test]
    fn nothing_of_a_recipe_is_lost() {
        let mut recipe = crate::official::recipes(Language::Ja).next().expect("a starter").clone();
        recipe.title = "から揚げ".to_owned();
        let lines = ["鶏もも肉 300g", "A しょうゆ 大さじ1", "【タレ】砂糖 大さじ1と1/2"];
        recipe.ingredients = (1..).zip(lines).map(|(order, line)| Ingredient::read(line, order)).collect();
        recipe.intermediate_materials = vec![Intermediate { title: "タレ".to_owned(), text: "混ぜる".to_owned(), order: 1 }];
        let step = |order, text: &str, timer_minutes| RecipeStep { order, text: text.to_owned(), timer_minutes };
        recipe.steps = vec![step(1, "下味をつける", Some(15)), step(2, "3分揚げる", Some(3))];
        for reader in [Language::Ja, Language::En] {
            let given = out(&recipe, reader, "");
            assert_eq!(given.steps, ["【タレ】混ぜる", "下味をつける（15分）", "3分揚げる"]);
            let again: Vec<Ingredient> = (1..).zip(&given.ingredients).map(|(order, line)| Ingredient::read(line, order)).collect();
            assert_eq!(again, recipe.ingredients, "{:?}", given.ingredients);
            assert_eq!(given.ingredients[1], "A しょうゆ 大さじ1");
        }
    }
}
