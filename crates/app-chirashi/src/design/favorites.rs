//! Favourites.

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Range, Step, Verb};
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::plain_entity;

use super::people::USER;
use super::trade::STORE;
use super::{FAVORITE_STORES, FAVORITES_BY_STORE};
use crate::model::{FavoriteStore, StoreId, UserId};

pub(super) const FAVORITE: &EntityDesign = &FavoriteStore::DESIGN;

plain_entity! {
    /// A store that somebody favours.
    FavoriteStore in FAVORITE_STORES, at most 4_096 bytes { userId: UserId = user_id, storeId: StoreId = store_id }
    fields {
        "userId": S;
        "storeId": S;
        "storeName": S;
        "storeLogo": S optional;
        "address": S;
        "phone": S optional;
        "storeUpdatedAt": S;
        "notificationEnabled": BOOL;
        "addedAt": S;
    }
    departs {
        "storeUpdatedAt": "added: of which state of the store the copies are, so that an older one never replaces a newer one";
    }
}

/// CH-80. There are 200 at most, which fit into one answer.
pub static MY_FAVORITES: AccessPattern = AccessPattern {
    id: "CH-80",
    question: "Which stores are my favourites?",
    steps: &[Step::Query(Range { given: &["userId"], ..Range::of(&[FAVORITE]) })],
    cost: Cost::Exactly(1),
};

/// CH-81
pub static IS_FAVORITE: AccessPattern = AccessPattern {
    id: "CH-81",
    question: "Is this store one of them, and am I told of its flyers?",
    steps: &[Step::Get(FAVORITE)],
    cost: Cost::Exactly(1),
};

/// CH-82. How many there may be is a condition of the write.
pub static ADD_FAVORITE: AccessPattern = AccessPattern {
    id: "CH-82",
    question: "I like this store.",
    steps: &[
        Step::BatchGet(&[FAVORITE, USER, STORE], 3),
        Step::Transact(&[Action::new(Verb::Put, FAVORITE, 1), Action::new(Verb::Update, USER, 1), Action::new(Verb::Check, STORE, 1)]),
    ],
    cost: Cost::AtMost(2),
};

/// CH-83
pub static REMOVE_FAVORITE: AccessPattern = AccessPattern {
    id: "CH-83",
    question: "Not any more.",
    steps: &[
        Step::BatchGet(&[FAVORITE, USER], 2),
        Step::Transact(&[Action::new(Verb::Delete, FAVORITE, 1), Action::new(Verb::Update, USER, 1)]),
    ],
    cost: Cost::AtMost(2),
};

/// CH-84
pub static SET_BELL: AccessPattern =
    AccessPattern { id: "CH-84", question: "Tell me of its flyers, or do not.", steps: &[Step::Update(FAVORITE)], cost: Cost::Exactly(1) };

/// CH-85
pub static WHO_FAVOURS: AccessPattern = AccessPattern {
    id: "CH-85",
    question: "Who likes this store? (telling of a flyer)",
    steps: &[Step::Query(Range {
        index: Some(&FAVORITES_BY_STORE),
        given: &["storeId"],
        ordered_by: &["userId"],
        ..Range::of(&[FAVORITE])
    })],
    cost: Cost::Formula { words: "1 per page", requests: |pages| pages },
};
