//! The numbered access patterns: a question in plain words, the keys that answer it, and what that costs.

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Index, Range, Step, Verb};
use chabudai_kernel::entity::Entity;

use super::{
    HISTORY_BY_DATE, STATUS_GENRE_LIST_BY_CREATED_AT, STATUS_LIST_BY_CREATED_AT, STATUS_LIST_BY_LAST_WORN_AT, STATUS_LIST_BY_WEAR_COUNT,
    WARDROBE_TABLE,
};
use crate::model::{
    Clothing, ClothingWearDaily, Deletion, History, Idempotency, Keeper, Kept, Outfit, OutfitWearDaily, Upload, Wardrobe,
    WardrobeIdempotency,
};

pub(super) const WARDROBE: &EntityDesign = &Wardrobe::DESIGN;
pub(super) const CLOTHING: &EntityDesign = &Clothing::DESIGN;
pub(super) const OUTFIT: &EntityDesign = &Outfit::DESIGN;
pub(super) const HISTORY: &EntityDesign = &History::DESIGN;
pub(super) const CLOTHING_DAILY: &EntityDesign = &ClothingWearDaily::DESIGN;
pub(super) const OUTFIT_DAILY: &EntityDesign = &OutfitWearDaily::DESIGN;
pub(super) const IDEMPOTENCY: &EntityDesign = &Idempotency::DESIGN;
pub(super) const WARDROBE_IDEMPOTENCY: &EntityDesign = &WardrobeIdempotency::DESIGN;
pub(super) const UPLOAD: &EntityDesign = &Upload::DESIGN;
pub(super) const KEPT: &EntityDesign = &Kept::DESIGN;
pub(super) const KEEPER: &EntityDesign = &Keeper::DESIGN;
pub(super) const DELETION: &EntityDesign = &Deletion::DESIGN;

/// How many keys go into one batch get.
pub const BATCH: usize = 80;
/// How many items a filtered list looks at before it hands out a cursor.
pub const READ_AT_MOST: u32 = 1_000;

/// Requests for the pictures on a page: one per 80 distinct garments and outfits.
const fn batches(distinct: u32) -> u32 {
    distinct.div_ceil(BATCH as u32)
}

const fn list_and_batches(distinct: u32) -> u32 {
    1 + batches(distinct)
}

/// A list by one index, in the order of its sort key.
pub(super) const fn list(entities: &'static [&'static EntityDesign], index: &'static Index, ordered_by: &'static [&'static str]) -> Range {
    Range { index: Some(index), given: &["wardrobeId", "status"], ordered_by, ..Range::of(entities) }
}

/// A list that leaves out what is not called so or not of the season, and perhaps not of the genre. It reads so many at most.
const fn searched(range: Range) -> Range {
    Range { filters: &["nameFolded", "tagIds", "genre"], limit: Some(READ_AT_MOST), ..range }
}

/// The same of outfits, perhaps with a garment in them.
const fn with_garment(range: Range) -> Range {
    Range { filters: &["nameFolded", "tagIds", "clothingIds"], limit: Some(READ_AT_MOST), ..range }
}

const CLOTHES_IN_THREE_ORDERS: &[Step] = &[
    Step::Query(list(&[CLOTHING], &STATUS_LIST_BY_CREATED_AT, &["createdAt"])),
    Step::Query(list(&[CLOTHING], &STATUS_LIST_BY_WEAR_COUNT, &["wearCount"])),
    Step::Query(list(&[CLOTHING], &STATUS_LIST_BY_LAST_WORN_AT, &["lastWornAt"])),
    Step::Query(Range { given: &["wardrobeId", "status", "genre"], ..list(&[CLOTHING], &STATUS_GENRE_LIST_BY_CREATED_AT, &["createdAt"]) }),
    // The genre `others` is also that of a garment without one, which is not in the genre's index.
    Step::Query(Range { filters: &["genre"], ..list(&[CLOTHING], &STATUS_LIST_BY_CREATED_AT, &["createdAt"]) }),
    Step::Query(Range { filters: &["genre"], ..list(&[CLOTHING], &STATUS_LIST_BY_WEAR_COUNT, &["wearCount"]) }),
    Step::Query(Range { filters: &["genre"], ..list(&[CLOTHING], &STATUS_LIST_BY_LAST_WORN_AT, &["lastWornAt"]) }),
];

const OUTFITS_IN_THREE_ORDERS: &[Step] = &[
    Step::Query(list(&[OUTFIT], &STATUS_LIST_BY_CREATED_AT, &["createdAt"])),
    Step::Query(list(&[OUTFIT], &STATUS_LIST_BY_WEAR_COUNT, &["wearCount"])),
    Step::Query(list(&[OUTFIT], &STATUS_LIST_BY_LAST_WORN_AT, &["lastWornAt"])),
];

pub(super) const HISTORY_BETWEEN_DAYS: Step = Step::Query(Range {
    index: Some(&HISTORY_BY_DATE),
    given: &["wardrobeId"],
    between: Some("date"),
    ordered_by: &["date"],
    ..Range::of(&[HISTORY])
});

const THUMBS_OF_A_PAGE: Step = Step::BatchGet(&[CLOTHING, OUTFIT], 150);

/// AP-01
pub static CREATE_WARDROBE: AccessPattern = AccessPattern {
    id: "AP-01",
    question: "I want a wardrobe of my own.",
    steps: &[Step::OneOf(&[
        Step::Put(WARDROBE),
        Step::Transact(&[Action::new(Verb::Put, WARDROBE, 1), Action::new(Verb::Put, WARDROBE_IDEMPOTENCY, 1)]),
    ])],
    cost: Cost::Exactly(1),
};

/// AP-02
pub static OPEN_WARDROBE: AccessPattern = AccessPattern {
    id: "AP-02",
    question: "Is there a wardrobe at this address, and what is it called?",
    steps: &[Step::Get(WARDROBE)],
    cost: Cost::Exactly(1),
};

/// AP-03
pub static LAST_WEEK: AccessPattern = AccessPattern {
    id: "AP-03",
    question: "What did I wear in the last seven days?",
    steps: &[HISTORY_BETWEEN_DAYS, THUMBS_OF_A_PAGE],
    cost: Cost::Formula { words: "1 + 1 per 80 distinct garments and outfits", requests: list_and_batches },
};

/// AP-04
pub static LIST_CLOTHES: AccessPattern = AccessPattern {
    id: "AP-04",
    question: "Which clothes do I own, newest, most worn or recently worn first?",
    steps: &[Step::OneOf(CLOTHES_IN_THREE_ORDERS)],
    cost: Cost::Exactly(1),
};

/// AP-04a
pub static RECOMMEND: AccessPattern = AccessPattern {
    id: "AP-04a",
    question: "What of this season have I not worn for longest?",
    steps: &[Step::Query(Range {
        filters: &["tagIds"],
        limit: Some(READ_AT_MOST),
        ..list(&[CLOTHING], &STATUS_LIST_BY_LAST_WORN_AT, &["lastWornAt"])
    })],
    cost: Cost::AtMost(READ_AT_MOST / 50),
};

/// AP-04b
pub static SEARCH_CLOTHES: AccessPattern = AccessPattern {
    id: "AP-04b",
    question: "Which clothes have this in their name, or this season?",
    steps: &[Step::OneOf(&[
        Step::Query(searched(list(&[CLOTHING], &STATUS_LIST_BY_CREATED_AT, &["createdAt"]))),
        Step::Query(searched(list(&[CLOTHING], &STATUS_LIST_BY_WEAR_COUNT, &["wearCount"]))),
        Step::Query(searched(list(&[CLOTHING], &STATUS_LIST_BY_LAST_WORN_AT, &["lastWornAt"]))),
        Step::Query(Range {
            given: &["wardrobeId", "status", "genre"],
            ..searched(list(&[CLOTHING], &STATUS_GENRE_LIST_BY_CREATED_AT, &["createdAt"]))
        }),
    ])],
    cost: Cost::AtMost(2),
};

/// AP-05
pub static CLOTHING_DETAIL: AccessPattern = AccessPattern {
    id: "AP-05",
    question: "What is this garment, how often was it worn, and when last?",
    steps: &[Step::Get(CLOTHING)],
    cost: Cost::Exactly(1),
};

/// AP-06
pub static ADD_CLOTHING: AccessPattern = AccessPattern {
    id: "AP-06",
    question: "I have something new.",
    steps: &[Step::OneOf(&[
        Step::Put(CLOTHING),
        Step::Transact(&[
            Action::new(Verb::Put, CLOTHING, 1),
            Action::new(Verb::Delete, UPLOAD, 1),
            Action::new(Verb::Put, IDEMPOTENCY, 1),
        ]),
    ])],
    cost: Cost::Exactly(1),
};

/// AP-07
pub static EDIT_CLOTHING: AccessPattern = AccessPattern {
    id: "AP-07",
    question: "This garment has another name, picture, genre or season.",
    steps: &[Step::OneOf(&[
        Step::Update(CLOTHING),
        // With another picture: the one that was there is read first, to be let go of in the same transaction.
        Step::Get(CLOTHING),
        Step::Transact(&[Action::new(Verb::Update, CLOTHING, 1), Action::new(Verb::Delete, UPLOAD, 1), Action::new(Verb::Put, UPLOAD, 1)]),
    ])],
    cost: Cost::AtMost(2),
};

/// AP-08
pub static DELETE_CLOTHING: AccessPattern = AccessPattern {
    id: "AP-08",
    question: "I do not want this garment any more.",
    steps: &[Step::Get(CLOTHING), Step::Update(CLOTHING)],
    cost: Cost::Exactly(2),
};

/// AP-09
pub static LIST_OUTFITS: AccessPattern = AccessPattern {
    id: "AP-09",
    question: "Which outfits have I saved, newest, most worn or recently worn first, and what do they look like?",
    steps: &[Step::OneOf(OUTFITS_IN_THREE_ORDERS), THUMBS_OF_A_PAGE],
    cost: Cost::Formula { words: "1 + 1 per 80 distinct garments", requests: list_and_batches },
};

/// AP-09a
pub static SEARCH_OUTFITS: AccessPattern = AccessPattern {
    id: "AP-09a",
    question: "Which outfits have this in their name, this season, or this garment?",
    steps: &[
        Step::OneOf(&[
            Step::Query(with_garment(list(&[OUTFIT], &STATUS_LIST_BY_CREATED_AT, &["createdAt"]))),
            Step::Query(with_garment(list(&[OUTFIT], &STATUS_LIST_BY_WEAR_COUNT, &["wearCount"]))),
            Step::Query(with_garment(list(&[OUTFIT], &STATUS_LIST_BY_LAST_WORN_AT, &["lastWornAt"]))),
        ]),
        THUMBS_OF_A_PAGE,
    ],
    cost: Cost::AtMost(4),
};

/// AP-10
pub static OUTFIT_DETAIL: AccessPattern = AccessPattern {
    id: "AP-10",
    question: "What is in this outfit, and how often was each worn?",
    steps: &[Step::Get(OUTFIT), Step::BatchGet(&[CLOTHING], 20)],
    cost: Cost::AtMost(2),
};

/// AP-11
pub static ADD_OUTFIT: AccessPattern = AccessPattern {
    id: "AP-11",
    question: "These go well together: keep them as an outfit.",
    steps: &[
        Step::BatchGet(&[CLOTHING], 20),
        Step::OneOf(&[Step::Put(OUTFIT), Step::Transact(&[Action::new(Verb::Put, OUTFIT, 1), Action::new(Verb::Put, IDEMPOTENCY, 1)])]),
    ],
    cost: Cost::Exactly(2),
};

/// AP-12
pub static EDIT_OUTFIT: AccessPattern = AccessPattern {
    id: "AP-12",
    question: "This outfit has another name, season, or other garments.",
    steps: &[Step::BatchGet(&[CLOTHING], 20), Step::Update(OUTFIT)],
    cost: Cost::AtMost(2),
};

/// AP-13
pub static DELETE_OUTFIT: AccessPattern =
    AccessPattern { id: "AP-13", question: "I do not want this outfit any more.", steps: &[Step::Update(OUTFIT)], cost: Cost::Exactly(1) };

/// AP-14
pub static LIST_HISTORY: AccessPattern = AccessPattern {
    id: "AP-14",
    question: "What did I wear, day by day?",
    steps: &[HISTORY_BETWEEN_DAYS, THUMBS_OF_A_PAGE],
    cost: Cost::Formula { words: "1 + 1 per 80 distinct garments and outfits", requests: list_and_batches },
};

/// AP-15
pub static HISTORY_DETAIL: AccessPattern = AccessPattern {
    id: "AP-15",
    question: "What exactly did I wear that time?",
    steps: &[Step::Get(HISTORY), Step::BatchGet(&[CLOTHING, OUTFIT], 21)],
    cost: Cost::AtMost(2),
};

/// AP-16
pub static RECORD: AccessPattern = AccessPattern {
    id: "AP-16",
    question: "This is what I wore.",
    steps: &[
        Step::Get(OUTFIT),
        // With the counters of that day where the same is not to be recorded twice: the outfit's, or each garment's.
        Step::BatchGet(&[CLOTHING, CLOTHING_DAILY, OUTFIT_DAILY], 40),
        Step::Transact(&[
            Action::new(Verb::Put, HISTORY, 1),
            Action::new(Verb::Update, OUTFIT_DAILY, 1),
            Action::new(Verb::Update, OUTFIT, 1),
            Action::new(Verb::Update, CLOTHING_DAILY, 20),
            Action::new(Verb::Update, CLOTHING, 20),
            Action::new(Verb::Put, IDEMPOTENCY, 1),
        ]),
    ],
    cost: Cost::AtMost(3),
};

/// AP-17
pub static UNRECORD: AccessPattern = AccessPattern {
    id: "AP-17",
    question: "I did not wear that after all.",
    steps: &[
        Step::Get(HISTORY),
        Step::BatchGet(&[CLOTHING, OUTFIT, CLOTHING_DAILY, OUTFIT_DAILY], 42),
        Step::Query(Range {
            given: &["wardrobeId", "clothingId"],
            between: Some("date"),
            ordered_by: &["date"],
            limit: Some(1),
            ..Range::of(&[CLOTHING_DAILY])
        }),
        Step::Query(Range {
            given: &["wardrobeId", "templateId"],
            between: Some("date"),
            ordered_by: &["date"],
            limit: Some(1),
            ..Range::of(&[OUTFIT_DAILY])
        }),
        Step::Transact(&[
            Action::new(Verb::Delete, HISTORY, 1),
            Action::new(Verb::Update, OUTFIT, 1),
            Action::new(Verb::Update, CLOTHING, 20),
            // Each daily counter is changed, removed at its last, or looked at when it is missing: one action each.
            Action::new(Verb::Update, OUTFIT_DAILY, 1),
            Action::new(Verb::Update, CLOTHING_DAILY, 20),
            Action::new(Verb::Delete, OUTFIT_DAILY, 1),
            Action::new(Verb::Delete, CLOTHING_DAILY, 20),
            Action::new(Verb::Check, OUTFIT_DAILY, 1),
            Action::new(Verb::Check, CLOTHING_DAILY, 20),
        ]),
    ],
    cost: Cost::Formula { words: "3 + 1 per garment or outfit whose last day this was", requests: |last_days| 3 + last_days },
};

/// AP-18
pub static RESTORE_CLOTHING: AccessPattern = AccessPattern {
    id: "AP-18",
    question: "I want this garment back.",
    steps: &[Step::Get(CLOTHING), Step::Update(CLOTHING)],
    cost: Cost::Exactly(2),
};

/// AP-19
pub static RESTORE_OUTFIT: AccessPattern =
    AccessPattern { id: "AP-19", question: "I want this outfit back.", steps: &[Step::Update(OUTFIT)], cost: Cost::Exactly(1) };

/// AP-20
pub static BIN: AccessPattern = AccessPattern {
    id: "AP-20",
    question: "What is in the bin?",
    steps: &[
        Step::OneOf(&[
            Step::Query(list(&[CLOTHING], &STATUS_LIST_BY_CREATED_AT, &["createdAt"])),
            Step::Query(list(&[OUTFIT], &STATUS_LIST_BY_CREATED_AT, &["createdAt"])),
        ]),
        THUMBS_OF_A_PAGE,
    ],
    cost: Cost::Formula { words: "1, for outfits + 1 per 80 distinct garments", requests: list_and_batches },
};

/// AP-21
pub static WEARS_BY_PERIOD: AccessPattern = AccessPattern {
    id: "AP-21",
    question: "On which days of this period was it worn?",
    steps: &[Step::OneOf(&[
        Step::Query(Range {
            given: &["wardrobeId", "clothingId"],
            between: Some("date"),
            ordered_by: &["date"],
            ..Range::of(&[CLOTHING_DAILY])
        }),
        Step::Query(Range {
            given: &["wardrobeId", "templateId"],
            between: Some("date"),
            ordered_by: &["date"],
            ..Range::of(&[OUTFIT_DAILY])
        }),
    ])],
    cost: Cost::Exactly(1),
};

/// AP-22
pub static REPAIR: AccessPattern = AccessPattern {
    id: "AP-22",
    question: "Do count and last day agree with the daily counters, and these with the records? If not, mend them.",
    steps: &[
        Step::OneOf(&[
            Step::Get(CLOTHING),
            Step::Get(OUTFIT),
            Step::Get(CLOTHING_DAILY),
            Step::Get(OUTFIT_DAILY),
            Step::Get(HISTORY),
            Step::Get(KEPT),
            Step::Get(DELETION),
        ]),
        Step::Query(Range { given: &["wardrobeId"], ..Range::of(&[HISTORY]) }),
        Step::OneOf(&[
            Step::Query(Range { given: &["wardrobeId", "clothingId"], ordered_by: &["date"], ..Range::of(&[CLOTHING_DAILY]) }),
            Step::Query(Range { given: &["wardrobeId", "templateId"], ordered_by: &["date"], ..Range::of(&[OUTFIT_DAILY]) }),
        ]),
        Step::OneOf(&[
            Step::Transact(&[
                Action::new(Verb::Update, CLOTHING, 1),
                Action::new(Verb::Put, CLOTHING_DAILY, 30),
                Action::new(Verb::Update, CLOTHING_DAILY, 30),
                Action::new(Verb::Delete, CLOTHING_DAILY, 30),
            ]),
            Step::Transact(&[
                Action::new(Verb::Update, OUTFIT, 1),
                Action::new(Verb::Put, OUTFIT_DAILY, 30),
                Action::new(Verb::Update, OUTFIT_DAILY, 30),
                Action::new(Verb::Delete, OUTFIT_DAILY, 30),
            ]),
            // A counter of something that is gone.
            Step::Transact(&[Action::new(Verb::Check, CLOTHING, 1), Action::new(Verb::Delete, CLOTHING_DAILY, 1)]),
            Step::Transact(&[Action::new(Verb::Check, OUTFIT, 1), Action::new(Verb::Delete, OUTFIT_DAILY, 1)]),
            // What lists and deletions say of a wardrobe that is gone, and the length of a list.
            Step::Transact(&[
                Action::new(Verb::Check, WARDROBE, 1),
                Action::new(Verb::Delete, KEPT, 1),
                Action::new(Verb::Delete, DELETION, 1),
                Action::new(Verb::Update, KEEPER, 1),
            ]),
            Step::Update(KEEPER),
        ]),
    ],
    cost: Cost::Formula { words: "3 + 1 if something is wrong, while the records fit into a page of 1 MB", requests: |wrong| 3 + wrong },
};

/// AP-23
pub static RENAME_WARDROBE: AccessPattern =
    AccessPattern { id: "AP-23", question: "My wardrobe has another name.", steps: &[Step::Update(WARDROBE)], cost: Cost::Exactly(1) };

/// The answer to a request that was sent before.
pub static REPLAY: AccessPattern = AccessPattern {
    id: "AP-24",
    question: "Did I answer this request before, and how?",
    steps: &[Step::OneOf(&[Step::Get(IDEMPOTENCY), Step::Get(WARDROBE_IDEMPOTENCY)])],
    cost: Cost::Exactly(1),
};

/// A walk over everything, for the operator.
pub static WALK: AccessPattern = AccessPattern {
    id: "AP-25",
    question: "Which wardrobes, garments and outfits are there at all, and do their counts agree? (operator's check and repair)",
    steps: &[
        Step::Scan(&WARDROBE_TABLE),
        // Whether what a counter or a record is of is there.
        Step::BatchGet(&[WARDROBE, CLOTHING, OUTFIT, HISTORY, CLOTHING_DAILY, OUTFIT_DAILY, IDEMPOTENCY, KEPT, DELETION], 10_000),
        // A second look at what seemed wrong.
        Step::OneOf(&[Step::Get(CLOTHING), Step::Get(OUTFIT), Step::Get(KEEPER)]),
        Step::Query(Range { given: &["userId"], ..Range::of(&[KEPT]) }),
        Step::Query(Range { given: &["wardrobeId"], ..Range::of(&[HISTORY]) }),
        Step::Query(Range { given: &["wardrobeId"], ..Range::of(&[CLOTHING]) }),
        Step::Query(Range { given: &["wardrobeId"], ..Range::of(&[OUTFIT]) }),
        Step::OneOf(&[
            Step::Query(Range { given: &["wardrobeId", "clothingId"], ordered_by: &["date"], ..Range::of(&[CLOTHING_DAILY]) }),
            Step::Query(Range { given: &["wardrobeId", "templateId"], ordered_by: &["date"], ..Range::of(&[OUTFIT_DAILY]) }),
        ]),
    ],
    cost: Cost::Formula {
        words: "1 per page of 1 MB, 3 per wardrobe, 1 per garment or outfit, 2 per list, 1 per 80 items that belong to others",
        requests: |requests| requests,
    },
};

/// AP-26
pub static TAKE_IN_PICTURE: AccessPattern = AccessPattern {
    id: "AP-26",
    question: "Here is a picture; a garment will show it in a moment.",
    steps: &[Step::Put(UPLOAD)],
    cost: Cost::Exactly(1),
};

/// AP-27
pub static UNSHOWN_PICTURES: AccessPattern = AccessPattern {
    id: "AP-27",
    question: "Which pictures of a day does no garment show? (cleaning up)",
    steps: &[Step::OneOf(&[
        Step::Query(Range { given: &["day"], ordered_by: &["picture"], ..Range::of(&[UPLOAD]) }),
        Step::Update(UPLOAD),
        Step::Delete(UPLOAD),
    ])],
    cost: Cost::Exactly(1),
};
