//! A server that may do what the printed policy says, and nothing else, lacks nothing.

use std::collections::BTreeSet;

use chabudai_store_conformance::policy::{Gate, Policy};
use chabudai_testkit::{Outcome, Place};
use serde_json::json;

use crate::closet::{Closet, spelled};
use crate::place::{self, bare_program};

/// The policies that `chabudai design` prints for the apps and the house: `""` for serving, `"_tables"` for making tables, `"_check"` for
/// checking them.
fn printed(which: &str, prefix: &str) -> Policy {
    let of = |app: &str| {
        let module = Outcome::of(bare_program().args(["design", app, "--format", "terraform"])).succeeded().output;
        Policy::of_terraform(&module, &format!("{app}{which}"), prefix)
    };
    of("wardrobe").and(of("okusuri")).and(of("kondate")).and(of("house"))
}

/// Tables that somebody else has made.
fn with_tables(prefix: &str) {
    let maker = Gate::before(place::engine(), printed("_tables", prefix));
    let place = place::dynamodb_at(maker.endpoint(), prefix);
    place.run(&["tables", "plan"]).succeeded();
    place.run(&["tables", "create"]).succeeded();
    assert_eq!(maker.refused(), BTreeSet::new(), "whoever makes the tables lacks something");
}

fn behind(policy: Policy, prefix: &str) -> (Gate, Place) {
    let gate = Gate::before(place::engine(), policy);
    let place = place::dynamodb_at(gate.endpoint(), prefix);
    (gate, place)
}

#[test]
fn the_house_lives_within_the_printed_policy() {
    let prefix = place::prefix();
    with_tables(&prefix);
    let (gate, place) = behind(printed("", &prefix), &prefix);
    let server = place.start(&["--demo"]);
    server.get("/readyz").expect(200);
    let closet = Closet::make(&server);
    let today = spelled(closet.today());
    let (key, _) = closet.picture();
    let garments = [closet.garment_of(&json!({ "name": "服", "genre": "tops", "imageKey": key })), closet.garment("靴下")];
    let outfit = closet.outfit("仕事", &garments);
    let record = closet.wear_outfit(&today, &outfit);
    for rest in ["", "/clothing", "/clothing?order=asc", "/templates", "/histories", "/week", "/recommendations/clothing"] {
        closet.get(rest);
    }
    closet.delete(&format!("/histories/{record}")).expect(204);
    closet.delete(&format!("/clothing/{}", garments[1])).expect(204);
    place::add_person(&place, "mei@example.org", "めい", "correct horse battery staple");
    server.get("/design").expect(200);
    server.stop();
    place.run(&["tables", "plan"]).succeeded();
    place.run(&["jobs", "run", "wardrobe.sweep-pictures", "--force"]).succeeded();
    place.run(&["jobs", "list"]).succeeded();
    assert_eq!(gate.refused(), BTreeSet::new(), "the policy lacks something that the house does");

    let (gate, place) = behind(printed("", &prefix).and(printed("_check", &prefix)), &prefix);
    place.run(&["check"]).succeeded();
    place.run(&["repair"]).succeeded();
    assert_eq!(gate.refused(), BTreeSet::new(), "the policy lacks something that the operator does");
}

#[test]
fn serving_is_not_making_tables() {
    let prefix = place::prefix();
    let (gate, place) = behind(printed("", &prefix), &prefix);
    place.try_start(&[]).expect_err("there are no tables").refused("AccessDeniedException");
    assert!(gate.refused().iter().all(|(action, _)| action == "dynamodb:CreateTable"), "{:?}", gate.refused());
}

/// What the server asks before it listens. Without any of these it must not come up, or the gate does not look.
#[test]
fn a_server_that_lacks_a_permission_says_so() {
    let prefix = place::prefix();
    with_tables(&prefix);
    for action in ["dynamodb:DescribeTable", "dynamodb:DescribeTimeToLive"] {
        let (gate, place) = behind(printed("", &prefix).without(action), &prefix);
        place.try_start(&[]).expect_err("it may not look at its tables").refused(action);
        assert_eq!(gate.refused().into_iter().map(|(action, _)| action).collect::<BTreeSet<_>>(), [action.to_owned()].into());
    }
    // Another installation's tables are none of its business.
    let (_gate, place) = behind(printed("", "somebody-else-"), &prefix);
    place.try_start(&[]).expect_err("these tables are not in its policy").refused("AccessDeniedException");
}
