//! Pages that nobody meant to be read: each has to be done within seconds, in a build without optimisation, and without falling over.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use chabudai_recipe_page::{read_json, read_page, read_text};

use crate::with_json;

fn each(count: u32, part: impl Fn(u32) -> String) -> String {
    (0..count).map(part).collect::<Vec<_>>().concat()
}

/// The time that this thread has had: others may be busy on the same machine.
fn worked() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let scheduled = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = scheduled.and_then(|line| line.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| BEGIN.elapsed(), Duration::from_nanos)
}

fn soon(what: &str, page: &str) {
    let started = worked();
    let _ = read_page(page.as_bytes(), None, Some("https://recipes.example/"));
    let _ = read_text(page);
    let _ = read_json(page);
    let took = worked().saturating_sub(started);
    assert!(took < Duration::from_mins(1), "{what} took {took:?}");
}

#[test]
fn deep_pages() {
    soon("divs", &"<div>".repeat(100_000));
    soon("closed divs", &format!("{}x{}", "<div>".repeat(100_000), "</div>".repeat(100_000)));
    soon("lists", &"<ul><li>".repeat(50_000));
    soon("formatting", &each(20_000, |number| format!("<b id={number}><p>")));
    soon("tables", &"<table><tr><td>".repeat(30_000));
    soon("things", &r#"<div itemscope itemtype="http://schema.org/Recipe" itemprop="x">"#.repeat(20_000));
    soon("links across blocks", &"<a><div>".repeat(20_000));
}

#[test]
fn what_stands_after_a_deep_part_is_still_read() {
    let page = format!(
        "{}{}<h1>Soup</h1><h2>Ingredients</h2><ul><li>1 onion</li><li>1 l water</li></ul><h2>Method</h2><ol><li>Cut the onion into thin slices.</li><li>Boil it for half an hour.</li></ol>",
        "<div>".repeat(5_000),
        "</div>".repeat(5_000)
    );
    assert_eq!(crate::read(&page).ingredients, ["1 onion", "1 l water"]);
}

#[test]
fn wide_pages() {
    soon("less-than", &"<".repeat(5_000_000));
    soon("ampersands", &"&".repeat(1_000_000));
    soon("attributes", &format!("<p {}>", each(200_000, |number| format!("a{number} "))));
    soon("headings", &"<h2>Ingredients</h2><p>1 onion</p>".repeat(20_000));
    soon("classes", &each(20_000, |number| format!("<div class='ingredient{number}'>1 onion</div>")));
    soon("nested classes", &format!("{}1 onion{}", "<div class='ingredients step'>".repeat(250), "<p>1</p>".repeat(20_000)));
    soon("scripts", &"<script type='application/ld+json'>{</script>".repeat(5_000));
}

#[test]
fn nasty_json() {
    soon("deep lists", &with_json(&"[".repeat(500_000)));
    soon("deep objects", &with_json(&r#"{"@graph":"#.repeat(100_000)));
    soon("commas", &with_json(&format!("{{{}{}", " ".repeat(500_000), ",".repeat(500_000))));
    soon("quotes", &with_json(&"\"".repeat(500_000)));
    soon("comments", &with_json(&"/*".repeat(500_000)));
    soon("tags in a string", &with_json(&format!(r#"{{"@type":"Recipe","name":"{}"}}"#, "< ".repeat(500_000))));
    soon("references in a string", &with_json(&format!(r#"{{"@type":"Recipe","name":"{}"}}"#, "&amp;".repeat(200_000))));
    soon("many people", &with_json(&format!("[{}]", vec![r#"{"@type":"Recipe","name":"a","recipeIngredient":["b"]}"#; 20_000].join(","))));
}

#[test]
fn everything_is_bounded() {
    let many = |count: u32, text: &str| (0..count).map(|number| format!("\"{number} {text}\"")).collect::<Vec<_>>().join(",");
    let found = crate::read(&with_json(&format!(
        r#"{{"@type":"Recipe","name":"{}","recipeIngredient":[{}],"recipeInstructions":[{}],"keywords":[{}]}}"#,
        "n".repeat(10_000),
        many(1_000, "onions"),
        many(200, &"s".repeat(9_000)),
        many(1_000, "")
    )));
    assert_eq!((found.ingredients.len(), found.steps.len(), found.tags.len()), (200, 100, 50));
    assert_eq!((found.title.len(), found.steps[0].len()), (500, 5_000));
}

#[test]
fn a_page_that_is_no_text_is_read_without_falling_over() {
    let noise: Vec<u8> = (0..200_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let _ = read_page(&noise, None, None);
    let _ = read_page(&noise, Some("text/html; charset=iso-2022-jp"), Some("not an address"));
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(200))]

    #[test]
    fn nothing_makes_it_fall_over(page in "(<[a-z]{1,6}( [a-z]{1,8}=\"?[a-zA-Z/]{0,8}\"?)?>|</[a-z]{1,6}>|[ -~\n]{0,20}|材料|作り方|①|&[a-z]{1,6};?|1/2 ){0,60}") {
        let _ = read_page(page.as_bytes(), None, None);
        let _ = read_text(&page);
        let _ = read_json(&page);
    }
}
