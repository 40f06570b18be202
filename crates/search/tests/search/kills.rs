//! Killed at any point, it goes on where it was: nothing is lost, and nothing that is gone is found.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use chabudai_search::{Page, Query, Scope, Search};

use crate::support::recipe::Recipe;
use crate::support::shelf::Shelf;
use crate::world::{World, follower, open, synonyms};

/// Makes this test program run as the server below instead of as a test.
const SERVER: &str = "CHABUDAI_TEST_SEARCH_FOLDER";

/// Every system call by which something reaches the disk, or is made to.
const CALLS: [&str; 6] = ["pwrite64", "fsync", "rename", "unlink", "ftruncate", "openat"];

/// What every server tells the shelf, one after the other: recipes come, change and go. Some are written once, so that who misses that misses
/// it for good.
fn tell(shelf: &Shelf, from: usize, to: usize) {
    for n in from..to {
        shelf.put(&Recipe::of("home", &format!("once-{n}"), "豆腐").body(&format!("第{n}")));
        shelf.put(&Recipe::of("home", &format!("often-{}", n % 5), &format!("豆腐 {n}")));
        if n % 3 == 0 {
            shelf.remove(&format!("once-{}", n / 2));
        }
    }
}

/// Everything that is found, with what is in it.
async fn agrees(search: &Search, shelf: &Shelf) {
    let mut found = Vec::new();
    loop {
        let page = Page { offset: found.len() as u32, limit: 100 };
        let hits = search.find(Query::parse("豆腐", &synonyms), Scope::Owner("home".into()), page).await.unwrap().hits;
        if hits.is_empty() {
            break;
        }
        found.extend(hits.into_iter().map(|hit| hit.id));
    }
    found.sort();
    let there: BTreeMap<String, Recipe> = shelf.recipes().into_iter().map(|recipe| (recipe.id.clone(), recipe)).collect();
    let missing: Vec<&String> = there.keys().filter(|id| !found.contains(id)).take(5).collect();
    let gone: Vec<&String> = found.iter().filter(|id| !there.contains_key(*id)).take(5).collect();
    assert!(found.len() == there.len() && missing.is_empty(), "{missing:?} are not found, {gone:?} are gone and found");
    for recipe in there.values() {
        // By the last word of what it says now.
        let said = if recipe.body.is_empty() { format!("\"{}\"", recipe.title) } else { format!("\"{}\"", recipe.body) };
        let page = Page { offset: 0, limit: 100 };
        let hits = search.find(Query::parse(&said, &synonyms), Scope::Owner("home".into()), page).await.unwrap().hits;
        assert!(hits.iter().any(|hit| hit.id == recipe.id), "{said}");
    }
}

const STEPS: [usize; 4] = [40, 50, 55, 60];

/// Not a test of its own: a server that makes an index, follows, makes it anew, and follows.
#[test]
fn server_child() {
    let Some(folder) = std::env::var_os(SERVER) else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().max_blocking_threads(1).build().unwrap();
    runtime.block_on(async {
        let shelf = Arc::new(Shelf::new());
        tell(&shelf, 0, STEPS[0]);
        let search = open(&Search::file_of(Path::new(&folder), "recipes")).await.unwrap();
        let follower = follower(&search, &shelf);
        follower.catch_up().await.unwrap();
        tell(&shelf, STEPS[0], STEPS[1]);
        follower.catch_up().await.unwrap();
        tell(&shelf, STEPS[1], STEPS[2]);
        follower.rebuild().await.unwrap();
        tell(&shelf, STEPS[2], STEPS[3]);
        follower.catch_up().await.unwrap();
        agrees(&search, &shelf).await;
    });
}

/// Runs the server until the `nth` time that a thread of it makes a call. Whether it came to its end.
fn run_until(folder: &Path, call: &str, nth: usize) -> bool {
    let status = Command::new("strace")
        .args(["-f", "-o", "/dev/null", "-e", &format!("trace={call}"), "-e", &format!("inject={call}:signal=KILL:when={nth}")])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "kills::server_child", "--nocapture", "--test-threads=1"])
        .env(SERVER, folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("strace runs");
    status.success()
}

#[tokio::test]
async fn killed_at_every_call_it_goes_on_where_it_was() {
    if Command::new("strace").arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "CI needs strace");
        let _ = writeln!(std::io::stderr(), "LEFT OUT, NOT TESTED: there is no strace on this machine to kill a server at a system call");
        return;
    }
    let (mut killed, mut made) = (0, 0);
    for call in CALLS {
        for nth in 1.. {
            let folder = tempfile::tempdir().unwrap();
            let ended = run_until(folder.path(), call, nth);
            let shelf = Arc::new(Shelf::new());
            tell(&shelf, 0, STEPS[3]);
            let search = open(&Search::file_of(folder.path(), "recipes")).await.unwrap();
            let ready = search.state().await.unwrap().ready;
            follower(&search, &shelf).catch_up().await.unwrap();
            agrees(&search, &shelf).await;
            let left = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
            assert_eq!(left.filter(|name| name.contains("new")).collect::<Vec<_>>(), [""; 0]);
            if ended {
                assert!(nth > 1, "nothing calls {call}");
                break;
            }
            killed += 1;
            made += usize::from(ready);
        }
    }
    println!("killed at {killed} calls; {made} times there was an index that went on");
    assert!(killed > 100 && made > 50, "killed {killed} times, {made} times with an index");
}

/// Whoever waits gives up at any moment, and what they had begun goes on behind their back: it must not write over what comes later.
#[tokio::test]
async fn given_up_at_any_moment_it_goes_on_where_it_was() {
    let w = World::with(&[]).await;
    let mut given_up = 0;
    for round in 0..400 {
        tell(&w.shelf, round * 2, round * 2 + 2);
        if round % 5 == 0 {
            w.search.rebuild_soon();
        }
        let patience = Duration::from_micros(fastrand::u64(0..3_000));
        given_up += usize::from(tokio::time::timeout(patience, w.follower.catch_up()).await.is_err());
        if round % 50 == 49 {
            w.follower.catch_up().await.unwrap();
            agrees(&w.search, &w.shelf).await;
        }
    }
    assert!(given_up > 20, "{given_up}");
}
