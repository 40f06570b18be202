//! The access patterns of people: which wardrobes are theirs, at which address, and what is left when they leave.

use chabudai_kernel::design::{AccessPattern, Action, Cost, Range, Step, Verb};

use super::STATUS_LIST_BY_CREATED_AT;
use super::patterns::{CLOTHING, KEEPER, KEPT, OUTFIT, READ_AT_MOST, WARDROBE, list};

/// The most that stand in one list, as a number of actions.
const MOST: u32 = crate::model::MOST_KEPT as u32;

/// AP-30. The names are read with the list and not copied into it: a wardrobe is renamed in one place, however many people have it.
pub static MY_WARDROBES: AccessPattern = AccessPattern {
    id: "AP-30",
    question: "Which wardrobes are mine, on whatever device I am?",
    steps: &[
        Step::Query(Range { given: &["userId"], ordered_by: &["wardrobeId"], ..Range::of(&[KEPT]) }),
        Step::BatchGet(&[WARDROBE], MOST),
    ],
    cost: Cost::AtMost(2),
};

/// AP-31
pub static IS_MINE: AccessPattern =
    AccessPattern { id: "AP-31", question: "Is this wardrobe among mine?", steps: &[Step::Get(KEPT)], cost: Cost::Exactly(1) };

/// AP-32. The second request is for one that is there already, by an earlier address.
pub static KEEP: AccessPattern = AccessPattern {
    id: "AP-32",
    question: "Keep this wardrobe with my account.",
    steps: &[
        Step::Transact(&[Action::new(Verb::Put, KEPT, 1), Action::new(Verb::Update, KEEPER, 1), Action::new(Verb::Check, WARDROBE, 1)]),
        Step::Transact(&[Action::new(Verb::Update, KEPT, 1), Action::new(Verb::Check, WARDROBE, 1)]),
    ],
    cost: Cost::AtMost(2),
};

/// AP-33. The second request is for a list that was never counted.
pub static UNKEEP: AccessPattern = AccessPattern {
    id: "AP-33",
    question: "This wardrobe is not among mine any more.",
    steps: &[Step::Transact(&[Action::new(Verb::Delete, KEPT, 1), Action::new(Verb::Update, KEEPER, 1)]), Step::Delete(KEPT)],
    cost: Cost::AtMost(2),
};

/// AP-34. Whoever asks for it and has the wardrobe in their list has it there by the new address, in the same transaction.
pub static NEW_ADDRESS: AccessPattern = AccessPattern {
    id: "AP-34",
    question: "Somebody has the address who should not: give the wardrobe another one.",
    steps: &[
        Step::Get(WARDROBE),
        Step::Get(KEPT),
        Step::OneOf(&[
            Step::Update(WARDROBE),
            Step::Transact(&[Action::new(Verb::Update, WARDROBE, 1), Action::new(Verb::Update, KEPT, 1)]),
        ]),
    ],
    cost: Cost::AtMost(3),
};

/// AP-39
pub static FORGET: AccessPattern = AccessPattern {
    id: "AP-39",
    question: "I leave the house: what does Wardrobe know of me, and how does it forget it?",
    steps: &[
        Step::Query(Range { given: &["userId"], ..Range::of(&[KEPT, KEEPER]) }),
        Step::Transact(&[Action::new(Verb::Delete, KEPT, MOST), Action::new(Verb::Delete, KEEPER, 1), Action::new(Verb::Check, KEEPER, 1)]),
    ],
    cost: Cost::AtMost(2),
};

/// How many wardrobes a device remembers.
pub const MOST_REMEMBERED: usize = 8;

/// AP-40
pub static KNOWN_HERE: AccessPattern = AccessPattern {
    id: "AP-40",
    question: "Which of the wardrobes that this device has opened are there?",
    steps: &[Step::BatchGet(&[WARDROBE], MOST_REMEMBERED as u32)],
    cost: Cost::AtMost(1),
};

/// What is in use and has these words in its name. One page each, and no further: whoever has more looks in the wardrobe itself.
const fn called(range: Range) -> Step {
    Step::Query(Range { filters: &["nameFolded"], limit: Some(READ_AT_MOST), ..range })
}

/// AP-41. Once for each wardrobe in a list, so a hundred requests at most, of which eight wardrobes are asked at a time.
pub static FIND_BY_NAME: AccessPattern = AccessPattern {
    id: "AP-41",
    question: "Which garments and outfits of this wardrobe of mine are called so? (search of the house)",
    steps: &[
        called(list(&[CLOTHING], &STATUS_LIST_BY_CREATED_AT, &["createdAt"])),
        called(list(&[OUTFIT], &STATUS_LIST_BY_CREATED_AT, &["createdAt"])),
    ],
    cost: Cost::Exactly(2),
};
