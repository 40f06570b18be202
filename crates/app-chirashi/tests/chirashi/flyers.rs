//! Flyers.

use chabudai_app_chirashi::design::{
    ALL_FLYERS, BEGINNING_FLYERS, CREATE_FLYER, DELETE_FLYER, EDIT_FLYER, FLYERS_NEARBY, FLYERS_OF_COMPANY, FLYERS_OF_STORE, ONE_FLYER,
};
use chabudai_app_chirashi::error::{ChirashiError, ChirashiReason};
use chabudai_app_chirashi::model::{Flyer, Prefecture};
use chabudai_app_chirashi::repo::flyers::{self, Which};
use chabudai_app_chirashi::repo::recipes;
use chabudai_app_chirashi::service::{CompanyInput, FlyerInput, ItemInput};
use chabudai_kernel::db::Paging;
use chabudai_kernel::once::Once;
use chabudai_kernel::part::Word;

use crate::world::{PAGE, World, day, flyer_input, on_both};

#[tokio::test]
async fn publishing_and_reading() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let store = w.store_of(&company, "新宿店").await;
        let input = flyer_input("2026-11-15", "2026-11-21");
        let many = vec![ItemInput { name: "卵".to_owned(), ..ItemInput::default() }; 121];
        for (input, code) in [
            (FlyerInput { images: Some(Vec::new()), ..input.clone() }, "chirashi.pictures"),
            (FlyerInput { valid_until: Some(day("2026-11-14")), ..input.clone() }, "chirashi.valid_until"),
            (FlyerInput { valid_until: Some(day("2027-01-16")), ..input.clone() }, "chirashi.valid_too_long"),
            (flyer_input("2026-11-01", "2026-11-14"), "chirashi.valid_past"),
            (FlyerInput { valid_from: None, ..input.clone() }, "chirashi.valid_days"),
            (FlyerInput { items: Some(many), ..input.clone() }, "chirashi.too_many_items"),
        ] {
            assert_eq!(service.create_flyer(&w.root, store.store_id, &input, None).await.unwrap_err().code(), code);
        }
        let once = Once::of_client(&Word::new("k1").unwrap(), "digest".to_owned());
        let make = service.create_flyer(&w.root, store.store_id, &input, Some(&once));
        let flyer = w.costs(&CREATE_FLYER, 0, make).await.unwrap();
        w.took_every_step("CH-65");
        let again = service.create_flyer(&w.root, store.store_id, &input, Some(&once)).await.unwrap();
        assert_eq!(again.flyer_id, flyer.flyer_id, "sent again, it is one");
        assert_eq!(
            (flyer.store_name.as_str(), flyer.company_name.as_str(), flyer.image_url.as_str()),
            ("新宿店", "スーパーA", "/media/1.webp")
        );
        let (read, items) = w.costs(&ONE_FLYER, 0, flyers::flyer(w.db(), flyer.flyer_id)).await.unwrap().unwrap();
        w.took_every_step("CH-60");
        assert_eq!((&read, items.len(), items[0].food_id.is_some()), (&flyer, 3, true));
        let later = w.flyer_from(&store, "2026-11-18", "2026-12-20").await;
        let earlier = w.flyer_from(&store, "2026-11-01", "2026-11-15").await;
        let ids = |flyers: &[Flyer]| flyers.iter().map(|flyer| flyer.flyer_id).collect::<Vec<_>>();
        let today = service.today();
        let of_store = |which| flyers::of_store(w.db(), store.store_id, which, PAGE);
        let shown = w.costs(&FLYERS_OF_STORE, 0, of_store(Which::ShownOn(today))).await.unwrap();
        assert_eq!(ids(&shown.items), [flyer.flyer_id, earlier.flyer_id], "newest first; what begins later is not listed yet");
        let all = w.costs(&FLYERS_OF_STORE, 0, of_store(Which::All)).await.unwrap();
        assert_eq!(ids(&all.items), [later.flyer_id, flyer.flyer_id, earlier.flyer_id], "staff see it at once");
        let between = of_store(Which::Between(day("2026-10-01"), day("2026-11-10"), today)).await.unwrap();
        assert_eq!(ids(&between.items), [earlier.flyer_id]);
        w.took_every_step("CH-61");
        let nearby = |which| flyers::nearby(w.db(), Prefecture::Tokyo, which, PAGE);
        let valid = w.costs(&FLYERS_NEARBY, 0, nearby(Which::ValidOn(today))).await.unwrap();
        assert_eq!(ids(&valid.items), [flyer.flyer_id, earlier.flyer_id]);
        w.took_every_step("CH-62");
        w.wait_hours(24);
        let next_day = nearby(Which::ValidOn(service.today())).await.unwrap();
        assert_eq!(ids(&next_day.items), [flyer.flyer_id], "what ended yesterday is not valid today");
        assert_eq!(w.costs(&FLYERS_OF_COMPANY, 0, flyers::of_company(w.db(), company.company_id, PAGE)).await.unwrap().items.len(), 3);
        w.took_every_step("CH-63");
        let first = flyers::of_company(w.db(), company.company_id, Paging { limit: 2, ..PAGE }).await.unwrap();
        let rest = flyers::of_company(w.db(), company.company_id, Paging { limit: 2, cursor: first.next.as_deref(), backward: false })
            .await
            .unwrap();
        assert_eq!((first.items.len(), ids(&rest.items), rest.next), (2, vec![earlier.flyer_id], None));
        let (scanned, _) = w.costs(&ALL_FLYERS, 1, flyers::all(w.db(), PAGE)).await.unwrap();
        assert_eq!(scanned.len(), 3, "what is on them is no flyer");
        w.took_every_step("CH-64");
        let beginning = w.costs(&BEGINNING_FLYERS, 1, flyers::beginning(w.db(), Prefecture::Tokyo, day("2026-11-18"))).await.unwrap();
        assert_eq!(ids(&beginning), [later.flyer_id]);
        w.took_every_step("CH-68");
    })
    .await;
}

#[tokio::test]
async fn changing_and_deleting() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let store = w.store_of(&company, "新宿店").await;
        let flyer = w.flyer(&store).await;
        service.recipe(flyer.flyer_id).await.unwrap();
        let says = FlyerInput { description: Some(" ".to_owned()), ..FlyerInput::default() };
        let after = service.edit_flyer(&w.root, flyer.flyer_id, &says, Some(flyer.updated_at)).await.unwrap();
        assert_eq!((after.description.as_ref(), after.image_urls.len()), (None, 2));
        assert!(recipes::recipe(w.db(), flyer.flyer_id).await.unwrap().is_some(), "the same things, the same recipe");
        let other = FlyerInput { items: Some(vec![ItemInput { name: "鮭".to_owned(), ..ItemInput::default() }]), ..FlyerInput::default() };
        w.costs(&EDIT_FLYER, 0, service.edit_flyer(&w.root, flyer.flyer_id, &other, None)).await.unwrap();
        w.took_every_step("CH-66");
        assert_eq!(recipes::recipe(w.db(), flyer.flyer_id).await.unwrap(), None, "other things, another recipe");
        let stale = service.edit_flyer(&w.root, flyer.flyer_id, &other, Some(flyer.updated_at)).await;
        assert_eq!(stale, Err(ChirashiReason::Stale.into()));
        let long = FlyerInput { valid_until: Some(day("2027-03-01")), ..FlyerInput::default() };
        assert_eq!(service.edit_flyer(&w.root, flyer.flyer_id, &long, None).await.unwrap_err().code(), "chirashi.valid_too_long");
        service.recipe(flyer.flyer_id).await.unwrap();
        w.costs(&DELETE_FLYER, 0, service.delete_flyer(&w.root, flyer.flyer_id)).await.unwrap();
        w.took_every_step("CH-67");
        assert_eq!(flyers::flyer(w.db(), flyer.flyer_id).await.unwrap(), None);
        assert_eq!(recipes::recipe(w.db(), flyer.flyer_id).await.unwrap(), None);
        assert_eq!(service.delete_flyer(&w.root, flyer.flyer_id).await, Err(ChirashiError::NotFound("flyer")));
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn without_a_contract_nothing_is_published() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let store = w.store_of(&company, "新宿店").await;
        let suspend = |suspended| CompanyInput { suspended: Some(suspended), ..CompanyInput::default() };
        service.edit_company(&w.root, company.company_id, &suspend(true), None).await.unwrap();
        let make = || {
            service.create_flyer(
                &w.root,
                store.store_id,
                const { &FlyerInput { images: None, valid_from: None, valid_until: None, description: None, items: None } },
                None,
            )
        };
        assert_eq!(make().await.unwrap_err().code(), "chirashi.pictures", "what is wrong with the input comes first");
        let input = flyer_input("2026-11-15", "2026-11-21");
        let refused = service.create_flyer(&w.root, store.store_id, &input, None).await;
        assert_eq!(refused, Err(ChirashiReason::Suspended.into()));
        service.edit_company(&w.root, company.company_id, &suspend(false), None).await.unwrap();
        w.wait_hours(47 * 24);
        let refused = service.create_flyer(&w.root, store.store_id, &flyer_input("2027-01-01", "2027-01-10"), None).await;
        assert_eq!(refused, Err(ChirashiReason::ContractEnded.into()));
    })
    .await;
}
