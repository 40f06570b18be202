//! Expiry is the same on both stores: what is past its TTL is gone for every read, and "absent" holds for it in a condition, whether or
//! not the store has swept it away yet.

use crate::design::Table;
use crate::expr::{Condition, attr, eval};
use crate::packed::ItemRef;
use crate::store::Now;

/// Whether the item is past its TTL. Only a number in the table's TTL attribute counts.
pub fn is_expired(table: &Table, item: ItemRef<'_>, now: Now) -> bool {
    expires_at(table, item).is_some_and(|at| at <= now.0)
}

/// When the item expires, in Unix seconds rounded up.
pub fn expires_at(table: &Table, item: ItemRef<'_>) -> Option<i64> {
    Some(item.get(table.ttl?)?.as_number()?.ceil_i64())
}

/// The condition that a live item fulfils, for a store that keeps expired ones for a while.
pub fn live(ttl: &'static str, now: Now) -> Condition {
    // An attribute of another type than number is no expiry, and is neither less nor greater than one.
    attr(ttl).le(now.0).not()
}

/// The condition as such a store must check it: an expired item counts as none.
pub fn guarded(table: &Table, condition: Option<&Condition>, now: Now) -> Option<Condition> {
    let Some(ttl) = table.ttl else { return condition.cloned() };
    let condition = condition?;
    let expired = attr(ttl).le(now.0);
    Some(if eval::holds(condition, None) { expired.or(condition.clone()) } else { live(ttl, now).and(condition.clone()) })
}
