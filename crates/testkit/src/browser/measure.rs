//! What a tool sees: pictures, shifts, the console, cookies.

use base64::Engine as _;
use serde::Deserialize;
use serde_json::{Value, json};

use super::page::Page;

/// Every shift that did not follow an input at once: since the page was asked for, and of those the ones since it was read to its end.
const SHIFTS: &str = "
    const read = performance.getEntriesByType('navigation')[0].domInteractive;
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const all = observer.takeRecords().filter(shift => !shift.hadRecentInput);
    const sum = shifts => shifts.reduce((sum, shift) => sum + shift.value, 0);
    return [sum(all), sum(all.filter(shift => shift.startTime >= read))]
";

/// A cookie that the page has.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cookie {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub value: String,
    /// Where it is sent.
    pub path: String,
    /// Whether scripts cannot see it.
    pub http_only: bool,
    /// Whether it is only sent over TLS, or on this machine.
    pub secure: bool,
    /// `Strict`, `Lax` or `None`, if it says so.
    pub same_site: Option<String>,
    /// When it ends, in seconds since 1970; with the browser otherwise.
    pub expiry: Option<u64>,
}

impl Page {
    /// A picture of what is to be seen, as PNG.
    #[track_caller]
    pub fn screenshot_png(&self) -> Vec<u8> {
        self.screenshot(&json!({ "format": "png" }))
    }

    /// A picture of what is to be seen, as WebP of a quality up to 100.
    #[track_caller]
    pub fn screenshot_webp(&self, quality: u8) -> Vec<u8> {
        self.screenshot(&json!({ "format": "webp", "quality": quality }))
    }

    /// A picture of a part of the page, seen or not, as PNG. The part is as Chromium's `Viewport` has it, and `scale` makes it smaller.
    #[track_caller]
    pub fn screenshot_of(&self, clip: &Value) -> Vec<u8> {
        self.screenshot(&json!({ "format": "png", "clip": clip, "captureBeyondViewport": true }))
    }

    /// The cookies that this page is asked for with, those hidden from scripts too.
    #[track_caller]
    pub fn cookies(&self) -> Vec<Cookie> {
        let cookies = self.or_fail(self.driver().get("/cookie"), "asking for cookies");
        serde_json::from_value(cookies).expect("cookies as WebDriver writes them")
    }

    /// How much the page has moved under its reader since it was asked for, as Cumulative Layout Shift counts: below 0.1 is good, and
    /// nothing here has a reason to move. What follows an input within half a second is not counted.
    #[track_caller]
    pub fn layout_shift(&self) -> f64 {
        self.layout_shifts().0
    }

    /// The same, and how much of it was not while the page was still arriving: a busy browser may draw half a button.
    #[track_caller]
    pub fn layout_shifts(&self) -> (f64, f64) {
        // A picture is only taken of what is drawn, and a shift is counted when it is drawn. Nobody looks at this one, so it is made quickly.
        self.screenshot(&json!({ "format": "jpeg", "quality": 1, "optimizeForSpeed": true }));
        let shifts = self.run_script(SHIFTS);
        let shift = |at: usize| shifts[at].as_f64().unwrap_or_default();
        (shift(0), shift(1))
    }

    /// What the console has complained about since the last call: errors of scripts, what the Content-Security-Policy forbade, and
    /// `network` for what did not load, which includes a page that was answered with an error status. Each begins with its source.
    #[track_caller]
    pub fn console_errors(&self) -> Vec<String> {
        let log = self.or_fail(self.driver().post("/se/log", &json!({ "type": "browser" })), "asking for the console");
        let severe = log.as_array().into_iter().flatten().filter(|entry| entry["level"] == "SEVERE");
        severe.map(|entry| format!("{}: {}", plain(&entry["source"]), plain(&entry["message"]))).collect()
    }

    #[track_caller]
    fn screenshot(&self, parameters: &Value) -> Vec<u8> {
        let taken = self.devtools("Page.captureScreenshot", parameters);
        let data = taken["data"].as_str().unwrap_or_default();
        base64::engine::general_purpose::STANDARD.decode(data).expect("a picture comes as base64")
    }
}

fn plain(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
