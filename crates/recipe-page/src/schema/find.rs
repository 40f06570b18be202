//! The recipe among all that a page says for programs.

use std::collections::HashMap;

use serde_json::Value;

use crate::json::{field, is_type};

use super::words::string;

/// Who is who: authors are often named by an id, and described elsewhere.
pub(crate) struct People<'a> {
    by_id: HashMap<&'a str, &'a Value>,
    site: Option<&'a Value>,
}

impl<'a> People<'a> {
    /// Looks through everything.
    pub(crate) fn of(values: &'a [Value]) -> Self {
        let mut people = Self { by_id: HashMap::new(), site: None };
        for object in objects(values) {
            if is_type(object, "WebSite") && people.site.is_none() {
                people.site = Some(object);
            }
            if field(object, &["name"]).is_some()
                && let Some(id) = field(object, &["@id", "url"]).and_then(Value::as_str)
            {
                people.by_id.entry(id).or_insert(object);
            }
        }
        people
    }

    /// The name of the site.
    pub(crate) fn site_name(&self) -> Option<String> {
        self.site.and_then(|site| field(site, &["name"])).and_then(string)
    }

    /// The name of somebody.
    pub(crate) fn name(&self, who: &Value) -> Option<String> {
        let named = match who {
            Value::Array(list) => return list.iter().find_map(|each| self.name(each)),
            Value::Object(_) => {
                let id = field(who, &["@id", "url"]).and_then(Value::as_str);
                field(who, &["name"]).or_else(|| id.and_then(|id| self.by_id.get(id)).and_then(|known| field(known, &["name"])))
            }
            other => Some(other),
        };
        named.and_then(string).filter(|name| !name.is_empty() && !name.starts_with("http"))
    }
}

/// All recipes, in the order in which they stand, the outer before the inner.
pub(crate) fn recipes(values: &[Value]) -> Vec<&Value> {
    objects(values).filter(|object| is_type(object, "Recipe")).take(crate::bounds::RECIPES).collect()
}

/// The recipe that a page is about: the one that says most, and of equals the first. Others that bear its name add what it lacks.
pub(crate) fn best(recipes: &[&Value]) -> Option<Value> {
    let mut best: Option<(&Value, u32)> = None;
    for recipe in recipes {
        let worth = worth(recipe);
        if best.is_none_or(|(_, most)| worth > most) {
            best = Some((recipe, worth));
        }
    }
    let (best, _) = best?;
    let mut whole = best.clone();
    let name = field(best, &["name"]).and_then(string);
    for other in recipes.iter().filter(|other| !std::ptr::eq(**other, best)).take(10) {
        if field(other, &["name"]).and_then(string) == name
            && let (Some(whole), Some(other)) = (whole.as_object_mut(), other.as_object())
        {
            for (key, value) in other {
                whole.entry(key).or_insert_with(|| value.clone());
            }
        }
    }
    Some(whole)
}

fn worth(recipe: &Value) -> u32 {
    let has = |names: &[&str]| u32::from(field(recipe, names).is_some());
    4 * has(&["recipeIngredient", "ingredients"]) + 4 * has(&["recipeInstructions"]) + 2 * has(&["name"])
}

/// All objects, in the order in which they stand, the outer before the inner.
pub(crate) fn objects(values: &[Value]) -> impl Iterator<Item = &Value> {
    let mut waiting: Vec<&Value> = values.iter().rev().collect();
    std::iter::from_fn(move || {
        while let Some(value) = waiting.pop() {
            match value {
                Value::Array(list) => waiting.extend(list.iter().rev()),
                Value::Object(fields) => {
                    let before = waiting.len();
                    waiting.extend(fields.values().filter(|value| value.is_array() || value.is_object()));
                    waiting[before..].reverse();
                    return Some(value);
                }
                Value::String(_) | Value::Number(_) | Value::Bool(_) | Value::Null => {}
            }
        }
        None
    })
}
