//! Okusuri by its API: logging days, where somebody is, reminders to devices, on each store.

use std::time::Duration;

use chabudai_app_okusuri::design::{DESIGN, OKUSURI_TABLE, Okusuri};
use chabudai_identity::model::EmailGuard;
use chabudai_kernel::op::Delete;
use chabudai_kernel::part::Word;
use chabudai_kernel::store::{Now, Store as _};
use chabudai_store_embedded::{DataDirectory, Options};
use chabudai_testkit::push::{Device, Latency, PushService, Reply};
use chabudai_testkit::{Answer, Ask, Place, Server, free_port};
use jiff::Zoned;
use jiff::civil::Date;
use serde_json::{Value, json};

use crate::closet::text;
use crate::place;

const EMAIL: &str = "hana.log@example.org";
const PASSWORD: &str = "正しい馬の電池とホッチキス";
const NOTE: &str = "ないしょのメモ";
const JOB: &str = "the-secret-of-the-job";

/// Somebody who is signed in at a server.
struct Hana<'a> {
    server: &'a Server,
    token: String,
}

impl<'a> Hana<'a> {
    fn in_front_of(server: &'a Server, email: &str) -> Self {
        let answer = server.post("/okusuri/v1/auth/sign-in", &json!({ "email": email, "password": PASSWORD }));
        Self { server, token: text(&answer.expect(200).json()["token"]) }
    }

    fn ask(&self, method: &str, rest: &str) -> Ask {
        self.server.ask(method, &format!("/okusuri/v1{rest}")).header("authorization", &format!("Bearer {}", self.token))
    }

    fn get(&self, rest: &str) -> Answer {
        self.ask("GET", rest).send()
    }

    fn log(&self, body: &Value) -> Answer {
        self.ask("POST", "/medication-log").json(body).send()
    }

    fn status(&self) -> Value {
        self.get("/medication-status").expect(200).json()
    }
}

fn add(place: &Place, email: &str) {
    place::add_person(place, email, "花子", PASSWORD);
}

/// Today in Tokyo, where everybody lives who has not said otherwise. A test that crosses midnight there begins anew.
fn within_a_day(test: impl Fn(Date)) {
    let today = || Zoned::now().in_tz("Asia/Tokyo").unwrap().date();
    loop {
        let before = today();
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| test(before))) {
            Ok(()) => return,
            Err(_) if today() != before => {}
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

fn back(today: Date, days: i64) -> String {
    today.checked_sub(jiff::Span::new().days(days)).unwrap().to_string()
}

#[test]
fn days_are_logged_listed_corrected_and_deleted() {
    within_a_day(|today| {
        place::both(|place| {
            add(place, EMAIL);
            let server = place.start(&[]);
            let hana = Hana::in_front_of(&server, EMAIL);
            assert_eq!(server.get("/okusuri/v1/health").expect(200).json(), json!({ "status": "ok" }));
            server.get("/okusuri/v1/medication-log").problem(401, "identity.not_signed_in", None);
            let fresh = hana.status();
            assert_eq!((&fresh["cycleDay"], &fresh["currentStreak"], &fresh["todayLogged"]), (&json!(1), &json!(0), &json!(false)));

            let made = hana.log(&json!({ "hasBleeding": false, "note": NOTE })).expect(201).json();
            assert_eq!((&made["date"], &made["hasBleeding"], &made["taken"]), (&json!(today.to_string()), &json!(false), &Value::Null));
            let at = format!("/medication-log/{}", text(&made["id"]));
            assert_eq!(hana.get(&at).expect(200).json(), made);
            for days in 1..=9 {
                hana.log(&json!({ "hasBleeding": days == 1, "date": back(today, days) })).expect(201);
            }
            let now = hana.status();
            assert_eq!((&now["cycleDay"], &now["currentStreak"], &now["consecutiveBleedingDays"]), (&json!(10), &json!(10), &json!(0)));

            let corrected = hana.ask("PATCH", &at).json(&json!({ "hasBleeding": true, "note": null })).send().expect(200).json();
            assert_eq!((&corrected["hasBleeding"], &corrected["note"]), (&json!(true), &Value::Null));
            assert_eq!(hana.status()["consecutiveBleedingDays"], 2);

            let first = hana.get("/medication-log?limit=4").expect(200).json();
            assert_eq!(first["items"].as_array().unwrap().len(), 4);
            assert_eq!(first["items"][0]["date"], json!(today.to_string()), "the newest first");
            let cursor = text(&first["nextCursor"]);
            let second = hana.get(&format!("/medication-log?limit=400&cursor={cursor}")).expect(200).json();
            assert_eq!((second["items"].as_array().unwrap().len(), &second["nextCursor"]), (6, &Value::Null));
            let (from, to) = (back(today, 5), back(today, 3));
            let between = hana.get(&format!("/medication-log?from={from}&to={to}&order=asc")).expect(200).json();
            let days: Vec<String> = between["items"].as_array().unwrap().iter().map(|log| text(&log["date"])).collect();
            assert_eq!(days, [back(today, 5), back(today, 4), back(today, 3)]);

            hana.ask("DELETE", &at).send().expect(204);
            hana.get(&at).problem(404, "okusuri.not_found", None);
            assert_eq!(hana.status()["todayLogged"], false);
            place.run(&["okusuri", "check"]).succeeded();
        });
    });
}

#[test]
fn a_moment_falls_on_a_day_of_ones_own() {
    within_a_day(|today| {
        let place = place::embedded();
        add(&place, EMAIL);
        let server = place.start(&[]);
        let hana = Hana::in_front_of(&server, EMAIL);
        // Half an hour after midnight in Tokyo is the evening before in Greenwich.
        let yesterday = today.yesterday().unwrap();
        let moment = format!("{}T15:30:00Z", back(yesterday, 1));
        assert_eq!(hana.log(&json!({ "hasBleeding": false, "date": moment })).expect(201).json()["date"], json!(yesterday.to_string()));
        let there = hana.ask("PUT", "/profile").json(&json!({ "timezone": "Etc/UTC" })).send().expect(200).json();
        assert_eq!(there["timezone"], "Etc/UTC");
        assert_eq!(hana.log(&json!({ "hasBleeding": false, "date": moment })).expect(201).json()["date"], json!(back(yesterday, 1)));
    });
}

#[test]
fn what_cannot_be_is_told_by_field_and_code() {
    let place = place::embedded();
    for email in [EMAIL, "taro@example.org"] {
        add(&place, email);
    }
    let server = place.start(&[]);
    let (hana, taro) = (Hana::in_front_of(&server, EMAIL), Hana::in_front_of(&server, "taro@example.org"));
    hana.log(&json!({})).problem(400, "http.invalid_field", Some("hasBleeding"));
    hana.log(&json!({ "hasBleeding": "yes" })).problem(400, "http.invalid_field", Some("hasBleeding"));
    hana.log(&json!({ "hasBleeding": true, "date": "yesterday" })).problem(400, "http.invalid_field", Some("date"));
    hana.log(&json!({ "hasBleeding": true, "date": "2099-01-01" })).problem(400, "okusuri.date_in_future", Some("date"));
    hana.log(&json!({ "hasBleeding": true, "date": "1999-12-31" })).problem(400, "okusuri.date_too_early", Some("date"));
    hana.log(&json!({ "hasBleeding": true, "note": "あ".repeat(301) })).problem(400, "okusuri.note_too_long", Some("note"));
    hana.get("/medication-log?limit=401").problem(400, "okusuri.limit", Some("limit"));
    hana.get("/medication-log?from=2026-02-02&to=2026-02-01").problem(400, "okusuri.period", Some("from"));
    hana.get("/medication-log?cursor=nonsense").problem(400, "okusuri.invalid_cursor", Some("cursor"));
    assert_eq!(hana.get("/medication-log").expect(200).json()["items"], json!([]), "nothing was kept");
    for nowhere in ["nonsense", "12", "2026-11-15_x", "2026-13-15_x", "%00", "99999999999999999999"] {
        hana.get(&format!("/medication-log/{nowhere}")).problem(404, "okusuri.not_found", None);
    }

    let hers = text(&hana.log(&json!({ "hasBleeding": true })).expect(201).json()["id"]);
    let at = format!("/medication-log/{hers}");
    taro.get(&at).problem(404, "okusuri.not_found", None);
    taro.ask("PATCH", &at).json(&json!({ "hasBleeding": false })).send().problem(404, "okusuri.not_found", None);
    taro.ask("DELETE", &at).send().problem(404, "okusuri.not_found", None);
    hana.ask("PATCH", &at).json(&json!({})).send().problem(400, "okusuri.nothing_to_correct", Some("hasBleeding"));
    let nothing = json!({ "hasBleeding": null, "taken": true });
    hana.ask("PATCH", &at).json(&nothing).send().problem(400, "http.invalid_field", Some("hasBleeding"));
    hana.ask("PATCH", &at).json(&json!({ "date": "2026-01-01" })).send().problem(400, "http.invalid_field", Some("date"));

    let profile = |body: Value| hana.ask("PUT", "/profile").json(&body).send();
    profile(json!({ "timezone": "Nowhere" })).problem(400, "okusuri.unknown_zone", Some("timezone"));
    profile(json!({ "regimen": { "kind": "weekly" } })).problem(400, "http.invalid_field", Some("regimen.kind"));
    profile(json!({ "regimen": { "kind": "cyclic", "restDays": 0 } })).problem(400, "okusuri.regimen_out_of_bounds", Some("restDays"));
    // A kind that does not use a number takes the 0 that it is told with, and no wild one.
    for (field, wild) in [("minDays", 366), ("maxDays", 366), ("bleedTrigger", 15), ("restDays", 29), ("restartAfter", 61)] {
        let regimen = |number: u32| json!({ "regimen": { "kind": "continuous", field: number } });
        profile(regimen(0)).expect(200);
        profile(regimen(wild)).problem(400, "okusuri.regimen_out_of_bounds", Some(field));
    }
    profile(json!({ "regimen": { "kind": "cyclic", "restDays": 4.5 } })).problem(400, "http.invalid_field", Some("regimen.restDays"));
    profile(json!({ "regimen": { "kind": "flexible", "effectiveFrom": "2099-01-01" } })).problem(
        400,
        "okusuri.regimen_in_future",
        Some("effectiveFrom"),
    );
    profile(json!({ "name": " ", "timezone": "Etc/UTC" })).problem(400, "identity.name_empty", Some("name"));
    assert_eq!(hana.get("/profile").json()["timezone"], "Asia/Tokyo", "a refusal changes nothing");
    assert_eq!(profile(json!({ "name": " はな " })).expect(200).json()["name"], "はな");
    assert_eq!(hana.get("/auth/session").json()["user"]["name"], "はな");
    let cyclic = profile(json!({ "regimen": { "kind": "cyclic", "maxDays": 21, "restDays": 7, "effectiveFrom": "2026-01-01" } }));
    assert_eq!(
        (&cyclic.expect(200).json()["regimen"]["minDays"], &hana.get("/profile").json()["regimen"]["restDays"]),
        (&json!(21), &json!(7))
    );
}

#[test]
fn a_tap_that_is_sent_twice_counts_once() {
    let place = place::embedded();
    add(&place, EMAIL);
    let server = place.start(&[]);
    let hana = Hana::in_front_of(&server, EMAIL);
    let tap = |key: &str, body: Value| hana.ask("POST", "/medication-log").header("idempotency-key", key).json(&body).send();
    let first = tap("tap-1", json!({ "hasBleeding": true })).expect(201).json();
    assert_eq!(tap("tap-1", json!({ "hasBleeding": true })).expect(201).json(), first);
    tap("tap-1", json!({ "hasBleeding": false })).problem(422, "okusuri.idempotency_key_reused", None);
    assert_eq!(hana.get("/medication-log").expect(200).json()["items"].as_array().unwrap().len(), 1);
}

fn register(hana: &Hana<'_>, device: &Device) -> Answer {
    let Device { endpoint, p256dh, auth } = device.clone();
    let subscription = json!({ "endpoint": endpoint, "expirationTime": null, "keys": { "p256dh": p256dh, "auth": auth } });
    hana.ask("POST", "/notification/setting").json(&json!({ "subscription": subscription, "isEnabled": true, "platform": "web" })).send()
}

#[test]
fn a_reminder_reaches_each_device_and_logs_nothing_about_anybody() {
    place::both(|place| {
        add(place, EMAIL);
        let meters = free_port();
        let server = place.start(&["--push-reach", "local", "--job-secret", JOB, "--metrics-listen", &meters.to_string()]);
        let hana = Hana::in_front_of(&server, EMAIL);
        let push = PushService::start();
        let key = text(&hana.get("/notification/key").expect(200).json()["publicKey"]);
        hana.get("/notification/setting").problem(404, "okusuri.not_found", None);
        let (phone, tablet) = (push.device_of(&key), push.device_of(&key));
        for device in [&phone, &tablet, &phone] {
            register(&hana, device).expect(200);
        }
        let far = Device { endpoint: "http://push.example.org/x".to_owned(), ..phone.clone() };
        register(&hana, &far).problem(400, "okusuri.subscription", Some("subscription"));
        let shown = hana.get("/notification/setting?platform=web").expect(200);
        assert_eq!(shown.json()["devices"].as_array().unwrap().len(), 2);
        assert!(!shown.text().contains(&phone.auth) && !shown.text().contains(&phone.endpoint), "keys stay here");

        let export = hana.get("/export").expect(200).text();
        assert!(export.contains("push_device") && !export.contains(&phone.auth) && !export.contains(&phone.endpoint), "not even to her");

        let set = |body: Value| hana.ask("PUT", "/notification/setting?platform=web").json(&body).send();
        set(json!({ "time": "25:00" })).problem(400, "http.invalid_field", Some("time"));
        // A zone in which it is a little after half past nine in the evening, on whatever day that is there.
        let now = Zoned::now().in_tz("Etc/UTC").unwrap();
        let time = format!("{:02}:{:02}", now.hour(), now.minute());
        let set = set(json!({ "time": time, "timezone": "Etc/UTC", "language": "en" })).expect(200).json();
        assert_eq!((&set["time"], &set["isDiscreet"]), (&json!(time), &json!(true)));

        let send = |secret: Option<&str>| {
            let ask = server.ask("POST", "/okusuri/v1/notification");
            match secret {
                Some(secret) => ask.header("authorization", &format!("Bearer {secret}")).send(),
                None => ask.send(),
            }
        };
        send(None).problem(401, "okusuri.not_the_job", None);
        send(Some("guess")).problem(401, "okusuri.not_the_job", None);
        send(Some(&hana.token)).problem(401, "okusuri.not_the_job", None);
        // The job that runs by itself may have been first.
        send(Some(JOB)).expect(200);
        let received = push.wait_for_blocking(2, Duration::from_secs(20));
        assert_eq!(send(Some(JOB)).expect(200).json()["sentCount"], 0, "once a day");
        assert_eq!((received.len(), push.complaints()), (2, Vec::new()));
        let note: Value = serde_json::from_slice(&received[0].body).unwrap();
        assert_eq!((&note["title"], &note["body"]), (&json!("Chabudai"), &json!("Not logged yet today.")));

        push.tell(&tablet, Reply::Status(410), Latency::Always);
        hana.ask("DELETE", "/notification/setting?platform=web").send().expect(204);
        let off = hana.get("/notification/setting").expect(200).json();
        assert_eq!((&off["isEnabled"], &off["devices"]), (&json!(false), &json!([])));
        hana.log(&json!({ "hasBleeding": true, "note": NOTE })).expect(201);
        let meters = Ask::new(meters, "GET", "/metrics").send().expect(200).text();
        assert!(meters.contains("chabudai_job_runs_total{job=\"okusuri.remind\""), "{meters}");
        place.run(&["okusuri", "check"]).succeeded();
        let (pass, token) = (text(&note["pass"]), hana.token.clone());
        let (_, log) = server.stop();
        let path = phone.endpoint.rsplit('/').next().unwrap().to_owned();
        for private in [EMAIL, NOTE, PASSWORD, &token, JOB, &pass, &phone.auth, &phone.p256dh, &path] {
            assert!(!log.contains(private) && !meters.contains(private), "{private} is nobody's business: {log}");
        }
    });
}

/// Two servers of one house share nothing but the tables: what happens once happens once between them, too.
#[test]
fn what_two_servers_are_asked_at_once_happens_once() {
    let place = place::dynamodb();
    place.run(&["tables", "create"]).succeeded();
    add(&place, EMAIL);
    let options = ["--jobs", "false", "--push-reach", "local", "--job-secret", JOB, "--root-secret", "a secret of two servers, as long"];
    let servers = [place.start(&options), place.start(&options)];
    let hana = Hana::in_front_of(&servers[0], EMAIL);
    // The session that one has opened is good at the other.
    let people = [&servers[0], &servers[1]].map(|server| Hana { server, token: hana.token.clone() });
    let at_once = |times: usize, ask: &(dyn Fn(&Hana<'_>) -> Answer + Sync)| -> Vec<Answer> {
        std::thread::scope(|scope| {
            let race: Vec<_> = (0..times).map(|nth| &people[nth % 2]).map(|one| scope.spawn(move || ask(one))).collect();
            race.into_iter().map(|one| one.join().unwrap()).collect()
        })
    };
    let push = PushService::start();
    let phone = push.device_of(&text(&hana.get("/notification/key").expect(200).json()["publicKey"]));
    register(&hana, &phone).expect(200);
    let now = Zoned::now().in_tz("Etc/UTC").unwrap();
    let due = json!({ "time": format!("{:02}:{:02}", now.hour(), now.minute()), "timezone": "Etc/UTC" });
    hana.ask("PUT", "/notification/setting?platform=web").json(&due).send().expect(200);
    let sent = at_once(16, &|hana| {
        hana.server.ask("POST", "/okusuri/v1/notification").header("authorization", &format!("Bearer {JOB}")).send().expect(200)
    });
    assert_eq!(sent.iter().map(|answer| answer.json()["sentCount"].as_u64().unwrap()).sum::<u64>(), 1);
    let note: Value = serde_json::from_slice(&push.wait_for_blocking(1, Duration::from_secs(20))[0].body).unwrap();

    let log = json!({ "hasBleeding": false, "date": "2026-01-02" });
    let logged = at_once(64, &|hana| hana.ask("POST", "/medication-log").header("idempotency-key", "a-tap").json(&log).send().expect(201));
    assert!(logged.iter().all(|one| one.json() == logged[0].json()), "every one is answered with the same log");
    let pass = json!({ "pass": note["pass"] });
    let tapped = at_once(64, &|hana| hana.server.ask("POST", "/okusuri/reminder/log").json(&pass).send().expect(200));
    assert_eq!(tapped.iter().filter(|one| one.json()["logged"] == true).count(), 1);
    assert_eq!(hana.get("/medication-log").expect(200).json()["items"].as_array().unwrap().len(), 2);
    assert_eq!(push.asked(&phone), 1);
    place.run(&["okusuri", "check"]).succeeded();
}

#[test]
fn without_a_secret_nobody_sends_by_the_api() {
    let place = place::embedded();
    let server = place.start(&[]);
    let ask = server.ask("POST", "/okusuri/v1/notification").header("authorization", "Bearer ");
    ask.send().problem(401, "okusuri.not_the_job", None);
}

#[test]
fn a_guard_that_is_gone_is_found_by_the_check() {
    let place = place::embedded();
    add(&place, EMAIL);
    let server = place.start(&[]);
    Hana::in_front_of(&server, EMAIL).log(&json!({ "hasBleeding": true })).expect(201);
    server.stop();
    assert!(place.run(&["okusuri", "check"]).succeeded().output.contains("1 people, 1 logs"));
    let store = DataDirectory::lock(&place.data()).unwrap().open(&DESIGN, Options::default()).unwrap();
    let guard = EmailGuard::<Okusuri>::key(Word::new(EMAIL).unwrap());
    let delete = Delete::new(&OKUSURI_TABLE, guard).into();
    futures::executor::block_on(store.write(&delete, Now(0))).unwrap();
    drop(store);
    let found = place.run(&["okusuri", "check"]).refused("1 items are not as they should be");
    assert!(found.output.contains("a person's address is not guarded") && !found.output.contains(EMAIL), "{}", found.output);
}
