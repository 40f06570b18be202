//! Chromium without a window, driven over WebDriver by the program that Debian ships beside it.

mod act; // what a hand does: click, fill, choose, press, drag
mod authenticator; // a device with passkeys
mod axe; // what axe-core finds
mod driver; // the process, and the commands of WebDriver
mod look; // what an eye sees: texts, values, counts, and waiting for them
mod measure; // what a tool sees: pictures, shifts, the console, cookies
mod page; // where the browser is, and how a test fails
mod view; // the screen, the colours and the language that a page is asked for with
mod worker; // what happens while nobody looks: pushed messages, notifications, taps on them

use std::path::{Path, PathBuf};

pub use authenticator::VirtualAuthenticator;
pub use axe::{AxeReport, Violation, ViolationNode};
pub use measure::Cookie;
pub use page::Page;
pub use view::{Language, View};

use crate::left_out;

/// The browser of this machine.
///
/// Every page that it opens is a browser of its own, with an empty profile; starting one takes less than half a second. Pages share
/// nothing, so tests may run at the same time.
#[derive(Debug, Clone)]
pub struct Browser {
    chromium: PathBuf,
    driver: PathBuf,
}

impl Browser {
    /// Looks for `chromium` and `chromedriver`. Without them it says that the test is left out, and the test returns; where `CI` is set
    /// it panics instead.
    #[track_caller]
    pub fn find() -> Option<Self> {
        if let (Some(chromium), Some(driver)) = (on_the_path("chromium"), on_the_path("chromedriver")) {
            return Some(Self { chromium, driver });
        }
        leave_out("the pages are not tested in a browser: there is no `chromium` with `chromedriver` (Debian: chromium, chromium-driver)");
        None
    }

    /// Opens an empty page in a new browser. Paths are taken from `base_url` on.
    #[track_caller]
    pub fn open(&self, base_url: &str, view: View) -> Page {
        Page::open(&self.driver, &self.chromium, base_url, view)
    }
}

fn on_the_path(program: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join(program)).find(|file| Path::is_file(file))
}

/// What cannot be tested on this machine is said aloud; in CI everything is tested.
#[track_caller]
fn leave_out(why: &str) {
    assert!(std::env::var_os("CI").is_none(), "{why}");
    left_out::say(why);
}
