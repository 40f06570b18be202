//! What goes around every request: an id, a log line without secrets, time and size limits, security headers.

use std::net::{IpAddr, SocketAddr};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use futures::FutureExt as _;

use crate::body::noting_the_end;
use crate::problem::{CODE_FOR_LOG, Problem};
use crate::proxies::TrustedProxies;
use crate::rate::{Limiter, counted};
use crate::site::{Site, welcome};

/// The header that carries a request's id in both directions.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// How requests are held within bounds.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The largest body.
    pub body_bytes: usize,
    /// The longest time.
    pub time: Duration,
    /// How often one address may ask.
    pub per_address: Limiter<IpAddr>,
    /// Routes that anybody may ask as often as they like, by their templates: programs that prove themselves come to them in bursts.
    pub unlimited: Vec<String>,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: TrustedProxies,
}

/// The client's address, for handlers and limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Client(pub IpAddr);

impl Guard {
    /// Puts the guard around the routes of a house.
    pub fn around(self, routes: Router, site: Arc<Site>) -> Router {
        let limit = DefaultBodyLimit::max(self.body_bytes);
        let is_secure = site.is_secure();
        routes
            .fallback(|| async { Problem::not_found() })
            .method_not_allowed_fallback(|| async {
                Problem::new(StatusCode::METHOD_NOT_ALLOWED, "http.method_not_allowed", "This address does not do that.")
            })
            .layer(limit)
            .layer(from_fn_with_state(self, watch))
            // Outside the watch, so that what the watch refuses is a page too.
            .layer(from_fn_with_state(site, welcome))
            .layer(from_fn_with_state(is_secure, secure))
    }

    fn client(&self, headers: &HeaderMap, peer: Option<SocketAddr>) -> IpAddr {
        let peer = peer.map_or(IpAddr::from([127, 0, 0, 1]), |peer| peer.ip().to_canonical());
        // From the nearest hop on, for as long as it is one of ours: what stands before the first other hop anybody can write. A hop
        // that cannot be read is not skipped, or whoever makes one would be believed what stands before it.
        let mut nearest = peer;
        let lines = headers.get_all("x-forwarded-for").iter().rev();
        let hops = lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
        for hop in hops {
            if !self.trusted_proxies.contain(nearest) {
                break;
            }
            match hop_of(hop) {
                Some(hop) => nearest = hop,
                None => return peer,
            }
        }
        nearest
    }
}

/// An address as proxies write it: bare, with a port, in brackets, in quotes; IPv4 within IPv6 is IPv4.
fn hop_of(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let bare = || text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text).parse::<IpAddr>().ok();
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    bare().or_else(with_port).map(|address| address.to_canonical())
}

async fn watch(State(guard): State<Guard>, mut request: Request, next: Next) -> Response {
    let start = Instant::now();
    let id = request_id(request.headers());
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0);
    let client = counted(guard.client(request.headers(), peer));
    request.extensions_mut().insert(Client(client));
    let method = request.method().clone();
    // The template, never the address itself: a wardrobe's id is its key.
    let route = request.extensions().get::<MatchedPath>().map_or("(none)", MatchedPath::as_str).to_owned();
    let (request, body) = noting_the_end(request);
    let passed = if guard.unlimited.contains(&route) { Ok(()) } else { guard.per_address.pass(&client) };
    let mut response = match passed {
        Err(problem) => problem.into_response(),
        // A fault of ours is an answer too, and not a connection that breaks.
        Ok(()) => match AssertUnwindSafe(tokio::time::timeout(guard.time, next.run(request))).catch_unwind().await {
            Ok(Ok(response)) => response,
            Ok(Err(_)) => Problem::new(StatusCode::GATEWAY_TIMEOUT, "http.too_slow", "The answer took too long.").into_response(),
            Err(_) => Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "http.internal", "Something went wrong on our side.").into_response(),
        },
    };
    let code = response.headers_mut().remove(CODE_FOR_LOG);
    let code = code.as_ref().and_then(|code| code.to_str().ok()).unwrap_or("");
    let (status, micros) = (response.status().as_u16(), start.elapsed().as_micros() as u64);
    if status >= 500 {
        tracing::error!(request = %id, %method, route, status, micros, code, "request");
    } else {
        tracing::info!(request = %id, %method, route, status, micros, code, "request");
    }
    if !body.was_read() {
        // What follows on the connection is the rest of a body that nobody wants: it ends with this answer, and says so.
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}

/// The client's own id if it is harmless, a fresh one otherwise. Harmless is what stands in a log line and in a header as it is: UUIDs,
/// base64, and what load balancers make, such as `Root=1-67891233-abcdef012345678912345678`.
fn request_id(headers: &HeaderMap) -> String {
    let given = headers.get(REQUEST_ID).and_then(|value| value.to_str().ok());
    let harmless = |id: &&str| (1..=128).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.:=+/".contains(&b));
    given.filter(harmless).map_or_else(|| uuid::Uuid::new_v4().simple().to_string(), str::to_owned)
}

async fn secure(State(is_secure): State<bool>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_secure {
        // A year, for this host alone: what else runs below its domain is not ours to bind.
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::routing::get;
    use tower::ServiceExt as _;

    use super::*;
    use crate::site::SiteParts;

    #[test]
    fn a_harmless_id_is_taken_over() {
        let taken = |given: &str| {
            let headers = HeaderMap::from_iter([(REQUEST_ID, HeaderValue::from_str(given).unwrap())]);
            request_id(&headers) == given
        };
        let (longest, too_long) = ("x".repeat(128), "x".repeat(129));
        for harmless in ["7", "order_17.2", "Root=1-67891233-abcdef012345678912345678", "a/b+c==", "req:42", &longest] {
            assert!(taken(harmless), "{harmless}");
        }
        for harmful in ["", "two words", "a;b", "a\"b", "<script>", "a,b", &too_long] {
            assert!(!taken(harmful), "{harmful}");
        }
        assert_ne!(request_id(&HeaderMap::new()), request_id(&HeaderMap::new()));
    }

    fn guard(trusted: &[&str]) -> Guard {
        let trusted_proxies = trusted.iter().map(|address| address.parse::<IpAddr>().unwrap()).collect();
        Guard { body_bytes: 1, time: Duration::from_secs(5), per_address: Limiter::new(None), unlimited: Vec::new(), trusted_proxies }
    }

    #[test]
    fn the_nearest_hop_counts_or_nothing_does() {
        let guard = guard(&["127.0.0.1", "10.0.0.7"]);
        let client = |peer: &str, lines: &[&str]| {
            let headers = lines.iter().map(|line| (HeaderName::from_static("x-forwarded-for"), HeaderValue::from_str(line).unwrap()));
            guard.client(&headers.collect(), Some(peer.parse().unwrap())).to_string()
        };
        for (peer, lines, expected) in [
            // Whoever is no proxy of ours says what they like.
            ("192.0.2.9:1", &["203.0.113.1"][..], "192.0.2.9"),
            ("127.0.0.1:1", &["203.0.113.1"], "203.0.113.1"),
            ("127.0.0.1:1", &[], "127.0.0.1"),
            ("[::ffff:127.0.0.1]:1", &["203.0.113.1"], "203.0.113.1"),
            ("127.0.0.1:1", &["198.51.100.66, 203.0.113.1"], "203.0.113.1"),
            ("127.0.0.1:1", &["198.51.100.66, 203.0.113.1, 10.0.0.7"], "203.0.113.1"),
            ("127.0.0.1:1", &["198.51.100.66", "203.0.113.1"], "203.0.113.1"),
            ("127.0.0.1:1", &["203.0.113.1:4711"], "203.0.113.1"),
            ("127.0.0.1:1", &["[2001:db8::1]:4711"], "2001:db8::1"),
            ("127.0.0.1:1", &["[2001:db8::1]"], "2001:db8::1"),
            ("127.0.0.1:1", &["\"[2001:db8::1]:4711\""], "2001:db8::1"),
            ("127.0.0.1:1", &["::ffff:203.0.113.1"], "203.0.113.1"),
            ("127.0.0.1:1", &["198.51.100.66, ::ffff:10.0.0.7"], "198.51.100.66"),
            // An unreadable nearest hop makes nobody believe the one before it.
            ("127.0.0.1:1", &["198.51.100.66, unknown"], "127.0.0.1"),
            ("127.0.0.1:1", &["198.51.100.66, _hidden"], "127.0.0.1"),
            ("127.0.0.1:1", &["198.51.100.66, "], "127.0.0.1"),
            ("127.0.0.1:1", &["198.51.100.66, nonsense, 10.0.0.7"], "127.0.0.1"),
        ] {
            assert_eq!(client(peer, lines), expected, "{peer} {lines:?}");
        }
    }

    #[tokio::test]
    async fn an_answer_before_the_body_was_read_ends_the_connection() {
        let routes =
            Router::new().route("/reads", axum::routing::post(|body: String| async move { body })).route("/", get(|| async { "yes" }));
        let mut guard = guard(&[]);
        guard.body_bytes = 100;
        let app = guard.around(routes, Site::new(SiteParts::default()));
        let ask = async |request: Request| {
            let answer = app.clone().oneshot(request).await.unwrap();
            (answer.status().as_u16(), answer.headers().get(header::CONNECTION).cloned())
        };
        let close = Some(HeaderValue::from_static("close"));
        let long = Body::from_stream(futures::stream::iter(["x".repeat(101), "more".to_owned()].map(Ok::<_, std::convert::Infallible>)));
        assert_eq!(ask(Request::get("/").body(Body::empty()).unwrap()).await, (200, None));
        assert_eq!(ask(Request::post("/reads").body(Body::from("short")).unwrap()).await, (200, None));
        assert_eq!(ask(Request::post("/reads").body(long).unwrap()).await, (413, close.clone()));
        assert_eq!(ask(Request::post("/").body(Body::from("nobody reads this")).unwrap()).await, (405, close.clone()));
        assert_eq!(ask(Request::post("/nowhere").body(Body::from("nobody reads this")).unwrap()).await, (404, close));
    }

    #[tokio::test]
    async fn a_fault_is_answered_and_the_next_request_too() {
        async fn breaks() -> &'static str {
            panic!("as it should for once")
        }
        let routes = Router::new().route("/breaks", get(breaks)).route("/works", get(|| async { "yes" }));
        let app = guard(&[]).around(routes, Site::new(SiteParts::default()));
        let ask = |path: &str| app.clone().oneshot(Request::get(path).body(Body::empty()).unwrap());
        assert_eq!(ask("/breaks").await.unwrap().status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(ask("/works").await.unwrap().status(), StatusCode::OK);
    }
}
