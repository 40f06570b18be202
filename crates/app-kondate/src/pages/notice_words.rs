//! Notices in the words of whoever reads them.

use chabudai_web::text::Lang;

use super::words::{PushWords, TEXTS};
use crate::model::{News, NoticeKind, Notification};
use crate::service::NoticeWords;

/// The name of a kind among the texts.
const fn key(kind: NoticeKind) -> &'static str {
    match kind {
        NoticeKind::SavedRecipe => "kondate-told-saved-recipe",
        NoticeKind::SavedSet => "kondate-told-saved-set",
        NoticeKind::Bought => "kondate-told-bought",
        NoticeKind::Refunded => "kondate-told-refunded",
        NoticeKind::SubscriptionBegan => "kondate-told-subscription-began",
        NoticeKind::SubscriptionEnds => "kondate-told-subscription-ends",
        NoticeKind::PaymentFailed => "kondate-told-payment-failed",
        NoticeKind::Creator => "kondate-told-creator",
        NoticeKind::PayoutsReady => "kondate-told-payouts-ready",
        NoticeKind::OnboardingPlan => "kondate-told-onboarding-plan",
        NoticeKind::OnboardingSave => "kondate-told-onboarding-save",
        NoticeKind::OnboardingBook => "kondate-told-onboarding-book",
        NoticeKind::OnboardingCategory => "kondate-told-onboarding-category",
        NoticeKind::Install => "kondate-told-install",
        NoticeKind::Stopped => "kondate-told-stopped",
    }
}

/// The title and the text of a notice. What it says itself goes before the words of its kind.
pub(crate) fn said_by(notice: &Notification, lang: Lang) -> (String, String) {
    let about = notice.about.as_deref().unwrap_or_default();
    let of_kind = |suffix: &str| {
        let kind = notice.kind?;
        Some(TEXTS.get(lang, &format!("{}{suffix}", key(kind)), &[("name", about.into())]))
    };
    let title = notice.title.clone().or_else(|| of_kind("")).unwrap_or_default();
    let body = notice.body.clone().or_else(|| of_kind("-text").filter(|_| notice.title.is_none())).unwrap_or_default();
    (title, body)
}

/// The title and the text of news, in English where there is any.
pub(crate) fn said_by_news(news: &News, lang: Lang) -> (String, String) {
    match (lang, &news.title_en, &news.body_en) {
        (Lang::En, Some(title), Some(body)) => (title.clone(), body.clone()),
        _ => (news.title.clone(), news.body.clone()),
    }
}

/// The characters of a text that a message shows.
const SHOWN: usize = 120;

impl NoticeWords for PushWords {
    fn of_notice(&self, notice: &Notification, lang: Lang) -> Option<[String; 3]> {
        let (title, body) = said_by(notice, lang);
        (!title.is_empty()).then(|| [title, body, TEXTS.get(lang, "kondate-push-open-notices", &[])])
    }

    fn of_news(&self, news: &News, lang: Lang) -> [String; 3] {
        let (title, body) = said_by_news(news, lang);
        let body = if body.chars().count() > SHOWN { body.chars().take(SHOWN).chain(['…']).collect() } else { body };
        [title, body, TEXTS.get(lang, "kondate-push-open-notices", &[])]
    }
}

#[cfg(test)]
mod tests {
    use chabudai_kernel::part::{Ulid, UtcSeconds, Word};

    use super::*;

    #[test]
    fn every_kind_has_words_in_both_languages() {
        let now = UtcSeconds(jiff::Timestamp::UNIX_EPOCH);
        for kind in NoticeKind::ALL {
            let id = Ulid::new(1_800_000_000_000, 1).into();
            let notice = Notification::about(Word::new("mei").unwrap(), *kind, Some("肉じゃが".to_owned()), None, id, now);
            let (ja, en) = (said_by(&notice, Lang::Ja), said_by(&notice, Lang::En));
            for text in [&ja.0, &ja.1, &en.0, &en.1] {
                assert!(!text.is_empty() && !text.contains("kondate-told"), "{kind}: {text}");
            }
            assert_ne!(ja, en, "{kind}");
            let own = Notification { title: Some("題".to_owned()), ..notice };
            assert_eq!(said_by(&own, Lang::En), ("題".to_owned(), String::new()), "its own words go first");
        }
    }
}
