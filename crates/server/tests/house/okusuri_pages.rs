//! Okusuri's pages without a browser: what counts once, what is refused, what the worker is told.

use chabudai_testkit::push::PushService;
use chabudai_testkit::{Place, Server};
use jiff::ToSpan as _;
use jiff::civil::Date;
use serde_json::{Value, json};

use crate::closet::text;
use crate::place;
use crate::visitor::Visitor;

const PASSWORD: &str = "正しい馬の電池とホッチキス";

fn add(place: &Place, email: &str) {
    place::add_person(place, email, "花子", PASSWORD);
}

fn signed_in<'a>(server: &'a Server, email: &str) -> Visitor<'a> {
    let visitor = Visitor::of(server);
    visitor.goes_on("/sign-in", &[("email", email), ("password", PASSWORD)], "/");
    visitor
}

/// Somebody who has chosen a regimen.
fn begun<'a>(server: &'a Server, email: &str) -> Visitor<'a> {
    let visitor = signed_in(server, email);
    visitor.sends("/okusuri", "/okusuri/begin", &[("skip", "yes")]).expect(303);
    visitor
}

fn today() -> Date {
    jiff::Timestamp::now().in_tz("Asia/Tokyo").unwrap().date()
}

/// What is logged, by the API.
fn logged(server: &Server, email: &str) -> Vec<Value> {
    let token =
        server.post("/okusuri/v1/auth/sign-in", &json!({ "email": email, "password": PASSWORD })).expect(200).json()["token"].clone();
    let ask = server.ask("GET", "/okusuri/v1/medication-log").header("authorization", &format!("Bearer {}", text(&token)));
    ask.send().expect(200).json()["items"].as_array().unwrap().clone()
}

#[test]
fn two_taps_are_one_log() {
    place::both(|place| {
        add(place, "hana@example.org");
        let server = place.start(&[]);
        let hana = begun(&server, "hana@example.org");
        let form = format!("token={}&day={}&bleeding=no", hana.token_of("/okusuri"), today());
        for _ in 0..3 {
            assert_eq!(hana.posts("/okusuri/today", &form).expect(303).header("location"), Some("/okusuri"));
        }
        assert_eq!(logged(&server, "hana@example.org").len(), 1);
        let page = hana.get("/okusuri").expect(200).text();
        assert!(page.contains("value=\"no\" aria-pressed=\"true\"") && page.contains("Logged for today"), "{page}");
        // A page that lay open over midnight shows another day than it would log.
        let yesterday = today().yesterday().unwrap();
        let form = format!("token={}&day={yesterday}&bleeding=yes", hana.token_of("/okusuri"));
        hana.posts("/okusuri/today", &form).expect(303);
        assert!(hana.get("/okusuri").expect(200).text().contains("It’s a new day. Please tap again."));
        let logs = logged(&server, "hana@example.org");
        assert_eq!((logs.len(), &logs[0]["hasBleeding"]), (1, &json!(false)), "nothing was changed");
    });
}

#[test]
fn a_day_is_only_ones_own() {
    let place = place::embedded();
    add(&place, "hana@example.org");
    add(&place, "taro@example.org");
    let server = place.start(&[]);
    let (hana, taro) = (begun(&server, "hana@example.org"), begun(&server, "taro@example.org"));
    let path = format!("/okusuri/days/{}", today());
    hana.sends(&path, &path, &[("bleeding", "yes"), ("taken", "usual"), ("note", "=1+1")]).expect(303);
    let log = logged(&server, "hana@example.org").remove(0);
    let (id, updated) = (text(&log["id"]), text(&log["updatedAt"]));
    let id = id.split_once('_').unwrap().1;
    assert!(!taro.get(&path).expect(200).text().contains("=1+1"));
    // Whatever somebody else sends, it is their own day that it is about.
    let token = taro.token_of("/okusuri");
    for (action, fields) in
        [(format!("{path}/logs/{id}/delete"), ""), (format!("{path}/undo"), "&bleeding=no"), (format!("{path}/undo"), "")]
    {
        taro.posts(&action, &format!("token={token}&id={id}&updated={updated}{fields}")).expect(303);
    }
    assert_eq!(logged(&server, "hana@example.org")[0]["hasBleeding"], true);
    assert_eq!(logged(&server, "taro@example.org"), Vec::<Value>::new());
    // A note is text in a spreadsheet too, and only where it was asked for.
    let csv = |rest: &str| hana.get(&format!("/okusuri/report.csv{rest}")).expect(200).text();
    assert!(csv("?notes=yes").contains(",'=1+1\r\n") && !csv("").contains("1+1"));
    // Nobody sees anything without signing in.
    for rest in ["/calendar", "/insights", "/settings", "/report", "/report.csv", &path["/okusuri".len()..]] {
        let answer = Visitor::of(&server).get(&format!("/okusuri{rest}")).expect(303);
        assert!(answer.header("location").is_some_and(|to| to.starts_with("/sign-in?next=")), "{rest}");
    }
}

#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let place = place::embedded();
    add(&place, "hana@example.org");
    let server = place.start(&[]);
    let hana = begun(&server, "hana@example.org");
    let (path, ahead) = (format!("/okusuri/days/{}", today()), format!("/okusuri/days/{}", today().saturating_add(1.day())));
    let token = hana.token_of("/okusuri");
    hana.posts(&path, "bleeding=yes").expect(403);
    hana.posts(&ahead, &format!("token={token}&bleeding=yes&back=calendar")).expect(303);
    assert!(hana.get("/okusuri/calendar").expect(200).text().contains("You can’t log a day in the future."));
    hana.get("/okusuri/days/2026-13-01").expect(404);
    hana.get("/okusuri/days/20261101").expect(404);
    let long = "x".repeat(70);
    for fields in ["id=a%23b", &format!("id={long}"), "id=a&created=never&updated=never"] {
        hana.posts(&format!("{path}/restore"), &format!("token={token}&{fields}")).expect(404);
    }
    let made_up = "id=1&created=2026-01-01T00:00:00Z&updated=2026-01-01T00:00:00Z&bleeding=yes";
    hana.posts(&format!("{path}/restore"), &format!("token={token}&{made_up}&note={}", "x".repeat(301))).expect(303);
    assert!(hana.get(&path).expect(200).text().contains("Notes can have up to 300 characters."));
    hana.posts("/okusuri/settings/regimen", &format!("token={token}&regimen=nonsense")).expect(400);
    hana.posts("/okusuri/settings/regimen", &format!("token={token}&regimen=own-cyclic&days=x&cycleRest=4")).expect(400);
    hana.posts("/okusuri/devices", &format!("token={token}&endpoint=http://127.0.0.1/&p256dh=a&auth=b")).expect(303);
    assert!(hana.get("/okusuri/settings").expect(200).text().contains("This device can’t receive reminders."));
    assert_eq!(logged(&server, "hana@example.org"), Vec::<Value>::new());
}

/// Somebody in the third of four days of a pause, who bled on the two days before.
fn pausing<'a>(server: &'a Server, email: &str) -> Visitor<'a> {
    let hana = signed_in(server, email);
    let since = today().saturating_sub(26.days()).to_string();
    hana.sends("/okusuri", "/okusuri/begin", &[("regimen", "24-4"), ("since", &since), ("begin", "yes")]).expect(303);
    for back in [1, 2] {
        let path = format!("/okusuri/days/{}", today().saturating_sub(back.days()));
        hana.sends(&path, &path, &[("bleeding", "yes"), ("taken", "usual"), ("note", "")]).expect(303);
    }
    hana
}

#[test]
fn a_report_says_what_its_period_cuts() {
    let place = place::embedded();
    add(&place, "hana@example.org");
    let server = place.start(&[]);
    let hana = pausing(&server, "hana@example.org");
    let report = |first: i64, last: i64| {
        let [from, to] = [first, last].map(|back| today().saturating_sub(back.days()));
        hana.get(&format!("/okusuri/report?from={from}&to={to}")).expect(200).text()
    };
    let whole = report(20, 0);
    assert!(!whole.contains("(started earlier") && whole.matches("(continues later)").count() == 1, "{whole}");
    let late = report(1, 0);
    assert!(late.contains("1 day (started earlier)"), "the bleeding: {late}");
    assert!(late.contains("2 days (started earlier and continues later)"), "the pause: {late}");
    let early = report(20, 2);
    assert_eq!(early.matches("1 day (continues later)").count(), 2, "{early}");
}

#[test]
fn the_buttons_say_what_they_log() {
    let place = place::embedded();
    add(&place, "hana@example.org");
    add(&place, "taro@example.org");
    let server = place.start(&[]);
    let (hana, taro) = (begun(&server, "hana@example.org"), pausing(&server, "taro@example.org"));
    let page = hana.get("/okusuri").expect(200).text();
    assert!(page.contains("Taken, no bleeding") && page.contains("Taken, bleeding") && page.contains("Not taken, or add a note"), "{page}");
    assert!(page.contains("Reminders are off."), "{page}");
    // A day that said otherwise says so after a tap on "taken".
    let path = format!("/okusuri/days/{}", today());
    hana.sends(&path, &path, &[("bleeding", "no"), ("taken", "no"), ("note", "")]).expect(303);
    assert!(!hana.get("/okusuri").expect(200).text().contains("aria-pressed=\"true\""), "it was not taken");
    let (day, taken) = (today().to_string(), ("taken", "usual"));
    hana.sends("/okusuri", "/okusuri/today", &[("day", &day), taken, ("bleeding", "no")]).expect(303);
    assert!(hana.get("/okusuri").expect(200).text().contains("value=\"no\" aria-pressed=\"true\""));
    let reminder = [("reminder", "on"), ("time", "07:00"), ("wording", "plain"), ("language", "en"), ("reminderZone", "")];
    hana.sends("/okusuri/settings", "/okusuri/settings/reminder", &reminder).expect(303);
    assert!(hana.get("/okusuri").expect(200).text().contains("no device receives them yet."));

    let page = taro.get("/okusuri").expect(200).text();
    assert!(!page.contains("Taken, no bleeding") && page.contains("Taken, or add a note") && !page.contains("Not taken, or"), "{page}");
    assert!(!page.contains("name=\"taken\""), "in a pause there is no pill to speak of");
}

#[test]
fn the_address_of_a_form_leads_to_its_page() {
    let place = place::embedded();
    add(&place, "hana@example.org");
    let server = place.start(&[]);
    let hana = begun(&server, "hana@example.org");
    // What a failed form leaves in the address bar can be opened again.
    hana.sends("/okusuri/settings", "/okusuri/settings/zone", &[("zone", "Nowhere/Land")]).expect(400);
    for (form, page) in [
        ("/okusuri/settings/zone", "/okusuri/settings"),
        ("/okusuri/settings/regimen", "/okusuri/settings"),
        ("/okusuri/settings/reminder", "/okusuri/settings"),
        ("/okusuri/begin", "/okusuri"),
        ("/okusuri/today", "/okusuri"),
        ("/okusuri/days/2026-11-01/undo", "/okusuri/days/2026-11-01"),
        ("/okusuri/days/2026-11-01/logs/1/delete", "/okusuri/days/2026-11-01"),
        ("/okusuri/devices", "/okusuri/settings?part=devices"),
        ("/okusuri/devices/1/remove", "/okusuri/settings?part=devices"),
        ("/sign-out", "/"),
        ("/account/sessions/1/end", "/account/sessions"),
        ("/account/providers/x/remove", "/account/providers"),
        ("/account/passkeys/x/name", "/account/passkeys"),
        ("/account/passkeys/x/remove", "/account/passkeys"),
        ("/account/passkeys/options", "/account/passkeys"),
        ("/preferences", "/settings"),
    ] {
        assert_eq!(hana.get(form).expect(303).header("location"), Some(page), "{form}");
        hana.get(page).expect(200);
    }
}

#[test]
fn a_form_opens_at_what_is_wrong_with_it() {
    let place = place::embedded();
    add(&place, "hana@example.org");
    let server = place.start(&[]);
    let hana = begun(&server, "hana@example.org");
    let focus = |answer: chabudai_testkit::Answer| {
        let page = answer.expect(400).text();
        let inputs = page.split("<input").skip(1).map(|rest| rest.split('>').next().unwrap_or_default().to_owned());
        let first = inputs.into_iter().find(|input| input.contains(" autofocus")).expect("something has the focus");
        first.split("name=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a name").to_owned()
    };
    let sends = |action: &str, fields: &[(&str, &str)]| hana.sends("/okusuri/settings", action, fields);
    assert_eq!(focus(sends("/okusuri/settings/zone", &[("zone", "Nowhere/Land")])), "zone");
    assert_eq!(focus(sends("/okusuri/settings/reminder", &[("reminder", "on"), ("time", "late")])), "time");
    assert_eq!(focus(sends("/okusuri/settings/regimen", &[("regimen", "")])), "regimen");
    assert_eq!(focus(sends("/okusuri/settings/regimen", &[("regimen", "24-4"), ("since", "2999-01-01")])), "since");
    let own = [("regimen", "own-cyclic"), ("days", "24"), ("cycleRest", "99")];
    let refused = sends("/okusuri/settings/regimen", &own).expect(400);
    assert!(refused.text().contains("Enter a number from 1 to 28."), "{}", refused.text());
    assert_eq!(focus(refused), "cycleRest");
}

#[test]
fn preferences_stay_where_one_was() {
    let server = place::embedded().start(&[]);
    let visitor = Visitor::of(&server);
    let page = "/settings?from=/sign-in";
    let chosen = [("back", "/sign-in"), ("alone", "yes"), ("lang", "en"), ("theme", "dark"), ("zone", "")];
    let saved = visitor.sends(page, "/preferences", &chosen).expect(303);
    assert_eq!(saved.header("location"), Some("/settings?from=%2Fsign-in"));
    let again = visitor.get("/settings?from=%2Fsign-in").expect(200).text();
    assert!(again.contains("Saved") && again.contains("data-theme=\"dark\"") && again.contains("href=\"/sign-in\""), "{again}");
}

#[test]
fn everything_wrong_with_joining_is_told_at_once() {
    let server = place::embedded().start(&[]);
    let visitor = Visitor::of(&server);
    let fields = [("name", " "), ("email", "nobody"), ("password", "short")];
    let page = visitor.sends("/join", "/join", &fields).expect(400).text();
    for field in ["name", "email", "password"] {
        assert!(page.contains(&format!("id=\"{field}-wrong\"")), "{field}: {page}");
    }
}

#[test]
fn the_worker_may_see_to_the_house_and_speak_with_it() {
    for base in ["", "/house"] {
        let place = place::embedded();
        let url = format!("http://127.0.0.1{base}");
        let server = if base.is_empty() { place.start(&[]) } else { place.start(&["--base-url", &url]) };
        // The house's own, and where Okusuri had one before: browsers that were registered there ask for it still.
        for (address, scope) in [("/worker.js", "/"), ("/okusuri/worker.js", "/okusuri")] {
            let script = server.get(&format!("{base}{address}")).expect(200);
            assert_eq!(script.header("service-worker-allowed"), Some(format!("{base}{scope}").as_str()));
            assert_eq!(script.header("content-security-policy"), Some("default-src 'none'; script-src 'self'; connect-src 'self'"));
            assert_eq!(script.header("cache-control"), Some("no-cache"), "a worker that is mended is there at once");
            assert!(script.header("content-type").is_some_and(|kind| kind.starts_with("text/javascript")));
        }
        let offline = server.get(&format!("{base}/offline")).expect(200);
        assert!(offline.header("set-cookie").is_none() && offline.text().contains("You’re offline."));
        assert!(offline.text().contains(&format!("href=\"{base}/\"")));
    }
}

#[test]
fn a_pass_is_taken_from_our_own_site_alone() {
    let place = place::embedded();
    let server = place.start(&[]);
    let ask = || server.ask("POST", "/okusuri/reminder/log");
    ask().json(&json!({ "pass": "nonsense" })).send().problem(404, "okusuri.not_found", None);
    for site in ["cross-site", "same-site"] {
        ask().header("sec-fetch-site", site).json(&json!({ "pass": "nonsense" })).send().problem(403, "http.foreign_form", None);
    }
    ask().header("sec-fetch-site", "same-origin").json(&json!({ "pass": "nonsense" })).send().problem(404, "okusuri.not_found", None);
    ask().body("text/plain", "{\"pass\":\"nonsense\"}").send().problem(415, "http.unsupported_media_type", None);
    ask().json(&json!({ "pass": "nonsense", "user": "hana" })).send().problem(400, "http.invalid_field", Some("user"));
}

#[test]
fn a_browser_that_changes_its_subscription_stays_one_device() {
    let place = place::embedded();
    add(&place, "hana@example.org");
    let server = place.start(&["--push-reach", "local"]);
    let hana = begun(&server, "hana@example.org");
    let push = PushService::start();
    let (first, second) = (push.device(), push.device());
    let token = hana.token_of("/okusuri/settings");
    let form = format!("token={token}&endpoint={}&p256dh={}&auth={}", first.endpoint, first.p256dh, first.auth);
    hana.posts("/okusuri/devices", &form).expect(303);
    let devices = || -> Vec<String> {
        let page = hana.get("/okusuri/settings").expect(200).text();
        page.split("data-device=\"").skip(1).map(|rest| rest.split('"').next().unwrap_or_default().to_owned()).collect()
    };
    let before = devices();
    assert_eq!(before.len(), 1);
    let renewed = json!({ "endpoint": second.endpoint, "p256dh": second.p256dh, "auth": second.auth, "before": before[0] });
    let session = format!("chabudai_session={}", hana.cookie("chabudai_session").unwrap());
    let ask = || server.ask("POST", "/okusuri/devices/renew").json(&renewed);
    ask().send().expect(303);
    ask().header("cookie", &session).header("sec-fetch-site", "cross-site").send().problem(403, "http.foreign_form", None);
    assert_eq!(devices(), before, "nobody else can do it");
    ask().header("cookie", &session).header("sec-fetch-site", "same-origin").send().expect(204);
    let after = devices();
    assert!(after.len() == 1 && after != before, "{after:?}");
    let log = server.log();
    for secret in [&first.endpoint, &second.endpoint, &second.auth, &"花子".to_owned(), &"hana@".to_owned()] {
        assert!(!log.contains(secret.as_str()), "{secret} is in the log");
    }
}

/// Somebody who has taken it since the first of a month says so, sees the days, leaves one out, and has the others logged together.
#[test]
fn days_without_a_log_are_filled_in_together() {
    place::both(|place| {
        add(place, "hana@example.org");
        add(place, "taro@example.org");
        let server = place.start(&[]);
        let hana = signed_in(&server, "hana@example.org");
        let (today, first) = (today(), today().saturating_sub(9.days()));
        let begin = [("regimen", "continuous"), ("since", &first.to_string()), ("begin", "yes")];
        hana.sends("/okusuri", "/okusuri/begin", &begin).expect(303);
        hana.sends("/okusuri", "/okusuri/today", &[("day", &today.to_string()), ("taken", "yes"), ("bleeding", "no")]).expect(303);
        let home = hana.get("/okusuri").expect(200).text();
        assert!(home.contains("href=\"/okusuri/fill\""), "it is offered: {home}");

        let page = hana.get("/okusuri/fill").expect(200).text();
        assert_eq!(page.matches("name=\"day\"").count(), 9, "{page}");
        let days: Vec<String> = first.series(1.day()).take(9).map(|day| day.to_string()).collect();
        let chosen = days.iter().skip(1).fold(String::new(), |fields, day| format!("{fields}&day={day}"));
        let form = format!("token={}&from={}&to={}{chosen}", hana.token_of("/okusuri/fill"), days[0], days[8]);
        for _ in 0..2 {
            hana.posts("/okusuri/fill", &form).expect(303);
        }
        assert_eq!(logged(&server, "hana@example.org").len(), 9, "eight days and today, once each");
        let shown = hana.get("/okusuri/calendar").expect(200).text();
        assert!(shown.contains("Days logged: <span class=\"name\">8</span>") && shown.contains("action=\"/okusuri/fill/undo\""), "{shown}");
        let key = shown.split("name=\"key\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a way back").to_owned();

        // Nobody else takes it back, and whoever sends it again afterwards brings nothing back.
        let taro = signed_in(&server, "taro@example.org");
        let undo = |who: &Visitor<'_>| {
            who.posts("/okusuri/fill/undo", &format!("token={}&key={key}", who.token_of("/okusuri/settings"))).expect(303)
        };
        undo(&taro);
        assert_eq!(logged(&server, "hana@example.org").len(), 9);
        undo(&hana);
        assert_eq!(logged(&server, "hana@example.org").len(), 1);
        hana.posts("/okusuri/fill", &form).expect(303);
        assert_eq!(logged(&server, "hana@example.org").len(), 1);

        // What is wrong stands beside its field, with what was chosen.
        let none = hana.posts("/okusuri/fill", &format!("token={}&from={}&to={}", hana.token_of("/okusuri/fill"), days[0], days[8]));
        let none = none.expect(400).text();
        let fields: Vec<&str> = none.split("name=\"day\"").skip(1).filter_map(|rest| rest.split('>').next()).collect();
        assert!(none.contains("id=\"days-wrong\"") && !fields.iter().any(|field| field.contains("checked")), "{none}");
        assert_eq!(fields.len(), 9);
        for (query, says) in [
            (format!("to={today}"), "The end date must be yesterday or earlier."),
            ("from=2026-02-02&to=2026-02-01".to_owned(), "The start date must not be after the end date."),
            ("from=2025-01-01&to=2025-12-31".to_owned(), "You can log up to 92 days at a time."),
            ("from=1999-12-31&to=2000-01-05".to_owned(), "You can log days from 2000 onwards."),
            ("from=soon".to_owned(), "Choose a day."),
        ] {
            let wrong = hana.get(&format!("/okusuri/fill?{query}")).expect(400).text();
            assert!(wrong.contains("id=\"period-wrong\"") && wrong.contains(says), "{query}: {wrong}");
        }
        let one = format!("token={}&from={}&to={}&day={}", hana.token_of("/okusuri/fill"), days[0], days[8], days[0]);
        hana.posts("/okusuri/fill", &one).expect(303);
        assert!(hana.get(&format!("/okusuri/fill?from={0}&to={0}", days[0])).expect(200).text().contains("Nothing to fill in"));
    });
}

#[test]
fn days_are_filled_in_by_the_api_once() {
    place::both(|place| {
        add(place, "hana@example.org");
        let server = place.start(&[]);
        let token = text(
            &server.post("/okusuri/v1/auth/sign-in", &json!({ "email": "hana@example.org", "password": PASSWORD })).expect(200).json()["token"],
        );
        let ask = |method: &str, path: &str| server.ask(method, path).header("authorization", &format!("Bearer {token}"));
        let days: Vec<String> = (1..=3).map(|ago| today().saturating_sub(ago.days()).to_string()).rev().collect();
        let found = ask("GET", &format!("/okusuri/v1/medication-log/unlogged?from={}&to={}", days[0], days[2])).send().expect(200).json();
        assert_eq!((&found["from"], &found["to"], &found["days"]), (&json!(days[0]), &json!(days[2]), &json!(days)));
        let fill = |key: &str, days: &[String]| {
            ask("POST", "/okusuri/v1/medication-log/fill").header("idempotency-key", key).json(&json!({ "days": days })).send()
        };
        let first = fill("a-key-of-this-request", &days[1..]).expect(201).json();
        assert_eq!(first["days"], json!(days[1..]));
        assert_eq!(fill("a-key-of-this-request", &days[1..]).expect(201).json(), first, "the same answer");
        assert_eq!(fill("another-key-of-mine", &days).expect(201).json()["days"], json!([days[0]]), "only what had no log");
        fill("a-key-of-this-request", &days).problem(422, "okusuri.idempotency_key_reused", None);
        fill("a-third-key-of-mine", &[]).problem(400, "okusuri.no_date", Some("days"));
        let undo = |key: &str| ask("POST", "/okusuri/v1/medication-log/fill/undo").json(&json!({ "key": key })).send();
        assert_eq!(undo("a-key-of-this-request").expect(200).json()["days"], json!(days[1..]));
        undo("no-key-of-mine").problem(404, "okusuri.not_found", None);
        assert_eq!(logged(&server, "hana@example.org").len(), 1);
    });
}
