//! The move from PostgreSQL by the operator's hand: people stay signed in, and everything finds its way back.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use chabudai_testkit::{Answer, Outcome, Place, Postgres, Server};
use serde_json::{Value, json};

use crate::place;

const OLDER_SYSTEM: &str = include_str!("../../../okusuri-from-postgres/tests/older_system.sql");
/// A token that the older system gave out.
const TOKEN: &str = "4f9c2b1e-6f0d-4d4e-9a53-0f3a6d3b7c11";

fn older_system() -> Option<Postgres> {
    let postgres = Postgres::find()?;
    postgres.run(OLDER_SYSTEM);
    Some(postgres)
}

fn command(place: &Place, postgres: &Postgres, phase: &str) -> std::process::Command {
    let (from, work) = (postgres.url(), place.beside("work"));
    let mut program = place.program(&["migrate", "okusuri", phase, "--from", &from, "--workdir", work.to_str().expect("a path")]);
    program.env("PGPASSWORD", Postgres::PASSWORD);
    program
}

fn migrate(place: &Place, postgres: &Postgres, phase: &str) -> Outcome {
    let outcome = Outcome::of(&mut command(place, postgres, phase));
    let said = format!("{}{}", outcome.output, outcome.error);
    for secret in [Postgres::PASSWORD, TOKEN, "example.org", "花子", "push.example"] {
        assert!(!said.contains(secret), "{secret} is told: {said}");
    }
    outcome
}

fn ask(server: &Server, method: &str, rest: &str, body: Option<&Value>) -> Answer {
    let ask = server.ask(method, &format!("/okusuri/v1{rest}")).header("authorization", &format!("Bearer {TOKEN}"));
    body.map_or(ask.clone(), |body| ask.json(body)).send()
}

#[test]
fn people_stay_signed_in_and_everything_finds_its_way_back() {
    let Some(postgres) = older_system() else { return };
    place::both(|place| {
        let before = postgres.query("SELECT count(*) FROM medication_logs");
        if place.name == "DynamoDB" {
            place.run(&["tables", "create"]).succeeded();
        }
        let planned = migrate(place, &postgres, "plan").succeeded();
        assert!(planned.output.contains("user: 4 in, 4 carried, 0 skipped"), "{}", planned.output);
        migrate(place, &postgres, "verify").refused("nothing");
        let loaded = migrate(place, &postgres, "load").succeeded();
        assert_eq!(loaded.output, "4 people and 62 things of theirs; 74 items written, 0 newer ones left alone\n");
        let verified = migrate(place, &postgres, "verify").succeeded();
        assert!(verified.output.ends_with("nothing speaks against the switch\n"), "{}", verified.output);
        assert!(migrate(place, &postgres, "load").succeeded().output.starts_with("the load had ended before, nothing was written"));
        postgres.run("UPDATE medication_logs SET has_bleeding = NOT has_bleeding, updated_at = now() WHERE id = 30");
        assert!(migrate(place, &postgres, "delta").succeeded().output.starts_with("1 items written, 0 removed, 0 changes left out"));
        migrate(place, &postgres, "verify").succeeded();

        let server = place.start(&[]);
        let session = ask(&server, "GET", "/auth/session", None).expect(200).json();
        assert_eq!((&session["user"]["id"], &session["user"]["name"]), (&json!("hana-1"), &json!("山田 花子")));
        let status = ask(&server, "GET", "/medication-status", None).expect(200).json();
        assert!(status["currentStreak"].is_number(), "{status}");
        ask(&server, "GET", "/medication-log/30", None).expect(200);
        ask(&server, "POST", "/medication-log", Some(&json!({ "hasBleeding": true }))).expect(201);
        if place.name != "DynamoDB" {
            migrate(place, &postgres, "delta").refused("is in use by another server");
        }
        let (_, log) = server.stop();
        assert!(!log.contains(TOKEN) && !log.contains("hana@example.org"), "{log}");

        // What was logged here is one log more there, and stays one.
        for _ in 0..2 {
            let back = migrate(place, &postgres, "export-back").succeeded();
            // Somebody looks after the house since it was opened, which the older system has no place for.
            assert!(back.output.starts_with("1 people, 1 logs and 0 settings written there, 0 rows removed"), "{}", back.output);
        }
        let after = postgres.query("SELECT count(*) FROM medication_logs");
        assert_eq!(after.parse::<u32>().unwrap(), before.parse::<u32>().unwrap() + 1);
        // The next store begins with the same system.
        postgres.run("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
        postgres.run(OLDER_SYSTEM);
    });
}

#[test]
fn one_address_of_two_people_stops_it_and_is_told_by_their_ids() {
    let Some(postgres) = older_system() else { return };
    postgres
        .run(r#"INSERT INTO "user" (id, name, email, created_at, updated_at) VALUES ('hana-5', 'x', 'HANA@EXAMPLE.ORG', now(), now())"#);
    let place = place::embedded();
    for (phase, why) in [("plan", "a load would be refused"), ("load", "nothing was written")] {
        let stopped = migrate(&place, &postgres, phase).refused(why);
        assert!(stopped.output.contains("stop: user hana-1, hana-5: one address, once its letters are small"), "{}", stopped.output);
    }
    let work = place.beside("work");
    let nowhere = ["migrate", "okusuri", "plan", "--workdir", work.to_str().expect("a path"), "--from"];
    place.run(&[&nowhere[..], &["postgres://okusuri:the-older-secret@127.0.0.1:1/okusuri"]].concat()).refused("cannot be reached");
    let wrong = place.run(&[&nowhere[..], &["nonsense:the-older-secret"]].concat()).refused("--from is no address");
    assert!(!wrong.error.contains(Postgres::PASSWORD), "{}", wrong.error);
}

/// How many things a load says to have written.
fn things(work: &Path) -> u64 {
    let state = std::fs::read(work.join("state.json")).ok().and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
    state.and_then(|state| state["things"].as_u64()).unwrap_or(0)
}

#[test]
fn a_load_that_is_killed_goes_on_where_it_was() {
    let Some(postgres) = older_system() else { return };
    postgres.run(
        "INSERT INTO medication_logs (user_id, has_bleeding, created_at, updated_at)
         SELECT 'ren-3', n % 7 = 0, now() - n * interval '1 hour', now() - n * interval '1 hour' FROM generate_series(1, 8000) AS n",
    );
    let place = place::embedded();
    let mut program = command(&place, &postgres, "load").stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
    let deadline = Instant::now() + Duration::from_mins(1);
    while things(&place.beside("work")) == 0 {
        assert!(Instant::now() < deadline && program.try_wait().expect("our own").is_none(), "the load is under way");
        std::thread::sleep(Duration::from_millis(1));
    }
    program.kill().expect("it is ours");
    assert_eq!(program.wait().expect("it ended").code(), None, "killed, not ended");
    let written = things(&place.beside("work"));
    assert!(written < 8_062, "it was cut off");
    migrate(&place, &postgres, "verify").refused("do not switch");
    let loaded = migrate(&place, &postgres, "load").succeeded();
    assert!(loaded.output.starts_with("4 people and 8062 things of theirs; "), "{}", loaded.output);
    migrate(&place, &postgres, "verify").succeeded();
}

#[test]
fn the_older_database_is_reached_by_tls_and_by_nobody_in_between() {
    let Some(postgres) = Postgres::find_with_tls() else { return };
    postgres.run(OLDER_SYSTEM);
    let place = place::embedded();
    let plan = |address: &str, authority: Option<&Path>, password: &str| {
        let work = place.beside("work");
        let arguments = ["migrate", "okusuri", "plan", "--from", address, "--workdir", work.to_str().expect("a path")];
        let mut program = place.program(&arguments);
        program.env("PGPASSWORD", password).env_remove("SSL_CERT_FILE").env_remove("SSL_CERT_DIR");
        if let Some(file) = authority {
            program.env("SSL_CERT_FILE", file);
        }
        Outcome::of(&mut program)
    };
    let required = format!("{}?sslmode=require", postgres.url());
    let authority = postgres.authority();
    plan(&required, None, Postgres::PASSWORD).refused("invalid peer certificate");
    plan(&postgres.url(), None, Postgres::PASSWORD).refused("invalid peer certificate");
    plan(&required, Some(&authority), Postgres::PASSWORD).succeeded();
    let wrong = plan(&required, Some(&authority), "another-secret").refused("password authentication failed");
    assert!(!wrong.error.contains("another-secret"), "{}", wrong.error);
    // A server without TLS is not spoken to where TLS was insisted on.
    let Some(without) = older_system() else { return };
    plan(&format!("{}?sslmode=require", without.url()), None, Postgres::PASSWORD).refused("server does not support TLS");
    plan(&without.url(), None, Postgres::PASSWORD).succeeded();
}
