//! Files of other programs: JSON, and archives of it.

use std::io::{self, Cursor, Read};

use serde_json::Value;
use zip::ZipArchive;

use crate::bounds;
use crate::found::{Found, How, NotFound};
use crate::json::{self, field};
use crate::mealie;
use crate::page::read_page;
use crate::schema::{self, People};

/// Reads all recipes of a JSON file: `Recipe` objects of schema.org (one, a list, a `@graph`), recipes of Mealie, the database of its backup.
pub fn read_json(text: &str) -> Vec<Found> {
    // What is whole is read whole, however long it is: only what has to be mended is cut first.
    match serde_json::from_str::<Value>(text.trim_start_matches('\u{feff}')) {
        Ok(value) => from_values(&[value]),
        Err(_) => from_values(&json::values(text)),
    }
}

fn from_values(values: &[Value]) -> Vec<Found> {
    if let [database] = values
        && mealie::is_database(database)
    {
        return rated(mealie::read_database(database));
    }
    let people = People::of(values);
    let is_recipe = |object: &&Value| {
        field(object, &["name"]).is_some()
            && field(object, &["recipeIngredient", "recipe_ingredient", "recipeInstructions", "recipe_instructions"]).is_some()
    };
    let mut found = Vec::new();
    for object in schema::objects(values).filter(|object| json::is_type(object, "Recipe") || is_recipe(object)).take(bounds::RECIPES) {
        found.push(if mealie::is_recipe(object) { mealie::read(object) } else { schema::read(object, &people, None, How::JsonLd) });
    }
    rated(found)
}

/// A file was written by a program for programs: what is in it is what it says. Without a part it is no whole recipe.
fn rated(mut found: Vec<Found>) -> Vec<Found> {
    for each in &mut found {
        let is_whole = !each.title.is_empty() && !each.ingredients.is_empty() && !each.steps.is_empty();
        each.confidence = if is_whole { 0.95 } else { 0.5 };
    }
    found
}

/// Files of an archive that are looked at.
const MOST_FILES: usize = 20_000;
/// Bytes of one file, unpacked: the database of a backup holds all recipes of a house.
const MOST_OF_A_FILE: u64 = 50_000_000;
/// Bytes of all files, unpacked.
const MOST_ALTOGETHER: u64 = 200_000_000;

/// A file of an archive that could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotRead {
    /// It is no archive that can be read.
    #[error("this is no zip archive")]
    NotAnArchive,
    /// It is packed in a way that is not read, or broken.
    #[error("this file of the archive is broken")]
    Broken,
    /// It is larger than any recipe, or the archive is.
    #[error("the archive is too large when it is unpacked")]
    TooLarge,
    /// It was read, and there is none in it.
    #[error("no recipe was found in this file")]
    NoRecipe,
}

/// Reads all recipes of a zip archive, such as Mealie's export and its backup: files of JSON and pages. The files are unpacked one after the
/// other, each no further than the bounds allow, whatever the archive says of their sizes.
pub fn read_archive(bytes: &[u8]) -> Archive<'_> {
    Archive { zip: ZipArchive::new(Cursor::new(bytes)).ok(), at: 0, left: MOST_ALTOGETHER, waiting: Vec::new(), has_ended: false }
}

/// The recipes of an archive, each with the name of the file it was in.
#[derive(Debug)]
pub struct Archive<'a> {
    zip: Option<ZipArchive<Cursor<&'a [u8]>>>,
    at: usize,
    left: u64,
    waiting: Vec<(String, Result<Found, NotRead>)>,
    has_ended: bool,
}

impl Iterator for Archive<'_> {
    type Item = (String, Result<Found, NotRead>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(next) = self.waiting.pop() {
                return Some(next);
            }
            if self.has_ended {
                return None;
            }
            let Some(zip) = &mut self.zip else {
                self.has_ended = true;
                return Some((String::new(), Err(NotRead::NotAnArchive)));
            };
            if self.at >= zip.len().min(MOST_FILES) {
                return None;
            }
            self.at += 1;
            self.read_file();
        }
    }
}

impl Archive<'_> {
    fn read_file(&mut self) {
        let Some(zip) = &mut self.zip else { return };
        let Ok(mut file) = zip.by_index(self.at - 1) else {
            return self.waiting.push((format!("#{}", self.at), Err(NotRead::Broken)));
        };
        let name = file.name().map_or_else(|_| format!("#{}", self.at), |name| bounds::cut(&name, bounds::SHORT).to_owned());
        let ends = |endings: &[&str]| endings.iter().any(|ending| name.to_ascii_lowercase().ends_with(ending));
        if !ends(&[".json", ".jsonld", ".html", ".htm"]) {
            return;
        }
        let most = MOST_OF_A_FILE.min(self.left);
        let unpacked = read_up_to(&mut file, most);
        drop(file);
        let bytes = match unpacked {
            Ok(Some(bytes)) => bytes,
            Ok(None) => {
                self.left -= most;
                // What follows is not unpacked if this was all that may be.
                self.has_ended = self.left == 0;
                return self.waiting.push((name, Err(NotRead::TooLarge)));
            }
            Err(_) => return self.waiting.push((name, Err(NotRead::Broken))),
        };
        self.left -= bytes.len() as u64;
        if ends(&[".html", ".htm"]) {
            let found = read_page(&bytes, None, None).map_err(|error| match error {
                NotFound::NotAPage => NotRead::Broken,
                NotFound::NoRecipe => NotRead::NoRecipe,
            });
            return self.waiting.push((name, found));
        }
        let mut found = match serde_json::from_slice::<Value>(&bytes) {
            Ok(value) => from_values(&[value]),
            Err(_) => read_json(&String::from_utf8_lossy(&bytes)),
        };
        if found.is_empty() {
            return self.waiting.push((name, Err(NotRead::NoRecipe)));
        }
        found.reverse();
        self.waiting = found.into_iter().map(|found| (name.clone(), Ok(found))).collect();
    }
}

/// All that there is, or nothing if it is more than so many bytes: no more is unpacked, and none of it is kept.
fn read_up_to(from: &mut impl Read, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use super::read_up_to;

    /// It would never end.
    #[test]
    fn no_more_is_unpacked_than_is_allowed() {
        assert_eq!(read_up_to(&mut std::io::repeat(b' '), 1_000).unwrap(), None);
        assert_eq!(read_up_to(&mut &b"soup"[..], 4).unwrap().as_deref(), Some(&b"soup"[..]));
        assert_eq!(read_up_to(&mut &b"soups"[..], 4).unwrap(), None);
    }
}
