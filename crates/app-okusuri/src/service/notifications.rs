//! When to remind whom, where.

use chabudai_identity::model::UserId;
use chabudai_kernel::error::AppError;
use chabudai_kernel::part::Word;
use chabudai_web::messages::{Device, MessageError, MessageReason, NewDevice, device_id};

use super::profile::known_zone;
use super::{Person, Service};
use crate::error::{OkusuriError, OkusuriReason, Result};
use crate::model::{Change, ClockTime, DEFAULT_TIME, Kind, Language, Setting, SettingData};
use crate::repo::notifications::{self, Settings};

/// The most platforms of one person.
const MOST_PLATFORMS: usize = 20;

/// What is changed about reminders. What is `None` stays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SettingChange {
    /// They want to be reminded.
    pub is_enabled: Option<bool>,
    /// At what time of their day.
    pub time: Option<ClockTime>,
    /// In which zone; cleared for their own.
    pub timezone: Change<String>,
    /// The reminder tells nothing to who looks over their shoulder.
    pub is_discreet: Option<bool>,
    /// In which language.
    pub language: Option<String>,
}

/// How somebody is reminded on a platform, and where.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Notifications {
    /// When and how.
    pub setting: Option<Setting>,
    /// The devices.
    pub devices: Vec<Device>,
}

/// A platform: `web`, so far.
fn platform(name: &str) -> Result<Word> {
    let fits = (1..=20).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    let message = "A platform is a short name such as web.";
    Word::new(name).filter(|_| fits).ok_or(OkusuriError::Invalid { field: "platform", code: "okusuri.platform", message })
}

impl Service {
    /// The setting and the devices of a platform.
    pub async fn notifications(&self, person: &Person, on: &str) -> Result<Notifications> {
        let platform = platform(on)?;
        let settings = notifications::of(&self.base.db, &person.user_id, &platform).await?;
        Ok(Notifications { setting: settings.setting, devices: self.devices(&person.user_id, &platform).await? })
    }

    /// When and how somebody is reminded, without asking where.
    pub async fn setting(&self, person: &Person, on: &str) -> Result<Option<Setting>> {
        Ok(notifications::of(&self.base.db, &person.user_id, &platform(on)?).await?.setting)
    }

    /// The devices of a platform, which the house knows.
    pub(super) async fn devices(&self, user: &UserId, platform: &Word) -> Result<Vec<Device>> {
        let devices = self.messages.devices(user).await.map_err(in_our_words)?;
        Ok(devices.into_iter().filter(|device| device.platform == *platform).collect())
    }

    /// When and how somebody is reminded, from now on.
    pub async fn set_reminder(&self, person: &Person, on: &str, change: &SettingChange) -> Result<Setting> {
        let platform = platform(on)?;
        self.base
            .persist(|| async {
                let so_far = notifications::registered(&self.base.db, &person.user_id).await?;
                let known = notifications::of(&self.base.db, &person.user_id, &platform).await?;
                let after = self.changed(person, &platform, &known, change)?;
                let counted = known.setting.is_none().then(|| notifications::one_more(&person.user_id, so_far));
                notifications::set(&self.base.db, notifications::setting(known.setting.as_ref(), &after), counted).await?;
                Ok(after)
            })
            .await
    }

    /// A device more, which the house takes in, and reminders as they are wanted there. The same device again is the same device, with its new
    /// keys; so that whoever is cut off in between may just repeat it.
    pub async fn register(&self, person: &Person, on: &str, new: &NewDevice, change: &SettingChange) -> Result<(Setting, Device)> {
        let platform = platform(on)?;
        // What is wrong with the setting is said before anything is kept.
        self.changed(person, &platform, &notifications::of(&self.base.db, &person.user_id, &platform).await?, change)?;
        let device = self.messages.register(&person.user_id, &platform, new).await.map_err(in_our_words)?;
        Ok((self.set_reminder(person, on, change).await?, device))
    }

    /// A device less.
    pub async fn forget_device(&self, person: &Person, on: &str, device: &str) -> Result<()> {
        let device = device_id(device).ok_or(OkusuriError::NotFound("device"))?;
        self.messages.forget(&person.user_id, &platform(on)?, &[device]).await.map_err(in_our_words)
    }

    /// No device, and no reminder.
    pub async fn forget_devices(&self, person: &Person, on: &str) -> Result<()> {
        let known = self.notifications(person, on).await?;
        if known.setting.as_ref().is_some_and(|setting| setting.data.is_enabled) {
            self.set_reminder(person, on, &SettingChange { is_enabled: Some(false), ..SettingChange::default() }).await?;
        }
        let devices: Vec<Word> = known.devices.into_iter().map(|device| device.id).collect();
        self.messages.forget(&person.user_id, &platform(on)?, &devices).await.map_err(in_our_words)
    }

    fn changed(&self, person: &Person, platform: &Word, known: &Settings, change: &SettingChange) -> Result<Setting> {
        if let Change::Set(zone) = &change.timezone {
            known_zone(zone)?;
        }
        if known.setting.is_none() && known.others >= MOST_PLATFORMS {
            return Err(OkusuriError::Own(OkusuriReason::TooManyDevices));
        }
        if change.language.as_deref().is_some_and(|language| language.parse::<Language>().is_err()) {
            return Err(OkusuriError::Invalid { field: "language", code: "okusuri.language", message: "Reminders come in ja or en." });
        }
        let now = self.base.now();
        let mut setting = known.setting.clone().unwrap_or_else(|| Setting {
            user_id: person.user_id.clone(),
            platform: platform.clone(),
            kind: Kind::NotificationSetting,
            data: SettingData {
                platform: platform.clone(),
                is_enabled: true,
                time: DEFAULT_TIME,
                timezone: None,
                is_discreet: true,
                language: "ja".to_owned(),
                subscription: None,
                created_at: now,
                updated_at: now,
            },
            created_at: now,
            updated_at: now,
        });
        let SettingChange { is_enabled, time, timezone, is_discreet, language } = change.clone();
        let data = &mut setting.data;
        data.is_enabled = is_enabled.unwrap_or(data.is_enabled);
        data.time = time.unwrap_or(data.time);
        data.timezone = timezone.apply(data.timezone.take());
        data.is_discreet = is_discreet.unwrap_or(data.is_discreet);
        data.language = language.unwrap_or_else(|| std::mem::take(&mut data.language));
        (data.updated_at, setting.updated_at) = (now, now);
        Ok(setting)
    }
}

/// What the house says of devices, in the words and codes that Okusuri always had for it.
fn in_our_words(error: MessageError) -> OkusuriError {
    match error {
        AppError::Own(MessageReason::TooManyDevices) => OkusuriError::Own(OkusuriReason::TooManyDevices),
        AppError::Own(MessageReason::Subscription) => {
            let message = "This is no push subscription that messages can be sent to.";
            OkusuriError::Invalid { field: "subscription", code: "okusuri.subscription", message }
        }
        AppError::NotFound(what) => AppError::NotFound(what),
        AppError::Store(error) => AppError::Store(error),
        _ => AppError::Busy,
    }
}
