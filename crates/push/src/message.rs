//! What is sent.

use std::time::Duration;

/// The longest body. Push services take 4,096 bytes (RFC 8030, 7.2); 86 are the header of the sealed message, 16 its tag, and one tells the
/// body from the padding.
pub const LONGEST_BODY: usize = 4096 - 86 - 16 - 1;

/// What to send to a device.
#[derive(Clone, Copy)]
pub struct Message<'a> {
    /// What the device's service worker gets, at most [`LONGEST_BODY`] bytes. Up to 2,048 bytes reach every browser: Firefox on Android
    /// takes less than others.
    pub body: &'a [u8],
    /// How long the push service keeps it for a device that is away. Nothing keeps it longer than four weeks.
    pub ttl: Duration,
    /// Whether a sleeping device is to be woken for it.
    pub urgency: Urgency,
    /// A later message on the same topic replaces an earlier one that has not been delivered. Any text: the push service sees a digest, a
    /// different one for every device.
    pub topic: Option<&'a str>,
}

impl std::fmt::Debug for Message<'_> {
    /// What it says is between the server and the device.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Message").field("ttl", &self.ttl).field("urgency", &self.urgency).finish_non_exhaustive()
    }
}

/// How much of its battery a device should spend on a message (RFC 8030, 5.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Urgency {
    /// On power and Wi-Fi: advertisements.
    VeryLow,
    /// On power or Wi-Fi: news.
    Low,
    /// On neither: a chat.
    #[default]
    Normal,
    /// With a battery that is nearly empty: a call, a medicine.
    High,
}

impl Urgency {
    /// As the header says it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::VeryLow => "very-low",
            Self::Low => "low",
            Self::Normal => "normal",
            Self::High => "high",
        }
    }
}
