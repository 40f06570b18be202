//! Chirashi Kitchen as an app of the house.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use chabudai_app::{App, Checked, CommandHouse, Context, Look, Mounted};
use chabudai_jobs::{Done, Failed, Job, Schedule};
use chabudai_kernel::db::Db;
use chabudai_kernel::design::Design;
use chabudai_kernel::ids::Ids;
use chabudai_kernel::part::Word;
use chabudai_search::Indexed;
use chabudai_web::asset_files;
use chabudai_web::people::PersonalData;
use chabudai_web::problem::Problem;
use chabudai_web::site::{Accent, AppInfo};
use chabudai_web::text::Locale;
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use futures::future::{BoxFuture, LocalBoxFuture};
use jiff::civil::time;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use crate::api::{self, AppState};
use crate::consumers::{consumers, newest_of_all};
use crate::courier::HouseCourier;
use crate::design::DESIGN;
use crate::operator;
use crate::search::Offers;
use crate::service::{Courier, Letters, Service, Settings, WithModel, check, mend};

/// Chirashi Kitchen.
pub static CHIRASHI: Chirashi = Chirashi;

/// What it shows of itself.
static INFO: AppInfo = AppInfo {
    name: "chirashi",
    title: "chirashi-app",
    line: "chirashi-app-line",
    who_sees: "chirashi-who-sees",
    accent: Accent { light: "#b23a24", dark: "#f2a38f", on_light: "#fff", on_dark: "#3a0d04" },
    locale: Locale { ja: include_str!("../locales/ja.ftl"), en: include_str!("../locales/en.ftl") },
    assets: asset_files!["chirashi.svg"],
};

/// What an operator may change.
#[derive(Args, Clone, Debug)]
struct ChirashiOptions {
    /// Anybody may register with an e-mail address and a password; closed unless this is given
    #[arg(long, env = "CHABUDAI_CHIRASHI_REGISTRATION")]
    chirashi_registration: bool,
    /// For how many days what staff did is kept
    #[arg(long, env = "CHABUDAI_CHIRASHI_AUDIT_DAYS", value_name = "DAYS", default_value_t = 400)]
    chirashi_audit_days: u32,
}

/// Chirashi Kitchen, as the house knows it.
#[derive(Debug)]
pub struct Chirashi;

impl App for Chirashi {
    fn design(&self) -> &'static Design {
        &DESIGN
    }

    fn info(&self) -> &'static AppInfo {
        &INFO
    }

    fn arguments(&self, command: Command) -> Command {
        ChirashiOptions::augment_args(command)
    }

    fn configuration(&self, options: &ArgMatches) -> Result<Value> {
        let ChirashiOptions { chirashi_registration, chirashi_audit_days } = ChirashiOptions::from_arg_matches(options)?;
        Ok(json!({ "registration": chirashi_registration, "auditDays": chirashi_audit_days }))
    }

    fn search(&self) -> Option<Arc<dyn Indexed>> {
        Some(Arc::new(Offers))
    }

    fn commands(&self, command: Command) -> Command {
        let staff = Command::new("staff").about("Accounts of staff: add one");
        command.subcommand(operator::StaffOptions::augment_args(staff))
    }

    fn run<'a>(&'a self, name: &'a str, given: &'a ArgMatches, house: &'a dyn CommandHouse) -> LocalBoxFuture<'a, Result<()>> {
        Box::pin(async move {
            match name {
                "staff" => operator::staff(&operator::StaffOptions::from_arg_matches(given)?, house).await,
                _ => bail!("there is no command {name}"),
            }
        })
    }

    fn operate<'a>(&'a self, db: &'a Db, ids: Arc<dyn Ids>, task: &'a Value) -> BoxFuture<'a, Result<String>> {
        Box::pin(operator::operate(db, ids, task))
    }

    fn personal_data(&self, db: &Db, ids: &Arc<dyn Ids>) -> Option<Arc<dyn PersonalData>> {
        Some(Arc::new(OfPeople(Service::new(db.clone(), ids.clone()))))
    }

    fn mount(&self, house: &Context<'_>) -> Result<Mounted> {
        let options = ChirashiOptions::from_arg_matches(house.options)?;
        let settings =
            Settings { registration: options.chirashi_registration, audit_days: options.chirashi_audit_days, ..Settings::default() };
        let mut service = Service::new(house.db.clone(), house.ids.clone()).set(settings);
        // Whoever delivers to addresses outside the house is the server's to name; without, nobody registers by mail.
        let letters = house.extensions.get::<Arc<dyn Letters>>().cloned();
        if let Some(letters) = &letters {
            service = service.with_letters(letters.clone());
        }
        if let Some(model) = &house.model {
            service = service.with_chef(Arc::new(WithModel(model.clone())));
        }
        let (routes, description) =
            api::routes(AppState { service: service.clone(), people: house.people.clone(), search: house.search.clone() });
        let courier: Arc<dyn Courier> = Arc::new(HouseCourier { messages: house.messages.clone(), letters });
        Ok(Mounted {
            routes,
            description,
            jobs: vec![daily(service.clone()), tell_beginning(service.clone()), deliver(service.clone(), courier), rank(service.clone())],
            consumers: consumers(&service),
            ..Mounted::default()
        })
    }

    fn check<'a>(&'a self, look: &'a Look<'a>) -> LocalBoxFuture<'a, Result<Checked>> {
        Box::pin(async move {
            let service = Service::new(look.db.clone(), look.ids.clone());
            let checked = check(&service, async |finding| {
                let mended = look.mends && mend(&service, &finding).await?;
                (look.told)(&finding.to_string(), mended);
                Ok(())
            })
            .await?;
            Ok(Checked { seen: format!("{} stores, {} items", checked.stores, checked.items), findings: checked.findings })
        })
    }
}

fn in_japan(hour: i8, minute: i8) -> Schedule {
    Schedule::DailyAt { time: time(hour, minute, 0, 0), zone: TimeZone::get("Asia/Tokyo").unwrap_or(TimeZone::UTC) }
}

/// A day begins: contracts end, and flyers begin and end by themselves.
fn daily(service: Service) -> Job {
    Job::new("chirashi.daily", in_japan(0, 5), Duration::from_mins(5), move |_| {
        let service = service.clone();
        async move {
            let done = service.expire_contracts().await.map_err(Failed::because)?;
            newest_of_all(&service).await.map_err(Failed::because)?;
            Ok(Done { done, failed: 0 })
        }
    })
}

/// What was posted before its first day is told on it, before eight.
fn tell_beginning(service: Service) -> Job {
    Job::new("chirashi.tell-beginning", in_japan(7, 30), Duration::from_mins(5), move |_| {
        let service = service.clone();
        async move { service.tell_beginning().await.map(|done| Done { done, failed: 0 }).map_err(Failed::because) }
    })
}

/// Mail and devices. Each digest is claimed by one server, so a run that is repeated repeats nothing.
fn deliver(service: Service, courier: Arc<dyn Courier>) -> Job {
    Job::new("chirashi.deliver", Schedule::Every(Duration::from_mins(2)), Duration::from_mins(5), move |_| {
        let (service, courier) = (service.clone(), courier.clone());
        async move {
            let done = service.deliver_due(&*courier).await.map_err(Failed::because)?;
            Ok(Done { done: done.sent, failed: done.failed })
        }
    })
}

/// Which shared recipes are opened most.
fn rank(service: Service) -> Job {
    Job::new("chirashi.rank", Schedule::Every(Duration::from_hours(1)), Duration::from_mins(5), move |_| {
        let service = service.clone();
        async move { service.rank().await.map(|done| Done { done, failed: 0 }).map_err(Failed::because) }
    })
}

/// What Chirashi Kitchen keeps of people of the house.
struct OfPeople(Service);

impl PersonalData for OfPeople {
    fn export<'a>(&'a self, person: &'a Word) -> BoxFuture<'a, Result<Value, Problem>> {
        Box::pin(async move { Ok(self.0.export_of_house(person).await?) })
    }

    fn forget<'a>(&'a self, person: &'a Word) -> BoxFuture<'a, Result<(), Problem>> {
        Box::pin(async move { Ok(self.0.forget_of_house(person).await?) })
    }
}
