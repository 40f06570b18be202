//! A foreign owner's documents never appear, whatever is asked.

use chabudai_search::{Page, Scope};
use proptest::prelude::*;

use crate::support::recipe::Recipe;
use crate::world::{ALL, World};

/// What FTS5 would understand, if it were shown it, and what it would choke on.
const ADVERSARIAL: &[&str] = &[
    "豆腐\" OR \"2x豆 2x腐",
    "2x豆腐",
    "2x豆 2x腐",
    "0x豆腐",
    "2y豆腐",
    "x豆腐",
    "豆腐\" OR owner : \"o2",
    "\" OR \"豆腐",
    "owner:o2",
    "owner : all",
    "o1 OR o2 OR all",
    "o2",
    "all",
    "{owner f0 f1} : 豆腐",
    "-owner:豆腐",
    "- {owner} : 豆腐",
    "f0:豆腐 NOT f1:豆腐",
    "豆腐 NOT 豆腐",
    "NOT 豆腐",
    "AND",
    "OR OR OR",
    "NEAR(豆 腐, 100)",
    "NEAR(",
    "^豆腐",
    "豆 + 腐",
    "豆腐*",
    "*",
    "**",
    "((((((((((",
    "))))",
    "'; DROP TABLE documents; --",
    "' OR 1=1 --",
    "\0",
    "豆\0腐",
    "\u{fdd0}",
    "o2\u{fdd0}豆",
    "\u{feff}豆腐",
    "%_",
    "\\",
    "?1",
    "豆腐 \u{202e}腐豆",
];

fn households() -> Vec<Recipe> {
    let mut recipes = Vec::new();
    for n in 0..60 {
        recipes.push(
            Recipe::of(&format!("home-{n}"), &format!("{n}-private"), "豆腐 o2 all owner").body(&format!("秘密{n} f0 near or and not")),
        );
        let mut published = Recipe::of(&format!("home-{n}"), &format!("{n}-published"), "豆腐サラダ");
        published.public = true;
        recipes.push(published);
    }
    recipes.push(Recipe::public("everybody", "豆腐ハンバーグ"));
    recipes.push(Recipe::of("plain", "plain", "豆腐"));
    // Owners whose names are what somebody might think of.
    for (nth, owner) in ["", "o2", "all", "1", "NULL", "home-1\0", "' OR 1=1 --", "\" OR \""].iter().enumerate() {
        recipes.push(Recipe::of(owner, &format!("odd-{nth}"), "豆腐 odd"));
    }
    recipes
}

fn may_see(recipe: &Recipe, scope: &Scope) -> bool {
    match scope {
        Scope::Owner(owner) => recipe.owner.as_ref() == Some(owner),
        Scope::Public => recipe.public,
        Scope::OwnerAndPublic(owner) => recipe.public || recipe.owner.as_ref() == Some(owner),
    }
}

/// Asks as many, and everything that is found is theirs or everybody's.
async fn nobody_sees_too_much(w: &World, question: &str) {
    let recipes = w.shelf.recipes();
    let odd = ["", "o2", "all", "1", "NULL", "home-1\0", "' OR 1=1 --", "\" OR \"", "nobody"].map(str::to_owned);
    for owner in (0..60).step_by(7).map(|n| format!("home-{n}")).chain(odd) {
        for scope in [Scope::Owner(owner.clone()), Scope::OwnerAndPublic(owner), Scope::Public] {
            let found = w.find(question, &scope, ALL).await;
            assert!(!found.building);
            for hit in &found.hits {
                let recipe = recipes.iter().find(|recipe| recipe.id == hit.id).expect("it is on the shelf");
                assert!(may_see(recipe, &scope), "{question:?} shows {scope:?} {recipe:?}");
            }
            let most = recipes.iter().filter(|recipe| may_see(recipe, &scope)).count();
            assert!(found.total as usize <= most, "{question:?} counts too much for {scope:?}");
        }
    }
}

#[tokio::test]
async fn everybody_finds_their_own_and_what_is_public() {
    let w = World::with(&households()).await;
    assert_eq!(w.ids("豆腐", &Scope::Owner("home-7".into())).await, ["7-published", "7-private"]);
    assert_eq!(w.find("豆腐", &Scope::Public, ALL).await.total, 61);
    assert_eq!(w.find("豆腐", &Scope::OwnerAndPublic("home-7".into()), ALL).await.total, 62);
    assert_eq!(w.find("豆腐", &Scope::OwnerAndPublic("nobody".into()), ALL).await.total, 61);
    assert_eq!(w.find("豆腐", &Scope::Owner("nobody".into()), ALL).await.total, 0);
    assert_eq!(w.ids("秘密8", &Scope::OwnerAndPublic("home-7".into())).await, [""; 0]);
    assert_eq!(w.ids("秘密7", &Scope::OwnerAndPublic("home-7".into())).await, ["7-private"]);
    assert_eq!(w.ids("豆腐", &Scope::Owner(String::new())).await, ["odd-0"]);
    nobody_sees_too_much(&w, "豆腐").await;
}

#[tokio::test]
async fn no_question_is_an_error_or_shows_too_much() {
    let w = World::with(&households()).await;
    for question in ADVERSARIAL {
        nobody_sees_too_much(&w, question).await;
        nobody_sees_too_much(&w, &format!("豆腐 {question}")).await;
        nobody_sees_too_much(&w, &format!("{question} 豆腐")).await;
    }
    // As little as it takes to ask as somebody else is not a word of the fields.
    for token in ["1x", "2x豆", "0x豆腐", "x豆", "o3", "all"] {
        for scope in [Scope::Owner("plain".into()), Scope::OwnerAndPublic("plain".into()), Scope::Public] {
            assert_eq!(w.ids(token, &scope).await, [""; 0], "{token} as {scope:?}");
        }
    }
}

#[tokio::test]
async fn huge_questions_take_no_longer() {
    let w = World::with(&households()).await;
    let begun = std::time::Instant::now();
    for question in ["豆腐 ", "豆", "a", "\"", "( ", "豆腐 OR ", "\u{fdfa}", "卵", "o2\" ", "\0"] {
        nobody_sees_too_much(&w, &question.repeat(300_000)).await;
    }
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_document_that_changes_hands_is_seen_by_its_new_owner_alone() {
    let w = World::with(&[Recipe::of("a", "1", "豆腐"), Recipe::of("b", "2", "豆腐")]).await;
    w.shelf.put(&Recipe::of("b", "1", "豆腐"));
    w.follower.catch_up().await.unwrap();
    assert_eq!(w.ids("豆腐", &Scope::Owner("a".into())).await, [""; 0]);
    assert_eq!(w.ids("豆腐", &Scope::Owner("b".into())).await, ["1", "2"]);
    // Whoever comes after the last document of an owner is gone does not inherit anything.
    w.shelf.remove("1");
    w.shelf.remove("2");
    w.shelf.put(&Recipe::of("c", "3", "豆腐"));
    w.follower.catch_up().await.unwrap();
    for owner in ["a", "b"] {
        assert_eq!(w.ids("豆腐", &Scope::OwnerAndPublic(owner.into())).await, [""; 0]);
    }
    assert_eq!(w.ids("豆腐", &Scope::Owner("c".into())).await, ["3"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn random_questions_show_nobody_too_much(
        questions in prop::collection::vec("[豆腐秘密 o0-9\"*:(){}^+\\-\0a-zA-Z]{0,30}|\\PC{0,30}", 1..8),
        offset in 0..5u32,
    ) {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let w = World::with(&households()).await;
            for question in &questions {
                nobody_sees_too_much(&w, question).await;
                let page = Page { offset, limit: 3 };
                prop_assert!(w.find(question, &Scope::Public, page).await.hits.len() <= 3);
            }
            Ok(())
        })?;
    }
}
