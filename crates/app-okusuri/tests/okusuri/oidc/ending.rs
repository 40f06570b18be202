//! The end of a person, cut off wherever it may be.

use std::collections::HashSet;
use std::sync::Arc;

use chabudai_store_conformance::faults::{Chances, FaultyStore};
use chabudai_test_stores::TestStore;
use serde_json::{Value, json};

use super::{beside, sign_in};
use crate::world::{PASSWORD, World};

/// Ids of the people who are there, and of those to whom guards belong.
fn people_and_guards(items: &[Value]) -> (HashSet<String>, HashSet<String>) {
    let of = |kind: &str| items.iter().filter(|item| item["SK"] == kind).map(|item| item["UserID"].as_str().unwrap().to_owned()).collect();
    (of("PROFILE"), of("UNIQUE"))
}

#[tokio::test]
async fn wherever_the_end_is_cut_off_no_guard_is_left_without_its_person() {
    let mut cut_off = 0;
    for w in [World::embedded(true), World::dynamodb(true).await] {
        let (there, service) = beside(&w).await;
        for seed in 0..12_u64 {
            let email = format!("hana{seed}@example.org");
            there.set().person = json!({ "sub": seed.to_string(), "email": email, "email_verified": true, "name": "はな" });
            let hana = sign_in(&service).await.unwrap().person;
            service.give_password(&email, PASSWORD).await.unwrap();
            for _ in 0..3 {
                sign_in(&service).await.unwrap();
            }
            let chances = Chances { timeout: 0.25, timeout_after_commit: 0.15, conflict: 0.1, ..Chances::default() };
            let faulty = FaultyStore::new(w.store.clone()).by_chance(seed, chances);
            let unsteady = World::over(TestStore::over("an unsteady store", Arc::new(faulty)), true);
            let mut tries = 0;
            loop {
                let outcome = unsteady.service.delete(&hana.user_id).await;
                let (people, guards) = people_and_guards(&w.items().await);
                assert_eq!(people, guards, "after {tries} tries with seed {seed} on {}: {outcome:?}", w.name);
                match outcome {
                    Ok(()) => break,
                    // A try whose answer was lost may have been the one.
                    Err(error) if error.code() == "identity.not_found" && tries > 0 => break,
                    Err(error) => assert_eq!(error.status(), 503, "{error:?}"),
                }
                cut_off += 1;
                tries += 1;
            }
            assert!(!w.kept().await.contains(hana.user_id.as_str()), "nothing is left of her");
            // The address and the account elsewhere are free.
            let new = sign_in(&service).await.unwrap().person;
            assert_ne!(new.user_id, hana.user_id);
            service.delete(&new.user_id).await.unwrap();
        }
    }
    assert!(cut_off > 12, "it was cut off {cut_off} times");
}
