//! The driver sends what the generated policy allows, and the policy allows nothing that the driver does not send.

use std::collections::BTreeSet;
use std::sync::Arc;

use chabudai_kernel::design::{AccessPattern, Action, Cost, Design, EntityDesign, Range, Rewritten, Step, Table, Verb};
use chabudai_kernel::report;
use chabudai_kernel::store::{Store, StoreError};
use chabudai_store_conformance::peer::Peer;
use chabudai_store_conformance::policy::{Gate, Policy};
use chabudai_store_conformance::tables::{self, BY_DAY, BY_DIGEST, BY_EMAIL, BY_RANK, BY_STATE, CARDS, NUMBERED, OPEN, PAIRS, THINGS};
use chabudai_store_conformance::{STORY, run};
use chabudai_store_dynamodb::{Config, DynamoDbStore};

const fn kind(kind: &'static str, table: &'static Table) -> EntityDesign {
    EntityDesign {
        kind,
        about: "",
        table,
        keys: &[],
        at_most_bytes: None,
        fields: &[],
        expires: None,
        departs: &[],
        rewritten: Rewritten::AS_IT_IS,
    }
}

const fn every(kind: &'static EntityDesign) -> [Action; 4] {
    [
        Action::new(Verb::Put, kind, 1),
        Action::new(Verb::Update, kind, 1),
        Action::new(Verb::Delete, kind, 1),
        Action::new(Verb::Check, kind, 1),
    ]
}

static THING: EntityDesign = kind("Thing", &THINGS);
static NUMBER: EntityDesign = kind("Number", &NUMBERED);
static PAIR: EntityDesign = kind("Pair", &PAIRS);

/// Everything that the story does, as the design of an app that does it.
static STORY_STEPS: AccessPattern = AccessPattern {
    id: "AP-01",
    question: "Does the driver do what it has to?",
    steps: &[
        Step::Transact(const { &every(&THING) }),
        Step::Transact(const { &every(&NUMBER) }),
        Step::Transact(const { &every(&PAIR) }),
        Step::TransactGet(&[&THING, &NUMBER, &PAIR], 1),
        Step::BatchGet(&[&THING, &NUMBER, &PAIR], 1),
        Step::BatchWrite(&[&THING, &NUMBER, &PAIR], 1),
        Step::Query(Range::of(&[&THING, &NUMBER, &PAIR])),
        Step::Query(Range { index: Some(&BY_DAY), ..Range::of(&[&THING]) }),
        Step::Query(Range { index: Some(&BY_RANK), ..Range::of(&[&THING]) }),
        Step::Query(Range { index: Some(&BY_STATE), ..Range::of(&[&THING]) }),
        Step::Query(Range { index: Some(&OPEN), ..Range::of(&[&THING]) }),
        Step::Query(Range { index: Some(&CARDS), ..Range::of(&[&THING]) }),
        Step::Query(Range { index: Some(&BY_EMAIL), ..Range::of(&[&THING]) }),
        Step::Query(Range { index: Some(&BY_DIGEST), ..Range::of(&[&NUMBER]) }),
    ],
    cost: Cost::AtMost(0),
};
static DESIGN: Design = Design {
    app: "story",
    about: "",
    environment: None,
    tables: tables::ALL,
    entities: &[&THING, &NUMBER, &PAIR],
    patterns: &[&STORY_STEPS],
    routes: &[],
};

fn serving() -> Policy {
    Policy::of_terraform(&report::terraform(&DESIGN), "story", "")
}

fn making() -> Policy {
    Policy::of_terraform(&report::terraform(&DESIGN), "story_tables", "")
}

async fn store_at(endpoint: &str) -> DynamoDbStore {
    DynamoDbStore::connect(Config::new().endpoint(endpoint).region("local").keys("test", "test")).await
}

/// The actions, each once.
fn actions<'a>(grants: impl IntoIterator<Item = &'a (String, String)>) -> BTreeSet<&'a str> {
    grants.into_iter().map(|(action, _)| action.as_str()).collect()
}

#[tokio::test]
async fn the_whole_story_keeps_to_the_policy() {
    let peer = Peer::start();
    let maker = Gate::before(peer.endpoint(), making());
    let store = store_at(maker.endpoint()).await;
    assert!(!store.plan(tables::ALL).await.unwrap().is_empty());
    store.create_tables(tables::ALL).await.unwrap();
    assert_eq!(maker.refused(), BTreeSet::new());

    let gate = Gate::before(peer.endpoint(), serving());
    let store = store_at(gate.endpoint()).await;
    store.create_tables(tables::ALL).await.expect("what is as designed needs only a look");
    let store: Arc<dyn Store> = Arc::new(store);
    for (chapter, test) in STORY {
        run(chapter, test, store.clone()).await;
    }
    assert_eq!(gate.refused(), BTreeSet::new());
    let (used, policy) = (gate.used(), serving());
    assert_eq!(actions(&used), actions(policy.grants()), "nothing is allowed that is not asked for");
}

#[tokio::test]
async fn an_older_table_is_brought_to_its_design_within_the_policy() {
    static BEFORE: Table = Table { indexes: &[], ttl: None, feed: false, ..THINGS };
    let peer = Peer::start();
    store_at(peer.endpoint()).await.create_tables(&[&BEFORE]).await.unwrap();
    let gate = Gate::before(peer.endpoint(), making());
    let store = store_at(gate.endpoint()).await;
    store.create_tables(tables::ALL).await.unwrap();
    // The same policy is for whoever backs them up. The engine makes no backups; what counts is that the gate let it be asked.
    drop(store.back_up(&THINGS, "before").await);
    assert_eq!(gate.refused(), BTreeSet::new());
    let (used, policy) = (gate.used(), making());
    assert_eq!(actions(&used), actions(policy.grants()), "nothing is allowed that is not asked for");
}

#[tokio::test]
async fn whoever_only_serves_makes_no_tables() {
    let peer = Peer::start();
    let gate = Gate::before(peer.endpoint(), serving());
    let Err(StoreError::Unavailable(why)) = store_at(gate.endpoint()).await.create_tables(&[&PAIRS]).await else { panic!() };
    assert!(why.contains("AccessDeniedException") && why.contains("dynamodb:CreateTable"), "{why}");
    assert_eq!(gate.refused(), [("dynamodb:CreateTable".to_owned(), PAIRS.name.to_owned())].into());
}

#[tokio::test]
async fn a_policy_without_the_look_at_expiry_is_noticed() {
    let peer = Peer::start();
    store_at(peer.endpoint()).await.create_tables(tables::ALL).await.unwrap();
    let gate = Gate::before(peer.endpoint(), serving().without("dynamodb:DescribeTimeToLive"));
    assert!(store_at(gate.endpoint()).await.create_tables(tables::ALL).await.is_err());
    assert_eq!(actions(&gate.refused()), ["dynamodb:DescribeTimeToLive"].into());
}
