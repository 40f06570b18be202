//! The pictures of the README, taken of the demo: `CHABUDAI_UPDATE_DOCS=1 cargo test -p chabudai-server --test pages screenshots`.

use std::path::{Path, PathBuf};

use chabudai_testkit::{Browser, Page, Server, View};
use serde_json::json;

use crate::{House, demo};

/// All of them together, in bytes.
const MOST: u64 = 450 * 1000;

/// File, view, and the path behind the wardrobe's; one that begins with `//` is of the house, and one of Okusuri is looked at by the
/// person of the demo.
const SHOTS: &[(&str, View, &str)] = &[
    ("home", View::phone().at_scale(2.0), ""),
    ("clothes-dark", View::phone().at_scale(2.0).dark(), "/clothes"),
    ("garment", View::phone().at_scale(2.0), "/clothes/*"),
    ("statistics-english", View::phone().at_scale(2.0).english(), "/statistics"),
    ("desk", View::desk(), "/clothes"),
    ("design", View::desk().english(), "//design"),
    ("okusuri", View::phone().at_scale(2.0), "//okusuri"),
    ("okusuri-calendar-dark", View::phone().at_scale(2.0).dark(), "//okusuri/calendar?month=2026-10"),
    ("okusuri-insights", View::phone().at_scale(2.0).english(), "//okusuri/insights"),
];

/// What the front page shows of each app, by language: in the assets of the app, and as small as a picture of a phone can be.
const FRONT: &[(&str, &str, View)] = &[
    ("wardrobe", "ja", View::phone()),
    ("wardrobe", "en", View::phone().english()),
    ("okusuri", "ja", View::phone()),
    ("okusuri", "en", View::phone().english()),
    ("kondate", "ja", View::phone()),
    ("kondate", "en", View::phone().english()),
];
/// Each of those, in bytes. A front page is looked at over a telephone line, too.
const MOST_OF_FRONT: u64 = 40 * 1000;

fn front(app: &str, language: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../app-{app}/assets/{app}-front-{language}.webp"))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/screenshots")
}

#[test]
fn screenshots() {
    if std::env::var_os("CHABUDAI_UPDATE_DOCS").is_some() {
        take();
    }
    let sizes: Vec<(&str, u64)> = SHOTS
        .iter()
        .map(|(name, ..)| {
            let file = folder().join(format!("{name}.webp"));
            (*name, file.metadata().unwrap_or_else(|error| panic!("{}: {error}; see the head of this file", file.display())).len())
        })
        .collect();
    for (app, language, _) in FRONT {
        let size = front(app, language).metadata().expect("a picture of the front page").len();
        assert!(size < MOST_OF_FRONT, "{app} in {language} is {size} bytes");
    }
    let all: u64 = sizes.iter().map(|(_, size)| size).sum();
    assert!(all < MOST, "{all} bytes of screenshots: {sizes:?}");
}

fn take() {
    let Some(browser) = Browser::find() else { return };
    let (server, home) = demo();
    std::fs::create_dir_all(folder()).expect("a folder");
    take_front(&browser, &server);
    for (name, view, rest) in SHOTS {
        let page = browser.open(&server.public_url, *view);
        if let Some(path) = rest.strip_prefix('/').filter(|rest| rest.starts_with('/')) {
            if path.starts_with("/okusuri") {
                sign_in(&server, &page);
            }
            // The design is worth looking at when it has something to tell.
            for visited in ["", "/clothes", "/outfits", "/histories", "/statistics", "/review", "/bin"] {
                page.goto(&format!("{home}{visited}"));
            }
            page.goto(path);
        } else if rest.ends_with('*') {
            page.goto(&format!("{home}/clothes?sort=most"));
            let first = page.run_script("return document.querySelector('#list-all a').pathname");
            page.goto(first.as_str().expect("a garment"));
        } else {
            page.goto(&format!("{home}{rest}"));
        }
        pictures_are_there(&page);
        std::fs::write(folder().join(format!("{name}.webp")), page.screenshot_webp(78)).expect("the picture is kept");
    }
}

/// The first screen of each app, as a phone shows it. That it is a demo is not what it is to show.
fn take_front(browser: &Browser, server: &House) {
    let wardrobes = server.place.demo_wardrobes();
    for (app, language, view) in FRONT {
        let page = browser.open(&server.public_url, View { height: 620, ..view.at_scale(1.5) });
        // Whoever looks around is somebody of their language.
        page.goto("/");
        page.click(".look-around button");
        let path = if *app == "wardrobe" { wardrobes[usize::from(*language == "en")].clone() } else { format!("/{app}") };
        page.goto(&path);
        page.run_script("document.querySelector('.demo-bar').remove()");
        pictures_are_there(&page);
        std::fs::write(front(app, language), page.screenshot_webp(62)).expect("the picture is kept");
    }
}

/// A session of the person of the demo, whose password the server has told.
pub(crate) fn session(server: &Server) -> String {
    let said = server.prints("with the password ");
    let password = said.split("with the password ").nth(1).and_then(|rest| rest.split_whitespace().next()).expect("a password");
    let token = server.post("/okusuri/v1/auth/sign-in", &json!({ "email": "hana@example.org", "password": password })).expect(200).json();
    token["token"].as_str().expect("a token").to_owned()
}

fn sign_in(server: &Server, page: &Page) {
    let cookie = json!({ "name": "chabudai_session", "value": session(server), "url": server.public_url, "httpOnly": true });
    page.devtools("Network.setCookie", &cookie);
}

fn pictures_are_there(page: &Page) {
    page.wait_until(
        "return [...document.images].filter(i => i.checkVisibility() && i.getBoundingClientRect().top < innerHeight).every(i => i.complete && i.naturalWidth > 0)",
    );
}
