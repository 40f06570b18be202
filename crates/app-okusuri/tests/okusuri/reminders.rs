//! Who is reminded, once, on every device, unless the day is logged.

use std::marker::PhantomData;
use std::time::Duration;

use chabudai_app_okusuri::design::{CLAIM_REMINDER, OKUSURI_TABLE, WHO_HAS_LOGGED, WHOM_TO_REMIND};
use chabudai_app_okusuri::model::{Change, ClockTime, Own, PublicId, Setting};
use chabudai_app_okusuri::regimen::Regimen;
use chabudai_app_okusuri::repo;
use chabudai_app_okusuri::service::{Person, Reminded, SettingChange};
use chabudai_identity::model::PushDevice;
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{BatchWrite, Put, Update, Write};
use chabudai_kernel::part::{IsoDay, Word};
use jiff::civil::date;
use serde_json::{Value, json};

use crate::desk::{Desk, USUAL, code_of, registration};
use crate::world::{DAY, World, on_both};

pub(crate) const HOUR: u64 = 60 * 60 * 1000;
/// From 08:30 until 21:50.
pub(crate) const UNTIL_EVENING: u64 = 13 * HOUR + 20 * 60 * 1000;
pub(crate) const WAIT: Duration = Duration::from_secs(10);

pub(crate) async fn meddle(d: &Desk, write: impl Into<Write>) {
    d.db().store().write(&write.into(), d.db().clock().now()).await.unwrap();
}

pub(crate) fn sent(sent: u64) -> Reminded {
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
            "Today is the last day of your break. Tomorrow is day 1.",
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
        for n in 0..18 {
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
        let (page, tag) = ("/okusuri", "medication-reminder");
        let wanted =
            json!({ "title": "On a break: no pill today", "body": "You start again in 4 days.", "open": "Open", "page": page, "tag": tag });
        assert_eq!(message(1).await, wanted, "no button that logs, and no pass");
        let quiet = SettingChange { is_discreet: Some(true), language: Some("ja".to_owned()), ..SettingChange::default() };
        d.service.set_reminder(&hana, "web", &quiet).await.unwrap();
        d.wait(DAY);
        d.service.remind().await.unwrap();
        assert_eq!(
            message(2).await,
            json!({ "title": "ちゃぶ台", "body": "今日の記録がまだです。", "open": "開く", "page": page, "tag": tag })
        );
        let plain = SettingChange { is_discreet: Some(false), ..SettingChange::default() };
        d.service.set_reminder(&hana, "web", &plain).await.unwrap();
        for (nth, body) in [(3, "再開まであと2日です。"), (4, "休薬は今日までです。明日から1日目です。")] {
            d.wait(DAY);
            d.service.remind().await.unwrap();
            assert_eq!(message(nth).await, json!({ "title": "休薬中です", "body": body, "open": "開く", "page": page, "tag": tag }));
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
async fn a_whole_town_is_reminded_page_by_page() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        d.phone(&hana, &USUAL).await;
        let setting = d.service.notifications(&hana, "web").await.unwrap().setting.unwrap();
        let device = d.world.service.repo().devices(&hana.user_id).await.unwrap().remove(0);
        let mut puts = Vec::new();
        for n in 0..130 {
            let user_id = Word::new(format!("{n:04}-{}", uuid::Uuid::new_v4())).unwrap();
            let email = Word::new(format!("{n}@example.org")).unwrap();
            let person = Person { user_id: user_id.clone(), email, of: PhantomData, ..hana.clone() };
            puts.push(BatchWrite::Put(Put::of(&person)));
            puts.push(BatchWrite::Put(Put::of(&chabudai_app_okusuri::model::Setting { user_id: user_id.clone(), ..setting.clone() })));
            puts.push(BatchWrite::Put(Put::of(&PushDevice { user_id: user_id.clone(), ..device.clone() })));
            if n % 3 == 0 {
                d.service.log(&person, &chabudai_app_okusuri::service::NewLog::default(), None).await.unwrap();
            }
        }
        d.db().fill(&puts).await.unwrap();
        d.wait(UNTIL_EVENING);
        let meter = d.db().meters().of(&WHO_HAS_LOGGED);
        let before = meter.read();
        assert_eq!(d.service.remind().await.unwrap(), sent(130 - 44 + 1));
        assert_eq!(meter.read().since(&before).spent.requests, 3, "one look for each page of people");
        assert_eq!(d.service.remind().await.unwrap(), sent(0));
    })
    .await;
}
