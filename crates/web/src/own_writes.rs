//! What a browser has written a moment ago, noted in a cookie under our seal: on a store whose indexes lag, its next lists show it all the
//! same ([`chabudai_kernel::own`]). The note is the browser's own and needs no memory of ours, so it holds on whichever server comes next.
//!
//! Where indexes never lag nothing is noted, and no cookie is set.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::SystemTime;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use chabudai_kernel::design::Table;
use chabudai_kernel::key::{ItemKey, KeyValue};
use chabudai_kernel::own::{MOST, OwnWrites};
use chabudai_kernel::packed::{Item, ItemRef};
use chabudai_kernel::seal::Seal;
use chabudai_kernel::value::{Attributes, Value};
use http_body::{Frame, SizeHint};

use crate::site::{Site, cookie, cookie_in};
use crate::ui::cookies;

/// How long a write is remembered, in seconds. An index is behind by less than one, most often; by more only when something is wrong.
const REMEMBERED: u64 = 30;

/// One item that was written.
#[derive(Clone, PartialEq, Debug)]
struct Written {
    table: String,
    key: ItemKey,
    /// When, in Unix seconds.
    at: u64,
}

/// What is known of whoever sent the request that is being answered.
#[derive(Default)]
struct Client {
    recent: Vec<Written>,
    wrote: Vec<Written>,
}

tokio::task_local! {
    static CLIENT: Arc<Mutex<Client>>;
}

fn with_client<T>(work: impl FnOnce(&mut Client) -> T) -> Option<T> {
    CLIENT.try_with(|client| work(&mut client.lock().unwrap_or_else(PoisonError::into_inner))).ok()
}

/// The writes of whoever sent the request that is being answered; of nobody, outside of one.
pub struct Own;

impl OwnWrites for Own {
    fn recent(&self, table: &Table) -> Vec<ItemKey> {
        let of_table = |client: &mut Client| {
            let all = client.wrote.iter().rev().chain(&client.recent).filter(|written| written.table == table.name);
            let mut keys: Vec<ItemKey> = Vec::new();
            for written in all {
                if !keys.contains(&written.key) {
                    keys.push(written.key.clone());
                }
            }
            keys
        };
        with_client(of_table).unwrap_or_default()
    }

    fn wrote(&self, table: &'static Table, key: &ItemKey) {
        if !table.indexes.is_empty() {
            with_client(|client| client.wrote.push(Written { table: table.name.to_owned(), key: key.clone(), at: now() }));
        }
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

struct Notes {
    site: Arc<Site>,
    seal: Seal,
}

/// Routes whose clients see what they have written.
pub fn remember(routes: Router, site: Arc<Site>, root_secret: &str) -> Router {
    let notes = Notes { site, seal: Seal::new(b"chabudai own writes 1", root_secret.as_bytes()) };
    routes.layer(from_fn_with_state(Arc::new(notes), note))
}

async fn note(State(notes): State<Arc<Notes>>, request: Request, next: Next) -> Response {
    let kept = cookie_in(request.headers(), cookies::RECENT);
    let recent = kept.and_then(|text| open(&notes.seal, text, now())).unwrap_or_default();
    let client = Arc::new(Mutex::new(Client { recent, wrote: Vec::new() }));
    let mut response = CLIENT.scope(client.clone(), next.run(request)).await;
    let Client { mut recent, mut wrote } = std::mem::take(&mut *client.lock().unwrap_or_else(PoisonError::into_inner));
    if !wrote.is_empty() {
        wrote.reverse();
        for written in std::mem::take(&mut recent) {
            if !wrote.iter().any(|newer| newer.table == written.table && newer.key == written.key) {
                wrote.push(written);
            }
        }
        wrote.truncate(MOST);
        let value = seal(&notes.seal, &wrote);
        response.headers_mut().append(header::SET_COOKIE, cookie(&notes.site, cookies::RECENT, &value, REMEMBERED));
        recent = wrote;
    }
    if recent.is_empty() {
        return response;
    }
    // What is read while the body is sent, such as the rest of a long table, is read for the same client.
    let client = Arc::new(Mutex::new(Client { recent, wrote: Vec::new() }));
    response.map(|body| Body::new(Scoped { body, client }))
}

/// A body that is made for a client.
struct Scoped {
    body: Body,
    client: Arc<Mutex<Client>>,
}

impl http_body::Body for Scoped {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let Self { body, client } = &mut *self;
        CLIENT.sync_scope(client.clone(), || Pin::new(body).poll_frame(cx))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The newest first. Items of one partition say its key once: a browser keeps four kilobytes of a cookie.
fn seal(seal: &Seal, written: &[Written]) -> String {
    let mut groups: Vec<(&str, &KeyValue, Vec<Value>)> = Vec::new();
    for one in written {
        let range = one.key.range.as_ref().map_or(Value::Null, KeyValue::to_value);
        let entry = Value::L(vec![range, one.at.into()]);
        match groups.iter_mut().find(|(table, hash, _)| *table == one.table && **hash == one.key.hash) {
            Some((.., entries)) => entries.push(entry),
            None => groups.push((&one.table, &one.key.hash, vec![entry])),
        }
    }
    let groups = groups.into_iter().map(|(table, hash, entries)| Value::L(vec![table.into(), hash.to_value(), Value::L(entries)]));
    let packed = Item::from_attributes(&Attributes::from([(String::new(), Value::L(groups.collect()))]));
    seal.seal(b"", packed.view().bytes())
}

/// What a cookie of ours says, as far as it is not too old.
fn open(seal: &Seal, text: &str, now: u64) -> Option<Vec<Written>> {
    let packed = seal.open(b"", text)?;
    let Value::L(groups) = ItemRef::new(&packed).get("")?.to_value().ok()? else { return None };
    let mut out = Vec::new();
    for group in &groups {
        let Value::L(group) = group else { return None };
        let [Value::S(table), hash, Value::L(entries)] = &group[..] else { return None };
        for entry in entries {
            let Value::L(entry) = entry else { return None };
            let [range, at] = &entry[..] else { return None };
            let at = at.as_number()?.to_u64()?;
            let range = if matches!(range, Value::Null) { None } else { Some(KeyValue::from_value(range)?) };
            // A clock that was put back makes nobody remember for longer.
            if at + REMEMBERED > now && at <= now + REMEMBERED {
                out.push(Written { table: table.clone(), key: ItemKey { hash: KeyValue::from_value(hash)?, range }, at });
            }
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use chabudai_kernel::design::{Index, Projection, text};
    use tower::ServiceExt as _;

    use super::*;
    use crate::site::SiteParts;

    static BY_DAY: Index = Index { name: "ByDay", hash: text("day"), range: None, projection: Projection::All, why: "" };
    static INDEXED: Table =
        Table { name: "jars", hash: text("PK"), range: Some(text("SK")), indexes: &[&BY_DAY], ttl: None, feed: false, about: "" };
    static PLAIN: Table = Table { name: "counters", indexes: &[], ..INDEXED };

    fn written(hash: &str, range: Option<&str>, at: u64) -> Written {
        let key = ItemKey { hash: hash.into(), range: range.map(Into::into) };
        Written { table: "jars".to_owned(), key, at }
    }

    #[test]
    fn a_note_comes_back_until_it_is_old() {
        let (ours, other) = (Seal::new(b"own", b"secret"), Seal::new(b"own", b"another secret"));
        let all = [written("a", Some("1"), 100), written("a", Some("2"), 110), written("b", None, 100)];
        let text = seal(&ours, &all);
        assert_eq!(open(&ours, &text, 115), Some(all.to_vec()));
        assert_eq!(open(&ours, &text, 130), Some(vec![all[1].clone()]));
        assert_eq!(open(&ours, &text, 140), Some(Vec::new()));
        assert_eq!(open(&ours, &text, 50), Some(Vec::new()), "nothing is remembered from the future");
        assert_eq!((open(&other, &text, 115), open(&ours, "", 115), open(&ours, &text[1..], 115)), (None, None, None));
    }

    #[test]
    fn the_fullest_note_fits_into_a_cookie() {
        let hash = "W#wd_01a1dc65-78c0-70c1-8356-db1141feab16";
        let range = |n: usize| format!("CLOTHING#cl_01a1dc65-78c0-70c1-8356-db1141feab{n:02}");
        let all: Vec<Written> = (0..MOST).map(|n| written(hash, Some(&range(n)), 1_800_000_000)).collect();
        assert!(seal(&Seal::new(b"own", b"secret"), &all).len() < 3_000);
    }

    #[tokio::test]
    async fn a_browser_is_told_what_it_wrote_and_shows_it_again() {
        let site = Site::new(SiteParts::default());
        let wrote = || async {
            Own.wrote(&INDEXED, &ItemKey::new("a", "1"));
            Own.wrote(&INDEXED, &ItemKey::new("a", "2"));
            Own.wrote(&INDEXED, &ItemKey::new("a", "1"));
            Own.wrote(&PLAIN, &ItemKey::new("a", "1"));
            "ok"
        };
        let recent = || async { format!("{:?} {:?}", Own.recent(&INDEXED), Own.recent(&PLAIN)) };
        let routes = Router::new().route("/write", axum::routing::get(wrote)).route("/read", axum::routing::get(recent));
        let routes = remember(routes, site, "secret");
        let ask = async |path: &str, cookie: &str| {
            let request = Request::builder().uri(path).header(header::COOKIE, cookie).body(axum::body::Body::empty()).unwrap();
            let response = routes.clone().oneshot(request).await.unwrap();
            let cookie = response.headers().get(header::SET_COOKIE).map(|value| value.to_str().unwrap().to_owned());
            let body = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
            (cookie, String::from_utf8(body.to_vec()).unwrap())
        };
        let (set, _) = ask("/write", "").await;
        let set = set.expect("something was written");
        assert!(set.contains("HttpOnly") && set.contains("Max-Age=30"), "{set}");
        let kept = set.split(';').next().unwrap();
        let nothing = format!("{:?} {:?}", Vec::<ItemKey>::new(), Vec::<ItemKey>::new());
        assert_eq!(
            ask("/read", kept).await,
            (None, format!("{:?} {:?}", [ItemKey::new("a", "1"), ItemKey::new("a", "2")], Vec::<ItemKey>::new()))
        );
        assert_eq!(ask("/read", "").await, (None, nothing.clone()));
        assert_eq!(ask("/read", "chabudai_recent=nonsense").await, (None, nothing));
        assert!(Own.recent(&INDEXED).is_empty(), "outside of a request there is nobody");
    }

    #[tokio::test]
    async fn what_is_read_while_a_body_streams_is_seen_too() {
        use futures::StreamExt as _;
        let site = Site::new(SiteParts::default());
        let write = || async {
            Own.wrote(&INDEXED, &ItemKey::new("a", "1"));
            "ok"
        };
        // As in Wardrobe's history.csv: the first part within the handler, the rest while the body is sent.
        let read = || async {
            let first = Own.recent(&INDEXED).len().to_string();
            let rest = futures::stream::once(async { Own.recent(&INDEXED).len().to_string() });
            let body = futures::stream::iter([first]).chain(rest).map(Ok::<_, std::convert::Infallible>);
            axum::body::Body::from_stream(body)
        };
        let routes = Router::new().route("/write", axum::routing::get(write)).route("/read", axum::routing::get(read));
        let routes = remember(routes, site, "secret");
        let request = Request::builder().uri("/write").body(axum::body::Body::empty()).unwrap();
        let response = routes.clone().oneshot(request).await.unwrap();
        let jar = response.headers().get(header::SET_COOKIE).unwrap().to_str().unwrap().split(';').next().unwrap().to_owned();
        let request = Request::builder().uri("/read").header(header::COOKIE, &jar).body(axum::body::Body::empty()).unwrap();
        let body = axum::body::to_bytes(routes.oneshot(request).await.unwrap().into_body(), 10_000).await.unwrap();
        assert_eq!(body, "11");
    }
}
