//! What a hand does: click, fill, choose, press, drag.
//!
//! The mouse and the keyboard are real to the page: what is covered cannot be clicked, and every key arrives as an event.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::driver::Refusal;
use super::page::{Handle, Page};

/// What has a text and can be clicked. A button goes before a label of the same text.
const BY_TEXT: &str = "
    const name = element => [element.innerText, element.ariaLabel, element.matches('input') ? element.value : null].map(plain);
    const all = [...document.querySelectorAll(
        'a[href], button, summary, input[type=submit], input[type=button], input[type=reset], [role=button], [role=tab], [role=menuitem], label'
    )].filter(element => shown(element) && name(element).includes(plain(arguments[0])));
    return all.find(element => !element.matches('label')) ?? all[0]
";

/// A field that is put together from parts or drawn has no agreed keys: those of a date depend on the language.
const SET_VALUE: &str = "
    const [field, value] = arguments;
    if (!['date', 'time', 'datetime-local', 'month', 'week', 'color', 'range'].includes(field.type)) return false;
    field.focus();
    field.value = value;
    for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }));
    return true
";

/// Whether a click on an element, or Enter in it, leads to another page unless a script prevents that. The document remembers that it was
/// asked, and hears of what is prevented.
const LEADS_AWAY: &str = "
    const element = arguments[0] ?? document.activeElement;
    document.stays = false;
    const listen = event => document.stays ||= event.defaultPrevented;
    for (const event of ['click', 'submit']) addEventListener(event, listen, { once: true });
    const link = element.closest('a[href]');
    const within = link?.href.includes('#') && link.href.split('#')[0] === location.href.split('#')[0];
    if (link) return !link.target && !link.download && !within;
    const button = element.closest('button, input') ?? element;
    const form = button.form;
    const submits = arguments[0] ? ['submit', 'image'].includes(button.type) : button.matches('button, input');
    const valid = form?.noValidate || button.formNoValidate || form?.matches(':valid');
    return !!form && submits && valid && form.getAttribute('method') !== 'dialog'
";

const OPTION: &str = "
    const [select, wanted] = arguments;
    return [...select.options].find(option => plain(option.label) === plain(wanted)) ?? null
";

impl Page {
    /// Clicks on an element. Where that leads to another page, waits for it.
    #[track_caller]
    pub fn click(&self, css: &str) {
        self.or_fail(self.patiently(|| self.click_on(&self.element(css)?)), &format!("clicking {css:?}"));
    }

    /// Clicks on the first visible button, link or label with exactly this text, or this `aria-label`.
    #[track_caller]
    pub fn click_text(&self, text: &str) {
        let click = || self.click_on(&self.find(BY_TEXT, text, "button, link or label with this text")?);
        self.or_fail(self.patiently(click), &format!("clicking {text:?}"));
    }

    /// Replaces what a field holds, key by key. A date, time, colour or slider takes its value at once, as HTML writes it.
    #[track_caller]
    pub fn fill(&self, css: &str, text: &str) {
        let fill = || {
            let field = self.element(css)?;
            if self.script(SET_VALUE, &json!([field, text]))? == true {
                return Ok(());
            }
            self.tell(&field, "clear", &json!({}))?;
            self.type_into(&field, text)
        };
        self.or_fail(self.patiently(fill), &format!("filling {css:?} with {text:?}"));
    }

    /// Chooses a file of this machine in a file field.
    #[track_caller]
    pub fn choose_file(&self, css: &str, file: impl AsRef<Path>) {
        self.choose_files(css, &[file]);
    }

    /// Chooses several files at once, in a field that takes several.
    #[track_caller]
    pub fn choose_files(&self, css: &str, files: &[impl AsRef<Path>]) {
        let paths: Vec<String> = files.iter().map(|file| whole_path(file.as_ref())).collect();
        let choose = || self.tell(&self.element(css)?, "value", &json!({ "text": paths.join("\n") }));
        self.or_fail(self.patiently(choose), &format!("choosing {paths:?} in {css:?}"));
    }

    /// Ticks a box or chooses a radio button, unless it is chosen already.
    #[track_caller]
    pub fn check(&self, css: &str) {
        self.or_fail(self.patiently(|| self.set_checked(css, true)), &format!("checking {css:?}"));
    }

    /// Takes the tick out of a box, if there is one.
    #[track_caller]
    pub fn uncheck(&self, css: &str) {
        self.or_fail(self.patiently(|| self.set_checked(css, false)), &format!("unchecking {css:?}"));
    }

    /// Chooses the option with this text.
    #[track_caller]
    pub fn select(&self, css: &str, option: &str) {
        let select = || match self.script(OPTION, &json!([self.element(css)?, option]))? {
            Value::Null => Err(Refusal::nothing_there("such option")),
            option => self.click_on(&option),
        };
        self.or_fail(self.patiently(select), &format!("choosing {option:?} in {css:?}"));
    }

    /// Presses a key where the focus is: `"a"`, `"Enter"`, `"ArrowDown"`, `"Shift+Tab"`. Names are those of JavaScript's `event.key`.
    #[track_caller]
    pub fn press(&self, pressed: &str) {
        let keys: Vec<String> = pressed.split('+').map(code).collect();
        let strokes = |kind: &'static str| move |key: &String| json!({ "type": kind, "value": key });
        let actions: Vec<Value> = keys.iter().map(strokes("keyDown")).chain(keys.iter().rev().map(strokes("keyUp"))).collect();
        let leads_away = pressed == "Enter" && self.run_script(LEADS_AWAY) == true;
        let press = self.driver().post("/actions", &json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": actions }] }));
        self.or_fail(press, &format!("pressing {pressed:?}"));
        self.arrive(leads_away);
    }

    /// Takes one element with the mouse and lets go of it over another.
    #[track_caller]
    pub fn drag(&self, from: &str, to: &str) {
        let drag = || {
            let (to_element, from_element) = (self.element(to)?, self.element(from)?);
            self.drag_and_drop(&from_element, &to_element)
        };
        self.or_fail(self.patiently(drag), &format!("dragging {from:?} to {to:?}"));
    }

    fn click_on(&self, element: &Handle) -> Result<(), Refusal> {
        let leads_away = self.script(LEADS_AWAY, &json!([element]))? == true;
        self.tell(element, "click", &json!({}))?;
        self.arrive(leads_away);
        Ok(())
    }

    /// Waits for the page that was asked for. The driver waits with every answer while a page is loading, but it does not know of a form
    /// that is about to be sent; so it is asked until the old document is gone or is known to stay.
    fn arrive(&self, leads_away: bool) {
        let deadline = Instant::now() + if leads_away { Duration::from_secs(3) } else { Duration::ZERO };
        while Instant::now() < deadline && self.script("return document.stays", &json!([])).is_ok_and(|stays| stays == false) {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn type_into(&self, field: &Handle, text: &str) -> Result<(), Refusal> {
        // The driver has keys for the first 65,536 characters only; the rest comes as from an input method.
        if text.chars().all(|letter| u32::from(letter) <= 0xFFFF) {
            return self.tell(field, "value", &json!({ "text": text })).map(drop);
        }
        self.script("arguments[0].focus()", &json!([field]))?;
        self.driver().devtools("Input.insertText", &json!({ "text": text })).map(drop)
    }

    fn set_checked(&self, css: &str, wanted: bool) -> Result<(), Refusal> {
        let field = self.element(css)?;
        if self.script("return arguments[0].checked", &json!([field]))? == wanted {
            return Ok(());
        }
        // Many a box is hidden behind what stands for it, and its label is clicked instead.
        self.click_on(&field).or_else(|refusal| match self.script("return arguments[0].labels?.[0] ?? null", &json!([field]))? {
            Value::Null => Err(refusal),
            label => self.click_on(&label),
        })
    }

    fn drag_and_drop(&self, from: &Handle, to: &Handle) -> Result<(), Refusal> {
        let over = |element: &Handle, milliseconds: u32| json!({ "type": "pointerMove", "origin": element, "x": 0, "y": 0, "duration": milliseconds });
        let nudge = json!({ "type": "pointerMove", "origin": "pointer", "x": 6, "y": 6, "duration": 50 });
        let steps = json!([
            over(from, 0),
            { "type": "pointerDown", "button": 0 },
            // A browser takes it for a drag after the first few pixels, and a page may look at where it is over for how long.
            nudge,
            over(to, 200),
            { "type": "pause", "duration": 50 },
            over(to, 0),
            { "type": "pointerUp", "button": 0 },
        ]);
        let mouse = json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": steps });
        self.driver().post("/actions", &json!({ "actions": [mouse] })).map(drop)
    }
}

fn whole_path(file: &Path) -> String {
    let whole = file.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    whole.into_os_string().into_string().expect("a path of text")
}

/// The character that stands for a key in WebDriver.
fn code(key: &str) -> String {
    let code = match key {
        "Backspace" => '\u{E003}',
        "Tab" => '\u{E004}',
        "Enter" => '\u{E007}',
        "Shift" => '\u{E008}',
        "Control" => '\u{E009}',
        "Alt" => '\u{E00A}',
        "Escape" => '\u{E00C}',
        "Space" => ' ',
        "PageUp" => '\u{E00E}',
        "PageDown" => '\u{E00F}',
        "End" => '\u{E010}',
        "Home" => '\u{E011}',
        "ArrowLeft" => '\u{E012}',
        "ArrowUp" => '\u{E013}',
        "ArrowRight" => '\u{E014}',
        "ArrowDown" => '\u{E015}',
        "Delete" => '\u{E017}',
        "Meta" => '\u{E03D}',
        letter => return letter.to_owned(),
    };
    code.to_string()
}
