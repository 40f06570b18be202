//! Signing in by an account elsewhere, all the way, through the pages and without a browser: at a provider that runs beside the test.

use chabudai_testkit::provider::{CLIENT, Mood, SECRET, There};
use chabudai_testkit::{Answer, Ask, MailServer, Place, Server};
use serde_json::json;

use crate::place;
use crate::visitor::Visitor;

const PASSWORD: &str = "first-secret-of-hana";

pub(crate) fn start(place: &Place, there: &There, more: &[&str]) -> Server {
    let options = [
        "--oidc-issuer",
        &there.origin,
        "--oidc-name",
        "うち",
        "--oidc-client-id",
        CLIENT,
        "--oidc-client-secret",
        SECRET,
        "--log",
        "debug",
    ];
    place.start(&options.into_iter().chain(more.iter().copied()).collect::<Vec<_>>())
}

/// From the page that goes on by itself to the provider; answers where that sends the browser back to.
fn goes_there(onward: &Answer) -> String {
    let page = onward.text();
    let url = page.split("content=\"0; url=").nth(1).and_then(|rest| rest.split('"').next()).expect("a page that goes on");
    let url = url.replace("&#38;", "&").replace("&amp;", "&");
    let (host, path) = url.strip_prefix("http://").and_then(|rest| rest.split_once('/')).expect("an address");
    let sent = Ask::new(host.parse().expect("a port of this machine"), "GET", &format!("/{path}")).send().expect(303);
    let back = sent.header("location").expect("a way back").to_owned();
    back.find("/okusuri/").map(|at| back[at..].to_owned()).expect("our own address")
}

/// There and back; answers the page where one arrives, and its path.
pub(crate) fn signs_in(visitor: &Visitor<'_>) -> (Answer, String) {
    let onward = visitor.sends("/sign-in?next=/account", "/sign-in/oidc", &[("next", "/account")]).expect(200);
    arrives(visitor, &goes_there(&onward))
}

fn arrives(visitor: &Visitor<'_>, back: &str) -> (Answer, String) {
    let arrived = visitor.get(back).expect(303);
    let path = arrived.header("location").expect("a way on").to_owned();
    (visitor.get(&path).expect(200), path)
}

#[test]
fn the_first_time_makes_a_person_and_the_second_finds_them() {
    place::both(|place| {
        let there = There::open();
        let server = start(place, &there, &[]);
        let hana = Visitor::of(&server);
        let (page, path) = signs_in(&hana);
        assert_eq!(path, "/account");
        for shown in ["Welcome back, <span class=\"name\">花", "hana@example.org", "Set a password", "Connected accounts"] {
            assert!(page.text().contains(shown), "{shown}: {}", page.text());
        }
        // Another address and name there: the same person here.
        there.set().person = json!({ "sub": "1234567890", "email": "moved@example.net", "email_verified": true, "name": "Hana" });
        let again = Visitor::of(&server);
        let (page, _) = signs_in(&again);
        assert!(page.text().contains("hana@example.org") && page.text().contains("<b>花</b>"), "{}", page.text());
        assert!(again.get("/account/sessions").text().matches("row-card").count() == 2, "two devices, one person");
        let tokens = [&hana, &again].map(|visitor| visitor.cookie("chabudai_session").expect("a session"));
        let given = there.set().given.clone();
        let (_, log) = server.stop();
        for secret in given.iter().chain(&tokens).map(String::as_str).chain(["hana@example.org", "moved@example.net", "花", SECRET]) {
            assert!(!log.contains(secret), "{secret} is in the log");
        }
    });
}

#[test]
fn what_does_not_succeed_says_so_and_lets_nobody_in() {
    let (place, there) = (place::embedded(), There::open());
    let server = start(&place, &there, &[]);
    let begins = |visitor: &Visitor<'_>| visitor.sends("/sign-in", "/sign-in/oidc", &[("next", "")]).expect(200);
    let refused = |visitor: &Visitor<'_>, back: &str, why: &str| {
        let (page, path) = arrives(visitor, back);
        assert_eq!(path, "/sign-in");
        assert!(page.text().contains(why), "{why}: {}", page.text());
        assert_eq!(visitor.cookie("chabudai_session"), None);
        assert_eq!(visitor.cookie("chabudai_state"), None, "what was begun is over");
    };
    let visitor = Visitor::of(&server);
    there.set().mood = Mood::Deserted;
    refused(&visitor, &goes_there(&begins(&visitor)), "You cancelled");
    there.set().mood = Mood::Well;
    // Another state, and the address of one browser opened in another.
    let back = goes_there(&begins(&visitor));
    let (path, _) = back.split_once("state=").expect("a state");
    refused(&visitor, &format!("{path}state={}", "a".repeat(43)), "started in another browser");
    let back = goes_there(&begins(&visitor));
    refused(&Visitor::of(&server), &back, "started in another browser");
    arrives(&visitor, &back);
    assert!(visitor.cookie("chabudai_session").is_some(), "the right browser is still let in");
    refused(&Visitor::of(&server), &back, "started in another browser");
    there.set().person["email_verified"] = json!(false);
    there.set().person["sub"] = json!("another");
    let visitor = Visitor::of(&server);
    refused(&visitor, &goes_there(&begins(&visitor)), "hasn’t verified your email address");
}

#[test]
fn an_account_is_added_and_removed_on_the_account_page() {
    let (place, there, mail) = (place::embedded(), There::open(), MailServer::open());
    let port = mail.address.port().to_string();
    place::add_person(&place, "operator@example.org", "管理人", PASSWORD);
    let server =
        start(&place, &there, &["--sign-up", "--smtp-host", "localhost", "--smtp-port", &port, "--mail-from", "house@example.org"]);
    let taro = Visitor::of(&server);
    taro.goes_on("/join", &[("name", "太郎"), ("email", "taro@example.org"), ("password", PASSWORD)], "/join/code");
    let code = mail.letter_to("taro@example.org").code();
    taro.goes_on("/join/code", &[("email", "taro@example.org"), ("code", &code)], "/");

    let list = "/account/providers";
    assert!(taro.get(list).text().contains("Not connected"));
    let adds = || taro.sends(list, &format!("{list}/oidc"), &[]).expect(200);
    let (page, path) = arrives(&taro, &goes_there(&adds()));
    assert_eq!(path, list);
    assert!(page.text().contains("<span class=\"name\">うち</span> connected") && page.text().contains("Connected"), "{}", page.text());
    let told = mail.letter_to("taro@example.org");
    assert!(told.text.contains("うち のアカウントで") && told.text.contains("your うち account"), "{}", told.text);
    let back = Visitor::of(&server);
    assert!(signs_in(&back).0.text().contains("taro@example.org"), "it signs him in, whatever his address is there");

    // Nobody else can have it, and what one began another cannot finish.
    place_of_another(&server, &mail, &there);

    let removed = taro.sends(list, &format!("{list}/oidc/remove"), &[]).expect(303);
    assert_eq!(removed.header("location"), Some(list));
    assert!(taro.get(list).text().contains("<span class=\"name\">うち</span> disconnected"));
    assert!(mail.letter_to("taro@example.org").text.contains("You can no longer sign in with your"));
    // Cancelled there, he is back where he was, as who he was.
    there.set().mood = Mood::Deserted;
    let (page, path) = arrives(&taro, &goes_there(&adds()));
    assert_eq!(path, list);
    assert!(page.text().contains("You cancelled") && page.text().contains("Not connected"), "{}", page.text());
}

fn place_of_another(server: &Server, mail: &MailServer, there: &There) {
    let jiro = Visitor::of(server);
    jiro.goes_on("/join", &[("name", "次郎"), ("email", "jiro@example.org"), ("password", PASSWORD)], "/join/code");
    let code = mail.letter_to("jiro@example.org").code();
    jiro.goes_on("/join/code", &[("email", "jiro@example.org"), ("code", &code)], "/");
    let list = "/account/providers";
    let (page, path) = arrives(&jiro, &goes_there(&jiro.sends(list, &format!("{list}/oidc"), &[]).expect(200)));
    assert_eq!(path, list);
    assert!(page.text().contains("Someone else here already signs in") && page.text().contains("Not connected"), "{}", page.text());
    // Signed out on the way: nothing is added.
    there.set().person["sub"] = json!("jiro");
    let back = goes_there(&jiro.sends(list, &format!("{list}/oidc"), &[]).expect(200));
    jiro.sends("/account", "/sign-out", &[]).expect(303);
    let arrived = jiro.get(&back).expect(303);
    assert_eq!(arrived.header("location"), Some(list));
    assert!(jiro.get(list).expect(303).header("location").is_some_and(|to| to.starts_with("/sign-in?next=")));
    there.set().person["sub"] = json!("1234567890");
    assert_eq!(mail.waiting(), 0, "nobody was told of anything");
}

/// Somebody who came by a provider: nothing asks for a password that is not there.
#[test]
fn who_has_no_password_is_not_asked_for_one() {
    let (place, there) = (place::embedded(), There::open());
    let server = start(&place, &there, &[]);
    let hana = Visitor::of(&server);
    signs_in(&hana);
    let account = hana.get("/account").text();
    assert!(account.contains("href=\"/forgotten\"") && !account.contains("/account/password"), "{account}");
    let choose = hana.get("/forgotten").expect(200).text();
    assert!(choose.contains("Set a password") && choose.contains("value=\"hana@example.org\""), "her address is known: {choose}");
    let email = hana.get("/account/email").expect(200).text();
    assert!(email.contains("name=\"email\"") && !email.contains("type=\"password\""), "{email}");
    hana.goes_on("/account/email", &[("email", "hana.new@example.org")], "/account/email/code");
    let only = hana.sends("/account/providers", "/account/providers/oidc/remove", &[]).expect(303);
    assert_eq!(only.header("location"), Some("/account/providers"));
    assert!(hana.get("/account/providers").text().contains("only way to sign in"));
    let delete = hana.get("/account/delete").expect(200).text();
    assert!(delete.contains("type=\"checkbox\" name=\"sure\"") && !delete.contains("type=\"password\""), "{delete}");
    let unsure = hana.sends("/account/delete", "/account/delete", &[]).expect(400).text();
    assert!(unsure.contains("Tick the box to confirm.") && hana.get("/account").status == 200, "{unsure}");
    let gone = hana.goes_on("/account/delete", &[("sure", "yes")], "/sign-in").text();
    assert!(gone.contains("Account deleted"), "{gone}");
}

#[test]
fn a_program_is_told_the_page_where_a_browser_begins() {
    let (place, there) = (place::embedded(), There::open());
    let server = start(&place, &there, &["--base-url", "https://home.example.org/house"]);
    let told = server.get("/house/okusuri/v1/auth/oidc").expect(200).json();
    assert_eq!(told, json!({ "url": "https://home.example.org/house/sign-in" }));
    server.get("/house/okusuri/v1/auth/google").problem(404, "identity.not_found", None);
}
