//! Copies of several files lie within one instant, whoever writes them.

mod support;

use std::path::{Path, PathBuf};
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
    // In memory where there is such a folder: the quicker the writes follow each other, the more of them fall between two moments.
    let memory = Path::new("/dev/shm");
    let directory = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap();
    let files: Vec<PathBuf> = (0..12).map(|n| directory.path().join(format!("{n:02}.sqlite"))).collect();
    let stores: Vec<_> = files.iter().map(|file| open(file)).collect();
    // Only the first and the last are written: whoever looks at one file after the other is on the way for a while between them.
    let count = |n: i64| {
        for store in [&stores[0], &stores[11]] {
            let counter = thing("a", "counter", &[("n", n.into())]);
            futures::executor::block_on(put(store, counter, NOW)).expect("a copy makes nobody's write fail");
        }
    };
    count(0);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (stop, count) = (&stop, &count);
        // In turn: the first is never behind the last, nor ahead of it by more than one.
        let writing = scope.spawn(move || {
            let mut n = 0;
            while !stop.load(Ordering::SeqCst) {
                n += 1;
                count(n);
            }
            n
        });
        for round in 0..20 {
            let copies: Vec<PathBuf> = (0..files.len()).map(|n| directory.path().join(format!("{n:02}-{round}"))).collect();
            let pairs: Vec<_> = files.iter().map(PathBuf::as_path).zip(copies.iter().map(PathBuf::as_path)).collect();
            EmbeddedStore::backup_files(&pairs, |_| {}).unwrap();
            let (first, last) = (counted(&copies[0]), counted(&copies[11]));
            let of_one_moment = first == last || first == last + 1;
            if !of_one_moment {
                stop.store(true, Ordering::SeqCst);
            }
            assert!(of_one_moment, "round {round}: {first} and {last} are of two moments");
        }
        stop.store(true, Ordering::SeqCst);
        assert!(writing.join().unwrap() > 20, "it was written all the time");
    });
}
