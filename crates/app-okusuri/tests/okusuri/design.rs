//! The design itself: it would work on DynamoDB, and its document is up to date.

use std::path::Path;

use chabudai_app_okusuri::design::DESIGN;
use chabudai_kernel::{check, report};

#[test]
fn the_design_would_work_on_dynamodb() {
    let findings: Vec<String> = check::check(&DESIGN).iter().map(ToString::to_string).collect();
    assert_eq!(findings, [] as [&str; 0]);
}

#[test]
fn the_document_is_generated_from_the_design() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tables/okusuri.md");
    let now = report::markdown(&DESIGN);
    if std::env::var_os("CHABUDAI_UPDATE_DOCS").is_some() {
        std::fs::write(&path, &now).expect("the document is written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == now, "docs/tables/okusuri.md is stale: CHABUDAI_UPDATE_DOCS=1 cargo test -p chabudai-app-okusuri design");
}

#[test]
fn the_indexes_are_named_as_the_design_has_them() {
    let names: Vec<&str> = DESIGN.tables[0].indexes.iter().map(|index| index.name).collect();
    assert_eq!((DESIGN.tables[0].name, names), ("okusuri-table", vec!["TypeIndex", "UserIndex", "EmailIndex", "TokenIndex", "DateIndex"]));
}

/// Patterns whose steps are not all taken in one of these tests.
const TAKEN_ELSEWHERE: &[&str] = &[
    // The walk is that of the kernel's audit, which pays for itself.
    "OK-19",
];

/// A step that no test takes is a line of the documents that nothing holds.
#[test]
fn every_step_of_every_pattern_is_taken_by_a_test() {
    let tests = concat!(
        include_str!("fill.rs"),
        include_str!("guessing.rs"),
        include_str!("logs.rs"),
        include_str!("moving_in.rs"),
        include_str!("own.rs"),
        include_str!("sign_in.rs"),
        include_str!("devices.rs"),
        include_str!("epochs.rs"),
        include_str!("messages.rs"),
        include_str!("reminders.rs"),
        include_str!("delivery.rs"),
        include_str!("passes.rs"),
        include_str!("passkeys.rs"),
        include_str!("program_tokens.rs"),
        include_str!("proof.rs"),
        include_str!("oidc/linking.rs"),
        include_str!("oidc/people.rs"),
        include_str!("set_day.rs")
    );
    for pattern in DESIGN.patterns.iter().filter(|pattern| !TAKEN_ELSEWHERE.contains(&pattern.id)) {
        assert!(tests.contains(&format!("took_every_step(\"{}\")", pattern.id)), "no test says that {} took every step", pattern.id);
    }
    assert!(DESIGN.entities.iter().all(|kind| !kind.fields.is_empty() || kind.keys.iter().any(|key| key.attribute == "UserID")));
}
