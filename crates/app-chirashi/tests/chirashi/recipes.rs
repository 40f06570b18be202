//! Recipes from flyers, and sharing them.

use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;

use chabudai_app_chirashi::design::{COOK, ONE_RECIPE, OPEN_SHARED, RANK, READ_RANKING, SHARE_RECIPE, SHARED_FROM_FLYER};
use chabudai_app_chirashi::error::{ChirashiError, ChirashiReason};
use chabudai_app_chirashi::model::{Flyer, FlyerItem, SharedRecipeId};
use chabudai_app_chirashi::repo::recipes;
use chabudai_app_chirashi::service::{Chef, Cooked, FlyerInput, ItemInput};
use chabudai_kernel::once::Once;
use chabudai_kernel::part::{IsoDay, Word};
use chabudai_kernel::uuid::Uuid;
use futures::future::BoxFuture;

use crate::world::{PAGE, SlowChef, World, drain, house, no_flyer, on_both};

/// Burns everything.
struct Burning;

impl Chef for Burning {
    fn cook<'a>(&'a self, _: &'a Flyer, _: &'a [FlyerItem], _: IsoDay) -> BoxFuture<'a, chabudai_app_chirashi::error::Result<Cooked>> {
        Box::pin(async { Err(ChirashiReason::NothingToCook.into()) })
    }
}

#[tokio::test]
async fn a_recipe_is_made_once_and_kept_for_thirty_days() {
    on_both(async |w: World| {
        let company = w.company("スーパーA").await;
        let store = w.store_of(&company, "新宿店").await;
        let flyer = w.flyer_from(&store, "2026-11-15", "2027-01-15").await;
        let chef = Arc::new(SlowChef::default());
        let service = w.service.clone().with_chef(chef.clone());
        let made = w.costs(&COOK, 0, service.recipe(flyer.flyer_id)).await.unwrap();
        assert!(made.recipe_text.as_ref().unwrap().starts_with("# ") && !made.ingredients.is_empty());
        assert_eq!(w.costs(&ONE_RECIPE, 0, service.recipe(flyer.flyer_id)).await.unwrap(), made);
        w.took_every_step("CH-90");
        assert_eq!(chef.0.load(SeqCst), 1);
        // After 30 days it counts as absent, although nobody has swept it.
        w.wait_hours(30 * 24 - 1);
        service.recipe(flyer.flyer_id).await.unwrap();
        assert_eq!(chef.0.load(SeqCst), 1);
        w.wait_hours(1);
        assert_ne!(service.recipe(flyer.flyer_id).await.unwrap().generated_at, made.generated_at);
        assert_eq!(chef.0.load(SeqCst), 2);
        // One who fails leaves nothing behind, and the next may try.
        let other = w.flyer_from(&store, "2026-12-15", "2026-12-31").await;
        let burning = w.service.clone().with_chef(Arc::new(Burning));
        assert_eq!(burning.recipe(other.flyer_id).await.unwrap_err(), ChirashiReason::NothingToCook.into());
        assert!(service.recipe(other.flyer_id).await.is_ok());
        w.took_every_step("CH-91");
        let bare = FlyerInput { items: Some(Vec::new()), ..FlyerInput::default() };
        service.edit_flyer(&w.root, other.flyer_id, &bare, None).await.unwrap();
        assert_eq!(service.recipe(other.flyer_id).await.unwrap_err(), ChirashiReason::NoItems.into());
        let soap =
            FlyerInput { items: Some(vec![ItemInput { name: "洗剤".to_owned(), ..ItemInput::default() }]), ..FlyerInput::default() };
        service.edit_flyer(&w.root, other.flyer_id, &soap, None).await.unwrap();
        assert_eq!(service.recipe(other.flyer_id).await.unwrap_err(), ChirashiReason::NothingToCook.into());
        assert_eq!(service.recipe(no_flyer()).await.unwrap_err(), ChirashiError::NotFound("flyer"));
    })
    .await;
}

#[tokio::test]
async fn what_is_shared_stays_when_flyer_and_store_are_gone() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let store = w.store_of(&company, "新宿店").await;
        let flyer = w.flyer(&store).await;
        let user = w.somebody("mei").await.user_id;
        assert_eq!(service.share(Some(user), flyer.flyer_id, None).await, Err(ChirashiReason::NoRecipe.into()));
        service.recipe(flyer.flyer_id).await.unwrap();
        let once = Once::of_client(&Word::new("k1").unwrap(), "digest".to_owned());
        let shared = w.costs(&SHARE_RECIPE, 0, service.share(Some(user), flyer.flyer_id, Some(&once))).await.unwrap();
        w.took_every_step("CH-92");
        w.tick();
        assert_eq!(service.share(Some(user), flyer.flyer_id, Some(&once)).await.unwrap(), shared, "sent again, it is one");
        let by_visitor = service.share(None, flyer.flyer_id, Some(&once)).await.unwrap();
        assert_eq!(by_visitor.shared_by_user_id, None);
        let name = shared.shared_by_user_id.clone().unwrap();
        assert!(!name.as_str().contains(&user.uuid().simple().to_string()) && name == service.shared_by(user), "a name that leads nowhere");
        let list = w.costs(&SHARED_FROM_FLYER, 0, recipes::from_flyer(w.db(), flyer.flyer_id, PAGE)).await.unwrap();
        w.took_every_step("CH-94");
        let ids: Vec<SharedRecipeId> = list.items.iter().map(|shared| shared.shared_recipe_id).collect();
        assert_eq!(ids, [by_visitor.shared_recipe_id, shared.shared_recipe_id], "newest first");
        // The store goes, and takes everything along but this.
        let house = house();
        let feed = w.feed_through(service, &w.store, &house);
        drain(&feed).await;
        service.delete_store(&w.root, store.store_id).await.unwrap();
        drain(&feed).await;
        assert_eq!(service.recipe(flyer.flyer_id).await.unwrap_err(), ChirashiError::NotFound("flyer"));
        for views in 1..=3 {
            let opened = w.costs(&OPEN_SHARED, 0, service.open_shared(shared.shared_recipe_id, true)).await.unwrap();
            assert_eq!((opened.view_count, opened.store_info.store_name.as_str()), (views, "新宿店"));
        }
        assert_eq!(service.open_shared(shared.shared_recipe_id, false).await.unwrap().view_count, 3);
        w.took_every_step("CH-93");
        let nothing = SharedRecipeId::new(Uuid::nil());
        for counts in [false, true] {
            assert_eq!(service.open_shared(nothing, counts).await, Err(ChirashiError::NotFound("shared recipe")));
        }
        assert_eq!(w.costs(&RANK, 1, service.rank()).await.unwrap(), 2);
        assert_eq!(service.rank().await.unwrap(), 2, "the ranking is none of what it ranks");
        w.took_every_step("CH-96");
        let ranking = w.costs(&READ_RANKING, 0, recipes::ranking(w.db())).await.unwrap().unwrap();
        w.took_every_step("CH-95");
        let top: Vec<_> = ranking.top.iter().map(|ranked| (ranked.shared_recipe_id, ranked.view_count)).collect();
        assert_eq!(top, [(shared.shared_recipe_id, 3), (by_visitor.shared_recipe_id, 0)]);
        assert!(!ranking.top[0].title.is_empty() && !ranking.top[0].title.starts_with('#'));
        w.is_in_order().await;
    })
    .await;
}
