//! Commands of the operator about what the house does by itself.

use anyhow::{Context as _, Result, bail};
use chabudai_app::App;
use chabudai_jobs::feed::HouseFeed;
use chabudai_jobs::feed::model::Parked;
use chabudai_jobs::model::{JobState, LastOutcome};
use chabudai_jobs::runner::Which;
use chabudai_jobs::{Ended, Job, Outcome, Runner, feed};
use chabudai_kernel::part::{Millis, Word};
use chabudai_store_embedded::DataDirectory;
use clap::Subcommand;
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::config::{DataOptions, ServeOptions, StoreKind};
use crate::mail::delivery::{self, Delivery};
use crate::mount::{self, Shared};
use crate::open::{self, Access};
use crate::runtime::SystemIds;
use crate::serve::{self, Searching};

/// What an operator does about jobs.
#[derive(Subcommand)]
pub(crate) enum JobsAction {
    /// Do what is due now, then end: for a timer beside servers with `--jobs false`
    Run {
        /// Only this job
        name: Option<String>,
        /// Although it is not due
        #[arg(long, requires = "name")]
        force: bool,
        #[command(flatten)]
        serve: Box<ServeOptions>,
    },
    /// Say which changes those who keep copies could not follow yet, and why
    Waiting {
        /// For programs
        #[arg(long)]
        json: bool,
    },
    /// Say what was done when, and what is due next
    List {
        /// For programs
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        serve: Box<ServeOptions>,
    },
}

/// Does it.
pub(crate) async fn run(data: &DataOptions, action: &JobsAction) -> Result<()> {
    match action {
        JobsAction::Run { name, force, serve } => run_now(data, serve, name.as_deref(), *force).await,
        JobsAction::List { json, serve } => list(data, serve, *json).await,
        JobsAction::Waiting { json } => waiting(data, *json).await,
    }
}

async fn run_now(data: &DataOptions, serve: &ServeOptions, name: Option<&str>, force: bool) -> Result<()> {
    let house = match serve::build(data, serve, &serve.public_url(serve.listen), Searching::No).await {
        Err(error) if open::is_in_use(&error) => {
            bail!("{error}, which does what is due by itself unless it was started with --jobs false; one process at a time has the data")
        }
        built => built?,
    };
    let runner = &house.runner;
    if let Some(name) = name.filter(|name| runner.jobs().all(|job| job.name() != *name)) {
        bail!("there is no job {name}; there is: {}", runner.jobs().map(Job::name).collect::<Vec<_>>().join(", "));
    }
    let which = match name {
        None => Which::Due,
        Some(name) if force => Which::Forced(name),
        Some(name) => Which::DueOne(name),
    };
    let tick = runner.run(which, serve::asked_to_stop()?).await?;
    for ended in &tick.ended {
        println!("{}: {}", ended.job, words(&ended.outcome));
    }
    let failed = tick.ended.iter().filter(|Ended { outcome, .. }| !matches!(outcome, Outcome::Done(_))).count();
    if tick.ended.is_empty() {
        if force {
            bail!("another server is at it");
        }
        println!("nothing is due before {}", tick.next);
    }
    if let Some(letters) = house.letters {
        letters.finish().await;
    }
    if failed > 0 {
        bail!("{failed} of {} jobs were not done", tick.ended.len());
    }
    Ok(())
}

/// How a run ended, in words.
pub(crate) fn words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Done(done) => format!("done ({} done, {} failed)", done.done, done.failed),
        Outcome::Failed(why) => format!("failed: {why}"),
        Outcome::Lost => "another server has taken it over".to_owned(),
        Outcome::GivenBack => "given back, not finished".to_owned(),
    }
}

/// Reads beside a server, and changes nothing.
async fn list(data: &DataOptions, serve: &ServeOptions, as_json: bool) -> Result<()> {
    let delivery = Delivery { post: delivery::by_log(), queue: None };
    let mut jobs = Vec::new();
    let designs: Vec<_> = open::designs(&data.apps)?.into_iter().filter(|design| design.app != open::HOUSE.app).collect();
    let (dbs, held) = open::stores(data, &designs, None, Access::Read, "").await?;
    let db_of = |name: &str| dbs.iter().find(|(app, _)| *app == name).map(|(_, db)| db).context("every design is open");
    // Nothing is sealed or opened here, so that the secret is not asked for.
    let shared = Shared {
        serve,
        public_url: "",
        secret: "",
        pictures: open::pictures(data)?,
        quotas: None,
        model: None,
        payments: None,
        sign_in: mount::sign_in(&dbs, serve, "", "", &delivery)?,
    };
    jobs.push(mount::job(&shared.sign_in.service));
    for app in open::apps(&data.apps)? {
        let (design, mounted) = (app.design(), mount::mount(app, db_of(app.design().app)?, None, &shared)?);
        jobs.extend(mounted.jobs);
        if !mounted.consumers.is_empty() {
            let store = held.iter().zip(&dbs).find(|(_, (name, _))| *name == design.app).map(|(opened, _)| opened.store.clone());
            let store = store.context("every design is open")?;
            // It is only listed, so that it does not matter where it would note how far it has come.
            let feed = HouseFeed::new(design.app, store.clone(), design.tables, open::db(open::HOUSE, store, ""), mounted.consumers);
            jobs.push(feed.job(serve::feed_job(design.app)));
        }
    }
    let is_new = data.store == StoreKind::Embedded && !DataDirectory::file_of(&data.data, open::HOUSE.app).exists();
    let lines: Vec<Line> = if is_new {
        let now = Timestamp::now();
        jobs.iter().map(|job| Line::of(job, None, now)).collect()
    } else {
        let opened = open::store(data, open::HOUSE, None, Access::Read).await?;
        let runner = Runner::new(open::db(open::HOUSE, opened.store.clone(), ""), &SystemIds, jobs)?;
        runner.states().await?.into_iter().map(|(job, state)| Line::of(job, state.as_ref(), runner.now())).collect()
    };
    if as_json {
        println!("{}", serde_json::to_string_pretty(&lines.iter().map(Line::json).collect::<Vec<_>>())?);
        return Ok(());
    }
    let width = lines.iter().map(|line| line.name.len()).max().unwrap_or(0);
    for line in lines {
        println!("{:width$}  {}", line.name, line.sentence());
    }
    Ok(())
}

/// Reads beside a server what those who keep copies could not follow yet.
async fn waiting(data: &DataOptions, as_json: bool) -> Result<()> {
    let opened = open::store(data, open::HOUSE, None, Access::Read).await?;
    let house = open::db(open::HOUSE, opened.store.clone(), "");
    let mut waiting = Vec::new();
    for design in open::apps(&data.apps)?.into_iter().map(App::design) {
        waiting.extend(feed::repo::parked(&house, &Word::new(design.app).expect("the name of an app is a word")).await?);
    }
    if as_json {
        println!("{}", serde_json::to_string_pretty(&waiting.iter().map(parked_json).collect::<Vec<_>>())?);
        return Ok(());
    }
    if waiting.is_empty() {
        println!("nothing waits");
    }
    for parked in &waiting {
        let (at, again) = (to_the_second(moment(parked.since)), to_the_second(moment(parked.retry_at)));
        let Parked { feed, consumer, table, error, tries, .. } = parked;
        println!("{feed}: {consumer} could not follow {table} {}", parked.key);
        println!("    since {at}, tried {tries} times, again {again}: {error}");
    }
    Ok(())
}

/// A key that waits, for programs.
fn parked_json(parked: &Parked) -> Value {
    json!({
        "app": parked.feed.as_str(),
        "consumer": parked.consumer.as_str(),
        "table": parked.table,
        "key": parked.key.to_string(),
        "since": moment(parked.since).to_string(),
        "tries": parked.tries,
        "nextTry": moment(parked.retry_at).to_string(),
        "error": parked.error,
    })
}

fn moment(millis: Millis) -> Timestamp {
    i64::try_from(millis.0).ok().and_then(|millis| Timestamp::from_millisecond(millis).ok()).unwrap_or(Timestamp::MAX)
}

fn to_the_second(moment: Timestamp) -> String {
    moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// What is told of one job.
struct Line {
    name: &'static str,
    schedule: String,
    last_started: Option<Timestamp>,
    last_done: Option<Timestamp>,
    outcome: &'static str,
    failures: u32,
    is_running: bool,
    next_due: Option<Timestamp>,
}

impl Line {
    fn of(job: &Job, state: Option<&JobState>, now: Timestamp) -> Self {
        let outcome = match state.and_then(|state| state.last_outcome) {
            None => "never",
            Some(LastOutcome::Done) => "done",
            Some(LastOutcome::Failed) => "failed",
        };
        Self {
            name: job.name(),
            schedule: job.schedule().to_string(),
            last_started: state.and_then(|state| state.last_started).map(moment),
            last_done: state.and_then(|state| state.last_done).map(moment),
            outcome,
            failures: state.map_or(0, |state| state.failures),
            is_running: state.is_some_and(|state| state.held(now).is_some()),
            next_due: JobState::pending(state, job.schedule(), now),
        }
    }

    fn json(&self) -> Value {
        let text = |moment: Option<Timestamp>| moment.map(|moment| moment.to_string());
        json!({
            "name": self.name,
            "schedule": self.schedule,
            "lastRun": text(self.last_started),
            "lastDone": text(self.last_done),
            "outcome": self.outcome,
            "failures": self.failures,
            "running": self.is_running,
            "nextDue": text(self.next_due),
        })
    }

    fn sentence(&self) -> String {
        let last = self.last_started.map_or_else(|| "never run".to_owned(), |at| format!("last run {}", to_the_second(at)));
        let outcome = match (self.is_running, self.outcome, self.failures) {
            (true, ..) => ", running".to_owned(),
            (false, "never", _) => String::new(),
            (false, "failed", failures) => format!(", failed ({failures} in a row)"),
            (false, outcome, _) => format!(", {outcome}"),
        };
        let next = self.next_due.map_or_else(String::new, |at| format!(", due {}", to_the_second(at)));
        format!("{}, {last}{outcome}{next}", self.schedule)
    }
}
