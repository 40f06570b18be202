//! Open pages, told that what they show has changed.
//!
//! A page listens to topics: a kitchen, a person. Whoever follows the change feed of the tables tells them; what has changed is not said, the
//! page asks for that. A stream ends after a while and the browser begins another one, so that a session that has ended is noticed.

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use futures::stream;
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, timeout_at};

use crate::problem::Problem;
use crate::rate::slow_down;

/// How long a stream lasts.
const LASTS: Duration = Duration::from_mins(5);
/// How often a silent stream says that it is there: proxies give up on silence after a minute.
const BREATH: Duration = Duration::from_secs(15);
/// Streams that one person has at a time on a server: more than the pages that anybody looks at, and few of the connections that an address has.
const MOST_STREAMS: usize = 8;
/// What changes together is told once: a transaction arrives as several changes.
const TOGETHER: Duration = Duration::from_millis(40);

/// Who listens to what, on this server.
#[derive(Clone, Default)]
pub struct Live(Arc<Inner>);

#[derive(Default)]
struct Inner {
    topics: Mutex<HashMap<String, Vec<Arc<Notify>>>>,
    listening: watch::Sender<usize>,
    followed: watch::Sender<bool>,
    is_closed: AtomicBool,
}

/// One page that listens. It stops when it is dropped.
pub struct Listening {
    live: Live,
    topics: BTreeSet<String>,
    heard: Arc<Notify>,
}

impl Live {
    /// Begins to listen, as somebody who hears what is about them and about these topics. What changes from now on is heard, also while nobody
    /// waits for it. A stream holds a connection for as long as it lasts, so one person has only so many.
    pub fn listen(&self, person: &str, topics: impl IntoIterator<Item = String>) -> Result<Listening, Problem> {
        let heard = Arc::new(Notify::new());
        // A topic may be called as the person is: each is listened to once.
        let topics: BTreeSet<String> = std::iter::once(person.to_owned()).chain(topics).collect();
        let mut known = self.topics();
        if known.get(person).is_some_and(|listeners| listeners.len() >= MOST_STREAMS) {
            return Err(slow_down(BREATH.as_secs()));
        }
        for topic in &topics {
            known.entry(topic.clone()).or_default().push(heard.clone());
        }
        drop(known);
        self.0.listening.send_modify(|count| *count += 1);
        Ok(Listening { live: self.clone(), topics, heard })
    }

    /// Tells whoever listens to a topic.
    pub fn tell(&self, topic: &str) {
        for listener in self.topics().get(topic).into_iter().flatten() {
            listener.notify_one();
        }
    }

    /// Tells everybody: changes may have been missed.
    pub fn tell_all(&self) {
        for listener in self.topics().values().flatten() {
            listener.notify_one();
        }
    }

    /// Changes are followed from now on, or not any more: then every stream ends, so that pages look for themselves until they are told again.
    pub fn set_followed(&self, is_followed: bool) {
        self.0.followed.send_replace(is_followed);
        self.tell_all();
    }

    /// Waits until changes are followed; what happens before that would not be heard.
    async fn is_followed(&self) {
        drop(self.0.followed.subscribe().wait_for(|is_followed| *is_followed).await);
    }

    fn is_silent(&self) -> bool {
        self.0.is_closed.load(Ordering::Acquire) || !*self.0.followed.borrow()
    }

    /// Ends every stream, and those that begin from now on: the server stops.
    pub fn close(&self) {
        self.0.is_closed.store(true, Ordering::Release);
        // Whoever waits for the changes to be followed waits no longer.
        self.0.followed.send_replace(true);
        self.tell_all();
    }

    /// Waits until somebody listens.
    pub async fn is_wanted(&self) {
        let mut listening = self.0.listening.subscribe();
        // The sender lives as long as this.
        drop(listening.wait_for(|count| *count > 0).await);
    }

    /// Waits until nobody has listened for so long; another page often follows the last one.
    pub async fn is_idle(&self, lingers: Duration) {
        let mut listening = self.0.listening.subscribe();
        loop {
            drop(listening.wait_for(|count| *count == 0).await);
            if tokio::time::timeout(lingers, listening.wait_for(|count| *count > 0)).await.is_err() {
                return;
            }
        }
    }

    fn topics(&self) -> std::sync::MutexGuard<'_, HashMap<String, Vec<Arc<Notify>>>> {
        self.0.topics.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let mut known = self.live.topics();
        for topic in &self.topics {
            if let Some(listeners) = known.get_mut(topic) {
                listeners.retain(|one| !Arc::ptr_eq(one, &self.heard));
                if listeners.is_empty() {
                    known.remove(topic);
                }
            }
        }
        drop(known);
        self.live.0.listening.send_modify(|count| *count -= 1);
    }
}

/// What a page hears.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    /// It listens: changes from now on arrive.
    Here,
    /// Look again.
    Changed,
    /// What it shows is not for who looks at it any more.
    Gone,
}

impl Said {
    fn event(self) -> Event {
        let name = match self {
            Self::Here => "here",
            Self::Changed => "changed",
            Self::Gone => "gone",
        };
        // A browser passes over an event without data.
        Event::default().event(name).data("now")
    }
}

impl Listening {
    /// Waits for a change until a moment; whether there was one.
    async fn changed_until(&self, end: Instant) -> bool {
        !self.live.is_silent() && timeout_at(end, self.heard.notified()).await.is_ok() && !self.live.is_silent()
    }

    /// The stream of one page. `is_theirs` says after each change whether it is still for who looks at it; what cannot be said is asked again by
    /// the next stream.
    pub fn stream<F>(self, is_theirs: impl Fn() -> F + Send + Sync + 'static) -> Response
    where
        F: Future<Output = Option<bool>> + Send + 'static,
    {
        let (end, is_theirs) = (Instant::now() + LASTS, Arc::new(is_theirs));
        let told = stream::unfold((self, Some(Said::Here)), move |(listening, next)| {
            let is_theirs = is_theirs.clone();
            async move {
                // The last word was said.
                let said = next?;
                if said == Said::Gone {
                    return Some((said, (listening, None)));
                }
                if said == Said::Here {
                    timeout_at(end, listening.live.is_followed()).await.ok()?;
                    return Some((said, (listening, Some(Said::Changed))));
                }
                if !listening.changed_until(end).await {
                    return None;
                }
                tokio::time::sleep(TOGETHER).await;
                let next = if is_theirs().await? { (Said::Changed, Some(Said::Changed)) } else { (Said::Gone, None) };
                Some((next.0, (listening, next.1)))
            }
        });
        let events = futures::StreamExt::map(told, |said: Said| Ok::<_, Infallible>(said.event()));
        let mut response = Sse::new(events).keep_alive(KeepAlive::new().interval(BREATH)).into_response();
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        // A proxy that collects answers before it hands them on would keep every word back.
        response.headers_mut().insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
        response
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt as _;

    use super::*;

    async fn next(body: &mut axum::body::Body) -> Option<String> {
        let frame = body.frame().await?.ok()?;
        Some(String::from_utf8(frame.into_data().ok()?.to_vec()).unwrap())
    }

    #[test]
    fn one_person_has_only_so_many() {
        let live = Live::default();
        let mut all: Vec<Listening> = (0..MOST_STREAMS).map(|_| live.listen("mei", ["mei".to_owned()]).unwrap()).collect();
        let refused = live.listen("mei", ["another".to_owned()]).err().unwrap();
        assert_eq!((refused.code, refused.retry_after.is_some()), ("http.too_many_requests", true));
        assert!(!live.topics().contains_key("another"), "who is refused listens to nothing");
        all.push(live.listen("sora", ["kitchen".to_owned()]).unwrap());
        all.remove(0);
        drop(live.listen("mei", []).unwrap());
    }

    #[tokio::test]
    async fn a_page_hears_of_its_own_topics_until_it_is_gone() {
        let (live, is_theirs) = (Live::default(), Arc::new(AtomicBool::new(true)));
        live.set_followed(true);
        let asked = is_theirs.clone();
        let listening = live.listen("mei", ["kitchen".to_owned()]).unwrap();
        let mut body = listening.stream(move || std::future::ready(Some(asked.load(Ordering::Relaxed)))).into_body();
        assert!(next(&mut body).await.unwrap().contains("event: here"));
        live.tell("another");
        live.tell("kitchen");
        live.tell("mei");
        assert!(next(&mut body).await.unwrap().contains("event: changed"), "both at once");
        is_theirs.store(false, Ordering::Relaxed);
        live.tell("mei");
        assert!(next(&mut body).await.unwrap().contains("event: gone"));
        assert_eq!(next(&mut body).await, None);
        drop(body);
        assert!(live.topics().is_empty(), "nobody listens any more");
        assert_eq!(*live.0.listening.borrow(), 0);
    }

    #[tokio::test]
    async fn streams_end_when_the_server_stops() {
        let live = Live::default();
        let open = || live.listen("mei", ["kitchen".to_owned()]).unwrap().stream(|| std::future::ready(Some(true))).into_body();
        let mut body = open();
        // Nobody says that they listen while nothing would be heard.
        assert!(tokio::time::timeout(Duration::from_millis(50), next(&mut body)).await.is_err());
        live.set_followed(true);
        assert!(next(&mut body).await.unwrap().contains("here"));
        live.set_followed(false);
        assert_eq!(next(&mut body).await, None, "nothing is heard any more");
        live.set_followed(true);
        let mut body = open();
        assert!(next(&mut body).await.unwrap().contains("here"));
        live.close();
        assert_eq!(next(&mut body).await, None);
    }

    #[tokio::test]
    async fn the_feed_is_followed_while_somebody_listens_and_a_little_longer() {
        let (live, lingers) = (Live::default(), Duration::from_millis(400));
        let one = live.listen("mei", ["kitchen".to_owned()]).unwrap();
        live.is_wanted().await;
        let idle = tokio::spawn({
            let live = live.clone();
            async move { live.is_idle(lingers).await }
        });
        drop(one);
        tokio::time::sleep(lingers / 8).await;
        let another = live.listen("mei", ["kitchen".to_owned()]).unwrap();
        tokio::time::sleep(lingers * 2).await;
        assert!(!idle.is_finished());
        drop(another);
        idle.await.unwrap();
    }
}
