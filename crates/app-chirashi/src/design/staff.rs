//! Accounts of staff, and how they sign in.

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Range, Step, Verb};
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::part::Word;
use chabudai_kernel::{entity, plain_entity};

use super::notices::AUDIT;
use super::trade::{COMPANY, STORE};
use super::{ADMINS, ADMINS_BY_COMPANY, USERNAME_INDEX};
use crate::model::{Admin, AdminId, AdminSession, CompanyId, OperatorGuard, Role, Username, UsernameGuard};

pub(super) const ADMIN: &EntityDesign = &Admin::DESIGN;
pub(super) const USERNAME_GUARD: &EntityDesign = &UsernameGuard::DESIGN;
pub(super) const OPERATOR_GUARD: &EntityDesign = &OperatorGuard::DESIGN;
pub(super) const ADMIN_SESSION: &EntityDesign = &AdminSession::DESIGN;

plain_entity! {
    /// An account of staff.
    Admin in ADMINS, at most 8_192 bytes {
        adminId: AdminId = admin_id holds not_beginning("USERNAME#", "HOUSE#", "SESSION#"),
    }
    index { username: Username = username, companyId: Option<CompanyId> = company_id, role: Role = role }
    fields {
        "adminId": S;
        "username": S;
        "name": S;
        "email": S;
        "passwordHash": S optional;
        "role": S;
        "companyId": S optional;
        "companyName": S optional;
        "companyUpdatedAt": S optional;
        "storeId": S optional;
        "storeName": S optional;
        "storeUpdatedAt": S optional;
        "personId": S optional;
        "tokenEpoch": N;
        "sessionFamilies": L;
        "lastLoginAt": S optional;
        "createdAt": S;
        "updatedAt": S;
    }
    departs {
        "passwordHash": "optional: the operator of the house comes from there";
        "companyUpdatedAt": "added, with storeUpdatedAt: of which state of its source a copy is, so that an older one never replaces a newer one";
        "personId": "added: the operator of the house is a system administrator by link";
        "tokenEpoch": "added: one more ends all sessions";
        "sessionFamilies": "added: where they are signed in, so that all of it ends with the account";
    }
}

entity! {
    /// That a user name is somebody's.
    UsernameGuard in ADMINS, at most 1_024 bytes { username: Username = username from adminId }
    key(username) { adminId = "USERNAME#" username; }
    fields { "owner": S; }
    departs { "adminId": "added: of two who take one user name at once one has it. An index is no guard: it lags"; }
}

entity! {
    /// Which account the operator of the house has.
    OperatorGuard in ADMINS, at most 1_024 bytes { personId: Word = person_id from adminId }
    key(personId) { adminId = "HOUSE#" personId; }
    fields { "owner": S; }
    departs { "adminId": "added: the operator of the house is a system administrator by link"; }
}

entity! {
    /// An account of staff that is signed in on one device.
    AdminSession in ADMINS, at most 1_024 bytes { family: Word = family from adminId }
    key(family) { adminId = "SESSION#" family; }
    fields {
        "owner": S;
        "tokenHash": S;
        "lastTokenHash": S optional;
        "tokenEpoch": N;
        "createdAt": S;
        "ttl": N;
    }
    expires "a week after it was last used";
    departs { "adminId": "added: the document has no place for refresh tokens"; }
}

/// CH-20
pub static ADMIN_BY_ID: AccessPattern =
    AccessPattern { id: "CH-20", question: "Whose account is this?", steps: &[Step::Get(ADMIN)], cost: Cost::Exactly(1) };

/// CH-21
pub static FIND_STAFF_SIGN_IN: AccessPattern = AccessPattern {
    id: "CH-21",
    question: "Whose user name is this? (signing in)",
    steps: &[Step::Get(USERNAME_GUARD), Step::Get(ADMIN)],
    cost: Cost::Exactly(2),
};

/// CH-22
pub static ADMIN_BY_USERNAME: AccessPattern = AccessPattern {
    id: "CH-22",
    question: "Who has this user name? (operators)",
    steps: &[Step::Query(Range { index: Some(&USERNAME_INDEX), given: &["username"], ..Range::of(&[ADMIN]) })],
    cost: Cost::Exactly(1),
};

/// CH-23
pub static BEGIN_STAFF_SESSION: AccessPattern = AccessPattern {
    id: "CH-23",
    question: "They have signed in, and when that was.",
    steps: &[Step::Transact(&[
        Action::new(Verb::Put, ADMIN_SESSION, 1),
        Action::new(Verb::Update, ADMIN, 1),
        Action::new(Verb::Delete, ADMIN_SESSION, 1),
    ])],
    cost: Cost::Exactly(1),
};

/// CH-24. With the company: the staff of one that is suspended are out at once.
pub static WHICH_STAFF_ASKS: AccessPattern = AccessPattern {
    id: "CH-24",
    question: "Is whoever brings this token still staff, and of whom?",
    steps: &[Step::BatchGet(&[ADMIN_SESSION, ADMIN, COMPANY], 3)],
    cost: Cost::Exactly(1),
};

/// CH-25
pub static STAFF_REFRESH: AccessPattern = AccessPattern {
    id: "CH-25",
    question: "Give me the next token for this one.",
    steps: &[Step::BatchGet(&[ADMIN_SESSION, ADMIN], 2), Step::OneOf(&[Step::Update(ADMIN_SESSION), Step::Delete(ADMIN_SESSION)])],
    cost: Cost::AtMost(2),
};

/// CH-26
pub static STAFF_SIGN_OUT: AccessPattern =
    AccessPattern { id: "CH-26", question: "I am going.", steps: &[Step::Delete(ADMIN_SESSION)], cost: Cost::Exactly(1) };

/// CH-27
pub static OPERATOR: AccessPattern = AccessPattern {
    id: "CH-27",
    question: "Which account does the operator of the house have?",
    steps: &[
        Step::Get(OPERATOR_GUARD),
        Step::OneOf(&[
            Step::Get(ADMIN),
            Step::Transact(&[
                Action::new(Verb::Put, OPERATOR_GUARD, 1),
                Action::new(Verb::Put, USERNAME_GUARD, 1),
                Action::new(Verb::Put, ADMIN, 1),
            ]),
        ]),
    ],
    cost: Cost::Exactly(2),
};

/// CH-28
pub static ACCOUNTS: AccessPattern = AccessPattern {
    id: "CH-28",
    question: "Which accounts does a company have, of all roles or of one?",
    steps: &[Step::OneOf(&[
        Step::Query(Range { index: Some(&ADMINS_BY_COMPANY), given: &["companyId"], ordered_by: &["role"], ..Range::of(&[ADMIN]) }),
        Step::Query(Range { index: Some(&ADMINS_BY_COMPANY), given: &["companyId", "role"], ..Range::of(&[ADMIN]) }),
    ])],
    cost: Cost::Exactly(1),
};

/// CH-29
pub static ALL_ACCOUNTS: AccessPattern = AccessPattern {
    id: "CH-29",
    question: "Which accounts are there? (system administrators)",
    steps: &[Step::Scan(&ADMINS)],
    cost: Cost::Formula { words: "1 per page", requests: |pages| pages },
};

/// CH-30
pub static CREATE_ACCOUNT: AccessPattern = AccessPattern {
    id: "CH-30",
    question: "Somebody joins the staff.",
    steps: &[
        Step::Get(COMPANY),
        Step::Get(STORE),
        Step::Transact(&[
            Action::new(Verb::Put, ADMIN, 1),
            Action::new(Verb::Put, USERNAME_GUARD, 1),
            Action::new(Verb::Check, COMPANY, 1),
            Action::new(Verb::Check, STORE, 1),
            Action::new(Verb::Put, AUDIT, 1),
        ]),
    ],
    cost: Cost::AtMost(3),
};

/// CH-31
pub static EDIT_ACCOUNT: AccessPattern = AccessPattern {
    id: "CH-31",
    question: "Somebody of the staff does something else now.",
    steps: &[
        Step::Get(ADMIN),
        Step::Get(STORE),
        Step::Transact(&[Action::new(Verb::Update, ADMIN, 1), Action::new(Verb::Check, STORE, 1), Action::new(Verb::Put, AUDIT, 1)]),
    ],
    cost: Cost::AtMost(3),
};

/// CH-32
pub static DELETE_ACCOUNT: AccessPattern = AccessPattern {
    id: "CH-32",
    question: "Somebody leaves the staff.",
    steps: &[
        Step::Get(ADMIN),
        Step::Transact(&[
            Action::new(Verb::Delete, ADMIN, 1),
            Action::new(Verb::Delete, USERNAME_GUARD, 1),
            Action::new(Verb::Delete, OPERATOR_GUARD, 1),
            Action::new(Verb::Delete, ADMIN_SESSION, 20),
            Action::new(Verb::Put, AUDIT, 1),
        ]),
    ],
    cost: Cost::Exactly(2),
};
