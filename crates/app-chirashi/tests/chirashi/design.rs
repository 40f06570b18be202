//! The design itself: it would work on DynamoDB, and its document is up to date.

use std::path::Path;

use chabudai_app_chirashi::design::DESIGN;
use chabudai_kernel::{check, report};

#[test]
fn the_design_would_work_on_dynamodb() {
    let findings = check::check(&DESIGN);
    assert!(findings.is_empty(), "{}", findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_document_is_generated_from_the_design() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tables/chirashi.md");
    let now = report::markdown(&DESIGN);
    if std::env::var_os("CHABUDAI_UPDATE_DOCS").is_some() {
        std::fs::write(&path, &now).expect("the document is written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == now, "docs/tables/chirashi.md is stale: CHABUDAI_UPDATE_DOCS=1 cargo test -p chabudai-app-chirashi design");
}

/// A step that no test takes is a line of the documents that nothing holds.
#[test]
fn every_step_of_every_pattern_is_taken_by_a_test() {
    let tests = concat!(
        include_str!("articles.rs"),
        include_str!("check.rs"),
        include_str!("copies.rs"),
        include_str!("favorites.rs"),
        include_str!("flyers.rs"),
        include_str!("notices.rs"),
        include_str!("people.rs"),
        include_str!("recipes.rs"),
        include_str!("staff.rs"),
        include_str!("trade.rs"),
    );
    for pattern in DESIGN.patterns {
        assert!(tests.contains(&format!("\"{}\"", pattern.id)), "no test says that {} took every step", pattern.id);
    }
    assert!(DESIGN.entities.iter().all(|kind| !kind.fields.is_empty()));
}
