//! Two apps of one house that both include the door.

use std::collections::BTreeSet;

use chabudai_identity::people::People;
use chabudai_identity::sign_in::SignIn;
use chabudai_identity::{api, letter, pages};
use chabudai_kernel::design::{EntityDesign, Index, Projection, Table, text};
use chabudai_web::api::{Access, Api, document};
use chabudai_web::site::{AppInfo, Site};
use chabudai_web::text::Locale;
use serde::{Deserialize, Serialize};

static TABLE: Table = Table {
    name: "people",
    hash: text("PK"),
    range: Some(text("SK")),
    indexes: &[&INDEX],
    ttl: Some("TTL"),
    feed: false,
    about: "People.",
};

static INDEX: Index =
    Index { name: "Index", hash: text("Type"), range: Some(text("PK")), projection: Projection::KeysOnly, why: "For the test." };

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct Nothing {}

macro_rules! app {
    ($name:ident) => {
        #[derive(Clone, Copy, PartialEq, Debug)]
        struct $name;

        impl People for $name {
            const TABLE: &'static Table = &TABLE;
            const TYPE_INDEX: &'static Index = &INDEX;
            const EMAIL_INDEX: &'static Index = &INDEX;
            const TOKEN_INDEX: &'static Index = &INDEX;
            const KINDS: &'static [&'static EntityDesign] = &[];
            type Own = Nothing;
        }
    };
}

app!(Breakfast);
app!(Supper);

const fn info(name: &'static str, ja: &'static str, en: &'static str) -> AppInfo {
    AppInfo { name, title: "title", line: "line", colour: "#000000", locale: Locale { ja, en }, shared: &[letter::LOCALE] }
}

static BREAKFAST: AppInfo = info("breakfast", "breakfast-app = 朝食", "breakfast-app = Breakfast");
static SUPPER: AppInfo = info("supper", "supper-app = 夕食", "supper-app = Supper");

#[test]
fn operations_of_two_apps_have_ids_of_their_own() {
    let (breakfast, one) = api::routes::<SignIn<Breakfast>, Breakfast>(Api::new("/breakfast/v1", "Breakfast", Access::Person)).finish();
    let (supper, other) = api::routes::<SignIn<Supper>, Supper>(Api::new("/supper/v1", "Supper", Access::Person)).finish();
    assert!(breakfast.has_routes() && supper.has_routes());
    let whole = document("http://localhost", "1", [one, other]);
    let mut ids = BTreeSet::new();
    for (path, methods) in whole["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap().to_owned();
            assert!(
                path.starts_with(&format!("/{}", if id.starts_with("breakfast") { "breakfast" } else { "supper" })),
                "{method} {path}: {id}"
            );
            assert!(ids.insert(id.clone()), "{method} {path}: {id} is another's");
        }
    }
    assert!(ids.contains("breakfastSignIn") && ids.contains("supperDeleteAccount") && ids.len() >= 16, "{ids:?}");
}

#[test]
fn pages_of_two_apps_share_their_words() {
    // A message that stood there twice would be found at once.
    let site = Site::new("", "http://localhost", vec![&BREAKFAST, &SUPPER], None, "secret");
    assert!(format!("{site:?}").contains("supper"));
    let pages = pages::routes::<SignIn<Breakfast>, Breakfast>(axum::Router::new(), "/breakfast");
    assert!(pages.has_routes());
}
