//! Favourites, and the home page.

use chabudai_app_chirashi::design::{ADD_FAVORITE, IS_FAVORITE, MY_FAVORITES, REMOVE_FAVORITE, SET_BELL, STORES_BY_ID};
use chabudai_app_chirashi::error::ChirashiError;
use chabudai_app_chirashi::model::StoreId;
use chabudai_app_chirashi::repo::{favorites, people};
use chabudai_kernel::uuid::Uuid;

use crate::world::{World, drain, house, on_both};

#[tokio::test]
async fn adding_removing_and_the_bell() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let (one, other) = (w.store_of(&company, "新宿店").await, w.store_of(&company, "渋谷店").await);
        let user = w.somebody("mei").await.user_id;
        let added = w.costs(&ADD_FAVORITE, 0, service.add_favorite(user, one.store_id)).await.unwrap();
        w.took_every_step("CH-82");
        assert_eq!((added.store_name.as_str(), added.notification_enabled), ("新宿店", true));
        w.tick();
        assert_eq!(service.add_favorite(user, one.store_id).await.unwrap(), added, "once more is the same");
        service.add_favorite(user, other.store_id).await.unwrap();
        let nowhere = StoreId::new(Uuid::nil());
        assert_eq!(service.add_favorite(user, nowhere).await, Err(ChirashiError::NotFound("store")));
        assert_eq!(w.costs(&MY_FAVORITES, 0, favorites::mine(w.db(), user)).await.unwrap().len(), 2);
        w.took_every_step("CH-80");
        assert_eq!(w.costs(&IS_FAVORITE, 0, favorites::is_one(w.db(), user, one.store_id)).await.unwrap(), Some(added));
        assert_eq!(favorites::is_one(w.db(), user, nowhere).await.unwrap(), None);
        w.took_every_step("CH-81");
        w.costs(&SET_BELL, 0, service.set_bell(user, one.store_id, false)).await.unwrap();
        w.took_every_step("CH-84");
        assert!(!favorites::is_one(w.db(), user, one.store_id).await.unwrap().unwrap().notification_enabled);
        assert_eq!(service.set_bell(user, nowhere, true).await, Err(ChirashiError::NotFound("favourite")));
        let listed = people::user(w.db(), user).await.unwrap().unwrap().favorite_store_ids;
        assert_eq!(listed, [one.store_id, other.store_id]);
        w.costs(&REMOVE_FAVORITE, 0, service.remove_favorite(user, one.store_id)).await.unwrap();
        service.remove_favorite(user, one.store_id).await.unwrap();
        w.took_every_step("CH-83");
        assert_eq!(people::user(w.db(), user).await.unwrap().unwrap().favorite_store_ids, [other.store_id]);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn home_shows_the_newest_flyer_of_each_favourite() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let (one, other) = (w.store_of(&company, "新宿店").await, w.store_of(&company, "渋谷店").await);
        let user = w.somebody("mei").await.user_id;
        for store in [&one, &other] {
            service.add_favorite(user, store.store_id).await.unwrap();
        }
        w.flyer_from(&one, "2026-11-10", "2026-11-20").await;
        let newest = w.flyer_from(&one, "2026-11-14", "2026-11-16").await;
        w.flyer_from(&one, "2026-11-17", "2026-11-30").await;
        let house = house();
        let feed = w.feed_through(service, &w.store, &house);
        drain(&feed).await;
        let home = w.costs(&STORES_BY_ID, 2, service.home(user)).await.unwrap();
        let shown: Vec<_> =
            home.iter().map(|home| (home.favorite.store_name.as_str(), home.newest.as_ref().map(|flyer| flyer.flyer_id))).collect();
        assert_eq!(shown, [("新宿店", Some(newest.flyer_id)), ("渋谷店", None)]);
        w.is_in_order().await;
        // Days pass, and nobody changes anything: what has ended is not shown, and the daily look finds what has begun.
        w.wait_hours(2 * 24);
        assert_eq!(service.home(user).await.unwrap()[0].newest, None);
        chabudai_app_chirashi::consumers::newest_of_all(service).await.unwrap();
        let home = service.home(user).await.unwrap();
        assert_eq!(home[0].newest.as_ref().map(|flyer| flyer.valid_from.to_string()), Some("2026-11-17".to_owned()));
        w.is_in_order().await;
    })
    .await;
}
