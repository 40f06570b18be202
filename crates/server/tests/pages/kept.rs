//! A form that somebody sends whose session has ended: what they typed is not lost.

use chabudai_testkit::{Browser, View};
use jiff::ToSpan as _;
use serde_json::json;

use crate::okusuri::{EMAIL, PASSWORD, lived_in, signs_in};
use crate::person::Person;

const NOTE: &str = "朝から頭が痛い\n昼には治った";

fn a_note_outlives_the_session(view: View) {
    let Some(browser) = Browser::find() else { return };
    let house = lived_in(&[], "花子");
    let me = Person::sits_down(&browser, &house, view);
    let page = &me.page;
    signs_in(&me);
    let today = jiff::Timestamp::now().in_tz("Asia/Tokyo").expect("a zone").date();
    let day = format!("/okusuri/days/{}", today.saturating_sub(1.day()));
    page.goto("/okusuri");
    page.goto(&day);
    assert_eq!(page.path(), day);
    page.check("input[name=taken][value=yes]");
    page.fill("#note", NOTE);
    // The session ends while they type.
    page.devtools("Network.deleteCookies", &json!({ "name": "chabudai_session", "url": house.public_url }));
    page.click("form.sheeted .primary");
    me.sees("もう一度送信してください", "Please send it once more");
    let typed = |page: &chabudai_testkit::Page| page.run_script("return document.querySelector('textarea[name=note]').value");
    assert_eq!(typed(page), json!(NOTE));
    page.axe().assert_clean();
    let wide = page.run_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assert!(wide.as_i64().is_some_and(|wide| wide <= 0), "it is wider than the screen by {wide}");

    // They sign in on another tab, come back and send it.
    let session = house.post("/auth/v1/sign-in", &json!({ "email": EMAIL, "password": PASSWORD })).expect(200).json();
    let cookie = json!({ "name": "chabudai_session", "value": session["token"], "url": house.public_url, "httpOnly": true });
    page.devtools("Network.setCookie", &cookie);
    me.taps("もう一度送信する", "Send again");
    page.goto(&day);
    assert_eq!(typed(page), json!(NOTE), "it is kept now");
}

#[test]
fn a_note_outlives_the_session_on_a_phone() {
    a_note_outlives_the_session(View::phone());
}

#[test]
fn a_note_outlives_the_session_at_a_desk_without_scripts() {
    a_note_outlives_the_session(View::desk().english().without_javascript());
}
