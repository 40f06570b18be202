//! The one writer: a thread that takes every waiting write, carries them out in one transaction of the file, commits once, and only
//! then answers. One sync serves all that waited for it.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use chabudai_kernel::op::{BatchWrite, Transact, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Answer, Now, StoreError};
use futures::channel::oneshot;
use rusqlite::Connection;

use crate::{Layouts, failed, write};

/// The most operations that share one commit; more would make the first wait for the last.
const MOST_PER_COMMIT: usize = 256;

/// A piece of work for the writer. The error, if there is one, is of the file itself: nothing of this commit can be trusted then.
type Work = Box<dyn FnOnce(&Connection, &Layouts) -> (Answering, Result<(), StoreError>) + Send>;

/// What tells the caller, once the commit is through or has failed.
type Answering = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

enum Message {
    Work(Work),
    Stop,
}

/// A handle to the writer thread.
pub(crate) struct Writer {
    queue: Sender<Message>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(crate) fn start(connection: Connection, layouts: Layouts) -> Result<Self, StoreError> {
        let (queue, work) = channel();
        let thread = std::thread::Builder::new()
            .name("chabudai-writer".to_owned())
            .spawn(move || serve(&connection, &layouts, &work))
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Self { queue, thread: Some(thread) })
    }

    /// Carries out one piece of work in the next commit, and answers when it is on disk.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection, &Layouts) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let work: Work = Box::new(move |connection, layouts| {
            let outcome = work(connection, layouts);
            let file = match &outcome {
                Err(error @ StoreError::Unavailable(_)) => Err(error.clone()),
                _ => Ok(()),
            };
            let answering: Answering = Box::new(move |committed| {
                // A caller that has gone away does not undo its write.
                let _ = reply.send(match (outcome, committed) {
                    (Ok(_), Err(error)) => Err(error),
                    (outcome, _) => outcome,
                });
            });
            (answering, file)
        });
        let stopped = || StoreError::Unavailable("the store is closed".to_owned());
        self.queue.send(Message::Work(work)).map_err(|_| stopped())?;
        answer.await.map_err(|_| stopped())?
    }

    pub(crate) async fn write(&self, op: Write, now: Now) -> Result<Answer<Option<Item>>, StoreError> {
        self.run(move |connection, layouts| write::write(connection, layouts, &op, now)).await
    }

    pub(crate) async fn batch_write(&self, ops: Vec<BatchWrite>, now: Now) -> Result<Answer<Vec<BatchWrite>>, StoreError> {
        self.run(move |connection, layouts| write::batch_write(connection, layouts, &ops, now)).await
    }

    pub(crate) async fn transact(&self, op: Transact, now: Now) -> Result<Answer<()>, StoreError> {
        self.run(move |connection, layouts| write::transact(connection, layouts, &op, now)).await
    }
}

impl Drop for Writer {
    /// What was queued before is still carried out.
    fn drop(&mut self) {
        let _ = self.queue.send(Message::Stop);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn serve(connection: &Connection, layouts: &Layouts, queue: &Receiver<Message>) {
    let mut stop = false;
    while !stop {
        let Ok(Message::Work(first)) = queue.recv() else { return };
        let mut answers = Vec::new();
        let committed = connection.unchecked_transaction().map_err(failed).and_then(|transaction| {
            let mut next = Some(first);
            while let Some(work) = next {
                let (answer, file) = work(&transaction, layouts);
                answers.push(answer);
                // Dropped without a commit, the transaction rolls back: all that shared it hear that it failed.
                file?;
                next = match (answers.len() < MOST_PER_COMMIT).then(|| queue.try_recv()) {
                    Some(Ok(Message::Work(work))) => Some(work),
                    Some(Ok(Message::Stop)) => {
                        stop = true;
                        None
                    }
                    Some(Err(_)) | None => None,
                };
            }
            transaction.commit().map_err(failed)
        });
        if let Err(error) = &committed {
            tracing::error!(%error, "a commit failed");
        }
        for answer in answers {
            answer(committed.clone());
        }
    }
}
