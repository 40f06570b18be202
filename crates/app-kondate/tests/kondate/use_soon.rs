//! What has to be used soon, told once a day on the devices of whoever wants it.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::request::Parts;
use chabudai_app_kondate::design::WHO_WANTS_PUSH;
use chabudai_app_kondate::pages::PushWords;
use chabudai_app_kondate::service::{BatchInput, NoticeChange, Service, Told, UseSoon};
use chabudai_kernel::part::{UtcSeconds, Word};
use chabudai_web::messages::{Delivered, Device, DeviceAddress, Mail, MessageError, Messages, NewDevice, Push};
use chabudai_web::people::{Directory, Person, Role};
use chabudai_web::problem::Problem;
use chabudai_web::text::Lang;
use futures::future::BoxFuture;

use crate::world::{World, at_once, batch_input, day, on_both};

/// A house in which everybody speaks Japanese and has one device, which takes messages or does not.
#[derive(Default)]
pub(crate) struct House {
    pushed: Mutex<Vec<String>>,
    pub(crate) refuses: Mutex<Option<Delivered>>,
    pub(crate) zone: Mutex<Option<String>>,
}

impl House {
    pub(crate) fn texts(&self) -> Vec<String> {
        std::mem::take(&mut *self.pushed.lock().unwrap())
    }
}

impl Directory for House {
    fn whoever_asks<'a>(&'a self, _: &'a Parts) -> BoxFuture<'a, Result<Option<Person>, Problem>> {
        Box::pin(async { Ok(None) })
    }

    fn person<'a>(&'a self, id: &'a Word) -> BoxFuture<'a, Result<Option<Person>, Problem>> {
        let zone = self.zone.lock().unwrap().clone();
        let person =
            Person { id: id.clone(), name: String::new(), email: None, lang: Some(Lang::Ja), zone, epoch: None, role: Role::Member };
        Box::pin(async { Ok(Some(person)) })
    }

    fn by_email<'a>(&'a self, _: &'a Word) -> BoxFuture<'a, Result<Option<Person>, Problem>> {
        Box::pin(async { Ok(None) })
    }

    fn is_empty(&self) -> BoxFuture<'_, Result<bool, Problem>> {
        Box::pin(async { Ok(false) })
    }
}

impl Messages for House {
    fn push_key(&self) -> &'static str {
        ""
    }

    fn devices<'a>(&'a self, _: &'a Word) -> BoxFuture<'a, Result<Vec<Device>, MessageError>> {
        let (id, platform) = (Word::new("phone").unwrap(), Word::new("web").unwrap());
        let address = DeviceAddress { endpoint: String::new(), p256dh: String::new(), auth: String::new() };
        let device = Device { id, platform, user_agent: None, since: UtcSeconds(jiff::Timestamp::UNIX_EPOCH), address };
        Box::pin(async { Ok(vec![device]) })
    }

    fn register<'a>(&'a self, _: &'a Word, _: &'a Word, _: &'a NewDevice) -> BoxFuture<'a, Result<Device, MessageError>> {
        Box::pin(async { Err(MessageError::Busy) })
    }

    fn forget<'a>(&'a self, _: &'a Word, _: &'a Word, _: &'a [Word]) -> BoxFuture<'a, Result<(), MessageError>> {
        Box::pin(async { Ok(()) })
    }

    fn push<'a>(&'a self, _: &'a Word, _: &'a Device, message: &'a Push) -> BoxFuture<'a, Delivered> {
        Box::pin(async {
            if let Some(refused) = *self.refuses.lock().unwrap() {
                return refused;
            }
            self.pushed.lock().unwrap().push(message.text.body.clone());
            Delivered::Taken
        })
    }

    fn mail<'a>(&'a self, _: &'a Word, _: Mail) -> BoxFuture<'a, Result<bool, MessageError>> {
        Box::pin(async { Ok(false) })
    }
}

fn reminders(service: &Service, house: &Arc<House>) -> UseSoon {
    UseSoon { service: service.clone(), people: house.clone(), messages: house.clone(), words: Arc::new(PushWords) }
}

async fn keeps(w: &World, name: &str, until: &str) {
    let input = BatchInput { best_before: Some(Some(day(until))), ..batch_input(name, "1", "個") };
    w.service.add_batch(&w.mei, &input, None).await.unwrap();
}

async fn wants(w: &World, push: bool) {
    let change = NoticeChange { push_enabled: Some(push), ..NoticeChange::default() };
    w.service.change_notices(&w.mei.person, change).await.unwrap();
}

const NOBODY: Told = Told { told: 0, failed: 0 };
const ONE: Told = Told { told: 1, failed: 0 };
pub(crate) const AN_HOUR: Duration = Duration::from_hours(1);

/// The clock of the world stands at a morning in Tokyo; this brings it to another hour of that day.
pub(crate) fn to_hour(w: &World, hour: i8) {
    use chabudai_kernel::clock::Clock as _;
    let now = jiff::Timestamp::from_millisecond(w.clock.now_millis().cast_signed()).unwrap().in_tz("Asia/Tokyo").unwrap();
    let hours = (24 + i64::from(hour) - i64::from(now.hour())) % 24;
    w.clock.advance(AN_HOUR * u32::try_from(hours).unwrap());
}

#[tokio::test]
async fn somebody_is_told_once_a_day_and_of_each_thing_once() {
    on_both(async |w: World| {
        let house = Arc::new(House::default());
        let soon = reminders(&w.service, &house);
        // Whatever the hour was, the night comes first.
        to_hour(&w, 6);
        let today = jiff::Timestamp::from_second(w.now()).unwrap().in_tz("Asia/Tokyo").unwrap().date();
        let after = |days: i64| today.checked_add(jiff::Span::new().days(days)).unwrap().to_string();
        for (name, days) in [("牛乳", 1), ("豆腐", 2), ("卵", 3), ("米", 90), ("古い肉", -1)] {
            keeps(&w, name, &after(days)).await;
        }
        to_hour(&w, 9);
        assert_eq!(w.costs(&WHO_WANTS_PUSH, 1, soon.run()).await, Ok(NOBODY), "nobody has asked for it");
        wants(&w, true).await;
        *house.zone.lock().unwrap() = Some("Europe/London".to_owned());
        assert_eq!(soon.run().await, Ok(NOBODY), "it is night where they are");
        *house.zone.lock().unwrap() = None;
        assert_eq!(soon.run().await, Ok(ONE));
        assert_eq!(house.texts(), ["牛乳（明日まで）、豆腐（あと2日）"]);
        w.clock.advance(AN_HOUR);
        assert_eq!((soon.run().await, house.texts().len()), (Ok(NOBODY), 0));
        // What comes home after that has to be used as soon, and is news tomorrow, whatever its day.
        keeps(&w, "鮭", &after(2)).await;
        // Tomorrow it is the eggs' turn, and what was told is no news.
        w.clock.advance(AN_HOUR * 24);
        assert_eq!((soon.run().await, house.texts()), (Ok(ONE), vec!["鮭（明日まで）、卵（あと2日）".to_owned()]));
        // A day on which there is nothing to tell is done with, too.
        w.clock.advance(AN_HOUR * 24);
        assert_eq!((soon.run().await, house.texts().len()), (Ok(NOBODY), 0));
        w.took_every_step("AP-1207");
        w.took_every_step("AP-1208");
        wants(&w, false).await;
        w.clock.advance(AN_HOUR * 24);
        keeps(&w, "納豆", &after(5)).await;
        assert_eq!((soon.run().await, house.texts().len()), (Ok(NOBODY), 0), "they do not want it any more");
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn of_sixty_four_who_would_tell_it_one_does() {
    on_both(async |w: World| {
        let house = Arc::new(House::default());
        to_hour(&w, 10);
        let today = jiff::Timestamp::from_second(w.now()).unwrap().in_tz("Asia/Tokyo").unwrap().date();
        keeps(&w, "豆腐", &today.to_string()).await;
        wants(&w, true).await;
        let servers = w.two().map(|service| reminders(&service, &house));
        let all = at_once(&servers, |soon, _| async move { soon.run().await }).await;
        let told: u64 = all.into_iter().map(|one| one.unwrap().told).sum();
        assert_eq!((told, house.texts().len()), (1, 1), "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn who_cannot_be_reached_now_is_told_later() {
    on_both(async |w: World| {
        let house = Arc::new(House::default());
        let soon = reminders(&w.service, &house);
        to_hour(&w, 10);
        let today = jiff::Timestamp::from_second(w.now()).unwrap().in_tz("Asia/Tokyo").unwrap().date();
        keeps(&w, "豆腐", &today.to_string()).await;
        wants(&w, true).await;
        *house.refuses.lock().unwrap() = Some(Delivered::Later(None));
        assert_eq!(soon.run().await, Ok(Told { told: 0, failed: 1 }));
        *house.refuses.lock().unwrap() = None;
        assert_eq!(soon.run().await, Ok(NOBODY), "not at once");
        w.clock.advance(AN_HOUR);
        assert_eq!((soon.run().await, house.texts().len()), (Ok(ONE), 1));
        // A device that is gone, or will never take it, is no reason to go on.
        w.clock.advance(AN_HOUR * 24);
        keeps(&w, "納豆", &today.checked_add(jiff::Span::new().days(3)).unwrap().to_string()).await;
        *house.refuses.lock().unwrap() = Some(Delivered::Gone);
        assert_eq!((soon.run().await, soon.run().await), (Ok(NOBODY), Ok(NOBODY)));
        w.is_in_order().await;
    })
    .await;
}
