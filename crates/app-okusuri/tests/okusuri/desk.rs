//! Somebody's days in a world: the use cases of Okusuri over its store, and a push service that decrypts what arrives.

use std::sync::Arc;
use std::time::Duration;

use chabudai_app_okusuri::design::Okusuri;
use chabudai_app_okusuri::error::OkusuriError;
use chabudai_app_okusuri::model::Change;
use chabudai_app_okusuri::pages::ReminderWords;
use chabudai_app_okusuri::service::{NewLog, Passes, Person, Service, SettingChange};
use chabudai_identity::messages::Outbox;
use chabudai_identity::repo::Repo;
use chabudai_kernel::db::Db;
use chabudai_push::{Pusher, Reach, Vapid};
use chabudai_testkit::push::{Device, PushService};
use chabudai_web::messages::NewDevice;

use crate::world::{RandomIds, World};

/// A reminder as it is by default.
pub(crate) const USUAL: SettingChange =
    SettingChange { is_enabled: Some(true), time: None, timezone: Change::Keep, is_discreet: None, language: None };

pub(crate) struct Desk {
    pub(crate) world: World,
    pub(crate) service: Service,
    pub(crate) push: PushService,
    pub(crate) pusher: Pusher,
}

impl std::ops::Deref for Desk {
    type Target = World;

    fn deref(&self) -> &World {
        &self.world
    }
}

impl Desk {
    pub(crate) fn over(world: World) -> Self {
        let vapid = Vapid::from_secret(&Vapid::generate(), "mailto:operator@example.org").unwrap();
        let pusher = Pusher::new(vapid, Reach::Local).unwrap().patience(Duration::from_secs(5));
        let db = world.service.repo().db().clone();
        let service = service_over(&world, db, &pusher);
        Self { world, service, push: PushService::start(), pusher }
    }

    /// Somebody's days through two servers.
    pub(crate) fn two(&self) -> [Service; 2] {
        self.world.two_dbs().map(|db| service_over(&self.world, db, &self.pusher))
    }

    pub(crate) fn db(&self) -> &Db {
        self.service.db()
    }

    pub(crate) async fn hana(&self) -> Person {
        self.world.joined("hana@example.org").await.0.person
    }

    pub(crate) async fn log(&self, person: &Person, date: Option<&str>, has_bleeding: bool) -> chabudai_app_okusuri::model::Log {
        let date = date.map(|day| day.parse().unwrap());
        self.service.log(person, &NewLog { has_bleeding, date, ..NewLog::default() }, None).await.unwrap()
    }

    /// A phone that wants reminders.
    pub(crate) async fn phone(&self, person: &Person, change: &SettingChange) -> Device {
        let device = self.push.device_of(self.service.push_key());
        self.service.register(person, "web", &registration(&device), change).await.unwrap();
        device
    }
}

/// The people's devices, as the house knows them.
pub(crate) fn outbox(world: &World, db: Db, pusher: &Pusher) -> Outbox<Okusuri> {
    Outbox::new(Repo::new(db), Arc::new(RandomIds), world.post(), pusher.clone())
}

fn service_over(world: &World, db: Db, pusher: &Pusher) -> Service {
    let messages = Arc::new(outbox(world, db.clone(), pusher));
    Service::new(db, Arc::new(RandomIds), messages, Passes::new(b"a secret of the test"), Arc::new(ReminderWords))
}

pub(crate) fn registration(device: &Device) -> NewDevice {
    let Device { endpoint, p256dh, auth } = device.clone();
    NewDevice { endpoint, p256dh, auth, user_agent: Some("a phone".to_owned()), session: None }
}

pub(crate) fn code_of<T: std::fmt::Debug>(outcome: Result<T, OkusuriError>) -> &'static str {
    outcome.expect_err("it is refused").code()
}
