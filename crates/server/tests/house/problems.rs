//! What goes wrong goes wrong the same way everywhere; and what holds for every answer.

use serde_json::{Value, json};

use crate::closet::{Closet, NO_GARMENT, NO_OUTFIT, NO_RECORD, NO_WARDROBE, spelled, text};
use crate::place;

/// A page of ours has a few fields. A million of them would keep everybody waiting.
#[test]
fn a_form_has_so_many_fields_at_most() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    let address = closet.at("").replace("/v1/wardrobes/", "/");
    let post = |path: &str, body: &str| {
        let ask = server.ask("POST", path).header("sec-fetch-site", "same-origin");
        ask.body("application/x-www-form-urlencoded", body).send()
    };
    for path in ["/sign-in".to_owned(), format!("{address}/clothes")] {
        post(&path, &"a&".repeat(1_000)).problem(413, "http.too_large", None);
        post(&path, &"a&".repeat(900)).expect(403);
    }
    post(&format!("{address}/clothes"), &format!("name={}", "x".repeat(300_000))).problem(413, "http.too_large", None);
}

#[test]
fn bodies_are_checked_field_by_field() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    let garments = closet.garments(1);
    let garment = format!("/clothing/{}", garments[0]);
    let outfit = format!("/templates/{}", closet.outfit("仕事", &garments));
    let today = spelled(closet.today());
    let good = [
        ("POST", "/wardrobe/v1/wardrobes".to_owned(), json!({ "name": "服" })),
        ("PATCH", closet.at(""), json!({ "name": "服" })),
        ("POST", closet.at("/clothing"), json!({ "name": "服", "genre": "tops" })),
        ("PATCH", closet.at(&garment), json!({ "name": "服" })),
        ("POST", closet.at("/templates"), json!({ "name": "服", "clothingIds": garments })),
        ("PATCH", closet.at(&outfit), json!({ "name": "服" })),
        ("POST", closet.at("/histories"), json!({ "date": today, "clothingIds": garments })),
    ];
    for (method, path, body) in &good {
        let with = |field: &str, value: Value| {
            let mut body = body.clone();
            body[field] = value;
            server.ask(method, path).json(&body).send()
        };
        with("colour", json!("red")).problem(400, "http.invalid_field", Some("colour"));
        with("wardrobeId", json!(closet.id)).problem(400, "http.invalid_field", Some("wardrobeId"));
        for (field, value) in body.as_object().unwrap() {
            with(field, json!({ "a": 1 })).problem(400, "http.invalid_field", Some(field));
            with(field, json!(7)).problem(400, "http.invalid_field", Some(field));
            if *method == "POST" {
                let mut less = body.clone();
                less.as_object_mut().unwrap().remove(field);
                // A record without garments might have been meant as one by an outfit.
                if field != "clothingIds" || !path.ends_with("/histories") {
                    let problem = server.ask(method, path).json(&less).send().problem(400, "http.invalid_field", Some(field));
                    assert!(text(&problem["detail"]).contains(field.as_str()), "{problem}");
                }
            }
            assert!(!value.is_null());
        }
        let text = body.to_string();
        for broken in ["", "{", &text[..text.len() - 1], &format!("{text}{text}"), "nonsense", "\u{feff}{}"] {
            server.ask(method, path).body("application/json", broken).send().problem(400, "http.invalid_json", None);
        }
        for whole in ["[]", "null", "7", "\"text\""] {
            server.ask(method, path).body("application/json", whole).send().problem(400, "http.invalid_field", None);
        }
        server.ask(method, path).body("application/json", [b'{', 0xff, b'}']).send().problem(400, "http.invalid_json", None);
        for wrong in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""] {
            server.ask(method, path).body(wrong, text.clone()).send().problem(415, "http.unsupported_media_type", None);
        }
        server.ask(method, path).untyped(text.clone()).send().problem(415, "http.unsupported_media_type", None);
        let long = format!("{{\"name\":\"{}\"}}", "x".repeat(70_000));
        server.ask(method, path).body("application/json", long).send().problem(413, "http.too_large", None);
        let fine = server.ask(method, path).body("Application/JSON; charset=utf-8", text).send();
        assert!([201, 204].contains(&fine.status), "{method} {path}: {}", fine.text());
    }
    let odd = |body: Value| closet.post("/clothing", &body);
    let hats = odd(json!({ "name": "服", "genre": "hats" })).problem(400, "http.invalid_field", Some("genre"));
    assert!(text(&hats["detail"]).starts_with("Expected one of tops, bottoms") && !hats.to_string().contains("hats"), "{hats}");
    odd(json!({ "name": "服", "genre": "tops", "tagIds": ["season:monsoon"] })).problem(400, "http.invalid_field", Some("tagIds[0]"));
    odd(json!({ "name": "服", "genre": "tops", "tagIds": ["season:all", "season:all"] })).problem(
        400,
        "wardrobe.tag_twice",
        Some("tagIds"),
    );
    // A list of the values in their order is no object, though it would fit.
    let list = server.ask("POST", &closet.at("/clothing")).json(&json!(["服", "tops", null, []])).send();
    list.problem(400, "http.invalid_field", None);
    let twice = "{\"name\":\"a\",\"name\":\"b\",\"genre\":\"tops\"}";
    server.ask("POST", &closet.at("/clothing")).body("application/json", twice).send().problem(400, "http.invalid_field", Some("name"));
}

#[test]
fn a_body_limit_can_be_set() {
    let place = place::embedded();
    let server = place.start(&["--body-limit", "200"]);
    let closet = Closet::make(&server);
    closet.post("/clothing", &json!({ "name": "服", "genre": "tops" })).expect(201);
    closet.post("/clothing", &json!({ "name": "服".repeat(100), "genre": "tops" })).problem(413, "http.too_large", None);
    closet.picture();
}

#[test]
fn queries_are_checked_parameter_by_parameter() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    let garment = closet.garment("服");
    let refused = |rest: &str, field: &str| {
        server.get(&closet.at(rest)).problem(400, "http.invalid_parameter", Some(field));
    };
    refused("/clothing?colour=red", "colour");
    refused("/clothing?Sort=wear", "Sort");
    refused("/clothing?sort=price", "sort");
    refused("/clothing?order=up", "order");
    refused("/clothing?status=active", "status");
    refused("/clothing?genre=hats", "genre");
    refused("/clothing?tag=summer", "tag");
    refused("/clothing?limit=ten", "limit");
    refused("/clothing?limit=-1", "limit");
    refused("/clothing?limit=", "limit");
    refused("/clothing?limit=99999999999", "limit");
    refused("/clothing?limit=1&limit=2", "limit");
    refused("/templates?clothingId=cl_1", "clothingId");
    refused("/templates?genre=tops", "genre");
    refused("/histories?sort=wear", "sort");
    refused("/histories?from=2026-01-01", "from");
    refused("/histories?to=20261301", "to");
    refused("/week?days=7", "days");
    refused("/recommendations/clothing?season=summer", "season");
    refused(&format!("/clothing/{garment}/wears?since=20260101"), "since");
    let record = server.post(&closet.at("/histories?zone=UTC"), &json!({}));
    record.problem(400, "http.invalid_parameter", Some("zone"));
    for (list, most) in [("/clothing", 50), ("/templates", 30), ("/histories", 30)] {
        for limit in [0, most + 1] {
            server.get(&closet.at(&format!("{list}?limit={limit}"))).problem(400, "wardrobe.limit", Some("limit"));
        }
        for limit in [1, most] {
            closet.get(&format!("{list}?limit={limit}"));
        }
    }
}

#[test]
fn addresses_and_methods_that_are_not_there() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    for path in ["/wardrobe/v2/wardrobes", "/wardrobe/v1/wardrobes/", "/api/", "/nonsense", "/../etc/passwd"] {
        server.get(path).problem(404, "http.not_found", None);
        server.ask("POST", path).json(&json!({})).send().problem(404, "http.not_found", None);
    }
    server.get("/wardrobe/v1").problem(404, "wardrobe.not_found", None);
    server.get(&closet.at("/socks")).problem(404, "http.not_found", None);
    let not_allowed = [
        ("PUT", "/wardrobe/v1/wardrobes".to_owned(), "POST"),
        ("PUT", closet.at(""), "PATCH"),
        ("POST", closet.at(""), "PATCH"),
        ("PATCH", closet.at("/clothing"), "POST"),
        ("POST", closet.at("/week"), "GET"),
        ("POST", "/healthz".to_owned(), "GET"),
        ("OPTIONS", closet.at("/clothing"), "GET"),
    ];
    for (method, path, allowed) in not_allowed {
        let answer = server.ask(method, &path).send();
        answer.problem(405, "http.method_not_allowed", None);
        assert!(answer.header("allow").is_some_and(|allow| allow.contains(allowed)), "{method} {path}: {answer:?}");
    }
}

#[test]
fn ids_that_are_malformed_or_of_somebody_else_are_not_there() {
    place::both(|place| {
        let server = place.start(&[]);
        let closet = Closet::make(&server);
        let other = Closet::make(&server);
        let today = spelled(other.today());
        let garments = other.garments(2);
        let outfit = other.outfit("よその", &garments);
        let record = other.wear_outfit(&today, &outfit);
        let before = snapshot(&other, &garments, &outfit, &record);
        let not_there = |answer: chabudai_testkit::Answer, code: &str| drop(answer.problem(404, code, None));
        for (ids, code) in [
            ([garments[0].as_str(), &outfit, &record], "wardrobe.not_found"),
            ([NO_GARMENT, NO_OUTFIT, NO_RECORD], "wardrobe.not_found"),
            ([NO_OUTFIT, NO_RECORD, NO_GARMENT], "http.not_found"),
            (["cl_1", "tp_", "nonsense"], "http.not_found"),
            (["%00", "%ff", "%F0%9F%91%97"], "http.not_found"),
        ] {
            let [garment, outfit, record] = ids;
            let garment = format!("/clothing/{garment}");
            let outfit = format!("/templates/{outfit}");
            let record = format!("/histories/{record}");
            for rest in [&garment, &outfit, &record, &format!("{garment}/wears"), &format!("{outfit}/wears")] {
                not_there(server.get(&closet.at(rest)), code);
            }
            for rest in [&garment, &outfit, &record] {
                not_there(closet.delete(rest), code);
            }
            for rest in [&garment, &outfit] {
                not_there(closet.patch(rest, &json!({ "name": "盗んだ" })), code);
                not_there(closet.post(&format!("{rest}/restore"), &json!({})), code);
            }
        }
        assert_eq!(snapshot(&other, &garments, &outfit, &record), before, "nothing has changed");
        assert_eq!(closet.pages("/clothing").concat(), Vec::<Value>::new());
        let nowhere = Closet { server: &server, id: NO_WARDROBE.to_owned() };
        not_there(server.get(&nowhere.at(&format!("/clothing/{}", garments[0]))), "wardrobe.not_found");
    });
}

fn snapshot(closet: &Closet<'_>, garments: &[String], outfit: &str, record: &str) -> Vec<Value> {
    let mut all: Vec<_> = garments.iter().map(|garment| closet.clothing(garment)).collect();
    all.push(closet.get(&format!("/templates/{outfit}")));
    all.push(closet.get(&format!("/histories/{record}")));
    all
}

#[test]
fn every_answer_carries_an_id_and_keeps_to_itself() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    for path in ["/healthz", "/readyz", "/api", "/api/openapi.json", "/nonsense", &closet.at(""), &closet.at("/clothing?x=1")] {
        let answer = server.get(path);
        let made = answer.header("x-request-id").expect("an id").to_owned();
        assert!(made.len() >= 8, "{path}: {made}");
        assert_ne!(server.get(path).header("x-request-id"), Some(made.as_str()), "each request has its own");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("x-frame-options", "DENY"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cache-control", "no-store"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{path}: {name}");
        }
        assert!(answer.header("content-security-policy").is_some_and(|policy| policy.starts_with("default-src 'none'")), "{path}");
        assert!(answer.header("permissions-policy").is_some(), "{path}");
        assert_eq!(answer.header("access-control-allow-origin"), None, "{path}");
        assert_eq!(answer.header("server"), None, "{path}");
        for harmless in ["abc-12345678", "short", "Root=1-67891233-abcdef", "order_17.2"] {
            let echoed = server.ask("GET", path).header("x-request-id", harmless).send();
            assert_eq!(echoed.header("x-request-id"), Some(harmless), "{path}");
        }
        for harmful in [&*"x".repeat(129), "with space here", "semi;colon;here", "<script>alert"] {
            let answer = server.ask("GET", path).header("x-request-id", harmful).send();
            assert_ne!(answer.header("x-request-id"), Some(harmful), "{path}");
        }
    }
    let (_, log) = server.stop();
    assert!(log.contains("abc-12345678") && log.contains("order_17.2"), "the log names the request");
}

#[test]
fn the_log_gives_nothing_away() {
    place::both(|place| {
        let server = place.start(&[]);
        let closet = Closet::make(&server);
        let today = spelled(closet.today());
        let (key, picture) = closet.picture();
        let garment = closet.garment_of(&json!({ "name": "秘密の服", "genre": "tops", "imageKey": key }));
        let garments = [garment];
        let outfit = closet.outfit("秘密", &garments);
        let record = closet.wear_outfit(&today, &outfit);
        for size in ["160.jpg", "640.jpg", "7.jpg"] {
            server.get(&format!("/wardrobe/v1/pictures/{picture}/{size}"));
        }
        for rest in
            ["", "/clothing?limit=1", "/clothing?limit=0", "/templates", "/histories", "/week", "/nonsense", "/recommendations/clothing"]
        {
            server.get(&closet.at(rest));
        }
        server.ask("PUT", &closet.at("")).send().expect(405);
        let keyed = server.ask("POST", &closet.at("/clothing")).header("idempotency-key", "secret-of-mine");
        keyed.json(&json!({ "name": "秘密の服", "genre": "tops" })).send().expect(201);
        server.ask("POST", &closet.at("/clothing")).body("application/json", format!("{{\"{}\"", closet.id)).send().expect(400);
        closet.post("/clothing", &json!({ "name": "x", "genre": "tops", "imageKey": key })).expect(400);
        server.ask("POST", &closet.at("/images")).form("file", b"nothing").send().expect(415);
        closet.delete(&format!("/histories/{record}")).expect(204);
        closet.delete(&format!("/clothing/{}", garments[0])).expect(204);
        let secrets = [closet.id.trim_start_matches("wd_"), &picture, "秘密", "secret-of-mine"].map(str::to_owned);
        let (output, log) = server.stop();
        assert!(log.lines().filter(|line| line.contains("/wardrobe/v1/wardrobes/{wid}")).count() > 10, "requests are logged: {log}");
        assert!(log.contains("/wardrobe/v1/pictures/{picture}/{size}"), "{log}");
        for secret in secrets {
            assert!(!log.contains(&secret) && !output.contains(&secret), "{secret} is in the log:\n{log}");
        }
    });
}

#[test]
fn the_log_can_be_json() {
    let place = place::embedded();
    let server = place.start(&["--log-json"]);
    server.get("/healthz").expect(200);
    let (_, log) = server.stop();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect();
    let request = lines.iter().find(|line| line["fields"]["route"] == "/healthz").expect("the request is logged");
    assert_eq!((&request["fields"]["status"], &request["fields"]["method"]), (&json!(200), &json!("GET")));
}
