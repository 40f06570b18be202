//! Who keeps copies is told of every change, in order for each key, whatever happens to the servers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chabudai_jobs::design::{FEED_STANDS, FEED_WENT_ON, PARK, PARKED, UNPARK};
use chabudai_jobs::feed::model::FeedState;
use chabudai_jobs::feed::{Consumer, HouseFeed, LocalConsumer, LocalFeed, repo};
use chabudai_jobs::{Failed, Runner};
use chabudai_kernel::design::Table;
use chabudai_kernel::feed::{Change, Checkpoint};
use chabudai_kernel::key::{ItemKey, KeyValue};
use chabudai_kernel::op::{Delete, Put, Scan, Write};
use chabudai_kernel::packed::{Item, ItemRef};
use chabudai_kernel::part::Word;
use chabudai_kernel::store::{Now, Store};
use chabudai_kernel::value::Attributes;
use futures::future::BoxFuture;

use crate::world::{PANTRY, World, on_both};
use chabudai_test_stores::Dying;

const NOW: Now = Now(1_794_699_000);
pub(crate) const APP: &str = "pantry";

pub(crate) fn n_of(item: ItemRef<'_>) -> i64 {
    item.get("n").and_then(|n| n.as_number()?.to_i64()).expect("a jar has a number")
}

pub(crate) fn sort_of(key: &ItemKey) -> String {
    match &key.range {
        Some(KeyValue::S(sort)) => sort.clone(),
        other => panic!("{other:?} is no sort key of a jar"),
    }
}

/// Puts a jar with a number into the pantry.
pub(crate) async fn put(store: &dyn Store, jar: &str, n: i64) {
    let attributes = Attributes::from([("PK".into(), "PANTRY".into()), ("SK".into(), jar.into()), ("n".into(), n.into())]);
    let put = Put::item(&PANTRY, Item::from_attributes(&attributes)).unwrap();
    store.write(&Write::Put(put), NOW).await.unwrap();
}

async fn remove(store: &dyn Store, jar: &str) {
    store.write(&Write::Delete(Delete::new(&PANTRY, ItemKey::new("PANTRY", jar))), NOW).await.unwrap();
}

/// What the pantry holds.
pub(crate) async fn jars(store: &dyn Store) -> BTreeMap<String, i64> {
    let page = store.scan(&Scan::of(&PANTRY), NOW).await.unwrap().value;
    page.items.iter().map(|item| (item.get("SK").and_then(|sk| sk.as_str().map(str::to_owned)).unwrap(), n_of(item))).collect()
}

/// A jar, and its number before and after.
type Told = (String, Option<i64>, Option<i64>);

/// A copy of the pantry, and all that its keeper was told.
pub(crate) struct Copy {
    name: &'static str,
    store: Arc<dyn Store>,
    jars: Mutex<BTreeMap<String, i64>>,
    told: Mutex<Vec<Told>>,
    /// Jars that cannot be dealt with for now.
    pub(crate) trouble: Mutex<BTreeSet<String>>,
    rebuilt: Mutex<usize>,
    /// What a copy of one server keeps with it.
    kept: Mutex<Option<Checkpoint>>,
}

impl Copy {
    pub(crate) fn new(name: &'static str, store: Arc<dyn Store>) -> Arc<Self> {
        let (jars, told, trouble, rebuilt, kept) =
            (Mutex::default(), Mutex::default(), Mutex::default(), Mutex::default(), Mutex::default());
        Arc::new(Self { name, store, jars, told, trouble, rebuilt, kept })
    }

    pub(crate) fn jars(&self) -> BTreeMap<String, i64> {
        self.jars.lock().unwrap().clone()
    }

    /// What was told since the last look.
    fn told(&self) -> Vec<Told> {
        std::mem::take(&mut *self.told.lock().unwrap())
    }

    fn rebuilt(&self) -> usize {
        *self.rebuilt.lock().unwrap()
    }

    fn deal_with(&self, change: &Change) -> Result<(), Failed> {
        let jar = sort_of(&change.key);
        if self.trouble.lock().unwrap().contains(&jar) {
            return Err(Failed::because("the lid is stuck"));
        }
        let n = |item: &Option<Item>| item.as_ref().map(|item| n_of(item.view()));
        self.told.lock().unwrap().push((jar.clone(), n(&change.before), n(&change.after)));
        match n(&change.after) {
            Some(n) => self.jars.lock().unwrap().insert(jar, n),
            None => self.jars.lock().unwrap().remove(&jar),
        };
        Ok(())
    }

    async fn make_anew(&self) {
        let jars = jars(&*self.store).await;
        *self.jars.lock().unwrap() = jars;
        *self.rebuilt.lock().unwrap() += 1;
    }
}

impl Consumer for Copy {
    fn name(&self) -> &'static str {
        self.name
    }

    fn wants(&self, table: &Table) -> bool {
        table.name == PANTRY.name
    }

    fn apply<'a>(&'a self, change: &'a Change) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(async move { self.deal_with(change) })
    }

    fn rebuild(&self) -> BoxFuture<'_, Result<(), Failed>> {
        Box::pin(async move {
            self.make_anew().await;
            Ok(())
        })
    }
}

impl LocalConsumer for Copy {
    fn name(&self) -> &'static str {
        self.name
    }

    fn checkpoint(&self) -> BoxFuture<'_, Result<Option<Checkpoint>, Failed>> {
        Box::pin(async move { Ok(self.kept.lock().unwrap().clone()) })
    }

    fn apply<'a>(&'a self, changes: &'a [Change], then: &'a Checkpoint) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(async move {
            changes.iter().try_for_each(|change| self.deal_with(change))?;
            *self.kept.lock().unwrap() = Some(then.clone());
            Ok(())
        })
    }

    fn rebuild<'a>(&'a self, then: &'a Checkpoint) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(async move {
            self.make_anew().await;
            *self.kept.lock().unwrap() = Some(then.clone());
            Ok(())
        })
    }
}

pub(crate) fn feed(w: &World, consumers: &[&Arc<Copy>]) -> HouseFeed {
    let consumers = consumers.iter().map(|copy| Arc::clone(copy) as Arc<dyn Consumer>).collect();
    HouseFeed::new(APP, w.store(), &[&PANTRY], w.db.clone(), consumers)
}

/// Reads until there is nothing more.
pub(crate) async fn read_all(feed: &HouseFeed) {
    let mut session = feed.open().await.unwrap();
    while !session.turn().await.unwrap().drained {}
}

fn word(text: &str) -> Word {
    Word::new(text).unwrap()
}

#[tokio::test]
async fn every_consumer_makes_its_copy_and_follows() {
    on_both(async |w: World| {
        let store = w.store();
        put(&*store, "plum", 1).await;
        let (one, other) = (Copy::new("one", w.store()), Copy::new("other", w.store()));
        let feed = feed(&w, &[&one, &other]);
        read_all(&feed).await;
        assert_eq!((one.jars(), one.rebuilt()), (BTreeMap::from([("plum".to_owned(), 1)]), 1));
        one.told();
        other.told();
        put(&*store, "plum", 2).await;
        put(&*store, "miso", 1).await;
        put(&*store, "miso", 2).await;
        remove(&*store, "plum").await;
        read_all(&feed).await;
        for copy in [&one, &other] {
            assert_eq!((copy.jars(), copy.rebuilt()), (jars(&*store).await, 1));
            let told = copy.told();
            let of = |jar: &str| told.iter().filter(|(of, ..)| of == jar).map(|(_, before, after)| (*before, *after)).collect::<Vec<_>>();
            assert_eq!(of("plum"), [(Some(1), Some(2)), (Some(2), None)]);
            assert_eq!(of("miso"), [(None, Some(1)), (Some(1), Some(2))]);
        }
        // Told once, where nothing fails.
        read_all(&feed).await;
        assert_eq!(one.told(), []);
        let reading = feed.reading();
        assert_eq!((reading.feed.as_str(), reading.lag, reading.parked, reading.failed, reading.rebuilt), (APP, 0, 0, 0, 2));
    })
    .await;
}

#[tokio::test]
async fn job_06_to_10_cost_what_they_declare() {
    on_both(async |w: World| {
        let copy = Copy::new("copy", w.store());
        copy.trouble.lock().unwrap().insert("plum".to_owned());
        let feed = feed(&w, &[&copy]);
        let app = word(APP);
        assert_eq!(w.costs(&FEED_STANDS, repo::state(&w.db, &app)).await.unwrap(), None);
        read_all(&feed).await;
        let state = w.costs(&FEED_STANDS, repo::state(&w.db, &app)).await.unwrap().expect("the house has begun");
        let next = FeedState { version: state.version + 1, ..state.clone() };
        assert!(w.costs(&FEED_WENT_ON, repo::save(&w.db, &next, state.version)).await.unwrap());
        assert!(!w.costs(&FEED_WENT_ON, repo::save(&w.db, &next, state.version)).await.unwrap(), "somebody was faster");
        assert!(!w.costs(&FEED_WENT_ON, repo::save(&w.db, &next, 0)).await.unwrap(), "it is not the first time");
        put(&*w.store(), "plum", 1).await;
        w.costs(&PARK, read_all(&feed)).await;
        let parked = w.costs(&PARKED, repo::parked(&w.db, &app)).await.unwrap();
        assert_eq!(parked.len(), 1);
        let version = repo::state(&w.db, &app).await.unwrap().expect("it goes on").version;
        assert!(!w.costs(&UNPARK, repo::unpark(&w.db, &parked[0], version - 1)).await.unwrap(), "somebody else reads");
        assert!(!w.costs(&PARK, repo::park(&w.db, &parked[0], version - 1)).await.unwrap(), "somebody else reads");
        assert!(w.costs(&UNPARK, repo::unpark(&w.db, &parked[0], version)).await.unwrap());
        assert!(repo::parked(&w.db, &app).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_key_that_fails_waits_and_holds_up_no_other() {
    on_both(async |w: World| {
        let store = w.store();
        let (well, ill) = (Copy::new("well", w.store()), Copy::new("ill", w.store()));
        let feed = feed(&w, &[&well, &ill]);
        read_all(&feed).await;
        ill.trouble.lock().unwrap().insert("plum".to_owned());
        put(&*store, "plum", 1).await;
        put(&*store, "miso", 1).await;
        put(&*store, "plum", 2).await;
        read_all(&feed).await;
        assert_eq!(well.jars(), jars(&*store).await);
        assert_eq!(ill.jars(), BTreeMap::from([("miso".to_owned(), 1)]));
        let parked = feed.parked().await.unwrap();
        let shown: Vec<_> = parked.iter().map(|p| (p.consumer.as_str(), p.table.as_str(), p.error.as_str(), p.tries)).collect();
        assert_eq!(shown, [("ill", "pantry", "the lid is stuck", 1)]);
        assert_eq!((feed.reading().parked, feed.reading().failed), (1, 1));

        // It is tried again after a while, by whichever server reads then; what came meanwhile waits with it.
        ill.trouble.lock().unwrap().clear();
        put(&*store, "plum", 3).await;
        read_all(&feed).await;
        assert_eq!(ill.told(), [("miso".to_owned(), None, Some(1))], "not before its time");
        w.clock.advance(Duration::from_secs(30));
        read_all(&feed).await;
        assert_eq!(ill.told(), [("plum".to_owned(), None, Some(3))], "all of it as one change");
        assert!(feed.parked().await.unwrap().is_empty());
        put(&*store, "plum", 4).await;
        read_all(&feed).await;
        assert_eq!(ill.told(), [("plum".to_owned(), Some(3), Some(4))]);
    })
    .await;
}

#[tokio::test]
async fn what_fails_again_waits_longer_and_what_is_gone_is_told() {
    on_both(async |w: World| {
        let store = w.store();
        let copy = Copy::new("copy", w.store());
        let feed = feed(&w, &[&copy]);
        read_all(&feed).await;
        copy.trouble.lock().unwrap().insert("plum".to_owned());
        put(&*store, "plum", 1).await;
        read_all(&feed).await;
        w.clock.advance(Duration::from_secs(30));
        read_all(&feed).await;
        let waits = feed.parked().await.unwrap().pop().expect("it waits");
        assert_eq!((waits.tries, waits.retry_at.0 - waits.since.0), (2, 90_000));
        // It came and went while nobody could deal with it: there is nothing before and nothing after, and that is told.
        remove(&*store, "plum").await;
        copy.trouble.lock().unwrap().clear();
        w.clock.advance(Duration::from_mins(1));
        read_all(&feed).await;
        read_all(&feed).await;
        assert_eq!(copy.jars(), BTreeMap::new());
        assert!(feed.parked().await.unwrap().is_empty() && !copy.told().is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_server_that_lost_its_turn_writes_nothing() {
    on_both(async |w: World| {
        let copy = Copy::new("copy", w.store());
        let (one, other) = (feed(&w, &[&copy]), feed(&w, &[&copy]));
        read_all(&one).await;
        let mut suspended = one.open().await.unwrap();
        put(&*w.store(), "plum", 1).await;
        read_all(&other).await;
        put(&*w.store(), "plum", 2).await;
        let lost = suspended.turn().await;
        assert!(lost.is_err_and(|why| why.to_string().contains("another server")));
        read_all(&other).await;
        assert_eq!(copy.jars(), jars(&*w.store()).await);
    })
    .await;
}

#[tokio::test]
async fn a_consumer_that_comes_later_or_comes_back_makes_its_copy_first() {
    on_both(async |w: World| {
        let store = w.store();
        let (old, new) = (Copy::new("old", w.store()), Copy::new("new", w.store()));
        read_all(&feed(&w, &[&old])).await;
        put(&*store, "plum", 1).await;
        read_all(&feed(&w, &[&old])).await;
        read_all(&feed(&w, &[&old, &new])).await;
        assert_eq!((new.jars(), new.rebuilt(), old.rebuilt()), (jars(&*store).await, 1, 1));
        // A version without it, and one with it again.
        read_all(&feed(&w, &[&old])).await;
        put(&*store, "plum", 2).await;
        read_all(&feed(&w, &[&old])).await;
        read_all(&feed(&w, &[&old, &new])).await;
        assert_eq!((new.jars(), new.rebuilt(), old.rebuilt()), (jars(&*store).await, 2, 1));
    })
    .await;
}

#[tokio::test]
async fn when_changes_are_lost_copies_are_made_anew() {
    on_both(async |w: World| {
        let store = w.store();
        let copy = Copy::new("copy", w.store());
        let feed = feed(&w, &[&copy]);
        read_all(&feed).await;
        put(&*store, "plum", 1).await;
        // Away for so long that the feed is another one by now.
        let state = repo::state(&w.db, &word(APP)).await.unwrap().unwrap();
        let elsewhere = Checkpoint([("feed".to_owned(), i64::MAX.to_string()), ("pantry".to_owned(), "another".to_owned())].into());
        let lost = FeedState { checkpoint: elsewhere, version: state.version + 1, ..state.clone() };
        assert!(repo::save(&w.db, &lost, state.version).await.unwrap());
        read_all(&feed).await;
        assert_eq!((copy.jars(), copy.rebuilt()), (jars(&*store).await, 2));
        put(&*store, "plum", 2).await;
        read_all(&feed).await;
        assert_eq!((copy.jars(), copy.rebuilt()), (jars(&*store).await, 2));
    })
    .await;
}

/// A hundred servers die, each at another point; the next one goes on. Nothing is lost, and of each key the last is told last.
#[tokio::test]
async fn a_hundred_kills_lose_nothing() {
    on_both(async |w: World| {
        let store = w.store();
        let copy = Copy::new("copy", w.store());
        let mut killed = 0;
        for round in 0.. {
            if killed == 100 {
                break;
            }
            assert!(round < 1000, "only {killed} died on {}", w.name);
            put(&*store, "plum", round).await;
            put(&*store, &format!("jar-{}", round % 5), round).await;
            // What is written once and lost once is lost for good.
            put(&*store, &format!("once-{round}"), round).await;
            if round % 7 == 0 {
                remove(&*store, "plum").await;
            }
            // Now and then a key waits, too.
            if round % 3 == 0 {
                copy.trouble.lock().unwrap().insert("jar-1".to_owned());
            } else {
                copy.trouble.lock().unwrap().clear();
            }
            w.clock.advance(Duration::from_secs(20));
            let dying = Dying::after(w.store(), (round as usize / 2) % 9, round % 2 == 0);
            let consumers = vec![Arc::clone(&copy) as Arc<dyn Consumer>];
            let feed = HouseFeed::new(APP, dying.clone(), &[&PANTRY], w.db_over(dying.clone()), consumers);
            let work = async {
                let mut session = feed.open().await.unwrap();
                while !session.turn().await.unwrap().drained {}
            };
            killed += usize::from(dying.kills(work).await);
        }
        copy.trouble.lock().unwrap().clear();
        w.clock.advance(Duration::from_hours(2));
        let feed = feed(&w, &[&copy]);
        read_all(&feed).await;
        read_all(&feed).await;
        assert_eq!(copy.jars(), jars(&*store).await, "on {}", w.name);
        assert!(feed.parked().await.unwrap().is_empty());
        assert!(copy.rebuilt() <= 2, "a copy is made once, and once more if the server died before it could note that");
    })
    .await;
}

#[tokio::test]
async fn as_a_job_it_runs_on_one_server_until_another_takes_over() {
    on_both(async |w: World| {
        let copy = Copy::new("copy", w.store());
        let feed = feed(&w, &[&copy]);
        let job = feed.job("pantry.feed");
        let runners: [Runner; 2] = [w.runner(&job), w.runner(&job)];
        put(&*w.store(), "plum", 1).await;
        // The clock goes on, and whoever has the lease renews it.
        let ticks = w.let_time_pass(Duration::from_secs(1), futures::future::join_all(runners.iter().map(Runner::tick))).await;
        let runs: usize = ticks.into_iter().map(|tick| tick.unwrap().ended.len()).sum();
        assert_eq!((runs, copy.jars(), copy.rebuilt()), (1, jars(&*w.store()).await, 1));
    })
    .await;
}

#[tokio::test]
async fn a_copy_of_one_server_keeps_its_place_itself() {
    on_both(async |w: World| {
        let store = w.store();
        put(&*store, "plum", 1).await;
        let copy = Copy::new("search", w.store());
        let follow = async |times: usize| {
            let local = LocalFeed::new(w.store(), &[&PANTRY], copy.clone());
            let mut checkpoint = local.open().await.unwrap();
            for _ in 0..times {
                while !local.turn(&mut checkpoint).await.unwrap() {}
            }
        };
        follow(1).await;
        assert_eq!((copy.jars(), copy.rebuilt()), (jars(&*store).await, 1));
        copy.told();
        put(&*store, "plum", 2).await;
        follow(1).await;
        assert_eq!(copy.told(), [("plum".to_owned(), Some(1), Some(2))], "the next start goes on where it was");
        // It fails, and is told the same once more.
        copy.trouble.lock().unwrap().insert("miso".to_owned());
        put(&*store, "miso", 1).await;
        let local = LocalFeed::new(w.store(), &[&PANTRY], copy.clone());
        let mut checkpoint = local.open().await.unwrap();
        assert!(local.turn(&mut checkpoint).await.is_err());
        copy.trouble.lock().unwrap().clear();
        follow(1).await;
        assert_eq!((copy.jars(), copy.rebuilt()), (jars(&*store).await, 1));
        // What it kept is of another feed: it begins anew.
        *copy.kept.lock().unwrap() = Some(Checkpoint([("feed".to_owned(), i64::MAX.to_string())].into()));
        follow(2).await;
        assert_eq!((copy.jars(), copy.rebuilt()), (jars(&*store).await, 2));
    })
    .await;
}
