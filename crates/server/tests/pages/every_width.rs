//! Text fits at every width: nothing runs over, nothing is cut off, no word falls apart.
//!
//! Which pages there are is not written down here. A walk along the links finds them, and the routes that apps declare say what it has to
//! have found, so the pages of another app are looked at from its first day on.

use std::collections::BTreeMap;

use chabudai_testkit::stripe::Stripe;
use chabudai_testkit::{Browser, Page, Server, View};
use serde_json::json;

use crate::links::{kind, walk};
use crate::okusuri::{EMAIL, PASSWORD, lived_in};
use crate::{House, demo_with, kondate, screenshots};

/// From the smallest phone to a desk.
pub(crate) const WIDTHS: [u32; 4] = [320, 390, 768, 1280];

/// What only a form, a letter or another site leads to, and what answers with something else than a page.
const NOT_LED_TO: &[&str] = &["/join/code", "/forgotten/code", "/nowhere"];
const NO_PAGES: &[&str] =
    &["/v1/", "{provider}", "{key}", "{picture}", "/pictures/", "/file", "/live", "/feed/", ".csv", ".jpg", ".json", ".js", ".webmanifest"];

/// A house in a state worth looking at, and who looks at it.
pub(crate) struct Sight {
    /// As a file would be called.
    pub(crate) name: &'static str,
    pub(crate) house: House,
    /// The session of somebody who lives there.
    pub(crate) session: String,
    /// One page of each kind, by who may see it: nobody in particular, and somebody who is signed in.
    pub(crate) pages: [Vec<String>; 2],
    /// Stripe, where the house takes money.
    _stripe: Option<Stripe>,
}

impl Sight {
    /// Wardrobe and Okusuri as they are after a year, and a kitchen in use in a house that takes money.
    pub(crate) fn full() -> Self {
        let stripe = Stripe::start();
        let (house, wardrobe) = demo_with(&stripe.arguments().iter().map(String::as_str).collect::<Vec<_>>());
        let session = screenshots::session(&house);
        kondate::furnish(&house, &session);
        // What is paid leads nowhere out of the house.
        let page = stripe.objects().into_iter().find(|one| one["object"] == "checkout.session").expect("something is bought");
        stripe.pay(page["id"].as_str().expect("an id"));
        Self { _stripe: Some(stripe), ..Self::of("full", house, session, &wardrobe) }
    }

    /// Somebody has come in and has not done anything yet, but made a wardrobe.
    pub(crate) fn empty() -> Self {
        let house = lived_in(&[], "Hana");
        let session = house.post("/auth/v1/sign-in", &json!({ "email": EMAIL, "password": PASSWORD })).expect(200).json();
        let session = session["token"].as_str().expect("a token").to_owned();
        let made = house.post("/wardrobe/v1/wardrobes", &json!({ "name": "わたしの服" })).expect(201).json();
        let wardrobe = format!("/wardrobe/{}", made["wardrobeId"].as_str().unwrap_or_else(|| panic!("no wardrobe: {made}")));
        Self::of("empty", house, session, &wardrobe)
    }

    fn of(name: &'static str, house: House, session: String, wardrobe: &str) -> Self {
        let cookie = format!("chabudai_session={session}");
        let mut pages = ["", cookie.as_str()].map(|cookie| {
            let mut found = walk(&house, wardrobe, cookie);
            found.extend(walk(&house, "/", cookie));
            found.extend(NOT_LED_TO.iter().map(|path| (*path).to_owned()));
            // Forms and rare ways lead to some; those without a name in their address can be asked for as they stand.
            found.extend(routes(&house).into_iter().filter(|route| !route.contains('{')));
            one_of_each_kind(&house, found, cookie)
        });
        // What anybody sees is the same for somebody, but for the front page.
        let [anybody, somebody] = &mut pages;
        somebody.retain(|path| path == "/" || !anybody.contains(path));
        Self { name, house, session, pages, _stripe: None }
    }

    /// Lets a browser be the one who lives here.
    pub(crate) fn sign_in(&self, page: &Page) {
        let cookie = json!({ "name": "chabudai_session", "value": self.session, "url": self.house.public_url, "httpOnly": true });
        page.devtools("Network.setCookie", &cookie);
    }
}

/// One path of each kind that answers with a page. What leads on elsewhere is a page there.
fn one_of_each_kind(server: &Server, found: impl IntoIterator<Item = String>, cookie: &str) -> Vec<String> {
    let mut pages: BTreeMap<String, String> = BTreeMap::new();
    for path in found {
        // The same list in another order is the same page. Of several the plainest is taken.
        let kind = kind(&path).split('?').next().unwrap_or_default().to_owned();
        let known = pages.entry(kind).or_insert_with(|| path.clone());
        if path.len() < known.len() {
            *known = path;
        }
    }
    let is_page = |path: &String| {
        let answer = server.ask("GET", path).header("accept", "text/html").header("cookie", cookie).send();
        answer.status != 303 && answer.header("content-type").is_some_and(|kind| kind.starts_with("text/html"))
    };
    pages.into_values().filter(is_page).collect()
}

/// The paths of pages that ask the store for something, as the apps declare them; `/design` tells them.
fn routes(server: &Server) -> Vec<String> {
    let page = server.ask("GET", "/design").header("accept", "text/html").send().expect(200).text();
    let declared = page.split("<code>GET ").skip(1).filter_map(|rest| rest.split("</code>").next());
    let mut paths: Vec<String> = declared.map(|path| path.replace("<wbr>", "").replace("&#123;", "{").replace("&#125;", "}")).collect();
    let is_file = |path: &str| path.starts_with("/kondate/recipes/") && path.ends_with("/export");
    paths.retain(|path| !NO_PAGES.iter().any(|part| path.contains(part)) && !is_file(path));
    paths.sort();
    paths.dedup();
    paths
}

/// Whether an address is one of those that a route stands for.
fn is_of(path: &str, route: &str) -> bool {
    let path = path.split('?').next().unwrap_or_default();
    let (path, route): (Vec<&str>, Vec<&str>) = (path.split('/').collect(), route.split('/').collect());
    path.len() == route.len() && path.iter().zip(route).all(|(part, of)| of.starts_with('{') || *part == of)
}

/// Finds what is wrong with the text of a page at the width that it has.
const WRONG: &str = r"
    const wrong = [];
    const tell = (what, node, text) => wrong.push(`${what}: “${text.trim().slice(0, 40)}” in ${(node.outerHTML ?? '').replace(/\s+/g, ' ').slice(0, 120)}`);
    // Half a pixel is rounding; the foot of a letter may reach over its line.
    const width = document.documentElement.clientWidth, play = 1.5;
    const lines = rects => new Set(rects.map(rect => Math.round((rect.top + rect.bottom) / 8))).size;
    const rects_of = (node, from, to) => {
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, to);
        return [...range.getClientRects()].filter(rect => rect.width > 0 && rect.height > 0);
    };
    // What scrolls sideways may be wider than it looks; what ends in dots or after two lines is shortened on purpose.
    const scrolls = style => ['auto', 'scroll'].includes(style.overflowX);
    const hides = style => ['hidden', 'clip'].includes(style.overflowX) || ['hidden', 'clip'].includes(style.overflowY);
    const shortens = style => style.textOverflow === 'ellipsis' || (style.webkitLineClamp && style.webkitLineClamp !== 'none');
    const words = new Intl.Segmenter(document.documentElement.lang, { granularity: 'word' });
    const label = 'button, .button, .chip, .segments > *, .places a, .tag, th, dt, legend, .stat span, .foot a, summary, .whose, nav a';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.data, parent = node.parentElement;
        if (!text.trim() || parent.closest('script, style, option, datalist, svg, .hidden, .skip, pre, textarea')) continue;
        if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const rects = rects_of(node, 0, text.length);
        if (!rects.length) continue;
        let free = false;
        for (let box = parent; box && !free; box = box.parentElement) {
            const style = getComputedStyle(box);
            if (scrolls(style)) { free = true; break; }
            if (shortens(style)) { free = true; break; }
            if (style.display.startsWith('inline') && !style.display.includes('-') || style.display === 'contents') continue;
            const at = box.getBoundingClientRect();
            // A mark on an axis has no width of its own, and its words stand around it.
            if (at.width < 1) { free = true; break; }
            const over = rects.some(rect => rect.right > at.right + play || rect.left < at.left - play);
            const below = hides(style) && rects.some(rect => rect.bottom > at.bottom + 4 || rect.top < at.top - 4);
            if (box !== document.body && (over || below)) { tell(hides(style) ? 'cut off' : 'runs over', box, text); free = true; }
            if (style.position === 'fixed') break;
        }
        if (!free && rects.some(rect => rect.right > width + play || rect.left < -play)) tell('off the screen', parent, text);
        const count = lines(rects), letters = text.trim().length;
        if (count >= 3 && letters / count <= 2) tell('one letter a line', parent, text);
        if (count < 2 || parent.closest('code, .breaks')) continue;
        // A label breaks between words; a word of Latin letters is whole wherever it stands.
        const is_label = parent.closest(label);
        for (const { segment, index, isWordLike } of words.segment(text)) {
            if (!isWordLike || segment.length < 2 || !(is_label || /^[A-Za-z’']+$/.test(segment))) continue;
            if (lines(rects_of(node, index, index + segment.length)) > 1) { tell(`“${segment}” falls apart`, parent, text); break; }
        }
    }
    // A field whose own words do not fit, such as what stands in it before anything is entered.
    for (const button of document.querySelectorAll('button, .button, select, .segments > *')) {
        if (!button.checkVisibility() || button.closest('.hidden')) continue;
        if (button.scrollWidth > button.clientWidth + 2) tell('too narrow for what it says', button, button.innerText ?? '');
    }
    if (document.documentElement.scrollWidth > width) tell('the page is wider than the screen', document.body, String(document.documentElement.scrollWidth));
    return wrong
";

/// What is wrong with the pages of a house at each width, in one language.
fn texts_that_do_not_fit(browser: &Browser, sight: &Sight, view: View) -> Vec<String> {
    let mut page = browser.open(&sight.house.public_url, view);
    let mut wrong = Vec::new();
    let mut widths = WIDTHS;
    for (signed_in, pages) in sight.pages.iter().enumerate() {
        if signed_in == 1 {
            sight.sign_in(&page);
        }
        for path in pages {
            page.goto(path);
            // From the width that the page before was left at.
            widths.reverse();
            for width in widths {
                page.look_with(View { width, ..view });
                let found = page.run_script(WRONG);
                let found = found.as_array().into_iter().flatten().filter_map(|one| one.as_str());
                wrong.extend(found.map(|one| format!("{path} at {width} in {}: {one}", view.language.tag())));
            }
        }
    }
    wrong
}

fn every_text_fits(sight: &Sight) {
    let Some(browser) = Browser::find() else { return };
    let wrong = [View::phone(), View::phone().english()].map(|view| texts_that_do_not_fit(&browser, sight, view)).concat();
    assert!(wrong.is_empty(), "{} faults in the {} house:\n{}", wrong.len(), sight.name, wrong.join("\n"));
}

#[test]
fn in_a_full_house() {
    let sight = Sight::full();
    let [anybody, somebody] = &sight.pages;
    for route in routes(&sight.house) {
        let is_met = anybody.iter().chain(somebody).any(|path| is_of(path, &route));
        let answer = || sight.house.ask("GET", &route).header("accept", "text/html").send();
        assert!(is_met || (!route.contains('{') && answer().status == 303), "no link leads to a page of {route}, so nobody looks at it");
    }
    println!("{} pages for anybody, {} for somebody", anybody.len(), somebody.len());
    every_text_fits(&sight);
}

#[test]
fn in_an_empty_house() {
    let sight = Sight::empty();
    every_text_fits(&sight);
}
