//! The numbered access patterns of Okusuri itself; those of the people are numbered `ID-`.

use chabudai_identity::model::{Account, DeviceList, Invitation, Passkey, Profile, ProgramToken, PushDevice, Session};
use chabudai_identity::patterns::Patterns;
use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Range, Step, Verb};
use chabudai_kernel::entity::Entity;

use super::{DATE_INDEX, OKUSURI_TABLE, Okusuri, TYPE_INDEX, USER_INDEX};
use crate::model::{Idempotency, Log, Registrations, Reminder, Setting};

const PROFILE: &EntityDesign = &Profile::<Okusuri>::DESIGN;
const LOG: &EntityDesign = &Log::DESIGN;
const SETTING: &EntityDesign = &Setting::DESIGN;
const REGISTRATIONS: &EntityDesign = &Registrations::DESIGN;
const REMINDER: &EntityDesign = &Reminder::DESIGN;
const IDEMPOTENCY: &EntityDesign = &Idempotency::DESIGN;

type OfPeople = Patterns<Okusuri>;

/// Two lists one after the other.
const fn joined<T: Copy, const N: usize>(first: &[T], second: &[T]) -> [T; N] {
    assert!(first.len() + second.len() == N, "the lengths add up");
    let mut out = [first[0]; N];
    let mut at = 0;
    while at < N {
        out[at] = if at < first.len() { first[at] } else { second[at - first.len()] };
        at += 1;
    }
    out
}

const OWN_ENTITIES: &[&EntityDesign] = &[LOG, SETTING, REGISTRATIONS, REMINDER, IDEMPOTENCY];
const OWN: &[&AccessPattern] = &[
    &LOG_DAY,
    &LIST_LOGS,
    &ONE_LOG,
    &LOG_BY_NUMBER,
    &CORRECT_LOG,
    &DELETE_LOG,
    &DAYS,
    &LOOK_BACK,
    &CHANGE_PROFILE,
    &NOTIFICATIONS,
    &SET_REMINDER,
    &WHOM_TO_REMIND,
    &WHO_HAS_LOGGED,
    &CLAIM_REMINDER,
    &END_REMINDER,
    &REPLAY,
    &WALK,
    &REACHED_DEVICE,
    &REGISTERED,
    &FILL_DAYS,
    &UNFILL_DAYS,
];

/// Every kind of item in a person's partition.
pub(super) const OF_A_PERSON: &[&EntityDesign] = &[
    PROFILE,
    &Session::<Okusuri>::DESIGN,
    &Account::<Okusuri>::DESIGN,
    &Invitation::<Okusuri>::DESIGN,
    &ProgramToken::<Okusuri>::DESIGN,
    &Passkey::<Okusuri>::DESIGN,
    LOG,
    SETTING,
    &PushDevice::<Okusuri>::DESIGN,
    &DeviceList::<Okusuri>::DESIGN,
    REGISTRATIONS,
    REMINDER,
    IDEMPOTENCY,
];

/// Every kind of item.
pub(super) const ENTITIES: &[&EntityDesign] =
    &joined::<_, { OfPeople::ENTITIES.len() + OWN_ENTITIES.len() }>(OfPeople::ENTITIES, OWN_ENTITIES);

/// Every pattern.
pub(super) const ALL: &[&AccessPattern] = &joined::<_, { OfPeople::ALL.len() + OWN.len() }>(OfPeople::ALL, OWN);

/// The most days that are filled in together: three months, and less than a transaction has room for.
pub const MOST_FILLED: usize = 92;

/// OK-01
pub static LOG_DAY: AccessPattern = AccessPattern {
    id: "OK-01",
    question: "I took it today. (or did not, or bled)",
    steps: &[Step::OneOf(&[Step::Put(LOG), Step::Transact(&[Action::new(Verb::Put, LOG, 1), Action::new(Verb::Put, IDEMPOTENCY, 1)])])],
    cost: Cost::Exactly(1),
};

/// OK-02
pub static LIST_LOGS: AccessPattern = AccessPattern {
    id: "OK-02",
    question: "What have I logged in this time?",
    steps: &[Step::Query(Range { given: &["userId"], between: Some("date"), ordered_by: &["date"], ..Range::of(&[LOG]) })],
    cost: Cost::Exactly(1),
};

/// OK-03
pub static ONE_LOG: AccessPattern =
    AccessPattern { id: "OK-03", question: "What does this log say?", steps: &[Step::Get(LOG)], cost: Cost::Exactly(1) };

/// OK-04
pub static LOG_BY_NUMBER: AccessPattern = AccessPattern {
    id: "OK-04",
    question: "What does the log say that had this number before it was moved here?",
    steps: &[Step::Query(Range { given: &["userId"], filters: &["Data.id"], ..Range::of(&[LOG]) })],
    // Ten years of logs are one page of the store.
    cost: Cost::AtMost(2),
};

/// OK-05
pub static CORRECT_LOG: AccessPattern = AccessPattern {
    id: "OK-05",
    question: "That was not quite right.",
    steps: &[Step::OneOf(&[
        Step::Update(LOG),
        Step::Transact(&[Action::new(Verb::Update, LOG, 1), Action::new(Verb::Put, IDEMPOTENCY, 1)]),
    ])],
    cost: Cost::Exactly(1),
};

/// OK-06
pub static DELETE_LOG: AccessPattern =
    AccessPattern { id: "OK-06", question: "That was not so at all.", steps: &[Step::Delete(LOG)], cost: Cost::Exactly(1) };

/// OK-07. Read with every write that was acknowledged: it is what somebody sees right after they logged.
pub static DAYS: AccessPattern = AccessPattern {
    id: "OK-07",
    question: "Where am I in the cycle?",
    steps: &[Step::Query(Range { given: &["userId"], between: Some("date"), ordered_by: &["date"], ..Range::of(&[LOG]) })],
    // Ten years of logs are one page of the store.
    cost: Cost::AtMost(2),
};

/// OK-08. By the index, as the design lists it: nobody waits for a report of what they logged a moment ago.
pub static LOOK_BACK: AccessPattern = AccessPattern {
    id: "OK-08",
    question: "What do I tell my doctor?",
    steps: &[Step::Query(Range {
        index: Some(&USER_INDEX),
        given: &["UserID"],
        between: Some("date"),
        ordered_by: &["date"],
        ..Range::of(&[LOG])
    })],
    cost: Cost::AtMost(2),
};

/// OK-09
pub static CHANGE_PROFILE: AccessPattern = AccessPattern {
    id: "OK-09",
    question: "This is how I take it, and where I live.",
    steps: &[Step::Update(PROFILE)],
    cost: Cost::Exactly(1),
};

/// OK-10. The person's devices stand in the same range, a few items, and are left out: they belong to the house.
pub static NOTIFICATIONS: AccessPattern = AccessPattern {
    id: "OK-10",
    question: "When am I reminded?",
    steps: &[Step::Query(Range { given: &["userId"], filters: &["Type"], ..Range::of(&[SETTING]) })],
    cost: Cost::Exactly(1),
};

/// OK-11
pub static SET_REMINDER: AccessPattern = AccessPattern {
    id: "OK-11",
    question: "Remind me at this time.",
    steps: &[Step::OneOf(&[
        Step::Transact(&[Action::new(Verb::Put, SETTING, 1), Action::new(Verb::Put, REGISTRATIONS, 1)]),
        Step::Update(SETTING),
    ])],
    cost: Cost::Exactly(1),
};

/// OK-14. For the job, a page of people at a time.
pub static WHOM_TO_REMIND: AccessPattern = AccessPattern {
    id: "OK-14",
    question: "Who wants to be reminded, and when?",
    steps: &[
        Step::Query(Range { index: Some(&TYPE_INDEX), given: &["Type"], limit: Some(50), ..Range::of(&[SETTING]) }),
        Step::BatchGet(&[SETTING, PROFILE], 100),
        Step::BatchGet(&[REMINDER], 50),
    ],
    // The last is for those of the page who are due.
    cost: Cost::AtMost(3),
};

/// OK-15. For the job: the index and the page of people are in the same order, so one range covers the page.
pub static WHO_HAS_LOGGED: AccessPattern = AccessPattern {
    id: "OK-15",
    question: "Who of these has logged this day already?",
    steps: &[Step::Query(Range { index: Some(&DATE_INDEX), given: &["Date"], between: Some("userId"), ..Range::of(&[LOG]) })],
    cost: Cost::Exactly(1),
};

/// OK-16. A lease: of several servers one takes it on, and another may when that one does not come back.
pub static CLAIM_REMINDER: AccessPattern =
    AccessPattern { id: "OK-16", question: "Is this reminder mine to send?", steps: &[Step::Update(REMINDER)], cost: Cost::Exactly(1) };

/// OK-17
pub static END_REMINDER: AccessPattern = AccessPattern {
    id: "OK-17",
    question: "It went out, or it is to be tried again.",
    steps: &[Step::Update(REMINDER)],
    cost: Cost::Exactly(1),
};

/// OK-18
pub static REPLAY: AccessPattern = AccessPattern {
    id: "OK-18",
    question: "Was this request carried out before?",
    steps: &[Step::Get(IDEMPOTENCY)],
    cost: Cost::Exactly(1),
};

/// OK-19
pub static WALK: AccessPattern = AccessPattern {
    id: "OK-19",
    question: "Does everything belong to somebody, and say the same everywhere? (operator's check)",
    steps: &[Step::Scan(&OKUSURI_TABLE), Step::BatchGet(ENTITIES, 1_000)],
    cost: Cost::Formula { words: "1 per page of 500 items, and 1 per 100 items that they point at", requests: |requests| requests },
};

/// OK-20. For the job, as soon as a push service has taken the message: a server that dies after it repeats nothing to this device.
pub static REACHED_DEVICE: AccessPattern =
    AccessPattern { id: "OK-20", question: "It has reached this device.", steps: &[Step::Update(REMINDER)], cost: Cost::Exactly(1) };

/// OK-21. Before the list that is added to, so that whoever adds knows whether it has grown.
pub static REGISTERED: AccessPattern = AccessPattern {
    id: "OK-21",
    question: "How often was a platform added so far?",
    steps: &[Step::Get(REGISTRATIONS)],
    cost: Cost::Exactly(1),
};

/// OK-22. All in one transaction, with the days as the answer to the request that may come again.
pub static FILL_DAYS: AccessPattern = AccessPattern {
    id: "OK-22",
    question: "I took it on those days too.",
    steps: &[Step::Transact(&[Action::new(Verb::Put, LOG, MOST_FILLED as u32), Action::new(Verb::Put, IDEMPOTENCY, 1)])],
    cost: Cost::Exactly(1),
};

/// OK-23
pub static UNFILL_DAYS: AccessPattern = AccessPattern {
    id: "OK-23",
    question: "Not on those days, after all.",
    steps: &[Step::Transact(&[Action::new(Verb::Delete, LOG, MOST_FILLED as u32)])],
    cost: Cost::Exactly(1),
};
