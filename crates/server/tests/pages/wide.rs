//! A wide screen is used: a list keeps its place beside what was chosen of it, without a script too. A phone has the one or the other.

use chabudai_testkit::{Browser, Page, View};
use serde_json::json;

use crate::demo;
use crate::every_page::looks_right;
use crate::screenshots;

/// Whether what a selector finds is to be seen, where, and how wide it is.
fn place(page: &Page, css: &str) -> Option<(f64, f64)> {
    let script = "const found = document.querySelector(arguments[0]); if (!found?.checkVisibility()) return null; \
                  const { x, width } = found.getBoundingClientRect(); return [x, width]";
    let found = page.run_script_with(script, &json!([css]));
    Some((found.get(0)?.as_f64()?, found.get(1)?.as_f64()?))
}

/// The one stands left of the other, and both are to be read.
fn stand_side_by_side(page: &Page, left: &str, right: &str) {
    let (Some((x, width)), Some((beside, room))) = (place(page, left), place(page, right)) else {
        panic!("{}: {left} {:?}, {right} {:?}", page.path(), place(page, left), place(page, right))
    };
    assert!(x + width <= beside && width >= 230.0 && room >= 300.0, "{}: {x} {width} {beside} {room}", page.path());
}

fn lists_keep_their_place(view: View) {
    let Some(browser) = Browser::find() else { return };
    let (server, home) = demo();
    let mut page = browser.open(&server.public_url, view);
    for (list, name) in [("/clothes?sort=most", "clothes"), ("/outfits", "outfits")] {
        page.goto(&format!("{home}{list}"));
        stand_side_by_side(&page, ".listed", ".pane");
        let second = format!(".listed li:nth-child(2) a[href*='/{name}/']");
        let address = page.attribute(&second, "href").expect("a second one");
        page.click(&second);
        page.wait_until(&format!("return location.pathname + location.search === {}", json!(address)));
        stand_side_by_side(&page, ".beside", ".chosen");
        // The same list in the same order, and the chosen one is marked.
        let marked =
            page.run_script("return [...document.querySelectorAll('.beside [aria-current=page]')].map(a => a.getAttribute('href'))");
        assert_eq!(marked, json!([address]));
        let third = page.attribute(".beside li:nth-child(3) a", "href").expect("a third one");
        looks_right(&page, &address, false);
        page.click(".beside li:nth-child(3) a");
        page.wait_until(&format!("return location.pathname + location.search === {}", json!(third)));
        stand_side_by_side(&page, ".beside", ".chosen");
    }
    assert!(place(&page, ".chosen .collage img").is_some(), "an outfit is a picture of its garments");
    assert!(place(&page, ".places .app-name").is_some(), "the rail says which app it is");

    let cookie = json!({ "name": "chabudai_session", "value": screenshots::session(&server), "url": server.public_url, "httpOnly": true });
    page.devtools("Network.setCookie", &cookie);
    page.goto("/okusuri/calendar?month=2026-10");
    let day = page.attribute(".month a", "href").expect("a day");
    page.click(".month a");
    page.wait_until(&format!("return location.pathname === {}", json!(day)));
    stand_side_by_side(&page, ".beside .month", ".chosen");
    looks_right(&page, &day, false);

    // On a phone there is the one page or the other, and all of its width.
    page.look_with(View { width: 390, height: 844, ..view });
    page.goto(&day);
    assert_eq!((place(&page, ".beside"), place(&page, ".app-name")), (None, None));
    page.goto(&format!("{home}/clothes"));
    assert_eq!(place(&page, ".pane"), None);
    assert!(place(&page, ".listed").is_some_and(|(_, width)| width > 340.0));
}

#[test]
fn lists_keep_their_place_at_a_desk() {
    lists_keep_their_place(View::desk());
}

#[test]
fn lists_keep_their_place_at_a_desk_in_the_dark_without_scripts() {
    lists_keep_their_place(View::desk().english().dark().without_javascript());
}

/// A phone is not sent, and the store is not asked for, what it has no room for.
#[test]
fn a_phone_is_spared_the_list_beside() {
    let (server, home) = demo();
    let ask = |agent: &str, path: &str| {
        server.ask("GET", path).header("user-agent", agent).header("accept", "text/html").send().expect(200).text()
    };
    let desk = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    let phone = "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
    let list = ask(desk, &format!("{home}/clothes?sort=most"));
    let garment =
        list.split("href=\"").find_map(|rest| rest.split('"').next().filter(|path| path.contains("/clothes/cl_"))).expect("a garment");
    assert!(garment.ends_with("?sort=most"), "{garment}");
    assert!(ask(desk, garment).contains("data-beside") && !ask(phone, garment).contains("data-beside"));
    assert!(list.contains("class=\"pane\"") && !ask(phone, &format!("{home}/clothes")).contains("class=\"pane\""));
}
