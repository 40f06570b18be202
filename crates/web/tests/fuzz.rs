//! Forms, tokens and cookies of any shape: nothing of it is accepted that did not come from here, and nothing of it is our fault.
//!
//! `CHABUDAI_FUZZ` says how many cases each of these has.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::Response;
use axum::routing::{get, post};
use chabudai_kernel::design::{Index, Projection, Table, text};
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::own::OwnWrites as _;
use chabudai_web::form::Form;
use chabudai_web::guard::Guard;
use chabudai_web::own_writes::{Own, remember};
use chabudai_web::proxies::TrustedProxies;
use chabudai_web::rate::Limiter;
use chabudai_web::site::{Site, SiteParts, escaped};
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use proptest::collection::vec;
use proptest::prelude::*;
use tower::ServiceExt as _;

static BY_DAY: Index = Index { name: "ByDay", hash: text("day"), range: None, projection: Projection::All, why: "" };
static JARS: Table =
    Table { name: "jars", hash: text("PK"), range: Some(text("SK")), indexes: &[&BY_DAY], ttl: None, feed: false, about: "" };

fn config() -> ProptestConfig {
    let cases = std::env::var("CHABUDAI_FUZZ").map_or(256, |text| text.parse().expect("CHABUDAI_FUZZ is a number"));
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// A house with a page that shows what it was told by cookies, and a form that tells what it understood.
struct House {
    routes: Router,
    runtime: tokio::runtime::Runtime,
}

static HOUSE: LazyLock<House> = LazyLock::new(|| {
    let site = Site::new(SiteParts { secret: "a secret", ..SiteParts::default() });
    let written = || async {
        Own.wrote(&JARS, &ItemKey::new("a", "1"));
        "written"
    };
    let page = |ui: Ui| async move { format!("{}\n{:?}\n{}", ui.token(), ui.toast, Own.recent(&JARS).len()) };
    let toast = |ui: Ui| async move { ui.go_saying("/", &Toast::new("deleted").about("白いシャツ").undo("/restore", Vec::new())) };
    let form = |form: Form| async move { format!("{:?}", (form.text("name"), form.file("file").map(axum::body::Bytes::len))) };
    let routes = Router::new().route("/written", get(written)).route("/page", get(page)).route("/toast", get(toast));
    let routes = remember(routes.route("/form", post(form)), Arc::clone(&site), "a secret");
    let guard = Guard {
        body_bytes: 20_000,
        time: Duration::from_secs(30),
        per_address: Limiter::new(None),
        unlimited: Vec::new(),
        trusted_proxies: TrustedProxies::default(),
    };
    House { routes: guard.around(routes, site), runtime: tokio::runtime::Runtime::new().expect("a runtime") }
});

const VISITOR: &str = "chabudai_visitor=aaaaaaaaaaaaaaaaaaaaaa";

fn ask(request: Request) -> (Response<()>, String) {
    HOUSE.runtime.block_on(async {
        let (parts, body) = HOUSE.routes.clone().oneshot(request).await.expect("every request has an answer").into_parts();
        let body = to_bytes(body, 1 << 20).await.expect("a short answer");
        (Response::from_parts(parts, ()), String::from_utf8(body.to_vec()).expect("text"))
    })
}

/// What the page says to a browser with these cookies: its token, its toast, and how much it remembers.
fn page(cookies: &str) -> (StatusCode, Vec<String>) {
    let Ok(cookies) = header::HeaderValue::from_bytes(cookies.as_bytes()) else { return (StatusCode::OK, nothing()) };
    let (answer, page) = ask(Request::get("/page").header(header::COOKIE, cookies).body(Body::empty()).expect("a request"));
    (answer.status(), page.lines().map(str::to_owned).collect())
}

fn nothing() -> Vec<String> {
    [String::new(), "None".to_owned(), "0".to_owned()].to_vec()
}

/// A cookie that was set, as a browser sends it back.
fn cookie_of(path: &str, name: &str) -> String {
    let (answer, _) = ask(Request::get(path).header(header::COOKIE, VISITOR).body(Body::empty()).expect("a request"));
    let set = answer.headers().get_all(header::SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
    let set = set.filter_map(|value| value.split(';').next()).find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    set.expect("a cookie").to_owned()
}

fn send(cookie: &str, kind: &str, body: Vec<u8>) -> (StatusCode, String) {
    let request = Request::post("/form").header(header::COOKIE, cookie);
    let Ok(kind) = header::HeaderValue::from_bytes(kind.as_bytes()) else { return (StatusCode::BAD_REQUEST, String::new()) };
    let (answer, body) = ask(request.header(header::CONTENT_TYPE, kind).body(Body::from(body)).expect("a request"));
    (answer.status(), body)
}

const URLENCODED: &str = "application/x-www-form-urlencoded";

fn send_token(cookie: &str, token: &str) -> StatusCode {
    send(cookie, URLENCODED, format!("token={}&name=x", escaped(token)).into_bytes()).0
}

/// A text with something wrong in it.
fn spoilt(text: &str, at: usize, how: u8, with: char) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = at % letters.len();
    match how % 5 {
        0 => letters[at] = with,
        1 => drop(letters.remove(at)),
        2 => letters.insert(at, with),
        3 => letters.truncate(at),
        _ => letters.rotate_left(at),
    }
    letters.into_iter().collect()
}

fn letter() -> impl Strategy<Value = char> {
    proptest::char::ranges(vec!['A'..='Z', 'a'..='z', '0'..='9', '-'..='.', '_'..='_'].into())
}

/// A part of a form, right or not quite.
fn part() -> impl Strategy<Value = Vec<u8>> {
    let head = prop_oneof![
        Just("Content-Disposition: form-data; name=\"token\"".to_owned()),
        Just("Content-Disposition: form-data; name=\"file\"; filename=\"x\"".to_owned()),
        Just("content-disposition: form-data; name=file; filename=".to_owned()),
        Just("Content-Disposition: form-data; name=\"".to_owned()),
        Just("Content-Type: text/plain; charset=nonsense".to_owned()),
        Just("Content-Transfer-Encoding: base64".to_owned()),
        "[ -~]{0,60}",
        "\\PC{0,20}",
    ];
    (vec(head, 0..4), vec(any::<u8>(), 0..100), prop_oneof![5 => Just("\r\n"), 1 => Just("\n"), 1 => Just("")]).prop_map(
        |(heads, content, end)| {
            let mut out = b"--line\r\n".to_vec();
            for head in heads {
                out.extend_from_slice(head.as_bytes());
                out.extend_from_slice(end.as_bytes());
            }
            out.extend_from_slice(end.as_bytes());
            out.extend(content);
            out.extend_from_slice(end.as_bytes());
            out
        },
    )
}

/// A form in parts, with or without an end, and perhaps with something wrong in it.
fn multipart() -> impl Strategy<Value = Vec<u8>> {
    let end = prop_oneof![Just("--line--\r\n"), Just("--line--"), Just("--line"), Just("")];
    let wrong = vec((any::<prop::sample::Index>(), any::<u8>()), 0..3);
    (vec(part(), 0..5), end, wrong).prop_map(|(parts, end, wrong)| {
        let mut out = parts.concat();
        out.extend_from_slice(end.as_bytes());
        for (at, byte) in wrong.into_iter().filter(|_| !out.is_empty()).collect::<Vec<_>>() {
            let at = at.index(out.len());
            out[at] ^= byte;
        }
        out
    })
}

fn kind() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => Just("multipart/form-data; boundary=line".to_owned()),
        1 => Just("multipart/form-data".to_owned()),
        1 => Just("multipart/form-data; boundary=".to_owned()),
        1 => Just("multipart/form-data; boundary=\"".to_owned()),
        1 => "multipart/form-data; boundary=[ -~]{0,80}",
        1 => Just(URLENCODED.to_owned()),
        1 => "[ -~]{0,40}",
    ]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn only_a_token_that_was_given_is_taken(text in "\\PC{0,80}", at in any::<usize>(), how in any::<u8>(), with in letter(), visitor in "[A-Za-z0-9_-]{22}") {
        let (_, shown) = page(VISITOR);
        let token = &shown[0];
        prop_assert_eq!(send_token(VISITOR, token), StatusCode::OK);
        let wrong = spoilt(token, at, how, with);
        prop_assert_eq!(send_token(VISITOR, &wrong) == StatusCode::OK, wrong == *token, "{} {}", wrong, token);
        prop_assert_eq!(send_token(VISITOR, &text), StatusCode::FORBIDDEN);
        // Nor does another browser send it, nor one without a mark.
        prop_assert_eq!(send_token(&format!("chabudai_visitor={visitor}"), token), StatusCode::FORBIDDEN);
        prop_assert_eq!(send_token("", token), StatusCode::FORBIDDEN);
        // What bears our mark for something else is no token.
        prop_assert_eq!(send_token(VISITOR, &cookie_of("/toast", "chabudai_toast")), StatusCode::FORBIDDEN);
    }

    #[test]
    fn a_form_of_any_shape_has_an_answer(kind in kind(), body in multipart()) {
        let (status, said) = send(VISITOR, &kind, body);
        prop_assert!(status.is_client_error(), "{status} {said}");
        let bytes = vec![b'x'; 30_000];
        prop_assert!(send(VISITOR, &kind, bytes).0.is_client_error());
    }

    /// The same with a token that is right, so that everything behind it is reached.
    #[test]
    fn a_form_of_ours_with_anything_in_it_has_an_answer(body in multipart()) {
        let (_, shown) = page(VISITOR);
        let mut form = format!("--line\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n{}\r\n", shown[0]).into_bytes();
        form.extend(body);
        let (status, said) = send(VISITOR, "multipart/form-data; boundary=line", form);
        prop_assert!(status == StatusCode::OK || status.is_client_error(), "{status} {said}");
    }

    #[test]
    fn a_cookie_of_any_shape_says_nothing(text in "[!-:<-~]{0,200}", name in "chabudai_(visitor|lang|theme|zone|zone_told|toast|recent)") {
        let (status, shown) = page(&format!("{name}={text}"));
        prop_assert_eq!(status, StatusCode::OK);
        prop_assert_eq!(&shown[1..], &nothing()[1..]);
    }

    #[test]
    fn a_spoilt_cookie_says_nothing(at in any::<usize>(), how in any::<u8>(), with in letter()) {
        for (path, name, line) in [("/toast", "chabudai_toast", 1), ("/written", "chabudai_recent", 2)] {
            let kept = cookie_of(path, name);
            prop_assert_ne!(&page(&format!("{name}={kept}")).1[line], &nothing()[line]);
            let wrong = spoilt(&kept, at, how, with);
            let (status, shown) = page(&format!("{name}={wrong}"));
            prop_assert_eq!(status, StatusCode::OK);
            prop_assert_eq!(shown[line] == nothing()[line], wrong != kept, "{} {}", wrong, kept);
            // Nor does one stand for the other.
            let other = if line == 1 { "chabudai_recent" } else { "chabudai_toast" };
            prop_assert_eq!(&page(&format!("{other}={kept}")).1[1..], &nothing()[1..]);
        }
    }
}
