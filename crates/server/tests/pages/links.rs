//! Every link leads somewhere, also in a house below a path.

use std::collections::{BTreeMap, BTreeSet};

use chabudai_testkit::Server;

use crate::okusuri::furnished;
use crate::{demo, demo_with};

/// Of pages that differ by an id or a cursor alone, so many are looked at.
const OF_A_KIND: usize = 3;

/// The addresses in a page, as a browser would ask for them.
fn links(page: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for start in [" href=\"", " src=\""] {
        for rest in page.split(start).skip(1) {
            let link = rest.split('"').next().unwrap_or_default().replace("&#38;", "&").replace("&amp;", "&");
            found.insert(link.split('#').next().unwrap_or_default().to_owned());
        }
    }
    found.retain(|link| !link.is_empty());
    found
}

/// A page without what makes it one of many.
pub(crate) fn kind(path: &str) -> String {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    // The starters of the cookbook have words for ids, so it is the part before that says what it is.
    let lists = ["recipes", "sets", "fridge", "lines", "dishes", "pictures"];
    let pages = ["new", "deleted"];
    let parts: Vec<&str> = path
        .split('/')
        .zip(std::iter::once("").chain(path.split('/')))
        .map(|(part, before)| {
            let is_day = part.len() == 10 && part.matches('-').count() == 2;
            let is_listed = path.contains("/kondate/") && lists.contains(&before) && !pages.contains(&part);
            let is_id =
                is_day || is_listed || part.len() > 30 || part.starts_with("cl_") || part.starts_with("tp_") || part.starts_with("hs_");
            if is_id { "*" } else { part }
        })
        .collect();
    let names: Vec<&str> = query.split('&').map(|pair| pair.split('=').next().unwrap_or_default()).collect();
    format!("{}?{}", parts.join("/"), names.join("&"))
}

pub(crate) fn walk(server: &Server, from: &str, cookie: &str) -> BTreeSet<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut known = BTreeSet::from([from.to_owned()]);
    let mut ahead = vec![from.to_owned()];
    let mut walked = BTreeSet::new();
    while let Some(path) = ahead.pop() {
        let answer = server.ask("GET", &path).header("accept", "text/html").header("cookie", cookie).send();
        assert!([200, 303, 308].contains(&answer.status), "{path}: {}", answer.status);
        walked.insert(path.clone());
        if !answer.header("content-type").is_some_and(|kind| kind.starts_with("text/html")) {
            continue;
        }
        for link in links(&answer.text()) {
            // The page of the API names its document from where it stands.
            let link = if link == "api/openapi.json" { format!("{path}/openapi.json") } else { link };
            assert!(link.starts_with('/'), "{path} leads out of the house: {link}");
            let count = seen.entry(kind(&link)).or_default();
            if *count < OF_A_KIND && known.insert(link.clone()) {
                *count += 1;
                ahead.push(link);
            }
        }
    }
    walked
}

#[test]
fn every_link_leads_somewhere() {
    for base in ["", "/house"] {
        let url = format!("http://127.0.0.1{base}");
        let (house, home) = if base.is_empty() { demo() } else { demo_with(&["--base-url", &url]) };
        let pages = walk(&house, &format!("{base}{home}"), "").len() + walk(&house, if base.is_empty() { "/" } else { base }, "").len();
        assert!(pages > 60, "{pages} pages are too few");
        if !base.is_empty() {
            assert_eq!(house.get("/house/").expect(308).header("location"), Some("/house"));
        }
    }
}

/// The same for who is signed in, where there is more to see.
#[test]
fn every_link_of_somebody_leads_somewhere() {
    for base in ["", "/house"] {
        let url = format!("http://127.0.0.1{base}");
        let (house, _) = if base.is_empty() { furnished(&[], "Hana") } else { furnished(&["--base-url", &url], "Hana") };
        let signed_in = serde_json::json!({ "email": crate::okusuri::EMAIL, "password": crate::okusuri::PASSWORD });
        let session = house.post(&format!("{base}/okusuri/v1/auth/sign-in"), &signed_in).expect(200).json()["token"].clone();
        let cookie = format!("chabudai_session={}", session.as_str().expect("a token"));
        let walked = walk(&house, &format!("{base}/okusuri"), &cookie);
        let okusuri = ["/calendar", "/insights", "/settings", "/report"].map(|rest| format!("/okusuri{rest}"));
        let house_pages =
            ["/", "/account", "/account/sessions", "/account/export", "/account/invitations", "/account/passkeys"].map(str::to_owned);
        for path in okusuri.iter().chain(&house_pages) {
            assert!(walked.contains(&format!("{base}{path}")), "nothing leads to {path}: {walked:?}");
        }
        assert!(walked.iter().any(|path| path.contains("/okusuri/days/")) && walked.iter().any(|path| path.contains("report.csv?")));
        assert!(!walked.contains(&format!("{base}/sign-in")), "somebody who is in is not asked to come in");
    }
}
