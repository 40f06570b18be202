//! The screen, the colours and the language arrive at the page and at the server.

use chabudai_testkit::{Browser, Language, View};
use serde_json::json;

use crate::site::Site;

#[test]
fn width_and_colours_arrive() {
    let Some(browser) = Browser::find() else { return };
    let site = Site::start();
    let mut page = site.open(&browser, View::phone(), "/colours");
    for view in [View::phone(), View::desk(), View::phone().dark(), View::desk().dark().at_scale(2.0), View::phone().without_javascript()] {
        page.look_with(view);
        page.reload();
        let seen = page.run_script(
            "return [innerWidth, document.documentElement.clientWidth, document.querySelector('div').offsetWidth, innerHeight]",
        );
        assert_eq!(seen, json!([view.width, view.width, view.width, view.height]), "{view:?}");
        let dark = page.run_script("return matchMedia('(prefers-color-scheme: dark)').matches");
        let still = page.run_script("return matchMedia('(prefers-reduced-motion: reduce)').matches");
        assert_eq!((dark, still), (json!(view.dark), json!(!view.motion)), "{view:?}");
        let picture = image::load_from_memory(&page.screenshot_png()).unwrap().into_rgb8();
        let device = |pixels: u32| pixels * view.scale as u32;
        assert_eq!(picture.dimensions(), (device(view.width), device(view.height)), "{view:?}");
        assert_eq!(picture.get_pixel(5, 5).0, if view.dark { [20, 22, 30] } else { [250, 248, 240] }, "{view:?}");
    }
    let picture = image::load_from_memory(&page.screenshot_webp(80)).unwrap();
    assert_eq!((picture.width(), picture.height()), (390, 844));
    page.look_with(View::phone().with_motion());
    assert_eq!(page.run_script("return matchMedia('(prefers-reduced-motion: reduce)').matches"), json!(false));
}

#[test]
fn the_language_arrives() {
    let Some(browser) = Browser::find() else { return };
    let site = Site::start();
    for (view, asked, language) in [
        (View::phone(), "ja,en-US;q=0.9,en;q=0.8", "ja"),
        (View::phone().english(), "en-US,en;q=0.9", "en-US"),
        (View::phone().without_javascript(), "ja,en-US;q=0.9,en;q=0.8", "ja"),
    ] {
        let page = site.open(&browser, view, "/language");
        assert_eq!(page.text("#asked"), asked);
        assert_eq!(page.run_script("return [navigator.language, new Date().getTimezoneOffset()]"), json!([language, -9 * 60]));
    }
}

#[test]
fn all_views_are_sixteen() {
    let views: Vec<View> = View::all().collect();
    assert_eq!(views.len(), 16);
    for (number, view) in views.iter().enumerate() {
        assert!(!views[..number].contains(view), "{view:?} is there twice");
    }
    assert!(views.iter().any(|view| view.width == 1280 && view.dark && view.language == Language::English && !view.javascript));
}
