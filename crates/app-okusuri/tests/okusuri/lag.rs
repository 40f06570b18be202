//! Indexes lag, and whoever joins, signs in or logs a day finds it so at once.

use std::sync::Arc;

use chabudai_app_okusuri::design::DESIGN;
use chabudai_app_okusuri::model::PublicId;
use chabudai_app_okusuri::repo::logs;
use chabudai_identity::service::Here;
use chabudai_store_conformance::faults::{Browser, FaultyStore};
use chabudai_store_embedded::{EmbeddedStore, Options};
use chabudai_test_stores::TestStore;

use crate::desk::Desk;
use crate::world::{PASSWORD, World};

/// A house whose indexes stand still until they are told to catch up.
fn lagging() -> (Arc<FaultyStore>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { sweep_every: None, ..Options::default() };
    let open = |name: &str| Arc::new(EmbeddedStore::open(&folder.path().join(name), DESIGN.tables, options).unwrap());
    (Arc::new(FaultyStore::new(open("okusuri.sqlite")).with_stale_indexes(open("replica.sqlite"))), folder)
}

#[tokio::test]
async fn who_signs_in_is_signed_in_at_once() {
    let (store, _folder) = lagging();
    let mine = Arc::new(Browser::default());
    let here = World::over(TestStore::over("a lagging store", store.clone()), true).seen_by(mine);
    let (signed_in, first) = here.joined("hana@example.org").await;
    let again = here.service.signed_in(&first).await.expect("the session is found");
    assert_eq!(again.person.user_id, signed_in.person.user_id);
    let another = here.service.sign_in("hana@example.org", PASSWORD, &Here::default()).await.expect("the address is known");
    let token = another.token.expect("the token is told once");
    here.service.signed_in(&token).await.expect("so is the second session");
    here.service.sign_out(&token, None).await.unwrap();
    here.service.signed_in(&token).await.expect_err("and gone when it is signed out");
    // Without the note it takes until the index has the session.
    let elsewhere = World::over(TestStore::over("a lagging store", store.clone()), true).seen_by(Arc::new(Browser::default()));
    elsewhere.service.signed_in(&first).await.expect_err("not yet");
    store.catch_up().await.unwrap();
    elsewhere.service.signed_in(&first).await.expect("by now");
}

#[tokio::test]
async fn what_is_logged_is_in_what_looks_back() {
    let (store, _folder) = lagging();
    let d = Desk::over(World::over(TestStore::over("a lagging store", store), true).seen_by(Arc::new(Browser::default())));
    let hana = d.hana().await;
    let days = async || {
        let found = logs::look_back(d.db(), &hana.user_id, None, None).await.unwrap();
        found.iter().map(|log| (log.date.to_string(), log.data.has_bleeding)).collect::<Vec<_>>()
    };
    assert!(days().await.is_empty());
    let first = d.log(&hana, Some("2026-11-12"), false).await;
    d.log(&hana, Some("2026-11-10"), true).await;
    let both = [("2026-11-10".to_owned(), true), ("2026-11-12".to_owned(), false)];
    assert_eq!(days().await, both);
    d.service.delete(&hana, &PublicId::parse(&first.public_id()).unwrap()).await.unwrap();
    assert_eq!(days().await, both[..1]);
    d.service.put_back(&hana, &first).await.unwrap();
    assert_eq!(days().await, both);
}
