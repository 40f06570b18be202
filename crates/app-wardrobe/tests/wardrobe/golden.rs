//! The golden cases of recording and removing.

use chabudai_app_wardrobe::design::WARDROBE_TABLE;
use chabudai_app_wardrobe::model::{ClothingWearDaily, day_millis};
use chabudai_app_wardrobe::repo::counters::{self, Counted};
use chabudai_app_wardrobe::repo::{self};
use chabudai_app_wardrobe::service::Worn;
use chabudai_kernel::db::Paging;
use chabudai_kernel::op::Get;
use chabudai_kernel::packed::Item;
use chabudai_kernel::part::Millis;

use crate::world::{World, day, on_both, try_wear};

fn only(id: chabudai_app_wardrobe::model::ClothingId) -> Worn {
    Worn::Combination(vec![id])
}

#[tokio::test]
async fn a_removing_the_last_day_finds_the_day_before() {
    on_both(async |w: World| {
        let a = w.garment("A").await;
        w.wear("20260101", only(a)).await;
        let last = w.wear("20260103", only(a)).await;
        w.service.unrecord(w.wardrobe, last).await.unwrap();
        let garment = w.clothing(a).await;
        assert_eq!((garment.wear_count.get(), garment.last_worn_at), (1, day_millis(day("20260101"))));
    })
    .await;
}

#[tokio::test]
async fn b_a_day_that_still_counts_stays_the_last() {
    on_both(async |w: World| {
        let a = w.garment("A").await;
        w.wear("20260103", only(a)).await;
        let second = w.wear("20260103", only(a)).await;
        w.service.unrecord(w.wardrobe, second).await.unwrap();
        let garment = w.clothing(a).await;
        assert_eq!((garment.wear_count.get(), garment.last_worn_at), (1, day_millis(day("20260103"))));
        let days = counters::between(w.db(), w.wardrobe, Counted::Clothing(a), day("20260101"), day("20260131")).await.unwrap();
        assert_eq!(days, [counters::Daily { date: day("20260103"), count: 1 }]);
    })
    .await;
}

#[tokio::test]
async fn c_removing_the_only_record_leaves_a_garment_that_was_never_worn() {
    on_both(async |w: World| {
        let a = w.garment("A").await;
        let record = w.wear("20260103", only(a)).await;
        w.service.unrecord(w.wardrobe, record).await.unwrap();
        let garment = w.clothing(a).await;
        assert_eq!((garment.wear_count.get(), garment.last_worn_at), (0, Millis(0)));
        let counter = Get::new(&WARDROBE_TABLE, ClothingWearDaily::key(w.wardrobe, a, day("20260103")));
        assert_eq!(w.db().store().get(&counter, w.db().clock().now()).await.unwrap().value, None);
        let run = w.db().run(&chabudai_app_wardrobe::design::CLOTHING_DETAIL);
        let item: Item =
            run.get(Get::new(&WARDROBE_TABLE, chabudai_app_wardrobe::model::Clothing::key(w.wardrobe, a))).await.unwrap().unwrap();
        let sort_key = item.view().get("lastWornAtSk").unwrap().as_str().unwrap().to_owned();
        assert_eq!(sort_key, format!("LASTWORN#0000000000000#{a}"));
    })
    .await;
}

#[tokio::test]
async fn d_an_earlier_day_does_not_move_the_last_back() {
    on_both(async |w: World| {
        let a = w.garment("A").await;
        w.wear("20260103", only(a)).await;
        w.wear("20260101", only(a)).await;
        assert_eq!(w.clothing(a).await.last_worn_at, day_millis(day("20260103")));
    })
    .await;
}

#[tokio::test]
async fn e_twenty_at_once_all_count() {
    on_both(async |w: World| {
        let a = w.garment("A").await;
        let servers = [w.service.clone(), w.other_server()];
        let wears = (0..20).map(|n| try_wear(&servers[n % 2], w.wardrobe, "20260103", only(a)));
        let all = futures::future::join_all(wears).await;
        assert!(all.iter().all(Result::is_ok), "{all:?}");
        assert_eq!(w.clothing(a).await.wear_count.get(), 20);
        assert_eq!(w.service.check(w.wardrobe).await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn f_one_record_is_removed_once() {
    on_both(async |w: World| {
        let a = w.garment("A").await;
        w.wear("20260102", only(a)).await;
        let record = w.wear("20260103", only(a)).await;
        let servers = [w.service.clone(), w.other_server()];
        let both = futures::future::join_all(servers.iter().map(|server| server.unrecord(w.wardrobe, record))).await;
        assert_eq!(both.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{both:?}");
        assert_eq!(both.iter().find_map(|outcome| outcome.as_ref().err()).unwrap().code(), "wardrobe.not_found");
        assert_eq!(w.clothing(a).await.wear_count.get(), 1);
        assert_eq!(w.service.check(w.wardrobe).await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn g_a_range_of_one_day_has_that_day() {
    on_both(async |w: World| {
        let a = w.garment("A").await;
        for date in ["20260102", "20260103", "20260103", "20260104"] {
            w.wear(date, only(a)).await;
        }
        let page = Paging { limit: 30, cursor: None, backward: true };
        let (_, found) = repo::histories::list(w.db(), w.wardrobe, Some(day("20260103")), Some(day("20260103")), page).await.unwrap();
        assert_eq!(found.items.len(), 2);
        assert!(found.items.iter().all(|record| record.date == day("20260103")));
        assert_eq!(found.next, None);
    })
    .await;
}

#[tokio::test]
async fn h_a_garment_in_the_bin_cannot_be_combined_but_stays_in_its_outfit() {
    on_both(async |w: World| {
        let (a, b) = (w.garment("A").await, w.garment("B").await);
        let outfit = w.outfit("AとB", &[a, b]).await;
        w.service.delete_clothing(w.wardrobe, a).await.unwrap();
        let refused = w.try_wear("20260103", Worn::Combination(vec![b, a])).await.unwrap_err();
        assert_eq!(refused.code(), "wardrobe.not_found");
        assert_eq!(w.clothing(b).await.wear_count.get(), 0, "nothing was written");
        w.wear("20260103", Worn::Outfit(outfit)).await;
        assert_eq!((w.clothing(a).await.wear_count.get(), w.clothing(b).await.wear_count.get()), (1, 1));
        assert_eq!(w.outfit_of(outfit).await.wear_count.get(), 1);
        assert_eq!(w.service.check(w.wardrobe).await.unwrap(), []);
    })
    .await;
}
