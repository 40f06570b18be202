//! Whose a wardrobe is: somebody's list, another address, and the end of it, over HTTP.

use chabudai_testkit::{Answer, Server};
use serde_json::{Value, json};

use crate::closet::{Closet, NO_WARDROBE, spelled, text};
use crate::place;
use crate::visitor::Visitor;

const PASSWORD: &str = "a-secret-of-hana-alone";

fn token(server: &Server, email: &str) -> String {
    let answer = server.post("/okusuri/v1/auth/sign-in", &json!({ "email": email, "password": PASSWORD }));
    text(&answer.expect(200).json()["token"])
}

fn with(server: &Server, method: &str, path: &str, token: &str) -> Answer {
    server.ask(method, path).header("authorization", &format!("Bearer {token}")).send()
}

/// A list in a line: names, whether each opens, and by what.
fn mine(server: &Server, token: &str) -> Vec<(String, String, String)> {
    let listed = with(server, "GET", "/wardrobe/v1/wardrobes", token).expect(200).json();
    let one = |item: &Value| (text(&item["name"]), text(&item["state"]), text(&item["wardrobeId"]));
    listed["items"].as_array().expect("a list").iter().map(one).collect()
}

fn row(name: &str, state: &str, address: &str) -> (String, String, String) {
    (name.to_owned(), state.to_owned(), address.to_owned())
}

#[test]
fn somebody_finds_their_wardrobes_on_every_device() {
    place::both(|place| {
        place::add_person(place, "hana@example.org", "花", PASSWORD);
        place::add_person(place, "taro@example.org", "太郎", PASSWORD);
        let server = place.start(&[]);
        let (hana, taro) = (token(&server, "hana@example.org"), token(&server, "taro@example.org"));
        assert_eq!(mine(&server, &hana), []);
        // One that is made by somebody is theirs by itself; by nobody, nobody's.
        let asked = server.ask("POST", "/wardrobe/v1/wardrobes").header("authorization", &format!("Bearer {hana}"));
        let made = asked.header("idempotency-key", "a-key-of-this-request").json(&json!({ "name": "花の服" }));
        let own = text(&made.send().expect(201).json()["wardrobeId"]);
        let other = Closet::make(&server);
        assert_eq!(mine(&server, &hana), [row("花の服", "open", &own)]);
        with(&server, "PUT", &other.at("/mine"), &hana).expect(204);
        with(&server, "PUT", &other.at("/mine"), &hana).expect(204);
        let there = token(&server, "hana@example.org");
        assert_eq!(mine(&server, &there), [row("花の服", "open", &own), row("わたしの服", "open", &other.id)], "on another device");
        assert_eq!(mine(&server, &taro), [], "nobody else's");

        with(&server, "DELETE", &other.at("/mine"), &taro).problem(404, "wardrobe.not_found", None);
        with(&server, "DELETE", &other.at("/mine"), &there).expect(204);
        with(&server, "DELETE", &other.at("/mine"), &there).problem(404, "wardrobe.not_found", None);
        assert_eq!(mine(&server, &hana).len(), 1);
        assert_eq!(other.get("")["name"], "わたしの服", "the wardrobe stays");
        with(&server, "PUT", &format!("/wardrobe/v1/wardrobes/{NO_WARDROBE}/mine"), &hana).problem(404, "wardrobe.not_found", None);
        for (method, path) in [("GET", "/wardrobe/v1/wardrobes".to_owned()), ("PUT", other.at("/mine")), ("DELETE", other.at("/mine"))] {
            server.ask(method, &path).send().problem(401, "wardrobe.not_signed_in", None);
        }
        drop(server);
        let checked = place.run(&["check"]).succeeded();
        assert!(checked.output.contains("wardrobe"), "{}", checked.output);
    });
}

#[test]
fn a_new_address_opens_everything_and_the_old_one_nothing() {
    place::both(|place| {
        place::add_person(place, "hana@example.org", "花", PASSWORD);
        place::add_person(place, "taro@example.org", "太郎", PASSWORD);
        let server = place.start(&[]);
        let (hana, taro) = (token(&server, "hana@example.org"), token(&server, "taro@example.org"));
        let old = Closet::make(&server);
        let (key, picture) = old.picture();
        let shirt = old.garment_of(&json!({ "name": "シャツ", "genre": "tops", "imageKey": key }));
        let outfit = old.outfit("外出", std::slice::from_ref(&shirt));
        let record = old.wear_outfit(&spelled(old.today()), &outfit);
        for somebody in [&hana, &taro] {
            with(&server, "PUT", &old.at("/mine"), somebody).expect(204);
        }
        // Whoever knows the old address is not to guess the key by which the new one is told again.
        let guessed = server.ask("POST", &old.at("/address")).header("idempotency-key", "one-wish").send();
        guessed.problem(400, "wardrobe.idempotency_key_short", Some("Idempotency-Key"));
        let ask = || {
            let ask = server.ask("POST", &old.at("/address")).header("authorization", &format!("Bearer {hana}"));
            text(&ask.header("idempotency-key", "one-wish-of-many-words").send().expect(201).json()["wardrobeId"])
        };
        let address = ask();
        assert!(address.starts_with(&format!("{}_", old.id)) && address.len() == 62, "{address}");
        assert_eq!(ask(), address, "an answer that was lost is given again");
        server.ask("POST", &old.at("/address")).send().problem(404, "wardrobe.not_found", None);

        // By the old one nothing, of the API and of the pages.
        for rest in ["", "/week", "/clothing", "/templates", "/histories", &format!("/clothing/{shirt}"), "/recommendations/clothing"] {
            server.get(&old.at(rest)).problem(404, "wardrobe.not_found", None);
        }
        old.post("/clothing", &json!({ "name": "靴", "genre": "others" })).problem(404, "wardrobe.not_found", None);
        old.patch("", &json!({ "name": "靴" })).problem(404, "wardrobe.not_found", None);
        old.delete("").problem(404, "wardrobe.not_found", None);
        let visitor = Visitor::of(&server);
        for rest in ["", "/settings", "/clothes", "/histories", "/history.csv", "/address", "/delete", "/deleted"] {
            visitor.get(&format!("/wardrobe/{}{rest}", old.id)).expect(404);
        }
        let close = format!("{}{}", &address[..address.len() - 1], if address.ends_with('A') { "B" } else { "A" });
        server.get(&format!("/wardrobe/v1/wardrobes/{close}")).problem(404, "wardrobe.not_found", None);

        // By the new one everything, and more of it.
        let new = Closet { server: &server, id: address.clone() };
        assert_eq!(new.clothing(&shirt)["picture"], picture);
        assert_eq!(new.all("/histories", "historyId"), [record]);
        let (key, _) = new.picture();
        let secret = &address[40..];
        assert!(!key.contains(secret), "{key}");
        new.garment_of(&json!({ "name": "靴", "genre": "others", "imageKey": key }));
        server.get(&format!("/wardrobe/v1/pictures/{picture}/160.jpg")).expect(200);
        for rest in
            ["", "/settings", "/clothes", "/histories", "/outfits", "/statistics", "/bin", "/review", "/record", "/address", "/delete"]
        {
            let page = visitor.get(&format!("/wardrobe/{address}{rest}")).expect(200).text();
            let stale = page.matches(&old.id).count() - page.matches(&address).count();
            assert_eq!(stale, 0, "{rest} leads to the address that opens nothing");
            for shown in page.split("/wardrobe/v1/pictures/").skip(1) {
                let shown = shown.split('"').next().unwrap_or_default();
                assert!(!shown.contains(&old.id) && !shown.contains(secret), "{shown}");
            }
        }
        assert_eq!(mine(&server, &hana), [row("わたしの服", "open", &address)], "who asked for it goes on");
        assert_eq!(mine(&server, &taro), [row("わたしの服", "moved", &old.id)]);
        with(&server, "DELETE", &old.at("/mine"), &taro).expect(204);
        let id = old.id.clone();
        let (_, log) = server.stop();
        assert!(!log.contains(secret) && !log.contains(&id), "the log gives nothing away");
    });
}

#[test]
fn a_deleted_wardrobe_answers_nothing_but_its_undo() {
    place::both(|place| {
        place::add_person(place, "hana@example.org", "花", PASSWORD);
        let server = place.start(&[]);
        let hana = token(&server, "hana@example.org");
        let closet = Closet::make(&server);
        let shirt = closet.garment("シャツ");
        with(&server, "PUT", &closet.at("/mine"), &hana).expect(204);
        let until = closet.delete("").expect(200).json()["restorableUntil"].as_u64().expect("a moment");
        for rest in ["", "/week", "/clothing", "/templates", "/histories", &format!("/clothing/{shirt}")] {
            server.get(&closet.at(rest)).problem(404, "wardrobe.deleted", None);
        }
        closet.post("/clothing", &json!({ "name": "靴", "genre": "others" })).problem(404, "wardrobe.deleted", None);
        closet.delete("").problem(404, "wardrobe.deleted", None);
        server.ask("POST", &closet.at("/address")).send().problem(404, "wardrobe.deleted", None);
        let listed = with(&server, "GET", "/wardrobe/v1/wardrobes", &hana).expect(200).json();
        assert_eq!((&listed["items"][0]["state"], &listed["items"][0]["restorableUntil"]), (&json!("deleted"), &json!(until)));

        let visitor = Visitor::of(&server);
        let home = format!("/wardrobe/{}", closet.id);
        for rest in ["", "/settings", "/clothes", "/history.csv"] {
            let page = visitor.get(&format!("{home}{rest}")).expect(404).text();
            assert!(page.contains(&format!("href=\"{home}/deleted\"")), "{page}");
        }
        let shown = visitor.get(&format!("{home}/deleted")).expect(200).text();
        assert!(shown.contains("わたしの服") && shown.contains("restore it until"), "{shown}");
        server.ask("POST", &closet.at("/restore")).send().expect(204);
        server.ask("POST", &closet.at("/restore")).send().problem(404, "wardrobe.not_found", None);
        assert_eq!(closet.all("/clothing", "clothingId"), [shirt]);
        visitor.get(&format!("{home}/deleted")).expect(404);
        server.ask("POST", &format!("/wardrobe/v1/wardrobes/{NO_WARDROBE}/restore")).send().problem(404, "wardrobe.not_found", None);
        assert_eq!(closet.get("")["name"], "わたしの服");
    });
}

#[test]
fn the_example_stays_as_it_is() {
    let place = place::demo();
    let server = place.start(&["--demo"]);
    let [path, _] = place.demo_wardrobes();
    let id = path.rsplit('/').next().expect("an id").to_owned();
    let example = Closet { server: &server, id };
    server.ask("POST", &example.at("/address")).send().problem(403, "wardrobe.example", None);
    example.delete("").problem(403, "wardrobe.example", None);
    let visitor = Visitor::of(&server);
    for rest in ["/address", "/delete"] {
        visitor.get(&format!("/wardrobe/{}{rest}", example.id)).expect(403);
    }
    let settings = visitor.get(&format!("/wardrobe/{}/settings", example.id)).expect(200).text();
    assert!(!settings.contains("/address\"") && !settings.contains("/delete\""), "{settings}");
}

/// The search of the house finds what is in one's own wardrobes, and nothing that one has only opened or that is somebody else's.
#[test]
fn garments_and_outfits_are_found_in_ones_own_wardrobes_only() {
    place::both(|place| {
        place::add_person(place, "hana@example.org", "花", PASSWORD);
        place::add_person(place, "taro@example.org", "太郎", PASSWORD);
        let server = place.start(&[]);
        let (own, other) = (Closet::make(&server), Closet::make(&server));
        with(&server, "PUT", &own.at("/mine"), &token(&server, "hana@example.org")).expect(204);
        let shirt = own.garment("麻のシャツ");
        let outfit = own.outfit("シャツの日", std::slice::from_ref(&shirt));
        let strange = other.garment("よそのシャツ");
        let finds = |email: &str, question: &str| {
            let visitor = Visitor::of(&server);
            visitor.goes_on("/sign-in", &[("email", email), ("password", PASSWORD)], "/");
            visitor.get(&format!("/wardrobe/{}", other.id)).expect(200);
            visitor.get(&format!("/search?q={question}")).expect(200).text()
        };
        let page = finds("hana@example.org", "%E3%81%97%E3%82%83%E3%81%A4");
        for (place, id) in [("clothes", &shirt), ("outfits", &outfit)] {
            assert!(page.contains(&format!("href=\"/wardrobe/{}/{place}/{id}\"", own.id)), "{page}");
        }
        assert!(!page.contains(&strange) && !page.contains(&other.id), "{page}");
        let page = finds("taro@example.org", "%E3%82%B7%E3%83%A3%E3%83%84");
        assert!(!page.contains("wd_") && !page.contains("シャツの日"), "{page}");
    });
}
