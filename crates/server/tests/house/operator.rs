//! What an operator does: settings, designs, tables, the check of counts, backups, demo data, starting and stopping.

use std::io::Write as _;
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

use chabudai_app_wardrobe::design::{DESIGN, WARDROBE_TABLE};
use chabudai_app_wardrobe::model::{Clothing, WearCount};
use chabudai_app_wardrobe::repo::clothes;
use chabudai_kernel::entity::Decode as _;
use chabudai_kernel::op::{Get, Put, Update, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Now, Store as _};
use chabudai_store_embedded::{DataDirectory, Options};
use chabudai_testkit::{Ask, Outcome, Place, Server, free_port, read_answer};
use serde_json::{Value, json};

use crate::closet::{Closet, spelled, text};
use crate::place::{self, bare_program};

#[test]
fn settings_come_from_flags_the_environment_and_files() {
    let place = place::embedded();
    let secret = place.beside("secret");
    std::fs::write(&secret, "from a file\n").unwrap();
    let shown = |outcome: Outcome| serde_json::from_str::<Value>(&outcome.succeeded().output).expect("the configuration is JSON");

    let plain = shown(place.run(&["config"]));
    assert_eq!((&plain["listen"], &plain["store"]), (&json!("127.0.0.1:8080"), &json!("embedded")));
    assert_eq!((&plain["rootSecret"], &plain["secretAccessKey"]), (&json!(""), &json!("")));
    assert_eq!(plain["metricsListen"], Value::Null, "meters are nobody's business unless asked for");
    assert_eq!((&plain["demo"], &plain["ofApps"]["wardrobe"]["ratePerWardrobe"]), (&json!(false), &json!(50)));

    let mut command = place.program(&["config", "--root-secret", "hunter2", "--listen", "127.0.0.1:9"]);
    command.env("CHABUDAI_RATE_PER_WARDROBE", "7").env("CHABUDAI_LISTEN", "127.0.0.1:10").env("CHABUDAI_DEMO", "1");
    command.env("CHABUDAI_SECRET_ACCESS_KEY", "hunter3").env("CHABUDAI_TRUSTED_PROXIES", "10.0.0.1,10.0.0.2");
    command.env("CHABUDAI_LOG_JSON", "true").env("CHABUDAI_BASE_URL", "https://example.org/house/");
    let outcome = Outcome::of(&mut command);
    assert!(!outcome.output.contains("hunter") && !outcome.error.contains("hunter"), "{outcome:?}");
    let given = shown(outcome);
    assert_eq!(
        (&given["listen"], &given["ofApps"]["wardrobe"]["ratePerWardrobe"]),
        (&json!("127.0.0.1:9"), &json!(7)),
        "a flag goes before the environment"
    );
    assert_eq!((&given["rootSecret"], &given["secretAccessKey"]), (&json!("********"), &json!("********")));
    assert_eq!(given["trustedProxies"], json!(["10.0.0.1", "10.0.0.2"]));
    assert_eq!((&given["demo"], &given["logJson"]), (&json!(true), &json!(true)));

    let by_file = shown(Outcome::of(
        place.program(&["config"]).env("CHABUDAI_ROOT_SECRET_FILE", &secret).env("CHABUDAI_SECRET_ACCESS_KEY_FILE", &secret),
    ));
    assert_eq!((&by_file["rootSecret"], &by_file["secretAccessKey"]), (&json!("********"), &json!("********")));

    // Secrets are not on the help page either.
    let help = Outcome::of(place.program(&["serve", "--help"]).env("CHABUDAI_ROOT_SECRET", "hunter2")).succeeded();
    assert!(help.output.contains("--root-secret") && !help.output.contains("hunter2"));
    place.run(&["config", "--apps", "laundry"]).succeeded();
    place.run(&["serve", "--apps", "laundry"]).refused("there is no app laundry");
    place.run(&["serve", "--base-url", "example.org"]).refused("--base-url");
}

#[test]
fn what_cannot_work_is_refused_with_a_sentence() {
    let place = place::embedded();
    place.run(&["serve", "--time-limit", "0"]).refused("a request needs one second at least");
    place.run(&["serve", "--time-limit", "soon"]).refused("a whole number of seconds is expected");
    let short = place.beside("short");
    std::fs::write(&short, "fifteen letters\n").unwrap();
    let short = short.to_str().unwrap();
    for name in ["root-secret", "job-secret"] {
        let told = format!("--{name} has 16 characters at least");
        let listen = ["serve", "--listen", "127.0.0.1:0"];
        let refused = place.run(&[&listen[..], &[&format!("--{name}"), "x"]].concat()).refused(&told);
        assert!(!refused.error.contains("\"x\""), "{refused:?}");
        place.run(&[&listen[..], &[&format!("--{name}-file"), short]].concat()).refused(&told);
    }
    // Sixteen are enough, whatever they weigh.
    place.start(&["--root-secret", "ちゃぶ台のまわりのみんなのひみつ", "--job-secret", "sixteen letters!"]).stop();
}

#[test]
fn designs_are_printed_and_checked() {
    let print = |arguments: &[&str]| Outcome::of(bare_program().args(arguments)).succeeded().output;
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tables/wardrobe.md");
    let markdown = print(&["design", "wardrobe"]);
    assert_eq!(markdown, print(&["design", "wardrobe", "--format", "markdown"]));
    assert_eq!(markdown, std::fs::read_to_string(kept).unwrap());
    let document: Value = serde_json::from_str(&print(&["design", "wardrobe", "--format", "json"])).expect("JSON");
    assert!(document.to_string().contains("WardrobeTable"));
    let terraform = print(&["design", "wardrobe", "--format", "terraform"]);
    assert!(terraform.contains("resource \"aws_dynamodb_table\""), "{terraform}");
    let checked = print(&["design", "check"]);
    assert_eq!(checked, "wardrobe: nothing to report\nokusuri: nothing to report\nkondate: nothing to report\nhouse: nothing to report\n");
    assert!(print(&["design", "house"]).contains("chabudai-jobs"));
    Outcome::of(bare_program().args(["design", "laundry"])).refused("there is no app laundry; there is: wardrobe, okusuri, kondate, house");
}

#[test]
fn without_a_command_it_serves() {
    let place = place::embedded();
    let mut command = bare_program();
    command.current_dir(place.beside("")).env("CHABUDAI_LISTEN", "127.0.0.1:0");
    let server = Server::start(&mut command, "127.0.0.1:0".parse().unwrap()).expect("it serves");
    server.get("/healthz").expect(200);
    Closet::make(&server);
    assert!(place.data().join("wardrobe.sqlite").exists(), "the data directory is `data` here");
    let (output, _) = server.stop();
    assert!(output.starts_with("Chabudai is listening on http://127.0.0.1:"), "{output}");
}

#[test]
fn health_readiness_and_meters() {
    place::both(|place| {
        let quiet = place.start(&[]);
        assert_eq!(quiet.get("/healthz").expect(200).text(), "ok");
        assert_eq!(quiet.get("/readyz").expect(200).text(), "ready");
        quiet.get("/metrics").problem(404, "http.not_found", None);
        quiet.stop();

        let address = free_port();
        let server = place.start(&["--metrics-listen", &address.to_string()]);
        let closet = Closet::make(&server);
        closet.wear(&spelled(closet.today()), &closet.garments(2));
        let answer = Ask::new(address, "GET", "/metrics").send().expect(200);
        assert_eq!(answer.header("content-type"), Some("text/plain; version=0.0.4"));
        let meters = answer.text();
        let line = |name: &str| meters.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {meters}")).to_owned();
        assert_eq!(line("chabudai_pattern_calls_total{app=\"wardrobe\",pattern=\"AP-16\"}").split(' ').next_back(), Some("1"));
        assert!(line("chabudai_store_requests_total{app=\"wardrobe\",pattern=\"AP-16\"}").split(' ').next_back() >= Some("2"));
        assert!(line("# TYPE chabudai_store_write_units_total").ends_with("counter"));

        assert!(line("# TYPE chabudai_store_request_seconds").ends_with("histogram"));
        let timed = |series: &str, more: &str| -> f64 {
            let line = line(&format!("chabudai_store_request_seconds_{series}{{app=\"wardrobe\",pattern=\"AP-16\"{more}}}"));
            line.split(' ').next_back().and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{line}"))
        };
        let count = timed("count", "");
        assert!(count >= 2.0 && timed("sum", "") > 0.0 && timed("sum", "") < 60.0);
        let bounds = [",le=\"0.000002048\"", ",le=\"0.001048576\"", ",le=\"34.359738368\"", ",le=\"+Inf\""];
        let within = bounds.map(|bound| timed("bucket", bound));
        assert!(within.is_sorted() && within[0] < count, "{within:?}: no request is answered in no time");
        assert_eq!((within[2], within[3]), (count, count));
        assert!(!meters.contains("chabudai_store_request_seconds_count{app=\"wardrobe\",pattern=\"AP-25\"}"), "nobody walked");

        assert!(!meters.contains(closet.id.trim_start_matches("wd_")));
        Ask::new(address, "GET", "/wardrobe/v1/wardrobes").send().expect(404);
    });
}

#[test]
fn a_store_that_does_not_answer_is_not_ready() {
    let peer = chabudai_store_conformance::peer::Peer::start();
    let place = place::embedded();
    let store = ["--store", "dynamodb", "--endpoint", peer.endpoint(), "--region", "local"];
    let keys = ["--access-key-id", "test", "--secret-access-key", "test", "--root-secret", place::ROOT_SECRET];
    let arguments: Vec<_> = store.into_iter().chain(keys).collect();
    let server = place.start(&arguments);
    let closet = Closet::make(&server);
    server.get("/readyz").expect(200);
    drop(peer);
    // What it said a moment ago is good for a second.
    std::thread::sleep(Duration::from_millis(1200));
    server.get("/readyz").problem(503, "house.not_ready", None);
    assert_eq!(server.get("/healthz").expect(200).text(), "ok", "the process itself is well");
    let answer = server.get(&closet.at("/clothing"));
    let problem = answer.problem(503, "wardrobe.unavailable", None);
    assert!(!problem.to_string().contains("127.0.0.1"), "what the store says is for the log: {problem}");
    assert!(answer.header("retry-after").is_some());
}

#[test]
fn a_house_below_a_path() {
    let place = place::embedded();
    let server = place.start(&["--base-url", "http://x/house"]);
    assert_eq!(server.public_url, "http://x/house");
    assert_eq!(server.get("/house/healthz").expect(200).text(), "ok");
    server.get("/house/readyz").expect(200);
    server.get("/house/api").expect(200);
    let document = server.get("/house/api/openapi.json").expect(200).json();
    assert_eq!(document["servers"], json!([{ "url": "http://x/house" }]));
    let made = server.post("/house/wardrobe/v1/wardrobes", &json!({ "name": "服" })).expect(201).json();
    let wardrobe = format!("/house/wardrobe/v1/wardrobes/{}", text(&made["wardrobeId"]));
    server.get(&wardrobe).expect(200);
    server.get(&format!("{wardrobe}/nonsense")).problem(404, "http.not_found", None);
    server.ask("PUT", &wardrobe).send().problem(405, "http.method_not_allowed", None);
    // Whoever watches the process does not have to know where its pages are.
    assert_eq!(server.get("/healthz").expect(200).text(), "ok");
    assert_eq!(server.get("/readyz").expect(200).text(), "ready");
    for path in ["/api", "/wardrobe/v1/wardrobes", "/", "/wardrobe"] {
        server.get(path).problem(404, "http.not_found", None);
    }
    let (output, log) = server.stop();
    assert!(output.contains("The API is described at http://x/house/api"), "{output}");
    assert!(!log.contains(text(&made["wardrobeId"]).trim_start_matches("wd_")), "{log}");
}

#[test]
fn one_server_at_a_time_has_the_data() {
    let place = place::embedded();
    let first = place.start(&[]);
    place.try_start(&[]).expect_err("the second does not start").refused("is in use by another server");
    Closet::make(&first);
    first.stop();
    place.start(&[]).stop();
}

/// Says in a garment's item that it was worn 99 times.
fn damage(place: &Place, wardrobe: &str, garment: &str) {
    let directory = DataDirectory::lock(&place.data()).expect("the server is off");
    let store = directory.open(&DESIGN, Options::default()).expect("the store opens");
    let key = Clothing::key(wardrobe.parse().unwrap(), garment.parse().unwrap());
    let get = Get::new(&WARDROBE_TABLE, key);
    let found = futures::executor::block_on(store.get(&get, Now(0))).expect("the item is read");
    let before = Clothing::decode(found.value.expect("the garment is there").view()).expect("it is a garment");
    let write: Write = clothes::restate(&before, WearCount::saturating(99), before.last_worn_at).into();
    futures::executor::block_on(store.write(&write, Now(0))).expect("the item is changed");
}

#[test]
fn counts_are_checked_beside_a_server_and_mended_without_one() {
    let place = place::embedded();
    place.run(&["wardrobe", "check"]).refused("has no data of wardrobe");
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    Closet::make(&server);
    let garments = closet.garments(2);
    let outfit = closet.outfit("仕事", &garments);
    closet.wear_outfit("20260103", &outfit);
    closet.wear("20260105", &garments[..1]);
    let checked = place.run(&["wardrobe", "check"]).succeeded();
    assert!(checked.output.starts_with("wardrobe: 2 wardrobes, ") && checked.output.ends_with(" items, 0 faults\n"), "{checked:?}");
    place.run(&["wardrobe", "repair"]).refused("is in use by another server");
    let id = closet.id.clone();
    server.stop();

    damage(&place, &id, &garments[1]);
    let server = place.start(&[]);
    let closet = Closet { server: &server, id };
    assert_eq!(closet.worn(&garments[1]).0, 99);
    let found = place.run(&["wardrobe", "check"]).refused("1 items are not as they should be");
    let said =
        "its item says 99 wearings until 20260103, its days say 1 wearings until 20260103, the records say 1 wearings until 20260103";
    let line = format!("wardrobe: Clothing {} of {}: {said}\n", garments[1], closet.id);
    assert!(found.output.starts_with(&line), "{found:?}");
    assert!(!found.error.contains(closet.id.trim_start_matches("wd_")), "the id opens the wardrobe: it is for the operator, not for a log");
    let id = closet.id.clone();
    server.stop();

    let mended = place.run(&["wardrobe", "repair"]).succeeded();
    assert!(mended.output.contains(&format!("{said}; mended\n")) && mended.output.ends_with(" items, 0 faults\n"), "{mended:?}");
    place.run(&["wardrobe", "check"]).succeeded();
    let server = place.start(&[]);
    let closet = Closet { server: &server, id };
    assert_eq!(closet.worn(&garments[1]), (1, json!("20260103")));
    assert_eq!(closet.all("/clothing?sort=wear", "clothingId"), garments, "the list by wearings, too, is right again");
}

/// Everything that is wrong is told in a line each, what can be mended is mended, and the end tells whether something is left.
#[test]
fn everything_is_checked_and_what_can_be_mended_is_mended() {
    let place = place::embedded();
    place.run(&["check"]).refused("has no data");
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    let garments = closet.garments(2);
    closet.wear("20260103", &garments);
    let all = place.run(&["check"]).succeeded();
    let apps: Vec<&str> = all.output.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(apps, ["wardrobe", "okusuri", "kondate", "house"], "{all:?}");
    place.run(&["repair"]).refused("is in use by another server");
    place.run(&["check", "laundry"]).refused("there is no app laundry");
    let id = closet.id.clone();
    server.stop();
    place.run(&["repair"]).succeeded();

    // An entry of an index that says something else than its garment, and a key that is not what its garment says.
    let file = DataDirectory::file_of(&place.data(), "wardrobe");
    let mut bytes = std::fs::read(&file).unwrap();
    // An entry has the key of the index and the table's own in a row; nothing else in the file does.
    let entry = format!("WEAR#0000000001#{}W#{id}#CLOTH", garments[0]);
    let at: Vec<usize> = bytes.windows(entry.len()).enumerate().filter(|(_, found)| *found == entry.as_bytes()).map(|(at, _)| at).collect();
    bytes[at[0] + "WEAR#000000000".len()] = b'0';
    std::fs::write(&file, bytes).unwrap();
    let write = |write: Write| {
        let store = DataDirectory::lock(&place.data()).unwrap().open(&DESIGN, Options::default()).unwrap();
        futures::executor::block_on(store.write(&write, Now(0))).unwrap();
    };
    let key = Clothing::key(id.parse().unwrap(), garments[1].parse().unwrap());
    write(Update::raw(&WARDROBE_TABLE, key).set("lastWornAtSk", format!("LASTWORN#9999999999999#{}", garments[1])).into());
    let found = place.run(&["check"]).refused("4 items are not as they should be");
    for line in [
        format!("wardrobe: Clothing W#{id}#CLOTH / CLOTH#{}: it is missing from StatusListByWearCount\n", garments[0]),
        format!("wardrobe: Clothing W#{id}#CLOTH / CLOTH#{}: its lastWornAtSk is not what the item says\n", garments[1]),
        "is missing from StatusListByWearCount\n".to_owned(),
        "wardrobe: the file: WardrobeTable: StatusListByWearCount has an entry without its item\n".to_owned(),
    ] {
        assert!(found.output.contains(&line), "{line} {found:?}");
    }
    place.run(&["check", "okusuri"]).succeeded();
    let mended = place.run(&["repair", "wardrobe"]).succeeded();
    assert!(mended.output.contains("its lastWornAtSk is not what the item says; mended\n"), "{mended:?}");
    place.run(&["check"]).succeeded();

    // An item that nobody knows what to do with stays, and the end says so.
    let unknown = [("PK", "X#1"), ("SK", "Y")].map(|(name, text)| (name.to_owned(), text.into()));
    write(Put::item(&WARDROBE_TABLE, Item::from_attributes(&unknown.into())).unwrap().into());
    let left = place.run(&["repair"]).refused("1 items are not as they should be");
    assert!(left.output.contains("wardrobe: item X#1 / Y: its key is of no kind that the design knows\n"), "{left:?}");
    assert!(!left.output.contains("mended"), "{left:?}");
}

#[test]
fn a_backup_taken_while_serving_brings_everything_back() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    let (key, picture) = closet.picture();
    let mut garments = vec![closet.garment_of(&json!({ "name": "藍", "genre": "tops", "imageKey": key }))];
    garments.extend(closet.garments(2));
    let record = closet.wear("20260103", &garments);
    let cursor = text(&closet.get("/clothing?limit=1")["nextCursor"]);
    let photograph = server.get(&format!("/wardrobe/v1/pictures/{picture}/640.jpg")).expect(200).body;
    let archive = place.beside("house.tar.gz");
    let archive = archive.to_str().unwrap();
    place.run(&["backup", archive]).succeeded();
    let after = closet.garment("あとで");
    place.run(&["backup", archive]).refused("is already there");
    assert_eq!(std::fs::metadata(archive).unwrap().permissions().mode() & 0o077, 0, "it holds secrets");
    place.run(&["restore", archive]).refused("is not empty");

    let new = place::embedded();
    new.run(&["restore", archive]).succeeded();
    assert_eq!(std::fs::metadata(new.data().join("secrets.json")).unwrap().permissions().mode() & 0o777, 0o600);
    let leftovers: Vec<_> = std::fs::read_dir(new.data()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(leftovers.len(), 8, "{leftovers:?}");
    let restored = new.start(&[]);
    let closet = Closet { server: &restored, id: closet.id.clone() };
    assert_eq!(closet.all("/clothing", "clothingId").len(), 3);
    restored.get(&closet.at(&format!("/clothing/{after}"))).expect(404);
    assert_eq!(closet.get(&format!("/histories/{record}"))["clothingIds"], json!(garments));
    assert_eq!(restored.get(&format!("/wardrobe/v1/pictures/{picture}/640.jpg")).expect(200).body, photograph);
    closet.get(&format!("/clothing?limit=1&cursor={cursor}"));
    closet.wear("20260104", &garments);
    new.run(&["wardrobe", "check"]).succeeded();
    new.run(&["restore", archive]).refused("is not empty");
}

#[test]
fn a_damaged_archive_leaves_nothing_behind() {
    let place = place::embedded();
    let server = place.start(&[]);
    Closet::make(&server).picture();
    let archive = place.beside("house.tar.gz");
    place.run(&["backup", archive.to_str().unwrap()]).succeeded();
    let whole = std::fs::read(&archive).unwrap();
    let evil = {
        let mut tar = tar::Builder::new(flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast()));
        let mut header = tar::Header::new_gnu();
        header.set_size(1);
        header.as_old_mut().name[..9].copy_from_slice(b"../escape");
        header.set_cksum();
        tar.append(&header, &b"x"[..]).unwrap();
        tar.into_inner().unwrap().finish().unwrap()
    };
    let changed = {
        let mut bytes = whole.clone();
        let sum = bytes.len() - 8;
        bytes[sum] ^= 1;
        bytes
    };
    let archives = [
        ("half", whole[..whole.len() / 2].to_vec()),
        ("evil", evil),
        ("text", b"nonsense".to_vec()),
        ("changed", changed),
        ("cut", whole[..whole.len() - 8].to_vec()),
    ];
    for (name, bytes) in archives {
        let damaged = place.beside(name);
        std::fs::write(&damaged, bytes).unwrap();
        let new = place::embedded();
        let outcome = new.run(&["restore", damaged.to_str().unwrap()]);
        assert_ne!(outcome.code, Some(0), "{name}: {outcome:?}");
        assert!(!new.beside("escape").exists());
        let left: Vec<_> =
            std::fs::read_dir(new.data()).unwrap().map(|entry| entry.unwrap().file_name()).filter(|n| n != ".lock").collect();
        assert!(left.is_empty(), "{name}: {left:?}");
        new.run(&["restore", archive.to_str().unwrap()]).succeeded();
    }
    let nowhere = place::embedded();
    nowhere.run(&["restore", "/nonexistent.tar.gz"]).refused("/nonexistent.tar.gz");
    nowhere.run(&["backup", nowhere.beside("x.tar.gz").to_str().unwrap()]).refused("has no data");
    assert!(!nowhere.beside("x.tar.gz").exists());
}

#[test]
fn a_restore_that_is_killed_is_no_house_and_can_be_repeated() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    let pictures: Vec<String> = (0..12).map(|_| closet.picture().1).collect();
    let archive = place.beside("house.tar.gz");
    place.run(&["backup", archive.to_str().unwrap()]).succeeded();
    let killed = (0..20).find_map(|_| {
        let new = place::embedded();
        let mut restore = new.program(&["restore", archive.to_str().unwrap()]).spawn().expect("the program starts");
        let began = Instant::now();
        while !new.data().join("house.sqlite").exists() && began.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_micros(200));
        }
        restore.kill().unwrap();
        (!restore.wait().unwrap().success()).then_some(new)
    });
    let new = killed.expect("it is killed before it is done");
    new.run(&["serve"]).refused("did not come to its end");
    new.run(&["check"]).refused("did not come to its end");
    new.run(&["restore", archive.to_str().unwrap()]).succeeded();
    let restored = new.start(&[]);
    for picture in pictures {
        restored.get(&format!("/wardrobe/v1/pictures/{picture}/640.jpg")).expect(200);
    }
}

#[test]
fn a_backup_finds_pictures_that_are_kept_elsewhere() {
    let place = place::embedded();
    let elsewhere = place.beside("elsewhere");
    let server = place.start(&["--pictures", elsewhere.to_str().unwrap()]);
    let (_, picture) = Closet::make(&server).picture();
    let archive = place.beside("house.tar.gz");
    let told = place.run(&["backup", archive.to_str().unwrap()]).succeeded();
    assert!(told.output.contains(&format!("3 picture files from {}", elsewhere.display())), "{told:?}");
    let new = place::embedded();
    new.run(&["restore", archive.to_str().unwrap()]).succeeded();
    new.start(&[]).get(&format!("/wardrobe/v1/pictures/{picture}/640.jpg")).expect(200);
}

#[test]
fn tables_are_planned_and_made() {
    let place = place::dynamodb();
    let plan = place.run(&["tables", "plan"]).succeeded();
    assert!(plan.output.contains("WardrobeTable"), "{plan:?}");
    assert_eq!(plan.output, place.run(&["tables", "plan"]).succeeded().output, "a plan changes nothing");
    let made = place.run(&["tables", "create"]).succeeded();
    assert!(made.output.contains("wardrobe: done"), "{made:?}");
    for action in ["plan", "create"] {
        assert_eq!(
            place.run(&["tables", action]).succeeded().output,
            ["wardrobe", "okusuri", "kondate", "house"].map(|app| format!("{app}: everything is as designed\n")).concat()
        );
    }
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    closet.wear("20260103", &closet.garments(1));
    place.run(&["wardrobe", "check"]).succeeded();
    place.run(&["backup", "x.tar.gz"]).refused("DynamoDB keeps its own backups");
    place::embedded().run(&["tables", "plan"]).refused("--store dynamodb");
}

#[test]
fn it_stops_politely_after_the_last_answer() {
    let place = place::embedded();
    let mut server = place.start(&[]);
    let id = Closet::make(&server).id;
    // Half a request is under way when the signal comes.
    let at = format!("/wardrobe/v1/wardrobes/{id}/clothing");
    let request = server.ask("POST", &at).json(&json!({ "name": "最後の服", "genre": "tops" })).bytes();
    let (first, rest) = request.split_at(request.len() - 10);
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.write_all(first).unwrap();
    // Somebody else only keeps a connection open.
    let idle = TcpStream::connect(server.address).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    server.terminate();
    std::thread::sleep(Duration::from_millis(300));
    assert!(TcpStream::connect(server.address).is_err(), "nobody new is let in");
    stream.write_all(rest).unwrap();
    let made = read_answer(&mut stream, "the last request").unwrap().expect(201).json();
    assert_eq!(server.wait(Duration::from_secs(10)).code(), Some(0));
    drop(idle);
    let server = place.start(&[]);
    assert_eq!(Closet { server: &server, id }.clothing(&text(&made["clothingId"]))["name"], "最後の服");
}

#[test]
fn a_client_that_never_finishes_does_not_hold_it_up() {
    let place = place::embedded();
    let mut server = place.start(&["--time-limit", "1"]);
    let mut streams = Vec::new();
    for begun in [
        "GET /healthz HT",
        "POST /wardrobe/v1/wardrobes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{",
    ] {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.write_all(begun.as_bytes()).unwrap();
        streams.push(stream);
    }
    std::thread::sleep(Duration::from_millis(200));
    let start = Instant::now();
    server.terminate();
    assert_eq!(server.wait(Duration::from_secs(15)).code(), Some(0));
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn a_request_that_takes_too_long_is_answered_so() {
    let place = place::embedded();
    let server = place.start(&["--time-limit", "1"]);
    let mut stream = TcpStream::connect(server.address).unwrap();
    let head = "POST /wardrobe/v1/wardrobes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{";
    stream.write_all(head.as_bytes()).unwrap();
    let start = Instant::now();
    read_answer(&mut stream, "half a request").unwrap().problem(504, "http.too_slow", None);
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn an_empty_house_is_filled_once_for_a_demonstration() {
    let place = place::embedded();
    let server = place.start(&["--demo"]);
    let output = server.prints("A demo wardrobe is at ");
    let address = output.lines().find_map(|line| line.strip_prefix("A demo wardrobe is at ")).expect("it says where").to_owned();
    let path = address.strip_prefix(&server.public_url).expect("the address is of this server");
    let closet = Closet { server: &server, id: path.rsplit('/').next().unwrap().to_owned() };
    assert_eq!(closet.get("")["name"], "茶の間のクローゼット");
    assert!(server.get(path).expect(200).text().contains("茶の間のクローゼット"), "the address is that of the page");
    let garments = closet.pages("/clothing").concat();
    assert_eq!((garments.len(), closet.all("/templates", "templateId").len()), (31, 8));
    for garment in &garments {
        server.get(&format!("/wardrobe/v1/pictures/{}/160.jpg", text(&garment["picture"]))).expect(200);
    }
    assert!(closet.all("/histories", "historyId").len() > 200);
    assert!(!closet.get("/week")["items"].as_array().unwrap().is_empty());
    let given = closet.get("/recommendations/clothing");
    assert_eq!((given["items"]["tops"].as_array().unwrap().len(), given["items"]["bottoms"].as_array().unwrap().len()), (2, 2));
    assert!(place.run(&["wardrobe", "check"]).succeeded().output.starts_with("wardrobe: 2 wardrobes, "));
    let id = closet.id.clone();
    let (_, log) = server.stop();
    assert!(!log.contains(id.trim_start_matches("wd_")), "the address is for the one who started it, not for the log");

    let server = place.start(&["--demo"]);
    assert!(!server.output().contains("A demo wardrobe is at"));
    assert!(place.run(&["wardrobe", "check"]).succeeded().output.starts_with("wardrobe: 2 wardrobes, "));
    server.stop();
}
