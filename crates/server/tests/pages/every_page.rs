//! What holds for each page: no accessibility errors in either theme, no shift, no error in the console, not one word in the other language.

use chabudai_testkit::{Browser, Language, Page, Server, View};

use crate::person::Person;
use crate::{demo, house};

/// Every page of a house with a wardrobe, by the path behind it.
fn pages(page: &Page, home: &str) -> Vec<String> {
    let first = |list: &str, kind: &str| {
        page.goto(&format!("{home}{list}"));
        let link = format!("return document.querySelector('main a[href*=\"/{kind}_\"]').pathname");
        page.run_script(&link).as_str().expect("a link").to_owned()
    };
    let (garment, outfit, record) = (first("/clothes", "clothes/cl"), first("/outfits", "outfits/tp"), first("/histories", "histories/hs"));
    let inside = [
        "",
        "/settings",
        "/histories",
        "/histories?from=20260101&to=20250101",
        "/outfits",
        "/outfits?q=zzz",
        "/outfits/new",
        "/clothes",
        "/clothes?sort=most",
        "/clothes?q=zzz",
        "/clothes/new",
        "/record",
        "/record/outfit",
        "/record/combination",
        "/bin",
        "/bin?what=outfits",
        "/statistics",
        "/review",
        "/review?days=365",
    ];
    let mut all: Vec<String> = ["/", "/settings", "/api", "/nowhere", "/wardrobe/new"].map(str::to_owned).into();
    all.extend(["/okusuri", "/sign-in", "/join", "/join/code", "/forgotten", "/forgotten/code"].map(str::to_owned));
    all.extend(inside.iter().map(|rest| format!("{home}{rest}")));
    all.extend([garment.clone(), format!("{garment}/edit"), outfit.clone(), format!("{outfit}/edit"), record]);
    // Last, when every app has something to tell there.
    all.extend(["/design", "/design/wardrobe", "/design/okusuri", "/design/house"].map(str::to_owned));
    all
}

/// The demo has a wardrobe in each language, so nobody who looks at the English one should meet any Japanese.
fn look_at_every_page(view: View) {
    let Some(browser) = Browser::find() else { return };
    let (server, _) = demo();
    let [japanese, english] = server.place.demo_wardrobes();
    let home = if view.language == Language::English { english } else { japanese };
    let mut page = browser.open(&server.public_url, view);
    for path in pages(&page, &home) {
        page.goto(&path);
        looks_right_to_everybody(&mut page, path.contains("from=2026") || path == "/nowhere" || path == "/join");
    }
}

/// What holds for a page in both themes, from the smallest screen on, and in its language. It is loaded once for all of that.
pub(crate) fn looks_right_to_everybody(page: &mut Page, refused_on_purpose: bool) {
    let path = page.path();
    is_right(page, refused_on_purpose);
    page.axe_in_other_theme().assert_clean();
    let view = page.view();
    if view.language == Language::English {
        speaks_english(page, &path);
    }
    page.look_with(View { width: 320, height: 568, ..view });
    fits(page, &path);
    // Two are for reading at a desk; their links stand in running text.
    if !path.starts_with("/design") && path != "/api" {
        fits_a_thumb(page, &path);
    }
    page.look_with(view);
}

/// A page is still, can be used by everybody, is no wider than the screen, and has nothing to complain about.
pub(crate) fn looks_right(page: &Page, path: &str, refused_on_purpose: bool) {
    page.goto(path);
    is_right(page, refused_on_purpose);
}

fn is_right(page: &Page, refused_on_purpose: bool) {
    let path = &page.path();
    stands_still(page, path);
    page.axe().assert_clean();
    fits(page, path);
    let errors = page.console_errors();
    assert!(refused_on_purpose || errors.is_empty(), "{path}: {errors:?}");
}

/// Nothing moves by itself. A browser that is kept busy may paint a page of which it has only read a half, and what it reads then moves what
/// is there: that happens now and then and not to the same thing, so a page that moved is looked at again. What a style or a script moves,
/// it moves each time.
fn stands_still(page: &Page, path: &str) {
    let mut moved = String::new();
    for _ in 0..4 {
        let (shift, late) = page.layout_shifts();
        if shift < 0.01 && late < 0.001 {
            return;
        }
        moved = format!("{path} moves by {shift} while it arrives, and by {late} when it is there: {}", page.run_script(MOVED));
        page.reload();
    }
    panic!("{moved}");
}

/// What has moved, when, and from where to where.
const MOVED: &str = "
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const place = ({ x, y, width, height }) => [x, y, width, height];
    const of = ({ node, previousRect, currentRect }) => [(node?.outerHTML ?? node?.textContent)?.slice(0, 90), place(previousRect), place(currentRect)];
    return observer.takeRecords().map(shift => [shift.startTime, shift.sources.map(of)])
";

fn fits(page: &Page, path: &str) {
    let wide = page.run_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assert!(wide.as_i64().is_some_and(|wide| wide <= 0), "{path} is wider than the screen by {wide}");
}

/// What a thumb is to hit is large enough for it.
fn fits_a_thumb(page: &Page, path: &str) {
    let small = "return [...document.querySelectorAll('main a, main button, main summary, main label.chip, .segments > *, nav a')] \
                 .filter(e => e.checkVisibility() && !e.closest('.hidden, dialog') && getComputedStyle(e).display !== 'inline') \
                 .map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect().height]).filter(([, height]) => height < 43.5)";
    let small = page.run_script(small);
    assert_eq!(small.as_array().map(Vec::len), Some(0), "{path}: too small for a thumb: {small}");
}

/// A page in English has no Japanese on it but the names that people gave, and shows no id.
fn speaks_english(page: &Page, path: &str) {
    let text = page.whole_text().replace("日本語", "");
    let japanese: String = text.chars().filter(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}')).collect();
    assert!(japanese.is_empty(), "{path} says {japanese}");
    // A table is called so in any language.
    let text = text.replace("okusuri-table", "");
    let is_id = |id: &str| text.contains(id);
    assert!(
        !is_id("wardrobe-") && !is_id("okusuri-") && !is_id("identity-") && !is_id("kondate-") && !is_id("error-"),
        "{path} shows an id: {text}"
    );
    assert_eq!(page.attribute("html", "lang").as_deref(), Some("en"), "{path}");
}

#[test]
fn on_a_phone() {
    look_at_every_page(View::phone());
}

#[test]
fn at_a_desk_in_english_in_the_dark() {
    look_at_every_page(View::desk().dark().english());
}

/// A wardrobe with nothing in it has pages too.
#[test]
fn empty_pages_are_pages() {
    let Some(browser) = Browser::find() else { return };
    let server = house();
    let me = Person::sits_down(&browser, &server, View::phone());
    let home = me.makes_a_wardrobe();
    for rest in [
        "",
        "/histories",
        "/outfits",
        "/outfits/new",
        "/clothes",
        "/record/outfit",
        "/record/combination",
        "/bin",
        "/statistics",
        "/review",
    ] {
        me.page.goto(&format!("{home}{rest}"));
        assert_eq!(me.page.status(), 200, "{rest}");
        me.page.wait_for(".empty");
        me.page.axe().assert_clean();
    }
}

/// Fifty garments with pictures: light, and still while they load.
#[test]
fn fifty_clothes_are_light_and_still() {
    let Some(browser) = Browser::find() else { return };
    let (server, home) = demo();
    fill_up(&server, &home);
    let page = browser.open(&server.public_url, View::phone());
    page.goto(&format!("{home}/clothes?sort=most&genre=tops"));
    assert_eq!(page.count("#list-tops li"), 50);
    assert!(page.count("#list-tops img") >= 14, "the garments have pictures");
    stands_still(&page, "fifty clothes");
    let answer = server.ask("GET", &format!("{home}/clothes?sort=most&genre=tops")).header("accept-encoding", "gzip").send().expect(200);
    assert_eq!(answer.header("content-encoding"), Some("gzip"));
    let weight = answer.body.len();
    assert!(weight < 60 * 1024, "{weight} bytes");
    println!("a page of fifty clothes is {weight} bytes on the wire");
}

fn fill_up(server: &Server, home: &str) {
    let wardrobe = home.rsplit('/').next().expect("an id");
    for number in 0..50 {
        let garment = serde_json::json!({ "name": format!("とても長い名前の服その{number}"), "genre": "tops" });
        server.post(&format!("/wardrobe/v1/wardrobes/{wardrobe}/clothing"), &garment).expect(201);
    }
}

/// Whoever reads English meets no Japanese in a wardrobe of their own, with hardly anything in it; and back.
#[test]
fn a_page_speaks_one_language() {
    let Some(browser) = Browser::find() else { return };
    let server = house();
    let me = Person::sits_down(&browser, &server, View::phone().english());
    me.page.goto("/wardrobe");
    me.page.fill("#name", "Closet");
    me.page.click("button");
    me.page.see("created");
    let home = me.page.path();
    me.adds(&home, "Shirt", "tops");
    me.combines(&home, "Walk", &["Shirt"]);
    me.page.goto(&format!("{home}/outfits"));
    me.taps("", "Wore it today");
    me.page.see("Recorded");
    for path in pages(&me.page, &home).iter().filter(|path| path.starts_with(&home)) {
        me.page.goto(path);
        speaks_english(&me.page, path);
    }
    // The switch is stronger than the browser.
    me.page.goto(&format!("{home}/settings"));
    me.page.check("input[name=lang][value=ja]");
    me.page.click(".preferences button");
    me.page.see("この端末の表示");
    assert_eq!(me.page.attribute("html", "lang").as_deref(), Some("ja"));
}
