//! Messages on their way: to a push service on this machine that checks all the standards ask for, opens what it gets, and misbehaves
//! when it is told to.

mod answers; // gone, later, refused, silent
mod delivery; // what arrives
mod ways; // where messages do not go

use std::time::Duration;

use chabudai_push::{Message, Pusher, Reach, Subscription, Urgency, Vapid};
use chabudai_testkit::push::Device;

const SUBJECT: &str = "mailto:house@example.org";
const SOON: Duration = Duration::from_secs(10);

fn pusher(reach: Reach) -> Pusher {
    Pusher::new(Vapid::from_secret(&Vapid::generate(), SUBJECT).unwrap(), reach).unwrap()
}

fn subscription(device: &Device) -> Subscription {
    Subscription::new(&device.endpoint, &device.p256dh, &device.auth, Reach::Local).unwrap()
}

fn message(body: &str) -> Message<'_> {
    Message { body: body.as_bytes(), ttl: Duration::from_mins(5), urgency: Urgency::Normal, topic: None }
}
