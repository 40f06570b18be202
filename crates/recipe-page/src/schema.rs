//! Objects of schema.org: a `Recipe` becomes a [`Found`], from whichever syntax it was taken.

mod find;
mod steps;
mod words;

use serde_json::Value;
use url::Url;

use crate::bounds;
use crate::clean;
use crate::found::{Found, How, Times};
use crate::json::field;
use crate::measure;
use crate::tidy;

pub(crate) use find::{People, best, objects, recipes};
pub(crate) use steps::{is_number_alone, steps};
pub(crate) use words::{string, strings};

/// Reads a `Recipe`.
pub(crate) fn read(recipe: &Value, people: &People<'_>, base: Option<&Url>, how: How) -> Found {
    let mut found = Found::new(how);
    let short = |names: &[&str]| {
        field(recipe, names).and_then(string).map(|text| bounds::shorten(text, bounds::SHORT)).filter(|text| !text.is_empty())
    };
    found.title = short(&["name", "headline", "title"]).unwrap_or_default();
    found.ingredients =
        field(recipe, &["recipeIngredient", "ingredients", "recipeIngredients", "ingredient"]).map(ingredients).unwrap_or_default();
    found.steps = field(recipe, &["recipeInstructions", "instructions", "recipeInstruction", "step", "steps"])
        .map(|value| tidy::steps(steps(value)))
        .unwrap_or_default();
    found.servings =
        field(recipe, &["recipeYield", "yield", "recipeServings"]).and_then(servings_text).and_then(|text| measure::servings(&text));
    let time = |names: &[&str]| field(recipe, names).and_then(duration);
    found.times = Times { prep: time(&["prepTime"]), cook: time(&["cookTime", "performTime"]), total: time(&["totalTime"]) };
    if found.times.total.is_none() {
        let both = found.times.prep.unwrap_or(0) + found.times.cook.unwrap_or(0);
        found.times.total = (both > 0).then_some(both);
    }
    found.image = field(recipe, &["image", "thumbnailUrl", "photo"]).and_then(|image| picture(image, base));
    found.author =
        field(recipe, &["author", "creator"]).and_then(|author| people.name(author)).map(|name| bounds::shorten(name, bounds::SHORT));
    found.description = field(recipe, &["description", "summary"]).and_then(string).filter(|text| !text.is_empty());
    found.source_url = field(recipe, &["url", "mainEntityOfPage", "orgURL", "org_url"]).and_then(|value| address(value, base));
    found.site_name = field(recipe, &["publisher"]).and_then(|value| people.name(value));
    found.language = short(&["inLanguage", "language"]);
    for names in [["keywords"], ["recipeCategory"], ["recipeCuisine"]] {
        for text in field(recipe, &names).map(strings).unwrap_or_default() {
            add_tags(&mut found.tags, &text);
        }
    }
    found
}

/// `夕食,鶏肉` are two.
pub(crate) fn add_tags(tags: &mut Vec<String>, text: &str) {
    for tag in text.split([',', '、', '，', ';']) {
        let tag = bounds::shorten(tag.trim().to_owned(), 100);
        if !tag.is_empty() && tags.len() < bounds::TAGS && tags.iter().all(|each| each.to_lowercase() != tag.to_lowercase()) {
            tags.push(tag);
        }
    }
}

fn ingredients(value: &Value) -> Vec<String> {
    let mut lines = Vec::new();
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        if lines.len() >= bounds::INGREDIENTS {
            break;
        }
        match value {
            Value::Array(list) => waiting.extend(list.iter().rev()),
            // All of them in one text: a line each.
            Value::String(text) if value_is_alone(value, lines.len(), &waiting) => lines.extend(clean::lines(text)),
            Value::String(text) => lines.push(clean::line(text)),
            Value::Object(_) => match field(value, &["itemListElement"]) {
                Some(list) => waiting.push(list),
                None => lines.push(ingredient(value)),
            },
            Value::Number(_) | Value::Bool(_) | Value::Null => {}
        }
    }
    lines.retain(|line| !line.is_empty());
    lines.truncate(bounds::INGREDIENTS);
    // Put together from parts: `1 carrot , peeled`, `500.0 g`.
    tidy::ingredients(lines.iter().map(|line| whole_number(&line.replace(" , ", ", "))).collect())
}

/// `500 g` for `500.0 g`.
fn whole_number(line: &str) -> String {
    match line.split_once(".0 ") {
        Some((number, rest)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => format!("{number} {rest}"),
        _ => line.to_owned(),
    }
}

fn value_is_alone(value: &Value, before: usize, waiting: &[&Value]) -> bool {
    before == 0
        && waiting.is_empty()
        && value.as_str().is_some_and(|text| text.trim().contains('\n') || text.contains("<li") || text.contains("<br"))
}

/// An ingredient with its parts in fields of their own.
fn ingredient(value: &Value) -> String {
    let part = |names: &[&str]| field(value, names).and_then(string).unwrap_or_default();
    if let Some(text) = field(value, &["text", "item"]).and_then(string) {
        return text;
    }
    let amount = part(&["value", "amount", "quantity"]);
    let unit = part(&["unitText", "unitCode", "unit"]);
    let parts = [amount, unit, part(&["name"])];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Of several, the one that says of what: `["24", "24 cookies"]`.
fn servings_text(value: &Value) -> Option<String> {
    let texts = strings(value);
    let says_what = |text: &&String| text.chars().any(char::is_alphabetic) && text.chars().any(char::is_numeric);
    texts.iter().find(says_what).or_else(|| texts.first()).cloned()
}

fn duration(value: &Value) -> Option<u32> {
    match value {
        Value::Array(list) => list.iter().find_map(duration),
        Value::Object(_) => field(value, &["maxValue", "value", "duration", "name"]).and_then(duration),
        other => string(other).and_then(|text| measure::minutes(&text)),
    }
}

/// The address of a picture; of several, the first.
fn picture(value: &Value, base: Option<&Url>) -> Option<String> {
    match value {
        Value::Array(list) => list.iter().find_map(|each| picture(each, base)),
        Value::Object(_) => field(value, &["url", "contentUrl", "@id"]).and_then(|url| picture(url, base)),
        Value::String(text) => absolute(text, base),
        Value::Number(_) | Value::Bool(_) | Value::Null => None,
    }
}

fn address(value: &Value, base: Option<&Url>) -> Option<String> {
    let text = match value {
        Value::Object(_) => field(value, &["@id", "url"])?.as_str()?,
        other => other.as_str()?,
    };
    absolute(text, base)
}

/// An address of http or https, absolute if the page's own is known.
pub(crate) fn absolute(text: &str, base: Option<&Url>) -> Option<String> {
    let text = clean::decode(text.trim());
    if text.is_empty() || text.len() > 4_000 {
        return None;
    }
    let parsed = match base {
        Some(base) => base.join(&text),
        None => Url::parse(&text),
    };
    match parsed {
        Ok(url) => matches!(url.scheme(), "http" | "https").then(|| url.to_string()),
        // Without an address of the page a path stays a path.
        Err(url::ParseError::RelativeUrlWithoutBase) => Some(text),
        Err(_) => None,
    }
}
