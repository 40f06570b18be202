//! Access patterns of what comes in from elsewhere and goes out to others: imports, links, the calendar.

use chabudai_kernel::design::{AccessPattern, Action, Cost, Range, Step, Verb};

use super::GSI1;
use super::catalog::{RECIPE_CARD, SET_CARD, SHARE, SHARED};
use super::kinds::{PLAN, RECIPE, SET};
use super::patterns::as_many;
use super::people::{KITCHEN, MEMBERSHIP, PROFILE};
use super::profiles::by;
use crate::model::MOST_DISHES;

/// AP-208. The first of a month finds the number of another month and begins anew; what came to nothing is taken back.
pub static COUNT_IMPORT: AccessPattern = AccessPattern {
    id: "AP-208",
    question: "May I import another recipe this month?",
    steps: &[Step::Update(PROFILE)],
    cost: Cost::AtMost(3),
};

/// AP-212
pub static ALL_RECIPES: AccessPattern = AccessPattern {
    id: "AP-212",
    question: "I want all our recipes, for another program.",
    steps: &[Step::Query(Range { given: &["userId"], ordered_by: &["recipeId"], filters: &["deletedAt"], ..Range::of(&[RECIPE]) })],
    cost: Cost::Formula { words: "1 per MB read", requests: as_many },
};

/// AP-1101. The guard holds the link that is there already. A starter is in the program.
pub static SHARE_LINK: AccessPattern = AccessPattern {
    id: "AP-1101",
    question: "I want to show this to somebody.",
    steps: &[
        Step::OneOf(&[Step::Get(RECIPE), Step::Get(SET)]),
        Step::Get(SHARED),
        Step::OneOf(&[Step::Get(SHARE), Step::Transact(&[Action::new(Verb::Put, SHARED, 1), Action::new(Verb::Put, SHARE, 1)])]),
    ],
    cost: Cost::AtMost(3),
};

/// AP-1102
pub static SHARED_BY: AccessPattern = AccessPattern {
    id: "AP-1102",
    question: "Which links show this?",
    steps: &[Step::Query(by(&GSI1, &[SHARE], &["targetType", "targetId"]))],
    cost: Cost::Exactly(1),
};

/// AP-1103. A kitchen that was deleted shows nothing any more, although what is in it stays for a day.
pub static OPEN_LINK: AccessPattern = AccessPattern {
    id: "AP-1103",
    question: "What does this link show?",
    steps: &[
        Step::Get(SHARE),
        Step::BatchGet(&[KITCHEN, RECIPE, SET], 2),
        Step::OneOf(&[Step::Get(RECIPE_CARD), Step::Get(SET_CARD)]),
        Step::BatchGet(&[RECIPE], MOST_DISHES as u32),
        Step::BatchGet(&[RECIPE_CARD], MOST_DISHES as u32),
    ],
    cost: Cost::AtMost(5),
};

/// AP-1104
pub static REVOKE_LINK: AccessPattern = AccessPattern {
    id: "AP-1104",
    question: "This link shows nothing any more.",
    steps: &[Step::Get(SHARE), Step::Transact(&[Action::new(Verb::Update, SHARE, 1), Action::new(Verb::Delete, SHARED, 1)])],
    cost: Cost::AtMost(2),
};

/// AP-1105
pub static IS_SHARED: AccessPattern =
    AccessPattern { id: "AP-1105", question: "Is there a link to this, and which?", steps: &[Step::Get(SHARED)], cost: Cost::Exactly(1) };

/// AP-1106. The address says who and where, under a seal; the profile says whether it is still the last one that they asked for.
pub static CALENDAR: AccessPattern = AccessPattern {
    id: "AP-1106",
    question: "Whose calendar is this, and are they still in that kitchen?",
    steps: &[Step::BatchGet(&[PROFILE, MEMBERSHIP, KITCHEN, PLAN], 5)],
    cost: Cost::Exactly(1),
};

/// AP-1107
pub static NEW_CALENDAR: AccessPattern = AccessPattern {
    id: "AP-1107",
    question: "My calendar has another address from now on, or none.",
    steps: &[Step::Update(PROFILE)],
    cost: Cost::Exactly(1),
};
