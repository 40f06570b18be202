//! Logging, correcting, deleting, and where somebody is.

use chabudai_app_okusuri::design::{
    CHANGE_PROFILE, CORRECT_LOG, DAYS, DELETE_LOG, LIST_LOGS, LOG_BY_NUMBER, LOG_DAY, LOOK_BACK, ONE_LOG, REPLAY,
};
use chabudai_app_okusuri::model::{Change, PublicId, newest_by_day};
use chabudai_app_okusuri::regimen::{Kind, Regimen};
use chabudai_app_okusuri::repo;
use chabudai_app_okusuri::repo::logs::{self, Correction};
use chabudai_app_okusuri::service::{NewLog, ProfileChange};
use chabudai_kernel::db::Paging;
use chabudai_kernel::once::Once;
use chabudai_kernel::op::{BatchWrite, Put};
use chabudai_kernel::part::{IsoDay, UtcSeconds, Word};
use jiff::ToSpan as _;
use jiff::civil::{Date, date};

use crate::desk::{Desk, code_of};
use crate::world::{DAY, World, on_both};

const TODAY: Date = date(2026, 11, 15);
const CLEAN: NewLog = NewLog { has_bleeding: false, date: None, taken: None, note: None };

fn at(log: &chabudai_app_okusuri::model::Log) -> PublicId {
    PublicId::parse(&log.public_id()).expect("an id of ours")
}

#[tokio::test]
async fn a_day_is_logged_read_corrected_and_deleted() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let new = NewLog { note: Some("  頭が痛い  ".to_owned()), ..CLEAN };
        let log = d.costs(&LOG_DAY, 0, d.service.log(&hana, &new, None)).await.unwrap();
        assert_eq!((log.date, log.data.note.as_deref(), log.data.taken), (IsoDay(TODAY), Some("頭が痛い"), None));
        assert_eq!(d.costs(&ONE_LOG, 0, d.service.find(&hana, &at(&log))).await.unwrap(), log);
        d.wait(5_000);
        let change = Correction { has_bleeding: Some(true), taken: Change::Set(false), note: Change::Clear };
        let after = d.costs(&CORRECT_LOG, 0, d.service.correct(&hana, &at(&log), &change)).await.unwrap();
        assert_eq!((after.data.has_bleeding, after.data.taken, after.data.note.as_deref()), (true, Some(false), None));
        assert!(after.updated_at > log.updated_at && after.created_at == log.created_at && after.data.updated_at == after.updated_at);
        assert_eq!(d.service.find(&hana, &at(&log)).await.unwrap(), after);
        let gone = d.costs(&DELETE_LOG, 0, d.service.delete(&hana, &at(&log))).await.unwrap();
        assert_eq!(gone, after, "what is deleted is handed back");
        for refused in [code_of(d.service.find(&hana, &at(&log)).await), code_of(d.service.delete(&hana, &at(&log)).await)] {
            assert_eq!(refused, "okusuri.not_found");
        }
        assert_eq!(code_of(d.service.correct(&hana, &at(&log), &change).await), "okusuri.not_found", "a correction makes nothing");
        for _ in 0..2 {
            d.service.put_back(&hana, &gone).await.unwrap();
        }
        assert_eq!(d.service.find(&hana, &at(&log)).await.unwrap(), gone);

        d.took_every_step("OK-03");
        d.took_every_step("OK-06");
    })
    .await;
}

#[tokio::test]
async fn somebody_elses_log_is_not_there() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let taro = d.joined("taro@example.org").await.0.person;
        let log = d.log(&hana, None, false).await;
        assert_eq!(code_of(d.service.find(&taro, &at(&log)).await), "okusuri.not_found");
        assert_eq!(code_of(d.service.delete(&taro, &at(&log)).await), "okusuri.not_found");
        assert_eq!(code_of(d.service.correct(&taro, &at(&log), &Correction::default()).await), "okusuri.not_found");
        assert_eq!(code_of(d.service.put_back(&taro, &log).await), "okusuri.not_found");
        assert_eq!(d.service.status(&taro).await.unwrap().current_streak, 0);
    })
    .await;
}

#[tokio::test]
async fn a_request_that_is_sent_again_counts_once() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let once = |request: &str| Once { key: Word::new("tap-1").unwrap(), request: request.to_owned() };
        let first = d.costs(&LOG_DAY, 0, d.service.log(&hana, &CLEAN, Some(&once("a")))).await.unwrap();
        d.wait(5_000);
        let again = d.costs(&REPLAY, 0, d.service.log(&hana, &CLEAN, Some(&once("a")))).await.unwrap();
        assert_eq!(first, again);
        assert_eq!(code_of(d.service.log(&hana, &CLEAN, Some(&once("b"))).await), "okusuri.idempotency_key_reused");
        let key = Once { key: Word::new("tap-2").unwrap(), request: "c".to_owned() };
        let taps = futures::future::join_all((0..20).map(|_| d.service.log(&hana, &CLEAN, Some(&key)))).await;
        let ids: std::collections::BTreeSet<String> = taps.into_iter().map(|log| log.unwrap().public_id()).collect();
        assert_eq!(ids.len(), 1, "every tap is answered, and with the same log");
        assert_eq!(d.service.history(&hana).await.unwrap().logs.len(), 2, "one by each key");
        d.took_every_step("OK-18");
    })
    .await;
}

#[tokio::test]
async fn a_period_is_listed_page_by_page() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        for back in 0..25 {
            d.log(&hana, Some(&TODAY.checked_sub(i64::from(back).days()).unwrap().to_string()), back % 5 == 0).await;
        }
        let (from, to) = (IsoDay(date(2026, 10, 25)), IsoDay(date(2026, 11, 13)));
        let mut days = Vec::new();
        let mut cursor = None;
        loop {
            let page = Paging { limit: 7, cursor: cursor.as_deref(), backward: true };
            let listed = d.costs(&LIST_LOGS, 0, logs::list(d.db(), &hana.user_id, Some(from), Some(to), page)).await.unwrap();
            days.extend(listed.items.iter().map(|log| log.date));
            cursor = listed.next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!((days.len(), days[0], days[19]), (20, to, from), "both ends are in it");
        assert!(days.windows(2).all(|pair| pair[0] > pair[1]));
        let page = Paging { limit: 7, cursor: Some("nonsense"), backward: true };
        assert_eq!(code_of(logs::list(d.db(), &hana.user_id, None, None, page).await), "okusuri.invalid_cursor");
        let taro = d.joined("taro@example.org").await.0.person;
        let page = Paging { limit: 7, cursor: None, backward: true };
        let hers = logs::list(d.db(), &hana.user_id, None, None, page).await.unwrap().next;
        let page = Paging { cursor: hers.as_deref(), ..page };
        assert_eq!(code_of(logs::list(d.db(), &taro.user_id, None, None, page).await), "okusuri.invalid_cursor");
        d.took_every_step("OK-02");
    })
    .await;
}

#[tokio::test]
async fn days_that_cannot_be_are_refused_and_change_nothing() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let on = |day: Date| NewLog { date: Some(day), ..CLEAN };
        assert_eq!(code_of(d.service.log(&hana, &on(date(2026, 11, 16)), None).await), "okusuri.date_in_future");
        assert_eq!(code_of(d.service.log(&hana, &on(date(1999, 12, 31)), None).await), "okusuri.date_too_early");
        let long = NewLog { note: Some("あ".repeat(301)), ..CLEAN };
        assert_eq!(code_of(d.service.log(&hana, &long, None).await), "okusuri.note_too_long");
        let bell = NewLog { note: Some("\u{7}".to_owned()), ..CLEAN };
        assert_eq!(code_of(d.service.log(&hana, &bell, None).await), "okusuri.note_control");
        assert_eq!(d.service.history(&hana).await.unwrap().logs, []);
        let most = NewLog { note: Some("あ\n".repeat(150)), ..CLEAN };
        d.service.log(&hana, &most, None).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_day_is_the_persons_own() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        // 08:30 on the 15th in Tokyo is still the 14th in New York.
        assert_eq!(d.log(&hana, None, false).await.date, IsoDay(TODAY));
        let there = ProfileChange { timezone: Some("America/New_York".to_owned()), ..ProfileChange::default() };
        let hana = d.costs(&CHANGE_PROFILE, 0, d.service.change_profile(&hana, &there)).await.unwrap();
        assert_eq!(d.log(&hana, None, false).await.date, IsoDay(date(2026, 11, 14)));
        assert_eq!(code_of(d.service.log(&hana, &NewLog { date: Some(TODAY), ..CLEAN }, None).await), "okusuri.date_in_future");
        let nowhere = ProfileChange { timezone: Some("Nowhere/Land".to_owned()), ..ProfileChange::default() };
        assert_eq!(code_of(d.service.change_profile(&hana, &nowhere).await), "okusuri.unknown_zone");
        assert_eq!(d.service.status(&hana).await.unwrap().current_streak, 1);
        d.took_every_step("OK-07");
        d.took_every_step("OK-09");
    })
    .await;
}

#[tokio::test]
async fn of_several_logs_of_a_day_the_newest_counts() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let first = d.log(&hana, None, true).await;
        d.wait(2_000);
        d.log(&hana, None, false).await;
        assert_eq!(d.service.status(&hana).await.unwrap().consecutive_bleeding_days, 0);
        d.wait(2_000);
        // A correction makes the older one the newest.
        d.service.correct(&hana, &at(&first), &Correction { has_bleeding: Some(true), ..Correction::default() }).await.unwrap();
        let told = d.service.history(&hana).await.unwrap();
        assert_eq!((told.logs.len(), told.status.consecutive_bleeding_days, told.status.current_streak), (2, 1, 1));
        assert_eq!(newest_by_day(&told.logs)[0].id, first.id);
        // What a page says is said by the newest log of the day; the other stays.
        let tap = |key: &str| Once { key: Word::new(key).unwrap(), request: key.to_owned() };
        let no = Correction { has_bleeding: Some(false), ..Correction::default() };
        let said = d.service.set_day(&hana, TODAY, &no, &tap("a")).await.unwrap();
        assert_eq!((&said.log.id, said.before.unwrap().id), (&first.id, first.id.clone()));
        assert_eq!(d.service.history(&hana).await.unwrap().logs.len(), 2);
        let said = d.service.set_day(&hana, date(2026, 11, 1), &no, &tap("b")).await.unwrap();
        assert_eq!((said.log.date, said.before), (IsoDay(date(2026, 11, 1)), None));
        d.took_every_step("OK-01");
        d.took_every_step("OK-05");
    })
    .await;
}

#[tokio::test]
async fn where_somebody_is_follows_from_every_day() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        // Days 1 to 33, with bleeding from 31 on; today is the third day of it.
        for day in 1..=33 {
            let back = i64::from(33 - day);
            d.log(&hana, Some(&TODAY.checked_sub(back.days()).unwrap().to_string()), day >= 31).await;
        }
        let now = d.costs(&DAYS, 0, d.service.status(&hana)).await.unwrap();
        assert_eq!((now.cycle_day, now.current_streak, now.consecutive_bleeding_days, now.today_logged), (Some(33), 33, 3, true));
        d.wait(DAY);
        let paused = d.service.status(&hana).await.unwrap();
        assert_eq!((paused.is_rest_period, paused.rest_days_left, paused.cycle_day), (true, 4, None));
        // The session has not ended, and the person knows nothing of the regimen yet: it is the flexible one.
        assert_eq!(hana.data.own.regimen().kind, Kind::Flexible);
        let change = ProfileChange { regimen: Some(Regimen::CONTINUOUS.from(date(2026, 11, 1))), ..ProfileChange::default() };
        let hana = d.service.change_profile(&hana, &change).await.unwrap();
        let now = d.service.status(&hana).await.unwrap();
        assert_eq!((now.is_rest_period, now.cycle_day), (false, Some(16)));
        let again = d.service.change_profile(&hana, &ProfileChange::default()).await.unwrap();
        assert_eq!(again.data.own, hana.data.own, "nothing named, nothing changed");
        for (wrong, code) in [
            (Regimen { rest_days: 0, ..Regimen::FLEXIBLE }, "okusuri.regimen_out_of_bounds"),
            (Regimen::FLEXIBLE.from(date(2026, 12, 1)), "okusuri.regimen_in_future"),
            (Regimen::FLEXIBLE.from(date(1980, 1, 1)), "okusuri.regimen_too_early"),
        ] {
            let change = ProfileChange { regimen: Some(wrong), ..ProfileChange::default() };
            assert_eq!(code_of(d.service.change_profile(&hana, &change).await), code);
        }
    })
    .await;
}

#[tokio::test]
async fn another_regimen_leaves_the_days_before_it_as_they_were() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        for back in 0..40 {
            d.log(&hana, Some(&TODAY.checked_sub(i64::from(back).days()).unwrap().to_string()), false).await;
        }
        assert_eq!(d.service.status(&hana).await.unwrap().cycle_day, Some(40), "the flexible one, without having chosen it");
        let change = ProfileChange { regimen: Some(Regimen::CYCLIC_21_7), ..ProfileChange::default() };
        let hana = d.service.change_profile(&hana, &change).await.unwrap();
        assert_eq!(d.service.status(&hana).await.unwrap().cycle_day, Some(1), "another one begins today");
        assert!(d.service.history(&hana).await.unwrap().timeline.days.iter().all(chabudai_app_okusuri::regimen::Day::is_due));
        // Numbers that a kind does not use are not kept.
        let odd = Regimen { rest_days: 4_000_000_000, max_days: 77, ..Regimen::CONTINUOUS };
        let hana = d.service.change_profile(&hana, &ProfileChange { regimen: Some(odd), ..ProfileChange::default() }).await.unwrap();
        assert_eq!(hana.data.own.regimen(), Regimen::CONTINUOUS.from(TODAY));
    })
    .await;
}

#[tokio::test]
async fn two_changes_at_once_are_both_made() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let [here, there] = d.two();
        for round in 0..10 {
            let zone = if round % 2 == 0 { "Europe/Berlin" } else { "Asia/Tokyo" };
            let moves = ProfileChange { timezone: Some(zone.to_owned()), ..ProfileChange::default() };
            let kind = if round % 2 == 0 { Regimen::CYCLIC_21_7 } else { Regimen::FLEXIBLE };
            let other = ProfileChange { regimen: Some(kind.from(date(2026, 11, 1 + round))), ..ProfileChange::default() };
            // Both begin with what was read before either.
            let (one, two) = futures::join!(here.change_profile(&hana, &moves), there.change_profile(&hana, &other));
            one.unwrap();
            two.unwrap();
            let own = repo::person(d.db(), &hana.user_id).await.unwrap().unwrap().data.own;
            assert_eq!((own.timezone.as_deref(), own.regimen().kind), (Some(zone), kind.kind), "round {round}");
        }
        d.took_every_step("ID-05");
    })
    .await;
}

#[tokio::test]
async fn ten_years_are_one_page_of_the_store() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let example = d.log(&hana, None, false).await;
        let mut puts = Vec::new();
        for back in 1..3653 {
            let day = IsoDay(TODAY.checked_sub(i64::from(back).days()).unwrap());
            let mut log = example.clone();
            (log.id, log.date, log.data.id) = (Word::new(format!("{back:010}")).unwrap(), day, Some(back as u64));
            puts.push(BatchWrite::Put(Put::of(&log)));
        }
        d.db().fill(&puts).await.unwrap();
        let now = d.costs(&DAYS, 0, d.service.status(&hana)).await.unwrap();
        assert!(now.today_logged);
        let told = d.costs(&LOOK_BACK, 0, d.service.history_for_report(&hana)).await.unwrap();
        assert_eq!((told.logs.len(), told.timeline.days.len()), (3653, 3653));
        // A log that was moved here is found by its number of old.
        let number = PublicId::Number(77);
        let found = d.costs(&LOG_BY_NUMBER, 0, d.service.find(&hana, &number)).await.unwrap();
        assert_eq!((found.data.id, found.id.as_str()), (Some(77), "0000000077"));
        d.service.correct(&hana, &number, &Correction { has_bleeding: Some(true), ..Correction::default() }).await.unwrap();
        assert!(d.service.find(&hana, &number).await.unwrap().data.has_bleeding);
        d.service.delete(&hana, &number).await.unwrap();
        assert_eq!(code_of(d.service.find(&hana, &number).await), "okusuri.not_found");
        d.took_every_step("OK-04");
        d.took_every_step("OK-08");
    })
    .await;
}

#[tokio::test]
async fn what_is_kept_has_the_names_of_the_design() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let log = d.log(&hana, Some("2026-11-02"), true).await;
        let items = d.items().await;
        let kept = items.iter().find(|item| item["Type"] == "medication_log").expect("it is kept");
        let mut names: Vec<&str> = kept.as_object().unwrap().keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["CreatedAt", "Data", "Date", "DateSK", "PK", "SK", "Type", "UpdatedAt", "UserID"]);
        assert_eq!(kept["PK"], format!("USER#{}", hana.user_id));
        assert_eq!(kept["SK"], format!("MEDICATION#2026-11-02#{}", log.id));
        assert_eq!(kept["DateSK"], format!("{}#MEDICATION#{}", hana.user_id, log.id));
        assert_eq!((&kept["Date"], &kept["Data"]["hasBleeding"]), (&"2026-11-02".into(), &true.into()));
        assert_eq!(kept["Data"].get("taken"), None, "what was not said is not kept");
        let created: UtcSeconds = kept["CreatedAt"].as_str().unwrap().parse().unwrap();
        assert_eq!(created, log.created_at);
        let own = items.iter().filter(|item| item.get("Date").is_some() || item.get("DateSK").is_some());
        assert!(own.into_iter().all(|item| item["Type"] == "medication_log"), "only logs are in the index of days");
    })
    .await;
}
