//! Transactions that grow with the outfit, batches and costs.

use chabudai_kernel::design::{AccessPattern, Action, Cost, Design, EntityDesign, Step, Table, Verb, text};
use chabudai_kernel::entity::Entity;
use chabudai_kernel::part::{Day, Word};
use serde::{Deserialize, Serialize};

use crate::{doing, passes, refused, with};

static WARDROBE: Table = Table {
    name: "WardrobeTable",
    hash: text("PK"),
    range: Some(text("SK")),
    indexes: &[],
    ttl: None,
    feed: false,
    about: "Clothes and when they were worn.",
};

#[derive(Serialize, Deserialize)]
struct Clothing {
    wardrobe_id: Word,
    clothing_id: Word,
}

chabudai_kernel::entity! {
    /// A garment.
    Clothing in WARDROBE, at most 100_000 bytes { wardrobeId: Word = wardrobe_id, clothingId: Word = clothing_id }
    key(wardrobeId, clothingId) {
        PK = "W#" wardrobeId "#CLOTH";
        SK = "CLOTH#" clothingId;
    }
}

#[derive(Serialize, Deserialize)]
struct Worn {
    wardrobe_id: Word,
    clothing_id: Word,
    date: Day,
}

chabudai_kernel::entity! {
    /// How often a garment was worn on a day.
    Worn in WARDROBE { wardrobeId: Word = wardrobe_id, clothingId: Word = clothing_id, date: Day = date }
    key(wardrobeId, clothingId, date) {
        PK = "W#" wardrobeId "#COUNT#CLOTH#" clothingId;
        SK = "DATE#" date;
    }
}

const DESIGN: Design = Design {
    app: "wardrobe",
    about: "What to wear.",
    environment: None,
    tables: &[&WARDROBE],
    entities: &[&Clothing::DESIGN, &Worn::DESIGN],
    patterns: &[],
    routes: &[],
};
const CLOTHING: &[&EntityDesign] = &[&Clothing::DESIGN];

/// Records an outfit of so many garments: each is updated, and so is its counter of the day.
fn record(garments: Option<u32>) -> Step {
    let update = |entity| Action { verb: Verb::Update, entity, at_most: garments };
    Step::Transact(vec![Action::new(Verb::Put, &Worn::DESIGN, 1), update(&Clothing::DESIGN), update(&Worn::DESIGN)].leak())
}

#[test]
fn an_outfit_fits_into_a_transaction_only_while_it_is_bounded() {
    passes(&doing(&DESIGN, record(Some(20))));
    refused(&doing(&DESIGN, record(Some(50))), "transaction.actions", "AP-01", "101 actions");
    let unbounded = Step::Transact(&[Action { verb: Verb::Delete, entity: &Worn::DESIGN, at_most: None }]);
    refused(&doing(&DESIGN, unbounded), "transaction.unbounded", "AP-01", "how many Worn");
    refused(&doing(&DESIGN, Step::Transact(&[])), "transaction.empty", "AP-01", "one action at least");
}

#[test]
fn bytes_are_counted_where_every_kind_is_bounded() {
    const FORTY: Step = Step::Transact(&[Action::new(Verb::Update, &Clothing::DESIGN, 40)]);
    const FIFTY: Step = Step::Transact(&[Action::new(Verb::Update, &Clothing::DESIGN, 50)]);
    const UNKNOWN: Step = Step::Transact(&[Action::new(Verb::Update, &Clothing::DESIGN, 50), Action::new(Verb::Put, &Worn::DESIGN, 1)]);
    passes(&doing(&DESIGN, FORTY));
    refused(&doing(&DESIGN, FIFTY), "transaction.bytes", "AP-01", "5000000 bytes");
    passes(&doing(&DESIGN, UNKNOWN));
}

#[test]
fn reads_of_one_moment_have_the_same_limits() {
    passes(&doing(&DESIGN, Step::TransactGet(CLOTHING, 40)));
    refused(&doing(&DESIGN, Step::TransactGet(CLOTHING, 50)), "transaction.bytes", "AP-01", "5000000 bytes");
    refused(&doing(&DESIGN, Step::TransactGet(&[&Worn::DESIGN], 101)), "transaction.actions", "AP-01", "101 actions");
    refused(&doing(&DESIGN, Step::TransactGet(CLOTHING, 0)), "transaction.empty", "AP-01", "one action at least");
}

/// Any of the kinds may be all that is read, so the largest counts, wherever it stands in the list.
#[test]
fn a_read_of_two_sizes_counts_the_larger() {
    static SMALL: EntityDesign = EntityDesign { kind: "Tag", at_most_bytes: Some(1_000), ..Clothing::DESIGN };
    static LARGE: EntityDesign = EntityDesign { kind: "Picture", at_most_bytes: Some(100_000), ..Clothing::DESIGN };
    static KINDS: [[&EntityDesign; 2]; 2] = [[&SMALL, &LARGE], [&LARGE, &SMALL]];
    static BOTH: Design = Design { entities: &[&SMALL, &LARGE], ..DESIGN };
    // Two kinds with the same key would be a finding of their own.
    let of_bytes = |step: Step| -> Vec<_> {
        let findings = chabudai_kernel::check::check(&doing(&BOTH, step));
        findings.into_iter().filter(|finding| finding.code.starts_with("transaction.")).map(|finding| finding.message).collect()
    };
    for kinds in &KINDS {
        assert_eq!(of_bytes(Step::TransactGet(kinds, 41)), Vec::<String>::new());
        let findings = of_bytes(Step::TransactGet(kinds, 50));
        assert!(findings.len() == 1 && findings[0].contains("5000000 bytes"), "{findings:?}");
    }
    assert_eq!(of_bytes(Step::TransactGet(&KINDS[0][..1], 100)), Vec::<String>::new());
    // Writes name each kind with its own bound: they add up.
    let both = |small, large| Step::Transact(vec![Action::new(Verb::Put, &SMALL, small), Action::new(Verb::Put, &LARGE, large)].leak());
    assert_eq!(of_bytes(both(59, 41)), Vec::<String>::new());
    let findings = of_bytes(both(58, 42));
    assert!(findings.len() == 1 && findings[0].contains("4258000 bytes"), "{findings:?}");
}

#[test]
fn a_batch_has_items() {
    passes(&doing(&DESIGN, Step::BatchGet(CLOTHING, 120)));
    refused(&doing(&DESIGN, Step::BatchGet(CLOTHING, 0)), "batch.empty", "AP-01", "a batch of no items");
    refused(&doing(&DESIGN, Step::BatchWrite(CLOTHING, 0)), "batch.empty", "AP-01", "a batch of no items");
}

#[test]
fn a_pattern_costs_what_its_steps_send() {
    let steps: &[Step] = &[Step::Get(&Worn::DESIGN), Step::Delete(&Worn::DESIGN), Step::BatchGet(CLOTHING, 20)];
    let pattern = |cost| AccessPattern { id: "AP-17", question: "Never worn after all?", steps: steps.to_vec().leak(), cost };
    refused(&with(&DESIGN, vec![pattern(Cost::Exactly(1))]), "cost.too_few", "AP-17", "exactly 1, and its steps send 2");
    passes(&with(&DESIGN, vec![pattern(Cost::Exactly(2))]));
    passes(&with(&DESIGN, vec![pattern(Cost::AtMost(1))]));
}

#[test]
fn of_several_ways_each_is_looked_at_and_the_shortest_counts() {
    const WAYS: Step = Step::OneOf(&[Step::Get(&Worn::DESIGN), Step::BatchGet(CLOTHING, 20)]);
    const WRONG: Step = Step::OneOf(&[Step::Get(&Worn::DESIGN), Step::BatchGet(CLOTHING, 0)]);
    let pattern = |steps: &[Step]| AccessPattern { id: "AP-04", question: "?", steps: steps.to_vec().leak(), cost: Cost::Exactly(1) };
    passes(&with(&DESIGN, vec![pattern(&[Step::Get(&Worn::DESIGN), WAYS])]));
    refused(&with(&DESIGN, vec![pattern(&[WRONG])]), "batch.empty", "AP-04", "a batch of no items");
}

#[test]
fn a_number_stands_for_one_pattern() {
    let pattern = |id| AccessPattern { id, question: "?", steps: &[Step::Get(&Clothing::DESIGN)], cost: Cost::Exactly(1) };
    refused(&with(&DESIGN, vec![pattern("AP-04"), pattern("AP-04")]), "design.pattern_twice", "AP-04", "two access patterns");
    passes(&with(&DESIGN, vec![pattern("AP-04"), pattern("AP-04a")]));
}

#[test]
fn a_pattern_says_how_it_is_answered_and_costs_what_its_steps_do() {
    let pattern = |steps, cost| AccessPattern { id: "AP-01", question: "?", steps, cost };
    refused(&with(&DESIGN, vec![pattern(&[], Cost::AtMost(1))]), "pattern.no_steps", "AP-01", "nothing of how it is answered");
    let gets: &[Step] = &[Step::Get(&Clothing::DESIGN)];
    refused(&with(&DESIGN, vec![pattern(gets, Cost::Exactly(2))]), "cost.too_many", "AP-01", "its steps send 1 requests");
    passes(&with(&DESIGN, vec![pattern(gets, Cost::Exactly(1))]));
    let batches: &[Step] = &[Step::Get(&Clothing::DESIGN), Step::BatchGet(CLOTHING, 300)];
    passes(&with(&DESIGN, vec![pattern(batches, Cost::Exactly(4))]));
}

#[test]
fn what_a_pattern_uses_is_listed() {
    let without = Design { entities: CLOTHING, ..DESIGN };
    refused(&doing(&without, Step::Get(&Worn::DESIGN)), "design.entity_unlisted", "AP-01", "it uses Worn");
    passes(&doing(&without, Step::Get(&Clothing::DESIGN)));
}
