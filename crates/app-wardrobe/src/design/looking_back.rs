//! The access patterns of looking back: what was not worn for long, and how much was worn when.

use chabudai_kernel::design::{AccessPattern, Cost, Range, Step};

use super::STATUS_LIST_BY_LAST_WORN_AT;
use super::patterns::{CLOTHING, HISTORY_BETWEEN_DAYS, READ_AT_MOST, list};

/// AP-28. What was never worn stands at the beginning of the range; the filter leaves out what is too new to have been worn.
pub static UNWORN: AccessPattern = AccessPattern {
    id: "AP-28",
    question: "What have I not worn for 90, 180 or 365 days?",
    steps: &[Step::Query(Range {
        between: Some("lastWornAt"),
        filters: &["lastWornAt", "createdAt"],
        limit: Some(READ_AT_MOST),
        ..list(&[CLOTHING], &STATUS_LIST_BY_LAST_WORN_AT, &["lastWornAt"])
    })],
    cost: Cost::AtMost(2),
};

/// AP-29
pub static LOOK_BACK: AccessPattern = AccessPattern {
    id: "AP-29",
    question: "How much did I wear on the days of the last year?",
    steps: &[HISTORY_BETWEEN_DAYS],
    cost: Cost::Formula { words: "1 per page of 1 MB", requests: |pages| pages },
};
