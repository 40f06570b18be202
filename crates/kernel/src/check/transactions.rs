//! Transactions: whether they can outgrow what DynamoDB takes.

use super::Findings;
use crate::design::{AccessPattern, Action, EntityDesign};
use crate::limits::{TRANSACTION_ACTIONS, TRANSACTION_BYTES};

pub(super) fn check_writes(pattern: &AccessPattern, actions: &[Action], out: &mut Findings) {
    every_action_is_bounded(pattern, actions, out);
    // What is unbounded has been said; the rest may be too much even without it.
    let bounded: Vec<_> = actions.iter().filter_map(|action| Some((action.entity, u64::from(action.at_most?)))).collect();
    let count = bounded.iter().map(|(_, at_most)| at_most).sum();
    if bounded.len() == actions.len() {
        has_an_action(pattern, count, out);
    }
    not_too_many_actions(pattern, count, out);
    not_too_many_bytes(pattern, &bounded, out);
}

pub(super) fn check_reads(pattern: &AccessPattern, entities: &[&'static EntityDesign], at_most: u32, out: &mut Findings) {
    has_an_action(pattern, at_most.into(), out);
    not_too_many_actions(pattern, at_most.into(), out);
    // Any of the kinds may be all that is read: the largest counts.
    let largest = entities.iter().copied().max_by_key(|entity| entity.at_most_bytes);
    if let Some(largest) = largest.filter(|_| entities.iter().all(|entity| entity.at_most_bytes.is_some())) {
        not_too_many_bytes(pattern, &[(largest, at_most.into())], out);
    }
}

fn every_action_is_bounded(pattern: &AccessPattern, actions: &[Action], out: &mut Findings) {
    for action in actions.iter().filter(|action| action.at_most.is_none()) {
        let message =
            format!("nothing bounds how many {} the transaction touches, and it takes {TRANSACTION_ACTIONS} at most", action.entity.kind);
        out.add("transaction.unbounded", pattern.id, message);
    }
}

fn has_an_action(pattern: &AccessPattern, actions: u64, out: &mut Findings) {
    if actions == 0 {
        out.add("transaction.empty", pattern.id, "a transaction has one action at least");
    }
}

fn not_too_many_actions(pattern: &AccessPattern, actions: u64, out: &mut Findings) {
    if actions > TRANSACTION_ACTIONS as u64 {
        let message = format!("the transaction can grow to {actions} actions, and DynamoDB takes {TRANSACTION_ACTIONS}");
        out.add("transaction.actions", pattern.id, message);
    }
}

/// The limit counts the items, whatever is done to them; it is only known where every kind is bounded.
fn not_too_many_bytes(pattern: &AccessPattern, bounds: &[(&'static EntityDesign, u64)], out: &mut Findings) {
    let bytes: Option<u64> = bounds.iter().map(|(entity, at_most)| entity.at_most_bytes.map(|bytes| bytes as u64 * at_most)).sum();
    if let Some(bytes) = bytes.filter(|bytes| *bytes > TRANSACTION_BYTES as u64) {
        let message = format!("the items of the transaction can grow to {bytes} bytes, and DynamoDB takes {TRANSACTION_BYTES}");
        out.add("transaction.bytes", pattern.id, message);
    }
}
