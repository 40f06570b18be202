//! The access patterns of a wardrobe that goes: deleted, for a day undone, then removed with all that is in it.

use chabudai_kernel::design::{AccessPattern, Action, Cost, Range, Step, Verb};

use super::STATUS_LIST_BY_CREATED_AT;
use super::patterns::{CLOTHING, CLOTHING_DAILY, DELETION, HISTORY, IDEMPOTENCY, KEEPER, KEPT, OUTFIT, OUTFIT_DAILY, WARDROBE};

/// How many items are read, and then removed, at a time.
pub const AT_A_TIME: u32 = 100;

/// AP-35
pub static DELETE_WARDROBE: AccessPattern = AccessPattern {
    id: "AP-35",
    question: "I want none of this wardrobe any more.",
    steps: &[Step::Transact(&[Action::new(Verb::Update, WARDROBE, 1), Action::new(Verb::Put, DELETION, 1)])],
    cost: Cost::Exactly(1),
};

/// AP-36
pub static RESTORE_WARDROBE: AccessPattern = AccessPattern {
    id: "AP-36",
    question: "I did not mean to delete it.",
    steps: &[Step::Transact(&[Action::new(Verb::Update, WARDROBE, 1), Action::new(Verb::Delete, DELETION, 1)])],
    cost: Cost::Exactly(1),
};

/// AP-37
pub static DUE_DELETIONS: AccessPattern = AccessPattern {
    id: "AP-37",
    question: "Which wardrobes were deleted more than a day ago? (cleaning up)",
    steps: &[Step::Query(Range { between: Some("deletedAt"), ordered_by: &["deletedAt"], ..Range::of(&[DELETION]) })],
    cost: Cost::Formula { words: "1 per page of 1 MB", requests: |pages| pages },
};

/// AP-38. What leads to others goes after them, and the wardrobe with its deletion goes last: whoever begins again finds what is left.
pub static REMOVE_WARDROBE: AccessPattern = AccessPattern {
    id: "AP-38",
    question: "Its day is over: remove everything of it. (cleaning up)",
    steps: &[
        Step::Update(WARDROBE),
        Step::Query(Range { given: &["wardrobeId"], limit: Some(AT_A_TIME), ..Range::of(&[CLOTHING]) }),
        Step::Query(Range { given: &["wardrobeId", "clothingId"], limit: Some(AT_A_TIME), ..Range::of(&[CLOTHING_DAILY]) }),
        Step::Query(Range { given: &["wardrobeId"], limit: Some(AT_A_TIME), ..Range::of(&[OUTFIT]) }),
        Step::Query(Range { given: &["wardrobeId", "templateId"], limit: Some(AT_A_TIME), ..Range::of(&[OUTFIT_DAILY]) }),
        Step::Query(Range { given: &["wardrobeId"], limit: Some(AT_A_TIME), ..Range::of(&[HISTORY]) }),
        Step::Query(Range { given: &["wardrobeId"], limit: Some(AT_A_TIME), ..Range::of(&[IDEMPOTENCY]) }),
        Step::BatchWrite(&[CLOTHING, CLOTHING_DAILY, OUTFIT, OUTFIT_DAILY, HISTORY, IDEMPOTENCY], AT_A_TIME),
        // Who has it among theirs.
        Step::Query(Range {
            index: Some(&STATUS_LIST_BY_CREATED_AT),
            given: &["wardrobeId"],
            limit: Some(AT_A_TIME),
            ..Range::of(&[KEPT])
        }),
        Step::Transact(&[Action::new(Verb::Delete, KEPT, 1), Action::new(Verb::Update, KEEPER, 1)]),
        Step::Delete(KEPT),
        Step::Transact(&[Action::new(Verb::Delete, WARDROBE, 1), Action::new(Verb::Delete, DELETION, 1)]),
    ],
    cost: Cost::Formula {
        words: "2, 1 per range and further page of 100 items (the days of a garment or an outfit are a range), 1 per 25 items, 1 per list",
        requests: |requests| requests,
    },
};
