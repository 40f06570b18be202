//! Uploads of any shape at the real program: what is wrong with them is theirs, never ours.
//!
//! `CHABUDAI_FUZZ` says how many cases there are.

use chabudai_testkit::Server;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::closet::{Closet, png};
use crate::place;
use crate::visitor::Visitor;

fn runner() -> TestRunner {
    let cases = std::env::var("CHABUDAI_FUZZ").map_or(128, |text| text.parse().expect("CHABUDAI_FUZZ is a number"));
    TestRunner::new(ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 200, ..ProptestConfig::default() })
}

/// The head of a part, right or not quite.
fn head() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => Just("Content-Disposition: form-data; name=\"file\"; filename=\"x.png\"\r\nContent-Type: image/png".to_owned()),
        1 => Just("Content-Disposition: form-data; name=\"file\"".to_owned()),
        1 => Just("Content-Disposition: form-data; name=\"name\"".to_owned()),
        1 => Just("Content-Disposition: form-data; name=\"file\"; filename=\"../../secrets.json\"".to_owned()),
        1 => Just("Content-Disposition: form-data; name=\"fi\0le\"".to_owned()),
        1 => Just(format!("Content-Disposition: form-data; name=\"{}\"", "x".repeat(3_000))),
        1 => "[ -~]{0,80}",
        1 => "\\PC{0,30}",
    ]
}

fn content() -> impl Strategy<Value = Vec<u8>> {
    let spoilt = (any::<prop::sample::Index>(), any::<u8>(), any::<prop::sample::Index>()).prop_map(|(at, with, cut)| {
        let mut picture = png(16, 16);
        let at = at.index(picture.len());
        picture[at] ^= with;
        let cut = cut.index(picture.len());
        picture.truncate(cut.max(8));
        picture
    });
    prop_oneof![Just(png(16, 16)), spoilt, vec(any::<u8>(), 0..300), Just(Vec::new())]
}

/// A form that is right now and then, so that what comes behind the first check is seen too.
fn form() -> impl Strategy<Value = Vec<u8>> {
    let mut right =
        b"--line\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x.png\"\r\nContent-Type: image/png\r\n\r\n".to_vec();
    right.extend(png(16, 16));
    right.extend_from_slice(b"\r\n--line--\r\n");
    prop_oneof![1 => Just(right), 7 => spoilt_form()]
}

/// A form in parts, with something wrong here and there.
fn spoilt_form() -> impl Strategy<Value = Vec<u8>> {
    let end = prop_oneof![4 => Just("--line--\r\n"), 1 => Just("--line--"), 1 => Just("--line"), 1 => Just("")];
    let wrong = vec((any::<prop::sample::Index>(), any::<u8>()), 0..2);
    (vec((head(), content()), 0..4), end, wrong).prop_map(|(parts, end, wrong)| {
        let mut out = Vec::new();
        for (head, content) in parts {
            out.extend_from_slice(format!("--line\r\n{head}\r\n\r\n").as_bytes());
            out.extend(content);
            out.extend_from_slice(b"\r\n");
        }
        out.extend_from_slice(end.as_bytes());
        for (at, byte) in wrong {
            if !out.is_empty() {
                let at = at.index(out.len());
                out[at] ^= byte;
            }
        }
        out
    })
}

fn kind() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => Just("multipart/form-data; boundary=line".to_owned()),
        1 => Just("multipart/form-data".to_owned()),
        1 => Just("multipart/form-data; boundary=\"".to_owned()),
        1 => "multipart/form-data; boundary=[!-~]{0,80}",
        1 => "[!-~]{1,40}",
    ]
}

fn is_theirs(server: &Server, path: &str, cookie: &str, kind: &str, body: Vec<u8>) -> Result<u16, TestCaseError> {
    let answer = server.ask("POST", path).header("cookie", cookie).body(kind, body).send();
    prop_assert!((200..500).contains(&answer.status), "{}: {}", answer.status, answer.text());
    Ok(answer.status)
}

#[test]
fn uploads_of_any_shape_are_taken_in_or_refused() {
    let place = place::embedded();
    let server = place.start(&["--quota-entries-per-wardrobe", "1000000000", "--log", "warn"]);
    let closet = Closet::make(&server);
    let images = closet.at("/images");
    let visitor = Visitor::of(&server);
    let page = format!("/wardrobe/{}/clothes/new", closet.id);
    let token = visitor.token_of(&page);
    let cookie = format!("chabudai_visitor={}", visitor.cookie("chabudai_visitor").expect("a mark"));
    let kept = std::cell::Cell::new(0);
    runner()
        .run(&(kind(), form()), |(kind, form)| {
            if is_theirs(&server, &images, "", &kind, form.clone())? == 201 {
                kept.set(kept.get() + 1);
            }
            // The same on the page of a new garment, with a token that is right and with none.
            let action = format!("/wardrobe/{}/clothes", closet.id);
            is_theirs(&server, &action, &cookie, &kind, form.clone())?;
            let mut ours = format!("--line\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n{token}\r\n").into_bytes();
            ours.extend(form);
            is_theirs(&server, &action, &cookie, "multipart/form-data; boundary=line", ours)?;
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(kept.get() > 0, "some are right, or nothing is seen behind the first check");
    let (_, log) = server.stop();
    assert!(!log.contains("panic"), "{log}");
}
