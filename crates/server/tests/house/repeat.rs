//! `Idempotency-Key`: a request that is sent again does its work once.

use std::collections::BTreeSet;
use std::thread;

use serde_json::{Value, json};

use crate::closet::{Closet, spelled, text};
use crate::place;

/// Every request that makes something: its address, a body, another body, and where what it made is listed.
fn creates(closet: &Closet<'_>, garments: &[String]) -> [(String, Value, Value, Option<&'static str>); 4] {
    let today = spelled(closet.today());
    [
        ("/wardrobe/v1/wardrobes".to_owned(), json!({ "name": "一" }), json!({ "name": "二" }), None),
        (closet.at("/clothing"), json!({ "name": "一", "genre": "tops" }), json!({ "name": "一", "genre": "others" }), Some("/clothing")),
        (
            closet.at("/templates"),
            json!({ "name": "一", "clothingIds": garments }),
            json!({ "name": "二", "clothingIds": garments }),
            Some("/templates"),
        ),
        (
            closet.at("/histories"),
            json!({ "date": today, "clothingIds": garments }),
            json!({ "date": "20260101", "clothingIds": garments }),
            Some("/histories"),
        ),
    ]
}

#[test]
fn the_same_request_gets_the_same_answer() {
    place::both(|place| {
        let server = place.start(&[]);
        let closet = Closet::make(&server);
        let garments = closet.garments(2);
        for (path, body, other, list) in creates(&closet, &garments) {
            let count = || list.map_or(0, |list| closet.pages(list).concat().len());
            let name = path.rsplit('/').next().unwrap();
            let ask = |key: &str, body: &Value| {
                server.ask("POST", &path).header("idempotency-key", &format!("{name}-key-number-{key}")).json(body).send()
            };
            let before = count();
            let first = ask("1", &body).expect(201);
            let again = ask("1", &body).expect(201);
            assert_eq!((first.text(), first.header("content-type")), (again.text(), again.header("content-type")), "{path}");
            ask("1", &other).problem(422, "wardrobe.idempotency_key_reused", None);
            assert_ne!(ask("2", &body).expect(201).text(), first.text(), "{path}: another key is another request");
            assert_ne!(server.post(&path, &body).expect(201).text(), first.text(), "{path}: no key is another request");
            assert_eq!(count() - before, if list.is_some() { 3 } else { 0 }, "{path}");
            // What was refused was not carried out, so it may come again, mended.
            ask("3", &json!({ "name": "", "genre": "tops", "clothingIds": [], "date": "x" })).expect(400);
            ask("3", &body).expect(201);
        }
        let (count, _) = closet.worn(&garments[0]);
        assert_eq!(count, 4);

        // A key belongs to a wardrobe: it is free in another, and taken for everything else in its own.
        let other = Closet::make(&server);
        let ask = |closet: &Closet<'_>| {
            let ask = server.ask("POST", &closet.at("/clothing")).header("idempotency-key", "clothing-key-number-1");
            ask.json(&json!({ "name": "一", "genre": "tops" })).send()
        };
        assert_ne!(ask(&closet).expect(201).text(), ask(&other).expect(201).text());
        let outfit = server.ask("POST", &closet.at("/templates")).header("idempotency-key", "clothing-key-number-1");
        outfit.json(&json!({ "name": "一", "clothingIds": garments })).send().problem(422, "wardrobe.idempotency_key_reused", None);
    });
}

#[test]
fn an_answer_is_kept_through_a_restart_and_a_removal() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    let garments = closet.garments(1);
    let body = json!({ "date": spelled(closet.today()), "clothingIds": garments });
    let ask = |closet: &Closet<'_>| {
        closet.server.ask("POST", &closet.at("/histories")).header("idempotency-key", "once").json(&body).send().expect(201)
    };
    let made = ask(&closet);
    closet.delete(&format!("/histories/{}", text(&made.json()["historyId"]))).expect(204);
    let id = closet.id.clone();
    server.stop();
    let server = place.start(&[]);
    let closet = Closet { server: &server, id };
    assert_eq!(ask(&closet).text(), made.text(), "the answer of that time");
    assert_eq!(closet.worn(&garments[0]), (0, Value::Null), "it is not recorded again");
}

#[test]
fn eight_at_once_are_carried_out_once() {
    place::both(|place| {
        let server = place.start(&[]);
        let closet = Closet::make(&server);
        let garments = closet.garments(2);
        for (path, body, _, list) in creates(&closet, &garments) {
            let count = || list.map_or(1, |list| closet.pages(list).concat().len());
            let before = count();
            let key = format!("at-once-{}", path.rsplit('/').next().unwrap());
            let answers: BTreeSet<String> = thread::scope(|scope| {
                let ask = || server.ask("POST", &path).header("idempotency-key", &key).json(&body).send().expect(201).text();
                let askers: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
                askers.into_iter().map(|asker| asker.join().unwrap()).collect()
            });
            assert_eq!(answers.len(), 1, "{path}: {answers:?}");
            assert_eq!(count() - before, usize::from(list.is_some()), "{path}");
        }
        assert_eq!(closet.worn(&garments[0]).0, 1);

        // The picture of a garment is taken once, and all eight hear of the same garment.
        let (key, _) = closet.picture();
        let body = json!({ "name": "写真", "genre": "tops", "imageKey": key });
        let answers: BTreeSet<String> = thread::scope(|scope| {
            let ask =
                || server.ask("POST", &closet.at("/clothing")).header("idempotency-key", "pictured").json(&body).send().expect(201).text();
            let askers: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
            askers.into_iter().map(|asker| asker.join().unwrap()).collect()
        });
        assert_eq!(answers.len(), 1, "{answers:?}");
    });
}

#[test]
fn a_key_is_a_visible_word() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    let body = json!({ "name": "一", "genre": "tops" });
    // The room of keys that make a wardrobe is shared by everybody, so a short one is refused.
    let short =
        server.ask("POST", "/wardrobe/v1/wardrobes").header("idempotency-key", "fifteen-letters").json(&json!({ "name": "服" })).send();
    short.problem(400, "wardrobe.idempotency_key_short", Some("Idempotency-Key"));
    let ask = |key: &str| server.ask("POST", &closet.at("/clothing")).header("idempotency-key", key).json(&body).send();
    for wrong in ["", "a b", "a#b", &"k".repeat(129), "鍵"] {
        ask(wrong).problem(400, "http.idempotency_key", Some("Idempotency-Key"));
    }
    for right in ["a", &"k".repeat(128), "01900000-0000-7000-8000-000000000000", "!\"$%&'()*+,-./:;<=>?@[]^_`{|}~"] {
        ask(right).expect(201);
    }
    assert_eq!(closet.pages("/clothing").concat().len(), 4);
}
