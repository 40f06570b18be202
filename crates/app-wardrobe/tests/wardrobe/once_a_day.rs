//! The same is recorded once a day, however many devices say so: the outfit, or every one of the garments.

use chabudai_app_wardrobe::design::RECORD;
use chabudai_app_wardrobe::error::Result;
use chabudai_app_wardrobe::model::{ClothingId, Created, Genre, HistoryId, SeasonTag};
use chabudai_app_wardrobe::repo::histories;
use chabudai_app_wardrobe::service::{Service, Worn};
use chabudai_kernel::db::Paging;
use chabudai_test_stores::at_once;

use crate::world::{World, day, id_in, on_both};

const TODAY: &str = "20261115";

async fn today(service: &Service, w: &World, worn: &Worn) -> Result<Created> {
    service.record_once(w.wardrobe, day(TODAY), day(TODAY), worn, None).await
}

async fn records(w: &World) -> usize {
    let page = Paging { limit: 30, cursor: None, backward: true };
    histories::list(w.db(), w.wardrobe, None, None, page).await.unwrap().1.items.len()
}

async fn counts(w: &World, ids: &[ClothingId]) -> Vec<u64> {
    let mut counts = Vec::new();
    for id in ids {
        counts.push(w.clothing(*id).await.wear_count.get());
    }
    counts
}

#[tokio::test]
async fn everything_that_is_suggested_stands_in_one_record() {
    on_both(async |w: World| {
        let autumn = [SeasonTag::Autumn];
        for (name, genre) in [("ニット", Genre::Tops), ("シャツ", Genre::Tops), ("デニム", Genre::Bottoms), ("スカート", Genre::Bottoms)]
        {
            w.garment_of(name, genre, &autumn).await;
        }
        let suggested = w.service.recommend(w.wardrobe, day(TODAY)).await.unwrap();
        let ids: Vec<ClothingId> = suggested.garments().map(|garment| garment.clothing_id).collect();
        assert_eq!(ids.len(), 4);
        let made = w.costs(&RECORD, 0, today(&w.service, &w, &Worn::Combination(ids.clone()))).await.unwrap();
        let record: HistoryId = id_in(&made.body).parse().unwrap();
        let run = w.db().run(&chabudai_app_wardrobe::design::HISTORY_DETAIL);
        assert_eq!(histories::get(run, w.wardrobe, record, true).await.unwrap().unwrap().clothing_ids, ids);
        assert_eq!((records(&w).await, counts(&w, &ids).await), (1, vec![1; 4]), "on {}", w.name);
        w.service.unrecord(w.wardrobe, record).await.unwrap();
        assert_eq!((records(&w).await, counts(&w, &ids).await), (0, vec![0; 4]), "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn what_stands_in_the_records_of_a_day_is_not_recorded_again_unless_somebody_says_so() {
    on_both(async |w: World| {
        let ids = w.garments(3).await;
        let outfit = w.outfit("一", &ids[..2]).await;
        let of = |ids: &[ClothingId]| Worn::Combination(ids.to_vec());
        let refused = async |worn: &Worn| today(&w.service, &w, worn).await.unwrap_err().code();

        let first = today(&w.service, &w, &Worn::Outfit(outfit)).await.unwrap();
        assert_eq!(refused(&Worn::Outfit(outfit)).await, "wardrobe.recorded_already");
        // Worn with the outfit is worn.
        assert_eq!(refused(&of(&ids[..1])).await, "wardrobe.recorded_already");
        assert_eq!(refused(&of(&[ids[1], ids[0]])).await, "wardrobe.recorded_already");
        assert_eq!((records(&w).await, counts(&w, &ids).await), (1, vec![1, 1, 0]));
        // One that is new makes it a new record, and another day is another day.
        today(&w.service, &w, &of(&ids[1..])).await.unwrap();
        w.service.record_once(w.wardrobe, day("20261114"), day(TODAY), &Worn::Outfit(outfit), None).await.unwrap();
        assert_eq!((records(&w).await, counts(&w, &ids).await), (3, vec![2, 3, 1]));
        // Who changes and changes back says so.
        w.service.record(w.wardrobe, day(TODAY), day(TODAY), &Worn::Outfit(outfit), None).await.unwrap();
        assert_eq!((records(&w).await, counts(&w, &ids).await), (4, vec![3, 4, 1]));
        // What was taken back can be recorded again.
        let alone = w.garment("別").await;
        let made = today(&w.service, &w, &of(&[alone])).await.unwrap();
        w.service.unrecord(w.wardrobe, id_in(&made.body).parse().unwrap()).await.unwrap();
        assert_ne!(today(&w.service, &w, &of(&[alone])).await.unwrap().body, first.body);
        w.took_every_step("AP-16");
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_sixty_four_at_once_one_is_recorded() {
    on_both(async |w: World| {
        let ids = w.garments(4).await;
        let outfit = w.outfit("一", &ids[..2]).await;
        for worn in [Worn::Outfit(outfit), Worn::Combination(ids[2..].to_vec()), Worn::Combination(vec![w.garment("一着").await])] {
            let before = records(&w).await;
            let outcomes = at_once(&w.two(), |service, _| {
                let (w, worn) = (w.clone(), worn.clone());
                async move { today(&service, &w, &worn).await }
            })
            .await;
            assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{worn:?} on {}", w.name);
            // Everybody's pauses pass on the one clock of the test, so that somebody's patience may end.
            let told = |code| ["wardrobe.recorded_already", "wardrobe.busy"].contains(&code);
            assert!(outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).all(|error| told(error.code())), "{outcomes:?}");
            assert_eq!(records(&w).await, before + 1, "{worn:?} on {}", w.name);
        }
        assert_eq!(counts(&w, &ids).await, vec![1; 4], "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}
