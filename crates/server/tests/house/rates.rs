//! How often one may ask.

use std::time::Duration;

use chabudai_testkit::{Answer, Server};

use crate::closet::{Closet, NO_WARDROBE};
use crate::place;

/// How many requests pass before one is told to wait, and that answer.
fn passed(ask: impl Fn() -> Answer) -> (usize, Answer) {
    // The machine may be slow, so that a few more come back into the budget meanwhile.
    for passed in 0..200 {
        let answer = ask();
        if answer.status == 429 {
            return (passed, answer);
        }
    }
    panic!("nobody was told to wait");
}

fn told_to_wait(answer: &Answer) -> u64 {
    answer.problem(429, "http.too_many_requests", None);
    answer.header("retry-after").and_then(|seconds| seconds.parse().ok()).expect("it says how long")
}

#[test]
fn a_wardrobe_answers_a_burst_of_ten_and_then_one_a_second() {
    let place = place::embedded();
    let server = place.start(&["--rate-per-wardrobe", "1"]);
    let (closet, other) = (Closet::make(&server), Closet::make(&server));
    let (count, answer) = passed(|| server.get(&closet.at("")));
    assert!(count >= 10, "{count}");
    let seconds = told_to_wait(&answer);
    assert!((1..=2).contains(&seconds), "{seconds}");
    server.get(&other.at("")).expect(200);
    server.get("/healthz").expect(200);
    std::thread::sleep(Duration::from_secs(seconds));
    server.get(&closet.at("")).expect(200);
}

#[test]
fn an_address_answers_for_all_its_requests() {
    let place = place::embedded();
    let server = place.start(&["--rate-per-address", "1"]);
    let (count, answer) = passed(|| server.get("/nonsense"));
    assert!(count >= 10, "{count}");
    told_to_wait(&answer);
    assert!(answer.header("x-request-id").is_some() && answer.header("x-frame-options").is_some());
    let forwarded = server.ask("GET", "/healthz").header("x-forwarded-for", "192.0.2.7").send();
    told_to_wait(&forwarded);
}

#[test]
fn a_proxy_that_is_trusted_speaks_for_others() {
    let place = place::embedded();
    let server = place.start(&["--rate-per-address", "1", "--trusted-proxies", "127.0.0.1,10.0.0.1"]);
    let from = |server: &Server, hops: &str| server.ask("GET", "/healthz").header("x-forwarded-for", hops).send();
    let (count, answer) = passed(|| from(&server, "192.0.2.7"));
    assert!(count >= 10, "{count}");
    told_to_wait(&answer);
    from(&server, "192.0.2.8").expect(200);
    // What a client writes before its own address changes nothing, and what a trusted hop adds behind it neither.
    told_to_wait(&from(&server, "198.51.100.1, 192.0.2.7"));
    told_to_wait(&from(&server, "192.0.2.7, 10.0.0.1"));
}

#[test]
fn whoever_tries_ids_is_slowed_down() {
    let place = place::embedded();
    // A tenth of the address's rate is for misses.
    let server = place.start(&["--rate-per-address", "10"]);
    let closet = Closet::make(&server);
    let guess =
        || server.get(&format!("/wardrobe/v1/wardrobes/{}", NO_WARDROBE.replace("0000000", &format!("{:07}", fastrand::u32(..9_999_999)))));
    let (count, answer) = passed(guess);
    assert!((10..60).contains(&count), "{count}");
    told_to_wait(&answer);
    told_to_wait(&server.get("/wardrobe/v1/wardrobes/nonsense"));
    server.get(&closet.at("")).expect(200);
}
