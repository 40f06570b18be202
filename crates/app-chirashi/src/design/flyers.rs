//! Flyers.

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Range, Step, Verb};
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::part::IsoDay;
use chabudai_kernel::{entity, plain_entity};

use super::notices::AUDIT;
use super::recipes::RECIPE;
use super::trade::{COMPANY, STORE};
use super::{FLYERS, FLYERS_BY_COMPANY, FLYERS_BY_REGION, FLYERS_BY_STORE};
use crate::model::{CompanyId, Flyer, FlyerId, FlyerItems, Prefecture, StoreId};

pub(super) const FLYER: &EntityDesign = &Flyer::DESIGN;
pub(super) const FLYER_ITEMS: &EntityDesign = &FlyerItems::DESIGN;

plain_entity! {
    /// A flyer.
    Flyer in FLYERS, at most 32_768 bytes { flyerId: FlyerId = flyer_id holds not_beginning("ITEMS#") }
    index { storeId: StoreId = store_id, prefecture: Prefecture = prefecture, companyId: CompanyId = company_id, validFrom: IsoDay = valid_from }
    fields {
        "flyerId": S;
        "storeId": S;
        "storeName": S;
        "storeLogo": S optional;
        "storeUpdatedAt": S;
        "companyId": S;
        "companyName": S;
        "contractStatus": S;
        "contractEndDate": S;
        "companyUpdatedAt": S;
        "imageUrl": S;
        "imageUrls": L optional;
        "validFrom": S;
        "validUntil": S;
        "address": S;
        "prefecture": S;
        "region": S;
        "phone": S optional;
        "openingHours": S optional;
        "description": S optional;
        "toldAt": S optional;
        "createdBy": S;
        "createdAt": S;
        "updatedAt": S;
    }
    departs {
        "imageUrls": "added: a flyer has several pages; imageUrl is the first";
        "contractStatus": "added, with contractEndDate: what belongs to a suspended or expired company is not shown";
        "storeUpdatedAt": "added, with companyUpdatedAt: of which state of its source a copy is, so that an older one never replaces a newer one";
        "toldAt": "added: when people were told of it, once";
    }
}

entity! {
    /// What is on a flyer.
    FlyerItems in FLYERS, at most 131_072 bytes { flyer: FlyerId = flyer_id from flyerId }
    key(flyer) { flyerId = "ITEMS#" flyer; }
    fields { "items": L; }
    departs { "flyerId": "added: recipes are made from what is on offer, and three indexes do not carry it"; }
}

const SHOWN: &[&str] = &["validUntil", "contractStatus", "contractEndDate"];

/// CH-60
pub static ONE_FLYER: AccessPattern = AccessPattern {
    id: "CH-60",
    question: "What is on this flyer?",
    steps: &[Step::BatchGet(&[FLYER, FLYER_ITEMS], 2)],
    cost: Cost::Exactly(1),
};

/// CH-61. What is valid today began within the last 62 days.
pub static FLYERS_OF_STORE: AccessPattern = AccessPattern {
    id: "CH-61",
    question: "Which flyers has a store, newest first; between two days; or valid today?",
    steps: &[Step::Query(Range {
        index: Some(&FLYERS_BY_STORE),
        given: &["storeId"],
        between: Some("validFrom"),
        ordered_by: &["validFrom"],
        filters: SHOWN,
        ..Range::of(&[FLYER])
    })],
    cost: Cost::AtMost(4),
};

/// CH-62
pub static FLYERS_NEARBY: AccessPattern = AccessPattern {
    id: "CH-62",
    question: "Which flyers are there in a prefecture, newest first, or valid today?",
    steps: &[Step::Query(Range {
        index: Some(&FLYERS_BY_REGION),
        given: &["prefecture"],
        between: Some("validFrom"),
        ordered_by: &["validFrom"],
        filters: SHOWN,
        ..Range::of(&[FLYER])
    })],
    cost: Cost::AtMost(4),
};

/// CH-63
pub static FLYERS_OF_COMPANY: AccessPattern = AccessPattern {
    id: "CH-63",
    question: "Which flyers has a company? (its staff)",
    steps: &[Step::Query(Range {
        index: Some(&FLYERS_BY_COMPANY),
        given: &["companyId"],
        ordered_by: &["validFrom"],
        ..Range::of(&[FLYER])
    })],
    cost: Cost::Exactly(1),
};

/// CH-64
pub static ALL_FLYERS: AccessPattern = AccessPattern {
    id: "CH-64",
    question: "Which flyers are there? (system administrators)",
    steps: &[Step::Scan(&FLYERS)],
    cost: Cost::Formula { words: "1 per page", requests: |pages| pages },
};

/// CH-65. The store is as it was read, and the contract holds: both are checked by the write.
pub static CREATE_FLYER: AccessPattern = AccessPattern {
    id: "CH-65",
    question: "A store has a new flyer.",
    steps: &[
        Step::Get(STORE),
        Step::Get(COMPANY),
        Step::Transact(&[
            Action::new(Verb::Put, FLYER, 1),
            Action::new(Verb::Check, STORE, 1),
            Action::new(Verb::Check, COMPANY, 1),
            Action::new(Verb::Put, FLYER_ITEMS, 1),
            Action::new(Verb::Put, AUDIT, 1),
        ]),
    ],
    cost: Cost::AtMost(3),
};

/// CH-66. What was cooked from other things goes.
pub static EDIT_FLYER: AccessPattern = AccessPattern {
    id: "CH-66",
    question: "This has changed on a flyer.",
    steps: &[
        Step::BatchGet(&[FLYER, FLYER_ITEMS], 2),
        Step::Transact(&[
            Action::new(Verb::Update, FLYER, 1),
            Action::new(Verb::Put, FLYER_ITEMS, 1),
            Action::new(Verb::Delete, RECIPE, 1),
            Action::new(Verb::Put, AUDIT, 1),
        ]),
    ],
    cost: Cost::Exactly(2),
};

/// CH-67. Recipes that were shared from it stay.
pub static DELETE_FLYER: AccessPattern = AccessPattern {
    id: "CH-67",
    question: "This flyer is gone.",
    steps: &[
        Step::BatchGet(&[FLYER, FLYER_ITEMS], 2),
        Step::Transact(&[
            Action::new(Verb::Delete, FLYER, 1),
            Action::new(Verb::Delete, FLYER_ITEMS, 1),
            Action::new(Verb::Delete, RECIPE, 1),
            Action::new(Verb::Put, AUDIT, 1),
        ]),
    ],
    cost: Cost::Exactly(2),
};

/// CH-68
pub static BEGINNING_FLYERS: AccessPattern = AccessPattern {
    id: "CH-68",
    question: "Which flyers begin today? (every morning, for each prefecture)",
    steps: &[Step::Query(Range { index: Some(&FLYERS_BY_REGION), given: &["prefecture", "validFrom"], ..Range::of(&[FLYER]) })],
    cost: Cost::Formula { words: "1 per page", requests: |pages| pages },
};
