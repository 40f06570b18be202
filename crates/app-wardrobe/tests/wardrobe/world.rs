//! A wardrobe to test with, on the embedded store or on DynamoDB over HTTP, with the clock at one fixed morning.

use std::future::Future;
use std::sync::{Arc, LazyLock};

use chabudai_app_wardrobe::design::{DESIGN, WARDROBE_TABLE};
use chabudai_app_wardrobe::model::{Clothing, ClothingId, Genre, HistoryId, Outfit, OutfitId, SeasonTag, WardrobeId};
use chabudai_app_wardrobe::name::Name;
use chabudai_app_wardrobe::repo;
use chabudai_app_wardrobe::service::{NewClothing, NewOutfit, Service, Worn};
use chabudai_kernel::clock::{Clock, FixedClock};
use chabudai_kernel::db::Db;
use chabudai_kernel::declared::untaken;
use chabudai_kernel::design::AccessPattern;
use chabudai_kernel::ids::Ids;
use chabudai_kernel::op::Write;
use chabudai_kernel::part::Day;
use chabudai_kernel::store::Store;
use chabudai_store_conformance::peer::Peer;
use chabudai_store_dynamodb::{Config, DynamoDbStore};
use chabudai_store_embedded::{EmbeddedStore, Options};

/// 2026-11-15T08:30:00+09:00
pub(crate) const MORNING: u64 = 1_794_699_000_000;

static PEER: LazyLock<Peer> = LazyLock::new(Peer::start);
static TABLES: tokio::sync::OnceCell<()> = tokio::sync::OnceCell::const_new();

/// Runs a test on both stores, one after the other.
pub(crate) async fn on_both<F: Future<Output = ()>>(test: impl Fn(World) -> F) {
    for world in [World::embedded().await, World::dynamodb().await] {
        let name = world.name;
        println!("on {name}");
        test(world).await;
    }
}

/// The same with tables that no other test uses, for looks at everything there is.
pub(crate) async fn alone_on_both<F: Future<Output = ()>>(test: impl Fn(World) -> F) {
    let prefix = format!("t{}-", uuid::Uuid::new_v4().simple());
    let config = Config::new().endpoint(PEER.endpoint()).region("local").keys("test", "test").prefix(prefix);
    let store = DynamoDbStore::connect(config).await;
    store.create_tables(&[&WARDROBE_TABLE]).await.expect("the table is made");
    for world in [World::embedded().await, World::over("DynamoDB", Arc::new(store), None).await] {
        println!("on {}", world.name);
        test(world).await;
    }
}

/// Random ids: the tests share one DynamoDB table.
pub(crate) struct RandomIds;

impl Ids for RandomIds {
    fn uuid(&self, now_millis: u64) -> uuid::Uuid {
        let random = *uuid::Uuid::new_v4().as_bytes();
        uuid::Builder::from_unix_timestamp_millis(now_millis, random[..10].try_into().expect("ten of sixteen")).into_uuid()
    }
}

pub(crate) struct World {
    pub(crate) name: &'static str,
    pub(crate) service: Service,
    pub(crate) clock: Arc<FixedClock>,
    pub(crate) wardrobe: WardrobeId,
    pub(crate) store: Arc<dyn Store>,
    _folder: Option<tempfile::TempDir>,
}

impl World {
    pub(crate) async fn embedded() -> Self {
        Self::embedded_with_store().await.0
    }

    pub(crate) async fn embedded_with_store() -> (Self, Arc<dyn Store>) {
        let folder = tempfile::tempdir().expect("a folder");
        let options = Options { sweep_every: None, ..Options::default() };
        let store = EmbeddedStore::open(&folder.path().join("wardrobe.sqlite"), DESIGN.tables, options).expect("the store opens");
        let store: Arc<dyn Store> = Arc::new(store);
        (Self::over("the embedded store", store.clone(), Some(folder)).await, store)
    }

    /// The same use cases over another view of the store.
    pub(crate) fn service_over(&self, store: Arc<dyn Store>) -> Service {
        Service::new(Db::new(&DESIGN, store, self.clock.clone(), b"a secret of the test"), Arc::new(RandomIds))
    }

    /// What another server on the same store would be: use cases with queues and memories of their own.
    pub(crate) fn other_server(&self) -> Service {
        self.service_over(self.store.clone())
    }

    /// Writes something that no use case writes.
    pub(crate) async fn meddle(&self, write: impl Into<Write>) {
        self.store.write(&write.into(), self.clock.now()).await.expect("the store does it");
    }

    pub(crate) async fn dynamodb() -> Self {
        Self::over("DynamoDB", dynamodb_store().await, None).await
    }

    pub(crate) async fn over(name: &'static str, store: Arc<dyn Store>, folder: Option<tempfile::TempDir>) -> Self {
        let clock = Arc::new(FixedClock::at_millis(MORNING));
        let db = Db::new(&DESIGN, store.clone(), clock.clone(), b"a secret of the test");
        let service = Service::new(db, Arc::new(RandomIds));
        let created = service.create_wardrobe(&Name::new("わたしの服").unwrap(), None).await.expect("a wardrobe is made");
        let wardrobe = id_in(&created.body).parse().expect("an id");
        Self { name, service, clock, wardrobe, store, _folder: folder }
    }

    pub(crate) fn db(&self) -> &Db {
        self.service.db()
    }

    /// Adds a garment; a little time passes, so that the order of adding is known.
    pub(crate) async fn garment(&self, name: &str) -> ClothingId {
        self.garment_of(name, Genre::Tops, &[]).await
    }

    pub(crate) async fn garment_of(&self, name: &str, genre: Genre, tags: &[SeasonTag]) -> ClothingId {
        self.clock.advance(std::time::Duration::from_millis(1));
        let new = NewClothing { name: Name::new(name).unwrap(), genre, image_key: None, tag_ids: tags.to_vec() };
        let created = self.service.add_clothing(self.wardrobe, &new, None).await.expect("a garment is added");
        id_in(&created.body).parse().expect("an id")
    }

    pub(crate) async fn garments(&self, count: usize) -> Vec<ClothingId> {
        let mut out = Vec::new();
        for n in 0..count {
            out.push(self.garment(&format!("服{n:02}")).await);
        }
        out
    }

    pub(crate) async fn outfit(&self, name: &str, clothing_ids: &[ClothingId]) -> OutfitId {
        self.clock.advance(std::time::Duration::from_millis(1));
        let new = NewOutfit { name: Name::new(name).unwrap(), clothing_ids: clothing_ids.to_vec(), tag_ids: Vec::new() };
        let created = self.service.add_outfit(self.wardrobe, &new, None).await.expect("an outfit is saved");
        id_in(&created.body).parse().expect("an id")
    }

    pub(crate) async fn wear(&self, date: &str, worn: Worn) -> HistoryId {
        self.try_wear(date, worn).await.expect("a record is made")
    }

    pub(crate) async fn try_wear(&self, date: &str, worn: Worn) -> chabudai_app_wardrobe::error::Result<HistoryId> {
        try_wear(&self.service, self.wardrobe, date, worn).await
    }

    pub(crate) async fn clothing(&self, id: ClothingId) -> Clothing {
        repo::clothes::get(self.db(), self.wardrobe, id).await.expect("reads").expect("is there")
    }

    pub(crate) async fn outfit_of(&self, id: OutfitId) -> Outfit {
        let run = self.db().run(&chabudai_app_wardrobe::design::OUTFIT_DETAIL);
        repo::outfits::get(run, self.wardrobe, id, true).await.expect("reads").expect("is there")
    }

    /// Every step that a pattern declares, each alternative too, was taken in this test: a step that nobody takes is a line of the documents
    /// that nothing holds.
    pub(crate) fn took_every_step(&self, id: &str) {
        let pattern = DESIGN.pattern(id).unwrap_or_else(|| panic!("the design has no {id}"));
        let untaken = untaken(pattern, self.db().meters().of(pattern).steps_taken());
        assert!(untaken.is_empty(), "{id} was answered without: {untaken:#?} on {}", self.name);
    }

    /// What a pattern's meter went up by during some work; `things` is what its formula counts.
    pub(crate) async fn costs<T>(&self, pattern: &'static AccessPattern, things: u32, work: impl Future<Output = T>) -> T {
        let meter = self.db().meters().of(pattern);
        let before = meter.read();
        let out = work.await;
        let cost = meter.read().since(&before);
        assert_eq!(cost.calls, 1, "{} is asked once on {}", pattern.id, self.name);
        let requests = cost.spent.requests;
        assert!(pattern.cost.allows(requests, things), "{} took {requests} requests for {things} on {}", pattern.id, self.name);
        out
    }
}

pub(crate) async fn try_wear(
    service: &Service,
    wardrobe: WardrobeId,
    date: &str,
    worn: Worn,
) -> chabudai_app_wardrobe::error::Result<HistoryId> {
    let created = service.record(wardrobe, day(date), day("20261115"), &worn, None).await?;
    Ok(id_in(&created.body).parse().expect("an id"))
}

pub(crate) async fn dynamodb_store() -> Arc<dyn Store> {
    let store = DynamoDbStore::connect(Config::new().endpoint(PEER.endpoint()).region("local").keys("test", "test")).await;
    TABLES.get_or_init(async || store.create_tables(&[&WARDROBE_TABLE]).await.expect("the table is made")).await;
    Arc::new(store)
}

pub(crate) fn day(text: &str) -> Day {
    text.parse().expect("a day")
}

/// The id in a body such as `{"clothingId":"cl_…"}`.
pub(crate) fn id_in(body: &str) -> &str {
    body.split('"').nth(3).expect("a field with an id")
}

pub(crate) fn now_seconds(clock: &FixedClock) -> i64 {
    clock.now().0
}
