//! A store that fails in the ways in which a distributed one does: for tests of what an app does then.

mod browser; // somebody who sees their own writes

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::replica::Replica;
pub use browser::Browser;
use chabudai_kernel::design::Table;
use chabudai_kernel::feed::Feed;
use chabudai_kernel::op::{BatchGet, BatchWrite, Get, Page, Query, Scan, Transact, TransactGet, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Answer, BatchGot, Boxed, Cancelled, Now, Reason, Store, StoreError};

/// Something that goes wrong once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Somebody else is writing the same item at this moment: the write does not happen.
    Conflict,
    /// The store asks to slow down: nothing happens.
    Throttled,
    /// No answer, and nothing happened.
    Timeout,
    /// No answer, but the write happened.
    TimeoutAfterCommit,
    /// A batch leaves this many of its items undone (all but one at most), and hands them back.
    Unprocessed(usize),
}

/// How likely each fault is at each call that it can happen to, from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Chances {
    /// Of [`Fault::Conflict`].
    pub conflict: f64,
    /// Of [`Fault::Throttled`].
    pub throttled: f64,
    /// Of [`Fault::Timeout`].
    pub timeout: f64,
    /// Of [`Fault::TimeoutAfterCommit`].
    pub timeout_after_commit: f64,
    /// Of [`Fault::Unprocessed`], about half of the batch.
    pub unprocessed: f64,
}

/// The calls that faults distinguish.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Call {
    Read,
    Write,
    BatchRead(usize),
    BatchWrite(usize),
}

impl Call {
    fn can(self, fault: Fault) -> bool {
        match fault {
            Fault::Throttled | Fault::Timeout => true,
            Fault::Conflict => self == Self::Write,
            Fault::TimeoutAfterCommit => matches!(self, Self::Write | Self::BatchWrite(_)),
            Fault::Unprocessed(_) => matches!(self, Self::BatchRead(2..) | Self::BatchWrite(2..)),
        }
    }
}

#[derive(Default)]
struct Plan {
    script: VecDeque<Fault>,
    random: Option<(fastrand::Rng, Chances)>,
    /// How many calls go well before all fail, and whether the first that fails is carried out.
    dies: Option<(usize, bool)>,
    happened: usize,
}

impl Plan {
    fn next(&mut self, call: Call) -> Option<Fault> {
        let scripted = self.script.iter().position(|fault| call.can(*fault)).and_then(|at| self.script.remove(at));
        let fault = scripted.or_else(|| self.by_chance(call)).or_else(|| self.dying(call));
        self.happened += usize::from(fault.is_some());
        fault
    }

    fn dying(&mut self, call: Call) -> Option<Fault> {
        let (left, carried_out) = self.dies.as_mut()?;
        if let Some(fewer) = left.checked_sub(1) {
            *left = fewer;
            return None;
        }
        // Carried out is only the call at which it dies.
        let last = std::mem::take(carried_out) && call.can(Fault::TimeoutAfterCommit);
        Some(if last { Fault::TimeoutAfterCommit } else { Fault::Timeout })
    }

    fn by_chance(&mut self, call: Call) -> Option<Fault> {
        let (random, chances) = self.random.as_mut()?;
        let half = match call {
            Call::BatchRead(items) | Call::BatchWrite(items) => items.div_ceil(2),
            Call::Read | Call::Write => 0,
        };
        let faults = [
            (Fault::Conflict, chances.conflict),
            (Fault::Throttled, chances.throttled),
            (Fault::Timeout, chances.timeout),
            (Fault::TimeoutAfterCommit, chances.timeout_after_commit),
            (Fault::Unprocessed(half), chances.unprocessed),
        ];
        faults.into_iter().find(|(fault, chance)| call.can(*fault) && random.f64() < *chance).map(|(fault, _)| fault)
    }
}

/// A store with faults. Without any it behaves like the store that it wraps.
pub struct FaultyStore {
    inner: Arc<dyn Store>,
    plan: Mutex<Plan>,
    replica: Option<Replica>,
}

impl FaultyStore {
    /// Wraps a store.
    pub fn new(inner: Arc<dyn Store>) -> Self {
        Self { inner, plan: Mutex::default(), replica: None }
    }

    /// Faults by chance, the same ones for the same seed and the same calls.
    pub fn by_chance(self, seed: u64, chances: Chances) -> Self {
        self.plan().random = Some((fastrand::Rng::with_seed(seed), chances));
        self
    }

    /// Every call after so many fails, as for a server that is killed there. The first that fails is carried out, or is not.
    pub fn dying_after(self, calls: usize, carried_out: bool) -> Self {
        self.plan().dies = Some((calls, carried_out));
        self
    }

    /// Queries and scans of indexes are answered from another store, which holds what this one held at the last
    /// [`FaultyStore::catch_up`].
    pub fn with_stale_indexes(mut self, replica: Arc<dyn Store>) -> Self {
        self.replica = Some(Replica::new(replica));
        self
    }

    /// Lets these faults happen, each at the next call that it can happen to.
    pub fn inject(&self, faults: impl IntoIterator<Item = Fault>) {
        self.plan().script.extend(faults);
    }

    /// How many faults have happened.
    pub fn happened(&self) -> usize {
        self.plan().happened
    }

    /// Brings the indexes up to date.
    pub async fn catch_up(&self) -> Result<(), StoreError> {
        match &self.replica {
            Some(replica) => replica.catch_up(&*self.inner).await,
            None => Ok(()),
        }
    }

    fn plan(&self) -> std::sync::MutexGuard<'_, Plan> {
        // A plan is never half changed, whatever a test that panicked was doing.
        self.plan.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn touch<'a>(&self, writes: impl IntoIterator<Item = (&'static Table, &'a chabudai_kernel::key::ItemKey)>) {
        if let Some(replica) = &self.replica {
            replica.touch(writes);
        }
    }

    /// The fault of a read, if one happens.
    fn fail_read(&self) -> Result<(), StoreError> {
        match self.plan().next(Call::Read) {
            Some(fault) => Err(plain(fault)),
            None => Ok(()),
        }
    }

    fn indexes(&self, is_index: bool) -> &dyn Store {
        match &self.replica {
            Some(replica) if is_index => replica.store(),
            _ => &*self.inner,
        }
    }
}

/// The fault as the caller of a single operation hears it.
fn plain(fault: Fault) -> StoreError {
    match fault {
        Fault::Conflict => StoreError::Conflict,
        Fault::Throttled | Fault::Unprocessed(_) => StoreError::Throttled,
        Fault::Timeout | Fault::TimeoutAfterCommit => StoreError::Timeout,
    }
}

impl Store for FaultyStore {
    fn indexes_lag(&self) -> bool {
        self.replica.is_some() || self.inner.indexes_lag()
    }

    fn feed(&self) -> Option<&dyn Feed> {
        self.inner.feed()
    }

    fn get<'a>(&'a self, op: &'a Get, now: Now) -> Boxed<'a, Answer<Option<Item>>> {
        Box::pin(async move {
            self.fail_read()?;
            self.inner.get(op, now).await
        })
    }

    fn query<'a>(&'a self, op: &'a Query, now: Now) -> Boxed<'a, Answer<Page>> {
        Box::pin(async move {
            self.fail_read()?;
            self.indexes(op.index.is_some()).query(op, now).await
        })
    }

    fn scan<'a>(&'a self, op: &'a Scan, now: Now) -> Boxed<'a, Answer<Page>> {
        Box::pin(async move {
            self.fail_read()?;
            self.indexes(op.index.is_some()).scan(op, now).await
        })
    }

    fn batch_get<'a>(&'a self, op: &'a BatchGet, now: Now) -> Boxed<'a, Answer<BatchGot>> {
        Box::pin(async move {
            let fault = self.plan().next(Call::BatchRead(op.keys.len()));
            let Some(Fault::Unprocessed(undone)) = fault else {
                return match fault {
                    Some(fault) => Err(plain(fault)),
                    None => self.inner.batch_get(op, now).await,
                };
            };
            let (done, rest) = op.keys.split_at(op.keys.len() - undone.clamp(1, op.keys.len() - 1));
            let mut answer = self.inner.batch_get(&BatchGet { keys: done.to_vec(), ..op.clone() }, now).await?;
            let mut left = BatchGet { keys: rest.to_vec(), ..op.clone() };
            left.keys.extend(answer.value.unprocessed.take().into_iter().flat_map(|left| left.keys));
            answer.value.unprocessed = Some(left);
            Ok(answer)
        })
    }

    fn batch_write<'a>(&'a self, ops: &'a [BatchWrite], now: Now) -> Boxed<'a, Answer<Vec<BatchWrite>>> {
        Box::pin(async move {
            let fault = self.plan().next(Call::BatchWrite(ops.len()));
            let undone = match fault {
                Some(Fault::Unprocessed(undone)) => undone.clamp(1, ops.len() - 1),
                Some(Fault::TimeoutAfterCommit) | None => 0,
                Some(fault) => return Err(plain(fault)),
            };
            let (done, rest) = ops.split_at(ops.len() - undone);
            let mut answer = self.inner.batch_write(done, now).await?;
            self.touch(done.iter().map(|op| (op.table(), op.key())));
            answer.value.extend_from_slice(rest);
            if fault == Some(Fault::TimeoutAfterCommit) { Err(StoreError::Timeout) } else { Ok(answer) }
        })
    }

    fn write<'a>(&'a self, op: &'a Write, now: Now) -> Boxed<'a, Answer<Option<Item>>> {
        Box::pin(async move {
            let fault = self.plan().next(Call::Write);
            match fault {
                Some(Fault::TimeoutAfterCommit) | None => {}
                Some(fault) => return Err(plain(fault)),
            }
            let answer = self.inner.write(op, now).await?;
            self.touch([(op.table(), op.key())]);
            if fault.is_some() { Err(StoreError::Timeout) } else { Ok(answer) }
        })
    }

    fn transact<'a>(&'a self, op: &'a Transact, now: Now) -> Boxed<'a, Answer<()>> {
        Box::pin(async move {
            let fault = self.plan().next(Call::Write);
            match fault {
                Some(Fault::TimeoutAfterCommit) | None => {}
                // A transaction says which of its items another one is writing.
                Some(Fault::Conflict) => return Err(StoreError::Cancelled(vec![Cancelled { action: 0, reason: Reason::Conflict }])),
                Some(fault) => return Err(plain(fault)),
            }
            let answer = self.inner.transact(op, now).await?;
            self.touch(op.writes.iter().map(|write| (write.table(), write.key())));
            if fault.is_some() { Err(StoreError::Timeout) } else { Ok(answer) }
        })
    }

    fn transact_get<'a>(&'a self, op: &'a TransactGet, now: Now) -> Boxed<'a, Answer<Vec<Option<Item>>>> {
        Box::pin(async move {
            self.fail_read()?;
            self.inner.transact_get(op, now).await
        })
    }

    fn create_tables<'a>(&'a self, tables: &'a [&'static Table]) -> Boxed<'a, ()> {
        self.inner.create_tables(tables)
    }

    fn ready<'a>(&'a self, tables: &'a [&'static Table], now: Now) -> Boxed<'a, ()> {
        Box::pin(async move {
            let fault = self.plan().next(Call::Write);
            match fault {
                Some(fault) => Err(plain(fault)),
                None => self.inner.ready(tables, now).await,
            }
        })
    }
}
