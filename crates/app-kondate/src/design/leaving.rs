//! The access patterns of somebody who wants to have everything that is kept of them, or none of it.

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Range, Step, Verb};

use super::catalog::{CREATOR_RECIPE_CARD, CREATOR_SET_CARD, RECIPE_CARD, SAVED_RECIPE, SAVED_SET, SET_CARD, SHARE, SHARED};
use super::kinds::{AISLES, BATCH, CATEGORY, DELETED, IDEM, LINE, LOG, OWN_FOOD, PLAN, RECIPE, SET, STAPLE};
use super::notices::{NOTIFICATION, NOTIFICATION_SETTINGS, PUSH_TOKEN, TOKEN_OWNER};
use super::patterns::{KITCHEN_AND_MEMBERS, STOCK, as_many};
use super::people::{DELETED_KITCHEN, KITCHEN, MEMBER, MEMBERSHIP, PROFILE};
use super::pictures::UPLOAD;
use super::till::{PAYMENT_METHOD, PURCHASE, PURCHASED_RECIPE, PURCHASED_SET, SUBSCRIPTION};
use crate::model::MOST_DISHES;

/// How many items are read, and then removed, at a time.
pub const REMOVED_AT_A_TIME: u32 = 100;

const fn of(kind: &'static [&'static EntityDesign]) -> Step {
    Step::Query(Range { given: &["userId"], limit: Some(REMOVED_AT_A_TIME), ..Range::of(kind) })
}

/// What is in a kitchen goes, a few items at a time.
const CLEARED: Step = Step::BatchWrite(
    &[RECIPE, SET, PLAN, LINE, BATCH, DELETED, LOG, CATEGORY, STAPLE, OWN_FOOD, AISLES, IDEM, UPLOAD, SHARED, SHARE],
    2 * REMOVED_AT_A_TIME,
);

/// AP-1303
pub static EXPORT_KITCHEN: AccessPattern = AccessPattern {
    id: "AP-1303",
    question: "I want to have everything that is in my kitchen.",
    steps: &[
        of(&[RECIPE]),
        of(&[SET]),
        of(&[PLAN]),
        of(&[LINE]),
        of(&[BATCH]),
        of(&[DELETED]),
        of(&[LOG]),
        of(&[CATEGORY]),
        of(&[STAPLE]),
        of(&[OWN_FOOD]),
        of(&[AISLES]),
        of(&[SHARED]),
        of(&[NOTIFICATION]),
        of(&[PUSH_TOKEN]),
    ],
    cost: Cost::Formula { words: "14, and 1 per further 100 items", requests: as_many },
};

/// AP-1304. Pictures are noted before the recipes go that show them. The kitchen and the row by which it is found go last and together: whoever begins again finds what is left.
pub static REMOVE_KITCHEN: AccessPattern = AccessPattern {
    id: "AP-1304",
    question: "I leave, and nobody else is in my kitchen.",
    steps: &[
        KITCHEN_AND_MEMBERS,
        of(&[RECIPE]),
        of(&[SET]),
        of(&[PLAN]),
        of(&[LINE]),
        of(&[BATCH]),
        of(&[DELETED]),
        of(&[LOG]),
        of(&[CATEGORY]),
        of(&[STAPLE]),
        of(&[OWN_FOOD]),
        of(&[AISLES]),
        of(&[SHARED]),
        of(&[IDEM]),
        CLEARED,
        Step::Transact(&[
            Action::new(Verb::Delete, KITCHEN, 1),
            Action::new(Verb::Delete, MEMBER, 1),
            Action::new(Verb::Delete, MEMBERSHIP, 1),
            Action::new(Verb::Update, PROFILE, 1),
        ]),
    ],
    cost: Cost::Formula { words: "15, 1 per further 100 items, 1 per 25 items", requests: as_many },
};

/// AP-1307. From the first step on it does not come back; the row by which it is found goes last, with the kitchen.
pub static REMOVE_DELETED_KITCHEN: AccessPattern = AccessPattern {
    id: "AP-1307",
    question: "The day of a deleted kitchen is over: remove everything of it. (cleaning up)",
    steps: &[
        Step::Update(KITCHEN),
        of(&[RECIPE]),
        of(&[SET]),
        of(&[PLAN]),
        of(&[LINE]),
        of(&[BATCH]),
        of(&[DELETED]),
        of(&[LOG]),
        of(&[CATEGORY]),
        of(&[STAPLE]),
        of(&[OWN_FOOD]),
        of(&[AISLES]),
        of(&[SHARED]),
        of(&[IDEM]),
        CLEARED,
        Step::Transact(&[
            Action::new(Verb::Delete, KITCHEN, 1),
            Action::new(Verb::Delete, MEMBER, 1),
            Action::new(Verb::Delete, DELETED_KITCHEN, 1),
        ]),
    ],
    cost: Cost::Formula { words: "15, 1 per further 100 items, 1 per 25 items", requests: as_many },
};

/// AP-1305
pub static FORGET_PERSON: AccessPattern = AccessPattern {
    id: "AP-1305",
    question: "Nothing is to be kept of me.",
    steps: &[
        of(&[NOTIFICATION]),
        of(&[PUSH_TOKEN]),
        Step::BatchWrite(&[NOTIFICATION, PUSH_TOKEN], REMOVED_AT_A_TIME),
        Step::Delete(TOKEN_OWNER),
        Step::Get(PROFILE),
        Step::Transact(&[
            Action::new(Verb::Delete, PROFILE, 1),
            Action::new(Verb::Delete, NOTIFICATION_SETTINGS, 1),
            Action::new(Verb::Put, UPLOAD, 1),
        ]),
    ],
    cost: Cost::Formula { words: "4, 1 per further 100 notices, 1 per 25 notices, 1 per device", requests: as_many },
};

/// AP-1306. After the walk over the table, every kitchen is looked into by itself.
pub static CHECK_KITCHEN: AccessPattern = AccessPattern {
    id: "AP-1306",
    question: "Is everything in this kitchen as it should be, and do its numbers count what is there? (checking)",
    steps: &[
        KITCHEN_AND_MEMBERS,
        STOCK,
        Step::Query(Range { given: &["userId"], ..Range::of(&[LINE, STAPLE]) }),
        Step::Query(Range { given: &["userId"], ..Range::of(&[RECIPE]) }),
        Step::Query(Range { given: &["userId"], ..Range::of(&[SET]) }),
        Step::Query(Range { given: &["userId"], ..Range::of(&[AISLES]) }),
        Step::Query(Range { given: &["userId"], ..Range::of(&[SAVED_RECIPE]) }),
        Step::Query(Range { given: &["userId"], ..Range::of(&[SAVED_SET]) }),
        // Where one of its people cannot be read.
        Step::Get(KITCHEN),
        Step::Get(MEMBERSHIP),
        Step::Query(Range { given: &["userId"], ..Range::of(&[PLAN]) }),
        Step::Get(LOG),
        Step::Update(KITCHEN),
    ],
    cost: Cost::Formula { words: "9, 1 per person, 1 per cooked dish, and 1 per further MB", requests: as_many },
};

/// AP-1312. What is sold is counted: each guard goes with its number. What the provider has still to hear is left for a job.
pub static FORGET_PAYMENTS: AccessPattern = AccessPattern {
    id: "AP-1312",
    question: "Nothing is to be kept of what I paid.",
    steps: &[
        Step::Update(PROFILE),
        Step::Get(PROFILE),
        Step::Get(SUBSCRIPTION),
        Step::Put(SUBSCRIPTION),
        Step::Delete(SUBSCRIPTION),
        of(&[PURCHASED_RECIPE]),
        of(&[PURCHASED_SET]),
        Step::OneOf(&[
            Step::Transact(&[Action::new(Verb::Delete, PURCHASED_RECIPE, 1), Action::new(Verb::Update, RECIPE_CARD, 1)]),
            Step::Transact(&[Action::new(Verb::Delete, PURCHASED_SET, 1), Action::new(Verb::Update, SET_CARD, 1)]),
        ]),
        of(&[PURCHASE]),
        of(&[PAYMENT_METHOD]),
        Step::BatchWrite(&[PURCHASE, PAYMENT_METHOD], REMOVED_AT_A_TIME),
    ],
    cost: Cost::Formula { words: "8, 1 per further 100 items, 1 per 25 items, 1 or 2 per thing that was bought", requests: as_many },
};

/// AP-1313
pub static EXPORT_PAYMENTS: AccessPattern = AccessPattern {
    id: "AP-1313",
    question: "I want to have what is kept of what I paid.",
    steps: &[of(&[PURCHASE]), Step::Query(Range { given: &["userId"], ..Range::of(&[PAYMENT_METHOD]) }), Step::Get(SUBSCRIPTION)],
    cost: Cost::Formula { words: "3, and 1 per further 100 purchases", requests: as_many },
};

/// AP-1314. Whoever bought it keeps it: body, dishes and record pass to nobody in particular.
pub static PASS_ON: AccessPattern = AccessPattern {
    id: "AP-1314",
    question: "I leave, and somebody has bought this of me.",
    steps: &[
        Step::OneOf(&[Step::Get(RECIPE_CARD), Step::Get(SET_CARD)]),
        Step::OneOf(&[Step::Get(RECIPE), Step::Get(SET)]),
        Step::BatchGet(&[RECIPE], 2 * MOST_DISHES as u32),
        Step::OneOf(&[
            Step::Transact(&[
                Action::new(Verb::Put, RECIPE_CARD, 1),
                Action::new(Verb::Put, CREATOR_RECIPE_CARD, 1),
                Action::new(Verb::Delete, CREATOR_RECIPE_CARD, 1),
                Action::new(Verb::Put, RECIPE, 1),
                Action::new(Verb::Update, RECIPE, 1),
            ]),
            Step::Transact(&[
                Action::new(Verb::Put, SET_CARD, 1),
                Action::new(Verb::Put, CREATOR_SET_CARD, 1),
                Action::new(Verb::Delete, CREATOR_SET_CARD, 1),
                Action::new(Verb::Put, SET, 1),
                Action::new(Verb::Update, SET, 1),
                Action::new(Verb::Put, RECIPE, MOST_DISHES as u32),
                Action::new(Verb::Update, RECIPE, MOST_DISHES as u32),
            ]),
        ]),
    ],
    cost: Cost::AtMost(4),
};
