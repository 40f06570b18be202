//! People who sign in: by the API, and by the operator's hand.

use std::io::Write as _;
use std::process::Stdio;

use chabudai_testkit::{Answer, Ask, Place, Server, free_port};
use serde_json::{Value, json};

use crate::closet::text;
use crate::place;
use crate::visitor::Visitor;

const EMAIL: &str = "hana@example.org";
const NAME: &str = "花子";
const PASSWORD: &str = "正しい馬の電池とホッチキス";

fn add(place: &Place, email: &str, password: &str) {
    place::add_person(place, email, NAME, password);
}

fn sign_in(server: &Server, email: &str, password: &str) -> Answer {
    server.post("/okusuri/v1/auth/sign-in", &json!({ "email": email, "password": password }))
}

fn token(server: &Server, password: &str) -> String {
    text(&sign_in(server, EMAIL, password).expect(200).json()["token"])
}

fn with(server: &Server, method: &str, rest: &str, token: &str) -> Answer {
    server.ask(method, &format!("/okusuri/v1{rest}")).header("authorization", &format!("Bearer {token}")).send()
}

#[test]
fn somebody_signs_in_and_out() {
    place::both(|place| {
        add(place, EMAIL, PASSWORD);
        let meters = free_port();
        let server = place.start(&["--metrics-listen", &meters.to_string()]);
        sign_in(&server, EMAIL, "wrong").problem(401, "identity.wrong_password", Some("password"));
        // Whether somebody has this address is told to nobody.
        let [known, unknown] = [EMAIL, "nobody@example.org"].map(|email| sign_in(&server, email, "also wrong").text());
        assert_eq!(known, unknown);
        assert_eq!(sign_in(&server, "nonsense", "wrong").text(), known);

        let here = token(&server, PASSWORD);
        let session = with(&server, "GET", "/auth/session", &here).expect(200);
        let shown = session.json();
        assert_eq!((&shown["user"]["email"], &shown["user"]["name"]), (&json!(EMAIL), &json!(NAME)));
        assert!(!session.text().contains(&here) && !session.text().contains("oken"), "a token is told once: {}", session.text());

        let there = token(&server, PASSWORD);
        assert_ne!(here, there);
        let listed = with(&server, "GET", "/auth/sessions", &here).expect(200).json();
        let sessions = listed["items"].as_array().expect("a list");
        assert_eq!(sessions.iter().map(|one| one["isCurrent"] == true).collect::<Vec<_>>(), [false, true], "the newest first");
        with(&server, "DELETE", &format!("/auth/sessions/{}", text(&sessions[0]["id"])), &here).expect(204);
        with(&server, "GET", "/auth/session", &there).problem(401, "identity.not_signed_in", None);
        with(&server, "DELETE", "/auth/sessions/nonsense", &here).problem(404, "identity.not_found", None);

        with(&server, "POST", "/auth/signout", &here).expect(204);
        with(&server, "GET", "/auth/session", &here).problem(401, "identity.not_signed_in", None);
        with(&server, "POST", "/auth/signout", &here).expect(204);
        server.ask("POST", "/okusuri/v1/auth/signout").send().expect(204);

        let all = [token(&server, PASSWORD), token(&server, PASSWORD)];
        with(&server, "POST", "/auth/signout-all", &all[0]).expect(204);
        for one in &all {
            with(&server, "GET", "/auth/sessions", one).problem(401, "identity.not_signed_in", None);
        }
        let meters = Ask::new(meters, "GET", "/metrics").send().expect(200).text();
        assert!(meters.contains("app=\"okusuri\",pattern=\"ID-01\""), "{meters}");
        let (_, log) = server.stop();
        for secret in [EMAIL, NAME, PASSWORD, &here, &there, &all[0], &all[1]] {
            assert!(!log.contains(secret) && !meters.contains(secret), "{secret} is nobody's business");
        }
    });
}

#[test]
fn everything_is_given_out_and_then_forgotten() {
    place::both(|place| {
        add(place, EMAIL, PASSWORD);
        add(place, "taro@example.org", PASSWORD);
        let server = place.start(&[]);
        let here = token(&server, PASSWORD);
        let export = with(&server, "GET", "/export", &here).expect(200);
        assert_eq!(export.json()["format"], 1);
        assert!(export.text().contains(EMAIL) && export.text().contains(NAME));
        for hidden in ["asswordHash", "argon2", "Token", "taro"] {
            assert!(!export.text().contains(hidden), "{hidden}");
        }
        // The token alone ends nothing: whoever borrows it does not know the password.
        let end = |proof: &Value| {
            let ask = server.ask("DELETE", "/okusuri/v1/account").header("authorization", &format!("Bearer {here}"));
            ask.json(proof).send()
        };
        with(&server, "DELETE", "/account", &here).problem(415, "http.unsupported_media_type", None);
        for proof in [json!({}), json!({ "sure": true }), json!({ "password": "a wrong password" })] {
            end(&proof).problem(401, "identity.wrong_password", Some("password"));
        }
        with(&server, "GET", "/export", &here).expect(200);
        end(&json!({ "password": PASSWORD })).expect(204);
        with(&server, "GET", "/export", &here).problem(401, "identity.not_signed_in", None);
        sign_in(&server, EMAIL, PASSWORD).problem(401, "identity.wrong_password", Some("password"));
        sign_in(&server, "taro@example.org", PASSWORD).expect(200);
        server.stop();
        assert_eq!(emails(place), ["taro@example.org"]);
        // The address is free again.
        add(place, EMAIL, PASSWORD);
    });
}

fn emails(place: &Place) -> Vec<String> {
    let listed = place.run(&["user", "list", "--format", "json"]).succeeded();
    let listed: Value = serde_json::from_str(&listed.output).expect("a list as JSON");
    let mut emails: Vec<String> = listed.as_array().expect("a list").iter().map(|person| text(&person["email"])).collect();
    emails.sort();
    emails
}

#[test]
fn a_header_of_any_shape_opens_nothing() {
    let place = place::embedded();
    add(&place, EMAIL, PASSWORD);
    let server = place.start(&[]);
    let token = token(&server, PASSWORD);
    let basic = format!("Basic {token}");
    let longer = format!("Bearer {token}x");
    for header in ["", "B", "Bearer", "Bearer ", "Bearer  ", "Bearerx", "bearer 1 2 3", &token, &basic, &longer, "Bearer あ"] {
        let answer = server.ask("GET", "/okusuri/v1/auth/session").header("authorization", header).send();
        answer.problem(401, "identity.not_signed_in", None);
        assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
    }
    // Neither does a token in an address or in the pages' cookie: an API that obeys cookies obeys other sites.
    server.get(&format!("/okusuri/v1/auth/session?token={token}")).problem(401, "identity.not_signed_in", None);
    let cookie = format!("chabudai_session={token}");
    server.ask("GET", "/okusuri/v1/auth/session").header("cookie", &cookie).send().problem(401, "identity.not_signed_in", None);
    server.ask("GET", "/account").header("cookie", &cookie).send().expect(200);
    server.post("/okusuri/v1/auth/sign-in", &json!({ "email": EMAIL })).problem(400, "http.invalid_field", Some("password"));
}

#[test]
fn a_session_is_kept_by_a_cookie_that_travels_by_tls_alone() {
    let place = place::embedded();
    add(&place, EMAIL, PASSWORD);
    for (url, base) in [("https://example.org", ""), ("https://example.org/home", "/home"), ("http://localhost", "")] {
        let server = place.start(&["--base-url", url]);
        let door = format!("{base}/sign-in");
        let answer = Visitor::of(&server).sends(&door, &door, &[("email", EMAIL), ("password", PASSWORD)]).expect(303);
        let name = match (url.starts_with("https"), base) {
            (true, "") => "__Host-chabudai_session=",
            (true, _) => "__Secure-chabudai_session=",
            (false, _) => "chabudai_session=",
        };
        let kept = answer.headers.iter().find(|(header, value)| header == "set-cookie" && value.starts_with(name));
        let kept: Vec<&str> = kept.expect("a session").1.split("; ").collect();
        assert!(kept.contains(&"HttpOnly") && kept.contains(&"SameSite=Lax"), "{kept:?}");
        assert_eq!(kept.contains(&"Secure"), url.starts_with("https"), "{kept:?}");
        let path = if base.is_empty() { "Path=/".to_owned() } else { format!("Path={base}") };
        assert!(kept.contains(&path.as_str()), "{kept:?}");
        server.stop();
    }
}

#[test]
fn what_was_known_of_a_browser_before_it_signed_in_makes_no_form_afterwards() {
    let place = place::embedded();
    add(&place, EMAIL, PASSWORD);
    let server = place.start(&[]);
    let visitor = Visitor::of(&server);
    let token = visitor.token_of("/sign-in");
    let mark = visitor.cookie("chabudai_visitor").expect("a mark");
    visitor.sends("/sign-in", "/sign-in", &[("email", EMAIL), ("password", PASSWORD)]).expect(303);
    let renewed = visitor.cookie("chabudai_visitor").expect("a mark");
    assert_ne!(renewed, mark);
    assert_ne!(visitor.posts("/sign-out", &format!("token={token}")).status, 303, "a token from before is refused");
    visitor.get("/account").expect(200);
    let token = visitor.token_of("/account");
    visitor.posts("/sign-out", &format!("token={token}")).expect(303);
    assert_ne!(visitor.cookie("chabudai_visitor").expect("a mark"), renewed, "and so it is at the end");
}

#[test]
fn a_page_for_others_leads_to_the_door_and_back() {
    let place = place::embedded();
    let server = place.start(&[]);
    let front = server.ask("GET", "/").header("accept-language", "en").send().expect(200);
    assert!(front.text().contains("Create the first account"), "{}", front.text());
    let away = server.get("/account/sessions?x=a%20b").expect(303);
    assert_eq!(away.header("location"), Some("/sign-in?next=%2Faccount%2Fsessions%3Fx%3Da%2520b"));
    assert_eq!(server.ask("POST", "/account/delete").send().expect(303).header("location"), Some("/sign-in"));
    server.stop();
    add(&place, EMAIL, PASSWORD);
    let server = place.start(&["--sign-up", "false"]);
    assert_eq!(server.get("/okusuri").expect(303).header("location"), Some("/sign-in?next=%2Fokusuri"));
    server.get("/join").problem(403, "identity.sign_up_closed", None);
    assert!(!server.get("/sign-in").expect(200).text().contains("/join"));
    let cookie = format!("chabudai_session={}", token(&server, PASSWORD));
    let next = |next: &str| {
        let answer = server.ask("GET", &format!("/sign-in?next={next}")).header("cookie", &cookie).send().expect(303);
        answer.header("location").expect("a way on").to_owned()
    };
    assert_eq!(next("%2Fokusuri%2Fcalendar%3Fa%3D1"), "/okusuri/calendar?a=1");
    assert_eq!(next("/wardrobe"), "/wardrobe");
    for elsewhere in ["", "https://example.org", "//example.org", "/okusuri//example.org", "/okusuri/%0d%0ax:y", "%5C%5Cx"] {
        assert_eq!(next(elsewhere), "/", "{elsewhere}");
    }
    // Where the pages were before leads to where they are; a cookie from then is honoured.
    let moved = server.get("/okusuri/account/sessions?x=1").expect(308);
    assert_eq!(moved.header("location"), Some("/account/sessions?x=1"));
    assert_eq!(server.ask("POST", "/okusuri/sign-in").send().expect(308).header("location"), Some("/sign-in"));
    let earlier = format!("chabudai_session_okusuri={}", token(&server, PASSWORD));
    server.ask("GET", "/account").header("cookie", &earlier).send().expect(200);
    let out = server.ask("GET", "/account").header("cookie", "chabudai_session_okusuri=nonsense").send().expect(303);
    assert_eq!(out.header("location"), Some("/sign-in?next=%2Faccount"));
}

#[test]
fn whoever_knocks_too_often_waits() {
    let place = place::embedded();
    let server = place.start(&["--rate-per-address", "50"]);
    // What cannot be read is a knock too, and a quick one.
    let knock = || server.post("/okusuri/v1/auth/sign-in", &json!({}));
    let passed = (0..100).take_while(|_| knock().status != 429).count();
    assert!((10..20).contains(&passed), "{passed}");
    knock().problem(429, "http.too_many_requests", None);
    server.get("/sign-in").expect(200);
}

#[test]
fn an_operator_looks_after_people() {
    place::both(|place| {
        let made = place.run(&["user", "add", "--email", " Hana@Example.org", "--name", NAME]).succeeded();
        let password = made.output.trim_end().rsplit(' ').next().expect("a password").to_owned();
        assert!(made.output.starts_with("hana@example.org may sign in\n") && password.len() == 19, "{made:?}");
        place.run(&["user", "add", "--email", EMAIL, "--name", NAME]).refused("belongs to somebody already");
        place.run(&["user", "add", "--email", "nonsense", "--name", NAME]).refused("looks like name@example.org");
        place.run(&["user", "add", "--email", "a@example.org", "--name", " "]).refused("what you are called");
        place.run(&["user", "add", "--email", "a@example.org", "--name", "a", "--password", "short"]).refused("12 characters");
        place.run(&["user", "add", "--email", "a@b.org", "--name", "a", "--password", "x", "--password-stdin"]).refused("cannot be used");
        assert_eq!(emails(place), [EMAIL]);
        let listed = place.run(&["user", "list"]).succeeded().output;
        assert!(listed.ends_with(&format!("\toperator\t{EMAIL}\t{NAME}\n")), "{listed}");

        let server = place.start(&[]);
        let before = token(&server, &password);
        server.stop();
        let mut command = place.program(&["user", "passwd", "--email", EMAIL, "--password-stdin"]);
        let mut running = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        running.stdin.take().unwrap().write_all(format!("{PASSWORD}\r\n").as_bytes()).unwrap();
        assert!(running.wait_with_output().unwrap().status.success());
        let server = place.start(&[]);
        with(&server, "GET", "/auth/session", &before).problem(401, "identity.not_signed_in", None);
        sign_in(&server, EMAIL, &password).problem(401, "identity.wrong_password", Some("password"));
        let after = token(&server, PASSWORD);
        assert_eq!(emails(place), [EMAIL], "a list is read beside the server");
        server.stop();

        let revoked = place.run(&["user", "revoke", "--email", EMAIL]).succeeded();
        assert_eq!(revoked.output, "hana@example.org is signed out everywhere: 1 sessions ended\n");
        let server = place.start(&[]);
        with(&server, "GET", "/auth/session", &after).problem(401, "identity.not_signed_in", None);
        server.stop();
        place.run(&["user", "delete", "--email", EMAIL]).succeeded();
        assert_eq!(emails(place), [""; 0]);
        for action in ["delete", "revoke", "passwd"] {
            let outcome = place.run(&["user", action, "--email", EMAIL]);
            assert!(outcome.code.is_some_and(|code| code != 0), "{outcome:?}");
        }
    });
}

#[test]
fn a_backup_brings_people_back() {
    let place = place::embedded();
    add(&place, EMAIL, PASSWORD);
    let server = place.start(&[]);
    let here = token(&server, PASSWORD);
    let archive = place.beside("house.tar.gz");
    place.run(&["backup", archive.to_str().unwrap()]).succeeded();
    let new = place::embedded();
    new.run(&["restore", archive.to_str().unwrap()]).succeeded();
    let restored = new.start(&[]);
    with(&restored, "GET", "/auth/session", &here).expect(200);
    sign_in(&restored, EMAIL, PASSWORD).expect(200);
}

#[test]
fn a_house_has_the_apps_that_are_asked_for() {
    let place = place::embedded();
    let server = place.start(&["--apps", "okusuri"]);
    server.get("/readyz").expect(200);
    server.get("/okusuri").expect(303);
    server.get("/wardrobe").problem(404, "http.not_found", None);
    assert!(!server.get("/").expect(200).text().contains("/wardrobe"));
    assert!(!server.get("/api/openapi.json").expect(200).text().contains("/wardrobe"));
    server.get("/design").expect(200);
    server.stop();
    assert!(!place.data().join("wardrobe.sqlite").exists());
    let server = place.start(&["--apps", "wardrobe"]);
    server.get("/okusuri").problem(404, "http.not_found", None);
    server.get("/readyz").expect(200);
    server.stop();
    let server = place.start(&["--apps", "okusuri,wardrobe"]);
    let front = server.get("/").expect(200).text();
    assert!(front.find("/okusuri\"") < front.find("/wardrobe\""), "in the order in which they are named");
    server.stop();
    // Whoever lives here signs in, whichever apps there are.
    add(&place, EMAIL, PASSWORD);
    let server = place.start(&["--apps", "wardrobe"]);
    server.get("/okusuri").problem(404, "http.not_found", None);
    let hana = Visitor::of(&server);
    hana.goes_on("/sign-in", &[("email", EMAIL), ("password", PASSWORD)], "/");
    assert!(hana.get("/").expect(200).text().contains(NAME));
    hana.get("/account").expect(200);
    server.post("/auth/v1/sign-in", &json!({ "email": EMAIL, "password": PASSWORD })).expect(200);
}

/// A provider that says where its doors are, and nothing else.
fn provider() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let issuer = format!("http://{}", listener.local_addr().unwrap());
    let described = json!({
        "issuer": issuer, "authorization_endpoint": format!("{issuer}/authorize"), "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/keys"), "response_types_supported": ["code"], "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
    });
    let body = described.to_string();
    let answer =
        format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = std::io::Read::read(&mut stream, &mut [0; 4096]);
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    issuer
}

#[test]
fn an_account_elsewhere_is_asked_for_and_not_believed_blindly() {
    let place = place::embedded();
    let issuer = provider();
    let server = place.start(&["--oidc-issuer", &issuer, "--oidc-name", "うち", "--oidc-client-id", "chabudai"]);
    let door = server.ask("GET", "/sign-in?next=/account").header("accept-language", "en").send().expect(200);
    assert!(door.text().contains("Sign in with うち") && door.text().contains("action=\"/sign-in/oidc\""), "{}", door.text());
    let cookie = door.header("set-cookie").expect("a visitor's cookie").split(';').next().unwrap_or_default().to_owned();
    let page = door.text();
    let form = page.split("name=\"token\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a token").to_owned();
    let begin = |provider: &str| {
        let body = format!("token={form}&next=%2Fokusuri%2Faccount");
        let ask = server.ask("POST", &format!("/sign-in/{provider}")).header("cookie", &cookie);
        ask.body("application/x-www-form-urlencoded", body).send()
    };
    let onward = begin("oidc").expect(200);
    assert!(onward.text().contains(&format!("http-equiv=\"refresh\" content=\"0; url={issuer}/authorize?")), "{}", onward.text());
    let kept = onward.headers.iter().find(|(_, value)| value.starts_with("chabudai_state=oidc.")).expect("what was begun").1.clone();
    assert!(kept.contains("HttpOnly") && kept.contains("SameSite=Lax") && kept.contains("Max-Age=600"), "{kept}");
    let kept = kept.split(';').next().unwrap_or_default().to_owned();
    let state = kept.split('.').nth(1).expect("a state").to_owned();
    let back = |query: &str, cookie: &str| {
        let answer = server.ask("GET", &format!("/okusuri/sign-in/oidc/callback?{query}")).header("cookie", cookie).send().expect(303);
        assert_eq!(answer.header("location"), Some("/sign-in"));
        let gone = |name: &str| answer.headers.iter().any(|(_, value)| value.starts_with(&format!("{name}=;")));
        assert!(gone("chabudai_state") && !answer.headers.iter().any(|(_, value)| value.starts_with("chabudai_session")));
        let toast = answer.headers.iter().find(|(_, value)| value.starts_with("chabudai_toast=")).expect("a reason").1.clone();
        let toast = toast.split(';').next().unwrap_or_default().to_owned();
        let shown = server.ask("GET", "/sign-in").header("cookie", &toast).header("accept-language", "en").send().expect(200);
        shown.text()
    };
    // Begun in another browser, with another state, refused there, or with a code that the provider does not know.
    assert!(back(&format!("state={state}&code=x"), "").contains("started in another browser"));
    assert!(back("state=another&code=x", &kept).contains("started in another browser"));
    assert!(back(&format!("state={state}&error=access_denied"), &kept).contains("You cancelled"));
    assert!(back(&format!("state={state}&error=server_error&code=x"), &kept).contains("didn’t work"));
    assert!(back("", &kept).contains("started in another browser"));
    let unknown = begin("laundry").expect(303);
    assert_eq!(unknown.header("location"), Some("/sign-in"));
    let (_, log) = server.stop();
    assert!(!log.contains(&state), "{log}");
    place.try_start(&["--google-client-id", "x"]).expect_err("a secret is missing").refused("go together");
    place
        .try_start(&["--oidc-issuer", "http://example.org", "--oidc-client-id", "x"])
        .expect_err("others could listen")
        .refused("https://");
}

/// A house with a public name, or behind a proxy, takes nobody's word that they come from its machine.
#[test]
fn a_house_with_a_public_name_is_founded_by_its_link_alone() {
    for options in [&["--base-url", "https://home.example.org"][..], &["--trusted-proxies", "127.0.0.9"]] {
        let place = place::embedded();
        let server = place.start(options);
        server.get("/join").problem(403, "identity.setup_needed", None);
        let said = server.prints("/join?setup=");
        let link = said.split_whitespace().find(|word| word.contains("/join?setup=")).expect("the link is printed");
        let path = &link[link.find("/join").expect("a path")..];
        let hana = Visitor::of(&server);
        let secret = path.split_once("setup=").expect("what the link carries").1;
        let fields = [("name", NAME), ("email", EMAIL), ("password", PASSWORD), ("setup", secret)];
        assert_eq!(hana.sends(path, "/join", &fields).expect(303).header("location"), Some("/"));
        assert!(place.run(&["user", "list"]).succeeded().output.contains("\toperator\t"));
    }
    let place = place::embedded();
    place.start(&[]).get("/join").expect(200);
}

#[test]
fn who_signs_out_keeps_the_wardrobes_of_the_device() {
    let place = place::embedded();
    add(&place, EMAIL, PASSWORD);
    let server = place.start(&[]);
    let hana = Visitor::of(&server);
    hana.goes_on("/sign-in", &[("email", EMAIL), ("password", PASSWORD)], "/");
    let made = hana.sends("/wardrobe", "/wardrobe", &[("name", "わたしの服")]).expect(303);
    let home = made.header("location").expect("a wardrobe").to_owned();
    hana.sends("/account", "/sign-out", &[]).expect(303);
    assert_eq!(hana.cookie("chabudai_session"), None);
    assert_eq!(hana.get("/wardrobe").expect(303).header("location"), Some(home.as_str()), "its address is its only key");
}

#[test]
fn who_looks_after_the_house_sees_who_lives_there() {
    place::both(|place| {
        add(place, EMAIL, PASSWORD);
        place::add_person(place, "taro@example.org", "太郎", PASSWORD);
        place.run(&["user", "role", "--email", "taro@example.org", "member"]).succeeded();
        place.run(&["user", "role", "--email", EMAIL, "operator"]).succeeded();
        let server = place.start(&[]);
        let page_of = |email: &str| {
            let one = Visitor::of(&server);
            one.goes_on("/sign-in", &[("email", email), ("password", PASSWORD)], "/");
            (one.get("/account").expect(200).text().contains("/account/people"), one.get("/account/people"))
        };
        let (is_linked, people) = page_of(EMAIL);
        let shown = people.expect(200).text();
        assert!(is_linked && shown.contains(NAME) && shown.contains("太郎"), "{shown}");
        assert_eq!((shown.matches(">Operator<").count(), shown.matches(">You<").count()), (1, 1), "{shown}");
        assert!(!shown.contains("@example.org"), "a name is enough: {shown}");
        let (is_linked, people) = page_of("taro@example.org");
        assert!(!is_linked && people.status == 404, "{}", people.status);
    });
}
