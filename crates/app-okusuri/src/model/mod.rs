//! What Okusuri keeps beside the people themselves: logs, the settings of reminders, reminders that went out.

mod reminding; // settings, reminders

use chabudai_identity::model::UserId;
use chabudai_kernel::part::{IsoDay, UtcSeconds, Word};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::regimen::{Entry, Regimen};

pub use reminding::{ClockTime, DEFAULT_TIME, Language, Reminder, ReminderData, Setting, SettingData};

chabudai_kernel::text_enum! {
    /// What an item is.
    pub Kind {
        MedicationLog = "medication_log",
        NotificationSetting = "notification_setting",
        Reminder = "reminder",
    }
}

/// The zone of somebody who has not chosen one.
pub const DEFAULT_ZONE: &str = "Asia/Tokyo";
/// The longest note, in characters.
pub const LONGEST_NOTE: usize = 300;
/// The most regimens that are remembered beside the one in force.
pub const MOST_EARLIER: usize = 20;

/// What Okusuri knows of a person, in the `Data` of their profile.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Own {
    /// Where their days begin and end.
    pub timezone: Option<String>,
    /// How they take the pill.
    pub regimen: Option<Regimen>,
    /// How they took it before, the oldest first: what a day was for does not change with the regimen.
    pub earlier_regimens: Vec<Regimen>,
}

impl Own {
    /// Where their days begin and end.
    pub fn zone(&self) -> TimeZone {
        zone(self.timezone.as_deref())
    }

    /// How they take the pill.
    pub fn regimen(&self) -> Regimen {
        self.regimen.unwrap_or_default()
    }

    /// Every regimen, the oldest first.
    pub fn regimens(&self) -> Vec<Regimen> {
        self.earlier_regimens.iter().copied().chain([self.regimen()]).collect()
    }
}

/// A zone by its name; the house's own where the name is not known any more.
pub fn zone(name: Option<&str>) -> TimeZone {
    name.and_then(|name| TimeZone::get(name).ok()).or_else(|| TimeZone::get(DEFAULT_ZONE).ok()).unwrap_or(TimeZone::UTC)
}

/// A day as it was logged. Several may be of one day; the newest counts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Log {
    /// The person whose item this is; also the end of its partition key.
    #[serde(rename = "UserID")]
    pub user_id: UserId,
    /// Its id, in the key: a UUID, or ten digits for one that was moved here.
    #[serde(skip_serializing, rename = "id")]
    pub id: Word,
    /// Always `medication_log`.
    #[serde(rename = "Type")]
    pub kind: Kind,
    /// The day, where the person was.
    pub date: IsoDay,
    /// What was logged.
    pub data: LogData,
    /// When it was logged.
    pub created_at: UtcSeconds,
    /// When it was last corrected.
    pub updated_at: UtcSeconds,
}

/// What was logged of a day.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LogData {
    /// The number that it had where it was moved from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// There was bleeding.
    pub has_bleeding: bool,
    /// Whether a pill was taken, where that was said; otherwise it is yes outside of a pause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<bool>,
    /// What else there is to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// When it was logged.
    pub created_at: UtcSeconds,
    /// When it was last corrected.
    pub updated_at: UtcSeconds,
}

/// What happens to something that may be there or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Change<T> {
    /// It stays.
    #[default]
    Keep,
    /// It is this from now on.
    Set(T),
    /// It is no more.
    Clear,
}

impl<T> Change<T> {
    /// This, or nothing.
    pub fn to(value: Option<T>) -> Self {
        value.map_or(Self::Clear, Self::Set)
    }

    /// What it is afterwards.
    pub fn apply(self, before: Option<T>) -> Option<T> {
        match self {
            Self::Keep => before,
            Self::Set(value) => Some(value),
            Self::Clear => None,
        }
    }
}

/// In JSON, null clears; what is not named stays, by `#[serde(default)]`.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Change<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self::to)
    }
}

/// The id of a log as clients know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PublicId {
    /// The day and the id.
    At(IsoDay, Word),
    /// The number that it had where it was moved from.
    Number(u64),
}

impl PublicId {
    /// Reads `2026-11-15_…`, or a bare number.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some((day, id)) = text.split_once('_') {
            return Some(Self::At(day.parse().ok()?, Word::new(id).filter(|id| id.as_str().len() <= 64)?));
        }
        let is_number = (1..=19).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| text.parse().ok().map(Self::Number))?
    }
}

/// The id of the log that a tap makes of a day without one: the same for everybody who taps, so that of several at once one makes it. It
/// looks like every other id, as a UUID of the day's first millisecond that nobody drew.
pub fn first_log_id(day: IsoDay) -> Word {
    let millis = day.0.to_zoned(TimeZone::UTC).map_or(0, |midnight| midnight.timestamp().as_millisecond().max(0));
    let (high, low) = (millis >> 16, millis & 0xffff);
    Word::new(format!("{high:08x}-{low:04x}-7000-8000-000000000000")).expect("a UUID is a word")
}

impl Log {
    /// The id that clients know: the day is part of it, so that it is found by one read.
    pub fn public_id(&self) -> String {
        format!("{}_{}", self.date, self.id)
    }

    /// What it says of its day.
    pub fn entry(&self) -> Entry {
        Entry { bleeding: self.data.has_bleeding, taken: self.data.taken }
    }
}

/// Of logs in the order of their days, the newest of each day.
pub fn newest_by_day(logs: &[Log]) -> Vec<&Log> {
    let days = logs.chunk_by(|a, b| a.date == b.date);
    days.filter_map(|day| day.iter().max_by_key(|log| (log.updated_at, &log.id))).collect()
}

/// What the newest log of each day says.
pub fn entries(logs: &[Log]) -> Vec<(Date, Entry)> {
    newest_by_day(logs).into_iter().map(|log| (log.date.0, log.entry())).collect()
}

/// Days that were filled in together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filled {
    /// The days, the oldest first; none where all of them had a log.
    pub days: Vec<IsoDay>,
    /// When.
    pub at: UtcSeconds,
}

/// How often a platform was added. Whoever adds one has read this before the list that it is added to, and writes only if it is
/// still the same: so that the list cannot have grown meanwhile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Registrations {
    /// The person whose item this is; also the end of its partition key.
    #[serde(rename = "UserID")]
    pub user_id: UserId,
    /// How often.
    pub count: u64,
}

/// The answer that was given to a request with an idempotency key, to be given again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Idempotency {
    /// The person whose item this is; also the end of its partition key.
    #[serde(rename = "UserID")]
    pub user_id: UserId,
    /// The client's key; in the key.
    #[serde(skip_serializing, rename = "key")]
    pub key: Word,
    /// A digest of the request.
    pub request: String,
    /// The day of the log that it made. Not `Date`: only logs are in the index of days.
    pub logged_on: IsoDay,
    /// The id of that log.
    #[serde(rename = "LogID")]
    pub log_id: Word,
    /// What was logged, as it was then.
    pub data: LogData,
    /// The days that were filled in together; the log is that of the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub days: Vec<IsoDay>,
    /// When it may be forgotten, in Unix seconds.
    #[serde(rename = "TTL")]
    pub ttl: i64,
}
