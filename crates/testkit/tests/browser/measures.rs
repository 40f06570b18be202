//! Shifts, the console, cookies, and barriers.

use chabudai_testkit::{Browser, View};

use crate::site::Site;

#[test]
fn a_page_that_moves_is_found_out() {
    let Some(browser) = Browser::find() else { return };
    let site = Site::start();
    for view in [View::phone(), View::phone().without_javascript()] {
        let page = site.open(&browser, view, "/shift");
        assert!(page.layout_shift() > 0.05, "{}", page.layout_shift());
        assert!(page.layout_shifts().1 > 0.05, "{:?}", page.layout_shifts());
        page.goto("/");
        assert!(page.layout_shift() < f64::EPSILON, "{}", page.layout_shift());
    }
}

#[test]
fn complaints_of_the_console_are_kept() {
    let Some(browser) = Browser::find() else { return };
    let site = Site::start();
    let page = site.open(&browser, View::phone(), "/script");
    assert_eq!(page.console_errors(), Vec::<String>::new());
    page.click_text("Break");
    let errors = page.console_errors();
    assert!(errors.len() == 1 && errors[0].starts_with("javascript: ") && errors[0].contains("on purpose"), "{errors:?}");
    assert_eq!(page.console_errors(), Vec::<String>::new(), "each is told once");
    page.goto("/policy");
    let errors = page.console_errors();
    assert!(errors.iter().any(|error| error.starts_with("security: ") && error.contains("Content Security Policy")), "{errors:?}");
    page.goto("/nowhere");
    let errors = page.console_errors();
    assert!(errors.len() == 1 && errors[0].starts_with("network: ") && errors[0].contains("404"), "{errors:?}");
}

#[test]
fn cookies_are_seen_that_scripts_do_not_see() {
    let Some(browser) = Browser::find() else { return };
    let site = Site::start();
    let page = site.open(&browser, View::phone(), "/cookie");
    let cookies = page.cookies();
    assert_eq!(cookies.len(), 1, "{cookies:?}");
    let cookie = &cookies[0];
    assert_eq!((cookie.name.as_str(), cookie.value.as_str(), cookie.path.as_str()), ("visitor", "hana", "/"));
    assert_eq!((cookie.http_only, cookie.secure, cookie.same_site.as_deref(), cookie.expiry), (true, false, Some("Lax"), None));
    assert_eq!(page.run_script("return document.cookie"), "");
    assert!(site.open(&browser, View::phone(), "/").cookies().is_empty(), "no page knows of another's cookies");
}

#[test]
fn barriers_are_found() {
    let Some(browser) = Browser::find() else { return };
    let site = Site::start();
    for view in [View::phone(), View::phone().without_javascript()] {
        let page = site.open(&browser, view, "/barriers");
        let report = page.axe();
        let found: Vec<&str> = report.violations.iter().map(|violation| violation.id.as_str()).collect();
        if found.is_empty() && std::env::var_os("CI").is_none() {
            return; // There is no axe-core on this machine; it has said so.
        }
        assert_eq!(found, ["color-contrast", "image-alt"], "{report:?}");
        let panic = std::panic::catch_unwind(|| report.assert_clean()).expect_err("there are barriers");
        let said = panic.downcast_ref::<String>().unwrap();
        assert!(said.contains("image-alt (critical)") && said.contains("<img src=\"data:,\">"), "{said}");
        page.goto("/");
        page.axe().assert_clean();
        // Whether scripts run is as it was before.
        page.goto("/script");
        assert_eq!(page.sees("made by a script"), view.javascript);
    }
}
