#![doc = include_str!("../README.md")]

mod bounds; // how much is read at most
mod charset; // from bytes to text
mod clean; // tags and character references within strings
mod file; // files of other programs
mod found; // what was found
mod json; // JSON as it is found on pages
mod mealie; // Mealie's own JSON
mod measure; // times and servings
mod microdata; // what elements say of themselves
mod out; // recipes for other programs
mod page; // a page, by all ways
mod schema; // objects of schema.org
mod text; // pasted text
mod tidy; // lines as a cook would write them down
mod tree; // a page as a tree
mod words; // the words over lists

pub use charset::text_of_file;
pub use file::{Archive, NotRead, read_archive, read_json};
pub use found::{Found, How, NotFound, Servings, Times};
pub use out::{RecipeOut, to_json_ld, to_json_ld_graph};
pub use page::{read_page, text_of_page};
pub use text::read_text;
