//! What the move asks of the store, as numbered access patterns over Okusuri's own table. They are the operator's, not the app's, so that
//! they stand here and not in the app's design.

use chabudai_app_okusuri::design::{self as okusuri, OKUSURI_TABLE, Okusuri, TYPE_INDEX};
use chabudai_app_okusuri::model::{Log, Setting};
use chabudai_identity::model::{Account, EmailGuard, OauthGuard, Profile, PushDevice, Session};
use chabudai_kernel::design::{AccessPattern, Action, Cost, Design, EntityDesign, Range, Step, Verb};
use chabudai_kernel::entity::Entity as _;

const PROFILE: &EntityDesign = &Profile::<Okusuri>::DESIGN;
const SESSION: &EntityDesign = &Session::<Okusuri>::DESIGN;
const ACCOUNT: &EntityDesign = &Account::<Okusuri>::DESIGN;
const EMAIL_GUARD: &EntityDesign = &EmailGuard::<Okusuri>::DESIGN;
const OAUTH_GUARD: &EntityDesign = &OauthGuard::<Okusuri>::DESIGN;
const LOG: &EntityDesign = &Log::DESIGN;
const SETTING: &EntityDesign = &Setting::DESIGN;
const DEVICE: &EntityDesign = &PushDevice::<Okusuri>::DESIGN;

/// The older system knows one provider, and the most that anybody has there is a handful.
const MOST_ACCOUNTS: u32 = 20;

/// MV-01
pub static WHAT_IS_THERE: AccessPattern = AccessPattern {
    id: "MV-01",
    question: "What is in the store already?",
    steps: &[Step::Scan(&OKUSURI_TABLE)],
    cost: Cost::Formula { words: "1 per MB", requests: |megabytes| megabytes },
};

/// MV-02. With the guards, so that nobody is there without their address, and no address without its person.
pub static PERSON_ARRIVES: AccessPattern = AccessPattern {
    id: "MV-02",
    question: "Somebody arrives, unless they are here already.",
    steps: &[Step::Transact(&[
        Action::new(Verb::Put, PROFILE, 1),
        Action::new(Verb::Put, EMAIL_GUARD, 1),
        Action::new(Verb::Put, ACCOUNT, MOST_ACCOUNTS),
        Action::new(Verb::Put, OAUTH_GUARD, MOST_ACCOUNTS),
    ])],
    cost: Cost::Exactly(1),
};

/// MV-03
pub static THINGS_ARRIVE: AccessPattern = AccessPattern {
    id: "MV-03",
    question: "What belongs to them arrives.",
    steps: &[Step::BatchWrite(&[SESSION, LOG, SETTING, DEVICE], 250)],
    cost: Cost::Formula { words: "1 per 25 items", requests: |items| items.div_ceil(25) },
};

/// MV-04. On the condition that nothing newer is there.
pub static THING_CHANGES: AccessPattern = AccessPattern {
    id: "MV-04",
    question: "Something of theirs was changed or taken away in the older system meanwhile.",
    steps: &[Step::OneOf(&[
        Step::Put(SESSION),
        Step::Put(LOG),
        Step::Put(SETTING),
        Step::Put(DEVICE),
        Step::Delete(SESSION),
        Step::Delete(LOG),
        Step::Delete(SETTING),
        Step::Delete(DEVICE),
    ])],
    cost: Cost::Exactly(1),
};

/// MV-05. Another address is another guard, and both change at once.
pub static PERSON_CHANGES: AccessPattern = AccessPattern {
    id: "MV-05",
    question: "Somebody joined, changed or left in the older system meanwhile.",
    steps: &[Step::Transact(&[
        Action::new(Verb::Put, PROFILE, 1),
        Action::new(Verb::Delete, PROFILE, 1),
        Action::new(Verb::Put, EMAIL_GUARD, 1),
        Action::new(Verb::Delete, EMAIL_GUARD, 1),
        Action::new(Verb::Put, ACCOUNT, MOST_ACCOUNTS),
        Action::new(Verb::Delete, ACCOUNT, MOST_ACCOUNTS),
        Action::new(Verb::Put, OAUTH_GUARD, MOST_ACCOUNTS),
        Action::new(Verb::Delete, OAUTH_GUARD, MOST_ACCOUNTS),
    ])],
    cost: Cost::Exactly(1),
};

/// MV-06
pub static COUNT_BY_TYPE: AccessPattern = AccessPattern {
    id: "MV-06",
    question: "How many of each kind does the index know?",
    steps: &[Step::Query(Range {
        index: Some(&TYPE_INDEX),
        given: &["Type"],
        ..Range::of(&[PROFILE, SESSION, ACCOUNT, LOG, SETTING, DEVICE])
    })],
    cost: Cost::Formula { words: "1 per MB of keys", requests: |megabytes| megabytes },
};

/// MV-07
pub static COUNT_IN_INDEX: AccessPattern = AccessPattern {
    id: "MV-07",
    question: "How many tokens, addresses and days do their indexes know?",
    steps: &[Step::Scan(&OKUSURI_TABLE)],
    cost: Cost::Formula { words: "1 per MB of the index", requests: |megabytes| megabytes },
};

/// The design: the app's table and items, with the patterns of the move.
pub static DESIGN: Design = Design {
    app: okusuri::DESIGN.app,
    about: "The move from PostgreSQL.",
    environment: None,
    tables: okusuri::DESIGN.tables,
    entities: okusuri::DESIGN.entities,
    patterns: &[&WHAT_IS_THERE, &PERSON_ARRIVES, &THINGS_ARRIVE, &THING_CHANGES, &PERSON_CHANGES, &COUNT_BY_TYPE, &COUNT_IN_INDEX],
    routes: &[],
};
