//! What searches are answered from: a file per app on every server, which follows what changes in the app's tables.

use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use chabudai_app::App;
use chabudai_kernel::store::Store;
use chabudai_search::{Follower, Search};
use clap::Subcommand;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::config::{DataOptions, StoreKind};
use crate::open::{self, Access};
use crate::operator::{Request, hand_over};
use crate::runtime::SystemClock;

/// What an operator does about searches.
#[derive(Subcommand)]
pub(crate) enum SearchAction {
    /// Make the search files anew from the data, beside a server if there is one
    Rebuild {
        /// The app; all that search unless given
        app: Option<String>,
    },
}

/// The part of a command that a running server does.
#[derive(Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum Task {
    RebuildSearch { app: Option<String> },
}

impl Task {
    /// What it is called, for the log.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::RebuildSearch { .. } => "search rebuild",
        }
    }
}

/// The search of one app on this server.
#[derive(Clone)]
pub(crate) struct AppSearch {
    pub(crate) app: &'static str,
    pub(crate) search: Search,
    follower: Arc<Follower>,
}

/// Opens the search of an app, if it has one. The file is this server's own, and lies in its data directory.
pub(crate) async fn open(options: &DataOptions, app: &dyn App, store: Arc<dyn Store>) -> Result<Option<AppSearch>> {
    let Some(indexed) = app.search() else { return Ok(None) };
    let name = app.design().app;
    std::fs::create_dir_all(&options.data).with_context(|| options.data.display().to_string())?;
    let file = Search::file_of(&options.data, name);
    let opened = Search::open(&file, indexed, &source(options, app)).await;
    let search = opened.with_context(|| format!("the search of {name} cannot be opened; every server needs a --data folder of its own"))?;
    let follower = Arc::new(Follower::new(&search, store, Arc::new(SystemClock)));
    Ok(Some(AppSearch { app: name, search, follower }))
}

/// Which data a search file is a copy of: one that lies here from another table is made anew.
fn source(options: &DataOptions, app: &dyn App) -> String {
    match options.store {
        StoreKind::Embedded => "embedded".to_owned(),
        StoreKind::Dynamodb => {
            let place = options.endpoint.as_deref().or(options.region.as_deref()).unwrap_or_default();
            format!("dynamodb {place} {}", open::table_prefix(options, app.design()))
        }
    }
}

/// Followers at work.
#[derive(Default)]
pub(crate) struct Following(Vec<(oneshot::Sender<()>, JoinHandle<()>)>);

impl Following {
    /// Lets every search follow its app's tables.
    pub(crate) fn begin(searches: &[AppSearch]) -> Self {
        let begin = |of_app: &AppSearch| {
            let (stop, stopped) = oneshot::channel::<()>();
            let follower = of_app.follower.clone();
            (stop, tokio::spawn(async move { follower.serve(async { drop(stopped.await) }).await }))
        };
        Self(searches.iter().map(begin).collect())
    }

    /// Stops them. What was under way is begun again at the next start.
    pub(crate) async fn stop(self) {
        let (stops, working): (Vec<_>, Vec<_>) = self.0.into_iter().unzip();
        drop(stops);
        for one in working {
            // Who stops has letters to send yet.
            if let Err(error) = one.await {
                tracing::error!(%error, "a search did not follow to the end");
            }
        }
    }
}

/// Does it.
pub(crate) async fn run(options: &DataOptions, action: &SearchAction) -> Result<()> {
    let SearchAction::Rebuild { app } = action;
    let request = Request::Search(Task::RebuildSearch { app: app.clone() });
    let here = async |directory| {
        let mut made = Vec::new();
        for one in asked(options, app.as_deref())? {
            let name = one.design().app;
            let opened = open::store(options, one.design(), Option::clone(&directory), Access::Write).await?;
            let Some(of_app) = self::open(options, one, opened.store.clone()).await? else { continue };
            of_app.follower.rebuild().await.map_err(|why| anyhow::anyhow!("the search of {name} could not be made: {why}"))?;
            let documents = of_app.search.state().await?.documents;
            made.push(format!("{name}: made anew, {documents} documents\n"));
        }
        if made.is_empty() {
            bail!("{}", nothing_to_search(app.as_deref()));
        }
        Ok(made.concat())
    };
    print!("{}", hand_over(options, &request, here).await?);
    Ok(())
}

/// The apps that are asked for.
fn asked(options: &DataOptions, app: Option<&str>) -> Result<Vec<&'static dyn App>> {
    match app {
        Some(app) => open::apps(&[app.to_owned()]),
        None => open::apps(&options.apps),
    }
}

fn nothing_to_search(app: Option<&str>) -> String {
    app.map_or_else(|| "no app here has a search".to_owned(), |app| format!("{app} has no search"))
}

/// Has them made anew by the running server.
pub(crate) fn perform(searches: &[AppSearch], task: &Task) -> Result<String> {
    let Task::RebuildSearch { app } = task;
    let asked: Vec<&AppSearch> = searches.iter().filter(|one| app.as_deref().is_none_or(|app| one.app == app)).collect();
    if asked.is_empty() {
        bail!("{}", nothing_to_search(app.as_deref()));
    }
    for one in &asked {
        one.search.rebuild_soon();
    }
    let told: Vec<String> =
        asked.iter().map(|one| format!("{}: the server makes it anew; the old one answers meanwhile\n", one.app)).collect();
    Ok(told.concat())
}
