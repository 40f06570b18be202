//! The catalog over HTTP: published from one's own kitchen, found and saved by others, and popular soon after.

use std::time::{Duration, Instant};

use chabudai_testkit::{Answer, Server};
use serde_json::{Value, json};

use crate::closet::text;
use crate::place;
use crate::visitor::Visitor;

const PASSWORD: &str = "正しい馬の電池とホッチキス";

struct Person<'a> {
    server: &'a Server,
    token: String,
    kitchen: Option<String>,
}

impl<'a> Person<'a> {
    fn of(server: &'a Server, email: &str) -> Self {
        let signed_in = server.post("/auth/v1/sign-in", &json!({ "email": email, "password": PASSWORD })).expect(200).json();
        Self { server, token: text(&signed_in["token"]), kitchen: None }
    }

    fn asks(&self, method: &str, path: &str, body: &Value) -> Answer {
        let ask = self.server.ask(method, &format!("/kondate/v1{path}")).header("authorization", &format!("Bearer {}", self.token));
        let ask = self.kitchen.iter().fold(ask, |ask, kitchen| ask.header("kondate-kitchen", kitchen));
        if body.is_null() { ask.send() } else { ask.json(body).send() }
    }

    #[track_caller]
    fn does(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.asks(method, path, body);
        assert!(answer.status < 300, "{method} {path}: {} {}", answer.status, answer.text());
        answer.json()["data"].clone()
    }

    #[track_caller]
    fn gets(&self, path: &str) -> Value {
        self.does("GET", path, &Value::Null)
    }

    #[track_caller]
    fn titles(&self, path: &str) -> Vec<String> {
        self.gets(path)["items"].as_array().expect("items").iter().map(|item| text(&item["title"])).collect()
    }
}

#[track_caller]
fn refused(answer: &Answer, status: u16, code: &str, reason: &str) {
    let body = answer.json();
    assert_eq!((answer.status, &body["error"]["code"], &body["error"]["reason"]), (status, &code.into(), &reason.into()), "{body}");
}

fn recipe(title: &str) -> Value {
    json!({ "title": title, "ingredients": [{ "name": "卵", "quantity": "2", "unit": "個" }], "steps": [{ "text": "焼く" }], "tags": ["和食"] })
}

#[test]
fn what_is_published_is_found_saved_and_popular() {
    place::both(|place| {
        for (email, name) in [("mei@example.org", "めい"), ("rin@example.org", "りん"), ("sora@example.org", "そら")] {
            place::add_person(place, email, name, PASSWORD);
        }
        let server = place.start(&["--rate-per-address", "0"]);
        let [mei, rin, mut sora] = ["mei@example.org", "rin@example.org", "sora@example.org"].map(|email| Person::of(&server, email));
        let free = json!({ "visibility": "free" });
        let omelette = text(&mei.does("POST", "/recipes", &recipe("オムレツ"))["id"]);
        let egg = text(&mei.does("POST", "/recipes", &recipe("卵焼き"))["id"]);
        let set = text(&mei.does("POST", "/sets", &json!({ "title": "卵の週", "recipeIds": [omelette, egg] }))["id"]);
        let publication = |id: &str| format!("/recipes/{id}/publication");
        // What is not published is nobody's business, and nobody publishes for somebody else, also not from their kitchen.
        refused(&rin.asks("GET", &format!("/catalog/recipes/{omelette}"), &Value::Null), 404, "NOT_FOUND", "kondate.not_found");
        refused(&rin.asks("PUT", &publication(&omelette), &free), 404, "NOT_FOUND", "kondate.not_found");
        let kitchen = text(&mei.gets("/kitchens")["items"][0]["id"]);
        let secret = text(&mei.does("POST", &format!("/kitchens/{kitchen}/invitations"), &Value::Null)["secret"]);
        sora.does("POST", "/invitations/accept", &json!({ "secret": secret }));
        sora.kitchen = Some(kitchen);
        refused(&sora.asks("PUT", &publication(&omelette), &free), 403, "FORBIDDEN", "kondate.own_kitchen");
        assert_eq!(server.ask("PUT", &format!("/kondate/v1{}", publication(&omelette))).json(&free).send().status, 401);
        for bad in [json!({}), json!({ "visibility": "secret" }), json!({ "visibility": "free", "price": 100, "more": 1 })] {
            assert_eq!(mei.asks("PUT", &publication(&omelette), &bad).status, 400, "{bad}");
        }
        refused(
            &mei.asks("PUT", &publication(&omelette), &json!({ "visibility": "paid", "price": 300 })),
            409,
            "CONFLICT",
            "kondate.nothing_sold",
        );
        refused(
            &mei.asks("PUT", &publication(&omelette), &json!({ "visibility": "member_only" })),
            422,
            "VALIDATION_ERROR",
            "kondate.member_only",
        );
        refused(&mei.asks("DELETE", &publication(&omelette), &Value::Null), 409, "CONFLICT", "kondate.not_published");
        for id in [&omelette, &egg] {
            let card = mei.does("PUT", &publication(id), &free);
            assert_eq!((&card["status"], &card["creatorName"], &card["isOwn"]), (&"published".into(), &"めい".into(), &true.into()));
        }
        mei.does("PUT", &format!("/sets/{set}/publication"), &free);
        assert_eq!(rin.titles("/catalog/sets"), ["卵の週"]);
        assert_eq!(rin.titles("/catalog/recipes?search=%EF%BD%B5%EF%BE%91%EF%BE%9A%EF%BE%82").len(), 1, "half-width letters find it too");
        let item = rin.gets(&format!("/catalog/recipes/{egg}"));
        assert_eq!((&item["recipe"]["steps"][0]["text"], &item["isSaved"]), (&"焼く".into(), &false.into()));
        // Saved once, however often it is said; in the book like one's own, and not one's own.
        for _ in 0..2 {
            rin.does("POST", &format!("/catalog/recipes/{omelette}/save"), &Value::Null);
        }
        rin.does("POST", &format!("/catalog/sets/{set}/save"), &Value::Null);
        let book = rin.gets("/recipes");
        assert_eq!((&book["items"][0]["title"], &book["items"][0]["origin"]), (&"オムレツ".into(), &"saved".into()));
        assert_eq!(rin.gets(&format!("/recipes/{omelette}"))["title"], "オムレツ");
        refused(&rin.asks("PATCH", &format!("/recipes/{omelette}"), &json!({ "title": "私の" })), 404, "NOT_FOUND", "kondate.not_found");
        assert_eq!(rin.gets(&format!("/sets/{set}"))["recipes"].as_array().expect("dishes").len(), 2);
        // It is chosen like one's own: for a set, and instead of a dish.
        let dish = rin.does("POST", "/plan/select-set", &json!({ "setId": "weekday", "slot": "current" }));
        let at = format!("/kondate/plan/current/dishes/{}", text(&dish["items"][0]["id"]));
        let browser = Visitor::with(&server, [("chabudai_session".to_owned(), rin.token.clone())].into());
        for path in ["/kondate/sets/new".to_owned(), format!("{at}/swap")] {
            let shown = browser.get(&path).expect(200).text();
            assert!(shown.contains("オムレツ"), "{path}: {shown}");
        }
        browser.sends(&format!("{at}/swap"), &at, &[("recipe", &omelette)]).expect(303);
        assert!(rin.gets("/plan").to_string().contains(&omelette));
        rin.does("POST", "/plan/select-set", &json!({ "setId": set, "slot": "current" }));
        assert!(rin.gets("/shopping-list").to_string().contains("卵"));
        // Its place among the popular ones follows by itself.
        let until = Instant::now() + Duration::from_mins(1);
        while rin.titles("/catalog/recipes?sort=popular").first().map(String::as_str) != Some("オムレツ") {
            assert!(Instant::now() < until, "it is not popular after a minute");
            std::thread::sleep(Duration::from_millis(200));
        }
        // A new name reaches whoever saved it at once.
        mei.does("PATCH", &format!("/recipes/{omelette}"), &json!({ "title": "ふわふわオムレツ" }));
        assert_eq!(rin.gets("/recipes")["items"][0]["title"], "ふわふわオムレツ");
        mei.does("DELETE", &publication(&egg), &Value::Null);
        assert_eq!(rin.titles("/catalog/recipes"), ["ふわふわオムレツ"]);
        assert_eq!(rin.gets(&format!("/catalog/recipes/{egg}"))["status"], "stopped");
        refused(&rin.asks("POST", &format!("/catalog/recipes/{egg}/save"), &Value::Null), 404, "NOT_FOUND", "kondate.not_found");
        rin.does("DELETE", &format!("/catalog/recipes/{omelette}/save"), &Value::Null);
        assert_eq!(mei.gets(&format!("/catalog/recipes/{omelette}"))["savedCount"], 0);
        server.stop();
        place.run(&["check", "kondate"]).succeeded();
    });
}
