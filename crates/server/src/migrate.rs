//! The move of an older Okusuri from PostgreSQL.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use chabudai_app_okusuri::design::DESIGN;
use chabudai_okusuri_from_postgres as moving;
use chabudai_okusuri_from_postgres::{Address, MoveError, Source, Step, Target, Tell, WorkFolder};
use chabudai_store_embedded::DataDirectory;
use clap::{Args, Subcommand};
use indicatif::ProgressBar;

use crate::config::{DataOptions, StoreKind};
use crate::open::{self, Access, Opened};
use crate::progress;
use crate::runtime::SystemClock;

/// What can be moved here.
#[derive(Subcommand)]
pub(crate) enum MigrateAction {
    /// An older Okusuri, out of PostgreSQL
    Okusuri {
        #[command(flatten)]
        options: MoveOptions,
        #[command(subcommand)]
        phase: Phase,
    },
}

/// Where from, and where the work is kept.
#[derive(Args)]
pub(crate) struct MoveOptions {
    /// The older database, such as `postgres://okusuri@localhost/okusuri`; its password is better in PGPASSWORD or in a file
    #[arg(long, global = true, value_name = "URL")]
    from: Option<String>,
    /// A file that holds the password of the older database
    #[arg(long, global = true, value_name = "FILE")]
    from_password_file: Option<PathBuf>,
    /// The zone in which people are of whom the older database knows none
    #[arg(long, global = true, default_value = chabudai_app_okusuri::model::DEFAULT_ZONE)]
    zone: String,
    /// What was read and how far the work is: keep it until the older database is gone
    #[arg(long, global = true, default_value = "./okusuri-from-postgresql", value_name = "DIR")]
    workdir: PathBuf,
}

/// The phases of a move.
#[derive(Subcommand)]
pub(crate) enum Phase {
    /// Say what would happen, and write nothing to the store
    Plan,
    /// Read the older database and write everything to the store; goes on where it was cut off
    Load,
    /// Compare both sides; anything wrong means: do not switch
    Verify,
    /// Apply what changed in the older database since it was read
    Delta,
    /// Write into the older database what was written here since the switch
    ExportBack,
}

impl MoveOptions {
    async fn source(&self) -> Result<Source> {
        let url = self.from.as_deref().context("give --from, the address of the older database")?;
        let in_file = chabudai_app::options::secret(None, self.from_password_file.as_ref(), "from-password")?;
        let password = in_file.or_else(|| std::env::var("PGPASSWORD").ok());
        Ok(Source::connect(&Address::parse(url, password.as_deref())?).await?)
    }

    /// Whoever verifies or goes back has a folder; one with a mistake in its name would be empty.
    fn folder(&self, phase: &Phase) -> Result<WorkFolder> {
        if matches!(phase, Phase::Verify | Phase::Delta | Phase::ExportBack) && !self.workdir.exists() {
            bail!("there is no work folder {}", self.workdir.display());
        }
        Ok(WorkFolder::open(&self.workdir)?)
    }
}

/// Shows how far the work is: a bar where it is known how much there is, a spinner otherwise.
#[derive(Default)]
struct Shown(Option<(moving::What, ProgressBar)>);

impl Shown {
    fn step(&mut self, step: Step) {
        if self.0.as_ref().is_none_or(|(what, _)| *what != step.what) {
            self.clear();
            let name = step.what.name();
            self.0 = Some((step.what, step.total.map_or_else(|| progress::spinner(name), |total| progress::bar(total, name))));
        }
        if let Some((_, bar)) = &self.0 {
            bar.set_position(step.done);
        }
    }

    fn clear(&mut self) {
        if let Some((_, bar)) = self.0.take() {
            bar.finish_and_clear();
        }
    }
}

/// Does it.
pub(crate) async fn run(data: &DataOptions, action: &MigrateAction) -> Result<()> {
    let MigrateAction::Okusuri { options, phase } = action;
    let folder = options.folder(phase)?;
    let mut shown = Shown::default();
    let outcome = {
        let mut whom = |step| shown.step(step);
        carry_out(data, options, phase, &folder, &mut Tell::new(&mut whom)).await
    };
    shown.clear();
    match outcome {
        Ok(Outcome { said, stop }) => {
            print!("{said}");
            stop.map_or(Ok(()), |why| bail!(why))
        }
        Err(error) => {
            if let Some(MoveError::Refused(refusals)) = error.downcast_ref::<MoveError>() {
                for refusal in refusals {
                    println!("stop: {refusal}");
                }
            }
            Err(error)
        }
    }
}

/// What there is to say, and why the operator must not go on, if that is so.
struct Outcome {
    said: String,
    stop: Option<&'static str>,
}

async fn carry_out(data: &DataOptions, options: &MoveOptions, phase: &Phase, folder: &WorkFolder, tell: &mut Tell<'_>) -> Result<Outcome> {
    let went_well = |said: String| Outcome { said, stop: None };
    match phase {
        Phase::Plan => {
            let target = to_read(data).await?;
            let plan =
                moving::plan(&mut options.source().await?, folder, target.as_ref().map(|(_, target)| target), &options.zone, tell).await?;
            let stop = (!plan.refusals.is_empty()).then_some("a load would be refused");
            Ok(Outcome { said: plan.text(), stop })
        }
        Phase::Load => {
            let (_held, target) = to_write(data).await?;
            moving::begin(&mut options.source().await?, folder, &options.zone, tell).await?;
            let loaded = moving::load(folder, &target, tell).await?;
            let moving::Loaded { people, things, written, kept, was_complete } = loaded;
            let said = if was_complete { "the load had ended before, nothing was written: " } else { "" };
            Ok(went_well(format!(
                "{said}{people} people and {things} things of theirs; {written} items written, {kept} newer ones left alone\n"
            )))
        }
        Phase::Verify => {
            let (_held, target) = to_read(data).await?.context("there is nothing in the store")?;
            let report = moving::verify(folder, &target, tell).await?;
            folder.write_json("report.json", &report)?;
            Ok(Outcome { said: report.text(), stop: (!report.may_switch).then_some("do not switch") })
        }
        Phase::Delta => {
            let (_held, target) = to_write(data).await?;
            let applied = moving::apply_delta(&mut options.source().await?, folder, &target, tell).await?;
            folder.write_json("delta.json", &applied)?;
            let moving::Applied { written, removed, told, untold, kept, stayed, conflicts } = applied;
            let changes = format!("{written} items written, {removed} removed, {kept} changes left out because something newer is here");
            let mut said = format!("{changes}\n{told} changes are told by updated_at, {untold} are not\n");
            said.extend(stayed.iter().map(|id| format!("user {id}: gone there, but has gone on here and stays\n")));
            said.extend(conflicts.iter().map(|conflict| format!("stop: {conflict}\n")));
            Ok(Outcome { said, stop: (!conflicts.is_empty()).then_some("put that right and start the delta again") })
        }
        Phase::ExportBack => {
            let (_held, target) = to_read(data).await?.context("there is nothing in the store")?;
            let back = moving::export_back(&mut options.source().await?, folder, &target, tell).await?;
            folder.write_json("export-back.json", &back)?;
            let moving::Back { users, logs, settings, removed, kept, not_taken, notes } = back;
            let written = format!("{users} people, {logs} logs and {settings} settings written there, {removed} rows removed");
            let lost = format!("{not_taken} logs that no pill was taken and {notes} notes cannot be said there");
            Ok(went_well(format!("{written}, {kept} newer ones left alone\n{lost}\n")))
        }
    }
}

/// The store, to be read beside a server; none where nothing was ever kept.
async fn to_read(data: &DataOptions) -> Result<Option<(Opened, Target)>> {
    if data.store == StoreKind::Embedded && !DataDirectory::file_of(&data.data, DESIGN.app).exists() {
        return Ok(None);
    }
    let opened = open::store(data, &DESIGN, None, Access::Read).await?;
    let target = Target::new(opened.store.clone(), Arc::new(SystemClock));
    Ok(Some((opened, target)))
}

/// The store, while no server has it.
async fn to_write(data: &DataOptions) -> Result<(Opened, Target)> {
    let directory = open::lock(data)?;
    let opened = open::store(data, &DESIGN, directory, Access::Write).await?;
    let target = Target::new(opened.store.clone(), Arc::new(SystemClock));
    Ok((opened, target))
}
