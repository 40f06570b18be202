//! Kondate over HTTP: whoever comes by a link without an account, and what belongs to a person and not to their kitchen.

use std::thread;

use chabudai_testkit::{Answer, Server};
use serde_json::{Value, json};

use crate::closet::{png, text};
use crate::place;
use crate::visitor::{Visitor, escaped, token_in};

const PASSWORD: &str = "正しい馬の電池とホッチキス";

/// Somebody, by their token.
struct Cook<'a> {
    server: &'a Server,
    token: String,
}

impl<'a> Cook<'a> {
    fn of(server: &'a Server, email: &str) -> Self {
        let signed_in = server.post("/auth/v1/sign-in", &json!({ "email": email, "password": PASSWORD })).expect(200).json();
        Self { server, token: text(&signed_in["token"]) }
    }

    fn asks(&self, method: &str, path: &str, body: &Value, headers: &[(&str, &str)]) -> Answer {
        let ask = self.server.ask(method, &format!("/kondate/v1{path}")).header("authorization", &format!("Bearer {}", self.token));
        let ask = headers.iter().fold(ask, |ask, (name, value)| ask.header(name, value));
        if body.is_null() { ask.send() } else { ask.json(body).send() }
    }

    #[track_caller]
    fn does(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.asks(method, path, body, &[]);
        assert!(answer.status < 300, "{method} {path}: {} {}", answer.status, answer.text());
        answer.json()["data"].take()
    }

    fn browser(&self) -> Visitor<'a> {
        Visitor::with(self.server, [("chabudai_session".to_owned(), self.token.clone())].into())
    }
}

fn recipe(title: &str) -> Value {
    json!({ "title": title, "servings": 2, "ingredients": [{ "name": "玉ねぎ" }], "steps": [{ "text": "煮る" }] })
}

/// Whoever has no account is told who invites them, and comes to the invitation once they are in.
#[test]
fn a_guest_is_told_what_waits_for_them() {
    let place = place::embedded();
    place::add_person(&place, "mei@example.org", "めい", PASSWORD);
    let server = place.start(&["--rate-per-address", "0"]);
    let mei = Cook::of(&server, "mei@example.org");
    let kitchen = text(&mei.does("GET", "/kitchens", &Value::Null)["items"][0]["id"]);
    mei.does("PATCH", &format!("/kitchens/{kitchen}"), &json!({ "name": "みんなの台所" }));
    // Whoever invites sees the link at once, and hears that it is not enough for who has no account.
    let browser = mei.browser();
    let page = browser.get("/kondate/kitchen").expect(200).text();
    let made = browser.posts("/kondate/kitchen/invitations", &format!("token={}", token_in(&page))).expect(200).text();
    let link = made.split("/kondate/join?invite=").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    assert!(made.contains("/account/invitations"), "{made}");
    let before_it = made.split("id=\"invitation\"").next().expect("something");
    assert!(!before_it.contains("class=\"two-columns"), "the link comes first");

    let wanted = format!("/kondate/join?invite={link}");
    let guest = Visitor::of(&server);
    let shown = guest.get(&wanted).expect(200).text();
    assert!(shown.contains("めい") && shown.contains("みんなの台所"), "{shown}");
    assert!(shown.contains("/sign-in?next=%2Fkondate%2Fjoin") && !shown.contains("name=\"invite\""), "{shown}");
    assert_eq!(guest.get("/kondate/join?invite=nonsense").status, 404);
    assert_eq!(guest.get("/kondate/join").status, 303);

    // An invitation to the house goes on to where somebody wanted to go.
    let page = browser.get("/account/invitations").expect(200).text();
    let made = browser.posts("/account/invitations", &format!("token={}", token_in(&page))).expect(200).text();
    let house = made.split("/join?invite=").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    let join = guest.get(&format!("/join?invite={house}&next={}", escaped(&wanted))).expect(200).text();
    let fields = format!(
        "token={}&invite={house}&next={}&name={}&email=sora%40example.org&password={}",
        token_in(&join),
        escaped(&wanted),
        escaped("そら"),
        escaped(PASSWORD)
    );
    let joined = guest.posts("/join", &fields).expect(303);
    assert!(joined.header("location").is_some_and(|to| to.ends_with(&wanted)), "{:?}", joined.header("location"));
    let waiting = guest.get(&wanted).expect(200).text();
    guest.posts("/kondate/join", &format!("token={}&invite={link}", token_in(&waiting))).expect(303);
    let sora = Cook::of(&server, "sora@example.org");
    assert!(sora.does("GET", "/kitchens", &Value::Null)["items"].as_array().is_some_and(|all| all.iter().any(|one| one["id"] == kitchen)));
}

/// Two who share a kitchen choose the same key: neither is told what the other has made.
#[test]
fn a_key_is_its_senders() {
    place::both(|place| {
        for (email, name) in [("mei@example.org", "めい"), ("sora@example.org", "そら")] {
            place::add_person(place, email, name, PASSWORD);
        }
        let server = place.start(&["--rate-per-address", "0"]);
        let (mei, sora) = (Cook::of(&server, "mei@example.org"), Cook::of(&server, "sora@example.org"));
        let kitchen = text(&mei.does("GET", "/kitchens", &Value::Null)["items"][0]["id"]);
        let secret = mei.does("POST", &format!("/kitchens/{kitchen}/invitations"), &Value::Null)["secret"].clone();
        sora.does("POST", "/invitations/accept", &json!({ "secret": secret }));
        let add = |who: &Cook<'_>, title: &str| {
            let headers = [("idempotency-key", "the-same-key-of-both"), ("kondate-kitchen", kitchen.as_str())];
            who.asks("POST", "/recipes", &recipe(title), &headers)
        };
        let id = |answer: Answer| text(&answer.expect(201).json()["data"]["id"]);
        let (first, second) = (id(add(&mei, "カレー")), id(add(&sora, "カレー")));
        assert_ne!(first, second, "on {}", place.name);
        assert_eq!((id(add(&mei, "カレー")), id(add(&sora, "カレー"))), (first, second), "on {}", place.name);
        assert_eq!(add(&sora, "シチュー").status, 422, "on {}", place.name);
    });
}

/// Sixty-four at once, into two kitchens of one person: as many as there are in a day for them, and none kept from anybody else.
#[test]
fn of_many_pictures_at_once_a_person_adds_as_many_as_there_are() {
    place::both(|place| {
        for (email, name) in [("mei@example.org", "めい"), ("sora@example.org", "そら")] {
            place::add_person(place, email, name, PASSWORD);
        }
        let options = ["--rate-per-address", "0", "--kondate-pictures", "10"];
        let servers: Vec<Server> = (0..if place.name == "DynamoDB" { 2 } else { 1 }).map(|_| place.start(&options)).collect();
        let (mei, sora) = (Cook::of(&servers[0], "mei@example.org"), Cook::of(&servers[0], "sora@example.org"));
        let first = text(&mei.does("GET", "/kitchens", &Value::Null)["items"][0]["id"]);
        let second = text(&mei.does("POST", "/kitchens", &json!({ "name": "実家" }))["id"]);
        let picture = png(16, 16);
        let send = |server: &Server, token: &str, kitchen: Option<&str>| {
            let ask = server.ask("POST", "/kondate/v1/images").header("authorization", &format!("Bearer {token}"));
            kitchen.iter().fold(ask, |ask, kitchen| ask.header("kondate-kitchen", kitchen)).form("file", &picture).send()
        };
        let answers: Vec<Answer> = thread::scope(|scope| {
            let senders: Vec<_> = (0..64)
                .map(|nth| {
                    let (server, kitchen) = (&servers[nth % servers.len()], if nth % 2 == 0 { &first } else { &second });
                    let (send, token) = (&send, &mei.token);
                    scope.spawn(move || send(server, token, Some(kitchen)))
                })
                .collect();
            senders.into_iter().map(|sender| sender.join().expect("nobody fails")).collect()
        });
        let made = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(made, 10, "on {}", place.name);
        for answer in answers.iter().filter(|answer| answer.status != 201) {
            let reason = answer.json()["error"]["reason"].take();
            // Some found the house busy with the others' pictures, and took nothing.
            assert!(["kondate.enough_own_pictures", "media.busy"].map(Value::from).contains(&reason), "{}", answer.text());
        }
        send(&servers[0], &sora.token, None).expect(201);
    });
}

/// Whoever is signed out everywhere has no calendar any more by the address that was given out.
#[test]
fn a_calendar_ends_with_the_other_sessions() {
    let place = place::embedded();
    place::add_person(&place, "mei@example.org", "めい", PASSWORD);
    let server = place.start(&["--rate-per-address", "0"]);
    let mei = Cook::of(&server, "mei@example.org");
    let browser = mei.browser();
    let page = browser.get("/kondate/calendar").expect(200).text();
    browser.posts("/kondate/calendar/new", &format!("token={}", token_in(&page))).expect(303);
    let address = || {
        let page = browser.get("/kondate/calendar").expect(200).text();
        let rest = page.split("/kondate/calendar/feed/").nth(1).and_then(|rest| rest.split('"').next()).expect("an address").to_owned();
        format!("/kondate/calendar/feed/{rest}")
    };
    let before = address();
    server.get(&before).expect(200);
    browser.posts("/account/sessions", &format!("token={}", browser.token_of("/account"))).expect(303);
    assert_eq!(server.get(&before).status, 404, "the address was given out before");
    let after = address();
    assert_ne!(after, before);
    server.get(&after).expect(200);
    server.stop();
    place.run(&["user", "revoke", "--email", "mei@example.org"]).succeeded();
    assert_eq!(place.start(&["--rate-per-address", "0"]).get(&after).status, 404);
}
