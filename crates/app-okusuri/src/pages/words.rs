//! The words of a reminder, in the language that somebody chose for it.

use std::sync::LazyLock;

use chabudai_web::text::{Lang, Texts};

use super::INFO;
use crate::service::{LogButton, ReminderText, Wording, Words};

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
            Wording::Discreet | Wording::DiscreetRest => (plain("okusuri-push-discreet-title"), plain("okusuri-push-discreet-body")),
            Wording::Take(day) => (plain("okusuri-push-title"), about("okusuri-push-take", *day)),
            // The last day of a pause is the eve of the first day.
            Wording::Rest(1) => (plain("okusuri-push-rest-title"), plain("okusuri-push-rest-last")),
            Wording::Rest(left) => (plain("okusuri-push-rest-title"), about("okusuri-push-rest", *left)),
            Wording::Test => (plain("okusuri-push-discreet-title"), plain("okusuri-push-test")),
        };
        let log = match wording {
            Wording::Discreet => Some(plain("okusuri-push-discreet-log")),
            Wording::Take(_) => Some(plain("okusuri-push-log")),
            Wording::DiscreetRest | Wording::Rest(_) | Wording::Test => None,
        };
        let button = log.map(|log| LogButton { log, logged: plain("okusuri-push-logged") });
        ReminderText { title, body, open: plain("okusuri-push-open"), button }
    }
}
