//! Sixty-four at once, through two servers over one store: what may happen once happens once, by conditions of the writes themselves.

use std::collections::BTreeSet;

use chabudai_app_okusuri::design::{CLAIM_REMINDER, Okusuri};
use chabudai_app_okusuri::error::OkusuriError;
use chabudai_app_okusuri::model::{Kind, Reminder, ReminderData};
use chabudai_app_okusuri::repo::logs::{self, Correction};
use chabudai_app_okusuri::repo::reminders::{self, End};
use chabudai_app_okusuri::service::{NewLog, Pass, Passes};
use chabudai_identity::patterns::Patterns;
use chabudai_identity::repo::join;
use chabudai_identity::service::Here;
use chabudai_kernel::once::Once;
use chabudai_kernel::op::Transact;
use chabudai_kernel::part::{IsoDay, Word};
use jiff::civil::{Date, date};

use crate::desk::Desk;
use crate::world::{World, at_once, on_both};

const TODAY: Date = date(2026, 11, 15);

fn once(key: impl std::fmt::Display) -> Once {
    Once { key: Word::new(key.to_string()).unwrap(), request: "the same".to_owned() }
}

/// On a machine that has much else to do, somebody hears that it is busy; whoever taps then taps again.
macro_rules! until_heard {
    ($send:expr) => {
        loop {
            match $send.await {
                Err(OkusuriError::Busy) => {}
                other => break other.unwrap(),
            }
        }
    };
}

fn bleeding(yes: bool) -> Correction {
    Correction { has_bleeding: Some(yes), ..Correction::default() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_a_tap_on_many_devices_one_logs() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let until = d.db().clock().now().0 + 3_600;
        let pass = Passes::new(b"a secret of the test").seal(&Pass { user: hana.user_id.clone(), day: IsoDay(TODAY), until });
        let taps = at_once(&d.two(), |service, _| {
            let pass = pass.clone();
            async move { until_heard!(service.log_by_pass(&pass)) }
        })
        .await;
        assert_eq!(taps.into_iter().filter(|logged| *logged).count(), 1, "one of them logs, and the others hear that it is logged");
        assert_eq!(logs::days(d.db(), &hana.user_id, None, None).await.unwrap().len(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_a_tap_that_is_sent_many_times_one_counts() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let set = async |key: &str, change: Correction| {
            let said = at_once(&d.two(), |service, _| {
                let (hana, once, change) = (hana.clone(), once(key), change.clone());
                async move { until_heard!(service.set_day(&hana, TODAY, &change, &once)) }
            })
            .await;
            let logs = logs::days(d.db(), &hana.user_id, None, None).await.unwrap();
            assert!(said.iter().all(|one| one.log == logs[0]) && logs.len() == 1, "every one is answered with the one log that is there");
            said.into_iter().filter(|one| one.before.as_ref().is_some_and(|before| before.data != one.log.data)).count()
        };
        assert_eq!(set("first", bleeding(false)).await, 0, "nothing was there to be corrected");
        assert_eq!(set("second", bleeding(true)).await, 1, "one of them corrects, and the others hear what is there");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_different_taps_one_makes_the_log_of_the_day() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let said = at_once(&d.two(), |service, nth| {
            let (hana, once) = (hana.clone(), once(format!("tap-{nth}")));
            async move { service.set_day(&hana, TODAY, &bleeding(nth % 2 == 0), &once).await }
        })
        .await;
        let (mut made, mut corrected) = (0, Vec::new());
        for one in said {
            match one {
                Ok(change) => match change.before {
                    Some(before) => corrected.push(before.updated_at),
                    None => made += 1,
                },
                Err(error) => assert_eq!(error.code(), "okusuri.busy"),
            }
        }
        assert_eq!(made, 1, "the others correct it");
        let versions: BTreeSet<_> = corrected.iter().collect();
        assert_eq!(versions.len(), corrected.len(), "each corrects what it has read, and nobody else has corrected that");
        assert_eq!(logs::days(d.db(), &hana.user_id, None, None).await.unwrap().len(), 1, "on {}", d.name);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_a_request_that_is_sent_many_times_one_logs() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let ids = at_once(&d.two(), |service, _| {
            let (hana, once) = (hana.clone(), once("a-request"));
            async move { until_heard!(service.log(&hana, &NewLog::default(), Some(&once))).public_id() }
        })
        .await;
        assert_eq!(ids.into_iter().collect::<BTreeSet<String>>().len(), 1, "every one is answered, and with the same log");
        assert_eq!(logs::days(d.db(), &hana.user_id, None, None).await.unwrap().len(), 1);
    })
    .await;
}

fn reminder(user_id: &Word, now: i64) -> Reminder {
    Reminder {
        user_id: user_id.clone(),
        date: IsoDay(TODAY),
        slot: Word::new("2150").unwrap(),
        kind: Kind::Reminder,
        claimed_until: now + 120,
        data: ReminderData::default(),
        ttl: now + 100_000,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_reminder_is_claimed_by_one_server_and_by_one_request() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let (hana, now) = (d.hana().await, d.db().clock().now().0);
        // It is nobody's yet; then it is somebody's who did not come back.
        for later in [0, 200] {
            let claims = at_once(&d.world.two_dbs(), |db, nth| {
                let mut wanted = reminder(&hana.user_id, now + later);
                wanted.claimed_until += i64::try_from(nth).unwrap();
                async move { reminders::claim(&db, &wanted, now + later).await.unwrap() }
            })
            .await;
            assert_eq!(claims.iter().flatten().count(), 1, "{later} seconds later on {}", d.name);
        }
        let meter = d.db().meters().of(&CLAIM_REMINDER);
        for (at, is_mine) in [(now + 400, true), (now + 401, false), (now + 600, true)] {
            let before = meter.read();
            assert_eq!(reminders::claim(d.db(), &reminder(&hana.user_id, at), at).await.unwrap().is_some(), is_mine);
            assert_eq!(meter.read().since(&before).spent.requests, 1, "one request, whatever is there, on {}", d.name);
        }
    })
    .await;
}

/// A reminder of old that the store has not removed yet is none: it is claimed like a new one, and has reached nobody.
#[tokio::test]
async fn a_reminder_that_has_expired_is_claimed_anew() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let (hana, now) = (d.hana().await, d.db().clock().now().0);
        let mut wanted = reminder(&hana.user_id, now);
        wanted.ttl = now + 10;
        let claimed = reminders::claim(d.db(), &wanted, now).await.unwrap().expect("it is free");
        let phone = Word::new("phone").unwrap();
        assert!(reminders::reached(d.db(), &claimed, &phone).await.unwrap());
        assert!(reminders::end(d.db(), &claimed, &[phone], End::Sent(hana.created_at)).await.unwrap());
        assert_eq!(reminders::claim(d.db(), &reminder(&hana.user_id, now + 9), now + 9).await.unwrap(), None, "it was sent");
        d.wait(11_000);
        let again = reminder(&hana.user_id, now + 11);
        assert_eq!(reminders::claim(d.db(), &again, now + 11).await.unwrap(), Some(again), "on {}", d.name);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_address_belongs_to_one_of_many_who_join() {
    on_both(async |w: World| {
        let (hana, _) = w.joined("hana@example.org").await;
        let account = w.service.repo().account(&hana.person.user_id, &Word::new("password").unwrap()).await.unwrap().unwrap();
        // The very writes of joining, without the hash of a password that each would wait for.
        let joined = at_once(&w.two(), |service, nth| {
            let (mut person, mut account) = (hana.person.clone(), account.clone());
            person.user_id = Word::new(format!("person-{nth}")).unwrap();
            person.email = Word::new("wanted@example.org").unwrap();
            account.user_id = person.user_id.clone();
            let pattern = Patterns::<Okusuri>::JOIN;
            async move { service.repo().db().run(pattern).commit(Transact::of(join(&person, &account, None))).await.is_ok() }
        })
        .await;
        assert_eq!(joined.into_iter().filter(|joined| *joined).count(), 1, "on {}", w.name);
        assert_eq!(w.service.repo().everybody(100, None).await.unwrap().items.len(), 2);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_code_is_used_by_one_of_many() {
    on_both(async |w: World| {
        let w = w.founded().await;
        w.asks_to_join("はな", "hana@example.org").await.unwrap();
        let code = w.code();
        let let_in = at_once(&w.two(), |service, _| {
            let code = code.clone();
            async move { service.join("hana@example.org", &code, &Here::default()).await.is_ok() }
        })
        .await;
        assert_eq!(let_in.into_iter().filter(|is_in| *is_in).count(), 1, "on {}", w.name);
        assert_eq!(w.service.repo().everybody(100, None).await.unwrap().items.len(), 2);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_who_ask_at_once_one_is_sent_a_letter() {
    on_both(async |w: World| {
        w.joined("hana@example.org").await;
        w.letters();
        for _ in 0..2 {
            at_once(&w.two(), |service, nth| async move {
                let to = if nth % 4 < 2 { "hana@example.org" } else { "nobody@example.org" };
                service.ask_to_reset(to).await.unwrap();
            })
            .await;
            let mut to: Vec<String> = w.letters().into_iter().map(|letter| letter.to.to_string()).collect();
            to.sort();
            assert_eq!(to, ["hana@example.org", "nobody@example.org"], "one letter for each of them, on {}", w.name);
            w.wait(61_000);
        }
    })
    .await;
}
