//! What an eye sees: texts, values, counts, and waiting for them.
//!
//! A text is compared as it is shown, after CSS, with any white space as one space. What only a screen reader is told counts as shown.

use serde_json::{Value, json};

use super::driver::Refusal;
use super::page::Page;

const SEEN: &str = "return plain(document.body?.innerText).includes(plain(arguments[0]))";
const NOT_SEEN: &str = "return !plain(document.body?.innerText).includes(plain(arguments[0]))";
const ANY: &str = "return [...document.querySelectorAll(arguments[0])].some(shown)";
const NONE: &str = "return ![...document.querySelectorAll(arguments[0])].some(shown)";

impl Page {
    /// Waits until the text is to be seen.
    #[track_caller]
    pub fn see(&self, text: &str) {
        self.or_fail(self.until_true(SEEN, &json!([text]), "such text"), &format!("looking for {text:?}"));
    }

    /// Waits until the text is not to be seen, or no more.
    #[track_caller]
    pub fn gone(&self, text: &str) {
        self.or_fail(self.until_true(NOT_SEEN, &json!([text]), "end of it"), &format!("waiting until {text:?} is gone"));
    }

    /// Waits until a visible element fits the selector.
    #[track_caller]
    pub fn wait_for(&self, css: &str) {
        self.or_fail(self.until_true(ANY, &json!([css]), "such element"), &format!("waiting for {css:?}"));
    }

    /// Waits until no visible element fits the selector.
    #[track_caller]
    pub fn wait_gone(&self, css: &str) {
        self.or_fail(self.until_true(NONE, &json!([css]), "end of it"), &format!("waiting until {css:?} is gone"));
    }

    /// Whether the text is to be seen at this moment.
    #[track_caller]
    pub fn sees(&self, text: &str) -> bool {
        self.run_script_with(SEEN, &json!([text])) == true
    }

    /// Everything that is to be seen, as text.
    #[track_caller]
    pub fn whole_text(&self) -> String {
        spelled(&self.run_script("return document.body?.innerText"))
    }

    /// The title of the page.
    #[track_caller]
    pub fn title(&self) -> String {
        spelled(&self.run_script("return document.title"))
    }

    /// The text of an element.
    #[track_caller]
    pub fn text(&self, css: &str) -> String {
        spelled(&self.of_element(css, "return plain(arguments[0].innerText)"))
    }

    /// The texts of all visible elements that the selector fits at this moment.
    #[track_caller]
    pub fn texts(&self, css: &str) -> Vec<String> {
        let script = "return [...document.querySelectorAll(arguments[0])].filter(shown).map(element => plain(element.innerText))";
        self.run_script_with(script, &json!([css])).as_array().into_iter().flatten().map(spelled).collect()
    }

    /// How many elements the selector fits at this moment, visible or not.
    #[track_caller]
    pub fn count(&self, css: &str) -> usize {
        let count = self.run_script_with("return document.querySelectorAll(arguments[0]).length", &json!([css]));
        count.as_u64().unwrap_or_default() as usize
    }

    /// What a field holds.
    #[track_caller]
    pub fn value(&self, css: &str) -> String {
        spelled(&self.of_element(css, "return arguments[0].value"))
    }

    /// Whether a box or a radio button is chosen.
    #[track_caller]
    pub fn is_checked(&self, css: &str) -> bool {
        self.of_element(css, "return arguments[0].checked") == true
    }

    /// An attribute as it stands in the document.
    #[track_caller]
    pub fn attribute(&self, css: &str, name: &str) -> Option<String> {
        let script = format!("return arguments[0].getAttribute({})", json!(name));
        self.of_element(css, &script).as_str().map(str::to_owned)
    }

    #[track_caller]
    fn of_element(&self, css: &str, script: &str) -> Value {
        let found = self.patiently(|| -> Result<Value, Refusal> {
            let element = self.element(css)?;
            self.script(script, &json!([element]))
        });
        self.or_fail(found, &format!("looking at {css:?}"))
    }
}

fn spelled(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
