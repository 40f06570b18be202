//! A town with a company and a store, on the embedded store or on DynamoDB over HTTP, with the clock at one fixed morning.

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chabudai_app_chirashi::consumers::consumers;
use chabudai_app_chirashi::design::DESIGN;
use chabudai_app_chirashi::error::Result;
use chabudai_app_chirashi::model::{
    Admin, Category, Company, ContractPlan, Flyer, FlyerId, FlyerItem, Frequency, Prefecture, Role, Store, StoreId, User,
};
use chabudai_app_chirashi::service::{
    AccountInput, ArticleInput, Chef, Comer, CompanyInput, Cookbook, Cooked, Courier, Finding, FlyerInput, ItemInput, Letter, LetterKind,
    Letters, ProfileInput, Service, Settings, Staff, StoreInput, Told, check,
};
use chabudai_jobs::design::DESIGN as HOUSE;
use chabudai_jobs::feed::HouseFeed;
use chabudai_kernel::clock::{Clock, FixedClock};
use chabudai_kernel::db::{Db, Paging};
use chabudai_kernel::design::AccessPattern;
use chabudai_kernel::op::Write;
use chabudai_kernel::part::{IsoDay, Word};
use chabudai_kernel::store::Store as DataStore;
pub(crate) use chabudai_test_stores::{AT_ONCE, at_once};
use chabudai_test_stores::{MORNING, RandomIds, RunningClock, TestStore, both, costs, took_every_step};
use futures::future::BoxFuture;

pub(crate) const SECRET: &[u8] = b"a secret of the test";
pub(crate) const PAGE: Paging<'_> = Paging { limit: 50, cursor: None, backward: false };

/// Runs a test on both stores, one after the other, with tables that no other test uses.
pub(crate) async fn on_both<F: Future<Output = ()>>(test: impl Fn(World) -> F) {
    for place in both(DESIGN.tables).await {
        println!("on {}", place.name);
        test(World::over(place).await).await;
    }
}

/// Keeps what was written to people.
#[derive(Default)]
pub(crate) struct Mailbox(pub(crate) Mutex<Vec<(String, Letter)>>);

impl Mailbox {
    /// The last code that somebody was sent.
    pub(crate) fn code_for(&self, address: &str) -> Option<String> {
        let letters = self.0.lock().unwrap();
        letters.iter().rev().filter(|(to, _)| to == address).find_map(|(_, letter)| match &letter.kind {
            LetterKind::RegisterCode(code) | LetterKind::ResetCode(code) => Some(code.clone()),
            _ => None,
        })
    }
}

impl Letters for Mailbox {
    fn send<'a>(&'a self, to: &'a Word, letter: Letter) -> BoxFuture<'a, std::result::Result<(), String>> {
        self.0.lock().unwrap().push((to.to_string(), letter));
        Box::pin(async { Ok(()) })
    }
}

/// Counts how often it cooks, and takes its time.
#[derive(Default)]
pub(crate) struct SlowChef(pub(crate) AtomicU64);

impl Chef for SlowChef {
    fn cook<'a>(&'a self, flyer: &'a Flyer, items: &'a [FlyerItem], today: IsoDay) -> BoxFuture<'a, Result<Cooked>> {
        self.0.fetch_add(1, SeqCst);
        Box::pin(async move {
            tokio::time::sleep(Duration::from_millis(50)).await;
            Cookbook.cook(flyer, items, today).await
        })
    }
}

/// Keeps what was taken to people beyond the inbox.
#[derive(Default)]
pub(crate) struct Postman(pub(crate) Mutex<Vec<(String, Told)>>);

impl Courier for Postman {
    fn take<'a>(&'a self, user: &'a User, told: &'a Told) -> BoxFuture<'a, std::result::Result<(), String>> {
        self.0.lock().unwrap().push((user.user_id.to_string(), told.clone()));
        Box::pin(async {
            tokio::task::yield_now().await;
            Ok(())
        })
    }
}

pub(crate) struct World {
    pub(crate) name: &'static str,
    pub(crate) service: Service,
    pub(crate) clock: Arc<FixedClock>,
    pub(crate) store: Arc<dyn DataStore>,
    pub(crate) mail: Arc<Mailbox>,
    /// Runs everything.
    pub(crate) root: Staff,
    _place: TestStore,
}

pub(crate) fn settings() -> Settings {
    // The cheapest there is: what a hash costs has tests of its own.
    Settings { registration: true, bcrypt_cost: 4, ..Settings::default() }
}

pub(crate) fn service_over(store: Arc<dyn DataStore>, clock: Arc<dyn Clock>) -> Service {
    Service::new(Db::new(&DESIGN, store, clock, SECRET), Arc::new(RandomIds)).set(settings())
}

impl World {
    async fn over(place: TestStore) -> Self {
        let (name, store) = (place.name, place.store.clone());
        let clock = Arc::new(FixedClock::at_millis(MORNING));
        let mail = Arc::new(Mailbox::default());
        let service = service_over(store.clone(), clock.clone()).with_letters(mail.clone());
        let root = service.operator(&comer("root", None)).await.expect("an operator");
        Self { name, service, clock, store, mail, root, _place: place }
    }

    pub(crate) fn db(&self) -> &Db {
        self.service.db()
    }

    /// Two servers on the same store, on clocks that run: whoever has to wait waits for real.
    pub(crate) fn two(&self) -> [Service; 2] {
        [(); 2].map(|()| service_over(self.store.clone(), RunningClock::from(&self.clock)).with_letters(self.mail.clone()))
    }

    /// A little time passes, so that the order is known.
    pub(crate) fn tick(&self) {
        self.clock.advance(Duration::from_millis(1));
    }

    pub(crate) fn wait_hours(&self, hours: u64) {
        self.clock.advance(Duration::from_hours(hours));
    }

    /// Writes something that no use case writes.
    pub(crate) async fn meddle(&self, write: impl Into<Write>) {
        self.store.write(&write.into(), self.clock.now()).await.expect("the store does it");
    }

    pub(crate) async fn company(&self, name: &str) -> Company {
        self.tick();
        self.service.create_company(&self.root, &company_input(name), None).await.expect("a company")
    }

    pub(crate) async fn store_of(&self, company: &Company, name: &str) -> Store {
        self.tick();
        self.service.create_store(&self.root, company.company_id, &store_input(name), None).await.expect("a store")
    }

    /// A flyer that is valid from today for a week, with pork and cabbage on it.
    pub(crate) async fn flyer(&self, store: &Store) -> Flyer {
        self.flyer_from(store, "2026-11-15", "2026-11-21").await
    }

    pub(crate) async fn flyer_from(&self, store: &Store, from: &str, until: &str) -> Flyer {
        self.tick();
        self.service.create_flyer(&self.root, store.store_id, &flyer_input(from, until), None).await.expect("a flyer")
    }

    /// Somebody of the house.
    pub(crate) async fn somebody(&self, name: &str) -> User {
        self.tick();
        self.service.enter(&comer(name, None)).await.expect("somebody")
    }

    /// Somebody who wants to be told.
    pub(crate) async fn told(&self, name: &str, frequency: Frequency) -> User {
        let user = self.somebody(name).await;
        let input = ProfileInput { notification_frequency: Some(Some(frequency)), ..ProfileInput::default() };
        self.service.edit_profile(user.user_id, &input, None).await.expect("a profile")
    }

    pub(crate) async fn account(&self, username: &str, role: Role, store: Option<&Store>, company: Option<&Company>) -> Admin {
        self.tick();
        let input = account_input(username, role, store.map(|store| store.store_id), company);
        self.service.create_account(Some(&self.root), &input, None).await.expect("an account")
    }

    /// Somebody of the staff, as a request of theirs would find them.
    pub(crate) async fn staff(&self, username: &str, role: Role, store: Option<&Store>, company: &Company) -> Staff {
        let admin = self.account(username, role, store, Some(company)).await;
        Staff { admin, company: Some(company.clone()) }
    }

    /// The feed, read by one server through this service.
    pub(crate) fn feed_through(&self, service: &Service, store: &Arc<dyn DataStore>, house: &TestStore) -> HouseFeed {
        // A clock that runs: on one that stands, whoever waits for a consumer has waited long enough at once.
        let db = Db::new(&HOUSE, house.store.clone(), RunningClock::from(&self.clock), SECRET);
        HouseFeed::new("chirashi", store.clone(), DESIGN.tables, db, consumers(service))
    }

    /// What the operator's look finds.
    pub(crate) async fn findings(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        check(&self.service, async |finding| {
            found.push(finding);
            Ok(())
        })
        .await
        .expect("the look reads");
        found
    }

    /// What the change feed would have done of the newest flyers, for a test that does not read it.
    pub(crate) async fn newest(&self) {
        chabudai_app_chirashi::consumers::newest_of_all(&self.service).await.expect("all stores are looked at");
    }

    /// Nothing is wrong, in items, indexes, copies, counts and guards.
    pub(crate) async fn is_in_order(&self) {
        let found: Vec<String> = self.findings().await.iter().map(ToString::to_string).collect();
        assert!(found.is_empty(), "{found:#?} on {}", self.name);
    }

    /// Every step that a pattern declares was taken in this test.
    pub(crate) fn took_every_step(&self, id: &str) {
        took_every_step(self.db(), self.name, &DESIGN, id);
    }

    /// The pattern is asked once, and costs what it declares.
    pub(crate) async fn costs<T>(&self, pattern: &'static AccessPattern, things: u32, work: impl Future<Output = T>) -> T {
        let (out, calls) = costs(self.db(), self.name, pattern, things, Box::pin(work)).await;
        assert_eq!(calls, 1, "{} is asked once on {}", pattern.id, self.name);
        out
    }

    /// The pattern is asked, however often, and costs what it declares for so many things.
    pub(crate) async fn costs_in_all<T>(&self, pattern: &'static AccessPattern, things: u32, work: impl Future<Output = T>) -> T {
        costs(self.db(), self.name, pattern, things, Box::pin(work)).await.0
    }
}

/// Tables of the house's own, for the feed.
pub(crate) fn house() -> TestStore {
    TestStore::embedded(HOUSE.tables)
}

/// Everything is told that was not told yet.
pub(crate) async fn drain(feed: &HouseFeed) {
    let mut session = feed.open().await.expect("the feed opens");
    while !session.turn().await.expect("the feed is read").drained {}
    let parked: Vec<String> =
        feed.parked().await.expect("what waits is read").iter().map(|parked| format!("{}: {}", parked.consumer, parked.error)).collect();
    assert!(parked.is_empty(), "{parked:?}");
}

pub(crate) fn comer(name: &str, email: Option<&str>) -> Comer {
    Comer {
        person: Word::new(format!("person_{name}")).expect("a word"),
        name: name.to_owned(),
        email: email.map(|email| Word::new(email).expect("a word")),
    }
}

pub(crate) fn day(text: &str) -> IsoDay {
    text.parse().expect("a day")
}

pub(crate) fn company_input(name: &str) -> CompanyInput {
    CompanyInput {
        name: Some(name.to_owned()),
        contact_person: Some("山田太郎".to_owned()),
        email: Some("contact@example.org".to_owned()),
        phone: Some("03-1234-5678".to_owned()),
        address: Some("東京都千代田区1-1-1".to_owned()),
        plan: Some(ContractPlan::Standard),
        start: Some(day("2026-01-01")),
        end: Some(day("2026-12-31")),
        suspended: None,
    }
}

pub(crate) fn store_input(name: &str) -> StoreInput {
    StoreInput {
        name: Some(name.to_owned()),
        logo: Some("/media/logo.webp".to_owned()),
        address: Some("東京都新宿区新宿1-1-1".to_owned()),
        prefecture: Some(Prefecture::Tokyo),
        phone: Some("03-1234-5678".to_owned()),
        opening_hours: Some("9:00-21:00".to_owned()),
        sale_period: None,
    }
}

pub(crate) fn flyer_input(from: &str, until: &str) -> FlyerInput {
    let item = |name: &str, price| ItemInput { name: name.to_owned(), price: Some(price), ..ItemInput::default() };
    FlyerInput {
        images: Some(vec!["/media/1.webp".to_owned(), "/media/2.webp".to_owned()]),
        valid_from: Some(day(from)),
        valid_until: Some(day(until)),
        description: Some("新春大セール".to_owned()),
        items: Some(vec![item("国産豚バラ肉", 198), item("キャベツ", 128), item("卵", 198)]),
    }
}

pub(crate) fn article_input(title: &str) -> ArticleInput {
    ArticleInput {
        title: Some(title.to_owned()),
        content: Some("2026年も多くの食品が…".to_owned()),
        category: Some(Category::PriceRises),
        tags: Some(vec!["食品".to_owned()]),
        ..ArticleInput::default()
    }
}

pub(crate) fn account_input(username: &str, role: Role, store: Option<StoreId>, company: Option<&Company>) -> AccountInput {
    AccountInput {
        username: username.to_owned(),
        name: username.to_owned(),
        email: format!("{username}@example.org"),
        password: "a long enough one".to_owned(),
        role: Some(role),
        company: company.map(|company| company.company_id),
        store,
    }
}

/// An id that nothing has.
pub(crate) fn no_flyer() -> FlyerId {
    FlyerId::new(chabudai_kernel::uuid::Uuid::nil())
}
