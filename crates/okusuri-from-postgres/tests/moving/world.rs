//! The older system with everything that is odd about it, a store, and a work folder.

use std::future::Future;
use std::sync::Arc;
use std::time::SystemTime;

use chabudai_app_okusuri::design::{DESIGN, OKUSURI_TABLE};
use chabudai_kernel::clock::FixedClock;
use chabudai_kernel::op::{BatchWrite, Delete, Put};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Now, Store};
use chabudai_okusuri_from_postgres::{
    Address, Applied, Back, Loaded, MoveError, Plan, Report, Result, Source, Step, Stored, Target, Tell, WorkFolder,
};
use chabudai_test_stores::{TestStore, both};
use chabudai_testkit::Postgres;

pub(crate) const OLDER_SYSTEM: &str = include_str!("../older_system.sql");

/// Runs a test on both stores, one after the other, each with an older system that nobody has touched.
pub(crate) async fn on_both<F: Future<Output = ()>>(test: impl Fn(World) -> F) {
    let Some(postgres) = Postgres::find() else { return };
    let postgres = Arc::new(postgres);
    for place in both(DESIGN.tables).await {
        let world = World::over(place, &postgres);
        println!("on {}", world.name);
        postgres.run("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
        postgres.run(OLDER_SYSTEM);
        test(world).await;
    }
}

/// The real time, as the older system's own clock has it.
pub(crate) fn now_millis() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970").as_millis() as u64
}

#[derive(Clone)]
pub(crate) struct World {
    pub(crate) name: &'static str,
    pub(crate) postgres: Arc<Postgres>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) target: Target,
    pub(crate) folder: WorkFolder,
    held: Arc<tempfile::TempDir>,
    _place: TestStore,
}

impl World {
    fn over(place: TestStore, postgres: &Arc<Postgres>) -> Self {
        let held = tempfile::tempdir().expect("a folder");
        let folder = WorkFolder::open(held.path().join("work")).expect("a work folder");
        let (name, store) = (place.name, place.store.clone());
        let target = Self::target_over(store.clone());
        Self { name, postgres: postgres.clone(), store, target, folder, held: Arc::new(held), _place: place }
    }

    pub(crate) fn target_over(store: Arc<dyn Store>) -> Target {
        Target::new(store, Arc::new(FixedClock::at_millis(now_millis())))
    }

    /// The same with an empty work folder.
    pub(crate) fn with_another_folder(&self) -> Self {
        Self { folder: WorkFolder::open(self.held.path().join("other")).expect("a work folder"), ..self.clone() }
    }

    /// The same over another store.
    pub(crate) fn over_store(&self, store: Arc<dyn Store>) -> Self {
        Self { target: Self::target_over(store.clone()), store, ..self.clone() }
    }

    /// The same source, with another store of the same kind and a work folder of its own.
    pub(crate) async fn on_an_empty_store(&self) -> Self {
        let tables = DESIGN.tables;
        let place = if self.name == "DynamoDB" { TestStore::dynamodb(tables).await } else { TestStore::embedded(tables) };
        Self::over(place, &self.postgres)
    }

    /// The same with the work folder of another.
    pub(crate) fn with_folder_of(self, other: &Self) -> Self {
        Self { folder: other.folder.clone(), ..self }
    }

    pub(crate) async fn source(&self) -> Source {
        let address = Address::parse(&self.postgres.url(), Some(Postgres::PASSWORD)).expect("an address");
        Source::connect(&address).await.expect("the source is there")
    }

    pub(crate) async fn plan(&self) -> Plan {
        let mut source = self.source().await;
        let planned = quietly(async |tell| {
            chabudai_okusuri_from_postgres::plan(&mut source, &self.folder, Some(&self.target), "Asia/Tokyo", tell).await
        });
        planned.await.expect("a plan")
    }

    pub(crate) async fn load(&self) -> Result<Loaded> {
        let mut source = self.source().await;
        quietly(async |tell| {
            chabudai_okusuri_from_postgres::begin(&mut source, &self.folder, "Asia/Tokyo", tell).await?;
            chabudai_okusuri_from_postgres::load(&self.folder, &self.target, tell).await
        })
        .await
    }

    pub(crate) async fn try_verify(&self) -> Result<Report> {
        quietly(async |tell| chabudai_okusuri_from_postgres::verify(&self.folder, &self.target, tell).await).await
    }

    pub(crate) async fn verify(&self) -> Report {
        self.try_verify().await.expect("a report")
    }

    /// A snapshot of the work folder.
    pub(crate) fn snapshot(&self, name: &str) -> chabudai_okusuri_from_postgres::snapshot::Snapshot {
        self.folder.snapshot(name).read().expect("a whole snapshot")
    }

    pub(crate) async fn delta(&self) -> Result<Applied> {
        let mut source = self.source().await;
        quietly(async |tell| chabudai_okusuri_from_postgres::apply_delta(&mut source, &self.folder, &self.target, tell).await).await
    }

    pub(crate) async fn export_back(&self) -> Result<Back> {
        let mut source = self.source().await;
        quietly(async |tell| chabudai_okusuri_from_postgres::export_back(&mut source, &self.folder, &self.target, tell).await).await
    }

    /// Everything in the store.
    pub(crate) async fn stored(&self) -> Stored {
        quietly(async |tell| self.target.read(tell).await).await.expect("the store answers")
    }

    /// Writes an item whatever is there.
    pub(crate) async fn put(&self, put: Put) {
        self.store.batch_write(&[BatchWrite::Put(put)], now()).await.expect("a write");
    }

    pub(crate) async fn put_item(&self, item: Item) {
        self.put(Put::item(&OKUSURI_TABLE, item).expect("an item with its key")).await;
    }

    pub(crate) async fn delete(&self, delete: Delete) {
        self.store.write(&delete.into(), now()).await.expect("a write");
    }
}

pub(crate) fn now() -> Now {
    Now((now_millis() / 1000) as i64)
}

/// Does something that nobody watches.
async fn quietly<T>(work: impl AsyncFnOnce(&mut Tell<'_>) -> T) -> T {
    let mut nobody = |_: Step| {};
    work(&mut Tell::new(&mut nobody)).await
}

/// The reasons for which a move stopped.
#[track_caller]
pub(crate) fn refusals<T: std::fmt::Debug>(outcome: Result<T>) -> Vec<String> {
    match outcome {
        Err(MoveError::Refused(refusals)) => refusals.iter().map(ToString::to_string).collect(),
        other => panic!("it is refused, not {other:?}"),
    }
}
