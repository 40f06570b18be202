//! Nobody fills the house: so much a day without an account, and a part of the disk that is not for pictures.

use std::thread;

use chabudai_testkit::{Answer, Server};
use image::ImageFormat;
use serde_json::json;

use crate::closet::{Closet, drawn, png, text};
use crate::place;
use crate::visitor::Visitor;

const PASSWORD: &str = "first-secret-of-hana";

/// Makes a wardrobe from somewhere; the house trusts the proxy before it.
fn make(server: &Server, from: &str) -> Answer {
    let body = json!({ "name": "服" }).to_string();
    server.ask("POST", "/wardrobe/v1/wardrobes").header("x-forwarded-for", from).body("application/json", body).send()
}

#[track_caller]
fn enough(answer: &Answer) {
    answer.problem(429, "wardrobe.enough_today", None);
    let seconds: u64 = answer.header("retry-after").and_then(|seconds| seconds.parse().ok()).expect("it says how long");
    assert!((1..=86_400).contains(&seconds), "{seconds}");
}

/// Sixty-four at once, through as many servers as the store can have: as many wardrobes as there are in a day, for one network and for all.
#[test]
fn of_many_wardrobes_at_once_as_many_are_made_as_there_are_in_a_day() {
    place::both(|place| {
        let options = ["--quota-wardrobes-per-address", "10", "--quota-wardrobes", "15", "--rate-per-address", "0"];
        let options = [&options[..], &["--trusted-proxies", "127.0.0.1"]].concat();
        let servers: Vec<Server> = (0..if place.name == "DynamoDB" { 2 } else { 1 }).map(|_| place.start(&options)).collect();
        let answers: Vec<Answer> = thread::scope(|scope| {
            let makers: Vec<_> = (0..64)
                .map(|nth| {
                    scope.spawn({
                        let server = &servers[nth % servers.len()];
                        move || make(server, "192.0.2.1")
                    })
                })
                .collect();
            makers.into_iter().map(|maker| maker.join().expect("nobody fails")).collect()
        });
        let made = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(made, 10, "on {}", place.name);
        answers.iter().filter(|answer| answer.status != 201).for_each(enough);
        // Somebody else is not kept from it, until the house has had enough.
        for _ in 0..5 {
            make(&servers[0], "192.0.2.2").expect(201);
        }
        enough(&make(&servers[0], "192.0.2.3"));
        let page = servers[0].ask("GET", "/wardrobe").header("accept", "text/html").send().expect(200);
        assert!(page.text().contains("action=\"/wardrobe\""));
    });
}

#[test]
fn a_wardrobe_takes_so_many_things_a_day_and_a_repeated_request_is_none() {
    place::both(|place| {
        let server = place.start(&["--quota-entries-per-wardrobe", "5"]);
        let closet = Closet::make(&server);
        let garments = closet.garments(2);
        closet.outfit("いつもの", &garments);
        closet.wear("20260103", &garments);
        let body = json!({ "name": "帽子", "genre": "others" }).to_string();
        let last = || {
            let ask = server.ask("POST", &closet.at("/clothing")).header("idempotency-key", "the-fifth-of-this-day");
            ask.body("application/json", body.clone()).send()
        };
        let made = text(&last().expect(201).json()["clothingId"]);
        enough(&closet.post("/clothing", &json!({ "name": "靴", "genre": "others" })));
        enough(&closet.post("/histories", &json!({ "date": "20260104", "clothingIds": garments })));
        assert_eq!(text(&last().expect(201).json()["clothingId"]), made, "what was made is told again");
        // What is there can be changed and removed, and another wardrobe is another one.
        closet.patch(&format!("/clothing/{made}"), &json!({ "name": "麦わら帽子" })).expect(204);
        closet.delete(&format!("/clothing/{made}")).expect(204);
        Closet::make(&server).garments(1);
    });
}

#[test]
fn pictures_of_a_day_are_counted_as_they_are_kept() {
    let place = place::embedded();
    let options = ["--quota-pictures-per-address", "1", "--quota-pictures-per-wardrobe", "2", "--trusted-proxies", "127.0.0.1"];
    let server = place.start(&options);
    let (closet, other) = (Closet::make(&server), Closet::make(&server));
    let large = drawn(1600, 1200, ImageFormat::Jpeg);
    let upload = |closet: &Closet<'_>, from: &str| {
        server.ask("POST", &closet.at("/images")).header("x-forwarded-for", from).form("file", &large).send()
    };
    let mut taken = 0;
    let refused = loop {
        let answer = upload(&closet, "192.0.2.1");
        if answer.status != 201 {
            break answer;
        }
        taken += 1;
        assert!(taken < 100, "it never ends");
    };
    enough(&refused);
    assert!(taken > 0);
    enough(&upload(&other, "192.0.2.1"));
    upload(&other, "192.0.2.2").expect(201);
    // As many again from elsewhere, and the wardrobe has had enough as well.
    let mut from = 3;
    while upload(&closet, &format!("192.0.2.{from}")).status == 201 {
        from += 1;
        assert!(from < 250, "it never ends");
    }
    upload(&other, &format!("192.0.2.{from}")).expect(201);
}

/// The disk is nearly full: pictures wait, and everything small goes on.
#[test]
fn below_the_reserve_only_small_things_go_on() {
    let place = place::embedded();
    place::add_person(&place, "hana@example.org", "花子", PASSWORD);
    let server = place.start(&["--reserve", "1000000000"]);
    let closet = Closet::make(&server);
    let answer = server.ask("POST", &closet.at("/images")).form("file", &png(64, 48)).send();
    answer.problem(507, "media.no_room", Some("file"));
    let garments = closet.garments(1);
    closet.wear("20260103", &garments);
    server.post("/okusuri/v1/auth/sign-in", &json!({ "email": "hana@example.org", "password": PASSWORD })).expect(200);
    server.get("/readyz").expect(200);
}

#[test]
fn new_wardrobes_are_for_anybody_for_people_or_for_nobody() {
    let place = place::embedded();
    place::add_person(&place, "hana@example.org", "花子", PASSWORD);
    let server = place.start(&[]);
    let closet = Closet::make(&server).id;
    server.stop();

    let server = place.start(&["--new-wardrobes", "nobody"]);
    make(&server, "192.0.2.1").problem(403, "wardrobe.closed", None);
    let page = Visitor::of(&server).get("/wardrobe").expect(200).text();
    assert!(page.contains("isn’t taking new wardrobes") && !page.contains("action=\"/wardrobe\""), "{page}");
    Closet { server: &server, id: closet }.garments(1);
    server.stop();

    let server = place.start(&["--new-wardrobes", "people"]);
    make(&server, "192.0.2.1").problem(403, "wardrobe.closed", None);
    let hana = Visitor::of(&server);
    let page = hana.get("/wardrobe").expect(200).text();
    assert!(page.contains("href=\"/sign-in?next=/wardrobe\"") && !page.contains("action=\"/wardrobe\""), "{page}");
    let signed_in = server.post("/okusuri/v1/auth/sign-in", &json!({ "email": "hana@example.org", "password": PASSWORD })).expect(200);
    let bearer = format!("Bearer {}", text(&signed_in.json()["token"]));
    let body = json!({ "name": "服" }).to_string();
    let made = server.ask("POST", "/wardrobe/v1/wardrobes").header("authorization", &bearer).body("application/json", body).send();
    made.expect(201);
    hana.goes_on("/sign-in", &[("email", "hana@example.org"), ("password", PASSWORD)], "/");
    hana.sends("/wardrobe", "/wardrobe", &[("name", "花子の服")]).expect(303);
    server.stop();

    // People are known in a house without Okusuri, too.
    let server = place.start(&["--apps", "wardrobe", "--new-wardrobes", "people"]);
    make(&server, "192.0.2.1").problem(403, "wardrobe.closed", None);
    let signed_in = server.post("/auth/v1/sign-in", &json!({ "email": "hana@example.org", "password": PASSWORD })).expect(200);
    let bearer = format!("Bearer {}", text(&signed_in.json()["token"]));
    let body = json!({ "name": "服" }).to_string();
    server.ask("POST", "/wardrobe/v1/wardrobes").header("authorization", &bearer).body("application/json", body).send().expect(201);
}
