//! A house with nobody in it, on either store, with the clock at one fixed morning and a post that keeps its letters.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use chabudai_app_okusuri::design::{DESIGN, OKUSURI_TABLE, Okusuri};
use chabudai_identity::repo::Repo;
use chabudai_identity::secret::{Pepper, Token};
use chabudai_identity::service::{About, Here, Letter, Policy, Post, Service, SignedIn};
use chabudai_kernel::clock::{Clock, FixedClock};
use chabudai_kernel::db::Db;
use chabudai_kernel::declared::untaken;
use chabudai_kernel::design::AccessPattern;
use chabudai_kernel::ids::Ids;
use chabudai_kernel::own::OwnWrites;
use chabudai_kernel::store::Store;
use chabudai_store_conformance::peer::Peer;
use chabudai_store_dynamodb::{Config, DynamoDbStore};
use chabudai_store_embedded::{EmbeddedStore, Options};

/// 2026-11-15T08:30:00+09:00
pub(crate) const MORNING: u64 = 1_794_699_000_000;
pub(crate) const DAY: u64 = 24 * 60 * 60 * 1000;
pub(crate) const PASSWORD: &str = "ちゃぶ台をかこむ十人の家族";

static PEER: LazyLock<Peer> = LazyLock::new(Peer::start);

/// Runs a test on both stores, one after the other.
pub(crate) async fn on_both<F: Future<Output = ()>>(test: impl Fn(World) -> F) {
    for world in [World::embedded(true), World::dynamodb(true).await] {
        println!("on {}", world.name);
        test(world).await;
    }
}

pub(crate) struct RandomIds;

impl Ids for RandomIds {
    fn uuid(&self, now_millis: u64) -> uuid::Uuid {
        let random = *uuid::Uuid::new_v4().as_bytes();
        uuid::Builder::from_unix_timestamp_millis(now_millis, random[..10].try_into().expect("ten of sixteen")).into_uuid()
    }
}

/// Time that passes by itself, from where the world's clock stands. Rivals have to wait for real: on the fixed clock, the wait of each
/// would be spent out of everybody's patience.
struct Running {
    from: Arc<FixedClock>,
    since: Instant,
}

impl Clock for Running {
    fn now_millis(&self) -> u64 {
        self.from.now_millis() + self.since.elapsed().as_millis() as u64
    }

    fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }

    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(tokio::time::sleep(time))
    }
}

/// How many try the same at once, where it may happen once.
pub(crate) const AT_ONCE: usize = 64;

/// Runs the same so often at once, in turn through one service and the other, and answers what each came to.
pub(crate) async fn at_once<S, R, F>(services: &[S; 2], work: impl Fn(S, usize) -> F) -> Vec<R>
where
    S: Clone,
    R: Send + 'static,
    F: Future<Output = R> + Send + 'static,
{
    let race: Vec<_> = (0..AT_ONCE).map(|nth| tokio::spawn(work(services[nth % 2].clone(), nth))).collect();
    futures::future::join_all(race).await.into_iter().map(|one| one.expect("nobody panics")).collect()
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
    _folder: Option<tempfile::TempDir>,
}

impl World {
    pub(crate) fn embedded(sign_up: bool) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let options = Options { sweep_every: None, ..Options::default() };
        let store = EmbeddedStore::open(&folder.path().join("okusuri.sqlite"), DESIGN.tables, options).expect("the store opens");
        Self::over("the embedded store", Arc::new(store), Some(folder), sign_up)
    }

    /// Tables of its own: whether a house is empty depends on everybody in it.
    pub(crate) async fn dynamodb(sign_up: bool) -> Self {
        let prefix = format!("t{}-", uuid::Uuid::new_v4().simple());
        let config = Config::new().endpoint(PEER.endpoint()).region("local").keys("test", "test").prefix(prefix);
        let store = DynamoDbStore::connect(config).await;
        store.create_tables(&[&OKUSURI_TABLE]).await.expect("the table is made");
        Self::over("DynamoDB", Arc::new(store), None, sign_up)
    }

    /// Over a store that the test has made.
    pub(crate) fn over(name: &'static str, store: Arc<dyn Store>, folder: Option<tempfile::TempDir>, sign_up: bool) -> Self {
        let clock = Arc::new(FixedClock::at_millis(MORNING));
        let db = Db::new(&DESIGN, store.clone(), clock.clone(), b"a secret of the test");
        let drawer = Arc::new(Drawer::default());
        let pepper = Pepper::new(b"a secret of the test");
        let service = Service::new(Repo::new(db), Arc::new(RandomIds), pepper, Policy { sign_up }, drawer.clone());
        Self { name, service, clock, store, drawer, _folder: folder }
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
        [(); 2].map(|()| {
            let clock = Arc::new(Running { from: self.clock.clone(), since: Instant::now() });
            Db::new(&DESIGN, self.store.clone(), clock, b"a secret of the test")
        })
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
        self.service.ask_to_join("はな", email, PASSWORD).await.unwrap();
        let code = self.code();
        let mut signed_in = self.service.join(email, &code, &Here::default()).await.unwrap();
        let token = signed_in.token.take().expect("the token is told once");
        (signed_in, token)
    }

    /// Every step that a pattern declares, each alternative too, was taken in this test: a step that nobody takes is a line of the documents
    /// that nothing holds.
    pub(crate) fn took_every_step(&self, id: &str) {
        let pattern = DESIGN.pattern(id).unwrap_or_else(|| panic!("the design has no {id}"));
        let untaken = untaken(pattern, self.service.repo().db().meters().of(pattern).steps_taken());
        assert!(untaken.is_empty(), "{id} was answered without: {untaken:#?} on {}", self.name);
    }

    /// The pattern is asked so often and costs what it declares.
    pub(crate) async fn costs<R>(&self, pattern: &'static AccessPattern, things: u32, work: impl Future<Output = R>) -> R {
        let meter = self.service.repo().db().meters().of(pattern);
        let before = meter.read();
        let out = work.await;
        let cost = meter.read().since(&before);
        assert!(cost.calls > 0, "{} is asked on {}", pattern.id, self.name);
        assert!(pattern.cost.allows(cost.spent.requests, things), "{} took {} requests on {}", pattern.id, cost.spent.requests, self.name);
        out
    }
}
