//! Companies, contracts and stores.

use chabudai_app_chirashi::design::{
    ALL_COMPANIES, ALL_STORES, COMPANIES_BY_CONTRACT, CREATE_COMPANY, CREATE_STORE, DELETE_COMPANY, DELETE_STORE, EDIT_COMPANY, EDIT_STORE,
    EXPIRE_CONTRACTS, ONE_COMPANY, ONE_STORE, STORES_BY_ID, STORES_NEARBY, STORES_OF_COMPANY,
};
use chabudai_app_chirashi::error::{ChirashiError, ChirashiReason};
use chabudai_app_chirashi::model::{ContractPlan, ContractStatus, Prefecture, Region};
use chabudai_app_chirashi::repo::{companies, stores};
use chabudai_app_chirashi::service::{CompanyInput, StoreInput};
use chabudai_kernel::db::Paging;
use chabudai_kernel::once::Once;
use chabudai_kernel::part::Word;

use crate::world::{PAGE, World, company_input, day, drain, house, on_both, store_input};

#[tokio::test]
async fn companies_and_contracts() {
    on_both(async |w: World| {
        let service = &w.service;
        let input = company_input("スーパーA");
        for (input, code) in [
            (CompanyInput { name: None, ..input.clone() }, "chirashi.name"),
            (CompanyInput { email: Some("x".to_owned()), ..input.clone() }, "chirashi.email"),
            (CompanyInput { phone: Some("12".to_owned()), ..input.clone() }, "chirashi.phone"),
            (CompanyInput { end: Some(day("2025-12-31")), ..input.clone() }, "chirashi.contract_days"),
            (CompanyInput { plan: None, ..input.clone() }, "chirashi.plan"),
        ] {
            assert_eq!(service.create_company(&w.root, &input, None).await.unwrap_err().code(), code);
        }
        let once = Once::of_client(&Word::new("k1").unwrap(), "digest".to_owned());
        let a = w.costs(&CREATE_COMPANY, 0, service.create_company(&w.root, &input, Some(&once))).await.unwrap();
        assert_eq!(service.create_company(&w.root, &input, Some(&once)).await.unwrap(), a, "sent again, it is one");
        w.took_every_step("CH-43");
        assert_eq!(w.costs(&ONE_COMPANY, 0, companies::company(w.db(), a.company_id)).await.unwrap(), Some(a.clone()));
        w.took_every_step("CH-40");
        let premium = CompanyInput { plan: Some(ContractPlan::Premium), end: Some(day("2026-11-20")), ..company_input("スーパーB") };
        w.tick();
        let b = service.create_company(&w.root, &premium, None).await.unwrap();
        let active = |plan| companies::by_contract(w.db(), ContractStatus::Active, plan, service.today(), PAGE);
        assert_eq!(w.costs(&COMPANIES_BY_CONTRACT, 0, active(None)).await.unwrap().items.len(), 2);
        assert_eq!(w.costs(&COMPANIES_BY_CONTRACT, 0, active(Some(ContractPlan::Premium))).await.unwrap().items, std::slice::from_ref(&b));
        w.took_every_step("CH-41");
        assert_eq!(w.costs(&ALL_COMPANIES, 1, companies::all(w.db(), PAGE)).await.unwrap().0.len(), 2);
        w.took_every_step("CH-42");
        // A contract ends by itself: at once for whoever reads, in the index once a day.
        w.wait_hours(6 * 24);
        assert_eq!(b.status(service.today()), ContractStatus::Expired);
        assert_eq!(active(None).await.unwrap().items, std::slice::from_ref(&a));
        assert_eq!(w.costs(&EXPIRE_CONTRACTS, 1, service.expire_contracts()).await.unwrap(), 1);
        w.took_every_step("CH-46");
        assert_eq!(service.expire_contracts().await.unwrap(), 0, "once is enough");
        let expired = companies::by_contract(w.db(), ContractStatus::Expired, None, service.today(), PAGE).await.unwrap();
        assert_eq!(expired.items.iter().map(|company| company.company_id).collect::<Vec<_>>(), [b.company_id]);
        // Prolonged, it holds again.
        let prolonged = CompanyInput { end: Some(day("2027-12-31")), ..CompanyInput::default() };
        let before = companies::company(w.db(), b.company_id).await.unwrap().unwrap();
        let edit = service.edit_company(&w.root, b.company_id, &prolonged, Some(before.updated_at));
        let after = w.costs(&EDIT_COMPANY, 0, edit).await.unwrap();
        w.took_every_step("CH-44");
        assert_eq!((after.contract_status, after.name.as_str()), (ContractStatus::Active, "スーパーB"));
        let stale = service.edit_company(&w.root, b.company_id, &prolonged, Some(before.updated_at)).await;
        assert_eq!(stale, Err(ChirashiReason::Stale.into()));
        // With a store it stays, without it goes.
        let store = w.store_of(&a, "新宿店").await;
        assert_eq!(service.delete_company(&w.root, a.company_id).await, Err(ChirashiReason::CompanyHasStores.into()));
        service.delete_store(&w.root, store.store_id).await.unwrap();
        w.costs(&DELETE_COMPANY, 0, service.delete_company(&w.root, a.company_id)).await.unwrap();
        w.took_every_step("CH-45");
        assert_eq!(service.delete_company(&w.root, a.company_id).await, Err(ChirashiError::NotFound("company")));
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn stores_of_a_company_and_of_a_place() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        for (input, code) in [
            (StoreInput { prefecture: None, ..store_input("新宿店") }, "chirashi.prefecture"),
            (StoreInput { address: None, ..store_input("新宿店") }, "chirashi.address"),
            (StoreInput { logo: Some("http://x/y".to_owned()), ..store_input("新宿店") }, "chirashi.picture"),
        ] {
            assert_eq!(service.create_store(&w.root, company.company_id, &input, None).await.unwrap_err().code(), code);
        }
        let once = Once::of_client(&Word::new("k1").unwrap(), "digest".to_owned());
        let input = store_input("新宿店");
        let make = service.create_store(&w.root, company.company_id, &input, Some(&once));
        let store = w.costs(&CREATE_STORE, 0, make).await.unwrap();
        w.took_every_step("CH-54");
        assert_eq!((store.region, store.company_name.as_str()), (Region::Kanto, "スーパーA"));
        let again = service.create_store(&w.root, company.company_id, &store_input("新宿店"), Some(&once)).await.unwrap();
        assert_eq!(again.store_id, store.store_id);
        assert_eq!(companies::company(w.db(), company.company_id).await.unwrap().unwrap().store_count, 1, "a retry counts once");
        let osaka = StoreInput { prefecture: Some(Prefecture::Osaka), ..store_input("大阪店") };
        service.create_store(&w.root, company.company_id, &osaka, None).await.unwrap();
        assert_eq!(w.costs(&ONE_STORE, 0, stores::store(w.db(), store.store_id)).await.unwrap(), Some(store.clone()));
        w.took_every_step("CH-50");
        let nearby = |prefecture, region| stores::nearby(w.db(), prefecture, region, service.today(), PAGE);
        assert_eq!(w.costs(&STORES_NEARBY, 0, nearby(Prefecture::Tokyo, None)).await.unwrap().items, std::slice::from_ref(&store));
        assert_eq!(w.costs(&STORES_NEARBY, 0, nearby(Prefecture::Tokyo, Some(Region::Kanto))).await.unwrap().items.len(), 1);
        assert!(nearby(Prefecture::Tokyo, Some(Region::Kinki)).await.unwrap().items.is_empty());
        w.took_every_step("CH-51");
        assert_eq!(w.costs(&STORES_OF_COMPANY, 0, stores::of_company(w.db(), company.company_id, PAGE)).await.unwrap().items.len(), 2);
        w.took_every_step("CH-52");
        let (all, next) = w.costs(&ALL_STORES, 1, stores::all(w.db(), PAGE)).await.unwrap();
        assert_eq!((all.len(), next), (2, None));
        w.took_every_step("CH-53");
        assert_eq!(w.costs(&STORES_BY_ID, 1, stores::many(w.db(), &[store.store_id, store.store_id])).await.unwrap().len(), 1);
        w.took_every_step("CH-57");
        // A store that moves takes its region along.
        let moved = StoreInput { prefecture: Some(Prefecture::Okinawa), opening_hours: Some(String::new()), ..StoreInput::default() };
        let after = w.costs(&EDIT_STORE, 0, service.edit_store(&w.root, store.store_id, &moved, Some(store.updated_at))).await.unwrap();
        w.took_every_step("CH-55");
        assert_eq!((after.region, after.opening_hours.as_ref(), after.name.as_str()), (Region::Kyushu, None, "新宿店"));
        let stale = service.edit_store(&w.root, store.store_id, &moved, Some(store.updated_at)).await;
        assert_eq!(stale, Err(ChirashiReason::Stale.into()));
        w.costs(&DELETE_STORE, 0, service.delete_store(&w.root, store.store_id)).await.unwrap();
        w.took_every_step("CH-56");
        assert_eq!(service.delete_store(&w.root, store.store_id).await, Err(ChirashiError::NotFound("store")));
        assert_eq!(companies::company(w.db(), company.company_id).await.unwrap().unwrap().store_count, 1);
        w.is_in_order().await;
    })
    .await;
}

/// What belongs to a company whose contract does not hold is not shown.
#[tokio::test]
async fn nothing_of_a_suspended_company_is_shown() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let store = w.store_of(&company, "新宿店").await;
        let house = house();
        let feed = w.feed_through(service, &w.store, &house);
        drain(&feed).await;
        let shown = async || stores::nearby(w.db(), Prefecture::Tokyo, None, service.today(), PAGE).await.unwrap().items.len();
        assert_eq!(shown().await, 1);
        let suspend = |suspended| CompanyInput { suspended: Some(suspended), ..CompanyInput::default() };
        w.tick();
        service.edit_company(&w.root, company.company_id, &suspend(true), None).await.unwrap();
        drain(&feed).await;
        assert_eq!(shown().await, 0);
        let user = w.somebody("mei").await;
        assert_eq!(service.add_favorite(user.user_id, store.store_id).await, Err(ChirashiError::NotFound("store")));
        service.edit_company(&w.root, company.company_id, &suspend(false), None).await.unwrap();
        drain(&feed).await;
        assert_eq!(shown().await, 1);
        // Past its last day, by the day alone: nobody has to rewrite anything.
        w.wait_hours(47 * 24);
        assert_eq!(shown().await, 0);
        let page = stores::nearby(w.db(), Prefecture::Tokyo, None, service.today(), Paging { limit: 1, ..PAGE }).await.unwrap();
        assert_eq!(page.next, None);
    })
    .await;
}
