//! What a route asks of the store in all, held to what the design declares. In debug builds, and so in every test: a route that asks for
//! more, or for another pattern, answers 500 and says what it asked.
//!
//! A [`Db`](chabudai_kernel::db::Db) that is observed by [`Observed`] tells of every request; what belongs to one request of a client is
//! kept with its task. What a body asks for while it is streamed comes after the answer and is not seen.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use chabudai_kernel::db::Observer;
use chabudai_kernel::design::{AccessPattern, Cost, Design, EACH, RouteCost};

use crate::problem::Problem;

/// Where debug builds write what each route asked for, instead of holding it to anything: for whoever declares a new route.
const RECORD: &str = "CHABUDAI_ROUTE_COSTS";

tokio::task_local! {
    static ASKED: Arc<Mutex<Asked>>;
}

/// What was asked while one request was answered.
#[derive(Default, Debug)]
struct Asked {
    /// Pattern, calls, store requests.
    patterns: Vec<(&'static AccessPattern, u32, u32)>,
    /// Something failed, so that it was read and tried again: the counts are not those of a quiet moment.
    is_contended: bool,
}

impl Asked {
    fn of(&mut self, pattern: &'static AccessPattern) -> &mut (&'static AccessPattern, u32, u32) {
        let at = self.patterns.iter().position(|(known, ..)| known.id == pattern.id).unwrap_or_else(|| {
            self.patterns.push((pattern, 0, 0));
            self.patterns.len() - 1
        });
        &mut self.patterns[at]
    }

    /// In what way it is more than was declared.
    fn beyond(&self, declared: Option<&RouteCost>) -> Vec<String> {
        let asks = declared.map_or(&[][..], |route| route.asks);
        let mut out = Vec::new();
        for (pattern, calls, requests) in &self.patterns {
            let Some((_, times)) = asks.iter().find(|(known, _)| known.id == pattern.id) else {
                out.push(format!("{} is not declared ({calls} calls)", pattern.id));
                continue;
            };
            if *times == EACH {
                continue;
            }
            let most = match pattern.cost {
                Cost::Exactly(each) | Cost::AtMost(each) => Some(each * times),
                Cost::Formula { .. } => None,
            };
            if !self.is_contended && (calls > times || most.is_some_and(|most| *requests > most)) {
                out.push(format!("{} is asked {calls} times with {requests} requests, declared {times} times", pattern.id));
            }
        }
        out
    }
}

/// Tells the request that is being answered what it asks for.
pub struct Observed;

impl Observer for Observed {
    fn asked(&self, pattern: &'static AccessPattern) {
        let _ = ASKED.try_with(|asked| asked.lock().expect("nobody panics while adding").of(pattern).1 += 1);
    }

    fn answered(&self, pattern: &'static AccessPattern, requests: u32, failed: bool) {
        let _ = ASKED.try_with(|asked| {
            let mut asked = asked.lock().expect("nobody panics while adding");
            asked.of(pattern).2 += requests;
            asked.is_contended |= failed;
        });
    }
}

/// Asks on behalf of the house, such as who somebody is for an app that has no sign-in of its own: it is no cost of the app's design.
pub async fn for_the_house<R>(work: impl Future<Output = R>) -> R {
    ASKED.scope(Arc::default(), work).await
}

/// The declared routes of a house below a base path.
struct Declared {
    base: String,
    routes: HashMap<String, &'static RouteCost>,
    record: Option<std::ffi::OsString>,
}

/// Holds routes to what the designs declare of them.
pub fn hold(routes: Router, base: &str, designs: &[&'static Design]) -> Router {
    let of = |design: &&'static Design| {
        let app = design.app;
        design.routes.iter().copied().flatten().map(move |route| (route.route_in(app), route))
    };
    let declared = Declared { base: base.to_owned(), routes: designs.iter().flat_map(of).collect(), record: std::env::var_os(RECORD) };
    routes.layer(from_fn_with_state(Arc::new(declared), add_up))
}

async fn add_up(State(declared): State<Arc<Declared>>, request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    // HEAD is answered by whatever answers GET.
    let method = if request.method() == axum::http::Method::HEAD { "GET" } else { request.method().as_str() };
    let route = format!("{method} {}", path.strip_prefix(declared.base.as_str()).unwrap_or(path));
    let asked = Arc::new(Mutex::new(Asked::default()));
    let response = ASKED.scope(asked.clone(), next.run(request)).await;
    let asked = asked.lock().expect("nobody panics while adding");
    if let Some(file) = &declared.record {
        record(file, &route, &asked);
        return response;
    }
    let beyond = asked.beyond(declared.routes.get(&route).copied());
    if beyond.is_empty() {
        return response;
    }
    let detail = format!("{route} asks for more than its design declares: {}", beyond.join("; "));
    tracing::error!("{detail}");
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "http.undeclared_cost", detail).into_response()
}

fn record(file: &std::ffi::OsStr, route: &str, asked: &Asked) {
    let patterns = asked.patterns.iter().map(|(pattern, calls, requests)| format!("{}:{calls}:{requests}", pattern.id));
    let line = format!("{route}\t{}\t{}\n", asked.is_contended, patterns.collect::<Vec<_>>().join(","));
    let opened = std::fs::File::options().create(true).append(true).open(file);
    let _ = opened.and_then(|mut file| file.write_all(line.as_bytes()));
}

#[cfg(test)]
mod tests {
    use chabudai_kernel::design::Step;

    use super::*;

    static ONE: AccessPattern = AccessPattern { id: "AP-01", question: "", steps: &[] as &[Step], cost: Cost::Exactly(1) };
    static MANY: AccessPattern =
        AccessPattern { id: "AP-02", question: "", steps: &[] as &[Step], cost: Cost::Formula { words: "1 per page", requests: |n| n } };
    static ROUTE: RouteCost = RouteCost { route: "GET /{app}/one", asks: &[(&ONE, 2), (&MANY, 1)] };

    #[test]
    fn what_is_declared_passes_and_what_is_more_does_not() {
        let asked = |patterns: &[(&'static AccessPattern, u32, u32)], is_contended| Asked { patterns: patterns.to_vec(), is_contended };
        let beyond = |asked: Asked| asked.beyond(Some(&ROUTE)).len();
        assert_eq!(beyond(asked(&[(&ONE, 2, 2), (&MANY, 1, 9)], false)), 0);
        assert_eq!(beyond(asked(&[(&ONE, 3, 2)], false)), 1, "more calls");
        assert_eq!(beyond(asked(&[(&ONE, 1, 3)], false)), 1, "more requests");
        assert_eq!(beyond(asked(&[(&MANY, 2, 2)], false)), 1, "a formula bounds the calls");
        assert_eq!(beyond(asked(&[(&ONE, 5, 9)], true)), 0, "what failed was tried again");
        assert_eq!(asked(&[(&ONE, 1, 1)], false).beyond(None), ["AP-01 is not declared (1 calls)"]);
        assert_eq!((ROUTE.route_in("pantry").as_str(), ROUTE.words().as_str()), ("GET /pantry/one", "at most 2, and 1 per page"));
    }
}
