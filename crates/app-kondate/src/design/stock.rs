//! The numbered access patterns of the shopping list and of the fridge.

use chabudai_kernel::design::{AccessPattern, Action, Cost, Range, Step, Verb};

use super::kinds::{AISLES, BATCH, DELETED, IDEM, LINE, OWN_FOOD, PLAN, RECIPE, STAPLE};
use super::patterns::{AT_A_TIME, BY_MB, STOCK};
use super::people::KITCHEN;
use crate::model::MOST_DISHES;

/// Lines and staples, which stand beside each other as well.
const LINES_AND_STAPLES: Step = Step::Query(Range { given: &["userId"], ..Range::of(&[LINE, STAPLE]) });
const RECIPES_OF_A_PLAN: Step = Step::BatchGet(&[RECIPE, AISLES], MOST_DISHES as u32 + 1);
const DELETED_SINCE: Step =
    Step::Query(Range { given: &["userId"], between: Some("deletedAt"), ordered_by: &["deletedAt"], ..Range::of(&[DELETED]) });

/// AP-501
pub static SHOPPING_LIST: AccessPattern = AccessPattern {
    id: "AP-501",
    question: "What do we have to buy?",
    steps: &[Step::Get(PLAN), RECIPES_OF_A_PLAN, STOCK, LINES_AND_STAPLES],
    cost: Cost::AtMost(4),
};

/// AP-502. The kitchen counts the lines that somebody wrote: there is room for so many.
pub static ADD_LINE: AccessPattern = AccessPattern {
    id: "AP-502",
    question: "We need this, too.",
    steps: &[Step::Transact(&[Action::new(Verb::Put, LINE, 1), Action::new(Verb::Update, KITCHEN, 1), Action::new(Verb::Put, IDEM, 1)])],
    cost: Cost::Exactly(1),
};

/// AP-503. A line of the plan is computed first: what is ticked is so much of it.
pub static TICK: AccessPattern = AccessPattern {
    id: "AP-503",
    question: "This is in the basket, or we do not want it this time.",
    steps: &[Step::Get(PLAN), RECIPES_OF_A_PLAN, STOCK, LINES_AND_STAPLES, Step::OneOf(&[Step::Update(LINE), Step::Put(LINE)])],
    cost: Cost::AtMost(5),
};

/// AP-504
pub static UNTICK: AccessPattern = AccessPattern {
    id: "AP-504",
    question: "This is not in the basket after all.",
    steps: &[Step::OneOf(&[Step::Update(LINE), Step::Delete(LINE)])],
    cost: Cost::Exactly(1),
};

/// AP-505
pub static REMOVE_LINE: AccessPattern = AccessPattern {
    id: "AP-505",
    question: "We do not need what I had written down.",
    steps: &[Step::Transact(&[Action::new(Verb::Delete, LINE, 1), Action::new(Verb::Update, KITCHEN, 1)])],
    cost: Cost::Exactly(1),
};

/// AP-512
pub static CHANGE_LINE: AccessPattern = AccessPattern {
    id: "AP-512",
    question: "What I had written down is meant otherwise.",
    steps: &[Step::Update(LINE)],
    cost: Cost::Exactly(1),
};

/// AP-506. A line and its batch change places in one transaction, and a batch that is there is not made again.
pub static SHOPPING_DONE: AccessPattern = AccessPattern {
    id: "AP-506",
    question: "We are back: everything that is ticked is at home.",
    steps: &[
        Step::Get(PLAN),
        STOCK,
        LINES_AND_STAPLES,
        Step::Transact(&[
            Action::new(Verb::Update, KITCHEN, 1),
            Action::new(Verb::Update, LINE, AT_A_TIME as u32),
            Action::new(Verb::Put, BATCH, AT_A_TIME as u32),
        ]),
        // Ticks of plans that are over, each if it is still one.
        Step::Delete(LINE),
    ],
    cost: Cost::Formula { words: "3 + 1 per 33 lines + 1 per old tick, 33 of them at most", requests: |writes| 3 + writes },
};

/// AP-514. What was brought home and not touched since goes back into the basket.
pub static SHOPPING_NOT_DONE: AccessPattern = AccessPattern {
    id: "AP-514",
    question: "We are not back yet: undo the shopping of that moment.",
    steps: &[
        Step::Get(PLAN),
        STOCK,
        LINES_AND_STAPLES,
        Step::Transact(&[
            Action::new(Verb::Update, KITCHEN, 1),
            Action::new(Verb::Update, LINE, AT_A_TIME as u32),
            Action::new(Verb::Delete, BATCH, AT_A_TIME as u32),
        ]),
    ],
    cost: Cost::Formula { words: "3 + 1 per 33 lines", requests: |writes| 3 + writes },
};

/// AP-507
pub static STAPLES: AccessPattern = AccessPattern {
    id: "AP-507",
    question: "What should always be there?",
    steps: &[Step::Query(Range { given: &["userId"], ..Range::of(&[STAPLE]) })],
    cost: Cost::Exactly(1),
};

/// AP-508
pub static SET_STAPLE: AccessPattern = AccessPattern {
    id: "AP-508",
    question: "This should always be there, or no longer.",
    steps: &[
        STOCK,
        Step::Query(Range { given: &["userId"], ..Range::of(&[STAPLE]) }),
        Step::OneOf(&[
            // One that is there already says something else.
            Step::Put(STAPLE),
            Step::Transact(&[
                Action::new(Verb::Put, STAPLE, 1),
                Action::new(Verb::Delete, STAPLE, 1),
                Action::new(Verb::Update, KITCHEN, 1),
                // A food that nobody knew.
                Action::new(Verb::Put, OWN_FOOD, 1),
            ]),
        ]),
    ],
    cost: Cost::AtMost(3),
};

/// AP-509
pub static WAYS_THROUGH_SHOPS: AccessPattern = AccessPattern {
    id: "AP-509",
    question: "In which order do we walk through which shop?",
    steps: &[Step::Query(Range { given: &["userId"], ..Range::of(&[AISLES]) })],
    cost: Cost::Exactly(1),
};

/// AP-510
pub static SET_WAY: AccessPattern = AccessPattern {
    id: "AP-510",
    question: "In this shop we walk like this.",
    steps: &[
        Step::Get(AISLES),
        Step::OneOf(&[
            // One that is known already is walked through otherwise.
            Step::Put(AISLES),
            Step::Transact(&[
                Action::new(Verb::Put, AISLES, 1),
                Action::new(Verb::Delete, AISLES, 1),
                Action::new(Verb::Update, KITCHEN, 1),
            ]),
        ]),
    ],
    cost: Cost::AtMost(2),
};

/// AP-511
pub static SET_OWN_FOOD: AccessPattern = AccessPattern {
    id: "AP-511",
    question: "We have a food that nobody knows, or we do not have it any more.",
    steps: &[
        STOCK,
        Step::OneOf(&[
            Step::Put(OWN_FOOD),
            Step::Transact(&[
                Action::new(Verb::Put, OWN_FOOD, 1),
                Action::new(Verb::Delete, OWN_FOOD, 1),
                Action::new(Verb::Update, KITCHEN, 1),
            ]),
        ]),
    ],
    cost: Cost::AtMost(2),
};

/// AP-513
pub static LINE_MADE: AccessPattern = AccessPattern {
    id: "AP-513",
    question: "What does the line say that this operation wrote before?",
    steps: &[Step::Get(LINE)],
    cost: Cost::Exactly(1),
};

/// AP-601
pub static FRIDGE: AccessPattern =
    AccessPattern { id: "AP-601", question: "What do we have, and what has to be used soon?", steps: &[STOCK], cost: BY_MB };

/// AP-602
pub static ADD_BATCH: AccessPattern = AccessPattern {
    id: "AP-602",
    question: "I put something into the fridge.",
    steps: &[
        STOCK,
        Step::Transact(&[Action::new(Verb::Put, BATCH, 1), Action::new(Verb::Update, KITCHEN, 1), Action::new(Verb::Put, IDEM, 1)]),
    ],
    cost: Cost::Exactly(2),
};

/// AP-603
pub static EDIT_BATCH: AccessPattern = AccessPattern {
    id: "AP-603",
    question: "There is more or less of it, it is open, it is good for longer.",
    steps: &[STOCK, Step::Put(BATCH)],
    cost: Cost::AtMost(2),
};

/// AP-604
pub static DELETE_BATCH: AccessPattern = AccessPattern {
    id: "AP-604",
    question: "It is gone.",
    steps: &[
        Step::Get(BATCH),
        Step::Transact(&[Action::new(Verb::Delete, BATCH, 1), Action::new(Verb::Put, DELETED, 1), Action::new(Verb::Update, KITCHEN, 1)]),
    ],
    cost: Cost::AtMost(2),
};

/// AP-605
pub static DELETED_BATCHES: AccessPattern = AccessPattern {
    id: "AP-605",
    question: "What has left the fridge in the last 30 days, the last first?",
    steps: &[DELETED_SINCE],
    cost: BY_MB,
};

/// AP-606. The key begins with a time that nobody knows, so the last thirty days are read for the id.
pub static RESTORE_BATCH: AccessPattern = AccessPattern {
    id: "AP-606",
    question: "It is not gone after all.",
    steps: &[
        DELETED_SINCE,
        // It is back already.
        Step::Get(BATCH),
        Step::Transact(&[Action::new(Verb::Delete, DELETED, 1), Action::new(Verb::Put, BATCH, 1), Action::new(Verb::Update, KITCHEN, 1)]),
    ],
    cost: Cost::Formula { words: "1 per MB read + 1", requests: |pages| pages + 1 },
};

/// AP-607
pub static SWEEP_FRIDGE: AccessPattern = AccessPattern {
    id: "AP-607",
    question: "What was emptied a day ago or more: it belongs to what has left.",
    steps: &[Step::Transact(&[
        Action::new(Verb::Delete, BATCH, AT_A_TIME as u32),
        Action::new(Verb::Put, DELETED, AT_A_TIME as u32),
        Action::new(Verb::Update, KITCHEN, 1),
    ])],
    cost: Cost::Exactly(1),
};

/// AP-608
pub static BATCH_MADE: AccessPattern = AccessPattern {
    id: "AP-608",
    question: "What is there of what this operation put into the fridge before?",
    steps: &[Step::Get(BATCH)],
    cost: Cost::Exactly(1),
};
