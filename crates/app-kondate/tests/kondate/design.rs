//! The design itself: it would work on DynamoDB, and its document is up to date.

use std::path::Path;

use chabudai_app_kondate::design::DESIGN;
use chabudai_kernel::{check, report};

#[test]
fn the_design_would_work_on_dynamodb() {
    let findings = check::check(&DESIGN);
    assert!(findings.is_empty(), "{}", findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_document_is_generated_from_the_design() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tables/kondate.md");
    let now = report::markdown(&DESIGN);
    if std::env::var_os("CHABUDAI_UPDATE_DOCS").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        std::fs::write(&path, &now).expect("the document is written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == now, "docs/tables/kondate.md is stale: run the tests with CHABUDAI_UPDATE_DOCS=1");
}

/// A pattern that no test of this crate takes: the walk of the check.
const LATER: [&str; 1] = ["AP-1302"];

/// A step that no test takes is a line of the documents that nothing holds.
#[test]
fn every_step_of_every_answered_pattern_is_taken_by_a_test() {
    let tests = concat!(
        include_str!("patterns.rs"),
        include_str!("catalog.rs"),
        include_str!("kitchens.rs"),
        include_str!("leaving.rs"),
        include_str!("check.rs"),
        include_str!("habits.rs"),
        include_str!("deleting.rs"),
        include_str!("notices.rs"),
        include_str!("pictures.rs"),
        include_str!("second_thoughts.rs"),
        include_str!("sharing.rs"),
        include_str!("till.rs"),
        include_str!("till_faults.rs"),
        include_str!("use_soon.rs")
    );
    for pattern in DESIGN.patterns.iter().filter(|pattern| !LATER.contains(&pattern.id)) {
        assert!(tests.contains(&format!("\"{}\"", pattern.id)), "no test says that {} took every step", pattern.id);
    }
    assert!(DESIGN.entities.iter().all(|kind| !kind.fields.is_empty()));
}
