//! Stripe, as an operator sets it up and as Stripe meets it. What reaches an app is told in the tests of the sixth app.

use chabudai_testkit::stripe::{KEY, Stripe, WEBHOOK_SECRET, signature};
use chabudai_testkit::{Answer, Server};

use crate::place;

const NOBODYS: &str = r#"{"id":"evt_1","object":"event","type":"ping","created":1,"livemode":false,"data":{"object":{"id":"x"}}}"#;

fn now() -> i64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("a clock").as_secs() as i64
}

fn tells(server: &Server, path: &str, body: &str, signed: &str) -> Answer {
    server.ask("POST", path).header("stripe-signature", signed).body("application/json", body).send()
}

#[test]
fn there_is_an_address_for_stripe_only_where_there_is_a_key() {
    let place = place::embedded();
    let server = place.start(&[]);
    server.ask("POST", "/webhooks/stripe").body("application/json", NOBODYS).send().problem(404, "http.not_found", None);
}

#[test]
fn what_is_not_signed_is_refused() {
    let (place, stripe) = (place::embedded(), Stripe::start());
    let mut arguments = stripe.arguments();
    // One secret takes another's place.
    arguments[5] = format!("whsec_before, {WEBHOOK_SECRET}");
    // The first ten from one address are a burst of one a second.
    let server = place.start(&[&arguments.iter().map(String::as_str).collect::<Vec<_>>()[..], &["--rate-per-address", "1"]].concat());
    let path = "/webhooks/stripe";
    for secret in ["whsec_before", WEBHOOK_SECRET] {
        assert_eq!(tells(&server, path, NOBODYS, &signature(&[secret], now(), NOBODYS)).expect(200).text(), "nobody's");
    }
    for signed in ["", "nonsense", "t=1,v1=00", &signature(&["whsec_another"], now(), NOBODYS)] {
        tells(&server, path, NOBODYS, signed).problem(400, "payments.bad_signature", None);
    }
    server.ask("POST", path).body("application/json", NOBODYS).send().problem(400, "payments.bad_signature", None);
    let old = signature(&[WEBHOOK_SECRET], now() - 400, NOBODYS);
    tells(&server, path, NOBODYS, &old).problem(400, "payments.old_signature", None);
    let nonsense = signature(&[WEBHOOK_SECRET], now(), "{}");
    tells(&server, path, "{}", &nonsense).problem(400, "payments.unreadable", None);
    // Larger than other bodies may be, and bounded all the same.
    let long = |bytes: usize| NOBODYS.replace("\"x\"", &format!("\"{}\"", "x".repeat(bytes)));
    let (large, too_large) = (long(200 * 1024), long(256 * 1024));
    tells(&server, path, &large, &signature(&[WEBHOOK_SECRET], now(), &large)).expect(200);
    tells(&server, path, &too_large, &signature(&[WEBHOOK_SECRET], now(), &too_large)).problem(413, "http.too_large", None);
    server.get(path).problem(405, "http.method_not_allowed", None);
    // Stripe tells much at once, from few addresses.
    for _ in 0..30 {
        tells(&server, path, NOBODYS, &signature(&[WEBHOOK_SECRET], now(), NOBODYS)).expect(200);
    }
    assert!((0..30).any(|_| server.get("/healthz").status == 429), "others are held to their rate");
}

#[test]
fn a_house_below_a_path_is_told_there() {
    let (place, stripe) = (place::embedded(), Stripe::start());
    let arguments = stripe.arguments();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let server = place.start(&[&arguments[..], &["--base-url", "http://example.org/house", "--rate-per-address", "1"]].concat());
    for _ in 0..15 {
        tells(&server, "/house/webhooks/stripe", NOBODYS, &signature(&[WEBHOOK_SECRET], now(), NOBODYS)).expect(200);
    }
}

#[test]
fn settings_that_cannot_work_are_refused_at_the_start() {
    let place = place::embedded();
    let refused = |arguments: &[&str], why: &str| {
        let outcome = place.try_start(arguments).expect_err("it does not start");
        assert!(!outcome.error.contains(KEY) && !outcome.error.contains(WEBHOOK_SECRET), "{outcome:?}");
        outcome.refused(why);
    };
    refused(&["--stripe-key", KEY], "--stripe-key needs --stripe-webhook-secret");
    refused(&["--stripe-key", KEY, "--stripe-webhook-secret", " , "], "--stripe-key needs --stripe-webhook-secret");
    refused(&["--stripe-webhook-secret", WEBHOOK_SECRET], "--stripe-key has to say");
    refused(&["--stripe-key", "pk_test_1", "--stripe-webhook-secret", WEBHOOK_SECRET], "--stripe-key is a secret key");
    let url = ["--stripe-key", KEY, "--stripe-webhook-secret", WEBHOOK_SECRET, "--stripe-url", "http://example.org"];
    refused(&url, "--stripe-url begins with https://");
    let file = place.beside("stripe-key");
    std::fs::write(&file, format!("{KEY}\n")).expect("a file");
    let file = file.to_str().expect("a path");
    refused(&["--stripe-key", KEY, "--stripe-key-file", file], "give --stripe-key or --stripe-key-file, not both");
    refused(&["--stripe-key-file", file], "--stripe-key needs --stripe-webhook-secret");
    drop(place.start(&["--stripe-key-file", file, "--stripe-webhook-secret", WEBHOOK_SECRET, "--stripe-url", "http://127.0.0.1:1"]));
}

#[test]
fn the_configuration_is_shown_without_its_secrets() {
    let place = place::embedded().with_environment("CHABUDAI_STRIPE_WEBHOOK_SECRET", WEBHOOK_SECRET);
    let shown = place.run(&["config", "--stripe-key", KEY]).succeeded().output;
    let stripe = &serde_json::from_str::<serde_json::Value>(&shown).expect("JSON")["stripe"];
    assert_eq!(*stripe, serde_json::json!({ "key": "********", "webhookSecret": "********", "url": "https://api.stripe.com" }));
    assert!(!shown.contains(KEY) && !shown.contains(WEBHOOK_SECRET));
    let help = place.run(&["serve", "--help"]).succeeded().output;
    assert!(help.contains("--stripe-key-file") && !help.contains(WEBHOOK_SECRET), "{help}");
}
