//! The table that includes the fragment.

use std::fmt::Debug;

use chabudai_kernel::design::{Index, Table};

/// An app whose table holds its people. The indexes are those of the design, by its names.
pub trait People: Clone + Copy + PartialEq + Debug + Send + Sync + 'static {
    /// The table.
    const TABLE: &'static Table;
    /// `TypeIndex`: everything of one kind, for the operator.
    const TYPE_INDEX: &'static Index;
    /// `EmailIndex`: people by address.
    const EMAIL_INDEX: &'static Index;
    /// `TokenIndex`: sessions by the hash of their token.
    const TOKEN_INDEX: &'static Index;
}
