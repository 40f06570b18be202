//! One tap: what a day is to say, counted once, corrected, and taken back.

use chabudai_app_okusuri::model::{Change, Log, PublicId};
use chabudai_app_okusuri::repo::logs::{self, Correction};
use chabudai_kernel::once::Once;
use chabudai_kernel::part::Word;
use jiff::civil::{Date, date};

use crate::desk::{Desk, code_of};
use crate::world::on_both;

/// The day of the test's morning.
const TODAY: Date = date(2026, 11, 15);

fn once(key: &str) -> Once {
    Once { key: Word::new(key).unwrap(), request: key.to_owned() }
}

fn bleeding(yes: bool) -> Correction {
    Correction { has_bleeding: Some(yes), ..Correction::default() }
}

#[tokio::test]
async fn a_tap_counts_once_and_another_one_corrects_it() {
    on_both(async |world| {
        let d = Desk::over(world);
        let hana = d.hana().await;
        let first = d.service.set_day(&hana, TODAY, &bleeding(false), &once("one")).await.unwrap();
        assert!(first.before.is_none() && first.is_change());
        let again = d.service.set_day(&hana, TODAY, &bleeding(false), &once("one")).await.unwrap();
        assert_eq!(again, first, "the same tap has the same answer, with the same way back");
        let both = (bleeding(false), bleeding(false));
        let keys = (once("two"), once("two"));
        let day = date(2026, 11, 14);
        let [one, other] = d.two();
        let (left, right) = tokio::join!(one.set_day(&hana, day, &both.0, &keys.0), other.set_day(&hana, day, &both.1, &keys.1));
        assert_eq!(left.unwrap().log.id, right.unwrap().log.id, "two at once are one");

        let noted = Correction { taken: Change::Set(false), note: Change::Set("だるい".to_owned()), ..bleeding(false) };
        d.service.set_day(&hana, TODAY, &noted, &once("three")).await.unwrap();
        let other = d.service.set_day(&hana, TODAY, &bleeding(true), &once("four")).await.unwrap();
        assert_eq!((other.log.data.taken, other.log.data.note.as_deref()), (Some(false), Some("だるい")), "what is not said stays");
        assert!(other.before.as_ref().is_some_and(|before| !before.data.has_bleeding) && other.is_change());
        let same = d.service.set_day(&hana, TODAY, &bleeding(true), &once("five")).await.unwrap();
        assert!(!same.is_change(), "it says what it said");
        assert_eq!(logs::days(d.db(), &hana.user_id, None, None).await.unwrap().len(), 2, "a log for each of two days");
    })
    .await;
}

/// A tap that arrives again, late: what was said since stays, whether the tap had made the log or corrected it.
#[tokio::test]
async fn a_tap_from_before_changes_nothing_that_was_said_since() {
    on_both(async |world| {
        let d = Desk::over(world);
        let hana = d.hana().await;
        let tap = async |key: &str, yes: bool| d.service.set_day(&hana, TODAY, &bleeding(yes), &once(key)).await.unwrap();
        for (key, yes) in [("one", false), ("two", true), ("three", false), ("four", true)] {
            d.wait(1_000);
            assert!(tap(key, yes).await.is_change());
        }
        let kept = logs::days(d.db(), &hana.user_id, None, None).await.unwrap();
        d.wait(1_000);
        for (key, yes) in [("one", false), ("three", false), ("four", true), ("one", true), ("two", false)] {
            let again = tap(key, yes).await;
            assert_eq!(again.log, kept[0], "{key} is answered with what is there");
            assert!(!again.is_change(), "{key} is told as no change, so nothing offers to take it back");
        }
        assert_eq!(logs::days(d.db(), &hana.user_id, None, None).await.unwrap(), kept, "nothing is changed");
    })
    .await;
}

/// "Undo" takes back what it was offered for, and not what was said after it.
#[tokio::test]
async fn what_was_said_since_is_not_taken_back() {
    on_both(async |world| {
        let d = Desk::over(world);
        let hana = d.hana().await;
        let first = d.service.set_day(&hana, TODAY, &bleeding(true), &once("one")).await.unwrap().log;
        let since = d.service.set_day(&hana, TODAY, &bleeding(false), &once("two")).await.unwrap().log;
        let undo = async |said: &Log| d.service.take_back(&hana, said.date, &said.id, said.updated_at).await;
        assert_eq!(code_of(undo(&first).await), "okusuri.not_found");
        assert_eq!(logs::days(d.db(), &hana.user_id, None, None).await.unwrap(), std::slice::from_ref(&since));
        undo(&since).await.unwrap();
        assert_eq!(logs::days(d.db(), &hana.user_id, None, None).await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn what_was_taken_back_can_be_said_again() {
    on_both(async |world| {
        let d = Desk::over(world);
        let hana = d.hana().await;
        let said = d.service.set_day(&hana, TODAY, &bleeding(true), &once("one")).await.unwrap();
        d.service.delete(&hana, &PublicId::At(said.log.date, said.log.id.clone())).await.unwrap();
        let again = d.service.set_day(&hana, TODAY, &bleeding(true), &once("one")).await.unwrap();
        assert!(again.before.is_none() && again.is_change());
        assert_eq!(logs::days(d.db(), &hana.user_id, None, None).await.unwrap(), [again.log]);
    })
    .await;
}

#[tokio::test]
async fn a_day_that_cannot_be_logged_is_not_put_back_either() {
    on_both(async |world| {
        let d = Desk::over(world);
        let hana = d.hana().await;
        let tomorrow = d.service.set_day(&hana, TODAY.tomorrow().unwrap(), &bleeding(true), &once("one")).await;
        assert_eq!(code_of(tomorrow), "okusuri.date_in_future");
        let mut log = d.service.set_day(&hana, TODAY, &bleeding(true), &once("two")).await.unwrap().log;
        log.data.note = Some("あ".repeat(301));
        assert_eq!(code_of(d.service.put_back(&hana, &log).await), "okusuri.note_too_long");
        log.data.note = None;
        log.date.0 = TODAY.tomorrow().unwrap();
        assert_eq!(code_of(d.service.put_back(&hana, &log).await), "okusuri.date_in_future");
    })
    .await;
}
