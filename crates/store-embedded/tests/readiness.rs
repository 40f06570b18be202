//! Ready is a file that is whole and takes a write; what is damaged or lost is said with the file's name.

mod support;

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use chabudai_kernel::feed::{Checkpoint, Feed, Read};
use chabudai_kernel::op::Scan;
use chabudai_kernel::store::{Store as _, StoreError};
use chabudai_store_embedded::EmbeddedStore;
use support::{NOW, THINGS, open, put, quiet, thing};

async fn ready(store: &EmbeddedStore) -> Result<(), StoreError> {
    store.ready(&[&THINGS], NOW).await
}

async fn filled(path: &Path) {
    let store = open(path);
    for n in 0..300 {
        let words = "a word and another ".repeat(20);
        put(&store, thing("a", &format!("{n:04}"), &[("colour", "blue".into()), ("words", words.as_str().into())]), NOW).await.unwrap();
    }
}

/// Writes nonsense over a part of the file, in place, as a failing disk does.
fn overwrite(path: &Path, from: u64, to: u64) {
    let file = File::options().write(true).open(path).unwrap();
    let nonsense = vec![0xa5; (to - from) as usize];
    file.write_all_at(&nonsense, from).unwrap();
}

#[tokio::test]
async fn a_proof_is_a_write_and_leaves_no_item() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sqlite");
    let store = open(&path);
    let proofs = || {
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.query_row("SELECT coalesce(sum(proofs), 0) FROM readiness", [], |row| row.get::<_, i64>(0)).unwrap()
    };
    assert_eq!(proofs(), 0);
    ready(&store).await.unwrap();
    ready(&store).await.unwrap();
    assert_eq!(proofs(), 2);
    assert_eq!(store.scan(&Scan::of(&THINGS), NOW).await.unwrap().value.scanned, 0);
    let feed: &dyn Feed = &store;
    let all = feed.read(&[&THINGS], &Checkpoint::default(), 100).await.unwrap();
    assert!(matches!(all, Read::Changes { changes, .. } if changes.is_empty()));
    let left: Vec<_> = std::fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| name.to_str().unwrap().starts_with("a.sqlite")), "{left:?}");

    let reader = EmbeddedStore::open_to_read(&path, &[&THINGS]).unwrap();
    let error = ready(&reader).await.unwrap_err();
    assert!(matches!(error, StoreError::Invalid { code: "store.read_only", .. }), "{error}");
}

#[tokio::test]
async fn a_file_that_is_damaged_while_in_use_is_not_ready() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sqlite");
    filled(&path).await;
    let store = open(&path);
    ready(&store).await.unwrap();
    // Everything but the first page.
    overwrite(&path, 4096, std::fs::metadata(&path).unwrap().len());
    let error = ready(&store).await.unwrap_err();
    assert!(error.to_string().contains("damaged") && error.to_string().contains("a.sqlite"), "{error}");
}

#[tokio::test]
async fn damage_that_a_reader_met_is_remembered() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sqlite");
    filled(&path).await;
    let store = open(&path);
    let length = std::fs::metadata(&path).unwrap().len();
    // A few pages in the middle: the first and the last item are still whole.
    overwrite(&path, length / 2 / 4096 * 4096, length / 2 / 4096 * 4096 + 8 * 4096);
    ready(&store).await.unwrap();
    store.scan(&Scan::of(&THINGS), NOW).await.unwrap_err();
    let error = ready(&store).await.unwrap_err();
    assert!(error.to_string().contains("damaged") && error.to_string().contains("a.sqlite"), "{error}");
}

#[tokio::test]
async fn a_file_that_was_damaged_meanwhile_is_not_opened() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sqlite");
    filled(&path).await;
    let length = std::fs::metadata(&path).unwrap().len();
    let whole = std::fs::read(&path).unwrap();
    for (what, from, to) in [("the head", 0, 100), ("the middle", length / 2 / 4096 * 4096, length / 2 / 4096 * 4096 + 8 * 4096)] {
        std::fs::write(&path, &whole).unwrap();
        overwrite(&path, from, to);
        let error = EmbeddedStore::open(&path, &[&THINGS], quiet()).expect_err(what).to_string();
        assert!(error.contains("damaged") && error.contains(path.to_str().unwrap()), "{what}: {error}");
        // Nor is a copy of it a copy.
        let copy = directory.path().join("copy.sqlite");
        let error = EmbeddedStore::backup_files(&[(&path, &copy)], |_| {}).expect_err(what).to_string();
        assert!(error.contains(path.to_str().unwrap()), "{what}: {error}");
        let _ = std::fs::remove_file(&copy);
    }
    std::fs::write(&path, &whole).unwrap();
    assert_eq!(open(&path).check().unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn an_empty_file_is_a_lost_one_and_a_missing_one_is_made() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sqlite");
    filled(&path).await;
    std::fs::write(&path, b"").unwrap();
    let error = EmbeddedStore::open(&path, &[&THINGS], quiet()).unwrap_err();
    assert!(matches!(error, StoreError::Invalid { code: "store.empty_file", .. }), "{error}");
    assert!(error.to_string().contains(path.to_str().unwrap()), "{error}");
    assert_eq!(std::fs::metadata(&path).unwrap().len(), 0, "it is as it was");

    // A log without its file, too, is of a file that is lost.
    std::fs::remove_file(&path).unwrap();
    let log = directory.path().join("a.sqlite-wal");
    std::fs::write(&log, b"what was not in the file yet").unwrap();
    let error = EmbeddedStore::open(&path, &[&THINGS], quiet()).unwrap_err();
    assert!(matches!(error, StoreError::Invalid { code: "store.lost_file", .. }), "{error}");
    assert!(log.exists() && !path.exists());

    // What an interrupted first start left aside is nothing to anybody.
    std::fs::remove_file(&log).unwrap();
    std::fs::write(directory.path().join("a.sqlite.new"), b"half").unwrap();
    put(&open(&path), thing("a", "1", &[]), NOW).await.unwrap();
    let left: Vec<_> = std::fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["a.sqlite"]);
}
