//! What was asked of Stripe, and how it went.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::error::PaymentError;

/// What one kind of call came to so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reading {
    /// How often it was made, by how it ended: `ok`, or the code of the error.
    pub outcomes: BTreeMap<&'static str, u64>,
    /// How often Stripe was asked once more for the same.
    pub retries: u64,
    /// How long it took in all, in milliseconds.
    pub millis: u64,
}

/// Counts by call.
#[derive(Debug, Default)]
pub struct Meter(Mutex<BTreeMap<&'static str, Reading>>);

impl Meter {
    pub(crate) fn count<T>(&self, call: &'static str, outcome: &Result<T, PaymentError>, retries: u64, millis: u64) {
        let outcome = outcome.as_ref().err().map_or("ok", PaymentError::code);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let reading = all.entry(call).or_default();
        *reading.outcomes.entry(outcome).or_default() += 1;
        reading.retries += retries;
        reading.millis = reading.millis.saturating_add(millis);
    }

    /// What every call came to so far.
    pub fn readings(&self) -> BTreeMap<&'static str, Reading> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
