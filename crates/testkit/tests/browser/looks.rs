//! What is seen, what is waited for, and what a test says that waits in vain.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use chabudai_testkit::{Browser, View};
use serde_json::json;

use crate::site::Site;

#[test]
fn only_what_is_shown_is_seen() {
    let Some(browser) = Browser::find() else { return };
    let site = Site::start();
    for view in [View::phone(), View::phone().without_javascript()] {
        let page = site.open(&browser, view, "/");
        page.see("Welcome to this house.");
        page.gone("A secret");
        assert!(page.sees("Home") && !page.sees("Folded away") && page.whole_text().starts_with("Home"));
        page.click_text("More");
        page.see("Folded away");
        assert_eq!((page.title().as_str(), page.text("h1").as_str()), ("A page", "Home"));
        assert_eq!((page.texts("li"), page.count("li")), (vec!["one".to_owned(), "two".to_owned()], 3));
        assert_eq!(page.attribute("a", "href").as_deref(), Some("/form"));
        assert_eq!(page.attribute("a", "target"), None);
        assert_eq!((page.path().as_str(), page.status()), ("/", 200));
        page.click_text("Thanks");
        assert_eq!(page.path(), "/thanks?a=1#b");
        page.goto("/nowhere");
        assert_eq!((page.text("h1").as_str(), page.status()), ("Not here", 404));
    }
}

#[test]
fn what_comes_late_is_waited_for() {
    let Some(browser) = Browser::find() else { return };
    let site = Site::start();
    let page = site.open(&browser, View::phone(), "/slow");
    assert!(page.sees("the slow script has run"), "a page is there when all of it is");
    page.goto("/script");
    assert!(page.sees("made by a script") && !page.sees("Nothing runs here"));
    page.click_text("Later");
    page.wait_for("#late");
    page.wait_gone("#made");
    page.gone("made by a script");
    page.wait_until("return document.querySelector('#late')");
    assert_eq!(page.run_script_with("return arguments[0] + arguments[1]", &json!([1, 2])), json!(3));
}

#[test]
fn scripts_of_the_page_do_not_run_where_they_are_switched_off() {
    let Some(browser) = Browser::find() else { return };
    let site = Site::start();
    let mut page = site.open(&browser, View::phone().without_javascript(), "/script");
    page.see("Nothing runs here");
    page.click_text("Later");
    page.click_text("Break");
    assert_eq!(page.text("#made"), "");
    assert_eq!(page.run_script("return typeof later"), json!("undefined"));
    assert_eq!(page.run_script("return document.querySelectorAll('button').length"), json!(4), "the test's own scripts run");
    page.goto("/slow");
    page.see("still waiting");
    page.look_with(View::phone());
    page.reload();
    page.see("the slow script has run");
}

#[test]
fn a_test_that_fails_says_what_it_saw() {
    let Some(browser) = Browser::find() else { return };
    let site = Site::start();
    let page = site.open(&browser, View::phone(), "/").with_patience(Duration::from_millis(100));
    let said = |act: &dyn Fn()| {
        let panic = catch_unwind(AssertUnwindSafe(act)).expect_err("it fails");
        panic.downcast_ref::<String>().expect("with a message").clone()
    };
    for (act, wanted) in [
        (&(|| page.see("Goodbye")) as &dyn Fn(), "looking for \"Goodbye\""),
        (&|| page.gone("Home"), "waiting until \"Home\" is gone"),
        (&|| page.click("#nothing"), "clicking \"#nothing\": there is no #nothing"),
        (&|| page.click_text("Leave"), "clicking \"Leave\""),
        (&|| page.fill("h1", "x"), "filling \"h1\""),
        (&|| drop(page.text("p >")), "looking at \"p >\""),
        (&|| drop(page.run_script("return nothing.at.all")), "nothing is not defined"),
    ] {
        let said = said(act);
        assert!(said.contains(wanted) && said.contains("/ (View {") && said.contains("Welcome to"), "{said}");
    }
    let nowhere = format!("http://{}/", chabudai_testkit::free_port());
    let said = said(&|| page.goto(&nowhere));
    assert!(said.contains(&nowhere) && said.contains("ERR_CONNECTION_REFUSED"), "{said}");
}
