//! Indexes lag, and whoever writes finds it in every list as they left it; others when the indexes do.

use std::sync::Arc;

use chabudai_app_wardrobe::design::DESIGN;
use chabudai_app_wardrobe::model::{ClothingId, Genre, OutfitId, SeasonTag, Status};
use chabudai_app_wardrobe::name::Name;
use chabudai_app_wardrobe::repo::{Sort, Wanted, clothes, histories, outfits};
use chabudai_app_wardrobe::service::{NewClothing, NewOutfit, Service, Worn};
use chabudai_kernel::db::{Db, Paging};
use chabudai_store_conformance::faults::{Browser, FaultyStore};
use chabudai_test_stores::TestStore;

use crate::world::{RandomIds, World, day, id_in};

const FEW: Paging<'static> = Paging { limit: 50, cursor: None, backward: false };

/// What every list shows, one line each.
async fn lists(w: &World, db: &Db) -> Vec<String> {
    let mut out = Vec::new();
    let wardrobe = w.wardrobe;
    for status in [Status::Active, Status::Deleted] {
        for sort in [Sort::Created, Sort::Wear, Sort::LastWorn] {
            // The bin is not listed by genre, and in one order only.
            if status == Status::Deleted && sort != Sort::Created {
                continue;
            }
            let genres = [None, Some(Genre::Tops), Some(Genre::Bottoms)];
            for genre in genres.into_iter().filter(|genre| status == Status::Active || genre.is_none()) {
                let listed = clothes::list(db, wardrobe, status, sort, genre, &Wanted::default(), FEW).await.unwrap();
                let shown: Vec<_> = listed.items.iter().map(|c| format!("{}×{}", c.name, c.wear_count.get())).collect();
                out.push(format!("clothes {status:?} {sort:?} {genre:?}: {}", shown.join(" ")));
            }
            let (_, listed) = outfits::list(db, wardrobe, status, sort, &Wanted::default(), None, FEW).await.unwrap();
            let shown: Vec<_> = listed.items.iter().map(|o| format!("{}×{}", o.name, o.wear_count.get())).collect();
            out.push(format!("outfits {status:?} {sort:?}: {}", shown.join(" ")));
        }
    }
    let wanted = Wanted { name: Some("襟".to_owned()), tag: None };
    let found = clothes::list(db, wardrobe, Status::Active, Sort::Created, None, &wanted, FEW).await.unwrap();
    out.push(format!("search: {}", found.items.iter().map(|c| c.name.clone()).collect::<Vec<_>>().join(" ")));
    let unworn = clothes::unworn_since(db, wardrobe, day("20261101"), FEW).await.unwrap();
    out.push(format!("unworn: {}", unworn.items.iter().map(|c| c.name.clone()).collect::<Vec<_>>().join(" ")));
    let seasons = [SeasonTag::Autumn, SeasonTag::All];
    let rest = clothes::longest_unworn(db, wardrobe, seasons, [(Genre::Tops, 2), (Genre::Bottoms, 2)]).await.unwrap();
    out.push(format!("recommended: {}", rest.iter().map(|c| c.name.clone()).collect::<Vec<_>>().join(" ")));
    let (_, week) = histories::between(db, wardrobe, day("20261101"), day("20261130")).await.unwrap();
    out.push(format!("month: {}", week.iter().map(|h| h.date.to_string()).collect::<Vec<_>>().join(" ")));
    let (_, diary) = histories::list(db, wardrobe, None, None, Paging { backward: true, ..FEW }).await.unwrap();
    out.push(format!("diary: {}", diary.items.iter().map(|h| h.date.to_string()).collect::<Vec<_>>().join(" ")));
    let year = histories::look_back(db, wardrobe, day("20260101"), day("20261231")).await.unwrap();
    out.push(format!("year: {}", year.iter().map(|h| h.date.to_string()).collect::<Vec<_>>().join(" ")));
    out
}

async fn garment(w: &World, service: &Service, name: &str, genre: Genre) -> ClothingId {
    w.clock.advance(std::time::Duration::from_millis(1));
    let new = NewClothing { name: Name::new(name).unwrap(), genre, image_key: None, tag_ids: vec![SeasonTag::Autumn] };
    id_in(&service.add_clothing(w.wardrobe, &new, None).await.unwrap().body).parse().unwrap()
}

async fn outfit(w: &World, service: &Service, name: &str, of: &[ClothingId]) -> OutfitId {
    w.clock.advance(std::time::Duration::from_millis(1));
    let new = NewOutfit { name: Name::new(name).unwrap(), clothing_ids: of.to_vec(), tag_ids: Vec::new() };
    id_in(&service.add_outfit(w.wardrobe, &new, None).await.unwrap().body).parse().unwrap()
}

#[tokio::test]
async fn every_list_shows_what_one_has_just_done() {
    let (world, replica) = (World::embedded().await, TestStore::embedded(DESIGN.tables));
    let store = Arc::new(FaultyStore::new(world.store.clone()).with_stale_indexes(replica.store.clone()));
    let db =
        |browser: &Arc<Browser>| Db::new(&DESIGN, store.clone(), world.clock.clone(), b"a secret of the test").seen_by(browser.clone());
    let (mine, somebodys) = (Arc::new(Browser::default()), Arc::new(Browser::default()));
    let service = Service::new(db(&mine), Arc::new(RandomIds));
    let empty = lists(&world, &db(&somebodys)).await;

    let shirt = garment(&world, &service, "襟のシャツ", Genre::Tops).await;
    let trousers = garment(&world, &service, "紺のズボン", Genre::Bottoms).await;
    let coat = garment(&world, &service, "襟の高いコート", Genre::Tops).await;
    let set = outfit(&world, &service, "通勤", &[shirt, trousers]).await;
    let steps: [(&str, Step); 9] = [
        ("added", Step::Nothing),
        ("worn", Step::Wear("20261110")),
        ("worn again", Step::Wear("20261112")),
        ("edited", Step::Edit),
        ("in the bin", Step::Bin),
        ("out of it", Step::Restore),
        ("the outfit in the bin", Step::BinOutfit),
        ("and out of it", Step::RestoreOutfit),
        ("unworn", Step::Unwear),
    ];
    let mut record = None;
    for (what, step) in steps {
        world.clock.advance(std::time::Duration::from_secs(1));
        match step {
            Step::Nothing => {}
            Step::Wear(date) => record = Some(crate::world::try_wear(&service, world.wardrobe, date, Worn::Outfit(set)).await.unwrap()),
            Step::Edit => {
                let edit =
                    clothes::Edit { name: Name::new("短いコート").ok(), genre: Some(Genre::Bottoms), ..clothes::Edit::default() };
                service.edit_clothing(world.wardrobe, coat, &edit).await.unwrap();
            }
            Step::Bin => service.delete_clothing(world.wardrobe, trousers).await.unwrap(),
            Step::Restore => service.restore_clothing(world.wardrobe, trousers).await.unwrap(),
            Step::BinOutfit => service.delete_outfit(world.wardrobe, set).await.unwrap(),
            Step::RestoreOutfit => service.restore_outfit(world.wardrobe, set).await.unwrap(),
            Step::Unwear => service.unrecord(world.wardrobe, record.unwrap()).await.unwrap(),
        }
        let truth = lists(&world, world.db()).await;
        assert_eq!(lists(&world, &db(&mine)).await, truth, "{what}");
        assert_eq!(lists(&world, &db(&somebodys)).await, empty, "{what}, for others not yet");
    }
    store.catch_up().await.unwrap();
    let truth = lists(&world, world.db()).await;
    assert_eq!(lists(&world, &db(&somebodys)).await, truth);
    assert_eq!(lists(&world, &db(&mine)).await, truth);
}

#[derive(Clone, Copy)]
enum Step {
    Nothing,
    Wear(&'static str),
    Edit,
    Bin,
    Restore,
    BinOutfit,
    RestoreOutfit,
    Unwear,
}

#[tokio::test]
async fn the_largest_record_is_seen_and_gone_when_it_is_removed() {
    let (world, replica) = (World::embedded().await, TestStore::embedded(DESIGN.tables));
    let store = Arc::new(FaultyStore::new(world.store.clone()).with_stale_indexes(replica.store.clone()));
    let mine = Arc::new(Browser::default());
    let db = Db::new(&DESIGN, store.clone(), world.clock.clone(), b"a secret of the test").seen_by(mine);
    let service = Service::new(db.clone(), Arc::new(RandomIds));
    let garments = world.garments(20).await;
    let all = outfit(&world, &service, "ぜんぶ", &garments).await;
    let listed = async || histories::list(&db, world.wardrobe, None, None, FEW).await.unwrap().1.items.len();
    let record = crate::world::try_wear(&service, world.wardrobe, "20261115", Worn::Outfit(all)).await.unwrap();
    assert_eq!(listed().await, 1, "with its twenty garments it is still among what is remembered");
    store.catch_up().await.unwrap();
    service.unrecord(world.wardrobe, record).await.unwrap();
    assert_eq!(listed().await, 0);
}
