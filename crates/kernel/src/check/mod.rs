//! What would not work on DynamoDB, found before it is built.
//!
//! A design document can promise what its keys cannot give: a list "newest first" whose key sorts by kind first, an endpoint that knows
//! only an id while the key begins with a date, a filter on a key. DynamoDB says so late, with a refused request, a scan, or silently
//! with a wrong order. [`check`] reads the declaration and says so in a test:
//!
//! ```
//! # use chabudai_kernel::design::Design;
//! # static DESIGN: Design = Design { app: "pantry", about: "", environment: None, tables: &[], entities: &[], patterns: &[], routes: &[] };
//! let findings = chabudai_kernel::check::check(&DESIGN);
//! assert!(findings.is_empty(), "{findings:#?}");
//! ```
//!
//! Each rule is a function of its own, in the chapter of what it looks at:
//!
//! | chapter | looks at | codes |
//! |---|---|---|
//! | `tables` | names, indexes, the types of key attributes | `design.*`, `table.*` |
//! | `entities` | how each kind makes its keys, and whether kinds can be told apart | `design.*`, `entity.*` |
//! | `patterns` | what a pattern uses, its batches, its declared cost | `design.*`, `batch.*`, `cost.*` |
//! | `queries` | whether a key answers the question, in the promised order | `query.*` |
//! | `transactions` | DynamoDB's limits on actions and bytes | `transaction.*` |

mod entities;
mod patterns;
mod queries;
mod tables;
mod transactions;

use std::fmt;

use crate::design::Design;

/// Something that would not work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Which rule was broken, such as `query.order`. Stable, for tests and tools.
    pub code: &'static str,
    /// Where: a pattern such as `AP-04`, a key such as `Clothing.SK`, a table, or an index such as `stores.RegionIndex`.
    pub subject: String,
    /// What is wrong, in a sentence.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.subject, self.message, self.code)
    }
}

/// Everything in a design that would not work, in the order of the declaration: tables, entities, patterns.
pub fn check(design: &Design) -> Vec<Finding> {
    let mut findings = Findings::default();
    tables::check(design, &mut findings);
    entities::check(design, &mut findings);
    patterns::check(design, &mut findings);
    findings.0
}

/// The findings so far.
#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn add(&mut self, code: &'static str, subject: impl Into<String>, message: impl Into<String>) {
        self.0.push(Finding { code, subject: subject.into(), message: message.into() });
    }
}

/// The names that stand more than once, each reported once.
fn repeated<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = Vec::new();
    let mut twice = Vec::new();
    for name in names {
        if !seen.contains(&name) {
            seen.push(name);
        } else if !twice.contains(&name) {
            twice.push(name);
        }
    }
    twice
}
