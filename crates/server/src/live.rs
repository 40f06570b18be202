//! Lets open pages follow what changes in their app's tables, for as long as there are any.

use std::sync::Arc;
use std::time::Duration;

use chabudai_app::LivePages;
use chabudai_jobs::feed::LocalFeed;
use chabudai_kernel::design::Table;
use chabudai_kernel::store::Store;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::runtime::SystemClock;

/// How long the feed is followed after the last page has gone.
const LINGERS: Duration = Duration::from_secs(30);

/// The open pages of an app, and the feed that they follow.
pub(crate) struct Followed {
    pub(crate) pages: LivePages,
    feed: LocalFeed,
}

impl Followed {
    pub(crate) fn new(pages: LivePages, store: Arc<dyn Store>, tables: &[&'static Table]) -> Arc<Self> {
        let feed = LocalFeed::new(store, tables, Arc::new(pages.clone()));
        Arc::new(Self { pages, feed })
    }

    async fn follow(&self, mut stopped: watch::Receiver<bool>) {
        loop {
            tokio::select! {
                _ = stopped.wait_for(|stopped| *stopped) => return,
                () = self.pages.live.is_wanted() => {}
            }
            let mut also = stopped.clone();
            let idle = async {
                tokio::select! {
                    _ = also.wait_for(|stopped| *stopped) => {}
                    () = self.pages.live.is_idle(LINGERS) => {}
                }
            };
            self.feed.serve(&SystemClock, idle).await;
            self.pages.live.set_followed(false);
            // Nothing is kept for a reader that begins anew when it comes back.
            if let Err(why) = self.feed.forget().await {
                tracing::warn!(%why, "the feed goes on keeping changes for open pages");
            }
        }
    }
}

/// Feeds that are followed.
pub(crate) struct Telling {
    stop: watch::Sender<bool>,
    working: Vec<JoinHandle<()>>,
}

impl Telling {
    pub(crate) fn begin(followed: &[Arc<Followed>]) -> Self {
        let (stop, stopped) = watch::channel(false);
        let begin = |one: &Arc<Followed>| {
            let (one, stopped) = (one.clone(), stopped.clone());
            tokio::spawn(async move { one.follow(stopped).await })
        };
        Self { stop, working: followed.iter().map(begin).collect() }
    }

    pub(crate) async fn stop(self) {
        self.stop.send_replace(true);
        for one in self.working {
            if let Err(error) = one.await {
                tracing::error!(%error, "open pages were not told to the end");
            }
        }
    }
}
