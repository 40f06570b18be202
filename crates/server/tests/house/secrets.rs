//! The secret from which the house makes all others: given, made once, or asked for.

use std::os::unix::fs::PermissionsExt as _;

use chabudai_testkit::{Outcome, Server};

use crate::closet::{Closet, text};
use crate::place;

#[test]
fn a_root_secret_that_is_given_is_used() {
    let place = place::embedded();
    let secret = place.beside("secret");
    std::fs::write(&secret, "of all our servers\n").unwrap();
    let given = ["--root-secret-file", secret.to_str().unwrap()];
    let server = place.start(&given);
    let closet = Closet::make(&server);
    closet.garments(3);
    let next = format!("/clothing?limit=1&cursor={}", text(&closet.get("/clothing?limit=1")["nextCursor"]));
    let id = closet.id.clone();
    server.stop();
    assert!(!place.data().join("secrets.json").exists(), "none was made");
    let server = place.start(&["--root-secret", "of all our servers"]);
    Closet { server: &server, id: id.clone() }.get(&next);
    server.stop();
    let server = place.start(&[]);
    let closet = Closet { server: &server, id };
    server.get(&closet.at(&next)).problem(400, "wardrobe.invalid_cursor", Some("cursor"));
    server.stop();
    let both = ["--root-secret", "x", "--root-secret-file", secret.to_str().unwrap()];
    place.try_start(&both).expect_err("it does not choose").refused("not both");
}

#[test]
fn the_older_names_of_the_root_secret_go_on_working() {
    let place = place::embedded();
    let listed = |server: &Server, id: Option<String>| {
        let closet = match id {
            Some(id) => Closet { server, id },
            None => Closet::make(server),
        };
        closet.garments(2);
        let next = format!("/clothing?limit=1&cursor={}", text(&closet.get("/clothing?limit=1")["nextCursor"]));
        (closet.id, next)
    };
    let older = |name: &'static str, value: &str| {
        let mut command = place.program(&["serve", "--listen", "127.0.0.1:0"]);
        Server::start(command.env(name, value), "127.0.0.1:0".parse().unwrap()).expect("it serves")
    };
    let server = older("CHABUDAI_CURSOR_SECRET", "the one of all our cursors");
    let (id, next) = listed(&server, None);
    server.stop();
    assert!(!place.data().join("secrets.json").exists(), "none was made");
    let file = place.beside("secret");
    std::fs::write(&file, "the one of all our cursors\n").unwrap();
    let server = older("CHABUDAI_CURSOR_SECRET_FILE", file.to_str().unwrap());
    Closet { server: &server, id: id.clone() }.get(&next);
    server.stop();
    let shown = Outcome::of(place.program(&["config"]).env("CHABUDAI_CURSOR_SECRET", "hunter2")).succeeded().output;
    assert!(shown.contains("\"rootSecret\": \"********\""), "{shown}");

    let mut command = place.program(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("CHABUDAI_CURSOR_SECRET", "the one of all our cursors").env("CHABUDAI_ROOT_SECRET", "the one of the whole house");
    let server = Server::start(&mut command, "127.0.0.1:0".parse().unwrap()).expect("it serves");
    let closet = Closet { server: &server, id };
    server.get(&closet.at(&next)).problem(400, "wardrobe.invalid_cursor", Some("cursor"));
}

#[test]
fn servers_that_share_a_store_have_to_share_a_secret() {
    let prefix = place::prefix();
    let none = place::dynamodb_at(place::engine(), &prefix);
    let told = "--store dynamodb needs --root-secret-file FILE or --root-secret SECRET";
    for command in [&["serve", "--listen", "127.0.0.1:0"][..], &["jobs", "run"]] {
        let mut bare = none.program(command);
        bare.env_remove("CHABUDAI_ROOT_SECRET");
        let refused = Outcome::of(&mut bare).refused(told).refused("openssl rand -hex 32");
        assert!(!refused.error.contains("used so far"), "{refused:?}");
    }
    // Whoever served without one until now is told where it is.
    std::fs::create_dir_all(none.data()).unwrap();
    std::fs::write(none.data().join("secrets.json"), r#"{ "cursor": "made by an older server" }"#).unwrap();
    let mut bare = none.program(&["serve", "--listen", "127.0.0.1:0"]);
    bare.env_remove("CHABUDAI_ROOT_SECRET");
    Outcome::of(&mut bare).refused("The one that this server has used so far is in ").refused("secrets.json");

    // Two servers with the same one: what one has handed out, the other accepts, and devices know both by one key.
    let (one, other) = (place::dynamodb_at(place::engine(), &prefix), place::dynamodb_at(place::engine(), &prefix));
    let (first, second) = (one.start(&[]), other.start(&[]));
    let closet = Closet::make(&first);
    closet.garments(2);
    let next = format!("/clothing?limit=1&cursor={}", text(&closet.get("/clothing?limit=1")["nextCursor"]));
    second.get(&closet.at(&next)).expect(200);
    assert!(!one.data().join("secrets.json").exists() && !other.data().join("secrets.json").exists(), "none was made");
}

#[test]
fn secrets_are_made_once_and_readable_by_their_owner_only() {
    let place = place::embedded();
    place.start(&[]).stop();
    let file = place.data().join("secrets.json");
    let made = std::fs::read_to_string(&file).expect("secrets are made");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    place.start(&[]).stop();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), made);
    std::fs::write(&file, "nonsense").unwrap();
    place.try_start(&[]).expect_err("it makes no new ones over damaged ones").refused("secrets.json is damaged");
}
