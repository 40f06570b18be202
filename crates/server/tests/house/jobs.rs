//! What the house does by itself: in the metrics, by the operator's commands, and once with several servers.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use chabudai_app_wardrobe::design::DESIGN;
use chabudai_app_wardrobe::model::Upload;
use chabudai_app_wardrobe::repo::uploads;
use chabudai_jobs::feed::model::{Image, Parked};
use chabudai_kernel::clock::FixedClock;
use chabudai_kernel::db::Db;
use chabudai_kernel::op::Put;
use chabudai_kernel::packed::Item;
use chabudai_kernel::part::{Day, Millis, Word};
use chabudai_kernel::value::Attributes;
use chabudai_store_embedded::{DataDirectory, Options};
use chabudai_testkit::{Ask, Outcome, Place, Server, free_port};
use serde_json::{Value, json};

use crate::closet::Closet;
use crate::place;

const SWEEP: &str = "wardrobe.sweep-pictures";

/// A house of one app: what else is due, and when, is other apps' business.
const ONE_APP: [&str; 2] = ["--apps", "wardrobe"];

/// Runs a command of the operator to its end.
fn run(place: &Place, arguments: &[&str]) -> Outcome {
    place.run(&[arguments, &ONE_APP].concat())
}

/// A server, and where it shows its meters.
fn start(place: &Place, arguments: &[&str]) -> (Server, SocketAddr) {
    let metrics = free_port();
    let address = metrics.to_string();
    let server = place.start(&[&["--metrics-listen", &address], arguments, &ONE_APP].concat());
    (server, metrics)
}

fn meters(metrics: SocketAddr) -> String {
    Ask::new(metrics, "GET", "/metrics").send().expect(200).text()
}

/// The value of one series, if it is there.
fn value(meters: &str, series: &str) -> Option<f64> {
    let line = meters.lines().find(|line| line.strip_prefix(series).is_some_and(|rest| rest.starts_with(' ')))?;
    line.split(' ').next_back()?.parse().ok()
}

fn runs(meters: &str, outcome: &str) -> Option<f64> {
    value(meters, &format!("chabudai_job_runs_total{{job=\"{SWEEP}\",outcome=\"{outcome}\"}}"))
}

fn of_sweep(meters: &str, name: &str) -> Option<f64> {
    value(meters, &format!("{name}{{job=\"{SWEEP}\"}}"))
}

/// Waits for a run that was done on some server to be known at this one.
fn wait_until_known(metrics: SocketAddr) -> String {
    let deadline = Instant::now() + Duration::from_mins(2);
    loop {
        let meters = meters(metrics);
        if of_sweep(&meters, "chabudai_job_last_success_timestamp_seconds").is_some() {
            return meters;
        }
        assert!(Instant::now() < deadline, "nothing is done: {meters}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn hour() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs() / 3600
}

/// Once more if the hour strikes meanwhile, because then there is one more run.
fn within_an_hour(test: impl Fn()) {
    loop {
        let before = hour();
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(&test));
        match outcome {
            Ok(()) => return,
            Err(_) if hour() != before => {}
            Err(failure) => std::panic::resume_unwind(failure),
        }
    }
}

fn sweep_of(list: &str) -> Value {
    let list: Vec<Value> = serde_json::from_str(list).expect("the list is JSON");
    list.into_iter().find(|job| job["name"] == SWEEP).expect("the sweep is listed")
}

fn listed(place: &Place) -> Value {
    sweep_of(&run(place, &["jobs", "list", "--json"]).succeeded().output)
}

#[test]
fn a_run_shows_in_the_metrics_and_in_the_list() {
    within_an_hour(|| {
        place::both(|place| {
            let (server, metrics) = start(place, &[]);
            let meters = wait_until_known(metrics);
            assert_eq!((runs(&meters, "done"), runs(&meters, "failed")), (Some(1.0), Some(0.0)));
            assert_eq!(of_sweep(&meters, "chabudai_job_seconds_count"), Some(1.0));
            assert!(of_sweep(&meters, "chabudai_job_seconds_sum").is_some_and(|sum| sum > 0.0), "{meters}");
            assert_eq!(of_sweep(&meters, "chabudai_job_due_seconds"), Some(0.0), "it is done");
            assert_eq!(of_sweep(&meters, "chabudai_job_things_done_total"), Some(0.0));
            assert_eq!(value(&meters, "chabudai_pattern_calls_total{app=\"house\",pattern=\"JOB-04\"}"), Some(3.0), "there are three jobs");

            let job = listed(place);
            assert_eq!((&job["schedule"], &job["outcome"], &job["running"]), (&json!("every 1h"), &json!("done"), &json!(false)));
            let next: jiff::Timestamp = job["nextDue"].as_str().unwrap().parse().unwrap();
            assert_eq!(next.as_second(), (hour() as i64 + 1) * 3600);
            assert_eq!(job["lastRun"], job["lastDone"]);
            let text = run(place, &["jobs", "list"]).succeeded().output;
            assert!(text.contains("wardrobe.sweep-pictures  every 1h, last run 20") && text.contains(", done, due 20"), "{text}");
            server.stop();
        });
    });
}

#[test]
fn a_server_that_comes_back_does_not_do_it_again() {
    within_an_hour(|| {
        place::both(|place| {
            let (server, metrics) = start(place, &[]);
            wait_until_known(metrics);
            server.stop();
            let (_server, metrics) = start(place, &[]);
            assert_eq!(runs(&wait_until_known(metrics), "done"), Some(0.0));
        });
    });
}

#[test]
fn a_house_can_leave_it_to_a_timer() {
    within_an_hour(|| {
        place::both(|place| {
            let (server, metrics) = start(place, &["--jobs", "false"]);
            assert!(!meters(metrics).contains("chabudai_job_"), "this server does nothing by itself");
            let job = listed(place);
            assert_eq!((&job["outcome"], &job["lastRun"], &job["lastDone"]), (&json!("never"), &Value::Null, &Value::Null));
            if place.name == "DynamoDB" {
                run(place, &["jobs", "run"]).succeeded();
                server.stop();
            } else {
                run(place, &["jobs", "run"]).refused("is in use by another server, which does what is due by itself unless");
                assert_eq!(listed(place)["outcome"], "never");
                server.stop();
                let done = run(place, &["jobs", "run"]).succeeded();
                assert_eq!(done.output, all_done(0));
            }
            let done = listed(place);
            assert_eq!(done["outcome"], "done");
            assert!(run(place, &["jobs", "run"]).succeeded().output.starts_with("nothing is due before 20"));
            assert!(run(place, &["jobs", "run", SWEEP]).succeeded().output.starts_with("nothing is due before 20"));
            assert_eq!(listed(place), done, "nothing was run");
            let forced = run(place, &["jobs", "run", SWEEP, "--force"]).succeeded();
            assert_eq!(forced.output, "wardrobe.sweep-pictures: done (0 done, 0 failed)\n");
            assert_ne!(listed(place)["lastRun"], done["lastRun"]);
            run(place, &["jobs", "run", "wardrobe.laundry"])
                .refused("there is no job wardrobe.laundry; there is: house.leaving, wardrobe.sweep-pictures");
            run(place, &["jobs", "run", "--force"]).refused("NAME");
        });
    });
}

#[test]
fn of_two_servers_on_one_store_one_does_it() {
    within_an_hour(|| {
        let place = place::dynamodb();
        run(&place, &["tables", "create"]).succeeded();
        let (one, other) = std::thread::scope(|scope| {
            let other = scope.spawn(|| start(&place, &[]));
            (start(&place, &[]), other.join().unwrap())
        });
        let done = [one.1, other.1].map(|metrics| runs(&wait_until_known(metrics), "done").unwrap());
        assert_eq!(done.map(|runs| runs as u64).iter().sum::<u64>(), 1, "{done:?}");
        one.0.stop();
        other.0.stop();
    });
}

/// Says that a picture was let go of two days ago.
fn let_go(place: &Place, wardrobe: &str, picture: &str) {
    let directory = DataDirectory::lock(&place.data()).expect("the server is off");
    let store = directory.open(&DESIGN, Options::default()).expect("the store opens");
    let db = Db::new(&DESIGN, Arc::new(store), Arc::new(FixedClock::at_millis(0)), b"");
    let then = jiff::Timestamp::now() - jiff::SignedDuration::from_hours(48);
    let upload = Upload {
        day: Day(then.to_zoned(jiff::tz::TimeZone::UTC).date()),
        picture: Word::new(picture).unwrap(),
        wardrobe_id: wardrobe.parse().unwrap(),
        created_at: Millis(then.as_millisecond() as u64),
        removing: false,
    };
    futures::executor::block_on(uploads::note(&db, &upload)).expect("it is noted");
}

#[test]
fn pictures_that_nothing_shows_are_swept() {
    let place = place::embedded();
    let server = place.start(&ONE_APP);
    let closet = Closet::make(&server);
    let (id, (_, picture), (_, fresh)) = (closet.id.clone(), closet.picture(), closet.picture());
    let at = |picture: &str| format!("/wardrobe/v1/pictures/{picture}/160.jpg");
    server.get(&at(&picture)).expect(200);
    server.stop();
    let_go(&place, &id, &picture);
    let swept = run(&place, &["jobs", "run", SWEEP, "--force"]).succeeded();
    assert_eq!(swept.output, "wardrobe.sweep-pictures: done (1 done, 0 failed)\n");
    let server = place.start(&ONE_APP);
    server.get(&at(&picture)).expect(404);
    server.get(&at(&fresh)).expect(200);
}

#[test]
fn a_picture_that_cannot_be_removed_is_tried_again() {
    let place = place::embedded();
    let server = place.start(&ONE_APP);
    let closet = Closet::make(&server);
    let (id, (_, picture)) = (closet.id.clone(), closet.picture());
    server.stop();
    let_go(&place, &id, &picture);
    // A file where the folder of the picture should be is nothing that can be removed as a folder.
    let folder = place.data().join("pictures").join(&picture[..2]).join(&picture);
    let (aside, blocked) = (place.beside("aside"), folder.clone());
    std::fs::rename(&folder, &aside).expect("the picture is where it is");
    std::fs::write(&blocked, "in the way").unwrap();
    assert_eq!(run(&place, &["jobs", "run", SWEEP, "--force"]).code, Some(1));
    std::fs::remove_file(&blocked).unwrap();
    std::fs::rename(&aside, &folder).unwrap();
    let swept = run(&place, &["jobs", "run", SWEEP, "--force"]).succeeded();
    assert_eq!(swept.output, "wardrobe.sweep-pictures: done (1 done, 0 failed)\n");
    assert!(!folder.exists());
    let again = run(&place, &["jobs", "run", SWEEP, "--force"]).succeeded();
    assert_eq!(again.output, "wardrobe.sweep-pictures: done (0 done, 0 failed)\n");
}

/// What is said of a first run, in which so many pictures were swept.
fn all_done(swept: u64) -> String {
    let line = |job: &str, done: u64| format!("{job}: done ({done} done, 0 failed)\n");
    line("house.leaving", 0) + &line(SWEEP, swept) + &line("wardrobe.remove-deleted", 0)
}

#[test]
fn a_failed_job_ends_the_command_with_1() {
    let place = place::embedded();
    let server = place.start(&["--jobs", "false", "--apps", "wardrobe"]);
    let id = Closet::make(&server).id;
    server.stop();
    // A name that no picture has is forgotten, and the run goes on.
    let_go(&place, &id, "no-picture");
    let odd = run(&place, &["jobs", "run"]).succeeded();
    assert_eq!(odd.output, all_done(1));
    // An item that is no upload: the list cannot be read.
    let directory = DataDirectory::lock(&place.data()).unwrap();
    let store = directory.open(&DESIGN, Options::default()).unwrap();
    damage(&store, &id);
    drop((store, directory));
    let failed = run(&place, &["jobs", "run", SWEEP, "--force"]).refused("1 of 1 jobs were not done");
    assert_eq!(failed.code, Some(1));
    assert!(failed.output.starts_with("wardrobe.sweep-pictures: failed: "), "{failed:?}");
    let job = listed(&place);
    assert_eq!((&job["outcome"], &job["failures"]), (&json!("failed"), &json!(1)));
    let text = run(&place, &["jobs", "list"]).succeeded().output;
    assert!(text.contains(", failed (1 in a row), due 20"), "{text}");
}

/// Takes away what every upload has.
fn damage(store: &dyn chabudai_kernel::store::Store, wardrobe: &str) {
    use chabudai_app_wardrobe::design::WARDROBE_TABLE;
    use chabudai_kernel::op::{Update, Write};
    let then = jiff::Timestamp::now() - jiff::SignedDuration::from_hours(48);
    let day = Day(then.to_zoned(jiff::tz::TimeZone::UTC).date());
    let key = Upload::key(day, Word::new("damaged").unwrap());
    let write: Write = Update::raw(&WARDROBE_TABLE, key).set("wardrobeId", wardrobe).into();
    futures::executor::block_on(store.write(&write, chabudai_kernel::store::Now(0))).expect("the item is written");
}

/// A change that somebody who keeps copies could not follow.
fn parked() -> Parked {
    let word = |text| Word::new(text).unwrap();
    let attributes = Attributes::from([("PK".to_owned(), "USER#1".into()), ("SK".to_owned(), "PROFILE".into())]);
    Parked {
        feed: word("okusuri"),
        consumer: word("names"),
        of: word("digest"),
        table: "okusuri-table".to_owned(),
        key: Image(Item::from_attributes(&attributes)),
        before: None,
        after: None,
        at: 1_794_699_000,
        error: "the shelf is locked".to_owned(),
        tries: 3,
        since: Millis(1_794_699_000_000),
        retry_at: Millis(1_794_699_060_000),
    }
}

#[test]
fn what_could_not_be_followed_is_shown_with_its_reason() {
    place::both_holding(
        &chabudai_jobs::design::DESIGN,
        || vec![Put::of(&parked())],
        |place| {
            let shown = place.run(&["jobs", "waiting"]).succeeded().output;
            assert_eq!(
                shown,
                "okusuri: names could not follow okusuri-table PK=USER#1 SK=PROFILE\n    \
             since 2026-11-14T23:30:00Z, tried 3 times, again 2026-11-14T23:31:00Z: the shelf is locked\n"
            );
            let told: Value = serde_json::from_str(&place.run(&["jobs", "waiting", "--json"]).succeeded().output).unwrap();
            assert_eq!(
                (&told[0]["consumer"], &told[0]["tries"], &told[0]["key"]),
                (&json!("names"), &json!(3), &json!("PK=USER#1 SK=PROFILE"))
            );
            let others = place.run(&["jobs", "waiting", "--apps", "wardrobe"]).succeeded().output;
            assert_eq!(others, "nothing waits\n");
        },
    );
}

#[test]
fn a_house_from_before_has_no_jobs_yet() {
    let place = place::embedded();
    let (server, metrics) = start(&place, &[]);
    wait_until_known(metrics);
    server.stop();
    let known = listed(&place);
    let with = place.beside("with.tar.gz");
    run(&place, &["backup", with.to_str().unwrap()]).succeeded();
    for entry in std::fs::read_dir(place.data()).unwrap().flatten() {
        // A house from before knows of neither.
        if entry.file_name().to_string_lossy().starts_with("house.sqlite") || entry.file_name() == ".databases" {
            std::fs::remove_file(entry.path()).unwrap();
        }
    }
    assert_eq!(listed(&place)["outcome"], "never");
    let without = place.beside("without.tar.gz");
    run(&place, &["backup", without.to_str().unwrap()]).succeeded();
    place.start(&ONE_APP).stop();
    assert!(place.data().join("house.sqlite").exists(), "a server makes it");

    let new = place::embedded();
    run(&new, &["restore", without.to_str().unwrap()]).succeeded();
    assert!(!new.data().join("house.sqlite").exists());
    let (server, metrics) = start(&new, &[]);
    assert_eq!(runs(&wait_until_known(metrics), "done"), Some(1.0));
    server.stop();
    let new = place::embedded();
    run(&new, &["restore", with.to_str().unwrap()]).succeeded();
    assert_eq!(listed(&new), known, "what was done stays done");
    run(&place::embedded(), &["jobs", "list"]).refused("has no data of wardrobe");
}
