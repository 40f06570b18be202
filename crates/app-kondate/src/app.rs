//! Kondate as an app of the house.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use chabudai_app::pictures::sweep;
use chabudai_app::{App, Checked, Context, LivePages, Look, Mounted};
use chabudai_jobs::{Done, Failed, Job, Schedule};
use chabudai_kernel::db::Db;
use chabudai_kernel::design::Design;
use chabudai_kernel::ids::Ids;
use chabudai_kernel::part::Word;
use chabudai_web::live::Live;
use chabudai_web::people::PersonalData;
use chabudai_web::problem::Problem;
use chabudai_web::site::AppInfo;
use futures::future::{BoxFuture, LocalBoxFuture};
use serde_json::Value;

use crate::api::{self, AppState};
use crate::bench::Bench;
use crate::demo::Demo;
use crate::design::DESIGN;
use crate::pages::{self, INFO, PushWords};
use crate::service::{Service, UseSoon, check, mend};
use crate::today::{RecipeFinder, TodayCard};

/// Kondate Loop.
pub static KONDATE: Kondate = Kondate;

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

    fn personal_data(&self, db: &Db, ids: &Arc<dyn Ids>) -> Option<Arc<dyn PersonalData>> {
        Some(Arc::new(Kitchens(Service::new(db.clone(), ids.clone()))))
    }

    fn mount(&self, house: &Context<'_>) -> Result<Mounted> {
        let service = Service::new(house.db.clone(), house.ids.clone());
        let (routes, description) = api::routes(AppState {
            service: service.clone(),
            people: house.people.clone(),
            pictures: house.pictures.clone(),
            public_url: house.public_url.to_owned(),
        });
        let live = Live::default();
        let pages = pages::router().with_state(pages::PageState {
            service: service.clone(),
            messages: house.messages.clone(),
            live: live.clone(),
            pictures: house.pictures.clone(),
        });
        let use_soon_of = UseSoon {
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
            live: Some(LivePages { name: "kondate-live", live, topic: pages::topic }),
            jobs: vec![
                remove_kitchens(service.clone()),
                use_soon(use_soon_of),
                sweep("kondate.sweep-pictures", service.clone(), house.pictures.clone()),
            ],
            demo: Some(Arc::new(Demo { service, people: house.people.clone() })),
            bench: Some(Arc::new(Bench(house.db.clone()))),
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
