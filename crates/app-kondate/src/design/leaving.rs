//! The access patterns of somebody who wants to have everything that is kept of them, or none of it.

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Range, Step, Verb};

use super::catalog::NOTIFICATION_SETTINGS;
use super::kinds::{AISLES, BATCH, CATEGORY, DELETED, IDEM, LINE, LOG, OWN_FOOD, PLAN, RECIPE, SET, STAPLE};
use super::patterns::{KITCHEN_AND_MEMBERS, STOCK, as_many};
use super::people::{DELETED_KITCHEN, KITCHEN, MEMBER, MEMBERSHIP, PROFILE};
use super::pictures::UPLOAD;

/// How many items are read, and then removed, at a time.
pub const REMOVED_AT_A_TIME: u32 = 100;

const fn of(kind: &'static [&'static EntityDesign]) -> Step {
    Step::Query(Range { given: &["userId"], limit: Some(REMOVED_AT_A_TIME), ..Range::of(kind) })
}

/// What is in a kitchen goes, a few items at a time.
const CLEARED: Step = Step::BatchWrite(
    &[RECIPE, SET, PLAN, LINE, BATCH, DELETED, LOG, CATEGORY, STAPLE, OWN_FOOD, AISLES, IDEM, UPLOAD],
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
    ],
    cost: Cost::Formula { words: "11, and 1 per further 100 items", requests: as_many },
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
        of(&[IDEM]),
        CLEARED,
        Step::Transact(&[
            Action::new(Verb::Delete, KITCHEN, 1),
            Action::new(Verb::Delete, MEMBER, 1),
            Action::new(Verb::Delete, MEMBERSHIP, 1),
            Action::new(Verb::Update, PROFILE, 1),
        ]),
    ],
    cost: Cost::Formula { words: "14, 1 per further 100 items, 1 per 25 items", requests: as_many },
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
        of(&[IDEM]),
        CLEARED,
        Step::Transact(&[
            Action::new(Verb::Delete, KITCHEN, 1),
            Action::new(Verb::Delete, MEMBER, 1),
            Action::new(Verb::Delete, DELETED_KITCHEN, 1),
        ]),
    ],
    cost: Cost::Formula { words: "14, 1 per further 100 items, 1 per 25 items", requests: as_many },
};

/// AP-1305
pub static FORGET_PERSON: AccessPattern = AccessPattern {
    id: "AP-1305",
    question: "Nothing is to be kept of me.",
    steps: &[Step::Transact(&[Action::new(Verb::Delete, PROFILE, 1), Action::new(Verb::Delete, NOTIFICATION_SETTINGS, 1)])],
    cost: Cost::Exactly(1),
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
        // Where one of its people cannot be read.
        Step::Get(KITCHEN),
        Step::Get(MEMBERSHIP),
        Step::Query(Range { given: &["userId"], ..Range::of(&[PLAN]) }),
        Step::Get(LOG),
        Step::Update(KITCHEN),
    ],
    cost: Cost::Formula { words: "7, 1 per person, 1 per cooked dish, and 1 per further MB", requests: as_many },
};
