//! Into the store, once, also after a power cut.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use chabudai_app_okusuri::design::Okusuri;
use chabudai_identity::email;
use chabudai_identity::model::{EmailGuard, Kind, Profile, ProfileData, Session};
use chabudai_identity::secret::Token;
use chabudai_kernel::design::Table;
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{BatchGet, BatchWrite, Get, Page, Put, Query, Scan, Transact, TransactGet, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::part::Word;
use chabudai_kernel::store::{Answer, BatchGot, Boxed, Now, Store, StoreError};
use chabudai_okusuri_from_postgres::design::{PERSON_ARRIVES, THINGS_ARRIVE, WHAT_IS_THERE};
use chabudai_store_conformance::faults::{Chances, FaultyStore};

use crate::world::{World, now, on_both, refusals};

fn word(text: &str) -> Word {
    Word::new(text).expect("a word")
}

#[tokio::test]
async fn everybody_arrives_and_a_second_run_changes_nothing() {
    on_both(|world| async move {
        let loaded = world.load().await.unwrap();
        // Four people with their guards, two accounts with theirs; two sessions, 55 logs, four settings, one device.
        assert_eq!((loaded.people, loaded.things, loaded.written, loaded.kept), (4, 62, 74, 0));
        let report = world.verify().await;
        assert!(report.may_switch, "{}", report.text());
        let before = world.stored().await;
        assert_eq!(before.0.len(), 74);

        assert!(world.load().await.unwrap().was_complete);
        assert_eq!(world.stored().await, before);
        // Not even somebody who has lost the work folder changes anything.
        let again = world.with_another_folder();
        let loaded = again.load().await.unwrap();
        assert_eq!((loaded.written, loaded.kept), (0, 0));
        assert_eq!(world.stored().await, before);
    })
    .await;
}

#[tokio::test]
async fn people_and_their_things_are_what_the_rows_say() {
    on_both(|world| async move {
        world.load().await.unwrap();
        let stored = world.stored().await;
        let hana = Profile::<Okusuri>::from_item(stored.0[&Profile::<Okusuri>::key(word("hana-1"))].view()).unwrap();
        assert_eq!((hana.email.as_str(), hana.data.name.as_str(), hana.data.email_verified), ("hana@example.org", "山田 花子", true));
        assert_eq!(
            (hana.data.own.timezone.as_deref(), hana.data.image.as_deref()),
            (Some("Asia/Tokyo"), Some("https://pictures.example/hana.jpg"))
        );
        let mei = Profile::<Okusuri>::from_item(stored.0[&Profile::<Okusuri>::key(word("mei-2"))].view()).unwrap();
        assert!(mei.data.email_verified, "the other spelling counts where one is null");
        assert_eq!(mei.data.own.timezone.as_deref(), Some("America/New_York"));
        let ren = Profile::<Okusuri>::from_item(stored.0[&Profile::<Okusuri>::key(word("ren-3"))].view()).unwrap();
        assert_eq!(ren.data.name, "ren");

        let session = |user: &str, id: &str| {
            let item = &stored.0[&Session::<Okusuri>::key(word(user), word(id))];
            Session::<Okusuri>::from_item(item.view()).unwrap()
        };
        let live = session("hana-1", "s-live");
        assert_eq!(live.token, Token::parse("4f9c2b1e-6f0d-4d4e-9a53-0f3a6d3b7c11").expect("the older system's tokens are tokens").hash());
        assert_eq!(live.ttl, live.data.expires_at.0.as_second());
        let days_left = (session("mei-2", "s-long").ttl - now().0) as f64 / 86_400.0;
        assert!((6.9..=7.0).contains(&days_left), "sixty days there are seven here, not {days_left}");

        let keys: Vec<String> = stored.0.keys().map(|key| format!("{key:?}")).collect();
        assert!(keys.iter().any(|key| key.contains("USER#sora-4") && key.contains("MEDICATION#2026-11-10#0000001001")), "{keys:?}");
        for guard in ["EMAIL#hana@example.org", "OAUTH#google#google-sub-hana", "OAUTH#google#google-sub-mei"] {
            assert_eq!(keys.iter().filter(|key| key.contains(guard)).count(), 1, "{guard}");
        }
        assert!(!keys.iter().any(|key| key.contains("credential") || key.contains("VERIFICATION")));
    })
    .await;
}

#[tokio::test]
async fn each_step_costs_what_it_declares() {
    on_both(|world| async move {
        world.load().await.unwrap();
        let meters = world.target.db().meters();
        let spent = |pattern| {
            let reading = meters.of(pattern).read();
            (reading.calls, reading.spent.requests)
        };
        assert_eq!(spent(&PERSON_ARRIVES), (4, 4));
        let (calls, requests) = spent(&THINGS_ARRIVE);
        assert!(calls == 1 && THINGS_ARRIVE.cost.allows(requests, 62), "{requests} requests on {}", world.name);
        assert!(WHAT_IS_THERE.cost.allows(spent(&WHAT_IS_THERE).1, 1));
    })
    .await;
}

#[tokio::test]
async fn somebody_who_is_not_from_there_stops_it() {
    on_both(|world| async move {
        let (email, at) = (email::parse("Ren@example.org").unwrap(), "2026-11-01T00:00:00Z".parse().unwrap());
        let data = ProfileData {
            name: "another".to_owned(),
            email: email.clone(),
            email_verified: true,
            image: None,
            created_at: at,
            updated_at: at,
            role: None,
            language: None,
            leaving_at: None,
            session_epoch: None,
            program_epoch: None,
            own: chabudai_app_okusuri::model::Own::default(),
        };
        let user_id = word("stranger");
        let guard = EmailGuard::<Okusuri> { email: email.clone(), user_id: user_id.clone(), of: PhantomData };
        world
            .put(Put::of(&Profile::<Okusuri> { user_id, kind: Kind::User, email, data, created_at: at, updated_at: at, of: PhantomData }))
            .await;
        world.put(Put::of(&guard)).await;
        let before = world.stored().await;
        let expected = [
            "user stranger: in the store, but not from this source",
            "user ren-3: the address or an account at a provider is somebody else's in the store",
        ];
        assert_eq!(world.plan().await.refusals.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
        assert_eq!(refusals(world.load().await), expected);
        assert_eq!(world.stored().await, before);
    })
    .await;
}

/// A store that stops for good after so many writes, as a machine does that loses its power.
struct Dying {
    inner: Arc<dyn Store>,
    writes_left: AtomicUsize,
}

impl Dying {
    fn write_or_die(&self) -> Result<(), StoreError> {
        let lives = self.writes_left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
        if lives { Ok(()) } else { Err(StoreError::invalid("test.dead", "the power is out")) }
    }
}

impl Store for Dying {
    fn get<'a>(&'a self, op: &'a Get, now: Now) -> Boxed<'a, Answer<Option<Item>>> {
        self.inner.get(op, now)
    }
    fn query<'a>(&'a self, op: &'a Query, now: Now) -> Boxed<'a, Answer<Page>> {
        self.inner.query(op, now)
    }
    fn scan<'a>(&'a self, op: &'a Scan, now: Now) -> Boxed<'a, Answer<Page>> {
        self.inner.scan(op, now)
    }
    fn batch_get<'a>(&'a self, op: &'a BatchGet, now: Now) -> Boxed<'a, Answer<BatchGot>> {
        self.inner.batch_get(op, now)
    }
    fn batch_write<'a>(&'a self, ops: &'a [BatchWrite], now: Now) -> Boxed<'a, Answer<Vec<BatchWrite>>> {
        Box::pin(async move {
            self.write_or_die()?;
            self.inner.batch_write(ops, now).await
        })
    }
    fn write<'a>(&'a self, op: &'a Write, now: Now) -> Boxed<'a, Answer<Option<Item>>> {
        Box::pin(async move {
            self.write_or_die()?;
            self.inner.write(op, now).await
        })
    }
    fn transact<'a>(&'a self, op: &'a Transact, now: Now) -> Boxed<'a, Answer<()>> {
        Box::pin(async move {
            self.write_or_die()?;
            self.inner.transact(op, now).await
        })
    }
    fn transact_get<'a>(&'a self, op: &'a TransactGet, now: Now) -> Boxed<'a, Answer<Vec<Option<Item>>>> {
        self.inner.transact_get(op, now)
    }
    fn create_tables<'a>(&'a self, tables: &'a [&'static Table]) -> Boxed<'a, ()> {
        self.inner.create_tables(tables)
    }
}

/// The same world on a store that dies after so many writes.
fn dying(world: &World, writes: usize) -> World {
    world.over_store(Arc::new(Dying { inner: world.store.clone(), writes_left: AtomicUsize::new(writes) }))
}

#[tokio::test]
async fn a_load_that_was_cut_off_goes_on_where_it_was() {
    on_both(|world| async move {
        // After every single write: four people, and three batches of things.
        for writes in 0..7 {
            let died = dying(&world, usize::from(writes > 0)).load().await;
            assert!(matches!(&died, Err(error) if error.to_string().contains("the power is out")), "{died:?}");
            let report = world.verify().await;
            assert!(!report.may_switch && report.text().contains("do not switch"), "{writes} writes are not enough");
            // What changes in the source meanwhile is for the delta: only one snapshot is ever loaded.
            world.postgres.run("UPDATE medication_logs SET has_bleeding = true, updated_at = now() WHERE id = 50");
        }
        let loaded = world.load().await.unwrap();
        assert!(!loaded.was_complete);
        let report = world.verify().await;
        assert!(report.may_switch, "{}", report.text());
        assert_eq!(world.stored().await.0.len(), 74);
    })
    .await;
}

#[tokio::test]
async fn a_store_that_asks_to_slow_down_is_asked_again() {
    on_both(|world| async move {
        let chances = Chances { throttled: 0.2, timeout_after_commit: 0.2, unprocessed: 0.5, conflict: 0.2, ..Chances::default() };
        let faulty = Arc::new(FaultyStore::new(world.store.clone()).by_chance(7, chances));
        let shaken = world.over_store(faulty.clone());
        // A read may fail for good; then somebody starts it again, and it goes on.
        let mut tries = 0;
        while let Err(error) = shaken.load().await {
            tries += 1;
            assert!(tries < 20, "{error}");
        }
        assert!(faulty.happened() > 0);
        let report = world.verify().await;
        assert!(report.may_switch, "{}", report.text());
    })
    .await;
}

#[tokio::test]
async fn what_somebody_changed_here_between_two_tries_stays() {
    on_both(|world| async move {
        assert!(dying(&world, 5).load().await.is_err());
        // The first batch has arrived: logs of hana, in the order of their keys.
        let stored = world.stored().await;
        let is_log = |key: &&ItemKey| format!("{key:?}").contains("MEDICATION#");
        let key = stored.0.keys().find(is_log).expect("a log has arrived").clone();
        let mut log = chabudai_app_okusuri::model::Log::from_item(stored.0[&key].view()).unwrap();
        log.data.note = Some("corrected here".to_owned());
        log.updated_at = "2030-01-01T00:00:00Z".parse().unwrap();
        world.put(Put::of(&log)).await;
        let loaded = world.load().await.unwrap();
        assert_eq!(loaded.kept, 1);
        let after = chabudai_app_okusuri::model::Log::from_item(world.stored().await.0[&key].view()).unwrap();
        assert_eq!(after.data.note.as_deref(), Some("corrected here"));
    })
    .await;
}
