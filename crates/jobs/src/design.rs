//! The house's own table. A house has a few jobs, read together and often and written rarely, so they share one partition: one
//! request of one read unit tells a server everything.

use chabudai_kernel::design::{AccessPattern, Action, Cost, Design, EntityDesign, Range, RouteCost, Step, Table, Verb, text};
use chabudai_kernel::entity::Entity as _;

use crate::feed::model::{FeedState, Parked};
use crate::handled::HandledEvent;
use crate::model::JobState;
use crate::quota::Quota;

/// The table.
pub static JOBS_TABLE: Table = Table {
    name: "chabudai-jobs",
    hash: text("PK"),
    range: Some(text("SK")),
    indexes: &[],
    ttl: Some("ttl"),
    feed: false,
    about: "What the house does by itself: when each job was last due and done, which server is at it, how far copies follow, how much was made today, and what it was told.",
};

const JOB: &EntityDesign = &JobState::DESIGN;
const FEED: &EntityDesign = &FeedState::DESIGN;
const WAITING: &EntityDesign = &Parked::DESIGN;
const QUOTA: &EntityDesign = &Quota::DESIGN;
const HANDLED: &EntityDesign = &HandledEvent::DESIGN;

/// JOB-01
pub static HOW_JOBS_STAND: AccessPattern = AccessPattern {
    id: "JOB-01",
    question: "What was done when, and what is somebody doing at this moment? (with every write that was acknowledged)",
    steps: &[Step::Query(Range { ordered_by: &["name"], ..Range::of(&[JOB]) })],
    cost: Cost::Exactly(1),
};

/// JOB-02. Of several servers at once, the condition lets one through.
pub static CLAIM: AccessPattern = AccessPattern {
    id: "JOB-02",
    question: "This one is due and nobody is at it: I do it, until my lease is over.",
    steps: &[Step::Update(JOB)],
    cost: Cost::Exactly(1),
};

/// JOB-03
pub static RENEW: AccessPattern =
    AccessPattern { id: "JOB-03", question: "I am still at it.", steps: &[Step::Update(JOB)], cost: Cost::Exactly(1) };

/// JOB-04
pub static SETTLE: AccessPattern = AccessPattern {
    id: "JOB-04",
    question: "It is done, or it failed; unless somebody else has taken it over.",
    steps: &[Step::Update(JOB)],
    cost: Cost::Exactly(1),
};

/// JOB-05
pub static GIVE_BACK: AccessPattern = AccessPattern {
    id: "JOB-05",
    question: "I have to stop: whoever comes next may go on at once.",
    steps: &[Step::Update(JOB)],
    cost: Cost::Exactly(1),
};

/// JOB-06
pub static FEED_STANDS: AccessPattern = AccessPattern {
    id: "JOB-06",
    question: "How far has the house come in the changes of an app? (with every write that was acknowledged)",
    steps: &[Step::Get(FEED)],
    cost: Cost::Exactly(1),
};

/// JOB-07. A server that has lost its lease without knowing is stopped by the condition.
pub static FEED_WENT_ON: AccessPattern = AccessPattern {
    id: "JOB-07",
    question: "All who keep copies have seen everything up to here.",
    steps: &[Step::Put(FEED)],
    cost: Cost::Exactly(1),
};

/// JOB-08
pub static PARKED: AccessPattern = AccessPattern {
    id: "JOB-08",
    question: "Which changes of an app wait, for whom, and why?",
    steps: &[Step::Query(Range { given: &["feed"], ordered_by: &["consumer", "of"], ..Range::of(&[WAITING]) })],
    cost: Cost::Formula { words: "1 per 1 MB", requests: |pages| pages.max(1) },
};

/// JOB-09. Not by a server that has lost its lease without knowing.
pub static PARK: AccessPattern = AccessPattern {
    id: "JOB-09",
    question: "This change could not be dealt with.",
    steps: &[Step::Transact(&[Action::new(Verb::Put, WAITING, 1), Action::new(Verb::Check, FEED, 1)])],
    cost: Cost::Exactly(1),
};

/// JOB-10. Not by a server that has lost its lease without knowing.
pub static UNPARK: AccessPattern = AccessPattern {
    id: "JOB-10",
    question: "Now it could.",
    steps: &[Step::Transact(&[Action::new(Verb::Delete, WAITING, 1), Action::new(Verb::Check, FEED, 1)])],
    cost: Cost::Exactly(1),
};

/// JOB-11. Of many at once as many may as there is room for: the condition is that of the write.
pub static TAKE: AccessPattern = AccessPattern {
    id: "JOB-11",
    question: "There is so much of it a day: may I have some?",
    steps: &[Step::Update(QUOTA)],
    cost: Cost::Exactly(1),
};

/// JOB-12
pub static GIVE_BACK_OF_DAY: AccessPattern = AccessPattern {
    id: "JOB-12",
    question: "I have not used all that I took today.",
    steps: &[Step::Update(QUOTA)],
    cost: Cost::Exactly(1),
};

/// JOB-13
pub static IS_HANDLED: AccessPattern = AccessPattern {
    id: "JOB-13",
    question: "Stripe tells this: was it dealt with before? (with every write that was acknowledged)",
    steps: &[Step::Get(HANDLED)],
    cost: Cost::Exactly(1),
};

/// JOB-14. After the work: what is told again before that is done again.
pub static NOTE_HANDLED: AccessPattern = AccessPattern {
    id: "JOB-14",
    question: "This was dealt with; let nobody do it again for a month.",
    steps: &[Step::Put(HANDLED)],
    cost: Cost::Exactly(1),
};

/// The route that asks the store for the house itself. What an app does about an event is its own.
static ROUTES: &[RouteCost] = &[RouteCost { route: "POST /webhooks/stripe", asks: &[(&IS_HANDLED, 1), (&NOTE_HANDLED, 1)] }];

/// The design.
pub static DESIGN: Design = Design {
    app: "house",
    about: "What the house does by itself, once however many servers run.",
    environment: None,
    tables: &[&JOBS_TABLE],
    entities: &[JOB, FEED, WAITING, QUOTA, HANDLED],
    patterns: &[
        &HOW_JOBS_STAND,
        &CLAIM,
        &RENEW,
        &SETTLE,
        &GIVE_BACK,
        &FEED_STANDS,
        &FEED_WENT_ON,
        &PARKED,
        &PARK,
        &UNPARK,
        &TAKE,
        &GIVE_BACK_OF_DAY,
        &IS_HANDLED,
        &NOTE_HANDLED,
    ],
    routes: &[ROUTES],
};
