//! Copies of several files lie within one instant, whoever writes them.

mod support;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use chabudai_store_embedded::EmbeddedStore;
use support::{NOW, get, open, put, thing};

/// How far the counter in a file has come.
fn counted(path: &Path) -> i64 {
    let item = futures::executor::block_on(get(&open(path), "a", "counter", NOW)).expect("the counter is there");
    item.view().get("n").unwrap().as_number().unwrap().to_i64().unwrap()
}

#[test]
fn no_copy_is_of_another_moment_than_the_others() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let files = ["first", "second", "third"];
    let stores = files.map(|name| open(&path(name)));
    let count = |store: &EmbeddedStore, n: i64| {
        futures::executor::block_on(put(store, thing("a", "counter", &[("n", n.into()), ("pad", "x".repeat(50_000).as_str().into())]), NOW))
    };
    for store in &stores {
        // Enough to copy that a copy takes longer than a round of the counter.
        for n in 0..10 {
            let pad = "x".repeat(100_000);
            futures::executor::block_on(put(store, thing("b", &n.to_string(), &[("pad", pad.as_str().into())]), NOW)).unwrap();
        }
        count(store, 0).unwrap();
    }
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (stop, stores, count) = (&stop, &stores, &count);
        // The first is never behind the second, nor the second behind the third, and none is ahead by more than one.
        let writing = scope.spawn(move || {
            let mut n = 0;
            while !stop.load(Ordering::SeqCst) {
                n += 1;
                stores.iter().for_each(|store| count(store, n).expect("a copy makes nobody's write fail"));
            }
            n
        });
        for round in 0..5 {
            let sources = files.map(path);
            let copies = files.map(|name| path(&format!("{name}-{round}")));
            let pairs: Vec<_> =
                sources.iter().map(std::path::PathBuf::as_path).zip(copies.iter().map(std::path::PathBuf::as_path)).collect();
            EmbeddedStore::backup_files(&pairs, |_| {}).unwrap();
            let [first, second, third] = copies.map(|copy| counted(&copy));
            assert!(first >= second && second >= third && first - third <= 1, "round {round}: {first}, {second}, {third}");
        }
        stop.store(true, Ordering::SeqCst);
        assert!(writing.join().unwrap() > 5, "it was written all the time");
    });
}
