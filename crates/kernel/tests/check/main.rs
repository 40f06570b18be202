//! Mistakes of real design documents, each refused with its code, beside a corrected sibling that passes.

mod chirashi;
mod homebiyori;
mod kondate;
mod okusuri;
mod structure;
mod wardrobe;

use chabudai_kernel::check::check;
use chabudai_kernel::design::{AccessPattern, Cost, Design, Range, Step};

/// The design with one pattern, which takes one step.
fn doing(design: &Design, step: Step) -> Design {
    let pattern = AccessPattern { id: "AP-01", question: "?", steps: vec![step].leak(), cost: Cost::Exactly(1) };
    with(design, vec![pattern])
}

/// The design with one pattern, which is one query.
fn asking(design: &Design, range: Range) -> Design {
    doing(design, Step::Query(range))
}

/// The design with these patterns.
fn with(design: &Design, patterns: Vec<AccessPattern>) -> Design {
    let patterns: Vec<&'static AccessPattern> = patterns.leak().iter().collect();
    Design { patterns: patterns.leak(), ..*design }
}

#[track_caller]
fn passes(design: &Design) {
    let findings = check(design);
    assert!(findings.is_empty(), "{findings:#?}");
}

/// Refused for one reason, said in a sentence that names what is wrong.
#[track_caller]
fn refused(design: &Design, code: &str, subject: &str, words: &str) {
    let findings = check(design);
    let [finding] = &findings[..] else { panic!("expected one finding: {findings:#?}") };
    assert_eq!((finding.code, finding.subject.as_str()), (code, subject), "{finding}");
    assert!(finding.to_string().contains(words), "{finding}");
}
