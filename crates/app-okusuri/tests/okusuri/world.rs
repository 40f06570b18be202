//! A house with nobody in it, on either store, with the clock at one fixed morning and a post that keeps its letters.

use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chabudai_app_okusuri::design::{DESIGN, OKUSURI_TABLE, Okusuri};
use chabudai_identity::error::IdentityError;
use chabudai_identity::repo::Repo;
use chabudai_identity::secret::{Pepper, Token};
use chabudai_identity::service::{About, Entry, Here, Joining, Letter, Policy, Post, Service, SignedIn};
use chabudai_kernel::clock::FixedClock;
use chabudai_kernel::db::Db;
use chabudai_kernel::design::AccessPattern;
use chabudai_kernel::own::OwnWrites;
use chabudai_kernel::store::Store;
pub(crate) use chabudai_test_stores::{AT_ONCE, MORNING, RandomIds, at_once};
use chabudai_test_stores::{RunningClock, TestStore, both, costs, took_every_step};

pub(crate) const DAY: u64 = 24 * 60 * 60 * 1000;
pub(crate) const PASSWORD: &str = "ちゃぶ台をかこむ十人の家族";

/// Runs a test on both stores, one after the other.
pub(crate) async fn on_both<F: Future<Output = ()>>(test: impl Fn(World) -> F) {
    for place in both(DESIGN.tables).await {
        println!("on {}", place.name);
        test(World::over(place, true)).await;
    }
}

/// Keeps every letter.
#[derive(Default)]
pub(crate) struct Drawer(Mutex<Vec<Letter>>);

impl Post for Drawer {
    fn send(&self, letter: Letter) {
        self.0.lock().unwrap().push(letter);
    }
}

pub(crate) struct World {
    pub(crate) name: &'static str,
    pub(crate) service: Service<Okusuri>,
    pub(crate) clock: Arc<FixedClock>,
    pub(crate) store: Arc<dyn Store>,
    drawer: Arc<Drawer>,
    _place: TestStore,
}

/// The machine that the house runs on.
pub(crate) fn this_machine() -> Here {
    Here { is_this_machine: true, ..Here::default() }
}

impl World {
    pub(crate) fn embedded(sign_up: bool) -> Self {
        Self::over(TestStore::embedded(DESIGN.tables), sign_up)
    }

    /// Tables of its own: whether a house is empty depends on everybody in it.
    pub(crate) async fn dynamodb(sign_up: bool) -> Self {
        Self::over(TestStore::dynamodb(DESIGN.tables).await, sign_up)
    }

    pub(crate) fn over(place: TestStore, sign_up: bool) -> Self {
        let (name, store) = (place.name, place.store.clone());
        let clock = Arc::new(FixedClock::at_millis(MORNING));
        let db = Db::new(&DESIGN, store.clone(), clock.clone(), b"a secret of the test");
        let drawer = Arc::new(Drawer::default());
        let pepper = Pepper::new(b"a secret of the test");
        let service = Service::new(Repo::new(db), Arc::new(RandomIds), pepper, Policy { sign_up }, drawer.clone());
        Self { name, service, clock, store, drawer, _place: place }
    }

    /// Who takes letters to people here.
    pub(crate) fn post(&self) -> Arc<dyn Post> {
        self.drawer.clone()
    }

    /// The same house, as one browser sees it.
    pub(crate) fn seen_by(mut self, browser: Arc<dyn OwnWrites>) -> Self {
        let db = self.service.repo().db().clone().seen_by(browser);
        let pepper = Pepper::new(b"a secret of the test");
        self.service = Service::new(Repo::new(db), Arc::new(RandomIds), pepper, Policy { sign_up: true }, self.drawer.clone());
        self
    }

    /// The letters since the last look.
    pub(crate) fn letters(&self) -> Vec<Letter> {
        std::mem::take(&mut *self.drawer.0.lock().unwrap())
    }

    /// The code in the last letter.
    pub(crate) fn code(&self) -> String {
        match self.letters().pop().map(|letter| letter.about) {
            Some(About::Code(_, code)) => code.reveal().to_owned(),
            other => panic!("the last letter has no code: {other:?}"),
        }
    }

    /// Everything in the table.
    pub(crate) async fn items(&self) -> Vec<serde_json::Value> {
        let db = self.service.repo().db();
        let scan = chabudai_kernel::op::Scan::of(&OKUSURI_TABLE);
        let items = db.store().scan(&scan, db.clock().now()).await.unwrap().value.items;
        items.iter().map(|item| item.decode().unwrap()).collect()
    }

    /// The same, as text.
    pub(crate) async fn kept(&self) -> String {
        format!("{:?}", self.items().await)
    }

    /// Two houses' worth of data over the one store, as two servers have it: nothing keeps them apart but the store.
    pub(crate) fn two_dbs(&self) -> [Db; 2] {
        [(); 2].map(|()| Db::new(&DESIGN, self.store.clone(), RunningClock::from(&self.clock), b"a secret of the test"))
    }

    /// The people of the house, through two servers.
    pub(crate) fn two(&self) -> [Service<Okusuri>; 2] {
        self.two_dbs().map(|db| {
            let pepper = Pepper::new(b"a secret of the test");
            Service::new(Repo::new(db), Arc::new(RandomIds), pepper, Policy { sign_up: true }, self.drawer.clone())
        })
    }

    pub(crate) fn wait(&self, millis: u64) {
        self.clock.advance(Duration::from_millis(millis));
    }

    pub(crate) async fn joined(&self, email: &str) -> (SignedIn<Okusuri>, Token) {
        let mut signed_in = match self.service.ask_to_join("はな", email, PASSWORD, Entry::Nothing, &this_machine()).await.unwrap() {
            Joining::In(founder) => *founder,
            Joining::CodeSent(_) => self.service.join(email, &self.code(), &Here::default()).await.unwrap(),
        };
        let token = signed_in.token.take().expect("the token is told once");
        (signed_in, token)
    }

    /// Somebody looks after the house already.
    pub(crate) async fn founded(self) -> Self {
        self.service.add("管理人", "operator@example.org", PASSWORD).await.unwrap();
        self
    }

    /// Asks to join, as a stranger.
    pub(crate) async fn asks_to_join(&self, name: &str, email: &str) -> Result<Joining<Okusuri>, IdentityError> {
        self.service.ask_to_join(name, email, PASSWORD, Entry::Nothing, &Here::default()).await
    }

    /// Every step that a pattern declares was taken in this test.
    pub(crate) fn took_every_step(&self, id: &str) {
        took_every_step(self.service.repo().db(), self.name, &DESIGN, id);
    }

    /// The pattern is asked, and costs what it declares.
    pub(crate) async fn costs<R>(&self, pattern: &'static AccessPattern, things: u32, work: impl Future<Output = R>) -> R {
        // Boxed: one is put into another, and each would hold the whole work.
        costs(self.service.repo().db(), self.name, pattern, things, Box::pin(work)).await.0
    }
}
