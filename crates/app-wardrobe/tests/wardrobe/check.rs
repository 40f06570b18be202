//! The operator's check and repair: each fault is named with its wardrobe and its item, what can be mended is mended, the rest is told.

use chabudai_kernel::db::Paging;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use chabudai_app_wardrobe::design::{DESIGN, WARDROBE_TABLE};
use chabudai_app_wardrobe::model::{Clothing, ClothingId, ClothingWearDaily, History, Outfit, OutfitWearDaily, WardrobeId};
use chabudai_app_wardrobe::repo::{Sort, Wanted, clothes};
use chabudai_app_wardrobe::service::{Finding, Service, Worn};
use chabudai_kernel::audit::Audit;
use chabudai_kernel::clock::{Clock, FixedClock};
use chabudai_kernel::op::{Delete, Put, Update};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::Store;
use chabudai_store_conformance::faults::FaultyStore;

use crate::world::{MORNING, World, day, on_both};

async fn found(service: &Service) -> Vec<Finding> {
    let mut found = Vec::new();
    let checked = service
        .check_all(async |finding| {
            found.push(finding);
            Ok(())
        })
        .await
        .unwrap();
    assert_eq!(checked.findings as usize, found.len());
    found
}

fn lines(found: &[Finding]) -> Vec<String> {
    let mut lines: Vec<String> = found.iter().map(ToString::to_string).collect();
    lines.sort();
    lines
}

/// Mends what was found; what could not be mended.
async fn mend(service: &Service, found: &[Finding]) -> Vec<String> {
    let mut left = Vec::new();
    for finding in found {
        if !service.mend(finding).await.unwrap() {
            left.push(finding.clone());
        }
    }
    lines(&left)
}

fn garment(w: &World, id: ClothingId) -> Update {
    Update::raw(&WARDROBE_TABLE, Clothing::key(w.wardrobe, id))
}

fn item(attributes: &[(&str, &str)]) -> Put {
    let attributes = attributes.iter().map(|(name, text)| ((*name).to_owned(), (*text).into())).collect();
    Put::item(&WARDROBE_TABLE, Item::from_attributes(&attributes)).unwrap()
}

#[tokio::test]
async fn keys_that_are_not_what_the_item_says_are_named_and_written_anew() {
    on_both(async |w: World| {
        let g = w.garments(3).await;
        let outfit = w.outfit("外出", &g).await;
        let record = w.wear("20260103", Worn::Outfit(outfit)).await;
        assert_eq!(lines(&found(&w.service).await), Vec::<String>::new());
        let wardrobe = w.wardrobe;
        w.meddle(garment(&w, g[0]).set("wearCountSk", format!("WEAR#0000000099#{}", g[0]))).await;
        w.meddle(garment(&w, g[1]).set("statusListPk", format!("W#{wardrobe}#CLOTH#DELETED"))).await;
        w.meddle(garment(&w, g[2]).remove("createdAtSk")).await;
        w.meddle(Update::raw(&WARDROBE_TABLE, Outfit::key(wardrobe, outfit)).set("status", "DELETED")).await;
        let stray = Update::raw(&WARDROBE_TABLE, History::key(wardrobe, record));
        w.meddle(stray.set("statusListPk", format!("W#{wardrobe}#CLOTH#ACTIVE")).set("createdAtSk", "CREATED#0#x")).await;
        let wrong = found(&w.service).await;
        let mut expected = vec![
            format!("Clothing W#{wardrobe}#CLOTH / CLOTH#{}: its wearCountSk is not what the item says", g[0]),
            format!("Clothing W#{wardrobe}#CLOTH / CLOTH#{}: its statusListPk is not what the item says", g[1]),
            format!("Clothing W#{wardrobe}#CLOTH / CLOTH#{}: its createdAtSk is not what the item says", g[2]),
            format!("Outfit W#{wardrobe}#TPL / TPL#{outfit}: its statusListPk is not what the item says"),
            format!("History W#{wardrobe}#HIST / HIST#{record}: its statusListPk is not what the item says"),
            format!("History W#{wardrobe}#HIST / HIST#{record}: its createdAtSk is not what the item says"),
        ];
        expected.sort();
        assert_eq!(lines(&wrong), expected, "on {}", w.name);
        assert_eq!(mend(&w.service, &wrong).await, Vec::<String>::new());
        assert_eq!(lines(&found(&w.service).await), Vec::<String>::new(), "on {}", w.name);
        let status = chabudai_app_wardrobe::model::Status::Active;
        let page = Paging { limit: 10, cursor: None, backward: false };
        let listed = clothes::list(w.db(), wardrobe, status, Sort::Created, None, &Wanted::default(), page).await.unwrap();
        assert_eq!(listed.items.iter().map(|garment| garment.clothing_id).collect::<Vec<_>>(), g, "on {}", w.name);
    })
    .await;
}

#[tokio::test]
async fn counts_are_mended_from_the_records_and_counters_of_nothing_are_removed() {
    on_both(async |w: World| {
        let g = w.garments(5).await;
        for date in ["20260101", "20260103"] {
            w.wear(date, Worn::Combination(g.clone())).await;
        }
        let outfit = w.outfit("外出", &g[..1]).await;
        let last = w.wear("20260105", Worn::Outfit(outfit)).await;
        let wardrobe = w.wardrobe;
        let counter = |id, date| ClothingWearDaily::key(wardrobe, id, day(date));
        // A cache, a counter that says too much, one that is gone, one of another day, one that counts nothing.
        let cached = chabudai_app_wardrobe::model::WearCount::saturating(99);
        w.meddle(clothes::restate(&w.clothing(g[0]).await, cached, w.clothing(g[0]).await.last_worn_at)).await;
        w.meddle(Update::raw(&WARDROBE_TABLE, counter(g[1], "20260101")).set("count", 5)).await;
        w.meddle(Delete::new(&WARDROBE_TABLE, counter(g[2], "20260103"))).await;
        w.meddle(Delete::new(&WARDROBE_TABLE, counter(g[3], "20260101"))).await;
        w.meddle(Put::of(&ClothingWearDaily { wardrobe_id: wardrobe, clothing_id: g[3], date: day("20260102"), count: 1 })).await;
        w.meddle(Put::of(&ClothingWearDaily { wardrobe_id: wardrobe, clothing_id: g[4], date: day("20260104"), count: 0 })).await;
        // A record that went without being uncounted.
        w.meddle(Delete::new(&WARDROBE_TABLE, History::key(wardrobe, last))).await;
        let wrong = found(&w.service).await;
        let of = |id: ClothingId, said: &str| format!("Clothing {id} of {wardrobe}: {said}");
        let mut expected = vec![
            of(g[0], "its item says 99 wearings until 20260105, its days say 3 wearings until 20260105, the records say 2 wearings until 20260103"),
            of(g[1], "its item says 2 wearings until 20260103, its days say 6 wearings until 20260103, the records say 2 wearings until 20260103"),
            of(g[2], "its item says 2 wearings until 20260103, its days say 1 wearings until 20260101, the records say 2 wearings until 20260103"),
            of(g[3], "its item says 2 wearings until 20260103, its days say 2 wearings until 20260103, the records say 2 wearings until 20260103, and not on the same days"),
            format!("Outfit {outfit} of {wardrobe}: its item says 1 wearings until 20260105, its days say 1 wearings until 20260105, the records say 0 wearings"),
        ];
        expected.sort();
        assert_eq!(lines(&wrong), expected, "on {}", w.name);
        assert_eq!(mend(&w.service, &wrong).await, Vec::<String>::new());
        assert_eq!(lines(&found(&w.service).await), Vec::<String>::new(), "on {}", w.name);
        assert_eq!(w.clothing(g[0]).await.last_worn(), Some(day("20260103")));
        assert_eq!(w.outfit_of(outfit).await.wear_count.get(), 0);

        // The garment and the outfit go, and their counters stay.
        w.meddle(Put::of(&OutfitWearDaily { wardrobe_id: wardrobe, template_id: outfit, date: day("20260105"), count: 1 })).await;
        w.meddle(Delete::new(&WARDROBE_TABLE, Outfit::key(wardrobe, outfit))).await;
        w.meddle(Delete::new(&WARDROBE_TABLE, Clothing::key(wardrobe, g[0]))).await;
        let wrong = found(&w.service).await;
        let mut expected = vec![
            format!("ClothingWearDaily W#{wardrobe}#COUNT#CLOTH#{} / DATE#20260101: its garment is gone", g[0]),
            format!("ClothingWearDaily W#{wardrobe}#COUNT#CLOTH#{} / DATE#20260103: its garment is gone", g[0]),
            format!("OutfitWearDaily W#{wardrobe}#COUNT#TPL#{outfit} / DATE#20260105: its outfit is gone"),
        ];
        expected.sort();
        assert_eq!(lines(&wrong), expected, "on {}", w.name);
        assert_eq!(mend(&w.service, &wrong).await, Vec::<String>::new());
        assert_eq!(lines(&found(&w.service).await), Vec::<String>::new(), "on {}", w.name);
    })
    .await;
}

#[tokio::test]
async fn more_wrong_days_than_a_transaction_holds_are_mended_too() {
    on_both(async |w: World| {
        let a = w.garment("A").await;
        for n in 0..200_i64 {
            let date = chabudai_kernel::part::Day(jiff::civil::date(2025, 1, 1).saturating_add(jiff::Span::new().days(n)));
            w.meddle(Put::of(&ClothingWearDaily { wardrobe_id: w.wardrobe, clothing_id: a, date, count: 1 })).await;
        }
        let wrong = found(&w.service).await;
        assert_eq!(wrong.len(), 1);
        assert_eq!(mend(&w.service, &wrong).await, Vec::<String>::new());
        assert_eq!(lines(&found(&w.service).await), Vec::<String>::new(), "on {}", w.name);
    })
    .await;
}

#[tokio::test]
async fn what_nobody_can_mend_is_told_and_stays() {
    on_both(async |w: World| {
        let a = w.garment("A").await;
        let nowhere = WardrobeId::new(uuid::Uuid::new_v4());
        w.meddle(item(&[("PK", "X#1"), ("SK", "Y")])).await;
        w.meddle(garment(&w, a).remove("name")).await;
        let lost = Clothing { wardrobe_id: nowhere, ..w_clothing(&w).await };
        w.meddle(Put::of(&lost)).await;
        let wrong = found(&w.service).await;
        let mut expected = vec![
            "item X#1 / Y: its key is of no kind that the design knows".to_owned(),
            format!("Clothing W#{}#CLOTH / CLOTH#{a}: it cannot be read: missing field `name`", w.wardrobe),
            format!("Clothing W#{nowhere}#CLOTH / CLOTH#{}: its wardrobe is gone", lost.clothing_id),
        ];
        expected.sort();
        assert_eq!(lines(&wrong), expected, "on {}", w.name);
        assert_eq!(mend(&w.service, &wrong).await, expected);
        assert_eq!(lines(&found(&w.service).await), expected);
    })
    .await;
}

/// A garment to copy, of a wardrobe of its own.
async fn w_clothing(w: &World) -> Clothing {
    let id = w.garment("B").await;
    w.clothing(id).await
}

/// What a record counts for that cannot be read is not known: its garment keeps its count.
#[tokio::test]
async fn a_record_that_cannot_be_read_takes_nothing_away() {
    on_both(async |w: World| {
        let a = w.garment("A").await;
        let record = w.wear("20260103", Worn::Combination(vec![a])).await;
        w.meddle(Update::raw(&WARDROBE_TABLE, History::key(w.wardrobe, record)).remove("clothingIds")).await;
        let wrong = found(&w.service).await;
        let name = format!("History W#{}#HIST / HIST#{record}", w.wardrobe);
        assert_eq!(lines(&wrong), [format!("{name}: it cannot be read: missing field `clothingIds`")], "on {}", w.name);
        assert_eq!(mend(&w.service, &wrong).await, lines(&wrong));
        assert!(!w.service.repair(w.wardrobe, chabudai_app_wardrobe::repo::counters::Counted::Clothing(a)).await.unwrap());
        assert_eq!(w.clothing(a).await.wear_count.get(), 1);
    })
    .await;
}

/// While others record and remove, a check tells of nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wardrobe_in_use_has_no_faults() {
    on_both(async |w: World| {
        let g = w.garments(3).await;
        let (over, rounds) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let writers: Vec<_> = (0..4)
            .map(|n| {
                let (service, wardrobe, over, garments) = (w.other_server(), w.wardrobe, over.clone(), g.clone());
                let rounds = rounds.clone();
                tokio::spawn(async move {
                    while !over.load(Ordering::Relaxed) {
                        let worn = Worn::Combination(vec![garments[n % 3], garments[(n + 1) % 3]]);
                        if let Ok(record) = crate::world::try_wear(&service, wardrobe, "20260103", worn).await {
                            drop(service.unrecord(wardrobe, record).await);
                            rounds.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                })
            })
            .collect();
        let mut told = Vec::new();
        while rounds.load(Ordering::Relaxed) < 100 {
            told.extend(lines(&found(&w.service).await));
        }
        over.store(true, Ordering::Relaxed);
        for writer in writers {
            writer.await.unwrap();
        }
        assert_eq!(told, Vec::<String>::new(), "on {}", w.name);
        assert_eq!(lines(&found(&w.service).await), Vec::<String>::new(), "on {}", w.name);
    })
    .await;
}

/// Whoever waits gives the indexes time to follow.
struct IndexesFollow {
    clock: FixedClock,
    store: Arc<FaultyStore>,
}

impl Clock for IndexesFollow {
    fn now_millis(&self) -> u64 {
        self.clock.now_millis()
    }

    fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            self.clock.sleep(time).await;
            self.store.catch_up().await.expect("the indexes follow");
        })
    }
}

async fn audited(store: &dyn Store, clock: &dyn Clock) -> Vec<String> {
    let mut audit = Audit::of(&DESIGN, store, clock);
    let mut lines = Vec::new();
    while let Some(seen) = audit.next_page().await.unwrap() {
        lines.extend(seen.findings.iter().map(ToString::to_string));
    }
    lines.sort();
    lines
}

#[tokio::test]
async fn an_index_without_an_item_or_with_one_too_many_is_found_once_it_had_time_to_follow() {
    on_both(async |w: World| {
        let other = World::embedded().await;
        let late = Arc::new(FaultyStore::new(w.store.clone()).with_stale_indexes(other.store.clone()));
        let service = w.service_over(late.clone());
        let new = chabudai_app_wardrobe::service::NewClothing {
            name: chabudai_app_wardrobe::name::Name::new("A").unwrap(),
            genre: chabudai_app_wardrobe::model::Genre::Tops,
            image_key: None,
            tag_ids: Vec::new(),
        };
        let id: ClothingId = service.add_clothing(w.wardrobe, &new, None).await.unwrap().id().unwrap();
        let still = FixedClock::at_millis(MORNING);
        let name = format!("Clothing W#{}#CLOTH / CLOTH#{id}", w.wardrobe);
        let lists = ["StatusGenreListByCreatedAt", "StatusListByCreatedAt", "StatusListByLastWornAt", "StatusListByWearCount"];
        let missing = lists.map(|index| format!("{name}: it is missing from {index}"));
        assert_eq!(audited(&*late, &still).await, missing, "on {}", w.name);

        let follow = IndexesFollow { clock: FixedClock::at_millis(MORNING), store: late.clone() };
        assert_eq!(audited(&*late, &follow).await, Vec::<String>::new(), "on {}: an index that follows is not wrong", w.name);

        service.delete_clothing(w.wardrobe, id).await.unwrap();
        let strays = ["StatusGenreListByCreatedAt", "StatusListByCreatedAt", "StatusListByLastWornAt", "StatusListByWearCount"]
            .map(|index| format!("item W#{}#CLOTH / CLOTH#{id}: {index} has it by a key that it does not have", w.wardrobe));
        let mut expected = [missing, strays].concat();
        expected.sort();
        assert_eq!(audited(&*late, &still).await, expected, "on {}", w.name);
        assert_eq!(audited(&*late, &follow).await, Vec::<String>::new());

        // An item that went altogether.
        late.write(&Delete::new(&WARDROBE_TABLE, Clothing::key(w.wardrobe, id)).into(), still.now()).await.unwrap();
        assert_eq!(audited(&*late, &still).await.len(), 4, "on {}", w.name);
        assert_eq!(audited(&*late, &follow).await, Vec::<String>::new());
    })
    .await;
}
