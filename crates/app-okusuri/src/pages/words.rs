//! The words of a reminder, in the language that somebody chose for it.

use std::sync::LazyLock;

use chabudai_web::text::{Lang, Texts};

use super::INFO;
use crate::service::{ReminderText, Wording, Words};

/// Okusuri's texts, read when the first reminder goes out: most starts of a house see none.
static TEXTS: LazyLock<Texts> = LazyLock::new(|| Texts::new(&[INFO.locale]));

/// Finds words in Okusuri's texts.
#[derive(Clone, Copy, Debug)]
pub struct ReminderWords;

impl Words for ReminderWords {
    fn of(&self, wording: &Wording, language: &str) -> ReminderText {
        let lang = Lang::by_tag(language).unwrap_or_default();
        let plain = |id| TEXTS.get(lang, id, &[]);
        let about = |id, days: u32| TEXTS.get(lang, id, &[("days", days.into())]);
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
        ReminderText { title, body, log, open, logged }
    }
}
