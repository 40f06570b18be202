//! The same at once, through two servers: nothing keeps them apart but the store.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;

use chabudai_app_chirashi::error::{ChirashiError, ChirashiReason};
use chabudai_app_chirashi::model::{Frequency, MOST_FAVORITES, Role};
use chabudai_app_chirashi::repo::{articles, companies, favorites, people};
use chabudai_app_chirashi::service::{ArticleInput, Service};
use chabudai_kernel::clock::Clock as _;
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Put, Update};
use chabudai_test_stores::{Dying, RunningClock};

use crate::world::{
    AT_ONCE, PAGE, Postman, SlowChef, World, account_input, article_input, at_once, comer, on_both, service_over, store_input,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_address_makes_one_account() {
    on_both(async |w: World| {
        w.service.register("hana@example.org", "はな", "a long enough one", "here").await.unwrap();
        let code = w.mail.code_for("hana@example.org").unwrap();
        let made = at_once(&w.two(), |service: Service, nth| {
            let code = code.clone();
            // Half of them by mail, half of them from the house.
            async move {
                if nth % 4 < 2 {
                    service.confirm("hana@example.org", &code).await.map(|signed| signed.user.user_id)
                } else {
                    service.enter(&comer(&format!("p{nth}"), Some("hana@example.org"))).await.map(|user| user.user_id)
                }
            }
        })
        .await;
        let (ok, refused): (Vec<_>, Vec<_>) = made.into_iter().partition(Result::is_ok);
        assert_eq!(ok.len(), 1, "on {}", w.name);
        for error in refused {
            let error = error.unwrap_err();
            assert!(
                [ChirashiReason::WrongCode.into(), ChirashiReason::JoinFirst.into(), ChirashiError::Busy].contains(&error),
                "{error:?}"
            );
        }
        let user = people::by_email(w.db(), &chabudai_kernel::part::Word::new("hana@example.org").unwrap()).await.unwrap();
        assert_eq!(user.map(|user| user.user_id), ok[0].clone().ok());
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_person_of_the_house_is_one_here() {
    on_both(async |w: World| {
        let entered =
            at_once(&w.two(), |service: Service, _| async move { service.enter(&comer("mei", Some("mei@example.org"))).await }).await;
        let ids: BTreeSet<_> = entered.into_iter().map(|user| user.expect("everybody is let in").user_id).collect();
        assert_eq!(ids.len(), 1);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_user_name_makes_one_account() {
    on_both(async |w: World| {
        let company = w.company("スーパーA").await;
        let (root, of) = (w.root.clone(), company.clone());
        let made =
            at_once(&w.two(), move |service: Service, _| {
                let (root, company) = (root.clone(), of.clone());
                async move {
                    service.create_account(Some(&root), &account_input("tencho", Role::CompanyAdmin, None, Some(&company)), None).await
                }
            })
            .await;
        let (ok, refused): (Vec<_>, Vec<_>) = made.into_iter().partition(Result::is_ok);
        assert_eq!(ok.len(), 1, "on {}", w.name);
        let taken: ChirashiError = ChirashiReason::UsernameTaken.into();
        assert!(refused.iter().all(|error| error.as_ref().unwrap_err() == &taken), "{refused:?}");
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn columns_are_numbered_without_gaps() {
    on_both(async |w: World| {
        let root = w.root.clone();
        let made = at_once(&w.two(), move |service: Service, nth| {
            let root = root.clone();
            async move {
                let input = ArticleInput { published: Some(true), ..article_input(&format!("column {nth}")) };
                // Whoever is told that others were faster tries again, as a client would.
                loop {
                    match service.create_article(&root, &input).await {
                        Err(ChirashiError::Busy) => {}
                        other => return other.map(|article| article.article_id),
                    }
                }
            }
        })
        .await;
        let numbers: BTreeSet<u64> = made.into_iter().map(|number| number.expect("everybody's is written")).collect();
        assert_eq!(numbers, (1..=AT_ONCE as u64).collect::<BTreeSet<_>>(), "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

/// A server that is killed at any request, before or behind it, leaves no gap: a number and its column are there together or not at all.
#[tokio::test]
async fn a_crash_loses_no_number() {
    on_both(async |w: World| {
        for requests in 0..4 {
            for carried_out in [false, true] {
                let dying = Dying::after(w.store.clone(), requests, carried_out);
                let service = service_over(dying.clone(), w.clock.clone());
                dying.kills(async { drop(service.create_article(&w.root, &article_input("killed")).await) }).await;
            }
        }
        let next = w.service.create_article(&w.root, &article_input("after")).await.unwrap().article_id;
        assert!(next > 1, "some of them were written");
        for number in 1..=next {
            assert!(articles::article(w.db(), number).await.unwrap().is_some(), "there is no column {number} on {}", w.name);
        }
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn stores_are_counted_exactly() {
    on_both(async |w: World| {
        let company = w.company("スーパーA").await;
        let mut old = Vec::new();
        for nth in 0..8 {
            old.push(w.store_of(&company, &format!("旧{nth}")).await.store_id);
        }
        let (root, id) = (w.root.clone(), company.company_id);
        let done = at_once(&w.two(), move |service: Service, nth| {
            let (root, old) = (root.clone(), old.clone());
            async move {
                match nth % 4 {
                    // Each of the old ones is deleted by two at once.
                    0 => service.delete_store(&root, old[nth / 8]).await.map(|()| -1),
                    // And somebody wants the company gone all the while.
                    1 => service.delete_company(&root, id).await.map(|()| 0),
                    _ => service.create_store(&root, id, &store_input(&format!("新{nth}")), None).await.map(|_| 1),
                }
            }
        })
        .await;
        let change: i64 = done.iter().filter_map(|one| one.as_ref().ok()).sum();
        let deleted = done.iter().filter(|one| **one == Ok(-1)).count();
        assert_eq!(deleted, 8, "each goes once on {}", w.name);
        let refused: ChirashiError = ChirashiReason::CompanyHasStores.into();
        assert!(done.iter().all(|one| match one {
            Ok(change) => *change != 0,
            Err(error) => [refused.clone(), ChirashiError::NotFound("store"), ChirashiError::Busy].contains(error),
        }));
        let count = companies::company(w.db(), id).await.unwrap().unwrap().store_count;
        assert_eq!(count as i64, 8 + change, "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nobody_has_more_favourites_than_there_may_be() {
    on_both(async |w: World| {
        let company = w.company("スーパーA").await;
        let user = w.somebody("mei").await;
        // Room for three; the others were there before.
        let mut full = user.clone();
        for nth in 0..MOST_FAVORITES - 3 {
            let mut store = w.service.now();
            store = store.following(store);
            let id = chabudai_app_chirashi::model::StoreId::new(chabudai_kernel::uuid::Uuid::from_u128(nth as u128 + 1));
            full.favorite_store_ids.push(id);
            full.updated_at = store;
        }
        w.meddle(Put::of(&full)).await;
        let mut stores = Vec::new();
        for nth in 0..8 {
            stores.push(w.store_of(&company, &format!("{nth}号店")).await.store_id);
        }
        let id = user.user_id;
        let wanted = stores.clone();
        let added = at_once(&w.two(), move |service: Service, nth| {
            let store = wanted[nth % 8];
            async move { service.add_favorite(id, store).await.map(|favorite| favorite.store_id) }
        })
        .await;
        let ok: BTreeSet<_> = added.iter().filter_map(|one| one.clone().ok()).collect();
        assert_eq!(ok.len(), 3, "on {}", w.name);
        let full: ChirashiError = ChirashiReason::TooManyFavorites.into();
        assert!(
            added.iter().all(|one| one.as_ref().err().is_none_or(|error| [full.clone(), ChirashiError::Busy].contains(error))),
            "{added:?}"
        );
        let rows: BTreeSet<_> = favorites::mine(w.db(), id).await.unwrap().into_iter().map(|favorite| favorite.store_id).collect();
        let listed = people::user(w.db(), id).await.unwrap().unwrap().favorite_store_ids;
        assert_eq!((rows.clone(), listed.len()), (ok, MOST_FAVORITES));
        assert!(rows.iter().all(|store| listed.contains(store)));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_recipe_is_made_however_many_ask() {
    on_both(async |w: World| {
        let company = w.company("スーパーA").await;
        let store = w.store_of(&company, "新宿店").await;
        let flyer = w.flyer(&store).await;
        let chef = Arc::new(SlowChef::default());
        let services = w.two().map(|service| service.with_chef(chef.clone()));
        let id = flyer.flyer_id;
        let made = at_once(&services, move |service: Service, _| async move { service.recipe(id).await }).await;
        let texts: BTreeSet<_> = made.into_iter().map(|recipe| recipe.expect("everybody gets it").generated_at).collect();
        assert_eq!((texts.len(), chef.0.load(SeqCst)), (1, 1), "on {}", w.name);
    })
    .await;
}

/// A server that dies while it cooks is followed by another one.
#[tokio::test]
async fn whoever_dies_cooking_is_followed() {
    on_both(async |w: World| {
        let company = w.company("スーパーA").await;
        let store = w.store_of(&company, "新宿店").await;
        let flyer = w.flyer(&store).await;
        // It reads the flyer, looks for a recipe, claims it, and dies before it is kept.
        let dying = Dying::after(w.store.clone(), 3, false);
        let service = service_over(dying.clone(), w.clock.clone());
        assert!(dying.kills(async { drop(service.recipe(flyer.flyer_id).await) }).await);
        let waited = w.clock.now_millis();
        // On the standing clock every wait passes at once, until the lease is over or patience is.
        let first = w.service.recipe(flyer.flyer_id).await;
        assert_eq!(first.unwrap_err(), ChirashiReason::BeingCooked.into());
        assert!(w.clock.now_millis() - waited >= 20_000);
        w.clock.advance(std::time::Duration::from_mins(1));
        assert!(w.service.recipe(flyer.flyer_id).await.unwrap().recipe_text.is_some());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn views_are_counted_exactly() {
    on_both(async |w: World| {
        let company = w.company("スーパーA").await;
        let store = w.store_of(&company, "新宿店").await;
        let flyer = w.flyer(&store).await;
        w.service.recipe(flyer.flyer_id).await.unwrap();
        let id = w.service.share(None, flyer.flyer_id, None).await.unwrap().shared_recipe_id;
        let opened = at_once(&w.two(), move |service: Service, _| async move { service.open_shared(id, true).await }).await;
        let counts: BTreeSet<u64> = opened.into_iter().map(|shared| shared.expect("everybody sees it").view_count).collect();
        assert_eq!(counts, (1..=AT_ONCE as u64).collect::<BTreeSet<_>>(), "on {}", w.name);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_digest_for_each_person_and_slot_with_three_servers() {
    on_both(async |w: World| {
        let company = w.company("スーパーA").await;
        let stores = [w.store_of(&company, "新宿店").await, w.store_of(&company, "渋谷店").await];
        let mut people = BTreeSet::new();
        for nth in 0..12 {
            let user = w.told(&format!("p{nth}"), Frequency::Evening).await.user_id;
            for store in &stores {
                w.service.add_favorite(user, store.store_id).await.unwrap();
            }
            people.insert(user.to_string());
        }
        for store in &stores {
            let flyer = w.flyer(store).await;
            assert_eq!(w.service.tell(flyer.flyer_id).await.unwrap(), 12);
        }
        w.wait_hours(10);
        let postman = Arc::new(Postman::default());
        let servers: Vec<_> = (0..3)
            .map(|_| {
                let (service, postman) = (service_over(w.store.clone(), RunningClock::from(&w.clock)), postman.clone());
                tokio::spawn(async move {
                    for _ in 0..3 {
                        service.deliver_due(&*postman).await.expect("digests go out");
                    }
                })
            })
            .collect();
        for server in servers {
            server.await.unwrap();
        }
        let sent = postman.0.lock().unwrap();
        assert_eq!(sent.len(), 12, "on {}", w.name);
        assert_eq!(sent.iter().map(|(to, _)| to.clone()).collect::<BTreeSet<_>>(), people);
        assert!(sent.iter().all(|(_, told)| told.notices.len() == 2));
    })
    .await;
}

/// A server that is killed at any request while it sends a digest: the inbox is exact, and what is sent again has the same name.
#[tokio::test]
async fn a_digest_survives_a_crash_anywhere() {
    on_both(async |w: World| {
        let company = w.company("スーパーA").await;
        let store = w.store_of(&company, "新宿店").await;
        let user = w.told("mei", Frequency::Evening).await.user_id;
        w.service.add_favorite(user, store.store_id).await.unwrap();
        let flyer = w.flyer(&store).await;
        w.service.tell(flyer.flyer_id).await.unwrap();
        w.wait_hours(10);
        let postman = Postman::default();
        let mut kills = 0;
        for requests in 0..400 {
            let dying = Dying::after(w.store.clone(), requests, requests % 2 == 0);
            let service = service_over(dying.clone(), w.clock.clone());
            let died = dying.kills(async { drop(service.deliver_due(&postman).await) }).await;
            kills += u32::from(died);
            // Leases end; the evening does not.
            w.clock.advance(std::time::Duration::from_secs(121));
            if !died {
                break;
            }
            if w.service.now().hour() < 18 {
                break;
            }
        }
        w.service.deliver_due(&postman).await.unwrap();
        let sent = postman.0.lock().unwrap().clone();
        assert!(kills > 20 && !sent.is_empty());
        let names: BTreeSet<_> = sent.iter().map(|(_, told)| told.name.clone()).collect();
        assert_eq!(names.len(), 1, "whatever was sent again has the same name on {}", w.name);
        let inbox = w.service.inbox(user, PAGE).await.unwrap().items;
        assert_eq!((inbox.len(), inbox[0].slot), (1, None));
    })
    .await;
}

/// A flyer cannot be made for a store that has changed since it was read, nor for one that is gone.
#[tokio::test]
async fn a_flyer_is_of_the_store_as_it_is() {
    on_both(async |w: World| {
        let company = w.company("スーパーA").await;
        let store = w.store_of(&company, "新宿店").await;
        let update = Update::of::<chabudai_app_chirashi::model::Store>(chabudai_app_chirashi::model::Store::key(&store.store_id));
        w.meddle(update.set("name", "meddled").only_if(attr("storeId").exists())).await;
        let flyer = w.flyer(&store).await;
        assert_eq!(flyer.store_name, "meddled", "it is read when it is copied");
        w.service.delete_store(&w.root, store.store_id).await.unwrap();
        let input = crate::world::flyer_input("2026-11-15", "2026-11-21");
        let refused = w.service.create_flyer(&w.root, store.store_id, &input, None).await;
        assert_eq!(refused, Err(ChirashiError::NotFound("store")));
    })
    .await;
}
