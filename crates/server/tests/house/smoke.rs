//! `chabudai smoke`: a recipe through the API of a house that runs, its item in the store, and nothing left behind.

use chabudai_testkit::{Outcome, Place, Server};
use serde_json::{Value, json};

use crate::closet::text;
use crate::place::{self, bare_program};

const EMAIL: &str = "mei@example.org";
const PASSWORD: &str = "正しい馬の電池とホッチキス";

fn token(server: &Server, access: &str) -> String {
    let signed_in = server.post("/auth/v1/sign-in", &json!({ "email": EMAIL, "password": PASSWORD })).expect(200).json();
    let ask = server.ask("POST", "/auth/v1/tokens").header("authorization", &format!("Bearer {}", text(&signed_in["token"])));
    text(&ask.json(&json!({ "name": "配置", "access": access, "days": 1, "app": "kondate" })).send().expect(201).json()["token"])
}

fn ask(server: &Server, token: &str, path: &str) -> Value {
    let ask = server.ask("GET", &format!("/kondate/v1{path}")).header("authorization", &format!("Bearer {token}"));
    ask.send().expect(200).json()["data"].take()
}

/// The recipes of the book that are nobody's starters.
fn own_recipes(server: &Server, token: &str) -> usize {
    let listed = ask(server, token, "/recipes");
    listed["items"].as_array().expect("recipes").iter().filter(|one| one["origin"] == "created").count()
}

fn house(place: &Place) -> (Server, String) {
    place::add_person(place, EMAIL, "めい", PASSWORD);
    let server = place.start(&[]);
    let token = token(&server, "write");
    (server, token)
}

/// What was said, without how long it took; each line that tells of a step has its time.
fn steps(outcome: &Outcome) -> Vec<String> {
    let without_time = |line: &str| {
        let Some((what, time)) = line.rsplit_once(" (") else { return line.to_owned() };
        assert!(time.strip_suffix(" ms)").is_some_and(|millis| millis.parse::<u32>().is_ok()), "{line}");
        what.to_owned()
    };
    outcome.output.lines().map(without_time).collect()
}

#[test]
fn a_recipe_is_written_found_by_its_key_and_removed() {
    place::both(|place| {
        let (server, token) = house(place);
        let kitchen = text(&ask(&server, &token, "/kitchens")["items"][0]["id"]);
        let smoked = place.run(&["smoke", "--url", &server.public_url, "--token", &token]).succeeded();
        let said = steps(&smoked);
        let [wrote, found, read, removed, left] = said.as_slice() else { panic!("{smoked:?}") };
        assert_eq!(wrote, "kondate: wrote a recipe by POST /kondate/v1/recipes");
        let key = found.strip_prefix("kondate: found it in MainTable by its key: ").unwrap_or_else(|| panic!("{found}"));
        assert!(key.starts_with(&format!("PK=USER#{kitchen}, SK=RECIPE#")), "{key}");
        assert_eq!(read, "kondate: read it back by the API");
        assert_eq!(removed, "kondate: removed it again");
        assert_eq!(left, "kondate: the item has deletedAt");
        assert_eq!(own_recipes(&server, &token), 0, "nothing is left in the book");
        assert!(!smoked.output.contains(&token) && !smoked.error.contains(&token), "a token is nobody's business");
        // By a file too, and of an app by its name.
        let file = place.beside("token");
        std::fs::write(&file, format!("{token}\n")).expect("a file");
        let file = file.to_str().expect("a path is text");
        place.run(&["smoke", "kondate", "--url", &format!("{}/", server.public_url), "--token-file", file]).succeeded();
    });
}

#[test]
fn without_the_store_it_says_that_it_did_not_look() {
    let place = place::embedded();
    let (server, token) = house(&place);
    let mut command = bare_program();
    command.current_dir(place.beside("")).args(["smoke", "--url", &server.public_url]).env("CHABUDAI_SMOKE_TOKEN", &token);
    let smoked = Outcome::of(&mut command).succeeded();
    let expected = [
        "kondate: wrote a recipe by POST /kondate/v1/recipes",
        "kondate: read it back by the API",
        "kondate: the store was not looked at; --store dynamodb, or --data DIR, says where it is",
        "kondate: removed it again",
    ];
    assert_eq!(steps(&smoked), expected);
    // The environment says where the store is just as well.
    let smoked = Outcome::of(command.env("CHABUDAI_DATA", place.data())).succeeded();
    assert!(smoked.output.contains("found it in MainTable by its key"), "{smoked:?}");
}

#[test]
fn whatever_differs_is_a_sentence_and_an_exit_code() {
    place::both(|place| {
        let (server, writes) = house(place);
        let reads = token(&server, "read");
        let smoke = |place: &Place, url: &str, token: &str| place.run(&["smoke", "--url", url, "--token", token]);
        let refused = |outcome: Outcome, why: &str| assert_eq!(outcome.refused(why).code, Some(1));
        // The store that is looked at is another one: nothing that was written is left there all the same.
        let elsewhere = if place.name == "DynamoDB" { place::dynamodb() } else { place::embedded() };
        elsewhere.start(&[]).stop();
        let outcome = smoke(&elsewhere, &server.public_url, &writes);
        assert!(outcome.output.contains("removed it again"), "{outcome:?}");
        refused(outcome, "in MainTable: the house keeps its data somewhere else");
        assert_eq!(own_recipes(&server, &writes), 0);
        // A token that only reads, one that is none, none at all; a house that is not there.
        refused(smoke(place, &server.public_url, &reads), "POST /kondate/v1/recipes was answered with 403 and not with 201");
        refused(smoke(place, &server.public_url, "chabu_x"), "was answered with 401 and not with 200");
        refused(place.run(&["smoke", "--url", &server.public_url]), "give --token TOKEN or --token-file FILE");
        refused(smoke(place, "house.example", &writes), "--url begins with https:// or http://");
        refused(place.run(&["smoke", "wardrobe", "--url", &server.public_url, "--token", &writes]), "can be tried out");
        let address = server.public_url.clone();
        server.stop();
        refused(smoke(place, &address, &writes), &format!("GET {address}/kondate/v1/kitchens"));
    });
}
