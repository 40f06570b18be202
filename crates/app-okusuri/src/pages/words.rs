//! The words of a reminder, in the language that somebody chose for it.

use chabudai_web::text::{Lang, Texts};

use super::FACE;
use crate::service::{Note, Wording, Words};

/// Finds words in Okusuri's texts.
pub struct ReminderWords(Texts);

impl ReminderWords {
    /// The texts of Okusuri.
    pub fn new() -> Self {
        Self(Texts::new(&[FACE.locale]))
    }
}

impl Default for ReminderWords {
    fn default() -> Self {
        Self::new()
    }
}

impl Words for ReminderWords {
    fn of(&self, wording: &Wording, language: &str) -> Note {
        let lang = Lang::by_tag(language).unwrap_or_default();
        let plain = |id| self.0.get(lang, id, &[]);
        let about = |id, days: u32| self.0.get(lang, id, &[("days", days.into())]);
        let (title, body) = match wording {
            Wording::Discreet => (plain("okusuri-push-discreet-title"), plain("okusuri-push-discreet-body")),
            Wording::Take(day) => (plain("okusuri-push-title"), about("okusuri-push-take", *day)),
            // The last day of a pause is the eve of the first day.
            Wording::Rest(1) => (plain("okusuri-push-title"), plain("okusuri-push-rest-last")),
            Wording::Rest(left) => (plain("okusuri-push-title"), about("okusuri-push-rest", *left)),
            Wording::Test => (plain("okusuri-push-discreet-title"), plain("okusuri-push-test")),
        };
        let (log, open, logged) = match wording {
            Wording::Discreet | Wording::Test => {
                (plain("okusuri-push-discreet-log"), plain("okusuri-push-open"), plain("okusuri-push-logged"))
            }
            Wording::Take(_) | Wording::Rest(_) => (plain("okusuri-push-log"), plain("okusuri-push-open"), plain("okusuri-push-logged")),
        };
        Note { title, body, log, open, logged }
    }
}
