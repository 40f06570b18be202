//! What programs bring instead of a password: it opens the API of apps within its scope, and nothing else.

use std::marker::PhantomData;

use chabudai_app_okusuri::design::{DESIGN, Okusuri};
use chabudai_app_okusuri::model::Own;
use chabudai_identity::model::{BroughtToken, Kind, Profile, ProfileData, ProgramToken, ProgramTokenData, TokenAccess};
use chabudai_identity::secret::Token;
use chabudai_kernel::op::Put;
use chabudai_kernel::part::{UtcSeconds, Word};
use chabudai_testkit::{Answer, Server};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::closet::{Closet, text};
use crate::place;
use crate::visitor::Visitor;

const EMAIL: &str = "hana@example.org";
const PASSWORD: &str = "正しい馬の電池とホッチキス";

fn session(server: &Server, email: &str) -> String {
    text(&server.post("/auth/v1/sign-in", &json!({ "email": email, "password": PASSWORD })).expect(200).json()["token"])
}

fn ask(server: &Server, token: &str, method: &str, path: &str, body: Option<&Value>) -> Answer {
    let ask = server.ask(method, path).header("authorization", &format!("Bearer {token}"));
    match body {
        Some(body) => ask.json(body).send(),
        None => ask.send(),
    }
}

fn made(server: &Server, session: &str, wish: &Value) -> (String, String) {
    let made = ask(server, session, "POST", "/auth/v1/tokens", Some(wish)).expect(201).json();
    (text(&made["token"]), text(&made["listed"]["id"]))
}

#[test]
fn a_program_does_what_its_token_is_for_and_nothing_else() {
    place::both(|place| {
        place::add_person(place, EMAIL, "花子", PASSWORD);
        let server = place.start(&["--rate-per-address", "0", "--new-wardrobes", "people"]);
        let here = session(&server, EMAIL);
        let everything = made(&server, &here, &json!({ "name": "家", "access": "write", "days": 30 })).0;
        let (reads, reads_id) = made(&server, &here, &json!({ "name": "台所", "access": "read", "days": 90 }));
        let okusuri = made(&server, &here, &json!({ "name": "薬", "access": "write", "days": 365, "app": "okusuri" })).0;
        let wardrobe = made(&server, &here, &json!({ "name": "服", "access": "read", "days": 1, "app": "wardrobe" })).0;
        assert!([&everything, &reads, &okusuri].iter().all(|token| token.starts_with("chabu_")));
        let (status, log) = ("/okusuri/v1/medication-status", "/okusuri/v1/medication-log");
        let day = json!({ "hasBleeding": false });

        // Within its scope.
        let shown = ask(&server, &reads, "GET", status, None).expect(200).json();
        assert_eq!(ask(&server, &everything, "GET", status, None).expect(200).json(), shown);
        ask(&server, &reads, "HEAD", status, None).expect(200);
        let logged = ask(&server, &okusuri, "POST", log, Some(&day)).expect(201).json();
        assert!(ask(&server, &here, "GET", log, None).expect(200).text().contains(&text(&logged["id"])), "it is hers");
        // Outside of it.
        for (token, method, path) in [
            (&reads, "POST", log),
            (&reads, "DELETE", "/okusuri/v1/medication-log/x"),
            (&reads, "PUT", "/okusuri/v1/profile"),
            (&wardrobe, "GET", status),
        ] {
            let refused = ask(&server, token, method, path, Some(&day));
            refused.problem(403, "identity.token_scope", None);
            assert_eq!(refused.header("www-authenticate"), None);
        }

        // A wardrobe is opened by its address. Who brings a token there is held to it all the same, and it is theirs who makes one.
        let name = json!({ "name": "わたしの服" });
        server.post("/wardrobe/v1/wardrobes", &name).problem(403, "wardrobe.closed", None);
        for token in [&reads, &okusuri, &wardrobe] {
            ask(&server, token, "POST", "/wardrobe/v1/wardrobes", Some(&name)).problem(403, "identity.token_scope", None);
        }
        let id = text(&ask(&server, &everything, "POST", "/wardrobe/v1/wardrobes", Some(&name)).expect(201).json()["wardrobeId"]);
        let at = format!("/wardrobe/v1/wardrobes/{id}");
        for token in [&everything, &reads, &wardrobe] {
            ask(&server, token, "GET", &at, None).expect(200);
            ask(&server, token, "GET", "/wardrobe/v1/wardrobes/nonsense", None).problem(404, "wardrobe.not_found", None);
        }
        ask(&server, &okusuri, "GET", &at, None).problem(403, "identity.token_scope", None);
        ask(&server, &wardrobe, "PATCH", &at, Some(&name)).problem(403, "identity.token_scope", None);
        server.get(&at).expect(200);

        // What it was used for is told to the hour, and only if it was let do it.
        let listed = ask(&server, &here, "GET", "/auth/v1/tokens", None).expect(200).json();
        let of = |name: &str| listed["items"].as_array().unwrap().iter().find(|one| one["name"] == name).cloned().unwrap();
        assert!(of("台所")["lastUsedAt"].is_string() && of("家")["lastUsedAt"].is_string());
        assert_eq!((&of("薬")["app"], &of("薬")["access"], &of("台所")["app"]), (&json!("okusuri"), &json!("write"), &Value::Null));

        // Revoked one by one.
        ask(&server, &here, "DELETE", &format!("/auth/v1/tokens/{reads_id}"), None).expect(204);
        ask(&server, &here, "DELETE", &format!("/auth/v1/tokens/{reads_id}"), None).problem(404, "identity.not_found", None);
        for path in [status, at.as_str(), "/account", "/auth/v1/session"] {
            let refused = ask(&server, &reads, "GET", path, None);
            refused.problem(401, "identity.token_ended", None);
            assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
        }
        ask(&server, &everything, "GET", status, None).expect(200);
        // Where no token is good, none is.
        ask(&server, &here, "POST", "/auth/v1/signout-all", None).expect(204);
        ask(&server, &everything, "GET", status, None).problem(401, "identity.token_ended", None);
        let (_, log) = server.stop();
        for secret in [&everything, &reads, &okusuri, &wardrobe] {
            assert!(!log.contains(secret.rsplit('.').next().unwrap()), "a secret is nobody's business");
        }
    });
}

#[test]
fn a_token_opens_no_account_and_no_page() {
    let place = place::embedded();
    place::add_person(&place, EMAIL, "花子", PASSWORD);
    let server = place.start(&["--rate-per-address", "0"]);
    let here = session(&server, EMAIL);
    let (token, id) = made(&server, &here, &json!({ "name": "家", "access": "write", "days": 30 }));
    let document = server.get("/api/openapi.json").expect(200).json();
    let mut accounts = 0;
    for (path, methods) in document["paths"].as_object().expect("paths") {
        let of_people = path.starts_with("/auth/v1")
            || ["/auth", "/export", "/account"].iter().any(|rest| path.starts_with(&format!("/okusuri/v1{rest}")));
        for method in methods.as_object().expect("methods").keys().filter(|_| of_people) {
            let filled = path.replace("{id}", &id).replace("{provider}", "google");
            let answer = ask(&server, &token, &method.to_uppercase(), &filled, Some(&json!({ "password": PASSWORD })));
            answer.problem(403, "identity.token_scope", None);
            accounts += 1;
        }
    }
    assert!(accounts > 20, "{accounts} operations of the people");
    for page in ["/", "/account", "/account/tokens", "/account/export/file", "/okusuri", "/wardrobe", "/settings", "/sign-in"] {
        ask(&server, &token, "GET", page, None).problem(403, "identity.token_scope", None);
    }
    // Neither as a cookie, nor in an address, nor with something before it.
    let cookie = format!("chabudai_session={token}");
    assert_eq!(
        server.ask("GET", "/account").header("cookie", &cookie).send().expect(303).header("location"),
        Some("/sign-in?next=%2Faccount")
    );
    server.get(&format!("/okusuri/v1/medication-status?token={token}")).problem(401, "identity.not_signed_in", None);
    server.ask("GET", "/okusuri/v1/medication-status").header("authorization", &format!("Basic {token}")).send().problem(
        401,
        "identity.not_signed_in",
        None,
    );
    for wrong in ["chabu_", "chabu_x", "chabu_a.b.c", &token[..token.len() - 1], &format!("{token}x")] {
        ask(&server, wrong, "GET", "/okusuri/v1/medication-status", None).problem(401, "identity.token_ended", None);
    }
    ask(&server, &token, "GET", "/okusuri/v1/medication-status", None).expect(200);
}

#[test]
fn a_token_that_has_ended_opens_nothing() {
    let word = |text: &str| Word::new(text).expect("a word");
    let (user, secret) = (word("moved-from-elsewhere"), Token::parse(&"s".repeat(43)).expect("a token"));
    let brought = |slot: &str| BroughtToken { user: user.clone(), slot: word(slot), secret: secret.clone() }.reveal();
    let puts = || {
        let (now, minute) = (Timestamp::now(), SignedDuration::from_mins(1));
        let at = |moment: Timestamp| UtcSeconds(Timestamp::from_second(moment.as_second()).expect("a moment"));
        let email = word(EMAIL);
        let data = ProfileData {
            name: "花子".to_owned(),
            email: email.clone(),
            email_verified: true,
            image: None,
            created_at: at(now),
            updated_at: at(now),
            role: None,
            language: None,
            leaving_at: None,
            session_epoch: None,
            program_epoch: None,
            own: Own::default(),
        };
        let person = Profile::<Okusuri> {
            user_id: user.clone(),
            kind: Kind::User,
            email,
            data,
            created_at: at(now),
            updated_at: at(now),
            of: PhantomData,
        };
        let token = |slot: &str, until: Timestamp| ProgramToken::<Okusuri> {
            user_id: user.clone(),
            slot: word(slot),
            secret: secret.hash(),
            data: ProgramTokenData {
                id: word(slot),
                name: slot.to_owned(),
                app: None,
                access: TokenAccess::Read,
                expires_at: at(until),
                last_used_at: None,
                epoch: None,
                created_at: at(now),
                updated_at: at(now),
            },
            created_at: at(now),
            updated_at: at(now),
            ttl: until.as_second() + 30 * 24 * 60 * 60,
            of: PhantomData,
        };
        vec![Put::of(&person), Put::of(&token("0", now - minute)), Put::of(&token("1", now + minute * 10))]
    };
    place::both_holding(&DESIGN, puts, |place| {
        let server = place.start(&[]);
        let closet = Closet::make(&server);
        for path in ["/okusuri/v1/medication-status", &closet.at("")] {
            ask(&server, &brought("0"), "GET", path, None).problem(401, "identity.token_ended", None);
            ask(&server, &brought("1"), "GET", path, None).expect(200);
        }
    });
}

#[test]
fn a_token_is_made_on_a_page_and_shown_once() {
    let place = place::embedded();
    place::add_person(&place, EMAIL, "花子", PASSWORD);
    place::add_person(&place, "taro@example.org", "太郎", PASSWORD);
    let server = place.start(&["--rate-per-address", "0"]);
    let hana = Visitor::of(&server);
    hana.goes_on("/sign-in", &[("email", EMAIL), ("password", PASSWORD)], "/");
    assert!(hana.get("/account/tokens").expect(200).text().contains("No tokens yet"));
    let fields = [("name", "Kitchen"), ("app", "okusuri"), ("access", "read"), ("days", "90")];
    let new = "/account/tokens/new";
    let wrong = hana.sends(new, new, &[("name", ""), ("app", "okusuri"), ("access", "read"), ("days", "90")]).expect(400).text();
    assert!(wrong.contains("Enter what the token is for."), "{wrong}");
    hana.sends(new, new, &[("name", "x"), ("app", "nowhere"), ("access", "read"), ("days", "90")]).expect(400);
    hana.sends(new, new, &[("name", "x"), ("app", ""), ("access", "read"), ("days", "3650")]).expect(400);
    // A reload sends the same form: it shows the same token, and makes no other.
    let sheet = format!("token={}&name=Kitchen&app=okusuri&access=read&days=90", hana.token_of(new));
    let shown = hana.posts(new, &sheet).expect(200);
    assert_eq!(shown.header("cache-control"), Some("no-store"));
    let token_in =
        |page: &str| page.split("value=\"chabu_").nth(1).and_then(|rest| rest.split('"').next()).map(|rest| format!("chabu_{rest}"));
    let token = token_in(&shown.text()).expect("a token");
    assert_eq!(token_in(&hana.posts(new, &sheet).expect(200).text()), Some(token.clone()));
    ask(&server, &token, "GET", "/okusuri/v1/medication-status", None).expect(200);
    let listed = hana.get("/account/tokens").expect(200).text();
    assert!(!listed.contains("chabu_") && listed.matches("Revoke Kitchen").count() == 2, "{listed}");
    assert_ne!(token_in(&hana.sends(new, new, &fields).expect(200).text()), Some(token.clone()), "a form of another page is another wish");
    // It is nobody else's to revoke.
    let id = listed.split("/account/tokens/").find_map(|rest| rest.split_once("/revoke")).expect("a button").0.to_owned();
    let taro = Visitor::of(&server);
    taro.goes_on("/sign-in", &[("email", "taro@example.org"), ("password", PASSWORD)], "/");
    taro.posts(&format!("/account/tokens/{id}/revoke"), &format!("token={}", taro.token_of("/account"))).expect(303);
    ask(&server, &token, "GET", "/okusuri/v1/medication-status", None).expect(200);
    hana.posts(&format!("/account/tokens/{id}/revoke"), &format!("token={}", hana.token_of("/account"))).expect(303);
    ask(&server, &token, "GET", "/okusuri/v1/medication-status", None).problem(401, "identity.token_ended", None);
    // The letter of everything that is kept has it without its secret.
    let kept = hana.get("/account/export/file").expect(200).text();
    assert!(kept.contains("Kitchen") && !kept.contains("Secret"), "{kept}");
}

#[test]
fn a_request_that_makes_a_token_can_be_repeated() {
    let place = place::embedded();
    place::add_person(&place, EMAIL, "花子", PASSWORD);
    let server = place.start(&[]);
    let here = session(&server, EMAIL);
    let wish = json!({ "name": "家", "access": "read", "days": 30 });
    let asks = |key: &str, wish: &Value| {
        let ask = server.ask("POST", "/auth/v1/tokens").header("authorization", &format!("Bearer {here}"));
        ask.header("idempotency-key", key).json(wish).send()
    };
    let key = "4f9c2b1e-6f0d-4d4e-9a53-0f3a6d3b7c11";
    asks("short", &wish).problem(400, "identity.idempotency_key_short", Some("Idempotency-Key"));
    assert_eq!(asks(key, &wish).expect(201).json(), asks(key, &wish).expect(201).json());
    asks(key, &json!({ "name": "家", "access": "write", "days": 30 })).problem(422, "identity.idempotency_key_reused", None);
    assert_eq!(ask(&server, &here, "GET", "/auth/v1/tokens", None).expect(200).json()["items"].as_array().map(Vec::len), Some(1));
    for (wish, code, field) in [
        (json!({ "name": " ", "access": "read", "days": 30 }), "identity.token_name_empty", "name"),
        (json!({ "name": "x", "access": "read", "days": 366 }), "identity.token_days", "days"),
        (json!({ "name": "x", "access": "read", "days": 30, "app": "nowhere" }), "identity.token_app", "app"),
        (json!({ "name": "x", "access": "admin", "days": 30 }), "http.invalid_field", "access"),
    ] {
        ask(&server, &here, "POST", "/auth/v1/tokens", Some(&wish)).problem(400, code, Some(field));
    }
}
