//! A form that came too late: nothing is carried out, nothing that was typed is lost, and nobody else sees it.

use chabudai_testkit::Server;

use crate::place;
use crate::visitor::{Visitor, escaped, token_in};

const HANA: &str = "hana@example.org";
const TARO: &str = "taro@example.org";
const PASSWORD: &str = "正しい馬の電池とホッチキス";
const NOTE: &str = "頭が少し痛い <夜>";

/// A house with two people, and somebody in front of it.
fn house() -> (chabudai_testkit::Place, Server) {
    let place = place::embedded();
    for (email, name) in [(HANA, "花子"), (TARO, "太郎")] {
        place::add_person(&place, email, name, PASSWORD);
    }
    let server = place.start(&[]);
    (place, server)
}

fn comes_in(visitor: &Visitor<'_>, email: &str) {
    visitor.goes_on("/sign-in", &[("email", email), ("password", PASSWORD)], "/");
}

fn goes_out(visitor: &Visitor<'_>) {
    visitor.posts("/sign-out", &format!("token={}", visitor.token_of("/account"))).expect(303);
}

/// Changes the name of whose account it is.
fn name_form(token: &str, name: &str) -> String {
    format!("token={token}&name={}", escaped(name))
}

#[test]
fn who_signed_in_again_sends_the_same_form_by_one_tap() {
    let (_place, server) = house();
    let me = Visitor::of(&server);
    comes_in(&me, HANA);
    let opened = me.token_of("/account/name");
    // On another tab of the same browser.
    goes_out(&me);
    comes_in(&me, HANA);
    let late = me.posts("/account/name", &name_form(&opened, NOTE)).expect(403).text();
    assert!(late.contains("Send again") && late.contains("action=\"/account/name\""), "{late}");
    assert!(late.contains("value=\"頭が少し痛い &#60;夜&#62;\"") && !late.contains(NOTE), "the text is kept, and is text: {late}");
    assert!(!me.get("/account").text().contains("頭が少し"), "nothing is carried out");
    let fresh = token_in(&late).to_owned();
    assert_ne!(fresh, opened);
    me.posts("/account/name", &name_form(&fresh, NOTE)).expect(303);
    assert!(me.get("/account").text().contains("頭が少し痛い"));
}

#[test]
fn who_is_signed_out_is_shown_the_form_and_another_person_is_not() {
    let (_place, server) = house();
    let me = Visitor::of(&server);
    comes_in(&me, HANA);
    let opened = me.token_of("/account/name");
    goes_out(&me);
    // The browser sends the same body once more, to where it is shown again.
    let on = me.posts("/account/name", &name_form(&opened, NOTE)).expect(307);
    let again = on.header("location").expect("a way on").to_owned();
    assert_eq!(again, "/send-again?to=%2Faccount%2Fname");
    let shown = me.posts(&again, &name_form(&opened, NOTE)).expect(403).text();
    assert!(
        shown.contains("Sign in on a new tab") && shown.contains("頭が少し痛い") && shown.contains("action=\"/account/name\""),
        "{shown}"
    );
    let kept = token_in(&shown).to_owned();

    // Somebody else signs in on this device: neither the form that was open nor the one that was shown again is theirs.
    let cookies = me.cookies();
    comes_in(&me, TARO);
    for token in [&opened, &kept] {
        for ask in [me.posts("/account/name", &name_form(token, NOTE)), me.posts_from_here("/account/name", &name_form(token, NOTE))] {
            let refused = ask.expect(403).text();
            assert!(refused.contains("http.foreign_form") && !refused.contains("頭が少し痛い"), "{refused}");
        }
    }
    // She herself signs in again, and sends what was shown.
    let me = Visitor::with(&server, cookies);
    comes_in(&me, HANA);
    let shown = me.posts("/account/name", &name_form(&kept, NOTE)).expect(403).text();
    me.posts("/account/name", &name_form(token_in(&shown), NOTE)).expect(303);
    assert!(me.get("/account").text().contains("頭が少し痛い"));
}

#[test]
fn a_password_is_never_shown_again() {
    let (_place, server) = house();
    let me = Visitor::of(&server);
    let opened = me.token_of("/sign-in");
    let lost = Visitor::of(&server);
    lost.get("/sign-in");
    let fields = format!("token={opened}&email={}&password={}&next=%2Fokusuri", escaped(HANA), escaped(PASSWORD));
    let shown = lost.posts_from_here("/sign-in", &fields).expect(403).text();
    assert!(shown.contains(HANA) && !shown.contains(PASSWORD), "{shown}");
    assert!(shown.contains("type=\"password\"") && shown.contains("name=\"next\" value=\"/okusuri\""), "{shown}");
    let token = token_in(&shown).to_owned();
    lost.posts("/sign-in", &fields.replace(&opened, &token)).expect(303);
}

#[test]
fn another_site_has_no_form_of_its_own_shown() {
    let (_place, server) = house();
    let (me, stranger) = (Visitor::of(&server), Visitor::of(&server));
    comes_in(&me, HANA);
    comes_in(&stranger, TARO);
    // A token of the stranger's own, of one who is signed in and of one who is not, and none: sent by the browser of somebody else.
    let guest = Visitor::of(&server).token_of("/sign-in");
    for token in [stranger.token_of("/account/name"), guest, String::new(), "x.y.z".to_owned()] {
        for path in ["/account/name", "/send-again?to=%2Faccount%2Fname"] {
            let refused = me.posts(path, &name_form(&token, "罠")).expect(403).text();
            assert!(refused.contains("http.foreign_form") && !refused.contains("罠"), "{token} at {path}: {refused}");
        }
    }
    // Nor is a form sent on to another site, whoever asks.
    let own = me.token_of("/account/name");
    for to in ["https://evil.example/", "//evil.example/", "/../x"] {
        me.posts(&format!("/send-again?to={}", escaped(to)), &name_form(&own, "罠")).expect(403);
    }
}
