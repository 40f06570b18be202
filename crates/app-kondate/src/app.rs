//! Kondate as an app of the house.

use std::sync::Arc;

use anyhow::Result;
use chabudai_app::{App, Checked, Context, Look, Mounted};
use chabudai_kernel::db::Db;
use chabudai_kernel::design::Design;
use chabudai_kernel::ids::Ids;
use chabudai_kernel::part::Word;
use chabudai_web::people::PersonalData;
use chabudai_web::problem::Problem;
use chabudai_web::site::AppInfo;
use futures::future::{BoxFuture, LocalBoxFuture};
use serde_json::Value;

use crate::api::{self, AppState};
use crate::bench::Bench;
use crate::demo::Demo;
use crate::design::DESIGN;
use crate::pages::{self, INFO};
use crate::service::{Service, check, mend};
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
        let (routes, description) = api::routes(AppState { service: service.clone(), people: house.people.clone() });
        let pages = pages::router().with_state(pages::PageState { service: service.clone() });
        Ok(Mounted {
            routes: routes.merge(pages),
            description,
            card: Some(Arc::new(TodayCard(service.clone()))),
            finder: Some(Arc::new(RecipeFinder(service.clone()))),
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
