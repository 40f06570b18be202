//! Copies that stay true: whoever keeps them is killed in the middle, works twice at once, is told twice and late.

use std::sync::Arc;

use chabudai_app_chirashi::consumers::consumers;
use chabudai_app_chirashi::design::{DESIGN, FOLLOW_COMPANY, FOLLOW_STORE, NEWEST_FLYER};
use chabudai_app_chirashi::model::{Prefecture, Role};
use chabudai_app_chirashi::repo::{favorites, flyers, people, staff, stores};
use chabudai_app_chirashi::service::{CompanyInput, FlyerInput, StoreInput};
use chabudai_kernel::feed::Change;
use chabudai_kernel::store::Store as DataStore;
use chabudai_test_stores::Dying;

use crate::world::{World, company_input, day, drain, house, on_both, service_over, store_input};

fn renamed(name: &str) -> CompanyInput {
    CompanyInput { name: Some(name.to_owned()), ..CompanyInput::default() }
}

fn moved(name: &str) -> StoreInput {
    StoreInput {
        name: Some(name.to_owned()),
        prefecture: Some(Prefecture::Osaka),
        phone: Some("06-1234-5678".to_owned()),
        logo: Some(String::new()),
        ..StoreInput::default()
    }
}

#[tokio::test]
async fn every_copy_follows() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let store = w.store_of(&company, "新宿店").await;
        let flyer = w.flyer(&store).await;
        let user = w.somebody("mei").await.user_id;
        service.add_favorite(user, store.store_id).await.unwrap();
        let admin = w.account("clerk", Role::StoreUser, Some(&store), Some(&company)).await;
        let house = house();
        let feed = w.feed_through(service, &w.store, &house);
        drain(&feed).await;
        w.is_in_order().await;
        service.edit_company(&w.root, company.company_id, &renamed("スーパーAグループ"), None).await.unwrap();
        service.edit_store(&w.root, store.store_id, &moved("梅田店"), None).await.unwrap();
        w.flyer_from(&store, "2026-11-10", "2026-11-20").await;
        assert!(!w.findings().await.is_empty(), "the look sees a copy that is behind");
        drain(&feed).await;
        w.is_in_order().await;
        for id in ["CH-120", "CH-122"] {
            w.took_every_step(id);
        }
        let (flyer, _) = flyers::flyer(w.db(), flyer.flyer_id).await.unwrap().unwrap();
        assert_eq!(
            (flyer.company_name.as_str(), flyer.store_name.as_str(), flyer.prefecture),
            ("スーパーAグループ", "梅田店", Prefecture::Osaka)
        );
        assert_eq!((flyer.store_logo.as_ref(), flyer.phone.as_deref()), (None, Some("06-1234-5678")));
        let favorite = favorites::is_one(w.db(), user, store.store_id).await.unwrap().unwrap();
        assert_eq!((favorite.store_name.as_str(), favorite.phone.as_deref()), ("梅田店", Some("06-1234-5678")));
        let admin = staff::admin(w.db(), admin.admin_id).await.unwrap().unwrap();
        assert_eq!((admin.company_name.as_deref(), admin.store_name.as_deref()), (Some("スーパーAグループ"), Some("梅田店")));
        let store = stores::store(w.db(), store.store_id).await.unwrap().unwrap();
        assert_eq!(
            (store.company_name.as_str(), store.newest_flyer.map(|newest| newest.flyer_id)),
            ("スーパーAグループ", Some(flyer.flyer_id))
        );
        w.took_every_step("CH-125");
        // Nothing to do costs nothing but the look.
        w.costs_in_all(&FOLLOW_COMPANY, 0, service.follow_company(company.company_id)).await.unwrap();
        w.costs_in_all(&FOLLOW_STORE, 0, service.follow_store(store.store_id, None)).await.unwrap();
        w.costs_in_all(&NEWEST_FLYER, 0, service.follow_newest(store.store_id, None)).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_store_takes_its_flyers_and_favourites_along() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let (store, stays) = (w.store_of(&company, "新宿店").await, w.store_of(&company, "渋谷店").await);
        let (flyer, other) = (w.flyer(&store).await, w.flyer(&stays).await);
        service.recipe(flyer.flyer_id).await.unwrap();
        let mut people = Vec::new();
        for name in ["mei", "jun"] {
            let user = w.somebody(name).await.user_id;
            for store in [&store, &stays] {
                service.add_favorite(user, store.store_id).await.unwrap();
            }
            people.push(user);
        }
        let clerk = w.account("clerk", Role::StoreUser, Some(&store), Some(&company)).await;
        let house = house();
        let feed = w.feed_through(service, &w.store, &house);
        drain(&feed).await;
        service.delete_store(&w.root, store.store_id).await.unwrap();
        drain(&feed).await;
        w.took_every_step("CH-123");
        assert_eq!(flyers::flyer(w.db(), flyer.flyer_id).await.unwrap(), None);
        assert!(flyers::flyer(w.db(), other.flyer_id).await.unwrap().is_some());
        for user in people {
            assert_eq!(people::user(w.db(), user).await.unwrap().unwrap().favorite_store_ids, [stays.store_id]);
            assert_eq!(favorites::mine(w.db(), user).await.unwrap().len(), 1);
        }
        let clerk = staff::admin(w.db(), clerk.admin_id).await.unwrap().unwrap();
        assert_eq!((clerk.store_id, clerk.store_name), (None, None), "the account waits for another store");
        w.is_in_order().await;
        // A company that goes takes its accounts along.
        service.delete_store(&w.root, stays.store_id).await.unwrap();
        drain(&feed).await;
        service.delete_company(&w.root, company.company_id).await.unwrap();
        drain(&feed).await;
        w.took_every_step("CH-121");
        assert_eq!(staff::admin(w.db(), clerk.admin_id).await.unwrap(), None);
        w.is_in_order().await;
    })
    .await;
}

/// What was put a moment before its source changed is in no index yet: each new row looks at its sources itself.
#[tokio::test]
async fn a_new_row_is_looked_at_by_itself() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let store = w.store_of(&company, "新宿店").await;
        let flyer = w.flyer(&store).await;
        let user = w.somebody("mei").await.user_id;
        let favorite = service.add_favorite(user, store.store_id).await.unwrap();
        let admin = w.account("clerk", Role::StoreUser, Some(&store), Some(&company)).await;
        service.edit_company(&w.root, company.company_id, &renamed("スーパーAグループ"), None).await.unwrap();
        service.edit_store(&w.root, store.store_id, &moved("梅田店"), None).await.unwrap();
        // As if no index knew of them: only the rows themselves are told of.
        service.follow_new_store(&store).await.unwrap();
        service.follow_new_flyer(&flyer).await.unwrap();
        service.follow_new_favorite(&favorite).await.unwrap();
        service.follow_new_admin(&admin).await.unwrap();
        w.took_every_step("CH-124");
        w.newest().await;
        w.is_in_order().await;
        // And told late, when the source is gone, they go.
        service.delete_store(&w.root, store.store_id).await.unwrap();
        service.follow_new_flyer(&flyer).await.unwrap();
        service.follow_new_favorite(&favorite).await.unwrap();
        service.follow_new_admin(&admin).await.unwrap();
        w.is_in_order().await;
    })
    .await;
}

/// Everything that can happen, once.
async fn turmoil(w: &World, nth: usize) {
    let service = &w.service;
    let company = service.create_company(&w.root, &company_input(&format!("会社{nth}")), None).await.unwrap();
    let mut made = Vec::new();
    for store in 0..2 {
        made.push(service.create_store(&w.root, company.company_id, &store_input(&format!("{nth}の{store}号店")), None).await.unwrap());
    }
    let user = w.somebody(&format!("p{nth}")).await.user_id;
    for store in &made {
        w.flyer(store).await;
        service.add_favorite(user, store.store_id).await.unwrap();
        w.account(
            &format!("clerk-{nth}-{}", &store.store_id.uuid().simple().to_string()[24..]),
            Role::StoreUser,
            Some(store),
            Some(&company),
        )
        .await;
    }
    service.edit_company(&w.root, company.company_id, &renamed(&format!("新会社{nth}")), None).await.unwrap();
    service.edit_store(&w.root, made[0].store_id, &moved(&format!("移転{nth}")), None).await.unwrap();
    let late = w.flyer(&made[0]).await;
    let shorter = FlyerInput { valid_from: Some(day("2026-11-10")), ..FlyerInput::default() };
    service.edit_flyer(&w.root, late.flyer_id, &shorter, None).await.unwrap();
    if nth.is_multiple_of(2) {
        service.delete_store(&w.root, made[1].store_id).await.unwrap();
    }
    service
        .edit_company(
            &w.root,
            company.company_id,
            &CompanyInput { suspended: Some(nth.is_multiple_of(3)), ..CompanyInput::default() },
            None,
        )
        .await
        .unwrap();
}

/// A hundred times the one who keeps the copies is killed in the middle, before a request or behind it.
#[tokio::test]
async fn killed_a_hundred_times_no_copy_is_stale() {
    on_both(async |w: World| {
        let house = house();
        drain(&w.feed_through(&w.service, &w.store, &house)).await;
        for nth in 0..3 {
            turmoil(&w, nth).await;
        }
        let mut kills = 0;
        for round in 0..110usize {
            let dying = Dying::after(w.store.clone(), 1 + round * 7 % 41, round % 2 == 0);
            let store: Arc<dyn DataStore> = dying.clone();
            let service = service_over(store.clone(), w.clock.clone());
            let feed = w.feed_through(&service, &store, &house);
            kills += usize::from(
                dying
                    .kills(async {
                        let mut session = feed.open().await.expect("the feed opens");
                        // One who is never killed would go on for ever.
                        for _ in 0..50 {
                            drop(session.turn().await);
                        }
                    })
                    .await,
            );
            if round.is_multiple_of(20) {
                turmoil(&w, 10 + round).await;
            }
        }
        assert!(kills >= 100, "{kills} on {}", w.name);
        drain(&w.feed_through(&w.service, &w.store, &house)).await;
        w.is_in_order().await;
    })
    .await;
}

/// The changes of the feed, as a reader of its own gets them.
async fn changes(store: &Arc<dyn DataStore>, from: &chabudai_kernel::feed::Checkpoint) -> Vec<Change> {
    let tables: Vec<_> = DESIGN.tables.iter().copied().filter(|table| table.feed).collect();
    let (mut all, mut behind) = (Vec::new(), from.clone());
    loop {
        let read = store.feed().expect("it publishes changes").read(&tables, &behind, 100).await.expect("it is read");
        let chabudai_kernel::feed::Read::Changes { changes, then, drained } = read else { panic!("changes are lost") };
        all.extend(changes);
        behind = then;
        if drained {
            return all;
        }
    }
}

/// Two servers at once, each told of everything, then everything once more from the newest to the oldest.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn told_twice_at_once_and_late_no_copy_is_stale() {
    on_both(async |w: World| {
        let tables: Vec<_> = DESIGN.tables.iter().copied().filter(|table| table.feed).collect();
        let begin = w.store.feed().expect("it publishes changes").begin("test", &tables).await.unwrap();
        for nth in 0..3 {
            turmoil(&w, nth).await;
        }
        let all = Arc::new(changes(&w.store, &begin).await);
        assert!(all.len() > 40, "{}", all.len());
        let both: Vec<_> = w
            .two()
            .into_iter()
            .map(|service| {
                let all = all.clone();
                tokio::spawn(async move {
                    for change in &*all {
                        for consumer in consumers(&service).iter().filter(|consumer| consumer.wants(change.table)) {
                            consumer.apply(change).await.expect("it bears it");
                        }
                    }
                })
            })
            .collect();
        for one in both {
            one.await.unwrap();
        }
        w.is_in_order().await;
        for change in all.iter().rev() {
            for consumer in consumers(&w.service).iter().filter(|consumer| consumer.wants(change.table)) {
                consumer.apply(change).await.expect("it bears it");
            }
        }
        w.is_in_order().await;
    })
    .await;
}

/// Whoever has lost changes makes everything anew from the tables.
#[tokio::test]
async fn made_anew_no_copy_is_stale() {
    on_both(async |w: World| {
        for nth in 0..3 {
            turmoil(&w, nth).await;
        }
        assert!(!w.findings().await.is_empty());
        for consumer in consumers(&w.service) {
            consumer.rebuild().await.expect("it is made anew");
        }
        w.is_in_order().await;
        w.took_every_step("CH-127");
    })
    .await;
}
