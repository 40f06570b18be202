//! When to remind whom, where.

use chabudai_kernel::part::Word;

use super::profile::known_zone;
use super::{Person, Service};
use crate::error::{OkusuriError, OkusuriReason, Result};
use crate::model::{
    Change, ClockTime, DEFAULT_TIME, Device, DeviceData, Kind, Language, Setting, SettingData, Subscription, SubscriptionKeys,
};
use crate::repo::notifications::{self, Notifications};

/// The most devices of one person; settings of other platforms count as such.
const MOST_DEVICES: usize = 20;
/// The longest name that a browser gives itself here, in bytes.
const LONGEST_AGENT: usize = 256;

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

/// A device that asks for reminders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Registration {
    /// The subscription that its browser has made.
    pub subscription: Subscription,
    /// The browser, as it calls itself.
    pub user_agent: Option<String>,
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
        notifications::of(&self.base.db, &person.user_id, &platform(on)?).await
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

    /// A device more. The same device again is the same device, with its new keys.
    pub async fn register(&self, person: &Person, on: &str, new: &Registration, change: &SettingChange) -> Result<(Setting, Device)> {
        let platform = platform(on)?;
        let Subscription { endpoint, keys: SubscriptionKeys { p256dh, auth } } = &new.subscription;
        let checked = chabudai_push::Subscription::new(endpoint, p256dh, auth, self.pusher.reach()).map_err(|error| {
            tracing::debug!(%error, "a subscription was refused");
            let message = "This is no push subscription that messages can be sent to.";
            OkusuriError::Invalid { field: "subscription", code: "okusuri.subscription", message }
        })?;
        let id = Word::new(checked.endpoint_hash()).expect("a hash in base64 is a word");
        self.base
            .persist(|| async {
                let so_far = notifications::registered(&self.base.db, &person.user_id).await?;
                let known = notifications::of(&self.base.db, &person.user_id, &platform).await?;
                let before = known.devices.iter().find(|device| device.device == id);
                if before.is_none() && known.devices.len() + known.others >= MOST_DEVICES {
                    return Err(OkusuriError::Own(OkusuriReason::TooManyDevices));
                }
                let device = self.device(person, &platform, &id, new, before);
                let setting = self.changed(person, &platform, &known, change)?;
                let is_known = before.is_some() && known.setting.is_some();
                let counted = (!is_known).then(|| notifications::one_more(&person.user_id, so_far));
                notifications::register(&self.base.db, notifications::setting(known.setting.as_ref(), &setting), &device, counted).await?;
                Ok((setting, device))
            })
            .await
    }

    fn device(&self, person: &Person, platform: &Word, id: &Word, new: &Registration, before: Option<&Device>) -> Device {
        let now = self.base.now();
        let created_at = before.map_or(now, |device| device.created_at);
        let data = DeviceData {
            platform: platform.clone(),
            subscription: new.subscription.clone(),
            user_agent: new.user_agent.as_deref().map(shortened),
            created_at,
            updated_at: now,
        };
        let (user_id, platform, device) = (person.user_id.clone(), platform.clone(), id.clone());
        Device { user_id, platform, device, kind: Kind::PushDevice, data, created_at, updated_at: now }
    }

    /// A device less.
    pub async fn forget_device(&self, person: &Person, on: &str, device: &str) -> Result<()> {
        let is_name = device.len() == 22 && device.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
        let device = Word::new(device).filter(|_| is_name).ok_or(OkusuriError::NotFound("device"))?;
        notifications::forget(&self.base.db, &person.user_id, &platform(on)?, &[device]).await
    }

    /// No device, and no reminder.
    pub async fn forget_devices(&self, person: &Person, on: &str) -> Result<()> {
        let known = self.notifications(person, on).await?;
        if known.setting.as_ref().is_some_and(|setting| setting.data.is_enabled) {
            self.set_reminder(person, on, &SettingChange { is_enabled: Some(false), ..SettingChange::default() }).await?;
        }
        let devices: Vec<Word> = known.devices.into_iter().map(|device| device.device).collect();
        notifications::forget(&self.base.db, &person.user_id, &platform(on)?, &devices).await
    }

    fn changed(&self, person: &Person, platform: &Word, known: &Notifications, change: &SettingChange) -> Result<Setting> {
        if let Change::Set(zone) = &change.timezone {
            known_zone(zone)?;
        }
        if known.setting.is_none() && known.others >= MOST_DEVICES {
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

fn shortened(agent: &str) -> String {
    let end = agent.char_indices().map(|(at, _)| at).take_while(|at| *at <= LONGEST_AGENT).last().unwrap_or(0);
    agent[..if agent.len() <= LONGEST_AGENT { agent.len() } else { end }].to_owned()
}
