//! The provider beside a test, as the service knows it, and as a browser goes there.

use std::collections::HashMap;
use std::sync::Arc;

use chabudai_identity::oidc::{Provider, Providers};
use chabudai_kernel::clock::{Clock as _, FixedClock};

pub(crate) use chabudai_testkit::provider::{CLIENT, Forge, Key, Mood, SECRET, There};

/// A provider that goes by the clock of the test.
pub(crate) fn open(clock: Arc<FixedClock>) -> There {
    There::open_at(move || clock.now().0)
}

pub(crate) fn config(there: &There, id: &str, secret: Option<&str>) -> Provider {
    Provider::new(id, "A provider", &there.origin, CLIENT, secret).unwrap()
}

pub(crate) fn providers(there: &There) -> Providers {
    Providers::new(vec![config(there, "there", Some(SECRET))]).unwrap()
}

/// Goes there as a browser does, and answers the code and the state that it is sent back with.
pub(crate) async fn visit(url: &str, redirect_uri: &str) -> (String, String) {
    let browser = reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let answer = browser.get(url).send().await.unwrap();
    assert_eq!(answer.status(), 303, "{}", answer.text().await.unwrap());
    let back = answer.headers()["location"].to_str().unwrap();
    assert!(back.starts_with(redirect_uri), "{back}");
    let back = reqwest::Url::parse(back).unwrap();
    let said: HashMap<String, String> = back.query_pairs().into_owned().collect();
    (said["code"].clone(), said["state"].clone())
}
