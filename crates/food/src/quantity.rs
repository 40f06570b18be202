//! So much of a unit.

use crate::amount::Amount;
use crate::unit::Unit;

/// An amount and what it is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Quantity {
    /// How many.
    pub amount: Amount,
    /// Of what; nothing for a bare number.
    pub unit: Option<Unit>,
}
