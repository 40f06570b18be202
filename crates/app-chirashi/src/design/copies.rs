//! Who keeps the copies true, and the look at everything.

use chabudai_kernel::design::{AccessPattern, Action, Cost, Range, Step, Verb};

use super::articles::COUNTER;
use super::favorites::FAVORITE;
use super::flyers::{FLYER, FLYER_ITEMS};
use super::people::{EMAIL_GUARD, HOUSE_GUARD, USER};
use super::recipes::RECIPE;
use super::staff::{ADMIN, ADMIN_SESSION, OPERATOR_GUARD, USERNAME_GUARD};
use super::trade::{COMPANY, STORE};
use super::{ADMINS_BY_COMPANY, FAVORITE_STORES, FAVORITES_BY_STORE, FLYERS_BY_COMPANY, FLYERS_BY_STORE, STORES_BY_COMPANY};

const STORES_OF: Step = Step::Query(Range { index: Some(&STORES_BY_COMPANY), given: &["companyId"], ..Range::of(&[STORE]) });
const FLYERS_OF: Step = Step::Query(Range { index: Some(&FLYERS_BY_COMPANY), given: &["companyId"], ..Range::of(&[FLYER]) });
const ADMINS_OF: Step = Step::Query(Range { index: Some(&ADMINS_BY_COMPANY), given: &["companyId"], ..Range::of(&[ADMIN]) });
const FLYERS_OF_ONE: Step = Step::Query(Range { index: Some(&FLYERS_BY_STORE), given: &["storeId"], ..Range::of(&[FLYER]) });
const FAVORITES_OF: Step = Step::Query(Range { index: Some(&FAVORITES_BY_STORE), given: &["storeId"], ..Range::of(&[FAVORITE]) });
const STORE_USERS_OF: Step =
    Step::Query(Range { index: Some(&ADMINS_BY_COMPANY), given: &["companyId", "role"], filters: &["storeId"], ..Range::of(&[ADMIN]) });

/// CH-120. A copy is only ever replaced by a later one.
pub static FOLLOW_COMPANY: AccessPattern = AccessPattern {
    id: "CH-120",
    question: "A company has changed: what do its stores, flyers and accounts say of it?",
    steps: &[Step::Get(COMPANY), STORES_OF, FLYERS_OF, ADMINS_OF, Step::Update(STORE), Step::Update(FLYER), Step::Update(ADMIN)],
    cost: Cost::Formula { words: "4, and 1 per copy and further page", requests: |copies| 4 + copies },
};

/// CH-121
pub static COMPANY_GONE: AccessPattern = AccessPattern {
    id: "CH-121",
    question: "A company is gone: so are its accounts.",
    steps: &[
        ADMINS_OF,
        Step::Transact(&[
            Action::new(Verb::Delete, ADMIN, 1),
            Action::new(Verb::Delete, USERNAME_GUARD, 1),
            Action::new(Verb::Delete, OPERATOR_GUARD, 1),
            Action::new(Verb::Delete, ADMIN_SESSION, 20),
        ]),
    ],
    cost: Cost::Formula { words: "1 per page, and 1 per account", requests: |accounts| 1 + accounts },
};

/// CH-122
pub static FOLLOW_STORE: AccessPattern = AccessPattern {
    id: "CH-122",
    question: "A store has changed: what do its flyers, favourites and accounts say of it?",
    steps: &[
        Step::Get(STORE),
        FLYERS_OF_ONE,
        FAVORITES_OF,
        STORE_USERS_OF,
        Step::Update(FLYER),
        Step::Update(FAVORITE),
        Step::Update(ADMIN),
    ],
    cost: Cost::Formula { words: "4, and 1 per copy and further page", requests: |copies| 4 + copies },
};

/// CH-123
pub static STORE_GONE: AccessPattern = AccessPattern {
    id: "CH-123",
    question: "A store is gone: so are its flyers, their recipes, and favourites.",
    steps: &[
        FLYERS_OF_ONE,
        FAVORITES_OF,
        STORE_USERS_OF,
        Step::Transact(&[
            Action::new(Verb::Delete, FLYER, 1),
            Action::new(Verb::Delete, FLYER_ITEMS, 1),
            Action::new(Verb::Delete, RECIPE, 1),
        ]),
        Step::Get(USER),
        Step::Transact(&[Action::new(Verb::Delete, FAVORITE, 1), Action::new(Verb::Update, USER, 1)]),
        Step::Update(ADMIN),
    ],
    cost: Cost::Formula { words: "3, 1 per flyer and account, 2 per favourite, and 1 per further page", requests: |rows| 3 + rows },
};

/// CH-124. What was put a moment before its source changed is in no index yet, so each new row looks at its sources itself.
pub static FOLLOW_INSERT: AccessPattern = AccessPattern {
    id: "CH-124",
    question: "Is what a new row says of its company and store still true?",
    steps: &[
        Step::BatchGet(&[COMPANY, STORE], 2),
        Step::OneOf(&[Step::Update(STORE), Step::Update(FLYER), Step::Update(FAVORITE), Step::Update(ADMIN)]),
    ],
    cost: Cost::AtMost(3),
};

/// CH-125
pub static NEWEST_FLYER: AccessPattern = AccessPattern {
    id: "CH-125",
    question: "Which is the newest valid flyer of a store?",
    steps: &[
        Step::Get(STORE),
        Step::Query(Range {
            index: Some(&FLYERS_BY_STORE),
            given: &["storeId"],
            between: Some("validFrom"),
            filters: &["validUntil"],
            ..Range::of(&[FLYER])
        }),
        Step::Get(FLYER),
        Step::Update(STORE),
    ],
    cost: Cost::AtMost(5),
};

/// CH-126
pub static LOOK: AccessPattern = AccessPattern {
    id: "CH-126",
    question: "Is this row as its sources are, and is what belongs to it there? (check)",
    steps: &[Step::OneOf(&[
        Step::Get(USER),
        Step::Get(ADMIN),
        Step::Get(EMAIL_GUARD),
        Step::Get(HOUSE_GUARD),
        Step::Get(USERNAME_GUARD),
        Step::Get(COMPANY),
        Step::Get(STORE),
        Step::Get(FLYER),
        Step::Get(FAVORITE),
        Step::Get(COUNTER),
        Step::Query(Range { given: &["userId"], ..Range::of(&[FAVORITE]) }),
        STORES_OF,
    ])],
    cost: Cost::Formula { words: "1 for each of many", requests: |looks| looks },
};

/// CH-127
pub static ALL_FAVORITES: AccessPattern = AccessPattern {
    id: "CH-127",
    question: "Which favourites are there? (making copies anew)",
    steps: &[Step::Scan(&FAVORITE_STORES)],
    cost: Cost::Formula { words: "1 per page", requests: |pages| pages },
};

/// CH-128
pub static MEND: AccessPattern = AccessPattern {
    id: "CH-128",
    question: "This is how it should be. (repair)",
    steps: &[Step::OneOf(&[
        Step::Update(COMPANY),
        Step::Update(USER),
        Step::Put(EMAIL_GUARD),
        Step::Put(USERNAME_GUARD),
        Step::Delete(EMAIL_GUARD),
        Step::Delete(USERNAME_GUARD),
        Step::Delete(FLYER_ITEMS),
        Step::Delete(FAVORITE),
        Step::Put(COUNTER),
    ])],
    cost: Cost::Exactly(1),
};

/// CH-129. A copy that is wrong although it says the right state is only replaced by one of a later state.
pub static RESTATE: AccessPattern = AccessPattern {
    id: "CH-129",
    question: "Let everything be copied anew from here. (repair)",
    steps: &[Step::OneOf(&[Step::Get(COMPANY), Step::Get(STORE)]), Step::OneOf(&[Step::Update(COMPANY), Step::Update(STORE)])],
    cost: Cost::Exactly(2),
};
