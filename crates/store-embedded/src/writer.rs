//! The one writer: a thread that takes every waiting write, carries them out in one transaction of the file, commits once, and only
//! then answers. One sync serves all that waited for it.
//!
//! A work that fails by itself (it panics, or the file gives it an error) takes nobody along: the transaction is rolled back, the one
//! hears what happened, and the others, none of which has been answered yet, are carried out again without it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use chabudai_kernel::op::{BatchWrite, Transact, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Answer, Now, StoreError};
use futures::channel::oneshot;
use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::health::Health;
use crate::{Layouts, failed, write};

/// The most operations that share one commit; more would make the first wait for the last.
const MOST_PER_COMMIT: usize = 256;

/// How many works of one commit may fail by themselves. With more, it is the file that fails, and the rest is not tried once more.
const MOST_FAILURES: usize = 3;

/// A piece of work for the writer. It may be carried out more than once, each time on what is committed, and is answered once.
trait Work: Send {
    /// The error, if there is one, is not of the operation but of the file: nothing of this transaction can be trusted then.
    fn carry_out(&mut self, connection: &Connection, layouts: &Layouts) -> Result<(), StoreError>;

    /// Tells the caller, once the commit is through or has failed.
    fn answer(self: Box<Self>, committed: Result<(), StoreError>);
}

struct Asked<T, F> {
    work: F,
    outcome: Option<Result<T, StoreError>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T: Send, F: Fn(&Connection, &Layouts) -> Result<T, StoreError> + Send> Work for Asked<T, F> {
    fn carry_out(&mut self, connection: &Connection, layouts: &Layouts) -> Result<(), StoreError> {
        let outcome = (self.work)(connection, layouts);
        let of_the_file = match &outcome {
            Err(error @ StoreError::Unavailable(_)) => Err(error.clone()),
            _ => Ok(()),
        };
        self.outcome = Some(outcome);
        of_the_file
    }

    fn answer(self: Box<Self>, committed: Result<(), StoreError>) {
        let Self { outcome, reply, .. } = *self;
        // A refusal, too, counts only with the commit: it may have been decided on what a neighbour had just written.
        let outcome = committed.and_then(|()| outcome.unwrap_or_else(|| Err(closed())));
        // A caller that has gone away does not undo its write.
        let _ = reply.send(outcome);
    }
}

fn closed() -> StoreError {
    StoreError::Unavailable("the store is closed".to_owned())
}

enum Message {
    Work(Box<dyn Work>),
    Stop,
}

/// A handle to the writer thread.
pub(crate) struct Writer {
    queue: Sender<Message>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(crate) fn start(connection: Connection, layouts: Layouts, health: Arc<Health>, when_ended: fn()) -> Result<Self, StoreError> {
        let (queue, work) = channel();
        let thread = std::thread::Builder::new()
            .name("chabudai-writer".to_owned())
            .spawn(move || {
                let served = catch_unwind(AssertUnwindSafe(|| serve(&connection, &layouts, &health, &work)));
                let why = match served {
                    Ok(Ok(())) => return,
                    Ok(Err(why)) => why.to_string(),
                    Err(panic) => message_of(&*panic).to_owned(),
                };
                tracing::error!(file = %health.path().display(), why, "the writer of a file has ended: nothing can be written any more");
                when_ended();
            })
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Self { queue, thread: Some(thread) })
    }

    /// Carries out one piece of work in the next commit, and answers when it is on disk.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl Fn(&Connection, &Layouts) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.queue.send(Message::Work(Box::new(Asked { work, outcome: None, reply }))).map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
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

/// The words of a panic, where it has any.
fn message_of(panic: &(dyn Any + Send)) -> &str {
    let words = panic.downcast_ref::<&str>().copied();
    words.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without words")
}

/// Works until it is told to stop; an error is a reason for which no work can be done any more.
fn serve(connection: &Connection, layouts: &Layouts, health: &Health, queue: &Receiver<Message>) -> Result<(), StoreError> {
    let mut queue = Queue { queue, stopped: false };
    while !queue.stopped {
        let Ok(Message::Work(first)) = queue.queue.recv() else { return Ok(()) };
        let mut works = vec![first];
        let committed = commit(connection, layouts, health, &mut works, &mut queue);
        if let Err(error) = &committed {
            tracing::error!(%error, file = %health.path().display(), "a commit failed");
            health.note(error);
        }
        // Before anybody hears anything: a transaction that stays open would swallow every later write.
        if !connection.is_autocommit() {
            let error = StoreError::Unavailable("a transaction can neither be committed nor rolled back".to_owned());
            for work in works {
                work.answer(Err(error.clone()));
            }
            return Err(error);
        }
        for work in works {
            work.answer(committed.clone());
        }
    }
    Ok(())
}

struct Queue<'a> {
    queue: &'a Receiver<Message>,
    stopped: bool,
}

impl Queue<'_> {
    /// The next work that waits already.
    fn next(&mut self) -> Option<Box<dyn Work>> {
        if self.stopped {
            return None;
        }
        match self.queue.try_recv() {
            Ok(Message::Work(work)) => Some(work),
            Ok(Message::Stop) => {
                self.stopped = true;
                None
            }
            Err(_) => None,
        }
    }
}

/// Carries out works, and those that arrive meanwhile, in one transaction. What fails by itself is answered and taken out of `works`.
fn commit(
    connection: &Connection,
    layouts: &Layouts,
    health: &Health,
    works: &mut Vec<Box<dyn Work>>,
    queue: &mut Queue<'_>,
) -> Result<(), StoreError> {
    let mut failures = 0;
    'again: while !works.is_empty() {
        // Taken at once: somebody who holds the file for an instant (a copy of several files) is waited for here, and nowhere else.
        let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate).map_err(failed)?;
        let mut at = 0;
        loop {
            if at == works.len() {
                match (at < MOST_PER_COMMIT).then(|| queue.next()).flatten() {
                    Some(work) => works.push(work),
                    None => return transaction.commit().map_err(failed),
                }
            }
            if let Err(error) = attempt(&mut *works[at], &transaction, layouts) {
                // Dropped without a commit, the transaction rolls back.
                drop(transaction);
                tracing::error!(%error, file = %health.path().display(), "an operation failed");
                health.note(&error);
                works.remove(at).answer(Err(error.clone()));
                failures += 1;
                if failures > MOST_FAILURES || !connection.is_autocommit() {
                    return Err(error);
                }
                continue 'again;
            }
            at += 1;
        }
    }
    Ok(())
}

/// A panic is the error of the one operation that panicked. It would do so again, so it is not one that passes.
fn attempt(work: &mut dyn Work, transaction: &Transaction<'_>, layouts: &Layouts) -> Result<(), StoreError> {
    catch_unwind(AssertUnwindSafe(|| work.carry_out(transaction, layouts))).unwrap_or_else(|panic| {
        Err(StoreError::invalid("store.panicked", format!("the operation could not be carried out: {}", message_of(&*panic))))
    })
}

#[cfg(test)]
mod tests;
