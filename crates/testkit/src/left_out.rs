//! Tests that this machine cannot run: each is named at once, and all are counted once more at the end of the program.

use std::io::Write as _;
use std::process::{Child, Command, Stdio};
use std::sync::{LazyLock, Mutex};

/// Waits until the test program is gone, however it ended, and says how many tests were left out and why. It has to be a process of its
/// own: a test program has no last test, and its runner keeps to itself what a test prints that passes.
const SUMMARY: &str = r#"
PATH=/usr/bin:/bin
sort -u | cut -f 2 | sort | uniq -c | while read -r count why; do echo "LEFT OUT, NOT TESTED: $count of the tests above: $why"; done >&2
"#;

static SUMMARIST: LazyLock<Option<Mutex<Child>>> = LazyLock::new(|| {
    let summarist = Command::new("/bin/sh").args(["-c", SUMMARY]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
    summarist.ok().map(Mutex::new)
});

/// Says that the test that runs is left out.
pub fn say(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // Not `eprintln!`: the test runner would keep it to itself, because the test passes.
    let _ = writeln!(std::io::stderr(), "left out: {test}: {why}");
    if let Some(summarist) = &*SUMMARIST
        && let Ok(mut summarist) = summarist.lock()
        && let Some(list) = &mut summarist.stdin
    {
        // Without a summary each test has been named all the same.
        let _ = writeln!(list, "{test}\t{why}");
    }
}
