//! The walk through the security standard: complete, and every test that it names is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// How many requirements of levels 1 and 2 each section of the chapters has that are walked through. Those of level 3 alone are left out.
const REQUIREMENTS: &[(&str, &[u32])] = &[
    ("2.1", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    ("2.2", &[1, 2, 3]),
    ("2.3", &[1, 2, 3]),
    ("2.4", &[1, 2, 3, 4, 5]),
    ("2.5", &[1, 2, 3, 4, 5, 6, 7]),
    ("2.6", &[1, 2, 3]),
    ("2.7", &[1, 2, 3, 4, 5, 6]),
    ("2.8", &[1, 2, 3, 4, 5, 6, 7]),
    ("2.9", &[1, 2, 3]),
    ("2.10", &[1, 2, 3, 4]),
    ("3.1", &[1]),
    ("3.2", &[1, 2, 3, 4]),
    ("3.3", &[1, 2, 3, 4]),
    ("3.4", &[1, 2, 3, 4, 5]),
    ("3.5", &[1, 2, 3]),
    ("3.7", &[1]),
    ("4.1", &[1, 2, 3, 5]),
    ("4.2", &[1, 2]),
    ("4.3", &[1, 2, 3]),
    ("8.1", &[1, 2, 3, 4]),
    ("8.2", &[1, 2, 3]),
    ("8.3", &[1, 2, 3, 4, 5, 6, 7, 8]),
    ("11.1", &[1, 2, 3, 4, 5, 6, 7, 8]),
    ("12.1", &[1, 2, 3]),
    ("12.2", &[1]),
    ("12.3", &[1, 2, 3, 4, 5, 6]),
    ("12.4", &[1, 2]),
    ("12.5", &[1, 2]),
    ("12.6", &[1]),
    ("13.1", &[1, 3, 4, 5]),
    ("13.2", &[1, 2, 3, 5, 6]),
    ("13.3", &[1, 2]),
    ("13.4", &[1, 2]),
];

/// The rows of the document: number, whether it holds, what we do, tests.
fn rows() -> Vec<[String; 4]> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/security");
    let text = ["sign-in.md", "app.md"].map(|name| fs::read_to_string(folder.join(name)).expect("the document is there")).concat();
    let rows = text.lines().filter(|line| line.starts_with("| ") && line.chars().nth(2).is_some_and(|c| c.is_ascii_digit()));
    rows.map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(cells.len(), 5, "{line}");
        [cells[0], cells[2], cells[3], cells[4]].map(str::to_owned)
    })
    .collect()
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            into.push(path);
        }
    }
}

/// The names of all tests of the house.
fn tests() -> BTreeSet<String> {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut files);
    let mut names = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(file).expect("a text");
        let mut is_test = false;
        for line in text.lines().map(str::trim) {
            if let Some((_, rest)) = line.split_once("fn ").filter(|_| is_test) {
                names.insert(rest.split(['(', '<']).next().unwrap_or_default().to_owned());
            }
            is_test = line == "#[test]" || line.starts_with("#[tokio::test") || (is_test && line.starts_with("#["));
        }
    }
    assert!(names.len() > 300, "the tests were not found");
    names
}

#[test]
fn the_walk_through_the_standard_leaves_nothing_out() {
    let rows = rows();
    let numbers: Vec<&str> = rows.iter().map(|[number, ..]| number.as_str()).collect();
    assert_eq!(numbers.iter().collect::<BTreeSet<_>>().len(), numbers.len(), "a requirement stands there twice");
    let asked: Vec<String> =
        REQUIREMENTS.iter().flat_map(|(section, all)| all.iter().map(move |number| format!("{section}.{number}"))).collect();
    assert_eq!(numbers, asked);
}

#[test]
fn every_test_that_the_standard_is_shown_by_is_there() {
    let tests = tests();
    for [number, holds, what, shown] in rows() {
        let named: Vec<&str> = shown.split(',').map(|name| name.trim().trim_matches('`')).filter(|name| !name.is_empty()).collect();
        match holds.as_str() {
            "met" | "partly" => assert!(!named.is_empty(), "{number} is {holds}, and nothing shows it"),
            "not met" | "n/a" => assert!(named.is_empty(), "{number} is {holds}, and yet shown"),
            other => panic!("{number} is {other}"),
        }
        assert!(!what.is_empty(), "{number} says nothing");
        for name in named {
            assert!(tests.contains(name), "{number}: there is no test {name}");
        }
    }
}
