//! Removes what is past its TTL, a little at a time, through the same writer and the same feed as every other write.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;
use std::time::Duration;

use chabudai_kernel::op::{Delete, Write, key_of};
use chabudai_kernel::packed::ItemRef;
use chabudai_kernel::store::{Now, StoreError};
use rusqlite::Connection;

use crate::writer::Writer;
use crate::{Layouts, failed, feed, write};

/// The most items that one commit of the sweeper removes, so that other writes need not wait long.
const BATCH: usize = 200;

/// The background sweeper; it ends with its store.
pub(crate) struct Sweeper {
    stop: Sender<()>,
    thread: Option<JoinHandle<()>>,
}

impl Sweeper {
    pub(crate) fn start(writer: &Arc<Writer>, every: Duration, clock: crate::SystemSeconds) -> Result<Self, StoreError> {
        let (stop, stopped) = channel();
        let writer: Weak<Writer> = Arc::downgrade(writer);
        let thread = std::thread::Builder::new()
            .name("chabudai-sweeper".to_owned())
            .spawn(move || {
                while stopped.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                    let Some(writer) = writer.upgrade() else { return };
                    if let Err(error) = futures::executor::block_on(sweep(&writer, Now(clock()))) {
                        tracing::warn!(%error, "expired items could not be removed");
                    }
                }
            })
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Self { stop, thread: Some(thread) })
    }
}

impl Drop for Sweeper {
    fn drop(&mut self) {
        let _ = self.stop.send(());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Removes every item that is past its TTL, prunes the feed and the tokens, and says how many items went.
pub(crate) async fn sweep(writer: &Writer, now: Now) -> Result<usize, StoreError> {
    let mut total = 0;
    loop {
        let removed = writer.run(move |connection, layouts| batch(connection, layouts, now)).await?;
        total += removed;
        if removed < BATCH {
            break;
        }
    }
    writer
        .run(move |connection, _| {
            feed::prune(connection, now)?;
            connection.execute("DELETE FROM tokens WHERE at <= ?1", [now.0 - write::TOKEN_SECONDS]).map_err(failed)
        })
        .await?;
    Ok(total)
}

fn batch(connection: &Connection, layouts: &Layouts, now: Now) -> Result<usize, StoreError> {
    let mut removed = 0;
    for layout in layouts.iter().filter(|layout| layout.table.ttl.is_some()) {
        let sql = format!("SELECT item FROM {} WHERE ttl <= ?1 LIMIT ?2", layout.items);
        let items: Vec<Vec<u8>> = connection
            .prepare_cached(&sql)
            .and_then(|mut statement| statement.query_map((now.0, (BATCH - removed) as i64), |row| row.get(0))?.collect())
            .map_err(failed)?;
        for item in &items {
            let key = key_of(layout.table, ItemRef::new(item))
                .ok_or_else(|| StoreError::Unavailable(format!("an item of {} has lost its key", layout.table.name)))?;
            write::write(connection, layouts, &Write::Delete(Delete::new(layout.table, key)), now)?;
        }
        removed += items.len();
        if removed >= BATCH {
            break;
        }
    }
    Ok(removed)
}
