//! The file: it follows its design, is whole, is copied while in use, and belongs to one server.

mod support;

use chabudai_kernel::design::{Index, Projection, Table, number, text};
use chabudai_kernel::feed::Feed;
use chabudai_kernel::store::{Now, Store as _, StoreError};
use chabudai_store_embedded::{DataDirectory, EmbeddedStore};
use support::{NOW, THINGS, changes, get, of_colour, open, put, quiet, thing};

#[tokio::test]
async fn data_is_there_after_reopening() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sqlite");
    put(&open(&path), thing("a", "1", &[("colour", "blue".into())]), NOW).await.unwrap();
    let again = open(&path);
    assert!(get(&again, "a", "1", NOW).await.is_some());
    assert_eq!(of_colour(&again, "blue").await, ["1"]);
    assert_eq!(again.check().unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn an_index_that_the_design_adds_is_filled_and_one_that_it_drops_goes() {
    static PLAIN: Table = Table { indexes: &[], ..THINGS };
    static BY_SIZE: Index = Index { name: "BySize", hash: number("size"), range: None, projection: Projection::KeysOnly, why: "" };
    static MORE: Table = Table { indexes: &[&support::BY_COLOUR, &BY_SIZE], ..THINGS };
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sqlite");
    {
        let store = EmbeddedStore::open(&path, &[&PLAIN], quiet()).unwrap();
        put(&store, thing("a", "1", &[("colour", "blue".into()), ("size", 4.into())]), NOW).await.unwrap();
    }
    {
        let store = EmbeddedStore::open(&path, &[&MORE], quiet()).unwrap();
        assert_eq!(of_colour(&store, "blue").await, ["1"]);
        assert_eq!(store.check().unwrap(), Vec::<String>::new());
    }
    // Without the index its entries are not kept up; opened with it again, it is built anew.
    {
        let store = EmbeddedStore::open(&path, &[&PLAIN], quiet()).unwrap();
        put(&store, thing("a", "2", &[("colour", "blue".into())]), NOW).await.unwrap();
    }
    let store = EmbeddedStore::open(&path, &[&MORE], quiet()).unwrap();
    assert_eq!(of_colour(&store, "blue").await, ["1", "2"]);
    assert_eq!(store.check().unwrap(), Vec::<String>::new());
}

#[test]
fn a_table_keeps_its_key_for_ever() {
    static OTHER: Table = Table { range: Some(text("other")), indexes: &[], ..THINGS };
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sqlite");
    drop(open(&path));
    let error = EmbeddedStore::open(&path, &[&OTHER], quiet()).unwrap_err();
    assert!(matches!(error, StoreError::Invalid { code: "store.table_key", .. }), "{error}");
    drop(open(&path));
}

#[test]
fn files_of_other_programs_and_of_later_versions_are_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sqlite");
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute_batch("CREATE TABLE theirs (a)").unwrap();
    let error = EmbeddedStore::open(&path, &[&THINGS], quiet()).unwrap_err();
    assert!(error.to_string().contains("another program"), "{error}");

    let path = directory.path().join("b.sqlite");
    drop(open(&path));
    rusqlite::Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let error = EmbeddedStore::open(&path, &[&THINGS], quiet()).unwrap_err();
    assert!(error.to_string().contains("later version"), "{error}");
}

#[tokio::test]
async fn check_sees_what_is_wrong() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sqlite");
    {
        let store = open(&path);
        put(&store, thing("a", "1", &[("colour", "blue".into())]), NOW).await.unwrap();
        put(&store, thing("a", "2", &[("colour", "red".into())]), NOW).await.unwrap();
    }
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute_batch("DELETE FROM \"index:Things:ByColour\" WHERE ihk = CAST('blue' AS BLOB)").unwrap();
    connection.execute_batch("DELETE FROM \"items:Things\" WHERE rk = CAST('2' AS BLOB)").unwrap();
    connection.execute_batch("UPDATE \"items:Things\" SET size = 1").unwrap();
    let store = open(&path);
    let problems = store.check().unwrap();
    assert_eq!(problems.len(), 3, "{problems:?}");
    assert!(problems.iter().any(|p| p.contains("missing from ByColour")));
    assert!(problems.iter().any(|p| p.contains("entry without its item")));
    assert!(problems.iter().any(|p| p.contains("wrong size")));
    store.rebuild().await.unwrap();
    assert_eq!(store.check().unwrap(), Vec::<String>::new());
    assert_eq!(of_colour(&store, "blue").await.len(), 1, "the item is in its list again");
}

#[tokio::test]
async fn a_copy_is_taken_while_others_write_and_put_back_elsewhere() {
    let directory = tempfile::tempdir().unwrap();
    let store = std::sync::Arc::new(open(&directory.path().join("a.sqlite")));
    for n in 0..200 {
        put(&store, thing("a", &format!("{n:04}"), &[("colour", "blue".into())]), NOW).await.unwrap();
    }
    let writing = tokio::spawn({
        let store = store.clone();
        async move {
            for n in 200..400 {
                put(&store, thing("a", &format!("{n:04}"), &[("colour", "blue".into())]), NOW).await.unwrap();
            }
        }
    });
    let copy = directory.path().join("copy.sqlite");
    let mut seen = None;
    store.backup(&copy, |progress| seen = Some(progress)).unwrap();
    assert!(seen.is_some_and(|p| p.done == p.total && p.total > 0), "{seen:?}");
    writing.await.unwrap();
    assert!(matches!(store.backup(&copy, |_| {}), Err(StoreError::Invalid { code: "store.exists", .. })));

    let restored = directory.path().join("elsewhere.sqlite");
    EmbeddedStore::restore(&copy, &restored).unwrap();
    let restored = open(&restored);
    assert_eq!(restored.check().unwrap(), Vec::<String>::new());
    let names = of_colour(&restored, "blue").await;
    assert!((200..=400).contains(&names.len()), "{}", names.len());
    assert!(names.windows(2).all(|pair| pair[0] < pair[1]));
}

#[test]
fn a_damaged_copy_is_not_put_back() {
    let directory = tempfile::tempdir().unwrap();
    let copy = directory.path().join("copy.sqlite");
    std::fs::write(&copy, b"SQLite format 3\0 and then nonsense").unwrap();
    let target = directory.path().join("target.sqlite");
    assert!(EmbeddedStore::restore(&copy, &target).is_err());
    assert!(!target.exists());
}

#[test]
fn a_directory_has_one_server() {
    let directory = tempfile::tempdir().unwrap();
    let held = DataDirectory::lock(directory.path()).unwrap();
    let error = DataDirectory::lock(directory.path()).unwrap_err();
    assert!(matches!(error, StoreError::Invalid { code: "store.in_use", .. }), "{error}");
    drop(held);
    DataDirectory::lock(directory.path()).unwrap();
}

#[tokio::test]
async fn a_reader_runs_beside_the_server_and_cannot_write() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sqlite");
    let server = open(&path);
    put(&server, thing("a", "1", &[]), NOW).await.unwrap();
    let reader = EmbeddedStore::open_to_read(&path, &[&THINGS]).unwrap();
    assert!(get(&reader, "a", "1", NOW).await.is_some());
    put(&server, thing("a", "2", &[]), NOW).await.unwrap();
    assert!(get(&reader, "a", "2", NOW).await.is_some());
    let error = put(&reader, thing("a", "3", &[]), NOW).await.unwrap_err();
    assert!(matches!(error, StoreError::Invalid { code: "store.read_only", .. }), "{error}");
}

#[tokio::test]
async fn what_expired_is_swept_with_its_index_entries() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory.path().join("a.sqlite"));
    for n in 0..450 {
        put(&store, thing("a", &format!("{n:04}"), &[("colour", "blue".into()), ("ttl", (NOW.0 + n).into())]), NOW).await.unwrap();
    }
    assert_eq!(store.sweep(Now(NOW.0 + 420)).await.unwrap(), 421);
    assert_eq!(of_colour(&store, "blue").await.len(), 29);
    assert_eq!(store.check().unwrap(), Vec::<String>::new());
    assert_eq!(store.sweep(Now(NOW.0 + 420)).await.unwrap(), 0);
}

#[tokio::test]
async fn the_background_sweeper_sweeps_by_itself() {
    let directory = tempfile::tempdir().unwrap();
    let options = chabudai_store_embedded::Options { sweep_every: Some(std::time::Duration::from_millis(20)), clock: || NOW.0, ..quiet() };
    let store = EmbeddedStore::open(&directory.path().join("a.sqlite"), &[&THINGS], options).unwrap();
    let begun = Feed::begin(&store, "test", &[&THINGS]).await.unwrap();
    put(&store, thing("a", "old", &[("ttl", (NOW.0 - 1).into())]), Now(NOW.0 - 10)).await.unwrap();
    put(&store, thing("a", "new", &[("ttl", (NOW.0 + 1000).into())]), Now(NOW.0 - 10)).await.unwrap();
    let left = async || changes(&store, &begun).await.unwrap().0.iter().filter(|change| change.after.is_none()).count();
    for _ in 0..200 {
        if left().await == 1 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(left().await, 1);
    let page = store.scan(&chabudai_kernel::op::Scan::of(&THINGS), Now(NOW.0 - 10)).await.unwrap().value;
    assert_eq!(page.scanned, 1);
}
