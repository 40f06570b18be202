//! The writer survives what it is given, and nobody hears of a write that is not on disk.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::*;
use crate::file;

fn started(path: &Path, when_ended: fn()) -> Writer {
    let (health, connection) = (Arc::new(Health::new(path)), file::open_writer(path).expect("opens"));
    connection.execute_batch("CREATE TABLE IF NOT EXISTS said (word TEXT NOT NULL)").expect("is made");
    Writer::start(connection, Layouts::new(&[]), health, when_ended).expect("starts")
}

fn say(connection: &Connection, word: &str) -> Result<usize, StoreError> {
    connection.execute("INSERT INTO said (word) VALUES (?1)", [word]).map_err(failed)
}

fn said(path: &Path) -> Vec<String> {
    let connection = Connection::open(path).expect("opens");
    let mut statement = connection.prepare("SELECT word FROM said ORDER BY rowid").expect("is there");
    statement.query_map([], |row| row.get(0)).and_then(Iterator::collect).expect("reads")
}

/// Hands over works so that all of them share one commit: the first waits until the others are in the queue.
async fn together<'a, T>(writer: &Writer, works: impl IntoIterator<Item = futures::future::BoxFuture<'a, T>>) -> Vec<T> {
    let (open, gate) = channel::<()>();
    let gate = std::sync::Mutex::new(gate);
    let wait = writer.run(move |_, _| {
        let _ = gate.lock().expect("held by one").recv_timeout(Duration::from_secs(10));
        Ok(())
    });
    let mut wait = Box::pin(wait);
    assert!(futures::poll!(&mut wait).is_pending());
    let mut works: Vec<_> = works.into_iter().collect();
    for work in &mut works {
        assert!(futures::poll!(work).is_pending());
    }
    drop(open);
    // It shares the fate of that commit.
    let _ = wait.await;
    futures::future::join_all(works).await
}

#[tokio::test]
async fn a_panic_is_the_trouble_of_one_operation_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.sqlite");
    let writer = started(&path, || unreachable!("the writer goes on"));
    let word = |word: &'static str| -> futures::future::BoxFuture<'_, _> { Box::pin(writer.run(move |c, _| say(c, word))) };
    let bad = || -> futures::future::BoxFuture<'_, _> {
        Box::pin(writer.run(|c, _| {
            say(c, "half of it")?;
            panic!("a broken invariant")
        }))
    };
    let answers = together(&writer, [word("before"), bad(), word("between"), bad(), word("after")]).await;
    for at in [0, 2, 4] {
        assert_eq!(answers[at], Ok(1), "{at}");
    }
    for at in [1, 3] {
        let error = answers[at].as_ref().expect_err("it panicked");
        assert!(matches!(error, StoreError::Invalid { code: "store.panicked", .. }), "{error}");
        assert!(error.to_string().contains("a broken invariant"), "{error}");
    }
    assert_eq!(said(&path), ["before", "between", "after"], "each once, and nothing of the others");
    writer.run(|c, _| say(c, "much later")).await.expect("it goes on");
    assert_eq!(said(&path).len(), 4);
}

#[tokio::test]
async fn an_error_of_the_file_is_heard_by_the_one_that_met_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.sqlite");
    let writer = started(&path, || unreachable!("the writer goes on"));
    let word = |word: &'static str| -> futures::future::BoxFuture<'_, _> { Box::pin(writer.run(move |c, _| say(c, word))) };
    let bad = || -> futures::future::BoxFuture<'_, _> {
        Box::pin(writer.run(|c, _| {
            say(c, "half of it")?;
            c.execute("INSERT INTO nowhere VALUES (1)", []).map_err(failed)
        }))
    };
    let answers = together(&writer, [word("before"), bad(), word("after")]).await;
    assert!(answers[1].as_ref().is_err_and(StoreError::is_passing), "{answers:?}");
    assert_eq!((&answers[0], &answers[2]), (&Ok(1), &Ok(1)));
    assert_eq!(said(&path), ["before", "after"]);

    // When one after the other fails, the file is at fault: who shared that commit is told so, and nothing of it has happened.
    let answers = together(&writer, [word("once"), bad(), bad(), bad(), bad()]).await;
    assert!(answers.iter().all(|answer| answer.as_ref().is_err_and(StoreError::is_passing)), "{answers:?}");
    assert_eq!(said(&path), ["before", "after"]);
}

/// Builds on what its neighbour has just written, which is then rolled back.
#[tokio::test]
async fn a_refusal_counts_only_with_its_commit() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.sqlite");
    let writer = started(&path, || unreachable!("the writer goes on"));
    let word: futures::future::BoxFuture<'_, _> = Box::pin(writer.run(|c, _| say(c, "never")));
    let refused: futures::future::BoxFuture<'_, _> = Box::pin(writer.run(|c, _| {
        let there: i64 = c.query_row("SELECT count(*) FROM said", [], |row| row.get(0)).map_err(failed)?;
        if there == 0 { Ok(0) } else { Err(StoreError::ConditionFailed { found: None }) }
    }));
    // The transaction is gone by the time of its commit.
    let fatal: futures::future::BoxFuture<'_, _> = Box::pin(writer.run(|c, _| c.execute("ROLLBACK", []).map_err(failed)));
    let answers = together(&writer, [word, refused, fatal]).await;
    assert!(answers[..2].iter().all(|answer| answer.as_ref().is_err_and(StoreError::is_passing)), "{answers:?}");
    assert_eq!(said(&path), Vec::<String>::new());
}

static ENDED: AtomicU32 = AtomicU32::new(0);

/// A work that even its answer breaks: what nothing can guard against.
struct Deadly;

impl Work for Deadly {
    fn carry_out(&mut self, _: &Connection, _: &Layouts) -> Result<(), StoreError> {
        Ok(())
    }

    fn answer(self: Box<Self>, _: Result<(), StoreError>) {
        panic!("beyond help");
    }
}

#[tokio::test]
async fn a_writer_that_ends_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.sqlite");
    let writer = started(&path, || {
        ENDED.fetch_add(1, Ordering::SeqCst);
    });
    assert!(writer.queue.send(Message::Work(Box::new(Deadly))).is_ok());
    let error = writer.run(|c, _| say(c, "too late")).await.expect_err("there is nobody to do it");
    assert!(error.is_passing(), "{error}");
    drop(writer);
    assert_eq!(ENDED.load(Ordering::SeqCst), 1);
    // Told to stop, it ends without a word.
    drop(started(&path, || {
        ENDED.fetch_add(1, Ordering::SeqCst);
    }));
    assert_eq!(ENDED.load(Ordering::SeqCst), 1);
}

const CHILD: &str = "CHABUDAI_TEST_WRITER_ENDS";

/// Not a test of its own: the program whose writer ends.
#[test]
fn program_whose_writer_ends() {
    let Some(path) = std::env::var_os(CHILD) else { return };
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    let writer = started(Path::new(&path), crate::Options::default().when_writer_ends);
    assert!(writer.queue.send(Message::Work(Box::new(Deadly))).is_ok());
    // A program that lives on would end well, after a while.
    std::thread::sleep(Duration::from_secs(10));
}

#[test]
fn the_process_ends_with_its_writer() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.sqlite");
    let child = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "writer::tests::program_whose_writer_ends", "--nocapture"])
        .env(CHILD, &path)
        .output()
        .expect("runs");
    let log = String::from_utf8_lossy(&child.stderr);
    assert_eq!(child.status.code(), Some(crate::WRITER_ENDED), "{log}");
    assert!(log.contains("the writer of a file has ended") && log.contains("a.sqlite") && log.contains("beyond help"), "{log}");
}
