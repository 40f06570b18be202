//! Reads all pages of a folder and its folders, each `NAME.html` (or `.testhtml`) with what is expected of it in `NAME.json`, and says how
//! many are read exactly. With a second argument it shows what differs on pages whose path contains it.

use std::path::{Path, PathBuf};

use chabudai_recipe_page::read_page;
use serde_json::Value;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().expect("the folder of the pages");
    let shown = arguments.next();
    let mut pages = Vec::new();
    collect(Path::new(&folder), &mut pages);
    pages.sort();
    let mut rates: std::collections::BTreeMap<&str, (u32, u32)> = std::collections::BTreeMap::new();
    for page in pages {
        let Some(expected) =
            std::fs::read_to_string(page.with_extension("json")).ok().and_then(|text| serde_json::from_str::<Value>(&text).ok())
        else {
            continue;
        };
        let bytes = std::fs::read(&page).expect("a page");
        let text = String::from_utf8_lossy(&bytes);
        let has_json = text.match_indices("ld+json").any(|(at, _)| {
            text[at..].chars().take(200_000).collect::<String>().split("</script").next().is_some_and(|script| {
                script.contains("Recipe\"") && (script.contains("\"recipeIngredient") || script.contains("\"ingredients"))
            })
        });
        let kind = if has_json {
            "JSON-LD"
        } else if text.contains("schema.org/Recipe") || text.contains("itemprop=\"recipeIngredient") || text.contains("hrecipe") {
            "microdata"
        } else {
            "neither"
        };
        let started = std::time::Instant::now();
        let found = read_page(&bytes, None, expected["canonical_url"].as_str());
        let took = started.elapsed();
        let (title, ingredients, steps) = match &found {
            Ok(found) => (found.title.clone(), found.ingredients.clone(), found.steps.clone()),
            Err(_) => Default::default(),
        };
        let mut wrong = Vec::new();
        if squeeze(&title) != squeeze(expected["title"].as_str().unwrap_or_default()) {
            wrong.push("title");
        }
        if all(&ingredients) != all_of(&expected["ingredients"]) {
            wrong.push("ingredients");
        }
        if all(&steps) != all_of(&expected["instructions_list"]) {
            wrong.push("steps");
        }
        let rate = rates.entry(kind).or_default();
        rate.1 += 1;
        rate.0 += u32::from(wrong.is_empty());
        if let Some(shown) = &shown {
            if !wrong.is_empty() && page.to_string_lossy().contains(shown.as_str()) {
                println!("── {} {kind} {:?} {wrong:?}", page.display(), found.as_ref().map(|found| (found.how, found.confidence)));
                if wrong.contains(&"title") {
                    println!("  title {title:?}\n  want  {:?}", expected["title"].as_str());
                }
                for (name, got, want) in [
                    ("ingredients", all(&ingredients), all_of(&expected["ingredients"])),
                    ("steps", all(&steps), all_of(&expected["instructions_list"])),
                ] {
                    if got != want {
                        println!("  {name}: {} instead of {}", got.len(), want.len());
                        let from = got.iter().zip(&want).take_while(|(one, other)| one == other).count();
                        for each in got.iter().skip(from).take(4) {
                            println!("    got  {each:?}");
                        }
                        for each in want.iter().skip(from).take(4) {
                            println!("    want {each:?}");
                        }
                    }
                }
            }
        } else if !wrong.is_empty() {
            println!("{} {kind} {wrong:?}", page.display());
        }
        if took.as_millis() > 1_500 {
            println!("SLOW {took:?} {}", page.display());
        }
    }
    let (mut right, mut all) = (0, 0);
    for (kind, (exact, of)) in rates {
        println!("{kind}: {exact} of {of}");
        right += exact;
        all += of;
    }
    println!("exact: {right} of {all}");
}

fn collect(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, pages);
        } else if path.extension().is_some_and(|kind| kind == "html" || kind == "testhtml") {
            pages.push(path);
        }
    }
}

fn squeeze(text: &str) -> String {
    let text = text.replace(['\u{feff}', '\u{200b}', '\u{ad}', '\u{2060}'], "");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn all(lines: &[String]) -> Vec<String> {
    lines.iter().map(|line| squeeze(line)).filter(|line| !line.is_empty()).collect()
}

fn all_of(value: &Value) -> Vec<String> {
    all(&value.as_array().into_iter().flatten().filter_map(|line| line.as_str().map(str::to_owned)).collect::<Vec<_>>())
}
