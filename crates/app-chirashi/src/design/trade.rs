//! Companies and stores.

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Range, Step, Verb};
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::plain_entity;

use super::notices::AUDIT;
use super::{COMPANIES, CONTRACT_STATUS_INDEX, STORES, STORES_BY_COMPANY, STORES_BY_REGION};
use crate::model::{Company, CompanyId, ContractPlan, ContractStatus, Prefecture, Region, Store, StoreId};

pub(super) const COMPANY: &EntityDesign = &Company::DESIGN;
pub(super) const STORE: &EntityDesign = &Store::DESIGN;

plain_entity! {
    /// A company.
    Company in COMPANIES, at most 8_192 bytes { companyId: CompanyId = company_id }
    index { contractStatus: ContractStatus = contract_status, contractPlan: ContractPlan = contract_plan }
    fields {
        "companyId": S;
        "name": S;
        "contactPerson": S;
        "email": S;
        "phone": S;
        "address": S;
        "contractStatus": S;
        "contractPlan": S;
        "contractStartDate": S;
        "contractEndDate": S;
        "storeCount": N;
        "createdAt": S;
        "updatedAt": S;
    }
    departs {
        "contractStatus": "how it stands is computed when it is read; a job rewrites the row once a day";
        "storeCount": "counted in the transactions that make and delete stores, and a condition of deleting the company";
    }
}

plain_entity! {
    /// A store.
    Store in STORES, at most 16_384 bytes { storeId: StoreId = store_id }
    index { companyId: CompanyId = company_id, prefecture: Prefecture = prefecture, region: Region = region }
    fields {
        "storeId": S;
        "companyId": S;
        "companyName": S;
        "contractStatus": S;
        "contractEndDate": S;
        "companyUpdatedAt": S;
        "name": S;
        "logo": S optional;
        "address": S;
        "prefecture": S;
        "region": S;
        "phone": S;
        "openingHours": S optional;
        "salePeriod": S optional;
        "newestFlyer": M optional;
        "newestRev": N;
        "createdAt": S;
        "updatedAt": S;
    }
    departs {
        "contractStatus": "added, with contractEndDate: what belongs to a suspended or expired company is not shown";
        "companyUpdatedAt": "added: of which state of the company the copies are, so that an older one never replaces a newer one";
        "newestFlyer": "added, with newestRev: the page that everybody opens first reads stores, and not the flyers of 200 of them";
        "region": "derived from the prefecture, never typed";
    }
}

/// What a list reads before it says that there is more: what is not shown is filtered out after it was read.
pub const READ_AT_MOST: u32 = 300;
/// Pages that such a list takes.
const FILTERED: Cost = Cost::AtMost(4);

/// CH-40
pub static ONE_COMPANY: AccessPattern =
    AccessPattern { id: "CH-40", question: "What is known of this company?", steps: &[Step::Get(COMPANY)], cost: Cost::Exactly(1) };

/// CH-41. A contract that has ended since the row was written is left out of those that hold.
pub static COMPANIES_BY_CONTRACT: AccessPattern = AccessPattern {
    id: "CH-41",
    question: "Which companies have a contract that stands so, of all plans or of one?",
    steps: &[Step::OneOf(&[
        Step::Query(Range {
            index: Some(&CONTRACT_STATUS_INDEX),
            given: &["contractStatus"],
            ordered_by: &["contractPlan"],
            filters: &["contractEndDate"],
            ..Range::of(&[COMPANY])
        }),
        Step::Query(Range {
            index: Some(&CONTRACT_STATUS_INDEX),
            given: &["contractStatus", "contractPlan"],
            filters: &["contractEndDate"],
            ..Range::of(&[COMPANY])
        }),
    ])],
    cost: FILTERED,
};

/// CH-42
pub static ALL_COMPANIES: AccessPattern = AccessPattern {
    id: "CH-42",
    question: "Which companies are there? (system administrators)",
    steps: &[Step::Scan(&COMPANIES)],
    cost: Cost::Formula { words: "1 per page", requests: |pages| pages },
};

/// CH-43
pub static CREATE_COMPANY: AccessPattern = AccessPattern {
    id: "CH-43",
    question: "There is a new company.",
    steps: &[Step::Transact(&[Action::new(Verb::Put, COMPANY, 1), Action::new(Verb::Put, AUDIT, 1)])],
    cost: Cost::Exactly(1),
};

/// CH-44
pub static EDIT_COMPANY: AccessPattern = AccessPattern {
    id: "CH-44",
    question: "This has changed at a company, or in its contract.",
    steps: &[Step::Get(COMPANY), Step::Transact(&[Action::new(Verb::Update, COMPANY, 1), Action::new(Verb::Put, AUDIT, 1)])],
    cost: Cost::Exactly(2),
};

/// CH-45. That it has no stores is a condition of the write.
pub static DELETE_COMPANY: AccessPattern = AccessPattern {
    id: "CH-45",
    question: "This company is gone.",
    steps: &[Step::Get(COMPANY), Step::Transact(&[Action::new(Verb::Delete, COMPANY, 1), Action::new(Verb::Put, AUDIT, 1)])],
    cost: Cost::Exactly(2),
};

/// CH-46
pub static EXPIRE_CONTRACTS: AccessPattern = AccessPattern {
    id: "CH-46",
    question: "Which contracts have ended? (daily)",
    steps: &[
        Step::Query(Range {
            index: Some(&CONTRACT_STATUS_INDEX),
            given: &["contractStatus"],
            filters: &["contractEndDate"],
            ..Range::of(&[COMPANY])
        }),
        Step::Update(COMPANY),
    ],
    cost: Cost::Formula { words: "1 per MB read, and 1 per contract", requests: |ended| 1 + ended },
};

/// CH-50
pub static ONE_STORE: AccessPattern =
    AccessPattern { id: "CH-50", question: "What is known of this store?", steps: &[Step::Get(STORE)], cost: Cost::Exactly(1) };

/// CH-51
pub static STORES_NEARBY: AccessPattern = AccessPattern {
    id: "CH-51",
    question: "Which stores are in a prefecture, or in a region of it?",
    steps: &[Step::OneOf(&[
        Step::Query(Range {
            index: Some(&STORES_BY_REGION),
            given: &["prefecture"],
            filters: &["contractStatus", "contractEndDate"],
            ..Range::of(&[STORE])
        }),
        Step::Query(Range {
            index: Some(&STORES_BY_REGION),
            given: &["prefecture", "region"],
            filters: &["contractStatus", "contractEndDate"],
            ..Range::of(&[STORE])
        }),
    ])],
    cost: FILTERED,
};

/// CH-52
pub static STORES_OF_COMPANY: AccessPattern = AccessPattern {
    id: "CH-52",
    question: "Which stores does a company have?",
    steps: &[Step::Query(Range {
        index: Some(&STORES_BY_COMPANY),
        given: &["companyId"],
        ordered_by: &["storeId"],
        ..Range::of(&[STORE])
    })],
    cost: Cost::Exactly(1),
};

/// CH-53
pub static ALL_STORES: AccessPattern = AccessPattern {
    id: "CH-53",
    question: "Which stores are there? (system administrators, and the daily look at newest flyers)",
    steps: &[Step::Scan(&STORES)],
    cost: Cost::Formula { words: "1 per page", requests: |pages| pages },
};

/// CH-54
pub static CREATE_STORE: AccessPattern = AccessPattern {
    id: "CH-54",
    question: "A company has a new store.",
    steps: &[
        Step::Get(COMPANY),
        Step::Transact(&[Action::new(Verb::Put, STORE, 1), Action::new(Verb::Update, COMPANY, 1), Action::new(Verb::Put, AUDIT, 1)]),
    ],
    cost: Cost::Exactly(2),
};

/// CH-55
pub static EDIT_STORE: AccessPattern = AccessPattern {
    id: "CH-55",
    question: "This has changed at a store.",
    steps: &[Step::Get(STORE), Step::Transact(&[Action::new(Verb::Update, STORE, 1), Action::new(Verb::Put, AUDIT, 1)])],
    cost: Cost::Exactly(2),
};

/// CH-56. Its flyers and favourites follow by the change feed.
pub static DELETE_STORE: AccessPattern = AccessPattern {
    id: "CH-56",
    question: "This store is gone.",
    steps: &[
        Step::Get(STORE),
        Step::Transact(&[Action::new(Verb::Delete, STORE, 1), Action::new(Verb::Update, COMPANY, 1), Action::new(Verb::Put, AUDIT, 1)]),
    ],
    cost: Cost::Exactly(2),
};

/// CH-57
pub static STORES_BY_ID: AccessPattern = AccessPattern {
    id: "CH-57",
    question: "What is new at these stores? (home)",
    steps: &[Step::BatchGet(&[STORE], 200)],
    cost: Cost::Formula { words: "1 per 100 stores", requests: |stores| stores.div_ceil(100) },
};
