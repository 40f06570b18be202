//! The numbered access patterns of the catalog: publishing, saving, finding.

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Range, Step, Verb};

use super::catalog::{CREATOR_RECIPE_CARD, CREATOR_SET_CARD, RECIPE_CARD, SAVED_RECIPE, SAVED_SET, SET_CARD};
use super::kinds::{RECIPE, SET};
use super::notices::NOTIFICATION;
use super::patterns::{BATCH_OF_READS, STOCK};
use super::people::{KITCHEN, PROFILE};
use super::profiles::by;
use super::till::{PURCHASED_RECIPE, PURCHASED_SET};
use super::{GSI1, GSI2, GSI3};
use crate::model::{MOST_DISHES, MOST_SAVED};

/// A filtered list looks at so many cards before it hands out a cursor.
pub const CARDS_LOOKED_AT: u32 = 1_000;
/// How many cards of each list are ranked by what is in the fridge.
pub const CARDS_RANKED: u32 = 100;
/// The most requests that a filtered list of cards of a kilobyte or two takes, with the look whether anything follows.
const LIST_REQUESTS: u32 = 14;

/// The rows of what was saved are read whole, for they sort by id and are wanted by time; cards follow for what is shown.
const SAVED_REQUESTS: u32 = 1 + (MOST_SAVED as u32).div_ceil(BATCH_OF_READS as u32);

/// AP-209. Of what is sold, what goes into it is for its buyers.
pub static SAVED_RECIPES: AccessPattern = AccessPattern {
    id: "AP-209",
    question: "Which recipes of the catalog are in our book, and how do they look?",
    steps: &[
        Step::Query(Range { given: &["userId"], ..Range::of(&[SAVED_RECIPE]) }),
        Step::BatchGet(&[RECIPE_CARD], MOST_SAVED as u32),
        Step::BatchGet(&[PURCHASED_RECIPE], MOST_SAVED as u32),
    ],
    cost: Cost::AtMost(2 * SAVED_REQUESTS),
};

/// AP-306
pub static SAVED_SETS: AccessPattern = AccessPattern {
    id: "AP-306",
    question: "Which sets of the catalog are in our book, and how do they look?",
    steps: &[Step::Query(Range { given: &["userId"], ..Range::of(&[SAVED_SET]) }), Step::BatchGet(&[SET_CARD], MOST_SAVED as u32)],
    cost: Cost::AtMost(SAVED_REQUESTS),
};

/// The dishes of a set, by their ids: a kitchen's own, and which of the others it has saved, and from whom …
pub(super) const BOOKED_DISHES: Step = Step::BatchGet(&[RECIPE, SAVED_RECIPE], 2 * MOST_DISHES as u32);
/// … of which the bodies are read where they are, with what says whether they may be.
pub(super) const DISHES_OF_OTHERS: Step = Step::BatchGet(&[RECIPE, RECIPE_CARD, PURCHASED_RECIPE], 4 * MOST_DISHES as u32);

/// AP-213
pub static BOOKED: AccessPattern = AccessPattern {
    id: "AP-213",
    question: "Is this in our book, and may I read it there?",
    steps: &[BOOKED_DISHES, DISHES_OF_OTHERS],
    cost: Cost::AtMost(2),
};

const FILTERS: &[&str] = &["searchText", "tags", "visibility", "cookTimeMinutes"];

const fn newest(card: &'static [&'static EntityDesign], limit: u32) -> Step {
    Step::Query(Range { ordered_by: &["createdAt"], filters: FILTERS, limit: Some(limit), ..by(&GSI2, card, &[]) })
}

const fn popular(card: &'static [&'static EntityDesign], limit: u32) -> Step {
    Step::Query(Range { ordered_by: &["savedCount"], filters: FILTERS, limit: Some(limit), ..by(&GSI2, card, &[]) })
}

const fn of_creator(card: &'static [&'static EntityDesign]) -> Step {
    Step::Query(Range { ordered_by: &["createdAt"], filters: FILTERS, ..by(&GSI3, card, &["creatorId"]) })
}

/// AP-1001
pub static CATALOG_NEWEST: AccessPattern = AccessPattern {
    id: "AP-1001",
    question: "What is new in the catalog?",
    steps: &[Step::OneOf(&[newest(&[RECIPE_CARD], CARDS_LOOKED_AT), newest(&[SET_CARD], CARDS_LOOKED_AT)])],
    cost: Cost::AtMost(LIST_REQUESTS),
};

/// AP-1002
pub static CATALOG_POPULAR: AccessPattern = AccessPattern {
    id: "AP-1002",
    question: "What do most kitchens save?",
    steps: &[Step::OneOf(&[popular(&[CREATOR_RECIPE_CARD], CARDS_LOOKED_AT), popular(&[CREATOR_SET_CARD], CARDS_LOOKED_AT)])],
    cost: Cost::AtMost(LIST_REQUESTS),
};

/// AP-1003
pub static OF_CREATOR: AccessPattern = AccessPattern {
    id: "AP-1003",
    question: "What has this creator published, the newest first?",
    steps: &[Step::OneOf(&[of_creator(&[RECIPE_CARD]), of_creator(&[SET_CARD])])],
    cost: Cost::AtMost(LIST_REQUESTS),
};

/// AP-1004. Body and card have one id, so one query brings both: the card says who may read the body. The dishes of a set are read with it.
pub static BY_ID: AccessPattern = AccessPattern {
    id: "AP-1004",
    question: "What is this, whoever it belongs to, and may I read it?",
    steps: &[
        Step::OneOf(&[Step::Query(by(&GSI1, &[RECIPE, RECIPE_CARD], &["recipeId"])), Step::Query(by(&GSI1, &[SET, SET_CARD], &["setId"]))]),
        Step::BatchGet(&[PURCHASED_RECIPE, PURCHASED_SET, SAVED_RECIPE, SAVED_SET], 2),
        Step::BatchGet(&[RECIPE], MOST_DISHES as u32),
        Step::BatchGet(&[RECIPE_CARD, PURCHASED_RECIPE], 2 * MOST_DISHES as u32),
    ],
    cost: Cost::AtMost(4),
};

/// AP-1005. The body says where its record is, and is written with it: of two who publish it at once one makes the record.
pub static PUBLISH: AccessPattern = AccessPattern {
    id: "AP-1005",
    question: "This is for everybody, or no longer.",
    steps: &[
        Step::OneOf(&[Step::Get(RECIPE), Step::Get(SET)]),
        Step::Get(PROFILE),
        Step::BatchGet(&[RECIPE], MOST_DISHES as u32),
        Step::OneOf(&[Step::Get(RECIPE_CARD), Step::Get(SET_CARD)]),
        Step::OneOf(&[
            Step::Transact(&[
                Action::new(Verb::Put, RECIPE, 1),
                Action::new(Verb::Check, RECIPE, 1),
                Action::new(Verb::Put, RECIPE_CARD, 1),
                Action::new(Verb::Put, CREATOR_RECIPE_CARD, 1),
                Action::new(Verb::Check, PROFILE, 1),
            ]),
            Step::Transact(&[
                Action::new(Verb::Put, SET, 1),
                Action::new(Verb::Check, SET, 1),
                Action::new(Verb::Put, SET_CARD, 1),
                Action::new(Verb::Put, CREATOR_SET_CARD, 1),
                Action::new(Verb::Check, PROFILE, 1),
                Action::new(Verb::Update, RECIPE, MOST_DISHES as u32),
            ]),
        ]),
    ],
    cost: Cost::AtMost(5),
};

/// AP-1006. One transaction: saved once, counted once, and only what is published and, where it costs something, paid for. A starter has no
/// record before somebody saves it.
pub static SAVE: AccessPattern = AccessPattern {
    id: "AP-1006",
    question: "This into our book, or out of it.",
    steps: &[
        Step::OneOf(&[
            Step::Query(by(&GSI1, &[RECIPE_CARD], &["recipeId"])),
            Step::Query(by(&GSI1, &[SET_CARD], &["setId"])),
            Step::Get(RECIPE_CARD),
            Step::Get(SET_CARD),
            Step::Get(SAVED_RECIPE),
            Step::Get(SAVED_SET),
        ]),
        Step::OneOf(&[
            Step::Transact(&[
                Action::new(Verb::Put, SAVED_RECIPE, 1),
                Action::new(Verb::Delete, SAVED_RECIPE, 1),
                Action::new(Verb::Update, RECIPE_CARD, 1),
                Action::new(Verb::Put, RECIPE_CARD, 1),
                Action::new(Verb::Put, CREATOR_RECIPE_CARD, 1),
                Action::new(Verb::Update, KITCHEN, 1),
                Action::new(Verb::Check, PURCHASED_RECIPE, 1),
                Action::new(Verb::Put, NOTIFICATION, 1),
            ]),
            Step::Transact(&[
                Action::new(Verb::Put, SAVED_SET, 1),
                Action::new(Verb::Delete, SAVED_SET, 1),
                Action::new(Verb::Update, SET_CARD, 1),
                Action::new(Verb::Put, SET_CARD, 1),
                Action::new(Verb::Put, CREATOR_SET_CARD, 1),
                Action::new(Verb::Update, KITCHEN, 1),
                Action::new(Verb::Check, PURCHASED_SET, 1),
                Action::new(Verb::Put, NOTIFICATION, 1),
            ]),
        ]),
    ],
    cost: Cost::AtMost(3),
};

/// The copy of a record that is as it was read: one that was withdrawn meanwhile does not come back into the lists.
const COPY: Step = Step::OneOf(&[
    Step::Transact(&[Action::new(Verb::Check, RECIPE_CARD, 1), Action::new(Verb::Put, CREATOR_RECIPE_CARD, 1)]),
    Step::Transact(&[Action::new(Verb::Check, SET_CARD, 1), Action::new(Verb::Put, CREATOR_SET_CARD, 1)]),
]);

/// AP-1007. The creator's card is the record at one of its versions, and never goes back to an earlier one.
pub static RERANK: AccessPattern = AccessPattern {
    id: "AP-1007",
    question: "Its place among the popular ones, by the number on its record.",
    steps: &[Step::OneOf(&[Step::Get(RECIPE_CARD), Step::Get(SET_CARD)]), COPY],
    cost: Cost::AtMost(2),
};

/// AP-1008
pub static WHO_SAVED: AccessPattern = AccessPattern {
    id: "AP-1008",
    question: "How many have really saved it, and bought it? (checking)",
    steps: &[
        Step::OneOf(&[Step::Get(RECIPE_CARD), Step::Get(SET_CARD)]),
        Step::OneOf(&[Step::Query(by(&GSI1, &[SAVED_RECIPE], &["recipeId"])), Step::Query(by(&GSI1, &[SAVED_SET], &["setId"]))]),
        Step::OneOf(&[Step::Query(by(&GSI1, &[PURCHASED_RECIPE], &["recipeId"])), Step::Query(by(&GSI1, &[PURCHASED_SET], &["setId"]))]),
        Step::OneOf(&[Step::Get(CREATOR_RECIPE_CARD), Step::Get(CREATOR_SET_CARD)]),
        Step::OneOf(&[Step::Update(RECIPE_CARD), Step::Update(SET_CARD)]),
        Step::OneOf(&[Step::Put(CREATOR_RECIPE_CARD), Step::Put(CREATOR_SET_CARD)]),
    ],
    cost: Cost::Formula { words: "1 per MB read + 5", requests: |pages| pages + 5 },
};

/// AP-1009. Up to two hundred cards are ranked in memory: an index cannot know what is in whose fridge.
pub static RECOMMENDED: AccessPattern = AccessPattern {
    id: "AP-1009",
    question: "What of the catalog would use what is in our fridge?",
    steps: &[
        Step::OneOf(&[newest(&[RECIPE_CARD], CARDS_RANKED), newest(&[SET_CARD], CARDS_RANKED)]),
        Step::OneOf(&[popular(&[CREATOR_RECIPE_CARD], CARDS_RANKED), popular(&[CREATOR_SET_CARD], CARDS_RANKED)]),
        STOCK,
    ],
    cost: Cost::AtMost(7),
};

/// AP-1010. Each row goes in a transaction of its own with the number that counts it; whoever begins again finds what is left.
pub static FORGET_SAVED: AccessPattern = AccessPattern {
    id: "AP-1010",
    question: "This is gone from the catalog: it is in nobody's book any more. (following the changes)",
    steps: &[
        Step::OneOf(&[Step::Query(by(&GSI1, &[SAVED_RECIPE], &["recipeId"])), Step::Query(by(&GSI1, &[SAVED_SET], &["setId"]))]),
        Step::OneOf(&[
            Step::Transact(&[Action::new(Verb::Delete, SAVED_RECIPE, 1), Action::new(Verb::Update, KITCHEN, 1)]),
            Step::Transact(&[Action::new(Verb::Delete, SAVED_SET, 1), Action::new(Verb::Update, KITCHEN, 1)]),
        ]),
    ],
    cost: Cost::Formula { words: "1 per MB read + 1 per kitchen", requests: |kitchens| kitchens + 1 },
};

/// AP-1011
pub static ALL_RECORDS: AccessPattern = AccessPattern {
    id: "AP-1011",
    question: "Every place among the popular ones, by the records. (following the changes, from the beginning)",
    steps: &[Step::OneOf(&[Step::Query(Range::of(&[RECIPE_CARD])), Step::Query(Range::of(&[SET_CARD]))]), COPY],
    cost: Cost::Formula { words: "1 per MB read + 1 per record", requests: super::patterns::as_many },
};

/// AP-1308
pub static WITHDRAW_ALL: AccessPattern = AccessPattern {
    id: "AP-1308",
    question: "I leave: nothing of mine is in the catalog any more.",
    steps: &[
        Step::Query(Range { given: &["creatorId"], ..Range::of(&[CREATOR_RECIPE_CARD]) }),
        Step::Query(Range { given: &["creatorId"], ..Range::of(&[CREATOR_SET_CARD]) }),
        Step::OneOf(&[
            Step::Transact(&[
                Action::new(Verb::Delete, RECIPE_CARD, 1),
                Action::new(Verb::Delete, CREATOR_RECIPE_CARD, 1),
                Action::new(Verb::Update, RECIPE, 1),
            ]),
            Step::Transact(&[
                Action::new(Verb::Delete, SET_CARD, 1),
                Action::new(Verb::Delete, CREATOR_SET_CARD, 1),
                Action::new(Verb::Update, SET, 1),
            ]),
        ]),
    ],
    cost: Cost::Formula { words: "2, and 1 per card", requests: super::patterns::as_many },
};
