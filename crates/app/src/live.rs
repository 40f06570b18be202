//! Pages that stay open: what an app says of a change, and who is told.

use chabudai_jobs::Failed;
use chabudai_jobs::feed::LocalConsumer;
use chabudai_kernel::feed::{Change, Checkpoint};
use chabudai_web::live::Live;
use futures::future::BoxFuture;

/// The open pages of an app, and which of them a change is about.
#[derive(Clone)]
pub struct LivePages {
    /// What the feed is read as, for ever.
    pub name: &'static str,
    /// Who listens.
    pub live: Live,
    /// The topic of a change; none for what no page shows.
    pub topic: fn(&Change) -> Option<String>,
}

/// Nothing is kept: whoever begins to follow tells everybody to look again.
impl LocalConsumer for LivePages {
    fn name(&self) -> &'static str {
        self.name
    }

    fn checkpoint(&self) -> BoxFuture<'_, Result<Option<Checkpoint>, Failed>> {
        // It is asked for at the beginning, and again when something went wrong.
        self.live.set_followed(false);
        Box::pin(async { Ok(None) })
    }

    fn apply<'a>(&'a self, changes: &'a [Change], _: &'a Checkpoint) -> BoxFuture<'a, Result<(), Failed>> {
        for topic in changes.iter().filter_map(self.topic) {
            self.live.tell(&topic);
        }
        Box::pin(async { Ok(()) })
    }

    fn rebuild<'a>(&'a self, _: &'a Checkpoint) -> BoxFuture<'a, Result<(), Failed>> {
        self.live.set_followed(true);
        Box::pin(async { Ok(()) })
    }
}
