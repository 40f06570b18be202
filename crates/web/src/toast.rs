//! What the last action has to say on the next page, with its undo.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::site::Site;

/// A short message that is shown once. It travels in a cookie under our seal, so that it needs neither a script nor a session.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Toast {
    /// The message's id.
    pub message: String,
    /// The name in it, if there is one.
    pub name: Option<String>,
    /// It tells of a failure.
    pub failed: bool,
    /// How to undo what was done.
    pub undo: Option<Undo>,
}

/// A form that takes the action back.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Undo {
    /// Where it is sent, without the base path.
    pub path: String,
    /// Its fields.
    pub fields: Vec<(String, String)>,
}

impl Toast {
    /// A message by its id.
    pub fn new(message: &str) -> Self {
        Self { message: message.to_owned(), name: None, failed: false, undo: None }
    }

    /// With a name in it.
    pub fn about(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// What went wrong.
    pub fn of(problem: &Problem) -> Self {
        Self::new(&problem.message()).failed()
    }

    /// It tells of a failure.
    pub fn failed(mut self) -> Self {
        self.failed = true;
        self
    }

    /// With a way back.
    pub fn undo(mut self, path: impl Into<String>, fields: Vec<(String, String)>) -> Self {
        self.undo = Some(Undo { path: path.into(), fields });
        self
    }

    pub(crate) fn seal(&self, site: &Site) -> String {
        let text = URL_SAFE_NO_PAD.encode(serde_json::to_vec(self).expect("a toast is plain text"));
        let mark = site.mark("toast", &text);
        format!("{text}.{mark}")
    }

    pub(crate) fn open(site: &Site, value: &str) -> Option<Self> {
        let (text, mark) = value.split_once('.')?;
        if !site.is_marked("toast", text, mark) {
            return None;
        }
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(text).ok()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::SiteParts;

    #[test]
    fn only_our_own_toasts_are_shown() {
        let site = Site::new(SiteParts::default());
        let toast = Toast::new("deleted").about("白いシャツ").undo("/restore", vec![("a".into(), "b".into())]);
        let sealed = toast.seal(&site);
        assert_eq!(Toast::open(&site, &sealed), Some(toast.clone()));
        let other = Site::new(SiteParts { secret: "another secret", ..SiteParts::default() });
        assert_eq!(Toast::open(&other, &sealed), None);
        assert_eq!(Toast::open(&site, &sealed[1..]), None);
        assert_eq!(Toast::open(&site, ""), None);
    }
}
