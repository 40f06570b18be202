//! Okusuri as an app of the house.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use chabudai_app::{App, Checked, Context, Look, Mounted};
use chabudai_identity::sign_in::SignIn;
use chabudai_jobs::{Done, Failed, Job, Schedule};
use chabudai_kernel::design::Design;
use chabudai_web::site::AppInfo;
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _};
use futures::future::LocalBoxFuture;
use serde_json::Value;

use crate::bench::Bench;
use crate::demo::Demo;
use crate::design::{DESIGN, Okusuri as Table};
use crate::options::OkusuriOptions;
use crate::pages::{INFO, NoteFinder, ReminderWords, TodayCard};
use crate::service::{Passes, Service, check, mend};
use crate::{api, pages};

/// Okusuri.
pub static OKUSURI: Okusuri = Okusuri;

/// Okusuri, as the house knows it.
#[derive(Debug)]
pub struct Okusuri;

impl App for Okusuri {
    fn design(&self) -> &'static Design {
        &DESIGN
    }

    fn info(&self) -> &'static AppInfo {
        &INFO
    }

    fn arguments(&self, command: Command) -> Command {
        OkusuriOptions::augment_args(command)
    }

    fn configuration(&self, options: &ArgMatches) -> Result<Value> {
        Ok(OkusuriOptions::from_arg_matches(options)?.shown())
    }

    fn mount(&self, house: &Context<'_>) -> Result<Mounted> {
        let options = OkusuriOptions::from_arg_matches(house.options)?;
        let sign_in = house.extensions.get::<SignIn<Table>>().context("the people of the house live in Okusuri's table")?.clone();
        let (identity, passes) = (sign_in.service.clone(), Passes::new(house.secret.as_bytes()));
        let service = Service::new(house.db.clone(), house.ids.clone(), house.messages.clone(), passes, Arc::new(ReminderWords));
        let state = api::AppState { sign_in, service: service.clone(), job_secret: options.job_secret()?.map(Into::into) };
        let (routes, description) = api::routes(state.clone());
        Ok(Mounted {
            routes: routes.merge(pages::routes(state)),
            description,
            jobs: vec![remind(service.clone())],
            card: Some(Arc::new(TodayCard { service: service.clone(), people: identity.repo().clone() })),
            finder: Some(Arc::new(NoteFinder(service.clone()))),
            bench: Some(Arc::new(Bench(house.db.clone()))),
            demo: Some(Arc::new(Demo { service, identity, ids: house.ids.clone() })),
            ..Mounted::default()
        })
    }

    fn check<'a>(&'a self, look: &'a Look<'a>) -> LocalBoxFuture<'a, Result<Checked>> {
        Box::pin(async move {
            let checked = check(&look.db, async |finding| {
                let mended = look.mends && mend(&look.db, &finding).await?;
                (look.told)(&finding.to_string(), mended);
                Ok(())
            })
            .await?;
            let seen = format!("{} people, {} logs, {} items", checked.people, checked.logs, checked.items);
            Ok(Checked { seen, findings: checked.findings })
        })
    }
}

/// Reminds whoever has not logged yet, at their own time. A reminder has a lease of its own, so a run that is repeated repeats nothing.
fn remind(service: Service) -> Job {
    Job::new("okusuri.remind", Schedule::Every(Duration::from_mins(5)), Duration::from_mins(2), move |_| {
        let service = service.clone();
        async move {
            let reminded = service.remind().await.map_err(Failed::because)?;
            Ok(Done { done: reminded.sent, failed: reminded.failed })
        }
    })
}
