//! Who is reminded, once, on every device, unless the day is logged.

use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use chabudai_app_okusuri::design::{CLAIM_REMINDER, END_REMINDER, OKUSURI_TABLE, WHO_HAS_LOGGED, WHOM_TO_REMIND};
use chabudai_app_okusuri::model::{Change, ClockTime, Kind, Own, PublicId, Reminder, ReminderData, Setting};
use chabudai_app_okusuri::regimen::Regimen;
use chabudai_app_okusuri::repo;
use chabudai_app_okusuri::repo::idempotency::Once;
use chabudai_app_okusuri::repo::logs::Correction;
use chabudai_app_okusuri::repo::reminders::{self, End};
use chabudai_app_okusuri::service::{Person, Reminded, SettingChange};
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{BatchWrite, Put, Update, Write};
use chabudai_kernel::part::{IsoDay, Word};
use chabudai_store_conformance::faults::{Fault, FaultyStore};
use chabudai_testkit::push::{Latency, Reply};
use jiff::civil::date;
use serde_json::{Value, json};

use crate::desk::{Desk, USUAL, code_of, registration};
use crate::world::{DAY, World, at_once, on_both};

const HOUR: u64 = 60 * 60 * 1000;
/// From 08:30 until 21:50.
const UNTIL_EVENING: u64 = 13 * HOUR + 20 * 60 * 1000;
const WAIT: Duration = Duration::from_secs(10);

async fn meddle(d: &Desk, write: impl Into<Write>) {
    d.db().store().write(&write.into(), d.db().clock().now()).await.unwrap();
}

fn sent(sent: u64) -> Reminded {
    Reminded { sent, ..Reminded::default() }
}

#[tokio::test]
async fn every_device_is_reminded_once_in_the_evening() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let (phone, tablet) = (d.phone(&hana, &USUAL).await, d.phone(&hana, &USUAL).await);
        assert_eq!(d.costs(&WHOM_TO_REMIND, 0, d.service.remind()).await.unwrap(), sent(0), "it is morning");
        d.wait(UNTIL_EVENING - 1_000);
        assert_eq!(d.service.remind().await.unwrap(), sent(0), "a second too early");
        d.wait(1_000);
        assert_eq!(d.costs(&WHO_HAS_LOGGED, 0, d.costs(&CLAIM_REMINDER, 0, d.service.remind())).await.unwrap(), sent(2));
        for _ in 0..3 {
            d.wait(5 * 60 * 1000);
            assert_eq!(d.service.remind().await.unwrap(), sent(0), "once a day");
        }
        let received = d.push.wait_for(2, WAIT).await;
        assert_eq!(d.push.complaints(), [] as [String; 0]);
        let mut to: Vec<String> = received.iter().map(|one| one.device.endpoint.clone()).collect();
        let mut both = vec![phone.endpoint, tablet.endpoint];
        to.sort();
        both.sort();
        assert_eq!(to, both);
        for one in &received {
            assert!(one.ttl >= Duration::from_hours(1) && one.urgency == "high", "{one:?}");
            let text = String::from_utf8(one.body.clone()).unwrap();
            let note: Value = serde_json::from_str(&text).unwrap();
            assert_eq!((&note["title"], &note["body"]), (&"ちゃぶ台".into(), &"今日の記録がまだです。".into()), "discreet by default");
            for private in [hana.user_id.as_str(), "hana", "はな", "2026", "日目", "出血"] {
                assert!(!text.contains(private), "{private} in {text}");
            }
        }
        d.wait(DAY - 15 * 60 * 1000);
        assert_eq!(d.service.remind().await.unwrap(), sent(2), "and on the next day");
    })
    .await;
}

#[tokio::test]
async fn who_has_logged_is_left_in_peace() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let (hana, taro) = (d.hana().await, d.joined("taro@example.org").await.0.person);
        d.phone(&hana, &USUAL).await;
        let taros = d.phone(&taro, &USUAL).await;
        d.log(&hana, Some("2026-11-14"), false).await;
        let log = d.log(&hana, None, true).await;
        d.wait(UNTIL_EVENING);
        assert_eq!(d.service.remind().await.unwrap(), sent(1));
        assert_eq!(d.push.wait_for(1, WAIT).await[0].device.endpoint, taros.endpoint);
        let off = SettingChange { is_enabled: Some(false), ..SettingChange::default() };
        d.service.set_reminder(&taro, "web", &off).await.unwrap();
        d.wait(DAY);
        assert_eq!(d.service.remind().await.unwrap(), sent(1), "hana alone, who has not logged this day");
        assert!(log.data.has_bleeding);
    })
    .await;
}

#[tokio::test]
async fn a_reminder_says_more_to_who_wants_to_hear_it() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let plain = SettingChange { is_discreet: Some(false), language: Some("en".to_owned()), ..USUAL };
        d.phone(&hana, &plain).await;
        for day in 1..=33u32 {
            let back = jiff::Span::new().days(34 - i64::from(day));
            let on = date(2026, 11, 15).checked_sub(back).unwrap().to_string();
            d.log(&hana, Some(&on), day >= 31).await;
        }
        d.wait(UNTIL_EVENING);
        let mut bodies = Vec::new();
        for day in 0..6 {
            d.service.remind().await.unwrap();
            bodies.push(d.push.wait_for(day + 1, WAIT).await.pop().map(|one| serde_json::from_slice::<Value>(&one.body).unwrap()).unwrap());
            d.wait(DAY);
        }
        let said: Vec<&str> = bodies.iter().map(|body| body["body"].as_str().unwrap()).collect();
        let expected = [
            "You start again in 4 days.",
            "You start again in 3 days.",
            "You start again in 2 days.",
            "Today is the last day of the pause. Tomorrow is day 1.",
            "Today is day 1.",
            "Today is day 2.",
        ];
        assert_eq!(said, expected);
    })
    .await;
}

#[tokio::test]
async fn a_time_before_midnight_may_be_reminded_of_after_it() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        d.phone(&hana, &SettingChange { time: ClockTime::parse("23:50"), ..USUAL }).await;
        // Ten minutes after midnight: it is about the day that has ended.
        d.wait(15 * HOUR + 40 * 60 * 1000);
        assert_eq!(d.service.remind().await.unwrap(), sent(1));
        let note: Value = serde_json::from_slice(&d.push.wait_for(1, WAIT).await[0].body).unwrap();
        assert!(d.service.log_by_pass(note["pass"].as_str().unwrap()).await.unwrap());
        assert_eq!(d.service.history(&hana).await.unwrap().logs[0].date, IsoDay(date(2026, 11, 15)));
        // Two hours late is too late.
        d.wait(DAY + 2 * HOUR);
        assert_eq!(d.service.remind().await.unwrap(), sent(0));
    })
    .await;
}

#[tokio::test]
async fn a_reminder_after_midnight_speaks_of_the_day_that_has_ended() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let plain = SettingChange { time: ClockTime::parse("23:50"), is_discreet: Some(false), language: Some("en".to_owned()), ..USUAL };
        d.phone(&hana, &plain).await;
        for day in 5..=14 {
            d.log(&hana, Some(&format!("2026-11-{day:02}")), false).await;
        }
        d.wait(15 * HOUR + 40 * 60 * 1000);
        assert_eq!(d.service.remind().await.unwrap(), sent(1));
        let note: Value = serde_json::from_slice(&d.push.wait_for(1, WAIT).await[0].body).unwrap();
        assert_eq!(note["body"], "Today is day 11.", "the 15th, and not the 16th");
    })
    .await;
}

#[tokio::test]
async fn one_persons_trouble_is_nobody_elses() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let (hana, taro, jiro) = (d.hana().await, d.joined("taro@example.org").await.0.person, d.joined("jiro@example.org").await.0.person);
        let plain = SettingChange { is_discreet: Some(false), ..USUAL };
        for person in [&hana, &taro, &jiro] {
            d.phone(person, &plain).await;
        }
        // Hana's setting cannot be read, and Taro's regimen has numbers that nothing would have let in.
        let setting = Setting::key(hana.user_id.clone(), Word::new("web").unwrap());
        meddle(&d, Update::raw(&OKUSURI_TABLE, setting).set(attr("Data").dot("time"), "late")).await;
        let regimen = Regimen { rest_days: u32::MAX, bleed_trigger: 1, ..Regimen::LEGACY };
        let own = Own { regimen: Some(regimen), ..Own::default() };
        repo::change_profile(d.db(), &taro.user_id, &Own::default(), &own, taro.updated_at).await.unwrap().unwrap();
        d.log(&taro, Some("2026-11-14"), true).await;
        d.wait(UNTIL_EVENING);
        assert_eq!(d.service.remind().await.unwrap(), Reminded { sent: 2, failed: 1, gone: 0 });
    })
    .await;
}

#[tokio::test]
async fn every_platform_is_reminded_and_there_are_not_too_many() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        for platform in ["web", "web-tv"] {
            let device = d.push.device_of(d.service.push_key());
            d.service.register(&hana, platform, &registration(&device), &USUAL).await.unwrap();
        }
        d.wait(UNTIL_EVENING);
        assert_eq!(d.service.remind().await.unwrap(), sent(2));
        assert_eq!(d.service.remind().await.unwrap(), sent(0));
        for n in 0..16 {
            d.service.set_reminder(&hana, &format!("p{n}"), &USUAL).await.unwrap();
        }
        assert_eq!(code_of(d.service.set_reminder(&hana, "one-more", &USUAL).await), "okusuri.too_many_devices");
    })
    .await;
}

#[tokio::test]
async fn who_turns_it_off_at_the_last_moment_is_not_reminded() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        d.phone(&hana, &USUAL).await;
        let (off, later) = (
            SettingChange { is_enabled: Some(false), ..SettingChange::default() },
            SettingChange { time: ClockTime::parse("22:30"), ..SettingChange::default() },
        );
        let [here, there] = d.two();
        for _ in 0..10 {
            let (one, two) = futures::join!(here.set_reminder(&hana, "web", &off), there.set_reminder(&hana, "web", &later));
            one.unwrap();
            two.unwrap();
            let data = d.service.notifications(&hana, "web").await.unwrap().setting.unwrap().data;
            assert_eq!((data.is_enabled, data.time.to_string().as_str()), (false, "22:30"), "neither change is lost");
            let back = SettingChange { is_enabled: Some(true), time: ClockTime::parse("21:50"), ..SettingChange::default() };
            d.service.set_reminder(&hana, "web", &back).await.unwrap();
        }
        d.wait(UNTIL_EVENING);
        d.service.set_reminder(&hana, "web", &off).await.unwrap();
        assert_eq!(d.service.remind().await.unwrap(), sent(0));
    })
    .await;
}

#[tokio::test]
async fn the_time_is_by_the_zone_of_the_reminder_and_the_day_is_ones_own() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        // 08:30 on the 15th in Tokyo is 00:30 on the 15th in Berlin, and 23:50 on the 14th was forty minutes ago there.
        let there = SettingChange { time: ClockTime::parse("23:50"), timezone: Change::Set("Europe/Berlin".to_owned()), ..USUAL };
        d.phone(&hana, &there).await;
        d.log(&hana, Some("2026-11-14"), false).await;
        let log = d.log(&hana, Some("2026-11-15"), false).await;
        assert_eq!(d.service.remind().await.unwrap(), sent(0), "her day is the 15th, and it is logged");
        d.service.delete(&hana, &PublicId::parse(&log.public_id()).unwrap()).await.unwrap();
        assert_eq!(d.service.remind().await.unwrap(), sent(1));
        let note: Value = serde_json::from_slice(&d.push.wait_for(1, WAIT).await[0].body).unwrap();
        assert!(d.service.log_by_pass(note["pass"].as_str().unwrap()).await.unwrap());
        assert_eq!(d.service.history(&hana).await.unwrap().logs[1].date, IsoDay(date(2026, 11, 15)));
    })
    .await;
}

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

#[tokio::test]
async fn a_pass_logs_its_day_and_nothing_else() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        d.phone(&hana, &USUAL).await;
        d.wait(UNTIL_EVENING);
        d.service.remind().await.unwrap();
        let note: Value = serde_json::from_slice(&d.push.wait_for(1, WAIT).await[0].body).unwrap();
        let pass = note["pass"].as_str().unwrap();
        let taps = futures::future::join_all((0..10).map(|_| d.service.log_by_pass(pass))).await;
        assert!(taps.into_iter().any(|tap| tap.unwrap()));
        assert!(!d.service.log_by_pass(pass).await.unwrap(), "the day is logged");
        let told = d.service.history(&hana).await.unwrap();
        assert_eq!((told.logs.len(), told.status.today_logged, told.logs[0].data.has_bleeding), (1, true, false));
        for wrong in ["", "x", &pass[1..]] {
            assert_eq!(code_of(d.service.log_by_pass(wrong).await), "okusuri.not_found");
        }
        d.wait(DAY);
        assert_eq!(code_of(d.service.log_by_pass(pass).await), "okusuri.not_found", "it has ended");
        assert_eq!(d.service.try_devices(&hana, "web").await.unwrap(), sent(1));
        let note: Value = serde_json::from_slice(&d.push.wait_for(2, WAIT).await[1].body).unwrap();
        assert_eq!(note.get("pass"), None, "to try a device opens nothing");
    })
    .await;
}

#[tokio::test]
async fn a_day_that_was_taken_back_is_logged_by_the_next_tap() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        d.phone(&hana, &USUAL).await;
        d.wait(UNTIL_EVENING);
        d.service.remind().await.unwrap();
        let note: Value = serde_json::from_slice(&d.push.wait_for(1, WAIT).await[0].body).unwrap();
        let pass = note["pass"].as_str().unwrap();
        for _ in 0..3 {
            assert!(d.service.log_by_pass(pass).await.unwrap());
            let logged = d.service.history(&hana).await.unwrap().logs;
            assert_eq!(logged.len(), 1, "what is said to be logged is logged, on {}", d.name);
            d.service.delete(&hana, &PublicId::parse(&logged[0].public_id()).unwrap()).await.unwrap();
        }
        // Whoever logs in the app in between is not contradicted.
        d.log(&hana, None, true).await;
        assert!(!d.service.log_by_pass(pass).await.unwrap());
        assert_eq!(d.service.history(&hana).await.unwrap().logs.len(), 1);
        d.took_every_step("OK-14");
        d.took_every_step("OK-15");
        d.took_every_step("OK-16");
        d.took_every_step("OK-17");
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
    let d = Desk::over(World::over("the embedded store with faults", faulty.clone(), None, true));
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
        let mut device = d.service.notifications(&hana, "web").await.unwrap().devices.remove(0);
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

#[tokio::test]
async fn a_reminder_in_a_pause_says_so_and_logs_nothing() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let plain = SettingChange { is_discreet: Some(false), language: Some("en".to_owned()), ..USUAL };
        d.phone(&hana, &plain).await;
        // Three days of bleeding until yesterday: the pause begins today.
        for day in 1..=33u32 {
            let on = date(2026, 11, 15).checked_sub(jiff::Span::new().days(34 - i64::from(day))).unwrap().to_string();
            d.log(&hana, Some(&on), day >= 31).await;
        }
        d.wait(UNTIL_EVENING);
        d.service.remind().await.unwrap();
        let message = async |nth: usize| -> Value { serde_json::from_slice(&d.push.wait_for(nth, WAIT).await[nth - 1].body).unwrap() };
        let wanted = json!({ "title": "Pause: no pill today", "body": "You start again in 4 days.", "open": "Open" });
        assert_eq!(message(1).await, wanted, "no button that logs, and no pass");
        let quiet = SettingChange { is_discreet: Some(true), language: Some("ja".to_owned()), ..SettingChange::default() };
        d.service.set_reminder(&hana, "web", &quiet).await.unwrap();
        d.wait(DAY);
        d.service.remind().await.unwrap();
        assert_eq!(message(2).await, json!({ "title": "ちゃぶ台", "body": "今日の記録がまだです。", "open": "ひらく" }));
        let plain = SettingChange { is_discreet: Some(false), ..SettingChange::default() };
        d.service.set_reminder(&hana, "web", &plain).await.unwrap();
        for (nth, body) in [(3, "再開まであと2日です。"), (4, "休薬は今日までです。明日から1日目です。")] {
            d.wait(DAY);
            d.service.remind().await.unwrap();
            assert_eq!(message(nth).await, json!({ "title": "休薬中です", "body": body, "open": "ひらく" }));
        }
        d.wait(DAY);
        d.service.remind().await.unwrap();
        let first = message(5).await;
        assert_eq!((&first["title"], &first["log"]), (&"おくすりの時間です".into(), &"のんだ（出血なし）".into()));
        assert!(first["pass"].is_string(), "the pause has ended");
    })
    .await;
}

#[tokio::test]
async fn a_pass_for_a_day_that_became_a_pause_logs_nothing() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        d.phone(&hana, &USUAL).await;
        for day in 1..=33u32 {
            let on = date(2026, 11, 15).checked_sub(jiff::Span::new().days(34 - i64::from(day))).unwrap().to_string();
            d.log(&hana, Some(&on), day == 31 || day == 32).await;
        }
        d.wait(UNTIL_EVENING);
        d.service.remind().await.unwrap();
        let note: Value = serde_json::from_slice(&d.push.wait_for(1, WAIT).await[0].body).unwrap();
        let pass = note["pass"].as_str().expect("today is a day to take it");
        // She remembers that there was bleeding yesterday, too: today is the first day of a pause.
        let yes = Correction { has_bleeding: Some(true), ..Correction::default() };
        let tap = Once { key: Word::new("tap").unwrap(), request: "tap".to_owned() };
        d.service.set_day(&hana, date(2026, 11, 14), &yes, &tap).await.unwrap();
        assert_eq!(code_of(d.service.log_by_pass(pass).await), "okusuri.pausing");
        let told = d.service.history(&hana).await.unwrap();
        assert_eq!((told.logs.len(), told.status.today_logged, told.status.is_rest_period), (33, false, true));
    })
    .await;
}

#[tokio::test]
async fn a_whole_town_is_reminded_page_by_page() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        d.phone(&hana, &USUAL).await;
        let setting = d.service.notifications(&hana, "web").await.unwrap().setting.unwrap();
        let device = d.service.notifications(&hana, "web").await.unwrap().devices.remove(0);
        let mut puts = Vec::new();
        for n in 0..130 {
            let user_id = Word::new(format!("{n:04}-{}", uuid::Uuid::new_v4())).unwrap();
            let email = Word::new(format!("{n}@example.org")).unwrap();
            let person = Person { user_id: user_id.clone(), email, of: PhantomData, ..hana.clone() };
            puts.push(BatchWrite::Put(Put::of(&person)));
            puts.push(BatchWrite::Put(Put::of(&chabudai_app_okusuri::model::Setting { user_id: user_id.clone(), ..setting.clone() })));
            puts.push(BatchWrite::Put(Put::of(&chabudai_app_okusuri::model::Device { user_id: user_id.clone(), ..device.clone() })));
            if n % 3 == 0 {
                d.service.log(&person, &chabudai_app_okusuri::service::NewLog::default(), None).await.unwrap();
            }
        }
        d.fill(&puts).await;
        d.wait(UNTIL_EVENING);
        let meter = d.db().meters().of(&WHO_HAS_LOGGED);
        let before = meter.read();
        assert_eq!(d.service.remind().await.unwrap(), sent(130 - 44 + 1));
        assert_eq!(meter.read().since(&before).spent.requests, 3, "one look for each page of people");
        assert_eq!(d.service.remind().await.unwrap(), sent(0));
    })
    .await;
}
