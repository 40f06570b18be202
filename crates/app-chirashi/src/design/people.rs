//! People and what stands beside them, and how they sign in.

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Range, Step, Verb};
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::part::Word;
use chabudai_kernel::{entity, plain_entity};

use super::favorites::FAVORITE;
use super::notices::{DIGEST, NOTICE};
use super::{EMAIL_INDEX, USERS};
use crate::model::{CodePurpose, EmailGuard, HouseGuard, MailCode, Session, Tries, User, UserId};

pub(super) const USER: &EntityDesign = &User::DESIGN;
pub(super) const EMAIL_GUARD: &EntityDesign = &EmailGuard::DESIGN;
pub(super) const HOUSE_GUARD: &EntityDesign = &HouseGuard::DESIGN;
pub(super) const SESSION: &EntityDesign = &Session::DESIGN;
pub(super) const TRIES: &EntityDesign = &Tries::DESIGN;
pub(super) const MAIL_CODE: &EntityDesign = &MailCode::DESIGN;

plain_entity! {
    /// Somebody who uses the app.
    User in USERS, at most 32_768 bytes {
        userId: UserId = user_id holds not_beginning("EMAIL#", "HOUSE#", "SESSION#", "TRIES#", "CODE#"),
    }
    index { email: Option<Word> = email }
    fields {
        "userId": S;
        "email": S optional;
        "name": S;
        "passwordHash": S optional;
        "favoriteStoreIds": L;
        "notificationFrequency": S optional;
        "prefecture": S optional;
        "personId": S optional;
        "tokenEpoch": N;
        "sessionFamilies": L;
        "createdAt": S;
        "updatedAt": S;
    }
    departs {
        "email": "optional: somebody of the house may have none, or one that another account here has";
        "passwordHash": "optional: somebody of the house signs in there";
        "prefecture": "added: flyers around where somebody lives";
        "personId": "added: who they are in the house";
        "tokenEpoch": "added: one more ends all their sessions";
        "sessionFamilies": "added: where they are signed in, so that all of it ends when they leave";
        "updatedAt": "to the millisecond, and later with every write: what is rewritten is guarded by it";
    }
}

entity! {
    /// That an address is somebody's.
    EmailGuard in USERS, at most 1_024 bytes { email: Word = email from userId }
    key(email) { userId = "EMAIL#" email; }
    fields { "owner": S; }
    departs { "userId": "added: of two who register one address at once one has it. An index is no guard: it lags"; }
}

entity! {
    /// Who somebody of the house is here.
    HouseGuard in USERS, at most 1_024 bytes { personId: Word = person_id from userId }
    key(personId) { userId = "HOUSE#" personId; }
    fields { "owner": S; }
    departs { "userId": "added: the house is a provider of sign-in, and somebody of it is one person here"; }
}

entity! {
    /// Somebody who is signed in on one device.
    Session in USERS, at most 1_024 bytes { family: Word = family from userId }
    key(family) { userId = "SESSION#" family; }
    fields {
        "owner": S;
        "tokenHash": S;
        "lastTokenHash": S optional;
        "tokenEpoch": N;
        "createdAt": S;
        "ttl": N;
    }
    expires "60 days after it was last used";
    departs { "userId": "added: the document has no place for refresh tokens"; }
}

entity! {
    /// Tries in vain to sign in, under a seal.
    Tries in USERS, at most 1_024 bytes { of: Word = of from userId }
    key(of) { userId = "TRIES#" of; }
    fields {
        "count": N;
        "last": N;
        "ttl": N;
    }
    expires "a day after the last";
    departs { "userId": "added: guessing is made slow"; }
}

entity! {
    /// A code that was sent by mail, and what waits for it.
    MailCode in USERS, at most 2_048 bytes {
        purpose: CodePurpose = purpose from userId,
        address: Word = address from userId,
    }
    key(purpose, address) { userId = "CODE#" purpose "#" address; }
    fields {
        "codeHash": S;
        "tries": N;
        "name": S optional;
        "passwordHash": S optional;
        "ttl": N;
    }
    expires "half an hour after it was sent";
    departs { "userId": "added: an address is shown to be one's own, and a password is forgotten"; }
}

/// CH-01
pub static USER_BY_ID: AccessPattern =
    AccessPattern { id: "CH-01", question: "Who is this?", steps: &[Step::Get(USER)], cost: Cost::Exactly(1) };

/// CH-02. An unknown address costs the same: the second request looks for somebody who is not there.
pub static FIND_SIGN_IN: AccessPattern = AccessPattern {
    id: "CH-02",
    question: "Whose address is this? (signing in)",
    steps: &[Step::Get(EMAIL_GUARD), Step::Get(USER)],
    cost: Cost::Exactly(2),
};

/// CH-03
pub static USER_BY_EMAIL: AccessPattern = AccessPattern {
    id: "CH-03",
    question: "Who has this address? (operators)",
    steps: &[Step::Query(Range { index: Some(&EMAIL_INDEX), given: &["email"], ..Range::of(&[USER]) })],
    cost: Cost::Exactly(1),
};

/// CH-04. The last code counts: it takes the place of the one before.
pub static SEND_CODE: AccessPattern =
    AccessPattern { id: "CH-04", question: "Send me a code.", steps: &[Step::Put(MAIL_CODE)], cost: Cost::Exactly(1) };

/// CH-05. A try is counted before it is looked at.
pub static REGISTER: AccessPattern = AccessPattern {
    id: "CH-05",
    question: "This is the code: I want an account.",
    steps: &[
        Step::Update(MAIL_CODE),
        Step::Transact(&[Action::new(Verb::Delete, MAIL_CODE, 1), Action::new(Verb::Put, EMAIL_GUARD, 1), Action::new(Verb::Put, USER, 1)]),
    ],
    cost: Cost::AtMost(2),
};

/// CH-06
pub static RESET_PASSWORD: AccessPattern = AccessPattern {
    id: "CH-06",
    question: "This is the code: I want this password.",
    steps: &[Step::Update(MAIL_CODE), Step::Transact(&[Action::new(Verb::Delete, MAIL_CODE, 1), Action::new(Verb::Update, USER, 1)])],
    cost: Cost::AtMost(2),
};

/// CH-07
pub static ENTER_BY_HOUSE: AccessPattern = AccessPattern {
    id: "CH-07",
    question: "Who is this person of the house here?",
    steps: &[Step::Get(HOUSE_GUARD), Step::Get(USER)],
    cost: Cost::AtMost(2),
};

/// CH-08
pub static FIRST_VISIT: AccessPattern = AccessPattern {
    id: "CH-08",
    question: "Somebody of the house is here for the first time.",
    steps: &[Step::Transact(&[
        Action::new(Verb::Put, HOUSE_GUARD, 1),
        Action::new(Verb::Put, USER, 1),
        Action::new(Verb::Put, EMAIL_GUARD, 1),
    ])],
    cost: Cost::Exactly(1),
};

/// CH-09
pub static JOIN_HOUSE: AccessPattern = AccessPattern {
    id: "CH-09",
    question: "This account is mine, and this is its password.",
    steps: &[Step::Transact(&[Action::new(Verb::Put, HOUSE_GUARD, 1), Action::new(Verb::Update, USER, 1)])],
    cost: Cost::Exactly(1),
};

/// CH-10. The oldest session goes where there are too many.
pub static BEGIN_SESSION: AccessPattern = AccessPattern {
    id: "CH-10",
    question: "They have signed in.",
    steps: &[Step::Transact(&[
        Action::new(Verb::Put, SESSION, 1),
        Action::new(Verb::Update, USER, 1),
        Action::new(Verb::Delete, SESSION, 1),
    ])],
    cost: Cost::Exactly(1),
};

/// CH-11
pub static WHO_ASKS: AccessPattern = AccessPattern {
    id: "CH-11",
    question: "Is whoever brings this token still signed in, and who are they?",
    steps: &[Step::BatchGet(&[SESSION, USER], 2)],
    cost: Cost::Exactly(1),
};

/// CH-12. A token that was used before ends the session.
pub static REFRESH: AccessPattern = AccessPattern {
    id: "CH-12",
    question: "Give me the next token for this one.",
    steps: &[Step::BatchGet(&[SESSION, USER], 2), Step::OneOf(&[Step::Update(SESSION), Step::Delete(SESSION)])],
    cost: Cost::AtMost(2),
};

/// CH-13
pub static SIGN_OUT: AccessPattern =
    AccessPattern { id: "CH-13", question: "I am going.", steps: &[Step::Delete(SESSION)], cost: Cost::Exactly(1) };

/// CH-14
pub static EDIT_USER: AccessPattern = AccessPattern {
    id: "CH-14",
    question: "This is how I want it.",
    steps: &[Step::Get(USER), Step::Update(USER)],
    cost: Cost::Exactly(2),
};

/// CH-15
pub static COUNT_TRY: AccessPattern =
    AccessPattern { id: "CH-15", question: "May they try once more?", steps: &[Step::Get(TRIES), Step::Put(TRIES)], cost: Cost::AtMost(2) };

/// CH-16
pub static FORGET_TRIES: AccessPattern =
    AccessPattern { id: "CH-16", question: "It was not in vain.", steps: &[Step::Delete(TRIES)], cost: Cost::Exactly(1) };

/// CH-17. Guards and the row itself go last, and together: whoever is cut off in between begins anew.
pub static FORGET_USER: AccessPattern = AccessPattern {
    id: "CH-17",
    question: "I am leaving for good.",
    steps: &[
        Step::Get(USER),
        Step::Query(Range { given: &["userId"], ..Range::of(&[FAVORITE]) }),
        Step::Query(Range { given: &["user"], ..Range::of(&[NOTICE, DIGEST]) }),
        Step::BatchWrite(&[FAVORITE, NOTICE, DIGEST, SESSION], 100_000),
        Step::Transact(&[
            Action::new(Verb::Delete, USER, 1),
            Action::new(Verb::Delete, EMAIL_GUARD, 1),
            Action::new(Verb::Delete, HOUSE_GUARD, 1),
        ]),
    ],
    cost: Cost::Formula { words: "4, and 1 per 25 rows", requests: |batches| 4 + batches },
};

/// CH-18
pub static EXPORT_USER: AccessPattern = AccessPattern {
    id: "CH-18",
    question: "What is known of me?",
    steps: &[
        Step::Get(USER),
        Step::Query(Range { given: &["userId"], ..Range::of(&[FAVORITE]) }),
        Step::Query(Range { given: &["user"], ..Range::of(&[NOTICE, DIGEST]) }),
    ],
    cost: Cost::Formula { words: "3, and 1 per further MB", requests: |further| 3 + further },
};
