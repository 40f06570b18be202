//! The page of a small design.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::Request;
use chabudai_kernel::store::StoreError;
use http_body_util::BodyExt as _;
use tower::ServiceExt as _;

use crate::proxies::TrustedProxies;

use super::samples::tests::{Shelf, over};
use super::shape::tests::DESIGN;
use super::*;
use crate::guard::Guard;
use crate::rate::Limiter;
use crate::site::{Site, SiteParts};

/// Another app that counts its patterns alike.
static LARDER: Design = Design {
    app: "larder",
    about: "What is left?",
    environment: None,
    tables: DESIGN.tables,
    entities: DESIGN.entities,
    patterns: DESIGN.patterns,
    routes: DESIGN.routes,
};

async fn page(design_page: Arc<DesignPage>, path: &str, lang: &str) -> String {
    let site = Site::new(SiteParts { design_page: Some(design_page), ..SiteParts::default() });
    let guard = Guard {
        body_bytes: 0,
        time: Duration::from_secs(5),
        per_address: Limiter::new(None),
        unlimited: Vec::new(),
        trusted_proxies: TrustedProxies::default(),
    };
    let request = Request::get(path).header("accept-language", lang).body(Body::empty()).unwrap();
    let answer = guard.around(site.routes(), site).oneshot(request).await.unwrap();
    assert_eq!(answer.status(), 200);
    String::from_utf8(answer.into_body().collect().await.unwrap().to_bytes().into()).unwrap()
}

fn pantry(shelf: &Arc<Shelf>) -> Arc<DesignPage> {
    DesignPage::new([(&DESIGN, over(shelf).0, "home-".to_owned())], Kept::DynamoDb)
}

#[tokio::test]
async fn everything_of_the_design_is_told_and_nothing_of_the_items() {
    let page = page(pantry(&Arc::default()), "/design/pantry", "en").await;
    for told in [
        "What must be eaten first?",
        "<i>home-</i>PantryTable",
        "id=\"pantry-PantryTable-ByOpened\"",
        "at most 2,048 bytes",
        "Only if <code>is_started</code> (<code>full</code>)",
        "Not in the index without <code>opened</code>",
        "Holds keys and <code>label</code>",
        "nothing expires",
        "A sample of House, every value hidden",
        "None among the first 200 items.",
        "href=\"#AP-02\"",
        "never asked so far",
    ] {
        assert!(page.contains(told), "{told} is missing in {page}");
    }
    assert!(!page.contains("0012"), "that is the number of somebody's house");
}

#[tokio::test]
async fn without_samples_it_says_so() {
    let shelf = Arc::<Shelf>::default();
    *shelf.fault.lock().unwrap() = Some(StoreError::Unavailable("a secret of the store".to_owned()));
    let design_page = pantry(&shelf);
    for (lang, words) in [("en", "there are no samples"), ("ja", "見本は出せません")] {
        let page = page(design_page.clone(), "/design/pantry", lang).await;
        assert!(page.contains(words) && page.contains("AP-01") && !page.contains("class=\"sample\""), "{page}");
        assert!(!page.contains("secret of the store"));
    }
}

/// Every link within a page has its place there, and no place stands twice.
fn leads_somewhere(page: &str) {
    let after = |mark: &str| page.split(mark).skip(1).filter_map(|rest| rest.split('"').next()).collect::<Vec<_>>();
    let ids = after(" id=\"");
    let known: BTreeSet<_> = ids.iter().copied().collect();
    assert_eq!(ids.len(), known.len(), "an id stands twice: {ids:?}");
    for link in after("href=\"#") {
        assert!(known.contains(link), "nothing is at {link}");
    }
}

#[tokio::test]
async fn every_app_has_a_page_and_all_have_one() {
    let shelf = Arc::<Shelf>::default();
    let apps = [(&DESIGN, over(&shelf).0), (&LARDER, over(&shelf).0)];
    let design_page = DesignPage::new(apps.map(|(design, db)| (design, db, String::new())), Kept::Embedded);
    let all = page(design_page.clone(), "/design", "ja").await;
    leads_somewhere(&all);
    assert!(all.contains("href=\"/design/pantry\"") && all.contains("href=\"/design/larder\"") && !all.contains("id=\"AP-01\""));
    assert!(all.contains("chabudai design <var>app</var> --format json"), "the reader chooses");
    for app in ["pantry", "larder"] {
        let one = page(design_page.clone(), &format!("/design/{app}"), "ja").await;
        leads_somewhere(&one);
        assert!(one.contains("id=\"AP-01\"") && one.contains(&format!("id=\"{app}-AP-01\"")));
    }
}
