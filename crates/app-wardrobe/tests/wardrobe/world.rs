//! A wardrobe to test with, on the embedded store or on DynamoDB over HTTP, with the clock at one fixed morning.

use std::future::Future;
use std::sync::Arc;

use chabudai_app_wardrobe::design::{DESIGN, WARDROBE_TABLE};
use chabudai_app_wardrobe::model::{Clothing, ClothingId, Genre, HistoryId, Outfit, OutfitId, SeasonTag, WardrobeId};
use chabudai_app_wardrobe::name::Name;
use chabudai_app_wardrobe::repo;
use chabudai_app_wardrobe::service::{NewClothing, NewOutfit, Service, Worn};
use chabudai_kernel::clock::{Clock, FixedClock};
use chabudai_kernel::db::Db;
use chabudai_kernel::design::AccessPattern;
use chabudai_kernel::op::{Scan, Write};
use chabudai_kernel::part::Day;
use chabudai_kernel::store::Store;
pub(crate) use chabudai_test_stores::{MORNING, RandomIds};
use chabudai_test_stores::{TestStore, both, costs, took_every_step};

/// Runs a test on both stores, one after the other, with tables that no other test uses.
pub(crate) async fn on_both<F: Future<Output = ()>>(test: impl Fn(World) -> F) {
    for place in both(DESIGN.tables).await {
        println!("on {}", place.name);
        test(World::over(place).await).await;
    }
}

#[derive(Clone)]
pub(crate) struct World {
    pub(crate) name: &'static str,
    pub(crate) service: Service,
    pub(crate) clock: Arc<FixedClock>,
    pub(crate) wardrobe: WardrobeId,
    pub(crate) store: Arc<dyn Store>,
    _place: TestStore,
}

impl World {
    pub(crate) async fn embedded() -> Self {
        Self::over(TestStore::embedded(DESIGN.tables)).await
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

    /// Two servers on the same store.
    pub(crate) fn two(&self) -> [Service; 2] {
        [self.service.clone(), self.other_server()]
    }

    /// Another wardrobe.
    pub(crate) async fn another(&self, name: &str) -> WardrobeId {
        let created = self.service.create_wardrobe(&Name::new(name).unwrap(), None, None).await.expect("a wardrobe is made");
        id_in(&created.body).parse().expect("an id")
    }

    /// The same world around another wardrobe.
    pub(crate) async fn with_another(&self, name: &str) -> Self {
        Self { wardrobe: self.another(name).await, ..self.clone() }
    }

    /// Everything that is kept, as text.
    pub(crate) async fn kept(&self) -> Vec<String> {
        let mut scan = Scan { consistent: true, ..Scan::of(&WARDROBE_TABLE) };
        let mut kept = Vec::new();
        loop {
            let page = self.store.scan(&scan, self.clock.now()).await.expect("the store reads").value;
            kept.extend(page.items.iter().map(|item| format!("{:?}", item.to_attributes())));
            match page.next {
                Some(next) => scan.after = Some(next),
                None => return kept,
            }
        }
    }

    /// The operator's check finds nothing.
    pub(crate) async fn is_in_order(&self) {
        let mut found = Vec::new();
        let told = async |finding: chabudai_app_wardrobe::service::Finding| {
            found.push(finding.to_string());
            Ok(())
        };
        self.service.check_all(told).await.expect("the check runs");
        assert_eq!(found, Vec::<String>::new(), "on {}", self.name);
    }

    pub(crate) async fn dynamodb() -> Self {
        Self::over(TestStore::dynamodb(DESIGN.tables).await).await
    }

    async fn over(place: TestStore) -> Self {
        let (name, store) = (place.name, place.store.clone());
        let clock = Arc::new(FixedClock::at_millis(MORNING));
        let db = Db::new(&DESIGN, store.clone(), clock.clone(), b"a secret of the test");
        let service = Service::new(db, Arc::new(RandomIds));
        let created = service.create_wardrobe(&Name::new("わたしの服").unwrap(), None, None).await.expect("a wardrobe is made");
        let wardrobe = id_in(&created.body).parse().expect("an id");
        Self { name, service, clock, wardrobe, store, _place: place }
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

    /// Every step that a pattern declares was taken in this test.
    pub(crate) fn took_every_step(&self, id: &str) {
        took_every_step(self.db(), self.name, &DESIGN, id);
    }

    /// What a pattern's meter went up by during some work; `things` is what its formula counts.
    pub(crate) async fn costs<T>(&self, pattern: &'static AccessPattern, things: u32, work: impl Future<Output = T>) -> T {
        let (out, calls) = costs(self.db(), self.name, pattern, things, work).await;
        assert_eq!(calls, 1, "{} is asked once on {}", pattern.id, self.name);
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
