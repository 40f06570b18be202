//! Nothing of a browser outlives its test, however that ends; and a machine without a browser is told so.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use chabudai_testkit::{Browser, View};

/// In the environment of everything that a test of a test starts.
const MARK: &str = "CHABUDAI_TESTKIT_MARK";
const ENDING: &str = "CHABUDAI_TESTKIT_ENDING";

#[test]
#[ignore = "it stands for any test, and other tests here run it and end it"]
fn any_test() {
    let Some(browser) = Browser::find() else { return };
    let page = browser.open("http://127.0.0.1", View::phone());
    page.goto("about:blank");
    match std::env::var(ENDING).as_deref() {
        Ok("panics") => page.with_patience(Duration::ZERO).see("nothing"),
        Ok("exits") => std::process::exit(0),
        Ok("is killed") => drop(Command::new("kill").args(["-KILL", &std::process::id().to_string()]).status()),
        _ => {}
    }
}

#[test]
#[ignore = "it stands for any other test"]
fn any_other_test() {
    let Some(_) = Browser::find() else { return };
    panic!("there is a browser");
}

fn run_any_test(change: impl Fn(&mut Command) -> &mut Command) -> Output {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["--ignored", "--exact", "ends::any_test"]).stdin(Stdio::null());
    change(&mut command).output().expect("it starts")
}

#[test]
fn nothing_outlives_a_test() {
    let Some(_) = Browser::find() else { return };
    for ending in ["is over", "panics", "exits", "is killed"] {
        let folder = tempfile::tempdir().unwrap();
        let mark = folder.path().file_name().unwrap().to_str().unwrap();
        let outcome = run_any_test(|command| command.env(MARK, mark).env(ENDING, ending).env("TMPDIR", folder.path()));
        assert_eq!(outcome.status.success(), ["is over", "exits"].contains(&ending), "{ending}: {outcome:?}");
        // The last of them end by themselves, a moment later.
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            let left = (processes_with(mark), files_in(folder.path()));
            if left == (0, 0) {
                break;
            }
            assert!(Instant::now() < deadline, "a test that {ending} leaves (processes, files): {left:?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

fn processes_with(mark: &str) -> usize {
    let marked = format!("{MARK}={mark}");
    let is_marked = |process: &Path| {
        std::fs::read(process.join("environ"))
            .is_ok_and(|environment| environment.split(|byte| *byte == 0).any(|entry| entry == marked.as_bytes()))
    };
    std::fs::read_dir("/proc").expect("Linux").flatten().filter(|entry| is_marked(&entry.path())).count()
}

fn files_in(folder: &Path) -> usize {
    std::fs::read_dir(folder).expect("the folder is there").count()
}

#[test]
fn without_a_browser_tests_are_left_out_but_not_in_ci() {
    let at_home = run_any_test(|command| command.env("PATH", "/nowhere").env_remove("CI"));
    assert!(at_home.status.success(), "{at_home:?}");
    let said = String::from_utf8_lossy(&at_home.stderr);
    assert!(said.contains("left out: ends::any_test: the pages are not tested in a browser"), "{said}");
    let in_ci = run_any_test(|command| command.env("PATH", "/nowhere").env("CI", "true"));
    assert!(!in_ci.status.success(), "{in_ci:?}");
}

/// The last word of the program is what it did not do, although every test passed and nobody asked for their output.
#[test]
fn what_was_left_out_is_counted_at_the_end() {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["--ignored", "ends::any_"]).env("PATH", "/nowhere").env_remove("CI").stdin(Stdio::null());
    let outcome = command.output().expect("it starts");
    assert!(outcome.status.success(), "{outcome:?}");
    let said = String::from_utf8_lossy(&outcome.stderr);
    let last = said.lines().last().unwrap_or_default();
    assert!(last.starts_with("LEFT OUT, NOT TESTED: 2 of the tests above: the pages are not tested in a browser"), "{said}");
}
