//! How an app writes to somebody of the house: on their devices and by mail. Whoever sends knows neither their addresses nor their keys.

use std::time::Duration;

use chabudai_kernel::codes;
use chabudai_kernel::error::{AppError, Codes, OwnReason};
use chabudai_kernel::part::{UtcSeconds, Word};
use futures::future::BoxFuture;
use serde::Serialize;

/// What can go wrong with devices.
pub type MessageError = AppError<MessageReason>;

/// What only devices can be refused for.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum MessageReason {
    /// There are as many devices as one person may have.
    #[error("There are twenty devices already. Remove one first.")]
    TooManyDevices,
    /// What a browser says is nothing that messages can be sent to.
    #[error("This is no push subscription that messages can be sent to.")]
    Subscription,
}

impl OwnReason for MessageReason {
    const CODES: Codes = codes!("identity");

    fn code(&self) -> &'static str {
        match self {
            Self::TooManyDevices => "identity.too_many_devices",
            Self::Subscription => "identity.subscription",
        }
    }

    fn status(&self) -> u16 {
        match self {
            Self::TooManyDevices => 409,
            Self::Subscription => 400,
        }
    }

    fn field(&self) -> Option<&'static str> {
        matches!(self, Self::Subscription).then_some("subscription")
    }
}

/// A browser that asks for messages.
#[derive(Clone, PartialEq, Eq)]
pub struct NewDevice {
    /// Where the push service takes messages.
    pub endpoint: String,
    /// The device's public key.
    pub p256dh: String,
    /// The device's secret.
    pub auth: String,
    /// The browser, as it calls itself.
    pub user_agent: Option<String>,
    /// The session on which it asks: when that is signed out, nothing is sent to the device any more.
    pub session: Option<Word>,
}

/// A device that messages reach.
#[derive(Clone, PartialEq, Eq)]
pub struct Device {
    /// What the house calls it: a hash of its address.
    pub id: Word,
    /// `web`, or what a program calls its own kind.
    pub platform: Word,
    /// The browser, as it calls itself.
    pub user_agent: Option<String>,
    /// Since when.
    pub since: UtcSeconds,
    /// How it is reached, for whoever delivers.
    pub address: DeviceAddress,
}

/// The name of a device, as the house makes them: nothing else is one.
pub fn device_id(text: &str) -> Option<Word> {
    let is_name = text.len() == 22 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    Word::new(text).filter(|_| is_name)
}

/// How a device is reached. Whoever knows it can disturb somebody, so it is printed nowhere.
#[derive(Clone, PartialEq, Eq)]
pub struct DeviceAddress {
    /// Where the push service takes messages.
    pub endpoint: String,
    /// The device's public key.
    pub p256dh: String,
    /// The device's secret.
    pub auth: String,
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Device").field("id", &self.id).field("platform", &self.platform).finish_non_exhaustive()
    }
}

/// What appears on a device. The house's service worker reads it; the names of its fields are those that devices know which were registered
/// before, and a worker that is a day old has to understand them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PushText {
    /// In bold.
    pub title: String,
    /// Below.
    pub body: String,
    /// On the button that opens the page.
    pub open: String,
    /// The page of the house that a tap opens, such as `/okusuri`.
    pub page: &'static str,
    /// A later message of the same tag takes the place of an earlier one.
    pub tag: &'static str,
    /// What can be done without opening anything.
    #[serde(flatten)]
    pub action: Option<PushAction>,
}

/// Something that is done by a tap on a message: the pass is sent to an address of the house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PushAction {
    /// On its button.
    #[serde(rename = "log")]
    pub label: String,
    /// What is shown once it is done.
    #[serde(rename = "logged")]
    pub done: String,
    /// The address that takes the pass, as JSON.
    pub act: &'static str,
    /// What allows it, without anybody being signed in.
    pub pass: String,
}

/// A message to a device.
#[derive(Clone, Debug)]
pub struct Push {
    /// What appears.
    pub text: PushText,
    /// How long it is worth delivering.
    pub good_for: Duration,
    /// A sleeping device is woken for it.
    pub is_urgent: bool,
}

/// What came of a message to a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delivered {
    /// The push service has taken it.
    Taken,
    /// The device is gone; the house has forgotten it.
    Gone,
    /// It cannot be taken now: not before so long, where the push service says so.
    Later(Option<Duration>),
    /// The push service does not want it, by something that the operator can mend.
    Refused,
    /// The same again would come to the same.
    Never,
}

/// A letter of an app.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mail {
    /// Its subject, which stands on locked screens.
    pub subject: String,
    /// Its text.
    pub text: String,
}

/// Takes messages to people.
pub trait Messages: Send + Sync {
    /// The key by which browsers know whose messages they let through.
    fn push_key(&self) -> &str;

    /// The devices of somebody, in a stable order.
    fn devices<'a>(&'a self, person: &'a Word) -> BoxFuture<'a, Result<Vec<Device>, MessageError>>;

    /// A device more. The same device again is the same device, with its new keys.
    fn register<'a>(&'a self, person: &'a Word, platform: &'a Word, new: &'a NewDevice) -> BoxFuture<'a, Result<Device, MessageError>>;

    /// Devices less. One that is gone already is no error.
    fn forget<'a>(&'a self, person: &'a Word, platform: &'a Word, devices: &'a [Word]) -> BoxFuture<'a, Result<(), MessageError>>;

    /// Sends a message to a device of somebody.
    fn push<'a>(&'a self, person: &'a Word, device: &'a Device, message: &'a Push) -> BoxFuture<'a, Delivered>;

    /// Sends a letter, if the person has an address that is known to be theirs. Whether it arrives is not known here.
    fn mail<'a>(&'a self, person: &'a Word, mail: Mail) -> BoxFuture<'a, Result<bool, MessageError>>;
}
