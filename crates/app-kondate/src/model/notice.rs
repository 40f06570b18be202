//! What people are told: notices of their own, news that is for all, the devices that both reach, and what somebody wants to hear.

use chabudai_kernel::part::{IsoDay, KeyPart as _, Ulid, UtcSeconds, Word};
use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize};

use super::{Moment, NoticeId, PersonId, is_no};

/// How long a notice is kept, in seconds.
pub const TOLD_FOR: i64 = 180 * 24 * 60 * 60;
/// The most notices that are marked as read by their ids at a time.
pub const MOST_READ: usize = 100;
/// The longest title of news.
pub const LONGEST_NEWS_TITLE: usize = 80;
/// The longest text of news.
pub const LONGEST_NEWS: usize = 4_000;
/// So many are counted; more than that is "99+".
pub const MOST_COUNTED: usize = 99;
/// What is written within so many seconds before "all" is marked as read may still be on its way: it is marked by itself if it was seen, and
/// else not at all.
pub const ON_ITS_WAY: i64 = 5;

chabudai_kernel::text_enum! {
    /// What a notice is about. It is worded when it is read, in the reader's language.
    pub NoticeKind {
        /// A recipe of the catalog is in the book now.
        SavedRecipe = "saved_recipe",
        /// A set of the catalog is.
        SavedSet = "saved_set",
        /// Something was bought.
        Bought = "bought",
        /// Something that was bought is given back.
        Refunded = "refunded",
        /// A subscription began.
        SubscriptionBegan = "subscription_began",
        /// A subscription ends with its period.
        SubscriptionEnds = "subscription_ends",
        /// A payment did not go through.
        PaymentFailed = "payment_failed",
        /// They are a creator now.
        Creator = "creator",
        /// What they earn can be paid out.
        PayoutsReady = "payouts_ready",
        /// How to plan a first set.
        OnboardingPlan = "onboarding_plan",
        /// How to save something from the catalog.
        OnboardingSave = "onboarding_save",
        /// How to write a first recipe.
        OnboardingBook = "onboarding_book",
        /// How to add a category.
        OnboardingCategory = "onboarding_category",
        /// How to have Kondate on the home screen.
        Install = "install",
        /// Something that they published was stopped.
        Stopped = "stopped",
    }
}

impl NoticeKind {
    /// It happens while the person is not looking, so that their devices tell it. What somebody has just done themselves they know.
    pub const fn is_pushed(self) -> bool {
        match self {
            Self::Bought
            | Self::Refunded
            | Self::SubscriptionBegan
            | Self::SubscriptionEnds
            | Self::PaymentFailed
            | Self::PayoutsReady
            | Self::Stopped => true,
            Self::SavedRecipe
            | Self::SavedSet
            | Self::Creator
            | Self::OnboardingPlan
            | Self::OnboardingSave
            | Self::OnboardingBook
            | Self::OnboardingCategory
            | Self::Install => false,
        }
    }
}

/// A kind that this program does not know is none: what another one wrote is no reason to show nobody their notices.
fn known_kind<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<NoticeKind>, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.and_then(|text| NoticeKind::parse(&text)))
}

impl NoticeId {
    /// When it was told: the id says so. What is no ULID is no id of ours.
    pub fn told_at(&self) -> Option<UtcSeconds> {
        told_at(Ulid::parse(self.as_str())?)
    }
}

fn told_at(ulid: Ulid) -> Option<UtcSeconds> {
    Timestamp::from_second(i64::try_from(ulid.millis() / 1000).ok()?).ok().map(UtcSeconds)
}

/// A notice to one person, or that somebody has read one that is for all.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    /// Whose; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub person: PersonId,
    /// When; in the key.
    #[serde(skip_serializing)]
    pub created_at: UtcSeconds,
    /// Its id; in the key.
    #[serde(skip_serializing)]
    pub notification_id: NoticeId,
    /// What it is about; without it and without a title it only says that one for all was read.
    #[serde(default, deserialize_with = "known_kind")]
    pub kind: Option<NoticeKind>,
    /// The title of the thing that it is about.
    pub about: Option<String>,
    /// Its own title, which goes before the words of its kind.
    pub title: Option<String>,
    /// What it says, likewise.
    pub body: Option<String>,
    /// A picture.
    pub image_url: Option<String>,
    /// Where it leads.
    pub link_url: Option<String>,
    /// Since when it is read.
    pub read_at: Option<Moment>,
    /// Their devices have still to tell it.
    #[serde(default, skip_serializing_if = "is_no")]
    pub push_due: bool,
    /// Not before then, in Unix seconds: a server is at it, or could not reach them.
    pub push_not_before: Option<i64>,
    /// When it is gone, in Unix seconds.
    pub ttl: Option<i64>,
}

impl Notification {
    /// A notice of that kind, about something that is called so. Its id is a ULID and says when it was told; `now` is for an id that is none.
    pub fn about(
        person: PersonId,
        kind: NoticeKind,
        about: Option<String>,
        link_url: Option<String>,
        id: NoticeId,
        now: UtcSeconds,
    ) -> Self {
        let created_at = id.told_at().unwrap_or(now);
        Self {
            person,
            created_at,
            notification_id: id,
            kind: Some(kind),
            about,
            title: None,
            body: None,
            image_url: None,
            link_url,
            read_at: None,
            push_due: kind.is_pushed(),
            push_not_before: None,
            ttl: Some(created_at.0.as_second() + TOLD_FOR),
        }
    }

    /// Their devices have still to tell it.
    pub fn is_push_due(&self) -> bool {
        self.push_due
    }

    /// It only says that one for all was read.
    pub fn is_mark(&self) -> bool {
        self.kind.is_none() && self.title.is_none()
    }

    /// It is read: by itself, or with everything until then.
    pub fn is_read(&self, last_read_at: Option<Moment>) -> bool {
        self.read_at.is_some() || is_past(self.created_at, last_read_at)
    }
}

/// Everything until a moment is read, and this is not later.
pub fn is_past(created_at: UtcSeconds, last_read_at: Option<Moment>) -> bool {
    last_read_at.is_some_and(|last| created_at.0.as_second() <= last.seconds())
}

/// A notice that is for all, kept once.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct News {
    /// When; in the key.
    #[serde(skip_serializing)]
    pub created_at: UtcSeconds,
    /// Its id; in the key.
    #[serde(skip_serializing)]
    pub news_id: NoticeId,
    /// What it is about.
    pub title: String,
    /// What it says.
    pub body: String,
    /// What it is about, for whoever reads English.
    pub title_en: Option<String>,
    /// What it says, likewise.
    pub body_en: Option<String>,
    /// A picture.
    pub image_url: Option<String>,
    /// Where it leads.
    pub link_url: Option<String>,
    /// It is told on devices, too.
    #[serde(default, skip_serializing_if = "is_no")]
    pub push: bool,
    /// When it is gone, in Unix seconds.
    pub ttl: i64,
}

/// A device that notices reach.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PushToken {
    /// Whose; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub person: PersonId,
    /// Of which kind; in the key.
    #[serde(skip_serializing)]
    pub platform: Word,
    /// The hash of its token; in the key.
    #[serde(skip_serializing)]
    pub token_hash: Word,
    /// The token.
    pub token: String,
    /// Since when.
    pub created_at: Option<Moment>,
}

/// Whom a device tells: there is one of these, so there is one person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenOwner {
    /// The hash of its token; in the key.
    #[serde(skip_serializing)]
    pub token_hash: Word,
    /// Whom.
    pub owner_id: PersonId,
}

chabudai_kernel::text_enum! {
    /// The kinds of devices. Only browsers are reached so far; the others are those that the design names.
    pub Platform { Web = "web", Ios = "ios", Android = "android" }
}

/// What somebody wants to be told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NotificationSettings {
    /// Who; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub person: PersonId,
    /// Whether devices are reached.
    #[serde(default)]
    pub push_enabled: bool,
    /// About what.
    pub categories: Option<NoticeCategories>,
    /// They have said which of their devices are reached: those with a row. Until then it is all of them.
    #[serde(default, skip_serializing_if = "is_no")]
    pub devices_chosen: bool,
    /// Everything until then is read.
    pub last_read_at: Option<Moment>,
    /// The last day, by their own clock, on which they were told what has to be used soon.
    pub soon_told_on: Option<IsoDay>,
    /// When that was, in Unix seconds: what came into the fridge since is news.
    pub soon_told_at: Option<i64>,
    /// Not before then are they told again, in Unix seconds: a server is at it, or it was done today.
    pub soon_not_before: Option<i64>,
    /// The last news that their devices have told, or did not have to.
    pub news_told: Option<NoticeId>,
    /// Not before then the next, in Unix seconds.
    pub news_not_before: Option<i64>,
}

impl NotificationSettings {
    /// What holds for somebody who has said nothing.
    pub fn unsaid(person: PersonId) -> Self {
        Self {
            person,
            push_enabled: false,
            categories: None,
            devices_chosen: false,
            last_read_at: None,
            soon_told_on: None,
            soon_told_at: None,
            soon_not_before: None,
            news_told: None,
            news_not_before: None,
        }
    }

    /// They are told on their devices.
    pub fn wants_push(&self) -> bool {
        self.push_enabled
    }

    /// They want to hear what is for them alone.
    pub fn wants_personal(&self) -> bool {
        self.push_enabled && self.categories.is_none_or(|categories| categories.personal)
    }

    /// They want to hear what is for all.
    pub fn wants_news(&self) -> bool {
        self.push_enabled && self.categories.is_none_or(|categories| categories.news)
    }
}

/// About what somebody wants to be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NoticeCategories {
    /// What is for all.
    pub news: bool,
    /// What is for them alone.
    pub personal: bool,
}

chabudai_kernel::text_enum! {
    /// The four steps by which somebody finds their way in.
    pub FirstStep {
        /// A set is planned.
        Plan = "plan",
        /// Something of the catalog is in the book.
        Save = "save",
        /// A recipe is written down.
        Book = "book",
        /// A category is added.
        Category = "category",
    }
}

impl FirstStep {
    /// The notice that tells of it.
    pub const fn notice(self) -> NoticeKind {
        match self {
            Self::Plan => NoticeKind::OnboardingPlan,
            Self::Save => NoticeKind::OnboardingSave,
            Self::Book => NoticeKind::OnboardingBook,
            Self::Category => NoticeKind::OnboardingCategory,
        }
    }

    /// Where it is done.
    pub const fn page(self) -> &'static str {
        match self {
            Self::Plan => "/kondate/book",
            Self::Save => "/kondate/catalog",
            Self::Book => "/kondate/recipes/new",
            Self::Category => "/kondate/categories",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_says_by_its_id_when_it_was_told() {
        let now: UtcSeconds = "2026-11-15T00:00:00Z".parse().unwrap();
        let ulid = Ulid::new(1_794_700_801_999, 7);
        let notice = Notification::about(Word::new("mei").unwrap(), NoticeKind::Bought, None, None, ulid.into(), now);
        assert_eq!(notice.created_at.0.as_second(), 1_794_700_801);
        assert_eq!((notice.ttl, notice.push_due), (Some(1_794_700_801 + TOLD_FOR), true));
        assert_eq!(NoticeId::new("n_01").unwrap().told_at(), None, "what is no ULID says nothing");
    }

    #[test]
    fn what_somebody_did_themselves_is_not_told_on_their_devices() {
        let pushed: Vec<_> = NoticeKind::ALL.iter().filter(|kind| kind.is_pushed()).map(|kind| kind.as_str()).collect();
        let wanted = ["bought", "refunded", "subscription_began", "subscription_ends", "payment_failed", "payouts_ready", "stopped"];
        assert_eq!(pushed, wanted);
    }
}
