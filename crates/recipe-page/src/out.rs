//! Recipes for other programs, as schema.org has them.

use serde_json::{Map, Value, json};

use crate::found::{Found, Times};

/// A recipe that is given away.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RecipeOut {
    /// Its name.
    pub title: String,
    /// One line each.
    pub ingredients: Vec<String>,
    /// One step each.
    pub steps: Vec<String>,
    /// `4`, `2人分`.
    pub servings: Option<String>,
    /// How long it takes.
    pub times: Times,
    /// The address of its picture.
    pub image: Option<String>,
    /// Who wrote it.
    pub author: Option<String>,
    /// A sentence or two about it.
    pub description: Option<String>,
    /// Where it was found.
    pub source_url: Option<String>,
    /// Its language.
    pub language: Option<String>,
    /// Keywords.
    pub tags: Vec<String>,
}

impl From<&Found> for RecipeOut {
    fn from(found: &Found) -> Self {
        let found = found.clone();
        Self {
            title: found.title,
            ingredients: found.ingredients,
            steps: found.steps,
            servings: found.servings.map(|servings| servings.text),
            times: found.times,
            image: found.image,
            author: found.author,
            description: found.description,
            source_url: found.source_url,
            language: found.language,
            tags: found.tags,
        }
    }
}

/// A `Recipe` of schema.org. `read_json` reads it again as it was.
pub fn to_json_ld(recipe: &RecipeOut) -> Value {
    let mut object = object(recipe);
    object.insert("@context".to_owned(), json!("https://schema.org"));
    Value::Object(object)
}

/// Many recipes in one document, as a `@graph`.
pub fn to_json_ld_graph<'a>(recipes: impl IntoIterator<Item = &'a RecipeOut>) -> Value {
    let graph: Vec<Value> = recipes.into_iter().map(|recipe| Value::Object(object(recipe))).collect();
    json!({ "@context": "https://schema.org", "@graph": graph })
}

fn object(recipe: &RecipeOut) -> Map<String, Value> {
    let mut object = Map::new();
    let mut put = |name: &str, value: Value| {
        let is_empty = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
        if !is_empty {
            object.insert(name.to_owned(), value);
        }
    };
    put("@type", json!("Recipe"));
    put("name", json!(recipe.title));
    put("recipeIngredient", json!(recipe.ingredients));
    put("recipeInstructions", recipe.steps.iter().map(|step| json!({ "@type": "HowToStep", "text": step })).collect());
    put("recipeYield", json!(recipe.servings));
    put("prepTime", json!(recipe.times.prep.map(duration)));
    put("cookTime", json!(recipe.times.cook.map(duration)));
    put("totalTime", json!(recipe.times.total.map(duration)));
    put("image", json!(recipe.image));
    put("author", recipe.author.as_ref().map_or(Value::Null, |name| json!({ "@type": "Person", "name": name })));
    put("description", json!(recipe.description));
    put("url", json!(recipe.source_url));
    put("inLanguage", json!(recipe.language));
    put("keywords", json!(recipe.tags));
    object
}

/// `PT90M`: minutes alone are a duration, too, and nothing has to be carried.
fn duration(minutes: u32) -> String {
    format!("PT{minutes}M")
}
