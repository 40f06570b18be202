//! When and how somebody is reminded, where, and what has gone out.

use std::fmt;

use chabudai_identity::model::UserId;
use chabudai_kernel::part::{IsoDay, UtcSeconds, Word};
use jiff::civil::Time;
use serde::{Deserialize, Serialize};

use super::Kind;

/// When somebody is reminded who has not chosen a time.
pub const DEFAULT_TIME: ClockTime = ClockTime(jiff::civil::time(21, 50, 0, 0));

chabudai_kernel::text_enum! {
    /// What reminders are written in.
    pub Language { Japanese = "ja", English = "en" }
}

/// A time of day, `21:50`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockTime(pub Time);

chabudai_web::schema! {
    ClockTime = { "type": "string", "pattern": "^(?:[01][0-9]|2[0-3]):[0-5][0-9]$" },
}

impl ClockTime {
    /// Reads `21:50`.
    pub fn parse(text: &str) -> Option<Self> {
        let (hour, minute) = text.split_once(':')?;
        let two = |part: &str| (part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit())).then(|| part.parse::<i8>().ok())?;
        Time::new(two(hour)?, two(minute)?, 0, 0).ok().map(Self)
    }

    /// Four digits, as a slot has it in its key.
    pub fn slot(self) -> Word {
        Word::new(format!("{:02}{:02}", self.0.hour(), self.0.minute())).expect("digits are a word")
    }
}

impl fmt::Display for ClockTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0.hour(), self.0.minute())
    }
}

impl Serialize for ClockTime {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ClockTime {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("expected a time such as 21:50"))
    }
}

/// When and how somebody is reminded.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Setting {
    /// The person whose item this is; also the end of its partition key.
    #[serde(rename = "UserID")]
    pub user_id: UserId,
    /// `web`; in the key.
    #[serde(skip_serializing, rename = "platform")]
    pub platform: Word,
    /// Always `notification_setting`.
    #[serde(rename = "Type")]
    pub kind: Kind,
    /// When and how.
    pub data: SettingData,
    /// Since when.
    pub created_at: UtcSeconds,
    /// When it was last changed.
    pub updated_at: UtcSeconds,
}

impl Setting {
    /// The slot of its reminders: the time of day, and the platform unless it is the usual one.
    pub fn slot(&self) -> Word {
        let time = self.data.time.slot();
        let beside = Word::new(format!("{time}-{}", self.platform)).filter(|_| self.platform.as_str() != "web");
        beside.unwrap_or(time)
    }
}

/// When and how somebody is reminded.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SettingData {
    /// As in the key.
    pub platform: Word,
    /// They want to be reminded.
    pub is_enabled: bool,
    /// At what time of their day.
    #[serde(default = "usual_time")]
    pub time: ClockTime,
    /// In which zone, if not in their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
    /// The reminder tells nothing to who looks over their shoulder.
    #[serde(default = "yes")]
    pub is_discreet: bool,
    /// In which language, `ja` or `en`.
    #[serde(default = "usual_language")]
    pub language: String,
    /// A subscription as the design document has it: JSON in a text. Devices are items of their own here; this one is left as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subscription: Option<String>,
    /// Since when.
    pub created_at: UtcSeconds,
    /// When it was last changed.
    pub updated_at: UtcSeconds,
}

const fn usual_time() -> ClockTime {
    DEFAULT_TIME
}

const fn yes() -> bool {
    true
}

fn usual_language() -> String {
    "ja".to_owned()
}

/// A reminder: claimed by a server, and then sent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Reminder {
    /// The person whose item this is; also the end of its partition key.
    #[serde(rename = "UserID")]
    pub user_id: UserId,
    /// Of which day; in the key.
    #[serde(skip_serializing, rename = "date")]
    pub date: IsoDay,
    /// Of which time of that day; in the key.
    #[serde(skip_serializing, rename = "slot")]
    pub slot: Word,
    /// Always `reminder`.
    #[serde(rename = "Type")]
    pub kind: Kind,
    /// Until when nobody else takes it on, in Unix seconds. Beside `Data` and not in it, so that one update makes the item or takes it
    /// over: an attribute within a map can only be set where the map is.
    #[serde(default)]
    pub claimed_until: i64,
    /// How far it is.
    pub data: ReminderData,
    /// When it is forgotten, in Unix seconds.
    #[serde(rename = "TTL")]
    pub ttl: i64,
}

/// How far a reminder is.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ReminderData {
    /// When it had reached every device.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent_at: Option<UtcSeconds>,
    /// The devices that it has reached.
    pub reached: Vec<Word>,
}
