//! The API, asked as a client asks it.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{Request, StatusCode, header};
use chabudai_app_chirashi::api::{AppState, routes};
use chabudai_app_chirashi::design::DESIGN;
use chabudai_app_chirashi::model::Role;
use chabudai_app_chirashi::service::Service;
use chabudai_kernel::db::Db;
use chabudai_kernel::part::Word;
use chabudai_test_stores::RandomIds;
use chabudai_web::api::document;
use chabudai_web::people::{Directory, Person, Role as HouseRole};
use chabudai_web::problem::Problem;
use chabudai_web::route_cost::{Observed, hold};
use futures::future::BoxFuture;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::world::{SECRET, World, on_both, settings};

/// A house of three: whoever brings their name as a token is let in.
struct Household;

impl Directory for Household {
    fn whoever_asks<'a>(&'a self, asked: &'a Parts) -> BoxFuture<'a, Result<Option<Person>, Problem>> {
        let token = asked.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        let person = token.filter(|name| ["root", "mei", "hana"].contains(name)).map(|name| Person {
            id: Word::new(format!("person_{name}")).expect("a word"),
            name: name.to_owned(),
            email: Word::new(format!("{name}@example.org")),
            lang: None,
            zone: None,
            epoch: None,
            role: if name == "root" { HouseRole::Operator } else { HouseRole::Member },
        });
        Box::pin(async move { Ok(person) })
    }

    fn person<'a>(&'a self, _: &'a Word) -> BoxFuture<'a, Result<Option<Person>, Problem>> {
        Box::pin(async { Ok(None) })
    }

    fn by_email<'a>(&'a self, _: &'a Word) -> BoxFuture<'a, Result<Option<Person>, Problem>> {
        Box::pin(async { Ok(None) })
    }

    fn is_empty(&self) -> BoxFuture<'_, Result<bool, Problem>> {
        Box::pin(async { Ok(false) })
    }
}

struct Client {
    router: Router,
}

struct Said {
    status: StatusCode,
    body: Value,
    cookie: Option<String>,
}

impl Client {
    fn of(w: &World) -> Self {
        let db = Db::new(&DESIGN, w.store.clone(), w.clock.clone(), SECRET).observed_by(Arc::new(Observed));
        let service = Service::new(db, Arc::new(RandomIds)).set(settings()).with_letters(w.mail.clone());
        let state = AppState { service, people: Arc::new(Household), search: None };
        // A route that asks more than it declares answers 500.
        Self { router: hold(routes(state).0, "", &[&DESIGN]) }
    }

    async fn ask(&self, method: &str, path: &str, token: Option<&str>, body: Option<Value>) -> Said {
        self.ask_with(method, path, token, body, &[]).await
    }

    async fn ask_with(&self, method: &str, path: &str, token: Option<&str>, body: Option<Value>, headers: &[(&str, &str)]) -> Said {
        let mut request = Request::builder().method(method).uri(format!("/chirashi/v1{path}"));
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = match body {
            Some(body) => request.header(header::CONTENT_TYPE, "application/json").body(Body::from(body.to_string())),
            None => request.body(Body::empty()),
        };
        let response = self.router.clone().oneshot(request.expect("a request")).await.expect("an answer");
        let status = response.status();
        let cookie = response.headers().get(header::SET_COOKIE).and_then(|value| value.to_str().ok()?.split(';').next()).map(str::to_owned);
        let bytes = response.into_body().collect().await.expect("a body").to_bytes();
        Said { status, body: serde_json::from_slice(&bytes).unwrap_or(Value::Null), cookie }
    }

    /// Asks, and wants this status.
    async fn wants(&self, status: u16, method: &str, path: &str, token: Option<&str>, body: Option<Value>) -> Value {
        let said = self.ask(method, path, token, body).await;
        assert_eq!(said.status.as_u16(), status, "{method} {path}: {}", said.body);
        said.body
    }
}

#[tokio::test]
async fn from_a_company_to_a_shared_recipe() {
    on_both(async |w: World| {
        let client = Client::of(&w);
        let root = Some("root");
        let company = json!({
            "name": "スーパーA", "contactPerson": "山田", "email": "a@example.org", "phone": "03-1234-5678", "address": "東京都",
            "contractPlan": "basic", "contractStartDate": "2026-01-01", "contractEndDate": "2026-12-31",
        });
        let made = client.ask_with("POST", "/staff/companies", root, Some(company.clone()), &[("idempotency-key", "k1")]).await;
        let again = client.ask_with("POST", "/staff/companies", root, Some(company.clone()), &[("idempotency-key", "k1")]).await;
        assert_eq!((made.status.as_u16(), again.status.as_u16(), &made.body["companyId"]), (201, 201, &again.body["companyId"]));
        let id = made.body["companyId"].as_str().unwrap().to_owned();
        let store = json!({ "name": "新宿店", "address": "東京都新宿区", "prefecture": "東京都", "phone": "03-1234-5678" });
        let store = client.wants(201, "POST", &format!("/staff/companies/{id}/stores"), root, Some(store)).await;
        let store = store["storeId"].as_str().unwrap().to_owned();
        let account = json!({
            "username": "tencho", "name": "店長", "email": "t@example.org", "password": "a long enough one",
            "role": "store_user", "companyId": id, "storeId": store,
        });
        let account = client.wants(201, "POST", "/staff/accounts", root, Some(account)).await;
        assert!(!account.to_string().contains("assword"), "{account}");
        let tokens =
            client.wants(200, "POST", "/staff/sign-in", None, Some(json!({ "username": "tencho", "password": "a long enough one" }))).await;
        let clerk = tokens["accessToken"].as_str();
        let flyer = json!({
            "images": ["/media/1.webp"], "validFrom": "2026-11-15", "validUntil": "2026-11-21",
            "items": [{ "name": "豚バラ肉", "price": 198 }, { "name": "キャベツ" }],
        });
        let flyer = client.wants(201, "POST", &format!("/staff/stores/{store}/flyers"), clerk, Some(flyer)).await;
        let flyer = flyer["flyerId"].as_str().unwrap().to_owned();
        // Everybody sees it.
        let stores = client.wants(200, "GET", "/stores?prefecture=%E6%9D%B1%E4%BA%AC%E9%83%BD", None, None).await;
        assert_eq!(stores["items"][0]["region"], "関東");
        let shown = client.wants(200, "GET", "/flyers?prefecture=%E6%9D%B1%E4%BA%AC%E9%83%BD&validToday=true", None, None).await;
        assert_eq!(shown["items"][0]["flyerId"], flyer);
        assert_eq!(client.wants(200, "GET", &format!("/flyers/{flyer}"), None, None).await["items"][0]["price"], 198);
        // Somebody of the house likes the store, cooks and shares.
        let mei = Some("mei");
        client.wants(200, "PUT", &format!("/me/favorites/{store}"), mei, None).await;
        assert_eq!(client.wants(200, "GET", "/me/favorites", mei, None).await["items"][0]["storeName"], "新宿店");
        assert_eq!(client.wants(409, "POST", &format!("/flyers/{flyer}/share"), mei, Some(json!({}))).await["code"], "chirashi.no_recipe");
        let recipe = client.wants(200, "POST", &format!("/flyers/{flyer}/recipe"), mei, None).await;
        assert!(recipe["recipeText"].as_str().unwrap().contains("豚バラ"));
        let shared = client.wants(201, "POST", &format!("/flyers/{flyer}/share"), None, Some(json!({}))).await;
        let path = format!("/shared-recipes/{}", shared["sharedRecipeId"].as_str().unwrap());
        // A visitor is counted once an hour, by a cookie that fits this recipe alone.
        let first = client.ask("GET", &path, None, None).await;
        let cookie = first.cookie.expect("a cookie");
        let second = client.ask_with("GET", &path, None, None, &[("cookie", &cookie)]).await;
        assert_eq!((&first.body["viewCount"], &second.body["viewCount"], second.cookie), (&json!(1), &json!(1), None));
        let forged = client.ask_with("GET", &path, None, None, &[("cookie", "chirashi-seen=x")]).await;
        assert_eq!(forged.body["viewCount"], 2);
        w.wait_hours(1);
        assert_eq!(client.ask_with("GET", &path, None, None, &[("cookie", &cookie)]).await.body["viewCount"], 3);
        // What staff did is in the log, for whoever runs everything.
        let log = client.wants(200, "GET", "/staff/audit/2026-11-15", root, None).await;
        assert_eq!(log["items"].as_array().unwrap().len(), 4);
    })
    .await;
}

#[tokio::test]
async fn an_account_with_a_password() {
    on_both(async |w: World| {
        let client = Client::of(&w);
        let register = json!({ "email": "Jun@Example.org", "name": "じゅん", "password": "a long enough one" });
        client.wants(204, "POST", "/auth/register", None, Some(register)).await;
        let code = w.mail.code_for("jun@example.org").unwrap();
        client.wants(200, "POST", "/auth/confirm", None, Some(json!({ "email": "jun@example.org", "code": code }))).await;
        let sign_in = json!({ "email": "jun@example.org", "password": "a long enough one" });
        let tokens = client.wants(200, "POST", "/auth/sign-in", None, Some(sign_in)).await;
        let me = client.wants(200, "GET", "/me", tokens["accessToken"].as_str(), None).await;
        assert_eq!((&me["email"], &me["hasPassword"]), (&json!("jun@example.org"), &json!(true)));
        let changed = json!({ "notificationFrequency": "morning", "seen": me["updatedAt"] });
        let after = client.wants(200, "PATCH", "/me", tokens["accessToken"].as_str(), Some(changed.clone())).await;
        assert_eq!(after["notificationFrequency"], "morning");
        assert_eq!(client.wants(409, "PATCH", "/me", tokens["accessToken"].as_str(), Some(changed)).await["code"], "chirashi.stale");
        let refresh = json!({ "refreshToken": tokens["refreshToken"] });
        let next = client.wants(200, "POST", "/auth/refresh", None, Some(refresh.clone())).await;
        assert_eq!(client.wants(401, "POST", "/auth/refresh", None, Some(refresh)).await["code"], "chirashi.token_reused");
        client.wants(401, "GET", "/me", next["accessToken"].as_str(), None).await;
        let wrong = json!({ "email": "nobody@example.org", "password": "x" });
        assert_eq!(client.wants(401, "POST", "/auth/sign-in", None, Some(wrong)).await["code"], "chirashi.wrong_sign_in");
        // Somebody of the house with the address of an account.
        let hana = json!({ "email": "hana@example.org", "name": "はな", "password": "a long enough one" });
        client.wants(204, "POST", "/auth/register", None, Some(hana)).await;
        let code = w.mail.code_for("hana@example.org").unwrap();
        client.wants(200, "POST", "/auth/confirm", None, Some(json!({ "email": "hana@example.org", "code": code }))).await;
        assert_eq!(client.wants(409, "GET", "/me", Some("hana"), None).await["code"], "chirashi.join_first");
        client.wants(200, "POST", "/auth/join", Some("hana"), Some(json!({ "password": "a long enough one" }))).await;
        assert_eq!(client.wants(200, "GET", "/me", Some("hana"), None).await["hasPassword"], true);
        client.wants(204, "DELETE", "/me", Some("hana"), None).await;
    })
    .await;
}

/// Every route without a token, with a user's, and with one of staff who may not: what is closed is closed.
#[tokio::test]
async fn what_is_closed_is_closed() {
    on_both(async |w: World| {
        let client = Client::of(&w);
        let company = w.company("スーパーA").await;
        let other = w.company("スーパーB").await;
        let (store, far) = (w.store_of(&company, "新宿店").await, w.store_of(&other, "大阪店").await);
        w.account("clerk", Role::StoreUser, Some(&store), Some(&company)).await;
        let flyer = w.flyer(&far).await;
        let tokens =
            client.wants(200, "POST", "/staff/sign-in", None, Some(json!({ "username": "clerk", "password": "a long enough one" }))).await;
        let clerk = tokens["accessToken"].as_str();
        for path in ["/me", "/me/home", "/me/favorites", "/me/inbox", "/me/export"] {
            assert_eq!(client.wants(401, "GET", path, None, None).await["code"], "chirashi.not_signed_in");
            client.wants(401, "GET", path, clerk, None).await;
            client.wants(401, "GET", path, Some("nobody"), None).await;
        }
        for path in [
            "/staff/me",
            "/staff/companies",
            "/staff/stores",
            "/staff/flyers",
            "/staff/drafts",
            "/staff/accounts",
            "/staff/audit/2026-11-15",
        ] {
            for token in [None, Some("mei"), Some("a.b.c")] {
                assert_eq!(client.wants(401, "GET", path, token, None).await["code"], "chirashi.not_signed_in", "{path}");
            }
            client.wants(200, "GET", path, Some("root"), None).await;
        }
        for path in ["/staff/companies", "/staff/accounts", "/staff/audit/2026-11-15"] {
            assert_eq!(client.wants(403, "GET", path, clerk, None).await["code"], "chirashi.not_allowed");
        }
        assert_eq!(client.wants(200, "GET", "/staff/stores", clerk, None).await["items"].as_array().unwrap().len(), 1);
        assert_eq!(client.wants(200, "GET", "/staff/flyers", clerk, None).await["items"], json!([]));
        // Somebody else's is not there.
        client.wants(404, "GET", &format!("/staff/companies/{}", other.company_id), clerk, None).await;
        client.wants(404, "PATCH", &format!("/staff/stores/{}", far.store_id), clerk, Some(json!({ "name": "x" }))).await;
        client.wants(404, "DELETE", &format!("/staff/flyers/{}", flyer.flyer_id), clerk, None).await;
        client.wants(404, "GET", "/articles/0", None, None).await;
        client.wants(400, "GET", "/stores?prefecture=Atlantis", None, None).await;
        client.wants(400, "GET", "/articles?limit=101", None, None).await;
        client.wants(400, "GET", "/articles?cursor=x", None, None).await;
    })
    .await;
}

/// What each route asks is declared, for every route that there is.
#[tokio::test]
async fn every_route_says_what_it_asks() {
    on_both(async |w: World| {
        let state = AppState { service: w.service.clone(), people: Arc::new(Household), search: None };
        let described = document("http://localhost", "1", [routes(state).1]);
        let paths = described["paths"].as_object().expect("paths");
        let mut there = BTreeSet::new();
        for (path, operations) in paths {
            for verb in operations.as_object().expect("operations").keys().filter(|verb| *verb != "parameters") {
                there.insert(format!("{} {path}", verb.to_uppercase()));
            }
        }
        let declared: BTreeSet<String> =
            DESIGN.routes.iter().flat_map(|routes| routes.iter()).map(|route| route.route.to_owned()).collect();
        assert_eq!(declared, there);
    })
    .await;
}

fn sources(folder: &Path, out: &mut String) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, out);
        } else {
            out.push_str(&std::fs::read_to_string(&path).expect("a text"));
        }
    }
}

/// What can go wrong is said in both languages, and nothing is said that cannot.
#[test]
fn every_code_has_its_words() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut code = String::new();
    sources(&folder.join("src"), &mut code);
    // Names of jobs, of the search and of the icon, and what every app says in the words of all.
    let other = ["daily", "deliver", "rank", "search", "svg", "unavailable"];
    let codes: BTreeSet<&str> = code
        .split("\"chirashi.")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .filter(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') && !other.contains(name))
        .collect();
    assert!(codes.len() > 40, "{codes:?}");
    for language in ["en", "ja"] {
        let words = std::fs::read_to_string(folder.join(format!("locales/{language}.ftl"))).expect("a text");
        let said: BTreeSet<&str> = words.lines().filter_map(|line| line.strip_prefix("error-chirashi-")?.split(" =").next()).collect();
        assert_eq!(codes, said, "in {language}");
    }
}
