#![doc = include_str!("../README.md")]

mod encode; // base64, as we write it and as others do
mod error; // what to do when a message does not get through
mod message; // what is sent, how long it is worth it, how urgent it is
mod pusher; // one client for all push services
mod reach; // which addresses a message may go to
mod seal; // RFC 8291: only the device can open it
mod subscription; // where a device can be reached
mod vapid; // RFC 8292: who sends

pub use error::{NoTls, NotASubscription, NotAVapidKey, PushError};
pub use message::{LONGEST_BODY, Message, Urgency};
pub use pusher::Pusher;
pub use reach::Reach;
pub use subscription::Subscription;
pub use vapid::Vapid;
