//! What an operator asks of a house: it is done by a command, or by the server that has the data directory.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use chabudai_identity::service::Service;
use chabudai_kernel::db::Db;
use chabudai_store_embedded::DataDirectory;
use serde::{Deserialize, Serialize};

use crate::apps::Residents;
use crate::config::DataOptions;
use crate::operator_socket::Connection;
use crate::search::AppSearch;
use crate::{command, open, people, search};

/// What is asked for. Each has its own names in `action`.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Request {
    /// Something about people.
    People(people::Task),
    /// Something about what searches are answered from.
    Search(search::Task),
    /// Something that an app does for its operator.
    OfApp(command::Task),
}

impl Request {
    /// What it is called, for the log.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::People(task) => task.name(),
            Self::Search(task) => task.name(),
            Self::OfApp(_) => "a command of an app",
        }
    }
}

/// What a running server has for its operator.
pub(crate) struct Operated {
    pub(crate) people: Service<Residents>,
    pub(crate) public_url: String,
    pub(crate) searches: Vec<AppSearch>,
    pub(crate) dbs: Vec<(&'static str, Db)>,
}

impl Operated {
    /// Does it; what there is to print.
    pub(crate) async fn perform(&self, request: &Request) -> Result<String> {
        match request {
            Request::People(task) => people::perform(&self.people, &self.public_url, task).await,
            Request::Search(task) => search::perform(&self.searches, task),
            Request::OfApp(task) => task.perform(&self.dbs).await,
        }
    }
}

/// How long a command waits for a server that has begun or is about to end: it has the data directory, and does not listen yet, or any more.
const PATIENCE: Duration = Duration::from_secs(6);

/// Does it here, or has it done by the server that has the data directory; what there is to print.
pub(crate) async fn hand_over(
    options: &DataOptions,
    request: &Request,
    here: impl AsyncFnOnce(Option<Arc<DataDirectory>>) -> Result<String>,
) -> Result<String> {
    let begun = Instant::now();
    loop {
        let error = match open::lock(options) {
            Err(error) if open::is_in_use(&error) => error,
            directory => return here(directory?).await,
        };
        if let Some(server) = Connection::open(&options.data).await? {
            return server.ask(request).await;
        }
        if begun.elapsed() > PATIENCE {
            bail!("{error}, which does not listen to its operator; stop it first");
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
