//! The design itself: it would work on DynamoDB, and its document is up to date.

use std::path::Path;

use chabudai_app_wardrobe::design::DESIGN;
use chabudai_kernel::{check, report};

#[test]
fn the_design_would_work_on_dynamodb() {
    let findings = check::check(&DESIGN);
    assert!(findings.is_empty(), "{}", findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_document_is_generated_from_the_design() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tables/wardrobe.md");
    let now = report::markdown(&DESIGN);
    if std::env::var_os("CHABUDAI_UPDATE_DOCS").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        std::fs::write(&path, &now).expect("the document is written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == now,
        "docs/tables/wardrobe.md is stale: run `cargo run -- design wardrobe --format markdown > docs/tables/wardrobe.md`"
    );
}

/// Patterns whose steps are not all taken in one of these tests.
const TAKEN_ELSEWHERE: &[&str] = &[
    // What it mends takes many ways, each of which has a test of its own in check.rs.
    "AP-22", // With another picture, over HTTP.
    "AP-07", // The walk is that of the kernel's audit, which pays for itself.
    "AP-25", // Pictures are taken in over HTTP.
    "AP-26", // Pictures are swept over HTTP.
    "AP-27",
];

/// A step that no test takes is a line of the documents that nothing holds.
#[test]
fn every_step_of_every_pattern_is_taken_by_a_test() {
    let tests = concat!(
        include_str!("patterns.rs"),
        include_str!("finding.rs"),
        include_str!("golden.rs"),
        include_str!("check.rs"),
        include_str!("mine.rs"),
        include_str!("leaving.rs")
    );
    for pattern in DESIGN.patterns.iter().filter(|pattern| !TAKEN_ELSEWHERE.contains(&pattern.id)) {
        assert!(tests.contains(&format!("took_every_step(\"{}\")", pattern.id)), "no test says that {} took every step", pattern.id);
    }
    assert!(DESIGN.entities.iter().all(|kind| !kind.fields.is_empty() || kind.keys.iter().any(|key| key.attribute == "UserID")));
}
