//! ChromeDriver: the process, and the commands of WebDriver.

use std::fmt;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::view::View;
use crate::client::Ask;

/// Becomes the driver, and leaves a guard behind for the case that the test's process is killed: then the pipe to us ends without a word.
/// Chromium hangs on a pipe to the driver, so it ends with it; its folder is removed once it lets go of it.
const GUARDED_DRIVER: &str = r#"
exec 3<&0
{ read -r word <&3 || { kill -KILL $$; for again in 1 2 3 4 5; do sleep 1; rm -rf "$2" && break; done; }; } >/dev/null 2>&1 &
exec "$1" --port=0 3<&- </dev/null
"#;

const FLAGS: [&str; 15] = [
    "--headless",
    // The sandbox is not for root, and in most containers for nobody. Only our own pages are visited.
    "--no-sandbox",
    "--remote-debugging-pipe",
    "--hide-scrollbars",
    "--disable-gpu",
    // Containers have little shared memory by default, and a page that runs out of it crashes.
    "--disable-dev-shm-usage",
    // A process in reserve after each page, for a site that is never visited: a sixth of the work of loading one.
    "--disable-features=SpareRendererForSitePerProcess",
    // A test speaks with the server under test and with nobody else.
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-default-apps",
    "--disable-crash-reporter",
    "--disable-breakpad",
];

/// A driver with one session: one Chromium, with a profile of its own. Both end when this is dropped.
#[derive(Debug)]
pub(super) struct Driver {
    process: Child,
    guard: ChildStdin,
    address: SocketAddr,
    session: String,
    /// Home and temporary files of driver and browser, so that nothing of them stays.
    folder: TempDir,
}

/// Why a command was not carried out.
#[derive(Debug)]
pub(super) struct Refusal {
    kind: String,
    message: String,
}

impl Driver {
    /// Starts both. The view's language is for good, because it belongs to the process.
    pub(super) fn start(program: &Path, chromium: &Path, view: &View) -> Result<Self, Refusal> {
        let folder = tempfile::Builder::new().prefix("chabudai-browser-").tempdir().expect("a folder");
        let mut command = Command::new("sh");
        command.args(["-c", GUARDED_DRIVER, "sh"]).arg(program).arg(folder.path());
        command.envs([("HOME", folder.path()), ("TMPDIR", folder.path())]);
        // The words on Chromium's own controls follow the environment. Everybody at this table lives in Japan.
        command.env("LANGUAGE", view.language.tag()).env("TZ", "Asia/Tokyo");
        // Ctrl-C reaches the test's process group; the guard outlives it to clean up.
        command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().expect("there is a shell");
        let guard = process.stdin.take().expect("its input is piped");
        let mut output = BufReader::new(process.stdout.take().expect("its output is piped")).lines().map_while(Result::ok);
        let port = output.find_map(|line| line.split_once("successfully on port ")?.1.trim_end_matches('.').parse::<u16>().ok());
        // Reads on, so that the driver never waits for us.
        std::thread::spawn(move || output.for_each(drop));
        let address = SocketAddr::from(([127, 0, 0, 1], port.unwrap_or_default()));
        // From here on an early return cleans up.
        let mut driver = Self { process, guard, address, session: String::new(), folder };
        if port.is_none() {
            return Err(Refusal::new("driver", format!("{} does not say where it listens", program.display())));
        }
        let made = driver.send("POST", "/session", Some(&capabilities(chromium, view)))?;
        driver.session = format!("/session/{}", made["sessionId"].as_str().unwrap_or_default());
        Ok(driver)
    }

    /// Asks something of the session.
    pub(super) fn get(&self, command: &str) -> Result<Value, Refusal> {
        self.send("GET", &format!("{}{command}", self.session), None)
    }

    /// Tells the session to do something.
    pub(super) fn post(&self, command: &str, parameters: &Value) -> Result<Value, Refusal> {
        self.send("POST", &format!("{}{command}", self.session), Some(parameters))
    }

    /// A command of Chromium's own protocol, the one that its developer tools speak.
    pub(super) fn devtools(&self, command: &str, parameters: &Value) -> Result<Value, Refusal> {
        self.post("/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, Refusal> {
        let ask = Ask::new(self.address, method, path);
        let ask = if let Some(body) = body { ask.json(body) } else { ask };
        let answer = ask.try_send().map_err(|error| Refusal::new("driver", format!("no answer from chromedriver: {error}")))?;
        let mut said: Value = serde_json::from_slice(&answer.body).map_err(|error| Refusal::new("driver", error.to_string()))?;
        let value = said["value"].take();
        match value["error"].as_str() {
            Some(kind) if answer.status != 200 => {
                // The lines after the first are about the driver's own code.
                let message = value["message"].as_str().and_then(|message| message.lines().next()).unwrap_or_default();
                Err(Refusal::new(kind, message))
            }
            _ => Ok(value),
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Chromium is gone when this is answered. Where it is not answered, it goes with the driver.
        if !self.session.is_empty() {
            let _ = self.send("DELETE", &self.session, None);
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
        // The last of Chromium's processes may still write into the folder while it is being removed.
        for _ in 0..100 {
            if std::fs::remove_dir_all(self.folder.path()).is_ok() {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        // A word for the guard: there is nothing left to do.
        let _ = self.guard.write_all(b"done\n");
    }
}

fn capabilities(chromium: &Path, view: &View) -> Value {
    json!({ "capabilities": { "alwaysMatch": {
        "browserName": "chrome",
        // In milliseconds, and shorter than the client's own patience with the driver.
        "timeouts": { "pageLoad": 30_000, "script": 30_000 },
        "goog:loggingPrefs": { "browser": "ALL" },
        "goog:chromeOptions": {
            "binary": chromium,
            "args": FLAGS,
            "prefs": { "intl.accept_languages": view.language.preferences() },
        },
    } } })
}

impl Refusal {
    pub(super) fn new(kind: impl Into<String>, message: impl Into<String>) -> Self {
        Self { kind: kind.into(), message: message.into() }
    }

    /// There is no such thing on the page, yet.
    pub(super) fn nothing_there(what: &str) -> Self {
        Self::new("no such element", format!("there is no {what}"))
    }

    /// Whether the same command may well be carried out a moment later: the page is still being made, moved or replaced.
    pub(super) fn may_pass(&self) -> bool {
        let says = |words: &[&str]| words.iter().any(|words| self.message.contains(words));
        match self.kind.as_str() {
            "no such element"
            | "stale element reference"
            | "element not interactable"
            | "element click intercepted"
            | "move target out of bounds" => true,
            // A field that is switched off at the moment, or a selector that nothing will ever fit.
            "invalid element state" => !says(&["valid selector"]),
            // A command that met a page on its way out.
            "unknown error" | "javascript error" => says(&["navigation", "execution context", "loading status"]),
            _ => false,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{} ({})", self.message, self.kind)
    }
}
