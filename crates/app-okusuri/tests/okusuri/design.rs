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
