//! The numbered access patterns of the catalog, of payments, of links and of notices.

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Index, Range, Step, Verb};

use super::catalog::{
    CREATOR_RECIPE_CARD, CREATOR_SET_CARD, NEWS, NOTIFICATION, NOTIFICATION_SETTINGS, PAYMENT_METHOD, PUBLISHED, PURCHASE,
    PURCHASED_RECIPE, PURCHASED_SET, PUSH_TOKEN, RECIPE_CARD, SAVED_RECIPE, SAVED_SET, SET_CARD, SHARE, SHARED, SUBSCRIPTION,
};
use super::kinds::{RECIPE, SET};
use super::patterns::as_many;
use super::people::PROFILE;
use super::{GSI1, GSI2, GSI3, MAIN_TABLE};

/// A filtered list looks at so many cards before it hands out a cursor.
const READ_AT_MOST: u32 = 1_000;

const BY_MB: Cost = Cost::Formula { words: "1 per MB read", requests: as_many };

const fn by(index: &'static Index, entities: &'static [&'static EntityDesign], given: &'static [&'static str]) -> Range {
    Range { index: Some(index), given, ..Range::of(entities) }
}

/// AP-112
pub static PROFILE_OF: AccessPattern =
    AccessPattern { id: "AP-112", question: "What does Kondate know of me?", steps: &[Step::Get(PROFILE)], cost: Cost::Exactly(1) };

/// AP-113
pub static EDIT_PROFILE: AccessPattern =
    AccessPattern { id: "AP-113", question: "I have another picture.", steps: &[Step::Update(PROFILE)], cost: Cost::Exactly(1) };

/// AP-208
pub static COUNT_IMPORT: AccessPattern = AccessPattern {
    id: "AP-208",
    question: "May I import another recipe this month?",
    steps: &[Step::Update(PROFILE)],
    cost: Cost::AtMost(2),
};

/// AP-209. What was saved is read whole, for it sorts by id and is wanted by time; then the page's own recipes, and the cards of the page.
pub static MERGED_RECIPES: AccessPattern = AccessPattern {
    id: "AP-209",
    question: "What is in our book, ours and what we saved, newest first?",
    steps: &[
        Step::Query(Range { given: &["userId"], ..Range::of(&[SAVED_RECIPE]) }),
        Step::Query(Range { given: &["userId"], ordered_by: &["recipeId"], filters: &["deletedAt"], ..Range::of(&[RECIPE]) }),
        Step::BatchGet(&[RECIPE_CARD], 100),
    ],
    cost: Cost::AtMost(4),
};

/// AP-306
pub static MERGED_SETS: AccessPattern = AccessPattern {
    id: "AP-306",
    question: "Which sets are in our book, ours and what we saved, newest first?",
    steps: &[
        Step::Query(Range { given: &["userId"], ..Range::of(&[SAVED_SET]) }),
        Step::Query(Range { given: &["userId"], ordered_by: &["setId"], filters: &["deletedAt"], ..Range::of(&[SET]) }),
        Step::BatchGet(&[SET_CARD], 100),
    ],
    cost: Cost::AtMost(4),
};

/// AP-901
pub static PAYMENT_METHODS: AccessPattern = AccessPattern {
    id: "AP-901",
    question: "How can I pay?",
    steps: &[Step::Query(Range { given: &["userId"], ..Range::of(&[PAYMENT_METHOD]) })],
    cost: Cost::Exactly(1),
};

/// AP-902
pub static SET_PAYMENT_METHOD: AccessPattern = AccessPattern {
    id: "AP-902",
    question: "I have another card, or this one no longer.",
    steps: &[
        Step::Query(Range { given: &["userId"], ..Range::of(&[PAYMENT_METHOD]) }),
        Step::Transact(&[
            Action::new(Verb::Put, PAYMENT_METHOD, 1),
            Action::new(Verb::Delete, PAYMENT_METHOD, 1),
            Action::new(Verb::Update, PAYMENT_METHOD, 10),
        ]),
    ],
    cost: Cost::AtMost(2),
};

/// AP-903. The guard is written before anything is charged: a second one fails.
pub static BEGIN_PURCHASE: AccessPattern = AccessPattern {
    id: "AP-903",
    question: "I buy this.",
    steps: &[
        Step::OneOf(&[Step::Query(by(&GSI1, &[RECIPE_CARD], &["recipeId"])), Step::Query(by(&GSI1, &[SET_CARD], &["setId"]))]),
        Step::OneOf(&[
            Step::Transact(&[Action::new(Verb::Put, PURCHASED_RECIPE, 1), Action::new(Verb::Put, PURCHASE, 1)]),
            Step::Transact(&[Action::new(Verb::Put, PURCHASED_SET, 1), Action::new(Verb::Put, PURCHASE, 1)]),
        ]),
    ],
    cost: Cost::AtMost(2),
};

/// AP-904
pub static SETTLE_PURCHASE: AccessPattern = AccessPattern {
    id: "AP-904",
    question: "It is paid for, or it failed, or it was given back.",
    steps: &[Step::OneOf(&[
        Step::Transact(&[
            Action::new(Verb::Update, PURCHASED_RECIPE, 1),
            Action::new(Verb::Delete, PURCHASED_RECIPE, 1),
            Action::new(Verb::Update, PURCHASE, 1),
        ]),
        Step::Transact(&[
            Action::new(Verb::Update, PURCHASED_SET, 1),
            Action::new(Verb::Delete, PURCHASED_SET, 1),
            Action::new(Verb::Update, PURCHASE, 1),
        ]),
        // Not an item of the catalog, but the role of a creator.
        Step::Transact(&[Action::new(Verb::Update, PROFILE, 1), Action::new(Verb::Update, PURCHASE, 1)]),
    ])],
    cost: Cost::Exactly(1),
};

/// AP-905
pub static PURCHASES: AccessPattern = AccessPattern {
    id: "AP-905",
    question: "What did I buy, the last first?",
    steps: &[Step::Query(Range { given: &["userId"], ordered_by: &["purchasedAt"], ..Range::of(&[PURCHASE]) })],
    cost: Cost::Exactly(1),
};

/// AP-906
pub static HAVE_BOUGHT: AccessPattern = AccessPattern {
    id: "AP-906",
    question: "Which of these did I buy, and which are in our book?",
    steps: &[Step::BatchGet(&[PURCHASED_RECIPE, PURCHASED_SET, SAVED_RECIPE, SAVED_SET], 200)],
    cost: Cost::AtMost(3),
};

/// AP-907
pub static SUBSCRIPTION_OF: AccessPattern =
    AccessPattern { id: "AP-907", question: "What do I subscribe to?", steps: &[Step::Get(SUBSCRIPTION)], cost: Cost::Exactly(1) };

/// AP-908
pub static SET_SUBSCRIPTION: AccessPattern = AccessPattern {
    id: "AP-908",
    question: "The subscription began, is paid, is late, ends.",
    steps: &[Step::Get(SUBSCRIPTION), Step::Transact(&[Action::new(Verb::Put, SUBSCRIPTION, 1), Action::new(Verb::Update, PROFILE, 1)])],
    cost: Cost::AtMost(2),
};

/// AP-909
pub static WHOSE_CUSTOMER: AccessPattern = AccessPattern {
    id: "AP-909",
    question: "Whose customer is it of whom the provider tells?",
    steps: &[Step::Query(by(&GSI1, &[PAYMENT_METHOD], &["customerId"]))],
    cost: Cost::Exactly(1),
};

/// AP-1001
pub static CATALOG_NEWEST: AccessPattern = AccessPattern {
    id: "AP-1001",
    question: "What is new in the catalog?",
    steps: &[Step::OneOf(&[
        Step::Query(Range {
            ordered_by: &["createdAt"],
            filters: &["searchText", "tags", "visibility", "cookTimeMinutes"],
            limit: Some(READ_AT_MOST),
            ..by(&GSI2, &[RECIPE_CARD], &[])
        }),
        Step::Query(Range {
            ordered_by: &["createdAt"],
            filters: &["searchText", "tags", "visibility", "cookTimeMinutes"],
            limit: Some(READ_AT_MOST),
            ..by(&GSI2, &[SET_CARD], &[])
        }),
    ])],
    cost: Cost::AtMost(10),
};

/// AP-1002
pub static CATALOG_POPULAR: AccessPattern = AccessPattern {
    id: "AP-1002",
    question: "What do most people save?",
    steps: &[Step::OneOf(&[
        Step::Query(Range {
            ordered_by: &["savedCount"],
            filters: &["searchText", "tags", "visibility", "cookTimeMinutes"],
            limit: Some(READ_AT_MOST),
            ..by(&GSI2, &[CREATOR_RECIPE_CARD], &[])
        }),
        Step::Query(Range {
            ordered_by: &["savedCount"],
            filters: &["searchText", "tags", "visibility", "cookTimeMinutes"],
            limit: Some(READ_AT_MOST),
            ..by(&GSI2, &[CREATOR_SET_CARD], &[])
        }),
    ])],
    cost: Cost::AtMost(10),
};

/// AP-1003
pub static OF_CREATOR: AccessPattern = AccessPattern {
    id: "AP-1003",
    question: "What has this creator published, the newest first?",
    steps: &[Step::OneOf(&[
        Step::Query(Range { ordered_by: &["createdAt"], ..by(&GSI3, &[RECIPE_CARD], &["creatorId"]) }),
        Step::Query(Range { ordered_by: &["createdAt"], ..by(&GSI3, &[SET_CARD], &["creatorId"]) }),
    ])],
    cost: Cost::Exactly(1),
};

/// AP-1004. Body and card have one id, so one query brings both: the card says who may read the body.
pub static BY_ID: AccessPattern = AccessPattern {
    id: "AP-1004",
    question: "What is this, whoever it belongs to, and may I read it?",
    steps: &[
        Step::OneOf(&[Step::Query(by(&GSI1, &[RECIPE, RECIPE_CARD], &["recipeId"])), Step::Query(by(&GSI1, &[SET, SET_CARD], &["setId"]))]),
        Step::BatchGet(&[PURCHASED_RECIPE, PURCHASED_SET, SAVED_RECIPE, SAVED_SET], 2),
    ],
    cost: Cost::AtMost(2),
};

/// AP-1005. The guard says where the record stands, and that there is one: an index would lag behind a second publication.
pub static PUBLISH: AccessPattern = AccessPattern {
    id: "AP-1005",
    question: "This is for everybody, or no longer.",
    steps: &[
        Step::OneOf(&[Step::Get(RECIPE), Step::Get(SET)]),
        Step::Get(PUBLISHED),
        Step::OneOf(&[
            Step::Transact(&[
                Action::new(Verb::Put, PUBLISHED, 1),
                Action::new(Verb::Put, RECIPE_CARD, 1),
                Action::new(Verb::Put, CREATOR_RECIPE_CARD, 1),
                Action::new(Verb::Check, RECIPE, 1),
            ]),
            Step::Transact(&[
                Action::new(Verb::Put, PUBLISHED, 1),
                Action::new(Verb::Put, SET_CARD, 1),
                Action::new(Verb::Put, CREATOR_SET_CARD, 1),
                Action::new(Verb::Check, SET, 1),
            ]),
        ]),
    ],
    cost: Cost::AtMost(3),
};

/// AP-1006. One transaction: saved once, counted once, and only what is published and, where it costs something, paid for.
pub static SAVE: AccessPattern = AccessPattern {
    id: "AP-1006",
    question: "This into our book, or out of it.",
    steps: &[
        Step::OneOf(&[Step::Query(by(&GSI1, &[RECIPE_CARD], &["recipeId"])), Step::Query(by(&GSI1, &[SET_CARD], &["setId"]))]),
        Step::OneOf(&[
            Step::Transact(&[
                Action::new(Verb::Put, SAVED_RECIPE, 1),
                Action::new(Verb::Delete, SAVED_RECIPE, 1),
                Action::new(Verb::Update, RECIPE_CARD, 1),
                Action::new(Verb::Check, PURCHASED_RECIPE, 1),
            ]),
            Step::Transact(&[
                Action::new(Verb::Put, SAVED_SET, 1),
                Action::new(Verb::Delete, SAVED_SET, 1),
                Action::new(Verb::Update, SET_CARD, 1),
                Action::new(Verb::Check, PURCHASED_SET, 1),
            ]),
        ]),
    ],
    cost: Cost::AtMost(2),
};

/// AP-1007
pub static RERANK: AccessPattern = AccessPattern {
    id: "AP-1007",
    question: "Its place among the popular ones, by the number on its record.",
    steps: &[
        Step::OneOf(&[Step::Get(RECIPE_CARD), Step::Get(SET_CARD)]),
        Step::OneOf(&[Step::Update(CREATOR_RECIPE_CARD), Step::Update(CREATOR_SET_CARD)]),
    ],
    cost: Cost::Exactly(2),
};

/// AP-1008
pub static WHO_SAVED: AccessPattern = AccessPattern {
    id: "AP-1008",
    question: "How many have really saved it?",
    steps: &[
        Step::OneOf(&[Step::Query(by(&GSI1, &[SAVED_RECIPE], &["recipeId"])), Step::Query(by(&GSI1, &[SAVED_SET], &["setId"]))]),
        Step::OneOf(&[Step::Update(RECIPE_CARD), Step::Update(SET_CARD)]),
    ],
    cost: Cost::Formula { words: "1 per MB read + 1", requests: |pages| pages + 1 },
};

/// AP-1101. The guard holds the link that is there already.
pub static SHARE_LINK: AccessPattern = AccessPattern {
    id: "AP-1101",
    question: "I want to show this to somebody.",
    steps: &[
        Step::OneOf(&[Step::Get(RECIPE), Step::Get(SET)]),
        Step::Get(SHARED),
        Step::Transact(&[Action::new(Verb::Put, SHARED, 1), Action::new(Verb::Put, SHARE, 1)]),
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

/// AP-1103
pub static OPEN_LINK: AccessPattern = AccessPattern {
    id: "AP-1103",
    question: "What does this link show?",
    steps: &[Step::Get(SHARE), Step::OneOf(&[Step::Get(RECIPE), Step::Get(SET)]), Step::BatchGet(&[RECIPE], 7)],
    cost: Cost::AtMost(3),
};

/// AP-1104
pub static REVOKE_LINK: AccessPattern = AccessPattern {
    id: "AP-1104",
    question: "This link shows nothing any more.",
    steps: &[Step::Transact(&[Action::new(Verb::Update, SHARE, 1), Action::new(Verb::Delete, SHARED, 1)])],
    cost: Cost::Exactly(1),
};

/// AP-1201
pub static NOTICES: AccessPattern = AccessPattern {
    id: "AP-1201",
    question: "What is there to tell me, and how much of it did I not read?",
    steps: &[
        Step::Query(Range { given: &["userId"], ordered_by: &["createdAt"], ..Range::of(&[NOTIFICATION]) }),
        Step::Query(Range { between: Some("createdAt"), ordered_by: &["createdAt"], ..Range::of(&[NEWS]) }),
        Step::Get(NOTIFICATION_SETTINGS),
    ],
    cost: Cost::Exactly(3),
};

/// AP-1202
pub static TELL: AccessPattern = AccessPattern {
    id: "AP-1202",
    question: "Somebody, or everybody, is to know this.",
    steps: &[Step::OneOf(&[Step::Put(NOTIFICATION), Step::Put(NEWS)])],
    cost: Cost::Exactly(1),
};

/// AP-1203
pub static READ_NOTICES: AccessPattern = AccessPattern {
    id: "AP-1203",
    question: "I have read these, or all.",
    steps: &[Step::OneOf(&[Step::Transact(&[Action::new(Verb::Update, NOTIFICATION, 100)]), Step::Update(NOTIFICATION_SETTINGS)])],
    cost: Cost::Exactly(1),
};

/// AP-1204. One device reaches one person: the row of whoever had it before goes.
pub static REACH_DEVICE: AccessPattern = AccessPattern {
    id: "AP-1204",
    question: "Tell me on this device.",
    steps: &[
        Step::Query(by(&GSI1, &[PUSH_TOKEN], &["tokenHash"])),
        Step::Transact(&[Action::new(Verb::Put, PUSH_TOKEN, 1), Action::new(Verb::Delete, PUSH_TOKEN, 10)]),
    ],
    cost: Cost::AtMost(2),
};

/// AP-1205. The platform is not told, so that the three there are are tried.
pub static FORGET_DEVICE: AccessPattern = AccessPattern {
    id: "AP-1205",
    question: "Do not tell me on this device.",
    steps: &[Step::BatchWrite(&[PUSH_TOKEN], 3)],
    cost: Cost::Exactly(1),
};

/// AP-1206
pub static NOTICE_SETTINGS: AccessPattern = AccessPattern {
    id: "AP-1206",
    question: "What do I want to be told?",
    steps: &[Step::OneOf(&[Step::Get(NOTIFICATION_SETTINGS), Step::Update(NOTIFICATION_SETTINGS)])],
    cost: Cost::Exactly(1),
};

/// AP-1207
pub static WHO_WANTS_PUSH: AccessPattern = AccessPattern {
    id: "AP-1207",
    question: "Who wants to be told on their devices? (telling what has to be used soon)",
    steps: &[Step::Query(by(&GSI1, &[NOTIFICATION_SETTINGS], &[]))],
    cost: BY_MB,
};

/// AP-1208. Claimed, told, done: a server that dies in between is followed by another one.
pub static TELL_SOON: AccessPattern = AccessPattern {
    id: "AP-1208",
    question: "They are being told today what has to be used soon, or have been.",
    steps: &[Step::Update(NOTIFICATION_SETTINGS)],
    cost: Cost::Exactly(1),
};

/// AP-1302
pub static WALK: AccessPattern =
    AccessPattern { id: "AP-1302", question: "Is everything as the design has it?", steps: &[Step::Scan(&MAIN_TABLE)], cost: BY_MB };
