//! Who may ask for what: every route that the server declares, as nobody, as a member, as another member and as the operator. `access.txt` says of each
//! who it is for; a route that is not in it fails the test, so that whoever adds one says so.
//!
//! The routes are those of the API document and those that the designs declare. A route that is in neither asks nothing of a store: debug builds
//! refuse it otherwise (`http.undeclared_cost`).

use std::cell::RefCell;
use std::collections::BTreeMap;

use chabudai_testkit::push::PushService;
use chabudai_testkit::stripe::Stripe;
use chabudai_testkit::{Answer, Place, Server};
use serde_json::{Value, json};

use crate::closet::{NO_GARMENT, NO_OUTFIT, NO_RECORD, NO_WARDROBE, text};
use crate::place;
use crate::visitor::Visitor;

const PASSWORD: &str = "正しい馬の電池とホッチキス";
const OPERATOR: &str = "operator@example.org";
const HANA: &str = "hana@example.org";
const TARO: &str = "taro@example.org";

/// Whom a route is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum For {
    /// Whoever comes.
    Anybody,
    /// Who is signed in, by a browser's cookie; others are led to the sign-in.
    Page,
    /// Who is signed in, by a token; others are told 401.
    Token,
    /// Who looks after the house, on a page; for other people there is no such page.
    Operator,
    /// Whoever knows the address, which nobody guesses: a wrong one is 404, whoever asks.
    Address,
    /// A program that knows a secret of the operator's.
    Job,
    /// Stripe, by its signature; whatever anybody else sends is told 400.
    Signed,
}

/// What `access.txt` says, by route.
fn expected() -> BTreeMap<String, For> {
    let read = |line: &str| {
        let mut words = line.split_whitespace();
        let whom = match words.next() {
            Some("anybody") => For::Anybody,
            Some("page") => For::Page,
            Some("token") => For::Token,
            Some("operator") => For::Operator,
            Some("address") => For::Address,
            Some("job") => For::Job,
            Some("signed") => For::Signed,
            other => panic!("{other:?} is nobody"),
        };
        (words.collect::<Vec<_>>().join(" "), whom)
    };
    include_str!("access.txt").lines().map(read).collect()
}

/// Every route that the program declares, of whichever app, and of the house itself.
fn declared(place: &Place, server: &Server) -> Vec<String> {
    let document = server.get("/api/openapi.json").expect(200).json();
    let mut routes = Vec::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        routes.extend(methods.as_object().expect("methods").keys().map(|method| format!("{} {path}", method.to_uppercase())));
    }
    for app in chabudai_server::APPS.iter().map(|app| app.design().app).chain(["house"]) {
        let design = place.run(&["design", app]).succeeded().output;
        let methods = ["GET ", "POST ", "PUT ", "PATCH ", "DELETE "];
        let rows = design.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`')).map(|(route, _)| route);
        routes.extend(rows.filter(|route| methods.iter().any(|method| route.starts_with(method))).map(str::to_owned));
    }
    routes.sort();
    routes.dedup();
    routes
}

/// Somebody, by both ways in.
struct Somebody<'a> {
    server: &'a Server,
    email: Option<&'static str>,
    browser: RefCell<Visitor<'a>>,
    token: RefCell<Option<String>>,
}

impl<'a> Somebody<'a> {
    fn of(server: &'a Server, email: Option<&'static str>) -> Self {
        let one = Self { server, email, browser: RefCell::new(Visitor::of(server)), token: RefCell::default() };
        one.comes_in();
        one
    }

    /// Signs in, by the page of a new browser and by the API.
    fn comes_in(&self) {
        let Some(email) = self.email else { return };
        *self.browser.borrow_mut() = Visitor::of(self.server);
        self.browser.borrow().goes_on("/sign-in", &[("email", email), ("password", PASSWORD)], "/");
        let signed_in = self.server.post("/auth/v1/sign-in", &json!({ "email": email, "password": PASSWORD })).expect(200).json();
        *self.token.borrow_mut() = Some(text(&signed_in["token"]));
    }

    /// By the API, or by a page's form with what a page of theirs has in it.
    fn asks(&self, method: &str, path: &str, body: &Value) -> Answer {
        if path.split('/').nth(2) == Some("v1") {
            let ask = self.server.ask(method, path);
            let ask = match &*self.token.borrow() {
                Some(token) => ask.header("authorization", &format!("Bearer {token}")),
                None => ask,
            };
            return if method == "GET" { ask.send() } else { ask.json(body).send() };
        }
        if method == "GET" {
            return self.browser.borrow().get(path);
        }
        let page = if self.email.is_some() { "/account" } else { "/sign-in" };
        let browser = self.browser.borrow();
        let token = browser.token_of(page);
        browser.posts(path, &format!("token={token}"))
    }
}

/// What somebody has, by what stands for it in an address.
struct Things {
    session: String,
    token: String,
    invitation: String,
    log: String,
    device: String,
}

impl Things {
    fn of(hana: &Somebody<'_>, push: &PushService) -> Self {
        let asks = |method: &str, path: &str, body: &Value| hana.asks(method, path, body);
        let made = asks("POST", "/auth/v1/tokens", &json!({ "name": "家", "access": "read", "days": 30 })).expect(201).json();
        let log = asks("POST", "/okusuri/v1/medication-log", &json!({ "hasBleeding": false })).expect(201).json();
        let device = push.device();
        let keys = json!({ "p256dh": device.p256dh, "auth": device.auth });
        let subscription = json!({ "endpoint": device.endpoint, "expirationTime": null, "keys": keys });
        let setting = json!({ "subscription": subscription, "isEnabled": true, "platform": "web" });
        asks("POST", "/okusuri/v1/notification/setting", &setting).expect(200);
        let between = |page: &str, before: &str, after: &str| {
            let shown = hana.browser.borrow().get(page).expect(200).text();
            shown
                .split(before)
                .find_map(|rest| rest.split_once(after).filter(|(id, _)| !id.contains('"')))
                .expect("it is listed")
                .0
                .to_owned()
        };
        hana.browser.borrow().sends("/account/invitations", "/account/invitations", &[]).expect(200);
        Self {
            session: text(&asks("GET", "/auth/v1/sessions", &Value::Null).expect(200).json()["items"][0]["id"]),
            token: text(&made["listed"]["id"]),
            invitation: between("/account/invitations", "/account/invitations/", "/withdraw"),
            log: text(&log["id"]),
            device: between("/okusuri/settings", "/okusuri/devices/", "/remove"),
        }
    }

    /// The address of a route, with what is hers in it.
    fn fill(&self, path: &str) -> String {
        let id = match path {
            _ if path.contains("/sessions/") => &self.session,
            _ if path.contains("/tokens/") => &self.token,
            // To have one takes a device; what is at such an address is somebody else's or nobody's, and both are not there.
            _ if path.contains("/passkeys/") => "nobodys",
            _ if path.contains("/invitations/") => &self.invitation,
            _ if path.contains("/medication-log/") || path.contains("/logs/") => &self.log,
            _ if path.contains("/devices/") => &self.device,
            // Whose things of a kitchen are whose is told in kondate.rs.
            _ if path.starts_with("/kondate/") => "nobodys",
            _ => {
                assert!(!path.contains("{id}"), "nobody has said whose {path} is");
                ""
            }
        };
        let filled = path.replace("{id}", id).replace("{day}", "2026-11-01").replace("{provider}", "nowhere");
        let filled =
            filled.replace("{wid}", NO_WARDROBE).replace("{cid}", NO_GARMENT).replace("{tid}", NO_OUTFIT).replace("{hid}", NO_RECORD);
        let filled =
            filled.replace("{picture}", "0").replace("{size}", "160.jpg").replace("{kind}", "recipes").replace("{creator}", "nobodys");
        let filled = filled.replace("{personId}", "nobodys").replace("{logId}", "nobodys").replace("{date}", "2026-11-01");
        let filled =
            filled.replace("{slot}", "next").replace("{shop}", "nowhere").replace("{address}", "nobodys.ics").replace("{token}", "nobodys");
        // What is in no kitchen of theirs is not there, and a starter is nobody's to change.
        let of_kitchens = ["{dish}", "{line}", "{food}", "{item}", "{set}", "{recipe}", "{category}", "{log}", "{person}", "{kitchen}"];
        let filled = of_kitchens.iter().fold(filled, |filled, name| filled.replace(name, "nobodys"));
        assert!(!filled.contains('{'), "nobody has said what stands in {filled}");
        filled
    }
}

/// Whether an answer leads to the sign-in.
fn is_led_to_sign_in(answer: &Answer) -> bool {
    let to = |place: fn(&str) -> bool| answer.header("location").is_some_and(place);
    // Somebody's form is shown to them once more, with the way to the sign-in.
    answer.status == 303 && to(|to| to == "/sign-in" || to.starts_with("/sign-in?next="))
        || answer.status == 307 && to(|to| to.starts_with("/send-again?to="))
}

/// What is asked for ends the session of who asks, or all of theirs.
fn signs_out(route: &str) -> bool {
    [
        "POST /sign-out",
        "/signout",
        "POST /account/sessions",
        "/v1/account",
        "POST /account/delete",
        "POST /sign-in",
        "POST /join",
        "POST /look-around",
    ]
    .iter()
    .any(|end| route.contains(end))
}

#[test]
fn every_route_is_for_whom_it_says() {
    let place = place::embedded();
    for (email, name) in [(OPERATOR, "管理人"), (HANA, "花子"), (TARO, "太郎")] {
        place::add_person(&place, email, name, PASSWORD);
    }
    place.run(&["user", "role", "--email", OPERATOR, "operator"]).succeeded();
    let push = PushService::start();
    let stripe = Stripe::start();
    let arguments = stripe.arguments();
    let options = ["--rate-per-address", "0", "--push-reach", "local", "--job-secret", "the-secret-of-the-job"];
    let server = place.start(&options.into_iter().chain(arguments.iter().map(String::as_str)).collect::<Vec<_>>());
    let (expected, declared) = (expected(), declared(&place, &server));
    let unsaid: Vec<&String> = declared.iter().filter(|route| !expected.contains_key(*route)).collect();
    let gone: Vec<&String> = expected.keys().filter(|route| !declared.contains(route)).collect();
    assert!(unsaid.is_empty() && gone.is_empty(), "say in access.txt whom they are for: {unsaid:?}; these are gone: {gone:?}");

    let hana = Somebody::of(&server, Some(HANA));
    let things = Things::of(&hana, &push);
    let kept = || hana.asks("GET", "/auth/v1/export", &Value::Null).expect(200).text();
    let before = kept();
    let mut wrong = Vec::new();
    for whose in [None, Some(TARO), Some(OPERATOR)] {
        let asker = Somebody::of(&server, whose);
        for route in &declared {
            let (method, path) = route.split_once(' ').expect("a method and a path");
            let body = match route.as_str() {
                "PATCH /okusuri/v1/medication-log/{id}" => json!({ "hasBleeding": true }),
                "PATCH /kondate/v1/payment-methods/{id}" => json!({ "isDefault": true }),
                "PATCH /auth/v1/passkeys/{id}" => json!({ "name": "鍵" }),
                "PATCH /kondate/v1/shopping-list/items/{id}" => json!({ "checked": true }),
                "PATCH /kondate/v1/kitchens/{id}" => json!({ "name": "台所" }),
                "PUT /kondate/v1/recipes/{id}/publication" | "PUT /kondate/v1/sets/{id}/publication" => json!({ "visibility": "free" }),
                "POST /kondate/v1/kitchens/{id}/owner" => json!({ "personId": "nobodys" }),
                _ => json!({}),
            };
            let answer = asker.asks(method, &things.fill(path), &body);
            let shown = format!(
                "{route} as {whose:?}: {} {:?} {}",
                answer.status,
                answer.header("location"),
                answer.text().chars().take(120).collect::<String>()
            );
            let (is_out, is_led) = (answer.status == 401, is_led_to_sign_in(&answer));
            let is_right = match (expected[route], whose) {
                // A form has nowhere to come back to: it may say so instead.
                (For::Page | For::Operator, None) => is_led || is_out && method == "POST",
                // A form without anything in it says what is missing; what it names is not there.
                (For::Operator, Some(OPERATOR)) => answer.status == 200 || method == "POST",
                (For::Token, None) => is_out && answer.header("www-authenticate") == Some("Bearer"),
                (For::Job, _) => is_out,
                (For::Signed, _) => answer.status == 400,
                (For::Address | For::Operator, _) => answer.status == 404,
                // Whoever signs in with nothing is told 401 as well; whoever signs out is led to the sign-in.
                (For::Anybody, _) => !is_out || route.contains("/sign-in"),
                // What is hers is not there for anybody else: 404, or, where a button was pressed twice, the list once more.
                (For::Token, Some(_)) if path.contains("{id}") => answer.status == 404,
                (For::Page, Some(_)) if path.contains("{id}") => answer.status == 404 || answer.status == 303 && !is_led,
                (For::Page, Some(_)) => !is_led && !is_out,
                (For::Token, Some(_)) => !is_out || signs_out(route) || route.contains("/proof"),
            };
            if !is_right || answer.status >= 500 {
                wrong.push(shown);
            }
            if signs_out(route) {
                asker.comes_in();
            }
        }
        assert_eq!(kept(), before, "what is hers is as it was, whatever {whose:?} did");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
