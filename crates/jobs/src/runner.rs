//! Looks what is due, claims it, does it under its lease, and records how it ended.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use chabudai_kernel::clock::Clock;
use chabudai_kernel::db::Db;
use chabudai_kernel::ids::Ids;
use chabudai_kernel::part::Word;
use chabudai_kernel::store::StoreError;
use futures::FutureExt as _;
use jiff::Timestamp;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::gauges::{Gauges, Reading};
use crate::job::{Done, Failed, Job, Run};
use crate::model::{JobState, Reason, Turn, moment};
use crate::repo::{self, Claim, Wish};

/// Nobody sleeps longer than this without a look: a machine that was suspended, or whose clock was set, would otherwise be late.
const LONGEST_SLEEP: Duration = Duration::from_mins(1);
/// While somebody else is at a job, or was faster: a lease that is given back is taken up soon.
const LOOK_AGAIN: Duration = Duration::from_secs(5);

/// Two jobs have the same name, and so would share their item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there are two jobs of the name {0}")]
pub struct NamedTwice(pub &'static str);

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Well.
    Done(Done),
    /// Not well: it is tried again.
    Failed(Failed),
    /// Somebody else has taken it over, or may have: what it did does not count.
    Lost,
    /// It was not finished when the server stopped: the next one may go on at once.
    GivenBack,
}

/// A run that ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// The job.
    pub job: &'static str,
    /// The due time.
    pub due: Timestamp,
    /// How.
    pub outcome: Outcome,
}

/// What a tick did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tick {
    /// The runs, all ended.
    pub ended: Vec<Ended>,
    /// When there is something to do again, as far as is known now.
    pub next: Timestamp,
}

/// Which jobs to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which<'a> {
    /// What is due.
    Due,
    /// This one, if it is due.
    DueOne(&'a str),
    /// This one, due or not.
    Forced(&'a str),
}

/// Runs jobs. Several runners, on several servers, share one table.
#[derive(Clone)]
pub struct Runner(Arc<Inner>);

struct Inner {
    db: Db,
    owner: Word,
    jobs: Vec<(Job, Gauges)>,
}

/// A job that is ours to do.
struct Claimed {
    /// Its position among the jobs.
    at: usize,
    claim: Claim,
    run: Run,
}

/// What a look found.
struct Look {
    claimed: Vec<Claimed>,
    /// Could not be claimed because the store failed.
    failed: Vec<Ended>,
    next: Timestamp,
}

impl Runner {
    /// A runner of these jobs over the house's data.
    pub fn new(db: Db, ids: &dyn Ids, jobs: Vec<Job>) -> Result<Self, NamedTwice> {
        for (at, job) in jobs.iter().enumerate() {
            if jobs[..at].iter().any(|other| other.name() == job.name()) {
                return Err(NamedTwice(job.name()));
            }
        }
        let owner = Word::new(ids.uuid(db.clock().now_millis()).simple().to_string()).expect("a UUID is a word");
        let jobs = jobs.into_iter().map(|job| (job, Gauges::default())).collect();
        Ok(Self(Arc::new(Inner { db, owner, jobs })))
    }

    /// The jobs.
    pub fn jobs(&self) -> impl Iterator<Item = &Job> {
        self.0.jobs.iter().map(|(job, _)| job)
    }

    /// What the gauges of every job show.
    pub fn readings(&self) -> impl Iterator<Item = Reading> {
        self.0.jobs.iter().map(|(job, gauges)| gauges.read(job.name()))
    }

    /// The time by which this runner goes.
    pub fn now(&self) -> Timestamp {
        moment(chabudai_kernel::part::Millis(self.clock().now_millis()))
    }

    fn clock(&self) -> &dyn Clock {
        self.0.db.clock()
    }

    /// How every job stands: JOB-01, in the order in which the jobs were given.
    pub async fn states(&self) -> Result<Vec<(&Job, Option<JobState>)>, StoreError> {
        let mut states = repo::how_jobs_stand(&self.0.db).await?;
        let mut take = |job: &Job| states.iter().position(|state| state.name == job.key).map(|at| states.swap_remove(at));
        let now = self.now();
        Ok(self
            .0
            .jobs
            .iter()
            .map(|(job, gauges)| {
                let state = take(job);
                let pending = JobState::pending(state.as_ref(), &job.schedule, now);
                gauges.stands(state.as_ref().and_then(|state| state.last_done), pending);
                (job, state)
            })
            .collect())
    }

    /// Does what is due, all of it at the same time, and waits for its end.
    pub async fn tick(&self) -> Result<Tick, StoreError> {
        self.run(Which::Due, std::future::pending()).await
    }

    /// Does what is asked for and waits for its end, or gives back what is not finished when `give_up` comes. A name that no job has
    /// runs nothing.
    pub async fn run(&self, which: Which<'_>, give_up: impl Future<Output = ()> + Send) -> Result<Tick, StoreError> {
        let look = self.look(which).await?;
        if look.claimed.is_empty() {
            return Ok(Tick { ended: look.failed, next: look.next });
        }
        let give_up = give_up.shared();
        let runs = look.claimed.into_iter().map(|claimed| self.carry_out(claimed, give_up.clone()));
        let mut ended = futures::future::join_all(runs).await;
        ended.extend(look.failed);
        Ok(Tick { ended, next: self.outlook().await? })
    }

    /// Does what is due whenever it is, until it is told to stop. What is under way then has so much time left, and is given back
    /// afterwards; what ends with the server is given back at once.
    pub async fn serve(&self, stop: impl Future<Output = ()> + Send, time_to_finish: Duration) {
        let (patience, tired) = watch::channel(false);
        let (stopping, is_stopping) = watch::channel(false);
        let mut running = JoinSet::new();
        let mut stop = pin!(stop);
        loop {
            // Not cut off by a stop: a claim that was sent and forgotten would keep others waiting.
            let next = match self.look(Which::Due).await {
                Ok(look) => {
                    for claimed in look.claimed {
                        let (runner, ends_with_server) = (self.clone(), self.0.jobs[claimed.at].0.ends_with_server);
                        let mut tired = if ends_with_server { is_stopping.clone() } else { tired.clone() };
                        running.spawn(async move {
                            let give_up = async move { drop(tired.wait_for(|is_over| *is_over).await) };
                            runner.carry_out(claimed, give_up).await
                        });
                    }
                    look.next
                }
                Err(error) => {
                    tracing::warn!(%error, "how the jobs stand could not be read");
                    self.after(LOOK_AGAIN)
                }
            };
            let pause = next.duration_since(self.now()).try_into().unwrap_or(Duration::ZERO).min(LONGEST_SLEEP);
            tokio::select! {
                () = &mut stop => break,
                Some(_) = running.join_next() => {}
                () = self.clock().sleep(pause) => {}
            }
        }
        stopping.send_replace(true);
        let finished = async { while running.join_next().await.is_some() {} };
        tokio::select! {
            () = finished => return,
            () = self.clock().sleep(time_to_finish) => {}
        }
        patience.send_replace(true);
        while running.join_next().await.is_some() {}
    }

    fn after(&self, time: Duration) -> Timestamp {
        // A sum beyond the end of the calendar is its end.
        self.now().checked_add(time).unwrap_or(Timestamp::MAX)
    }

    /// When there is something to do, without doing it.
    async fn outlook(&self) -> Result<Timestamp, StoreError> {
        let now = self.now();
        let turns = self.states().await?.into_iter().map(|(job, state)| match JobState::turn(state.as_ref(), &job.schedule, now) {
            Turn::Now { .. } => now,
            Turn::Held { until } => until,
            Turn::Later { at } => at.unwrap_or(Timestamp::MAX),
        });
        Ok(turns.min().unwrap_or(Timestamp::MAX))
    }

    /// Claims what is due.
    async fn look(&self, which: Which<'_>) -> Result<Look, StoreError> {
        let mut look = Look { claimed: Vec::new(), failed: Vec::new(), next: Timestamp::MAX };
        for (at, (job, state)) in self.states().await?.into_iter().enumerate() {
            let now = self.now();
            let turn = match which {
                Which::Due => JobState::turn(state.as_ref(), &job.schedule, now),
                Which::DueOne(name) if name == job.name() => JobState::turn(state.as_ref(), &job.schedule, now),
                Which::Forced(name) if name == job.name() => {
                    Turn::Now { due: job.schedule.latest(now).unwrap_or(now), reason: Reason::Forced }
                }
                Which::DueOne(_) | Which::Forced(_) => continue,
            };
            let again = match turn {
                Turn::Later { at } => at.unwrap_or(Timestamp::MAX),
                // Our own run says when it ends.
                Turn::Held { until } if state.as_ref().and_then(|state| state.owner.as_ref()) == Some(&self.0.owner) => until,
                Turn::Held { until } => until.min(self.after(LOOK_AGAIN)),
                Turn::Now { due, reason } => {
                    if state.is_some_and(|state| state.owner.is_some()) && reason != Reason::Forced {
                        tracing::warn!(job = job.name(), "a run was cut off: it begins anew");
                    }
                    let wish = Wish { job: &job.key, due, reason, owner: &self.0.owner, now, lease: job.lease };
                    match repo::claim(&self.0.db, wish).await {
                        Ok(Some((claim, state))) => {
                            let run = Run { due, since: state.last_done.map(moment), now };
                            look.claimed.push(Claimed { at, claim, run });
                            job.schedule.next(now).unwrap_or(Timestamp::MAX)
                        }
                        Ok(None) => self.after(LOOK_AGAIN),
                        Err(error) => {
                            tracing::warn!(job = job.name(), %error, "a job could not be claimed");
                            look.failed.push(Ended { job: job.name(), due, outcome: Outcome::Failed(Failed::because(error)) });
                            self.after(LOOK_AGAIN)
                        }
                    }
                }
            };
            look.next = look.next.min(again);
        }
        Ok(look)
    }

    /// Does a job under its lease, and records how it ended.
    async fn carry_out(&self, claimed: Claimed, give_up: impl Future<Output = ()> + Send) -> Ended {
        let Claimed { at, claim, run } = claimed;
        let (job, gauges) = &self.0.jobs[at];
        let begun = self.clock().elapsed();
        // The first poll of the work is inside as well: whatever panics is a run that failed, and no other job's trouble.
        let work = AssertUnwindSafe(async { job.work(run).await }).catch_unwind();
        let outcome = tokio::select! {
            biased;
            ended = work => {
                let ended = ended.unwrap_or_else(|_| Err(Failed::because("it panicked")));
                self.settle(&claim, ended).await
            }
            () = self.keep(job, &claim) => Outcome::Lost,
            () = async { self.clock().sleep(job.at_most).await } => {
                self.settle(&claim, Err(Failed::because("it took too long"))).await
            }
            () = give_up => self.give_back(&claim).await,
        };
        let time = self.clock().elapsed().saturating_sub(begun);
        gauges.ended(&outcome, time);
        let name = job.name();
        match &outcome {
            Outcome::Done(done) => tracing::info!(job = name, done = done.done, failed = done.failed, ?time, "a job is done"),
            Outcome::Failed(why) => tracing::warn!(job = name, %why, failures = claim.failures + 1, "a job failed"),
            Outcome::Lost => tracing::warn!(job = name, "a run does not count: its lease was over"),
            Outcome::GivenBack => tracing::info!(job = name, "a run was not finished: it is given back"),
        }
        Ended { job: name, due: run.due, outcome }
    }

    /// Renews the lease for as long as it is polled. Ends when somebody else has the job, or may have it.
    async fn keep(&self, job: &Job, claim: &Claim) {
        let mut until = claim.now.checked_add(job.lease).unwrap_or(Timestamp::MAX);
        loop {
            self.clock().sleep(job.lease / 3).await;
            let longer = self.after(job.lease);
            let left = until.duration_since(self.now()).try_into().unwrap_or(Duration::ZERO);
            tokio::select! {
                renewed = repo::renew(&self.0.db, claim, longer) => match renewed {
                    Ok(true) => until = longer,
                    Err(error) if self.now() < until => tracing::warn!(job = job.name(), %error, "a lease could not be renewed"),
                    Ok(false) | Err(_) => return,
                },
                // An answer that does not come is no renewal.
                () = self.clock().sleep(left) => return,
            }
        }
    }

    async fn settle(&self, claim: &Claim, ended: Result<Done, Failed>) -> Outcome {
        let (recorded, outcome) = match ended {
            Ok(done) => (repo::settle_done(&self.0.db, claim).await, Outcome::Done(done)),
            Err(why) => (repo::settle_failed(&self.0.db, claim, self.now()).await, Outcome::Failed(why)),
        };
        match recorded {
            Ok(true) => outcome,
            Ok(false) => Outcome::Lost,
            Err(error) => {
                tracing::error!(job = claim.job.as_str(), %error, "how a job ended could not be recorded, so it will be done again");
                Outcome::Lost
            }
        }
    }

    async fn give_back(&self, claim: &Claim) -> Outcome {
        match repo::give_back(&self.0.db, claim).await {
            Ok(true) => Outcome::GivenBack,
            Ok(false) => Outcome::Lost,
            Err(error) => {
                tracing::warn!(job = claim.job.as_str(), %error, "a lease could not be given back: it has to run out");
                Outcome::Lost
            }
        }
    }
}
