//! A page, read by all ways in the order of how far they can be trusted.

mod align;
mod head;
mod lists;
mod repeats;

use serde_json::Value;
use url::Url;

use crate::bounds;
use crate::charset;
use crate::found::{Found, How, NotFound};
use crate::json;
use crate::measure;
use crate::microdata;
use crate::schema::{self, People};
use crate::tree::{self, Tree};

use lists::Lists;

/// Reads the recipe of a page.
///
/// `content_type` is the header that came with it, `url` where it was fetched: addresses on the page are completed with it.
pub fn read_page(bytes: &[u8], content_type: Option<&str>, url: Option<&str>) -> Result<Found, NotFound> {
    if is_file_of_another_kind(bytes) {
        return Err(NotFound::NotAPage);
    }
    let text = charset::decode(bytes, content_type, bounds::PAGE);
    let tree = tree::parse(&text);
    let base = head::base(&tree, url);
    let scripts = scripts(&tree);
    let is_whole = |found: &Option<Found>| {
        found.as_ref().is_some_and(|found| !found.title.is_empty() && !found.ingredients.is_empty() && !found.steps.is_empty())
    };
    let mut found = marked(&scripts, base.as_ref(), How::JsonLd);
    if !is_whole(&found) {
        found = merge(found, marked(&microdata::values(&tree), base.as_ref(), How::Microdata));
    }
    tree.allow(bounds::WORK);
    let shown = lists::lists(&tree);
    tree.allow(bounds::WORK);
    let mut found = match found {
        Some(mut found) => {
            align::align(&mut found, &tree, &shown);
            found
        }
        None => Found::new(How::Page),
    };
    fill(&mut found, shown);
    tree.allow(bounds::WORK);
    head::complete(&mut found, &tree, base.as_ref(), url);
    if found.is_hollow() || (found.how == How::Page && (found.ingredients.is_empty() || found.steps.is_empty())) {
        return Err(NotFound::NoRecipe);
    }
    found.confidence = confidence(&found);
    Ok(found)
}

/// What a reader of a page reads, in lines: for whoever has to find the recipe in it by other means.
pub fn text_of_page(bytes: &[u8], content_type: Option<&str>) -> String {
    if is_file_of_another_kind(bytes) {
        return String::new();
    }
    let text = charset::decode(bytes, content_type, bounds::PAGE);
    tree::parse(&text).lines(Tree::root(), bounds::RAW).join("\n")
}

/// What is missing is taken from the lists that the page shows.
fn fill(found: &mut Found, shown: Lists) {
    if found.ingredients.is_empty() {
        found.ingredients = shown.ingredients;
    }
    if found.steps.is_empty() {
        found.steps = shown.steps;
    }
    if found.servings.is_none() {
        found.servings = shown.servings.as_deref().and_then(measure::servings);
    }
}

/// By how many of 1,108 real pages were read exactly when these numbers were set: 776 of 941 by JSON-LD, 37 of 63 by microdata, 35 of 104 by
/// their lists alone (`examples/rate.rs`). The rules were found on the same pages, so on others it is rather less. Without a part it is half.
fn confidence(found: &Found) -> f32 {
    let by_how = match found.how {
        How::JsonLd => 0.8,
        How::Microdata => 0.5,
        How::Page | How::Text => 0.25,
    };
    let is_whole = !found.title.is_empty() && !found.ingredients.is_empty() && !found.steps.is_empty();
    if is_whole { by_how } else { by_how / 2.0 }
}

/// The beginning of a file that no page begins with.
fn is_file_of_another_kind(bytes: &[u8]) -> bool {
    let beginnings: [&[u8]; 7] = [b"%PDF-", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK\x03\x04", b"RIFF", b"\x1f\x8b"];
    beginnings.iter().any(|beginning| bytes.starts_with(beginning))
}

fn scripts(tree: &Tree) -> Vec<Value> {
    let is_json_ld = |&id: &tree::Id| {
        tree.is(id, "script") && tree.attribute(id, "type").is_some_and(|kind| kind.to_ascii_lowercase().contains("ld+json"))
    };
    let mut left = json::Left::default();
    tree.elements(Tree::root()).filter(is_json_ld).take(100).flat_map(|id| json::values(left.cut(&tree.raw_text(id)))).collect()
}

fn marked(values: &[Value], base: Option<&Url>, how: How) -> Option<Found> {
    let people = People::of(values);
    let best = schema::best(&schema::recipes(values))?;
    let mut found = schema::read(&best, &people, base, how);
    found.site_name = people.site_name().or(found.site_name);
    Some(found)
}

fn merge(one: Option<Found>, other: Option<Found>) -> Option<Found> {
    let (mut one, other) = match (one, other) {
        (Some(one), Some(other)) => (one, other),
        (one, other) => return one.or(other),
    };
    if one.title.is_empty() {
        one.title = other.title;
    }
    if one.ingredients.is_empty() {
        one.ingredients = other.ingredients;
    }
    if one.steps.is_empty() {
        one.steps = other.steps;
    }
    Some(one)
}
