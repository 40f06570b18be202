//! What does not sort does not compile, and the compiler says what to use.
//!
//! The expected texts are those of the toolchain in `rust-toolchain.toml`; after a change of it, or of `entity!`, write them anew with
//! `TRYBUILD=overwrite cargo test -p chabudai-kernel --test ui` and read the difference.

use std::fs;

#[test]
fn what_does_not_sort_as_text_is_refused_with_advice() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/sorts.rs");
    cases.compile_fail("tests/ui/bare_string.rs");
    cases.compile_fail("tests/ui/float.rs");
    cases.compile_fail("tests/ui/between_wrong_parts.rs");
    // The cases run when they are dropped.
    drop(cases);

    let advice = "use `Padded<WIDTH>` for a number, `Day` or `IsoDay` for a date";
    says("bare_string", &["`String` does not sort as text", advice, "`Word` for a text whose order means nothing"]);
    says("float", &["`f64` does not sort as text", advice]);
    says("between_wrong_parts", &["is not the beginning of the key's parts", "a prefix gives the parts from the left"]);
}

/// The texts that matter survive an overwrite.
fn says(case: &str, texts: &[&str]) {
    let path = format!("{}/tests/ui/{case}.stderr", env!("CARGO_MANIFEST_DIR"));
    let expected = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    for text in texts {
        assert!(expected.contains(text), "{case} does not say: {text}");
    }
}
