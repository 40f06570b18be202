//! Passkeys by the pages and by the API, with a device in software.

use chabudai_testkit::passkey::Authenticator;
use chabudai_testkit::{Answer, Server};
use serde_json::{Value, json};

use crate::place;
use crate::visitor::Visitor;

const EMAIL: &str = "hana@example.org";
const PASSWORD: &str = "first-secret-of-hana";
const ORIGIN: &str = "https://house.example.org";
const PAGE: &str = "/account/passkeys";

fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |text, byte| text + &format!("%{byte:02X}"))
}

/// What the script of a page asks for.
fn options(visitor: &Visitor<'_>, page: &str, at: &str) -> Value {
    let token = visitor.token_of(page);
    visitor.posts(at, &format!("token={token}")).expect(200).json()
}

/// What the script of a page sends.
fn sends(visitor: &Visitor<'_>, page: &str, action: &str, credential: &Value, more: &str) -> Answer {
    let token = visitor.token_of(page);
    visitor.posts(action, &format!("token={token}&credential={}{more}", escaped(&credential.to_string())))
}

#[track_caller]
fn leads_to(answer: Answer, page: &str) {
    assert_eq!(answer.expect(303).header("location"), Some(page));
}

#[test]
fn a_passkey_is_added_on_its_page_and_signs_in() {
    let place = place::embedded();
    place::add_person(&place, EMAIL, "花子", PASSWORD);
    let server = place.start(&["--base-url", ORIGIN]);
    let hana = Visitor::of(&server);
    let at_the_door = hana.get("/sign-in").expect(200).text();
    let form = at_the_door.split("<form").find(|form| form.contains("data-passkey=\"get\"")).expect("a form");
    assert!(
        form.split('>').next().is_some_and(|tag| tag.ends_with(" hidden") && tag.contains("data-domain=\"house.example.org\"")),
        "{form}"
    );
    hana.goes_on("/sign-in", &[("email", EMAIL), ("password", PASSWORD)], "/");

    let mut phone = Authenticator::es256(ORIGIN);
    let made = phone.create(&options(&hana, PAGE, "/account/passkeys/options"));
    leads_to(sends(&hana, PAGE, PAGE, &made, "&name="), PAGE);
    let page = hana.get(PAGE).text();
    assert!(page.contains("<b>Unknown device</b>") && page.contains("Not used yet"), "without a name it has that of the device: {page}");
    leads_to(sends(&hana, PAGE, PAGE, &made, "&name=x"), PAGE);
    assert!(hana.get(PAGE).text().contains("took too long"), "a challenge is used once");
    hana.sends("/account", "/sign-out", &[]).expect(303);

    // In again, and where one wanted to go.
    let shown = phone.get(&options(&hana, "/sign-in", "/sign-in/passkey/options"));
    let other = Visitor::of(&server);
    leads_to(sends(&other, "/sign-in", "/sign-in/passkey", &shown, "&next=%2Faccount"), "/sign-in?next=%2Faccount");
    assert!(other.get("/sign-in").text().contains("started in another browser"));
    leads_to(sends(&hana, "/sign-in", "/sign-in/passkey", &shown, "&next=%2Faccount%2Fpasskeys"), PAGE);
    let page = hana.get(PAGE).expect(200).text();
    assert!(page.contains("Welcome back, <span class=\"name\">花子") && page.contains("Last used "), "{page}");
    for nonsense in [json!("x"), json!({}), json!({ "id": "x", "response": {} })] {
        leads_to(sends(&other, "/sign-in", "/sign-in/passkey", &nonsense, ""), "/sign-in");
        assert!(other.get("/sign-in").text().contains("work here"));
    }
    leads_to(
        sends(&other, "/sign-in", "/sign-in/passkey", &shown, "&next=https%3A%2F%2Fevil.example"),
        "/sign-in?next=https%3A%2F%2Fevil.example",
    );

    // Renamed and taken away, once however often.
    let id = page.split("/account/passkeys/").find_map(|rest| rest.split_once("/remove\"").map(|(id, _)| id.to_owned())).expect("an id");
    let (rename, remove) = (format!("{PAGE}/{id}/name"), format!("{PAGE}/{id}/remove"));
    leads_to(hana.sends(PAGE, &rename, &[("name", "電話")]), PAGE);
    assert!(hana.get(PAGE).text().contains("<b>電話</b>"));
    let token = hana.token_of(PAGE);
    leads_to(hana.posts(&rename, &format!("token={token}&name=")), PAGE);
    assert!(hana.get(PAGE).text().contains("Give the passkey a name."));
    for _ in 0..2 {
        leads_to(hana.posts(&remove, &format!("token={token}")), PAGE);
    }
    assert!(!hana.get(PAGE).text().contains("<b>電話</b>"));
    let log = server.log();
    for secret in [EMAIL, "電話", id.as_str()] {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}

/// No page of elsewhere begins or ends anything in the name of who is signed in.
#[test]
fn what_a_script_sends_carries_the_token_of_its_page() {
    let place = place::embedded();
    place::add_person(&place, EMAIL, "花子", PASSWORD);
    let server = place.start(&["--base-url", ORIGIN]);
    let hana = Visitor::of(&server);
    hana.goes_on("/sign-in", &[("email", EMAIL), ("password", PASSWORD)], "/");
    for action in [
        "/account/passkeys",
        "/account/passkeys/options",
        "/account/passkeys/x/name",
        "/account/passkeys/x/remove",
        "/account/proof/passkey",
        "/account/proof/passkey/options",
        "/sign-in/passkey",
        "/sign-in/passkey/options",
    ] {
        hana.posts(action, "credential=x&name=x").expect(403);
        hana.posts(action, "token=x.y&credential=x&name=x").expect(403);
    }
}

/// At an address for which browsers make none, the pages say so, and do without.
#[test]
fn without_https_the_pages_say_so_and_do_without() {
    let place = place::embedded();
    place::add_person(&place, EMAIL, "花子", PASSWORD);
    for options in [&[][..], &["--base-url", "http://house.example.org"], &["--base-url", "https://192.0.2.7"]] {
        let server = place.start(options);
        let hana = Visitor::of(&server);
        assert!(!hana.get("/sign-in").expect(200).text().contains("data-passkey"), "{options:?}");
        hana.goes_on("/sign-in", &[("email", EMAIL), ("password", PASSWORD)], "/");
        let page = hana.get(PAGE).expect(200).text();
        assert_eq!((page.matches("begins with https").count(), page.contains("data-passkey")), (1, false), "{options:?}: {page}");
        server.post("/auth/v1/passkeys/sign-in/options", &json!({})).problem(409, "identity.passkeys_need_https", None);
        server.stop();
    }
}

struct Program<'a> {
    server: &'a Server,
    token: String,
}

impl Program<'_> {
    fn ask(&self, method: &str, rest: &str, body: Option<&Value>) -> Answer {
        let ask = self.server.ask(method, &format!("/auth/v1{rest}")).header("authorization", &format!("Bearer {}", self.token));
        if let Some(body) = body { ask.json(body).send() } else { ask.send() }
    }
}

fn program<'a>(server: &'a Server, email: &str) -> Program<'a> {
    let signed_in = server.post("/auth/v1/sign-in", &json!({ "email": email, "password": PASSWORD })).expect(200).json();
    Program { server, token: signed_in["token"].as_str().expect("a token").to_owned() }
}

#[test]
fn a_program_adds_uses_and_removes_a_passkey() {
    let place = place::embedded();
    place::add_person(&place, EMAIL, "花子", PASSWORD);
    place::add_person(&place, "taro@example.org", "太郎", PASSWORD);
    let server = place.start(&["--base-url", ORIGIN, "--rate-per-address", "0"]);
    let (hana, taro) = (program(&server, EMAIL), program(&server, "taro@example.org"));
    server.ask("GET", "/auth/v1/passkeys").send().expect(401);
    assert_eq!(hana.ask("GET", "/passkeys", None).expect(200).json(), json!({ "items": [] }));

    let mut phone = Authenticator::ed25519(ORIGIN);
    let made = phone.create(&hana.ask("POST", "/passkeys/options", None).expect(200).json());
    let added = hana.ask("POST", "/passkeys", Some(&json!({ "name": "電話", "credential": made }))).expect(200).json();
    assert_eq!((added["name"].as_str(), &added["lastUsedAt"], &added["isBackupEligible"]), (Some("電話"), &Value::Null, &json!(false)));
    let listed = hana.ask("GET", "/passkeys", None).expect(200).json();
    assert_eq!(listed["items"], json!([added]));
    let at = format!("/passkeys/{}", added["id"].as_str().expect("an id"));

    // Somebody else's is not there.
    assert_eq!(taro.ask("GET", "/passkeys", None).expect(200).json()["items"], json!([]));
    taro.ask("PATCH", &at, Some(&json!({ "name": "x" }))).expect(404);
    taro.ask("DELETE", &at, None).expect(404);
    taro.ask("POST", "/passkeys/proof/options", None).problem(404, "identity.not_found", None);

    hana.ask("PATCH", &at, Some(&json!({ "name": "新しい電話" }))).expect(204);
    hana.ask("PATCH", &at, Some(&json!({ "name": " " }))).problem(400, "identity.passkey_name_empty", Some("name"));
    let begin = || server.post("/auth/v1/passkeys/sign-in/options", &json!({})).expect(200).json();
    let shown = phone.get(&begin());
    let token = server.post("/auth/v1/passkeys/sign-in", &shown).expect(200).json()["token"].clone();
    let back = Program { server: &server, token: token.as_str().expect("a token").to_owned() };
    assert_eq!(back.ask("GET", "/session", None).expect(200).json()["user"]["email"], EMAIL);
    server.post("/auth/v1/passkeys/sign-in", &shown).problem(400, "identity.passkey_ended", None);
    phone.origin = "https://evil.example".to_owned();
    server.post("/auth/v1/passkeys/sign-in", &phone.get(&begin())).problem(401, "identity.passkey_refused", None);
    phone.origin = ORIGIN.to_owned();

    let shown = phone.get(&back.ask("POST", "/passkeys/proof/options", None).expect(200).json());
    taro.ask("POST", "/passkeys/proof", Some(&shown)).problem(401, "identity.passkey_refused", None);
    back.ask("POST", "/passkeys/proof", Some(&shown)).expect(204);
    let export = back.ask("GET", "/export", None).expect(200).text();
    assert!(export.contains("新しい電話"), "{export}");
    back.ask("DELETE", &at, None).expect(204);
    back.ask("DELETE", &at, None).expect(404);
    server.post("/auth/v1/passkeys/sign-in", &phone.get(&begin())).problem(401, "identity.passkey_refused", None);
}

/// Nobody fills the store with challenges.
#[test]
fn challenges_are_asked_for_no_faster_than_passwords_are_tried() {
    let place = place::embedded();
    let server = place.start(&["--base-url", ORIGIN, "--rate-per-address", "50"]);
    let asked = (0..40).map(|_| server.post("/auth/v1/passkeys/sign-in/options", &json!({})).status).collect::<Vec<_>>();
    assert!(asked.contains(&429) && asked[0] == 200, "{asked:?}");
}
