//! How a reminder gets to every device, once as far as that can be: servers that die, push services that refuse.

use std::sync::Arc;
use std::time::Duration;

use chabudai_app_okusuri::design::{CLAIM_REMINDER, END_REMINDER};
use chabudai_app_okusuri::model::{Kind, Reminder, ReminderData};
use chabudai_app_okusuri::repo::reminders::{self, End};
use chabudai_app_okusuri::service::Reminded;
use chabudai_kernel::op::Put;
use chabudai_kernel::part::{IsoDay, Word};
use chabudai_store_conformance::faults::{Fault, FaultyStore};
use chabudai_test_stores::TestStore;
use chabudai_testkit::push::{Latency, Reply};
use jiff::civil::date;

use crate::desk::{Desk, USUAL};
use crate::reminders::{HOUR, UNTIL_EVENING, WAIT, meddle, sent};
use crate::world::{DAY, World, at_once, on_both};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn however_many_servers_look_one_sends_the_reminder() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        d.phone(&hana, &USUAL).await;
        d.wait(UNTIL_EVENING);
        let done = at_once(&d.two(), |service, _| async move { service.remind().await.unwrap().sent }).await;
        assert_eq!(done.into_iter().sum::<u64>(), 1);
        assert_eq!(d.push.received().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn dead_devices_are_forgotten_and_busy_ones_tried_again() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let (phone, tablet, old) = (d.phone(&hana, &USUAL).await, d.phone(&hana, &USUAL).await, d.phone(&hana, &USUAL).await);
        d.push.tell(&old, Reply::Status(410), Latency::Always);
        d.push.tell(&tablet, Reply::RetryAfter(429, "600".to_owned()), Latency::Next(1));
        d.wait(UNTIL_EVENING);
        let first = d.costs(&END_REMINDER, 0, d.service.remind()).await.unwrap();
        assert_eq!(first, Reminded { sent: 1, failed: 1, gone: 1 });
        assert_eq!(d.service.notifications(&hana, "web").await.unwrap().devices.len(), 2, "the one that is gone is forgotten");
        d.wait(9 * 60 * 1000);
        assert_eq!(d.service.remind().await.unwrap(), sent(0), "ten minutes were asked for");
        d.wait(2 * 60 * 1000);
        assert_eq!(d.service.remind().await.unwrap(), sent(1));
        assert_eq!((d.push.asked(&phone), d.push.asked(&tablet), d.push.asked(&old)), (1, 2, 1), "nobody hears it twice");
        d.wait(20 * 60 * 1000);
        assert_eq!(d.service.remind().await.unwrap(), sent(0));
        // A push service that never recovers is not asked for ever.
        d.push.tell(&phone, Reply::Status(500), Latency::Always);
        d.push.tell(&tablet, Reply::Status(403), Latency::Always);
        d.wait(DAY - 31 * 60 * 1000);
        let mut tries = 0;
        for _ in 0..36 {
            tries += u32::from(d.service.remind().await.unwrap().failed > 0);
            d.wait(5 * 60 * 1000);
        }
        assert!((2..=25).contains(&tries), "{tries} tries in three hours");
        assert_eq!(d.service.notifications(&hana, "web").await.unwrap().devices.len(), 2, "a fault is no farewell");
    })
    .await;
}

#[tokio::test]
async fn what_a_server_took_on_and_left_is_taken_over() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        d.phone(&hana, &USUAL).await;
        d.wait(UNTIL_EVENING);
        let now = d.db().clock().now().0;
        let claimed = |until: i64| Reminder {
            user_id: hana.user_id.clone(),
            date: IsoDay(date(2026, 11, 15)),
            slot: Word::new("2150").unwrap(),
            kind: Kind::Reminder,
            claimed_until: until,
            data: ReminderData::default(),
            ttl: now + 1_000_000,
        };
        // A server claims it and dies.
        let lost = reminders::claim(d.db(), &claimed(now + 120), now).await.unwrap().expect("it is free");
        assert_eq!(d.service.remind().await.unwrap(), sent(0), "it is somebody's");
        d.wait(121_000);
        assert_eq!(d.service.remind().await.unwrap(), sent(1));
        assert!(!reminders::end(d.db(), &lost, &[], End::NotBefore(0)).await.unwrap(), "who comes back too late changes nothing");
        assert_eq!(reminders::claim(d.db(), &claimed(now + 10_000), now + 10_000).await.unwrap(), None, "what was sent is nobody's");
    })
    .await;
}

/// The devices that a reminder is known to have reached.
async fn reached(d: &Desk) -> usize {
    let items = d.items().await;
    let reminder = items.iter().find(|item| item["Type"] == "reminder");
    reminder.and_then(|item| item["Data"]["reached"].as_array()).map_or(0, Vec::len)
}

/// A server dies while it waits for the second device: the first one hears nothing twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_server_that_dies_between_two_devices_repeats_nothing() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let (phone, tablet) = (d.phone(&hana, &USUAL).await, d.phone(&hana, &USUAL).await);
        d.push.tell(&tablet, Reply::Hang, Latency::Next(1));
        d.wait(UNTIL_EVENING);
        let dying = tokio::spawn({
            let service = d.service.clone();
            async move { service.remind().await }
        });
        d.push.wait_for(1, WAIT).await;
        let deadline = std::time::Instant::now() + Duration::from_secs(3);
        while reached(&d).await == 0 && std::time::Instant::now() < deadline {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        dying.abort();
        assert!(dying.await.unwrap_err().is_cancelled(), "it dies before its push service has answered for both");
        assert_eq!(d.service.remind().await.unwrap(), sent(0), "its lease has not ended");
        d.wait(121_000);
        assert_eq!(d.service.remind().await.unwrap(), sent(1), "the other device alone, on {}", d.name);
        assert_eq!((d.push.asked(&phone), d.push.asked(&tablet)), (1, 2));
    })
    .await;
}

/// The store does not answer when it is told of the first device: the end of the reminder tells it again.
#[tokio::test]
async fn a_device_that_the_store_was_not_told_of_is_told_in_the_end() {
    let w = World::embedded(true);
    let faulty = Arc::new(FaultyStore::new(w.store.clone()));
    let d = Desk::over(World::over(TestStore::over("the embedded store with faults", faulty.clone()), true));
    let hana = d.hana().await;
    let (phone, tablet) = (d.phone(&hana, &USUAL).await, d.phone(&hana, &USUAL).await);
    d.push.tell(&tablet, Reply::RetryAfter(429, "60".to_owned()), Latency::Next(1));
    d.wait(UNTIL_EVENING);
    // The claim passes; what comes after it once does not.
    let claim = d.db().meters().of(&CLAIM_REMINDER);
    let before = claim.read();
    let service = d.service.clone();
    let run = tokio::spawn(async move { service.remind().await });
    while claim.read().since(&before).spent.requests == 0 {
        tokio::task::yield_now().await;
    }
    faulty.inject([Fault::Conflict]);
    assert_eq!(run.await.unwrap().unwrap(), Reminded { sent: 1, failed: 1, gone: 0 });
    assert_eq!((faulty.happened(), reached(&d).await), (1, 1));
    d.wait(61_000);
    assert_eq!(d.service.remind().await.unwrap(), sent(1));
    assert_eq!((d.push.asked(&phone), d.push.asked(&tablet)), (1, 2));
}

/// What a push service refuses is not sent, is not forgotten, and is not tried for ever.
#[tokio::test]
async fn a_refused_reminder_is_not_a_sent_one() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let (phone, tablet) = (d.phone(&hana, &USUAL).await, d.phone(&hana, &USUAL).await);
        d.push.tell(&tablet, Reply::Status(403), Latency::Next(2));
        d.wait(UNTIL_EVENING);
        assert_eq!(d.service.remind().await.unwrap(), Reminded { sent: 1, failed: 1, gone: 0 });
        let kept = d.items().await;
        let kept = kept.iter().find(|item| item["Type"] == "reminder").unwrap();
        assert_eq!((kept["Data"].get("sentAt"), reached(&d).await), (None, 1), "it is not sent, on {}", d.name);
        // The operator mends what the push service did not like, within the hour.
        let mut tries = Vec::new();
        for _ in 0..24 {
            d.wait(5 * 60 * 1000);
            let done = d.service.remind().await.unwrap();
            tries.extend((done != sent(0)).then_some(done));
        }
        assert_eq!(tries, [Reminded { failed: 1, ..sent(0) }, sent(1)]);
        assert_eq!((d.push.asked(&phone), d.push.asked(&tablet)), (1, 3));
        // Where nothing helps, the evening ends it.
        d.push.tell(&phone, Reply::Status(400), Latency::Always);
        d.push.tell(&tablet, Reply::Status(400), Latency::Always);
        d.wait(DAY - 2 * HOUR);
        let mut failed = 0;
        for _ in 0..36 {
            failed += u32::from(d.service.remind().await.unwrap().failed == 2);
            d.wait(5 * 60 * 1000);
        }
        assert!((2..=5).contains(&failed), "{failed} tries in three hours");
        d.took_every_step("OK-20");
    })
    .await;
}

/// An address that nothing is sent to stays one for the evening.
#[tokio::test]
async fn a_device_out_of_reach_is_tried_once_and_the_reminder_is_not_sent() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        d.phone(&hana, &USUAL).await;
        let mut device = d.world.service.repo().devices(&hana.user_id).await.unwrap().remove(0);
        device.data.subscription.endpoint = "https://10.0.0.1/push".to_owned();
        meddle(&d, Put::of(&device)).await;
        d.wait(UNTIL_EVENING);
        assert_eq!(d.service.remind().await.unwrap(), Reminded { failed: 1, ..sent(0) });
        for _ in 0..24 {
            d.wait(5 * 60 * 1000);
            assert_eq!(d.service.remind().await.unwrap(), sent(0), "the same would come of it");
        }
        assert!(d.items().await.iter().all(|item| item["Type"] != "reminder" || item["Data"].get("sentAt").is_none()));
    })
    .await;
}
