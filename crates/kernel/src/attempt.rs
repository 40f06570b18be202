//! Writes whose condition decides: that it failed is an answer, and not an error.

use crate::db::Run;
use crate::op::{Transact, Write};
use crate::store::StoreError;

impl Run<'_> {
    /// Carries out a write; whether its condition held.
    pub async fn attempt_one(&self, op: impl Into<Write>) -> Result<bool, StoreError> {
        done_unless(self.commit_one(op).await, &[0])
    }

    /// Carries out all writes or none; whether the conditions of these actions held. Where another's failed it is an error still.
    pub async fn attempt(&self, op: Transact, deciding: &[usize]) -> Result<bool, StoreError> {
        done_unless(self.commit(op).await, deciding)
    }
}

fn done_unless(outcome: Result<(), StoreError>, deciding: &[usize]) -> Result<bool, StoreError> {
    match outcome {
        Err(error) if deciding.iter().any(|action| error.condition_failed_at(*action)) => Ok(false),
        other => other.map(|()| true),
    }
}
