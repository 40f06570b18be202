//! The numbered access patterns of a kitchen: a question in plain words, the keys that answer it, and what that costs.
//!
//! The hundreds are the groups of the design: 1 people and kitchens, 2 recipes, 3 sets, 4 the plan, 5 shopping, 6 the fridge, 7 categories,
//! 8 the archive, 9 payments, 10 the catalog, 11 links, 12 notices; 13 is what the house needs.

use chabudai_kernel::design::{AccessPattern, Action, Cost, Range, Step, Verb};

use super::catalog::{CREATOR_RECIPE_CARD, CREATOR_SET_CARD, RECIPE_CARD, SET_CARD};
use super::kinds::{BATCH, CATEGORY, IDEM, LOG, OWN_FOOD, PLAN, RECIPE, SET};
use super::people::{DELETED_KITCHEN, INVITE, KITCHEN, MEMBER, MEMBERSHIP, PROFILE};
use super::pictures::UPLOAD;
use super::publishing::{BOOKED_DISHES, DISHES_OF_OTHERS};
use super::{GSI1, leaving, notices, pictures, profiles, publishing, sharing, stock, till};
use crate::model::{DEFAULT_CATEGORIES, MOST_CATEGORIES, MOST_DISHES, MOST_MEMBERS, MOST_SOLD_WITH};

/// How many keys go into one batch get.
pub const BATCH_OF_READS: usize = 80;
/// The most batches that one dish takes from: with the plan, the log and the kitchen's count, which they change when they go back, they fill a
/// transaction.
pub const MOST_TAKEN: usize = 96;
/// The lines that go into the fridge in one transaction.
pub const AT_A_TIME: usize = 33;
/// The newest sets of its own that a kitchen is offered suggestions from.
pub const SETS_LOOKED_AT: u32 = 30;
/// How many of a list may be deleted ones before the page is handed out shorter than asked for.
pub const DELETED_ON_A_PAGE: u32 = 10;

/// A book that is searched is read so many pages of a megabyte at a time.
pub const PAGES_LOOKED_AT: u32 = 8;

const SUGGESTED_RECIPES: u32 = SETS_LOOKED_AT * MOST_DISHES as u32;

/// One per MB that is read; how many that is, the asker knows.
pub(super) const fn as_many(requests: u32) -> u32 {
    requests
}

pub(super) const BY_MB: Cost = Cost::Formula { words: "1 per MB read", requests: as_many };

/// What is in the fridge, and the foods of the kitchen's own: `FOOD#` and `FRIDGE#` stand beside each other and are read in one range.
pub(super) const STOCK: Step = Step::Query(Range { given: &["userId"], ..Range::of(&[OWN_FOOD, BATCH]) });
/// Whose a kitchen is and who is in it, from `KITCHEN_META#` to the last `MEMBER#`.
pub(super) const KITCHEN_AND_MEMBERS: Step = Step::Query(Range { given: &["userId"], ..Range::of(&[KITCHEN, MEMBER]) });
const BOTH_SLOTS: Step = Step::Query(Range { given: &["userId"], ..Range::of(&[PLAN]) });
const LOGS_BETWEEN: Step = Step::Query(Range { given: &["userId"], between: Some("date"), ordered_by: &["date"], ..Range::of(&[LOG]) });

/// AP-101
pub static MY_KITCHENS: AccessPattern = AccessPattern {
    id: "AP-101",
    question: "In which kitchens am I, and in which of them last?",
    steps: &[Step::Query(Range { given: &["userId"], ..Range::of(&[MEMBERSHIP]) })],
    cost: Cost::Exactly(1),
};

/// AP-102
pub static FOUND_KITCHEN: AccessPattern = AccessPattern {
    id: "AP-102",
    question: "I want a kitchen of my own.",
    steps: &[Step::Transact(&[
        Action::new(Verb::Put, KITCHEN, 1),
        Action::new(Verb::Put, MEMBER, 1),
        Action::new(Verb::Put, MEMBERSHIP, 1),
        Action::new(Verb::Update, PROFILE, 1),
        Action::new(Verb::Put, IDEM, 1),
    ])],
    // One more where the kitchen with their own id is there already.
    cost: Cost::AtMost(2),
};

/// AP-103
pub static SWITCH_KITCHEN: AccessPattern =
    AccessPattern { id: "AP-103", question: "I am in that kitchen now.", steps: &[Step::Update(MEMBERSHIP)], cost: Cost::Exactly(1) };

/// AP-104
pub static WHO_IS_HERE: AccessPattern = AccessPattern {
    id: "AP-104",
    question: "Whose kitchen is this, and who is in it?",
    steps: &[KITCHEN_AND_MEMBERS],
    cost: Cost::Exactly(1),
};

/// AP-105
pub static WRITE_INVITE: AccessPattern = AccessPattern {
    id: "AP-105",
    question: "I want somebody to come into my kitchen.",
    steps: &[Step::Get(KITCHEN), Step::Transact(&[Action::new(Verb::Update, KITCHEN, 1), Action::new(Verb::Put, INVITE, 1)])],
    cost: Cost::AtMost(2),
};

/// AP-106
pub static READ_INVITE: AccessPattern = AccessPattern {
    id: "AP-106",
    question: "Who invites me, and into which kitchen?",
    steps: &[Step::Get(INVITE), Step::Get(KITCHEN)],
    cost: Cost::AtMost(2),
};

/// AP-107. All or none: the link is used, the kitchen has one more, both rows say so, and the person is in one kitchen more.
pub static ACCEPT_INVITE: AccessPattern = AccessPattern {
    id: "AP-107",
    question: "I come into this kitchen.",
    steps: &[
        Step::Get(INVITE),
        Step::Get(KITCHEN),
        Step::Transact(&[
            Action::new(Verb::Update, INVITE, 1),
            Action::new(Verb::Update, KITCHEN, 1),
            Action::new(Verb::Put, MEMBER, 1),
            Action::new(Verb::Put, MEMBERSHIP, 1),
            Action::new(Verb::Update, PROFILE, 1),
        ]),
    ],
    cost: Cost::AtMost(3),
};

/// AP-108
pub static REVOKE_INVITES: AccessPattern = AccessPattern {
    id: "AP-108",
    question: "Nobody is to come in by a link that I have sent so far.",
    steps: &[Step::Update(KITCHEN)],
    cost: Cost::Exactly(1),
};

/// AP-109. Where the owner leaves, the kitchen goes to whoever has been there longest, in the same transaction.
pub static LEAVE_KITCHEN: AccessPattern = AccessPattern {
    id: "AP-109",
    question: "I leave this kitchen, or somebody leaves mine.",
    steps: &[
        KITCHEN_AND_MEMBERS,
        Step::Transact(&[
            Action::new(Verb::Update, KITCHEN, 1),
            Action::new(Verb::Delete, MEMBER, 1),
            Action::new(Verb::Delete, MEMBERSHIP, 1),
            Action::new(Verb::Update, PROFILE, 1),
            Action::new(Verb::Update, MEMBER, 1),
        ]),
    ],
    cost: Cost::AtMost(2),
};

/// AP-110
pub static HAND_OVER: AccessPattern = AccessPattern {
    id: "AP-110",
    question: "This kitchen is to be somebody else's, who is in it.",
    steps: &[Step::Transact(&[Action::new(Verb::Update, KITCHEN, 1), Action::new(Verb::Update, MEMBER, 2)])],
    cost: Cost::Exactly(1),
};

/// AP-111
pub static RENAME_KITCHEN: AccessPattern = AccessPattern {
    id: "AP-111",
    question: "This kitchen has another name.",
    steps: &[
        KITCHEN_AND_MEMBERS,
        Step::Transact(&[Action::new(Verb::Update, KITCHEN, 1), Action::new(Verb::Update, MEMBERSHIP, MOST_MEMBERS as u32)]),
    ],
    cost: Cost::AtMost(2),
};

/// AP-114
pub static DELETE_KITCHEN: AccessPattern = AccessPattern {
    id: "AP-114",
    question: "I do not want this kitchen of mine any more.",
    steps: &[Step::Transact(&[
        Action::new(Verb::Update, KITCHEN, 1),
        Action::new(Verb::Delete, MEMBERSHIP, 1),
        Action::new(Verb::Update, PROFILE, 1),
        Action::new(Verb::Put, DELETED_KITCHEN, 1),
    ])],
    cost: Cost::Exactly(1),
};

const KITCHENS_DELETED_BY: Step = Step::Query(Range { given: &["userId"], ordered_by: &["deletedAt"], ..Range::of(&[DELETED_KITCHEN]) });

/// AP-115
pub static RESTORE_KITCHEN: AccessPattern = AccessPattern {
    id: "AP-115",
    question: "I do want it after all.",
    steps: &[
        KITCHENS_DELETED_BY,
        Step::Transact(&[
            Action::new(Verb::Update, KITCHEN, 1),
            Action::new(Verb::Put, MEMBERSHIP, 1),
            Action::new(Verb::Update, PROFILE, 1),
            Action::new(Verb::Delete, DELETED_KITCHEN, 1),
        ]),
    ],
    cost: Cost::AtMost(2),
};

/// AP-116
pub static DUE_KITCHENS: AccessPattern = AccessPattern {
    id: "AP-116",
    question: "Which kitchens were deleted more than a day ago? (cleaning up)",
    steps: &[Step::Query(Range {
        index: Some(&GSI1),
        between: Some("deletedAt"),
        ordered_by: &["deletedAt"],
        ..Range::of(&[DELETED_KITCHEN])
    })],
    cost: BY_MB,
};

/// AP-117
pub static DELETED_KITCHENS: AccessPattern = AccessPattern {
    id: "AP-117",
    question: "Which kitchens have I deleted and can bring back?",
    steps: &[KITCHENS_DELETED_BY],
    cost: Cost::Exactly(1),
};

/// AP-118
pub static SET_SERVINGS: AccessPattern =
    AccessPattern { id: "AP-118", question: "We usually cook for so many.", steps: &[Step::Update(KITCHEN)], cost: Cost::Exactly(1) };

/// AP-201. A page of what is not in the bin: the filter reads a few more than are shown.
pub static LIST_RECIPES: AccessPattern = AccessPattern {
    id: "AP-201",
    question: "Which recipes do we have, newest or oldest first?",
    steps: &[Step::Query(Range { given: &["userId"], ordered_by: &["recipeId"], filters: &["deletedAt"], ..Range::of(&[RECIPE]) })],
    cost: Cost::Formula { words: "1 per MB read, and 1 where deleted ones shorten the page", requests: as_many },
};

/// AP-202
pub static GET_RECIPE: AccessPattern =
    AccessPattern { id: "AP-202", question: "How is this cooked?", steps: &[Step::Get(RECIPE)], cost: Cost::Exactly(1) };

/// AP-203. A picture that it shows is noted no more.
pub static ADD_RECIPE: AccessPattern = AccessPattern {
    id: "AP-203",
    question: "I write down a recipe.",
    steps: &[Step::Transact(&[
        Action::new(Verb::Put, RECIPE, 1),
        Action::new(Verb::Update, KITCHEN, 1),
        Action::new(Verb::Delete, UPLOAD, 1),
        Action::new(Verb::Put, IDEM, 1),
    ])],
    cost: Cost::Exactly(1),
};

/// AP-204. The note of a picture that it begins to show goes, and one that it shows no more is noted again. What is published is shown in the
/// catalog as it is from the same moment on.
pub static EDIT_RECIPE: AccessPattern = AccessPattern {
    id: "AP-204",
    question: "I change a recipe.",
    steps: &[
        Step::Get(RECIPE),
        Step::Get(RECIPE_CARD),
        Step::OneOf(&[
            Step::Put(RECIPE),
            Step::Transact(&[
                Action::new(Verb::Put, RECIPE, 1),
                Action::new(Verb::Delete, UPLOAD, 1),
                Action::new(Verb::Put, UPLOAD, 1),
                Action::new(Verb::Put, RECIPE_CARD, 1),
                Action::new(Verb::Put, CREATOR_RECIPE_CARD, 1),
            ]),
        ]),
    ],
    cost: Cost::AtMost(3),
};

/// AP-205. The picture of a recipe in the bin is noted for the day on which that leaves it for good: then nothing else is left that names it. What
/// is published leaves the catalog with it, unless somebody bought it.
pub static DELETE_RECIPE: AccessPattern = AccessPattern {
    id: "AP-205",
    question: "I do not want this recipe any more, or I do after all.",
    steps: &[
        Step::Get(RECIPE),
        Step::Query(Range { given: &["creatorId"], ..Range::of(&[CREATOR_SET_CARD]) }),
        Step::BatchGet(&[SET], BATCH_OF_READS as u32),
        Step::Transact(&[
            Action::new(Verb::Put, RECIPE, 1),
            Action::new(Verb::Update, KITCHEN, 1),
            Action::new(Verb::Put, UPLOAD, 1),
            Action::new(Verb::Delete, UPLOAD, 1),
            Action::new(Verb::Delete, RECIPE_CARD, 1),
            Action::new(Verb::Delete, CREATOR_RECIPE_CARD, 1),
            Action::new(Verb::Check, SET_CARD, MOST_SOLD_WITH as u32),
        ]),
    ],
    cost: Cost::AtMost(5),
};

/// AP-206. Only what a list shows of a recipe comes out of the store, and so much of a large book is looked at for one question; the answer says
/// where to go on.
pub static SEARCH_RECIPES: AccessPattern = AccessPattern {
    id: "AP-206",
    question: "Which of our recipes have these words in their title, tags or author?",
    steps: &[Step::Query(Range { given: &["userId"], ordered_by: &["recipeId"], filters: &["deletedAt"], ..Range::of(&[RECIPE]) })],
    cost: Cost::AtMost(PAGES_LOOKED_AT),
};

/// AP-207
pub static RECIPES_BY_ID: AccessPattern = AccessPattern {
    id: "AP-207",
    question: "What are the dishes of this set?",
    steps: &[BOOKED_DISHES, DISHES_OF_OTHERS],
    cost: Cost::AtMost(2),
};

/// AP-301
pub static LIST_SETS: AccessPattern = AccessPattern {
    id: "AP-301",
    question: "Which sets do we have, newest or oldest first?",
    steps: &[Step::Query(Range { given: &["userId"], ordered_by: &["setId"], filters: &["deletedAt"], ..Range::of(&[SET]) })],
    cost: Cost::Formula { words: "1 per MB read, and 1 where deleted ones shorten the page", requests: as_many },
};

/// AP-302
pub static GET_SET: AccessPattern =
    AccessPattern { id: "AP-302", question: "What is in this set?", steps: &[Step::Get(SET)], cost: Cost::Exactly(1) };

/// AP-303
pub static ADD_SET: AccessPattern = AccessPattern {
    id: "AP-303",
    question: "I put together a set.",
    steps: &[
        BOOKED_DISHES,
        DISHES_OF_OTHERS,
        Step::Transact(&[
            Action::new(Verb::Put, SET, 1),
            Action::new(Verb::Update, KITCHEN, 1),
            Action::new(Verb::Check, RECIPE, MOST_DISHES as u32),
            Action::new(Verb::Put, IDEM, 1),
        ]),
    ],
    cost: Cost::AtMost(3),
};

/// AP-304
pub static EDIT_SET: AccessPattern = AccessPattern {
    id: "AP-304",
    question: "I change a set.",
    steps: &[
        Step::Get(SET),
        Step::Get(SET_CARD),
        BOOKED_DISHES,
        DISHES_OF_OTHERS,
        Step::OneOf(&[
            Step::Put(SET),
            Step::Transact(&[
                Action::new(Verb::Put, SET, 1),
                Action::new(Verb::Check, RECIPE, MOST_DISHES as u32),
                Action::new(Verb::Update, RECIPE, MOST_DISHES as u32),
                Action::new(Verb::Put, SET_CARD, 1),
                Action::new(Verb::Put, CREATOR_SET_CARD, 1),
            ]),
        ]),
    ],
    cost: Cost::AtMost(5),
};

/// AP-305
pub static DELETE_SET: AccessPattern = AccessPattern {
    id: "AP-305",
    question: "I do not want this set any more, or I do after all.",
    steps: &[
        Step::Get(SET),
        Step::Transact(&[
            Action::new(Verb::Put, SET, 1),
            Action::new(Verb::Update, KITCHEN, 1),
            Action::new(Verb::Delete, SET_CARD, 1),
            Action::new(Verb::Delete, CREATOR_SET_CARD, 1),
        ]),
    ],
    cost: Cost::AtMost(2),
};

/// AP-307
pub static SEARCH_SETS: AccessPattern = AccessPattern {
    id: "AP-307",
    question: "Which of our sets have these words in their title or tags?",
    steps: &[Step::Query(Range { given: &["userId"], ordered_by: &["setId"], filters: &["deletedAt"], ..Range::of(&[SET]) })],
    cost: Cost::AtMost(PAGES_LOOKED_AT),
};

/// AP-401
pub static READ_PLAN: AccessPattern =
    AccessPattern { id: "AP-401", question: "What do we cook, and what after that?", steps: &[BOTH_SLOTS], cost: Cost::Exactly(1) };

/// AP-402. A set of the cookbook is in the program: nothing is read of it.
pub static APPLY_SET: AccessPattern = AccessPattern {
    id: "AP-402",
    question: "We cook this set, now or next.",
    steps: &[
        Step::Get(SET),
        BOOKED_DISHES,
        DISHES_OF_OTHERS,
        Step::Get(PLAN),
        Step::Get(KITCHEN),
        Step::OneOf(&[
            Step::Put(PLAN),
            // Into an empty slot: the plan is later than every one that was there.
            Step::Transact(&[Action::new(Verb::Put, PLAN, 1), Action::new(Verb::Check, KITCHEN, 1)]),
        ]),
    ],
    cost: Cost::AtMost(6),
};

/// AP-403. One transaction: the dish is on the table, the log says so, and the fridge holds less.
pub static COOK: AccessPattern = AccessPattern {
    id: "AP-403",
    question: "This dish is on the table.",
    steps: &[
        Step::Get(PLAN),
        Step::Get(RECIPE),
        STOCK,
        Step::OneOf(&[
            Step::Transact(&[
                Action::new(Verb::Put, PLAN, 1),
                Action::new(Verb::Put, LOG, 1),
                Action::new(Verb::Update, BATCH, MOST_TAKEN as u32),
            ]),
            // It had been on the table before: the log and what it took stay as they are.
            Step::Put(PLAN),
        ]),
    ],
    cost: Cost::AtMost(4),
};

/// AP-404
pub static UNCOOK: AccessPattern = AccessPattern {
    id: "AP-404",
    question: "This dish is not on the table after all.",
    steps: &[Step::Get(PLAN), Step::Put(PLAN)],
    cost: Cost::AtMost(2),
};

/// AP-405
pub static ADVANCE: AccessPattern = AccessPattern {
    id: "AP-405",
    question: "We go on to the next set.",
    steps: &[
        BOTH_SLOTS,
        // Where nothing was being cooked.
        Step::Get(KITCHEN),
        Step::Transact(&[Action::new(Verb::Put, PLAN, 1), Action::new(Verb::Delete, PLAN, 1), Action::new(Verb::Check, KITCHEN, 1)]),
    ],
    cost: Cost::AtMost(3),
};

/// AP-406
pub static EMPTY_SLOT: AccessPattern = AccessPattern {
    id: "AP-406",
    question: "We do not cook this set, or not next.",
    steps: &[
        Step::Get(PLAN),
        Step::OneOf(&[
            Step::Delete(PLAN),
            // The kitchen remembers when the plan began whose ticks may still be there.
            Step::Transact(&[Action::new(Verb::Delete, PLAN, 1), Action::new(Verb::Update, KITCHEN, 1)]),
        ]),
    ],
    cost: Cost::AtMost(2),
};

/// AP-407
pub static CHANGE_DISH: AccessPattern = AccessPattern {
    id: "AP-407",
    question: "This dish for more or fewer people, another one in its place, or one more.",
    steps: &[Step::Get(PLAN), Step::Get(RECIPE), Step::Put(PLAN)],
    cost: Cost::AtMost(3),
};

/// AP-408
pub static SUGGEST: AccessPattern = AccessPattern {
    id: "AP-408",
    question: "Which set would use what is in the fridge, and was not cooked for long?",
    steps: &[
        Step::Query(Range {
            given: &["userId"],
            ordered_by: &["setId"],
            filters: &["deletedAt"],
            limit: Some(SETS_LOOKED_AT),
            ..Range::of(&[SET])
        }),
        Step::BatchGet(&[RECIPE], SUGGESTED_RECIPES),
        STOCK,
        LOGS_BETWEEN,
        BOTH_SLOTS,
    ],
    cost: Cost::AtMost(9),
};

/// AP-409. All slots or none, each only if it is as the undone write left it, with the logs of what was cooked as they were read.
pub static PUT_BACK: AccessPattern = AccessPattern {
    id: "AP-409",
    question: "It was right as it was before: this slot, or both.",
    steps: &[
        Step::BatchGet(&[RECIPE, LOG], 4 * MOST_DISHES as u32),
        BOTH_SLOTS,
        Step::Transact(&[
            Action::new(Verb::Put, PLAN, 2),
            Action::new(Verb::Delete, PLAN, 1),
            Action::new(Verb::Update, KITCHEN, 1),
            Action::new(Verb::Check, KITCHEN, 1),
            Action::new(Verb::Check, LOG, MOST_DISHES as u32),
        ]),
    ],
    cost: Cost::AtMost(3),
};

/// AP-701
pub static CATEGORIES: AccessPattern = AccessPattern {
    id: "AP-701",
    question: "Which tabs has the book, or the catalog?",
    steps: &[Step::Query(Range { given: &["userId", "scope"], ..Range::of(&[CATEGORY]) })],
    cost: Cost::Exactly(1),
};

/// AP-702. Each change is decided by all of them, so it counts the kitchen's number of changes up from the one that was read.
pub static CHANGE_CATEGORIES: AccessPattern = AccessPattern {
    id: "AP-702",
    question: "Another tab, or this one is called otherwise, hidden, moved, gone.",
    steps: &[
        Step::Get(KITCHEN),
        Step::Query(Range { given: &["userId", "scope"], ..Range::of(&[CATEGORY]) }),
        Step::Transact(&[
            Action::new(Verb::Update, KITCHEN, 1),
            Action::new(Verb::Put, CATEGORY, MOST_CATEGORIES as u32),
            // One that is deleted, and rows of a time when both scopes had the same ids.
            Action::new(Verb::Delete, CATEGORY, 1 + DEFAULT_CATEGORIES.len() as u32),
            Action::new(Verb::Put, IDEM, 1),
        ]),
    ],
    cost: Cost::AtMost(3),
};

/// AP-801
pub static MONTH: AccessPattern =
    AccessPattern { id: "AP-801", question: "On which days of this month did we cook, and how much?", steps: &[LOGS_BETWEEN], cost: BY_MB };

/// AP-802
pub static DAY: AccessPattern = AccessPattern {
    id: "AP-802",
    question: "What did we cook on this day?",
    steps: &[Step::Query(Range { given: &["userId", "date"], ordered_by: &["logId"], ..Range::of(&[LOG]) })],
    cost: Cost::Exactly(1),
};

/// AP-803. What the dish took goes back; a batch that is gone comes back as a new one.
pub static DELETE_LOG: AccessPattern = AccessPattern {
    id: "AP-803",
    question: "We did not cook this.",
    steps: &[
        Step::Get(LOG),
        STOCK,
        Step::Get(PLAN),
        Step::Transact(&[
            Action::new(Verb::Delete, LOG, 1),
            Action::new(Verb::Put, BATCH, MOST_TAKEN as u32),
            Action::new(Verb::Put, PLAN, 1),
            Action::new(Verb::Update, KITCHEN, 1),
        ]),
    ],
    cost: Cost::AtMost(4),
};

/// AP-1301
pub static REPLAY: AccessPattern = AccessPattern {
    id: "AP-1301",
    question: "Was this operation of a client done before?",
    steps: &[Step::Get(IDEM)],
    cost: Cost::Exactly(1),
};

/// Every access pattern.
pub(super) const ALL: &[&AccessPattern] = &[
    &MY_KITCHENS,
    &FOUND_KITCHEN,
    &SWITCH_KITCHEN,
    &WHO_IS_HERE,
    &WRITE_INVITE,
    &READ_INVITE,
    &ACCEPT_INVITE,
    &REVOKE_INVITES,
    &LEAVE_KITCHEN,
    &HAND_OVER,
    &RENAME_KITCHEN,
    &DELETE_KITCHEN,
    &RESTORE_KITCHEN,
    &DUE_KITCHENS,
    &DELETED_KITCHENS,
    &SET_SERVINGS,
    &profiles::PROFILE_OF,
    &profiles::EDIT_PROFILE,
    &profiles::FACES,
    &LIST_RECIPES,
    &GET_RECIPE,
    &ADD_RECIPE,
    &EDIT_RECIPE,
    &DELETE_RECIPE,
    &SEARCH_RECIPES,
    &RECIPES_BY_ID,
    &sharing::COUNT_IMPORT,
    &sharing::ALL_RECIPES,
    &publishing::SAVED_RECIPES,
    &pictures::TAKE_IN_PICTURE,
    &pictures::DISH_PICTURES,
    &LIST_SETS,
    &GET_SET,
    &ADD_SET,
    &EDIT_SET,
    &DELETE_SET,
    &publishing::SAVED_SETS,
    &SEARCH_SETS,
    &READ_PLAN,
    &APPLY_SET,
    &COOK,
    &UNCOOK,
    &ADVANCE,
    &EMPTY_SLOT,
    &CHANGE_DISH,
    &SUGGEST,
    &PUT_BACK,
    &stock::SHOPPING_LIST,
    &stock::ADD_LINE,
    &stock::TICK,
    &stock::UNTICK,
    &stock::REMOVE_LINE,
    &stock::SHOPPING_DONE,
    &stock::SHOPPING_NOT_DONE,
    &stock::STAPLES,
    &stock::SET_STAPLE,
    &stock::WAYS_THROUGH_SHOPS,
    &stock::SET_WAY,
    &stock::SET_OWN_FOOD,
    &stock::CHANGE_LINE,
    &stock::LINE_MADE,
    &stock::FRIDGE,
    &stock::ADD_BATCH,
    &stock::EDIT_BATCH,
    &stock::DELETE_BATCH,
    &stock::DELETED_BATCHES,
    &stock::RESTORE_BATCH,
    &stock::SWEEP_FRIDGE,
    &stock::BATCH_MADE,
    &CATEGORIES,
    &CHANGE_CATEGORIES,
    &MONTH,
    &DAY,
    &DELETE_LOG,
    &till::PAYMENT_METHODS,
    &till::SET_PAYMENT_METHOD,
    &till::BEGIN_PURCHASE,
    &till::SETTLE_PURCHASE,
    &till::PURCHASES,
    &till::HAVE_BOUGHT,
    &till::SUBSCRIPTION_OF,
    &till::SET_SUBSCRIPTION,
    &till::WHOSE_CUSTOMER,
    &till::BOUGHT_ITEMS,
    &till::NOTE_PAYMENT,
    &till::PENDING_PURCHASES,
    &till::CUSTOMER,
    &till::PAYOUTS,
    &till::BEGIN_SUBSCRIPTION,
    &till::OPEN_SUBSCRIPTIONS,
    &till::PURCHASE_OF,
    &publishing::CATALOG_NEWEST,
    &publishing::CATALOG_POPULAR,
    &publishing::OF_CREATOR,
    &publishing::BY_ID,
    &publishing::PUBLISH,
    &publishing::SAVE,
    &publishing::RERANK,
    &publishing::WHO_SAVED,
    &publishing::RECOMMENDED,
    &publishing::FORGET_SAVED,
    &publishing::ALL_RECORDS,
    &publishing::BOOKED,
    &sharing::SHARE_LINK,
    &sharing::SHARED_BY,
    &sharing::OPEN_LINK,
    &sharing::REVOKE_LINK,
    &sharing::IS_SHARED,
    &sharing::CALENDAR,
    &sharing::NEW_CALENDAR,
    &notices::NOTICES,
    &notices::TELL,
    &notices::READ_NOTICES,
    &notices::REACH_DEVICE,
    &notices::FORGET_DEVICE,
    &notices::NOTICE_SETTINGS,
    &notices::WHO_WANTS_PUSH,
    &notices::TELL_SOON,
    &notices::UNTELL,
    &notices::MY_DEVICES,
    &notices::GLANCE,
    &notices::RECENT_NEWS,
    &notices::ONE_NEWS,
    &notices::DUE_NOTICES,
    &notices::TELL_NOTICE,
    &notices::TELL_NEWS,
    &notices::FIRST_STEPS,
    &notices::ONE_NOTICE,
    &REPLAY,
    &profiles::WALK,
    &publishing::WITHDRAW_ALL,
    &leaving::FORGET_PAYMENTS,
    &leaving::EXPORT_PAYMENTS,
    &leaving::PASS_ON,
    &leaving::EXPORT_KITCHEN,
    &leaving::REMOVE_KITCHEN,
    &leaving::REMOVE_DELETED_KITCHEN,
    &leaving::FORGET_PERSON,
    &leaving::CHECK_KITCHEN,
    &pictures::UNSHOWN_PICTURES,
];
