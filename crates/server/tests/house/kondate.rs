//! Kondate over HTTP: every operation as the owner of a kitchen, as somebody in it, as somebody who was removed, as somebody else, and as nobody;
//! and the envelope, also of what no operation sees.

use std::collections::BTreeSet;

use chabudai_testkit::{Answer, Server};
use image::ImageFormat;
use serde_json::{Value, json};

use crate::closet::{drawn, png, text};
use crate::place;
use crate::visitor::{Visitor, escaped, token_in};

const PASSWORD: &str = "正しい馬の電池とホッチキス";
const PEOPLE: [(&str, &str); 4] =
    [("mei@example.org", "めい"), ("sora@example.org", "そら"), ("gone@example.org", "もと"), ("other@example.org", "よそ")];

/// Somebody, by their token.
struct Cook<'a> {
    server: &'a Server,
    token: Option<String>,
    kitchen: Option<String>,
}

impl Cook<'_> {
    fn asks(&self, method: &str, path: &str, body: &Value) -> Answer {
        let ask = self.server.ask(method, &format!("/kondate/v1{path}"));
        let ask = self.token.iter().fold(ask, |ask, token| ask.header("authorization", &format!("Bearer {token}")));
        let ask = self.kitchen.iter().fold(ask, |ask, kitchen| ask.header("kondate-kitchen", kitchen));
        if body.is_null() { ask.send() } else { ask.json(body).send() }
    }

    fn gets(&self, path: &str) -> Value {
        self.asks("GET", path, &Value::Null).expect(200).json()["data"].take()
    }

    fn does(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.asks(method, path, body);
        assert!(answer.status < 300, "{method} {path}: {} {}", answer.status, answer.text());
        answer.json()["data"].take()
    }
}

/// A refusal, in its envelope.
fn refused(answer: &Answer, status: u16, code: &str, reason: &str) {
    let shown = format!("{} {}", answer.status, answer.text());
    assert_eq!((answer.status, answer.header("content-type")), (status, Some("application/json")), "{shown}");
    let error = &answer.json()["error"];
    assert_eq!((error["code"].as_str(), error["reason"].as_str()), (Some(code), Some(reason)), "{shown}");
    assert!(error["message"].as_str().is_some_and(|text| text.ends_with('.')) && error["details"].is_array(), "{shown}");
}

fn recipe(title: &str) -> Value {
    json!({ "title": title, "servings": 2, "ingredients": [{ "name": "玉ねぎ", "quantity": "2", "unit": "個" }], "steps": [{ "text": "煮る" }] })
}

#[test]
#[expect(clippy::too_many_lines, reason = "most of it is one list: what is asked of each")]
fn every_operation_is_for_those_in_the_kitchen() {
    let place = place::embedded();
    for (email, name) in PEOPLE {
        place::add_person(&place, email, name, PASSWORD);
    }
    let server = place.start(&["--rate-per-address", "0"]);
    let of = |who: usize| {
        let signed_in = server.post("/auth/v1/sign-in", &json!({ "email": PEOPLE[who].0, "password": PASSWORD })).expect(200).json();
        Cook { server: &server, token: Some(text(&signed_in["token"])), kitchen: None }
    };
    let (mut mei, mut sora, mut gone, mut other) = (of(0), of(1), of(2), of(3));
    let mut nobody = Cook { server: &server, token: None, kitchen: None };
    let kitchen = text(&mei.gets("/kitchens")["items"][0]["id"]);
    let mut left = String::new();
    for guest in [&sora, &gone] {
        let secret = mei.does("POST", &format!("/kitchens/{kitchen}/invitations"), &Value::Null)["secret"].clone();
        assert_eq!(guest.does("POST", "/invitations/look", &json!({ "secret": secret }))["inviterName"], "めい");
        guest.does("POST", "/invitations/accept", &json!({ "secret": secret }));
        left = text(&secret);
    }
    for one in [&mut mei, &mut sora, &mut gone, &mut other, &mut nobody] {
        one.kitchen = Some(kitchen.clone());
    }
    let id_of = |one: &Cook<'_>| text(&one.gets("/auth/me")["id"]);
    let (mei_id, gone_id) = (id_of(&mei), id_of(&gone));
    mei.does("DELETE", &format!("/kitchens/{kitchen}/members/{gone_id}"), &Value::Null);
    // The link that somebody came by opens nothing once they were removed.
    refused(&gone.asks("POST", "/invitations/accept", &json!({ "secret": left })), 404, "NOT_FOUND", "kondate.not_found");

    let curry = text(&mei.does("POST", "/recipes", &recipe("カレー"))["id"]);
    let set = text(&mei.does("POST", "/sets", &json!({ "title": "今週", "recipeIds": [curry] }))["id"]);
    let dish = text(&mei.does("POST", "/plan/select-set", &json!({ "setId": set, "slot": "current" }))["items"][0]["id"]);
    mei.does("POST", "/plan/select-set", &json!({ "setId": set, "slot": "next" }));
    let line = text(&mei.does("POST", "/shopping-list/items", &json!({ "name": "牛乳" }))["id"]);
    let batch = text(&mei.does("POST", "/fridge/items", &json!({ "name": "卵", "quantity": "10", "unit": "個" }))["id"]);
    let category = text(&mei.does("PATCH", "/categories/sweets", &json!({ "isHidden": true }))["id"]);
    assert_eq!(category, "sweets");
    let tab = text(&mei.does("POST", "/categories", &json!({ "scope": "book", "tagName": "鍋" }))["id"]);
    let staple = text(&mei.does("PUT", "/staples", &json!({ "name": "米" }))["foodId"]);
    let food = text(&mei.does("PUT", "/foods", &json!({ "name": "謎の実" }))["foodId"]);
    mei.does("PATCH", &format!("/plan/items/{dish}"), &json!({ "isCooked": true }));
    let shared = json!({ "targetType": "set", "targetId": set, "authorName": "めい" });
    let shared = text(&mei.does("POST", "/share", &shared)["shareId"]);
    let month = mei.gets("/archive?month=2026-11")["month"].clone();
    assert_eq!(month, "2026-11");

    // What is asked of each, of things that are there; each leaves the kitchen so that the next can be asked.
    let asked: Vec<(&str, String, &str, Value)> = vec![
        ("GET", "/suggestions".into(), "/suggestions", Value::Null),
        ("GET", format!("/kitchens/{kitchen}"), "/kitchens/{id}", Value::Null),
        ("PATCH", format!("/kitchens/{kitchen}"), "/kitchens/{id}", json!({ "name": "台所" })),
        ("DELETE", format!("/kitchens/{kitchen}"), "/kitchens/{id}", Value::Null),
        ("POST", format!("/kitchens/{kitchen}/restore"), "/kitchens/{id}/restore", Value::Null),
        ("POST", format!("/kitchens/{kitchen}/use"), "/kitchens/{id}/use", Value::Null),
        ("POST", format!("/kitchens/{kitchen}/owner"), "/kitchens/{id}/owner", json!({ "personId": mei_id })),
        ("DELETE", format!("/kitchens/{kitchen}/members/nobody"), "/kitchens/{id}/members/{personId}", Value::Null),
        ("POST", format!("/kitchens/{kitchen}/invitations"), "/kitchens/{id}/invitations", Value::Null),
        ("DELETE", format!("/kitchens/{kitchen}/invitations"), "/kitchens/{id}/invitations", Value::Null),
        ("GET", "/recipes".into(), "/recipes", Value::Null),
        ("GET", "/recipes?search=%E3%81%8B%E3%82%8C%E3%83%BC".into(), "/recipes", Value::Null),
        ("POST", "/recipes".into(), "/recipes", recipe("シチュー")),
        ("GET", format!("/recipes/{curry}"), "/recipes/{id}", Value::Null),
        ("PATCH", format!("/recipes/{curry}"), "/recipes/{id}", json!({ "title": "夏カレー" })),
        ("DELETE", format!("/recipes/{curry}"), "/recipes/{id}", Value::Null),
        ("POST", format!("/recipes/{curry}/restore"), "/recipes/{id}/restore", Value::Null),
        ("GET", "/sets".into(), "/sets", Value::Null),
        ("POST", "/sets".into(), "/sets", json!({ "title": "来週", "recipeIds": ["nikujaga"] })),
        ("GET", format!("/sets/{set}"), "/sets/{id}", Value::Null),
        ("PATCH", format!("/sets/{set}"), "/sets/{id}", json!({ "title": "今週" })),
        ("DELETE", format!("/sets/{set}"), "/sets/{id}", Value::Null),
        ("POST", format!("/sets/{set}/restore"), "/sets/{id}/restore", Value::Null),
        ("GET", format!("/recipes/{curry}/export"), "/recipes/{id}/export", Value::Null),
        ("GET", "/export/recipes".into(), "/export/recipes", Value::Null),
        ("POST", "/import/parse".into(), "/import/parse", json!({ "type": "text", "content": "親子丼\n材料\n卵 3個\n作り方\n煮る" })),
        ("POST", "/share".into(), "/share", json!({ "targetType": "recipe", "targetId": curry, "authorName": "めい" })),
        ("DELETE", format!("/share/{shared}"), "/share/{id}", Value::Null),
        ("GET", "/catalog/recipes?sort=popular".into(), "/catalog/recipes", Value::Null),
        ("GET", "/catalog/sets?sort=recommended".into(), "/catalog/sets", Value::Null),
        ("GET", "/catalog/recipes/nikujaga".into(), "/catalog/recipes/{id}", Value::Null),
        ("GET", "/catalog/sets/weekday".into(), "/catalog/sets/{id}", Value::Null),
        ("POST", "/catalog/recipes/nikujaga/save".into(), "/catalog/recipes/{id}/save", Value::Null),
        ("DELETE", "/catalog/recipes/nikujaga/save".into(), "/catalog/recipes/{id}/save", Value::Null),
        ("POST", "/catalog/sets/weekday/save".into(), "/catalog/sets/{id}/save", Value::Null),
        ("DELETE", "/catalog/sets/weekday/save".into(), "/catalog/sets/{id}/save", Value::Null),
        ("GET", "/plan".into(), "/plan", Value::Null),
        ("PATCH", format!("/plan/items/{dish}"), "/plan/items/{id}", json!({ "isCooked": true })),
        ("POST", "/plan/advance".into(), "/plan/advance", Value::Null),
        ("POST", "/plan/select-set".into(), "/plan/select-set", json!({ "setId": set, "slot": "next" })),
        ("DELETE", "/plan/next".into(), "/plan/{slot}", Value::Null),
        ("GET", "/shopping-list".into(), "/shopping-list", Value::Null),
        ("POST", "/shopping-list/items".into(), "/shopping-list/items", json!({ "name": "パン" })),
        ("PATCH", format!("/shopping-list/items/{line}"), "/shopping-list/items/{id}", json!({ "checked": false })),
        ("DELETE", format!("/shopping-list/items/{line}"), "/shopping-list/items/{id}", Value::Null),
        ("POST", "/shopping-list/complete".into(), "/shopping-list/complete", Value::Null),
        ("DELETE", "/shopping-list/complete?completedAt=2026-11-01T00:00:00Z".into(), "/shopping-list/complete", Value::Null),
        ("GET", "/fridge".into(), "/fridge", Value::Null),
        ("POST", "/fridge/items".into(), "/fridge/items", json!({ "name": "豆腐" })),
        ("PATCH", format!("/fridge/items/{batch}"), "/fridge/items/{id}", json!({ "quantity": "9" })),
        ("DELETE", format!("/fridge/items/{batch}"), "/fridge/items/{id}", Value::Null),
        ("GET", "/fridge/deleted".into(), "/fridge/deleted", Value::Null),
        ("POST", format!("/fridge/items/{batch}/restore"), "/fridge/items/{id}/restore", Value::Null),
        ("GET", "/categories".into(), "/categories", Value::Null),
        ("PATCH", format!("/categories/{tab}"), "/categories/{id}", json!({ "isHidden": true })),
        ("DELETE", format!("/categories/{tab}"), "/categories/{id}", Value::Null),
        ("POST", "/categories".into(), "/categories", json!({ "scope": "book", "tagName": "丼" })),
        ("GET", "/staples".into(), "/staples", Value::Null),
        ("PUT", "/staples".into(), "/staples", json!({ "name": "米" })),
        ("DELETE", format!("/staples/{staple}"), "/staples/{id}", Value::Null),
        ("GET", "/aisles".into(), "/aisles", Value::Null),
        ("PUT", "/aisles/%E9%A7%85%E5%89%8D".into(), "/aisles/{shop}", json!({ "aisles": ["dairy"] })),
        ("GET", "/foods".into(), "/foods", Value::Null),
        ("PUT", "/foods".into(), "/foods", json!({ "name": "謎の実" })),
        ("DELETE", format!("/foods/{food}"), "/foods/{id}", Value::Null),
        ("GET", "/archive?month=2026-11".into(), "/archive", Value::Null),
        ("GET", "/archive/2026-11-01".into(), "/archive/{date}", Value::Null),
        ("DELETE", "/archive/2026-11-01/nobody".into(), "/archive/{date}/{logId}", Value::Null),
    ];
    // Nothing of the document is left out but what is of a person and of no kitchen.
    let document = server.get("/api/openapi.json").expect(200).json();
    let of_person = ["GET /auth/me", "PATCH /me", "GET /notification-settings", "PATCH /notification-settings", "GET /kitchens"];
    let of_person: BTreeSet<String> = of_person
        .iter()
        .chain(&["POST /kitchens", "POST /invitations/look", "POST /invitations/accept"])
        // A picture is no JSON: `a_picture_is_shown_by_one_recipe_of_its_kitchen` asks for it.
        .chain(&["POST /images"])
        // Publishing is for who is in their own kitchen: see `kondate_catalog`.
        .chain(&["PUT /recipes/{id}/publication", "DELETE /recipes/{id}/publication"])
        .chain(&["PUT /sets/{id}/publication", "DELETE /sets/{id}/publication"])
        // Links are anybody's: see `kondate_sharing`.
        .chain(&["GET /share/recipe/{id}", "GET /share/set/{id}"])
        // What one is told is of a person: see `kondate_notices`.
        .chain(&["GET /notifications", "POST /notifications/read", "POST /push-tokens", "DELETE /push-tokens/{token}"])
        // What one buys is of a person: see `kondate_till`.
        .chain(&crate::kondate_till::OPERATIONS)
        .map(|one| (*one).to_owned())
        .collect();
    let mut declared = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        let Some(rest) = path.strip_prefix("/kondate/v1") else { continue };
        declared.extend(methods.as_object().expect("methods").keys().map(|method| format!("{} {rest}", method.to_uppercase())));
    }
    let told: BTreeSet<String> = asked.iter().map(|(method, _, route, _)| format!("{method} {route}")).chain(of_person).collect();
    assert_eq!(told, declared, "every operation is asked as each of them");

    let before = mei.gets("/recipes").to_string();
    for (method, path, route, body) in &asked {
        refused(&nobody.asks(method, path, body), 401, "UNAUTHORIZED", "identity.not_signed_in");
        for stranger in [&gone, &other] {
            refused(&stranger.asks(method, path, body), 404, "NOT_FOUND", "kondate.not_found");
        }
        // A kitchen that two are in is deleted by neither, and so there is nothing to bring back.
        if *route == "/kitchens/{id}" && *method == "DELETE" {
            for one in [&sora, &mei] {
                refused(&one.asks(method, path, body), 409, "CONFLICT", "kondate.not_alone");
            }
            continue;
        }
        if *route == "/kitchens/{id}/restore" {
            for one in [&sora, &mei] {
                refused(&one.asks(method, path, body), 404, "NOT_FOUND", "kondate.not_found");
            }
            continue;
        }
        // What only an owner does is refused to who is merely in it; what is not there is there for neither.
        let (is_owners, is_there) =
            (route.starts_with("/kitchens/{id}") && (*method != "GET" && !route.ends_with("/use")), !path.ends_with("/nobody"));
        if is_owners && is_there {
            let same = route.ends_with("/owner");
            refused(&sora.asks(method, path, body), 403, "FORBIDDEN", "kondate.not_owner");
            assert!(same || mei.asks(method, path, body).status < 300, "{method} {path}");
            continue;
        }
        if !is_there {
            assert!([403, 404].contains(&sora.asks(method, path, body).status), "{method} {path}");
            continue;
        }
        let undone = *method == "DELETE"
            || path.starts_with("/fridge") && route.ends_with("/restore")
            || *route == "/plan/advance"
            || *route == "/categories";
        let answer = sora.asks(method, path, body);
        assert!(answer.status < 300, "{method} {path} as somebody in it: {} {}", answer.status, answer.text());
        if !undone {
            let answer = mei.asks(method, path, body);
            assert!(answer.status < 300, "{method} {path} as the owner: {} {}", answer.status, answer.text());
        }
    }
    assert_ne!(mei.gets("/recipes").to_string(), before, "they write into the same book");
    assert!(!other.asks("GET", "/recipes", &Value::Null).text().contains("夏カレー"));
    server.stop();
    place.run(&["check", "kondate"]).succeeded();
}

#[test]
fn a_picture_is_shown_by_one_recipe_of_its_kitchen() {
    place::both(|place| {
        for (email, name) in [PEOPLE[0], PEOPLE[3]] {
            place::add_person(place, email, name, PASSWORD);
        }
        let server = place.start(&["--rate-per-address", "0"]);
        let of = |who: usize| {
            let signed_in = server.post("/auth/v1/sign-in", &json!({ "email": PEOPLE[who].0, "password": PASSWORD })).expect(200).json();
            Cook { server: &server, token: Some(text(&signed_in["token"])), kitchen: None }
        };
        let (mei, mut other) = (of(0), of(3));
        let send = |who: &Cook<'_>, name: &str, file: &[u8]| {
            let ask = who
                .token
                .iter()
                .fold(server.ask("POST", "/kondate/v1/images"), |ask, token| ask.header("authorization", &format!("Bearer {token}")));
            who.kitchen.iter().fold(ask, |ask, kitchen| ask.header("kondate-kitchen", kitchen)).form(name, file).send()
        };
        // Who takes it in, and what is taken.
        let nobody = Cook { server: &server, token: None, kitchen: None };
        refused(&send(&nobody, "file", &png(64, 64)), 401, "UNAUTHORIZED", "identity.not_signed_in");
        other.kitchen = Some(text(&mei.gets("/kitchens")["items"][0]["id"]));
        refused(&send(&other, "file", &png(64, 64)), 404, "NOT_FOUND", "kondate.not_found");
        other.kitchen = None;
        refused(&send(&mei, "photo", &png(64, 64)), 400, "INVALID_REQUEST", "http.invalid_form");
        refused(&send(&mei, "file", b"GIF89a not one of ours"), 415, "INVALID_REQUEST", "media.not_an_image");
        refused(&send(&mei, "file", &png(64, 64)[..200]), 422, "VALIDATION_ERROR", "media.damaged");
        // A picture that is one, with 5 MB behind it; and so much that nobody reads it to its end.
        for more in [1, 200 * 1024] {
            let mut large = png(64, 64);
            large.resize(5 * 1024 * 1024 + more, 0);
            let answer = send(&mei, "file", &large);
            refused(&answer, 413, "INVALID_REQUEST", "media.too_large");
            assert!(answer.text().contains("at most 5 MB") && answer.text().contains("\"file\""), "{}", answer.text());
        }
        refused(&mei.asks("POST", "/images", &json!({})), 415, "INVALID_REQUEST", "http.unsupported_media_type");

        let made = send(&mei, "file", &drawn(900, 300, ImageFormat::Png)).expect(201).json()["data"].take();
        let (key, address) = (text(&made["imageKey"]), text(&made["thumbnailUrl"]));
        let path = format!("/kondate/pictures/{key}/640.jpg");
        assert!(address.starts_with("http") && address.ends_with(&path), "{address}");
        // Whoever knows its name sees it, in three sizes, for ever the same.
        for (size, width) in [(160, 160), (640, 640), (1600, 900)] {
            let at = format!("/kondate/pictures/{key}/{size}.jpg");
            let shown = server.get(&at).expect(200);
            assert_eq!((shown.header("content-type"), shown.header("x-content-type-options")), (Some("image/jpeg"), Some("nosniff")));
            assert_eq!(shown.header("cache-control"), Some("public, max-age=31536000, immutable"));
            assert_eq!(image::load_from_memory(&shown.body).expect("a picture").width(), width);
            let mark = shown.header("etag").expect("a mark").to_owned();
            server.ask("GET", &at).header("if-none-match", &mark).send().expect(304);
        }
        for at in ["nonsense/160.jpg", &format!("{}/160.jpg", "0".repeat(40)), &format!("{key}/161.jpg"), &key] {
            server.get(&format!("/kondate/pictures/{at}")).problem(404, "http.not_found", None);
        }

        let with = |title: &str, key: &str| {
            let mut new = recipe(title);
            new["imageKey"] = json!(key);
            new
        };
        let no_such = |answer: &Answer| refused(answer, 422, "VALIDATION_ERROR", "kondate.no_such_picture");
        no_such(&other.asks("POST", "/recipes", &with("よその", &key)));
        no_such(&mei.asks("POST", "/recipes", &with("カレー", "nonsense")));
        // It was not used up by those who tried.
        let curry = mei.does("POST", "/recipes", &with("カレー", &key));
        let at = format!("/recipes/{}", text(&curry["id"]));
        assert_eq!((&curry["imageKey"], &curry["thumbnailUrl"]), (&json!(key), &json!(address)));
        no_such(&mei.asks("POST", "/recipes", &with("別のカレー", &key)));
        let stew = text(&other.does("POST", "/recipes", &recipe("シチュー"))["id"]);
        for change in [json!({ "imageKey": key }), json!({ "thumbnailUrl": address })] {
            no_such(&other.asks("PATCH", &format!("/recipes/{stew}"), &change));
        }
        // It is seen wherever the dish is.
        let set = text(&mei.does("POST", "/sets", &json!({ "title": "今週", "recipeIds": [curry["id"]] }))["id"]);
        assert_eq!(mei.gets(&format!("/sets/{set}"))["recipes"][0]["thumbnailUrl"], json!(address));
        let plan = mei.does("POST", "/plan/select-set", &json!({ "setId": set, "slot": "current" }));
        assert_eq!(plan["items"][0]["thumbnailUrl"], json!(address));
        assert_eq!(mei.gets("/recipes")["items"][0]["thumbnailUrl"], json!(address));
        // What was told, sent back, changes nothing; an address of the web takes its place; null takes it away.
        assert_eq!(mei.does("PATCH", &at, &json!({ "thumbnailUrl": address, "imageKey": key }))["imageKey"], json!(key));
        let web = mei.does("PATCH", &at, &json!({ "thumbnailUrl": "https://example.com/curry.jpg" }));
        assert_eq!((&web["imageKey"], &web["thumbnailUrl"]), (&Value::Null, &json!("https://example.com/curry.jpg")));
        assert_eq!(mei.does("PATCH", &at, &json!({ "imageKey": key }))["thumbnailUrl"], json!(address));
        // The plan and the log show what the dish looks like now, and not what it looked like when it was planned or cooked.
        let dish = format!("/plan/items/{}", text(&plan["items"][0]["id"]));
        let on_the_table = mei.does("PATCH", &dish, &json!({ "isCooked": true }));
        assert_eq!(on_the_table["thumbnailUrl"], json!(address));
        let at_the_stove: jiff::Timestamp = text(&on_the_table["cookedAt"]).parse().expect("a moment");
        let day = at_the_stove.in_tz("Asia/Tokyo").expect("a zone").date();
        let planned = || mei.gets("/plan")["current"]["items"][0]["thumbnailUrl"].take();
        let cooked = || mei.gets(&format!("/archive/{day}"))["logs"][0]["recipeThumbnailUrl"].take();
        assert_eq!((planned(), cooked()), (json!(address), json!(address)));
        let newer = send(&mei, "file", &png(64, 64)).expect(201).json()["data"].take();
        mei.does("PATCH", &at, &json!({ "imageKey": newer["imageKey"] }));
        assert_eq!((planned(), cooked()), (newer["thumbnailUrl"].clone(), newer["thumbnailUrl"].clone()));
        assert_eq!(mei.does("PATCH", &at, &json!({ "imageKey": null }))["thumbnailUrl"], Value::Null);
        assert_eq!((planned(), cooked()), (Value::Null, Value::Null));
        // So does somebody: the picture that they have taken in themselves, and nobody else's.
        for (who, key) in [(&other, key.as_str()), (&mei, "nonsense")] {
            let answer = who.asks("PATCH", "/me", &json!({ "avatarKey": key }));
            refused(&answer, 422, "VALIDATION_ERROR", "kondate.no_such_avatar");
            assert!(answer.text().contains("\"avatarKey\"") && !answer.text().contains("imageKey"), "{}", answer.text());
        }
        assert_eq!(mei.does("PATCH", "/me", &json!({ "avatarKey": key }))["avatarUrl"], json!(address));
        assert_eq!(mei.does("PATCH", "/me", &json!({ "avatarUrl": address }))["avatarUrl"], json!(address));
        assert_eq!(mei.does("PATCH", "/me", &json!({ "avatarUrl": null }))["avatarUrl"], Value::Null);
        server.get(&path).expect(200);
        server.stop();
        place.run(&["check", "kondate"]).succeeded();
    });
}

#[test]
fn everything_below_the_prefix_is_in_the_envelope() {
    let place = place::embedded();
    place::add_person(&place, PEOPLE[0].0, PEOPLE[0].1, PASSWORD);
    let server = place.start(&["--rate-per-address", "0"]);
    let signed_in = server.post("/auth/v1/sign-in", &json!({ "email": PEOPLE[0].0, "password": PASSWORD })).expect(200).json();
    let mei = Cook { server: &server, token: Some(text(&signed_in["token"])), kitchen: None };
    refused(&mei.asks("GET", "/nowhere", &Value::Null), 404, "NOT_FOUND", "http.not_found");
    refused(&mei.asks("PUT", "/plan", &json!({})), 405, "INVALID_REQUEST", "http.method_not_allowed");
    refused(&mei.asks("POST", "/recipes", &json!({ "title": 7 })), 400, "INVALID_REQUEST", "http.invalid_field");
    refused(&mei.asks("GET", "/recipes?colour=red", &Value::Null), 400, "INVALID_REQUEST", "http.invalid_parameter");
    refused(&mei.asks("POST", "/recipes", &recipe(&"あ".repeat(81))), 422, "VALIDATION_ERROR", "kondate.title");
    refused(&mei.asks("POST", "/plan/advance", &Value::Null), 409, "CONFLICT", "kondate.nothing_next");
    refused(&mei.asks("PATCH", "/recipes/nikujaga", &json!({ "title": "私の" })), 403, "FORBIDDEN", "kondate.not_yours");
    refused(&mei.asks("GET", "/recipes?cursor=nonsense", &Value::Null), 422, "VALIDATION_ERROR", "kondate.invalid_cursor");
    let bad = server.ask("GET", "/kondate/v1/plan").header("authorization", "Bearer chabu_nonsense").header("accept", "text/html").send();
    assert_eq!((bad.status, bad.header("content-type")), (401, Some("application/json")), "{}", bad.text());
    assert_eq!(bad.header("x-chabudai-code"), None);
    // Elsewhere nothing has changed.
    server.get("/okusuri/v1/nowhere").problem(404, "http.not_found", None);
    server.get("/kondate/v12").problem(404, "http.not_found", None);

    // The same request with the same key is done once; another one with it is refused.
    let again = |title: &str| {
        let ask = server.ask("POST", "/kondate/v1/recipes").header("authorization", &format!("Bearer {}", text(&signed_in["token"])));
        ask.header("idempotency-key", "one").json(&recipe(title)).send()
    };
    let first = again("カレー").expect(201).json()["data"]["id"].clone();
    assert_eq!(again("カレー").expect(201).json()["data"]["id"], first);
    refused(&again("シチュー"), 422, "VALIDATION_ERROR", "kondate.idempotency_key_reused");
    let mine = mei.gets("/recipes?limit=100");
    assert_eq!(mine["items"].as_array().map(Vec::len), Some(1), "{mine}");
    // Then the starters, page by page, each once.
    let (mut cursor, mut ids) = (mine["nextCursor"].clone(), BTreeSet::new());
    while let Some(next) = cursor.as_str() {
        let page = mei.gets(&format!("/recipes?limit=50&cursor={next}"));
        assert_eq!(page["hasMore"], json!(page["nextCursor"].is_string()));
        for item in page["items"].as_array().expect("items") {
            assert!(item["origin"] == "official" && ids.insert(text(&item["id"])), "{item}");
        }
        cursor = page["nextCursor"].clone();
    }
    assert!(ids.len() > 50, "{} starters", ids.len());

    // An open page asks whether the list still says the same.
    let list = mei.asks("GET", "/shopping-list", &Value::Null).expect(200);
    let etag = list.header("etag").expect("an ETag").to_owned();
    let ask = || {
        let ask = server.ask("GET", "/kondate/v1/shopping-list").header("authorization", &format!("Bearer {}", text(&signed_in["token"])));
        ask.header("if-none-match", &etag).send()
    };
    assert_eq!((ask().status, ask().body.len()), (304, 0));
    mei.does("POST", "/shopping-list/items", &json!({ "name": "牛乳" }));
    assert_eq!(ask().status, 200);
}

#[test]
fn a_demo_has_a_family_in_the_middle_of_its_week() {
    let place = place::demo();
    let server = place.start(&["--demo", "--rate-per-address", "0"]);
    for (lang, left) in [("ja", "あと5品"), ("en", "5 dishes left to cook")] {
        let visitor = Visitor::with(&server, [("chabudai_lang".to_owned(), lang.to_owned())].into());
        visitor.sends("/", "/look-around", &[]).expect(303);
        let front = visitor.get("/").expect(200).text();
        assert!(front.contains(left), "{front}");
        let found = visitor.get(if lang == "ja" { "/search?q=%E3%81%BF%E3%81%8A" } else { "/search?q=mio" }).expect(200).text();
        assert!(found.contains("/kondate/recipes/"), "{found}");
    }
    server.stop();
    // Nothing of it is out of order, and it is there once.
    let checked = place.run(&["check", "kondate"]).succeeded().output;
    // Two families, and three who publish.
    assert!(checked.starts_with("kondate: 5 kitchens, "), "{checked}");
    place.start(&["--demo"]).stop();
    assert_eq!(place.run(&["check", "kondate"]).succeeded().output, checked);
}

#[test]
fn whoever_leaves_the_house_takes_their_kitchen_along() {
    let place = place::embedded();
    place::add_person(&place, PEOPLE[0].0, PEOPLE[0].1, PASSWORD);
    let server = place.start(&["--rate-per-address", "0"]);
    let signed_in = server.post("/auth/v1/sign-in", &json!({ "email": PEOPLE[0].0, "password": PASSWORD })).expect(200).json();
    let bearer = format!("Bearer {}", text(&signed_in["token"]));
    let mei = Cook { server: &server, token: Some(text(&signed_in["token"])), kitchen: None };
    mei.does("POST", "/recipes", &recipe("カレー"));
    let given = server.ask("GET", "/auth/v1/export").header("authorization", &bearer).send().expect(200).text();
    assert!(given.contains("カレー"), "{given}");
    server.stop();
    place.run(&["user", "delete", "--email", PEOPLE[0].0]).succeeded();
    assert!(place.run(&["check", "kondate"]).succeeded().output.starts_with("kondate: 0 kitchens, 0 items"));
}

/// A page says which kitchen it shows: what is sent from it happens there, wherever its reader has gone meanwhile.
#[test]
fn a_form_acts_in_the_kitchen_that_its_page_showed() {
    let place = place::embedded();
    for (email, name) in &PEOPLE[..2] {
        place::add_person(&place, email, name, PASSWORD);
    }
    let server = place.start(&["--rate-per-address", "0"]);
    let of = |who: usize| {
        let signed_in = server.post("/auth/v1/sign-in", &json!({ "email": PEOPLE[who].0, "password": PASSWORD })).expect(200).json();
        let token = text(&signed_in["token"]);
        let visitor = Visitor::with(&server, [("chabudai_session".to_owned(), token.clone())].into());
        (Cook { server: &server, token: Some(token), kitchen: None }, visitor)
    };
    let ((mei, browser), (sora, _)) = (of(0), of(1));
    let home = text(&mei.gets("/kitchens")["items"][0]["id"]);
    let theirs = text(&sora.gets("/kitchens")["items"][0]["id"]);
    let page = browser.get("/kondate/list").expect(200).text();
    assert!(page.contains(&format!("name=\"kitchen\" value=\"{home}\"")), "{page}");
    let fields = |kitchen: &str, rest: &str| format!("token={}&kitchen={kitchen}&{rest}", token_in(&page));
    // On another device she is in another kitchen now.
    mei.does("POST", "/kitchens", &json!({ "name": "祖母の台所" }));
    browser.posts("/kondate/list/lines", &fields(&home, "line=milk")).expect(303);
    let lines = |kitchen: &Cook<'_>| kitchen.gets("/shopping-list").to_string();
    let at_home = Cook { server: &server, token: mei.token.clone(), kitchen: Some(home.clone()) };
    assert!(lines(&at_home).contains("milk") && !lines(&mei).contains("milk"), "{}", lines(&mei));
    assert_eq!(browser.posts("/kondate/list/lines", &fields(&theirs, "line=eggs")).status, 404);
    assert!(!lines(&sora).contains("eggs"));

    // What a slot held is put back as this server has written it down, and not as anybody else would have it.
    let put_back = "/kondate/plan/put-back";
    for told in ["at=-99999999999&CURRENT.dish=C~nikujaga", "at=1&CURRENT.dish=C~nikujaga~2~1~-009999-01-01&made=1&mark=x"] {
        let told = format!("CURRENT.left=empty&CURRENT.version=1&CURRENT.title=t&CURRENT.{told}");
        browser.posts(put_back, &fields(&home, &told)).expect(303);
        assert!(at_home.gets("/plan")["current"].is_null());
    }
    at_home.does("POST", "/plan/select-set", &json!({ "setId": "quick", "slot": "current" }));
    mei.does("POST", &format!("/kitchens/{home}/use"), &Value::Null);
    let planned = browser.get("/kondate").expect(200).text();
    let hidden = |page: &str, name: &str| {
        let before = format!("name=\"{name}\" value=\"");
        let values = page.split(&before).skip(1).filter_map(|rest| rest.split('"').next());
        values.map(|value| value.replace("&#38;", "&")).collect::<Vec<_>>()
    };
    let seen = hidden(&planned, "seen").remove(0);
    // Somebody else has planned something else meanwhile: that stays.
    at_home.does("POST", "/plan/select-set", &json!({ "setId": "autumn", "slot": "current" }));
    let empty = |seen: &str| browser.posts("/kondate/plan/current/empty", &fields(&home, &format!("seen={}", escaped(seen)))).expect(303);
    empty(&seen);
    assert_eq!(at_home.gets("/plan")["current"]["setId"], "autumn");
    let seen = hidden(&browser.get("/kondate").expect(200).text(), "seen").remove(0);
    empty(&seen);
    assert!(at_home.gets("/plan")["current"].is_null());
    // The undo that the page offers brings it back; altered by a letter it does not.
    let undo = browser.get("/kondate").expect(200).text();
    let undo = undo.split("put-back\">").nth(1).and_then(|rest| rest.split("</form>").next()).expect("an undo").to_owned();
    let pairs = |names: &[String]| {
        names
            .iter()
            .flat_map(|name| hidden(&undo, name).into_iter().map(move |value| format!("{name}={}", escaped(&value))))
            .collect::<Vec<_>>()
            .join("&")
    };
    let told = pairs(&["left", "title", "at", "version", "set", "dish"].map(|name| format!("CURRENT.{name}")));
    let told = format!("{told}&{}", pairs(&["made", "mark"].map(str::to_owned)));
    browser.posts(put_back, &fields(&home, &told.replacen("title=", "title=x", 1))).expect(303);
    assert!(at_home.gets("/plan")["current"].is_null());
    // Nor into another kitchen of hers.
    let another =
        text(&mei.gets("/kitchens")["items"].as_array().expect("kitchens").iter().find(|one| one["id"] != json!(home)).expect("two")["id"]);
    browser.posts(put_back, &fields(&another, &told)).expect(303);
    let in_another = Cook { server: &server, token: mei.token.clone(), kitchen: Some(another) };
    assert!(in_another.gets("/plan")["current"].is_null() && at_home.gets("/plan")["current"].is_null());
    browser.posts(put_back, &fields(&home, &told)).expect(303);
    assert_eq!(at_home.gets("/plan")["current"]["setId"], "autumn");
}

/// A stream of an open page, read until a word is in it, or it ends.
struct Stream(std::net::TcpStream, String);

impl Stream {
    fn open(server: &Server, token: &str, kitchen: &str) -> Self {
        let mut stream = std::net::TcpStream::connect(server.address).expect("a connection");
        stream.set_read_timeout(Some(std::time::Duration::from_secs(10))).expect("a limit");
        let ask = format!(
            "GET /kondate/live?kitchen={kitchen} HTTP/1.1\r\nhost: {}\r\ncookie: chabudai_session={token}\r\naccept: text/event-stream\r\n\r\n",
            server.address
        );
        std::io::Write::write_all(&mut stream, ask.as_bytes()).expect("a question");
        Self(stream, String::new())
    }

    fn until(&mut self, word: &str) -> bool {
        let mut part = [0; 4096];
        while !self.1.contains(word) {
            match std::io::Read::read(&mut self.0, &mut part) {
                Ok(length) if length > 0 => self.1.push_str(&String::from_utf8_lossy(&part[..length])),
                _ => return false,
            }
        }
        true
    }
}

/// Whoever signs out on another device hears nothing more of what happens in the kitchen; and nobody keeps all connections for their streams.
#[test]
fn an_open_page_is_told_while_somebody_is_signed_in() {
    place::both(|place| {
        place::add_person(place, PEOPLE[0].0, PEOPLE[0].1, PASSWORD);
        let server = place.start(&["--rate-per-address", "0"]);
        let signed_in = || {
            let answer = server.post("/auth/v1/sign-in", &json!({ "email": PEOPLE[0].0, "password": PASSWORD })).expect(200).json();
            Cook { server: &server, token: Some(text(&answer["token"])), kitchen: None }
        };
        let (mei, elsewhere) = (signed_in(), signed_in());
        let kitchen = text(&mei.gets("/kitchens")["items"][0]["id"]);
        let open = |who: &Cook<'_>| Stream::open(&server, who.token.as_deref().expect("signed in"), &kitchen);
        let (mut stays, mut leaves) = (open(&mei), open(&elsewhere));
        assert!(stays.until("event: here") && leaves.until("event: here"), "{} {}", stays.1, leaves.1);
        mei.does("POST", "/shopping-list/items", &json!({ "name": "牛乳" }));
        assert!(stays.until("event: changed") && leaves.until("event: changed"), "{} {}", stays.1, leaves.1);
        let token = format!("Bearer {}", elsewhere.token.as_deref().expect("signed in"));
        server.ask("POST", "/auth/v1/signout").header("authorization", &token).send().expect(204);
        stays.1.clear();
        leaves.1.clear();
        mei.does("POST", "/shopping-list/items", &json!({ "name": "卵" }));
        assert!(stays.until("event: changed"), "{}", stays.1);
        assert!(leaves.until("0\r\n\r\n"), "it ends: {}", leaves.1);
        assert!(!leaves.1.contains("event: changed"), "who has signed out hears nothing: {}", leaves.1);
        // One of them has ended; with these there are as many as one person has.
        let mut more: Vec<Stream> = (0..7).map(|_| open(&mei)).collect();
        for stream in &mut more {
            assert!(stream.until("event: here"), "{}", stream.1);
        }
        assert!(open(&mei).until("429"), "one more than one person has");
        drop(more);
        server.stop();
    });
}
