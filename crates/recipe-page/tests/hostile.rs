//! Pages that were made to be expensive. Each is read, or given up, within bounds of time and of memory; in a program of their own, so that
//! the memory is that of these pages.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use chabudai_recipe_page::{read_page, text_of_page};

/// Of the processor's time, without optimisation; with it, it is a tenth or less.
const LONGEST: Duration = Duration::from_secs(20);
/// The page itself and everything that is made of it.
const MOST_MEGABYTES: u64 = 250;

fn each(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
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
    let _ = read_page(page.as_bytes(), Some("text/html; charset=utf-8"), Some("https://recipes.example/"));
    let read = worked().saturating_sub(started);
    let _ = text_of_page(page.as_bytes(), Some("text/html; charset=utf-8"));
    let all = worked().saturating_sub(started);
    println!("{what}: {read:?}, as text {:?}, {} MB so far", all.saturating_sub(read), megabytes().unwrap_or_default());
    assert!(all < LONGEST, "{what} took {all:?}");
    assert!(megabytes().is_none_or(|most| most < MOST_MEGABYTES), "{what} took {:?} MB", megabytes());
}

/// The most memory that this process has had, where the system tells.
fn megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? / 1024)
}

fn json(steps: &str, body: &str) -> String {
    format!(
        r#"<script type="application/ld+json">{{"@type":"Recipe","name":"a","recipeIngredient":["1 b","2 c","3 d"],"recipeInstructions":{steps}}}</script>{body}"#
    )
}

#[test]
fn attributes_are_not_copied() {
    let long = "A".repeat(1_000_000);
    soon("formatting that is made again", &format!(r#"<p><b a="{long}">x</p>{}"#, "<p>x</p>".repeat(10_000)));
    soon("formatting with a class", &format!(r#"<p><b class="{long}">x</p>{}"#, "<p>x</p>".repeat(10_000)));
    let names = each(200, |at| format!(" a{at}=1"));
    soon("formatting with many attributes", &format!("<p><b{names}>x</p>{}", "<p>x</p>".repeat(300_000)));
    let kept = r#"class="ingredient" id=b itemprop=name content=c href=d title=e name=f value=g src=h"#;
    soon("formatting that is compared", &each(40_000, |at| format!("<i {kept} lang={at}>")));
    soon(
        "formatting that is compared and closed",
        &format!("{}{}", each(250, |at| format!("<i {kept} lang={at}>")), each(40_000, |at| format!("</i><i {kept} lang={at}>"))),
    );
    let classes = "ingredient step method ".repeat(20);
    soon("calls that are made again", &format!(r#"<p><b class="{classes}"><i class="{classes}">x</p>{}"#, "<p>x</p>".repeat(100_000)));
}

#[test]
fn things_are_not_copied() {
    soon("things under five names", &r#"<div itemscope itemprop="a b c d e">"#.repeat(16));
    soon("things of RDFa", &r#"<div typeof="Recipe" property="a b c d e">"#.repeat(16));
    soon("deep things", &r#"<div itemscope itemprop="name text recipeIngredient step item">x"#.repeat(200));
    let text = "word ".repeat(40_000);
    soon(
        "one text under many names",
        &format!("<div itemscope>{}{text}", each(240, |at| format!(r#"<div itemprop="a{at} b{at} c{at} d{at} e{at}">"#))),
    );
    soon("scopes around one text", &format!("{}{}", "<div itemscope>".repeat(240), "word ".repeat(900_000)));
    soon("many things", &format!("<div itemscope itemtype='http://schema.org/Recipe'>{}", "<i itemprop='a b c d e'>x</i>".repeat(30_000)));
}

#[test]
fn what_is_compared_is_counted() {
    let step = format!("{}b", "aaaa".repeat(12));
    soon("lines that nearly cover a step", &json(&format!(r#"["{step}"]"#), &"aaaa<br>".repeat(60_000)));
    let long = format!("{}b", "aaaa".repeat(1_200));
    soon("lines that nearly cover a long step", &json(&format!(r#"["{long}"]"#), &"aaaa<br>".repeat(150_000)));
    let nested = each(240, |at| format!(r#"<div class="ingredient i{at}">"#));
    soon("lists around one text", &format!("{nested}{}", "1 onion ".repeat(500_000)));
    soon("lists around many lines", &format!("{nested}{}", "<p>1 onion</p>".repeat(100_000)));
    soon("headings over everything", &format!("{}{}", "<p>材料</p>".repeat(400), "<p>1 onion<span>".repeat(20_000)));
    soon("headings within each other", &format!("{}{}", "<p>材料</p>".repeat(400), format!("{}x", "<span>".repeat(200)).repeat(50)));
    soon("headings and blanks", &format!("{}{}{}", "<p>材料</p>".repeat(400), "<span>".repeat(200), " ".repeat(4_000_000)));
    soon(
        "headings and long lines",
        &format!("{}{}", "<h2>Ingredients</h2>".repeat(400), format!("<p>{}</p>", "1 onion ".repeat(600)).repeat(400)),
    );
    soon("items within each other", &format!("{}{}", "<h2>Method</h2>".repeat(400), "<li><ul>".repeat(100_000)));
    soon("first headings", &"<h1><p></h1>".repeat(100_000));
}

#[test]
fn json_that_is_larger_than_it_looks() {
    soon("objects", &json(&format!("[{}{{}}]", r#"{"":0},"#.repeat(600_000)), ""));
    soon("numbers", &json(&format!("[{}0]", "0,".repeat(2_000_000)), ""));
    soon("lists", &json(&format!("[{}[]]", "[],".repeat(1_500_000)), ""));
    soon(
        "steps within steps",
        &json(&format!(r#"{}"x"{}"#, r#"{"@type":"HowToStep","itemListElement":["#.repeat(60), "]}".repeat(60)), ""),
    );
}

#[test]
fn what_a_page_of_ordinary_size_says_is_read_beside_it() {
    // The bounds are far beyond what any real page takes: the same recipe on a page of two megabytes is read as on a small one.
    let comments = "<p>I made it yesterday, and it was very good. Thank you!</p>".repeat(30_000);
    let page = format!(
        "<h1>Soup</h1><h2>Ingredients</h2><ul><li>1 onion</li><li>1 l water</li></ul><h2>Method</h2><ol><li>Cut the onion into thin slices.</li><li>Boil it for half an hour.</li></ol><h2>Comments</h2>{comments}"
    );
    let found = read_page(page.as_bytes(), None, None).unwrap();
    assert_eq!((found.ingredients.len(), found.steps.len(), found.title.as_str()), (2, 2, "Soup"));
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 8, max_shrink_iters: 0, failure_persistence: None, ..proptest::prelude::ProptestConfig::default() })]

    /// Random parts, nested, repeated, repeated within each other.
    #[test]
    fn random_nesting_is_read_soon(
        parts in proptest::collection::vec((0_usize..PARTS.len(), 1_usize..120), 1..6),
        again in 1_usize..200,
        text in 1_usize..2_000,
    ) {
        let once: String = parts.iter().map(|&(part, times)| PARTS[part].repeat(times)).collect();
        let mut page = once.repeat(again);
        page.truncate(400_000);
        soon("random nesting", &format!("{page}{}", "1 g aaaa. ".repeat(text)));
    }
}

/// All of ASCII, so that they are cut anywhere.
const PARTS: [&str; 18] = [
    "<div itemscope itemprop='recipeIngredient name text a b'>",
    "<div typeof='Recipe' property='a b c d e'>",
    "<div class='h-recipe ingredient'><i class='p-name ingredient'>x",
    "<p><b class='step' id='x'>x</p>",
    "<p>Ingredients</p>",
    "<h2>Method</h2><p>Cut it into slices.",
    "<span>",
    "</span></p>",
    "<a href='/x'><div>",
    "<table><tr><td>1 g",
    "<ul><li>1 onion",
    "<dl><dt>a<dd>1 g",
    "aaaa<br>",
    "          ",
    "</div>",
    "<script type='application/ld+json'>{\"@type\":\"Recipe\",\"name\":\"a\",\"recipeInstructions\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab\"}</script>",
    "<!--x-->",
    "<strong>Directions</strong>",
];
