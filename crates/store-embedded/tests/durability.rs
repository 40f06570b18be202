//! An acknowledged write is on disk: seen from outside the process, and after it was killed.

mod support;

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use support::{NOW, get, open, put, thing};

/// Makes this test program run as the writer below instead of as a test.
const WRITER: &str = "CHABUDAI_TEST_WRITE_TO";

/// Not a test of its own: the child that the tests start writes items for ever and says each number once it is acknowledged.
#[test]
fn writer_child() {
    let Some(path) = std::env::var_os(WRITER) else { return };
    let store = open(Path::new(&path));
    let most: u32 = std::env::var("CHABUDAI_TEST_WRITES").map_or(u32::MAX, |n| n.parse().expect("a number"));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().expect("a runtime");
    runtime.block_on(async {
        for n in 0..most {
            put(&store, thing("a", &format!("{n:08}"), &[("colour", "blue".into())]), NOW).await.expect("writes");
            // Straight to the descriptor, so that the trace shows the acknowledgement as one write.
            let mut out = std::io::stdout().lock();
            out.write_all(format!("acknowledged {n}\n").as_bytes()).expect("says so");
            out.flush().expect("says so");
        }
    });
}

fn writer(path: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", "writer_child", "--nocapture", "--test-threads=1"]).env(WRITER, path);
    command
}

#[test]
fn the_disk_is_synced_before_the_answer() {
    if Command::new("strace").arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "CI needs strace");
        // Not `eprintln!`: the test runner would keep it to itself, because the test passes.
        let why = "there is no strace on this machine to look at the writer's system calls";
        let _ = writeln!(std::io::stderr(), "LEFT OUT, NOT TESTED: {why}");
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let trace = directory.path().join("trace");
    let path = directory.path().join("a.sqlite");
    drop(open(&path));
    let plain = writer(&path);
    let status = Command::new("strace")
        .args(["-f", "-y", "-e", "trace=pwrite64,write,fdatasync,fsync", "-o"])
        .arg(&trace)
        .arg(plain.get_program())
        .args(plain.get_args())
        .env(WRITER, &path)
        .env("CHABUDAI_TEST_WRITES", "20")
        .stdout(Stdio::null())
        .status()
        .expect("strace runs");
    assert!(status.success());

    // Between two acknowledgements there is a write to the log and, after the last of these, a sync of the log that succeeded.
    let (mut acknowledged, mut written, mut synced) = (0, false, false);
    for line in std::fs::read_to_string(&trace).expect("a trace").lines() {
        let of_log = line.contains("a.sqlite-wal>");
        if of_log && line.contains("pwrite64(") {
            (written, synced) = (true, false);
        } else if line.contains("sync(") && of_log || line.contains("sync resumed>") {
            synced = line.ends_with("= 0") || line.contains("unfinished");
        } else if line.contains("acknowledged ") {
            assert!(written && synced, "acknowledged before the sync: {line}");
            (written, synced) = (false, false);
            acknowledged += 1;
        }
    }
    assert_eq!(acknowledged, 20);
}

#[tokio::test]
async fn what_was_acknowledged_survives_a_kill() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sqlite");
    for round in 0..3u64 {
        let mut child = writer(&path).stdout(Stdio::piped()).spawn().expect("starts");
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let mut last = None;
        while last.is_none_or(|n| n < 30 + 7 * round) {
            let line = lines.next().expect("goes on").expect("reads");
            last = line.split("acknowledged ").nth(1).and_then(|n| n.parse().ok()).or(last);
        }
        child.kill().expect("SIGKILL");
        child.wait().expect("is gone");
        // Whatever it managed to say before it died counts as well.
        for line in lines.map_while(Result::ok) {
            last = line.split("acknowledged ").nth(1).and_then(|n| n.parse().ok()).or(last);
        }
        let store = open(&path);
        for n in 0..=last.expect("some were acknowledged") {
            assert!(get(&store, "a", &format!("{n:08}"), NOW).await.is_some(), "{n} was acknowledged and is gone");
        }
        assert_eq!(store.check().unwrap(), Vec::<String>::new());
    }
}
