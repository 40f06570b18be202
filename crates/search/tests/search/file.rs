//! The file is missing, damaged, of another version or in use: searches never hear of it, and it is made anew by itself.

use std::fs::{self, OpenOptions};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use chabudai_kernel::clock::FixedClock;
use chabudai_search::{Follower, Query, Scope, Search, SearchError};
use chabudai_store_embedded::{EmbeddedStore, Options};
use chabudai_test_stores::RunningClock;

use crate::support::recipe::{Recipe, RecipeIndex, TABLES};
use crate::support::shelf::Shelf;
use crate::world::{ALL, World, open};

fn some() -> Vec<Recipe> {
    (0..300).map(|n| Recipe::of("home", &format!("{n:03}"), "豆腐").body(&format!("豆腐を{n}回切る"))).collect()
}

/// Everything is found that is there.
async fn is_whole(w: &World) {
    let found = w.find("豆腐", &Scope::Owner("home".into()), ALL).await;
    let there = w.shelf.recipes().iter().filter(|recipe| recipe.title.contains("豆腐")).count();
    assert_eq!((found.total as usize, found.building), (there, false));
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn it_is_made_once_and_goes_on_where_it_was() {
    let w = World::with(&some()).await;
    is_whole(&w).await;
    assert_eq!(w.search.state().await.unwrap().rebuilt, 1);
    w.shelf.put(&Recipe::of("home", "new", "豆腐"));
    let w = w.restarted().await;
    w.follower.catch_up().await.unwrap();
    is_whole(&w).await;
    assert_eq!(w.search.state().await.unwrap().rebuilt, 0);
}

#[tokio::test]
async fn files_are_their_owners_alone() {
    let w = World::with(&some()).await;
    w.shelf.remove("000");
    w.follower.catch_up().await.unwrap();
    is_whole(&w).await;
    let modes = || fs::read_dir(w.folder.path()).unwrap().map(|entry| entry.unwrap().metadata().unwrap().permissions().mode() & 0o777);
    assert!(modes().count() >= 4 && modes().all(|mode| mode == 0o600), "{:?}", names(w.folder.path()));
    // One that somebody has copied.
    fs::set_permissions(w.file(), fs::Permissions::from_mode(0o644)).unwrap();
    let w = w.restarted().await;
    assert_eq!(fs::metadata(w.file()).unwrap().permissions().mode() & 0o777, 0o600);
}

#[tokio::test]
async fn a_missing_file_is_made() {
    let mut w = World::with(&some()).await;
    // Its log alone is nothing: it must not be taken for that of the new file.
    for log in [false, true] {
        let log_of = w.file().with_file_name("recipes.search.sqlite-wal");
        w.shelf.put(&Recipe::of("home", "late", "豆腐"));
        w.follower.catch_up().await.unwrap();
        let kept = fs::read(&log_of).unwrap();
        assert!(!kept.is_empty());
        let World { shelf, folder, search, follower } = w;
        drop((search, follower));
        fs::remove_file(Search::file_of(folder.path(), "recipes")).unwrap();
        if log {
            fs::write(&log_of, kept).unwrap();
            (0..500).for_each(|n| shelf.put(&Recipe::of("home", &format!("more-{n}"), "豆腐").body("いろいろ")));
        }
        let search = open(&Search::file_of(folder.path(), "recipes")).await.unwrap();
        let follower = crate::world::follower(&search, &shelf);
        w = World { shelf, folder, search, follower };
        let found = w.find("豆腐", &Scope::Owner("home".into()), ALL).await;
        assert!(found.building && found.hits.is_empty(), "nothing yet, and no error");
        w.follower.catch_up().await.unwrap();
        is_whole(&w).await;
    }
}

/// Ways to damage a file.
fn damages(length: u64) -> Vec<(&'static str, u64, Vec<u8>)> {
    let page = |nth: u64| (nth * 4096).min(length.saturating_sub(4096));
    let mut all = vec![("the head", 0, vec![0x55; 60]), ("the head's mode", 18, vec![9, 9]), ("the schema", 100, vec![0xff; 300])];
    for nth in 0..length / 4096 {
        all.push(("a page of rubbish", page(nth).max(100), vec![0xa5; 3000]));
        all.push(("an empty page", page(nth).max(100), vec![0; 3000]));
    }
    all
}

fn damage(path: &Path, at: u64, bytes: &[u8]) {
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(bytes).unwrap();
}

#[tokio::test]
async fn a_damaged_file_is_made_anew() {
    let mut w = World::with(&some()).await;
    w = w.restarted().await;
    let length = fs::metadata(w.file()).unwrap().len();
    for (what, at, bytes) in damages(length) {
        let World { shelf, folder, search, follower } = w;
        drop((search, follower));
        let path = Search::file_of(folder.path(), "recipes");
        damage(&path, at, &bytes);
        let search = open(&path).await.unwrap_or_else(|error| panic!("{what} at {at}: {error}"));
        let follower = crate::world::follower(&search, &shelf);
        w = World { shelf, folder, search, follower };
        w.follower.catch_up().await.unwrap();
        is_whole(&w).await;
    }
    for length in [0, 1, 100, 4096, length / 2] {
        let World { shelf, folder, search, follower } = w;
        drop((search, follower));
        let path = Search::file_of(folder.path(), "recipes");
        OpenOptions::new().write(true).open(&path).unwrap().set_len(length).unwrap();
        let search = open(&path).await.unwrap();
        let follower = crate::world::follower(&search, &shelf);
        w = World { shelf, folder, search, follower };
        w.follower.catch_up().await.unwrap();
        is_whole(&w).await;
    }
}

/// It is damaged under the eyes of a server, which finds out when somebody searches or writes.
#[tokio::test]
async fn damage_that_is_met_later_is_mended_while_the_server_runs() {
    let w = World::with(&some()).await;
    let clock = RunningClock::from(&Arc::new(FixedClock::at_millis(0)));
    let follower = Follower::new(&w.search, w.shelf.clone(), clock);
    let life = async {
        let length = fs::metadata(w.file()).unwrap().len();
        for round in 0..3 {
            let before = w.search.state().await.unwrap().rebuilt;
            damage(&w.file(), 100, &vec![0x5a; length as usize - 100]);
            while w.search.state().await.unwrap().rebuilt == before {
                let query = Query::parse("豆腐", &crate::world::synonyms);
                let found = w.search.find(query, Scope::Owner("home".into()), ALL).await.expect("no search hears of it");
                assert!(found.building || found.total >= 300);
                w.shelf.put(&Recipe::of("home", "late", &format!("豆腐{round}")));
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
    };
    tokio::join!(follower.serve(async {
        life.await;
    }));
    follower.catch_up().await.unwrap();
    is_whole(&w).await;
}

#[tokio::test]
async fn another_version_and_other_data_are_made_anew() {
    let w = World::with(&some()).await;
    let World { shelf, folder, search, follower } = w;
    drop((search, follower));
    let path = Search::file_of(folder.path(), "recipes");
    for (version, source, ready) in [(1, "shelf", true), (2, "shelf", false), (2, "another shelf", false), (2, "another shelf", true)] {
        let search = Search::open(&path, Arc::new(RecipeIndex { version }), source).await.unwrap();
        assert_eq!(search.state().await.unwrap().ready, ready, "version {version} of {source}");
        crate::world::follower(&search, &shelf).catch_up().await.unwrap();
        assert_eq!(search.state().await.unwrap().documents, 300);
    }
}

#[tokio::test]
async fn what_is_not_ours_is_left_alone_and_one_process_has_it() {
    let w = World::with(&some()).await;
    assert!(matches!(open(&w.file()).await, Err(SearchError::InUse(_))));
    // An app's own data.
    let foreign = w.folder.path().join("recipes.sqlite");
    let store = EmbeddedStore::open(&foreign, TABLES, Options::default()).unwrap();
    drop(store);
    let before = fs::read(&foreign).unwrap();
    assert!(matches!(open(&foreign).await, Err(SearchError::Foreign(_))));
    assert_eq!(fs::read(&foreign).unwrap(), before);
}

#[tokio::test]
async fn who_was_away_for_too_long_begins_anew() {
    let w = World::with(&some()).await;
    let w = w.restarted().await;
    w.shelf.remove("000");
    w.shelf.forget_changes();
    w.follower.catch_up().await.unwrap();
    is_whole(&w).await;
    assert_eq!(w.search.state().await.unwrap().rebuilt, 1);
}

#[tokio::test]
async fn what_cannot_be_made_leaves_the_old_one_and_nothing_else() {
    let many: Vec<Recipe> = (0..2000).map(|n| Recipe::of("home", &format!("{n:04}"), "豆腐")).collect();
    let w = World::with(&many).await;
    for requests in 0..7 {
        w.shelf.patience.store(requests, std::sync::atomic::Ordering::SeqCst);
        let made = w.follower.rebuild().await;
        w.shelf.patience.store(usize::MAX, std::sync::atomic::Ordering::SeqCst);
        // A beginning and five pages.
        assert_eq!(made.is_ok(), requests >= 6, "{requests}");
        assert!(names(w.folder.path()).iter().all(|name| !name.contains("new")), "{:?}", names(w.folder.path()));
        is_whole(&w).await;
    }
}

/// The old one answers all the time while a new one is made, and the new one right behind it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn searches_go_on_while_it_is_made_anew() {
    let many: Vec<Recipe> = (0..2000).map(|n| Recipe::of("home", &format!("{n:04}"), "豆腐")).collect();
    let w = World::with(&many).await;
    let done = std::sync::atomic::AtomicBool::new(false);
    let searching = async {
        let mut answers = 0;
        while !done.load(std::sync::atomic::Ordering::SeqCst) {
            let found = w.find("豆腐", &Scope::Owner("home".into()), ALL).await;
            assert_eq!((found.total, found.building), (2000, false));
            answers += 1;
        }
        answers
    };
    let making = async {
        for _ in 0..5 {
            w.follower.rebuild().await.unwrap();
        }
        done.store(true, std::sync::atomic::Ordering::SeqCst);
    };
    let (answers, ()) = tokio::join!(searching, making);
    assert!(answers > 10, "{answers} answers");
}

/// Asked for while a server runs, it is made by whoever follows.
#[tokio::test]
async fn a_server_makes_it_anew_when_it_is_told_to() {
    let w = World::with(&some()).await;
    let follower = Follower::new(&w.search, w.shelf.clone() as Arc<Shelf>, RunningClock::from(&Arc::new(FixedClock::at_millis(0))));
    follower
        .serve(async {
            w.search.rebuild_soon();
            while w.search.state().await.unwrap().rebuilt < 2 {
                is_whole(&w).await;
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })
        .await;
    is_whole(&w).await;
}
