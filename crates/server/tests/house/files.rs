//! The operator's files: lost, damaged, on a full disk, and in an archive that holds all of them at one moment.

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chabudai_app_okusuri::design::{DESIGN as OKUSURI, OKUSURI_TABLE};
use chabudai_app_wardrobe::design::{DESIGN as WARDROBE, WARDROBE_TABLE};
use chabudai_kernel::design::Table;
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{Get, Put, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Now, Store};
use chabudai_kernel::value::Attributes;
use chabudai_store_embedded::{DataDirectory, Options};
use chabudai_testkit::Server;
use serde_json::json;

use crate::closet::{Closet, text};
use crate::place;

/// Waits until readiness answers so; what it said is good for a second, and a disk may be slow.
#[track_caller]
fn becomes(server: &Server, status: u16) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while server.get("/readyz").status != status {
        assert!(Instant::now() < deadline, "it is not {status}: {}", server.log());
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Writes nonsense over all pages but the first, in place, as a failing disk does.
fn damage(file: &Path) {
    let length = std::fs::metadata(file).unwrap().len();
    File::options().write(true).open(file).unwrap().write_all_at(&vec![0xa5; length as usize - 4096], 4096).unwrap();
}

#[test]
fn a_lost_or_damaged_file_keeps_the_house_closed_and_is_named() {
    let place = place::embedded();
    let server = place.start(&[]);
    Closet::make(&server).garments(3);
    server.stop();
    for name in ["wardrobe.sqlite", "okusuri.sqlite", "house.sqlite"] {
        let file = place.data().join(name);
        let whole = std::fs::read(&file).unwrap();
        let refused = |why: &str| {
            let outcome = place.try_start(&[]).expect_err(why).refused(why);
            assert!(outcome.error.contains(file.to_str().unwrap()), "{outcome:?}");
        };
        std::fs::write(&file, b"").unwrap();
        refused("is empty");
        assert_eq!(std::fs::metadata(&file).unwrap().len(), 0, "it was left as it is");
        std::fs::write(&file, "not a database, but long enough to be something else".repeat(100)).unwrap();
        refused("damaged");
        std::fs::write(&file, &whole).unwrap();
        damage(&file);
        refused("damaged");
        // Nor is there a backup of what is lost.
        let archive = place.beside("lost.tar.gz");
        std::fs::write(&file, b"").unwrap();
        let outcome = place.run(&["backup", archive.to_str().unwrap()]).refused("is empty");
        assert!(outcome.error.contains(file.to_str().unwrap()) && !archive.exists(), "{outcome:?}");
        std::fs::write(&file, &whole).unwrap();
    }
    let server = place.start(&[]);
    becomes(&server, 200);
}

#[test]
fn what_is_wrong_with_a_file_at_the_start_is_said_with_its_name() {
    let place = place::embedded();
    std::fs::create_dir_all(place.data()).unwrap();
    for name in ["wardrobe.sqlite", "secrets.json", ".lock"] {
        // A folder in the place of a file.
        let file = place.data().join(name);
        let _ = std::fs::remove_file(&file);
        std::fs::create_dir(&file).unwrap();
        let outcome = place.try_start(&[]).expect_err(name).refused(name);
        assert!(outcome.error.contains(place.data().to_str().unwrap()), "{outcome:?}");
        std::fs::remove_dir(&file).unwrap();
    }
    std::fs::write(place.beside("file"), b"").unwrap();
    let outcome = place.try_start(&["--pictures", place.beside("file").to_str().unwrap()]).expect_err("no folder");
    outcome.refused(place.beside("file").to_str().unwrap());
    place.start(&[]).stop();
}

#[test]
fn a_file_that_is_damaged_while_serving_is_not_ready() {
    let place = place::embedded();
    let server = place.start(&[]);
    Closet::make(&server).garments(30);
    server.stop();
    let server = place.start(&[]);
    becomes(&server, 200);
    damage(&place.data().join("wardrobe.sqlite"));
    becomes(&server, 503);
    server.get("/readyz").problem(503, "house.not_ready", None);
    // What the server has written is read by a thread of its own, a moment later.
    let is_told = |log: &str| log.contains("not ready") && log.contains("wardrobe.sqlite") && log.contains("damaged");
    let begun = Instant::now();
    while !is_told(&server.log()) {
        assert!(begun.elapsed() < Duration::from_secs(10), "{}", server.log());
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(!server.get("/readyz").text().contains("sqlite"), "what it is, is for the log");
    assert_eq!(server.get("/healthz").expect(200).text(), "ok");
}

/// A small disk at a folder, for as long as this value is there.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// None where nobody may mount one.
    fn at(folder: &Path, size: &str) -> Option<Self> {
        std::fs::create_dir_all(folder).unwrap();
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &format!("size={size}"), "chabudai-test"]).arg(folder).output();
        mounted.is_ok_and(|mounted| mounted.status.success()).then(|| Self(folder.to_owned()))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_is_not_ready_until_there_is_room_again() {
    let place = place::embedded();
    let Some(_disk) = SmallDisk::at(&place.data(), "24m") else {
        eprintln!("left out: nobody may mount a small disk here");
        return;
    };
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    closet.garments(3);
    becomes(&server, 200);
    // As full as it gets.
    let filler = place.data().join("filler");
    let mut size = 24 << 20;
    let file = File::create(&filler).unwrap();
    let mut end = 0;
    while size > 0 {
        match file.write_at(&vec![7; size], end) {
            Ok(written) if written > 0 => end += written as u64,
            _ => size /= 2,
        }
    }
    drop(file);
    becomes(&server, 503);
    // What the server writes arrives here a moment later.
    let is_said = || {
        let log = server.log();
        log.contains("not ready") && log.contains("sqlite") && (log.contains("No space left on device") || log.contains("disk is full"))
    };
    assert!(
        (0..100).any(|_| is_said() || {
            std::thread::sleep(std::time::Duration::from_millis(50));
            false
        }),
        "{}",
        server.log()
    );
    closet.get("/clothing");
    std::fs::remove_file(&filler).unwrap();
    becomes(&server, 200);
    closet.garments(1);
    assert_eq!(closet.all("/clothing", "clothingId").len(), 4, "nothing is lost, and nothing is there that nobody was told of");
    server.stop();
    assert_eq!(place.run(&["wardrobe", "check"]).succeeded().code, Some(0));
}

fn counter(table: &'static Table, n: i64) -> Write {
    let keys = table.key_names().map(|name| (name.to_owned(), "COUNTER".into()));
    let attributes: Attributes = keys.chain([("n".to_owned(), n.into())]).collect();
    Put::item(table, Item::from_attributes(&attributes)).expect("the item has its key").into()
}

fn counted(store: &dyn Store, table: &'static Table) -> i64 {
    let get = Get::new(table, ItemKey::new("COUNTER", "COUNTER"));
    let item = futures::executor::block_on(store.get(&get, Now(0))).expect("it is read").value.expect("the counter is there");
    item.view().get("n").unwrap().as_number().unwrap().to_i64().unwrap()
}

#[test]
fn an_archive_holds_every_app_at_one_moment_whichever_are_served() {
    let place = place::demo();
    let server = place.start(&["--demo"]);
    let (key, picture) = Closet::make(&server).picture();
    assert!(!text(&json!(key)).is_empty());
    let photograph = server.get(&format!("/wardrobe/v1/pictures/{picture}/640.jpg")).expect(200).body;
    server.stop();

    // Somebody writes to both databases in turn, so that the first is never behind the second, nor ahead by more than one.
    let directory = DataDirectory::lock(&place.data()).unwrap();
    let wardrobe = directory.open(&WARDROBE, Options::default()).unwrap();
    let okusuri = directory.open(&OKUSURI, Options::default()).unwrap();
    let stop = AtomicBool::new(false);
    let archives: Vec<_> = (0..4).map(|n| place.beside(&format!("house-{n}.tar.gz"))).collect();
    std::thread::scope(|scope| {
        let (stop, wardrobe, okusuri) = (&stop, &wardrobe, &okusuri);
        let count = move |n: i64| {
            futures::executor::block_on(wardrobe.write(&counter(&WARDROBE_TABLE, n), Now(0))).expect("a backup makes no write fail");
            futures::executor::block_on(okusuri.write(&counter(&OKUSURI_TABLE, n), Now(0))).expect("a backup makes no write fail");
        };
        count(0);
        scope.spawn(move || {
            for n in 1.. {
                if stop.load(Ordering::SeqCst) {
                    break;
                }
                count(n);
            }
        });
        for archive in &archives {
            let told = place.run(&["--apps", "wardrobe", "backup", archive.to_str().unwrap()]).succeeded();
            assert!(told.output.contains("holds everything: house, kondate, okusuri, wardrobe"), "{told:?}");
        }
        stop.store(true, Ordering::SeqCst);
    });
    let last = counted(&wardrobe, &WARDROBE_TABLE);
    drop((wardrobe, okusuri, directory));

    let mut seen = Vec::new();
    for archive in &archives {
        let new = place::embedded();
        new.run(&["--apps", "okusuri", "restore", archive.to_str().unwrap()]).succeeded();
        let directory = DataDirectory::lock(&new.data()).unwrap();
        let first = counted(&directory.open(&WARDROBE, Options::default()).unwrap(), &WARDROBE_TABLE);
        let second = counted(&directory.open(&OKUSURI, Options::default()).unwrap(), &OKUSURI_TABLE);
        assert!(first == second || first == second + 1, "{first} and {second} are of two moments");
        seen.push(first);
        drop(directory);
        for name in ["secrets.json", "demo-okusuri", "house.sqlite"] {
            let (old, new) = (place.data().join(name), new.data().join(name));
            assert!(new.exists(), "{}", new.display());
            assert!(name == "house.sqlite" || std::fs::read(old).unwrap() == std::fs::read(new).unwrap(), "{name}");
        }
        let server = new.start(&[]);
        assert_eq!(server.get(&format!("/wardrobe/v1/pictures/{picture}/640.jpg")).expect(200).body, photograph);
        becomes(&server, 200);
        server.stop();
    }
    assert!(seen.is_sorted() && seen[0] < last, "it was written all the time: {seen:?}, {last}");
}

#[test]
fn an_archive_that_lacks_an_app_leaves_nothing_behind() {
    let place = place::embedded();
    place.start(&[]).stop();
    let archive = place.beside("house.tar.gz");
    place.run(&["backup", archive.to_str().unwrap()]).succeeded();
    // The same archive without one of its databases.
    let mut whole = tar::Archive::new(flate2::read::GzDecoder::new(File::open(&archive).unwrap()));
    let less = place.beside("less.tar.gz");
    let mut tar = tar::Builder::new(flate2::write::GzEncoder::new(File::create(&less).unwrap(), flate2::Compression::fast()));
    for entry in whole.entries().unwrap() {
        let entry = entry.unwrap();
        let (header, path) = (entry.header().clone(), entry.path().unwrap().into_owned());
        if path != Path::new("okusuri.sqlite") {
            tar.append_data(&mut header.clone(), path, entry).unwrap();
        }
    }
    tar.into_inner().unwrap().finish().unwrap();
    let new = place::embedded();
    new.run(&["restore", less.to_str().unwrap()]).refused("lacks the data of okusuri");
    assert!(!new.data().join("wardrobe.sqlite").exists());
}

#[test]
fn a_file_that_is_missing_from_a_used_folder_is_not_made_anew() {
    let place = place::embedded();
    place.start(&["--apps", "wardrobe"]).stop();
    // An app that comes later is no missing one.
    place.start(&[]).stop();
    let (file, aside) = (place.data().join("okusuri.sqlite"), place.beside("okusuri.sqlite"));
    std::fs::rename(&file, &aside).unwrap();
    let archive = place.beside("house.tar.gz");
    for command in [vec!["serve"], vec!["check"], vec!["repair"], vec!["backup", archive.to_str().unwrap()]] {
        place.run(&command).refused("okusuri.sqlite is missing");
    }
    assert!(!file.exists() && !archive.exists());
    std::fs::rename(&aside, &file).unwrap();
    place.start(&[]).stop();
}

#[test]
fn an_app_is_named_once() {
    place::embedded().run(&["serve", "--apps", "wardrobe,wardrobe"]).refused("wardrobe is named twice");
}

/// Every file below a folder, with the rights of others.
#[cfg(unix)]
fn open_to_others(folder: &Path) -> Vec<(PathBuf, u32)> {
    use std::os::unix::fs::PermissionsExt as _;
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let mode = entry.metadata().unwrap().permissions().mode() & 0o077;
        if mode != 0 {
            out.push((entry.path(), mode));
        }
        if entry.path().is_dir() {
            out.extend(open_to_others(&entry.path()));
        }
    }
    out
}

#[test]
#[cfg(unix)]
fn files_are_their_owners_alone_whatever_the_umask() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = place::embedded();
    // A folder that others may enter, and a database from when it was for everybody to read.
    std::fs::create_dir(place.data()).unwrap();
    std::fs::set_permissions(place.data(), std::fs::Permissions::from_mode(0o755)).unwrap();
    std::mem::drop(place.start(&[]));
    std::fs::set_permissions(place.data().join("wardrobe.sqlite"), std::fs::Permissions::from_mode(0o644)).unwrap();
    let program = place.program(&["serve", "--listen", "127.0.0.1:0"]);
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "umask 0000 && exec \"$0\" \"$@\""]).arg(program.get_program()).args(program.get_args());
    let server = chabudai_testkit::Server::start(&mut command, "127.0.0.1:0".parse().unwrap()).expect("it starts");
    let closet = Closet::make(&server);
    closet.picture();
    assert_eq!(open_to_others(&place.data()), []);
    let archive = place.beside("backup.tar.gz");
    let backup = place.program(&["backup", archive.to_str().unwrap()]);
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "umask 0000 && exec \"$0\" \"$@\""]).arg(backup.get_program()).args(backup.get_args());
    chabudai_testkit::Outcome::of(&mut command).succeeded();
    assert_eq!(std::fs::metadata(&archive).unwrap().permissions().mode() & 0o077, 0);
}
