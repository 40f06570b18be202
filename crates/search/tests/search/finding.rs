//! What finds what, and in which order.

use chabudai_search::{Found, Page, Scope};

use crate::support::recipe::Recipe;
use crate::world::{ALL, World};

fn home() -> Scope {
    Scope::Owner("home".to_owned())
}

async fn titles(titles: &[&str]) -> World {
    let recipes: Vec<Recipe> = titles.iter().map(|title| Recipe::of("home", title, title)).collect();
    World::with(&recipes).await
}

#[tokio::test]
async fn words_are_found_and_parts_of_other_words_are_not() {
    let w = titles(&["肉豆腐", "豆腐の味噌汁", "豚肉、豆腐", "腐乳と豆", "牛丼"]).await;
    assert_eq!(w.home("肉").await.len(), 2);
    assert!(!w.home("肉").await.contains(&"豆腐の味噌汁".to_owned()), "肉 finds no 豆腐");
    assert_eq!(w.home("肉豆腐").await, ["肉豆腐"], "a comma parts");
    assert_eq!(w.home("豆腐").await.len(), 3, "腐乳と豆 has both characters, and not the word");
    assert_eq!(w.home("肉 豆腐").await.len(), 2, "words may be anywhere");
    assert_eq!(w.home("豆腐 味噌").await, ["豆腐の味噌汁"]);
    assert_eq!(w.home("豆腐 牛").await, [""; 0]);
}

#[tokio::test]
async fn any_spelling_finds_any_other() {
    let w = titles(&["カレーうどん", "かれーらいす", "ｶﾚｰﾊﾟﾝ", "鰈の煮付け"]).await;
    for question in ["カレー", "かれー", "ｶﾚｰ", "カレー　", "「カレー」"] {
        assert_eq!(w.home(question).await.len(), 3, "{question}");
    }
    assert_eq!(w.home("ﾊﾟﾝ").await, ["ｶﾚｰﾊﾟﾝ"]);
    assert_eq!(w.home("鰈").await, ["鰈の煮付け"]);
}

#[tokio::test]
async fn synonyms_are_found_within_words_too() {
    let w = titles(&["しょうが焼き", "生姜湯", "ショウガシロップ", "玉子焼き", "厚焼きたまご", "Tofu salad", "冷奴"]).await;
    assert_eq!(w.home("生姜").await.len(), 3);
    assert_eq!(w.home("生姜焼き").await, ["しょうが焼き"]);
    assert_eq!(w.home("卵焼き").await, ["玉子焼き"]);
    assert_eq!(w.home("卵").await.len(), 2);
    assert_eq!(w.home("豆腐").await, ["Tofu salad"]);
    assert_eq!(w.home("\"生姜\"").await, ["生姜湯"], "within quotes it is what it is");
}

#[tokio::test]
async fn single_characters_and_beginnings_of_words() {
    let w = titles(&["olive oil", "Oliebol", "オイルサーディン", "🍣", "か\u{3099}", "𰻞𰻞麺", "ビタミンC", "Ｃ"]).await;
    assert_eq!(w.home("o").await.len(), 2);
    assert_eq!(w.home("oli").await.len(), 2);
    assert_eq!(w.home("OLIV").await, ["olive oil"]);
    assert_eq!(w.home("live").await, [""; 0], "a word begins with it");
    assert_eq!(w.home("\"olive oil\"").await, ["olive oil"]);
    assert_eq!(w.home("\"olive oi\"").await, [""; 0], "within quotes it is whole");
    assert_eq!(w.home("🍣").await, ["🍣"]);
    assert_eq!(w.home("が").await, ["か\u{3099}"]);
    assert_eq!(w.home("𰻞").await, ["𰻞𰻞麺"]);
    assert_eq!(w.home("c").await.len(), 2);
    assert_eq!(w.home("ﾝc").await, ["ビタミンC"]);
}

#[tokio::test]
async fn nothing_finds_nothing() {
    let w = titles(&["豆腐"]).await;
    for question in ["", " ", "　", "\"\"", "\0", "、。", "*", "-"] {
        assert_eq!(w.find(question, &home(), ALL).await, Found::default(), "{question:?}");
    }
}

#[tokio::test]
async fn a_title_counts_more_and_equals_come_by_id() {
    let recipes = [
        Recipe::of("home", "in-body", "夕飯").body("豆腐を切る"),
        Recipe::of("home", "in-title", "豆腐").body("切る"),
        Recipe::of("home", "b", "味噌汁"),
        Recipe::of("home", "a", "味噌汁"),
        Recipe::of("home", "c", "味噌汁"),
    ];
    let w = World::with(&recipes).await;
    assert_eq!(w.home("豆腐").await, ["in-title", "in-body"]);
    assert_eq!(w.home("味噌汁").await, ["a", "b", "c"]);
    let found = w.find("味噌汁", &home(), ALL).await;
    assert!(found.total == 3 && found.hits.iter().all(|hit| hit.score > 0.0));
}

#[tokio::test]
async fn pages_put_together_are_everything_once() {
    let recipes: Vec<Recipe> =
        (0..250).map(|n| Recipe::of("home", &format!("{:03}", (n * 37) % 250), "豆腐").body(&"豆腐と".repeat(n % 7))).collect();
    let w = World::with(&recipes).await;
    let mut whole = Vec::new();
    for offset in (0..300).step_by(100) {
        whole.extend(w.find("豆腐", &home(), Page { offset, limit: 1000 }).await.hits);
    }
    assert_eq!(whole.len(), 250);
    let sorted = whole.is_sorted_by(|a, b| (b.score, &a.id) < (a.score, &b.id));
    assert!(sorted, "best first, of equals the smaller id");
    for limit in [1, 7, 99] {
        let mut pages = Vec::new();
        for offset in (0..250).step_by(limit as usize) {
            let page = w.find("豆腐", &home(), Page { offset, limit }).await;
            assert!(page.total == 250 && page.hits.len() <= limit as usize);
            pages.extend(page.hits);
        }
        assert_eq!(pages, whole, "in pages of {limit}");
    }
    assert_eq!(w.find("豆腐", &home(), Page { offset: u32::MAX, limit: u32::MAX }).await.hits, []);
    assert_eq!(w.find("豆腐", &home(), Page { offset: 0, limit: 0 }).await.hits, []);
}

#[tokio::test]
async fn what_changes_is_followed() {
    let w = titles(&["豆腐", "納豆"]).await;
    w.shelf.put(&Recipe::of("home", "豆腐", "湯葉"));
    w.shelf.put(&Recipe::of("home", "new", "豆乳"));
    w.shelf.put(&Recipe::of("home", "untitled", ""));
    w.shelf.put_rubbish("rubbish");
    w.shelf.put(&Recipe::of("home", "behind", "豆苗"));
    w.follower.catch_up().await.unwrap();
    assert_eq!(w.home("豆").await, ["behind", "new", "納豆"], "what cannot be read holds up nothing");
    assert_eq!(w.home("湯葉").await, ["豆腐"]);
    w.shelf.remove("納豆");
    w.shelf.put(&Recipe::of("home", "new", ""));
    w.follower.catch_up().await.unwrap();
    assert_eq!(w.home("豆").await, ["behind"]);
    assert_eq!(w.search.state().await.unwrap().documents, 2);
    w.follower.rebuild().await.unwrap();
    assert_eq!(w.home("豆").await, ["behind"]);
    assert_eq!(w.search.state().await.unwrap().documents, 2);
}
