//! A device in other hands: what outlasts it, or carries everything away, asks who it is.

use chabudai_app_okusuri::design::{DESIGN, OKUSURI_TABLE};
use chabudai_kernel::op::{Put, Scan};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Now, Store as _};
use chabudai_kernel::value::Value;
use chabudai_store_embedded::{DataDirectory, Options};
use chabudai_testkit::provider::There;
use chabudai_testkit::{Answer, MailServer, Place, Server};
use serde_json::json;

use crate::oidc::{signs_in, start};
use crate::place;
use crate::visitor::Visitor;

const EMAIL: &str = "hana@example.org";
const PASSWORD: &str = "first-secret-of-hana";
const PROVIDERS: &str = "/account/providers";
const EXPORT: &str = "/account/export";

/// As if everybody had signed in long ago. No server may be running.
fn age_sessions(place: &Place) {
    let store = DataDirectory::lock(&place.data()).and_then(|data| data.open(&DESIGN, Options::default())).expect("the store opens");
    let work = async {
        let scan = Scan::of(&OKUSURI_TABLE);
        let mut aged = 0;
        for item in store.scan(&scan, Now(0)).await.expect("it is read").value.items.iter() {
            let mut attributes = item.to_attributes().expect("it is whole");
            let is_session = matches!(attributes.get("Type"), Some(Value::S(kind)) if kind == "session");
            if is_session {
                let began = jiff::Timestamp::now() - jiff::SignedDuration::from_mins(11);
                attributes.insert("CreatedAt".to_owned(), began.strftime("%Y-%m-%dT%H:%M:%SZ").to_string().into());
                let put = Put::item(&OKUSURI_TABLE, Item::from_attributes(&attributes)).expect("it has a key");
                store.write(&put.into(), Now(0)).await.expect("it is written");
                aged += 1;
            }
        }
        assert!(aged > 0, "somebody is signed in");
    };
    futures::executor::block_on(work);
}

/// Leads to the page that asks who it is, and from there back to another.
#[track_caller]
fn asks_first(answer: Answer, back: &str) -> String {
    let answer = answer.expect(303);
    let to = answer.header("location").expect("a way on").to_owned();
    assert_eq!(to, format!("/account/proof?next={}", back.replace('/', "%2F")));
    to
}

fn with_mail<'a>(port: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    ["--smtp-host", "localhost", "--smtp-port", port, "--mail-from", "house@example.org"].into_iter().chain(more.iter().copied()).collect()
}

fn bearer(server: &Server, method: &str, rest: &str, token: &str) -> chabudai_testkit::Ask {
    server.ask(method, &format!("/okusuri/v1{rest}")).header("authorization", &format!("Bearer {token}"))
}

#[test]
fn a_borrowed_device_neither_adds_a_way_in_nor_carries_everything_away() {
    let (place, there, mail) = (place::embedded(), There::open(), MailServer::open());
    let port = mail.address.port().to_string();
    place::add_person(&place, EMAIL, "花子", PASSWORD);
    let server = start(&place, &there, &with_mail(&port, &[]));
    let hana = Visitor::of(&server);
    hana.goes_on("/sign-in", &[("email", EMAIL), ("password", PASSWORD)], "/");
    // Who has just signed in is not asked.
    hana.get(PROVIDERS).expect(200);
    let token = hana.token_of("/account");
    let session = hana.cookie("chabudai_session").expect("a session");
    let kept = hana.cookies();
    server.stop();
    age_sessions(&place);
    let server = start(&place, &there, &with_mail(&port, &[]));
    let hana = Visitor::with(&server, kept);

    asks_first(hana.get(PROVIDERS), PROVIDERS);
    for action in ["/oidc", "/oidc/remove"] {
        asks_first(hana.posts(&format!("{PROVIDERS}{action}"), &format!("token={token}")), PROVIDERS);
    }
    asks_first(hana.get(&format!("{EXPORT}/file")), EXPORT);
    bearer(&server, "GET", "/export", &session).send().problem(403, "identity.proof_needed", None);
    let proof = asks_first(hana.get(EXPORT), EXPORT);
    assert_eq!(mail.waiting(), 0, "nothing happened that one would be told of");

    let wrong = hana.sends(&proof, "/account/proof", &[("password", "not hers"), ("next", EXPORT)]).expect(400).text();
    assert!(wrong.contains("The password is incorrect.") && wrong.contains(&format!("name=\"next\" value=\"{EXPORT}\"")), "{wrong}");
    asks_first(hana.get(EXPORT), EXPORT);
    let right = hana.sends(&proof, "/account/proof", &[("password", PASSWORD), ("next", EXPORT)]).expect(303);
    assert_eq!(right.header("location"), Some(EXPORT));
    assert!(hana.get(EXPORT).expect(200).text().contains(&format!("href=\"{EXPORT}/file\" download")));
    assert!(hana.get(&format!("{EXPORT}/file")).expect(200).text().contains("花子"));
    let told = mail.letter_to(EMAIL);
    assert!(told.text.contains("was just downloaded") && told.text.contains("ダウンロードされました"), "{}", told.text);
    hana.get(PROVIDERS).expect(200);
    // It leads nowhere else.
    let away = hana.sends("/account/proof", "/account/proof", &[("password", PASSWORD), ("next", "//evil.example/")]);
    assert_eq!(away.expect(303).header("location"), Some("/"));
    server.stop();
}

#[test]
fn a_program_shows_who_it_is_by_the_password() {
    let place = place::embedded();
    place::add_person(&place, EMAIL, "花子", PASSWORD);
    let server = place.start(&[]);
    let signed_in = server.post("/okusuri/v1/auth/sign-in", &json!({ "email": EMAIL, "password": PASSWORD })).expect(200).json();
    let token = signed_in["token"].as_str().expect("a token").to_owned();
    bearer(&server, "GET", "/export", &token).send().expect(200);
    server.stop();
    age_sessions(&place);
    let server = place.start(&[]);
    bearer(&server, "GET", "/export", &token).send().problem(403, "identity.proof_needed", None);
    let prove = |body: &serde_json::Value| bearer(&server, "POST", "/auth/proof", &token).body("application/json", body.to_string()).send();
    for wrong in [json!({}), json!({ "password": "not hers" })] {
        prove(&wrong).problem(401, "identity.wrong_password", Some("password"));
    }
    prove(&json!({ "code": "12345678" })).problem(400, "identity.wrong_code", Some("code"));
    bearer(&server, "GET", "/export", &token).send().problem(403, "identity.proof_needed", None);
    prove(&json!({ "password": PASSWORD })).expect(204);
    bearer(&server, "GET", "/export", &token).send().expect(200);
}

/// Who came by a provider has no password: a code does.
#[test]
fn who_has_no_password_shows_it_by_a_code() {
    let (place, there, mail) = (place::embedded(), There::open(), MailServer::open());
    let port = mail.address.port().to_string();
    let server = start(&place, &there, &with_mail(&port, &[]));
    let hana = Visitor::of(&server);
    signs_in(&hana);
    let token = hana.token_of("/account");
    let session = hana.cookie("chabudai_session").expect("a session");
    let kept = hana.cookies();
    server.stop();
    age_sessions(&place);
    let server = start(&place, &there, &with_mail(&port, &[]));
    let hana = Visitor::with(&server, kept);

    let (email, delete) = ("/account/email", "/account/delete");
    asks_first(hana.get(email), email);
    asks_first(hana.posts(email, &format!("token={token}&email=thief@example.org")), email);
    asks_first(hana.posts(delete, &format!("token={token}&sure=yes")), delete);
    let forced = bearer(&server, "DELETE", "/account", &session).body("application/json", json!({ "sure": true }).to_string()).send();
    forced.problem(403, "identity.proof_needed", None);
    let proof = asks_first(hana.get(delete), delete);
    let page = hana.get(&proof).expect(200).text();
    assert!(!page.contains("type=\"password\""), "{page}");
    let sent = hana.sends(&proof, "/account/proof/send", &[("next", delete)]).expect(303);
    let ask = sent.header("location").expect("a page that asks for the code").to_owned();
    let letter = mail.letter_to(EMAIL);
    assert!(letter.text.contains("confirm that it’s you"), "{}", letter.text);
    let wrong = hana.sends(&ask, "/account/proof/code", &[("code", "00000000"), ("next", delete)]).expect(400).text();
    assert!(wrong.contains("The code is incorrect or has expired."), "{wrong}");
    let right = hana.sends(&ask, "/account/proof/code", &[("code", &letter.code()), ("next", delete)]).expect(303);
    assert_eq!(right.header("location"), Some(delete));
    hana.get(email).expect(200);
    hana.goes_on(delete, &[("sure", "yes")], "/sign-in");
    assert!(mail.letter_to(EMAIL).text.contains("Your account and all your records were deleted"));
}
