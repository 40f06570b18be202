//! A tap on a reminder: the pass that it brings logs one day, once, and no pill in a pause.

use chabudai_app_okusuri::model::PublicId;
use chabudai_app_okusuri::repo::logs::Correction;
use chabudai_kernel::once::Once;
use chabudai_kernel::part::Word;
use jiff::civil::date;
use serde_json::Value;

use crate::desk::{Desk, USUAL, code_of};
use crate::reminders::{UNTIL_EVENING, WAIT, sent};
use crate::world::{DAY, World, on_both};

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
