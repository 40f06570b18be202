//! So much a day, and no more, on both stores and through two servers.

use std::sync::Arc;

use chabudai_jobs::design::{DESIGN, GIVE_BACK_OF_DAY, TAKE};
use chabudai_jobs::quota::{Quotas, Wanted};
use chabudai_kernel::clock::FixedClock;
use chabudai_kernel::db::Db;
use chabudai_test_stores::{AT_ONCE, MORNING, RunningClock, TestStore, at_once, both, costs, took_every_step};

const SECRET: &[u8] = b"a secret of the test";

fn wanted(by: &str, amount: u64, most: u64) -> Wanted<'_> {
    Wanted { what: "test.bytes", by, amount, most: Some(most) }
}

#[tokio::test]
async fn so_much_a_day_for_each_and_more_tomorrow() {
    for place in both(DESIGN.tables).await {
        let clock = Arc::new(FixedClock::at_millis(MORNING));
        let db = Db::new(&DESIGN, place.store.clone(), clock.clone(), SECRET);
        let quotas = Quotas::new(db.clone(), SECRET);
        assert!(costs(&db, place.name, &TAKE, 0, quotas.take(wanted("192.0.2.1", 60, 100))).await.0.unwrap());
        for (by, amount, most, is) in [
            ("192.0.2.1", 41, 100, false),
            ("192.0.2.1", 40, 100, true),
            ("192.0.2.1", 1, 100, false),
            ("192.0.2.2", 100, 100, true),
            ("192.0.2.3", 101, 100, false),
            ("192.0.2.3", 1, 0, false),
            // A limit that was raised counts at once.
            ("192.0.2.1", 1, 101, true),
        ] {
            assert_eq!(quotas.take(wanted(by, amount, most)).await.unwrap(), is, "{by} {amount} on {}", place.name);
        }
        // Something else has a count of its own, and without a limit nothing is counted.
        assert!(quotas.take(Wanted { what: "test.other", ..wanted("192.0.2.1", 100, 100) }).await.unwrap());
        assert!(quotas.take(Wanted { most: None, ..wanted("192.0.2.1", u64::MAX, 0) }).await.unwrap());
        clock.advance(quotas.more_in().saturating_sub(std::time::Duration::from_secs(1)));
        assert!(!quotas.take(wanted("192.0.2.1", 1, 101)).await.unwrap());
        clock.advance(std::time::Duration::from_secs(1));
        assert!(quotas.take(wanted("192.0.2.1", 101, 101)).await.unwrap(), "it is tomorrow");
        // Nobody reads in the table who it was.
        let items = place.store.scan(&chabudai_kernel::op::Scan::of(DESIGN.tables[0]), chabudai_kernel::clock::Clock::now(&*clock)).await;
        let kept = format!("{:?}", items.unwrap().value.items.iter().map(|item| item.to_attributes().unwrap()).collect::<Vec<_>>());
        assert!(kept.contains("QUOTA#test.bytes:") && !kept.contains("192.0.2"), "{kept}");
        took_every_step(&db, place.name, &DESIGN, "JOB-11");
    }
}

#[tokio::test]
async fn what_was_not_used_is_there_for_others() {
    for place in both(DESIGN.tables).await {
        let clock = Arc::new(FixedClock::at_millis(MORNING));
        let db = Db::new(&DESIGN, place.store.clone(), clock.clone(), SECRET);
        let quotas = Quotas::new(db.clone(), SECRET);
        let today = quotas.take_of_day(wanted("", 100, 100)).await.unwrap().unwrap();
        costs(&db, place.name, &GIVE_BACK_OF_DAY, 0, quotas.give_back(wanted("", 30, 100), today)).await.0.unwrap();
        assert!(quotas.take(wanted("", 30, 100)).await.unwrap() && !quotas.take(wanted("", 1, 100)).await.unwrap(), "on {}", place.name);
        // More than was taken is not there to be given, and what was taken yesterday gives today nothing.
        quotas.give_back(wanted("", 101, 100), today).await.unwrap();
        assert!(!quotas.take(wanted("", 1, 100)).await.unwrap());
        clock.advance(quotas.more_in());
        assert!(quotas.take(wanted("", 100, 100)).await.unwrap());
        quotas.give_back(wanted("", 50, 100), today).await.unwrap();
        assert!(!quotas.take(wanted("", 1, 100)).await.unwrap());
        took_every_step(&db, place.name, &DESIGN, "JOB-12");
    }
}

/// Sixty-four at once through two servers: as many as there is room for, and not one more.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_at_once_as_many_as_there_is_room_for() {
    for place in [TestStore::embedded(DESIGN.tables), TestStore::dynamodb(DESIGN.tables).await] {
        let clock = Arc::new(FixedClock::at_millis(MORNING));
        let servers = [(); 2].map(|()| {
            let db = Db::new(&DESIGN, place.store.clone(), RunningClock::from(&clock), SECRET);
            Quotas::new(db, SECRET)
        });
        let outcomes = at_once(&servers, |quotas, _| {
            let quotas = quotas.clone();
            async move { quotas.take(wanted("192.0.2.1", 7, 100)).await.unwrap() }
        })
        .await;
        assert_eq!(outcomes.len(), AT_ONCE);
        assert_eq!(outcomes.into_iter().filter(|taken| *taken).count(), 14, "on {}", place.name);
    }
}
