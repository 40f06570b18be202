//! `check` finds what is wrong, and `repair` mends it.

use chabudai_app_chirashi::design::{ADMINS, FLYERS, USERS};
use chabudai_app_chirashi::model::{
    Admin, ArticleCounter, Company, EmailGuard, FavoriteStore, Flyer, FlyerItems, Role, Store, User, UserId, UsernameGuard,
};
use chabudai_app_chirashi::service::{Finding, mend};
use chabudai_kernel::op::{Delete, Put, Update};
use chabudai_kernel::part::Word;
use chabudai_kernel::uuid::Uuid;

use crate::world::{World, article_input, comer, no_flyer, on_both};

/// Something is wrong, is found, and is mended. What is found is what was broken, and nothing else.
async fn is_mended(w: &World, expected: usize, is_it: impl Fn(&Finding) -> bool) {
    let found = w.findings().await;
    assert!(found.iter().filter(|finding| is_it(finding)).count() == expected && found.len() == expected, "{found:?} on {}", w.name);
    for finding in &found {
        assert!(mend(&w.service, finding).await.expect("it is mended"), "{finding}");
        assert!(!finding.to_string().is_empty());
    }
    w.is_in_order().await;
}

#[tokio::test]
async fn what_is_broken_is_found_and_mended() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let store = w.store_of(&company, "新宿店").await;
        let flyer = w.flyer(&store).await;
        let user = service.enter(&comer("mei", Some("mei@example.org"))).await.unwrap();
        service.add_favorite(user.user_id, store.store_id).await.unwrap();
        let admin = w.account("clerk", Role::StoreUser, Some(&store), Some(&company)).await;
        service.create_article(&w.root, &article_input("一")).await.unwrap();
        w.newest().await;
        w.is_in_order().await;
        // Copies, although they say the right state.
        let of_store = || Update::of::<Store>(Store::key(&store.store_id));
        w.meddle(of_store().set("companyName", "x")).await;
        is_mended(&w, 1, |finding| matches!(finding, Finding::StoreCopy(..))).await;
        w.meddle(Update::of::<Flyer>(Flyer::key(&flyer.flyer_id)).set("storeName", "x").set("companyName", "y")).await;
        is_mended(&w, 1, |finding| matches!(finding, Finding::FlyerCopy(_))).await;
        w.meddle(Update::of::<FavoriteStore>(FavoriteStore::key(&user.user_id, &store.store_id)).set("address", "x")).await;
        is_mended(&w, 1, |finding| matches!(finding, Finding::FavoriteCopy(..))).await;
        w.meddle(Update::of::<Admin>(Admin::key(&admin.admin_id)).set("storeName", "x")).await;
        is_mended(&w, 1, |finding| matches!(finding, Finding::AdminCopy(_))).await;
        w.took_every_step("CH-129");
        w.meddle(of_store().remove("newestFlyer")).await;
        is_mended(&w, 1, |finding| matches!(finding, Finding::Newest(_))).await;
        // Numbers and lists.
        w.meddle(Update::of::<Company>(Company::key(&company.company_id)).set("storeCount", 7)).await;
        is_mended(&w, 1, |finding| matches!(finding, Finding::StoreCount { says: 7, is: 1, .. })).await;
        w.meddle(Update::of::<User>(User::key(&user.user_id)).set("favoriteStoreIds", Vec::<String>::new())).await;
        is_mended(&w, 1, |finding| matches!(finding, Finding::FavoriteList(_))).await;
        w.meddle(Put::of(&ArticleCounter { article_id: 0, last: 0 })).await;
        is_mended(&w, 1, |finding| matches!(finding, Finding::Number { article: 1, last: 0 })).await;
        // Guards.
        let email = Word::new("mei@example.org").unwrap();
        w.meddle(Delete::new(&USERS, EmailGuard::key(email))).await;
        is_mended(&w, 1, |finding| matches!(finding, Finding::NoEmailGuard(..))).await;
        w.meddle(Put::of(&EmailGuard { email: Word::new("x@example.org").unwrap(), owner: user.user_id })).await;
        is_mended(&w, 1, |finding| matches!(finding, Finding::StrayEmailGuard(_))).await;
        w.meddle(Delete::new(&ADMINS, UsernameGuard::key(admin.username.clone()))).await;
        is_mended(&w, 1, |finding| matches!(finding, Finding::NoUsernameGuard(..))).await;
        let stray = UsernameGuard { username: chabudai_app_chirashi::model::Username::new("stray").unwrap(), owner: admin.admin_id };
        w.meddle(Put::of(&stray)).await;
        is_mended(&w, 1, |finding| matches!(finding, Finding::StrayUsernameGuard(_))).await;
        // What belongs to nothing.
        w.meddle(Put::of(&FlyerItems { flyer_id: no_flyer(), items: Vec::new() })).await;
        is_mended(&w, 1, |finding| matches!(finding, Finding::StrayItems(_))).await;
        let nobody = UserId::new(Uuid::nil());
        w.meddle(Put::of(&FavoriteStore::new(nobody, &store, service.now()))).await;
        is_mended(&w, 1, |finding| matches!(finding, Finding::NobodysFavorite(..))).await;
        w.took_every_step("CH-126");
        w.took_every_step("CH-128");
        // An item that no kind of the design has.
        w.meddle(Delete::new(&FLYERS, FlyerItems::key(flyer.flyer_id))).await;
        w.is_in_order().await;
    })
    .await;
}
