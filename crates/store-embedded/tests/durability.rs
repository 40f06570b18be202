//! An acknowledged write is on disk: seen from outside the process, and after it was killed.

mod support;

use std::collections::{HashMap, HashSet};
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

    let trace = std::fs::read_to_string(&trace).expect("a trace");
    assert_eq!(acknowledged_after_sync(&trace, "a.sqlite-wal"), Ok(20));
}

/// Reads a trace of several threads: how often something was acknowledged, or the acknowledgement that came too early. Before each there
/// is a write to the log, and behind the last of these a sync of the log that began after it, ended, and succeeded.
fn acknowledged_after_sync(trace: &str, log: &str) -> Result<usize, String> {
    let of_log = format!("/{log}>");
    let (mut acknowledged, mut written, mut synced) = (0, false, false);
    // The threads that are in the middle of a call on the log, and whether a write came after its beginning.
    let mut writing: HashSet<&str> = HashSet::new();
    let mut syncing: HashMap<&str, bool> = HashMap::new();
    for line in trace.lines() {
        let (thread, call) = line.trim_start().split_once(char::is_whitespace).ok_or(line)?;
        let call = call.trim_start();
        let is_sync = |call: &str| call.starts_with("fdatasync") || call.starts_with("fsync");
        let is_over = !call.ends_with("<unfinished ...>");
        let succeeded = call.ends_with("= 0");
        if let Some(resumed) = call.strip_prefix("<... ") {
            if resumed.starts_with("pwrite64") {
                writing.remove(thread);
            } else if is_sync(resumed)
                && let Some(is_late) = syncing.remove(thread)
            {
                synced = succeeded && !is_late && writing.is_empty();
            }
        } else if call.contains("acknowledged ") {
            if !(written && synced) {
                return Err(line.to_owned());
            }
            (written, synced) = (false, false);
            acknowledged += 1;
        } else if !call.contains(&of_log) {
        } else if call.starts_with("pwrite64(") {
            (written, synced) = (true, false);
            for is_late in syncing.values_mut() {
                *is_late = true;
            }
            if !is_over {
                writing.insert(thread);
            }
        } else if is_sync(call) {
            if is_over {
                synced = succeeded && writing.is_empty();
            } else {
                syncing.insert(thread, false);
            }
        }
    }
    Ok(acknowledged)
}

#[test]
fn only_a_sync_of_the_log_that_has_ended_counts() {
    const WRITE: &str = "7 pwrite64(5</d/a.sqlite-wal>, \"...\", 4096, 0) = 4096\n";
    const SYNC: &str = "7 fdatasync(5</d/a.sqlite-wal>) = 0\n";
    const SAID: &str = "8 write(1</dev/null>, \"acknowledged 0\\n\", 15) = 15\n";
    let read = |lines: &[&str]| acknowledged_after_sync(&lines.concat(), "a.sqlite-wal").is_ok();
    let begun = "7 fdatasync(5</d/a.sqlite-wal> <unfinished ...>\n";
    let ended = "7 <... fdatasync resumed>) = 0\n";
    assert!(read(&[WRITE, SYNC, SAID]));
    assert!(read(&[WRITE, begun, ended, SAID]));
    for (why, lines) in [
        ("no sync", &[WRITE, SAID][..]),
        ("no write", &[SYNC, SAID]),
        ("the sync has only begun", &[WRITE, begun, SAID, ended]),
        ("the sync failed", &[WRITE, "7 fdatasync(5</d/a.sqlite-wal>) = -1 EIO (Input/output error)\n", SAID]),
        ("the sync failed in the end", &[WRITE, begun, "7 <... fdatasync resumed>) = -1 EIO (Input/output error)\n", SAID]),
        ("another file was synced", &[WRITE, "7 fdatasync(6</d/b.sqlite-wal>) = 0\n", SAID]),
        ("the database was synced, not its log", &[WRITE, "7 fdatasync(6</d/a.sqlite>) = 0\n", SAID]),
        (
            "another thread's sync of another file ended",
            &[WRITE, "9 fsync(6</d/b> <unfinished ...>\n", "9 <... fsync resumed>) = 0\n", SAID],
        ),
        ("a write came behind the sync", &[WRITE, SYNC, WRITE, SAID]),
        ("a write came while it was synced", &[WRITE, begun, "9 pwrite64(5</d/a.sqlite-wal>, \"\", 1, 0) = 1\n", ended, SAID]),
        ("the second has no sync of its own", &[WRITE, SYNC, SAID, WRITE, SAID]),
    ] {
        assert!(!read(lines), "{why}");
    }
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
