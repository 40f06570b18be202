//! Each rule by a small page of its own.

mod charset; // Shift_JIS and others
mod files; // JSON, Mealie, archives
mod json_ld; // what a page says for programs
mod lists; // what a page shows
mod microdata; // what elements say of themselves
mod nasty; // pages that nobody meant to be read
mod round_trip; // out and in again
mod shown; // programs and readers, and what stands there twice
mod text; // pasted text

use chabudai_recipe_page::{Found, read_page};

/// Reads a page that is known to hold a recipe.
fn read(page: &str) -> Found {
    read_page(page.as_bytes(), Some("text/html; charset=utf-8"), Some("https://recipes.example/soup/")).expect("a recipe")
}

/// A page with a script of JSON-LD.
fn with_json(json: &str) -> String {
    format!(r#"<html lang="en"><head><script type="application/ld+json">{json}</script></head><body></body></html>"#)
}
