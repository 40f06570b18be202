//! Clicks, fields, files, keys and dragging, with and without JavaScript.

use chabudai_testkit::{Browser, View};

use crate::site::Site;

#[test]
fn a_form_is_filled_and_sent() {
    let Some(browser) = Browser::find() else { return };
    let site = Site::start();
    for view in [View::phone(), View::desk().without_javascript()] {
        let page = site.open(&browser, view, "/");
        page.click_text("To the form");
        assert_eq!(page.path(), "/form");
        page.fill("[name=name]", "花子");
        page.fill("[name=note]", "🍙 and tea");
        page.fill("[name=day]", "2026-11-20");
        page.select("[name=colour]", "Deep blue");
        page.check("[name=agree]");
        page.check("[name=agree]");
        page.check("[value=l]");
        assert_eq!((page.value("[name=name]").as_str(), page.value("[name=day]").as_str()), ("花子", "2026-11-20"));
        assert_eq!((page.value("select").as_str(), page.value("textarea").as_str()), ("b", "🍙 and tea"));
        assert!(page.is_checked("[name=agree]") && page.is_checked("[value=l]") && !page.is_checked("[value=s]"));
        page.uncheck("[name=agree]");
        assert!(!page.is_checked("[name=agree]"));
        // The server takes its time and then sends the browser elsewhere; the next line is about the page after that.
        page.click_text("Send");
        let sent = "/thanks?name=%E8%8A%B1%E5%AD%90&note=%F0%9F%8D%99+and+tea&day=2026-11-20&colour=b&size=l";
        assert_eq!(page.path(), sent);
        assert_eq!(page.text("#said"), sent);
        page.go_back();
        assert_eq!(page.path(), "/form");
        page.reload();
        assert_eq!(page.count("form"), 1);
    }
}

#[test]
fn files_are_chosen_and_sent() {
    let Some(browser) = Browser::find() else { return };
    let (site, folder) = (Site::start(), tempfile::tempdir().unwrap());
    let files = ["shirt.txt", "trousers.txt"].map(|name| folder.path().join(name));
    for file in &files {
        std::fs::write(file, format!("a drawing in {}", file.file_name().unwrap().display())).unwrap();
    }
    for view in [View::phone(), View::phone().without_javascript()] {
        let page = site.open(&browser, view, "/upload");
        page.choose_file("[type=file]", &files[0]);
        page.click("button");
        page.see("a drawing in shirt.txt");
        page.goto("/upload");
        page.choose_files("[type=file]", &files);
        page.click("button");
        page.see("a drawing in shirt.txt");
        page.see("a drawing in trousers.txt");
    }
}

#[test]
fn a_click_waits_until_it_can_be_made() {
    let Some(browser) = Browser::find() else { return };
    let site = Site::start();
    let page = site.open(&browser, View::phone(), "/covered");
    page.click_text("Deep down");
    page.see("Clicked");
    page.goto("/restless");
    page.click("button");
    page.see("Caught");
    page.goto("/script");
    page.click_text("Later");
    assert_eq!(page.text("#late"), "made later");
    page.click_text("Leave");
    page.see("Thank you");
    assert_eq!(page.path(), "/thanks");
}

#[test]
fn a_click_has_arrived_when_it_returns() {
    let Some(browser) = Browser::find() else { return };
    let site = Site::start();
    for view in [View::phone(), View::phone().without_javascript()] {
        let page = site.open(&browser, view, "/form");
        page.run_script("document.title = 'the old one'");
        page.click_text("The same again");
        assert_eq!((page.path().as_str(), page.title().as_str()), ("/form", "A page"));
        page.click("button span");
        assert!(page.path().starts_with("/thanks?name=old"), "{}", page.path());
        page.goto("/script");
        page.click_text("Search");
        assert_eq!(page.path(), "/script", "a form that lacks something is not sent");
        page.fill("[name=q]", "mittens");
        page.click_text("Search");
        let (path, seen) = if view.javascript { ("/script", "searched for mittens") } else { ("/thanks?q=mittens", "Thank you") };
        assert_eq!((page.path().as_str(), page.sees(seen)), (path, true));
    }
}

#[test]
fn keys_arrive() {
    let Some(browser) = Browser::find() else { return };
    let site = Site::start();
    let page = site.open(&browser, View::desk(), "/keys");
    for keys in ["a", "Shift+Tab", "Escape", "ArrowDown"] {
        page.press(keys);
    }
    assert_eq!(page.text("p"), "a Shift with Shift Tab Escape ArrowDown");
    assert_eq!(page.value("input"), "a");

    // Without the page's scripts the browser's own keys still work.
    let page = site.open(&browser, View::desk().without_javascript(), "/form");
    page.click("[name=name]");
    page.press("Enter");
    assert!(page.sees("Thank you"));
}

#[test]
fn things_are_dragged() {
    let Some(browser) = Browser::find() else { return };
    let site = Site::start();
    let page = site.open(&browser, View::desk(), "/drag");
    page.drag("#card", "#slot");
    page.see("card to slot");
    page.drag("#file", "#drawer");
    page.see("file to drawer");
}
