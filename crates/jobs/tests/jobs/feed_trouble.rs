//! A server that has lost its turn, a consumer that panics, cannot begin or talks too much: nobody else is held up, and nothing old is told.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use chabudai_jobs::Failed;
use chabudai_jobs::feed::{Consumer, HouseFeed};
use chabudai_kernel::design::Table;
use chabudai_kernel::feed::Change;
use futures::future::BoxFuture;

use crate::feed::{APP, Copy, feed, jars, n_of, put, read_all, sort_of};
use crate::world::{PANTRY, World, on_both};

/// A reader that has lost its lease does not take away what another one has parked since.
#[tokio::test]
async fn who_lost_its_turn_unparks_nothing() {
    on_both(async |w: World| {
        let store = w.store();
        let copy = Copy::new("copy", w.store());
        let (one, other) = (feed(&w, &[&copy]), feed(&w, &[&copy]));
        read_all(&one).await;
        copy.trouble.lock().unwrap().insert("plum".to_owned());
        put(&*store, "plum", 1).await;
        read_all(&one).await;
        // A server is suspended right after it has opened; its lease runs out and the other takes over.
        let mut suspended = one.open().await.unwrap();
        for n in 0..100 {
            put(&*store, &format!("jar-{n}"), n).await;
        }
        put(&*store, "plum", 2).await;
        read_all(&other).await;
        assert_eq!(feed_after(&other).await, Some(2), "the other has noted that plum is 2 by now");
        // The first wakes up.
        copy.trouble.lock().unwrap().clear();
        w.clock.advance(Duration::from_secs(30));
        assert!(suspended.turn().await.is_err());
        read_all(&other).await;
        w.clock.advance(Duration::from_hours(2));
        read_all(&other).await;
        assert_eq!(copy.jars().get("plum"), jars(&*store).await.get("plum"), "on {}", w.name);
    })
    .await;
}

async fn feed_after(feed: &HouseFeed) -> Option<i64> {
    feed.parked().await.unwrap().pop().and_then(|parked| parked.after.map(|image| n_of(image.0.view())))
}

/// A reader that has lost its lease does not park what is old by now.
#[tokio::test]
async fn who_lost_its_turn_parks_nothing() {
    on_both(async |w: World| {
        let store = w.store();
        let copy = Copy::new("copy", w.store());
        let (one, other) = (feed(&w, &[&copy]), feed(&w, &[&copy]));
        read_all(&one).await;
        let mut suspended = one.open().await.unwrap();
        put(&*store, "plum", 1).await;
        for n in 0..100 {
            put(&*store, &format!("jar-{n}"), n).await;
        }
        put(&*store, "plum", 2).await;
        read_all(&other).await;
        assert_eq!(copy.jars().get("plum"), Some(&2));
        // It wakes up, and just then its way to the copy is blocked.
        copy.trouble.lock().unwrap().insert("plum".to_owned());
        assert!(suspended.turn().await.is_err());
        copy.trouble.lock().unwrap().clear();
        w.clock.advance(Duration::from_hours(2));
        read_all(&other).await;
        assert_eq!(copy.jars().get("plum"), jars(&*store).await.get("plum"), "on {}", w.name);
    })
    .await;
}

/// A consumer that is odd about plums, or about beginning.
struct Odd {
    name: &'static str,
    plum: fn() -> Result<(), Failed>,
    begins: fn() -> Result<(), Failed>,
    /// Whether it was told of anything else.
    told: Mutex<bool>,
}

impl Odd {
    fn about_plums(name: &'static str, plum: fn() -> Result<(), Failed>) -> Arc<Self> {
        Arc::new(Self { name, plum, begins: || Ok(()), told: Mutex::new(false) })
    }

    fn was_told(&self) -> bool {
        *self.told.lock().unwrap()
    }
}

impl Consumer for Odd {
    fn name(&self) -> &'static str {
        self.name
    }

    fn wants(&self, _: &Table) -> bool {
        true
    }

    fn apply<'a>(&'a self, change: &'a Change) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(async move {
            if sort_of(&change.key) == "plum" {
                return (self.plum)();
            }
            *self.told.lock().unwrap() = true;
            Ok(())
        })
    }

    fn rebuild(&self) -> BoxFuture<'_, Result<(), Failed>> {
        Box::pin(async { (self.begins)() })
    }
}

/// A reason that does not fit into an item.
#[tokio::test]
async fn a_long_reason_holds_up_nobody() {
    on_both(async |w: World| {
        let store = w.store();
        let wordy = Odd::about_plums("wordy", || Err(Failed::because("x".repeat(500_000))));
        let feed = HouseFeed::new(APP, w.store(), &[&PANTRY], w.db.clone(), vec![wordy.clone() as Arc<dyn Consumer>]);
        read_all(&feed).await;
        put(&*store, "plum", 1).await;
        put(&*store, "miso", 1).await;
        for _ in 0..3 {
            let mut session = feed.open().await.unwrap();
            session.turn().await.unwrap();
        }
        assert!(wordy.was_told(), "another key is told on {}", w.name);
    })
    .await;
}

/// A change at which a consumer panics waits like any other that failed.
#[tokio::test]
async fn a_panic_holds_up_nobody() {
    on_both(async |w: World| {
        let store = w.store();
        let (ill, well) = (Odd::about_plums("panics", || panic!("a jar that nobody thought of")), Copy::new("well", w.store()));
        let consumers = vec![ill.clone() as Arc<dyn Consumer>, Arc::clone(&well) as Arc<dyn Consumer>];
        let feed = HouseFeed::new(APP, w.store(), &[&PANTRY], w.db.clone(), consumers);
        read_all(&feed).await;
        put(&*store, "plum", 1).await;
        put(&*store, "miso", 1).await;
        let runner = w.runner(&feed.job("pantry.feed"));
        for _ in 0..5 {
            w.let_time_pass(Duration::from_secs(1), runner.tick()).await.unwrap();
            // The next run is due.
            w.clock.advance(Duration::from_mins(1));
        }
        assert_eq!(feed.parked().await.unwrap().len(), 1);
        assert!(ill.was_told(), "another key is told on {}", w.name);
        assert_eq!(well.jars(), jars(&*store).await, "on {}", w.name);
    })
    .await;
}

/// A new consumer that cannot make its copy.
#[tokio::test]
async fn who_cannot_make_a_copy_holds_up_nobody() {
    on_both(async |w: World| {
        let store = w.store();
        let well = Copy::new("well", w.store());
        read_all(&feed(&w, &[&well])).await;
        // The next version has a new consumer.
        let begins = || Err(Failed::because("one item of a thousand cannot be read"));
        let stuck = Arc::new(Odd { name: "stuck", plum: || Ok(()), begins, told: Mutex::new(false) });
        let consumers = vec![Arc::clone(&well) as Arc<dyn Consumer>, stuck as Arc<dyn Consumer>];
        let both = HouseFeed::new(APP, w.store(), &[&PANTRY], w.db.clone(), consumers);
        put(&*store, "plum", 1).await;
        for _ in 0..3 {
            both.open().await.unwrap().turn().await.unwrap();
        }
        assert_eq!(well.jars(), jars(&*store).await, "on {}", w.name);
    })
    .await;
}

/// A reader that has lost its lease tells nobody of what is old by now.
#[tokio::test]
async fn who_lost_its_turn_tells_nothing() {
    on_both(async |w: World| {
        let store = w.store();
        let copy = Copy::new("copy", w.store());
        let (one, other) = (feed(&w, &[&copy]), feed(&w, &[&copy]));
        read_all(&one).await;
        let mut suspended = one.open().await.unwrap();
        put(&*store, "plum", 1).await;
        for n in 0..100 {
            put(&*store, &format!("jar-{n}"), n).await;
        }
        put(&*store, "plum", 2).await;
        read_all(&other).await;
        assert_eq!(copy.jars().get("plum"), Some(&2));
        assert!(suspended.turn().await.is_err());
        read_all(&other).await;
        assert_eq!(copy.jars().get("plum"), jars(&*store).await.get("plum"), "on {}", w.name);
    })
    .await;
}
