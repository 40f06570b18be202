//! Where the browser is, and how a test fails.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::driver::{Driver, Refusal};
use super::view::View;

/// Long, because a machine may be busy; a test that passes hardly waits.
const PATIENCE: Duration = Duration::from_secs(10);
const BREATH: Duration = Duration::from_millis(25);

/// Words that every script may use.
const VOCABULARY: &str = "
    const plain = text => (text ?? '').replace(/\\s+/g, ' ').trim();
    const shown = element => element.checkVisibility({ visibilityProperty: true });
";

/// What an element is called in an answer of WebDriver; the standard chose the number.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// An element as a script gives it back and takes it.
pub(super) type Handle = Value;

/// A page in a browser of its own, which ends when this is dropped.
///
/// Everything that takes a CSS selector or a text waits up to ten seconds until there is such a thing, and panics with the address and
/// the visible text of the page when there is none. Where a selector fits several elements, the first visible one is meant.
#[derive(Debug)]
pub struct Page {
    driver: Driver,
    base_url: String,
    view: View,
    patience: Duration,
}

impl Page {
    #[track_caller]
    pub(super) fn open(driver: &Path, chromium: &Path, base_url: &str, view: View) -> Self {
        let start = || Driver::start(driver, chromium, &view);
        // A driver takes one free port on two interfaces; where another has it on the second, it ends without a word.
        let driver = match start().or_else(|_| start()) {
            Ok(driver) => driver,
            Err(refusal) => panic!("the browser does not start: {refusal}"),
        };
        let page = Self { driver, base_url: base_url.trim_end_matches('/').to_owned(), view, patience: PATIENCE };
        for (command, parameters) in view.commands() {
            page.devtools(command, &parameters);
        }
        page
    }

    /// Waits for this long instead of ten seconds.
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// What the page is looked at with.
    pub fn view(&self) -> View {
        self.view
    }

    /// Looks at the same page otherwise. Whether scripts run counts from the next page on.
    #[track_caller]
    pub fn look_with(&mut self, view: View) {
        assert_eq!(view.language, self.view.language, "the language of a browser is settled when it is opened");
        let before = std::mem::replace(&mut self.view, view).commands();
        // Each of them has the whole page computed anew, so what stays the same is not said again.
        for ((command, parameters), _) in view.commands().into_iter().zip(before).filter(|(now, before)| now != before) {
            self.devtools(command, &parameters);
        }
    }

    /// Goes to a path of the site, or to any other address, and waits until the page is loaded.
    #[track_caller]
    pub fn goto(&self, path: &str) {
        let url = if path.starts_with('/') { format!("{}{path}", self.base_url) } else { path.to_owned() };
        self.or_fail(self.driver.post("/url", &json!({ "url": url })), &format!("going to {url}"));
    }

    /// Goes back in the history, as with the browser's own button.
    #[track_caller]
    pub fn go_back(&self) {
        self.or_fail(self.driver.post("/back", &json!({})), "going back");
    }

    /// Loads the page again.
    #[track_caller]
    pub fn reload(&self) {
        self.or_fail(self.driver.post("/refresh", &json!({})), "loading again");
    }

    /// The whole address.
    #[track_caller]
    pub fn url(&self) -> String {
        let url = self.or_fail(self.driver.get("/url"), "asking for the address");
        url.as_str().unwrap_or_default().to_owned()
    }

    /// Path and query of the address, and the fragment if there is one.
    #[track_caller]
    pub fn path(&self) -> String {
        let url = self.url();
        let behind = url.split_once("://").and_then(|(_, rest)| rest.split_once('/'));
        behind.map_or(url.clone(), |(_, path)| format!("/{path}"))
    }

    /// The status that the page came with.
    #[track_caller]
    pub fn status(&self) -> u16 {
        let status = self.run_script("return performance.getEntriesByType('navigation')[0].responseStatus");
        status.as_u64().unwrap_or_default() as u16
    }

    /// Runs a script as the body of a function, and gives back what it returns. Scripts of the test run even where the page's do not.
    #[track_caller]
    pub fn run_script(&self, script: &str) -> Value {
        self.run_script_with(script, &json!([]))
    }

    /// The same with an array of `arguments`.
    #[track_caller]
    pub fn run_script_with(&self, script: &str, arguments: &Value) -> Value {
        self.or_fail(self.script(script, arguments), &format!("running {script:?}"))
    }

    /// Waits until a script returns something that JavaScript takes for true.
    #[track_caller]
    pub fn wait_until(&self, script: &str) {
        let truth = format!("return !!(() => {{ {script} }})()");
        self.or_fail(self.until_true(&truth, &json!([]), "a true answer"), &format!("waiting for {script:?}"));
    }

    /// A command of Chromium's own protocol.
    #[track_caller]
    pub fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.or_fail(self.driver.devtools(command, parameters), command)
    }

    /// A command of WebDriver.
    #[track_caller]
    pub(super) fn command(&self, command: &str, parameters: &Value) -> Value {
        self.or_fail(self.driver.post(command, parameters), command)
    }

    /// What WebDriver knows.
    #[track_caller]
    pub(super) fn ask(&self, command: &str) -> Value {
        self.or_fail(self.driver.get(command), command)
    }

    pub(super) fn driver(&self) -> &Driver {
        &self.driver
    }

    pub(super) fn script(&self, script: &str, arguments: &Value) -> Result<Value, Refusal> {
        self.driver.post("/execute/sync", &json!({ "script": format!("{VOCABULARY}{script}"), "args": arguments }))
    }

    /// The first visible element that the selector fits, or the first of all.
    pub(super) fn element(&self, css: &str) -> Result<Handle, Refusal> {
        self.find("const all = [...document.querySelectorAll(arguments[0])]; return all.find(shown) ?? all[0]", css, css)
    }

    /// The element that a script finds by a text. It is brought to the middle, away from what sticks to the edges.
    pub(super) fn find(&self, script: &str, by: &str, shown_as: &str) -> Result<Handle, Refusal> {
        let script = format!(
            "const found = (function () {{ {script} }}).apply(null, arguments);
             found?.scrollIntoView({{ block: 'center', inline: 'nearest', behavior: 'instant' }});
             return found ?? null"
        );
        match self.script(&script, &json!([by]))? {
            Value::Null => Err(Refusal::nothing_there(shown_as)),
            element => Ok(element),
        }
    }

    /// Tells an element to do something.
    pub(super) fn tell(&self, element: &Handle, command: &str, parameters: &Value) -> Result<Value, Refusal> {
        self.driver.post(&format!("/element/{}/{command}", id(element)), parameters)
    }

    pub(super) fn until_true(&self, script: &str, arguments: &Value, wanted: &str) -> Result<(), Refusal> {
        self.patiently(|| match self.script(script, arguments)? {
            Value::Bool(true) => Ok(()),
            _ => Err(Refusal::nothing_there(wanted)),
        })
    }

    /// Tries again while the page is still on its way.
    pub(super) fn patiently<T>(&self, mut attempt: impl FnMut() -> Result<T, Refusal>) -> Result<T, Refusal> {
        let deadline = Instant::now() + self.patience;
        loop {
            match attempt() {
                Err(refusal) if refusal.may_pass() && Instant::now() < deadline => std::thread::sleep(BREATH),
                outcome => return outcome,
            }
        }
    }

    /// A refusal ends the test, and says what was to be seen at that moment.
    #[track_caller]
    pub(super) fn or_fail<T>(&self, outcome: Result<T, Refusal>, doing: &str) -> T {
        let refusal = match outcome {
            Ok(value) => return value,
            Err(refusal) => refusal,
        };
        let url = self.driver.get("/url").ok().and_then(|url| Some(url.as_str()?.to_owned())).unwrap_or_default();
        let text = self.script("return document.body?.innerText", &json!([])).unwrap_or_default();
        let text: String = text.as_str().unwrap_or_default().chars().take(4000).collect();
        panic!("{doing}: {refusal}\nat {url} ({:?}), where is to be seen:\n{text}", self.view)
    }
}

/// The name that the driver has for an element.
fn id(element: &Handle) -> &str {
    element[ELEMENT].as_str().unwrap_or_default()
}
