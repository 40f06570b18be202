//! Real pages, compared with what a good reader got from them. The pages belong to others, so they are not here: `CHABUDAI_RECIPE_PAGES` names
//! a folder of them, each `NAME.html` with `NAME.json`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use chabudai_recipe_page::read_page;
use serde_json::Value;

/// Of forty.
const LEAST: usize = 36;

#[test]
fn real_pages_are_read_as_a_good_reader_reads_them() {
    let folder = std::env::var_os("CHABUDAI_RECIPE_PAGES")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/recipe-pages"), PathBuf::from);
    let Ok(files) = std::fs::read_dir(&folder) else {
        // Not `eprintln!`: the test runner would keep it to itself, because the test passes.
        let _ = writeln!(std::io::stderr(), "left out: real pages are not read: {} is not there", folder.display());
        return;
    };
    let mut pages: Vec<PathBuf> =
        files.flatten().map(|file| file.path()).filter(|path| path.extension().is_some_and(|kind| kind == "html")).collect();
    pages.sort();
    let mut exact = 0;
    for page in &pages {
        let expected: Value = serde_json::from_slice(&std::fs::read(page.with_extension("json")).unwrap()).unwrap();
        let found = read_page(&std::fs::read(page).unwrap(), None, expected["canonical_url"].as_str());
        let same = found.is_ok_and(|found| {
            squeeze(&found.title) == squeeze(expected["title"].as_str().unwrap_or_default())
                && all(found.ingredients.iter().map(String::as_str)) == all_of(&expected["ingredients"])
                && all(found.steps.iter().map(String::as_str)) == all_of(&expected["instructions_list"])
        });
        if same {
            exact += 1;
        } else {
            println!("not the same: {}", page.display());
        }
    }
    let _ = writeln!(std::io::stderr(), "real pages: {exact} of {} are read exactly", pages.len());
    assert!(exact * 40 >= LEAST * pages.len(), "{exact} of {}", pages.len());
}

fn squeeze(text: &str) -> String {
    text.replace(['\u{feff}', '\u{200b}', '\u{ad}', '\u{2060}'], "").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn all<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    lines.map(squeeze).filter(|line| !line.is_empty()).collect()
}

fn all_of(value: &Value) -> Vec<String> {
    all(value.as_array().into_iter().flatten().filter_map(Value::as_str))
}
