//! Somebody leaves: a mark, then every app forgets them, the person last; wherever a server is killed, the job goes on from there.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use chabudai_app::App as _;
use chabudai_app_okusuri::design::{DESIGN, OKUSURI_TABLE, Okusuri};
use chabudai_identity::model::UserId;
use chabudai_identity::repo::Repo;
use chabudai_identity::secret::Pepper;
use chabudai_identity::service::{Here, KnowsPeople, Letter, Policy, Post, Service};
use chabudai_kernel::clock::FixedClock;
use chabudai_kernel::db::Db;
use chabudai_kernel::design::Table;
use chabudai_kernel::ids::Ids;
use chabudai_kernel::op::Scan;
use chabudai_kernel::part::Word;
use chabudai_kernel::store::{Now, Store};
use chabudai_test_app::{DESIGN as MEMO_DESIGN, MEMO, MEMO_TABLE, Service as Memos};
use chabudai_test_stores::{Dying, MORNING, RandomIds, RunningClock, TestStore, at_once, both};
use chabudai_web::people::PersonalData;
use chabudai_web::problem::Problem;
use futures::future::BoxFuture;
use serde_json::Value;

use crate::PASSWORD;

static TABLES: &[&Table] = &[&OKUSURI_TABLE, &MEMO_TABLE];

fn clock() -> Arc<RunningClock> {
    RunningClock::from(&Arc::new(FixedClock::at_millis(MORNING)))
}

fn now() -> Now {
    Now(i64::try_from(MORNING / 1000).unwrap())
}

struct Nowhere;

impl Post for Nowhere {
    fn send(&self, _: Letter) {}
}

/// A server of the house, over a store.
#[derive(Clone)]
struct House {
    people: Service<Okusuri>,
    memos: Memos,
    store: Arc<dyn Store>,
}

impl House {
    fn over(store: Arc<dyn Store>) -> Self {
        Self::with(store, true)
    }

    /// One that has Memo open, or not.
    fn with(store: Arc<dyn Store>, has_memo: bool) -> Self {
        let clock = clock();
        let ids: Arc<dyn Ids> = Arc::new(RandomIds);
        let (people, memo) =
            (Db::new(&DESIGN, store.clone(), clock.clone(), b"secret"), Db::new(&MEMO_DESIGN, store.clone(), clock, b"secret"));
        let data = has_memo.then(|| MEMO.personal_data(&memo, &ids).expect("it knows people"));
        let service = Service::new(Repo::new(people), ids.clone(), Pepper::new(b"secret"), Policy { sign_up: false }, Arc::new(Nowhere));
        let people = service.with_apps(vec![KnowsPeople { app: "memo", data }]);
        Self { people, memos: Memos::new(memo, ids, None), store }
    }

    /// Somebody who is signed in and has written something.
    async fn moves_in(&self, email: &str) -> UserId {
        let person = self.people.add("はな", email, PASSWORD).await.unwrap();
        self.people.sign_in(email, PASSWORD, &Here::default()).await.unwrap();
        for text in ["牛乳", "卵"] {
            self.memos.write(&person.user_id, text).await.unwrap();
        }
        person.user_id
    }

    /// Everything that names somebody.
    async fn traces_of(&self, user: &UserId) -> Vec<String> {
        let mut traces = Vec::new();
        for &table in TABLES {
            let mut scan = Scan { consistent: true, ..Scan::of(table) };
            loop {
                let page = self.store.scan(&scan, now()).await.unwrap().value;
                traces.extend(page.items.iter().map(|item| format!("{item:?}")).filter(|item| item.contains(user.as_str())));
                scan.after.clone_from(&page.next);
                if scan.after.is_none() {
                    break;
                }
            }
        }
        traces
    }

    async fn signs_in(&self, email: &str) -> bool {
        self.people.sign_in(email, PASSWORD, &Here::default()).await.is_ok()
    }
}

#[tokio::test]
async fn wherever_it_is_cut_off_they_are_forgotten_or_nothing_has_happened() {
    for TestStore { name, store, .. } in both(TABLES).await {
        let house = House::over(store.clone());
        let neighbour = house.moves_in("ken@example.org").await;
        let everything = house.traces_of(&neighbour).await;
        let (mut kills, mut untouched) = (0, 0);
        for step in 0.. {
            let (requests, carried_out) = (step / 2, step % 2 == 1);
            let email = format!("{step}@example.org");
            let user = house.moves_in(&email).await;
            let person = house.people.repo().person(&user).await.unwrap().unwrap();
            let dying = Dying::after(store.clone(), requests, carried_out);
            let server = House::over(dying.clone());
            let was_killed = dying.kills(async { server.people.leave(&person).await.unwrap() }).await;
            let now = house.people.repo().person(&user).await.unwrap();
            if now.is_some_and(|person| person.data.leaving_at.is_none()) {
                assert!(house.signs_in(&email).await, "{name}, {step}: nothing has happened, so all is as it was");
                assert_eq!(house.people.finish_leaving().await.unwrap(), (0, 0));
                house.people.delete(&user).await.unwrap();
                untouched += 1;
            } else {
                assert!(!house.signs_in(&email).await, "{name}, {step}: they are gone from the mark on");
                let (_, failed) = house.people.finish_leaving().await.unwrap();
                assert_eq!(failed, 0);
            }
            assert_eq!(house.traces_of(&user).await, Vec::<String>::new(), "{name}, killed at {step}");
            assert_eq!(house.people.finish_leaving().await.unwrap(), (0, 0), "{name}, {step}: nothing is left to do");
            if !was_killed {
                break;
            }
            kills += 1;
        }
        // The mark is the first request; before it is carried out nothing has happened.
        assert_eq!(untouched, 1, "{name}");
        assert!(kills > 15, "{name}: killed only {kills} times");
        assert_eq!(house.traces_of(&neighbour).await, everything, "{name}: nobody else is touched");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_servers_may_go_on_at_once() {
    for TestStore { name, store, .. } in both(TABLES).await {
        let servers = [House::over(store.clone()), House::over(store.clone())];
        servers[0].moves_in("ken@example.org").await;
        let user = servers[0].moves_in("hana@example.org").await;
        let of = user.clone();
        let left = at_once(&servers, move |house, nth| {
            let user = of.clone();
            async move {
                match nth % 4 {
                    0 => house.people.finish_leaving().await.is_ok(),
                    _ => house.people.delete(&user).await.is_ok(),
                }
            }
        })
        .await;
        assert!(left.into_iter().any(|done| done), "on {name}");
        servers[0].people.finish_leaving().await.unwrap();
        assert_eq!(servers[0].traces_of(&user).await, Vec::<String>::new(), "on {name}");
    }
}

#[tokio::test]
async fn an_app_that_is_not_open_forgets_when_it_is() {
    for TestStore { name, store, .. } in both(TABLES).await {
        let house = House::over(store.clone());
        house.moves_in("ken@example.org").await;
        let user = house.moves_in("hana@example.org").await;
        let without = House::with(store.clone(), false);
        without.people.delete(&user).await.unwrap();
        assert!(!house.signs_in("hana@example.org").await);
        assert_eq!(without.people.finish_leaving().await.unwrap(), (1, 0), "on {name}: it waits for Memo");
        assert_eq!(house.memos.of(&user).await.unwrap().len(), 2);
        house.people.finish_leaving().await.unwrap();
        assert_eq!(house.traces_of(&user).await, Vec::<String>::new(), "on {name}");
    }
}

#[tokio::test]
async fn what_apps_know_is_given_out() {
    for TestStore { name, store, .. } in both(TABLES).await {
        let house = House::over(store.clone());
        house.moves_in("hana@example.org").await;
        let found = house.people.sign_in("hana@example.org", PASSWORD, &Here::default()).await.unwrap();
        let whole = house.people.export(&found).await.unwrap();
        let texts: Vec<_> = whole["apps"]["memo"].as_array().unwrap().iter().map(|memo| memo["text"].as_str().unwrap()).collect();
        assert_eq!(texts, ["牛乳", "卵"], "on {name}");
    }
}

/// Looks, whenever it is told to forget somebody, whether they are still there.
struct Watching {
    people: Repo<Okusuri>,
    saw: std::sync::Mutex<Vec<bool>>,
    /// Whether it cannot forget anybody at the moment.
    fails: std::sync::atomic::AtomicBool,
}

impl Watching {
    fn over(store: &Arc<dyn Store>) -> Arc<Self> {
        let people = Repo::new(Db::new(&DESIGN, store.clone(), clock(), b"secret"));
        Arc::new(Self { people, saw: std::sync::Mutex::default(), fails: false.into() })
    }

    /// The people of a house with this app, and perhaps with Memo.
    fn house(self: &Arc<Self>, memo: Option<Arc<dyn PersonalData>>) -> Service<Okusuri> {
        let (ids, pepper) = (Arc::new(RandomIds), Pepper::new(b"secret"));
        let service = Service::new(self.people.clone(), ids, pepper, Policy { sign_up: false }, Arc::new(Nowhere));
        let watching = KnowsPeople { app: "watching", data: Some(self.clone()) };
        service.with_apps(std::iter::once(watching).chain(memo.map(|data| KnowsPeople { app: "memo", data: Some(data) })).collect())
    }
}

impl PersonalData for Watching {
    fn export<'a>(&'a self, _: &'a Word) -> BoxFuture<'a, Result<Value, Problem>> {
        Box::pin(async { Ok(Value::Null) })
    }

    fn forget<'a>(&'a self, person: &'a Word) -> BoxFuture<'a, Result<(), Problem>> {
        Box::pin(async move {
            let is_there = self.people.person(person).await.unwrap().is_some();
            self.saw.lock().unwrap().push(is_there);
            if self.fails.load(Ordering::SeqCst) { Err(Problem::not_found()) } else { Ok(()) }
        })
    }
}

/// An app may need to know who somebody is to forget them. So it is told while they are there, and once more for what was written meanwhile.
#[tokio::test]
async fn the_apps_forget_first_and_the_person_is_last() {
    for TestStore { name, store, .. } in both(TABLES).await {
        let house = House::over(store.clone());
        let user = house.moves_in("hana@example.org").await;
        let watching = Watching::over(&store);
        let service = watching.house(None);
        service.delete(&user).await.unwrap();
        assert_eq!(*watching.saw.lock().unwrap(), [true, false], "{name}");
    }
}

/// What an app could not forget is not taken for forgotten: it is told again until it has, and keeps no other app from forgetting.
#[tokio::test]
async fn an_app_that_fails_is_told_again_and_holds_up_no_other() {
    for TestStore { name, store, .. } in both(TABLES).await {
        let house = House::over(store.clone());
        let user = house.moves_in("hana@example.org").await;
        let ids: Arc<dyn Ids> = Arc::new(RandomIds);
        let memo = MEMO.personal_data(&Db::new(&MEMO_DESIGN, store.clone(), clock(), b"secret"), &ids);
        let watching = Watching::over(&store);
        let service = watching.house(memo);
        watching.fails.store(true, Ordering::SeqCst);
        service.delete(&user).await.expect_err("one has not forgotten them");
        let left = house.traces_of(&user).await;
        assert!(left.len() == 1 && left[0].contains("watching"), "{name}: nothing is left but the mark: {left:?}");
        assert_eq!(service.finish_leaving().await.unwrap(), (0, 1), "{name}: not yet");
        watching.fails.store(false, Ordering::SeqCst);
        let told = watching.saw.lock().unwrap().len();
        assert_eq!(service.finish_leaving().await.unwrap(), (1, 0), "{name}");
        assert!(watching.saw.lock().unwrap().len() > told, "{name}: it is told again");
        assert_eq!(house.traces_of(&user).await, Vec::<String>::new(), "{name}");
    }
}
