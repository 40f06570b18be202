#![doc = include_str!("../README.md")]

pub mod bench; // rows of `chabudai bench`
pub mod check; // what `check` and `repair` tell
mod command; // what the commands of an app work on
pub mod context; // what the house gives an app
pub mod live; // pages that stay open
pub mod options; // the flags of apps, beside those of the server
pub mod payments; // what Stripe tells by itself
pub mod pictures; // pictures that people send
mod smoke; // what `chabudai smoke` tries out

use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use axum::Router;
use chabudai_jobs::Job;
use chabudai_jobs::feed::Consumer;
use chabudai_kernel::db::Db;
use chabudai_kernel::design::Design;
use chabudai_kernel::ids::Ids;
use chabudai_search::Indexed;
use chabudai_web::api::Description;
use chabudai_web::card::Card;
use chabudai_web::find::Finder;
use chabudai_web::people::PersonalData;
use chabudai_web::site::AppInfo;
use chabudai_web::text::Lang;
use clap::{ArgMatches, Command};
use futures::future::{BoxFuture, LocalBoxFuture};
use serde_json::Value;

pub use bench::{Bench, Filling, Measurable, PageRow, Row, SignedIn};
pub use check::{Checked, Look};
pub use command::{CommandHouse, OpenHouse};
pub use context::Context;
pub use live::LivePages;
pub use payments::PaymentEvents;
pub use smoke::{ApiAnswer, ApiRequest, HouseApi, Smoke, Written};

/// An app of the house.
pub trait App: Sync {
    /// Its tables, keys and access patterns. The name of the design is that of the app.
    fn design(&self) -> &'static Design;

    /// What it shows of itself: name, texts, colour, icons, style sheets, scripts.
    fn info(&self) -> &'static AppInfo;

    /// Adds its own flags to those of the server, such as `--rate-per-wardrobe`.
    fn arguments(&self, command: Command) -> Command {
        command
    }

    /// What its flags say, with secrets masked, for `chabudai config`.
    fn configuration(&self, _options: &ArgMatches) -> Result<Value> {
        Ok(Value::Null)
    }

    /// How its items become what people find by searching. The server keeps the file, lets it follow the tables, and makes it anew when need
    /// be.
    fn search(&self) -> Option<Arc<dyn Indexed>> {
        None
    }

    /// Opens it over its data.
    fn mount(&self, house: &Context<'_>) -> Result<Mounted>;

    /// What it keeps of people, for the house: given out when they ask, forgotten when they leave. None where it keeps nothing of anybody, and
    /// where it stands among the people's own items, which the house gives out and forgets itself.
    fn personal_data(&self, _db: &Db, _ids: &Arc<dyn Ids>) -> Option<Arc<dyn PersonalData>> {
        None
    }

    /// Adds its own commands to those of `chabudai <app>`.
    fn commands(&self, command: Command) -> Command {
        command
    }

    /// Does one of its own commands.
    fn run<'a>(&'a self, name: &'a str, _given: &'a ArgMatches, _house: &'a dyn CommandHouse) -> LocalBoxFuture<'a, Result<()>> {
        Box::pin(async move { anyhow::bail!("there is no command {name}") })
    }

    /// How `chabudai smoke` tries it out at a house that runs; none where it does not.
    fn smoke(&self) -> Option<&dyn Smoke> {
        None
    }

    /// Does a task of an operator that one of its commands has handed over; what there is to print.
    fn operate<'a>(&'a self, _db: &'a Db, _ids: Arc<dyn Ids>, _task: &'a Value) -> BoxFuture<'a, Result<String>> {
        Box::pin(async { anyhow::bail!("there is nothing to do for an operator") })
    }

    /// Looks at everything that it keeps, tells what is wrong, and mends it where that is wanted. Every design can be looked at; an app adds
    /// what only it knows.
    fn check<'a>(&'a self, look: &'a Look<'a>) -> LocalBoxFuture<'a, Result<Checked>> {
        Box::pin(look.at_any_design(self.design()))
    }
}

/// An app that is mounted. Most have only some of these.
#[derive(Default)]
pub struct Mounted {
    /// Pages and operations, with their state.
    pub routes: Router,
    /// What is said of the operations at `/api`.
    pub description: Description,
    /// What it does by itself.
    pub jobs: Vec<Job>,
    /// Who keeps copies of its data, and is told of every change to it.
    pub consumers: Vec<Arc<dyn Consumer>>,
    /// Its pages that stay open, and are told what changes.
    pub live: Option<LivePages>,
    /// What it says to somebody on the front page.
    pub card: Option<Arc<dyn Card>>,
    /// Finds what is somebody's.
    pub finder: Option<Arc<dyn Finder>>,
    /// Who is told of payments.
    pub payment_events: Option<Arc<dyn PaymentEvents>>,
    /// Lifelike data for an empty app.
    pub demo: Option<Arc<dyn Demo>>,
    /// What is measured of it.
    pub bench: Option<Arc<dyn Bench>>,
}

/// Fills an empty app with lifelike data, to look around in.
pub trait Demo: Send + Sync {
    /// Fills it, unless there is anything in it, and tells on the standard output where to look. What has to be known at the next start is
    /// kept in the folder of the house's data.
    fn fill<'a>(&'a self, folder: &'a Path, public_url: &'a str) -> BoxFuture<'a, Result<()>>;

    /// The address of somebody whom it has made, as whom a visitor of this language may look around.
    fn guest(&self, _lang: Lang) -> Option<&'static str> {
        None
    }
}
