//! Conditions, updates and projections as small typed trees over attribute paths.
//!
//! The same tree is evaluated by the embedded store ([`eval`], [`apply`]) and rendered as DynamoDB's text by the other ([`render`]).

pub mod apply;
pub mod condition;
pub mod eval;
pub mod path;
pub mod project;
pub mod render;
pub mod update;

pub use condition::{Comparison, Condition, Operand};
pub use path::{Path, Segment, attr};
pub use update::{SetTo, UpdateAction};
