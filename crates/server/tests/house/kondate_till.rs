//! The till over HTTP, with the double of Stripe: as seller, buyer, somebody else and nobody; and through servers that are killed.

use std::time::{Duration, Instant};

use chabudai_testkit::stripe::{Failure, Stripe};
use chabudai_testkit::{Answer, Place, Server};
use serde_json::{Value, json};

use crate::closet::text;
use crate::place;

const PASSWORD: &str = "正しい馬の電池とホッチキス";

/// Every operation of the till: all of them are of a person.
pub(crate) const OPERATIONS: [&str; 18] = [
    "GET /payment-methods",
    "POST /payment-methods",
    "PATCH /payment-methods/{id}",
    "DELETE /payment-methods/{id}",
    "POST /purchases",
    "GET /purchases",
    "GET /purchases/{id}",
    "DELETE /purchases/{id}",
    "POST /catalog/recipes/{id}/purchase",
    "POST /catalog/sets/{id}/purchase",
    "GET /subscriptions",
    "POST /subscriptions",
    "DELETE /subscriptions",
    "POST /subscriptions/resume",
    "POST /billing-portal",
    "GET /connect/accounts",
    "POST /connect/accounts",
    "POST /connect/login-links",
];

struct Person<'a> {
    server: &'a Server,
    token: Option<String>,
}

impl<'a> Person<'a> {
    fn of(server: &'a Server, email: &str) -> Self {
        let signed_in = server.post("/auth/v1/sign-in", &json!({ "email": email, "password": PASSWORD })).expect(200).json();
        Self { server, token: Some(text(&signed_in["token"])) }
    }

    fn asks(&self, method: &str, path: &str, body: &Value) -> Answer {
        let ask = self.server.ask(method, &format!("/kondate/v1{path}"));
        let ask = self.token.iter().fold(ask, |ask, token| ask.header("authorization", &format!("Bearer {token}")));
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
}

#[track_caller]
fn refused(answer: &Answer, status: u16, reason: &str) {
    let body = answer.json();
    assert_eq!((answer.status, &body["error"]["reason"]), (status, &reason.into()), "{body}");
}

fn recipe(title: &str) -> Value {
    json!({ "title": title, "ingredients": [{ "name": "秘伝のたれ", "quantity": "2", "unit": "杯" }], "steps": [{ "text": "秘伝のとおりに焼く" }] })
}

fn start(place: &Place, stripe: &Stripe) -> Server {
    let arguments = stripe.arguments();
    let server = place.start(&[&arguments.iter().map(String::as_str).collect::<Vec<_>>()[..], &["--rate-per-address", "0"]].concat());
    stripe.deliver_to(&format!("http://{}/webhooks/stripe", server.address), true);
    server
}

/// What a page's address ends with.
fn session(url: &Value) -> String {
    text(url).rsplit('/').next().expect("an address").to_owned()
}

/// Somebody becomes a creator who may sell everything, and sells a recipe and a set for 300 yen each.
fn sells(mei: &Person<'_>, stripe: &Stripe) -> (String, String) {
    let bill = mei.does("POST", "/purchases", &json!({ "itemType": "plan", "itemId": "creator" }));
    assert_eq!((&bill["status"], &bill["amount"], &bill["currency"]), (&"pending".into(), &1_200.into(), &"JPY".into()));
    stripe.pay(&session(&bill["checkoutUrl"]));
    assert_eq!(mei.gets("/auth/me")["role"], "creator", "Stripe has told it by then");
    let begun = mei.does("POST", "/subscriptions", &json!({ "planId": "creator_plus" }));
    stripe.pay(&session(&begun["checkoutUrl"]));
    assert_eq!(mei.gets("/auth/me")["role"], "creator_plus");
    mei.does("POST", "/connect/accounts", &Value::Null);
    let account = stripe.objects().iter().find(|one| one["object"] == "account").map(|one| text(&one["id"])).expect("an account");
    stripe.onboard(&account);
    assert_eq!(mei.gets("/connect/accounts")["payoutsEnabled"], true);
    let egg = text(&mei.does("POST", "/recipes", &recipe("卵焼き"))["id"]);
    let set = text(&mei.does("POST", "/sets", &json!({ "title": "卵の週", "recipeIds": [egg] }))["id"]);
    let paid = json!({ "visibility": "paid", "price": 300 });
    mei.does("PUT", &format!("/recipes/{egg}/publication"), &paid);
    mei.does("PUT", &format!("/sets/{set}/publication"), &paid);
    (egg, set)
}

#[test]
fn one_sells_another_buys_and_nobody_else_reads_it() {
    place::both(|place| {
        for (email, name) in [("mei@example.org", "めい"), ("rin@example.org", "りん"), ("sora@example.org", "そら")] {
            place::add_person(place, email, name, PASSWORD);
        }
        let stripe = Stripe::start();
        let server = start(place, &stripe);
        let [mei, rin, sora] = ["mei@example.org", "rin@example.org", "sora@example.org"].map(|email| Person::of(&server, email));
        let nobody = Person { server: &server, token: None };
        for operation in OPERATIONS {
            let (method, path) = operation.split_once(' ').expect("a method");
            assert_eq!(nobody.asks(method, &path.replace("{id}", "nobodys"), &json!({})).status, 401, "{operation}");
        }
        let (egg, set) = sells(&mei, &stripe);
        // Locked: what is paid for leaves the server for nobody else, by whatever way.
        let locked = |who: &Person<'_>| {
            for path in
                [format!("/catalog/recipes/{egg}"), format!("/catalog/sets/{set}"), "/catalog/recipes".into(), "/catalog/sets".into()]
            {
                let answer = who.asks("GET", &path, &Value::Null).text();
                assert!(!answer.contains("秘伝"), "{path}: {answer}");
            }
            refused(&who.asks("POST", &format!("/catalog/recipes/{egg}/save"), &Value::Null), 403, "kondate.locked");
            refused(&who.asks("POST", "/plan/select-set", &json!({ "setId": set, "slot": "current" })), 403, "kondate.locked");
            refused(&who.asks("GET", &format!("/recipes/{egg}"), &Value::Null), 404, "kondate.not_found");
        };
        locked(&rin);
        let buy = format!("/catalog/recipes/{egg}/purchase");
        refused(&mei.asks("POST", &buy, &json!({})), 409, "kondate.own_item");
        let bill = rin.does("POST", &buy, &json!({}));
        let id = text(&bill["purchaseId"]);
        locked(&rin);
        assert_eq!(rin.gets(&format!("/purchases/{id}"))["checkoutUrl"], bill["checkoutUrl"]);
        for (method, path) in [("GET", format!("/purchases/{id}")), ("DELETE", format!("/purchases/{id}"))] {
            refused(&sora.asks(method, &path, &Value::Null), 404, "kondate.not_found");
        }
        assert_eq!(rin.does("DELETE", &format!("/purchases/{id}"), &Value::Null)["status"], "failed");
        let bill = rin.does("POST", &buy, &json!({}));
        stripe.pay(&session(&bill["checkoutUrl"]));
        let id = text(&bill["purchaseId"]);
        assert_eq!(rin.gets(&format!("/purchases/{id}"))["status"], "succeeded");
        assert!(rin.gets(&format!("/catalog/recipes/{egg}")).to_string().contains("秘伝"));
        locked(&sora);
        rin.does("POST", &format!("/catalog/recipes/{egg}/save"), &Value::Null);
        assert_eq!(rin.gets("/catalog/recipes?status=purchased")["items"][0]["id"], egg.as_str());
        assert!(sora.gets("/catalog/recipes?status=purchased")["items"].as_array().expect("items").is_empty());
        assert_eq!(rin.gets("/purchases")["items"].as_array().expect("items").len(), 2);
        refused(&rin.asks("POST", &buy, &json!({})), 409, "kondate.already_bought");
        refused(&mei.asks("DELETE", &format!("/recipes/{egg}"), &Value::Null), 409, "kondate.sold");
        // By a stored card, which is its owner's alone.
        stripe.pay(&session(&rin.does("POST", "/payment-methods", &Value::Null)["url"]));
        let card = text(&rin.gets("/payment-methods")["items"][0]["id"]);
        let by_card = json!({ "itemType": "set", "itemId": set, "paymentMethodId": card });
        refused(&sora.asks("POST", "/purchases", &by_card), 404, "kondate.not_found");
        refused(&sora.asks("DELETE", &format!("/payment-methods/{card}"), &Value::Null), 404, "kondate.not_found");
        stripe.decline_cards(Some("insufficient_funds"));
        refused(&rin.asks("POST", "/purchases", &by_card), 402, "kondate.declined");
        stripe.decline_cards(None);
        assert_eq!(rin.does("POST", "/purchases", &by_card)["status"], "succeeded");
        rin.does("PATCH", &format!("/payment-methods/{card}"), &json!({ "isDefault": true }));
        rin.does("DELETE", &format!("/payment-methods/{card}"), &Value::Null);
        assert!(text(&rin.does("POST", "/billing-portal", &Value::Null)["url"]).starts_with(&stripe.address()));
        refused(&rin.asks("POST", "/connect/accounts", &Value::Null), 403, "kondate.not_creator");
        assert!(text(&mei.does("POST", "/connect/login-links", &Value::Null)["url"]).starts_with(&stripe.address()));
        // Given back by the operator: locked again.
        let paid =
            stripe.objects().into_iter().find(|one| one["object"] == "payment_intent" && one["metadata"]["purchaseId"] == id.as_str());
        stripe.refund(&text(&paid.expect("a payment")["id"]));
        assert_eq!(rin.gets(&format!("/purchases/{id}"))["status"], "refunded");
        assert!(!rin.gets(&format!("/catalog/recipes/{egg}")).to_string().contains("秘伝"));
        // The creator's month ends: what is sold stays sold, and nothing new is.
        assert_eq!(mei.does("DELETE", "/subscriptions", &Value::Null)["cancelAtPeriodEnd"], true);
        assert_eq!(mei.does("POST", "/subscriptions/resume", &Value::Null)["cancelAtPeriodEnd"], false);
        let subscription = text(&mei.gets("/subscriptions")["subscriptionId"]);
        stripe.end(&subscription);
        assert_eq!(
            (mei.gets("/subscriptions")["status"].clone(), mei.gets("/auth/me")["role"].clone()),
            ("canceled".into(), "creator".into())
        );
        let paid = json!({ "visibility": "paid", "price": 400 });
        refused(&mei.asks("PUT", &format!("/recipes/{egg}/publication"), &paid), 403, "kondate.not_seller");
        assert!(rin.gets(&format!("/catalog/sets/{set}")).to_string().contains("秘伝"));
        mei.does("DELETE", &format!("/sets/{set}/publication"), &Value::Null);
        assert!(rin.gets(&format!("/catalog/sets/{set}")).to_string().contains("秘伝"), "whoever has it keeps it");
        server.stop();
        place.run(&["check", "kondate"]).succeeded();
    });
}

#[test]
fn where_nothing_is_sold_there_is_no_till() {
    let place = place::embedded();
    place::add_person(&place, "mei@example.org", "めい", PASSWORD);
    let server = place.start(&["--rate-per-address", "0"]);
    let mei = Person::of(&server, "mei@example.org");
    for (path, body) in [
        ("/purchases", json!({ "itemType": "plan", "itemId": "creator" })),
        ("/subscriptions", json!({ "planId": "user_plus" })),
        ("/payment-methods", Value::Null),
        ("/billing-portal", Value::Null),
        ("/connect/accounts", Value::Null),
    ] {
        refused(&mei.asks("POST", path, &body), 409, "kondate.nothing_sold");
    }
    assert!(mei.gets("/payment-methods")["items"].as_array().expect("items").is_empty());
    assert_eq!(mei.gets("/subscriptions")["status"], "none");
    let egg = text(&mei.does("POST", "/recipes", &recipe("卵焼き"))["id"]);
    let paid = json!({ "visibility": "paid", "price": 300 });
    refused(&mei.asks("PUT", &format!("/recipes/{egg}/publication"), &paid), 409, "kondate.nothing_sold");
    mei.does("PUT", &format!("/recipes/{egg}/publication"), &json!({ "visibility": "free" }));
}

/// The server is killed at every single call to Stripe, before it was carried out and after: whoever comes again pays once, and gets it.
#[test]
fn killed_at_any_call_to_stripe_nobody_pays_twice() {
    let place = place::embedded();
    for (email, name) in [("mei@example.org", "めい"), ("rin@example.org", "りん")] {
        place::add_person(&place, email, name, PASSWORD);
    }
    let stripe = Stripe::start();
    let mut server = start(&place, &stripe);
    sells(&Person::of(&server, "mei@example.org"), &stripe);
    stripe.pay(&session(&Person::of(&server, "rin@example.org").does("POST", "/payment-methods", &Value::Null)["url"]));
    let card = text(&Person::of(&server, "rin@example.org").gets("/payment-methods")["items"][0]["id"]);
    for by in [json!({}), json!({ "paymentMethodId": card })] {
        server = killed_at_every_call(&place, server, &stripe, &by);
    }
    server.stop();
    place.run(&["check", "kondate"]).succeeded();
}

fn killed_at_every_call(place: &Place, mut server: Server, stripe: &Stripe, by: &Value) -> Server {
    let mut calls = 0;
    'calls: for call in 0.. {
        for failure in [Failure::Silence, Failure::SilenceAfter] {
            // Something new to buy each time.
            let mei = Person::of(&server, "mei@example.org");
            let egg = text(&mei.does("POST", "/recipes", &recipe(&format!("卵焼き {call} {failure:?}")))["id"]);
            mei.does("PUT", &format!("/recipes/{egg}/publication"), &json!({ "visibility": "paid", "price": 300 }));
            let buy = format!("/catalog/recipes/{egg}/purchase");
            let (before, charged) = (stripe.asked().len(), stripe.counts().charges);
            stripe.fail_next(call, Failure::Pass);
            stripe.fail_next(1, failure);
            let rin = Person::of(&server, "rin@example.org");
            let done = std::thread::scope(|scope| {
                let asked = scope.spawn(|| {
                    let ask = rin.server.ask("POST", &format!("/kondate/v1{buy}"));
                    let ask = ask.header("authorization", &format!("Bearer {}", rin.token.as_deref().unwrap_or_default()));
                    ask.json(by).try_send().is_ok_and(|answer| answer.status == 200)
                });
                let until = Instant::now() + Duration::from_secs(20);
                while stripe.asked().len() <= before + call && !asked.is_finished() && Instant::now() < until {
                    std::thread::sleep(Duration::from_millis(5));
                }
                // The double has it, and does it or not.
                std::thread::sleep(Duration::from_millis(50));
                server.kill();
                asked.join().expect("it ends")
            });
            drop(rin);
            drop(mei);
            drop(server);
            stripe.forget_failures();
            server = start(place, stripe);
            let rin = Person::of(&server, "rin@example.org");
            let answer = rin.asks("POST", &buy, by);
            if answer.status == 200 {
                let bill = answer.json()["data"].clone();
                if bill["checkoutUrl"].is_string() {
                    stripe.pay(&session(&bill["checkoutUrl"]));
                }
                assert_eq!(rin.gets(&format!("/purchases/{}", text(&bill["purchaseId"])))["status"], "succeeded");
            } else {
                refused(&answer, 409, "kondate.already_bought");
            }
            assert_eq!(stripe.counts().charges, charged + 1, "{call} {failure:?} {by}");
            assert!(rin.gets(&format!("/catalog/recipes/{egg}")).to_string().contains("秘伝"));
            if done {
                calls = call;
                break 'calls;
            }
        }
    }
    assert!(calls >= 2, "something is made and asked for");
    server
}
