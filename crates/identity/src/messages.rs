//! How messages reach the people of the house: on their devices, and by mail.

use std::marker::PhantomData;
use std::sync::Arc;

use chabudai_kernel::error::AppError;
use chabudai_kernel::ids::Ids;
use chabudai_kernel::part::{UtcSeconds, Word};
use chabudai_kernel::service::Base;
use chabudai_push::{Message, PushError, Pusher, Subscription as PushTo, Urgency};
use chabudai_web::messages::{Delivered, Device, DeviceAddress, Mail, MessageError, MessageReason, Messages, NewDevice, Push};
use futures::future::BoxFuture;

use crate::error::IdentityError;
use crate::letter::{About, Letter, Post};
use crate::model::{Kind, PushDevice, PushDeviceData, Subscription, SubscriptionKeys, UserId};
use crate::people::People;
use crate::repo::Repo;

/// The most devices of one person.
pub const MOST_DEVICES: usize = 20;
/// The longest name that a browser gives itself here, in bytes.
const LONGEST_AGENT: usize = 256;

/// Takes messages to the people of a table.
pub struct Outbox<T> {
    repo: Repo<T>,
    base: Base,
    post: Arc<dyn Post>,
    pusher: Pusher,
}

impl<T: People> Clone for Outbox<T> {
    fn clone(&self) -> Self {
        let Self { repo, base, post, pusher } = self;
        Self { repo: repo.clone(), base: base.clone(), post: post.clone(), pusher: pusher.clone() }
    }
}

impl<T: People> Outbox<T> {
    /// By this post, and by this way to push services.
    pub fn new(repo: Repo<T>, ids: Arc<dyn Ids>, post: Arc<dyn Post>, pusher: Pusher) -> Self {
        let base = Base::new(repo.db().clone(), ids);
        Self { repo, base, post, pusher }
    }

    async fn add(&self, user: &UserId, platform: &Word, new: &NewDevice) -> Result<Device, MessageError> {
        let checked = PushTo::new(&new.endpoint, &new.p256dh, &new.auth, self.pusher.reach()).map_err(|error| {
            tracing::debug!(%error, "a subscription was refused");
            MessageError::Own(MessageReason::Subscription)
        })?;
        let id = Word::new(checked.endpoint_hash()).expect("a hash in base64 is a word");
        let run = self.repo.registering();
        self.base
            .persist(|| async {
                let so_far = self.repo.registered(run, user).await.map_err(in_general)?;
                let known = self.repo.devices(user).await.map_err(in_general)?;
                let before = known.iter().find(|one| one.device == id && one.platform == *platform);
                if before.is_none() && known.len() >= MOST_DEVICES {
                    return Err(MessageError::Own(MessageReason::TooManyDevices));
                }
                let device = self.device(user, platform, &id, new, before.map(|one| one.created_at));
                self.repo.register(run, &device, before.is_none().then_some(so_far)).await.map_err(in_general)?;
                Ok(told(device))
            })
            .await
    }

    fn device(&self, user: &UserId, platform: &Word, id: &Word, new: &NewDevice, since: Option<UtcSeconds>) -> PushDevice<T> {
        let now = self.base.now();
        let created_at = since.unwrap_or(now);
        let keys = SubscriptionKeys { p256dh: new.p256dh.clone(), auth: new.auth.clone() };
        let data = PushDeviceData {
            platform: platform.clone(),
            subscription: Subscription { endpoint: new.endpoint.clone(), keys },
            user_agent: new.user_agent.as_deref().map(shortened),
            session_id: new.session.clone(),
            created_at,
            updated_at: now,
        };
        let (user_id, platform, device) = (user.clone(), platform.clone(), id.clone());
        PushDevice { user_id, platform, device, kind: Kind::PushDevice, data, created_at, updated_at: now, of: PhantomData }
    }

    async fn deliver(&self, user: &UserId, device: &Device, push: &Push) -> Delivered {
        let DeviceAddress { endpoint, p256dh, auth } = &device.address;
        // What cannot be a subscription was taken in with another reach, or moved here from elsewhere.
        let Ok(to) = PushTo::new(endpoint, p256dh, auth, self.pusher.reach()) else { return Delivered::Never };
        let body = serde_json::to_vec(&push.text).expect("texts are JSON");
        let urgency = if push.is_urgent { Urgency::High } else { Urgency::Normal };
        let message = Message { body: &body, ttl: push.good_for, urgency, topic: Some(push.text.tag) };
        match self.pusher.send(&to, &message).await {
            Ok(()) => Delivered::Taken,
            Err(PushError::Gone) => {
                // If it cannot be forgotten now, it will be gone again next time.
                if let Err(error) = self.repo.forget_devices(user, [(device.platform.clone(), device.id.clone())]).await {
                    tracing::warn!(%error, "a device that is gone could not be forgotten");
                }
                Delivered::Gone
            }
            Err(error) => {
                tracing::warn!(%error, "a message was not taken");
                match error {
                    PushError::Later(wait) => Delivered::Later(wait),
                    PushError::Refused(_) => Delivered::Refused,
                    PushError::Gone | PushError::OutOfReach | PushError::TooLong => Delivered::Never,
                }
            }
        }
    }
}

impl<T: People> Messages for Outbox<T> {
    fn push_key(&self) -> &str {
        self.pusher.public_key()
    }

    fn devices<'a>(&'a self, person: &'a Word) -> BoxFuture<'a, Result<Vec<Device>, MessageError>> {
        Box::pin(async { Ok(self.repo.devices(person).await.map_err(in_general)?.into_iter().map(told).collect()) })
    }

    fn register<'a>(&'a self, person: &'a Word, platform: &'a Word, new: &'a NewDevice) -> BoxFuture<'a, Result<Device, MessageError>> {
        Box::pin(self.add(person, platform, new))
    }

    fn forget<'a>(&'a self, person: &'a Word, platform: &'a Word, devices: &'a [Word]) -> BoxFuture<'a, Result<(), MessageError>> {
        let gone = devices.iter().map(|device| (platform.clone(), device.clone()));
        Box::pin(async move { self.repo.forget_devices(person, gone).await.map_err(in_general) })
    }

    fn push<'a>(&'a self, person: &'a Word, device: &'a Device, message: &'a Push) -> BoxFuture<'a, Delivered> {
        Box::pin(self.deliver(person, device, message))
    }

    fn mail<'a>(&'a self, person: &'a Word, mail: Mail) -> BoxFuture<'a, Result<bool, MessageError>> {
        Box::pin(async move {
            let person = self.repo.person(person).await.map_err(in_general)?;
            let person = person.filter(|person| person.data.email_verified && person.data.leaving_at.is_none());
            let Some(person) = person else { return Ok(false) };
            self.post.send(Letter { to: person.email, about: About::OfAnApp(mail) });
            Ok(true)
        })
    }
}

fn told<T: People>(device: PushDevice<T>) -> Device {
    let PushDevice { platform, device: id, data, created_at, .. } = device;
    let Subscription { endpoint, keys: SubscriptionKeys { p256dh, auth } } = data.subscription;
    Device { id, platform, user_agent: data.user_agent, since: created_at, address: DeviceAddress { endpoint, p256dh, auth } }
}

/// Devices are written by no other rule of the people than what every store can say.
fn in_general(error: IdentityError) -> MessageError {
    match error {
        AppError::NotFound(what) => AppError::NotFound(what),
        AppError::Store(error) => AppError::Store(error),
        _ => AppError::Busy,
    }
}

fn shortened(agent: &str) -> String {
    agent[..agent.floor_char_boundary(LONGEST_AGENT)].to_owned()
}
