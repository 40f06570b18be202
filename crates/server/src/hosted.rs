//! A house that somebody else listens for, such as AWS Lambda: it has no socket, and does nothing by itself.

use anyhow::{Context as _, Result, bail};
use axum::Router;
use chabudai_app::App;
use chabudai_jobs::Outcome;
use chabudai_jobs::runner::Which;
use clap::{CommandFactory as _, FromArgMatches as _};

use crate::config::StoreKind;
use crate::serve::{self, House, Searching};
use crate::{Cli, Command, apps, jobs};

/// A house without a listener.
pub struct HostedHouse {
    house: House,
    base: String,
}

impl HostedHouse {
    /// Opens a house of these apps as the environment describes it. Every setting is the one of `chabudai serve`.
    ///
    /// Whoever listens for it may start many of it and end each at any moment. So what would be kept beside a process is refused: the embedded
    /// store, and pictures in a folder.
    pub async fn open(apps: &'static [&'static dyn App]) -> Result<Self> {
        apps::set(apps);
        let matches = Cli::command().try_get_matches_from(["chabudai", "serve"])?;
        let Cli { data, log, command } = Cli::from_arg_matches(&matches)?;
        let Some(Command::Serve(serve)) = command else { bail!("it was asked to serve") };
        crate::log(&log, false)?;
        if data.store != StoreKind::Dynamodb {
            bail!("set CHABUDAI_STORE=dynamodb: what is written to a disk here is gone with the process");
        }
        if !data.pictures.as_deref().is_some_and(|place| place.starts_with("s3://")) {
            bail!("set CHABUDAI_PICTURES=s3://bucket/prefix: a picture in a folder here is gone with the process");
        }
        let public_url = serve.base_url.as_ref().context("set CHABUDAI_BASE_URL to the address that people use: nothing here tells it")?;
        let public_url = public_url.trim_end_matches('/').to_owned();
        let house = serve::build(&data, &serve, &public_url, Searching::No).await?;
        if house.sign_in.service.is_empty().await? {
            tracing::warn!("nobody lives here yet; `chabudai user add` with the same store lets the first in");
        } else {
            house.sign_in.service.settle_operator().await?;
        }
        Ok(Self { base: serve.base_path()?, house })
    }

    /// The routes.
    pub fn router(&self) -> Router {
        self.house.router()
    }

    /// The path below which they are; empty at the root.
    pub fn base_path(&self) -> &str {
        &self.base
    }

    /// Does what is due, once. What is not done when `give_up` ends is given back, for the next time. A line about each.
    pub async fn run_due_jobs(&self, give_up: impl Future<Output = ()> + Send) -> Result<Vec<String>> {
        let tick = self.house.runner.run(Which::Due, give_up).await?;
        let lines: Vec<_> = tick.ended.iter().map(|ended| format!("{}: {}", ended.job, jobs::words(&ended.outcome))).collect();
        let failed = tick.ended.iter().filter(|ended| matches!(ended.outcome, Outcome::Failed(_))).count();
        self.settle().await;
        if failed > 0 {
            bail!("{failed} of {} jobs were not done: {}", tick.ended.len(), lines.join("; "));
        }
        Ok(lines)
    }

    /// Waits, for a moment at most, until the letters that were written are on their way: whoever stands still between two requests delivers
    /// nothing meanwhile.
    pub async fn settle(&self) {
        if let Some(letters) = &self.house.letters {
            letters.settle().await;
        }
    }
}
