//! `chabudai kondate import`: saved pages, other programs' exports and plain texts, in bulk.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_app::CommandHouse;
use chabudai_food::Language;
use chabudai_kernel::once::Once;
use chabudai_kernel::part::{IsoDay, Word};
use chabudai_recipe_page::{Found, read_archive, read_json, read_page, read_text, text_of_file};
use clap::Args;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::{Imported, ReadBy};
use crate::error::KondateError;
use crate::service::{Cook, Service};

/// What is imported, and for whom.
#[derive(Args, Clone, Debug)]
pub(crate) struct ImportOptions {
    /// Saved pages (.html), exports of Mealie (.zip, .json), schema.org recipes (.json), texts (.txt, .md)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Into whose book: the e-mail address of somebody in the house; the kitchen that they used last
    #[arg(long = "for", value_name = "EMAIL", required_unless_present = "dry_run")]
    email: Option<String>,
    /// Read everything and keep nothing
    #[arg(long)]
    dry_run: bool,
    /// One JSON object a line instead of words
    #[arg(long)]
    json: bool,
}

/// A recipe of a file, or why there is none.
struct Line {
    file: String,
    found: Result<Found, String>,
}

/// The largest file that is read.
const LARGEST_FILE: u64 = 512 * 1024 * 1024;

/// A name that a terminal only shows: somebody else has chosen those within an archive.
fn printable(name: &str) -> String {
    name.chars()
        .map(|letter| if letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') { '?' } else { letter })
        .collect()
}

fn read(path: &Path) -> Vec<Line> {
    let file = printable(&path.display().to_string());
    let line = |found| Line { file: file.clone(), found };
    let bytes = match std::fs::metadata(path) {
        Ok(about) if about.is_dir() => return vec![line(Err("this is a folder; name the files in it".to_owned()))],
        Ok(about) if !about.is_file() => return vec![line(Err("this is no file".to_owned()))],
        Ok(about) if about.len() > LARGEST_FILE => return vec![line(Err("this file is larger than 512 MB".to_owned()))],
        _ => std::fs::read(path),
    };
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(error) => return vec![line(Err(error.to_string()))],
    };
    if bytes.starts_with(b"PK\x03\x04") {
        let inside = read_archive(&bytes)
            .map(|(name, found)| Line { file: format!("{file}/{}", printable(&name)), found: found.map_err(|error| error.to_string()) });
        let inside: Vec<Line> = inside.collect();
        return if inside.is_empty() { vec![line(Err("no recipe was found in this archive".to_owned()))] } else { inside };
    }
    let is_named = |ends: &[&str]| path.extension().is_some_and(|end| ends.iter().any(|one| end.eq_ignore_ascii_case(one)));
    let is_text = is_named(&["txt", "md", "text"]);
    let begins = String::from_utf8_lossy(&bytes[..bytes.len().min(100)]);
    if is_named(&["json"]) || begins.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '[']) {
        let all = read_json(&String::from_utf8_lossy(&bytes));
        // `[A] しょうゆ` may begin a text.
        if !is_text || !all.is_empty() {
            return if all.is_empty() {
                vec![line(Err("no recipe was found in this file".to_owned()))]
            } else {
                all.into_iter().map(|found| line(Ok(found))).collect()
            };
        }
    }
    if is_text {
        let text = text_of_file(&bytes);
        if text.contains('\0') {
            return vec![line(Err("this is no text".to_owned()))];
        }
        let found = read_text(&text);
        let is_something = !found.ingredients.is_empty() || !found.steps.is_empty();
        return vec![line(if is_something { Ok(found) } else { Err("no recipe was found in this text".to_owned()) })];
    }
    vec![line(read_page(&bytes, None, None).map_err(|error| error.to_string()))]
}

/// Imports files. Progress and the report go where errors go, so that what is asked for stands alone.
pub(crate) async fn import(options: &ImportOptions, house: &dyn CommandHouse) -> Result<()> {
    let book = match &options.email {
        Some(email) if !options.dry_run => Some(book_of(house, email).await?),
        _ => None,
    };
    let (mut kept, mut failed) = (0_usize, Vec::new());
    for (nth, path) in options.files.iter().enumerate() {
        eprintln!("[{}/{}] {}", nth + 1, options.files.len(), path.display());
        for Line { file, found } in read(path) {
            let outcome = match (found, &book) {
                (Ok(found), Some(book)) => {
                    let imported = of(found);
                    book.keep(&imported).await.map(|()| imported)
                }
                (Ok(found), None) => Ok(of(found)),
                (Err(why), _) => Err(why),
            };
            match outcome {
                Ok(imported) => {
                    kept += 1;
                    tell(options, &file, &imported);
                }
                Err(why) => {
                    if options.json {
                        println!("{}", json!({ "file": file, "error": why }));
                    } else {
                        println!("✗ {file}: {why}");
                    }
                    failed.push(file);
                }
            }
        }
    }
    let done = if book.is_some() { "imported" } else { "read" };
    eprintln!("{kept} recipes {done}, {} not{}", failed.len(), if failed.is_empty() { "" } else { ":" });
    for file in &failed {
        eprintln!("  {file}");
    }
    if !failed.is_empty() || kept == 0 {
        bail!("{} of what was named was not {done}", failed.len());
    }
    Ok(())
}

fn of(found: Found) -> Imported {
    Imported { read_by: ReadBy::Rules(found.how), found, picture: None }
}

fn tell(options: &ImportOptions, file: &str, imported: &Imported) {
    let Found { title, ingredients, steps, servings, .. } = &imported.found;
    let (source, sureness) = (imported.read_by.as_str(), imported.sureness().as_str());
    if options.json {
        let servings = servings.as_ref().map(|servings| servings.text.as_str());
        let line = json!({
            "file": file, "title": title, "servings": servings, "ingredients": ingredients, "steps": steps,
            "source": source, "confidence": sureness,
        });
        println!("{line}");
    } else {
        println!("✓ {file}: {title} ({} ingredients, {} steps; {source}, {sureness})", ingredients.len(), steps.len());
    }
}

/// Where recipes are kept.
struct Book {
    service: Service,
    cook: Cook,
}

async fn book_of(house: &dyn CommandHouse, email: &str) -> Result<Book> {
    let open = house.open_for(email).await?;
    let service = Service::new(open.db, open.ids);
    let (person, name) = open.person;
    let membership = service.enter(&person, &name, None).await.context("their kitchen cannot be opened")?;
    let today = IsoDay(
        chabudai_app::pictures::utc_day(chabudai_kernel::part::Millis(
            u64::try_from(service.db().clock().now().0).unwrap_or_default() * 1000,
        ))
        .0,
    );
    let cook = Cook { kitchen: membership.kitchen_id, person, today, language: Language::Ja };
    Ok(Book { service, cook })
}

impl Book {
    /// Keeps a recipe. The same one again within a month is the same: a command that was stopped is simply repeated.
    async fn keep(&self, imported: &Imported) -> Result<(), String> {
        let mut input = imported.recipe();
        input.servings = input.servings.or(Some(crate::model::DEFAULT_SERVINGS));
        let digest = URL_SAFE_NO_PAD.encode(&Sha256::digest(format!("{input:?}").as_bytes())[..16]);
        let key = Word::new(format!("import-{digest}")).expect("a digest is a word");
        let once = Once::of_client(&key, digest);
        let made = match self.service.add_recipe(&self.cook, &input, Some(&once)).await {
            // It was made, and somebody has deleted it: now it is wanted again.
            Err(KondateError::NotFound(_)) => self.service.add_recipe(&self.cook, &input, None).await,
            other => other,
        };
        made.map(drop).map_err(|error| error.to_string())
    }
}
