//! What was told and dealt with, on both stores.

use std::sync::Arc;
use std::time::Duration;

use chabudai_jobs::design::{DESIGN, IS_HANDLED, NOTE_HANDLED};
use chabudai_jobs::handled::HandledEvents;
use chabudai_kernel::clock::FixedClock;
use chabudai_kernel::db::Db;
use chabudai_kernel::part::Word;
use chabudai_test_stores::{MORNING, both, costs, took_every_step};

const DAY: Duration = Duration::from_hours(24);

#[tokio::test]
async fn what_was_dealt_with_is_known_for_thirty_days() {
    for place in both(DESIGN.tables).await {
        let clock = Arc::new(FixedClock::at_millis(MORNING));
        let db = Db::new(&DESIGN, place.store.clone(), clock.clone(), b"a secret of the test");
        let (stripe, other) = (HandledEvents::of(db.clone(), "stripe"), HandledEvents::of(db.clone(), "other"));
        let event = Word::new("evt_1Pgc76B7WZ01zgkWwyRHS12y").unwrap();
        assert!(!costs(&db, place.name, &IS_HANDLED, 0, stripe.contain(&event)).await.0.unwrap());
        costs(&db, place.name, &NOTE_HANDLED, 0, stripe.note(&event)).await.0.unwrap();
        assert!(stripe.contain(&event).await.unwrap(), "on {}", place.name);
        assert!(!other.contain(&event).await.unwrap(), "another source has names of its own");
        assert!(!stripe.contain(&Word::new("evt_2").unwrap()).await.unwrap());
        stripe.note(&event).await.expect("two servers may both have dealt with it");
        clock.advance((30 * DAY).saturating_sub(Duration::from_secs(1)));
        assert!(stripe.contain(&event).await.unwrap());
        clock.advance(Duration::from_secs(1));
        assert!(!stripe.contain(&event).await.unwrap(), "it is forgotten on {}", place.name);
        took_every_step(&db, place.name, &DESIGN, "JOB-13");
        took_every_step(&db, place.name, &DESIGN, "JOB-14");
    }
}
