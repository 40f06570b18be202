//! What was asked, how it went, and what it cost.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::error::AiError;
use crate::model::Prices;

/// How a question ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Outcome(&'static str);

impl Outcome {
    /// With an answer.
    pub const ANSWERED: Self = Self("answered");
    /// Whoever asked did not wait for the end.
    pub const ABANDONED: Self = Self("abandoned");

    /// Its name in the metrics.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl From<&AiError> for Outcome {
    fn from(error: &AiError) -> Self {
        Self(error.code())
    }
}

/// What one purpose came to so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reading {
    /// How often it was asked, by how it ended.
    pub outcomes: BTreeMap<&'static str, u64>,
    /// Tokens of questions.
    pub tokens_in: u64,
    /// Tokens of answers.
    pub tokens_out: u64,
    /// What they cost by the operator's prices, in millionths of their currency's unit.
    pub micros: u64,
    /// How long answers took in all, in milliseconds.
    pub millis: u64,
}

/// Counts by purpose.
#[derive(Debug, Default)]
pub struct Meter(Mutex<BTreeMap<&'static str, Reading>>);

/// Tokens of a question and its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Used {
    pub(crate) tokens_in: u64,
    pub(crate) tokens_out: u64,
}

impl Used {
    pub(crate) fn all(self) -> u64 {
        self.tokens_in.saturating_add(self.tokens_out)
    }
}

impl Meter {
    pub(crate) fn count(&self, purpose: &'static str, outcome: Outcome, used: Used, prices: Prices, millis: u64) {
        let mut all = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let reading = all.entry(purpose).or_default();
        *reading.outcomes.entry(outcome.as_str()).or_default() += 1;
        reading.tokens_in = reading.tokens_in.saturating_add(used.tokens_in);
        reading.tokens_out = reading.tokens_out.saturating_add(used.tokens_out);
        reading.micros = reading.micros.saturating_add(prices.micros(used));
        reading.millis = reading.millis.saturating_add(millis);
    }

    /// What every purpose came to so far.
    pub fn readings(&self) -> BTreeMap<&'static str, Reading> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }
}
