//! Kondate as an app of the house.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use chabudai_app::pictures::sweep;
use chabudai_app::{App, Checked, CommandHouse, Context, LivePages, Look, Mounted, PaymentEvents, Smoke};
use chabudai_jobs::{Done, Failed, Job, Schedule};
use chabudai_kernel::db::Db;
use chabudai_kernel::design::Design;
use chabudai_kernel::ids::Ids;
use chabudai_kernel::part::Word;
use chabudai_payments::Event;
use chabudai_web::live::Live;
use chabudai_web::people::PersonalData;
use chabudai_web::problem::Problem;
use chabudai_web::site::AppInfo;
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use futures::future::{BoxFuture, LocalBoxFuture};
use serde_json::{Value, json};

use crate::api::{self, AppState};
use crate::bench::Bench;
use crate::demo::Demo;
use crate::design::DESIGN;
use crate::import::{ImportOptions, Importer, import};
use crate::model::MOST_PICTURES_A_DAY;
use crate::news::{NewsOptions, news, operate};
use crate::pages::{self, INFO, PushWords};
use crate::popular;
use crate::service::{CalendarSeal, Service, TellNotices, Till, UseSoon, check, mend};
use crate::smoke::OneRecipe;
use crate::today::{RecipeFinder, TodayCard};

/// Kondate Loop.
pub static KONDATE: Kondate = Kondate;

/// What an operator may change.
#[derive(Args, Clone, Debug)]
struct KondateOptions {
    /// Recipes that one person imports in a month; 10 unless given (100 for who pays for more), 0 for no limit
    #[arg(long, env = "CHABUDAI_KONDATE_IMPORTS", value_name = "N")]
    kondate_imports: Option<u64>,
    /// Pictures that one person adds in a day, in all their kitchens; 0 for no limit
    #[arg(long, env = "CHABUDAI_KONDATE_PICTURES", value_name = "N", default_value_t = MOST_PICTURES_A_DAY)]
    kondate_pictures: u64,
}

/// Kondate Loop, as the house knows it.
#[derive(Debug)]
pub struct Kondate;

impl App for Kondate {
    fn design(&self) -> &'static Design {
        &DESIGN
    }

    fn info(&self) -> &'static AppInfo {
        &INFO
    }

    fn arguments(&self, command: Command) -> Command {
        KondateOptions::augment_args(command)
    }

    fn configuration(&self, options: &ArgMatches) -> Result<Value> {
        let KondateOptions { kondate_imports, kondate_pictures } = KondateOptions::from_arg_matches(options)?;
        Ok(json!({ "imports": kondate_imports, "pictures": kondate_pictures }))
    }

    fn commands(&self, command: Command) -> Command {
        let import = Command::new("import").about("Import recipes from saved pages and from the exports of other programs");
        let news = Command::new("news").about("Tell everybody something, list what was told, take it back");
        command.subcommand(ImportOptions::augment_args(import)).subcommand(NewsOptions::augment_args(news))
    }

    fn run<'a>(&'a self, name: &'a str, given: &'a ArgMatches, house: &'a dyn CommandHouse) -> LocalBoxFuture<'a, Result<()>> {
        Box::pin(async move {
            match name {
                "import" => import(&ImportOptions::from_arg_matches(given)?, house).await,
                "news" => news(&NewsOptions::from_arg_matches(given)?, house).await,
                _ => bail!("there is no command {name}"),
            }
        })
    }

    fn operate<'a>(&'a self, db: &'a Db, ids: Arc<dyn Ids>, task: &'a Value) -> BoxFuture<'a, Result<String>> {
        Box::pin(operate(db, ids, task))
    }

    fn personal_data(&self, db: &Db, ids: &Arc<dyn Ids>) -> Option<Arc<dyn PersonalData>> {
        Some(Arc::new(Kitchens(Service::new(db.clone(), ids.clone()))))
    }

    fn mount(&self, house: &Context<'_>) -> Result<Mounted> {
        let options = KondateOptions::from_arg_matches(house.options)?;
        let service = Service::new(house.db.clone(), house.ids.clone());
        let service = match &house.payments {
            Some(payments) => service.with_till(Till { payments: payments.clone(), public_url: house.public_url.to_owned() }),
            None => service,
        };
        let service = match &house.quotas {
            Some(quotas) if !house.is_measured && options.kondate_pictures > 0 => service.within(options.kondate_pictures, quotas.clone()),
            _ => service,
        };
        let importer = Importer {
            service: service.clone(),
            outside: house.outside.clone(),
            model: house.model.clone(),
            pictures: house.pictures.clone(),
            // Whoever measures is held to nothing.
            hasher: std::hash::RandomState::new(),
            a_month: if house.is_measured { Some(0) } else { options.kondate_imports },
        };
        let (routes, description) = api::routes(AppState {
            importer: importer.clone(),
            service: service.clone(),
            people: house.people.clone(),
            messages: house.messages.clone(),
            pictures: house.pictures.clone(),
            public_url: house.public_url.to_owned(),
        });
        let live = Live::default();
        let pages = pages::router().with_state(pages::PageState {
            service: service.clone(),
            people: house.people.clone(),
            messages: house.messages.clone(),
            live: live.clone(),
            pictures: house.pictures.clone(),
            importer,
            calendar_seal: CalendarSeal::new(house.secret.as_bytes()),
            drawings: pages::Drawings::new(NonZeroU32::new(house.rate_per_address.min(1))),
        });
        let use_soon_of = UseSoon {
            service: service.clone(),
            people: house.people.clone(),
            messages: house.messages.clone(),
            words: Arc::new(PushWords),
        };
        let tell_notices_of = TellNotices {
            service: service.clone(),
            people: house.people.clone(),
            messages: house.messages.clone(),
            words: Arc::new(PushWords),
        };
        Ok(Mounted {
            routes: routes.merge(pages),
            description,
            card: Some(Arc::new(TodayCard(service.clone()))),
            finder: Some(Arc::new(RecipeFinder(service.clone()))),
            consumers: vec![popular::consumer(service.clone())],
            live: Some(LivePages { name: "kondate-live", live, topic: pages::topic }),
            jobs: vec![
                remove_kitchens(service.clone()),
                use_soon(use_soon_of),
                tell_notices(tell_notices_of),
                sweep("kondate.sweep-pictures", service.clone(), house.pictures.clone()),
            ]
            .into_iter()
            .chain(service.sells().then(|| look_after_payments(service.clone())))
            .collect(),
            payment_events: Some(Arc::new(Told(service.clone()))),
            demo: Some(Arc::new(Demo { service, people: house.people.clone() })),
            bench: Some(Arc::new(Bench(house.db.clone()))),
        })
    }

    fn smoke(&self) -> Option<&dyn Smoke> {
        Some(&OneRecipe)
    }

    fn check<'a>(&'a self, look: &'a Look<'a>) -> LocalBoxFuture<'a, Result<Checked>> {
        Box::pin(async move {
            let checked = check(&look.db, async |finding| {
                let mended = look.mends && mend(&look.db, &finding).await?;
                (look.told)(&finding.to_string(), mended);
                Ok(())
            })
            .await?;
            Ok(Checked { seen: format!("{} kitchens, {} items", checked.kitchens, checked.items), findings: checked.findings })
        })
    }
}

/// Removes deleted kitchens once their day is over.
fn remove_kitchens(service: Service) -> Job {
    Job::new("kondate.remove-kitchens", Schedule::Every(Duration::from_hours(1)), Duration::from_mins(10), move |_| {
        let service = service.clone();
        async move {
            let (done, failed) = service.remove_due_kitchens().await.map_err(Failed::because)?;
            Ok(Done { done, failed })
        }
    })
}

/// Tells people in their morning what has to be used soon. Each is claimed by one server, so a run that is repeated repeats nothing.
fn use_soon(reminders: UseSoon) -> Job {
    Job::new("kondate.use-soon", Schedule::Every(Duration::from_mins(15)), Duration::from_mins(5), move |_| {
        let reminders = reminders.clone();
        async move {
            let told = reminders.run().await.map_err(Failed::because)?;
            Ok(Done { done: told.told, failed: told.failed })
        }
    })
}

/// Tells people on their devices what is in their notices. Each is claimed by one server, likewise.
fn tell_notices(notices: TellNotices) -> Job {
    Job::new("kondate.tell-notices", Schedule::Every(Duration::from_mins(2)), Duration::from_mins(5), move |_| {
        let notices = notices.clone();
        async move {
            let told = notices.run().await.map_err(Failed::because)?;
            Ok(Done { done: told.told, failed: told.failed })
        }
    })
}

/// Asks how payments stand of which nobody has told anything.
fn look_after_payments(service: Service) -> Job {
    Job::new("kondate.payments", Schedule::Every(Duration::from_mins(5)), Duration::from_mins(10), move |_| {
        let service = service.clone();
        async move {
            let looked = service.look_after_payments().await.map_err(Failed::because)?;
            Ok(Done { done: looked.done, failed: looked.failed })
        }
    })
}

/// Is told of payments.
struct Told(Service);

impl PaymentEvents for Told {
    fn told<'a>(&'a self, event: &'a Event) -> BoxFuture<'a, Result<(), Problem>> {
        Box::pin(async move { Ok(self.0.payment_told(event).await?) })
    }
}

/// What Kondate keeps of people: their kitchens, and what is in them.
struct Kitchens(Service);

impl PersonalData for Kitchens {
    fn export<'a>(&'a self, person: &'a Word) -> BoxFuture<'a, Result<Value, Problem>> {
        Box::pin(async move { Ok(self.0.export_of(person).await?) })
    }

    fn forget<'a>(&'a self, person: &'a Word) -> BoxFuture<'a, Result<(), Problem>> {
        Box::pin(async move { Ok(self.0.forget(person).await?) })
    }
}
