//! Days that were not logged, filled in together: in one transaction, over no log that is there, once, and with a way back.

use chabudai_app_okusuri::design::{DAYS, FILL_DAYS, REPLAY, UNFILL_DAYS};
use chabudai_app_okusuri::model::{Filled, Log, PublicId, first_log_id};
use chabudai_app_okusuri::regimen::insight::adherence;
use chabudai_app_okusuri::regimen::{Regimen, TAKEN};
use chabudai_app_okusuri::repo::logs::{self, Correction};
use chabudai_app_okusuri::service::{NewLog, Person, ProfileChange, Service};
use chabudai_kernel::once::Once;
use chabudai_kernel::part::{IsoDay, Word};
use chabudai_test_stores::at_once;
use jiff::ToSpan as _;
use jiff::civil::{Date, date};

use crate::desk::{Desk, code_of};
use crate::world::on_both;

/// The day of the test's morning.
const TODAY: Date = date(2026, 11, 15);

fn once(key: &str) -> Once {
    Once { key: Word::new(key).unwrap(), request: key.to_owned() }
}

fn november(days: std::ops::RangeInclusive<i8>) -> Vec<Date> {
    days.map(|day| date(2026, 11, day)).collect()
}

fn plain(days: &[IsoDay]) -> Vec<Date> {
    days.iter().map(|day| day.0).collect()
}

async fn kept(d: &Desk, person: &Person) -> Vec<Log> {
    logs::days(d.db(), &person.user_id, None, None).await.unwrap()
}

async fn since_november(d: &Desk) -> Person {
    let hana = d.hana().await;
    let regimen = Some(Regimen::FLEXIBLE.from(date(2026, 11, 1)));
    d.service.change_profile(&hana, &ProfileChange { timezone: None, regimen }).await.unwrap()
}

#[tokio::test]
async fn who_says_since_when_is_counted_from_the_first_log_until_the_days_before_are_filled_in() {
    on_both(async |world| {
        let d = Desk::over(world);
        let hana = since_november(&d).await;
        d.log(&hana, None, false).await;
        let faithful = async || {
            let history = d.service.history(&hana).await.unwrap();
            let adherence = adherence(&history.timeline.days, history.today.0);
            (adherence.taken, adherence.due, adherence.percent())
        };
        assert_eq!(faithful().await, (1, 1, Some(100)), "nothing was missed before the first log");

        let found = d.costs(&DAYS, 0, d.service.unlogged(&hana, None, None)).await.unwrap();
        assert_eq!((found.from.0, found.to.0), (date(2026, 11, 1), date(2026, 11, 14)), "from the regimen's first day to yesterday");
        assert_eq!(plain(&found.days), november(1..=14));
        let all = plain(&found.days);
        let key = once("one");
        let filled = d.costs(&FILL_DAYS, 0, d.service.fill(&hana, &all, Some(&key))).await.unwrap();
        assert_eq!(plain(&filled.days), november(1..=14));
        assert_eq!(faithful().await, (15, 15, Some(100)));
        let logs = kept(&d, &hana).await;
        assert_eq!(logs.len(), 15);
        assert!(logs.iter().take(14).all(|log| log.entry() == TAKEN && log.id == first_log_id(log.date)));
        assert_eq!(d.service.unlogged(&hana, None, None).await.unwrap().days, [], "nothing is left");

        let back = d.costs(&UNFILL_DAYS, 0, d.service.unfill(&hana, &key.key)).await.unwrap();
        assert_eq!((back, kept(&d, &hana).await.len()), (filled.days, 1));
        assert_eq!(d.service.unfill(&hana, &key.key).await.unwrap(), [], "pressed twice");
        d.took_every_step("OK-22");
        d.took_every_step("OK-23");
    })
    .await;
}

#[tokio::test]
async fn a_day_that_has_a_log_keeps_it() {
    on_both(async |world| {
        let d = Desk::over(world);
        let hana = since_november(&d).await;
        d.log(&hana, Some("2026-11-03"), true).await;
        let not_taken = NewLog { date: Some(date(2026, 11, 5)), taken: Some(false), ..NewLog::default() };
        d.service.log(&hana, &not_taken, None).await.unwrap();
        // A second log of a day whose first one is gone: it is there, although not under the id of the day.
        let first = d.log(&hana, Some("2026-11-07"), false).await;
        let second = d.log(&hana, Some("2026-11-07"), true).await;
        assert_eq!((first.id == first_log_id(first.date), second.id == first_log_id(second.date)), (true, false));
        d.service.delete(&hana, &PublicId::At(first.date, first.id)).await.unwrap();
        let before = kept(&d, &hana).await;

        let filled = d.service.fill(&hana, &november(1..=8), None).await.unwrap();
        assert_eq!(plain(&filled.days), [1, 2, 4, 6, 8].map(|day| date(2026, 11, day)));
        let after = kept(&d, &hana).await;
        assert!(before.iter().all(|log| after.contains(log)), "what was there is as it was");
        assert_eq!(after.len(), 8, "a log for each day");
    })
    .await;
}

#[tokio::test]
async fn a_retry_counts_nothing_twice_and_does_not_bring_back_what_was_taken_back() {
    on_both(async |world| {
        let d = Desk::over(world);
        let hana = since_november(&d).await;
        let key = once("one");
        let fill = async || d.service.fill(&hana, &november(1..=5), Some(&key)).await;
        let first = fill().await.unwrap();
        d.wait(2_000);
        assert_eq!(d.costs(&REPLAY, 0, fill()).await.unwrap(), first, "the same answer");
        let other = Once { request: "other days".to_owned(), ..key.clone() };
        assert_eq!(code_of(d.service.fill(&hana, &november(1..=6), Some(&other)).await), "okusuri.idempotency_key_reused");
        // Of a day something was said since: it stays, and so does a day that was logged by itself.
        let day = date(2026, 11, 2);
        let bled = Correction { has_bleeding: Some(true), ..Correction::default() };
        d.service.set_day(&hana, day, &bled, &once("two")).await.unwrap();
        d.log(&hana, Some("2026-11-06"), false).await;
        assert_eq!(plain(&d.service.unfill(&hana, &key.key).await.unwrap()), [1, 3, 4, 5].map(|day| date(2026, 11, day)));
        assert_eq!(fill().await.unwrap(), first, "the retry is answered as before");
        let left: Vec<Date> = kept(&d, &hana).await.iter().map(|log| log.date.0).collect();
        assert_eq!(left, [day, date(2026, 11, 6)], "and records nothing");
        // The key of a single log took nothing back with it.
        assert_eq!(code_of(d.service.unfill(&hana, &once("two").key).await), "okusuri.not_found");
        assert_eq!(code_of(d.service.unfill(&hana, &once("never").key).await), "okusuri.not_found");
    })
    .await;
}

#[tokio::test]
async fn days_that_cannot_be_logged_are_not_filled_in() {
    on_both(async |world| {
        let d = Desk::over(world);
        let hana = since_november(&d).await;
        let fill = async |days: &[Date]| code_of(d.service.fill(&hana, days, None).await);
        assert_eq!(fill(&[]).await, "okusuri.no_date");
        assert_eq!(fill(&[date(2026, 11, 1), TODAY.tomorrow().unwrap()]).await, "okusuri.date_in_future");
        assert_eq!(fill(&[date(1999, 12, 31)]).await, "okusuri.date_too_early");
        let many: Vec<Date> = TODAY.series(-1.day()).take(93).collect();
        assert_eq!(fill(&many).await, "okusuri.too_many_days");
        assert_eq!(kept(&d, &hana).await, [], "all of them or none");
        let most = d.service.fill(&hana, &[&many[..92], &many[..5]].concat(), Some(&once("most"))).await.unwrap();
        assert_eq!(most.days.len(), 92, "each once");

        let look = async |from: Option<Date>, to: Option<Date>| code_of(d.service.unlogged(&hana, from, to).await);
        assert_eq!(look(None, Some(TODAY)).await, "okusuri.fill_until_yesterday");
        assert_eq!(look(Some(date(2026, 11, 4)), Some(date(2026, 11, 3))).await, "okusuri.period");
        assert_eq!(look(Some(TODAY), None).await, "okusuri.period");
        assert_eq!(look(Some(date(2026, 8, 14)), Some(date(2026, 11, 14))).await, "okusuri.too_many_days");
        assert!(d.service.unlogged(&hana, Some(date(2026, 8, 15)), Some(date(2026, 11, 14))).await.is_ok());
    })
    .await;
}

/// What came of many who fill in the same days: each day has one log, and it is told as filled in by one of them.
fn one_each(outcomes: Vec<Result<Filled, chabudai_app_okusuri::error::OkusuriError>>, wanted: &[Date], of: &str) {
    // Who was told that it is busy has recorded nothing.
    assert!(outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).all(|error| error.code() == "okusuri.busy"), "{of}");
    let mut told: Vec<Date> = outcomes.into_iter().flatten().flat_map(|filled| plain(&filled.days)).collect();
    told.sort_unstable();
    assert_eq!(told, wanted, "{of}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_sixty_four_at_once_each_day_is_filled_in_by_one() {
    on_both(async |world| {
        let d = Desk::over(world);
        let hana = since_november(&d).await;
        let outcomes = at_once(&d.two(), |service: Service, nth| {
            let hana = hana.clone();
            // They overlap, so that nobody's days are nobody else's.
            let first = i8::try_from(nth % 4).unwrap() + 1;
            async move { service.fill(&hana, &november(first..=first + 6), Some(&once(&format!("key {nth}").replace(' ', "-")))).await }
        })
        .await;
        one_each(outcomes, &november(1..=10), d.name);
        assert_eq!(kept(&d, &hana).await.len(), 10, "on {}", d.name);

        // The same request, sent so often: one answer, one log a day.
        let key = once("the-same");
        let outcomes = at_once(&d.two(), |service: Service, _| {
            let (hana, key) = (hana.clone(), key.clone());
            async move { service.fill(&hana, &november(11..=14), Some(&key)).await }
        })
        .await;
        let told: Vec<Filled> = outcomes.into_iter().flatten().collect();
        assert!(!told.is_empty() && told.iter().all(|filled| plain(&filled.days) == november(11..=14)), "on {}", d.name);
        assert_eq!(kept(&d, &hana).await.len(), 14, "on {}", d.name);
    })
    .await;
}

/// Half of them fill in, half of them log the same days as something else, some by the API: what was logged is never overwritten.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_logged_at_the_same_moment_is_not_overwritten() {
    on_both(async |world| {
        let d = Desk::over(world);
        let hana = since_november(&d).await;
        let outcomes = at_once(&d.two(), |service: Service, nth| {
            let hana = hana.clone();
            let day = date(2026, 11, i8::try_from(nth / 8).unwrap() + 1);
            let new = NewLog { has_bleeding: true, date: Some(day), taken: Some(false), note: None };
            async move {
                match nth % 8 {
                    // One for each of eight days, with and without a key.
                    3 => service.log(&hana, &new, None).await.map(|_| ()),
                    5 if nth > 31 => service.log(&hana, &new, Some(&once(&format!("log-{nth}")))).await.map(|_| ()),
                    _ => service.fill(&hana, &november(1..=8), None).await.map(|_| ()),
                }
            }
        })
        .await;
        assert!(outcomes.iter().all(|outcome| outcome.as_ref().err().is_none_or(|error| error.code() == "okusuri.busy")), "{outcomes:?}");
        let history = d.service.history(&hana).await.unwrap();
        let counts = chabudai_app_okusuri::model::newest_by_day(&history.logs);
        assert_eq!(counts.len(), 8, "on {}", d.name);
        assert!(counts.iter().all(|log| log.data.has_bleeding && log.data.taken == Some(false)), "on {}: {counts:?}", d.name);
        let filled = history.logs.iter().filter(|log| log.entry() == TAKEN).map(|log| log.date).collect::<Vec<_>>();
        let mut once_each = filled.clone();
        once_each.dedup();
        assert_eq!(filled, once_each, "no day is filled in twice");
    })
    .await;
}
