//! A test per access pattern: the right answer, at the declared cost, on both stores.

use chabudai_app_wardrobe::design as ap;
use chabudai_app_wardrobe::model::{Genre, SeasonTag, Status, day_millis};
use chabudai_app_wardrobe::name::{Name, fold};
use chabudai_app_wardrobe::repo::counters::Counted;
use chabudai_app_wardrobe::repo::pictures::album;
use chabudai_app_wardrobe::repo::{self, Sort, Wanted, clothes, histories, outfits, wardrobes};
use chabudai_app_wardrobe::service::Worn;
use chabudai_kernel::db::Paging;
use chabudai_kernel::once::Once;
use chabudai_kernel::op::Update;
use chabudai_kernel::part::{Millis, Word};

use crate::world::{World, day, id_in, now_seconds, on_both};

fn newest(limit: u32) -> Paging<'static> {
    Paging { limit, cursor: None, backward: true }
}

fn once(key: &str, request: &str) -> Once {
    Once { key: Word::new(format!("{key}-{}", uuid::Uuid::new_v4())).unwrap(), request: request.to_owned() }
}

#[tokio::test]
async fn ap_01_02_23_a_wardrobe_is_made_opened_and_renamed() {
    on_both(async |w: World| {
        let name = Name::new("家族").unwrap();
        let again = once("wardrobe", "家族");
        let made = w.costs(&ap::CREATE_WARDROBE, 0, w.service.create_wardrobe(&name, None, Some(&again))).await.unwrap();
        assert_eq!(
            w.service.create_wardrobe(&name, None, Some(&again)).await.unwrap(),
            made,
            "a repeated request makes no second wardrobe"
        );
        let other = Once { request: "別".into(), ..again };
        assert_eq!(w.service.create_wardrobe(&name, None, Some(&other)).await.unwrap_err().status(), 422);

        let id = id_in(&made.body).parse().unwrap();
        assert_eq!(w.costs(&ap::OPEN_WARDROBE, 0, wardrobes::open(w.db(), id)).await.unwrap().unwrap().name, "家族");
        w.costs(&ap::RENAME_WARDROBE, 0, w.service.rename_wardrobe(id, &Name::new("新しい名").unwrap())).await.unwrap();
        assert_eq!(w.service.open(id).await.unwrap().name, "新しい名");
        let nobody = chabudai_app_wardrobe::model::WardrobeId::new(uuid::Uuid::new_v4());
        assert_eq!(w.service.rename_wardrobe(nobody, &name).await.unwrap_err().code(), "wardrobe.not_found");
        assert!(w.service.open(nobody).await.is_err());
        w.took_every_step("AP-01");
        w.took_every_step("AP-02");
        w.took_every_step("AP-23");
    })
    .await;
}

#[tokio::test]
async fn ap_03_the_last_week_with_its_pictures() {
    on_both(async |w: World| {
        let garments = w.garments(3).await;
        let outfit = w.outfit("外出", &garments).await;
        for date in ["20261108", "20261109", "20261115"] {
            w.wear(date, Worn::Outfit(outfit)).await;
        }
        let read = async {
            let (run, week) = histories::between(w.db(), w.wardrobe, day("20261109"), day("20261115")).await.unwrap();
            let ids: Vec<_> = week.iter().flat_map(|record| record.clothing_ids.clone()).collect();
            let outfits: Vec<_> = week.iter().filter_map(|record| record.template_id).collect();
            let found = album(run, w.wardrobe, &ids, &outfits).await.unwrap();
            (week, found)
        };
        let (week, found) = w.costs(&ap::LAST_WEEK, 4, read).await;
        assert_eq!(week.iter().map(|record| record.date.to_string()).collect::<Vec<_>>(), ["20261115", "20261109"]);
        assert_eq!((found.clothes.len(), found.outfits[&outfit].name.as_str()), (3, "外出"));
        w.took_every_step("AP-03");
        w.took_every_step("AP-16");
    })
    .await;
}

#[tokio::test]
async fn ap_04_clothes_in_every_order_and_of_a_genre() {
    on_both(async |w: World| {
        let a = w.garment_of("a", Genre::Tops, &[]).await;
        let b = w.garment_of("b", Genre::Bottoms, &[]).await;
        let c = w.garment_of("c", Genre::Tops, &[]).await;
        w.wear("20260105", Worn::Combination(vec![b, a])).await;
        w.wear("20260103", Worn::Combination(vec![b])).await;
        let names = async |sort, genre, backward| {
            let page = Paging { limit: 50, cursor: None, backward };
            let all = Wanted::default();
            let list = clothes::list(w.db(), w.wardrobe, Status::Active, sort, genre, &all, page);
            let listed = w.costs(&ap::LIST_CLOTHES, 0, list).await.unwrap();
            assert_eq!(listed.next, None);
            listed.items.iter().map(|garment| garment.clothing_id).collect::<Vec<_>>()
        };
        assert_eq!(names(Sort::Created, None, true).await, [c, b, a]);
        assert_eq!(names(Sort::Created, None, false).await, [a, b, c]);
        assert_eq!(names(Sort::Wear, None, true).await, [b, a, c]);
        assert_eq!(names(Sort::LastWorn, None, false).await[0], c, "never worn is longest unworn");
        assert_eq!(names(Sort::Created, Some(Genre::Tops), true).await, [c, a]);
        assert_eq!(names(Sort::Wear, Some(Genre::Tops), true).await, [a, c]);
        w.took_every_step("AP-04");
    })
    .await;
}

#[tokio::test]
async fn ap_04_pages_go_on_where_they_ended_and_belong_to_their_list() {
    on_both(async |w: World| {
        w.garments(7).await;
        let mut seen = Vec::new();
        let mut cursor: Option<String> = None;
        let all = Wanted::default();
        loop {
            let page = Paging { limit: 3, cursor: cursor.as_deref(), backward: true };
            let list = clothes::list(w.db(), w.wardrobe, Status::Active, Sort::Created, None, &all, page);
            let listed = w.costs(&ap::LIST_CLOTHES, 0, list).await.unwrap();
            seen.extend(listed.items.iter().map(|garment| garment.name.clone()));
            cursor = listed.next;
            let Some(cursor) = &cursor else { break };
            let page = Paging { limit: 3, cursor: Some(cursor), backward: true };
            let other = clothes::list(w.db(), w.wardrobe, Status::Active, Sort::Wear, None, &all, page).await;
            assert_eq!(other.unwrap_err().code(), "wardrobe.invalid_cursor");
        }
        assert_eq!(seen, ["服06", "服05", "服04", "服03", "服02", "服01", "服00"]);
    })
    .await;
}

#[tokio::test]
async fn ap_04a_what_waited_longest_for_this_season() {
    on_both(async |w: World| {
        let autumn = [SeasonTag::Autumn];
        let worn = w.garment_of("着た", Genre::Tops, &autumn).await;
        let never = w.garment_of("未着用", Genre::Tops, &[SeasonTag::All]).await;
        let long_ago = w.garment_of("久しぶり", Genre::Tops, &autumn).await;
        w.garment_of("夏物", Genre::Tops, &[SeasonTag::Summer]).await;
        w.garment_of("季節なし", Genre::Bottoms, &[]).await;
        w.garment_of("帽子", Genre::Others, &autumn).await;
        let trousers = w.garment_of("ズボン", Genre::Bottoms, &autumn).await;
        w.wear("20261101", Worn::Combination(vec![worn])).await;
        w.wear("20260401", Worn::Combination(vec![long_ago])).await;
        let found = w.costs(&ap::RECOMMEND, 0, w.service.recommend(w.wardrobe, day("20261115"))).await.unwrap();
        assert_eq!(found.season, SeasonTag::Autumn);
        assert_eq!(found.tops.iter().map(|g| g.clothing_id).collect::<Vec<_>>(), [never, long_ago]);
        assert_eq!(found.bottoms.iter().map(|g| g.clothing_id).collect::<Vec<_>>(), [trousers]);
        w.took_every_step("AP-04a");
    })
    .await;
}

#[tokio::test]
async fn ap_04b_clothes_by_name_and_season() {
    on_both(async |w: World| {
        w.garment_of("藍のシャツ", Genre::Tops, &[SeasonTag::Summer]).await;
        w.garment_of("白いしゃつ", Genre::Tops, &[]).await;
        w.garment_of("ズボン", Genre::Bottoms, &[SeasonTag::Summer]).await;
        let names = async |wanted: Wanted| {
            let list = clothes::list(w.db(), w.wardrobe, Status::Active, Sort::Created, None, &wanted, newest(50));
            let listed = w.costs(&ap::SEARCH_CLOTHES, 0, list).await.unwrap();
            listed.items.into_iter().map(|garment| garment.name).collect::<Vec<_>>()
        };
        assert_eq!(names(Wanted { name: Some(fold("ｼｬﾂ")), tag: None }).await, ["白いしゃつ", "藍のシャツ"]);
        assert_eq!(names(Wanted { name: None, tag: Some(SeasonTag::Summer) }).await, ["ズボン", "藍のシャツ"]);
        assert_eq!(names(Wanted { name: Some(fold("シャツ")), tag: Some(SeasonTag::Summer) }).await, ["藍のシャツ"]);
        let shirts = Wanted { name: Some(fold("シャツ")), tag: None };
        for (sort, genre) in [(Sort::Wear, None), (Sort::LastWorn, Some(Genre::Tops)), (Sort::Created, Some(Genre::Tops))] {
            let list = clothes::list(w.db(), w.wardrobe, Status::Active, sort, genre, &shirts, newest(50));
            assert_eq!(w.costs(&ap::SEARCH_CLOTHES, 0, list).await.unwrap().items.len(), 2, "in every order, of a genre or of all");
        }
        w.took_every_step("AP-04b");
    })
    .await;
}

#[tokio::test]
async fn ap_05_06_07_a_garment_is_added_shown_and_edited() {
    on_both(async |w: World| {
        let new = chabudai_app_wardrobe::service::NewClothing {
            name: Name::new("コート").unwrap(),
            genre: Genre::Tops,
            image_key: None,
            tag_ids: vec![SeasonTag::Winter],
        };
        let again = once("clothing", "コート");
        let made = w.costs(&ap::ADD_CLOTHING, 0, w.service.add_clothing(w.wardrobe, &new, Some(&again))).await.unwrap();
        assert_eq!(w.service.add_clothing(w.wardrobe, &new, Some(&again)).await.unwrap(), made);
        w.costs(&ap::ADD_CLOTHING, 0, w.service.add_clothing(w.wardrobe, &new, None)).await.unwrap();
        w.took_every_step("AP-06");
        let id = id_in(&made.body).parse().unwrap();
        let garment = w.costs(&ap::CLOTHING_DETAIL, 0, clothes::get(w.db(), w.wardrobe, id)).await.unwrap().unwrap();
        assert_eq!((garment.wear_count.get(), garment.last_worn_at, garment.status), (0, Millis(0), Status::Active));
        assert_eq!(garment.wardrobe_id, w.wardrobe);

        let edit = clothes::Edit {
            name: Some(Name::new("長いコート").unwrap()),
            genre: Some(Genre::Others),
            image_key: Some(None),
            tag_ids: Some(Vec::new()),
        };
        w.costs(&ap::EDIT_CLOTHING, 0, w.service.edit_clothing(w.wardrobe, id, &edit)).await.unwrap();
        let garment = w.clothing(id).await;
        assert_eq!(
            (garment.name.as_str(), garment.genre, garment.image_key, garment.tag_ids),
            ("長いコート", Some(Genre::Others), None, vec![])
        );
        let all = Wanted::default();
        let of_genre = clothes::list(w.db(), w.wardrobe, Status::Active, Sort::Created, Some(Genre::Others), &all, newest(9));
        assert_eq!(of_genre.await.unwrap().items.len(), 1, "the genre's list moved along");
        w.took_every_step("AP-05");
    })
    .await;
}

#[tokio::test]
async fn ap_08_18_20_a_garment_goes_into_the_bin_and_comes_back() {
    on_both(async |w: World| {
        let a = w.garment("a").await;
        w.costs(&ap::DELETE_CLOTHING, 0, w.service.delete_clothing(w.wardrobe, a)).await.unwrap();
        assert_eq!(w.service.delete_clothing(w.wardrobe, a).await.unwrap_err().code(), "wardrobe.not_found");
        let edit = clothes::Edit { name: Some(Name::new("x").unwrap()), ..Default::default() };
        assert_eq!(w.service.edit_clothing(w.wardrobe, a, &edit).await.unwrap_err().code(), "wardrobe.not_found");
        let all = Wanted::default();
        let list = |status| clothes::list(w.db(), w.wardrobe, status, Sort::Created, None, &all, newest(50));
        assert_eq!(list(Status::Active).await.unwrap().items.len(), 0);
        let bin = w.costs(&ap::BIN, 0, list(Status::Deleted)).await.unwrap().items;
        assert_eq!(bin.iter().map(|g| g.deleted_at).collect::<Vec<_>>(), [Some(Millis(crate::world::MORNING + 1))]);

        w.costs(&ap::RESTORE_CLOTHING, 0, w.service.restore_clothing(w.wardrobe, a)).await.unwrap();
        assert_eq!(w.service.restore_clothing(w.wardrobe, a).await.unwrap_err().code(), "wardrobe.not_found");
        let garment = w.clothing(a).await;
        assert_eq!((garment.status, garment.deleted_at, garment.rev), (Status::Active, None, 2));
        assert_eq!(list(Status::Active).await.unwrap().items.len(), 1);
        w.took_every_step("AP-08");
        w.took_every_step("AP-18");
    })
    .await;
}

#[tokio::test]
async fn ap_09_10_outfits_are_listed_and_shown_with_their_garments() {
    on_both(async |w: World| {
        let garments = w.garments(20).await;
        for n in 0..17 {
            w.outfit(&format!("組{n:02}"), &garments[n..n + 4]).await;
        }
        let read = async {
            let all = Wanted::default();
            let (run, listed) = outfits::list(w.db(), w.wardrobe, Status::Active, Sort::Created, &all, None, newest(30)).await.unwrap();
            let ids: Vec<_> = listed.items.iter().flat_map(|outfit| outfit.clothing_ids[..4].to_vec()).collect();
            let found = album(run, w.wardrobe, &ids, &[]).await.unwrap();
            (listed, found)
        };
        let (listed, found) = w.costs(&ap::LIST_OUTFITS, 20, read).await;
        assert_eq!((listed.items.len(), found.clothes.len(), listed.next), (17, 20, None));

        let outfit = listed.items[0].template_id;
        let read = async {
            let run = w.db().run(&ap::OUTFIT_DETAIL);
            let outfit = outfits::get(run, w.wardrobe, outfit, false).await.unwrap().unwrap();
            let found = album(run, w.wardrobe, &outfit.clothing_ids, &[]).await.unwrap();
            (outfit, found)
        };
        let (outfit, found) = w.costs(&ap::OUTFIT_DETAIL, 0, read).await;
        assert_eq!((outfit.name.as_str(), found.clothes.len()), ("組16", 4));
        for sort in [Sort::Wear, Sort::LastWorn] {
            outfits::list(w.db(), w.wardrobe, Status::Active, sort, &Wanted::default(), None, newest(30)).await.unwrap();
        }
        w.took_every_step("AP-09");
        w.took_every_step("AP-10");
    })
    .await;
}

#[tokio::test]
async fn ap_09a_outfits_with_a_garment() {
    on_both(async |w: World| {
        let garments = w.garments(4).await;
        let with = w.outfit("一", &garments[..2]).await;
        w.outfit("二", &garments[2..]).await;
        let search = async {
            let all = Wanted::default();
            outfits::list(w.db(), w.wardrobe, Status::Active, Sort::Created, &all, Some(garments[0]), newest(30)).await.unwrap().1
        };
        let listed = w.costs(&ap::SEARCH_OUTFITS, 0, search).await;
        assert_eq!(listed.items.iter().map(|outfit| outfit.template_id).collect::<Vec<_>>(), [with]);
        for sort in [Sort::Wear, Sort::LastWorn] {
            let all = Wanted::default();
            let (run, listed) = outfits::list(w.db(), w.wardrobe, Status::Active, sort, &all, Some(garments[0]), newest(30)).await.unwrap();
            assert_eq!(album(run, w.wardrobe, &listed.items[0].clothing_ids, &[]).await.unwrap().clothes.len(), 2);
        }
        w.took_every_step("AP-09a");
    })
    .await;
}

#[tokio::test]
async fn ap_11_12_13_19_an_outfit_is_saved_edited_binned_and_restored() {
    on_both(async |w: World| {
        let garments = w.garments(3).await;
        let new = |clothing_ids: Vec<_>| chabudai_app_wardrobe::service::NewOutfit {
            name: Name::new("組").unwrap(),
            clothing_ids,
            tag_ids: vec![],
        };
        let three = new(garments.clone());
        let made = w.costs(&ap::ADD_OUTFIT, 0, w.service.add_outfit(w.wardrobe, &three, None)).await.unwrap();
        let id = id_in(&made.body).parse().unwrap();
        w.costs(&ap::ADD_OUTFIT, 0, w.service.add_outfit(w.wardrobe, &three, Some(&once("outfit", "組")))).await.unwrap();
        w.took_every_step("AP-11");
        let twice = new(vec![garments[0], garments[0]]);
        assert_eq!(w.service.add_outfit(w.wardrobe, &twice, None).await.unwrap_err().code(), "wardrobe.garment_twice");
        let none = new(vec![]);
        assert_eq!(w.service.add_outfit(w.wardrobe, &none, None).await.unwrap_err().code(), "wardrobe.no_garments");

        let edit = outfits::Edit { clothing_ids: Some(vec![garments[2], garments[0]]), ..Default::default() };
        w.costs(&ap::EDIT_OUTFIT, 0, w.service.edit_outfit(w.wardrobe, id, &edit)).await.unwrap();
        assert_eq!(w.outfit_of(id).await.clothing_ids, [garments[2], garments[0]]);
        w.costs(&ap::DELETE_OUTFIT, 0, w.service.delete_outfit(w.wardrobe, id)).await.unwrap();
        let binned = async {
            let all = Wanted::default();
            let (run, listed) = outfits::list(w.db(), w.wardrobe, Status::Deleted, Sort::Created, &all, None, newest(30)).await.unwrap();
            album(run, w.wardrobe, &listed.items[0].clothing_ids, &[]).await.unwrap()
        };
        assert_eq!(w.costs(&ap::BIN, 2, binned).await.clothes.len(), 2);
        clothes::list(w.db(), w.wardrobe, Status::Deleted, Sort::Created, None, &Wanted::default(), newest(9)).await.unwrap();
        w.took_every_step("AP-20");
        assert_eq!(w.service.delete_outfit(w.wardrobe, id).await.unwrap_err().code(), "wardrobe.not_found");
        assert_eq!(w.try_wear("20260101", Worn::Outfit(id)).await.unwrap_err().code(), "wardrobe.not_found");
        w.costs(&ap::RESTORE_OUTFIT, 0, w.service.restore_outfit(w.wardrobe, id)).await.unwrap();
        assert_eq!(w.outfit_of(id).await.status, Status::Active);

        w.service.delete_clothing(w.wardrobe, garments[1]).await.unwrap();
        let binned = new(vec![garments[1]]);
        assert_eq!(w.service.add_outfit(w.wardrobe, &binned, None).await.unwrap_err().code(), "wardrobe.not_found");
        w.took_every_step("AP-12");
        w.took_every_step("AP-13");
        w.took_every_step("AP-19");
    })
    .await;
}

#[tokio::test]
async fn ap_14_15_records_by_day_and_one_of_them() {
    on_both(async |w: World| {
        let garments = w.garments(5).await;
        let outfit = w.outfit("組", &garments).await;
        w.wear("20260103", Worn::Outfit(outfit)).await;
        let combined = w.wear("20260105", Worn::Combination(vec![garments[4], garments[1]])).await;
        let read = async {
            let (run, listed) = histories::list(w.db(), w.wardrobe, None, None, newest(30)).await.unwrap();
            let ids: Vec<_> = listed.items.iter().flat_map(|record| record.clothing_ids.clone()).collect();
            let outfits: Vec<_> = listed.items.iter().filter_map(|record| record.template_id).collect();
            album(run, w.wardrobe, &ids, &outfits).await.unwrap();
            listed
        };
        let listed = w.costs(&ap::LIST_HISTORY, 6, read).await;
        assert_eq!(listed.items[0].clothing_ids, [garments[4], garments[1]]);
        assert_eq!((listed.items[0].template_id, listed.items[1].template_id), (None, Some(outfit)));

        let read = async {
            let run = w.db().run(&ap::HISTORY_DETAIL);
            let record = histories::get(run, w.wardrobe, combined, false).await.unwrap().unwrap();
            album(run, w.wardrobe, &record.clothing_ids, record.template_id.as_slice()).await.unwrap()
        };
        assert_eq!(w.costs(&ap::HISTORY_DETAIL, 0, read).await.clothes.len(), 2);
        w.took_every_step("AP-14");
        w.took_every_step("AP-15");
    })
    .await;
}

#[tokio::test]
async fn ap_16_17_twenty_garments_and_an_outfit_are_counted_and_uncounted() {
    on_both(async |w: World| {
        let garments = w.garments(20).await;
        let outfit = w.outfit("全部", &garments).await;
        let record = w.costs(&ap::RECORD, 0, w.try_wear("20260103", Worn::Outfit(outfit))).await.unwrap();
        for id in &garments {
            let garment = w.clothing(*id).await;
            assert_eq!((garment.wear_count.get(), garment.last_worn_at), (1, day_millis(day("20260103"))));
        }
        assert_eq!(w.outfit_of(outfit).await.wear_count.get(), 1);
        assert_eq!(w.service.check(w.wardrobe).await.unwrap(), []);

        w.costs(&ap::UNRECORD, 21, w.service.unrecord(w.wardrobe, record)).await.unwrap();
        assert_eq!(w.clothing(garments[19]).await.wear_count.get(), 0);
        assert_eq!(w.outfit_of(outfit).await.last_worn_at, Millis(0));
        assert_eq!(w.service.check(w.wardrobe).await.unwrap(), []);
        assert_eq!(w.service.unrecord(w.wardrobe, record).await.unwrap_err().code(), "wardrobe.not_found");
        w.took_every_step("AP-16");
        w.took_every_step("AP-17");
    })
    .await;
}

#[tokio::test]
async fn ap_16_bad_records_are_refused_and_change_nothing() {
    on_both(async |w: World| {
        let garments = w.garments(21).await;
        let a = garments[0];
        for (date, worn, code) in [
            ("19991231", vec![a], "wardrobe.date_out_of_range"),
            ("20261117", vec![a], "wardrobe.date_out_of_range"),
            ("20260101", vec![], "wardrobe.no_garments"),
            ("20260101", vec![a, a], "wardrobe.garment_twice"),
            ("20260101", garments.clone(), "wardrobe.too_many_garments"),
        ] {
            assert_eq!(w.try_wear(date, Worn::Combination(worn)).await.unwrap_err().code(), code);
        }
        w.wear("20261116", Worn::Combination(vec![a])).await;
        assert_eq!(w.clothing(a).await.wear_count.get(), 1);
    })
    .await;
}

#[tokio::test]
async fn ap_16_24_a_repeated_request_counts_once_for_a_day() {
    on_both(async |w: World| {
        let a = w.garment("a").await;
        let again = once("record", "a on 0103");
        let worn = Worn::Combination(vec![a]);
        let record = async || w.service.record(w.wardrobe, day("20260103"), day("20261115"), &worn, Some(&again)).await.unwrap();
        let first = record().await;
        assert_eq!(w.costs(&ap::REPLAY, 0, record()).await, first);
        w.service.create_wardrobe(&Name::new("別").unwrap(), None, Some(&once("wardrobe", "別"))).await.unwrap();
        w.took_every_step("AP-24");
        let all = futures::future::join_all((0..8).map(|_| record())).await;
        assert!(all.iter().all(|answer| *answer == first));
        assert_eq!(w.clothing(a).await.wear_count.get(), 1);

        let before = now_seconds(&w.clock);
        w.clock.advance(std::time::Duration::from_hours(24));
        assert!(now_seconds(&w.clock) > before);
        assert_ne!(record().await, first, "after a day the key may be used again");
        assert_eq!(w.clothing(a).await.wear_count.get(), 2);
    })
    .await;
}

#[tokio::test]
async fn ap_21_22_wears_by_period_and_the_repair_of_caches() {
    on_both(async |w: World| {
        let a = w.garment("a").await;
        for date in ["20260101", "20260103", "20260103", "20260201"] {
            w.wear(date, Worn::Combination(vec![a])).await;
        }
        let counted = Counted::Clothing(a);
        let period = repo::counters::between(w.db(), w.wardrobe, counted, day("20260101"), day("20260131"));
        let days = w.costs(&ap::WEARS_BY_PERIOD, 0, period).await.unwrap();
        assert_eq!(
            days.iter().map(|d| (d.date.to_string(), d.count)).collect::<Vec<_>>(),
            [("20260101".into(), 1), ("20260103".into(), 2)]
        );

        let outfit = w.outfit("組", &[a]).await;
        let none = repo::counters::between(w.db(), w.wardrobe, Counted::Outfit(outfit), day("20260101"), day("20260131"));
        assert!(w.costs(&ap::WEARS_BY_PERIOD, 0, none).await.unwrap().is_empty());
        w.took_every_step("AP-21");

        assert!(!w.costs(&ap::REPAIR, 0, w.service.repair(w.wardrobe, counted)).await.unwrap());
        // Somebody meddles with the cache behind our back.
        let meddle = Update::raw(&ap::WARDROBE_TABLE, chabudai_app_wardrobe::model::Clothing::key(w.wardrobe, a)).set("wearCount", 40);
        w.db().run(&ap::EDIT_CLOTHING).commit_one(meddle).await.unwrap();
        let drift = w.service.check(w.wardrobe).await.unwrap();
        assert_eq!(drift.iter().map(|d| (d.cached.0, d.counted_days.0, d.recorded.0)).collect::<Vec<_>>(), [(40, 4, 4)]);
        assert!(w.costs(&ap::REPAIR, 1, w.service.repair(w.wardrobe, counted)).await.unwrap());
        assert_eq!(w.clothing(a).await.wear_count.get(), 4);
        assert_eq!(w.service.check(w.wardrobe).await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn ap_25_every_wardrobe_is_found() {
    on_both(async |w: World| {
        let checked = w.service.check_all(async |_| Ok(())).await.unwrap();
        assert!(checked.wardrobes >= 1 && checked.items >= 1, "{checked:?}");
    })
    .await;
}

#[tokio::test]
async fn ap_28_what_was_not_worn_for_long() {
    on_both(async |w: World| {
        let (never, long_ago, lately) = (w.garment("never").await, w.garment("long ago").await, w.garment("lately").await);
        w.wear("20260101", Worn::Combination(vec![long_ago])).await;
        w.wear("20261101", Worn::Combination(vec![long_ago, lately])).await;
        let page = Paging { limit: 10, cursor: None, backward: false };
        let names = async |since: &str| -> Vec<String> {
            let listed = w.costs(&ap::UNWORN, 0, clothes::unworn_since(w.db(), w.wardrobe, day(since), page)).await.unwrap();
            listed.items.into_iter().map(|garment| garment.name).collect()
        };
        // All three came into the wardrobe today, so what was never worn did not wait for long.
        assert_eq!(names("20261101").await, Vec::<String>::new(), "the day itself counts as worn");
        let mut worn_before = names("20261102").await;
        worn_before.sort();
        assert_eq!(worn_before, ["lately", "long ago"]);
        assert_eq!(names("20261120").await[0], "never", "from tomorrow on it waits, and longest of all");
        w.service.delete_clothing(w.wardrobe, long_ago).await.unwrap();
        assert_eq!(names("20261102").await, ["lately"], "what is in the bin waits for nothing");
        let _ = never;
        w.took_every_step("AP-28");
    })
    .await;
}

#[tokio::test]
async fn ap_29_a_year_of_days() {
    on_both(async |w: World| {
        let a = w.garment("a").await;
        for date in ["20251114", "20251115", "20260301", "20260301", "20261115"] {
            w.wear(date, Worn::Combination(vec![a])).await;
        }
        let year = histories::look_back(w.db(), w.wardrobe, day("20251115"), day("20261115"));
        let days: Vec<String> = w.costs(&ap::LOOK_BACK, 1, year).await.unwrap().iter().map(|record| record.date.to_string()).collect();
        assert_eq!(days, ["20251115", "20260301", "20260301", "20261115"]);
        w.took_every_step("AP-29");
    })
    .await;
}

#[tokio::test]
async fn a_record_that_is_undone_comes_back_as_it_was() {
    on_both(async |w: World| {
        let garments = w.garments(2).await;
        let outfit = w.outfit("外出", &garments).await;
        let record = w.wear("20261110", Worn::Outfit(outfit)).await;
        w.service.unrecord(w.wardrobe, record).await.unwrap();
        w.service.delete_clothing(w.wardrobe, garments[0]).await.unwrap();
        w.service.delete_outfit(w.wardrobe, outfit).await.unwrap();
        let again = w.wear("20261110", Worn::Again(Some(outfit), garments.clone())).await;
        let run = w.db().run(&ap::HISTORY_DETAIL);
        let back = histories::get(run, w.wardrobe, again, true).await.unwrap().unwrap();
        assert_eq!((back.template_id, &back.clothing_ids), (Some(outfit), &garments));
        assert_eq!(w.clothing(garments[0]).await.wear_count.get(), 1);
        assert_eq!(w.service.check(w.wardrobe).await.unwrap(), []);
        let foreign = Worn::Again(None, vec![chabudai_app_wardrobe::model::ClothingId::new(uuid::Uuid::new_v4())]);
        assert_eq!(crate::world::try_wear(&w.service, w.wardrobe, "20261110", foreign).await.unwrap_err().status(), 404);
    })
    .await;
}
