//! Commands of apps, over the data of the house.

use std::cell::RefCell;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use chabudai_app::{CommandHouse, OpenHouse};
use chabudai_identity::email;
use chabudai_identity::repo::Repo;
use chabudai_kernel::db::Db;
use chabudai_kernel::design::Design;
use chabudai_kernel::part::Word;
use chabudai_store_embedded::DataDirectory;
use clap::ArgMatches;
use futures::future::LocalBoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::apps::{self, Residents};
use crate::config::DataOptions;
use crate::open::{self, Access, Opened};
use crate::operator::{Request, hand_over};
use crate::runtime::SystemIds;

/// Does a command of an app's own.
pub(crate) async fn run(options: &DataOptions, app: &'static str, name: &str, matches: &ArgMatches) -> Result<()> {
    let app = apps::find(app).with_context(|| format!("there is no app {app}"))?;
    let given = matches.subcommand().and_then(|(_, of_app)| of_app.subcommand()).map(|(_, given)| given).context("there is a command")?;
    let house = HouseOfCommand { options, design: app.design(), held: RefCell::default() };
    app.run(name, given, &house).await
}

/// A task of an app that its command hands over to a running server.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Task {
    of_app: String,
    task: Value,
}

impl Task {
    /// Does it over the data of a house; what there is to print.
    pub(crate) async fn perform(&self, dbs: &[(&'static str, Db)]) -> Result<String> {
        let app = apps::find(&self.of_app).with_context(|| format!("there is no app {}", self.of_app))?;
        let db = dbs.iter().find(|(name, _)| *name == self.of_app).map(|(_, db)| db);
        let db = db.with_context(|| format!("{} is not served here", self.of_app))?;
        app.operate(db, Arc::new(SystemIds), &self.task).await
    }
}

/// The house as a command of an app meets it.
struct HouseOfCommand<'a> {
    options: &'a DataOptions,
    design: &'static Design,
    /// What was opened is ours until the command is done.
    held: RefCell<Vec<Opened>>,
}

impl CommandHouse for HouseOfCommand<'_> {
    fn open_for<'a>(&'a self, address: &'a str) -> LocalBoxFuture<'a, Result<OpenHouse>> {
        Box::pin(async move {
            let directory = open::lock(self.options)?;
            let mut designs = vec![apps::of_people()];
            designs.extend((self.design.app != apps::of_people().app).then_some(self.design));
            let (dbs, held) = open::stores(self.options, &designs, directory.as_ref(), Access::Write, "").await?;
            let address = email::parse(address).with_context(|| format!("{address} is no e-mail address"))?;
            let people = Repo::<Residents>::new(open::of_people(&dbs)?);
            let id = people.by_email(&address).await?.with_context(|| format!("nobody has the address {address}"))?;
            let profile = people.person(&id).await?.with_context(|| format!("nobody has the address {address}"))?;
            let db = dbs.iter().find(|(app, _)| *app == self.design.app).map(|(_, db)| db.clone()).context("every design is open")?;
            self.held.borrow_mut().extend(held);
            let person = (Word::new(id.as_str()).context("an id is a word")?, profile.data.name.clone());
            Ok(OpenHouse { db, ids: Arc::new(SystemIds), person })
        })
    }

    fn hand_over(&self, task: Value) -> LocalBoxFuture<'_, Result<String>> {
        Box::pin(async move {
            let request = Request::OfApp(Task { of_app: self.design.app.to_owned(), task });
            let Request::OfApp(task) = &request else { unreachable!("it is of an app") };
            let here = async |directory: Option<Arc<DataDirectory>>| {
                let (dbs, _held) = open::stores(self.options, &[self.design], directory.as_ref(), Access::Write, "").await?;
                task.perform(&dbs).await
            };
            hand_over(self.options, &request, here).await
        })
    }
}
